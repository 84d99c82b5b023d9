//! Arrays of user types in files, arrays under two names or of several LPUs, and embedded code that
//! returns.

use hp5_tests::program::{command, run};

use super::{BUILT, file, folder, numbers, read};

/// Makes an array of a user type and one of static arrays, writes both to files, reads them again,
/// and adds up what is in them.
pub(super) const RECORDS: &str = r#"
Type Inner:
    count: Integer
    on: Boolean
Type Body:
    spot: Array[2] of Real double-precision
    kind: Inner
    letter: Character
Function clamped(k) {
    @Extern {
        @Language "C"
        ${
            if (k > 3) { k = 3; return; }
            for (int i = 0; i < 9; i++) { if (i == k) return; }
            k = k + 10;
        }$
    }
    return k
}
Function signed(k) {
    @Extern {
        @Language "Rust"
        ${
            if k > 5 { k = -1; return; }
            k = 1;
        }$
    }
    return k
}
Program (args) {
    first = new TaskEnvironment(name: "Make")
    execute(task: "Make"; environment: first; initialize: args.n; partition: args.b)
    bind_output(first, "bodies", args.bodies)
    bind_output(first, "rows", args.rows)
    second = new TaskEnvironment(name: "Add")
    bind_input(second, "bodies", args.bodies)
    bind_input(second, "rows", args.rows)
    execute(task: "Add"; environment: second; partition: args.b)
    bind_output(second, "sums", args.output)
}
Task "Make":
    Define:
        bodies: 1d Array of Body
        rows: 2d Array of Array[3] of Integer
        n: Integer
    Environment:
        bodies, rows: create
    Initialize (n):
        bodies.dimension1.range.min = 0
        bodies.dimension1.range.max = n - 1
        rows.dimension1 = bodies.dimension1
        rows.dimension2.range.min = 0
        rows.dimension2.range.max = 1
    Stages:
        make(bodies, rows) {
            do {
                bodies[i].spot[1] = 0.1 * i
                bodies[i].kind.count = clamped(i - 2)
                bodies[i].kind.on = i % 2 == 0
                bodies[i].letter = character(i + 65)
                rows[i][1][2] = signed(i)
            } for i in bodies
        }
    Computation:
        Space A { make(bodies, rows) }
    Partition (b):
        Space A <1d> { bodies, rows<dim1>: block_size(b) }
Task "Add":
    Define:
        bodies: 1d Array of Body
        rows: 2d Array of Array[3] of Integer
        sums: 1d Array of Real double-precision
    Environment:
        bodies, rows: link
        sums: create
    Initialize:
        sums.dimension1 = bodies.dimension1
    Stages:
        add(bodies, rows, sums) {
            do {
                body = bodies[i]
                sums[i] = body.spot[0] + body.spot[1] + body.kind.count + 1000 * rows[i][1][2]
                if (body.kind.on) { sums[i] = sums[i] + 100 * integer(body.letter) }
            } for i in bodies
        }
    Computation:
        Space A { add(bodies, rows, sums) }
    Partition (b):
        Space A <1d> { bodies, sums, rows<dim1>: block_size(b) }
"#;

#[test]
fn user_types_go_through_files() {
    let program = BUILT
        .executable("records")
        .unwrap_or_else(|why| panic!("{why}"));
    for (n, form) in [(13, "npy"), (1, "npy"), (13, "txt")] {
        let at = |name: &str| {
            let path = folder().join(format!("records-{n}-{name}"));
            path.to_string_lossy().into_owned()
        };
        let output = at("sums.npy");
        let mut command = command(program);
        command.env("HP5_NUM_PPUS", "2").args([
            format!("n={n}"),
            "b=4".to_owned(),
            format!("bodies={}", at(&format!("bodies.{form}"))),
            format!("rows={}", at(&format!("rows.{form}"))),
            format!("output={output}"),
        ]);
        run(command).success().unwrap_or_else(|why| panic!("{why}"));
        let sum = |i: i32| {
            // The embedded code of the program.
            let count = if i - 2 > 3 {
                3
            } else if i - 2 >= 0 {
                i - 2
            } else {
                i + 8
            };
            let sign = if i > 5 { -1 } else { 1 };
            let letter = if i % 2 == 0 { 100 * (i + 65) } else { 0 };
            0.1 * f64::from(i) + f64::from(count) + f64::from(1000 * sign) + f64::from(letter)
        };
        let want: Vec<f64> = (0..n).map(sum).collect();
        assert_eq!(read::<f64>(output.as_ref(), 1), want, "{n} by {form}");
    }
}

