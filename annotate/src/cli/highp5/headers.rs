//! The headers that embedded C and C++ is compiled with: the compiler is asked for them (`-M`), as
//! the build will ask it to compile.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::SystemTime;

/// The headers that files of other languages in a package read, each once; they are looked for in
/// `folder`, too. None of those that do not compile.
pub(super) fn read_by(
    package: &Path,
    files: &[(PathBuf, String)],
    folder: Option<&Path>,
) -> Vec<PathBuf> {
    let mut list: Vec<PathBuf> = Vec::new();
    for (path, _) in files {
        let cpp = match path.extension().and_then(|e| e.to_str()) {
            Some("c") => false,
            Some("cpp") => true,
            _ => continue,
        };
        list.extend(of_one(package, path, cpp, folder));
    }
    list.sort();
    list.dedup();
    list
}

fn of_one(package: &Path, file: &Path, cpp: bool, folder: Option<&Path>) -> Vec<PathBuf> {
    let [compiler, flags, plain] = match cpp {
        false => ["CC", "CFLAGS", "cc"],
        true => ["CXX", "CXXFLAGS", "c++"],
    };
    let words = |name: &str| {
        let value = std::env::var(name).unwrap_or_default();
        let words = value.split_whitespace().map(str::to_owned);
        words.collect::<Vec<_>>()
    };
    let mut words_of_command = words(compiler);
    if words_of_command.is_empty() {
        words_of_command.push(plain.to_owned());
    }
    let mut command = Command::new(&words_of_command[0]);
    command.args(&words_of_command[1..]).args(words(flags));
    if cpp {
        command.arg("-std=c++17");
    }
    if let Some(folder) = folder {
        command.arg("-I").arg(folder);
    }
    command.arg("-M").arg(file).current_dir(package);
    let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output();
    let Ok(output) = output else {
        return Vec::new();
    };
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut list = prerequisites(&text);
    list.retain(|path| path != file);
    list.into_iter().map(|path| package.join(path)).collect()
}

/// What stands behind the colon of a rule for `make`.
fn prerequisites(rule: &str) -> Vec<PathBuf> {
    let Some((_, behind)) = rule.split_once(": ") else {
        return Vec::new();
    };
    let mut list = vec![String::new()];
    let mut characters = behind.chars();
    while let Some(c) = characters.next() {
        let last = list.last_mut().expect("there is always one");
        match c {
            '\\' => match characters.next() {
                Some('\n') | None => list.push(String::new()),
                Some(c) => last.push(c),
            },
            '$' => last.extend(characters.next()),
            c if c.is_whitespace() => list.push(String::new()),
            c => last.push(c),
        }
    }
    list.retain(|path| !path.is_empty());
    list.into_iter().map(PathBuf::from).collect()
}

/// Length and time of a file, one word.
pub(super) fn state(path: &Path) -> String {
    let Ok(about) = fs::metadata(path) else {
        return "gone".to_owned();
    };
    let time = about.modified().ok();
    let time = time.and_then(|time| time.duration_since(SystemTime::UNIX_EPOCH).ok());
    format!("{}.{}", about.len(), time.map_or(0, |t| t.as_nanos()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_is_read_with_its_line_ends_and_blanks() {
        let rule = "x.o: foreign/x.c /usr/include/a.h \\\n  /home/a\\ b/c$$.h\n";
        let names = ["foreign/x.c", "/usr/include/a.h", "/home/a b/c$.h"];
        assert_eq!(prerequisites(rule), names.map(PathBuf::from));
        assert!(prerequisites("").is_empty());
    }
}
