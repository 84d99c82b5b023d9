//! Files that are analysed behind the preprocessor.

use std::path::Path;

use hp5_tests::program::{command, run};
use hp5_tests::tools::{c_library, fresh};
use rayon::prelude::*;

use super::{name, same, sources, translated};

/// `cpp/*.c` are refused as they are written, and `hp5cc` translates them behind the preprocessor. Their first line
/// may say how they are compiled (`// flags: ..`).
#[test]
fn what_macros_hide_is_seen_behind_the_preprocessor() {
    let folder = fresh("c-cpp");
    sources("cpp").par_iter().for_each(|path| {
        let (text, output) = translated(path);
        assert!(output.has_errors(), "{} needs none", path.display());
        let first = text.lines().next().unwrap_or_default();
        let flags = first
            .strip_prefix("// flags: ")
            .unwrap_or("-std=gnu11 -Wall -Wextra -Werror");
        let made = |compiler: &Path, kind: &str| {
            let executable = folder.join(format!("{}-{kind}", name(path)));
            let mut compiler = command(compiler);
            compiler.env("HP5CC_CC", "gcc").args(flags.split(' '));
            compiler.args(["-O1", "-Wno-unknown-pragmas", "-o"]);
            compiler.arg(&executable).arg(path).arg("-lm");
            run(compiler)
                .success()
                .unwrap_or_else(|why| panic!("{why}"));
            executable
        };
        let serial = made(Path::new("gcc"), "serial");
        let parallel = made(&c_library().join("bin/hp5cc"), "hp5");
        same(path, &parallel, &serial);
    });
}
