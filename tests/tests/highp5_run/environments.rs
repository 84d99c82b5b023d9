//! Scalars of an environment in statements that change the environment.

use hp5_tests::program::{command, run};

use super::BUILT;

/// Gives a task scalars of the environment that it executes with, and functions references to them.
pub(super) const COUNT: &str = r#"
Function add(&v, by) { v = v + by }
Function swap(&a, &b) {
    t = a
    a = b
    b = t
}
Program (args) {
    e = new TaskEnvironment(name: "Count")
    e.m = 10
    e.n = 3
    execute(task: "Count"; environment: e; initialize: e.m, e.n; partition: e.m)
    add(e.m, e.n)
    late = e.m
    execute(task: "Count"; environment: e; initialize: late, e.m; partition: late - e.m + 1)
    swap(e.m, e.n)
    add(e.n, e.n)
    print(late, e.m, e.n)
    late = 2
    print(late)
}
Task "Count":
    Define:
        m, n, k, l: Integer
    Environment:
        m, n: link
    Initialize (k, l):
    Stages:
        grow(m, k, l) { m = m + k * l }
    Computation:
        grow(m, k, l)
    Partition (b):
        Space A <un-partitioned> { }
"#;

#[test]
fn a_statement_may_use_scalars_of_the_environment_that_it_changes() {
    let program = BUILT
        .executable("count")
        .unwrap_or_else(|why| panic!("{why}"));
    let mut command = command(program);
    command.env("HP5_NUM_PPUS", "2");
    let ended = run(command);
    assert_eq!(ended.status, Some(0), "{}", ended.stderr);
    assert_eq!(ended.stdout, "43 3 3784\n2\n");
}
