//! `hp5 verify` on files in C: built twice, compared, and the printed command fails again.

use std::fs;
use std::path::Path;

use hp5_tests::program::{Ended, command, run};
use hp5_tests::tools::{c_library, fresh};

/// The order of the tasks matters because of what `next` keeps in a file of its own.
const HIDDEN: &str = r#"#include <stdio.h>
#include "next.h"
enum { N = 64 };
static unsigned long a[N];
#pragma hp5 region
static void fill(void) {
    for (int k = 0; k < N; k++) {
        #pragma hp5 task out(a[k])
        { a[k] = next(k); }
    }
}
int main(int count, char **words) {
    fill();
    printf("last %lu\n", a[N - 1]);
    return count > 1 ? words[1][0] - '0' : 0;
}
"#;

fn verify(folder: &Path, arguments: &[&str]) -> Ended {
    let mut hp5 = command(c_library().join("bin/hp5"));
    hp5.arg("verify").args(arguments).current_dir(folder);
    run(hp5)
}

#[test]
fn hp5_verify_builds_a_program_in_c_twice() {
    let folder = fresh("c-verify");
    let put =
        |name: &str, text: &str| fs::write(folder.join(name), text).expect("it can be written");
    put("fill.c", HIDDEN);
    fs::create_dir_all(folder.join("include")).expect("a folder");
    put("include/next.h", "unsigned long next(int k);\n");
    let state = "#include \"next.h\"\nstatic unsigned long state = 1;\n\
                 unsigned long next(int k) { return state = state * 31 + k; }\n";
    put("wrong.c", state);
    put(
        "right.c",
        "#include \"next.h\"\nunsigned long next(int k) { return 7 * k; }\n",
    );
    let fine = verify(
        &folder,
        &["fill.c", "--seeds", "3", "--cc-args", "-Iinclude right.c"],
    );
    let said = fine.success().unwrap_or_else(|why| panic!("{why}"));
    assert!(
        said.contains("equal: 22 runs") && said.contains("and serially"),
        "{said}"
    );
    let status = [
        "fill.c",
        "--seeds",
        "1",
        "--status",
        "3",
        "--cc-args",
        "-Iinclude right.c",
        "--",
        "3",
    ];
    assert_eq!(verify(&folder, &status).status, Some(0));
    let wrong = verify(
        &folder,
        &["fill.c", "--cc-args", "-Iinclude wrong.c", "--checked"],
    );
    assert_eq!(wrong.status, Some(1), "{}{}", wrong.stdout, wrong.stderr);
    let after = |label: &str| {
        let line = wrong
            .stdout
            .lines()
            .find_map(|l| l.trim().strip_prefix(label));
        line.unwrap_or_else(|| panic!("no {label}: {}", wrong.stdout))
            .trim()
            .to_owned()
    };
    // The line that is printed fails again, as often as it is run.
    let replay = after("replay:");
    assert!(replay.starts_with("HP5_SEED="), "{replay}");
    for _ in 0..3 {
        let mut shell = command("sh");
        shell.args(["-c", &replay]).current_dir(&folder);
        let again = run(shell).success().unwrap_or_else(|why| panic!("{why}"));
        assert_eq!(again.trim(), after("this run:"));
        assert_ne!(again.trim(), after("serial:"));
    }
    for (arguments, said) in [
        (&["fill.c"][..], "next.h"),
        (&["fill.c", "--cc-args", "-Iinclude"], "undefined reference"),
        (&["fill.c", "--bin", "x"], "--bin is for packages"),
        (
            &["fill.c", "--serial-program", "right.c"],
            "programs that are built already",
        ),
        (
            &["include", "--cc-args", "-lm"],
            "--cc-args is for a PROGRAM in C",
        ),
    ] {
        let refused = verify(&folder, arguments);
        assert_eq!(refused.status, Some(2), "{arguments:?}: {}", refused.stdout);
        assert!(
            refused.stderr.contains(said),
            "{arguments:?}: {}",
            refused.stderr
        );
    }
}