/// Reads `a` and writes `b`, or both.
pub(super) const SHARED: &str = r#"
Program (args) {
    env = new TaskEnvironment(name: "Turn")
    bind_input(env, "a", args.input)
    env.b = env.a
    execute(task: "Turn"; environment: env; initialize: args.both; partition: args.k)
    execute(task: "Turn"; environment: env; initialize: args.both; partition: args.k)
    bind_output(env, "a", args.output)
    if (args.both) {
        two = new TaskEnvironment(name: "Two")
        two.a = env.b
        two.b = env.b
        execute(task: "Two"; environment: two; partition: args.k)
    }
}
Task "Turn":
    Define:
        a, b: 1d Array of Real double-precision
        both: Boolean
    Environment:
        a, b: link
    Initialize (both):
    Stages:
        turn(b, a) { do { b[i] = 0.5 * a[a.dimension1.range.max - i] + i } for i in b }
    Computation:
        Space A { turn(b, a) turn(b, a) }
    Partition (k):
        Space A <1d> { b: block_size(k)
            a: replicated }
Task "Two":
    Define:
        a, b: 1d Array of Real double-precision
    Environment:
        a, b: link
    Stages:
        set(a, b) {
            do { a[i] = 1.0 } for i in a
            do { b[i] = 2.0 } for i in b
        }
    Computation:
        Space A { set(a, b) }
    Partition (k):
        Space A <1d> { a, b: block_size(k) }
"#;

#[test]
fn one_array_under_two_names() {
    let program = BUILT
        .executable("shared")
        .unwrap_or_else(|why| panic!("{why}"));
    let values = numbers(21, 3);
    let output = folder().join("shared-out.npy");
    for both in [false, true] {
        let mut command = command(program);
        command.env("HP5_NUM_PPUS", "2").args([
            format!("input={}", file("shared.npy", &[21], &values)),
            format!("both={both}"),
            "k=4".to_owned(),
            format!("output={}", output.display()),
        ]);
        let ended = run(command);
        if both {
            let says = "a and b are one array, and task \"Two\" writes to both";
            let place = "shared.hp5:13: ";
            assert_eq!(ended.status, Some(1));
            assert!(ended.stderr.contains(says), "{}", ended.stderr);
            assert!(ended.stderr.contains(place), "{}", ended.stderr);
            continue;
        }
        assert_eq!(ended.status, Some(0), "{}", ended.stderr);
        // What a task reads is what the array was before it.
        let turned = |a: &[f64]| -> Vec<f64> {
            let at = |i: usize| 0.5 * a[a.len() - 1 - i] + i as f64;
            (0..a.len()).map(at).collect()
        };
        assert_eq!(read::<f64>(&output, 1), turned(&turned(&values)));
    }
}

/// Some LPUs write what all of them have.
pub(super) const DIFFER: &str = r#"
Program (args) {
    env = new TaskEnvironment(name: "Write")
    bind_input(env, "x", args.input)
    execute(task: "Write"; environment: env; initialize: args.from, args.other; partition: 1)
    bind_output(env, "x", args.output)
}
Task "Write":
    Define:
        x, s: 1d Array of Integer
        from, other: Integer
    Environment:
        x: link
    Initialize (from, other):
        s.dimension = x.dimension
    Stages:
        write(s) { do { s[i] = other * lpuId[0] + i } for i in s and i > 0 }
        add(x, s) { do { x[i] = x[i] + s[i] } for i in x }
    Computation:
        Space A { Where lpuId[0] >= from { write(s) } }
        Space A { add(x, s) }
    Partition (b):
        Space A <1d> { x: block_size(b)
            s: replicated }
"#;

#[test]
fn lpus_that_leave_different_values_are_found_in_checked_runs() {
    let program = BUILT
        .executable("differ")
        .unwrap_or_else(|why| panic!("{why}"));
    let input = file("differ.npy", &[5], &[10; 5]);
    let output = folder().join("differ-out.npy");
    let write = |checked: bool, from: i32, other: i32| {
        let mut command = command(program);
        command
            .env("HP5_NUM_PPUS", "2")
            .env("HP5_CHECKED", if checked { "1" } else { "0" })
            .args([format!("input={input}"), format!("from={from}")])
            .args([
                format!("other={other}"),
                format!("output={}", output.display()),
            ]);
        run(command)
    };
    for (checked, from, other, more) in [
        (false, 0, 0, 0),
        (true, 0, 0, 0),
        (false, 4, 3, 12),
        (true, 4, 3, 12),
    ] {
        let ended = write(checked, from, other);
        ended.success().unwrap_or_else(|why| panic!("{why}"));
        let at = |i: i32| 10 + i + if i > 0 { more } else { 0 };
        let want: Vec<i32> = (0..5).map(at).collect();
        assert_eq!(read::<i32>(&output, 1), want, "{checked}, {from}, {other}");
    }
    let ended = write(true, 3, 3);
    assert_eq!(ended.status, Some(1), "{}", ended.stderr);
    let says = "two LPUs leave different values in s";
    assert!(ended.stderr.contains(says), "{}", ended.stderr);
}
