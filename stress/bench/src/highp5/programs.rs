//! Which programs, of what size, with which arguments.

use std::path::Path;

/// Results may differ by so much of the greatest value: sums are taken in different orders.
pub const TOLERANCE: f64 = 1e-9;

/// What a file of a program is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A number given as it stands, by the name of the argument.
    Value,
    /// An array that is read.
    Input,
    /// An array of reals that is written, of so many dimensions.
    Output(usize),
    /// An array of Integers that is written.
    Integers,
    /// A number that is written.
    Number,
}

/// A program of the paper.
#[derive(Debug)]
pub struct Program {
    /// Its folder in `examples/highp5`, and its name in C.
    pub name: &'static str,
    /// Its arguments in the order of the C program.
    pub arguments: &'static [(&'static str, Kind)],
    /// Numbers: sizes of inputs, and values of arguments.
    full: &'static [(&'static str, &'static str)],
    /// The same for a trial.
    quick: &'static [(&'static str, &'static str)],
    /// What else runs, by the name of its C file, with a library if it needs one.
    pub beside: Option<(&'static str, Option<&'static str>)>,
}

use Kind::{Input, Integers, Number, Output, Value};

/// All of them.
pub const PROGRAMS: [Program; 5] = [
    Program {
        name: "matrix-multiply",
        arguments: &[
            ("input_file_1", Input),
            ("input_file_2", Input),
            ("k", Value),
            ("l", Value),
            ("q", Value),
            ("output_file", Output(2)),
        ],
        full: &[("n", "2048"), ("k", "256"), ("l", "256"), ("q", "256")],
        quick: &[("n", "50"), ("k", "16"), ("l", "16"), ("q", "20")],
        beside: Some(("openblas", Some("openblas"))),
    },
    Program {
        name: "block-lu",
        arguments: &[
            ("input_matrix_file", Input),
            ("block_size", Value),
            ("upper_matrix_file", Output(2)),
            ("lower_matrix_file", Output(2)),
            ("pivot_matrix_file", Integers),
        ],
        full: &[("n", "2048"), ("block_size", "64")],
        quick: &[("n", "40"), ("block_size", "8")],
        beside: None,
    },
    Program {
        name: "conjugate-gradient",
        arguments: &[
            ("arg_matrix_cols", Input),
            ("arg_matrix_rows", Input),
            ("arg_matrix_vals", Input),
            ("known_vector", Input),
            ("prediction_vector", Input),
            ("maxIterations", Value),
            ("precision", Value),
            ("solution_vector", Output(1)),
        ],
        full: &[
            ("n", "1000"),
            ("maxIterations", "40"),
            ("precision", "1e-20"),
            ("r", "125000"),
            ("b", "125000"),
        ],
        quick: &[
            ("n", "12"),
            ("maxIterations", "3"),
            ("precision", "1e-20"),
            ("r", "16"),
            ("b", "16"),
        ],
        beside: None,
    },
    Program {
        name: "monte-carlo",
        arguments: &[
            ("precision", Value),
            ("max_rounds", Value),
            ("cell_length", Value),
            ("grid_dim", Value),
            ("points_per_cell", Value),
            ("b", Value),
            ("output_file", Number),
        ],
        full: &[
            ("precision", "0.001"),
            ("max_rounds", "5"),
            ("cell_length", "10"),
            ("grid_dim", "512"),
            ("points_per_cell", "50"),
            ("b", "32"),
        ],
        quick: &[
            ("precision", "0.001"),
            ("max_rounds", "2"),
            ("cell_length", "10"),
            ("grid_dim", "20"),
            ("points_per_cell", "5"),
            ("b", "8"),
        ],
        beside: None,
    },
    Program {
        name: "stencil",
        arguments: &[
            ("input_file", Input),
            ("iterations", Value),
            ("output_file", Output(2)),
        ],
        full: &[
            ("n", "4096"),
            ("iterations", "100"),
            ("k", "16"),
            ("l", "1"),
            ("m", "1"),
            ("n", "1"),
            ("p1", "10"),
            ("p2", "10"),
        ],
        quick: &[
            ("n", "60"),
            ("iterations", "4"),
            ("k", "3"),
            ("l", "2"),
            ("m", "2"),
            ("n", "1"),
            ("p1", "2"),
            ("p2", "2"),
        ],
        beside: Some(("stencil-reuse", None)),
    },
];

impl Program {
    /// Its numbers.
    pub fn size(&self, quick: bool) -> &'static [(&'static str, &'static str)] {
        if quick { self.quick } else { self.full }
    }

    /// Its numbers, for people.
    pub fn title(&self, size: &[(&str, &str)]) -> String {
        let parts: Vec<String> = size
            .iter()
            .map(|(name, value)| format!("{name} {value}"))
            .collect();
        parts.join(", ")
    }

    /// Where a file of a side is.
    pub fn file(&self, folder: &Path, side: &str, argument: &str, kind: Kind) -> String {
        let name = match kind {
            Kind::Input => format!("{argument}.npy"),
            Kind::Number => format!("{argument}-{side}.txt"),
            _ => format!("{argument}-{side}.npy"),
        };
        folder.join(name).to_string_lossy().into_owned()
    }

    /// Names and values of the arguments of a side: those that the C program takes, then those
    /// that only the partition needs.
    pub fn arguments<'s>(
        &self,
        size: &[(&'s str, &str)],
        folder: &Path,
        side: &str,
    ) -> Vec<(&'s str, String)>
    where
        'static: 's,
    {
        let of = |name: &str| {
            size.iter()
                .rev()
                .find(|(n, _)| *n == name)
                .map_or("", |(_, v)| *v)
        };
        let mut list: Vec<(&'s str, String)> = Vec::new();
        for &(name, kind) in self.arguments {
            let value = match kind {
                Kind::Value => of(name).to_owned(),
                _ => self.file(folder, side, name, kind),
            };
            list.push((name, value));
        }
        if side == super::build::HIGHP5 {
            // The first number is the size of inputs where there are some.
            let inputs = usize::from(size.first().is_some_and(|(name, _)| *name == "n"));
            for &(name, value) in &size[inputs..] {
                if list.iter().all(|(known, _)| *known != name) {
                    list.push((name, value.to_owned()));
                }
            }
        }
        list
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Every argument of the HighP5 programs is given, and no other.
    #[test]
    fn arguments_are_those_of_the_programs() {
        for program in &PROGRAMS {
            let path = super::super::build::source(program.name);
            let text = std::fs::read_to_string(&path).expect("the program is there");
            let mut found = hp5_annotate::diag::Diagnostics::default();
            let checked = hp5_annotate::highp5::check(&text, &mut found).expect("it is right");
            let wanted: BTreeSet<String> = checked
                .coordinator
                .into_iter()
                .flat_map(|coordinator| coordinator.arguments)
                .map(|argument| argument.name)
                .collect();
            for quick in [false, true] {
                let size = program.size(quick);
                let list = program.arguments(size, Path::new("/f"), super::super::build::HIGHP5);
                let given: BTreeSet<String> =
                    list.iter().map(|(name, _)| (*name).to_owned()).collect();
                assert_eq!(given, wanted, "{}", program.name);
                assert!(list.iter().all(|(_, value)| !value.is_empty()));
                let by_place = program.arguments(size, Path::new("/f"), "C");
                assert_eq!(by_place.len(), program.arguments.len());
            }
        }
    }
}
