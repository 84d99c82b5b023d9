//! Where in the source a task or region comes from.

use std::collections::HashMap;

use crate::sync::{Mutex, OnceLock, lock};

/// Name and source position of a region or task.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Site {
    /// Name for people, `jacobi:16`.
    pub name: &'static str,
    /// Source file.
    pub file: &'static str,
    /// Line, 1-based.
    pub line: u32,
}

impl Site {
    /// A site known at compile time; see [`site!`](crate::rt::site).
    #[must_use]
    pub const fn new(name: &'static str, file: &'static str, line: u32) -> Self {
        Site { name, file, line }
    }

    /// A site known at run time only: kept for the life of the process, once per
    /// different site, so that tasks can refer to it.
    #[must_use]
    pub fn intern(name: &str, file: &'static str, line: u32) -> &'static Site {
        type Known = HashMap<(String, &'static str, u32), &'static Site>;
        static KNOWN: OnceLock<Mutex<Known>> = OnceLock::new();
        let mut known = lock(KNOWN.get_or_init(Mutex::default));
        known
            .entry((name.to_owned(), file, line))
            .or_insert_with(|| {
                let name: &'static str = Box::leak(name.to_owned().into_boxed_str());
                Box::leak(Box::new(Site { name, file, line }))
            })
    }
}

/// A `&'static Site`: `site!("jacobi:16", "src/main.rs", 16)`.
#[doc(hidden)]
#[macro_export]
macro_rules! __hp5_site {
    ($name:expr, $file:expr, $line:expr) => {
        const { &$crate::rt::Site::new($name, $file, $line) }
    };
}
