//! Executions of tasks at the same time: what waits for what.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use hp5_tests::program::{command, run};

use super::{BUILT, execute, file, folder, numbers, read};

/// Adds 1 twice with the same cuts and once with others; another array meanwhile.
pub(super) const RELAY: &str = r#"
Program (args) {
    first = new TaskEnvironment(name: "Add")
    second = new TaskEnvironment(name: "Add")
    other = new TaskEnvironment(name: "Add")
    bind_input(first, "a", args.input)
    bind_input(other, "a", args.input)
    second.a = first.a
    execute(task: "Add"; environment: first; initialize: 1; partition: 4)
    execute(task: "Add"; environment: other; initialize: 10; partition: 4)
    execute(task: "Add"; environment: second; initialize: 2; partition: 4)
    round = 0
    do {
        if (round == 0) {
            execute(task: "Add"; environment: first; initialize: 3; partition: args.last)
        } else {
            execute(task: "Add"; environment: other; initialize: 20; partition: args.last)
        }
        round = round + 1
    } while round < 2
    bind_output(second, "a", args.output)
    bind_output(other, "a", args.other)
    bind_input(first, "a", args.output)
    execute(task: "Add"; environment: first; initialize: 100; partition: 4)
    bind_output(first, "a", args.again)
}
Task "Add":
    Define:
        a: 1d Array of Integer
        more: Integer
    Environment:
        a: link
    Initialize (more):
    Stages:
        add(a, more) { do { a[i] = a[i] + more } for i in a }
    Computation:
        Space A { add(a, more) }
    Partition (count):
        Space A <1d> { a: block_count(count) }
"#;

/// Many small LPUs, and a sum over them.
pub(super) const GRAINS: &str = r#"
Program (args) {
    env = new TaskEnvironment(name: "Halve")
    bind_input(env, "a", args.input)
    execute(task: "Halve"; environment: env)
    bind_output(env, "a", args.output)
    bind_output(env, "total", args.total)
}
Task "Halve":
    Define:
        a: 1d Array of Real double-precision
        total: Real double-precision Reduction
    Environment:
        a: link
        total: create
    Stages:
        halve(a) { do { a[i] = a[i] / 2.0 } for i in a }
        add(total, a) { do { reduce(total, "sum", a[i]) } for i in a }
    Computation:
        Space A {
            halve(a)
            add(Space Root: total, a)
        }
    Partition:
        Space A <1d> { a: block_size(1) }
"#;

/// Makes arrays in each round, and writes to some of their elements: the others are 0, also where
/// an array lies in the memory of one that is no longer used, and where a loop has an element in
/// each turn (`x`, of which it leaves out others in each round, and `y`).
pub(super) const ROUNDS: &str = r#"
Program (args) {
    env = new TaskEnvironment(name: "Step")
    bind_input(env, "u", args.input)
    round = 0
    do {
        execute(task: "Step"; environment: env; initialize: round % 4 - 1; partition: args.p, args.q)
        env.u = env.w
        round = round + 1
    } while round < args.rounds
    bind_output(env, "w", args.output)
}
Task "Step":
    Define:
        u, w, x, y: 2d Array of Integer
        from: Integer
    Environment:
        u: link
        w: create
    Initialize (from):
        w.dimension = u.dimension
        x.dimension = u.dimension
        y.dimension = u.dimension
    Stages:
        sums(x, y, u, from) {
            do { do { x[i][j] = x[i][j] + u[i][k] % 5 } for k in u.dimension2 } for i, j in x and i > from
            do { if (u[i][j] % 2 == 0) { y[i][j] = y[i][j] + 1 } } for i, j in u
        }
        take(w, x, y) { do { w[i][j] = w[i][j] + x[i][j] - y[i][j] } for i, j in w }
        some(w, u) { do { w[i][j] = w[i][j] + u[i][j] + 1 } for i, j in w and (i + 2 * j + u[i][j]) % 3 == 0 }
        all(w) { do { w[i][j] = 2 * w[i][j] + lpuId[0] } for i, j in w and i > 0 }
    Computation:
        Space A {
            Space B { some(w, u) }
            all(w)
            sums(x, y, u, from)
            take(w, x, y)
        }
    Partition (p, q):
        Space A <2d> { u, w, x, y: block_stride(2, p), block_size(q) }
        Space B <1d> divides Space A partitions { u<dim2>, w<dim2>: block_size(1) }
"#;

