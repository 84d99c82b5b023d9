//! What of a run's results is compared, and how two results differ.
//!
//! Results are bytes: lines of standard output, and files. Only lines that a person chose are
//! compared, because programs print times between them.

use regex::bytes::Regex;

use crate::cli::CliError;

/// Lines with this word are what is compared when nobody says otherwise and there are any:
/// programs that print a digest of their result as a rule print times beside it.
const MARK: &str = r"(?i)\bfingerprint\b";

/// Most columns of a line that a difference shows.
const SHOWN: usize = 160;

/// Which lines of standard output count.
#[derive(Debug, Clone)]
pub struct Selection {
    compare: Vec<Regex>,
    ignore: Vec<Regex>,
}

/// A line that counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Its number in the output, from 1.
    pub number: usize,
    /// Its text, or what the groups of the expression caught of it.
    pub text: Vec<u8>,
}

impl Selection {
    /// Lines that match one of `compare` (all, when there is none) and none of `ignore`.
    ///
    /// # Errors
    /// That an expression is none.
    pub fn new(compare: &[String], ignore: &[String]) -> Result<Selection, CliError> {
        let parse = |option: &str, list: &[String]| {
            let regex = |text: &String| {
                Regex::new(text).map_err(|error| {
                    let error = error.to_string();
                    let why = error.lines().last().unwrap_or_default().trim_start_matches("error: ");
                    CliError::Usage(format!(
                        "{option} '{text}' is no regular expression: {why}\n  \
                         help: signs such as ( ) [ ] * + ? . need a \\ before them to stand for themselves"
                    ))
                })
            };
            list.iter().map(regex).collect::<Result<Vec<_>, _>>()
        };
        Ok(Selection {
            compare: parse("--compare", compare)?,
            ignore: parse("--ignore", ignore)?,
        })
    }

    /// The same where somebody chose; else lines with the word `fingerprint`, if `output` has
    /// some. True when these were taken.
    #[must_use]
    pub fn or_marked(self, output: &[u8]) -> (Selection, bool) {
        let mark = Regex::new(MARK).ok();
        match mark.filter(|mark| mark.is_match(output)) {
            Some(mark) if self.compare.is_empty() && self.ignore.is_empty() => {
                let selection = Selection {
                    compare: vec![mark],
                    ignore: Vec::new(),
                };
                (selection, true)
            }
            _ => (self, false),
        }
    }

    /// The lines of `output` that count.
    #[must_use]
    pub fn lines(&self, output: &[u8]) -> Vec<Line> {
        let output = output.strip_suffix(b"\n").unwrap_or(output);
        if output.is_empty() {
            return Vec::new();
        }
        let lines = output.split(|&byte| byte == b'\n').enumerate();
        lines
            .filter(|(_, line)| !self.ignore.iter().any(|regex| regex.is_match(line)))
            .filter_map(|(at, line)| {
                let text = self.text(line)?;
                Some(Line {
                    number: at + 1,
                    text,
                })
            })
            .collect()
    }

    /// What counts of a line.
    fn text(&self, line: &[u8]) -> Option<Vec<u8>> {
        if self.compare.is_empty() {
            return Some(line.to_vec());
        }
        let caught = self.compare.iter().find_map(|regex| regex.captures(line))?;
        if caught.len() == 1 {
            return Some(line.to_vec());
        }
        let groups = caught.iter().skip(1).flatten();
        Some(
            groups
                .map(|group| group.as_bytes())
                .collect::<Vec<_>>()
                .join(&b' '),
        )
    }
}

/// How two results differ: lines for a person.
pub type Difference = Vec<String>;

/// Holds `found` against `wanted`; `names` are what each is called.
#[must_use]
pub fn lines(
    wanted: &[Line],
    found: &[Line],
    tolerance: Option<f64>,
    what: &str,
    names: (&str, &str),
) -> Option<Difference> {
    let equal = |pair: &(Option<&Line>, Option<&Line>)| match pair {
        (Some(a), Some(b)) => same(&a.text, &b.text, tolerance),
        _ => false,
    };
    let length = wanted.len().max(found.len());
    let pairs = (0..length).map(|at| (wanted.get(at), found.get(at)));
    let differing: Vec<_> = pairs.filter(|pair| !equal(pair)).collect();
    let (a, b) = *differing.first()?;
    let number = a.or(b).map_or(0, |line| line.number);
    let show = |line: Option<&Line>| line.map_or("(no such line)".to_owned(), |l| shown(&l.text));
    let width = names.0.len().max(names.1.len());
    let mut text = vec![
        format!("line {number} of {what}:"),
        format!("  {:>width$}: {}", names.0, show(a)),
        format!("  {:>width$}: {}", names.1, show(b)),
    ];
    if differing.len() > 1 {
        text.push(format!(
            "  and {} more of {length} compared lines",
            differing.len() - 1
        ));
    }
    Some(text)
}

