//! Structs that a function is given by `&mut`, and uses field by field.
//!
//! `grid.u[i]` of a `grid: &mut Grid` is then a place of its own, as `self.u[i]` is: tasks that use
//! different fields do not meet. That holds where the function never names the struct as a whole
//! (`step(grid)`, `grid.norm()`), which would use all of its fields, and never a field beside a part
//! of it.

use std::collections::{HashMap, HashSet};

use tree_sitter::Node;

use crate::ir::Span;
use crate::syntax::rust::{Source, children, field};

/// Types whose fields are behind a method call: reaching one borrows the whole.
const POINTERS: [&str; 12] = [
    "Box",
    "Rc",
    "Arc",
    "Ref",
    "RefMut",
    "MutexGuard",
    "RwLockReadGuard",
    "RwLockWriteGuard",
    "Pin",
    "Cow",
    "ManuallyDrop",
    "Reverse",
];

/// A parameter that is used field by field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Owner {
    /// Its name.
    pub(crate) name: String,
    /// The function that has it.
    pub(crate) function: Span,
}

/// All such parameters of a file.
pub(super) fn find(src: &Source) -> Vec<Owner> {
    let mut list = Vec::new();
    let mut stack = vec![src.tree.root_node()];
    while let Some(node) = stack.pop() {
        if node.kind() == "function_item" {
            of_function(src, node, &mut list);
        }
        stack.extend(children(node));
    }
    list
}

fn of_function(src: &Source, function: Node, list: &mut Vec<Owner>) {
    let parameters = field(function, "parameters")
        .map(children)
        .unwrap_or_default();
    let mut names: Vec<&str> = Vec::new();
    for parameter in parameters {
        let (Some(pattern), Some(ty)) = (field(parameter, "pattern"), field(parameter, "type"))
        else {
            continue;
        };
        if pattern.kind() == "identifier" && is_struct(src, ty) {
            names.push(src.text(pattern));
        }
    }
    let Some(body) = field(function, "body").filter(|_| !names.is_empty()) else {
        return;
    };
    let found = Mentions::of(src, body, &names);
    let fit = |name: &&str| found.are_fields(name);
    list.extend(names.into_iter().filter(fit).map(|name| Owner {
        name: name.to_owned(),
        function: function.byte_range(),
    }));
}

/// `&mut Name`, `&'a mut path::Name<T>`, for a type that has its fields itself.
fn is_struct(src: &Source, ty: Node) -> bool {
    let mutable = children(ty).iter().any(|c| c.kind() == "mutable_specifier");
    let Some(target) = field(ty, "type").filter(|_| ty.kind() == "reference_type" && mutable)
    else {
        return false;
    };
    let name = match target.kind() {
        "generic_type" => field(target, "type"),
        _ => Some(target),
    };
    let Some(name) =
        name.filter(|n| matches!(n.kind(), "type_identifier" | "scoped_type_identifier"))
    else {
        return false;
    };
    let last = src.text(name).rsplit("::").next().unwrap_or("").trim();
    !POINTERS.contains(&last)
}

/// How names are mentioned in a function.
struct Mentions<'s> {
    src: &'s Source,
    /// The fields that follow each name, as `u` or `grid.u`.
    paths: HashMap<String, HashSet<String>>,
    /// Names that are mentioned without a field.
    whole: HashSet<String>,
    /// All identifiers.
    words: HashSet<String>,
}

