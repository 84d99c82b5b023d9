//! Functions of the C library that get a part of an array and say how long it is: `memcpy(&b[i * m], a[i], m *
//! sizeof *b)`, `memset(u[i], 0, sizeof u[i])`, `qsort(&a[i * m], m, sizeof a[0], by_value)`.

use tree_sitter::Node;

use crate::c::parse::source::{Source, any, expression, field, peel, place_name, root_of};
use crate::c::semantics::declarations::{self, Declared, Level};
use crate::c::semantics::subarrays::Part;
use crate::c::walk::accesses::Body;
use crate::c::walk::subarrays::unqualified;
use crate::ir::{LoopInfo, Mode, Poly};

/// What such a function does with an argument: its number, and how it uses what that leads to.
type Given = &'static [(usize, Mode)];

/// Its length, as arguments of the function.
#[derive(Clone, Copy)]
enum Length {
    Bytes(usize),
    Elements(usize, usize),
}

fn known(name: &str) -> Option<(Given, Length)> {
    Some(match name {
        "memcpy" | "memmove" => (&[(0, Mode::Out), (1, Mode::In)], Length::Bytes(2)),
        "memset" => (&[(0, Mode::Out)], Length::Bytes(2)),
        "qsort" => (&[(0, Mode::InOut)], Length::Elements(1, 2)),
        _ => return None,
    })
}

impl Body<'_> {
    /// Notes which elements the function uses of a part of an array that is argument `n`; false where that
    /// does not show.
    pub(in crate::c) fn walk_copied(
        &mut self,
        src: &Source,
        name: &str,
        (arguments, n): (&[Node], usize),
    ) -> bool {
        let Some((given, length)) = known(name) else {
            return false;
        };
        let mode = given.iter().find(|(at, _)| *at == n).map(|(_, mode)| *mode);
        let part = self.one_row(src, arguments[n]);
        let Some((mode, part)) = mode.zip(part) else {
            return false;
        };
        let count = match length {
            Length::Bytes(at) => (arguments.get(at)).and_then(|n| self.count(src, *n, &part)),
            Length::Elements(count, size) => {
                let size = arguments.get(size).and_then(|n| self.count(src, *n, &part));
                let one = size == Some(Poly::constant(1));
                let count = arguments.get(count).filter(|_| one);
                count.and_then(|n| self.quotient(src, *n, &part))
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
        let index: Vec<Option<Poly>> = before.chain([index]).collect();
        let (span, base) = (self.span(arguments[n]), part.base.clone());
        let indices = vec![span.clone(); index.len()];
        self.note_indexed(&part.name, (span, base), indices, (mode, false), index);
        true
    }

    /// So many elements of the part are so many bytes: `m * sizeof(double)`, `sizeof u[i]`.
    fn count(&self, src: &Source, bytes: Node, part: &Part) -> Option<Poly> {
        let bytes = peel(bytes);
        if let Some(text) = self.stands_for(src, bytes) {
            let inner = expression(&text, src)?;
            return self.count(&inner, inner.value()?, part);
        }
        if bytes.kind() == "sizeof_expression" {
            return self.elements_in(src, bytes, part);
        }
        let of_bytes = || match BYTES.contains(&part.of.as_str()) {
            true => self.env.poly(src, bytes),
            false => None,
        };
        let sides = field(bytes, "left").zip(field(bytes, "right"));
        let Some((left, right)) = sides else {
            return of_bytes();
        };
        let count = |side: Node| self.count(src, side, part);
        match src.text(field(bytes, "operator")?) {
            "*" => {
                let of = |size: Node, times: Node| count(size)?.times(&self.env.poly(src, times)?);
                let sized = |side: Node| any(side, &|n| n.kind() == "sizeof_expression");
                match (sized(left), sized(right)) {
                    (true, false) => of(left, right),
                    (false, true) => of(right, left),
                    _ => of_bytes(),
                }
            }
            "+" => count(left)?.plus(&count(right)?),
            "-" => count(left)?.minus(&count(right)?),
            _ => of_bytes(),
        }
    }

    /// A number of elements: `m`, `sizeof u[i] / sizeof u[i][0]`.
    fn quotient(&self, src: &Source, node: Node, part: &Part) -> Option<Poly> {
        let node = peel(node);
        let operator = field(node, "operator").map_or("", |o| src.text(o));
        let sides = field(node, "left").zip(field(node, "right"));
        match sides.filter(|_| operator == "/") {
            Some((all, one)) => {
                let one = self.count(src, one, part)? == Poly::constant(1);
                self.count(src, all, part).filter(|_| one)
            }
            None => self.env.poly(src, node),
        }
    }

    /// Elements of the part in what `sizeof` is asked of.
    fn elements_in(&self, src: &Source, node: Node, part: &Part) -> Option<Poly> {
        let value = field(node, "value").map(peel);
        // A type that the file defines looks like a variable.
        let of_type = field(node, "type").or(value.filter(|value| {
            value.kind() == "identifier" && self.declaration(src, *value).is_none()
        }));
        let of = |found: &Declared| (unqualified(self.file, found), found.levels());
        let (of, levels) = match of_type {
            Some(named) => match declarations::type_named(src, named, src.text(named)) {
                Some(found) => of(&found),
                None => (src.text(named).to_owned(), Vec::new()),
            },
            None => match self.beginning_with(src, value?) {
                Some(found) => (
                    found.of.clone(),
                    found.levels[found.before.len()..].to_vec(),
                ),
                None => of(&self.declaration(src, value?)?),
            },
        };
        // Of a pointer that the code declares for a part it would be the pointer's own.
        let name = value.and_then(|value| place_name(src, value));
        let own = name.filter(|name| self.env.part(root_of(name)).is_some());
        match levels.as_slice() {
            _ if plain(&of) != plain(&part.of) => None,
            [] => Some(Poly::constant(1)),
            [Level::Array(Some(length))] if own.is_none() => {
                let root = self.file.tree.root_node();
                let length = root.descendant_for_byte_range(length.start, length.end)?;
                self.env.poly(self.file, length)
            }
            _ => None,
        }
    }
}

/// Types of one byte.
const BYTES: [&str; 5] = ["char", "unsigned char", "signed char", "uint8_t", "int8_t"];

/// The words of a type in one of the ways to say it: `unsigned` for `unsigned int`.
fn plain(of: &str) -> Vec<&str> {
    let mut words: Vec<&str> = of.split_whitespace().collect();
    words.retain(|word| !["const", "volatile", "signed"].contains(word) || of.contains("char"));
    if words.len() > 1 {
        words.retain(|word| *word != "int");
    }
    words.sort_unstable();
    words
}

/// Functions of the library that only look at what an argument points to: their names, and whether they do so
/// with the first argument.
pub(in crate::c) fn only_looks(name: &str, n: usize) -> bool {
    const AT_ALL: &str =
        "strlen strcmp strncmp strcasecmp strncasecmp memcmp atoi atol atoll atof puts";
    const AT_SECOND: &str = "memcpy memmove strcpy strncpy strcat strncat";
    let among = |list: &str| list.split_whitespace().any(|known| known == name);
    among(AT_ALL) || (n == 1 && among(AT_SECOND))
}
