//! Square roots of tasks, of which compilers may make vectors.
//!
//! C's `sqrt` sets `errno` where its argument is below 0. So compilers make a branch and a call of it, and no
//! loop around it becomes vectors: bodies that attract each other took 3.8 times as long. What a task leaves
//! in `errno` is that of some thread, which nobody looks at when the task has ended. Where its code and what
//! it calls do not look at it either, `sqrt` means one in the task that sets nothing, and has the same value:
//!
//! ```c
//! extern double __builtin_sqrt(double) __attribute__((__const__));
//! #define sqrt(...) __builtin_sqrt(__VA_ARGS__)       // around the task's function, unless <tgmath.h> has one
//! ```
//!
//! Other functions of the file keep theirs. Of other functions of `<math.h>` compilers make no vectors either
//! way, but with options that change values.

use crate::c::emit::line_directive;
use crate::c::parse::names::{all_names, identifiers, statement};
use crate::c::parse::source::{Source, any, words};
use crate::c::semantics::calls::{functions_called, is_called};
use crate::c::semantics::declarations;
use crate::edit::Edits;
use crate::ir::Task;

/// The functions, which are one instruction each on most processors.
const ROOTS: [&str; 2] = ["sqrt", "sqrtf"];

/// By what code looks at `errno`.
const LOOKS: [&str; 5] = [
    "errno",
    "__errno_location",
    "math_errhandling",
    "perror",
    "strerror",
];

/// What stands in front of all, in files with square roots.
pub(super) fn declarations(src: &Source) -> &'static str {
    match words(&src.text).any(|word| ROOTS.contains(&word)) {
        true => {
            "extern double __builtin_sqrt(double) __attribute__((__const__));\n\
             extern float __builtin_sqrtf(float) __attribute__((__const__));\n"
        }
        false => "",
    }
}

/// What stands in front of the task's function and behind it; where the text is not preprocessed any more, its
/// calls are given their names.
pub(super) fn around(src: &Source, task: &Task, edits: &mut Edits) -> (String, &'static str) {
    if !sets_nothing(src, task) {
        return (String::new(), "");
    }
    if src.markers.preprocessed {
        let calls = statement(src, task).map_or_else(Vec::new, |code| identifiers(src, code));
        for (name, node) in calls.into_iter().filter(|(name, _)| ROOTS.contains(name)) {
            edits.replace(node.byte_range(), format!("__builtin_{name}"));
        }
        return (String::new(), "");
    }
    let begin = "#pragma push_macro(\"sqrt\")\n#pragma push_macro(\"sqrtf\")\n\
                 #if !defined sqrt && !defined sqrtf\n\
                 #define sqrt(...) __builtin_sqrt(__VA_ARGS__)\n\
                 #define sqrtf(...) __builtin_sqrtf(__VA_ARGS__)\n#endif\n";
    let end = "#pragma pop_macro(\"sqrt\")\n#pragma pop_macro(\"sqrtf\")\n";
    let line = line_directive(src, task.stmt.start);
    (format!("{begin}{line}"), end)
}

/// The task has square roots, which are those of the library and nothing but called, and no look at `errno`.
fn sets_nothing(src: &Source, task: &Task) -> bool {
    let Some(code) = statement(src, task) else {
        return false;
    };
    if !all_names(src, code)
        .iter()
        .any(|name| ROOTS.contains(&name.as_str()))
    {
        return false;
    }
    let own = |name: &str| src.function(name).is_some() || src.macros.contains_key(name);
    let other = any(code, &|node| {
        let is_root = ROOTS.contains(&src.text(node));
        let function =
            || declarations::find(src, node, src.text(node)).is_none_or(|d| d.is_function());
        match node.kind() {
            "identifier" => is_root && !(is_called(node) && function()),
            "field_identifier" => is_root,
            _ => false,
        }
    });
    let (functions, unknown) = functions_called(src, vec![code]);
    let mut all = functions.into_iter().chain([code]);
    let looks = all.any(|code| {
        all_names(src, code)
            .iter()
            .any(|n| LOOKS.contains(&n.as_str()))
    });
    !(ROOTS.into_iter().any(own) || other || unknown || looks)
}