impl<'s> Mentions<'s> {
    fn of(src: &'s Source, body: Node, names: &[&str]) -> Mentions<'s> {
        let mut found = Mentions {
            src,
            paths: HashMap::new(),
            whole: HashSet::new(),
            words: HashSet::new(),
        };
        let mut stack = vec![body];
        while let Some(node) = stack.pop() {
            let text = src.text(node);
            match node.kind() {
                "identifier" | "shorthand_field_identifier" => {
                    found.words.insert(text.to_owned());
                    if names.contains(&text) {
                        found.mention(node);
                    }
                }
                // What a string formats it names as a whole.
                "string_literal" => {
                    let formats = |name: &&&str| text.contains(&format!("{{{name}"));
                    let named = names.iter().filter(formats).map(|name| (*name).to_owned());
                    found.whole.extend(named);
                }
                "attribute_item" => continue,
                _ => {}
            }
            stack.extend(children(node));
        }
        found
    }

    fn mention(&mut self, node: Node) {
        let name = self.src.text(node).to_owned();
        let place = node.parent().is_some_and(|p| {
            p.kind() == "token_tree"
                || (p.kind() == "field_expression"
                    && field(p, "value").is_some_and(|v| v.id() == node.id()))
        });
        let before = self.src.text.get(..node.start_byte()).unwrap_or("");
        let member = before.ends_with('.') && !before.ends_with("..");
        match plain_fields(&self.src.text, node.end_byte()) {
            Some(path) if place && !member => {
                self.paths.entry(name).or_default().insert(path);
            }
            _ => {
                self.whole.insert(name);
            }
        }
    }

    /// The name is only mentioned by its fields, none of which is a part of another one, and views of
    /// them have names that are free.
    fn are_fields(&self, name: &str) -> bool {
        let Some(paths) = self.paths.get(name).filter(|_| !self.whole.contains(name)) else {
            return false;
        };
        let part = |a: &String| paths.iter().any(|b| is_part(a, b));
        let taken = |path: &String| {
            self.words
                .contains(&format!("{name}_{}", path.replace('.', "_")))
        };
        !paths.iter().any(part) && !paths.iter().any(taken)
    }
}

/// `b` is a field of what `a` is.
fn is_part(a: &str, b: &str) -> bool {
    b.strip_prefix(a).is_some_and(|rest| rest.starts_with('.'))
}

/// The longest run of plain fields that follows a name: `.u.x` of `s.u.x[i]`, `.u` of `s.u.len()`.
pub(crate) fn plain_fields(text: &str, end: usize) -> Option<String> {
    let mut rest = text.get(end..)?;
    let mut path: Vec<&str> = Vec::new();
    while let Some(after) = rest.strip_prefix('.') {
        let length = after
            .find(|c: char| !(c.is_alphanumeric() || c == '_'))
            .unwrap_or(after.len());
        let called = after[length..].starts_with('(') || after[length..].starts_with("::");
        if length == 0 || called {
            break;
        }
        path.push(&after[..length]);
        rest = &after[length..];
    }
    (!path.is_empty()).then(|| path.join("."))
}

/// A text in which fields of these names have the names of their views: `s.u` is `s_u`.
pub(crate) fn with_views<'n>(text: &str, owners: impl Iterator<Item = &'n str>) -> String {
    owners.fold(text.to_owned(), |text, owner| one_with_views(&text, owner))
}

fn one_with_views(text: &str, owner: &str) -> String {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let (mut out, mut at) = (String::with_capacity(text.len()), 0);
    while let Some(found) = text[at..].find(owner).map(|n| n + at) {
        let end = found + owner.len();
        let before = &text[..found];
        let member = before.ends_with('.') && !before.ends_with("..");
        let path = plain_fields(text, end).filter(|_| !member && !before.ends_with(is_word));
        out.push_str(&text[at..end]);
        at = end;
        if let Some(path) = path {
            out.push('_');
            out.push_str(&path.replace('.', "_"));
            at += 1 + path.len();
        }
    }
    out + &text[at..]
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn owners(body: &str) -> Vec<String> {
        let text =
            format!("fn f(s: &mut Grid<f64>, b: &mut Box<T>, r: &Grid, n: usize) {{ {body} }}");
        let src = crate::syntax::rust::parse(Path::new("t.rs"), text).expect("it is Rust");
        find(&src).into_iter().map(|owner| owner.name).collect()
    }

    #[test]
    fn parameters_that_are_used_field_by_field() {
        for body in [
            "s.u[0] = s.v[0]; b.u = 1; r.u;",
            "assert_eq!(s.u.len(), s.n);",
            "std::mem::swap(&mut s.u, &mut s.grid.v);",
            "for i in 0..s.n { t.s = s.u[i]; }",
        ] {
            assert_eq!(owners(body), ["s"], "{body}");
        }
        for body in [
            "n + 1;",
            "step(s); s.u[0] = 1;",
            "s.norm(); s.u[0] = 1;",
            "s.grid.v[0] = 1; norm(&s.grid);",
            "let s = s.u;",
            "println!(\"{s:?}\"); s.u[0] = 1;",
            "println!(\"{}\", s); s.u[0] = 1;",
            "let s_u = 1; s.u[0] = s_u;",
            "let x = S { s }; s.u[0] = 1;",
            "(*s).u[0] = 1;",
        ] {
            assert_eq!(owners(body), [""; 0], "{body}");
        }
    }

    #[test]
    fn fields_in_texts() {
        let of = |text: &str| with_views(text, ["self", "s"].into_iter());
        assert_eq!(of("(self.a.b + 1) * s.n"), "(self_a_b + 1) * s_n");
        assert_eq!(
            of("s.u.len() + self.u[0].len()"),
            "s_u.len() + self_u[0].len()"
        );
        assert_eq!(of("0..s.n - ss.n + t.s.n"), "0..s_n - ss.n + t.s.n");
    }
}
