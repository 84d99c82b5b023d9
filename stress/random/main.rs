//! `random_programs --programs 10000 --seed 1`: random programs against their serial twins.
//!
//! `--show SEED` prints the program of a seed instead; with `--c` the programs are C with `#pragma hp5`, and
//! with `--checked` beside it their accesses are held against what their tasks declare. With `--idioms` they are
//! made of what people write, with `--clauses` their clauses may be too small.

use std::fmt::Display;
use std::process::ExitCode;

use hp5_stress::random::{Language, c, campaign, clauses, generate, idioms, render};

/// What is drawn.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Sections,
    Idioms,
    Clauses,
}

/// What the command line says.
struct Options {
    programs: usize,
    seed: u64,
    show: Option<u64>,
    kind: Kind,
    language: Language,
    checked: bool,
}

fn main() -> ExitCode {
    let options = match options(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(what) => {
            eprintln!(
                "random_programs: {what}\nusage: random_programs [--idioms | --clauses] [--c [--checked]] [--programs N] [--seed S] [--show SEED]"
            );
            return ExitCode::from(2);
        }
    };
    if let Some(seed) = options.show {
        println!("{}", shown(&options, seed));
        return ExitCode::SUCCESS;
    }
    let (programs, seed, c) = (
        options.programs,
        options.seed,
        options.language == Language::C,
    );
    let said = |line: &str| eprintln!("{line}");
    match options.kind {
        Kind::Clauses => {
            let report = clauses::campaign(options.language, programs, seed, said);
            ended(&report, report.is_good())
        }
        Kind::Idioms => {
            let report = idioms::campaign(options.language, programs, seed, said);
            ended(&report, report.is_good())
        }
        Kind::Sections if c => {
            let report = c::campaign(programs, seed, options.checked, said);
            ended(&report, report.failures.is_empty())
        }
        Kind::Sections => {
            let report = campaign(programs, seed, said);
            ended(&report, report.is_good())
        }
    }
}

fn ended(report: &impl Display, good: bool) -> ExitCode {
    println!("{report}");
    if good {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn shown(options: &Options, seed: u64) -> String {
    match (options.kind, options.language) {
        (Kind::Clauses, language) => {
            clauses::render::render(&clauses::draw::program(seed), language, 0)
        }
        (Kind::Idioms, language) => idioms::text(language, seed),
        (Kind::Sections, Language::C) => c::render::render(&generate::program(seed), 0),
        (Kind::Sections, Language::Rust) => render::render(&generate::program(seed)),
    }
}

fn options(mut arguments: impl Iterator<Item = String>) -> Result<Options, String> {
    let mut options = Options {
        programs: 300,
        seed: 1,
        show: None,
        kind: Kind::Sections,
        language: Language::Rust,
        checked: false,
    };
    while let Some(name) = arguments.next() {
        let mut number = || {
            let text = arguments
                .next()
                .ok_or_else(|| format!("{name} needs a number"))?;
            text.parse::<u64>()
                .map_err(|_| format!("{name}: `{text}` is no whole number"))
        };
        match name.as_str() {
            "--programs" => options.programs = number()? as usize,
            "--seed" => options.seed = number()?,
            "--show" => options.show = Some(number()?),
            "--c" => options.language = Language::C,
            "--checked" => options.checked = true,
            "--idioms" => options.kind = Kind::Idioms,
            "--clauses" => options.kind = Kind::Clauses,
            _ => return Err(format!("unknown option `{name}`")),
        }
    }
    Ok(options)
}
