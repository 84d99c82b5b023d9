//! Random HighP5 programs, translated, built and run: their answers are the interpreter's, bit for
//! bit, under every partition and on 1, 2, 3 and 8 PPUs. Of the programs of the first seeds those
//! take part that are translated so far; the others must be refused with the code for that.

#[path = "compiles.rs"]
mod compiles;

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::thread;

use hp5_annotate::diag::{Diagnostics, codes};
use hp5_annotate::highp5::typed::Program;
use hp5_annotate::highp5::{check, emit};
use hp5_stress::highp5::{Generated, chosen, may_be_refused, program};
use hp5_tests::highp5::files::{load, save};
use hp5_tests::highp5::interpret::run as interpret;
use hp5_tests::program::{command, run};
use hp5_tests::workspace::{adopt_lock, cargo_build, write};
use hp5_tests::{repository, scratch};

/// How many seeds are tried.
fn seeds() -> u64 {
    number(std::env::var("HP5_RANDOM_PROGRAMS")).unwrap_or(120)
}

/// The first of them.
fn first() -> u64 {
    number(std::env::var("HP5_RANDOM_SEED")).unwrap_or(1)
}

fn number(value: Result<String, std::env::VarError>) -> Option<u64> {
    value.ok()?.parse().ok()
}

/// Seeds that once had wrong answers; tried whatever [`seeds`] says.
const ONCE_WRONG: [u64; 5] = [87, 199, 249, 275, 426];

struct Translated {
    name: String,
    generated: Generated,
    program: Program,
    text: String,
}

/// A program, if it is translated.
fn translated(name: String, generated: Generated) -> Option<Translated> {
    let mut found = Diagnostics::default();
    let Some(program) = check(&generated.text, &mut found) else {
        assert!(may_be_refused(&found), "{name} is refused: {found:?}");
        return None;
    };
    match emit::emit(&program, "random.hp5", &generated.text) {
        Ok(text) => Some(Translated {
            name,
            generated,
            program,
            text,
        }),
        Err(refused) => {
            assert_eq!(refused.code, codes::H_NOT_YET, "{name}");
            None
        }
    }
}

/// All programs that are translated: those written for it, which must be, and random ones.
fn all() -> Vec<Translated> {
    let written = chosen().into_iter().map(|(name, generated)| {
        translated(name.to_owned(), generated)
            .unwrap_or_else(|| panic!("{name} cannot be translated"))
    });
    let seeds = first()..first() + seeds();
    let again = ONCE_WRONG.into_iter().filter(|seed| !seeds.contains(seed));
    let random = seeds.clone().chain(again);
    let random = random.filter_map(|seed| translated(format!("seed-{seed}"), program(seed)));
    written.chain(random).collect()
}

/// Programs of one executable: as executables of their own they spent most of the test's time in
/// the linker.
const TOGETHER: usize = 64;

/// All of them in one package, many to an executable, which runs the one by whose name it is
/// called; links of these names, in the order of the programs.
fn build(folder: &Path, all: &[Translated]) -> Vec<PathBuf> {
    let mut manifest = format!(
        "[package]\nname = \"hp5-random-highp5\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\
         autobins = false\n\n[workspace]\n\n[dependencies]\nhp5-program = {{ path = {:?} }}\n",
        repository().join("program")
    );
    for (at, some) in all.chunks(TOGETHER).enumerate() {
        write(&folder.join(format!("src/group-{at}.rs")), &group(some));
        manifest += &format!("\n[[bin]]\nname = \"group-{at}\"\npath = \"src/group-{at}.rs\"\n");
        for one in some {
            let text = one.text.replace("\nfn main() ->", "\npub fn main() ->");
            write(&folder.join(format!("src/{}.rs", one.name)), &text);
        }
    }
    // Optimised ones are in `tests/tests/highp5_run.rs`; here there are many.
    manifest += "\n[profile.dev.package.hp5-random-highp5]\nopt-level = 0\n";
    write(&folder.join("Cargo.toml"), &manifest);
    adopt_lock(folder);
    let built = cargo_build(folder, &["--keep-going"]);
    let names = folder.join("names");
    fs::create_dir_all(&names).expect("a folder for links");
    let link = |(at, one): (usize, &Translated)| {
        let executable = built.executable(&format!("group-{}", at / TOGETHER));
        let executable = executable.unwrap_or_else(|why| panic!("{why}"));
        let link = names.join(&one.name);
        let _ = fs::remove_file(&link);
        symlink(executable, &link).expect("a link to an executable");
        link
    };
    all.iter().enumerate().map(link).collect()
}

