//! What calls are written out as, and which stay.

use std::path::Path;

use super::*;

const TYPES: &str = "
struct Grid<T> { rows: usize, cols: usize, data: Vec<T> }
impl<T: Copy> Grid<T> {
    fn row(&self, i: usize) -> usize { i * self.cols }
    fn at(&self, i: usize, j: usize) -> usize { self.row(i) + j }
    fn get(&self, i: usize, j: usize) -> T { self.data[self.at(i, j)] }
    fn set(&mut self, i: usize, j: usize, value: T) { self.data[i * self.cols + j] = value; }
    fn safe(&self, i: usize) -> &T { assert!(i < self.rows); &self.data[i] }
    fn bit(&self, i: u32) -> usize { 1 << i }
    fn twice(&self, x: f64) -> f64 { let y = x + x; y * 0.5 }
    fn count(&self) -> usize { println!(\"counted\"); self.rows }
    fn cut(&mut self) -> usize { self.data.pop(); 3 }
}
impl<T> std::ops::Index<(usize, usize)> for Grid<T> {
    type Output = T;
    fn index(&self, (i, j): (usize, usize)) -> &T { &self.data[i * self.cols + j] }
}
impl<T> std::ops::IndexMut<(usize, usize)> for Grid<T> {
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut T { &mut self.data[i * self.cols + j] }
}
fn flat(i: usize, j: usize, n: usize) -> usize { i * n + j }
fn read(u: &[f64], i: usize, n: usize) -> f64 { u[i * n] }
";

fn expanded(body: &str) -> String {
    let text = format!(
        "{TYPES}#[hp5::region]\nfn f(g: &mut Grid<f64>, a: &mut [f64], n: usize) {{ {body} }}"
    );
    let src = parse(Path::new("t.rs"), text).expect("it is Rust");
    match expand(&src) {
        Some(new) => {
            let at = new
                .text
                .rfind("fn f(")
                .map(|f| f + new.text[f..].find("{ ").unwrap_or(0) + 2);
            new.text[at.unwrap_or(0)..new.text.len() - 2].to_owned()
        }
        None => body.to_owned(),
    }
}

#[test]
fn calls_are_written_out() {
    for (call, text) in [
        ("let k = g.row(3);", "let k = (3_usize * g.cols);"),
        (
            "let k = g.at(i + 1, j);",
            "let k = (((i + 1) * g.cols) + j);",
        ),
        (
            "let x = g.get(i, j);",
            "let x = g.data[((i * g.cols) + j)];",
        ),
        ("g.set(i, j, h(3));", "g.data[i * g.cols + j] = (h(3));"),
        (
            "g[(i, j)] = g[(j, i)];",
            "g.data[i * g.cols + j] = g.data[j * g.cols + i];",
        ),
        (
            "let x = *g.safe(i);",
            "let x = g.data[{ assert!(i < g.rows); i }];",
        ),
        (
            "let x = g.twice(0.5);",
            "let x = ((((0.5) as f64) + ((0.5) as f64)) * 0.5);",
        ),
        ("a[flat(i, j, n)] = 0.0;", "a[(i * n + j)] = 0.0;"),
        (
            "let x = read(&a, i, n) + read(a, i, n);",
            "let x = a[i * n] + a[i * n];",
        ),
        (
            "*a.get_unchecked_mut(i) = *a.get_unchecked(i + 1);",
            "a[i] = a[i + 1];",
        ),
        (
            "let at = |i: usize| i * n; a[at(2)] = 0.0;",
            "let at = |i: usize| i * n; a[(2_usize * n)] = 0.0;",
        ),
    ] {
        assert_eq!(expanded(call), text, "{call}");
    }
}

#[test]
fn calls_that_stay() {
    for call in [
        // Their type, their effect, how often they are evaluated.
        "let k = g.bit(3);",
        "let k = g.count() + g.cut();",
        "let x = g.twice(h(3));",
        // Another closure's names, a shadowed one, and one that keeps an old value.
        "let at = move |i: usize| i * n; a[at(2)] = 0.0;",
        "let at = |i: usize| i * n; let n = 1; a[at(2)] = 0.0;",
        "let mut next = |i: usize| i * n; a[next(2)] = 0.0;",
        "h.set(i, j, 0.0); a[h(1)] = x.get(1);",
    ] {
        assert_eq!(expanded(call), call);
    }
}

#[test]
fn lines_and_places_stay() {
    let body = "let k = g.at(\n  i,\n  j); a[k] = g.row(i);";
    let text = format!(
        "{TYPES}#[hp5::region]\nfn f(g: &mut Grid<f64>, a: &mut [usize]) {{ {body} }}\nfn last() {{}}"
    );
    let src = parse(Path::new("t.rs"), text.clone()).expect("it is Rust");
    let new = expand(&src).expect("calls are written out");
    assert_eq!(new.text.matches('\n').count(), text.matches('\n').count());
    for word in ["fn last", "a[k]", "let k"] {
        let (old, at) = (text.find(word), new.text.find(word).expect("it stays"));
        assert_eq!(
            Some(new.moved_back(&(at..at + word.len())).start),
            old,
            "{word}"
        );
        assert_eq!(&text[new.moved_back(&(at..at + word.len()))], word);
    }
    let inside = new.text.find("g.cols").map(|at| at..at + 6);
    let back = new.moved_back(&inside.expect("it is written out"));
    assert!(text[back].starts_with("i * self.cols") || text.contains("g.at("));
}
