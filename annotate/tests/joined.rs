//! Calls of joined regions in C that do not join: said, with what stands in the way.

use std::path::PathBuf;

use hp5_annotate::{Options, SourceFile, translate};

/// What stands in the way of calls, by the notes about them.
fn said(body: &str) -> Vec<String> {
    let text = format!(
        "static double half(double by) {{ return by / 2; }}\n\
         static void add(int n, double *a, double by) {{\n#pragma hp5 region joined\n{{\n\
         #pragma hp5 array_tile dimtile(8) dim(n) arrvar(a)\n#pragma hp5 do tasktile(8)\n\
         for (int i = 0; i < n; i++) a[i] += by;\n}}\n}}\n\
         void f(int n, double *a, double c) {{\n#pragma hp5 region begin\n{body}\n#pragma hp5 region end\n\
         add(n, a, half(c));\n}}\n"
    );
    let path = PathBuf::from("t.c");
    let output = translate(&[SourceFile { path, text }], &Options::default());
    assert!(!output.has_errors(), "{body}\n{:?}", output.diagnostics);
    let notes = output.diagnostics.iter().flat_map(|(_, list)| &list.list);
    let notes = notes.filter(|d| d.code == "HP5-N0204");
    let text = notes.map(|d| d.secondary.first().unwrap_or(&d.primary).text.clone());
    text.collect()
}

#[test]
fn calls_in_c_that_do_not_join_are_noted() {
    let none: [&str; 0] = [];
    assert_eq!(said("add(n, a, 1); if (n > 3) add(n, a, c);"), none);
    let argument = "code runs to find this argument, which could begin a region";
    assert_eq!(said("add(n, a, half(c));"), [argument]);
    let expression = "it is part of an expression";
    let two = said("(add(n, a, 1), add(n, a, 2));");
    assert_eq!(two, [expression, expression]);
    let task = "it is in a task, which waits for the tasks of the call";
    assert_eq!(said("#pragma hp5 task inout(a)\nadd(n, a, 3);"), [task]);
}
