//! Programs with clauses as texts of C and of Rust.

use super::draw::{ARRAYS, Access, Nest, Program, Step, Way};
use super::expressions::{Expr, NAMES};
use crate::random::Language;

/// The text of a program; `number` is its number in a batch.
#[must_use]
pub fn render(program: &Program, language: Language, number: usize) -> String {
    match language {
        Language::C => c(program, number),
        Language::Rust => rust(program),
    }
}

impl Access {
    /// The element: its array or row, and its index there.
    fn place(&self) -> (String, String) {
        let (last, rows) = self.index.split_last().expect("a dimension");
        let rows: String = rows.iter().map(|index| format!("[{index}]")).collect();
        let last = match self.way {
            Way::LookedUp => format!("at[{last}]"),
            _ => last.to_string(),
        };
        (format!("{}{rows}", ARRAYS[self.array].0), last)
    }

    fn value(&self, language: Language) -> String {
        let (of, last) = self.place();
        match (self.way, language) {
            (Way::Called, Language::C) => format!("get({of}, {last})"),
            (Way::Called, Language::Rust) => format!("get(&{of}, {last})"),
            _ => format!("{of}[{last}]"),
        }
    }

    fn set(&self, language: Language, value: &str) -> String {
        let (of, last) = self.place();
        match (self.way, language) {
            (Way::Called, Language::C) => format!("put({of}, {last}, {value});"),
            _ => format!("{of}[{last}] = {value};"),
        }
    }

    fn section(&self, language: Language) -> String {
        let one = |part: &Option<(Expr, Expr)>| match (language, part) {
            (Language::C, None) => "[0:32]".to_owned(),
            (Language::Rust, None) => "..".to_owned(),
            (Language::C, Some((first, count))) if *count == Expr::Number(1) => {
                format!("[{first}]")
            }
            (Language::C, Some((first, count))) => format!("[{first}:{count}]"),
            (Language::Rust, Some((first, count))) if *count == Expr::Number(1) => {
                first.to_string()
            }
            (Language::Rust, Some((first, count))) => {
                format!("{first}..{}", first.clone().with('+', count.clone()))
            }
        };
        let parts: Vec<String> = self.section.iter().map(one).collect();
        let name = ARRAYS[self.array].0;
        match language {
            Language::C => format!("{name}{}", parts.concat()),
            Language::Rust => format!("{name}[{}]", parts.join(", ")),
        }
    }
}

impl Nest {
    fn clauses(&self, language: Language) -> String {
        let read: Vec<String> = self.sources.iter().map(|a| a.section(language)).collect();
        let way = if self.updates { "inout" } else { "out" };
        let comma = if language == Language::C { " " } else { ", " };
        format!(
            "in({}){comma}{way}({})",
            read.join(", "),
            self.target.section(language)
        )
    }

    fn statement(&self, language: Language) -> String {
        let old = match self.updates {
            true => format!("{} * 7 + ", self.target.value(language)),
            false => String::new(),
        };
        let read: Vec<String> = self.sources.iter().map(|a| a.value(language)).collect();
        let value = format!("({old}{} * 3 + 1) % 1009", read.join(" + "));
        let set = self.target.set(language, &value);
        match (self.guarded, language) {
            (false, _) => set,
            (true, Language::C) => format!("if (d[i] > 3) {{ {set} }}"),
            (true, Language::Rust) => format!("if d[i] > 3 {{ {set} }}"),
        }
    }

    fn text(&self, language: Language) -> String {
        let head = |name: &str, (from, to): &(Expr, Expr)| match language {
            Language::C => format!("for (int {name} = {from}; {name} < {to}; {name}++)"),
            Language::Rust => format!("for {name} in {from}..{to}"),
        };
        let mut body = self.statement(language);
        if let Some(bounds) = &self.inner {
            body = format!("{} {{ {body} }}", head("j", bounds));
        }
        let (outer, clauses) = (head("i", &self.outer), self.clauses(language));
        match (language, self.tile) {
            (Language::C, Some(tile)) => {
                format!("#pragma hp5 do tasktile({tile}) {clauses}\n        {outer} {{ {body} }}\n")
            }
            (Language::C, None) => {
                format!(
                    "        {outer} {{\n#pragma hp5 task {clauses}\n            {{ {body} }}\n        }}\n"
                )
            }
            (Language::Rust, Some(tile)) => {
                format!("    #[hp5::task_tile(i = {tile}, {clauses})]\n    {outer} {{ {body} }}\n")
            }
            (Language::Rust, None) => {
                format!(
                    "    {outer} {{\n        #[hp5::task({clauses})]\n        {{ {body} }}\n    }}\n"
                )
            }
        }
    }
}

fn steps(program: &Program, language: Language) -> String {
    let step = |step: &Step| match step {
        Step::Nest(nest) => nest.text(language),
        Step::Between { array, at, writes } => {
            let element = format!("{}[{at}]", ARRAYS[*array].0);
            match writes {
                true => format!("        {element} = ({element} + q) % 1009;\n"),
                false => format!("        q = (q * 31 + {element}) % 10007;\n"),
            }
        }
    };
    program.steps.iter().map(step).collect()
}

