//! What a task's code reaches through macros, and through pointers that it hands on.

use tree_sitter::Node;

use crate::c::parse::names::identifiers;
use crate::c::parse::source::{
    EXPANSIONS, Source, cast_like, children, expression, field, is_member, peel, place_name,
    root_of,
};
use crate::c::semantics::affine::expanded;
use crate::c::semantics::calls::is_called;
use crate::c::semantics::cast_disambiguation;
use crate::c::semantics::constants::is_enumerator;
use crate::c::semantics::declarations::{self, Declared, Level};
use crate::c::semantics::integer_arithmetic::integer;
use crate::c::semantics::library_functions::copies;
use crate::c::semantics::pointer_types::{self, levels};
use crate::c::walk::accesses::Body;
use crate::ir::{Mode, Shape};

/// `__func__`, `__PRETTY_FUNCTION__`: constants. `errno`: each thread has its own. Streams of the library, which order what threads do
/// with them: behind the preprocessor they are variables like others.
pub(in crate::c) fn is_no_data(src: &Source, at: Node, name: &str) -> bool {
    let of_compiler = name.starts_with("__") && name.ends_with("__");
    let declared = || declarations::find(src, at, name).is_some();
    let of_thread = name == "errno";
    ["stdin", "stdout", "stderr"].contains(&name) || ((of_compiler || of_thread) && !declared())
}

/// `a[i]` of `a`, `s.x` of `s`.
fn element_around(node: Node) -> Option<Node> {
    let around = node.parent()?;
    let is_part = matches!(
        around.kind(),
        "subscript_expression" | "field_expression" | "parenthesized_expression"
    );
    (is_part && field(around, "index") != Some(node)).then_some(around)
}

/// Bits of an address are left out, or put in: `(uintptr_t)p & ~7`.
fn masks(src: &Source, node: Node) -> bool {
    field(node, "operator").is_some_and(|o| matches!(src.text(o), "&" | "|" | "^"))
}

/// The pointer of `(*f)(x)`.
pub(in crate::c) fn without_stars<'t>(src: &Source, function: Node<'t>) -> Node<'t> {
    let mut at = peel(function);
    while at.kind() == "pointer_expression" && src.text(at).starts_with('*') {
        match field(at, "argument") {
            Some(inner) => at = peel(inner),
            None => break,
        }
    }
    at
}

