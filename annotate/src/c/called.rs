//! Functions that tasks and generating code call: what they may look at.

use std::collections::HashSet;

use tree_sitter::Node;

use super::body::Body;
use super::callee::reaches;
use super::captured::{identifiers, statement, through_macros};
use super::declared::{self, Declared};
use super::syntax::{Source, expression, field};
use crate::ir::{Mode, Region, Use};
use crate::passes::tasks;

/// Functions of the C library that touch no array which they are not given.
const HARMLESS: &str = "printf fprintf puts putchar fputs fputc putc fwrite fflush perror sprintf snprintf \
    malloc calloc realloc free exit abort assert getenv clock time clock_gettime gettimeofday \
    rand srand random srandom drand48 lrand48 srand48 memcpy memmove memset memcmp strcmp strncmp strlen \
    strcpy strncpy strcat strchr strstr atoi atol atof strtol strtod isalpha isdigit isspace toupper tolower \
    omp_get_wtime";

/// Functions of `<math.h>`, `<complex.h>` and `<stdlib.h>` that reach no memory, without their `f` and `l`.
const NUMERIC: &str = "abs acos acosh asin asinh atan atan2 atanh cabs cacos carg casin catan cbrt ccos ccosh ceil \
    cexp cimag clog conj copysign cos cosh cpow cproj creal csin csinh csqrt ctan ctanh erf erfc exp exp2 expm1 \
    fabs fdim floor fma fmax fmin fmod hypot ilogb isfinite isinf isnan isnormal j0 j1 jn labs ldexp llabs \
    llrint llround log log10 log1p log2 logb lrint lround nearbyint nextafter pow remainder rint round scalbln \
    scalbn signbit sin sinh sqrt tan tanh tgamma trunc y0 y1 yn";

/// A function of `<math.h>` or `<stdlib.h>` that reaches no memory.
pub(super) fn is_numeric(name: &str) -> bool {
    let plain = name.strip_suffix(['f', 'l']).unwrap_or(name);
    let mut all = NUMERIC.split_whitespace();
    all.any(|known| known == name || known == plain)
}

/// What functions that tasks call may look at when the tasks run.
#[derive(Default)]
pub(super) struct Called {
    /// Names in functions of the file.
    pub(super) names: HashSet<String>,
    /// Functions of other files are called, which know what is not `static`.
    others: bool,
}

impl Called {
    pub(super) fn of(src: &Source, region: &Region) -> Called {
        let code = tasks(region).filter_map(|task| statement(src, task));
        let (functions, others) = functions_called(src, code.collect());
        let inside = functions.into_iter().flat_map(|f| identifiers(src, f));
        let names = inside.map(|(name, _)| name.to_owned()).collect();
        Called { names, others }
    }

    /// The variable may be one of those.
    pub(super) fn looks_at(&self, src: &Source, found: &Declared) -> bool {
        found.lasting
            && (self.names.contains(&found.name) || (self.others && !found.is_static(src)))
    }
}

/// The functions of the file that code calls, and those that these call, each once; and whether functions
/// are called that are not known.
pub(super) fn functions_called<'s>(
    src: &'s Source,
    mut open: Vec<Node<'s>>,
) -> (Vec<Node<'s>>, bool) {
    let (mut functions, mut others) = (Vec::new(), false);
    let mut known = HashSet::new();
    while let Some(code) = open.pop() {
        for (name, node) in identifiers(src, code) {
            // One that is handed on may be called.
            let handed = || {
                src.function(name).is_some()
                    && declared::find(src, node, name).is_none_or(|d| d.is_function())
            };
            if !(is_called(node) || handed()) || !known.insert(name) {
                continue;
            }
            match src.function(name) {
                Some(function) => {
                    functions.push(function);
                    open.push(function);
                }
                None => others |= is_unknown(src, name),
            }
        }
    }
    (functions, others)
}

/// The variables that are not its own which a function reads that is called at `at`; `None` where it may
/// do more than read those and the values that it is given.
pub(super) fn only_reads(src: &Source, name: &str, at: Node) -> Option<HashSet<String>> {
    if declared::find(src, at, name).is_some_and(|found| !found.is_function()) {
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
                if declared::find(src, node, &found).is_none() {
                    names.insert(found);
                }
            }
        }
    }
    Some(names)
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
pub(super) fn is_called(node: Node) -> bool {
    node.parent()
        .is_some_and(|p| p.kind() == "call_expression" && field(p, "function") == Some(node))
}

/// Not one that is known to be harmless, and no macro.
pub(super) fn is_unknown(src: &Source, name: &str) -> bool {
    let harmless = HARMLESS.split_whitespace().any(|known| known == name);
    !harmless && !is_numeric(name) && !src.macros.contains_key(name)
}
