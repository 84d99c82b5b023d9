//! Reductions by operators of the program's own, over values that are copied and over others.

use hp5::ReduceOp;

#[derive(Debug, Clone, Copy, PartialEq)]
struct Point {
    distance: u64,
    at: usize,
}

/// The closer point, of two that are as close the earlier one.
struct Closer;

impl ReduceOp<Point> for Closer {
    fn identity() -> Point {
        Point { distance: u64::MAX, at: usize::MAX }
    }
    fn combine(a: Point, b: Point) -> Point {
        if b.distance < a.distance { b } else { a }
    }
}

/// Words with their numbers, in the order in which they were met.
#[derive(Debug, Default)]
struct Words {
    list: Vec<(String, u32)>,
}

impl Words {
    fn note(&mut self, word: &str, times: u32) {
        match self.list.iter_mut().find(|(known, _)| known == word) {
            Some((_, n)) => *n += times,
            None => self.list.push((word.to_owned(), times)),
        }
    }
}

mod own {
    use super::Words;

    /// Only a directive names it, so the serial program does not.
    #[allow(dead_code)]
    pub struct Merge;

    impl hp5::ReduceOp<Words> for Merge {
        fn identity() -> Words {
            Words::default()
        }
        fn combine(mut a: Words, b: Words) -> Words {
            b.list.iter().for_each(|(word, times)| a.note(word, *times));
            a
        }
    }

    impl hp5::ReduceOp<String> for Merge {
        fn identity() -> String {
            String::new()
        }
        fn combine(a: String, b: String) -> String {
            a + &b
        }
    }
}

#[hp5::region]
fn closest(values: &[u64], to: u64) -> Point {
    let mut best = Closer::identity();
    #[hp5::task_tile(i = 8, reduction(Closer: best))]
    for i in 0..values.len() {
        best = Closer::combine(best, Point { distance: values[i].abs_diff(to), at: i });
    }
    #[hp5::task_wait]
    best
}

#[hp5::region]
fn each_class(values: &[u64], best: &mut [Point]) {
    #[hp5::task_tile(i = 8)]
    #[hp5::reduction(Closer: best)]
    for i in 0..values.len() {
        let k = i % best.len();
        let point = Point { distance: values[i], at: i };
        if point.distance < best[k].distance {
            best[k] = point;
        }
    }
}

#[hp5::region]
fn count(text: &[&str], words: &mut Words, initials: &mut String) {
    #[hp5::task_tile(i = 3, reduction(own::Merge: words, initials))]
    for i in 0..text.len() {
        words.note(text[i], 1);
        initials.push_str(&text[i][..1]);
    }
}

fn main() {
    let values: Vec<u64> = (0..100).map(|i| (i * 7919) % 1013).collect();
    let mut classes = vec![Closer::identity(); 3];
    each_class(&values, &mut classes);
    println!("{:?} {classes:?}", closest(&values, 500));
    let text: Vec<&str> = "to be or not to be that is the question to be".split(' ').collect();
    let (mut words, mut initials) = (Words::default(), "-".to_owned());
    words.note("or", 10);
    count(&text, &mut words, &mut initials);
    println!("{words:?} {initials}");
}
