//! Functions of the C library that keep a state of their own: `rand`, `strtok`, `localtime`. Tasks that call
//! them are ordered as if each wrote a variable of the function's name.

use std::collections::HashSet;

use tree_sitter::Node;

use crate::c::parse::names::identifiers;
use crate::c::parse::source::{Source, children, field, peel};
use crate::c::semantics::calls::{SIGN, functions_called, is_called};
use crate::c::semantics::declarations;
use crate::c::walk::accesses::Body;
use crate::diag::{Diagnostic, Severity, codes};
use crate::ir::{Mode, Shape, Task};

/// Functions that share a state.
struct Family {
    names: &'static [&'static str],
    /// Those that change it, where the others only look at it; empty where all may.
    writers: &'static [&'static str],
    /// What does the same without such a state.
    instead: &'static str,
}

const fn all(names: &'static [&'static str], instead: &'static str) -> Family {
    Family {
        names,
        writers: &[],
        instead,
    }
}

const FAMILIES: [Family; 25] = [
    // GNU's library has one generator for both.
    all(
        &[
            "rand",
            "srand",
            "random",
            "srandom",
            "initstate",
            "setstate",
        ],
        "rand_r(&seed)",
    ),
    all(
        &[
            "drand48", "lrand48", "mrand48", "srand48", "seed48", "lcong48",
        ],
        "erand48(own)",
    ),
    all(&["strtok"], "strtok_r"),
    all(&["strerror"], "strerror_r"),
    all(&["strsignal"], ""),
    // One struct, and one text made of it.
    all(
        &["localtime", "gmtime", "ctime", "asctime"],
        "localtime_r`, `gmtime_r`, `ctime_r` or `asctime_r",
    ),
    all(
        &["mblen", "mbtowc", "wctomb"],
        "mbrlen`, `mbrtowc` or `wcrtomb",
    ),
    all(&["tmpnam", "tempnam"], ""),
    all(&["ttyname", "ctermid"], "ttyname_r"),
    all(&["getlogin", "cuserid"], "getlogin_r"),
    all(
        &["getpwnam", "getpwuid", "getpwent", "setpwent", "endpwent"],
        "getpwnam_r` or `getpwuid_r",
    ),
    all(
        &["getgrnam", "getgrgid", "getgrent", "setgrent", "endgrent"],
        "getgrnam_r` or `getgrgid_r",
    ),
    all(&["gethostbyname", "gethostbyaddr"], "getaddrinfo"),
    all(&["inet_ntoa"], "inet_ntop"),
    all(&["getopt", "getopt_long", "getopt_long_only"], ""),
    all(&["hcreate", "hsearch", "hdestroy"], "hsearch_r"),
    all(&["ecvt", "fcvt", "l64a"], "snprintf"),
    all(&["crypt", "setkey", "encrypt"], "crypt_r"),
    all(&["basename", "dirname"], ""),
    all(&["atexit", "on_exit", "at_quick_exit"], ""),
    all(
        &[
            "getchar",
            "getchar_unlocked",
            "scanf",
            "vscanf",
            "gets",
            "getwchar",
            "wscanf",
        ],
        "",
    ),
    Family {
        names: &[
            "getenv",
            "secure_getenv",
            "setenv",
            "putenv",
            "unsetenv",
            "clearenv",
        ],
        writers: &["setenv", "putenv", "unsetenv", "clearenv"],
        instead: "",
    },
    all(&["umask"], ""),
    Family {
        names: &[
            "chdir", "fchdir", "chroot", "getcwd", "fopen", "freopen", "open", "creat", "access",
            "stat", "lstat", "opendir", "mkdir", "rmdir", "unlink", "remove", "rename", "realpath",
            "system",
        ],
        writers: &["chdir", "fchdir", "chroot"],
        instead: "",
    },
    Family {
        names: &["setlocale", "localeconv", "nl_langinfo"],
        writers: &["setlocale"],
        instead: "",
    },
];

/// Who leaves a sign there.
const SIGNED: [&str; 6] = ["lgamma", "lgammaf", "lgammal", "gamma", "gammaf", "gammal"];

/// What sets how the thread computes from then on, or asks what has occurred.
const COMPUTING: [&str; 14] = [
    "fesetround",
    "fesetenv",
    "feupdateenv",
    "feholdexcept",
    "fesetmode",
    "feenableexcept",
    "fedisableexcept",
    "feclearexcept",
    "feraiseexcept",
    "fetestexcept",
    "_mm_setcsr",
    "_MM_SET_ROUNDING_MODE",
    "_MM_SET_FLUSH_ZERO_MODE",
    "_MM_SET_DENORMALS_ZERO_MODE",
];

