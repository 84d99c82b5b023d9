//! Reading the machine descriptions of HighP5's authors (`.ml`).
//!
//! ```text
//! Model: CPU-Only-Model             // optional; a file may hold several
//! Space 3:          Node  (1)
//! Space 2<segment>: CPU   (4)      // memory is separate from here up
//! Space 1<core>:    Core  (16)
//! ```
//!
//! Highest space first: its number, what one unit is called, how many there are in each unit
//! of the space above. The form has no figures; figure-less spaces count as having none, but
//! for the lowest one, which computes.

use std::ops::Range;

use crate::describe::error::{DescribeError, nearest};
use crate::describe::scan::Cursor;
use crate::machine::{MOST_LEAVES, MOST_LEVELS, Machine};
use crate::space::{Compute, Role, Space};

/// The ending of such files.
pub(super) const ENDING: &str = ".ml";

const FORM: &str = "a space is written as `Space 2: Name (count)`";
const ONE: &str = "one space, or one model, on a line; comments begin with //";
const TAGS: [&str; 4] = ["core", "gpu", "segment", "unit"];

struct Reader<'t> {
    text: &'t str,
    name: &'t str,
}

/// A model in the making.
struct Model {
    name: String,
    spaces: Vec<Space>,
    /// Number of the space read last.
    number: usize,
    units: u64,
    span: Range<usize>,
}

/// The models of a file, in its order.
pub(super) fn machines(text: &str, name: &str) -> Result<Vec<Machine>, DescribeError> {
    let reader = Reader { text, name };
    let mut models: Vec<Model> = Vec::new();
    let mut start = 0;
    for whole in text.split_inclusive('\n') {
        let end = start + whole.trim_end().len();
        let mut cursor = Cursor::over(text, name, start..end);
        start += whole.len();
        if !cursor.is_at_end() {
            reader.line(cursor, &mut models)?;
        }
    }
    if models.is_empty() {
        let help = "write a line for each level, highest first, as in `Space 2: CPU (4)`";
        return Err(reader.error(0..0, "a machine without spaces", help));
    }
    models
        .into_iter()
        .map(|model| reader.finish(model))
        .collect()
}

