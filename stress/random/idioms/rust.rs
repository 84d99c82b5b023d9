//! Rust as people write it: one text per seed, of steps that are drawn from what public programs do.
//!
//! Ranges and subscripts of all integer types, with and without wrap-around, by division, modulo and choice;
//! structs that are copied, swapped, taken and replaced; functions called through pointers, closures that
//! change something; slices kept in variables and structs; macros that assign; methods with an index, images,
//! running indices, blocks that the program cuts itself, scratch arrays, planes that change places.

use super::rust_loops::{nest, shaped};
use crate::random::rng::Rng;

/// What stands in front of every program.
const HEAD: &str = r#"#[derive(Clone, Copy, PartialEq)]
pub struct All { n: i32, u: [i32; 64] }
impl All {
    fn at(&self, i: usize) -> i32 { self.u[i] }
    fn made(k: i32) -> All {
        let mut x = All { n: k, u: [0; 64] };
        for i in 0..64 { x.u[i] = k.wrapping_mul(i as i32); }
        x
    }
    fn add(&mut self, i: usize) { self.u[i] ^= 5; self.n = self.n.wrapping_add(1); }
}
pub struct Grid { w: usize, cells: Vec<i32> }
impl Grid {
    fn at(&self, i: usize, j: usize) -> usize { i * self.w + j }
    fn get(&self, i: usize, j: usize) -> i32 { self.cells[i * self.w + j] }
    fn set(&mut self, i: usize, j: usize, v: i32) { let k = self.at(i, j); self.cells[k] = v; }
}
pub struct Part<'p> { cells: &'p mut [i32], from: usize }
type Reader = fn(&[i32], usize) -> i32;
type Writer = fn(&mut [i32], usize) -> i32;
const STARTS: [usize; 4] = [0, 16, 32, 48];
const PERM: [usize; 64] = { let mut p = [0; 64]; let mut i = 0; while i < 64 { p[i] = (i * 5 + 3) % 64; i += 1; } p };
static TABLE: [Reader; 2] = [reads, twice];
const CHANGES: [Writer; 2] = [writes, clears];
thread_local! { static CALLS: std::cell::Cell<i32> = const { std::cell::Cell::new(0) }; }
fn reads(v: &[i32], k: usize) -> i32 { v[k & 63].wrapping_add(k as i32) }
fn twice(v: &[i32], k: usize) -> i32 { v[(k * 2) & 63] }
fn writes(v: &mut [i32], k: usize) -> i32 { v[k & 63] = v[k & 63].wrapping_add(7); k as i32 }
fn clears(v: &mut [i32], k: usize) -> i32 { std::mem::take(&mut v[(k + 1) & 63]) }
fn pick(k: usize) -> Reader { if k & 1 == 1 { reads } else { twice } }
fn row(w: &mut [Vec<i32>], from: &[i32], i: usize) { for j in 0..64 { w[i][j] = w[i][j].wrapping_add(from[(j + i) & 63]); } }
fn line_of(row: &mut [i32], from: &[i32], by: i32) { for j in 0..row.len() { row[j] = row[j].wrapping_mul(by) ^ from[j]; } }
fn scale(part: &mut [i32], by: i32) { for x in part { *x = x.wrapping_mul(by); } }
fn index(i: usize, j: usize) -> usize { i * 8 + j }
fn taken(x: All) -> i32 { x.u[7].wrapping_add(x.n) }
fn filled(x: &mut All) { x.u[9] ^= 4; x.n = x.n.wrapping_add(1); }
fn with(f: impl Fn(usize) -> i32, i: usize) -> i32 { f(i).wrapping_mul(3) }
fn each(mut f: impl FnMut(usize), n: usize) { for i in 0..n { f(i); } }
macro_rules! bump { ($x:expr) => { $x = $x.wrapping_add(3) }; }
macro_rules! set { ($x:expr, $v:expr) => { $x = $v }; }
macro_rules! last { ($v:expr) => { $v[63] }; }
macro_rules! lower { ($x:expr, $y:expr) => { if $x < $y { $x } else { $y } }; }

#[hp5::region(serial(serial))]
pub fn region(a: &mut [i32], b: &mut Vec<i32>, c: &mut [i32; 64], w: &mut [Vec<i32>], img: &mut [u8], grid: &mut Grid,
    s1: &mut All, s2: &mut All, many: &mut [All; 3], n: usize, wd: usize, parts: usize, k: usize) -> i32 {
    let mut q = 0_i32;
    let mut line = [0_i32; 64];
    let mut t = 0_i32;
"#;

/// What stands behind.
const TAIL: &str = r"    q
}

