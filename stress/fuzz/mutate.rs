//! The mutator: from a corpus and two numbers to an input.

use crate::Language;

/// Longest input.
const LONGEST: usize = 64 << 10;

/// Input `number` of the run with this seed.
pub fn input(language: Language, corpus: &[String], seed: u64, number: u64) -> String {
    let words: &[&str] = match language {
        Language::Rust => &WORDS,
        Language::C => &WORDS_C,
    };
    let mut random = Random(
        seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number.wrapping_mul(0xd1b5_4a32_d192_ed03),
    );
    random.next();
    let mut bytes = match random.below(16) {
        0 => noise(&mut random),
        1 => soup(words, &mut random),
        _ => random.pick(corpus).as_bytes().to_vec(),
    };
    // Some inputs stay as they are, most have few changes, some have many.
    let changes = match random.below(8) {
        0 => 0,
        1 => 1 + random.below(40),
        _ => 1 + random.below(4),
    };
    for _ in 0..changes {
        change(&mut bytes, corpus, words, &mut random);
        bytes.truncate(LONGEST);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// One change.
fn change(bytes: &mut Vec<u8>, corpus: &[String], words: &[&str], random: &mut Random) {
    match random.below(12) {
        0 => flip(bytes, random),
        1 | 2 => {
            let (from, to) = token(bytes, random);
            bytes.drain(from..to);
        }
        3 => {
            let (from, to) = token(bytes, random);
            let copy = bytes[from..to].to_vec();
            insert(bytes, to, &copy);
        }
        4 | 5 => {
            let (from, to) = token(bytes, random);
            let word = random.pick(words).as_bytes();
            bytes.splice(from..to, word.iter().copied());
        }
        6 => {
            let (from, to) = token(bytes, random);
            let first = bytes[from..to].to_vec();
            let (other, end) = token(bytes, random);
            let second = bytes[other..end].to_vec();
            // Back to front, so that places stay right.
            if end <= from {
                bytes.splice(from..to, second);
                bytes.splice(other..end, first);
            } else if to <= other {
                bytes.splice(other..end, first);
                bytes.splice(from..to, second);
            }
        }
        7 => {
            let (from, to) = lines(bytes, random);
            bytes.drain(from..to);
        }
        8 => {
            let (from, to) = lines(bytes, random);
            let copy = bytes[from..to].to_vec();
            let at = lines(bytes, random).0;
            insert(bytes, at, &copy);
        }
        9 => {
            let other = random.pick(corpus).as_bytes();
            let (from, to) = lines(other, random);
            let at = lines(bytes, random).0;
            insert(bytes, at, &other[from..to]);
        }
        10 => {
            let text = random.pick(&NESTS);
            let times = 1 << random.below(12);
            let at = token(bytes, random).0;
            insert(bytes, at, text.repeat(times).as_bytes());
        }
        _ => {
            let keep = random.below(bytes.len() + 1);
            bytes.truncate(keep);
        }
    }
}

fn flip(bytes: &mut [u8], random: &mut Random) {
    if !bytes.is_empty() {
        let at = random.below(bytes.len());
        bytes[at] ^= 1 << random.below(8);
    }
}

fn insert(bytes: &mut Vec<u8>, at: usize, text: &[u8]) {
    bytes.splice(at..at, text.iter().copied());
}

/// Bounds of a token (a word, or one other character) somewhere.
fn token(bytes: &[u8], random: &mut Random) -> (usize, usize) {
    if bytes.is_empty() {
        return (0, 0);
    }
    let word = |b: u8| b.is_ascii_alphanumeric() || b == b'_' || b >= 0x80;
    let at = random.below(bytes.len());
    if !word(bytes[at]) {
        return (at, at + 1);
    }
    let from = bytes[..at]
        .iter()
        .rposition(|b| !word(*b))
        .map_or(0, |n| n + 1);
    let to = bytes[at..]
        .iter()
        .position(|b| !word(*b))
        .map_or(bytes.len(), |n| at + n);
    (from, to)
}

/// Bounds of one to six lines somewhere.
fn lines(bytes: &[u8], random: &mut Random) -> (usize, usize) {
    let mut starts = vec![0];
    starts.extend(
        bytes
            .iter()
            .enumerate()
            .filter(|(_, b)| **b == b'\n')
            .map(|(n, _)| n + 1),
    );
    let first = random.below(starts.len());
    let last = first + 1 + random.below(6);
    (
        starts[first],
        starts.get(last).copied().unwrap_or(bytes.len()),
    )
}

/// Arbitrary bytes.
fn noise(random: &mut Random) -> Vec<u8> {
    let length = random.below(2000);
    let mut bytes = b"hp5 ".to_vec();
    bytes.extend((0..length).map(|_| random.next().to_le_bytes()[0]));
    bytes
}

/// Words in any order.
fn soup(words: &[&str], random: &mut Random) -> Vec<u8> {
    let length = random.below(400);
    (0..length)
        .flat_map(|_| {
            random
                .pick(words)
                .bytes()
                .chain([b' '])
                .collect::<Vec<u8>>()
        })
        .collect()
}

/// Words that mean something to the translator, or are hard on it.
const WORDS: [&str; 72] = [
    "#[hp5::region]",
    "#[hp5::task]",
    "#[hp5::task_tile(i = 8)]",
    "#[hp5::task_tile(",
    "#[hp5::task_wait]",
    "#[hp5::array_tile(a: [4, *])]",
    "#[hp5::annotated]",
    "#[::hp5::task(nested)]",
    "#[hp5_macros::task]",
    "#[hp5::",
    "#[",
    "]",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "<",
    ">",
    ";",
    ",",
    "..",
    "..=",
    "=",
    "+=",
    "&mut",
    "&",
    "in(a[i - 1..=i + 1, ..])",
    "out(b[i])",
    "inout(a)",
    "reduction(+: s)",
    "reduction(ordered min: s)",
    "private(x)",
    "if(n > 1)",
    "priority(i)",
    "name(\"t\")",
    "map(acc)",
    "nested",
    "default: [..]",
    "fn f(a: &mut Vec<f64>) ",
    "for i in 0..n ",
    "for i in (1..=n).rev().step_by(2) ",
    "while x ",
    "loop ",
    "a[i][j] = b[j][i];",
    "a[i * m + j] += 1.0;",
    "a[[i, j]]",
    "a[(i, j)]",
    "let mut x = 0;",
    "return",
    "break",
    "continue 'a",
    "?",
    "'a: ",
    "self.u[i]",
    "std::mem::swap(a, b);",
    "match x { _ => {} }",
    "|x| x",
    "async ",
    "unsafe ",
    "const ",
    "impl T for U ",
    "mod m ",
    "macro_rules! m ",
    "0",
    "18446744073709551616",
    "-1",
    "1e308",
    "\"",
    "/*",
    "é\u{202e}𝄞",
];

/// The same for C.
const WORDS_C: [&str; 70] = [
    "#pragma hp5 region begin\n",
    "#pragma hp5 region end\n",
    "#pragma hp5 region\n",
    "#pragma hp5 task\n",
    "#pragma hp5 task nested\n",
    "#pragma hp5 do tasktile(8)\n",
    "#pragma hp5 do tasktile(4, *)\n",
    "#pragma hp5 task_tile(i = 8)\n",
    "#pragma hp5 task_wait\n",
    "#pragma hp5 array_tile dimtile(4, *) dim(n, m) arrvar(a)\n",
    "#pragma hp5 array_tile dimtile(8) default\n",
    "#pragma acemesh task in(a)\n",
    "#pragma omp parallel for\n",
    "#pragma hp5 ",
    "in(a[i:2][j])",
    "out(b(0:n-1, *))",
    "inout(a)",
    "reduction(+: s)",
    "reduction(ordered min: s)",
    "reduction(max: x)",
    "private(x)",
    "if(n > 1)",
    "priority(i)",
    "name(\"t\")",
    "map(acc)",
    "\n#define AT(i, j) a[(i) * m + (j)]\n",
    "\n#define N 8\n",
    "\n#if 1\n",
    "\n#endif\n",
    "for (int i = 0; i < n; i++)",
    "for (int j = n - 1; j >= 0; j--)",
    "for (i = 1; i <= n; i += 2)",
    "for (;;)",
    "while (x)",
    "do { } while (0);",
    "if (x) ",
    "else ",
    "switch (x) { case 1: }",
    "a[i][j] = b[j][i];",
    "a[i * m + j] += 1.0;",
    "*p = 3;",
    "p->u[i]",
    "s.u[i][j]",
    "(*p)[i]",
    "&a[i]",
    "*(a + i)",
    "sizeof a",
    "sizeof(double)",
    "(double *)",
    "? a : b",
    "double *p = a;",
    "double w[n];",
    "static int t;",
    "int x = 0, *y = &x;",
    "const ",
    "restrict ",
    "unsigned ",
    "struct q { int n; double *u; } ",
    "typedef double real;",
    "return;",
    "return x;",
    "break;",
    "continue;",
    "goto out;",
    "out:",
    "{",
    "}",
    "(",
    "18446744073709551616",
    "é\u{202e}𝄞",
];

/// What is repeated to make deep nests and long lists.
const NESTS: [&str; 14] = [
    "(",
    "[",
    "{",
    "a[",
    "&",
    "-",
    "if x {",
    "for i in 0..n {",
    "a[i] + ",
    "(1 + ",
    ".x",
    "#[hp5::task]",
    "|x| ",
    "\n",
];

/// A small generator (splitmix64): the same numbers on every machine.
pub struct Random(pub u64);

impl Random {
    /// The next number.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `most`, which is at least 1.
    pub fn below(&mut self, most: usize) -> usize {
        // The remainder is below `most`, so it fits.
        usize::try_from(self.next() % (most as u64)).unwrap_or(0)
    }

    fn pick<'a>(&mut self, list: &'a [impl AsRef<str>]) -> &'a str {
        list[self.below(list.len())].as_ref()
    }
}
