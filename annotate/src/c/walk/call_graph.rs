//! Functions that tasks and generating code call: what they may look at.

use std::collections::HashSet;

use tree_sitter::Node;

use crate::c::parse::names::{identifiers, statement, through_macros};
use crate::c::parse::source::{Source, any, expression, field, peel};
use crate::c::semantics::declarations::{self, Declared};
use crate::c::walk::accesses::Body;
use crate::c::walk::mod_ref::reaches;
use crate::ir::{Mode, Region, Use};
use crate::passes::tasks;

/// Functions of the C library that touch no array which they are not given.
const HARMLESS: &str = "printf fprintf puts putchar fputs fputc putc fwrite fflush perror sprintf snprintf \
    malloc calloc realloc free assert getenv clock time clock_gettime gettimeofday \
    rand srand random srandom drand48 lrand48 srand48 memcpy memmove memset memcmp strcmp strncmp strlen \
    strcpy strncpy strcat strchr strstr atoi atol atof strtol strtod isalpha isdigit isspace toupper tolower \
    omp_get_wtime";

/// Functions that may end the program or leave its code, and those that show others what it has done so far.
const ENDS: &str = "exit _Exit _exit quick_exit abort longjmp siglongjmp _longjmp __builtin_longjmp pthread_exit \
    thrd_exit execl execlp execle execv execvp execve execvpe fexecve fork vfork system popen posix_spawn \
    posix_spawnp raise kill pthread_kill tgkill sigqueue err errx verr verrx error __builtin_trap \
    __builtin_abort __builtin_exit __builtin_unreachable";

/// Functions of `<math.h>`, `<complex.h>` and `<stdlib.h>` that reach no memory, without their `f` and `l`.
const NUMERIC: &str = "abs acos acosh asin asinh atan atan2 atanh cabs cacos carg casin catan cbrt ccos ccosh ceil \
    cexp cimag clog conj copysign cos cosh cpow cproj creal csin csinh csqrt ctan ctanh erf erfc exp exp2 expm1 \
    fabs fdim floor fma fmax fmin fmod hypot ilogb isfinite isinf isnan isnormal j0 j1 jn labs ldexp llabs \
    llrint llround log log10 log1p log2 logb lrint lround nearbyint nextafter pow remainder rint round scalbln \
    scalbn signbit sin sinh sqrt tan tanh tgamma trunc y0 y1 yn";

/// Functions that print, and change nothing else.
const PRINTING: &str = "printf fprintf puts putchar fputs fputc putc fflush perror assert";

/// A function that prints, and changes nothing else.
pub(in crate::c) fn prints(name: &str) -> bool {
    PRINTING.split_whitespace().any(|known| known == name)
}

/// A function of `<math.h>` or `<stdlib.h>` that reaches no memory.
pub(in crate::c) fn is_numeric(name: &str) -> bool {
    let plain = name.strip_suffix(['f', 'l']).unwrap_or(name);
    let mut all = NUMERIC.split_whitespace();
    all.any(|known| known == name || known == plain)
}

/// A function of the library that copies what its second argument leads to, under the compiler's name for it too.
pub(in crate::c) fn copies(name: &str) -> bool {
    let plain = name.strip_prefix("__builtin_").unwrap_or(name);
    let plain = plain.trim_start_matches('_').trim_end_matches("_chk");
    matches!(plain, "memcpy" | "memmove" | "mempcpy")
}

/// What functions that tasks call may look at when the tasks run.
#[derive(Default)]
pub(in crate::c) struct Called {
    /// Names in functions of the file.
    pub(in crate::c) names: HashSet<String>,
    /// Functions of other files are called, which know what is not `static`.
    others: bool,
}

impl Called {
    pub(in crate::c) fn of(src: &Source, region: &Region) -> Called {
        let code = tasks(region).filter_map(|task| statement(src, task));
        let (functions, others) = functions_called(src, code.collect());
        let inside = functions.into_iter().flat_map(|f| identifiers(src, f));
        let names = inside.map(|(name, _)| name.to_owned()).collect();
        Called { names, others }
    }

    /// The variable may be one of those.
    pub(in crate::c) fn looks_at(&self, src: &Source, found: &Declared) -> bool {
        found.lasting
            && (self.names.contains(&found.name) || (self.others && !found.is_static(src)))
    }
}

/// What a call calls.
pub(in crate::c) enum Target<'t> {
    /// A name: `f(x)`, `(f)(x)`, `(*f)(x)`, `(&f)(x)`.
    Named(Node<'t>),
    /// Any other expression.
    Through(Node<'t>),
}

/// What is called; `None` for what is no call.
pub(in crate::c) fn target<'t>(src: &Source, call: Node<'t>) -> Option<Target<'t>> {
    let function = field(call, "function").filter(|_| call.kind() == "call_expression")?;
    let mut at = peel(function);
    while at.kind() == "pointer_expression" {
        at = peel(field(at, "argument")?);
    }
    // What a variable points to may be a pointer itself.
    let named = |at: Node| {
        let found = declarations::find(src, at, src.text(at));
        peel(function) == at || found.is_none_or(|d| d.is_function())
    };
    Some(match at.kind() == "identifier" && named(at) {
        true => Target::Named(at),
        false => Target::Through(function),
    })
}

