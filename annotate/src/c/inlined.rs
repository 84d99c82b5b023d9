//! Parts of arrays that functions of the file are given: `f(u[i], n)`, `f(&a[i * m], m)`. Which elements
//! they use shows in the functions, whose subscripts are made ones of the array.

use std::collections::HashMap;

use tree_sitter::Node;

use super::affine::integer;
use super::body::Body;
use super::declared::{self, Declared, Form, Level};
use super::integers::is_narrow;
use super::leads::{self, levels};
use super::syntax::{Source, any, children, field, peel, place_name, root_of, words};
use crate::ir::{LoopInfo, Mode, Poly, Shape, Span, Use};
use crate::lower::extreme;

/// What a function does with what it is given, in its own words.
#[derive(Debug, Clone, Default)]
pub(super) struct Callee {
    /// What it uses of what its parameters lead to.
    pub(super) uses: Vec<Use>,
    /// The loops that it does so in.
    pub(super) loops: Vec<LoopInfo>,
}

/// A part of an array from some element on.
struct Part<'t> {
    name: String,
    base: Node<'t>,
    /// Indices in front of the one that the function counts on from.
    before: Vec<Poly>,
    first: Poly,
    /// The type of elements, qualifiers aside.
    of: String,
    /// What the indices of the array go through.
    levels: Vec<Level>,
}

impl Part<'_> {
    /// A pointer to it stands in the array: nothing else of the array lies there.
    fn is_block(&self) -> bool {
        !self.before.is_empty() && self.levels[self.before.len()] == Level::Pointer
    }
}

/// A call: the arguments by the names that the function has for them.
struct Call<'c> {
    at: Node<'c>,
    /// Where the function's code ends.
    inside: Node<'c>,
    values: HashMap<String, Option<Poly>>,
    /// The function's loops under names of their own.
    loops: HashMap<String, String>,
}

impl<'s> Body<'s> {
    /// Notes which elements a function of the file uses of a part of an array that it is given as an
    /// argument; false where that does not show.
    pub(super) fn walk_part(
        &mut self,
        src: &Source,
        function: (&str, Node),
        parameters: &[Declared],
        (arguments, n): (&[Node], usize),
    ) -> bool {
        let (name, node) = function;
        let (Some(parameter), Some(callee)) = (parameters.get(n), self.callees.get(name)) else {
            return false;
        };
        if self.entered.iter().any(|entered| entered == name) {
            return false;
        }
        let Some(part) = self.part(src, arguments[n]) else {
            return false;
        };
        let left = part.levels.len() - part.before.len();
        let one_type = levels(parameter) == left && part.of == unqualified(self.file, parameter);
        let of_it = |u: &&Use| root_of(&u.name) == parameter.name;
        let uses: Vec<Use> = callee.uses.iter().filter(of_it).cloned().collect();
        let shows = |u: &Use| {
            let indexed = match u.shape {
                Shape::Element => u.index.len() == left,
                Shape::Deref => left == 1,
                // Its own value is looked at, or it is handed on: of a block, all of that.
                Shape::Whole => (!u.reborrow && u.mode == Mode::In) || part.is_block(),
                _ => false,
            };
            indexed && u.name == parameter.name
        };
        if !one_type || uses.is_empty() || !uses.iter().all(shows) {
            return false;
        }
        let Some(inside) = field(node, "body").and_then(|body| children(body).last().copied())
        else {
            return false;
        };
        let given = callee.loops.clone();
        let values = parameters.iter().zip(arguments).map(|(p, argument)| {
            let number = p.form() == Form::Value && !is_narrow(&p.plain_words(self.file));
            let value = self.env.poly(src, *argument).filter(|_| number);
            (p.name.clone(), value)
        });
        let mut call = Call {
            at: arguments[n],
            inside,
            values: values.collect(),
            loops: HashMap::new(),
        };
        let mut loops = Vec::new();
        for info in given {
            let var = info.atom.split('@').next().unwrap_or_default();
            let atom = self.env.fresh(&format!("{name}:{var}"));
            call.loops.insert(info.atom.clone(), atom.clone());
            let bound = |bound: &Option<Poly>| self.said(&call, bound.as_ref()?);
            loops.push(LoopInfo {
                lo: bound(&info.lo),
                hi: bound(&info.hi),
                atom,
                exact: false,
            });
        }
        let Some(found) = self.elements(&call, &part, &uses, &loops) else {
            return false;
        };
        self.loops.extend(loops);
        self.walk_indices(src, arguments[n], part.base);
        for (mode, index) in found {
            self.note_part(&part, self.span(arguments[n]), mode, index);
        }
        true
    }

