//! Places of one struct or union that have memory in common: `s` and `s.u`, two members of a union.

use crate::c::parse::expressions::last;
use crate::c::parse::source::{Source, root_of};
use crate::c::semantics::declarations::{Declared, Form};
use crate::c::semantics::pointer_types;
use crate::ir::{Region, VarKind, Variable};

/// The members by which a place is come to, after its variable: of `s.in->u` the parts `.in` and `->u`.
fn parts(name: &str) -> Vec<(&str, bool)> {
    let mut list = Vec::new();
    let mut rest = name;
    while let Some(at) = rest.find(['.', '-']) {
        let by_pointer = rest[at..].starts_with("->");
        let member = &rest[at + if by_pointer { 2 } else { 1 }..];
        let end = member.find(['.', '-']).unwrap_or(member.len());
        list.push((&member[..end], by_pointer));
        rest = &member[end..];
    }
    list
}

/// Two places that begin with the same variable, or with pointers that may lead to the same, lie in one another, or
/// are members of one union. What a pointer leads to lies elsewhere.
pub(in crate::c) fn overlap(src: &Source, a: &str, b: &str) -> bool {
    let (a, b) = (parts(a), parts(b));
    let same = a.iter().zip(&b).take_while(|(a, b)| a.0 == b.0).count();
    let rest = |of: &[(&str, bool)]| of[same..].iter().all(|(_, by_pointer)| !by_pointer);
    match (a.get(same), b.get(same)) {
        (Some((a, _)), Some((b, _))) => in_union(src, a) && in_union(src, b),
        // A pointer that is a member leads elsewhere.
        _ if same > 0 => rest(&a) && rest(&b),
        // The variable itself, which may be a pointer.
        _ => {
            let behind = |of: &[(&str, bool)]| of.iter().skip(1).all(|(_, by_pointer)| !by_pointer);
            behind(&a) && behind(&b)
        }
    }
}

/// Tasks of the region write what lies in the variable, or is a member of one union with it, by another name.
pub(in crate::c) fn is_part_of_written(src: &Source, region: &Region, variable: &Variable) -> bool {
    let name = &variable.name;
    let mut written = region
        .variables
        .iter()
        .filter(|v| v.written && v.name != *name);
    written.any(|v| {
        root_of(&v.name) == root_of(name) && lies_inside(src, v) && overlap(src, &v.name, name)
    })
}

/// What tasks use by the variable's name lies in the struct that it is a member of, not where a pointer leads.
pub(in crate::c) fn lies_inside(src: &Source, variable: &Variable) -> bool {
    match (&variable.kind, last(&variable.name)) {
        (VarKind::Scalar { deref }, _) => !deref,
        (_, None) => true,
        (_, Some(member)) => {
            let found = pointer_types::members(src, member);
            found.is_empty() || found.iter().any(|d| d.form() != Form::Pointer)
        }
    }
}

/// A member of this name is one of a union, or of a struct without a name in one.
pub(in crate::c) fn in_union(src: &Source, member: &str) -> bool {
    pointer_types::members(src, member).iter().any(|found| {
        let mut around = found.node.parent();
        while let Some(at) = around {
            match at.kind() {
                "union_specifier" => return true,
                "struct_specifier" | "field_declaration_list" | "field_declaration" => {}
                _ => return false,
            }
            around = at.parent();
        }
        false
    })
}

/// Some member of the place is one of a union.
pub(in crate::c) fn goes_through_union(src: &Source, name: &str) -> bool {
    parts(name).iter().any(|(member, _)| in_union(src, member))
}

/// A struct, or a union, that is no pointer and no array: to copy it is to copy what lies in it.
pub(in crate::c) fn is_struct(src: &Source, found: &Declared) -> bool {
    let number =
        || pointer_types::is_number(src, found) || pointer_types::is_plain_number(src, found);
    found.form() == Form::Value
        && found.levels().is_empty()
        && !found.is_function()
        && !found.points_to_function(src)
        && !number()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::c::parse::source;

    #[test]
    fn places_lie_in_one_another_or_in_one_union() {
        let text = "union w { int v; struct { int lo, hi; }; int u[4]; };\n\
            struct g { int n; int x[8]; int *p; struct { int k; } in; union w w; };\n";
        let src = source::parse(Path::new("x.c"), text, &[]).expect("it can be parsed");
        let meet = |a, b| overlap(&src, a, b) && overlap(&src, b, a);
        assert!(meet("s", "s.x") && meet("s", "s.in.k") && meet("s.in", "s.in.k"));
        assert!(meet("p", "p->x") && meet("p->x", "q->x") && meet("s.x", "p->x"));
        assert!(meet("s.w.v", "s.w.u") && meet("s.w.hi", "s.w.v") && meet("s.w", "s.w.lo"));
        assert!(!meet("s.n", "s.x") && !meet("s.in.k", "s.n") && !meet("s.p", "s.p->n"));
        assert!(!meet("s", "s.in.p->n"));
    }
}