pub fn run(parallel: bool) -> u64 {
    let fill = |n: usize| -> Vec<i32> { (0..64).map(|t| ((t * 37 + n * 11) % 101) as i32).collect() };
    let all = |n: usize| { let mut x = All { n: 1, u: [0; 64] }; x.u.copy_from_slice(&fill(n)); x };
    let (mut a, mut b) = (fill(0), fill(1));
    let mut c = all(2).u;
    let mut w = vec![fill(3), fill(4), fill(5)];
    let mut img: Vec<u8> = (0..192).map(|t| (t * 7 % 256) as u8).collect();
    let mut grid = Grid { w: 8, cells: fill(6) };
    let (mut s1, mut s2, mut many) = (all(7), all(8), [all(9), all(10), all(11)]);
    let called = if parallel { region } else { serial };
    let q = called(&mut a, &mut b, &mut c, &mut w, &mut img, &mut grid, &mut s1, &mut s2, &mut many, 64, 8, 4, 2);
    let structs = [s1, s2, many[0], many[1], many[2]];
    let cells = a.iter().chain(&b).chain(&c).chain(w.iter().flatten()).chain(&grid.cells);
    let digest = crate::digest(q as u64, cells.map(|&x| x as u64));
    let digest = crate::digest(digest, structs.iter().flat_map(|s| s.u.iter().chain([&s.n])).map(|&x| x as u64));
    crate::digest(digest, img.iter().map(|&x| x as u64))
}
";

/// The steps of a seed's program.
#[must_use]
pub fn steps(seed: u64) -> Vec<String> {
    let mut rng = Rng::new(seed ^ 0x2057);
    let count = rng.range(3, 7);
    (0..count).map(|_| step(&mut rng)).collect()
}

/// A program of these steps.
#[must_use]
pub fn program(steps: &[String]) -> String {
    format!("{HEAD}{}{TAIL}", steps.concat())
}

fn step(rng: &mut Rng) -> String {
    match rng.below(10) {
        0..4 => nest(rng),
        4..7 => shaped(rng),
        _ => format!("    {}\n", between(rng)),
    }
}

/// An array, and the variable that it lies in.
pub(super) fn array(rng: &mut Rng) -> (&'static str, &'static str) {
    let names = [
        ("a", "a"),
        ("a", "a"),
        ("b", "b"),
        ("c", "c"),
        ("s1.u", "s1"),
        ("s2.u", "s2"),
        ("many[1].u", "many"),
        ("w[1]", "w"),
        ("grid.cells", "grid"),
    ];
    *rng.pick(&names)
}

/// Two arrays in different variables.
pub(super) fn two(rng: &mut Rng) -> (&'static str, &'static str) {
    let first = array(rng);
    loop {
        let second = array(rng);
        if second.1 != first.1 {
            return (first.0, second.0);
        }
    }
}

/// Code between tasks.
fn between(rng: &mut Rng) -> String {
    match rng.below(4) {
        0 => structs(rng),
        1 => called(rng),
        2 => kept(rng),
        _ => plain(rng),
    }
}

/// Structs as a whole.
fn structs(rng: &mut Rng) -> String {
    let list = [
        "*s1 = *s2;",
        "many[1] = *s1;",
        "{ let copy = *s1; *s2 = if k > 1 { copy } else { many[1] }; }",
        "std::mem::swap(s1, s2);",
        "std::mem::swap(&mut many[0], s1);",
        "{ let old = std::mem::replace(s1, *s2); many[2] = old; }",
        "*s1 = All { n: 4, ..*s2 };",
        "s1.u = s2.u;",
        "*c = s1.u;",
        "{ let old = std::mem::take(b); *b = old; }",
        "*s1 = All::made(3);",
        "q = q.wrapping_add(taken(*s2));",
        "filled(s1);",
        "s2.add(11);",
        "many.swap(0, 1);",
        "many[1].clone_from(s2);",
        "{ let All { n, u } = *s1; q = q.wrapping_add(n ^ u[3]); }",
        "{ let All { u, .. } = s2; u[5] ^= 9; }",
        "{ let [first, .., end] = many; std::mem::swap(first, end); }",
        "q = q.wrapping_add(many.iter().map(|s| s.at(4)).fold(0, i32::wrapping_add));",
        "for s in many.iter_mut() { s.u[1] ^= 3; }",
    ];
    (*rng.pick(&list)).to_owned()
}

