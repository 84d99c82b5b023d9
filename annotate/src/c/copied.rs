//! Functions of the C library that get a part of an array and say how long it is: `memcpy(&b[i * m], a[i], m *
//! sizeof *b)`, `memset(u[i], 0, sizeof u[i])`, `qsort(&a[i * m], m, sizeof a[0], by_value)`.

use tree_sitter::Node;

use super::body::Body;
use super::declared::{self, Level};
use super::parts::{Part, unqualified};
use super::syntax::{Source, field, peel, place_name, root_of};
use crate::ir::{LoopInfo, Mode, Poly};

/// What such a function does with an argument: its number, and how it uses what that leads to.
type Given = &'static [(usize, Mode)];

/// Its length, as arguments of the function.
#[derive(Clone, Copy)]
enum Length {
    Bytes(usize),
    Elements(usize, usize),
}

const fn known(name: &str) -> Option<(Given, Length)> {
    Some(match name.as_bytes() {
        b"memcpy" | b"memmove" => (&[(0, Mode::Out), (1, Mode::In)], Length::Bytes(2)),
        b"memset" => (&[(0, Mode::Out)], Length::Bytes(2)),
        b"qsort" => (&[(0, Mode::InOut)], Length::Elements(1, 2)),
        _ => return None,
    })
}

impl Body<'_> {
    /// Notes which elements the function uses of a part of an array that is argument `n`; false where that
    /// does not show.
    pub(super) fn walk_copied(
        &mut self,
        src: &Source,
        name: &str,
        (arguments, n): (&[Node], usize),
    ) -> bool {
        let Some((given, length)) = known(name) else {
            return false;
        };
        let mode = given.iter().find(|(at, _)| *at == n).map(|(_, mode)| *mode);
        let part = self.part(src, arguments[n]).filter(|part| part.left() == 1);
        let Some((mode, part)) = mode.zip(part) else {
            return false;
        };
        let count = match length {
            Length::Bytes(at) => (arguments.get(at)).and_then(|n| self.count(src, *n, &part)),
            Length::Elements(count, size) => {
                let size = arguments.get(size).and_then(|n| self.count(src, *n, &part));
                let one = size == Some(Poly::constant(1));
                let count = arguments.get(count).filter(|_| one);
                count.and_then(|n| self.env.poly(src, *n))
            }
        };
        let Some(count) = count else {
            return false;
        };
        let each = LoopInfo {
            atom: self.env.fresh(&format!("{name}:i")),
            lo: Some(Poly::constant(0)),
            hi: Some(count),
            exact: false,
        };
        let index = part.first.plus(&Poly::atom(each.atom.as_str()));
        let each = [each];
        if index.is_none() || !self.stays(&part, index.as_ref(), &each) {
            return false;
        }
        self.loops.extend(each);
        self.walk_way(src, arguments[n]);
        let before = part.before.iter().cloned().map(Some);
        let index = before.chain([index]).collect();
        self.note_part(&part, self.span(arguments[n]), mode, index);
        true
    }

    /// So many elements of the part are so many bytes: `m * sizeof(double)`, `sizeof u[i]`.
    fn count(&self, src: &Source, bytes: Node, part: &Part) -> Option<Poly> {
        let bytes = peel(bytes);
        let sides = field(bytes, "left").zip(field(bytes, "right"));
        match (bytes.kind(), sides) {
            ("sizeof_expression", _) => self.elements_in(src, bytes, part),
            ("binary_expression", Some((left, right)))
                if src.text(field(bytes, "operator")?) == "*" =>
            {
                let of = |size: Node, count: Node| {
                    let size = self.count(src, size, part)?;
                    size.times(&self.env.poly(src, count)?)
                };
                of(left, right).or_else(|| of(right, left))
            }
            _ if matches!(part.of.as_str(), "char" | "unsigned char" | "signed char") => {
                self.env.poly(src, bytes)
            }
            _ => None,
        }
    }

    /// Elements of the part in what `sizeof` is asked of.
    fn elements_in(&self, src: &Source, node: Node, part: &Part) -> Option<Poly> {
        let one = Poly::constant(1);
        let value = field(node, "value").map(peel);
        // A type that the file defines looks like a variable.
        let of = field(node, "type").or(value.filter(|value| {
            value.kind() == "identifier" && self.declaration(src, *value).is_none()
        }));
        if let Some(of) = of {
            let named = match declared::type_named(src, of, src.text(of)) {
                Some(found) => unqualified(src, &found),
                None => src.text(of).to_owned(),
            };
            return (named == part.of).then_some(one);
        }
        let value = value?;
        let found = self.beginning_with(src, value)?;
        // Of a pointer that the code declares it would be the pointer's own.
        let own = place_name(src, value).is_some_and(|name| self.env.is_local(root_of(&name)));
        match found.left() {
            _ if found.of != part.of => None,
            0 => Some(one),
            1 if !own => {
                let Level::Array(Some(length)) = &found.levels[found.before.len()] else {
                    return None;
                };
                let root = self.file.tree.root_node();
                let length = root.descendant_for_byte_range(length.start, length.end)?;
                self.env.poly(self.file, length)
            }
            _ => None,
        }
    }
}
