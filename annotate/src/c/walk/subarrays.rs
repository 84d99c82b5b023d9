//! Parts of arrays: expressions that lead to an element, or to all from there on, `u[i] + 1`,
//! `&a[i * m]`, `*(*(u + i) + j)`; and pointers that a task's code declares for one,
//! `double *row = &a[i * m]`.
//!
//! Such a pointer, which the code does not set again, is another name of the part: `row[j]` is
//! `a[i * m + j]`. What it leads to beyond its row shows of no index, and counts as all of the array.

use tree_sitter::Node;

use crate::c::parse::source::{
    Macro, Source, any, expression, field, peel, place_name, root_of, words,
};
use crate::c::semantics::affine::Meaning;
use crate::c::semantics::declarations::{self, Declared, Level};
use crate::c::semantics::integer_arithmetic::integer;
use crate::c::semantics::pointer_types;
use crate::c::semantics::subarrays::Part;
use crate::c::walk::accesses::Body;
use crate::c::walk::inlined_accesses::{Effect, Index};
use crate::ir::{LoopInfo, Mode, Poly, Shape, Span, Use};
use crate::lower::extreme;

/// Pointers of pointers and sums in an expression beyond which it is not looked into; a macro counts as some.
const DEPTH: usize = 60;
const MACRO: usize = 10;

/// How a part was come to: through so many expressions, by a macro that is called there.
#[derive(Clone, Default)]
pub(in crate::c) struct Way {
    depth: usize,
    called: Option<Span>,
}

impl Way {
    fn on(&self) -> Way {
        Way {
            depth: self.depth + 1,
            ..self.clone()
        }
    }
}

impl<'s> Body<'s> {
    /// The part of an array that an argument is; `None` for a whole one, and for what is none.
    pub(in crate::c) fn part(&self, src: &Source, argument: Node) -> Option<Part> {
        let part = self.led_to(src, argument, &Way::default())?;
        let whole = part.before.is_empty() && part.first == Poly::constant(0);
        let whole = whole && !self.is_moved(src, argument);
        (!whole && part.left() > 0).then_some(part)
    }

    /// A whole array, from its first element on.
    pub(in crate::c) fn whole(&self, src: &Source, argument: Node) -> Option<Part> {
        let part = self.led_to(src, argument, &Way::default())?;
        let whole = part.before.is_empty() && part.first == Poly::constant(0);
        (whole && part.left() > 0 && !self.is_moved(src, argument)).then_some(part)
    }

    /// The part of which one index chooses an element, which may be a whole array.
    pub(in crate::c) fn one_row(&self, src: &Source, argument: Node) -> Option<Part> {
        let part = self.led_to(src, argument, &Way::default())?;
        (part.left() == 1 && !self.is_moved(src, argument)).then_some(part)
    }

    /// A pointer of the function that is set to other places of what it points into, `p += n`.
    fn is_moved(&self, src: &Source, node: Node) -> bool {
        let node = peel(node);
        let name = src.text(node);
        let found = (self.declaration(src, node)).filter(|_| node.kind() == "identifier");
        let own = found.is_some_and(|d| d.levels() == [Level::Pointer] && !d.lasting);
        let function = self.file.function_at(self.span(node).start);
        let moves = |node: Node| {
            let sum =
                || field(node, "right").is_some_and(|r| peel(r).kind() == "binary_expression");
            let (place, by) = match node.kind() {
                "update_expression" => (field(node, "argument"), true),
                "assignment_expression" => {
                    let operator = field(node, "operator").map_or("", |o| self.file.text(o));
                    (field(node, "left"), operator != "=" || sum())
                }
                _ => return false,
            };
            by && place.is_some_and(|place| self.file.text(peel(place)) == name)
        };
        own && function.is_some_and(|function| any(function, &moves))
    }

