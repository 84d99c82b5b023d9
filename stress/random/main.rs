//! `random_programs --programs 10000 --seed 1`: random programs against their serial twins.
//!
//! `--show SEED` prints the program of a seed instead; with `--c` the programs are C with `#pragma hp5`, and
//! with `--checked` beside it their accesses are held against what their tasks declare. With `--idioms` they are
//! C made of what people write.

use std::process::ExitCode;

use hp5_stress::random::{c, campaign, generate, idioms, render};

/// What the command line says.
struct Options {
    programs: usize,
    seed: u64,
    show: Option<u64>,
    c: bool,
    checked: bool,
    idioms: bool,
}

fn main() -> ExitCode {
    let options = match options(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(what) => {
            eprintln!(
                "random_programs: {what}\nusage: random_programs [--c [--checked] | --idioms] [--programs N] [--seed S] [--show SEED]"
            );
            return ExitCode::from(2);
        }
    };
    let (programs, seed) = (options.programs, options.seed);
    if options.idioms {
        let report = idioms::campaign(programs, seed, |line| eprintln!("{line}"));
        println!("{report}");
        return if report.is_good() {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        };
    }
    let (report, good) = match (options.show.map(generate::program), options.c) {
        (Some(shown), true) => (c::render::render(&shown, 0), true),
        (Some(shown), false) => (render::render(&shown), true),
        (None, true) => {
            let report = c::campaign(programs, seed, options.checked, |line| eprintln!("{line}"));
            (report.to_string(), report.failures.is_empty())
        }
        (None, false) => {
            let report = campaign(programs, seed, |line| eprintln!("{line}"));
            (report.to_string(), report.is_good())
        }
    };
    println!("{report}");
    if good {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn options(mut arguments: impl Iterator<Item = String>) -> Result<Options, String> {
    let mut options = Options {
        programs: 300,
        seed: 1,
        show: None,
        c: false,
        checked: false,
        idioms: false,
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
            "--c" => options.c = true,
            "--checked" => options.checked = true,
            "--idioms" => options.idioms = true,
            _ => return Err(format!("unknown option `{name}`")),
        }
    }
    Ok(options)
}
