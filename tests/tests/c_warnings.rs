//! Warnings and standards: a compiler says of a translated program what it says of the program, and takes it
//! in the standard that it is written in.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use hp5_tests::program::{command, run};
use hp5_tests::repository;
use hp5_tests::tools::{c_library, fresh, is_there};
use rayon::prelude::*;

/// C90, with a sum, a loop that is aggregated, a composite task, a condition, a value that a loop leaves,
/// and functions with regions that are joined.
const C90: &str = "\
double a[64], b[64];
static void scale(double *v, int n)
{
    int i;
#pragma hp5 region joined
    {
        int last = n - 1;
#pragma hp5 array_tile dimtile(8) dim(n) arrvar(v)
#pragma hp5 do tasktile(8)
        for (i = 0; i < last; i++)
            v[i] *= 0.5;
    }
}
double f(int n);
double f(int n)
{
    int i, t;
    double s = 0;
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(8) arrvar(a, b)
    for (t = 0; t < 4; t++) {
        scale(a, n); /* of the first */
#pragma hp5 do tasktile(8) reduction(+: s) if(n > 8)
        for (i = 1; i < n - 1; i++) {
            a[i] = b[i - 1] + b[i + 1];
            s += a[i];
        }
#pragma hp5 do tasktile(8)
        for (i = 1; i < n - 1; i++) b[i] = a[i];
        b[i] = 0;
    }
#pragma hp5 task nested inout(a)
    {
#pragma hp5 task if(n > 3)
        a[0] = n;
    }
#pragma hp5 region end
    return s + b[0] + a[0];
}
";

/// The line and the option of each warning, without those of directives that it does not know.
fn warnings(output: &str) -> BTreeSet<(usize, String)> {
    let of_line = |line: &str| {
        let (place, rest) = line.split_once(": warning: ")?;
        let option = rest.rsplit_once('[')?.1.trim_end_matches(']');
        let mut numbers = place.rsplit(':').skip(1);
        Some((numbers.next()?.parse().ok()?, option.to_owned()))
    };
    (output.lines().filter_map(of_line))
        .filter(|(_, option)| option != "-Wunknown-pragmas")
        .collect()
}

fn hp5cc(compiler: &str, folder: &Path) -> Command {
    let mut hp5cc = command(c_library().join("bin/hp5cc"));
    hp5cc.env("HP5CC_CC", compiler).current_dir(folder);
    hp5cc
}

#[test]
fn no_warning_is_of_what_translation_adds() {
    let asked = "-std=gnu11 -O1 -c -o /dev/null -Wall -Wextra -pedantic -Wshadow -Wconversion \
         -Wsign-conversion -Wmissing-prototypes -Wmissing-declarations -Wcast-qual -Wcast-align \
         -Wdeclaration-after-statement -Wstrict-prototypes -Wredundant-decls -Wpointer-arith \
         -Wwrite-strings -Wold-style-definition -Wbad-function-cast -Wnested-externs -Wswitch-default \
         -Wfloat-equal -Wc++-compat -Wundef -Wformat=2 -Wno-array-bounds";
    let folder = repository().join("tests/cases/c/ok");
    let entries = fs::read_dir(&folder).expect("cases");
    let files: Vec<_> = entries.map(|e| e.expect("an entry").file_name()).collect();
    assert!(files.len() > 40);
    files.par_iter().for_each(|file| {
        let of = |mut compiler: Command| {
            let arguments = asked.split_whitespace();
            compiler.args(arguments).arg(file).current_dir(&folder);
            let done = run(compiler);
            assert_eq!(done.status, Some(0), "{file:?}: {}", done.stderr);
            warnings(&done.stderr)
        };
        let plain = of(command("gcc"));
        for how in [&[][..], &["--cpp"]] {
            let mut translating = hp5cc("gcc", &folder);
            translating.args(how);
            let added: Vec<_> = of(translating).difference(&plain).cloned().collect();
            assert!(added.is_empty(), "{file:?} {how:?}: {added:?}");
        }
    });
}

#[test]
fn programs_stay_in_their_standard() {
    let folder = fresh("c-standards");
    fs::write(folder.join("old.c"), C90).expect("a file");
    for compiler in ["gcc", "clang"].into_iter().filter(|c| is_there(c)) {
        for standard in [
            "-std=c89 -pedantic-errors",
            "-ansi -pedantic",
            "-std=gnu89",
            "-std=c99 -pedantic",
            "-std=c17 -pedantic",
        ] {
            for how in ["", "--cpp", "--checked", "--cpp --checked"] {
                let mut compile = hp5cc(compiler, &folder);
                let flags = "-Wall -Wextra -Wshadow -Wdeclaration-after-statement -Werror -c old.c";
                compile.args(
                    [how, standard, flags]
                        .iter()
                        .flat_map(|w| w.split_whitespace()),
                );
                let done = run(compile);
                assert_eq!(
                    done.status,
                    Some(0),
                    "{compiler} {standard} {how}: {}",
                    done.stderr
                );
            }
        }
    }
    let mut late = hp5cc("gcc", &folder);
    fs::write(
        folder.join("late.c"),
        C90.replace("int last = n", "n++; int last = n"),
    )
    .expect("a file");
    late.args(["-std=c89", "-pedantic", "-c", "late.c"]);
    let found = warnings(&run(late).stderr);
    let own = (7, "-Wdeclaration-after-statement".to_owned());
    assert!(found.contains(&own), "{found:?}");
}