/// Functions called through pointers, and closures.
fn called(rng: &mut Rng) -> String {
    let (x, i) = (array(rng).0, rng.range(0, 63));
    let list = [
        format!("q = q.wrapping_add(TABLE[k & 1](&{x}[..], {i}));"),
        format!("q = q.wrapping_add(CHANGES[k & 1](&mut {x}[..], {i}));"),
        format!("q = q.wrapping_add(pick(k)(&{x}[..], {i}));"),
        format!("{{ let f: Reader = reads; q = q.wrapping_add(f(&{x}[..], {i})); }}"),
        format!(
            "{{ let f: Writer = if k > 1 {{ writes }} else {{ clears }}; q ^= f(&mut {x}[..], {i}); }}"
        ),
        format!(
            "{{ let f: &dyn Fn(usize) -> i32 = &|i| {x}[i] ^ 3; q = q.wrapping_add(f({i})); }}"
        ),
        format!("{{ let mut f = |i: usize| {x}[i] ^= 6; f({i}); f(7); }}"),
        format!("{{ let mut f: Box<dyn FnMut(usize)> = Box::new(|i| {x}[i] ^= 6); f({i}); }}"),
        format!("q ^= with(|i| {x}[i], {i});"),
        format!("each(|i| {x}[i] ^= i as i32, 5);"),
        format!("CALLS.set(CALLS.get() + 1); {x}[{i}] ^= CALLS.replace(0);"),
        format!(
            "{{ let cell = std::cell::Cell::new({x}[{i}]); cell.set(cell.get() ^ 1); q ^= cell.get(); }}"
        ),
        format!("q ^= (|v: &mut [i32]| {{ v[{i}] ^= 1; v[2] }})(&mut {x}[..]);"),
    ];
    rng.pick(&list).clone()
}

/// References and slices in variables.
fn kept(rng: &mut Rng) -> String {
    let ((x, y), i) = (two(rng), rng.range(0, 31));
    let list = [
        format!("{{ let p = &mut {x}[{i}]; *p ^= 2; }}"),
        format!("{{ let p = &mut {x}[{i}..]; p[0] ^= 2; p[3] ^= 1; }}"),
        "{ let p = if k > 1 { &mut a[..] } else { &mut b[..] }; p[8] ^= 1; }".to_owned(),
        format!(
            "{{ let part = Part {{ cells: &mut {x}[8..40], from: {i} }}; part.cells[part.from] ^= 1; }}"
        ),
        format!("{{ let (low, high) = {x}.split_at_mut(32); low[{i}] ^= high[{i}]; }}"),
        format!("{{ let list = [&mut {x}[..], &mut {y}[..]]; for p in list {{ p[{i}] ^= 4; }} }}"),
        format!("if let Some(p) = {x}.get_mut({i}) {{ *p ^= 8; }}"),
        format!("for p in {x}.iter_mut().skip({i}).take(4) {{ *p ^= 1; }}"),
        format!("for piece in {x}.chunks_mut(16) {{ piece[3] ^= 1; }}"),
        format!("if let [first, .., end] = &mut {x}[..] {{ std::mem::swap(first, end); }}"),
        format!("if let Some(p) = {x}.iter_mut().max() {{ *p ^= 16; }}"),
        format!("{x}[..].copy_from_slice(&{y}[..]);"),
        format!("{x}[..].swap_with_slice(&mut {y}[..]);"),
        format!("{x}[{i}..{i} + 8].fill(q);"),
        format!("{x}[..].rotate_left({i});"),
        format!("{x}[..].sort_unstable();"),
        "w.swap(0, 1);".to_owned(),
        "{ let (top, rest) = w.split_at_mut(1); std::mem::swap(&mut top[0], &mut rest[1]); }"
            .to_owned(),
        "*b = a.to_vec();".to_owned(),
        "b.push(q); q ^= b.pop().unwrap_or(1);".to_owned(),
        "{ let from = &w[0]; b.clone_from(from); }".to_owned(),
    ];
    rng.pick(&list).clone()
}

/// Elements.
fn plain(rng: &mut Rng) -> String {
    let ((x, y), i) = (two(rng), rng.range(0, 62));
    let list = [
        format!("{x}[{i}] = {x}[{i}].wrapping_add(last!({y}));"),
        format!("set!({x}[{i}], q);"),
        format!("bump!({x}[{i}]);"),
        format!("q = lower!({x}[{i}], {y}[2]);"),
        format!("q = q.wrapping_add({x}[{i}]);"),
        format!("{x}[{i}] ^= q; {y}[q as usize & 63] ^= 1;"),
        format!("{x}.swap({i}, {i} + 1);"),
        format!(
            "if {x}[7] & 1 == 1 {{ {y}[9] = 1; }} else {{ match {x}[2] & 3 {{ 1 => {y}[1] ^= 1, _ => {y}[2] ^= {x}[1] }} }}"
        ),
        format!("for i in 0..4 {{ {x}[i] ^= q; }}"),
        format!("q ^= {{ let z = {x}[{i}]; z }};"),
        format!("q = {x}.iter().fold(q, |s, v| s.wrapping_mul(5).wrapping_add(*v));"),
        format!("t = std::mem::replace(&mut {x}[{i}], q); q ^= t;"),
        format!("({x}[{i}], {y}[{i}]) = ({y}[3], {x}[4]);"),
        "grid.set(1, 2, q);".to_owned(),
        "q ^= grid.get(2, 3);".to_owned(),
        "img[5] = img[6].wrapping_add(q as u8);".to_owned(),
        format!("#[hp5::task_wait]\n    {{ q ^= {x}[1]; }}"),
    ];
    rng.pick(&list).clone()
}
