//! Declarations in the code of tasks and of functions that they call.

use tree_sitter::Node;

use crate::c::parse::source::{Source, children, declared_name, field, peel, place_name, set_at};
use crate::c::semantics::affine::Meaning;
use crate::c::semantics::calls::is_unknown;
use crate::c::semantics::constness::keeps_state;
use crate::c::semantics::declarations::{self, Declared, Form, is_of_thread};
use crate::c::semantics::integer_arithmetic::Int;
use crate::c::semantics::integer_types::is_narrow;
use crate::c::semantics::pointer_types::{declaration, holds, leads, levels, place_leads};
use crate::c::walk::accesses::{Body, of_thread};
use crate::c::walk::indirect_calls::cleanups;
use crate::ir::Mode;

impl Body<'_> {
    pub(in crate::c) fn walk_declaration(&mut self, src: &Source, node: Node) {
        if let Some(of) = field(node, "type").filter(|of| of.kind() == "enum_specifier") {
            self.walk(src, of);
        }
        self.walk_cleanups(src, node);
        let block = node.parent().unwrap_or(node);
        for found in declarations::names(src, node, false) {
            if self.names_of_file(src, node, &found) {
                continue;
            }
            if keeps_state(src, &found) {
                self.states.push((self.span(node), found.name.clone()));
            }
            if self.names_part(src, &found) {
                continue;
            }
            if let Some(value) = found.value {
                // It may be used to reach what it is set to.
                match used_through(src, block, &found) {
                    Some(mode) => self.address(src, value, mode),
                    None => self.walk(src, value),
                }
            }
            for length in found.lengths().into_iter().flatten() {
                // That of a type's definition lies elsewhere.
                let root = src.tree.root_node();
                if let Some(size) = root.descendant_for_byte_range(length.start, length.end) {
                    self.walk(src, size);
                }
            }
            self.bind_declared(src, node, &found);
        }
    }

    /// How code may use what a place is set to: a pointer to constants, by which nothing is written, only reads.
    pub(in crate::c) fn kept_to(&self, src: &Source, place: Node) -> Mode {
        let name = peel(place);
        let is_file = std::ptr::eq(src, self.file) && name.kind() == "identifier";
        let found = is_file.then(|| declarations::find(self.file, name, src.text(name)));
        let own = found.flatten().filter(|d| !d.lasting);
        let function = self.file.function_at(name.start_byte());
        let code = function.and_then(|function| field(function, "body"));
        let used = own
            .zip(code)
            .map(|(found, code)| used_through(self.file, code, &found));
        used.flatten().unwrap_or(Mode::InOut)
    }

    /// A variable of the code stands for its value, if it is not set again, or up to there.
    fn bind_declared(&mut self, src: &Source, declaration: Node, found: &Declared) {
        let words = found.plain_words(src);
        let number = found.form() == Form::Value && !is_narrow(&words);
        let int = Int::of(&words);
        let value = found.value.filter(|_| number);
        let value = value.and_then(|value| self.env.given(src, value, int));
        let fixed = !self.env.assigned.contains(&found.name);
        let meaning = value.clone().filter(|_| fixed);
        let meaning = meaning.map_or(Meaning::Unknown, Meaning::Value);
        self.env.bind(&found.name, meaning);
        self.env.declare(&found.name, int);
        let block = declaration.parent();
        let block = block.filter(|p| !fixed && p.kind() == "compound_statement");
        if let (Some(value), Some(block)) = (value, block)
            && self.is_followed(src, block, &found.name, found)
        {
            self.env.know(&found.name, Meaning::Value(value));
        }
    }

    /// `extern int n;` and `int f(int);` in a block: the name means the variable of the file, or the function.
    fn names_of_file(&mut self, src: &Source, node: Node, found: &Declared) -> bool {
        let says = |c: &Node| c.kind() == "storage_class_specifier" && src.text(*c) == "extern";
        if !children(node).iter().any(says) && !found.is_function() {
            return false;
        }
        let name = &found.name;
        let place = self.span(node).start;
        let block = node.parent().map_or(place, |block| block.start_byte());
        let outside = self
            .macros
            .0
            .is_none()
            .then(|| self.declared_at(block, name));
        let other = outside.flatten().filter(|d| !d.lasting && !d.is_function());
        if other.is_some() && !self.env.is_local(name) {
            let what = format!(
                "`{name}` is declared here as that of the file, and another one around it hides that"
            );
            self.unseen.push((self.span(node), what));
        }
        if is_of_thread(src, found) {
            self.unseen.push((self.span(node), of_thread(name)));
        }
        self.env.bind(name, Meaning::OfFile);
        self.env.declare(name, Int::of(&found.plain_words(src)));
        true
    }

    /// What the attributes of a declaration say is called where its block ends.
    fn walk_cleanups(&mut self, src: &Source, node: Node) {
        let file = self.file;
        for name in cleanups(file, src, node) {
            match file.function(&name) {
                Some(known) => self.walk_callee(known, &name, node),
                None if is_unknown(file, &name) => {
                    let what = format!(
                        "`{name}` is called where the block ends: what it touches is not known"
                    );
                    self.unseen.push((self.span(node), what));
                }
                None => {}
            }
        }
    }

    /// Code of the task, or of a function, has it: outside of that the name means nothing.
    pub(in crate::c) fn walk_enumerator(&mut self, src: &Source, node: Node) {
        let value = field(node, "value").and_then(|value| self.env.poly(src, value));
        if let Some(name) = field(node, "name") {
            let meaning = value.map_or(Meaning::Unknown, Meaning::Value);
            self.env.bind(src.text(name), meaning);
            self.env.declare(src.text(name), Int::Plain);
        }
    }
}

