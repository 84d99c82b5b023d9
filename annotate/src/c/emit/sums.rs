//! Reductions: the type of what is reduced, and the operator, as `hp5.h` has them.

use std::borrow::Cow;

use crate::c::emit::Context;
use crate::diag::{Diagnostic, Diagnostics, Severity, codes};
use crate::ir::{Reduction, Span, Task};

impl Context<'_> {
    /// The kind of number that a variable is, and the operator: of a truth value, another one.
    pub(super) fn kind_of_sum(
        &self,
        task: &Task,
        reduction: &Reduction,
        diags: &mut Diagnostics,
    ) -> (Cow<'static, str>, Cow<'static, str>) {
        let name = &reduction.name;
        let operator = operator(reduction.op);
        let declared = self.declaration(task, name);
        let unseen = (declared.as_ref()).is_some_and(|d| d.is_of_unseen_type(self.src));
        let words = declared
            .map(|d| d.plain_words(self.src))
            .unwrap_or_default();
        let has = |of: &[&str]| words.split_whitespace().any(|word| of.contains(&word));
        // Which number an enumeration is, or `bool`, the compiler decides.
        if has(WIDE) || (!unseen && !has(&["enum", "bool"])) {
            let kind = scalar_type(name, &words, &reduction.span, diags);
            return (Cow::Borrowed(kind), Cow::Borrowed(operator));
        }
        match truth_operator(reduction.op) {
            None => (
                Cow::Owned(format!("_Generic({name}, {KINDS})")),
                Cow::Borrowed(operator),
            ),
            Some(truth) => (
                Cow::Owned(format!("_Generic({name}, {KINDS}, _Bool: HP5_UINT8)")),
                Cow::Owned(format!(
                    "_Generic({name}, _Bool: {truth}, default: {operator})"
                )),
            ),
        }
    }
}

/// The operator of `hp5.h` that does to 0 and 1 what one does to truth values, and begins with one of these.
fn truth_operator(op: &str) -> Option<&'static str> {
    match op {
        "BitOr" => Some("HP5_BOR"),
        "BitAnd" | "Mul" => Some("HP5_MUL"),
        _ => None,
    }
}

/// The kind of number that a variable of a type of these words is.
fn scalar_type(name: &str, words: &str, span: &Span, diags: &mut Diagnostics) -> &'static str {
    let mut words: Vec<&str> = words
        .split_whitespace()
        .filter(|w| *w != "const" && *w != "volatile")
        .collect();
    let spelled = words.join(" ");
    words.sort_unstable();
    match words.join(" ").as_str() {
        "double" => "HP5_DOUBLE",
        "float" => "HP5_FLOAT",
        "int" | "int32_t" | "signed" | "int signed" => "HP5_INT32",
        "unsigned" | "int unsigned" | "uint32_t" => "HP5_UINT32",
        "int64_t" | "long" | "int long" | "long long" | "ptrdiff_t" | "int long long" => {
            "HP5_INT64"
        }
        "uint64_t" | "size_t" | "long unsigned" | "long long unsigned" => "HP5_UINT64",
        "char" => "((char)-1 < 0 ? HP5_INT8 : HP5_UINT8)",
        "char signed" | "int8_t" => "HP5_INT8",
        "char unsigned" | "uint8_t" => "HP5_UINT8",
        "short" | "int short" | "short signed" | "int short signed" | "int16_t" => "HP5_INT16",
        "short unsigned" | "int short unsigned" | "uint16_t" => "HP5_UINT16",
        _ => {
            let message = format!(
                "`{name}` is of type `{spelled}`: a reduction is of whole numbers, float or double"
            );
            let d = Diagnostic::new(Severity::Error, codes::REDUCTION, message, span.clone());
            diags.push(d.help(format!(
                "`reduction(ordered ..: {name})` takes any type, its tasks run one after the other"
            )));
            "HP5_DOUBLE"
        }
    }
}

/// What the compiler chooses from for enumerations, and for a type that is defined in a header.
const KINDS: &str = "char: (char)-1 < 0 ? HP5_INT8 : HP5_UINT8, signed char: HP5_INT8, \
    unsigned char: HP5_UINT8, short: HP5_INT16, unsigned short: HP5_UINT16, int: HP5_INT32, unsigned: HP5_UINT32, long: HP5_INT64, long long: HP5_INT64, \
    unsigned long: HP5_UINT64, unsigned long long: HP5_UINT64, float: HP5_FLOAT, double: HP5_DOUBLE";

/// The compiler's own numbers that no reduction is of.
const WIDE: &[&str] = &[
    "__int128",
    "__int128_t",
    "__uint128_t",
    "__float128",
    "_Float128",
    "_Float64x",
    "_Float16",
    "_Decimal32",
    "_Decimal64",
    "_Decimal128",
];

fn operator(op: &str) -> &'static str {
    match op {
        "Add" => "HP5_ADD",
        "Mul" => "HP5_MUL",
        "Min" => "HP5_MIN",
        "Max" => "HP5_MAX",
        "BitAnd" => "HP5_BAND",
        "BitOr" => "HP5_BOR",
        _ => "HP5_BXOR",
    }
}

/// Reductions whose tasks have partial results.
pub(super) fn unordered(task: &Task) -> impl Iterator<Item = &Reduction> {
    task.reductions.iter().filter(|r| !r.ordered)
}
