//! The attribute macros of HP5, which remove its directives (serial elision).
//!
//! A program with `#[hp5::..]` directives is first of all a serial Rust program: plain
//! `cargo build` compiles it on stable Rust, and editors do not complain, because the macros
//! here delete every directive and change nothing else. `hp5-annotate` reads the same source
//! and writes the parallel program. The crate `hp5` re-exports these macros, so that users
//! write `hp5::region`.
//!
//! **Tokens, not syntax trees.** Directives are cut out of the token stream (module
//! `strip`); the body is never parsed. That keeps every span, so the compiler's messages
//! point at what the user wrote; it cannot fail to print back what it read; it finds
//! directives everywhere (a parser hangs the attribute of an assignment on its left-most
//! sub-expression, and does not look into the arguments of macros); and it needs no
//! dependency, so that a build does not wait for a parser to be compiled.
//!
//! # What is legal where
//! The compiler parses a function before a macro sees it, so a directive stands where Rust's
//! grammar allows an attribute: before a statement, expression, block, loop, item or match
//! arm. Two consequences:
//! - `#[hp5::task_wait];` is no Rust (an attribute needs a statement). Write it before the
//!   next statement, or before an empty block: `#[hp5::task_wait] {}`.
//! - stacked clauses whose names are keywords are raw: `#[hp5::r#in(a)]`, `#[hp5::r#if(n > 9)]`.
//!   Inside a directive they are as they are: `#[hp5::task(in(a), if(n > 9))]`.
//!
//! # Wrong uses are compile errors
//! A directive outside of any region:
//! ```compile_fail
//! extern crate hp5_macros as hp5;
//! #[hp5::task_tile(i = 64)]
//! fn sweep() {}
//! # fn main() {}
//! ```
//! An option that `region` does not have:
//! ```compile_fail
//! extern crate hp5_macros as hp5;
//! #[hp5::region(parallel)]
//! fn sweep() {}
//! # fn main() {}
//! ```
//! `region` on something else than a function:
//! ```compile_fail
//! extern crate hp5_macros as hp5;
//! #[hp5::region]
//! struct Plate;
//! # fn main() {}
//! ```
#![deny(missing_docs)]

mod mention;
mod options;
mod strip;

use proc_macro::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};

/// Marks a function or method whose body runs as one task graph; here: removes the
/// directives in it.
///
/// Options: `name("..")` is for the translated program, `serial(ident)` keeps the serial
/// function under that name beside this one (same visibility, same documentation), so that a
/// program can compare the two. A region that is a *block* inside a function needs
/// `#[hp5::annotated]` on the function: Rust has no attribute macros on blocks.
///
/// ```
/// extern crate hp5_macros as hp5;
///
/// #[hp5::region(serial(fill_serial))]
/// fn fill(a: &mut [f64]) {
///     #[hp5::task_tile(i = 64)]
///     for i in 0..a.len() {
///         a[i] = i as f64;
///     }
/// }
///
/// let (mut a, mut b) = (vec![0.0; 100], vec![0.0; 100]);
/// fill(&mut a);
/// fill_serial(&mut b);
/// assert_eq!(a, b);
/// ```
#[proc_macro_attribute]
pub fn region(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let options = match options::parse(arguments) {
        Ok(options) => options,
        Err((span, text)) => return with_error(span, &text, item),
    };
    let stripped = strip::strip(item);
    let list: Vec<TokenTree> = stripped.clone().into_iter().collect();
    let Some(name) = strip::function_name_at(&list, 0) else {
        let text = "hp5::region stands on a function, a method or a block; \
                    on an impl or a module write #[hp5::annotated], and #[hp5::region] on the functions in it";
        return with_error(Span::call_site(), text, stripped);
    };
    let mut output = stripped;
    if let Some(serial) = options.serial {
        output.extend(twin(list, name, serial));
    }
    output
}

/// Marks an item (function, impl, module) that holds directives: removes them.
///
/// Needed where a region is a block, and handy on an `impl` or `mod`.
///
/// ```
/// extern crate hp5_macros as hp5;
///
/// #[hp5::annotated]
/// fn sum(a: &[f64]) -> f64 {
///     let mut s = 0.0;
///     #[hp5::region]
///     {
///         #[hp5::task_tile(i = 64, reduction(+: s))]
///         for i in 0..a.len() {
///             s += a[i];
///         }
///     }
///     s
/// }
/// assert_eq!(sum(&[1.0, 2.0]), 3.0);
/// ```
#[proc_macro_attribute]
pub fn annotated(arguments: TokenStream, item: TokenStream) -> TokenStream {
    if let Some(token) = arguments.into_iter().next() {
        return with_error(token.span(), "hp5::annotated takes no arguments", item);
    }
    strip::strip(item)
}

