//! Bodies for arrays that lie apart.
//!
//! A C compiler must take pointers for ways to the same memory. So it tests rows for overlaps before
//! it uses vectors, and leaves loops of many arrays as they are: the stencils of `tend-lin` were
//! scalar, and took 1.4 times as long, as under OpenMP. Who registers tasks knows where each array
//! lies and how long it is. If what a task writes lies apart from all else that it reaches, its body
//! runs as compiled with these pointers `restrict`, else as it was written:
//!
//! ```c
//! static __inline__ void hp5_body_7(int n, double *a, double *b) { .. }      // the user's text, once
//! static void hp5_apart_7(int n, double *restrict a, double *b) { hp5_body_7(n, a, b); }
//! given.hp5_apart = hp5_apart(a, n * sizeof *a, b, n * sizeof *b);       // once per loop
//! ```
//!
//! `restrict` says nothing of one array's own elements, so nothing is assumed of a loop's turns.
//! Where a task could reach memory that is not known by name and length (other functions, pointers
//! to pointers, members of structs) there is one body, as before.

use std::collections::BTreeMap;

use tree_sitter::Node;

use crate::c::dataflow::captures::Captured;
use crate::c::emit::Context;
use crate::c::lower::privatization::How;
use crate::c::parse::names;
use crate::c::parse::source::children;
use crate::c::semantics::declarations::{self, Declared, Form};
use crate::c::semantics::library_functions::is_numeric;
use crate::c::semantics::pointer_types::is_number;
use crate::ir::{Task, VarKind};

/// Pairs of arrays that are tested, at most: for more there is one body.
const TESTS: usize = 1_000;

/// What a second body of a task takes.
pub(super) struct Apart {
    /// Names of the pointers that are `restrict` there.
    pub(super) written: Vec<String>,
    /// An expression: true where that may be said.
    pub(super) condition: String,
}

/// A name's memory: its address, and its bytes.
type Place = (String, String);

impl<'s> Context<'s> {
    /// How the task's body can be compiled for arrays that lie apart; `None` where it may reach
    /// what is not known by name and length, or where that would say nothing.
    pub(super) fn apart(&self, task: &'s Task, captured: &[Captured]) -> Option<Apart> {
        if self.checked || task.nested.is_some() || !task.reductions.is_empty() {
            return None;
        }
        if !crate::c::emit::members(self.src, self.region, task).is_empty() {
            return None;
        }
        let places = self.places(task, captured)?;
        let is_written = |name: &String| {
            let mut uses = task.uses.iter();
            uses.any(|u| u.name == *name && u.mode.writes())
        };
        let pointers = captured.iter().filter(|c| c.how == How::Pointer);
        let pointers = pointers.map(|c| c.declared.name.clone());
        let written: Vec<String> = pointers.filter(is_written).collect();
        if written.len() * places.len() > TESTS {
            return None;
        }
        let mut tests = Vec::new();
        for (n, name) in written.iter().enumerate() {
            let (from, bytes) = &places[name];
            let others = places
                .iter()
                .filter(|(other, _)| !written[..=n].contains(other));
            tests.extend(others.map(|(_, (other, length))| {
                format!("hp5_apart({from}, {bytes}, {other}, {length})")
            }));
        }
        (!tests.is_empty()).then(|| Apart {
            written,
            condition: tests.join(" && "),
        })
    }

    /// All memory that the task's body reaches by names from outside, if all of it is known.
    fn places(&self, task: &'s Task, captured: &[Captured]) -> Option<BTreeMap<String, Place>> {
        let mut places = BTreeMap::new();
        for one in captured {
            let declared = &one.declared;
            match one.how {
                How::Pointer => {
                    let bytes = match self.leads_to_one(one) {
                        true => format!("sizeof(*{})", declared.name),
                        false => self.bytes(task, declared)?,
                    };
                    places.insert(declared.name.clone(), (declared.name.clone(), bytes));
                }
                How::Value | How::Own if self.is_number_type(declared) => {}
                _ => return None,
            }
        }
        let stmt = names::statement(self.src, task)?;
        let known = |name: &str| captured.iter().any(|c| c.declared.name == name);
        let mut names = names::all_names(self.src, stmt);
        for (name, node) in names::identifiers(self.src, stmt) {
            if is_part(node) {
                return None;
            }
            let found = declarations::find(self.src, node, name);
            if found.is_some_and(|found| task.stmt.contains(&found.node.start_byte())) {
                names.remove(name);
            }
        }
        let outside = names
            .iter()
            .filter(|name| !known(name) && !self.src.macros.contains_key(*name) && !is_of_c(name));
        for name in outside {
            let found = declarations::find(self.src, stmt, name).filter(|found| found.lasting)?;
            places.insert(name.clone(), self.lasting(&found)?);
        }
        Some(places)
    }

    /// The code says `*p` wherever it names the pointer.
    fn leads_to_one(&self, one: &Captured) -> bool {
        let root = self.src.tree.root_node();
        one.declared.stars() == 1
            && one.declared.lengths().is_empty()
            && !one.declared.words(self.src).contains("void")
            && one.uses.iter().all(|used| {
                let node = root.descendant_for_byte_range(used.start, used.end);
                let around = node.and_then(|node| node.parent());
                around.is_some_and(|around| {
                    around.kind() == "pointer_expression" && self.src.text(around).starts_with('*')
                })
            })
    }

    /// The bytes behind a pointer, or of an array.
    fn bytes(&self, task: &Task, declared: &Declared) -> Option<String> {
        let name = &declared.name;
        if declared.stars() > 1 || declared.words(self.src).contains("void") {
            return None;
        }
        if declared.form() == Form::Array {
            return Some(format!("sizeof({name})"));
        }
        let variable = self.region.variables.iter().find(|v| v.name == *name)?;
        if matches!(variable.kind, VarKind::Scalar { .. }) {
            return Some(format!("sizeof(*{name})"));
        }
        let lengths = self.extents(task, variable)?;
        // What lies behind one element of the pointer is in its type.
        let inner = (declared.lengths().len() + declared.stars()).checked_sub(1)?;
        let outer = lengths.len().checked_sub(inner).filter(|n| *n > 0)?;
        let factors = lengths[..outer].iter().map(|l| format!("(size_t)({l}) * "));
        Some(format!("{}sizeof(*{name})", factors.collect::<String>()))
    }

    /// A variable of the file.
    fn lasting(&self, found: &Declared) -> Option<Place> {
        let name = &found.name;
        let sized = found.lengths().iter().all(Option::is_some) && found.stars() == 0;
        match found.form() {
            Form::Array if sized => Some((name.clone(), format!("sizeof({name})"))),
            Form::Value if self.is_number_type(found) => {
                Some((format!("&{name}"), format!("sizeof({name})")))
            }
            _ => None,
        }
    }

    /// Its value leads nowhere. (The address of what is `volatile` is no `const void *`.)
    fn is_number_type(&self, declared: &Declared) -> bool {
        declared.form() == Form::Value
            && !declared.is_function()
            && !declared.words(self.src).contains("volatile")
            && is_number(self.src, declared)
    }
}

/// Such a function, of any precision, or a constant of a header of C.
fn is_of_c(name: &str) -> bool {
    let constant = ["M_", "DBL_", "FLT_", "INT_"]
        .iter()
        .any(|of| name.starts_with(of));
    constant || is_numeric(name)
}

/// A struct whose member is meant, or a function that a pointer leads to.
fn is_part(node: Node) -> bool {
    node.parent().is_some_and(|parent| {
        parent.kind() == "field_expression" && children(parent).first() == Some(&node)
    })
}
