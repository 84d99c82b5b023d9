//! The dynamic libraries of a program, without running it or a loader: ELF's own list,
//! followed through the folders where the loader looks.

use std::collections::{BTreeSet, VecDeque};
use std::path::{Path, PathBuf};

use object::Endianness;
use object::elf::{DT_NEEDED, DT_RPATH, DT_RUNPATH, FileHeader32, FileHeader64};
use object::read::elf::{Dyn as _, FileHeader};

use super::probe::Probe;

/// Programs and libraries longer than this are not looked into.
const MOST_BYTES: u64 = 1 << 30;

/// No program has more libraries.
const MOST_LIBRARIES: usize = 512;

/// Where the loader looks after a program's own wishes, as Debian, Red Hat and others have it.
const FOLDERS: [&str; 9] = [
    "/lib64",
    "/usr/lib64",
    "/lib",
    "/usr/lib",
    "/usr/local/lib",
    "/lib/x86_64-linux-gnu",
    "/usr/lib/x86_64-linux-gnu",
    "/lib/aarch64-linux-gnu",
    "/usr/lib/aarch64-linux-gnu",
];

/// What a program is linked with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Linked {
    /// The names of its libraries, those of libraries included, and of crates that were seen
    /// in its symbols.
    Names(BTreeSet<String>),
    /// A script or another kind of file.
    NotElf,
}

/// Why a program cannot be looked into.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ElfError {
    /// There is no such program.
    #[error("there is no program `{0}`, neither as a file nor in PATH")]
    NotFound(String),
    /// It cannot be read.
    #[error("cannot read {}: {why}", path.display())]
    Read {
        /// Which.
        path: PathBuf,
        /// Why not.
        why: String,
    },
}

/// Looks into `program`, a path or a name in `PATH`.
///
/// # Errors
/// That there is no such file, or it cannot be read.
pub fn linked(probe: &Probe, program: &str) -> Result<Linked, ElfError> {
    let path = find(probe, program).ok_or_else(|| ElfError::NotFound(program.to_owned()))?;
    let bytes = read(&path).map_err(|error| ElfError::Read {
        path: path.clone(),
        why: error.to_string(),
    })?;
    let Some(first) = Parsed::of(&bytes) else {
        return Ok(Linked::NotElf);
    };
    let mut names = BTreeSet::new();
    names.extend(crates(&bytes));
    drop(bytes);
    let mut waiting = VecDeque::from([(path, first)]);
    while let Some((at, parsed)) = waiting.pop_front() {
        let folder = at.parent().map(Path::to_owned).unwrap_or_default();
        for name in parsed.needed {
            if names.len() >= MOST_LIBRARIES || !names.insert(name.clone()) {
                continue;
            }
            let Some(file) = library(probe, &name, &parsed.folders, &folder) else {
                continue;
            };
            // libblas.so.3 is a link to one of several libraries: what it is counts.
            if let Some(real) = file
                .canonicalize()
                .ok()
                .as_deref()
                .and_then(Path::file_name)
            {
                names.insert(real.to_string_lossy().into_owned());
            }
            if let Some(parsed) = read(&file).ok().and_then(|bytes| Parsed::of(&bytes)) {
                waiting.push_back((file, parsed));
            }
        }
    }
    Ok(Linked::Names(names))
}

fn read(path: &Path) -> std::io::Result<Vec<u8>> {
    let meta = std::fs::metadata(path)?;
    if !meta.is_file() || meta.len() > MOST_BYTES {
        return Err(std::io::Error::other("no file that a program could be"));
    }
    std::fs::read(path)
}

/// The file that a shell would run for `program`.
fn find(probe: &Probe, program: &str) -> Option<PathBuf> {
    if program.contains('/') {
        return Some(PathBuf::from(program)).filter(|path| path.is_file());
    }
    let path = probe.var("PATH")?;
    let files = path
        .split(':')
        .map(|folder| Path::new(folder).join(program));
    files
        .map(|file| probe.path(file))
        .find(|file| file.is_file())
}