/// Says how arrays are cut into tiles: `array_tile(a: [32, 64], b: [64, *], default: [..], if(n > 9))`.
///
/// Stands on a function beside `#[hp5::region]` (in either order), or inside a region before
/// a statement; it has no meaning elsewhere.
#[proc_macro_attribute]
pub fn array_tile(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let mut list: Vec<TokenTree> = item.clone().into_iter().collect();
    let mut at = 0;
    while strip::is_punct(list.get(at), '#') {
        let name = strip::directive_at(&list, at);
        if name.is_some_and(|name| name == "region" || name == "annotated") {
            // The other macro removes the rest, and reads this directive on the way: it is put
            // behind.
            if let Some(TokenTree::Group(other)) = list.get(at + 1) {
                let again = beside(other, arguments);
                list.splice(at + 2..at + 2, again);
            }
            return list.into_iter().collect();
        }
        at += 2;
    }
    outside("array_tile", item)
}

/// `#[hp5::array_tile(arguments)]` by the path of another directive.
fn beside(other: &Group, arguments: TokenStream) -> [TokenTree; 2] {
    let mut inner: Vec<TokenTree> = Vec::new();
    for token in other.stream() {
        match &token {
            TokenTree::Ident(name)
                if ["region", "annotated"].contains(&name.to_string().as_str()) =>
            {
                break;
            }
            _ => inner.push(token),
        }
    }
    inner.push(TokenTree::Ident(Ident::new("array_tile", other.span())));
    inner.push(TokenTree::Group(Group::new(
        Delimiter::Parenthesis,
        arguments,
    )));
    let group = Group::new(Delimiter::Bracket, inner.into_iter().collect());
    [
        TokenTree::Punct(Punct::new('#', Spacing::Alone)),
        TokenTree::Group(group),
    ]
}

/// Defines macros for directives and clauses that mean nothing outside of a region.
macro_rules! only_inside {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        ///
        /// Stands inside a function with `#[hp5::region]` or `#[hp5::annotated]`, which
        /// removes it; anywhere else it is a compile error.
        #[proc_macro_attribute]
        pub fn $name(_arguments: TokenStream, item: TokenStream) -> TokenStream {
            outside(stringify!($name).trim_start_matches("r#"), item)
        }
    )*};
}

only_inside! {
    /// Cuts a `for` nest into tasks: `task_tile(i = 32, j = 64)`.
    task_tile;
    /// Makes a task of a block, call or other statement.
    task;
    /// Waits for all tasks of the region registered so far.
    task_wait;
    /// Clause: what a task reads, `r#in(a[i - 1..=i + 1, ..])`.
    r#in;
    /// Clause: what a task writes without reading it, `out(a[i, ..])`.
    out;
    /// Clause: what a task reads and writes, `inout(a[i, ..])`.
    inout;
    /// Clause: a scalar that tasks combine, `reduction(+: s)`.
    reduction;
    /// Clause: names of which every task has its own copy, `private(x)`.
    private;
    /// Clause: a task only if the condition holds, else run at once, `r#if(n > 100)`.
    r#if;
    /// Clause: the task is itself a region.
    nested;
    /// Clause: tasks with a greater number go first, `priority(n - k)`.
    priority;
    /// Clause: the task's name in reports and traces, `name("sweep")`.
    name;
    /// Clause: where a task runs, `map(master)`, `map(acc)`.
    map;
}

/// The error for a directive that no region has removed.
fn outside(name: &str, item: TokenStream) -> TokenStream {
    let text = format!(
        "#[hp5::{name}] must be inside a function with #[hp5::region] or #[hp5::annotated]"
    );
    with_error(Span::call_site(), &text, strip::strip(item))
}

/// The function a second time, under another name.
fn twin(mut list: Vec<TokenTree>, name: usize, serial: Ident) -> TokenStream {
    list[name] = TokenTree::Ident(serial);
    let allow: TokenStream = "#[allow(dead_code)]".parse().unwrap_or_default();
    allow.into_iter().chain(list).collect()
}

/// The item, and before it a compile error at `span`.
fn with_error(span: Span, text: &str, item: TokenStream) -> TokenStream {
    let message = TokenTree::Literal(Literal::string(text));
    let mut body = Group::new(Delimiter::Brace, message.into());
    body.set_span(span);
    let mut tokens = Vec::new();
    for part in ["core", "compile_error"] {
        tokens.push(TokenTree::Punct(Punct::new(':', Spacing::Joint)));
        tokens.push(TokenTree::Punct(Punct::new(':', Spacing::Alone)));
        tokens.push(TokenTree::Ident(Ident::new(part, span)));
    }
    tokens.push(TokenTree::Punct(Punct::new('!', Spacing::Alone)));
    tokens.push(TokenTree::Group(body));
    for token in &mut tokens {
        token.set_span(span);
    }
    tokens.into_iter().chain(item).collect()
}
