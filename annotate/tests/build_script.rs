//! `hp5_annotate::Build` in a real package: `tests/build_crate`, built by cargo.

mod shell;

use std::fs;
use std::path::Path;

use hp5_annotate::cli::package;
use shell::{Scratch, cargo, run};

/// Copies the package out of this workspace, as `hp5-annotate --emit` would.
fn copy(name: &str) -> Scratch {
    let s = Scratch::new(name);
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/build_crate");
    for file in ["build.rs", "src/main.rs", "src/kernel.rs", "src/factor.rs"] {
        s.write(file, fs::read(from.join(file)).unwrap());
    }
    s.write("Cargo.toml", package::mirrored(&from).unwrap().manifest);
    let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.lock");
    s.write("Cargo.lock", fs::read(lock).unwrap());
    s
}

#[test]
fn cargo_build_gives_the_parallel_program() {
    let s = copy("build-script");
    let (status, out, err) = run(cargo(&s.0).args(["run", "--offline"]));
    assert_eq!((status, out.as_str()), (0, "2000 true true\n"), "{err}");
    assert!(
        err.contains("`#![allow(clippy::needless_range_loop)]` is left out"),
        "{err}"
    );

    // The serial program of the same package.
    let (status, out, err) = run(cargo(&s.0)
        .args(["run", "--offline"])
        .env("HP5_SERIAL", "1"));
    assert_eq!((status, out.as_str()), (0, "2000 false true\n"), "{err}");

    // Errors fail the build, with the place.
    let kernel = fs::read_to_string(s.at("src/kernel.rs")).unwrap();
    s.write(
        "src/kernel.rs",
        kernel.replace("task_tile(i = 64)", "task_tile(i = 0)"),
    );
    let (status, _, err) = run(cargo(&s.0).args(["build", "--offline"]));
    assert_ne!(status, 0);
    assert!(
        err.contains("error[HP5-E0005]") || err.contains("error[HP5-E0004]"),
        "{err}"
    );
    assert!(
        err.contains("src/kernel.rs:11") && err.contains("hp5-annotate: "),
        "{err}"
    );

    // The compiler's errors name the line of the source, in a region and behind it.
    let behind = kernel.matches('\n').count() + 2;
    s.write(
        "src/kernel.rs",
        kernel.clone() + "\nfn last() -> usize { \"no\" }\n",
    );
    let (status, _, err) = run(cargo(&s.0).args(["build", "--offline"]));
    assert_ne!(status, 0);
    let place = format!("kernel.rs:{behind}:");
    assert!(err.contains(&place), "{place}\n{err}");
}
