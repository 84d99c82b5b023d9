//! Every kind of node of the grammar is fed to the walks: code with such a node, and with a use of `a`, stands in a
//! task, between tasks, and in a function that either calls. The use is seen, or the program is refused.

use std::collections::{BTreeSet, HashSet};
use std::path::Path;

use crate::c::parse::node_kinds::{Kind, listed};
use crate::c::parse::source::{self, children};
use crate::c::semantics::modified_variables::assigned;
use crate::{Options, Output, SourceFile, translate};

/// What stands around functions, not in them.
const OF_FILES: [&str; 4] = [
    "declaration_list",
    "function_definition",
    "linkage_specification",
    "translation_unit",
];

/// Code for each kind, with a use of `a`.
const CODE: &[(&str, &str)] = &[
    ("alignof_expression", "b[0] = (int)_Alignof(int) + a[5];"),
    ("argument_list", "b[0] = other(1, a[5]);"),
    ("array_declarator", "int v[a[5]]; b[0] = (int)sizeof v;"),
    ("assignment_expression", "a[5] = b[0];"),
    ("assignment_expression", "b[0] += a[5];"),
    (
        "attributed_declarator",
        "int v [[gnu::unused]] = a[5]; b[0] = v;",
    ),
    ("attributed_statement", "[[gnu::unused]] b[0] = a[5];"),
    ("binary_expression", "b[0] = 3 * a[5];"),
    ("break_statement", "while (n) { if (a[5]) break; n--; }"),
    ("call_expression", "b[0] = other(a[5], 2);"),
    ("call_expression", "(*show)();"),
    ("call_expression", "(&show)();"),
    ("call_expression", "pointer();"),
    ("call_expression", "shows[n]();"),
    ("case_statement", "switch (n) { case 1: b[0] = a[5]; }"),
    ("cast_expression", "b[0] = (int)a[5];"),
    ("char_literal", "b[0] = 'x' + a[5];"),
    ("comma_expression", "b[0] = (n, a[5]);"),
    (
        "compound_literal_expression",
        "b[0] = (struct s){a[5], {0}}.v;",
    ),
    (
        "compound_literal_expression",
        "b[0] = ((int *[]){a, b})[0][5];",
    ),
    ("compound_statement", "{ b[0] = a[5]; }"),
    ("compound_statement", "b[0] = ({ int v = a[5]; v; });"),
    ("concatenated_string", "b[0] = (\"x\" \"y\")[a[5] & 1];"),
    ("conditional_expression", "b[0] = n ? a[5] : 0;"),
    ("conditional_expression", "(n ? a : b)[5] = 2;"),
    ("continue_statement", "while (n--) { if (a[5]) continue; }"),
    ("declaration", "int v = a[5]; b[0] = v;"),
    ("declaration", "struct s v = g; b[0] = v.w[0];"),
    ("declaration", "extern int a[]; b[0] = a[5];"),
    ("do_statement", "do { n--; } while (a[5]);"),
    ("else_clause", "if (n) n++; else b[0] = a[5];"),
    ("expression_statement", "a[5]++;"),
    ("extension_expression", "b[0] = __extension__ a[5];"),
    ("extension_expression", "__extension__ ({ b[0] = a[5]; });"),
    ("false", "b[0] = false ? 1 : a[5];"),
    ("field_expression", "b[0] = g.w[a[5] & 3];"),
    ("for_statement", "for (n = a[5]; n < 9; n++) ;"),
    ("for_statement", "for (n = 0; n < a[5]; n++) ;"),
    ("for_statement", "for (n = 0; n < 5; n += a[5]) ;"),
    ("function_declarator", "int v(int); b[0] = v(a[5]);"),
    (
        "generic_expression",
        "b[0] = _Generic(n, int: a[5], default: 2);",
    ),
    (
        "generic_expression",
        "_Generic(n, int: a, default: b)[5] = 2;",
    ),
    (
        "gnu_asm_clobber_list",
        "asm volatile(\"nop\" ::: \"memory\");",
    ),
    ("gnu_asm_expression", "asm(\"nop\");"),
    (
        "gnu_asm_goto_list",
        "asm goto(\"nop\" ::: \"memory\" : out); out: ;",
    ),
    ("gnu_asm_input_operand", "asm(\"\" :: \"r\"(a[5]));"),
    (
        "gnu_asm_input_operand_list",
        "asm(\"\" :: \"r\"(a), \"r\"(b));",
    ),
    ("gnu_asm_output_operand", "asm(\"\" : \"=m\"(a[5]));"),
    (
        "gnu_asm_output_operand_list",
        "asm(\"\" : \"=r\"(n), \"=m\"(a[5]));",
    ),
    ("gnu_asm_qualifier", "asm volatile(\"nop\");"),
    ("goto_statement", "if (a[5]) goto out; n++; out: ;"),
    ("identifier", "b[0] = *a;"),
    ("if_statement", "if (a[5]) n++;"),
    ("init_declarator", "int *v = a; v[5] = 2;"),
    ("initializer_list", "int v[] = {1, a[5]}; b[0] = v[1];"),
    ("initializer_pair", "struct s v = {.v = a[5]}; b[0] = v.v;"),
    (
        "labeled_statement",
        "again: b[0] = a[5]; if (n--) goto again;",
    ),
    ("null", "b[0] = a[5] + (NULL == 0);"),
    ("number_literal", "b[0] = 5[a];"),
    (
        "offsetof_expression",
        "b[0] = (int)offsetof(struct s, w) + a[5];",
    ),
    ("parameter_declaration", "int v(int x); b[0] = v(a[5]);"),
    ("parameter_list", "int v(int x, int y); b[0] = v(a[5], 1);"),
    (
        "parenthesized_declarator",
        "int (*v)[64] = &a; b[0] = (*v)[5];",
    ),
    ("parenthesized_expression", "(a)[5] = (b[0]);"),
    ("pointer_declarator", "int *v = &a[5]; *v = 2;"),
    ("pointer_expression", "*(a + 5) = *b;"),
    (
        "preproc_defined",
        "\n#if defined(X)\n#else\nb[0] = a[5];\n#endif\n",
    ),
    ("preproc_elif", "\n#if X\n#elif !X\nb[0] = a[5];\n#endif\n"),
    (
        "preproc_elifdef",
        "\n#ifdef X\n#elifndef Y\nb[0] = a[5];\n#endif\n",
    ),
    ("preproc_else", "\n#ifdef X\n#else\nb[0] = a[5];\n#endif\n"),
    ("preproc_if", "\n#if !X\nb[0] = a[5];\n#endif\n"),
    ("preproc_ifdef", "\n#ifndef X\nb[0] = a[5];\n#endif\n"),
    ("return_statement", "if (a[5]) return;"),
    (
        "seh_except_clause",
        "__try { n = 1; } __except (1) { b[0] = a[5]; }",
    ),
    (
        "seh_finally_clause",
        "__try { n = 1; } __finally { b[0] = a[5]; }",
    ),
    (
        "seh_leave_statement",
        "__try { if (a[5]) __leave; } __finally { }",
    ),
    ("seh_try_statement", "__try { b[0] = a[5]; } __finally { }"),
    ("sizeof_expression", "b[0] = (int)sizeof(int[a[5]]);"),
    ("string_literal", "b[0] = \"xyz\"[a[5] & 1];"),
    (
        "subscript_designator",
        "int v[4] = {[2] = a[5]}; b[0] = v[2];",
    ),
    ("subscript_expression", "b[a[5] & 7] = 2;"),
    (
        "subscript_range_designator",
        "int v[4] = {[0 ... 2] = a[5]}; b[0] = v[2];",
    ),
    ("switch_statement", "switch (a[5]) { default: n++; }"),
    ("true", "b[0] = true ? a[5] : 1;"),
    (
        "type_definition",
        "typedef int row[a[5]]; b[0] = (int)sizeof(row);",
    ),
    ("type_descriptor", "b[0] = (int)sizeof *(int (*)[a[5]])b;"),
    ("unary_expression", "b[0] = -a[5];"),
    ("update_expression", "a[5]--;"),
    ("while_statement", "while (a[5] > n) n++;"),
];

