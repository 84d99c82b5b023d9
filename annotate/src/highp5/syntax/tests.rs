//! Programs that parse, and errors of those that do not.

use std::fs;

use super::parse;
use crate::diag::{Diagnostics, Severity};
use crate::highp5::examples::examples;

#[test]
fn the_examples_parse() {
    for path in examples() {
        let text = fs::read_to_string(&path).unwrap();
        let mut found = Diagnostics::default();
        let program = parse(&text, &mut found);
        let errors: Vec<_> = found
            .list
            .iter()
            .filter(|d| d.severity == Severity::Error)
            .map(|d| {
                let line = text[..d.primary.span.start].lines().count();
                format!("{}:{line}: {}", path.display(), d.message)
            })
            .collect();
        assert!(errors.is_empty(), "{}", errors.join("\n"));
        assert!(program.is_some());
    }
}

/// `line:column: message` of each error.
fn errors(text: &str) -> Vec<String> {
    let mut found = Diagnostics::default();
    assert!(parse(text, &mut found).is_none(), "{text}");
    found
        .list
        .iter()
        .map(|d| {
            let before = &text[..d.primary.span.start];
            let column = before.len() - before.rfind('\n').map_or(0, |n| n + 1) + 1;
            let line = before.matches('\n').count() + 1;
            format!("{line}:{column}: {}", d.message)
        })
        .collect()
}

#[test]
fn errors_say_what_was_expected_and_do_not_hide_one_another() {
    let task = "Task \"T\":\n Define:\n  a b: Integer\n Environment:\n  a: linked\n Stages:\n  \
                f(x) { do { x[i] = 1 for i in x }\n Computation:\n  Space A { f(x }\n \
                Partition (b):\n Space A <1d> { x: block_size(b }\n";
    let cases: [(&str, &[&str]); 14] = [
        (
            "Program (args) {\n  a = b c\n  d = 1\n}\n",
            &["2:9: expected an operator, the end of the line or `=`, found `c`"],
        ),
        (
            "Program (args) {\n  a = \n}\n",
            &["3:1: expected an expression, found `}`"],
        ),
        (
            "Program (args) {\n  a = 1\n",
            &["3:1: expected `}`, found the end of the file"],
        ),
        (
            task,
            &[
                "3:5: expected `,` or `:`, found `b`",
                "5:6: expected `create`, `link` or `link-or-create`, found `linked`",
                "7:24: expected an operator or the end of the line, found `for`",
                "9:17: expected an operator, `)` or `,`, found `}`",
                "11:33: expected `)` or `,`, found `}`",
            ],
        ),
        (
            "Task \"T\"\n Define:\n  a: Integer\n",
            &["2:2: expected `:`, found `Define`"],
        ),
        (
            "Function f(a { return a }\nFunction g(b) { return }\n",
            &[
                "1:14: expected `)` or `,`, found `{`",
                "2:24: expected an expression, found `}`",
            ],
        ),
        (
            "Tusk \"T\":\n",
            &["1:1: expected `Task`, `Function`, `Type` or `Program`, found `Tusk`"],
        ),
        (
            "Function f(a) { x = 1 + * 2\n y = $ 3\n if a > 1 x = 2\n}",
            &[
                "1:25: expected an expression, found `*`",
                "2:6: expected an expression, found `$`",
                "3:11: expected an operator, `=` or `{`, found `x`",
            ],
        ),
        (
            "Type Pt\n x: Integer\nTask \"A\":\n Define:\n  a: Integer,\n b: 2d Array Integer\n",
            &[
                "2:2: expected `:`, found `x`",
                "5:13: expected `Task`, `Function`, `Type` or `Program`, a section of the task, `format` or `reduction`, found `,`",
            ],
        ),
        (
            "Function f(a) { do { a = 1 } fro i in a\n do { } }",
            &["1:30: expected `for` or `while`, found `fro`"],
        ),
        (
            "Function f(a) { @Extern { @Language \"C\" x } }",
            &["1:41: expected `${ code }$`, found `x`"],
        ),
        (
            "Function f(a) { do { a[k] = k } for k in [0...3] }\nFunction g(b) { return }\n",
            &[
                "1:42: a parallel loop runs over an array, a dimension or a Range variable: \
                 write `r = [0...3]` before the loop, and `in r` here",
                "2:24: expected an expression, found `}`",
            ],
        ),
        (
            "Function f(a) { do { a[i] = k } for i in a; k in [0...n] and k != 2\n }",
            &[
                "1:50: a parallel loop runs over an array, a dimension or a Range variable: \
                 write `r = [0...3]` before the loop, and `in r` here",
            ],
        ),
        (
            "Function f(a) { x = \"abc\n y = \u{201c}ab\u{201d} }",
            &["1:21: this text has no closing quote on its line"],
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(errors(text), expected, "{text}");
    }
}

#[test]
fn what_nests_too_deeply_is_an_error() {
    let deep = |n: usize| {
        format!(
            "Function f(a) {{ return {}a{} }}",
            "(".repeat(n),
            ")".repeat(n)
        )
    };
    assert!(errors(&deep(100_000))[0].contains("levels deep"));
    assert!(parse(&deep(100), &mut Diagnostics::default()).is_some());
    let sum = format!("Function f(a) {{ return a{} }}", " + a".repeat(50_000));
    assert!(errors(&sum)[0].contains("levels deep"));
}
