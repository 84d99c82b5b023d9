//! `bench_jacobi`: Jacobi on a plate of `f64`, the emitted program against the serial one and
//! against the same loops parallelised by hand with rayon.
//!
//! Translates `kernel.rs`, builds it with its competitors for this processor
//! (`-C target-cpu=native`), and times them in turn: best and median. Prints a table and
//! writes `jacobi.json` beside the build. Nothing here runs in CI.
//!
//! `cargo run --release -p hp5-stress --bin bench_jacobi -- --n 4096 --sweeps 100 --reps 7`

use std::process::ExitCode;

use hp5_tests::program::{command, run};
use hp5_tests::translate::translate;
use hp5_tests::workspace::{adopt_lock, write};
use hp5_tests::{repository, scratch};
use serde_json::json;

const KERNEL: &str = include_str!("kernel.rs");
const PROGRAM: &str = include_str!("program.rs.txt");

struct Sizes {
    n: usize,
    m: usize,
    sweeps: usize,
    reps: usize,
    tile: usize,
    ppus: usize,
}

fn main() -> ExitCode {
    match sizes(std::env::args().skip(1)).and_then(|sizes| bench(&sizes)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(what) => {
            eprintln!("bench_jacobi: {what}");
            ExitCode::FAILURE
        }
    }
}

fn sizes(mut arguments: impl Iterator<Item = String>) -> Result<Sizes, String> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut sizes = Sizes {
        n: 4096,
        m: 0,
        sweeps: 100,
        reps: 7,
        tile: 16,
        ppus: cores,
    };
    while let Some(name) = arguments.next() {
        let value = arguments
            .next()
            .and_then(|v| v.parse().ok())
            .filter(|&v| v > 0);
        let value = value.ok_or_else(|| format!("{name} needs a number above 0"))?;
        match name.as_str() {
            "--n" => sizes.n = value,
            "--m" => sizes.m = value,
            "--sweeps" => sizes.sweeps = value,
            "--reps" => sizes.reps = value,
            "--tile" => sizes.tile = value,
            "--ppus" => sizes.ppus = value,
            _ => {
                return Err(format!(
                    "unknown option {name}: --n --m --sweeps --reps --tile --ppus"
                ));
            }
        }
    }
    if sizes.m == 0 {
        sizes.m = sizes.n;
    }
    if sizes.n < 3 || sizes.m < 3 {
        return Err("the plate needs 3 x 3 points at least".to_owned());
    }
    Ok(sizes)
}

fn bench(s: &Sizes) -> Result<(), String> {
    let program = build()?;
    let mut command = command(program);
    command.args([s.n, s.m, s.sweeps, s.reps, s.tile, s.ppus].map(|n| n.to_string()));
    // The runtime's binding of PPUs to cores would say nothing about rayon: both float.
    command.env("HP5_BIND", "none");
    let printed = run(command).success()?;
    let mut table = Vec::new();
    for name in ["serial", "rayon", "hp5-1", "hp5-all"] {
        let lines = printed
            .lines()
            .filter_map(|l| l.split_once(' '))
            .filter(|(n, _)| *n == name);
        let mut times: Vec<f64> = lines.filter_map(|(_, t)| t.parse().ok()).collect();
        times.sort_by(f64::total_cmp);
        let (best, median) = (times.first().copied(), times.get(times.len() / 2).copied());
        table.push((
            name,
            best.ok_or("a time is missing")?,
            median.ok_or("a time is missing")?,
        ));
    }
    let serial = table[0];
    println!(
        "{} x {} plate, {} sweeps, {} repetitions, {} PPUs",
        s.n, s.m, s.sweeps, s.reps, s.ppus
    );
    println!(
        "{:<8} {:>10} {:>10} {:>8} {:>8}",
        "", "best s", "median s", "best x", "median x"
    );
    for (name, best, median) in &table {
        println!(
            "{name:<8} {best:>10.4} {median:>10.4} {:>8.2} {:>8.2}",
            serial.1 / best,
            serial.2 / median
        );
    }
    let report = json!({
        "n": s.n, "m": s.m, "sweeps": s.sweeps, "reps": s.reps, "tile": s.tile, "ppus": s.ppus,
        "seconds": table.iter().map(|(name, best, median)| json!({"name": name, "best": best, "median": median})).collect::<Vec<_>>(),
    });
    let path = scratch().join("../bench/jacobi.json");
    write(&path, &format!("{report:#}\n"));
    println!("wrote {}", path.display());
    Ok(())
}

/// Translates the kernel and builds it with its competitors.
fn build() -> Result<std::path::PathBuf, String> {
    let kernel = translate("stress/bench/jacobi/kernel.rs", KERNEL, false);
    let emitted = kernel.text.ok_or(kernel.stderr)?;
    let folder = scratch().join("bench-jacobi");
    write(&folder.join("src/kernel.rs"), &emitted);
    write(&folder.join("src/main.rs"), PROGRAM);
    let manifest = format!(
        "[package]\nname = \"bench-jacobi-program\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
         [dependencies]\nhp5 = {{ path = {:?} }}\nrayon = \"1\"\n",
        repository().join("runtime")
    );
    write(&folder.join("Cargo.toml"), &manifest);
    adopt_lock(&folder);
    let mut cargo = command(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    let target = scratch().join("target-native");
    cargo
        .current_dir(&folder)
        .args(["build", "--release"])
        .env("CARGO_TARGET_DIR", &target);
    cargo.env("RUSTFLAGS", "-C target-cpu=native");
    let built = cargo.output().map_err(|e| format!("cargo: {e}"))?;
    if !built.status.success() {
        return Err(String::from_utf8_lossy(&built.stderr).into_owned());
    }
    Ok(target.join("release/bench-jacobi-program"))
}
