//! Headers of the project: what in them keeps a file from being analysed before the preprocessor.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::clauses::tokens;
use crate::cli::encoding;
use crate::diag::{Diagnostic, Diagnostics, Severity, codes};
use crate::{Output, SourceFile, c};

/// Headers within headers beyond which nothing is looked for.
const HEADERS: usize = 400;

/// Why a file is to be preprocessed first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Reason {
    /// A header has directives.
    Directives(PathBuf),
    /// Functions with regions name a macro of a header that is more than a number.
    Macro(String, PathBuf),
    /// Directives are written by `_Pragma`.
    Operator,
}

impl Reason {
    /// For people.
    pub(crate) fn text(&self) -> String {
        match self {
            Reason::Directives(path) => format!(
                "{} has directives: they are part of the files that include it",
                path.display()
            ),
            Reason::Macro(name, path) => format!(
                "the macro `{name}` of {} is used in a function with regions: what it does is not seen",
                path.display()
            ),
            Reason::Operator => "`_Pragma` writes directives: they are not seen".to_owned(),
        }
    }
}

/// A macro of a header.
struct Macro {
    path: PathBuf,
    /// `None`: it takes none.
    parameters: Option<Vec<String>>,
    value: String,
}

/// True for text that may have directives.
pub(crate) fn has_directives(text: &str) -> bool {
    let ours = |line: &str| c::directive_words(line).is_some();
    text.lines().any(ours) || writes_directives(text)
}

/// Directives in `_Pragma`.
fn writes_directives(text: &str) -> bool {
    text.contains("_Pragma")
        && tokens(text).any(|(word, part)| match word {
            true => matches!(part, "hp5" | "acemesh"),
            false => part.starts_with('"') && (part.contains("hp5 ") || part.contains("acemesh ")),
        })
}

/// Why a file of C is to be preprocessed before it is analysed; `None`: it can be analysed as it is.
/// `folders` are those of `-I` and `-iquote`, `first` are files of `-include`.
pub(crate) fn reason(
    path: &Path,
    text: &str,
    folders: &[PathBuf],
    first: &[PathBuf],
) -> Option<Reason> {
    let mut seen: HashSet<PathBuf> = HashSet::new();
    let mut macros: BTreeMap<String, Macro> = BTreeMap::new();
    let mut open: Vec<(PathBuf, String)> = included(path, text, folders);
    for file in first {
        let line = format!("#include \"{}\"", file.display());
        // Beside the command, or in a folder of headers.
        open.extend(included(Path::new("command.c"), &line, folders));
    }
    while let Some((header, text)) = open.pop() {
        if seen.len() > HEADERS || !seen.insert(header.clone()) {
            continue;
        }
        if has_directives(&text) {
            return Some(Reason::Directives(header));
        }
        collect(&header, &text, &mut macros);
        open.extend(included(&header, &text, folders));
    }
    let own = has_directives(text);
    if own && writes_directives(text) {
        return Some(Reason::Operator);
    }
    let known = macros.iter();
    let hides: HashSet<&str> = known
        .filter(|(_, m)| !is_value(m, &macros, 0))
        .map(|(name, _)| name.as_str())
        .collect();
    if !own || hides.is_empty() {
        return None;
    }
    let named = c::words_of_regions(path, text);
    // The same one each time.
    let hidden = named.iter().filter(|name| hides.contains(name.as_str()));
    let name = hidden.min()?;
    Some(Reason::Macro(name.clone(), macros[name].path.clone()))
}

/// Says of files of C that only behind the preprocessor it is seen what they do.
pub(crate) fn report(sources: &[SourceFile], output: &mut Output) {
    for file in sources.iter().filter(|f| c::is_c(&f.path)) {
        let Some(reason) = reason(&file.path, &file.text, &[], &[]) else {
            continue;
        };
        let name = match &reason {
            Reason::Directives(path) => path.file_name().map_or("".into(), |n| n.to_string_lossy()),
            Reason::Macro(name, _) => name.into(),
            Reason::Operator => "_Pragma".into(),
        };
        let at = found(&file.text, &name);
        let end = file.text.len().min(at + name.len());
        let d = Diagnostic::new(
            Severity::Error,
            codes::C_CONDITIONAL,
            reason.text(),
            at..end,
        );
        let d = d.help(c::CPP);
        match output.diagnostics.iter_mut().find(|(p, _)| *p == file.path) {
            Some((_, list)) => list.push(d),
            None => {
                let list = Diagnostics { list: vec![d] };
                output.diagnostics.push((file.path.clone(), list));
            }
        }
    }
}

/// Where a text has a name first, outside of comments; its beginning where it has none.
fn found(text: &str, name: &str) -> usize {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let code = c::without_comments(text);
    let mut places = code.match_indices(name).filter(|(at, _)| {
        !code[..*at].ends_with(is_word) && !code[at + name.len()..].starts_with(is_word)
    });
    places.next().map_or(0, |(at, _)| at)
}