/// The text of an executable of these programs.
fn group(some: &[Translated]) -> String {
    let mut modules = "#![allow(warnings)]\n".to_owned();
    let mut calls = String::new();
    for (at, one) in some.iter().enumerate() {
        let name = &one.name;
        modules += &format!("#[path = \"{name}.rs\"]\nmod p{at};\n");
        calls += &format!("Some({name:?}) => p{at}::main(),\n");
    }
    format!(
        "{modules}\nfn main() -> std::process::ExitCode {{\n\
         let name = std::env::args().next().unwrap_or_default();\n\
         match std::path::Path::new(&name).file_name().and_then(|name| name.to_str()) {{\n\
         {calls}other => panic!(\"no program is called {{other:?}}\"),\n}}\n}}\n"
    )
}

/// Runs a program under one partition, and compares all that it writes; how many arrays.
///
/// # Errors
/// What ended it, or which array differs.
fn compare(one: &Translated, executable: &Path, place: &Path, at: usize) -> Result<usize, String> {
    let (name, partition) = (&one.name, &one.generated.partitions[at]);
    let ppus = [1, 2, 3, 8][at % 4];
    let setting = one.generated.setting(partition, ppus);
    let file = |name: &str| place.join(format!("{name}.npy")).display().to_string();
    let mut command = command(executable);
    command.env("HP5_NUM_PPUS", ppus.to_string());
    for (name, array) in &one.generated.inputs {
        save(&file(name), array);
        command.arg(format!("{name}={}", file(name)));
    }
    for (n, value) in partition.iter().enumerate() {
        command.arg(format!("p{n}={value}"));
    }
    for name in &one.generated.outputs {
        let _ = fs::remove_file(file(name));
        command.arg(format!("{name}={}", file(name)));
    }
    let what = || format!("{}, {partition:?}, {ppus} PPUs", one.name);
    // The program runs while it is interpreted.
    let (ended, want) = thread::scope(|scope| {
        let ended = scope.spawn(|| run(command).success());
        let want = interpret(&one.program, &setting)
            .unwrap_or_else(|e| panic!("{name}: {}", e.in_source(&one.generated.text)));
        (ended.join().expect("a run that is waited for"), want)
    });
    ended.map_err(|e| format!("{}: {e}", what()))?;
    for (name, array) in &want.arrays {
        let got = load(&file(name), array);
        let same = got
            .iter()
            .zip(&array.data)
            .all(|(got, want)| got.same(want));
        if !same || got.len() != array.data.len() {
            return Err(format!("{}: {name}", what()));
        }
    }
    Ok(want.arrays.len())
}

#[test]
fn translated_programs_give_the_answers_of_the_interpreter() {
    let folder: PathBuf = scratch().join("random-highp5");
    let all = all();
    let executables = build(&folder, &all);
    let (mut compared, mut wrong) = (0, Vec::new());
    for (one, executable) in all.iter().zip(&executables) {
        let name = &one.name;
        let place = folder.join(format!("{name}-files"));
        fs::create_dir_all(&place).expect("a folder for files");
        let tries = 0..one.generated.partitions.len();
        for outcome in tries.map(|at| compare(one, executable, &place, at)) {
            match outcome {
                Ok(arrays) => compared += arrays,
                Err(why) => wrong.push(why),
            }
        }
    }
    assert!(wrong.is_empty(), "wrong:\n{}", wrong.join("\n"));
    let (programs, seeds) = (all.len(), seeds());
    println!("{programs} of {seeds} programs are translated; {compared} arrays are the same");
}