    /// The part that a pointer leads to.
    fn led_to(&self, src: &Source, node: Node, way: &Way) -> Option<Part> {
        let node = peel(node);
        let on = &way.on();
        let next = |node: Node| self.led_to(src, node, on);
        match node.kind() {
            _ if way.depth > DEPTH => None,
            "pointer_expression" if src.text(node).starts_with('&') => {
                let mut part = self.placed(src, field(node, "argument")?, on)?;
                part.first = part.before.pop()?;
                Some(part)
            }
            "binary_expression" => {
                let (left, right) = (field(node, "left")?, field(node, "right")?);
                let (mut part, by) = match src.text(field(node, "operator")?) {
                    "+" => match next(left) {
                        Some(part) => (part, self.env.index(src, right)?),
                        None => (next(right)?, self.env.index(src, left)?),
                    },
                    "-" => {
                        let by = Poly::constant(0).minus(&self.env.index(src, right)?)?;
                        (next(left)?, by)
                    }
                    _ => return None,
                };
                part.first = part.first.plus(&by)?;
                Some(part)
            }
            _ => self.behind_macro(src, node, way, Self::led_to, Self::placed),
        }
    }

    /// As `placed`, of an expression by itself.
    pub(in crate::c) fn beginning_with(&self, src: &Source, node: Node) -> Option<Part> {
        self.placed(src, node, &Way::default())
    }

    /// `u[i]`, `*(u + i)`: the part that begins with `u[i][0]`, or the element.
    fn placed(&self, src: &Source, node: Node, way: &Way) -> Option<Part> {
        let node = peel(node);
        match node.kind() {
            _ if way.depth > DEPTH => None,
            "subscript_expression" => {
                let (array, index) = self.sides(src, node)?;
                let index = self.env.index(src, index)?;
                (self.led_to(src, array, &way.on())?).at(&index)
            }
            "pointer_expression" if src.text(node).starts_with('*') => {
                let part = self.led_to(src, field(node, "argument")?, &way.on())?;
                part.at(&Poly::constant(0))
            }
            _ => self.behind_macro(src, node, way, Self::placed, Self::named),
        }
    }

    /// What a macro stands for is looked at by `inside`, all else by `plain`.
    fn behind_macro(
        &self,
        src: &Source,
        node: Node,
        way: &Way,
        inside: impl FnOnce(&Self, &Source, Node, &Way) -> Option<Part>,
        plain: impl FnOnce(&Self, &Source, Node, &Way) -> Option<Part>,
    ) -> Option<Part> {
        let Some(text) = self.stands_for(src, node) else {
            return plain(self, src, node, way);
        };
        let inner = expression(&text, src)?;
        let way = Way {
            depth: way.depth + MACRO,
            called: way.called.clone().or_else(|| Some(self.span(node))),
        };
        inside(self, &inner, inner.value()?, &way)
    }

    /// An array by its name, or what a pointer of the code stands for.
    fn named(&self, src: &Source, node: Node, way: &Way) -> Option<Part> {
        let name = place_name(src, node)?;
        if let Some(part) = self.env.part(&name) {
            return Some((*part).clone());
        }
        let base = way.called.clone().unwrap_or_else(|| self.span(node));
        let found = match node.kind() {
            _ if self.env.is_local(root_of(&name)) => return None,
            "identifier" => self.declared_at(base.start, &name)?,
            _ => match pointer_types::fields(src, self.file, node).as_slice() {
                [one] => one.clone(),
                _ => return None,
            },
        };
        Some(Part {
            name,
            base,
            before: Vec::new(),
            first: Poly::constant(0),
            of: unqualified(self.file, &found),
            levels: found.levels(),
            loose: None,
        })
    }

    /// Notes that a block is used to which a pointer in an array leads, `A[k][k]`; false for what is none.
    pub(in crate::c) fn block(&mut self, src: &Source, node: Node, mode: Mode) -> bool {
        let Some(part) = self.placed(src, node, &Way::default()) else {
            return false;
        };
        if part.left() == 0 || !part.is_block() {
            return false;
        }
        self.walk_way(src, node);
        // `memset(rows[0], 0, n * m * sizeof **rows)`: the first row may be where all of them lie.
        let first = part.before.iter().all(|i| i.as_constant() == Some(0));
        let index = part
            .before
            .iter()
            .map(|i| Some(i.clone()).filter(|_| !first));
        let index: Vec<Option<Poly>> = index.chain(vec![None; part.left()]).collect();
        self.note_part(&part, self.span(node), (mode, false), index);
        true
    }

