//! Where the library for C is: installed beside the commands, or built in a checkout.

use std::path::{Path, PathBuf};

/// Where `hp5.h` and `libhp5` are.
pub(super) struct Home {
    pub(super) include: PathBuf,
    pub(super) library: PathBuf,
}

/// The name by which programs look for the shared library (`capi/build.rs`).
const WANTED: &str = "libhp5.so.0";

impl Home {
    /// Beside this program where it was installed, or where it was built.
    pub(super) fn find() -> Option<Home> {
        let exe = std::env::current_exe().ok()?;
        let folder = exe.parent()?;
        let installed = Home {
            include: folder.parent()?.join("include"),
            library: folder.parent()?.join("lib"),
        };
        let built = Home {
            include: Path::new(env!("CARGO_MANIFEST_DIR"))
                .parent()?
                .join("capi/include"),
            library: folder.to_owned(),
        };
        [installed, built].into_iter().find(|home| {
            home.include.join("hp5.h").is_file() && home.library.join("libhp5.so").is_file()
        })
    }

    /// Sees to it that programs find the shared library under its name: cargo builds it under another one.
    pub(super) fn name_library(&self) {
        let name = self.library.join(WANTED);
        if !name.exists() {
            // If others do so meanwhile, it is there; where it may not be written, the loader says what it lacks.
            let _ = std::os::unix::fs::symlink("libhp5.so", name);
        }
    }
}