/// Crates with threads of their own, by their names in the symbols of a program that is not
/// stripped: Rust links them in, so no list of libraries has them.
fn crates(bytes: &[u8]) -> Option<String> {
    use object::{Object as _, ObjectSection as _};
    let file = object::File::parse(bytes).ok()?;
    let names = file.section_by_name(".strtab")?.data().ok()?;
    let needle = b"rayon_core";
    let seen = names.windows(needle.len()).any(|window| window == needle);
    seen.then(|| "rayon_core".to_owned())
}

/// The file of a library.
fn library(probe: &Probe, name: &str, wished: &[String], origin: &Path) -> Option<PathBuf> {
    let origin = origin.to_string_lossy();
    let wished = wished.iter().map(|folder| {
        let folder = folder
            .replace("${ORIGIN}", &origin)
            .replace("$ORIGIN", &origin);
        PathBuf::from(folder)
    });
    let path = probe.var("LD_LIBRARY_PATH").unwrap_or_default();
    let path = path.split(':').filter(|f| !f.is_empty()).map(PathBuf::from);
    let configured = probe.names("/etc/ld.so.conf.d");
    let configured = configured.iter().flat_map(|file| {
        let text = probe.read(format!("/etc/ld.so.conf.d/{file}"));
        let folders = text.unwrap_or_default();
        let lines = folders
            .lines()
            .map(str::trim)
            .filter(|l| l.starts_with('/'));
        lines.map(|folder| probe.path(folder)).collect::<Vec<_>>()
    });
    wished
        .chain(path)
        .chain(FOLDERS.iter().map(|folder| probe.path(folder)))
        .chain(configured)
        .map(|folder| folder.join(name))
        .find(|file| file.is_file())
}

/// What the dynamic section of a file says.
struct Parsed {
    needed: Vec<String>,
    folders: Vec<String>,
}

impl Parsed {
    /// `None` when it is no ELF file; a static program needs nothing.
    fn of(bytes: &[u8]) -> Option<Parsed> {
        match object::FileKind::parse(bytes).ok()? {
            object::FileKind::Elf64 => parse::<FileHeader64<Endianness>>(bytes).ok(),
            object::FileKind::Elf32 => parse::<FileHeader32<Endianness>>(bytes).ok(),
            _ => None,
        }
    }
}

fn parse<H: FileHeader<Endian = Endianness>>(bytes: &[u8]) -> object::Result<Parsed> {
    let mut parsed = Parsed {
        needed: Vec::new(),
        folders: Vec::new(),
    };
    let header = H::parse(bytes)?;
    let endian = header.endian()?;
    let sections = header.sections(endian, bytes)?;
    let Some((entries, strings)) = sections.dynamic(endian, bytes)? else {
        return Ok(parsed);
    };
    let strings = sections.strings(endian, bytes, strings)?;
    for entry in entries {
        let list = match entry.tag(endian) {
            DT_NEEDED => &mut parsed.needed,
            DT_RPATH | DT_RUNPATH => &mut parsed.folders,
            _ => continue,
        };
        let text = String::from_utf8_lossy(entry.string(endian, strings)?).into_owned();
        list.extend(text.split(':').map(str::to_owned));
    }
    Ok(parsed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn probe() -> Probe {
        Probe::new(None)
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn this_program_needs_the_c_library() {
        let own = std::env::current_exe().unwrap();
        let Linked::Names(names) = linked(&probe(), own.to_str().unwrap()).unwrap() else {
            panic!("a test is a program");
        };
        assert!(
            names.iter().any(|name| name.starts_with("libc.so")),
            "{names:?}"
        );
        assert!(!names.contains("rayon_core"), "{names:?}");
    }

    #[test]
    fn what_is_no_program_is_told_apart() {
        let none = linked(&probe(), "no-such-program-here");
        assert_eq!(none, Err(ElfError::NotFound("no-such-program-here".into())));
        let script = std::env::temp_dir().join(format!("hp5-elf-{}.sh", std::process::id()));
        std::fs::write(&script, "#!/bin/sh\n").unwrap();
        assert_eq!(
            linked(&probe(), script.to_str().unwrap()),
            Ok(Linked::NotElf)
        );
        // Cut off behind the header of an ELF file.
        std::fs::write(&script, b"\x7fELF\x02\x01\x01\0").unwrap();
        assert_eq!(
            linked(&probe(), script.to_str().unwrap()),
            Ok(Linked::NotElf)
        );
        std::fs::remove_file(&script).unwrap();
    }
}