const WRITTEN: &str = "#pragma hp5 do tasktile(4)\nfor (int i = 0; i < 64; i++) { a[i] = b[i] + 1; g.w[i & 3] = i; }\n";

/// A program whose region has this behind tasks that write `a`.
fn program(behind: &str, function: &str) -> String {
    format!(
        "struct s {{ int v; int w[4]; }};\n\
         static int a[64], b[64], n = 3;\nstatic struct s g;\nint other(int, int);\n\
         static void show(void) {{ b[1] = a[7]; }}\nstatic void (*pointer)(void) = show, (*shows[4])(void);\n\
         static void used(void) {{ {function} }}\n\
         void run(void) {{\n#pragma hp5 region\n{{\n{WRITTEN}{behind}\n}}\n used(); }}\n"
    )
}

fn translated(text: String) -> Output {
    let path = Path::new("x.c").to_path_buf();
    translate(&[SourceFile { path, text }], &Options::default())
}

/// The second task has `a`, or what it has is not known and that is said.
fn is_seen_in_task(output: &Output) -> bool {
    let ir = &output.files[0].ir;
    let last = ir.rfind("  task").map_or("", |at| &ir[at..]);
    let names = ["in a[", "out a[", "inout a[", "in a\n", "in g", "inout g"];
    output.has_errors() || names.iter().any(|name| last.contains(name))
}

