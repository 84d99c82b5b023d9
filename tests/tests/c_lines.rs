//! What the debugger sees of a translated program: the user's files, and lines where the serial program
//! has code, or those where a task or a region begins or ends.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use hp5_tests::program::{command, run};
use hp5_tests::tools::{c_library, fresh};

/// Lines of `//+` have code in the translated program alone.
const SOURCE: &str = "\
#include <stdio.h>
static double sum(const double *a, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}
int main(void)
{
    int n = 100;
    double a[100], b[100], total = 0;
#pragma hp5 region begin //+
#pragma hp5 array_tile dimtile(16) arrvar(a, b)
#pragma hp5 do tasktile(16)
    for (int i = 0; i < n; i++) {
        a[i] = i;
        b[i] = 2 * i;
    } //+
#pragma hp5 do tasktile(16) \\
    in(a[i:1]) \\
    if(n > 20)
    for (int i = 0; i < n; i++)
        b[i] += a[i];
#pragma hp5 task if(n > 3)
    { //+
        a[0] = 3;
        a[1] = 4;
    } //+
#pragma hp5 do tasktile(16) reduction(+: total)
    for (int i = 0; i < n; i++)
        total += b[i];
#pragma hp5 do tasktile(8) nested
    for (int i = 0; i < n; i++) {
        double t = a[i];
#pragma hp5 task
        b[i] = t;
    } //+
#pragma hp5 region end //+
    printf(\"%g %g\\n\", total, sum(a, n));
    return 0;
}
";

/// Lines of `x.c` that an object has code for.
fn lines(folder: &Path, object: &str) -> BTreeSet<usize> {
    let mut objdump = command("objdump");
    objdump.arg("--dwarf=decodedline").arg(folder.join(object));
    let text = run(objdump).success().unwrap_or_else(|why| panic!("{why}"));
    let rows = text.lines().filter_map(|row| row.strip_prefix("x.c"));
    rows.filter_map(|row| row.split_whitespace().next()?.parse().ok())
        .collect()
}

fn compile(compiler: &Path, folder: &Path, arguments: &[&str]) {
    let mut command = command(compiler);
    command
        .args(arguments)
        .current_dir(folder)
        .env("HP5CC_CC", "gcc");
    run(command).success().unwrap_or_else(|why| panic!("{why}"));
}

#[test]
fn code_is_of_the_lines_that_it_comes_from() {
    let folder = fresh("c-lines");
    fs::create_dir(folder.join("src")).expect("a folder");
    fs::write(folder.join("src/x.c"), SOURCE).expect("a file");
    let hp5cc = c_library().join("bin/hp5cc");
    let flags = ["-g", "-O0", "-c", "src/x.c", "-o"];
    compile(
        Path::new("gcc"),
        &folder,
        &[&flags[..], &["serial.o"]].concat(),
    );
    let serial = lines(&folder, "serial.o");
    assert!(serial.contains(&5), "{serial:?}");
    let ends: BTreeSet<usize> = (1..)
        .zip(SOURCE.lines())
        .filter(|(_, line)| line.ends_with("//+"))
        .map(|(n, _)| n)
        .collect();
    for (how, object) in [("-O0", "as-is.o"), ("--cpp", "cpp.o")] {
        let all = [&[how], &flags[..], &[object]].concat();
        compile(&hp5cc, &folder, &all);
        let found = lines(&folder, object);
        let more: BTreeSet<usize> = found.difference(&serial).copied().collect();
        assert_eq!(more, ends, "{how}");
        let less: Vec<_> = serial.difference(&found).collect();
        assert!(less.is_empty(), "{how}: {less:?}");
        let first = fs::read(folder.join(object)).expect("compiled");
        let names_ours = first.windows(6).any(|w| w == b"hp5cc-");
        assert!(!names_ours, "{how}: a folder of the translation");
        compile(&hp5cc, &folder, &all);
        let again = fs::read(folder.join(object)).expect("compiled");
        assert!(first == again, "{how}: two builds differ");
    }
}
