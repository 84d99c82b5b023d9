//! Values of private variables that the serial program hands on: findings.

use super::translated_text;

/// A private scalar that hands a value on in the serial program, from one turn to the next or out of the loop.
#[test]
fn private_scalars_whose_values_count_are_said() {
    let said = |body: &str, after: &str| {
        let text = format!(
            "double a[64], s[4];\ndouble f(int n) {{\n    double t = -5;\n#pragma hp5 region\n    {{\n\
             #pragma hp5 do tasktile(8) private(t, s)\n        for (int i = 0; i < n; i++) {{ {body} }}\n    }}\n\
             {after}\n    return a[0];\n}}\n"
        );
        let output = translated_text(text);
        let found = (output.diagnostics.iter()).flat_map(|(_, list)| &list.list);
        found.filter(|d| d.code == "HP5-W0106").count()
    };
    assert_eq!(said("t = i; a[i] = t;", ""), 0);
    assert_eq!(said("a[i] = t;", "a[0] += t;"), 0, "copies");
    assert_eq!(said("a[i] = t; t = i;", ""), 1);
    assert_eq!(said("t = i; a[i] = t;", "a[0] += t;"), 1);
    assert_eq!(said("t = i; a[i] = t;", "t = 3; a[0] += t;"), 0);
    // Elements of arrays.
    assert_eq!(said("t = s[1]; a[i] = t * (s)[0];", ""), 0, "copies");
    assert_eq!(said("t = i; s[1] = t; a[i] = s[1]; s[1]++;", ""), 0);
    assert_eq!(said("t = i; s[1] = s[1] + t; a[i] = s[1];", ""), 1);
    assert_eq!(said("t = i; s[1] += t; a[i] = s[1];", ""), 1);
    assert_eq!(said("t = i; a[i] = s[1]; (s[1])++;", ""), 1);
}

/// The same of arrays and structs, and of variables of the file: what is read behind the tasks.
#[test]
fn private_arrays_and_structs_whose_values_count_are_said() {
    let said = |body: &str, after: &str| {
        let text = format!(
            "struct pair {{ double v; int n; }};\ndouble a[64], last[4], sum;\nvoid show(double *);\n\
             static double all(void) {{ return last[0] + sum; }}\n\
             double f(int n) {{\n    double t[4], other[2] = {{0}};\n    struct pair p;\n#pragma hp5 region\n    {{\n\
             #pragma hp5 do tasktile(8) private(t, p, last, sum)\n        for (int i = 0; i < n; i++) {{ {body} }}\n    }}\n\
             {after}\n    return a[0] + other[1];\n}}\n"
        );
        let output = translated_text(text);
        let found = (output.diagnostics.iter()).flat_map(|(_, list)| &list.list);
        found.filter(|d| d.code == "HP5-W0106").count()
    };
    let sets = "t[1] = i; p.v = t[1]; last[1] = p.v; sum = i; a[i] = last[1] + sum;";
    assert_eq!(said(sets, ""), 0);
    assert_eq!(
        said(sets, "t[2] = 1; p.n = sizeof t; last[1] = 2; sum = 1;"),
        0
    );
    assert_eq!(said(sets, "a[0] += t[1];"), 1);
    assert_eq!(said(sets, "show(t);"), 1);
    assert_eq!(said(sets, "a[0] += p.v; other[0] = sum;"), 2);
    assert_eq!(said(sets, "struct pair q = p; a[1] = q.v + *last;"), 2);
    assert_eq!(said(sets, "a[0] += all();"), 2, "by a function");
    assert_eq!(
        said("a[i] = t[0] + last[0];", "a[0] += t[1] + last[0];"),
        0,
        "copies"
    );
}
