//! Manifests in, manifests out.

use std::fs;
use std::path::{Path, PathBuf};

use toml_edit::DocumentMut;

use super::*;

/// A directory of files that is deleted when it goes out of scope.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str, files: &[(&str, &str)]) -> Scratch {
        let dir = std::env::temp_dir().join(format!("hp5-package-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&dir);
        for (path, text) in files {
            let path = dir.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        Scratch(fs::canonicalize(dir).unwrap())
    }

    fn at(&self, path: &str) -> PathBuf {
        self.0.join(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn parsed(package: &Package) -> DocumentMut {
    package
        .manifest
        .parse()
        .unwrap_or_else(|e| panic!("{e}\n{}", package.manifest))
}

fn text<'d>(doc: &'d DocumentMut, path: &[&str]) -> Option<&'d str> {
    let mut item = doc.as_item();
    for key in path {
        item = match key.parse::<usize>() {
            Ok(n) => item.get(n)?,
            Err(_) => item.get(key)?,
        };
    }
    item.as_str()
}

const WORKSPACE: &str = r#"
[workspace]
resolver = "2"
members = ["app", "lib"]
[workspace.package]
version = "1.2.3" # all of them
edition = "2021"
readme = "README.md"
[workspace.dependencies]
hp5 = { path = "lib", features = ["a"] }
plain = "1.0"
[workspace.lints.rust]
unused = "deny"
[profile.release]
debug = 1
[patch.crates-io]
plain = { path = "plain" }
"#;

const APP: &str = r#"
[package]
name = "app"
version.workspace = true
edition = { workspace = true }
readme.workspace = true
[lints]
workspace = true
[dependencies]
hp5 = { workspace = true, features = ["b", "a"], optional = false }
plain.workspace = true
near = { path = "near" }
[target.'cfg(unix)'.dependencies]
other = { path = "../lib", package = "hp5" }
[[bench]]
name = "speed"
"#;

fn app() -> Scratch {
    Scratch::new(
        "app",
        &[
            ("Cargo.toml", WORKSPACE),
            ("Cargo.lock", "# lock"),
            ("lib/Cargo.toml", "[package]\nname = \"hp5\""),
            ("app/Cargo.toml", APP),
            ("app/near/Cargo.toml", "[package]\nname = \"near\""),
            ("app/src/main.rs", "fn main() {}"),
            ("app/src/lib.rs", ""),
            ("app/src/bin/extra.rs", "fn main() {}"),
            ("app/src/bin/big/main.rs", "fn main() {}"),
        ],
    )
}

#[test]
fn src_stands_alone_with_named_targets() {
    let scratch = app();
    let package = from_src(&scratch.at("app"), &scratch.at("app/src")).unwrap();
    let doc = parsed(&package);
    assert_eq!(text(&doc, &["package", "version"]), Some("1.2.3"));
    assert_eq!(text(&doc, &["package", "edition"]), Some("2021"));
    assert_eq!(text(&doc, &["package", "readme"]), None);
    assert_eq!(text(&doc, &["lints", "rust", "unused"]), Some("deny"));
    assert_eq!(text(&doc, &["workspace", "resolver"]), Some("2"));
    assert_eq!(text(&doc, &["lib", "path"]), Some("lib.rs"));
    let bins: Vec<_> = (0..4)
        .map_while(|n| {
            let n = n.to_string();
            let name = text(&doc, &["bin", &n, "name"])?.to_owned();
            Some((name, text(&doc, &["bin", &n, "path"])?.to_owned()))
        })
        .collect();
    let expected = [
        ("app", "main.rs"),
        ("big", "bin/big/main.rs"),
        ("extra", "bin/extra.rs"),
    ];
    assert_eq!(bins, expected.map(|(a, b)| (a.to_owned(), b.to_owned())));
    let lib = scratch.at("lib");
    assert_eq!(text(&doc, &["dependencies", "hp5", "path"]), lib.to_str());
    assert_eq!(
        text(&doc, &["dependencies", "hp5", "features", "1"]),
        Some("b")
    );
    assert_eq!(
        text(&doc, &["dependencies", "plain", "version"]),
        Some("1.0")
    );
    assert_eq!(
        text(
            &doc,
            &["target", "cfg(unix)", "dependencies", "other", "path"]
        ),
        lib.to_str()
    );
    assert_eq!(
        text(&doc, &["patch", "crates-io", "plain", "path"]),
        scratch.at("plain").to_str()
    );
    assert_eq!(doc["profile"]["release"]["debug"].as_integer(), Some(1));
    assert_eq!(doc["package"]["build"].as_bool(), Some(false));
    assert!(doc.get("bench").is_none() && package.notes.iter().any(|n| n.contains("bench")));
    assert_eq!(package.lock, Some(scratch.at("Cargo.lock")));
    assert!(package.depends_on_hp5);
}

#[test]
fn a_mirrored_package_keeps_what_lies_inside() {
    let scratch = app();
    let package = mirrored(&scratch.at("app")).unwrap();
    let doc = parsed(&package);
    assert_eq!(text(&doc, &["dependencies", "near", "path"]), Some("near"));
    assert_eq!(
        text(&doc, &["dependencies", "hp5", "path"]),
        scratch.at("lib").to_str()
    );
    assert!(doc.get("lib").is_none() && doc.get("bench").is_some());
    assert_eq!(package.name.as_deref(), Some("app"));
    // A package that is a root keeps its workspace.
    let root = mirrored(&scratch.0).unwrap();
    assert_eq!(
        text(&parsed(&root), &["workspace", "members", "0"]),
        Some("app")
    );
    assert!(root.name.is_none());
    let inner = nested(&scratch.at("app"), &scratch.0).unwrap();
    assert!(inner.contains("path = \"../lib\"") && inner.contains("version.workspace"));
}

#[test]
fn explicit_targets_and_build_scripts() {
    let manifest = r#"
[package]
name = "p"
version = "0.1.0"
build = "make.rs"
autobins = false
[lib]
name = "other"
path = "src/inner/mod.rs"
[[bin]]
name = "p"
[[bin]]
name = "tool"
path = "./tools/tool.rs"
[dependencies]
renamed = { version = "1", package = "hp5" }
"#;
    let scratch = Scratch::new(
        "explicit",
        &[
            ("Cargo.toml", manifest),
            ("make.rs", "fn main() {}"),
            ("src/main.rs", "fn main() {}"),
            ("src/build.rs", ""),
            ("src/bin/left_out.rs", "fn main() {}"),
            ("src/inner/mod.rs", ""),
        ],
    );
    let package = from_src(&scratch.0, &scratch.at("src")).unwrap();
    let doc = parsed(&package);
    assert_eq!(text(&doc, &["lib", "path"]), Some("inner/mod.rs"));
    assert_eq!(text(&doc, &["lib", "name"]), Some("other"));
    assert_eq!(text(&doc, &["bin", "0", "path"]), Some("main.rs"));
    assert_eq!(
        text(&doc, &["bin", "1", "path"]),
        scratch.at("tools/tool.rs").to_str()
    );
    assert!(doc["bin"].get(2).is_none());
    assert_eq!(
        text(&doc, &["package", "build"]),
        Some("hp5-build-script.rs")
    );
    let script = (scratch.at("make.rs"), "hp5-build-script.rs".to_owned());
    assert_eq!(package.build_script, Some(script));
    assert!(package.depends_on_hp5 && package.lock.is_none());

    fs::write(
        scratch.at("make.rs"),
        "fn main() { hp5_annotate::Build::new(); }",
    )
    .unwrap();
    let package = from_src(&scratch.0, &scratch.at("src")).unwrap();
    assert_eq!(parsed(&package)["package"]["build"].as_bool(), Some(false));
    assert!(package.build_script.is_none() && package.notes[0].contains("left out"));
}

#[test]
fn errors_say_which_file() {
    let scratch = Scratch::new(
        "errors",
        &[
            ("bad/Cargo.toml", "[package\n"),
            (
                "lone/Cargo.toml",
                "[package]\nname = \"x\"\nversion.workspace = true\n",
            ),
            ("lone/src/main.rs", ""),
            ("none/Cargo.toml", "[workspace]\n"),
            ("none/src/main.rs", ""),
        ],
    );
    let error = mirrored(&scratch.at("bad")).unwrap_err().to_string();
    assert!(
        error.contains("bad/Cargo.toml") && error.contains("line 1"),
        "{error}"
    );
    let error = mirrored(&scratch.at("lone")).unwrap_err().to_string();
    assert!(error.contains("package.version is inherited"), "{error}");
    let error = from_src(&scratch.at("none"), &scratch.at("none/src"))
        .unwrap_err()
        .to_string();
    assert!(error.contains("no [package] name"), "{error}");
    assert!(
        mirrored(Path::new("/no/such/dir"))
            .unwrap_err()
            .to_string()
            .contains("/no/such/dir")
    );
}