/// Takes elements by the values of another array, which change in one round in between.
pub(super) const GATHER: &str = r#"
Program (args) {
    gather = new TaskEnvironment(name: "Gather")
    shift = new TaskEnvironment(name: "Shift")
    bind_input(gather, "c", args.places)
    bind_input(gather, "v", args.input)
    round = 0
    do {
        execute(task: "Gather"; environment: gather; partition: args.k)
        sum = gather.total
        gather.v = gather.w
        if (round == 2) {
            shift.c = gather.c
            execute(task: "Shift"; environment: shift; initialize: args.by; partition: args.k)
        }
        round = round + 1
    } while round < 6 and sum != 0
    bind_output(gather, "w", args.output)
}
Task "Gather":
    Define:
        v, w, c: 1d Array of Integer
        total: Integer Reduction
    Environment:
        v, c: link
        w, total: create
    Initialize:
        w.dimension = c.dimension
    Stages:
        take(w, v, c) { do { w[i] = v[c[i] - 1] + i } for i in c }
        add(total, w) { do { reduce(total, "sum", w[i]) } for i in w }
    Computation:
        Space A {
            take(w, v, c)
            add(Space Root: total, w)
        }
    Partition (k):
        Space A <1d> {
            c, w: block_size(k)
            v: replicated
        }
Task "Shift":
    Define:
        c: 1d Array of Integer
        by: Integer
    Environment:
        c: link
    Initialize (by):
    Stages:
        shift(c, by) { do { c[i] = c[i] + by } for i in c }
    Computation:
        Space A { shift(c, by) }
    Partition (k):
        Space A <1d> { c: block_size(k) }
"#;

/// How the first one is mapped.
pub(super) const MAP: &str = "\"Add\" { Space A: core }";

#[test]
fn executions_wait_for_one_another_by_what_they_use_and_nothing_else() {
    let program = BUILT
        .executable("relay")
        .unwrap_or_else(|why| panic!("{why}"));
    let input = file("relay.npy", &[12], &[0; 12]);
    for (last, remapped) in [(4, 0), (3, 2)] {
        let path = |name: &str| folder().join(format!("relay-{last}-{name}"));
        let dot = path("graph.dot");
        let mut command = command(program);
        command
            .env("HP5_NUM_PPUS", "2")
            .env("HP5_DOT", &dot)
            .args([format!("input={input}"), format!("last={last}")]);
        for name in ["output", "other", "again"] {
            command.arg(format!(
                "{name}={}",
                path(name).with_extension("npy").display()
            ));
        }
        run(command).success().unwrap_or_else(|why| panic!("{why}"));
        for (name, value) in [("output", 6), ("other", 30), ("again", 106)] {
            let values = read::<i32>(&path(name).with_extension("npy"), 1);
            assert_eq!(values, [value; 12], "{name}, {last}");
        }
        let graph = fs::read_to_string(&dot).expect("the graph was written");
        let (nodes, edges) = graph_of(&graph);
        let count = |what: &str| nodes.values().filter(|label| label.contains(what)).count();
        assert_eq!(count("remap"), remapped, "{graph}");
        let adds = |node: &&String| nodes[*node].contains("add");
        let adds: BTreeSet<&String> = nodes.keys().filter(adds).collect();
        assert_eq!(adds.len(), 4 * 4 + 2 * last, "{graph}");
        let between = edges
            .iter()
            .filter(|(a, b)| adds.contains(a) && adds.contains(b));
        // Of each part of the two arrays one after the other, where no remapping comes between.
        let chained = if last == 4 { 3 } else { 1 };
        assert_eq!(between.count(), 4 * chained, "{graph}");
    }
}

#[test]
fn many_small_lpus_are_few_tasks_and_give_the_same() {
    let program = BUILT
        .executable("grains")
        .unwrap_or_else(|why| panic!("{why}"));
    let values: Vec<f64> = numbers(5000, 9);
    let input = file("grains.npy", &[5000], &values);
    let mut totals = BTreeSet::new();
    for ppus in [1, 2, 8] {
        let path = |name: &str| folder().join(format!("grains-{ppus}-{name}"));
        let mut command = command(program);
        command
            .env("HP5_NUM_PPUS", ppus.to_string())
            .env("HP5_DOT", path("graph.dot"))
            .arg(format!("input={input}"))
            .arg(format!("output={}", path("out.npy").display()))
            .arg(format!("total={}", path("total.txt").display()));
        run(command).success().unwrap_or_else(|why| panic!("{why}"));
        let halves: Vec<f64> = values.iter().map(|value| value / 2.0).collect();
        assert_eq!(read::<f64>(&path("out.npy"), 1), halves);
        totals.insert(fs::read_to_string(path("total.txt")).expect("it was written"));
        let graph = fs::read_to_string(path("graph.dot")).expect("it was written");
        let (nodes, _) = graph_of(&graph);
        let halve = nodes
            .values()
            .filter(|label| label.contains("halve"))
            .count();
        assert!(
            (32 * ppus..=64 * ppus).contains(&halve),
            "{halve} tasks on {ppus} PPUs"
        );
    }
    assert_eq!(totals.len(), 1, "sums: {totals:?}");
}