/// Functions within functions that are looked into.
const DEPTH: usize = 8;

/// How code may use what a variable is set to by the name of that; `None` where nothing is reached from it.
fn used_through(src: &Source, code: Node, found: &Declared) -> Option<Mode> {
    let mode = leads(src, found)?;
    let reads = || found.is_const(src) && !writes_on(src, code, found, 0);
    Some(if reads() { Mode::In } else { mode })
}

/// Code may write what members of a constant struct lead to, by its name: `q->p[i] = x`, or hands such a pointer on.
fn writes_on(src: &Source, code: Node, found: &Declared, depth: usize) -> bool {
    let mut named = src.named(&found.name, &code.byte_range()).into_iter();
    let parts = [
        "parenthesized_expression",
        "subscript_expression",
        "field_expression",
        "pointer_expression",
    ];
    named.any(|name| {
        let mut at = name;
        while let Some(around) = at.parent().filter(|around| parts.contains(&around.kind())) {
            if field(around, "index") == Some(at) {
                break;
            }
            at = around;
        }
        let Some(around) = at.parent() else {
            return true;
        };
        let declares = found.declarator.byte_range().contains(&name.start_byte());
        let is_number = at != name && !leads_on(src, name, at);
        let to = field(around, "declarator").and_then(|to| declared_name(src, to));
        let to = to.and_then(|to| declarations::find(src, name, &to));
        let reads = to.is_some_and(|to| to.is_const(src) && !holds(src, &to, 0));
        match around.kind() {
            _ if declares || field(around, "index") == Some(at) => false,
            _ if set_at(at).is_some() => at != name,
            "argument_list" if at == name => writes_in_call(src, around, at, depth),
            _ => !(is_number || reads),
        }
    })
}

/// What stands at a name, with its members and brackets, leads to something.
fn leads_on(src: &Source, name: Node, place: Node) -> bool {
    let (mut at, mut brackets) = (peel(place), 0);
    while let "subscript_expression" | "pointer_expression" = at.kind() {
        let Some(inner) = field(at, "argument") else {
            return true;
        };
        (at, brackets) = (peel(inner), brackets + 1);
    }
    let member = place_name(src, at).and_then(|text| declaration(src, name, &text));
    member.map_or_else(
        || place_leads(src, src, place, place.start_byte()),
        |d| levels(&d) > brackets || holds(src, &d, 0),
    )
}

/// The function that a call hands a struct to may.
fn writes_in_call(src: &Source, arguments: Node, argument: Node, depth: usize) -> bool {
    let callee = arguments.parent().and_then(|call| field(call, "function"));
    let function = callee.and_then(|callee| src.function(src.text(callee)));
    let at = children(arguments).into_iter().position(|a| a == argument);
    let (Some(function), Some(at)) = (function.filter(|_| depth < DEPTH), at) else {
        return true;
    };
    let parameter = declarations::parameters(src, function).into_iter().nth(at);
    let body = field(function, "body");
    parameter
        .zip(body)
        .is_none_or(|(d, body)| !d.is_const(src) || writes_on(src, body, &d, depth + 1))
}