impl Body<'_> {
    /// What a macro stands for, with arguments or without.
    pub(in crate::c) fn stands_for(&self, src: &Source, node: Node) -> Option<String> {
        if self.macros.1 >= EXPANSIONS {
            return None;
        }
        match node.kind() {
            "identifier" if self.env.is_local(src.text(node)) => None,
            "call_expression" | "identifier" => expanded(src, node),
            _ => None,
        }
    }

    /// What a macro stands for is looked at by `look`; false where `node` is none.
    pub(in crate::c) fn in_macro(
        &mut self,
        src: &Source,
        node: Node,
        look: impl FnOnce(&mut Self, &Source, Node),
    ) -> bool {
        let text = self.stands_for(src, node);
        let Some(inner) = text.and_then(|text| expression(&text, src)) else {
            return false;
        };
        self.look_into(&inner, node, look);
        true
    }

    pub(in crate::c) fn look_into(
        &mut self,
        inner: &Source,
        node: Node,
        look: impl FnOnce(&mut Self, &Source, Node),
    ) {
        let before = self.macros.clone();
        self.macros = (Some(self.span(node)), before.1 + 1);
        if let Some(value) = inner.value() {
            look(self, inner, value);
        }
        self.macros = before;
    }

    /// An expression that may be a pointer to something, which is used in this mode through it.
    pub(in crate::c) fn address(&mut self, src: &Source, node: Node, mode: Mode) {
        let node = peel(node);
        if self.in_macro(src, node, |w, inner, value| w.address(inner, value, mode)) {
            return;
        }
        match node.kind() {
            "pointer_expression" if src.text(node).starts_with('&') => {
                if let Some(place) = field(node, "argument") {
                    self.through_place(src, place, mode, true);
                }
            }
            "identifier" | "field_expression" | "subscript_expression" => {
                match self.is_pointer(src, node) {
                    true if self.block(src, node, mode) => {}
                    true => self.through(src, node, mode),
                    false => self.copied(src, node, mode),
                }
            }
            "binary_expression"
                if field(node, "operator").is_some_and(|o| matches!(src.text(o), "+" | "-")) =>
            {
                let sides = [field(node, "left"), field(node, "right")];
                sides
                    .into_iter()
                    .flatten()
                    .for_each(|side| self.address(src, side, mode));
            }
            "pointer_expression" => self.place(src, node, mode, false),
            "initializer_list" => {
                (children(node).into_iter()).for_each(|part| self.address(src, part, mode))
            }
            "initializer_pair" | "compound_literal_expression" => {
                if let Some(value) = field(node, "value") {
                    self.address(src, value, mode);
                }
            }
            "comma_expression" => {
                self.walk_field(src, node, "left");
                if let Some(value) = field(node, "right") {
                    self.address(src, value, mode);
                }
            }
            // `*p++`, `f(p = q)`: what the pointer points to is reached as well.
            "update_expression" | "assignment_expression" => {
                self.walk(src, node);
                let part = field(node, "argument").or_else(|| field(node, "left"));
                // What is changed twice, `----p`, was walked with what it leads to.
                let changed = ["update_expression", "assignment_expression"];
                let place = part.map(peel).filter(|p| !changed.contains(&p.kind()));
                if let Some(place) = place.filter(|p| self.is_pointer(src, *p)) {
                    self.through(src, place, mode);
                }
            }
            "cast_expression" => {
                self.note_made(src, node);
                if let Some(value) = field(node, "value") {
                    self.address(src, value, mode);
                }
            }
            "call_expression" => match self.cast(src, node) {
                Some(value) => self.address(src, value, mode),
                None => self.walk(src, node),
            },
            "conditional_expression" => {
                self.walk_field(src, node, "condition");
                for branch in ["consequence", "alternative"] {
                    if let Some(value) = field(node, branch) {
                        self.address(src, value, mode);
                    }
                }
            }
            "generic_expression" => (children(node).into_iter())
                .filter(|part| part.kind() != "type_descriptor")
                .for_each(|part| self.address(src, part, mode)),
            "extension_expression" => {
                (children(node).into_iter()).for_each(|part| self.address(src, part, mode));
            }
            // The value of `({ .. })` is that of its last statement, which may name its variables.
            "compound_statement" => {
                self.env.push();
                self.walk_block(src, node);
                let last = children(node).last().copied();
                let value = last.filter(|last| last.kind() == "expression_statement");
                if let Some(value) = value.and_then(|last| children(last).first().copied()) {
                    self.address(src, value, mode);
                }
                self.env.pop();
            }
            "number_literal" | "char_literal" | "string_literal" => {}
            "concatenated_string" | "sizeof_expression" | "null" | "true" | "false" => {
                self.walk(src, node);
            }
            // Numbers.
            "unary_expression" => self.walk(src, node),
            "binary_expression" if !masks(src, node) => self.walk(src, node),
            _ => {
                self.walk(src, node);
                self.anywhere(src, node, mode);
            }
        }
    }

    /// A value that may lead to what any name in it leads to.
    fn anywhere(&mut self, src: &Source, node: Node, mode: Mode) {
        for (_, name) in identifiers(src, node) {
            let outward = std::iter::successors(Some(name), |at| element_around(*at));
            let inside = |at: &Node| {
                node.start_byte() <= at.start_byte() && at.end_byte() <= node.end_byte()
            };
            let place = outward.take_while(inside).last().unwrap_or(name);
            if !is_called(name) && self.is_pointer(src, place) {
                self.through(src, place, mode);
            }
        }
    }

    /// A value that is copied: what the pointers in it lead to is reached by its copy. Those of an element count
    /// with the element.
    fn copied(&mut self, src: &Source, node: Node, mode: Mode) {
        let found = pointer_types::struct_at(src, self.file, node, self.span(node).start);
        let Some(found) = found else {
            return self.walk(src, node);
        };
        let ways = pointer_types::ways(self.file, &found, 0);
        match place_name(src, node) {
            Some(name) => {
                self.walk(src, node);
                if self.env.is_local(root_of(&name)) {
                    return;
                }
                for way in ways {
                    self.note(format!("{name}.{way}"), node, Shape::Whole, mode, true);
                }
            }
            None if mode.writes() => self.place(src, node, Mode::InOut, false),
            None => self.walk(src, node),
        }
    }

    /// A function of the library copies pointers, or structs that have some: `memcpy(&p, &q->u, sizeof p)`.
    pub(in crate::c) fn copies_ways(&self, src: &Source, name: &str, arguments: &[Node]) -> bool {
        let mut sides = arguments.iter().take(2);
        copies(name) && sides.any(|side| self.leads_to_ways(src, *side))
    }

    /// What a pointer leads to may be pointers, or have some.
    fn leads_to_ways(&self, src: &Source, pointer: Node) -> bool {
        let pointer = peel(pointer);
        let part = |name: &str| field(pointer, name).is_some_and(|p| self.leads_to_ways(src, p));
        match pointer.kind() {
            "cast_expression" => part("value"),
            "binary_expression" => part("left") || part("right"),
            "pointer_expression" if src.text(pointer).starts_with('&') => {
                let place = field(pointer, "argument");
                place.is_some_and(|place| self.leads(src, place))
            }
            _ => pointer_types::points_to_ways(src, self.file, pointer, self.span(pointer).start),
        }
    }

    /// What is reached through a place whose address is known: of an element, all of its array from
    /// there on may be.
    pub(in crate::c) fn through(&mut self, src: &Source, place: Node, mode: Mode) {
        self.through_place(src, place, mode, false);
    }

    /// As `through`; the address `is_taken` there, of what may be no array and no pointer.
    fn through_place(&mut self, src: &Source, place: Node, mode: Mode, is_taken: bool) {
        let mut at = peel(place);
        while at.kind() == "subscript_expression" {
            let Some((base, index)) = self.sides(src, at) else {
                return;
            };
            self.walk(src, index);
            at = peel(base);
        }
        let within = |w: &mut Self, inner: &Source, value: Node| {
            w.through_place(inner, value, mode, is_taken);
        };
        if self.in_macro(src, at, within) {
            return;
        }
        // `&(struct s){ a }`, `((struct s){ a }).p[i]`: what the literal has is reached.
        let mut inner = at;
        while inner.kind() == "field_expression" {
            inner = field(inner, "argument").map_or(at, peel);
        }
        if inner.kind() == "compound_literal_expression" {
            return self.address(src, inner, mode);
        }
        // `&(*a)[i]` is `&a[0][i]`.
        if let Some((name, base)) = self.first_of(src, at) {
            return self.note(name, base, Shape::Whole, mode, true);
        }
        let name = place_name(src, at);
        let part = (name.as_ref()).and_then(|name| self.env.part(root_of(name)));
        let Some(name) = name.filter(|n| !self.env.is_local(root_of(n))) else {
            let before = self.uses.len();
            let of = field(at, "argument").filter(|_| at.kind() == "field_expression");
            match (of, part) {
                (Some(_), part) if part.is_some() || is_member(src, at) => {
                    self.place(src, at, mode, false);
                }
                // `blocks[k].next->u`: what a pointer of the element leads to counts with the element.
                (Some(pointer), _) => self.address(src, pointer, mode),
                (None, Some(part)) => self.note_somewhere(&part, at, mode),
                (None, None) => self.walk(src, at),
            }
            let handed = self.uses[before..].iter_mut().filter(|u| u.mode == mode);
            handed.for_each(|u| u.reborrow = mode.writes());
            return;
        };
        if is_no_data(src, at, &name) {
            return;
        }
        // Whoever has the address of a pointer may set it.
        let may_set = is_taken && mode.writes() && peel(place) == at && !self.stays_set;
        if may_set && self.is_outer_pointer(src, at) {
            self.note(name.clone(), at, Shape::Scalar, Mode::InOut, false);
        }
        // A member of which nothing is known, `&s.x` with a struct of a header, is one thing.
        let unknown = is_taken && pointer_types::fields(src, self.file, at).is_empty();
        let one = !self.is_pointer(src, at) || (unknown && at.kind() == "field_expression");
        let scalar = one && peel(place) == at;
        let shape = if scalar { Shape::Scalar } else { Shape::Whole };
        self.note(name, at, shape, mode, true);
    }

    /// The name is that of a pointer, of which tasks have copies.
    fn is_outer_pointer(&self, src: &Source, node: Node) -> bool {
        let found = (node.kind() == "identifier").then(|| self.declaration(src, node));
        let points = |d: Declared| d.levels().first() == Some(&Level::Pointer);
        found.flatten().is_some_and(points)
    }

    /// True unless the name is declared as something that is no pointer.
    pub(in crate::c) fn is_pointer(&self, src: &Source, node: Node) -> bool {
        let mut at = peel(node);
        let mut brackets = 0;
        while at.kind() == "subscript_expression" {
            brackets += 1;
            match field(at, "argument") {
                Some(base) => at = peel(base),
                None => return true,
            }
        }
        if at.kind() != "identifier" {
            let found = pointer_types::fields(src, self.file, at);
            return found.is_empty() || found.iter().any(|d| levels(d) > brackets);
        }
        let number = self.file.macros.get(src.text(at));
        if number.is_some_and(|m| integer(&m.value).is_some()) {
            return false;
        }
        match self.declaration(src, at) {
            Some(found) => levels(&found) > brackets,
            None => !is_enumerator(self.file, src.text(at), self.span(at).start),
        }
    }

    /// Brackets and stars of what a name is; of a number none.
    pub(in crate::c) fn levels(&self, src: &Source, node: Node) -> Option<usize> {
        match node.kind() {
            "number_literal" => Some(0),
            "identifier" => self.declaration(src, node).map(|d| levels(&d)),
            _ => None,
        }
    }

    /// The array of which `*a` is the first element.
    pub(in crate::c) fn first_of<'t>(
        &self,
        src: &Source,
        node: Node<'t>,
    ) -> Option<(String, Node<'t>)> {
        let is_first = node.kind() == "pointer_expression" && src.text(node).starts_with('*');
        let base = peel(field(node, "argument").filter(|_| is_first)?);
        let name = place_name(src, base).filter(|name| !self.env.is_local(root_of(name)))?;
        Some((name, base))
    }

    /// The value of `(name)(value)`, where the name is a type.
    pub(in crate::c) fn cast<'t>(&self, src: &Source, node: Node<'t>) -> Option<Node<'t>> {
        let (name, value) = cast_like(node)?;
        let text = src.text(name);
        let called = self.declaration(src, name).is_some()
            || self.file.function(text).is_some()
            || (src.macros.contains_key(text) && !cast_disambiguation::may_be_type(src, text));
        (!called).then_some(value)
    }

    /// What a place is set to may be used through it.
    pub(in crate::c) fn leads(&self, src: &Source, place: Node) -> bool {
        pointer_types::place_leads(src, self.file, place, self.span(place).start)
    }

    /// Where a name is declared.
    pub(in crate::c) fn declaration(&self, src: &Source, name: Node) -> Option<Declared<'_>> {
        self.declared_at(self.span(name).start, src.text(name))
    }

    /// Where a name is declared that stands at this place of the file, or in a macro that is called there.
    pub(in crate::c) fn declared_at(&self, place: usize, name: &str) -> Option<Declared<'_>> {
        let root = self.file.tree.root_node();
        let here = root.descendant_for_byte_range(place, place)?;
        declarations::find(self.file, here, name)
    }
}
