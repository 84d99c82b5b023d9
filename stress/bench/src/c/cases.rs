//! What is measured of each example: its usual sizes, and other classes and phases of some.

use super::build::Example;

/// A row of the table: an example and what it is called with.
#[derive(Debug)]
pub struct Case {
    /// What `--only` and the table call it: the example's name, with what is special behind it.
    pub name: String,
    pub example: Example,
    pub arguments: &'static [&'static str],
}

/// Sizes for `--quick`, where the usual ones take long.
const QUICK: [(&str, &[&str]); 12] = [
    ("bodies", &["200", "2"]),
    ("cholesky", &["4", "16"]),
    ("fft", &["12", "1"]),
    ("floyd-warshall", &["64", "16"]),
    ("jacobi-levels", &["100", "4"]),
    ("lattice-boltzmann", &["2"]),
    ("npb-mg", &["S"]),
    ("red-black", &["100", "20"]),
    ("smith-waterman", &["200", "50"]),
    ("sparse-lu", &["6", "8"]),
    ("tend-lin", &["32", "31", "4", "1"]),
    ("wave", &["100", "5"]),
];

/// An example, what a row of its own is called, its arguments, and those for `--quick`.
type More = (
    &'static str,
    &'static str,
    &'static [&'static str],
    &'static [&'static str],
);

const MORE: [More; 3] = [
    ("npb-mg", "A", &["A"], &["S"]),
    (
        "tend-lin",
        "stencil",
        &["720", "361", "30", "10", "stencil"],
        &["32", "31", "4", "1", "stencil"],
    ),
    (
        "tend-lin",
        "filter",
        &["720", "361", "30", "10", "filter"],
        &["32", "31", "4", "1", "filter"],
    ),
];

/// The rows of these examples.
pub fn cases(examples: Vec<Example>, quick: bool) -> Vec<Case> {
    let mut cases = Vec::new();
    for example in examples {
        let small = QUICK.iter().find(|(name, _)| *name == example.name);
        let case = |name, arguments| Case {
            name,
            example: example.clone(),
            arguments,
        };
        cases.push(case(
            example.name.clone(),
            small.filter(|_| quick).map_or(&[][..], |(_, a)| a),
        ));
        let more = MORE.iter().filter(|(name, ..)| *name == example.name);
        cases.extend(more.map(|&(name, special, usual, small)| {
            case(
                format!("{name}-{special}"),
                if quick { small } else { usual },
            )
        }));
    }
    cases
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_and_phases_have_rows_of_their_own() {
        let example = |name: &str| Example {
            name: name.to_owned(),
            program: name.to_owned(),
        };
        let rows = |quick| {
            let cases = cases(vec![example("npb-mg"), example("new")], quick);
            let row = |case: Case| (case.name, case.arguments.join(" "));
            cases.into_iter().map(row).collect::<Vec<_>>()
        };
        let row = |name: &str, arguments: &str| (name.to_owned(), arguments.to_owned());
        assert_eq!(
            rows(false),
            [row("npb-mg", ""), row("npb-mg-A", "A"), row("new", "")]
        );
        assert_eq!(
            rows(true),
            [row("npb-mg", "S"), row("npb-mg-A", "S"), row("new", "")]
        );
    }
}
