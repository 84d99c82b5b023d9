//! Random spaces.

use std::fmt::Write as _;

use super::Maker;

/// What a space is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    /// Un-partitioned: whole arrays, in sequence.
    Whole,
    /// Cut: any stage.
    Cut,
    /// One row of dimension 1 per LPU.
    Row,
    /// Rows cut along dimension 2.
    Across,
    /// Rows, with sub-partitions along dimension 2.
    Pieces,
    /// Rows cut further, within a sub-partition.
    Inside,
}

/// How one dimension is cut.
#[derive(Debug, Clone)]
pub(super) struct Cut {
    /// From 0.
    pub dimension: usize,
    /// Name of the function, and its arguments.
    pub function: &'static str,
    pub arguments: Vec<String>,
}

/// A space.
#[derive(Debug, Clone)]
pub(super) struct Space {
    pub letter: char,
    pub parent: Option<usize>,
    pub role: Use,
    pub cuts: Vec<Cut>,
    /// Elements of padding on both sides of every cut.
    pub padding: usize,
    pub dynamic: bool,
    /// Whether it takes the line from Root, not from its parent.
    pub relative: bool,
    /// Of sub-partitions: argument of their size, and the order if there is one.
    pub pieces: Option<(String, &'static str)>,
    /// Padding of these.
    pub pieces_padding: &'static str,
}

impl Maker {
    /// Makes one to four spaces.
    pub(super) fn make_spaces(&mut self) {
        self.add(None, Use::Whole);
        for _ in 0..1 + self.rng.below(2) {
            let parent = if self.rng.percent(40) { Some(0) } else { None };
            let cut = self.add(parent, Use::Cut);
            if self.rng.percent(50) {
                self.add(Some(cut), Use::Cut);
            }
        }
        if self.rank > 1 && self.rng.percent(40) {
            let row = self.add(None, Use::Row);
            self.add(Some(row), Use::Across);
        }
        if self.rank > 1 && self.rng.percent(40) {
            let pieces = self.add(None, Use::Pieces);
            if self.rng.percent(40) {
                self.add(Some(pieces), Use::Inside);
            }
        }
    }

    fn add(&mut self, parent: Option<usize>, role: Use) -> usize {
        let letter = char::from(b'A' + u8::try_from(self.spaces.len()).unwrap_or(0));
        let mut space = Space {
            letter,
            parent,
            role,
            cuts: Vec::new(),
            padding: 0,
            dynamic: role != Use::Whole && self.rng.percent(15),
            pieces: None,
            pieces_padding: "",
            relative: role == Use::Cut && parent.is_some() && self.rng.percent(25),
        };
        match role {
            Use::Whole => {}
            Use::Row => space.cuts.push(Cut {
                dimension: 0,
                function: "block_size",
                arguments: vec!["1".into()],
            }),
            Use::Across => space.cuts.push(self.cut(1, true)),
            Use::Inside => space.cuts.push(self.cut(0, true)),
            Use::Pieces => {
                space.cuts.push(self.cut(0, true));
                let order = *self.rng.pick(&["", " ascends", " descends"]);
                space.pieces = Some((self.parameter(), order));
                if self.stale && self.is_rich() {
                    space.pieces_padding = *self.rng.pick(&["", " padding(1)", " padding(0, 2)"]);
                }
            }
            Use::Cut => {
                let blocks = self.rng.percent(65);
                for dimension in 0..self.rank {
                    // At least one dimension is cut.
                    let last = dimension + 1 == self.rank && space.cuts.is_empty();
                    if last || self.rng.percent(65) {
                        let cut = self.cut(dimension, !blocks);
                        space.cuts.push(cut);
                    }
                }
                if blocks {
                    space.padding = self.rng.below(5);
                }
            }
        }
        self.spaces.push(space);
        self.spaces.len() - 1
    }

    fn cut(&mut self, dimension: usize, any: bool) -> Cut {
        let functions: &[&'static str] = if any {
            &["block_size", "block_count", "stride", "block_stride"]
        } else {
            &["block_size", "block_count"]
        };
        let function = *self.rng.pick(functions);
        let mut arguments = vec![if self.rng.percent(20) {
            (1 + self.rng.below(4)).to_string()
        } else {
            self.parameter()
        }];
        if function == "block_stride" && self.rng.percent(80) {
            arguments.push(self.parameter());
        }
        Cut {
            dimension,
            function,
            arguments,
        }
    }
}

impl Space {
    /// True where every element is in exactly one LPU, within one LPU of the parent.
    pub(super) fn is_exact(&self) -> bool {
        self.padding == 0
    }

    fn instruction(&self, cut: &Cut) -> String {
        let padding = match self.padding {
            0 => String::new(),
            // More than is needed on one side.
            n if n % 2 == 0 => format!(" padding({n}, {})", n + 1),
            n => format!(" padding({n})"),
        };
        format!("{}({}){padding}", cut.function, cut.arguments.join(", "))
    }

    /// As it stands in the Partition section.
    pub(super) fn text(&self, rank: usize, names: &[String]) -> String {
        let mut text = format!("        Space {}", self.letter);
        let _ = match self.role {
            Use::Whole => write!(text, " <un-partitioned>"),
            _ => write!(text, " <{}d>", self.cuts.len()),
        };
        if self.dynamic {
            text += " <dynamic>";
        }
        if let Some(parent) = self.parent {
            let parent = char::from(b'A' + u8::try_from(parent).unwrap_or(0));
            let what = match self.role {
                Use::Inside => "sub-partitions",
                _ => "partitions",
            };
            let _ = write!(text, " divides Space {parent} {what}");
        }
        text += " {\n";
        let instructions: Vec<String> = self.cuts.iter().map(|c| self.instruction(c)).collect();
        let dimensions: Vec<String> = self
            .cuts
            .iter()
            .map(|c| format!("dim{}", c.dimension + 1))
            .collect();
        // Without names of dimensions where those are all of them in order.
        let chosen = if self.cuts.len() == rank {
            String::new()
        } else {
            format!("<{}>", dimensions.join(", "))
        };
        let cut: Vec<String> = names.iter().map(|n| format!("{n}{chosen}")).collect();
        let _ = match self.role {
            Use::Whole => writeln!(text, "            {}, line, copy", names.join(", ")),
            Use::Cut => writeln!(
                text,
                "            {}: {}\n            line: replicated{}",
                cut.join(", "),
                instructions.join(", "),
                if self.relative {
                    "; relative to Space Root"
                } else {
                    ""
                }
            ),
            Use::Row | Use::Pieces | Use::Inside => writeln!(
                text,
                "            {}, line: {}",
                cut.join(", "),
                instructions.join(", ")
            ),
            Use::Across => writeln!(
                text,
                "            {}: {}",
                cut.join(", "),
                instructions.join(", ")
            ),
        };
        if let Some((size, order)) = &self.pieces {
            let nature = if order.is_empty() {
                "unordered"
            } else {
                "ordered"
            };
            let cut: Vec<String> = names.iter().map(|n| format!("{n}<dim2>")).collect();
            let _ = writeln!(
                text,
                "            Sub-partition <1d> <{nature}> {{\n                {}: \
                 block_size({size}){}{order}\n            }}",
                cut.join(", "),
                self.pieces_padding
            );
        }
        text += "        }\n";
        text
    }
}