/// The name that stands for the state of a function of the library, which the file neither defines nor declares as
/// something else; `None` for one that has no state, or whose state nobody changes.
pub(in crate::c) fn of(src: &Source, name: &str) -> Option<String> {
    if src.function(name).is_some() {
        return None;
    }
    let called = src.functions.called(src);
    if SIGNED.contains(&name) {
        return called.contains(SIGN).then(|| SIGN.to_owned());
    }
    let family = FAMILIES.iter().find(|f| f.names.contains(&name))?;
    let changed = family.writers.iter().any(|name| called.contains(*name));
    if !family.writers.is_empty() && !changed {
        return None;
    }
    // The same for all of the file, and one that a header has declared.
    let first = family.names.iter().find(|name| called.contains(**name));
    Some((*first.unwrap_or(&name)).to_owned())
}

/// A call reads the standard input: `fgets(line, n, stdin)`.
fn reads_input(src: &Source, call: Node) -> bool {
    const READING: [&str; 9] = [
        "fgets", "fgetc", "getc", "fscanf", "fread", "getline", "getdelim", "ungetc", "vfscanf",
    ];
    let name = field(call, "function").map_or("", |name| src.text(name));
    let arguments = field(call, "arguments").map_or(Vec::new(), children);
    let input = |argument: &Node| src.text(peel(*argument)) == "stdin";
    READING.contains(&name) && arguments.iter().any(input)
}

impl Body<'_> {
    /// A call of a function of the library uses the state that the function keeps.
    pub(in crate::c) fn note_state(&mut self, src: &Source, call: Node, function: Node) {
        let name = src.text(function);
        let state = match reads_input(src, call) {
            true => Some("stdin".to_owned()),
            false => of(self.file, name),
        };
        if let Some(state) = state {
            self.note(state, function, Shape::Scalar, Mode::InOut, false);
        }
    }
}

/// The name is that of a state, and of no variable or function of the file.
pub(in crate::c) fn is_state(src: &Source, at: Node, name: &str) -> bool {
    let known = name == "stdin" || FAMILIES.iter().any(|f| f.names.contains(&name));
    known
        && src.function(name).is_none()
        && declarations::find(src, at, name).is_none_or(|d| d.is_function())
}

/// Says of a task that calls such functions that it is ordered with others.
pub(in crate::c) fn report<'t>(src: &'t Source, stmt: Node<'t>, task: &Task) -> Vec<Diagnostic> {
    let mut told = HashSet::new();
    let states = task.uses.iter().filter(|u| u.shape == Shape::Scalar);
    let states = states.filter(|u| is_state(src, stmt, &u.name) && told.insert(u.name.clone()));
    let said = states.map(|used| {
        let family = FAMILIES.iter().find(|f| f.names.contains(&used.name.as_str()));
        let message = match family {
            Some(_) => format!(
                "`{}` keeps a state that all tasks share: those that use it run one after the other",
                used.name
            ),
            None => "tasks that read the standard input run one after the other".to_owned(),
        };
        let d = Diagnostic::new(Severity::Warning, codes::C_STATE, message, used.span.clone());
        match family.map_or("", |f| f.instead) {
            "" => d,
            instead => d.help(format!("`{instead}` keeps none: what it needs is the task's own")),
        }
    });
    said.chain(computing(src, stmt, task)).collect()
}

/// Says of a task that sets how its thread computes, and does not set it back, that this goes for no other.
fn computing<'t>(src: &'t Source, stmt: Node<'t>, task: &Task) -> Option<Diagnostic> {
    let (functions, _) = functions_called(src, vec![stmt]);
    let (name, node) = std::iter::once(stmt)
        .chain(functions)
        .find_map(|code| set_once(src, code))?;
    let own = task.stmt.contains(&node.start_byte());
    let at = if own {
        node.byte_range()
    } else {
        task.directive.clone()
    };
    let message = format!(
        "`{name}` goes for the thread that runs this task: others, and code between tasks, compute as their threads do"
    );
    let d = Diagnostic::new(Severity::Warning, codes::C_STATE, message, at);
    Some(d.help("call it in front of the region, or set and reset it in one task"))
}

/// The one call in the code that sets how the thread computes.
fn set_once<'t>(src: &'t Source, code: Node<'t>) -> Option<(String, Node<'t>)> {
    let calls = identifiers(src, code).into_iter();
    let mut sets = calls.filter(|(name, node)| {
        COMPUTING.contains(name) && is_called(*node) && src.function(name).is_none()
    });
    let (name, node) = sets.next()?;
    sets.next().is_none().then(|| (name.to_owned(), node))
}
