//! Arbitrary and mutated HighP5 programs: the front end neither panics nor hangs, and every
//! finding lies in the text and can be shown.
//!
//! `HP5_FUZZ_INPUTS` and `HP5_FUZZ_SEED` make the run longer or another one; an input depends
//! on the seed and its number alone.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use hp5_annotate::diag::text::render_all;
use hp5_annotate::diag::{Diagnostics, Severity};
use hp5_annotate::highp5;

/// Longest time for one input, in looks at it every half of a second: a process that is stopped
/// for a while does not look either.
const PATIENCE: u32 = 240;

struct Random(u64);

impl Random {
    /// SplitMix64.
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }
}

fn programs() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = Vec::new();
    let mut todo: Vec<PathBuf> = vec![
        root.join("examples/highp5"),
        root.join("tests/cases/highp5"),
    ];
    while let Some(path) = todo.pop() {
        if path.is_dir() {
            todo.extend(fs::read_dir(&path).unwrap().map(|e| e.unwrap().path()));
        } else if path.extension().is_some_and(|e| e == "hp5") {
            found.push(path);
        }
    }
    found.sort();
    assert!(found.len() > 20);
    found
        .iter()
        .map(|p| fs::read_to_string(p).unwrap())
        .collect()
}

/// Words, runs of space, and single other characters.
fn tokens(text: &str) -> Vec<String> {
    let mut list: Vec<String> = Vec::new();
    let mut kind = 0;
    for c in text.chars() {
        let here = match c {
            _ if c.is_alphanumeric() || c == '_' => 1,
            ' ' | '\n' => 2,
            _ => 3,
        };
        match list.last_mut() {
            Some(last) if here == kind && here != 3 => last.push(c),
            _ => list.push(c.to_string()),
        }
        kind = here;
    }
    list
}

fn input(programs: &[String], words: &[String], seed: u64, number: u64) -> String {
    let mut random = Random(seed ^ number.wrapping_mul(0xd1b5_4a32_d192_ed03));
    let mut list = match random.below(20) {
        0 => (0..random.below(200))
            .map(|_| words[random.below(words.len())].clone())
            .collect(),
        _ => tokens(&programs[random.below(programs.len())]),
    };
    for _ in 0..[0, 1, 1, 2, 2, 3, 5, 40][random.below(8)] {
        if list.is_empty() {
            break;
        }
        let at = random.below(list.len());
        let to = (at + 1 + random.below(4)).min(list.len());
        match random.below(7) {
            0 => drop(list.drain(at..to)),
            1 => list[at].clone_from(&words[random.below(words.len())]),
            2 => list.insert(at, words[random.below(words.len())].clone()),
            3 => {
                let copy: Vec<_> = list[at..to].to_vec();
                let place = random.below(list.len());
                list.splice(place..place, copy);
            }
            4 => {
                let other = random.below(list.len());
                list.swap(at, other);
            }
            5 => list.truncate(at),
            _ => {
                let word = list[random.below(list.len())].clone();
                list[at] = word;
            }
        }
    }
    list.concat()
}

/// What must hold of any text.
fn check(text: &str) -> bool {
    let mut found = Diagnostics::default();
    let program = highp5::check(text, &mut found);
    let accepted = program.is_some();
    if let Some(Err(why)) = program.map(|p| highp5::typed::validate(&p)) {
        panic!("accepted, and {why}");
    }
    let wrong = found.list.iter().any(|d| d.severity == Severity::Error);
    assert_eq!(accepted, !wrong);
    for d in &found.list {
        for label in std::iter::once(&d.primary).chain(&d.secondary) {
            assert!(text.get(label.span.clone()).is_some(), "{d:?}");
        }
    }
    let shown = render_all("fuzz.hp5", text, &found.list, false);
    assert_eq!(shown.is_empty(), found.list.is_empty());
    accepted
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name)
        .ok()
        .and_then(|v| v.parse().ok())
        .unwrap_or(default)
}

