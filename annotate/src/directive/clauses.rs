//! The clauses of task directives, the same in all languages: names, and what their values say.
//!
//! Languages differ in how a section is spelled, and in nothing else; so [`Clauses::read`] is given
//! the reader of sections.

use super::{Clause, SectionItem, Text, mode_of, split, tile_size, unknown_clause};
use crate::diag::{Diagnostic, Diagnostics, Severity, codes};
use crate::ir::{Mode, Reduction, Target, TileSize};

/// Clauses that tasks take.
pub const CLAUSES: [&str; 10] = [
    "in",
    "out",
    "inout",
    "reduction",
    "private",
    "if",
    "nested",
    "priority",
    "name",
    "map",
];

/// Reads the items of `in(..)`, `out(..)`, `inout(..)`.
pub type ReadSections = fn(&Text, &mut Diagnostics) -> Vec<SectionItem>;

/// Clauses of a task, before the nest is known.
#[derive(Default)]
pub struct Clauses {
    /// Tile sizes, by the variables of their loops.
    pub tiles: Vec<(Text, TileSize)>,
    /// What the task uses.
    pub sections: Vec<(Mode, SectionItem)>,
    /// Scalars that tasks combine values into.
    pub reductions: Vec<Reduction>,
    /// Names of which each task has its own.
    pub privates: Vec<String>,
    /// `final(..)` of C.
    pub included: Option<String>,
    /// `if(..)`.
    pub condition: Option<String>,
    /// `priority(..)`.
    pub priority: Option<String>,
    /// `name(..)`.
    pub name: Option<String>,
    /// `map(..)`.
    pub target: Target,
    /// `nested`.
    pub nested: bool,
}

impl Clauses {
    /// Reads `i = 64`.
    pub fn read_tile(&mut self, clause: &Clause, diags: &mut Diagnostics) {
        let Some(value) = &clause.value else { return };
        if let Some(tile) = tile_size(value, diags) {
            let name = &clause.name;
            match self.tiles.iter().any(|(var, _)| var.text == name.text) {
                true => diags.push(duplicate(clause)),
                false => self.tiles.push((name.clone(), tile)),
            }
        }
    }

    /// Reads a clause that is no tile size.
    pub fn read(&mut self, clause: &Clause, sections: ReadSections, diags: &mut Diagnostics) {
        let name = clause.name.text.as_str();
        if !CLAUSES.contains(&name) {
            let d = unknown_clause(clause, &CLAUSES);
            diags.push(match clause.form {
                ':' => d.help(format!("the tile size of a loop is written `{name} = ..`")),
                _ if name.starts_with(|c: char| c.is_ascii_digit()) => {
                    d.help(format!("say of which loop, as in `task_tile(i = {name})`"))
                }
                // As it is written in C.
                _ if name == "tasktile" => {
                    let size = clause.value.as_ref().map_or("8", |v| v.text.as_str());
                    d.help(format!("say of which loop, as in `task_tile(i = {size})`"))
                }
                _ => d,
            });
            return;
        }
        if name == "nested" {
            if clause.value.is_some() {
                diags.push(error(
                    codes::SYNTAX,
                    "`nested` takes no value",
                    &clause.name,
                ));
            }
            self.nested = true;
            return;
        }
        let Some(value) = clause.value.as_ref().filter(|v| !v.text.is_empty()) else {
            let message = format!("`{name}` needs a value, `{name}(..)`");
            diags.push(error(codes::SYNTAX, message, &clause.name));
            return;
        };
        if let Some(mode) = mode_of(name) {
            let items = sections(value, diags).into_iter();
            self.sections.extend(items.map(|item| (mode, item)));
            return;
        }
        let once = match name {
            "reduction" => return self.reductions.extend(reductions(value, diags)),
            "private" => {
                let names = split(value, ',').into_iter();
                return self.privates.extend(names.map(|t| t.text));
            }
            "map" => {
                self.target = target(clause, value, diags);
                return;
            }
            "if" => &mut self.condition,
            "priority" => &mut self.priority,
            _ => &mut self.name,
        };
        if once.replace(value.text.clone()).is_some() {
            diags.push(duplicate(clause));
        }
    }
}

fn error(code: &'static str, message: impl Into<String>, place: &Text) -> Diagnostic {
    Diagnostic::new(Severity::Error, code, message, place.span.clone())
}

