//! What comes of damaged HP5 programs that the checker accepts and the translator translates:
//! Rust that parses, for thousands, and Rust that compiles, for dozens.
//!
//! The programs are random ones and the examples, damaged as in `hp5_stress::highp5::mutants`.
//! Those that are compiled are modules of one program, so that the compiler is started once
//! and generates no code. Each lies as `mN.hp5` beside its translation `mN.rs`.

use std::collections::BTreeSet;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use hp5_annotate::diag::{Diagnostics, codes};
use hp5_annotate::highp5::{check, emit};
use hp5_stress::highp5::{chosen, damaged, program};
use hp5_tests::workspace::{adopt_lock, cargo_build, remove_other_files, write};
use hp5_tests::{repository, scratch};

use super::seeds;

/// The texts of the examples, of the programs that the checker is tested with, and of those written
/// for what random ones seldom have.
fn examples() -> Vec<String> {
    let mut todo: Vec<PathBuf> = ["examples/highp5", "tests/cases/highp5/ok"]
        .iter()
        .map(|folder| repository().join(folder))
        .collect();
    let mut files = BTreeSet::new();
    while let Some(path) = todo.pop() {
        if path.is_dir() {
            let entries = fs::read_dir(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
            todo.extend(entries.flatten().map(|entry| entry.path()));
        } else if path.extension().is_some_and(|e| e == "hp5") {
            files.insert(path);
        }
    }
    let read = |path: &PathBuf| {
        fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
    };
    let chosen = chosen().into_iter().map(|(_, generated)| generated.text);
    files.iter().map(read).chain(chosen).collect()
}

/// The translation of a text that is accepted and translated.
///
/// # Errors
/// When it is refused in a wrong way, or what comes of it is no Rust.
fn translated(text: &str) -> Result<Option<String>, String> {
    let Some(program) = check(text, &mut Diagnostics::default()) else {
        return Ok(None);
    };
    if text.to_ascii_lowercase().contains("@extern") {
        // Nobody but its compiler can tell whether damaged code of another language is right.
        return Ok(None);
    }
    let emitted = match emit::emit(&program, "damaged.hp5", text) {
        Ok(emitted) => emitted,
        Err(refused) if refused.code == codes::H_NOT_YET => return Ok(None),
        Err(refused) => return Err(format!("refused with {}", refused.code)),
    };
    match syn::parse_file(&emitted) {
        Ok(_) => Ok(Some(emitted)),
        Err(error) => {
            let line = error.span().start().line;
            let near: Vec<&str> = emitted
                .lines()
                .skip(line.saturating_sub(3))
                .take(5)
                .collect();
            Err(format!(
                "line {line} is no Rust: {error}\n{}",
                near.join("\n")
            ))
        }
    }
}

/// Programs that are translated: examples and random ones in turns.
fn sound(count: u64) -> Vec<String> {
    let is_translated = |text: &String| matches!(translated(text), Ok(Some(_)));
    let examples: Vec<String> = examples().into_iter().filter(is_translated).collect();
    let random = (1..=count).map(|seed| program(seed).text);
    let random: Vec<String> = random.filter(is_translated).collect();
    let pairs = random.into_iter().zip(examples.iter().cycle());
    pairs
        .flat_map(|(one, other)| [one, other.clone()])
        .collect()
}

/// Damaged programs with their translations, each once.
fn accepted(count: u64) -> Vec<(String, String)> {
    let sound = sound(count / 8);
    let (mut list, mut known, mut failures) = (Vec::new(), BTreeSet::new(), Vec::new());
    for seed in 1..=count {
        let text = damaged(&sound[seed as usize % sound.len()], seed);
        match catch_unwind(AssertUnwindSafe(|| translated(&text))) {
            Ok(Ok(Some(emitted))) if known.insert(emitted.clone()) => list.push((text, emitted)),
            Ok(Ok(_)) => {}
            Ok(Err(why)) => failures.push(format!("seed {seed}: {why}\n{text}")),
            Err(_) => failures.push(format!("seed {seed}: a panic (see above)\n{text}")),
        }
    }
    let shown = failures.iter().take(5).cloned().collect::<Vec<_>>();
    assert!(
        failures.is_empty(),
        "{} failures\n{}",
        failures.len(),
        shown.join("\n")
    );
    list
}

/// One program of which the translations are modules.
fn write_package(folder: &Path, list: &[(String, String)]) {
    let manifest = format!(
        "[package]\nname = \"hp5-damaged-highp5\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
         [workspace]\n\n[dependencies]\nhp5-program = {{ path = {:?} }}\n",
        repository().join("program")
    );
    let mut main = "#![allow(warnings)]\n".to_owned();
    let mut files = BTreeSet::from(["main.rs".to_owned()]);
    for (at, (text, emitted)) in list.iter().enumerate() {
        write(&folder.join(format!("src/m{at}.rs")), emitted);
        write(&folder.join(format!("src/m{at}.hp5")), text);
        files.extend([format!("m{at}.rs"), format!("m{at}.hp5")]);
        main += &format!("mod m{at};\n");
    }
    main += "fn main() {}\n";
    remove_other_files(&folder.join("src"), &files);
    write(&folder.join("src/main.rs"), &main);
    write(&folder.join("Cargo.toml"), &manifest);
    adopt_lock(folder);
}

#[test]
fn what_is_accepted_and_translated_compiles() {
    let list = accepted(3 * seeds());
    let tried = list.len();
    let most = usize::try_from(seeds() / 4).unwrap_or(usize::MAX);
    let some: Vec<_> = list.into_iter().take(most).collect();
    assert!(
        some.len() > most / 8,
        "{} programs are translated",
        some.len()
    );
    let folder = scratch().join("damaged-highp5");
    write_package(&folder, &some);
    let built = cargo_build(&folder, &[]);
    built
        .executable("hp5-damaged-highp5")
        .unwrap_or_else(|why| {
            panic!("{why}\nthe programs: {}", folder.join("src").display());
        });
    println!(
        "{tried} damaged programs are translated, {} were compiled",
        some.len()
    );
}