/// The functions of the file that code calls, and those that these call, each once; and whether functions
/// are called that are not known.
pub(in crate::c) fn functions_called<'s>(
    src: &'s Source,
    mut open: Vec<Node<'s>>,
) -> (Vec<Node<'s>>, bool) {
    let (mut functions, mut others) = (Vec::new(), false);
    let mut known: HashSet<String> = HashSet::new();
    while let Some(code) = open.pop() {
        others |= any(code, &|node| {
            matches!(target(src, node), Some(Target::Through(_)))
        });
        for (name, node) in identifiers(src, code) {
            // One that is handed on may be called, and one that a macro names.
            let handed = || {
                src.function(name).is_some()
                    && declarations::find(src, node, name).is_none_or(|d| d.is_function())
            };
            let is_macro = src.macros.contains_key(name);
            if !(is_called(node) || is_macro || handed()) || !known.insert(name.to_owned()) {
                continue;
            }
            let called = match is_macro {
                true => through_macros(src, vec![name.to_owned()]),
                false => HashSet::from([name.to_owned()]),
            };
            for name in called {
                match src.function(&name) {
                    Some(function) => {
                        if !is_macro || known.insert(name) {
                            functions.push(function);
                            open.push(function);
                        }
                    }
                    None => others |= !is_macro && is_unknown(src, &name),
                }
            }
        }
    }
    (functions, others)
}

/// A function of this name may end the program, or show what it has done so far.
pub(in crate::c) fn ends_by_name(name: &str) -> bool {
    ENDS.split_whitespace().any(|known| known == name)
}

/// A function of the file may do so, or one that it calls.
pub(in crate::c) fn ends(src: &Source, function: Node) -> bool {
    let known = src
        .functions
        .ends
        .borrow()
        .get(&function.start_byte())
        .copied();
    known.unwrap_or_else(|| {
        let inside = |code: Node| {
            let mut names = identifiers(src, code).into_iter();
            names.any(|(name, _)| ends_by_name(name) && src.function(name).is_none())
        };
        let start = function.start_byte();
        let found = match src.function_at(start) {
            Some(own) => inside(own) || functions_called(src, vec![own]).0.into_iter().any(inside),
            None => true,
        };
        src.functions.ends.borrow_mut().insert(start, found);
        found
    })
}

/// The variables that are not its own which a function reads that is called at `at`; `None` where it may
/// do more than read those and the values that it is given.
pub(in crate::c) fn only_reads(src: &Source, name: &str, at: Node) -> Option<HashSet<String>> {
    if declarations::find(src, at, name).is_some_and(|found| !found.is_function()) {
        return None;
    }
    let function = src.function(name)?;
    let (functions, others) = functions_called(src, vec![function]);
    let mut body = Body::new(src);
    body.walk_callee(function, name, at);
    let is_seen = body.states.is_empty() && body.unseen.is_empty() && body.unread.is_empty();
    let mut given = body.callees.get(name).into_iter().flat_map(|c| &c.uses);
    let reads = |u: &Use| u.mode == Mode::In && !u.reborrow;
    if others || !is_seen || body.too_deep || given.any(reaches) || !body.uses.iter().all(reads) {
        return None;
    }
    let mut names: HashSet<String> = body.uses.into_iter().map(|u| u.name).collect();
    for code in functions.into_iter().chain([function]) {
        for (name, node) in identifiers(src, code) {
            for found in through_macros(src, vec![name.to_owned()]) {
                if src
                    .macros
                    .get(&found)
                    .is_some_and(|m| calls_others(src, &m.value))
                {
                    return None;
                }
                // A constant, or a variable of a header.
                if declarations::find(src, node, &found).is_none() {
                    names.insert(found);
                }
            }
        }
    }
    Some(names)
}

/// A function that is called at `at` may use more than what it is given.
pub(in crate::c) fn uses_more(src: &Source, name: &str, at: Node) -> bool {
    let Some(function) = src.function(name) else {
        return true;
    };
    let mut body = Body::new(src);
    body.walk_callee(function, name, at);
    let is_seen = body.states.is_empty() && body.unseen.is_empty() && body.unread.is_empty();
    let others = functions_called(src, vec![function]).1;
    others || !is_seen || body.too_deep || !body.refused.is_empty() || !body.uses.is_empty()
}

/// What a macro stands for calls a function of another file.
fn calls_others(src: &Source, text: &str) -> bool {
    expression(text, src).is_some_and(|inner| {
        let all = identifiers(&inner, inner.tree.root_node()).into_iter();
        let mut calls = all.filter(|(_, node)| is_called(*node));
        calls.any(|(name, _)| is_unknown(src, name))
    })
}

/// The name of a function that is called.
pub(in crate::c) fn is_called(node: Node) -> bool {
    node.parent()
        .is_some_and(|p| p.kind() == "call_expression" && field(p, "function") == Some(node))
}

/// Not one that is known to be harmless, and no macro.
pub(in crate::c) fn is_unknown(src: &Source, name: &str) -> bool {
    // The file may have one of its own by such a name.
    let own = src.function(name).is_some();
    let harmless = !own && HARMLESS.split_whitespace().any(|known| known == name);
    !harmless && (own || !is_numeric(name)) && !src.macros.contains_key(name)
}
