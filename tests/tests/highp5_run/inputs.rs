//! Inputs that cannot be: said before any task runs, with the file and the line of the program.

use std::fs;

use hp5_tests::program::{command, run};

use super::{BUILT, file, folder};

/// Reads a second file when a task has been executed, under a condition a third.
pub(super) const LATE: &str = r#"
Program (args) {
    env = new TaskEnvironment(name: "Copy")
    bind_input(env, "a", args.first)
    print("executing")
    execute(task: "Copy"; environment: env)
    bind_input(env, "a", args.second)
    if (args.more) {
        bind_input(env, "a", args.third)
    }
    execute(task: "Copy"; environment: env)
    bind_output(env, "b", args.output)
}
Task "Copy":
    Define:
        a, b: 2d Array of Integer
    Environment:
        a: link
        b: create
    Initialize:
        b.dimension = a.dimension
    Stages:
        copy(a, b) { do { b[i][j] = a[i][j] } for i, j in b }
    Computation:
        Space A { copy(a, b) }
    Partition:
        Space A <1d> { a<dim1>, b<dim1>: block_size(1) }
"#;

/// Runs it: exit status, what it prints, and what it says.
fn late(second: &str, third: Option<&str>) -> (Option<i32>, String, String) {
    let first = file("late-first.npy", &[2, 2], &[1, 2, 3, 4]);
    let program = BUILT
        .executable("late")
        .unwrap_or_else(|why| panic!("{why}"));
    let mut command = command(program);
    command.env("HP5_NUM_PPUS", "2").args([
        format!("first={first}"),
        format!("second={second}"),
        format!("third={}", third.unwrap_or("none")),
        format!("more={}", third.is_some()),
        format!("output={}", folder().join("late-out.npy").display()),
    ]);
    let ended = run(command);
    (ended.status, ended.stdout, ended.stderr)
}

#[test]
fn what_is_wrong_with_an_input_is_said_before_any_task_runs() {
    let right = file("late-right.npy", &[1, 2], &[5, 6]);
    let (status, out, err) = late(&right, None);
    assert_eq!((status, &*out), (Some(0), "executing\n"), "{err}");
    let text = |name: &str, text: &str| {
        let path = folder().join(name);
        fs::write(&path, text).expect("it can be written");
        path.to_string_lossy().into_owned()
    };
    let npy = fs::read(&right).expect("it is there");
    let short = folder().join("late-short.npy");
    fs::write(&short, &npy[..npy.len() - 3]).expect("it can be written");
    let wrong = [
        ("/no/such/file.npy".to_owned(), "/no/such/file.npy"),
        (file("late-rank.npy", &[4], &[1, 2, 3, 4]), "dimension"),
        (file("late-type.npy", &[1, 2], &[0.5, 1.5]), "Integer"),
        (short.to_string_lossy().into_owned(), "late-short.npy"),
        (text("late-few.txt", "2 2\n1 2 3\n"), "late-few.txt"),
        (text("late-word.txt", "2 2\n1 2 x 4\n"), "late-word.txt:2"),
        (text("late-large.txt", "1 2\n1 2147483648\n"), "2147483648"),
    ];
    for (second, says) in &wrong {
        let (status, out, err) = late(second, None);
        assert_eq!((status, &*out), (Some(1), ""), "{second}: {err}");
        assert!(err.starts_with("error: late.hp5:7: "), "{second}: {err}");
        assert!(err.contains(says), "{second}: {err}");
        // What is not certain to be read is read where it stands.
        let (status, out, err) = late(&right, Some(second));
        assert_eq!((status, &*out), (Some(1), "executing\n"), "{second}: {err}");
        assert!(err.starts_with("error: late.hp5:9: "), "{second}: {err}");
    }
}
