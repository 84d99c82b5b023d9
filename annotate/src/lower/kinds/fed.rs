//! Every kind of node of the grammar is listed, and fed to the walks: code with such a node, and with a use of `a`,
//! stands in a task, and between tasks. The use is seen, or the program is refused.

use std::collections::BTreeSet;
use std::path::Path;

use tree_sitter::Node;

use super::{Kind, listed};
use crate::syntax::rust::parse;
use crate::{Options, Output, SourceFile, translate};

/// Code for each kind that is no still one, with a use of `a`.
const CODE: &[(&str, &str)] = &[
    ("arguments", "b[0] = other(1, a[5]);"),
    ("array_expression", "b[0] = [1, a[5]].len() as i64;"),
    ("assignment_expression", "a[5] = 1;"),
    ("assignment_expression", "(a[5], b[0]) = (1, 2);"),
    ("async_block", "drop(async { a[5] });"),
    ("attribute_item", "#[allow(unused)] { b[0] = a[5]; }"),
    ("await_expression", "drop(async { later(a[5]).await });"),
    (
        "base_field_initializer",
        "b[0] = Pair { x: 1, ..pair(a[5]) }.x;",
    ),
    ("binary_expression", "b[0] = 3 * a[5];"),
    ("binary_expression", "b[0] = (n > 3 && a[5] > 2) as i64;"),
    ("block", "b[0] = { a[5] };"),
    ("break_expression", "b[0] = loop { break a[5]; };"),
    ("call_expression", "b[0] = other(a[5], 2);"),
    ("call_expression", "b[0] = a.iter().sum();"),
    ("call_expression", "a.fill(2);"),
    ("call_expression", "change(a);"),
    ("closure_expression", "b[0] = (|k: usize| a[k])(5);"),
    ("closure_parameters", "b[0] = (|k: usize| a[k])(5);"),
    ("compound_assignment_expr", "a[5] += 1;"),
    ("const_block", "b[0] = const { 5 } + a[5];"),
    ("const_item", "const K: usize = 5; b[0] = a[K];"),
    (
        "continue_expression",
        "for k in 0..9 { if a[k] > 2 { continue; } b[k] = 1; }",
    ),
    (
        "else_clause",
        "if n > 2 { b[0] = 1; } else { b[0] = a[5]; }",
    ),
    ("expression_statement", "a[5];"),
    ("field_expression", "b[0] = pair(a[5]).x;"),
    ("field_initializer", "b[0] = Pair { x: a[5], y: 1 }.x;"),
    ("field_initializer_list", "b[0] = Pair { x: a[5], y: 1 }.x;"),
    ("for_expression", "for k in 0..3 { b[0] += a[k]; }"),
    ("for_expression", "for x in a.iter() { b[0] += x; }"),
    ("for_expression", "for x in a.iter_mut() { *x = 1; }"),
    (
        "function_item",
        "fn own(x: i64) -> i64 { x } b[0] = own(a[5]);",
    ),
    ("gen_block", "drop(gen { a[5] });"),
    ("generic_function", "b[0] = same::<i64>(a[5]);"),
    ("identifier", "b.copy_from_slice(a);"),
    ("if_expression", "if a[5] > 2 { b[0] = 1; }"),
    ("index_expression", "b[0] = a[5];"),
    ("label", "'out: loop { b[0] = a[5]; break 'out; }"),
    (
        "let_chain",
        "if let Some(x) = a.first() && *x > 2 { b[0] = *x; }",
    ),
    ("let_condition", "if let 3 = a[5] { b[0] = 1; }"),
    ("let_declaration", "let x = a[5]; b[0] = x;"),
    (
        "let_declaration",
        "let Some(x) = a.first() else { panic!() }; b[0] = *x;",
    ),
    ("loop_expression", "loop { b[0] = a[5]; break; }"),
    (
        "macro_definition",
        "macro_rules! own { ($x:expr) => { $x } } b[0] = own!(a[5]);",
    ),
    ("macro_invocation", "assert!(a[5] > -100);"),
    ("macro_invocation", "println!(\"{}\", a[5]);"),
    ("macro_invocation", "println!(\"{a:?}\");"),
    ("match_arm", "match n { 3 => b[0] = a[5], _ => {} }"),
    ("match_block", "match a[5] { 3 => b[0] = 1, _ => {} }"),
    ("match_expression", "match a[5] { 3 => b[0] = 1, _ => {} }"),
    (
        "match_pattern",
        "match n { 3 if a[5] > 2 => b[0] = 1, _ => {} }",
    ),
    ("mutable_specifier", "change(&mut a[..5]);"),
    ("parenthesized_expression", "b[0] = (a[5]);"),
    ("primitive_type", "b[0] = i64::from(a[5] as i32);"),
    ("range_expression", "for k in 0..a[5] { b[0] += k; }"),
    ("reference_expression", "b[0] = *same(&a[5]);"),
    ("reference_expression", "change(&mut a[2..4]);"),
    ("return_expression", "if a[5] > 100 { return; }"),
    ("scoped_identifier", "b[0] = i64::max(a[5], 2);"),
    (
        "shorthand_field_initializer",
        "let x = a[5]; b[0] = Pair { x, y: 1 }.x;",
    ),
    ("static_item", "static K: i64 = 5; b[0] = K + a[5];"),
    ("struct_expression", "b[0] = Pair { x: a[5], y: 1 }.x;"),
    ("struct_item", "struct Own(i64); b[0] = Own(a[5]).0;"),
    ("token_tree", "debug_assert!((a[5] > -100) && n > 0);"),
    ("try_block", "let _: Option<i64> = try { a[5] };"),
    ("try_expression", "b[0] = maybe(a[5])?;"),
    ("tuple_expression", "b[0] = (1, a[5]).1;"),
    ("type_arguments", "b[0] = same::<i64>(a[5]);"),
    ("type_cast_expression", "b[0] = a[5] as i64;"),
    ("unary_expression", "b[0] = -a[5];"),
    ("unary_expression", "b[0] = *a.first().unwrap();"),
    ("unsafe_block", "unsafe { b[0] = *a.get_unchecked(5); }"),
    ("use_declaration", "use std::cmp::max; b[0] = max(a[5], 2);"),
    ("while_expression", "while a[5] > 200 { b[0] += 1; }"),
    (
        "while_expression",
        "while let Some(3) = a.first() { b[0] += 1; }",
    ),
    ("yield_expression", "b[0] = yield a[5];"),
];

