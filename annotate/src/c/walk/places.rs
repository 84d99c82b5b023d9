//! Places that a task's code uses: an element, a whole array, a scalar, what a pointer points to.

use tree_sitter::Node;

use crate::c::parse::source::{
    Source, any, expression, field, is_member, peel, place_name, root_of,
};
use crate::c::walk::accesses::Body;
use crate::c::walk::macro_accesses::is_no_data;
use crate::ir::{Mode, Poly, Shape, Span, Use};

impl Body<'_> {
    /// A place in this mode: an element, a whole, a scalar, what a pointer points to.
    pub(in crate::c) fn place(&mut self, src: &Source, node: Node, mode: Mode, compound: bool) {
        let node = peel(node);
        let look = |w: &mut Self, inner: &Source, value: Node| {
            w.place(inner, value, mode, compound);
        };
        if self.in_macro(src, node, look) {
            return;
        }
        match node.kind() {
            "subscript_expression" => self.element(src, node, mode, compound),
            "identifier" => self.scalar(src, node, mode, compound),
            "field_expression" => match place_name(src, node) {
                Some(_) => self.scalar(src, node, mode, compound),
                // A member of an element: writing a part keeps the rest.
                None => {
                    let mode = if mode == Mode::Out { Mode::InOut } else { mode };
                    match field(node, "argument") {
                        Some(base) => self.place(src, base, mode, compound),
                        None => self.walk_children(src, node),
                    }
                }
            },
            "pointer_expression" if src.text(node).starts_with('*') => {
                self.dereferenced(src, node, mode, compound);
            }
            "call_expression" => self.walk_call(src, node),
            _ if mode.writes() => self.address(src, node, Mode::InOut),
            // What a macro stands for may be no place: it sets one, asks, calls.
            _ => self.walk(src, node),
        }
    }

    /// `&a[i] - &a[j]`, `&a[i] < &b[j]`: nothing is reached there, and what chooses the places is read. False for what
    /// is none.
    pub(in crate::c) fn compares_places(&mut self, src: &Source, node: Node) -> bool {
        const NUMBERS: [&str; 7] = ["-", "==", "!=", "<", ">", "<=", ">="];
        let operator = field(node, "operator").map_or("", |o| src.text(o));
        let side = |name: &str| {
            let side = field(node, name).map(peel)?;
            let taken = side.kind() == "pointer_expression" && src.text(side).starts_with('&');
            let place = peel(field(side, "argument").filter(|_| taken)?);
            // What is in macros is looked at by these.
            (!any(place, &|n| self.stands_for(src, n).is_some())).then_some(place)
        };
        let places = NUMBERS
            .contains(&operator)
            .then(|| side("left").zip(side("right")));
        let Some((left, right)) = places.flatten() else {
            return false;
        };
        [left, right]
            .into_iter()
            .for_each(|place| self.walk_to(src, place));
        true
    }

    /// The indices of a place, and the name of its array.
    fn walk_to(&mut self, src: &Source, place: Node) {
        let mut at = peel(place);
        while at.kind() == "subscript_expression" {
            let Some((base, index)) = self.sides(src, at) else {
                return;
            };
            self.walk(src, index);
            at = peel(base);
        }
        self.walk(src, at);
    }

    /// `*p`, `*(a + i)`.
    fn dereferenced(&mut self, src: &Source, node: Node, mode: Mode, compound: bool) {
        let Some(inner) = field(node, "argument").map(peel) else {
            return;
        };
        if let Some(name) = place_name(src, inner).filter(|name| self.env.part(name).is_none()) {
            let member = self.in_member(&name, node, (mode, compound));
            if !member && !self.env.is_local(root_of(&name)) {
                self.note_full(name, node, inner, Shape::Deref, mode, compound);
            }
            return;
        }
        let sides = (inner.kind() == "binary_expression"
            && field(inner, "operator").is_some_and(|o| src.text(o) == "+"))
        .then(|| field(inner, "left").zip(field(inner, "right")))
        .flatten();
        match sides.and_then(|(base, index)| Some((place_name(src, base)?, base, index))) {
            Some((name, base, index)) if !self.env.is_local(root_of(&name)) => {
                self.walk(src, index);
                self.indexed(src, name, node, base, &[index], mode, compound);
            }
            _ if self.in_part(src, node, (mode, compound)) => {}
            _ => self.address(
                src,
                inner,
                if mode.writes() { Mode::InOut } else { Mode::In },
            ),
        }
    }

    pub(in crate::c) fn scalar(&mut self, src: &Source, node: Node, mode: Mode, compound: bool) {
        let Some(name) = place_name(src, node) else {
            return;
        };
        if self.in_member(&name, node, (mode, compound)) {
            return;
        }
        if is_no_data(src, node, &name) || self.env.is_local(root_of(&name)) {
            // A local pointer that is set to something is a way to that.
            return;
        }
        let shape = if mode.writes() {
            Shape::Scalar
        } else {
            Shape::Whole
        };
        self.note_full(name, node, node, shape, mode, compound);
    }

    /// The array and the index of an element: `i[a]` is `a[i]`.
    pub(in crate::c) fn sides<'t>(
        &self,
        src: &Source,
        element: Node<'t>,
    ) -> Option<(Node<'t>, Node<'t>)> {
        let (first, second) = (field(element, "argument")?, field(element, "index")?);
        let (mut at, mut brackets) = (peel(second), 0);
        while at.kind() == "subscript_expression" {
            (at, brackets) = (peel(field(at, "argument")?), brackets + 1);
        }
        Some(match self.levels(src, at).is_some_and(|n| n > brackets) {
            true => (second, first),
            false => (first, second),
        })
    }

    fn element(&mut self, src: &Source, node: Node, mode: Mode, compound: bool) {
        let mut brackets = Vec::new();
        let mut at = node;
        while at.kind() == "subscript_expression" {
            let Some((base, index)) = self.sides(src, at) else {
                return;
            };
            brackets.push(index);
            at = peel(base);
        }
        if let Some(text) = self.stands_for(src, at) {
            // `ROW(i)[j]`: what it stands for has brackets too.
            let rest = src.slice(&(at.end_byte()..node.end_byte()));
            let whole = format!("({text}){rest}");
            if let Some(inner) = expression(&whole, src) {
                let look = |w: &mut Self, inner: &Source, value: Node| {
                    w.place(inner, value, mode, compound);
                };
                return self.look_into(&inner, node, look);
            }
        }
        brackets.reverse();
        let own = place_name(src, at).filter(|name| !self.env.is_local(root_of(name)));
        if own.is_none() && self.in_part(src, node, (mode, compound)) {
            return;
        }
        brackets.iter().for_each(|index| self.walk(src, *index));
        // `(*a)[i]` is `a[0][i]`.
        if let Some((name, base)) = self.first_of(src, at) {
            self.indexed(src, name, node, base, &brackets, mode, compound);
            if let Some(last) = self.uses.last_mut() {
                last.index.insert(0, Some(Poly::constant(0)));
                last.indices.insert(0, last.base.clone());
            }
            return;
        }
        match place_name(src, at) {
            Some(name) if own.is_some() => {
                self.indexed(src, name, node, at, &brackets, mode, compound);
            }
            Some(name) if self.in_member(&name, node, (mode, compound)) => {}
            Some(name) => {
                let part = self.env.part(&name).into_iter();
                part.for_each(|part| self.note_somewhere(&part, node, mode));
            }
            // An array in a struct that is an element: a part of that.
            None if is_member(src, at) => self.place(src, at, mode, compound),
            None => self.address(src, at, if mode.writes() { Mode::InOut } else { Mode::In }),
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one access")]
    fn indexed(
        &mut self,
        src: &Source,
        name: String,
        node: Node,
        base: Node,
        indices: &[Node],
        mode: Mode,
        compound: bool,
    ) {
        let index = indices.iter().map(|i| self.env.index(src, *i)).collect();
        let spans = indices.iter().map(|i| self.span(*i)).collect();
        let places = (self.span(node), self.span(base));
        self.note_indexed(&name, places, spans, (mode, compound), index);
    }

    /// Notes the use of an element: where it and the array's name stand, and its indices.
    pub(in crate::c) fn note_indexed(
        &mut self,
        name: &str,
        (span, base): (Span, Span),
        indices: Vec<Span>,
        (mode, compound): (Mode, bool),
        index: Vec<Option<Poly>>,
    ) {
        let known = |atom: &String| index.iter().flatten().any(|p| p.mentions(atom));
        let sure = self.conditional == 0 && self.open.iter().all(known);
        let guarded = self.is_guarded(&index);
        self.uses.push(Use {
            name: name.to_owned(),
            line: self.file.line(span.start),
            span,
            base,
            indices,
            index,
            shape: Shape::Element,
            mode,
            reborrow: false,
            compound,
            unconditional: sure,
            under: None,
            guarded,
            in_macro: false,
        });
    }

    pub(in crate::c) fn note(
        &mut self,
        name: String,
        at: Node,
        shape: Shape,
        mode: Mode,
        reborrow: bool,
    ) {
        self.note_full(name, at, at, shape, mode, false);
        if let Some(last) = self.uses.last_mut() {
            last.reborrow = reborrow;
        }
    }

    /// A variable of a loop that is declared outside of it is written.
    pub(in crate::c) fn note_scalar(&mut self, node: Node, name: &str, mode: Mode) {
        if !self.env.is_local(name) {
            self.note_full(name.to_owned(), node, node, Shape::Scalar, mode, false);
        }
    }

    fn note_full(
        &mut self,
        name: String,
        whole: Node,
        base: Node,
        shape: Shape,
        mode: Mode,
        compound: bool,
    ) {
        self.uses.push(Use {
            name,
            span: self.span(whole),
            base: self.span(base),
            indices: Vec::new(),
            index: Vec::new(),
            shape,
            line: self.file.line(self.span(whole).start),
            mode,
            reborrow: false,
            compound,
            unconditional: self.conditional == 0,
            under: None,
            guarded: false,
            in_macro: false,
        });
    }
}
