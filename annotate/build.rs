//! Compiles the HighP5 parser, which is generated and checked in
//! (`grammars/highp5`; generating it anew is no part of the build).

fn main() {
    let source = std::path::Path::new("grammars/highp5/src");
    cc::Build::new()
        .std("c11")
        .include(source)
        .warnings(false)
        .file(source.join("parser.c"))
        .file(source.join("scanner.c"))
        .compile("tree-sitter-highp5");
    for file in ["parser.c", "scanner.c", "tree_sitter/parser.h"] {
        println!("cargo:rerun-if-changed={}", source.join(file).display());
    }
}
