//! Values that tasks or code around them reach by their address. In: a name in code of a region. Out: what has to be
//! waited for because of that.

use tree_sitter::Node;

use crate::c::dataflow::mentions::{Mention, address_of};
use crate::c::dataflow::waits::Around;
use crate::c::parse::expressions::{last, whole_place};
use crate::c::parse::source::{place_name, root_of, set_by, set_name};
use crate::c::semantics::declarations::Form;
use crate::c::semantics::pointer_types;
use crate::c::semantics::pointer_types::is_number;
use crate::c::semantics::union_members::lies_inside;
use crate::ir::VarKind;

impl Around<'_> {
    /// A value that tasks write and code reaches through a pointer, or the reverse.
    pub(super) fn addressed(
        &self,
        (name, node): (&str, Node),
        mention: &Mention,
        is_set: bool,
    ) -> Option<String> {
        let through = matches!(mention, Mention::Read | Mention::Other);
        let all = self.touched.values().flatten();
        let member = place_name(self.src, whole_place(node)).unwrap_or_default();
        let found = all.filter(|v| {
            let used = v.written || is_set;
            let has = |holder: &str, value: &str| used && self.known.has_address(holder, value);
            let is_part = || self.has(node, &member, &v.name);
            let reached = has(root_of(&v.name), name);
            // `p->x`, `*p` and `f(p)` where tasks have `s.x`.
            let lies_behind = || {
                let whole = through && last(&member).is_none();
                (whole || (member.contains("->") && is_part()))
                    && has(name, root_of(&v.name))
                    && lies_inside(self.src, v)
            };
            match v.kind {
                VarKind::Scalar { deref: false } => {
                    let is_value = || self.known.has_address(name, &v.name);
                    (v.written && ((through && is_value()) || lies_behind()))
                        || (reached && v.name.contains("->") && is_part())
                }
                _ => reached || lies_behind(),
            }
        });
        found.map(|v| v.name.clone()).min()
    }

    /// What code names may be, or have in it, a member that tasks reach through a pointer: it is a struct, or a member
    /// of the same name.
    fn has(&self, node: Node, named: &str, member: &str) -> bool {
        let found = pointer_types::declaration(self.src, node, named);
        let is_struct = found.is_none_or(|d| d.form() == Form::Value && !is_number(self.src, &d));
        is_struct || last(named) == last(member)
    }

    /// A variable of the file that tasks look at when they run, and that code may set by its address: `f(&n)`,
    /// `*p = 1` and `p->n = 1` with `p` set to it.
    pub(super) fn set_by_address(
        &self,
        (name, node): (&str, Node),
        mention: &Mention,
    ) -> Option<String> {
        let place = whole_place(node);
        if let Some(taken) = address_of(self.src, place) {
            // A pointer that is set to it sets nothing yet.
            let kept = taken.parent().and_then(set_by);
            let kept = kept.is_some_and(|(place, _)| set_name(self.src, place).is_some());
            return (!kept && self.is_looked_at(node, name)).then(|| name.to_owned());
        }
        let member = self.src.text(place).contains("->");
        let may_set = matches!(mention, Mention::Other) || (member && self.is_set(place));
        if !may_set {
            return None;
        }
        let mut values = self.known.values_of(name);
        let found = values.find(|value| *value != name && self.is_looked_at(node, value));
        found.map(str::to_owned)
    }
}