/// Reports a clause that stands twice.
pub fn duplicate(clause: &Clause) -> Diagnostic {
    let message = format!("`{}` is given twice", clause.name.text);
    error(codes::DUPLICATE, message, &clause.name)
}

fn target(clause: &Clause, value: &Text, diags: &mut Diagnostics) -> Target {
    match value.text.as_str() {
        "master" => Target::Master,
        "acc" => {
            let message = "map(acc) falls back to a PPU";
            let span = clause.name.span.clone();
            let note = Diagnostic::new(Severity::Note, codes::ACCELERATOR, message, span);
            diags.push(note);
            Target::Accelerator
        }
        other => {
            let message = format!("`map({other})`: expected `master` or `acc`");
            diags.push(error(codes::SYNTAX, message, value));
            Target::Ppu
        }
    }
}

/// The operator of a reduction and its names, at the first colon that is none of a path.
pub fn names_of_reduction(text: &str) -> Option<(&str, &str)> {
    let bytes = text.as_bytes();
    let colon = |at: usize| bytes.get(at) == Some(&b':');
    let single = |at: &usize| colon(*at) && !colon(at + 1) && (*at == 0 || !colon(at - 1));
    let at = (0..bytes.len()).find(single)?;
    Some((&text[..at], &text[at + 1..]))
}

/// The path of a type: its last name begins with a capital letter.
fn is_type(text: &str) -> bool {
    let path = text.split('<').next().unwrap_or("");
    let mut names = path.trim_start_matches("::").split("::").map(str::trim);
    let word =
        |name: &str| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    let last = path.rsplit("::").next().unwrap_or("").trim();
    names.all(word) && last.starts_with(|c: char| c.is_uppercase())
}

/// `+: x, y`, `ordered min: x`, `own::Operator: x`.
fn reductions(value: &Text, diags: &mut Diagnostics) -> Vec<Reduction> {
    let Some((operator, names)) = names_of_reduction(&value.text) else {
        let message = "expected `reduction(op: x)`";
        diags.push(error(codes::SYNTAX, message, value));
        return Vec::new();
    };
    let (ordered, operator) = match operator.trim().strip_prefix("ordered") {
        Some(rest) => (true, rest.trim()),
        None => (false, operator.trim()),
    };
    let op = match operator {
        "+" | "-" => "Add",
        "*" => "Mul",
        "min" => "Min",
        "max" => "Max",
        "&" => "BitAnd",
        "|" => "BitOr",
        "^" => "BitXor",
        "&&" => "And",
        "||" => "Or",
        other if is_type(other) => "Own",
        other => {
            let message = match other {
                "" => "an operator is missing before `:`".to_owned(),
                other => format!("unknown operator `{other}`"),
            };
            let d = error(codes::REDUCTION, message, value);
            diags.push(d.help(
                "operators: + * min max & | ^ && ||, with `ordered` before it for serial order, or a type of your own (`impl hp5::ReduceOp<..>`)",
            ));
            return Vec::new();
        }
    };
    if names.trim().is_empty() {
        let message = "a reduction of no variable: expected `reduction(op: x)`";
        diags.push(error(codes::SYNTAX, message, value));
    }
    let names = names
        .split(',')
        .map(|n| n.trim().trim_start_matches('*').trim());
    names
        .filter(|n| !n.is_empty())
        .map(|name| Reduction {
            to_write: false,
            op,
            own: (op == "Own").then(|| operator.to_owned()),
            ordered,
            name: name.to_owned(),
            span: value.span.clone(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_each_clause_in_both_languages() {
        let page = include_str!("../../../docs/directives.md");
        let rows = page.lines().filter(|line| line.starts_with("| [`"));
        let mut listed: Vec<String> = Vec::new();
        for row in rows {
            let cells: Vec<&str> = row.trim_matches('|').split(" | ").collect();
            let name = |cell: &str| -> String {
                let text = cell.trim().trim_start_matches(['[', '`']);
                text.chars().take_while(|c| c.is_alphanumeric()).collect()
            };
            if let [rust, c, _] = cells.as_slice()
                && CLAUSES.contains(&name(rust).as_str())
            {
                assert_eq!(name(rust), name(c), "{row}");
                listed.push(name(rust));
            }
        }
        assert_eq!(listed, CLAUSES);
    }
}
