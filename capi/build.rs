//! Names the shared library for the loader: programs ask for `libhp5.so.0`, whatever the patch.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "linux") {
        println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libhp5.so.0");
    }
}
