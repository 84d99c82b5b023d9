//! Text files that a person names: no devices, pipes or folders, and not more than a description may be.

use std::fs::File;
use std::io::{Error, ErrorKind, Read};
use std::path::Path;

/// Bytes of a file at most.
const MOST: u64 = 4 << 20;

/// The text of a file.
///
/// # Errors
/// What is no regular file, is larger than a description of a machine may be, cannot be read, or is no text.
pub fn read_text(path: &Path) -> std::io::Result<String> {
    let wrong = |what: String| Err(Error::new(ErrorKind::InvalidInput, what));
    // Opened, a pipe would be waited for.
    let about = std::fs::metadata(path)?;
    if about.is_dir() {
        return wrong("it is a folder".to_owned());
    }
    if !about.is_file() {
        return wrong("it is no regular file".to_owned());
    }
    let mut text = String::new();
    // What is said of its length need not be so (`/proc`).
    let length = File::open(path)?.take(MOST + 1).read_to_string(&mut text)?;
    if length as u64 > MOST {
        return wrong(format!("it is larger than {} MiB", MOST >> 20));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn devices_folders_and_large_files_are_refused() {
        let said = |path: &str| read_text(Path::new(path)).map_err(|error| error.to_string());
        assert_eq!(said("/dev/zero"), Err("it is no regular file".to_owned()));
        assert_eq!(said("/tmp"), Err("it is a folder".to_owned()));
        let large = std::env::temp_dir().join(format!("hp5-large-{}", std::process::id()));
        let file = File::create(&large).expect("a file");
        file.set_len(MOST + 1).expect("room for nothing");
        let refused = said(&large.to_string_lossy());
        std::fs::remove_file(&large).expect("it is there");
        assert_eq!(refused, Err("it is larger than 4 MiB".to_owned()));
    }
}
