//! The grammar's own tests (`grammars/highp5/test/corpus`, in the form of `tree-sitter test`),
//! without its command. `HP5_BLESS=1` writes the expected trees anew.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tree_sitter::{Node, Query};

use super::language::{FOLDS, HIGHLIGHTS, INJECTIONS, language};

const LINE: &str = "==================\n";

fn grammar() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("grammars/highp5")
}

/// Name, text and expected tree of each test of a file.
fn tests(file: &str) -> Vec<(String, String, String)> {
    let mut parts = file.split(LINE).skip(1);
    let mut found = Vec::new();
    while let (Some(name), Some(rest)) = (parts.next(), parts.next()) {
        let (text, tree) = rest.split_once("---\n").expect("a test has a line of ---");
        found.push((name.to_owned(), text.to_owned(), tree.trim().to_owned()));
    }
    found
}

/// A tree as the corpus writes it.
fn shown(node: Node) -> String {
    let mut text = String::new();
    write(node, None, 0, &mut text);
    text
}

fn write(node: Node, field: Option<&str>, depth: usize, text: &mut String) {
    if depth > 0 {
        text.push('\n');
    }
    let field = field.map_or(String::new(), |f| format!("{f}: "));
    let missing = if node.is_missing() { "MISSING " } else { "" };
    write!(
        text,
        "{}{field}({missing}{}",
        "  ".repeat(depth),
        node.kind()
    )
    .unwrap();
    for i in 0..node.child_count() {
        let child = node.child(i).unwrap();
        if child.is_named() || child.is_missing() {
            write(child, node.field_name_for_child(i), depth + 1, text);
        }
    }
    text.push(')');
}

#[test]
fn trees_are_as_the_corpus_says() {
    let mut count = 0;
    for entry in fs::read_dir(grammar().join("test/corpus")).unwrap() {
        let path = entry.unwrap().path();
        let file = fs::read_to_string(&path).unwrap();
        let mut written = String::new();
        for (name, text, expected) in tests(&file) {
            let tree = super::tree(&text).unwrap();
            let found = shown(tree.root_node());
            write!(written, "{LINE}{name}{LINE}{text}---\n\n{found}\n\n").unwrap();
            assert!(!tree.root_node().has_error(), "{name}");
            count += 1;
            if std::env::var_os("HP5_BLESS").is_none() {
                assert_eq!(found, expected, "{}: {name}", path.display());
            }
        }
        if std::env::var_os("HP5_BLESS").is_some() {
            fs::write(&path, written.trim_end().to_owned() + "\n").unwrap();
        }
    }
    assert!(count >= 15);
}

#[test]
fn the_queries_for_editors_fit_the_grammar() {
    for (name, query) in [
        ("highlights", HIGHLIGHTS),
        ("folds", FOLDS),
        ("injections", INJECTIONS),
    ] {
        let made = Query::new(&language(), query);
        let made = made.unwrap_or_else(|why| panic!("{name}.scm: {why}"));
        assert!(made.pattern_count() > 0);
    }
    // Every keyword of the grammar is highlighted.
    let grammar = fs::read_to_string(grammar().join("grammar.js")).unwrap();
    for (at, _) in grammar.match_indices("kw(\"") {
        let word = grammar[at + 4..].split('"').next().unwrap();
        let inside = [
            "integer",
            "character",
            "boolean",
            "string",
            "range",
            "link",
            "create",
        ];
        let of_nodes = ["real", "single", "double", "precision", "true", "false"];
        if !inside.contains(&word) && !of_nodes.contains(&word) {
            assert!(
                HIGHLIGHTS.contains(&format!("\"{word}\"")),
                "`{word}` is not highlighted"
            );
        }
    }
}

/// Where the command is there, the checked-in parser is what it generates.
#[test]
fn the_parser_is_generated_from_the_grammar() {
    let Ok(version) = Command::new("tree-sitter").arg("--version").output() else {
        eprintln!("no command `tree-sitter`: not looked at");
        return;
    };
    let dir = std::env::temp_dir().join(format!("hp5-grammar-{}", std::process::id()));
    fs::create_dir_all(&dir).unwrap();
    for name in ["grammar.js", "tree-sitter.json", "package.json"] {
        fs::copy(grammar().join(name), dir.join(name)).unwrap();
    }
    let made = Command::new("tree-sitter")
        .arg("generate")
        .current_dir(&dir)
        .status()
        .unwrap();
    let same = |name: &str| {
        let read = |dir: &Path| fs::read_to_string(dir.join("src").join(name)).unwrap();
        read(&dir) == read(&grammar())
    };
    // Other versions of the command lay tables out in other ways; the grammar is the same.
    let fine = made.success() && same("grammar.json") && same("node-types.json");
    fs::remove_dir_all(&dir).unwrap();
    let version = String::from_utf8_lossy(&version.stdout).into_owned();
    assert!(
        fine,
        "run `tree-sitter generate` in annotate/grammars/highp5 ({version})"
    );
}
