//! Where the library for C is: installed beside the commands, or built in a checkout.

use std::path::{Path, PathBuf};

/// Where `hp5.h` and `libhp5` are.
pub(super) struct Home {
    pub(super) include: PathBuf,
    pub(super) library: PathBuf,
    /// The shared library stands there under the name by which programs look for it.
    pub(super) installed: bool,
}

impl Home {
    /// Beside this program where it was installed, or where it was built.
    pub(super) fn find() -> Option<Home> {
        let exe = std::env::current_exe().ok()?;
        let folder = exe.parent()?;
        let installed = Home {
            include: folder.parent()?.join("include"),
            library: folder.parent()?.join("lib"),
            installed: true,
        };
        let built = Home {
            include: Path::new(env!("CARGO_MANIFEST_DIR"))
                .parent()?
                .join("capi/include"),
            library: folder.to_owned(),
            installed: false,
        };
        [installed, built].into_iter().find(|home| {
            let library = if home.installed {
                "libhp5.so"
            } else {
                "libhp5.a"
            };
            home.include.join("hp5.h").is_file() && home.library.join(library).is_file()
        })
    }
}