/// The program waits, asks the library for the place, or is refused.
fn is_seen_between(output: &Output) -> bool {
    let text = &output.files[0].text;
    let waits = text.contains("hp5_wait(") || text.contains("hp5_look(");
    output.has_errors() || waits
}

#[test]
fn what_code_of_every_kind_uses_is_seen_wherever_it_stands() {
    let mut missed = Vec::new();
    for (kind, code) in CODE {
        let task = format!("#pragma hp5 task\n{{ {code} }}");
        let called = "#pragma hp5 task\nused();";
        let places = [
            ("a task", is_seen_in_task(&translated(program(&task, "")))),
            (
                "a function of a task",
                is_seen_in_task(&translated(program(called, code))),
            ),
            (
                "code between tasks",
                is_seen_between(&translated(program(code, ""))),
            ),
            (
                "a function called between tasks",
                is_seen_between(&translated(program("used();", code))),
            ),
        ];
        let not_seen = places.into_iter().filter(|(_, seen)| !seen);
        missed.extend(not_seen.map(|(place, _)| format!("{kind} in {place}: {code}")));
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

/// Code in which `q` stands for an element of `a`.
fn with_variable(code: &str, place: &str) -> Option<String> {
    code.contains("a[5]").then(|| code.replace("a[5]", place))
}

#[test]
fn a_variable_that_code_of_every_kind_reads_first_is_not_private() {
    // The element is set there, and not read.
    let sets = [
        "a[5] = b[0];",
        "int *v = &a[5]; *v = 2;",
        "asm(\"\" : \"=m\"(a[5]));",
        "asm(\"\" : \"=r\"(n), \"=m\"(a[5]));",
    ];
    let mut missed = Vec::new();
    for (kind, code) in CODE.iter().filter(|(_, code)| !sets.contains(code)) {
        let Some(read) = with_variable(code, "q") else {
            continue;
        };
        let text = format!(
            "static int b[64], n = 3;\nint other(int, int);\nstruct s {{ int v; int w[4]; }};\nstatic struct s g;\n\
             void run(int q) {{\n#pragma hp5 region\n{{\nfor (int t = 0; t < 9; t++) {{\n#pragma hp5 task\n\
             {{ {read}\nq = t; }}\n}}\n}}\n}}\n"
        );
        let output = translated(text);
        let shared = output.files[0].text.contains("hp5_at_q");
        if !output.has_errors() && !shared {
            missed.push(format!("{kind}: {read}"));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[test]
fn what_code_of_every_kind_changes_is_known() {
    let mut missed = Vec::new();
    for (kind, code) in CODE {
        let Some(changes) = with_variable(code, "(q++)") else {
            continue;
        };
        let text = format!("void run(void) {{ {changes} }}\n");
        let path = Path::new("x.c");
        let src = source::parse(path, &text, &[]).expect("a tree");
        let mut names = HashSet::new();
        assigned(&src, src.tree.root_node(), 0, &mut names);
        if !names.contains("q") {
            missed.push(format!("{kind}: {changes}"));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[test]
fn there_is_code_of_every_kind_that_does_something() {
    let mut found = BTreeSet::new();
    for (kind, code) in CODE {
        let mut parser = tree_sitter::Parser::new();
        let language = tree_sitter_c::LANGUAGE.into();
        parser.set_language(&language).expect("the grammar of C");
        let tree = parser.parse(program(code, ""), None).expect("a tree");
        let mut stack = vec![tree.root_node()];
        let mut kinds = BTreeSet::new();
        while let Some(node) = stack.pop() {
            kinds.insert(node.kind());
            stack.extend(children(node));
        }
        assert!(kinds.contains(kind), "no {kind} in {code}");
        found.insert(kind);
    }
    let language = tree_sitter::Language::from(tree_sitter_c::LANGUAGE);
    let count = u16::try_from(language.node_kind_count()).expect("a grammar of C");
    let named = (0..count)
        .filter(|id| language.node_kind_is_named(*id) && language.node_kind_is_visible(*id));
    let kinds = named.filter_map(|id| language.node_kind_for_id(id));
    let runs = |kind: &&str| listed(kind) != Some(Kind::Still) && !OF_FILES.contains(kind);
    let missing: Vec<&str> = kinds
        .filter(runs)
        .filter(|kind| !found.contains(kind))
        .collect();
    assert!(missing.is_empty(), "write code with {missing:?}");
}