#[test]
fn mutated_programs_neither_panic_nor_hang() {
    let (inputs, seed) = (number("HP5_FUZZ_INPUTS", 400), number("HP5_FUZZ_SEED", 1));
    let programs = programs();
    let mut words: Vec<String> = programs.iter().flat_map(|p| tokens(p)).collect();
    words.sort();
    words.dedup();
    words.extend(
        [
            "\u{201c}",
            "é",
            "\0",
            "99999999999",
            "(",
            "{",
            "}$",
            "${",
            "\\\n",
            "\r\n",
        ]
        .map(str::to_owned),
    );
    let (send, receive) = mpsc::channel();
    let (tell, told) = mpsc::channel();
    let worker = thread::spawn(move || {
        let mut accepted = 0;
        for n in 0..inputs {
            let text = input(&programs, &words, seed, n);
            tell.send((n, text.clone())).unwrap();
            accepted += u64::from(check(&text));
            send.send(()).unwrap();
        }
        accepted
    });
    let mut last = (0, String::new());
    for _ in 0..inputs {
        let begin = Instant::now();
        let look = || receive.recv_timeout(Duration::from_millis(500));
        let mut done = look();
        let mut looks = 1;
        while done == Err(mpsc::RecvTimeoutError::Timeout) && looks < PATIENCE {
            done = look();
            looks += 1;
        }
        while let Ok(current) = told.try_recv() {
            last = current;
        }
        if done.is_err() {
            let (n, text) = last;
            panic!("input {n} failed or took {:?}:\n{text}", begin.elapsed());
        }
    }
    let accepted = worker.join().unwrap();
    // Mutation that never leaves a program valid would test the parser alone.
    assert!(accepted * 20 > inputs, "{accepted} of {inputs} accepted");
    println!("{accepted} of {inputs} accepted");
}

#[test]
fn what_is_large_or_deep_is_an_error_and_not_a_crash() {
    // A main thread's stack, for those who walk over a checked program.
    let main = thread::Builder::new().stack_size(8 << 20);
    main.spawn(large_and_deep).unwrap().join().unwrap();
}

fn large_and_deep() {
    for open in [
        "(",
        "a[",
        "f(",
        "-",
        "!",
        "[1...",
        "do { ",
        "if a { ",
        "@Extern { ",
    ] {
        check(&format!("Function f(a) {{ b = {} }}", open.repeat(20_000)));
        check(&format!("Function f(a) {{ {} }}", open.repeat(20_000)));
    }
    for open in ["Space A { ", "Repeat foreach sub-partition { ", "Epoch { "] {
        let close = "}".repeat(5_000);
        check(&format!(
            "Task \"T\":\n Define:\n Computation:\n {}{close}\n Partition (k):\n Space A <1d> {{ }}\n",
            open.repeat(5_000)
        ));
    }
    let chain: String = (0..300)
        .map(|i| format!("Function f{i}(x) {{ return f{}(x) }}\n", i + 1))
        .collect();
    check(&format!(
        "Program (args) {{ a = f0(1) }}\n{chain}Function f300(x) {{ return x }}\n"
    ));
    // As deep as the text may be, function in function.
    for (open, close) in [("-(", ")"), ("sqrt(", ")"), ("a.b[", "]")] {
        let nested: String = (0..40)
            .map(|i| {
                let (open, close) = (open.repeat(45), close.repeat(45));
                format!("Function f{i}(x) {{ return {open}f{}(x){close} }}\n", i + 1)
            })
            .collect();
        check(&format!(
            "Program (args) {{ a = f0(1.5) }}\n{nested}Function f40(x) {{ return x }}\n"
        ));
    }
    let blocks = |n: usize| {
        format!(
            "Function f(a) {{ {} b = a {} }}",
            "if a > 0 { ".repeat(n),
            "}\n".repeat(n)
        )
    };
    check(&format!("Program (args) {{ f(1) }}\n{}", blocks(140)));
    let sum = format!("Program (args) {{ a = 1{} }}", " + 1".repeat(140));
    assert!(check(&sum));
    check(&"Task \"T\":\n".repeat(2_000));
    check(&"}".repeat(100_000));
}
