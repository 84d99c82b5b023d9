//! Writes one `#[test]` for each case, example and documented program, so that a case is
//! run by being there. The tests include the lists from `OUT_DIR`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let repository = root.join("..");
    for (kind, list) in [
        ("ok", sources(&root.join("cases/ok"))),
        ("reject", sources(&root.join("cases/reject"))),
        ("checked", sources(&root.join("cases/checked"))),
        ("examples", examples(&repository.join("examples/rust"))),
        ("docs", documented(&repository)),
    ] {
        let tests: String = list
            .iter()
            .map(|name| {
                format!(
                    "#[test]\nfn {}() {{\n    check(\"{name}\");\n}}\n",
                    identifier(name)
                )
            })
            .collect();
        let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
        fs::write(out.join(format!("{kind}.rs")), tests).expect("OUT_DIR can be written");
    }
}

fn identifier(name: &str) -> String {
    name.replace('-', "_")
}

fn watch(path: &Path) {
    println!("cargo:rerun-if-changed={}", path.display());
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    watch(folder);
    fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|e| e.path())
        .collect()
}

fn stem(path: &Path) -> String {
    path.file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

/// `NAME.rs`, without `NAME.emitted.rs`.
fn sources(folder: &Path) -> BTreeSet<String> {
    let rust = entries(folder)
        .into_iter()
        .filter(|p| p.extension().is_some_and(|e| e == "rs"));
    rust.map(|p| stem(&p))
        .filter(|name| !name.contains('.'))
        .collect()
}

/// Folders with a manifest.
fn examples(folder: &Path) -> BTreeSet<String> {
    entries(folder)
        .iter()
        .filter(|p| p.join("Cargo.toml").is_file())
        .map(|p| stem(p))
        .collect()
}

/// Names after `// run: ` in README.md and docs/*.md.
fn documented(repository: &Path) -> BTreeSet<String> {
    let mut pages = entries(&repository.join("docs"));
    pages.push(repository.join("README.md"));
    let mut names = BTreeSet::new();
    for page in pages
        .iter()
        .filter(|p| p.extension().is_some_and(|e| e == "md"))
    {
        watch(page);
        let text = fs::read_to_string(page).unwrap_or_default();
        names.extend(
            text.lines()
                .filter_map(|l| l.trim().strip_prefix("// run: "))
                .map(|n| n.trim().to_owned()),
        );
    }
    names
}