    pub(in crate::c) fn note_part(&mut self, part: &Part, span: Span, how: Effect, index: Index) {
        let places = (span, part.base.clone());
        self.note_handed(&part.name, places, how, index);
    }

    /// Notes the use of an element by a function: where the call and the array's name stand, what is done to it,
    /// and whether under a condition.
    pub(in crate::c) fn note_handed(
        &mut self,
        name: &str,
        (span, base): (Span, Span),
        (mode, guarded): Effect,
        index: Index,
    ) {
        self.uses.push(Use {
            name: name.to_owned(),
            span: span.clone(),
            base,
            indices: vec![span.clone(); index.len()],
            index,
            shape: Shape::Element,
            line: self.file.line(span.start),
            mode,
            reborrow: true,
            compound: false,
            unconditional: false,
            under: None,
            guarded,
            in_macro: false,
        });
    }

    /// What stands around the name of an array, or of a pointer, is read.
    pub(in crate::c) fn walk_way(&mut self, src: &Source, node: Node) {
        let node = peel(node);
        if self.in_macro(src, node, |w, inner, value| w.walk_way(inner, value)) {
            return;
        }
        match node.kind() {
            "subscript_expression" => {
                if let Some((array, index)) = self.sides(src, node) {
                    self.walk_way(src, array);
                    self.walk(src, index);
                }
            }
            "pointer_expression" => {
                (field(node, "argument").into_iter()).for_each(|of| self.walk_way(src, of));
            }
            "binary_expression" => {
                let sides = [field(node, "left"), field(node, "right")];
                for side in sides.into_iter().flatten() {
                    match self.led_to(src, side, &Way::default()) {
                        Some(_) => self.walk_way(src, side),
                        None => self.walk(src, side),
                    }
                }
            }
            _ => {}
        }
    }

    /// A pointer that the code declares for a part of an array, and does not set again, becomes a name of
    /// that; false for others.
    pub(in crate::c) fn names_part(&mut self, src: &Source, found: &Declared) -> bool {
        let steady = self.macros.0.is_none() && !self.env.assigned.contains(&found.name);
        let value = found.value.filter(|_| steady);
        let part = value.and_then(|value| self.part_for(src, found, value));
        let Some((value, part)) = value.zip(part) else {
            return false;
        };
        self.walk_way(src, value);
        self.env.bind(&found.name, Meaning::Part(part.into()));
        true
    }

    /// The part of an array that a pointer of the code is set to, whose name it can be.
    pub(in crate::c) fn part_for(
        &self,
        src: &Source,
        found: &Declared,
        value: Node,
    ) -> Option<Part> {
        let pointer = found.levels() == [Level::Pointer] && !found.lasting;
        // Where a macro names it, that does not show.
        let named = |m: &Macro| words(&m.value).any(|word| word == found.name);
        let own = |m: &Macro| m.parameters.iter().flatten().any(|p| *p == found.name);
        let hidden = || self.file.macros.values().any(|m| named(m) && !own(m));
        if !pointer || !pointer_types::is_plain(self.file, found, 0) || hidden() {
            return None;
        }
        let mut part = self.led_to(src, value, &Way::default())?;
        let is_set = |name: &str| self.env.assigned.contains(name);
        let same = part.left() == 1 && part.of == unqualified(self.file, found);
        part.loose = Some(part.before.len());
        (same && !is_set(&part.name) && !is_set(root_of(&part.name))).then_some(part)
    }

    /// Notes the use of an element that brackets, stars and sums lead to; false where they do not.
    pub(in crate::c) fn in_part(&mut self, src: &Source, node: Node, how: (Mode, bool)) -> bool {
        let Some(part) = self
            .placed(src, node, &Way::default())
            .filter(|part| part.left() == 0)
        else {
            return false;
        };
        self.walk_way(src, node);
        self.note_element(&part, node, how);
        true
    }