/// Holds the bytes of a file against each other, by lines where they are text.
#[must_use]
pub fn files(
    wanted: Option<&[u8]>,
    found: Option<&[u8]>,
    tolerance: Option<f64>,
    file: &str,
    names: (&str, &str),
) -> Option<Difference> {
    let (a, b) = match (wanted, found) {
        (None, None) => return None,
        (Some(_), None) => return Some(vec![format!("{file} was not written")]),
        (None, Some(_)) => {
            return Some(vec![format!(
                "{file} was written, by the {} run it was not",
                names.0
            )]);
        }
        (Some(a), Some(b)) if a == b => return None,
        (Some(a), Some(b)) => (a, b),
    };
    let whole = Selection {
        compare: Vec::new(),
        ignore: Vec::new(),
    };
    if std::str::from_utf8(a).is_ok() && std::str::from_utf8(b).is_ok() {
        let difference = lines(&whole.lines(a), &whole.lines(b), tolerance, file, names);
        if difference.is_some() || tolerance.is_some() {
            return difference;
        }
        return Some(vec![format!("{file} differs in its last line's end")]);
    }
    let at = a.iter().zip(b).position(|(x, y)| x != y);
    let count = a.iter().zip(b).filter(|(x, y)| x != y).count();
    Some(match at {
        Some(at) => vec![format!(
            "{file}: byte {at} is {:#04x}, {} {:#04x}; {count} of {} bytes differ",
            b[at],
            names.0,
            a[at],
            a.len().min(b.len())
        )],
        None => vec![format!(
            "{file} has {} bytes, {} {}",
            b.len(),
            names.0,
            a.len()
        )],
    })
}

fn shown(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    let mut short: String = text.chars().take(SHOWN).collect();
    if short.len() < text.len() {
        short.push_str(" ..");
    }
    short
        .escape_debug()
        .to_string()
        .replace("\\\"", "\"")
        .replace("\\'", "'")
}

/// True for equal bytes and, with a tolerance, for texts whose numbers differ by no more than
/// that part of the larger one (or of 1, where both are smaller).
fn same(a: &[u8], b: &[u8], tolerance: Option<f64>) -> bool {
    let Some(tolerance) = tolerance.filter(|_| a != b) else {
        return a == b;
    };
    let (Ok(a), Ok(b)) = (std::str::from_utf8(a), std::str::from_utf8(b)) else {
        return false;
    };
    let (a, b) = (pieces(a), pieces(b));
    let close = |(x, y): (&Piece, &Piece)| match (x, y) {
        (Piece::Number(_, x), Piece::Number(_, y)) => {
            x == y || (x - y).abs() <= tolerance * x.abs().max(y.abs()).max(1.0)
        }
        (Piece::Text(x), Piece::Text(y)) => x == y,
        _ => false,
    };
    a.len() == b.len() && a.iter().zip(&b).all(close)
}

