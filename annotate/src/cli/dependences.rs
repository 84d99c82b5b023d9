//! What a compiler writes about a source beside the object, for `make` and for editors: `-MMD`, `-MF`,
//! `-Wp,-MD,x.d`, `-MJ`.
//!
//! What is compiled is a translation in a folder of its own, of which such a file would speak. So these
//! arguments are taken out, and once all is compiled the compiler is asked about the source as it is.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use serde_json::json;

use super::cc::{WITH_VALUE, value_of};

/// What the arguments of a command ask for.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Asked {
    /// `-M`, or `-MM` without headers of the system.
    kind: Option<&'static str>,
    file: Option<OsString>,
    /// `-MT a`, `-MQ b`, `-MP`, as they were given.
    how: Vec<OsString>,
    named: bool,
    /// A part of a compilation database (clang).
    entry: Option<OsString>,
}

/// Arguments without those about dependences, and what these ask for.
pub(super) fn taken_out(given: &[OsString]) -> (Vec<OsString>, Asked) {
    let (mut rest, mut asked) = (Vec::new(), Asked::default());
    let mut words = given.iter().cloned();
    while let Some(word) = words.next() {
        let text = word.to_string_lossy().into_owned();
        if let Some(parts) = text.strip_prefix("-Wp,") {
            let mut parts = parts.split(',').map(OsString::from);
            let mut left = Vec::new();
            while let Some(part) = parts.next() {
                if !asked.read(&part, &mut parts) {
                    left.push(part);
                } else if part == "-MD" || part == "-MMD" {
                    asked.file = parts.next().or(asked.file.take());
                }
            }
            if !left.is_empty() {
                rest.push(format!("-Wp,{}", left.join(OsStr::new(",")).display()).into());
            }
        } else if !asked.read(&word, &mut words) {
            rest.push(word);
            if WITH_VALUE.contains(&&*text) {
                rest.extend(words.next());
            }
        }
    }
    (rest, asked)
}

impl Asked {
    /// Reads one argument, with its value; false where it is another one.
    fn read(&mut self, word: &OsStr, more: &mut impl Iterator<Item = OsString>) -> bool {
        let text = word.to_string_lossy();
        match &*text {
            "-MD" => self.kind = Some("-M"),
            "-MMD" => self.kind = Some("-MM"),
            "-MP" | "-MG" => self.how.push(word.to_owned()),
            _ => {
                let names = ["-MF", "-MT", "-MQ", "-MJ"];
                let Some(name) = names.into_iter().find(|name| text.starts_with(name)) else {
                    return false;
                };
                let value = match &text[name.len()..] {
                    "" => more.next(),
                    joined => Some(joined.into()),
                };
                match name {
                    "-MF" => self.file = value,
                    "-MJ" => self.entry = value,
                    _ => {
                        self.named = true;
                        self.how.push(name.into());
                        self.how.extend(value);
                    }
                }
            }
        }
        true
    }

    /// The command that asks the compiler about a source, given its own words and the arguments that
    /// concern the preprocessor. Some sources are C because an argument says so.
    pub(super) fn command(
        &self,
        compiler: &[OsString],
        flags: &[OsString],
        given: &[OsString],
        (source, is_c): (&Path, bool),
    ) -> Option<Vec<OsString>> {
        let kind = self.kind?;
        let compiles = given.iter().any(|a| a == "-c" || a == "-S");
        let stem = PathBuf::from(source.file_stem()?);
        let output = value_of(given, "-o").map(PathBuf::from);
        let file = match (&self.file, &output) {
            (Some(file), _) => file.clone(),
            // Of a program, too: it has those of its last source.
            (None, Some(output)) => output.with_extension("d").into(),
            // Where it links as well, gcc names it after both.
            (None, None) if !compiles && !is_clang(compiler) => {
                format!("a-{}.d", stem.display()).into()
            }
            _ => stem.with_extension("d").into(),
        };
        let object = output.unwrap_or_else(|| stem.with_extension("o"));
        let mut words = compiler.to_vec();
        words.extend(flags.iter().cloned());
        words.extend([kind.into(), "-w".into(), "-MF".into(), file]);
        if !self.named {
            words.extend(["-MQ".into(), object.into()]);
        }
        words.extend(self.how.iter().cloned());
        words.extend(
            is_c.then(|| ["-x".into(), "c".into()])
                .into_iter()
                .flatten(),
        );
        words.push(source.into());
        Some(words)
    }

