//! What is known of numbers where a task stands, by what declares them: `int half = len / 2;`.
//!
//! A declaration says what a number is in terms of others, as long as nothing between it and the task
//! changes either. What stands behind the task may: the next turn comes by the declaration again.

mod residues;

use std::collections::HashSet;
use std::rc::Rc;

use tree_sitter::Node;

use crate::c::parse::names::all_names;
use crate::c::parse::source::{Source, any, children, field, peel, words};
use crate::c::semantics::affine::Env;
use crate::c::semantics::declarations::{self, Declared, Form};
use crate::c::semantics::function_summaries::{Block, Function};
use crate::c::semantics::integer_arithmetic::integer;
use crate::c::semantics::integer_types::is_narrow;
use crate::ir::{Poly, Task};

/// Numbers made of others beyond which it is not asked whether they are negative.
const DEPTH: usize = 8;

/// Notes what is known of the numbers that a task on `stmt` may name.
pub(in crate::c) fn note(src: &Source, stmt: Node, task: &mut Task) {
    let Some(function) = src.function_at(stmt.start_byte()) else {
        return;
    };
    let facts = Facts::of(src, function, stmt);
    // Code is come to by its block's begin alone.
    if !facts.of.has_labels {
        facts.add(task);
    }
}

/// A value that is never below 0 where it stands: of numbers that are not set to anything below.
pub(in crate::c) fn is_natural(src: &Source, value: Node) -> bool {
    // What a macro stands for is no place of the file.
    let function = src.function_at(value.start_byte());
    let here =
        function.filter(|f| std::iter::successors(Some(value), Node::parent).any(|n| n == *f));
    here.is_some_and(|function| Facts::of(src, function, value).is_natural_value(value, 0))
}

/// What may change between a declaration and a task.
#[derive(Clone)]
enum Moved {
    /// What the statements of a block change behind this one, up to that one.
    InBlock(Rc<Block>, (usize, usize)),
    /// What is in one of these.
    Any(Vec<Rc<HashSet<String>>>),
}

impl Moved {
    fn has(&self, name: &str) -> bool {
        match self {
            Moved::InBlock(block, range) => block.changes(name, *range),
            Moved::Any(all) => all.iter().any(|names| names.contains(name)),
        }
    }
}

struct Facts<'s> {
    src: &'s Source,
    function: Node<'s>,
    stmt: Node<'s>,
    env: Env,
    of: Rc<Function>,
}