fn arguments(program: &Program) -> String {
    let values: Vec<String> = program.values[2..]
        .iter()
        .map(ToString::to_string)
        .collect();
    values.join(", ")
}

fn c(program: &Program, number: usize) -> String {
    let brackets =
        |lengths: &[i64]| -> String { lengths.iter().map(|n| format!("[{n}]")).collect() };
    let mut text =
        "#include \"random.h\"\nstatic const long d[64] = {5, 1, 4, 2, 8, 0, 3, 9, 6, 1, 7, 2};\n\
         static int at[256];\n\
         static __attribute__((unused)) long get(const long *v, int t) { return v[t]; }\n\
         static __attribute__((unused)) void put(long *v, int t, long x) { v[t] = x; }\n"
            .to_owned();
    let own = if program.handed { "cells_" } else { "" };
    for (name, lengths) in ARRAYS {
        text += &format!("static long {own}{name}{};\n", brackets(lengths));
    }
    let names: Vec<String> = NAMES[2..]
        .iter()
        .map(|name| format!("int {name}"))
        .collect();
    let mut parameters = names.join(", ");
    let mut template = "";
    let mut handed = arguments(program);
    if program.handed {
        parameters += ", long *a, long *b, long *c, long g[32][32], long (*h)[32]";
        template = "#pragma hp5 array_tile dim(256) dimtile(4) arrvar(a, b, c)\n";
        for (name, _) in ARRAYS {
            handed += &format!(", cells_{name}");
        }
    }
    let steps = steps(program, Language::C);
    text += &format!(
        "static long region({parameters}) {{\n    long q = 1;\n    (void)n; (void)m; (void)k; (void)parts;\n\
         #pragma hp5 region\n    {{\n{template}{steps}    }}\n    return q;\n}}\n\
         uint64_t program_{number}(void) {{\n    uint64_t digest = 1;\n"
    );
    let whole = |name: &str, n: usize| {
        format!(
            "    for (size_t t = 0; t < sizeof {own}{name} / sizeof(long); t++) ((long *){own}{name})[t] = (t * 37 + {n}) % 101;\n"
        )
    };
    text += "    for (int t = 0; t < 256; t++) at[t] = t;\n";
    text += &(ARRAYS.iter().enumerate())
        .map(|(n, (name, _))| whole(name, n))
        .collect::<String>();
    text += &format!("    digest = digest_one(digest, region({handed}));\n");
    let digest = |name: &str| {
        format!(
            "    for (size_t t = 0; t < sizeof {own}{name} / sizeof(long); t++) digest = digest_one(digest, ((long *){own}{name})[t]);\n"
        )
    };
    text += &ARRAYS
        .iter()
        .map(|(name, _)| digest(name))
        .collect::<String>();
    text + "    return digest;\n}\n"
}

fn rust(program: &Program) -> String {
    let line = if program.handed {
        "&mut Vec<i64>"
    } else {
        "&mut [i64]"
    };
    let plate = if program.handed {
        "&mut Vec<Vec<i64>>"
    } else {
        "&mut [[i64; 32]; 32]"
    };
    let row = if program.handed {
        "vec![0; 32]"
    } else {
        "[0; 32]"
    };
    let plates = if program.handed {
        format!("vec![{row}; 32]")
    } else {
        format!("[{row}; 32]")
    };
    let template = match program.handed {
        true => "#[hp5::array_tile(a: [4], b: [4], c: [4], g: [1, 8], h: [2, *])]\n",
        false => "",
    };
    let steps = steps(program, Language::Rust);
    let handed = arguments(program);
    format!(
        "#[allow(unused)]\nfn get(v: &[i64], t: usize) -> i64 {{ v[t] }}\n\n\
         #[hp5::region(serial(serial))]\n{template}#[allow(unused)]\n\
         pub fn region(a: {line}, b: {line}, c: {line}, g: {plate}, h: {plate}, d: &[i64], at: &[usize], n: usize, m: usize, k: usize, parts: usize) -> i64 {{\n    \
         let mut q = 1;\n{steps}    q\n}}\n\n\
         pub fn run(parallel: bool) -> u64 {{\n    \
         let line = |n: usize| -> Vec<i64> {{ (0..256).map(|t| ((t * 37 + n) % 101) as i64).collect() }};\n    \
         let (mut a, mut b, mut c) = (line(0), line(1), line(2));\n    \
         let (mut g, mut h) = ({plates}, {plates});\n    \
         for i in 0..32 {{ for j in 0..32 {{ g[i][j] = ((i * 37 + j * 3) % 101) as i64; h[i][j] = ((i * 7 + j * 31) % 101) as i64; }} }}\n    \
         let d = [5, 1, 4, 2, 8, 0, 3, 9, 6, 1, 7, 2, 0, 0, 4, 5, 6, 7, 8, 9, 1, 2, 3, 4];\n    \
         let called = if parallel {{ region }} else {{ serial }};\n    \
         let at: Vec<usize> = (0..256).collect();\n    \
         let q = called(&mut a, &mut b, &mut c, &mut g, &mut h, &d, &at, {handed});\n    \
         let cells = a.iter().chain(&b).chain(&c).chain(g.iter().flatten()).chain(h.iter().flatten());\n    \
         crate::digest(q as u64, cells.map(|&x| x as u64))\n}}\n"
    )
}