/// What a file is, and what stands in methods alone.
const ELSEWHERE: [&str; 2] = ["self", "source_file"];

const ITEMS: &str = "struct Pair { x: i64, y: i64 }\nfn other(x: i64, y: i64) -> i64 { x + y }\n\
    fn pair(x: i64) -> Pair { Pair { x, y: 0 } }\nfn same<T>(x: T) -> T { x }\nfn change(a: &mut [i64]) { a[0] = 1; }\n\
    fn maybe(x: i64) -> Option<i64> { Some(x) }\nasync fn later(x: i64) -> i64 { x }\n";

fn translated(text: String) -> Output {
    let path = Path::new("fed.rs").to_owned();
    translate(&[SourceFile { path, text }], &Options::default())
}

fn has(node: Node, kind: &str) -> bool {
    let mut cursor = node.walk();
    let inside: Vec<Node> = node.children(&mut cursor).collect();
    node.kind() == kind || inside.into_iter().any(|child| has(child, kind))
}

#[test]
fn all_kinds_of_the_grammar_are_listed() {
    let language = tree_sitter::Language::from(tree_sitter_rust::LANGUAGE);
    let ids = 0..u16::try_from(language.node_kind_count()).unwrap_or(u16::MAX);
    let named =
        ids.filter(|id| language.node_kind_is_named(*id) && language.node_kind_is_visible(*id));
    let kinds: BTreeSet<&str> = named
        .filter_map(|id| language.node_kind_for_id(id))
        .collect();
    let missing: Vec<&&str> = kinds.iter().filter(|kind| listed(kind).is_none()).collect();
    assert!(
        kinds.len() > 150 && missing.is_empty(),
        "say what walks do with {missing:?}"
    );
    let fed: BTreeSet<&str> = CODE.iter().map(|(kind, _)| *kind).collect();
    let hungry: Vec<&&str> = kinds
        .iter()
        .filter(|kind| listed(kind) != Some(Kind::Still) && !fed.contains(**kind))
        .filter(|kind| !ELSEWHERE.contains(*kind))
        .collect();
    assert!(hungry.is_empty(), "feed {hungry:?}");
}

#[test]
fn uses_are_seen_in_nodes_of_all_kinds() {
    for (kind, code) in CODE {
        let head =
            format!("{ITEMS}#[hp5::region]\nfn f(a: &mut [i64], b: &mut [i64], n: usize) {{\n");
        let inside = format!("{head}#[hp5::task]\na[5] = 3;\n#[hp5::task]\n{{ {code} }}\n}}\n");
        let parsed = parse(Path::new("fed.rs"), inside.clone());
        assert!(
            parsed.is_some_and(|src| has(src.tree.root_node(), kind)),
            "{kind}: {code}"
        );
        let output = translated(inside);
        let last = output.files[0]
            .ir
            .rsplit("(line ")
            .next()
            .unwrap_or_default();
        let mut words = last.split(|c: char| !(c.is_alphanumeric() || c == '_'));
        let uses = words.any(|word| word == "a");
        assert!(
            output.has_errors() || uses,
            "{code}: {}",
            output.files[0].ir
        );
        let between =
            format!("{head}#[hp5::task]\na[5] = 3;\n#[hp5::task]\na[6] = 3;\n{code}\n}}\n");
        let output = translated(between);
        let waits = output.files[0].text.contains("wait");
        assert!(
            output.has_errors() || waits,
            "{code}: {}",
            output.files[0].text
        );
    }
}

#[test]
fn uses_are_seen_in_methods() {
    let head = "struct G { a: Vec<i64>, b: Vec<i64> }\nimpl G {\n#[hp5::region]\nfn f(&mut self) {\n#[hp5::task]\nself.a[5] = 3;\n";
    let inside = translated(format!(
        "{head}#[hp5::task]\n{{ self.b[0] = self.a[5]; }}\n}}\n}}\n"
    ));
    let last = inside.files[0]
        .ir
        .rsplit("(line ")
        .next()
        .unwrap_or_default();
    assert!(last.contains("self.a["), "{last}");
    let between = translated(format!("{head}self.b[0] = self.a[5];\n}}\n}}\n"));
    assert!(
        between.files[0].text.contains("wait"),
        "{}",
        between.files[0].text
    );
}
