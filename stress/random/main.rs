//! `random_programs --programs 10000 --seed 1`: random programs against their serial twins.
//!
//! `--show SEED` prints the program of a seed instead.

use std::process::ExitCode;

use hp5_stress::random::{campaign, generate, render};

fn main() -> ExitCode {
    match options(std::env::args().skip(1)) {
        Ok((_, _, Some(show))) => {
            print!("{}", render::render(&generate::program(show)));
            ExitCode::SUCCESS
        }
        Ok((programs, seed, None)) => {
            let report = campaign(programs, seed, |line| eprintln!("{line}"));
            println!("{report}");
            if report.is_good() {
                ExitCode::SUCCESS
            } else {
                ExitCode::FAILURE
            }
        }
        Err(what) => {
            eprintln!(
                "random_programs: {what}\nusage: random_programs [--programs N] [--seed S] [--show SEED]"
            );
            ExitCode::from(2)
        }
    }
}

fn options(
    mut arguments: impl Iterator<Item = String>,
) -> Result<(usize, u64, Option<u64>), String> {
    let (mut programs, mut seed, mut show) = (300, 1, None);
    while let Some(name) = arguments.next() {
        let mut number = || {
            let text = arguments
                .next()
                .ok_or_else(|| format!("{name} needs a number"))?;
            text.parse::<u64>()
                .map_err(|_| format!("{name}: `{text}` is no whole number"))
        };
        match name.as_str() {
            "--programs" => programs = number()? as usize,
            "--seed" => seed = number()?,
            "--show" => show = Some(number()?),
            _ => return Err(format!("unknown option `{name}`")),
        }
    }
    Ok((programs, seed, show))
}
