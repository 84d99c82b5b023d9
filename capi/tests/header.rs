//! `include/hp5.h` is what the sources say.

use std::fs;
use std::path::Path;

#[test]
fn the_header_is_made_from_the_sources() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config =
        cbindgen::Config::from_file(folder.join("cbindgen.toml")).expect("a configuration");
    let bindings = cbindgen::generate_with_config(folder, config).expect("sources that it reads");
    let mut made = Vec::new();
    bindings.write(&mut made);
    let made = String::from_utf8(made).expect("text");
    let header = folder.join("include/hp5.h");
    if std::env::var_os("HP5_BLESS").is_some_and(|set| set == "1") {
        fs::write(&header, &made).expect("a file that can be written");
    }
    let kept = fs::read_to_string(&header).unwrap_or_default();
    assert!(
        kept == made,
        "include/hp5.h is not what the sources say: HP5_BLESS=1 cargo test -p hp5-c writes it anew"
    );
}
