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

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn closest(values: &[u64], to: u64) -> Point {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("closest", "tests/cases/ok/reduction_own.rs", 65));
    let __hp5_value = {
    let mut best = Closer::identity(); let __hp5_hold_1637 = __hp5.hold();
    // hp5: tests/cases/ok/reduction_own.rs:68 #[hp5::task_tile(i = 8, reduction(Closer: best))], parallel
    {
        let __v_values = unsafe { __hp5.array("values", hp5::rt::flat(&raw const values), &[8]) };
        let __v_best = unsafe { __hp5.array("best", hp5::rt::scalar(&raw mut (best)), &[]) };
        let __red_best = unsafe { __hp5.reduction::<Closer, _>(&__v_best) };
        let to = hp5::rt::cap!(to);
        let mut __loop = __hp5.task_loop(hp5::rt::site!("closest:68", "tests/cases/ok/reduction_own.rs", 68), hp5::rt::Order::Parallel);
        for __i_part in hp5::rt::chunks(0..values.len(), 8, 0) {
            let (__i_lo, __i_hi) = hp5::rt::ends(&__i_part);
            let mut __t = __loop.task();
            __t.access(&__v_values, hp5::rt::Mode::In, &[(__i_lo, __i_hi)]);
            let __slot_best = __red_best.slot(&mut __t);
            let __s0_values = [(__i_lo, __i_hi)];
            let __i_part = __i_part.clone();
            let values = __v_values.view();
            let __body = move || {
                let values = values.within(&__s0_values);
                let mut best = __slot_best.identity();
                for i in __i_part.clone() {
                    best = Closer::combine(best, Point { distance: values[i].abs_diff(to), at: i });
                }
                __slot_best.put(best);
            };
            unsafe { __t.spawn(__body) };
        }
        __loop.finish();
        __red_best.combine(hp5::rt::site!("closest:68", "tests/cases/ok/reduction_own.rs", 68));
    }
    __hp5.wait();
    best
    };
    __hp5.end();
    __hp5_value
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn each_class(values: &[u64], best: &mut [Point]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("each_class", "tests/cases/ok/reduction_own.rs", 76));
    // hp5: tests/cases/ok/reduction_own.rs:78 #[hp5::task_tile(i = 8)] #[hp5::reduction(Closer: best)], parallel
    {
        let __v_values = unsafe { __hp5.array("values", hp5::rt::flat(&raw const values), &[8]) };
        let __v_best = unsafe { __hp5.array("best", hp5::rt::flat(&raw const best), &[]) };
        let __red_best = unsafe { __hp5.reduction::<Closer, _>(&__v_best) };
        let mut __loop = __hp5.task_loop(hp5::rt::site!("each_class:78", "tests/cases/ok/reduction_own.rs", 78), hp5::rt::Order::Parallel);
        for __i_part in hp5::rt::chunks(0..values.len(), 8, 0) {
            let (__i_lo, __i_hi) = hp5::rt::ends(&__i_part);
            let mut __t = __loop.task();
            __t.access(&__v_values, hp5::rt::Mode::In, &[(__i_lo, __i_hi)]);
            let __slot_best = __red_best.slot(&mut __t);
            let __s0_values = [(__i_lo, __i_hi)];
            let __i_part = __i_part.clone();
            let values = __v_values.view();
            let __body = move || {
                let values = values.within(&__s0_values);
                let mut __acc_best = __slot_best.identity();
                let best = &mut __acc_best[..];
                for i in __i_part.clone() {
                    let k = i % best.len();
                    let point = Point { distance: values[i], at: i };
                    if point.distance < best[k].distance {
                        best[k] = point;
                    }
                }
                __slot_best.put(__acc_best);
            };
            unsafe { __t.spawn(__body) };
            __red_best.fold(hp5::rt::site!("each_class:78", "tests/cases/ok/reduction_own.rs", 78));
        }
        __loop.finish();
        __red_best.combine(hp5::rt::site!("each_class:78", "tests/cases/ok/reduction_own.rs", 78));
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn count(text: &[&str], words: &mut Words, initials: &mut String) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("count", "tests/cases/ok/reduction_own.rs", 89));
    // hp5: tests/cases/ok/reduction_own.rs:91 #[hp5::task_tile(i = 3, reduction(own::Merge: words, initials))], parallel
    {
        let __v_text = unsafe { __hp5.array("text", hp5::rt::flat(&raw const text), &[3]) };
        let __w_text = hp5::rt::whole(&raw const (*text));
        let __v_words = unsafe { __hp5.array("words", hp5::rt::scalar(&raw mut (*words)), &[]) };
        let __red_words = unsafe { __hp5.reduction::<own::Merge, _>(&__v_words) };
        let __v_initials = unsafe { __hp5.array("initials", hp5::rt::scalar(&raw mut (*initials)), &[]) };
        let __red_initials = unsafe { __hp5.reduction::<own::Merge, _>(&__v_initials) };
        let mut __loop = __hp5.task_loop(hp5::rt::site!("count:91", "tests/cases/ok/reduction_own.rs", 91), hp5::rt::Order::Parallel);
        for __i_part in hp5::rt::chunks(0..text.len(), 3, 0) {
            let (__i_lo, __i_hi) = hp5::rt::ends(&__i_part);
            let mut __t = __loop.task();
            __t.access(&__v_text, hp5::rt::Mode::In, &[hp5::rt::ALL]);
            let __slot_words = __red_words.slot(&mut __t);
            let __slot_initials = __red_initials.slot(&mut __t);
            let __i_part = __i_part.clone();
            let __body = move || {
                let text = unsafe { __w_text.get() };
                let mut __acc_words = __slot_words.identity();
                let words = &mut __acc_words;
                let mut __acc_initials = __slot_initials.identity();
                let initials = &mut __acc_initials;
                for i in __i_part.clone() {
                    words.note(text[i], 1);
                    initials.push_str(&text[i][..1]);
                }
                __slot_words.put(__acc_words);
                __slot_initials.put(__acc_initials);
            };
            unsafe { __t.spawn(__body) };
        }
        __loop.finish();
        __red_words.combine(hp5::rt::site!("count:91", "tests/cases/ok/reduction_own.rs", 91));
        __red_initials.combine(hp5::rt::site!("count:91", "tests/cases/ok/reduction_own.rs", 91));
    }
    __hp5.end();
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
