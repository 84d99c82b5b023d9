//! Layers inside the crates: no folder uses one above it, and modules that use one another in a circle are few.

use std::sync::LazyLock;

use hp5_tests::modules::Modules;
use hp5_tests::tree::{File, sources};

use super::allowed::{Crate, MODULES, RETIRED};

/// Files of a circle at most.
const CIRCLE: usize = 9;

static ALL: LazyLock<Vec<Modules>> = LazyLock::new(|| {
    let files: Vec<File> = sources();
    let all = MODULES.iter().map(|one| format!("{}/src", one.name));
    all.map(|folder| Modules::of(&folder, &files)).collect()
});

fn each(mut check: impl FnMut(&Crate, &Modules)) {
    MODULES
        .iter()
        .zip(ALL.iter())
        .for_each(|(one, modules)| check(one, modules));
}

/// The folder below `src` that a file stands in, or the file if it stands in none.
fn folder(file: &str) -> &str {
    file.split('/').next().unwrap_or(file)
}

/// What is wrong with the uses that run up, if there are others than are listed.
fn not_as_listed(name: &str, up: &[String], listed: usize) -> Option<String> {
    (up.len() != listed).then(|| {
        format!(
            "{name}: {} uses run up, tidy/allowed.rs says {listed} (a number that may only fall):\n    {}",
            up.len(),
            up.join("\n    ")
        )
    })
}

#[test]
fn folders_use_those_below_them() {
    let mut broken = Vec::new();
    each(|one, modules| {
        let place = |file| one.folders.iter().position(|f| *f == folder(file));
        let mut up = Vec::new();
        for (from, to, names) in modules.arrows() {
            match (place(from), place(to)) {
                (Some(from), Some(to)) if from >= to => {}
                (Some(_), Some(_)) => up.push(format!("{from} -> {to}: {names:?}")),
                _ => broken.push(format!(
                    "{}: {from} -> {to}: a folder without a place in the order of tidy/allowed.rs",
                    one.name
                )),
            }
        }
        broken.extend(not_as_listed(one.name, &up, one.up));
    });
    super::report("a folder uses only those below it", &broken);
}

#[test]
fn folders_inside_of_a_folder_use_those_below_them() {
    let mut broken = Vec::new();
    each(|one, modules| {
        let Some((inside, folders, listed)) = one.inside else {
            return;
        };
        let place = |file: &str| {
            let rest = file.strip_prefix(inside)?.strip_prefix('/')?;
            folders.iter().position(|f| *f == folder(rest))
        };
        let up: Vec<String> = (modules.arrows())
            .filter_map(|(from, to, names)| {
                let runs_up = place(from)? < place(to)?;
                runs_up.then(|| format!("{from} -> {to}: {names:?}"))
            })
            .collect();
        broken.extend(not_as_listed(
            &format!("{}/{inside}", one.name),
            &up,
            listed,
        ));
    });
    super::report(
        "a folder inside of a folder uses only those below it",
        &broken,
    );
}

#[test]
fn circles_of_modules_are_small() {
    let mut broken = Vec::new();
    each(|one, modules| {
        let circles = modules.circles();
        let large: Vec<usize> = circles
            .iter()
            .map(Vec::len)
            .filter(|&n| n > CIRCLE)
            .collect();
        if large != one.circles {
            let name = one.name;
            let files: Vec<String> = circles
                .iter()
                .map(|c| c.join(" "))
                .take(large.len())
                .collect();
            broken.push(format!(
                "{name}: circles of {large:?} files, tidy/allowed.rs says {:?} (numbers that may only fall):\n    {}",
                one.circles,
                files.join("\n    ")
            ));
        }
    });
    super::report(
        "modules use one another in circles of nine files at most",
        &broken,
    );
}

#[test]
fn retired_names_stay_away() {
    let mut broken = Vec::new();
    for file in sources() {
        let stem = file.path.rsplit('/').next().unwrap_or_default();
        let is_retired = |(folder, names): &&(&str, &str)| {
            let name = |name: &str| stem.strip_suffix(".rs") == Some(name);
            file.path.starts_with(folder) && names.split_whitespace().any(name)
        };
        if RETIRED.iter().any(|one| is_retired(&one)) {
            broken.push(file.path.clone());
        }
    }
    super::report("no file has a retired name", &broken);
}