impl<'s> Facts<'s> {
    fn of(src: &'s Source, function: Node<'s>, stmt: Node<'s>) -> Facts<'s> {
        let of = Function::of(src, function);
        let mut env = Env::default();
        env.kinds = of.kinds.clone();
        Facts {
            src,
            function,
            stmt,
            env,
            of,
        }
    }

    fn add(&self, task: &mut Task) {
        let mut values = Vec::new();
        let mut quotients = self.quotients(self.stmt);
        task.residues.extend(self.residues(self.stmt));
        let own = self.of.changed(self.src, self.stmt);
        for (found, value, moved) in self.declarations() {
            if moved.has(&found.name) || !self.is_number(&found) {
                continue;
            }
            let Some(poly) = self.env.poly(self.src, value) else {
                continue;
            };
            let stays = |name: &str| !moved.has(name) && self.is_same(&found, name);
            if !poly.atoms().into_iter().flat_map(words).all(stays) {
                continue;
            }
            // What has no sign is no difference that is below 0.
            let grows = || poly.least_of_naturals(|_| Some(0)).is_some_and(|n| n >= 0);
            if !is_unsigned(self.src, &found) || grows() {
                quotients.extend(self.quotients(value));
                task.residues.extend(self.residues(value));
                values.push((found.name, poly));
            }
        }
        for (whole, by, quotient) in quotients {
            let found = declarations::find(self.src, self.stmt, &whole);
            let fixed = found.is_some_and(|found| self.is_natural(&found, 0));
            let rest = format!("{whole}%{by}");
            let product = quotient.times(&Poly::constant(by));
            let sum = product.and_then(|p| p.plus(&Poly::atom(rest.as_str())));
            if let Some(sum) = sum.filter(|_| fixed && !own.contains(&whole)) {
                let parts = quotient.atoms().into_iter().map(str::to_owned);
                task.unsigned.extend(parts.chain([rest]));
                task.facts.push((whole, sum));
            }
        }
        task.facts.extend(values);
        for name in all_names(self.src, self.stmt) {
            let found = declarations::find(self.src, self.stmt, &name);
            if found.is_some_and(|found| self.is_natural(&found, 0)) {
                task.unsigned.push(name);
            }
        }
    }

    /// What is declared around the task, outermost first, with its value and what may change names from there
    /// to the task, in it too.
    fn declarations(&self) -> Vec<(Declared<'s>, Node<'s>, Moved)> {
        let mut list = Vec::new();
        let mut at = self.stmt;
        while let Some(around) = at.parent().filter(|a| a.kind() != "function_definition") {
            match around.kind() {
                "compound_statement" => {
                    let block = self.of.block(self.src, around);
                    let last = block.number(at);
                    for (n, start) in block.declarations(last) {
                        let moved = Moved::InBlock(block.clone(), (n, last));
                        let root = self.src.tree.root_node();
                        let node = root.descendant_for_byte_range(start, start);
                        let node = node.and_then(|node| match node.kind() {
                            "declaration" => Some(node),
                            _ => self.src.around(node, &["declaration"]),
                        });
                        let found = node.map(|node| self.declared(node, &moved));
                        list.extend(found.into_iter().flatten().rev());
                    }
                }
                "for_statement" if field(around, "body") == Some(at) => {
                    let parts = ["condition", "update", "body"].map(|part| field(around, part));
                    let parts = parts.into_iter().flatten();
                    let moved = parts.map(|part| self.of.changed(self.src, part)).collect();
                    let moved = Moved::Any(moved);
                    let head = field(around, "initializer");
                    let found = head.map(|head| self.declared(head, &moved));
                    list.extend(found.into_iter().flatten().rev());
                }
                _ => {}
            }
            at = around;
        }
        list.reverse();
        list
    }

    fn declared(&self, node: Node<'s>, moved: &Moved) -> Vec<(Declared<'s>, Node<'s>, Moved)> {
        if node.kind() != "declaration" {
            return Vec::new();
        }
        let found = declarations::names(self.src, node, false).into_iter();
        found
            .filter_map(|d| Some((d.clone(), d.value?, moved.clone())))
            .collect()
    }

    /// A variable of the function that counts, which nothing else may change.
    fn is_own_number(&self, found: &Declared) -> bool {
        let number = found.form() == Form::Value && !is_narrow(&found.plain_words(self.src));
        number && !found.lasting && !self.of.pointed_at.contains(&found.name)
    }

    /// And no other one hides it from the task.
    fn is_number(&self, found: &Declared) -> bool {
        let here = declarations::find(self.src, self.stmt, &found.name);
        self.is_own_number(found) && here.is_some_and(|here| here.node == found.node)
    }

    /// The name is that of one number where another one is declared and where the task stands.
    fn is_same(&self, of: &Declared, name: &str) -> bool {
        if self.src.macros.contains_key(name) {
            return true;
        }
        let there = declarations::find(self.src, of.node, name);
        there.is_some_and(|there| self.is_number(&there))
    }

    /// Parts of numbers in some code: the number, by what it is divided, and the quotient.
    fn quotients(&self, code: Node<'s>) -> Vec<(String, i64, Poly)> {
        let (mut list, mut stack) = (Vec::new(), vec![code]);
        while let Some(node) = stack.pop() {
            if let Some((whole, by)) = quotient(self.src, node)
                && let Some(poly) = self.env.poly(self.src, node)
            {
                list.push((self.src.text(whole).to_owned(), by, poly));
            }
            stack.extend(children(node));
        }
        list
    }

    /// A number that is never below 0: by its type, or by all that it is set to.
    fn is_natural(&self, found: &Declared, depth: usize) -> bool {
        // Deeper in, the answer may be that it was not asked any further.
        if depth > 0 {
            return self.is_set_natural(found, depth);
        }
        let key = (found.declarator.start_byte(), found.name.clone());
        if let Some(known) = self.of.natural.borrow().get(&key) {
            return *known;
        }
        let natural = self.is_set_natural(found, 0);
        self.of.natural.borrow_mut().insert(key, natural);
        natural
    }

    fn is_set_natural(&self, found: &Declared, depth: usize) -> bool {
        if depth > DEPTH || !self.is_own_number(found) {
            return false;
        }
        if is_unsigned(self.src, found) {
            return true;
        }
        let natural = |value: Node| self.is_natural_value(value, depth + 1);
        let parameter = found.node.kind() != "declaration";
        let is_it = |place: Node| {
            let here = declarations::find(self.src, place, self.src.text(place));
            here.is_some_and(|d| d.node == found.node && d.name == found.name)
        };
        let lowers = |node: Node| {
            let operator = field(node, "operator").map_or("", |o| self.src.text(o));
            let set = |name: &str| field(node, name).map(peel).filter(|p| is_it(*p));
            match node.kind() {
                "update_expression" => set("argument").is_some() && operator == "--",
                "assignment_expression" if set("left").is_some() => {
                    operator == "-=" || !field(node, "right").is_some_and(natural)
                }
                _ => false,
            }
        };
        !parameter && found.value.is_none_or(natural) && !any(self.function, &lowers)
    }

    fn is_natural_value(&self, value: Node, depth: usize) -> bool {
        let value = peel(value);
        let natural =
            |name: &str| field(value, name).is_some_and(|v| self.is_natural_value(v, depth + 1));
        match value.kind() {
            _ if depth > DEPTH => false,
            "number_literal" => integer(self.src.text(value)).is_some(),
            "identifier" => match self.src.macros.get(self.src.text(value)) {
                Some(known) => integer(&known.value).is_some_and(|n| n >= 0),
                None => declarations::find(self.src, value, self.src.text(value))
                    .is_some_and(|found| self.is_natural(&found, depth + 1)),
            },
            "binary_expression" => {
                let operator = field(value, "operator").map_or("", |o| self.src.text(o));
                let keeps = ["+", "*", "/", "%", ">>", "<<"].contains(&operator);
                keeps && natural("left") && natural("right")
            }
            _ => false,
        }
    }
}

fn is_unsigned(src: &Source, found: &Declared) -> bool {
    let text = found.plain_words(src);
    ["unsigned", "size_t", "uint"].iter().any(|word| {
        let signed = text.contains("ssize_t");
        text.contains(word) && !signed
    })
}

/// `len` and 2 of `len / 2` and of `len >> 1`.
fn quotient<'t>(src: &Source, node: Node<'t>) -> Option<(Node<'t>, i64)> {
    let parts = (node.kind() == "binary_expression").then_some(node)?;
    let (left, right) = (peel(field(parts, "left")?), peel(field(parts, "right")?));
    let number = integer(src.text(right))?;
    let by = match src.text(field(parts, "operator")?) {
        "/" => number,
        ">>" if (0..32).contains(&number) => 1 << number,
        _ => return None,
    };
    (left.kind() == "identifier" && by > 0).then_some((left, by))
}
