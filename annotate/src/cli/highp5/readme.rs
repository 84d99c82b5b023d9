//! What stands beside an emitted package for people.

use std::path::Path;

use crate::cli::highp5::arguments;
use crate::highp5::typed::Program;

/// The README of the package of a program.
pub(super) fn of(name: &str, program: &Program, mapping: Option<&str>, home: &Path) -> String {
    let library = home.join("program");
    let mapping = match mapping {
        Some(file) => format!(
            "It was translated with this mapping file; `HP5_MAP=FILE` gives it another one, without a\n\
             build:\n\n```text\n{file}\n```"
        ),
        None => {
            "Its spaces are mapped by default; `HP5_MAP=FILE` gives it a mapping file, without a\n\
                 build."
                .to_owned()
        }
    };
    format!(
        "# {name}\n\n\
         A Rust package made from `{name}.hp5` by `hp5-annotate --emit`: `src/main.rs` registers the\n\
         program's tasks with the runtime of HP5. Changes belong into the HighP5 program.\n\n\
         ```sh\n\
         RUSTFLAGS=\"-C target-cpu=native\" cargo build --release\n\
         target/release/{name} name=value ..\n\
         ```\n\n\
         {}\n\n\
         `HP5_NUM_PPUS` is the number of threads that work, `HP5_PROGRESS=1` says how far it is; the\n\
         others are in `docs/environment.md` of HP5.\n\n\
         {mapping}\n\n\
         ## Elsewhere\n\n\
         The package needs one crate, `hp5-program`, which `Cargo.toml` names by the place where\n\
         HP5 lay when the program was translated:\n\n\
         ```text\n{}\n```\n\n\
         On another machine, copy this folder and the repository of HP5, and let `path` in\n\
         `Cargo.toml` name the folder `program` of that copy. Nothing else is bound to a place.\n",
        arguments::usage(program)
            .replacen("arguments", "Arguments", 1)
            .replacen("\n  ", "\n\n- ", 1)
            .replace("\n  ", "\n- "),
        library.display()
    )
}