    /// The file that is to have a source's entry of a compilation database, and the entry: what would have
    /// compiled it without us.
    pub(super) fn entry(
        &self,
        compiler: &[OsString],
        given: &[OsString],
        source: &Path,
    ) -> Option<(PathBuf, String)> {
        let file = PathBuf::from(self.entry.as_ref()?);
        let words = compiler.iter().chain(given);
        let words: Vec<_> = words.map(|word| word.to_string_lossy()).collect();
        let mut entry = json!({
            "directory": std::env::current_dir().unwrap_or_default().to_string_lossy(),
            "file": source.to_string_lossy(),
            "arguments": words,
        });
        if let Some(output) = value_of(given, "-o") {
            entry["output"] = json!(output.to_string_lossy());
        }
        Some((file, format!("{entry},\n")))
    }
}

/// Whether a compiler's name says that it is clang.
fn is_clang(compiler: &[OsString]) -> bool {
    let mut names = compiler
        .iter()
        .filter_map(|word| Path::new(word).file_name());
    names.any(|name| name.to_string_lossy().contains("clang"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<OsString> {
        text.split_whitespace().map(OsString::from).collect()
    }

    /// What is left of a line, and the command that asks about `src/x.c`.
    fn asked(line: &str) -> (String, String) {
        let text = |words: &[OsString]| words.join(OsStr::new(" ")).display().to_string();
        let (rest, asked) = taken_out(&words(line));
        let command = asked.command(
            &words("cc"),
            &words("-Iinc"),
            &rest,
            (Path::new("src/x.c"), true),
        );
        (text(&rest), command.map(|c| text(&c)).unwrap_or_default())
    }

    #[test]
    fn dependences_are_asked_for_by_a_command_of_their_own() {
        let cases = [
            ("-c x.c -o -MD", "-c x.c -o -MD", ""),
            (
                "-MMD -MP -c x.c -o o/y.o",
                "-c x.c -o o/y.o",
                "-MM -w -MF o/y.d -MQ o/y.o -MP",
            ),
            ("-c src/x.c -MD", "-c src/x.c", "-M -w -MF x.d -MQ x.o"),
            (
                "-MD -MFdep/x.d -MT a -MQb -c x.c",
                "-c x.c",
                "-M -w -MF dep/x.d -MT a -MQ b",
            ),
            (
                "-Wp,-MMD,d/.x.o.d,-DA -c x.c -o x.o",
                "-Wp,-DA -c x.c -o x.o",
                "-MM -w -MF d/.x.o.d -MQ x.o",
            ),
            ("-Wp,-DA x.c", "-Wp,-DA x.c", ""),
            ("x.c -MMD -o run", "x.c -o run", "-MM -w -MF run.d -MQ run"),
            (
                "x.c -MD -MF y.d -shared -o o/libx.so",
                "x.c -shared -o o/libx.so",
                "-M -w -MF y.d -MQ o/libx.so",
            ),
            ("x.c -MMD", "x.c", "-MM -w -MF a-x.d -MQ x.o"),
            (
                "-c x.c -MMD -MJ db.json",
                "-c x.c",
                "-MM -w -MF x.d -MQ x.o",
            ),
        ];
        for (line, rest, command) in cases {
            let wanted = match command {
                "" => String::new(),
                command => format!("cc -Iinc {command} -x c src/x.c"),
            };
            assert_eq!(asked(line), (rest.to_owned(), wanted), "{line}");
        }
    }

    #[test]
    fn entries_name_the_source_and_the_compiler() {
        let (rest, asked) = taken_out(&words("-O2 -c x.c -o x.o -MJ db.json"));
        let (file, entry) = asked
            .entry(&words("clang"), &rest, Path::new("x.c"))
            .expect("asked for");
        assert_eq!(file, Path::new("db.json"));
        let arguments = r#""arguments":["clang","-O2","-c","x.c","-o","x.o"]"#;
        assert!(
            entry.contains(arguments) && entry.contains(r#""output":"x.o""#),
            "{entry}"
        );
        assert!(entry.ends_with("},\n"));
    }
}