    /// Notes that a block is used to which a pointer in an array leads, `A[k][k]`; false for what is none.
    pub(super) fn block(&mut self, src: &Source, node: Node, mode: Mode) -> bool {
        let Some(part) = self.indexed_part(src, node) else {
            return false;
        };
        if part.before.len() >= part.levels.len() || !part.is_block() {
            return false;
        }
        self.walk_indices(src, node, part.base);
        let inside = part.levels.len() - part.before.len();
        let index = part.before.iter().cloned().map(Some);
        let index: Vec<Option<Poly>> = index.chain(vec![None; inside]).collect();
        self.note_part(&part, self.span(node), mode, index);
        true
    }

    fn note_part(&mut self, part: &Part, span: Span, mode: Mode, index: Vec<Option<Poly>>) {
        self.uses.push(Use {
            name: part.name.clone(),
            span: span.clone(),
            base: self.span(part.base),
            indices: vec![span.clone(); index.len()],
            index,
            shape: Shape::Element,
            line: self.file.line(span.start),
            mode,
            reborrow: true,
            compound: false,
            unconditional: false,
            in_macro: false,
        });
    }

    /// What stands around the array's name is read.
    fn walk_indices(&mut self, src: &Source, node: Node, base: Node) {
        let node = peel(node);
        let is_way = |part: &Node| {
            part.start_byte() <= base.start_byte() && base.end_byte() <= part.end_byte()
        };
        if node != base {
            for part in children(node) {
                match is_way(&part) {
                    true => self.walk_indices(src, part, base),
                    false => self.walk(src, part),
                }
            }
        }
    }

