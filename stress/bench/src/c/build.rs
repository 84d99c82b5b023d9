//! Finds the examples and builds each three times by its own Makefile: as it is, with OpenMP, with hp5cc.

use std::path::{Path, PathBuf};
use std::process::Command;

/// An example: a folder of `examples/c` whose loops have directives of HP5 and of OpenMP.
#[derive(Debug, Clone)]
pub struct Example {
    /// The folder's name.
    pub name: String,
    /// The first target of its Makefile.
    pub program: String,
}

fn home() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.ancestors().nth(2).unwrap_or(own).to_owned()
}

fn said<T>(path: &Path, result: std::io::Result<T>) -> Result<T, String> {
    result.map_err(|e| format!("{}: {e}", path.display()))
}

/// All examples, by name.
///
/// # Errors
/// Folders that cannot be read.
pub fn examples() -> Result<Vec<Example>, String> {
    let home = home().join("examples/c");
    let mut list = Vec::new();
    for entry in said(&home, std::fs::read_dir(&home))? {
        let folder = said(&home, entry)?.path();
        let Ok(makefile) = std::fs::read_to_string(folder.join("Makefile")) else {
            continue;
        };
        let files = files(&folder)?;
        let texts = files
            .iter()
            .filter(|f| f.extension().is_some_and(|e| e == "c"));
        let code: String = texts
            .filter_map(|f| std::fs::read_to_string(f).ok())
            .collect();
        let target = makefile.lines().find_map(|line| {
            let (name, _) = line
                .split_once(':')
                .filter(|(_, rest)| !rest.starts_with('='))?;
            let plain = |c: char| c.is_alphanumeric() || "-_".contains(c);
            (!name.is_empty() && name.chars().all(plain)).then(|| name.to_owned())
        });
        let both = code.contains("#pragma hp5") && code.contains("#pragma omp");
        if let Some(program) = target.filter(|_| both) {
            let name = folder.file_name().unwrap_or_default().to_string_lossy();
            list.push(Example {
                name: name.into_owned(),
                program,
            });
        }
    }
    list.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(list)
}

/// All files below a folder.
fn files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut list = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in said(&folder, std::fs::read_dir(&folder))? {
            let path = said(&folder, entry)?.path();
            match path.is_dir() {
                true => open.push(path),
                false => list.push(path),
            }
        }
    }
    Ok(list)
}

/// Installs the library and `hp5cc` below the folder; returns the path of `hp5cc`.
///
/// # Errors
/// What `capi/install` said.
pub fn install(folder: &Path) -> Result<PathBuf, String> {
    let prefix = said(folder, std::path::absolute(folder.join("installed")))?;
    let mut install = Command::new(home().join("capi/install"));
    install.arg("--prefix").arg(&prefix);
    if cfg!(debug_assertions) {
        install.arg("--dev");
    }
    run(install)?;
    Ok(prefix.join("bin/hp5cc"))
}

/// Builds an example in a folder of its own by this compiler; returns the executable.
///
/// # Errors
/// Files that cannot be copied, and what make said.
pub fn built(example: &Example, place: &Path, compiler: &str) -> Result<PathBuf, String> {
    let home = home().join("examples/c");
    for part in ["common", &example.name] {
        for file in files(&home.join(part))? {
            let name = file.file_name().unwrap_or_default();
            let ending = file.extension().unwrap_or_default();
            if name != "Makefile" && !["c", "h", "mk"].iter().any(|e| ending == *e) {
                continue;
            }
            let to = place.join(file.strip_prefix(&home).unwrap_or(&file));
            let folder = to.parent().unwrap_or(place);
            said(folder, std::fs::create_dir_all(folder))?;
            said(&to, std::fs::copy(&file, &to))?;
        }
    }
    let folder = place.join(&example.name);
    let mut make = Command::new("make");
    make.args(["-s", "-B", "-C"]).arg(&folder);
    make.arg(format!("CC={compiler}"));
    run(make)?;
    Ok(folder.join(&example.program))
}

fn run(mut command: Command) -> Result<(), String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command
        .output()
        .map_err(|e| format!("{name} does not start: {e}"))?;
    match output.status.success() {
        true => Ok(()),
        false => Err(format!(
            "{name}: {}: {}",
            output.status,
            String::from_utf8_lossy(&output.stderr).trim()
        )),
    }
}
