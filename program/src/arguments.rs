//! The command line of a program: `name=value` for each of its arguments.

use std::collections::BTreeMap;
use std::fmt;
use std::process::ExitCode;

use hp5::rt;

use crate::{Fault, Given, Run, TaskSpaces};

/// Types of arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `Integer`.
    Integer,
    /// `Real`, of either width.
    Real,
    /// `Boolean`.
    Boolean,
    /// `Character`.
    Character,
    /// `String`.
    Text,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Integer => "Integer",
            Kind::Real => "Real",
            Kind::Boolean => "Boolean (TRUE or FALSE)",
            Kind::Character => "Character",
            Kind::Text => "String",
        })
    }
}

/// An argument of a program.
#[derive(Debug, Clone, Copy)]
pub struct Argument {
    /// Its name.
    pub name: &'static str,
    /// Its type.
    pub kind: Kind,
}

/// A program.
#[derive(Debug)]
pub struct Program {
    /// Where it stands.
    pub site: rt::Site,
    /// Its arguments.
    pub arguments: &'static [Argument],
    /// Its tasks, in the order of the text.
    pub tasks: &'static [TaskSpaces],
    /// The mapping that it was translated with.
    pub mapping: Option<Given>,
}

/// Arguments as they were given, each of its type.
#[derive(Debug, Clone, Default)]
pub struct Parsed(BTreeMap<&'static str, String>);

impl Parsed {
    /// From `name=value` words.
    ///
    /// # Errors
    /// For words that are none, unknown or missing names, and values of another type.
    pub fn new(
        known: &[Argument],
        words: impl IntoIterator<Item = String>,
    ) -> Result<Parsed, Fault> {
        let mut parsed = Parsed::default();
        let help = || usage(known);
        let wrong = |what: String| Fault::Arguments(format!("{what}\n{}", help()));
        for word in words {
            let Some((name, value)) = word.split_once('=') else {
                return Err(wrong(format!("`{word}` is no argument: write name=value")));
            };
            let Some(argument) = known.iter().find(|argument| argument.name == name) else {
                return Err(wrong(format!("the program has no argument `{name}`")));
            };
            if !fits(argument.kind, value) {
                let kind = argument.kind;
                return Err(wrong(format!(
                    "`{value}` is no value for `{name}`, which is {kind}"
                )));
            }
            if parsed.0.insert(argument.name, value.to_owned()).is_some() {
                return Err(wrong(format!("`{name}` is given twice")));
            }
        }
        match known.iter().find(|a| !parsed.0.contains_key(a.name)) {
            Some(missing) => Err(wrong(format!("`{}` is missing", missing.name))),
            None => Ok(parsed),
        }
    }

    fn given(&self, name: &str) -> &str {
        self.0.get(name).map_or("", String::as_str)
    }

    /// The value of a number that [`Parsed::new`] held against its type; 0 for other names.
    #[must_use]
    pub fn number<T: std::str::FromStr + Default>(&self, name: &str) -> T {
        self.given(name).parse().unwrap_or_default()
    }

    /// The value of a Boolean.
    #[must_use]
    pub fn truth(&self, name: &str) -> bool {
        self.given(name).eq_ignore_ascii_case("true")
    }

    /// The value of a Character.
    #[must_use]
    pub fn character(&self, name: &str) -> u8 {
        self.given(name).bytes().next().unwrap_or(0)
    }

    /// The value of a String.
    #[must_use]
    pub fn text(&self, name: &str) -> String {
        self.given(name).to_owned()
    }
}

fn fits(kind: Kind, value: &str) -> bool {
    match kind {
        Kind::Integer => value.parse::<i32>().is_ok(),
        Kind::Real => value.parse::<f64>().is_ok(),
        Kind::Boolean => ["true", "false"]
            .iter()
            .any(|v| value.eq_ignore_ascii_case(v)),
        Kind::Character => value.len() == 1,
        Kind::Text => true,
    }
}

fn usage(known: &[Argument]) -> String {
    let mut text = "arguments, as name=value:".to_owned();
    for argument in known {
        text += &format!("\n  {:<20} {}", argument.name, argument.kind);
    }
    if known.is_empty() {
        text += " none";
    }
    text
}

/// Runs a program: its arguments from the command line, its faults to standard error. Exit
/// status 1 for faults, 2 for wrong arguments.
#[must_use]
pub fn main(
    program: &'static Program,
    coordinator: fn(&Run, &Parsed) -> Result<(), Fault>,
) -> ExitCode {
    let words: Vec<String> = std::env::args_os()
        .skip(1)
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    if words.iter().any(|word| word == "--help" || word == "-h") {
        println!("{}", usage(program.arguments));
        return ExitCode::SUCCESS;
    }
    let run = |parsed: Parsed| {
        crate::times::whole(|| {
            let run = Run::new(program)?;
            coordinator(&run, &parsed)?;
            run.end()
        })
    };
    match Parsed::new(program.arguments, words).and_then(run) {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("error: {fault}");
            ExitCode::from(if matches!(fault, Fault::Arguments(_)) {
                2
            } else {
                1
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: [Argument; 2] = [
        Argument {
            name: "n",
            kind: Kind::Integer,
        },
        Argument {
            name: "file",
            kind: Kind::Text,
        },
    ];

    fn parse(words: &[&str]) -> Result<Parsed, String> {
        let words = words.iter().map(|w| (*w).to_owned());
        Parsed::new(&KNOWN, words).map_err(|fault| fault.to_string())
    }

    #[test]
    fn arguments_are_held_against_their_types() {
        let parsed = parse(&["n=-3", "file=a=b"]).unwrap();
        assert_eq!(
            (parsed.number::<i32>("n"), parsed.text("file")),
            (-3, "a=b".into())
        );
        for (words, says) in [
            (&["n"][..], "name=value"),
            (&["m=3"], "no argument `m`"),
            (&["n=x"], "`x` is no value for `n`"),
            (&["n=1", "n=2"], "twice"),
            (&["n=1"], "`file` is missing"),
        ] {
            let error = parse(words).unwrap_err();
            assert!(error.contains(says) && error.contains("Integer"), "{error}");
        }
    }
}