/// A line in pieces.
#[derive(Debug, PartialEq)]
enum Piece<'t> {
    Text(&'t str),
    Number(&'t str, f64),
}

/// Cuts a text at its words; words that are numbers as a whole count as such, so that the
/// digits of `a1f3` do not.
fn pieces(text: &str) -> Vec<Piece<'_>> {
    let part_of_word = |c: char| c.is_alphanumeric() || matches!(c, '.' | '+' | '-' | '_');
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let word = part_of_word(first);
        let end = rest.find(|c| part_of_word(c) != word).unwrap_or(rest.len());
        let (piece, after) = rest.split_at(end);
        rest = after;
        // A full stop behind a number ends a sentence.
        let (number, stop) = match piece.strip_suffix('.') {
            Some(number) => (number, "."),
            None => (piece, ""),
        };
        match number.parse::<f64>() {
            Ok(value) if word && value.is_finite() => {
                pieces.push(Piece::Number(number, value));
                pieces.push(Piece::Text(stop));
            }
            _ => pieces.push(Piece::Text(piece)),
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    fn selection(compare: &[&str], ignore: &[&str]) -> Selection {
        let own = |list: &[&str]| list.iter().map(|s| (*s).to_owned()).collect::<Vec<_>>();
        Selection::new(&own(compare), &own(ignore)).unwrap()
    }

    fn texts(selection: &Selection, output: &str) -> Vec<(usize, String)> {
        let lines = selection.lines(output.as_bytes()).into_iter();
        lines
            .map(|l| (l.number, String::from_utf8(l.text).unwrap()))
            .collect()
    }

    #[test]
    fn lines_are_chosen() {
        let output = "n 5\ntime 0.3 s\nsum 7, time 0.2 s\n";
        let all = texts(&selection(&[], &[]), output);
        assert_eq!(all.len(), 3);
        assert_eq!(texts(&selection(&[], &["^time"]), output).len(), 2);
        let sum = (3, "sum 7, time 0.2 s".to_owned());
        assert_eq!(texts(&selection(&["sum"], &[]), output), [sum]);
        assert_eq!(
            texts(&selection(&[r"sum (\d+)"], &[]), output),
            [(3, "7".to_owned())]
        );
        assert_eq!(
            texts(&selection(&[""], &["s$"]), output),
            [(1, "n 5".to_owned())]
        );
        assert_eq!(texts(&selection(&[], &[]), ""), []);
    }

    #[test]
    fn marked_lines_are_taken_when_nobody_chose() {
        let output = b"time 3\nFingerprint 00ff\n";
        let (marked, true) = selection(&[], &[]).or_marked(output) else {
            panic!("there is a mark");
        };
        assert_eq!(marked.lines(output).len(), 1);
        assert!(!selection(&[""], &[]).or_marked(output).1);
        assert!(!selection(&[], &["x"]).or_marked(output).1);
        assert!(!selection(&[], &[]).or_marked(b"fingerprints\n").1);
    }

    #[test]
    fn a_wrong_expression_is_refused_in_words() {
        let error = Selection::new(&["(".to_owned()], &[])
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("--compare '(' is no regular expression: unclosed group"),
            "{error}"
        );
    }

    fn differ(a: &str, b: &str, tolerance: Option<f64>) -> Option<Difference> {
        let whole = selection(&[], &[]);
        let (a, b) = (whole.lines(a.as_bytes()), whole.lines(b.as_bytes()));
        lines(&a, &b, tolerance, "the output", ("serial", "this run"))
    }

    #[test]
    fn the_first_difference_is_shown_and_the_others_counted() {
        assert_eq!(differ("a\nb\n", "a\nb\n", None), None);
        let text = differ("a\nb\nc\n", "a\nx\ty\nz\nw\n", None).unwrap();
        assert_eq!(
            text,
            [
                "line 2 of the output:",
                "    serial: b",
                "  this run: x\\ty",
                "  and 2 more of 4 compared lines"
            ]
        );
        assert!(differ("a\n", "", None).unwrap()[2].ends_with("(no such line)"));
    }

    #[test]
    fn a_tolerance_is_for_numbers_only() {
        let close = |a, b, tolerance| differ(a, b, Some(tolerance)).is_none();
        assert!(close("sum 1000.0, ok", "sum 1000.001, ok", 1e-5));
        assert!(!close("sum 1000.0, ok", "sum 1000.1, ok", 1e-5));
        assert!(!close("sum 1000.0, ok", "sum 1000.0, no", 1e-5));
        assert!(close("-1e-20 and 2.", "3e-20 and 2.", 1e-9));
        assert!(!close("1 and -1", "1 and 1", 1e-3));
        assert!(
            !close("mark 1a2", "mark 1a3", 0.9),
            "digits of a word are no number"
        );
        assert!(!close("NaN", "1", 0.9) && !close("1 2", "1", 0.9) && close("inf", "inf", 0.1));
    }

    #[test]
    fn files_differ_by_line_byte_or_length() {
        let names = ("serial", "this run");
        let differ = |a: Option<&[u8]>, b: Option<&[u8]>| files(a, b, None, "f", names);
        assert_eq!(differ(None, None), None);
        assert_eq!(differ(Some(b"a"), Some(b"a")), None);
        assert_eq!(differ(Some(b"a"), None).unwrap(), ["f was not written"]);
        assert!(differ(None, Some(b"a")).unwrap()[0].contains("f was written"));
        assert_eq!(
            differ(Some(b"a\nb"), Some(b"a\nc")).unwrap()[0],
            "line 2 of f:"
        );
        assert!(differ(Some(b"a\n"), Some(b"a")).unwrap()[0].contains("last line"));
        assert_eq!(
            differ(Some(&[0, 200, 1]), Some(&[0, 201, 2])).unwrap(),
            ["f: byte 1 is 0xc9, serial 0xc8; 2 of 3 bytes differ"]
        );
        assert_eq!(
            differ(Some(&[200]), Some(&[200, 2])).unwrap(),
            ["f has 2 bytes, serial 1"]
        );
        assert_eq!(
            files(Some(b"x 1.0"), Some(b"x 1.00001"), Some(1e-3), "f", names),
            None
        );
    }
}