    /// The elements of the array; `None` where some may lie in other rows than the part.
    fn elements(
        &self,
        call: &Call,
        part: &Part,
        uses: &[Use],
        loops: &[LoopInfo],
    ) -> Option<Vec<(Mode, Vec<Option<Poly>>)>> {
        let mut list: Vec<(Mode, Vec<Option<Poly>>)> = Vec::new();
        for used in uses
            .iter()
            .filter(|u| u.shape != Shape::Whole || u.reborrow)
        {
            let mut own = used.index.iter();
            let (first, rest) = match used.shape {
                Shape::Element => (own.next()?.clone(), own.as_slice()),
                Shape::Deref => (Some(Poly::constant(0)), &[][..]),
                _ => (None, &[][..]),
            };
            let said = |index: &Option<Poly>| self.said(call, index.as_ref()?);
            let first = said(&first).and_then(|index| index.plus(&part.first));
            // Rows of an array lie behind one another.
            if let (false, Level::Array(length)) =
                (part.before.is_empty(), &part.levels[part.before.len()])
            {
                let length = self
                    .file
                    .tree
                    .root_node()
                    .descendant_for_byte_range(length.as_ref()?.start, length.as_ref()?.end)?;
                let length = self.env.poly(self.file, length)?;
                self.is_within(first.as_ref()?, &length, loops)
                    .then_some(())?;
            }
            let before = part.before.iter().cloned().map(Some);
            let index = before.chain([first]).chain(rest.iter().map(said));
            let one = (used.mode, index.collect());
            if !list.contains(&one) {
                list.push(one);
            }
        }
        Some(list)
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
    fn number(&self, value: &Poly) -> Option<i64> {
        let mut value = value.clone();
        for atom in value.clone().atoms() {
            let known = self.file.macros.get(atom);
            if let Some(number) = known.and_then(|m| integer(&m.value)) {
                value = value.substitute(atom, &Poly::constant(number))?;
            }
        }
        value.as_constant()
    }

    /// What the function says of its parameters and loops, said of what it is given.
    fn said(&self, call: &Call, value: &Poly) -> Option<Poly> {
        // First under names that none of them has: what is given may have a parameter's name.
        let (mut renamed, mut values) = (value.clone(), Vec::new());
        for atom in value.atoms() {
            let by = match (call.loops.get(atom), call.values.get(atom)) {
                (Some(loop_), _) => Poly::atom(loop_.as_str()),
                (None, Some(given)) => given.clone()?,
                (None, None) if !atom.contains('@') && self.is_everywhere(call, atom) => continue,
                (None, None) => return None,
            };
            let between = format!("?{}", values.len());
            renamed = renamed.substitute(atom, &Poly::atom(between.as_str()))?;
            values.push((between, by));
        }
        (values.iter()).try_fold(renamed, |value, (between, by)| {
            value.substitute(between, by)
        })
    }

    /// It names nothing but what is the same in the function and at its call.
    fn is_everywhere(&self, call: &Call, text: &str) -> bool {
        words(&self.file.with_macros(text)).all(|word| {
            let found = declared::find(self.file, call.inside, word);
            let own = found.is_some_and(|found| !found.lasting);
            let here = self.env.is_local(word) || self.env.assigned.contains(word);
            !own && !here && !call.values.contains_key(word) && !self.is_hidden(word, call.at)
        })
    }

    /// The part of an array that an argument is; `None` for a whole one, and for what is none.
    fn part<'t>(&self, src: &Source, argument: Node<'t>) -> Option<Part<'t>> {
        let part = self.at_element(src, argument)?;
        let whole = part.before.is_empty() && part.first == Poly::constant(0);
        let whole = whole && !self.is_moved(src, part.base);
        (!whole && part.before.len() < part.levels.len()).then_some(part)
    }

    /// A pointer of the function that is set to other places of what it points into, `p += n`.
    fn is_moved(&self, src: &Source, node: Node) -> bool {
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

    fn at_element<'t>(&self, src: &Source, node: Node<'t>) -> Option<Part<'t>> {
        let node = peel(node);
        if self.stands_for(src, node).is_some() {
            return None;
        }
        match node.kind() {
            "pointer_expression" if src.text(node).starts_with('&') => {
                let mut part = self.indexed_part(src, peel(field(node, "argument")?))?;
                part.first = part.before.pop()?;
                Some(part)
            }
            "binary_expression" => {
                let (left, right) = (field(node, "left")?, field(node, "right")?);
                let (mut part, by) = match src.text(field(node, "operator")?) {
                    "+" => match self.at_element(src, left) {
                        Some(part) => (part, self.env.poly(src, right)?),
                        None => (self.at_element(src, right)?, self.env.poly(src, left)?),
                    },
                    "-" => {
                        let by = Poly::constant(0).minus(&self.env.poly(src, right)?)?;
                        (self.at_element(src, left)?, by)
                    }
                    _ => return None,
                };
                part.first = part.first.plus(&by)?;
                Some(part)
            }
            _ => self.indexed_part(src, node),
        }
    }

    /// `u[i]` as the part that begins with `u[i][0]`.
    fn indexed_part<'t>(&self, src: &Source, node: Node<'t>) -> Option<Part<'t>> {
        let (mut at, mut indices) = (node, Vec::new());
        while at.kind() == "subscript_expression" {
            indices.push(self.env.poly(src, field(at, "index")?)?);
            at = peel(field(at, "argument")?);
        }
        let name = place_name(src, at).filter(|name| !self.env.is_local(root_of(name)))?;
        if self.stands_for(src, at).is_some() {
            return None;
        }
        let found = match at.kind() {
            "identifier" => self.declaration(src, at)?,
            _ => match leads::fields(src, self.file, at).as_slice() {
                [one] => one.clone(),
                _ => return None,
            },
        };
        indices.reverse();
        Some(Part {
            name,
            base: at,
            before: indices,
            first: Poly::constant(0),
            of: unqualified(self.file, &found),
            levels: found.levels(),
        })
        .filter(|part| part.before.len() <= part.levels.len())
    }
}

/// The words of a type without `const` and the like.
fn unqualified(src: &Source, found: &Declared) -> String {
    let words = found.plain_words(src);
    let plain = words.split_whitespace();
    let plain = plain.filter(|word| !["const", "volatile", "register"].contains(word));
    plain.collect::<Vec<_>>().join(" ")
}