impl<'t> Reader<'t> {
    fn error(
        &self,
        span: Range<usize>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> DescribeError {
        let help = Some(help.into());
        DescribeError::at(self.name, self.text, span, message.into(), help)
    }

    fn line(&self, mut rest: Cursor<'t>, models: &mut Vec<Model>) -> Result<(), DescribeError> {
        let (word, span) = rest.word();
        match word.to_ascii_lowercase().as_str() {
            "model" => {
                rest.expect(":", "a model is written as `Model: Name`")?;
                let (name, span) = rest.name("the model's name")?;
                rest.end(ONE)?;
                models.push(Model::new(name, span));
                Ok(())
            }
            "space" => {
                if models.is_empty() {
                    models.push(Model::new("", 0..0));
                }
                match models.last_mut() {
                    Some(model) => self.space(rest, model),
                    None => Ok(()),
                }
            }
            _ => {
                let near = nearest(word, ["Space", "Model"]);
                let hint = near.map(|near| format!("did you mean `{near}`? "));
                let help = format!(
                    "{}lines are `Space 2<core>: Name (count)` or `Model: Name`",
                    hint.unwrap_or_default()
                );
                let found = match word {
                    "" => "a line that is no space".to_owned(),
                    word => format!("`{word}` is no space"),
                };
                Err(self.error(span, found, help))
            }
        }
    }

    fn space(&self, mut rest: Cursor<'t>, model: &mut Model) -> Result<(), DescribeError> {
        let (number, number_span) = rest.number("the space's number", FORM)?;
        let tag = match rest.eat("<") {
            false => None,
            true => {
                let (tag, span) = rest.word();
                let known = TAGS.iter().find(|known| known.eq_ignore_ascii_case(tag));
                let help = format!(
                    "marks are {}",
                    TAGS.map(|tag| format!("<{tag}>")).join(", ")
                );
                let tag = known
                    .ok_or_else(|| self.error(span, format!("there is no mark `<{tag}>`"), help))?;
                rest.expect(">", "a mark ends with `>`")?;
                Some(*tag)
            }
        };
        rest.expect(":", FORM)?;
        let (name, name_span) = rest.name("what one unit is called")?;
        rest.expect(
            "(",
            "the number of units stands in parentheses, as in `(4)`",
        )?;
        let (count, count_span) = rest.number("a number of units", FORM)?;
        rest.expect(
            ")",
            "the number of units stands in parentheses, as in `(4)`",
        )?;
        rest.end(ONE)?;
        let expected = model
            .number
            .checked_sub(1)
            .filter(|_| !model.spaces.is_empty());
        let in_order = match (model.spaces.is_empty(), expected) {
            (true, _) => (1..=MOST_LEVELS).contains(&number),
            (false, expected) => number > 0 && expected == Some(number),
        };
        if !in_order {
            let help = format!(
                "spaces are numbered from the highest, of {MOST_LEVELS} at most, down to 1, \
                 without gaps"
            );
            return Err(self.error(
                number_span,
                format!("space {number} cannot stand here"),
                help,
            ));
        }
        if count == 0 {
            let help = "leave a space out where a machine does not have it; counts begin at 1";
            return Err(self.error(count_span, "a count of 0", help));
        }
        let named = |space: &Space| space.name.eq_ignore_ascii_case(name);
        if model.spaces.iter().any(named) {
            let help = "give one of them another name; mapping files refer to spaces by name";
            return Err(self.error(
                name_span,
                format!("a second space is called `{name}`"),
                help,
            ));
        }
        model.units = model.units.saturating_mul(count as u64);
        if model.units > MOST_LEAVES {
            let help = "counts are per unit of the space above, not totals";
            let message = format!(
                "that makes {} units, more than any machine has",
                model.units
            );
            return Err(self.error(count_span, message, help));
        }
        model.number = number;
        model.spaces.push(space_of(name, count, tag));
        Ok(())
    }

    fn finish(&self, model: Model) -> Result<Machine, DescribeError> {
        let Model {
            name,
            mut spaces,
            number,
            span,
            ..
        } = model;
        if spaces.is_empty() {
            let help = "write a line for each level, highest first, as in `Space 2: CPU (4)`";
            return Err(self.error(span, format!("model `{name}` has no spaces"), help));
        }
        if number != 1 {
            let message = format!("the lowest space has number {number}");
            return Err(self.error(span, message, "spaces are numbered down to 1"));
        }
        let mut below: Option<Space> = None;
        while let Some(mut space) = spaces.pop() {
            match below.take() {
                Some(sub) => space.spaces.push(sub),
                // Figures are not known, but something has to compute.
                None => space.compute = Some(Compute::default()),
            }
            below = Some(space);
        }
        let name = match name.is_empty() {
            true => stem(self.name),
            false => name,
        };
        let root = below.unwrap_or_else(|| Space::new("machine", 1));
        let mut machine = Machine::new(name, root);
        machine.source = Some(format!("{}, a description without figures", self.name));
        Ok(machine)
    }
}

impl Model {
    fn new(name: &str, span: Range<usize>) -> Model {
        Model {
            name: name.to_owned(),
            spaces: Vec::new(),
            number: 0,
            units: 1,
            span,
        }
    }
}

fn space_of(name: &str, count: usize, tag: Option<&str>) -> Space {
    let mut space = Space::new(name, count);
    match tag {
        Some("core") => space.role = Role::Core,
        Some("gpu") => space.role = Role::Accelerator,
        Some("segment") => space.note = Some("memory is separate from here up".to_owned()),
        _ => {}
    }
    space
}

/// `hermes` of `/machines/hermes.ml`.
fn stem(file: &str) -> String {
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
    name.strip_suffix(ENDING).unwrap_or(name).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERMES: &str = "
Space 6:          Node      (1)
Space 5<unit>:    Socket    (4)
Space 4<segment>: CPU       (4)   // memory is separate from here up
Space 3:          NUMA-Node (2)
Space 2:          Core-Pair (4)
Space 1<core>:    Core      (2)   // core numbering starts here
";

    #[test]
    fn the_authors_example_is_read() {
        let machines = machines(HERMES, "machines/hermes.ml").unwrap();
        assert_eq!(machines.len(), 1);
        let levels = machines[0].levels().unwrap();
        let levels: Vec<_> = levels.iter().map(|(s, n)| (s.name.as_str(), *n)).collect();
        let wanted = [
            ("Node", 1),
            ("Socket", 4),
            ("CPU", 16),
            ("NUMA-Node", 32),
            ("Core-Pair", 128),
            ("Core", 256),
        ];
        assert_eq!(levels, wanted);
        assert_eq!(machines[0].name, "hermes");
        let again = Machine::from_toml(&machines[0].to_toml(), "again").unwrap();
        assert_eq!(again, machines[0]);
    }

    #[test]
    fn a_file_may_hold_several_models() {
        let text = "Model: CPU-Only-Model\nSpace 2: Node (8)\nspace 1<core>: core(16)\n\
                    Model: Hybrid-Model\nSpace 3<gpu>: GPU (1)\nSpace 2: SM (13)\nSpace 1: Warp (16)";
        let machines = machines(text, "super.ml").unwrap();
        let names: Vec<_> = machines.iter().map(|m| m.name.as_str()).collect();
        assert_eq!(names, ["CPU-Only-Model", "Hybrid-Model"]);
        let leaves: Vec<_> = machines.iter().map(Machine::ppu_count).collect();
        assert_eq!(leaves, [128, 208]);
        assert_eq!(machines[1].root().role, Role::Accelerator);
    }

    #[test]
    fn what_is_wrong_is_said_where_it_is() {
        let cases = [
            ("", 1, 1, "a machine without spaces"),
            (
                "Space 2: A (1)\nSpaec 1: B (2)",
                2,
                1,
                "`Spaec` is no space",
            ),
            (
                "Space 2: A (1)\nSpace 2: B (2)",
                2,
                7,
                "space 2 cannot stand here",
            ),
            (
                "Space 1: A (1)\nSpace 0: B (2)",
                2,
                7,
                "space 0 cannot stand here",
            ),
            ("Space 2: A (1)", 1, 1, "the lowest space has number 2"),
            ("Space 1<disc>: A (1)", 1, 9, "there is no mark `<disc>`"),
            ("Space 1: A (0)", 1, 13, "a count of 0"),
            ("Space 1: A 4", 1, 12, "expected `(`, found `4`"),
            ("Space 1: A (4", 1, 14, "expected `)`, found the end"),
            (
                "Space x: A (4)",
                1,
                7,
                "expected the space's number, found `x`",
            ),
            ("Space 1: A (4) B", 1, 16, "`B` cannot stand here"),
            (
                "Space 2: A (4)\nSpace 1: a (4)",
                2,
                10,
                "a second space is called `a`",
            ),
            (
                "Model:\nSpace 1: A (4)",
                1,
                7,
                "expected the model's name, found the end",
            ),
            ("Model: M", 1, 8, "model `M` has no spaces"),
            (
                "Space 1: A (99999999999999)",
                1,
                13,
                "that makes 99999999999999 units, more than any machine has",
            ),
            (
                "Space 1: A (99999999999999999999999)",
                1,
                13,
                "expected a number of units, found `99999999999999999999999`",
            ),
        ];
        for (text, line, column, message) in cases {
            let error = machines(text, "m.ml").unwrap_err();
            let found = (error.line, error.column, error.message.as_str());
            assert_eq!(found, (line, column, message), "{text}\n{error}");
            assert!(error.help.is_some());
        }
    }
}