    /// Notes the use of an element.
    pub(in crate::c) fn note_element(&mut self, part: &Part, node: Node, how: (Mode, bool)) {
        let within = part.loose.is_none_or(|at| {
            let own = Part {
                before: part.before[..at].to_vec(),
                ..part.clone()
            };
            self.stays(&own, part.before.get(at), &[])
        });
        if within {
            let index = part.before.iter().cloned().map(Some).collect();
            let (span, base) = (self.span(node), part.base.clone());
            let indices = vec![span.clone(); part.before.len()];
            self.note_indexed(&part.name, (span, base), indices, how, index);
        } else {
            self.note_somewhere(part, node, how.0);
        }
    }

    /// Notes the use of a member of an element that a pointer of the code leads to, `p->x`, `p->v[i]`; false
    /// for what is none. Writing a part keeps the rest.
    pub(in crate::c) fn in_member(
        &mut self,
        name: &str,
        node: Node,
        (mode, compound): (Mode, bool),
    ) -> bool {
        let part = self
            .env
            .part(root_of(name))
            .filter(|_| root_of(name) != name);
        let Some(part) = part.and_then(|part| (*part).clone().at(&Poly::constant(0))) else {
            return false;
        };
        let mode = if mode == Mode::Out { Mode::InOut } else { mode };
        self.note_element(&part, node, (mode, compound));
        true
    }

    /// Notes a use of an element of the part's array of which it does not show which one.
    pub(in crate::c) fn note_somewhere(&mut self, part: &Part, node: Node, mode: Mode) {
        let mode = if mode == Mode::Out { Mode::InOut } else { mode };
        let index = vec![None; part.levels.len()];
        self.note_part(part, self.span(node), (mode, false), index);
    }

    /// Rows of an array lie behind one another: the index does not lead into the next one.
    pub(in crate::c) fn stays(
        &self,
        part: &Part,
        index: Option<&Poly>,
        inner: &[LoopInfo],
    ) -> bool {
        let Level::Array(length) = &part.levels[part.before.len()] else {
            return true;
        };
        let within = || {
            let length = length.as_ref()?;
            let root = self.file.tree.root_node();
            let length = root.descendant_for_byte_range(length.start, length.end)?;
            let length = self.env.poly(self.file, length)?;
            Some(self.is_within(index?, &length, inner))
        };
        part.before.is_empty() || within() == Some(true)
    }

    /// The index is one of a row of this length, in all turns of all loops.
    fn is_within(&self, index: &Poly, length: &Poly, inner: &[LoopInfo]) -> bool {
        let whole = |l: &LoopInfo| {
            self.full
                .iter()
                .find(|f| f.atom == l.atom)
                .unwrap_or(l)
                .clone()
        };
        let loops: Vec<LoopInfo> = (self.loops.iter().map(whole))
            .chain(inner.iter().cloned())
            .collect();
        let least = extreme(index, &loops, true).and_then(|lo| self.number(&lo));
        let room = extreme(index, &loops, false)
            .and_then(|hi| length.minus(&hi))
            .and_then(|room| self.number(&room));
        least.is_some_and(|lo| lo >= 0) && room.is_some_and(|room| room > 0)
    }

    /// The value, with macros that are numbers as these.
    pub(in crate::c) fn number(&self, value: &Poly) -> Option<i64> {
        let mut value = value.clone();
        for atom in value.clone().atoms() {
            let known = self.file.macros.get(atom);
            if let Some(number) = known.and_then(|m| integer(&m.value)) {
                value = value.substitute(atom, &Poly::constant(number))?;
            }
        }
        value.as_constant()
    }
}

/// The words of a type without `const` and the like.
pub(in crate::c) fn unqualified(src: &Source, found: &Declared) -> String {
    // `typedef double *row`.
    let behind = found
        .hidden
        .and_then(|_| declarations::definition(src, found.node));
    if let Some(of) = behind {
        return unqualified(src, &of);
    }
    let words = found.plain_words(src);
    let plain = words.split_whitespace();
    let plain = plain.filter(|word| !["const", "volatile", "register"].contains(word));
    plain.collect::<Vec<_>>().join(" ")
}