#[test]
fn arrays_of_each_round_begin_as_zeros() {
    for (rows, columns, p, q) in [(1, 1, 1, 1), (9, 14, 3, 2), (30, 7, 2, 7)] {
        let input: Vec<i32> = (0..rows * columns).map(|n| n * 7 % 11 - 5).collect();
        let mut want = input.clone();
        for round in 0..14 {
            let step = |n: i32| {
                let (i, j, u) = (n / columns, n % columns, want[n as usize]);
                let some = if (i + 2 * j + u) % 3 == 0 { u + 1 } else { 0 };
                let w = if i > 0 { 2 * some + i / 2 % p } else { some };
                let block = (j / q * q..columns.min((j / q + 1) * q)).filter(|_| i > round % 4 - 1);
                let x: i32 = block.map(|k| want[(i * columns + k) as usize] % 5).sum();
                w + x - i32::from(u % 2 == 0)
            };
            want = (0..rows * columns).map(step).collect();
        }
        let case = format!("{rows}-{columns}");
        let sizes = [rows as usize, columns as usize];
        let arguments = [
            format!(
                "input={}",
                file(&format!("rounds-{case}.npy"), &sizes, &input)
            ),
            format!("p={p}"),
            format!("q={q}"),
            "rounds=14".to_owned(),
        ];
        for ppus in [1, 2, 8] {
            let out =
                execute("rounds", &case, ppus, &arguments).unwrap_or_else(|why| panic!("{why}"));
            assert_eq!(read::<i32>(&out, 2), want, "{case} on {ppus}");
        }
    }
}

#[test]
fn subscripts_that_are_values_are_those_of_their_time() {
    let count = 100;
    let places: Vec<i32> = (0..count).map(|i| i * 37 % 90 + 5).collect();
    let begin: Vec<i32> = (0..count).map(|i| i % 7 + 1).collect();
    let arguments = |by: i32| {
        [
            format!("places={}", file("gather-c.npy", &[100], &places)),
            format!("input={}", file("gather-v.npy", &[100], &begin)),
            "k=16".to_owned(),
            format!("by={by}"),
        ]
    };
    for by in [0, 6, -4] {
        let mut want = begin.clone();
        for round in 0..6 {
            let more = if round > 2 { by } else { 0 };
            let take = |i: i32| want[(places[i as usize] + more - 1) as usize].wrapping_add(i);
            want = (0..count).map(take).collect();
        }
        for ppus in [1, 2, 8] {
            let out = execute("gather", &format!("by{by}"), ppus, &arguments(by))
                .unwrap_or_else(|why| panic!("{why}"));
            assert_eq!(read::<i32>(&out, 1), want, "{by} on {ppus}");
        }
    }
    // What was inside before is looked at again when it has changed.
    for by in [7, -5] {
        for ppus in [1, 2] {
            let why = execute("gather", &format!("by{by}"), ppus, &arguments(by)).unwrap_err();
            assert!(why.contains("is not in the part"), "{by}: {why}");
        }
    }
}

/// Labels of the tasks of a graph, and its edges.
fn graph_of(dot: &str) -> (BTreeMap<String, String>, Vec<(String, String)>) {
    let (mut nodes, mut edges) = (BTreeMap::new(), Vec::new());
    for line in dot.lines().map(str::trim) {
        let end = line.find([' ', ';']).unwrap_or(0);
        if let Some((from, to)) = line.split_once(" -> ") {
            let to = to.split([' ', ';']).next().unwrap_or_default();
            edges.push((from.to_owned(), to.to_owned()));
        } else if let Some(label) = line[end..].strip_prefix(" [label=") {
            nodes.insert(line[..end].to_owned(), label.to_owned());
        }
    }
    (nodes, edges)
}