/// The headers that a file includes and that are found in its folder or in those given.
fn included(path: &Path, text: &str, folders: &[PathBuf]) -> Vec<(PathBuf, String)> {
    let mut list = Vec::new();
    for line in text.lines() {
        let rest = line.trim_start().strip_prefix('#').map(str::trim_start);
        let rest = rest.and_then(|r| r.strip_prefix("include"));
        let Some(rest) = rest.map(str::trim_start) else {
            continue;
        };
        let (quoted, end) = match rest.chars().next() {
            Some('"') => (true, '"'),
            Some('<') => (false, '>'),
            _ => continue,
        };
        let Some(name) = rest[1..].split(end).next() else {
            continue;
        };
        let own = path.parent().filter(|_| quoted).map(Path::to_owned);
        let mut places = own.iter().chain(folders).map(|folder| folder.join(name));
        let found = places.find_map(|place| Some((place.clone(), fs::read(&place).ok()?)));
        list.extend(found.map(|(place, bytes)| (place, encoding::decode(bytes))));
    }
    list
}

/// The macros that a header defines.
fn collect(path: &Path, text: &str, macros: &mut BTreeMap<String, Macro>) {
    let joined = text.replace("\\\r\n", " ").replace("\\\n", " ");
    for line in joined.lines() {
        let rest = line.trim_start().strip_prefix('#').map(str::trim_start);
        let rest = rest.and_then(|r| r.strip_prefix("define")?.strip_prefix([' ', '\t']));
        let Some(rest) = rest.map(str::trim_start) else {
            continue;
        };
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let (name, value) = rest.split_at(rest.find(|c| !is_word(c)).unwrap_or(rest.len()));
        let inside = value.strip_prefix('(').and_then(|v| v.split_once(')'));
        let (parameters, value) = match inside {
            Some((names, value)) => {
                let names = names.split(',').map(|n| n.trim().to_owned());
                (Some(names.collect()), value)
            }
            None => (None, value),
        };
        let found = Macro {
            path: path.to_owned(),
            parameters,
            value: c::without_comments(value),
        };
        macros.insert(name.to_owned(), found);
    }
}

/// A number, a text, or an expression of such and of what it is given, which changes nothing: the code of
/// a task does not have to be asked about it.
fn is_value(found: &Macro, macros: &BTreeMap<String, Macro>, depth: usize) -> bool {
    const TYPES: [&str; 11] = [
        "int", "long", "unsigned", "signed", "short", "char", "float", "double", "size_t",
        "sizeof", "const",
    ];
    let plain = |c: char| c.is_ascii_digit() || "+-*/%()<>&|^~!?:=., \t".contains(c);
    let compared = ["==", "<=", ">=", "!="]
        .iter()
        .fold(found.value.clone(), |value, sign| value.replace(sign, ""));
    let changes = ["=", "++", "--"].iter().any(|sign| compared.contains(sign));
    let given = |word: &str| found.parameters.iter().flatten().any(|p| p == word);
    !changes
        && tokens(&found.value).all(|(word, part)| match word {
            true if TYPES.contains(&part) || given(part) => true,
            true => macros
                .get(part)
                .is_some_and(|inner| depth < 8 && is_value(inner, macros, depth + 1)),
            false => {
                part.starts_with(['"', '\'', '/'])
                    || part.starts_with(|c: char| c.is_ascii_digit())
                    || part.chars().all(plain)
            }
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_looked_into() {
        let folder = std::env::temp_dir().join(format!("hp5-headers-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let put = |name: &str, text: &str| fs::write(folder.join(name), text).expect("a file");
        put(
            "n.h",
            "#define N (4 * 8) // so many\n#define SET(a, b) (a) = (b)\n#define SIDE(n) ((n) + N <= 9 ? 1 : 2)\n#include \"deep.h\"\n",
        );
        put("deep.h", "#define M N\n#define CELL a[0]\n");
        put("sweep.h", "#pragma hp5 task\n");
        let path = folder.join("x.c");
        let of = |head: &str, code: &str| {
            let text = format!(
                "{head}\nvoid f(double *a) {{\n#pragma hp5 region begin\n#pragma hp5 task\n{code};\n#pragma hp5 region end\n}}\n"
            );
            reason(&path, &text, &[], &[])
        };
        let head = "#include <stdio.h>\n#include \"n.h\"";
        assert_eq!(of(head, "a[N] = SIDE(M)"), None);
        let named =
            |name: &str, file: &str| Some(Reason::Macro(name.to_owned(), folder.join(file)));
        assert_eq!(of(head, "SET(a[0], 1)"), named("SET", "n.h"));
        assert_eq!(of(head, "CELL = 1"), named("CELL", "deep.h"));
        for _ in 0..20 {
            let both = of(head, "SET(a[0], 1); CELL = 1");
            assert_eq!(
                both,
                named("CELL", "deep.h"),
                "of several the same one each time"
            );
        }
        let with = Some(Reason::Directives(folder.join("sweep.h")));
        assert_eq!(of("#include \"sweep.h\"", "a[0] = 1"), with);
        assert_eq!(of("#include \"no-such.h\"", "a[0] = 1"), None);
        let written = of("#define DO(x) _Pragma(#x)", "DO(hp5 task) a[0] = 1");
        assert_eq!(written, Some(Reason::Operator));
        fs::remove_dir_all(&folder).expect("it is there");
    }
}
