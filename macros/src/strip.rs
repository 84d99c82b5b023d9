//! Removing directives from a token stream.
//!
//! A directive is `#[hp5::name ..]` (also `::hp5::` and `hp5_macros::`): a `#`, then a
//! bracket group. Both are dropped, at every depth, also inside the arguments of macros.
//! A `;` that only carried a directive goes with it.
//!
//! One kind of directive stays: `region` and `annotated` on a function, because the macro
//! of that name does the rest of the work there (`region(serial(f))` adds a function).

use proc_macro::{Delimiter, Group, TokenStream, TokenTree};

use crate::mention::{mention, mentions};

/// Names under which the macros may be reached.
const CRATES: [&str; 2] = ["hp5", "hp5_macros"];

/// The item without directives.
///
/// A variable that only directives mention (a tile size) is unused in what is left, so an
/// item that had directives is allowed to have unused variables; for constants see `mention`.
pub fn strip(item: TokenStream) -> TokenStream {
    let mut removed = Vec::new();
    let (stripped, changed) = remove(item, &mut removed);
    if !changed {
        return stripped;
    }
    let found = mentions(&removed, &stripped);
    let allow = if found.inside {
        "#[allow(unused_variables, dead_code)]"
    } else {
        "#[allow(unused_variables)]"
    };
    let allow: TokenStream = allow.parse().unwrap_or_default();
    let list: Vec<TokenTree> = stripped.clone().into_iter().collect();
    let stripped = if found.outside.is_empty() || !function_at(&list, 0) {
        stripped
    } else {
        mention(stripped, &found.outside)
    };
    allow.into_iter().chain(stripped).collect()
}

/// The tokens without directives, and whether there were any; those go to `removed`.
fn remove(tokens: TokenStream, removed: &mut Vec<TokenStream>) -> (TokenStream, bool) {
    let list: Vec<TokenTree> = tokens.into_iter().collect();
    let mut kept = Vec::with_capacity(list.len());
    let mut changed = false;
    let mut at = 0;
    while at < list.len() {
        if let Some(name) = directive_at(&list, at) {
            if matches!(name.as_str(), "region" | "annotated") && function_at(&list, at) {
                // The function's own macro does the rest, body and all.
                let end = function_end(&list, at);
                kept.extend(list[at..end].iter().cloned());
                at = end;
                continue;
            }
            if let TokenTree::Group(directive) = &list[at + 1] {
                removed.push(directive.stream());
            }
            at += 2;
            // `#[..];`: the `;` is nothing without the directive.
            if directive_at(&list, at).is_none() && is_punct(list.get(at), ';') {
                at += 1;
            }
            changed = true;
            continue;
        }
        match &list[at] {
            TokenTree::Group(group) => {
                let (inner, inner_changed) = remove(group.stream(), removed);
                changed |= inner_changed;
                kept.push(TokenTree::Group(if inner_changed {
                    regroup(group, inner)
                } else {
                    group.clone()
                }));
            }
            other => kept.push(other.clone()),
        }
        at += 1;
    }
    (kept.into_iter().collect(), changed)
}

/// One past the last token of the function item that begins at `at`.
fn function_end(list: &[TokenTree], at: usize) -> usize {
    let name = function_name_at(list, at).unwrap_or(at);
    let body = |token: &TokenTree| {
        matches!(token, TokenTree::Group(g) if g.delimiter() == Delimiter::Brace)
            || is_punct(Some(token), ';')
    };
    let end = list[name..].iter().position(body);
    end.map_or(list.len(), |n| name + n + 1)
}

/// `inner` in the delimiters, and with the span, of `group`.
fn regroup(group: &Group, inner: TokenStream) -> Group {
    let mut new = Group::new(group.delimiter(), inner);
    new.set_span(group.span());
    new
}

/// The directive's name, when tokens `at` and `at + 1` are a directive.
pub fn directive_at(list: &[TokenTree], at: usize) -> Option<String> {
    if !is_punct(list.get(at), '#') {
        return None;
    }
    let Some(TokenTree::Group(group)) = list.get(at + 1) else {
        return None;
    };
    if group.delimiter() != Delimiter::Bracket {
        return None;
    }
    let inner: Vec<TokenTree> = group.stream().into_iter().take(6).collect();
    let path = if is_path_separator(&inner, 0) {
        &inner[2..]
    } else {
        &inner[..]
    };
    let Some(TokenTree::Ident(first)) = path.first() else {
        return None;
    };
    if !CRATES.contains(&first.to_string().as_str()) || !is_path_separator(path, 1) {
        return None;
    }
    match path.get(3) {
        Some(TokenTree::Ident(name)) => Some(name.to_string().trim_start_matches("r#").to_owned()),
        _ => None,
    }
}

/// `::` at `at`.
fn is_path_separator(list: &[TokenTree], at: usize) -> bool {
    is_punct(list.get(at), ':') && is_punct(list.get(at + 1), ':')
}

/// True when the token is this punctuation character.
pub fn is_punct(token: Option<&TokenTree>, c: char) -> bool {
    matches!(token, Some(TokenTree::Punct(p)) if p.as_char() == c)
}

/// True when a function item stands at `at`, behind attributes, visibility and qualifiers.
pub fn function_at(list: &[TokenTree], at: usize) -> bool {
    function_name_at(list, at).is_some()
}

/// The place of the name of the function item that begins at `at`.
///
/// `unsafe { .. }`, `async { .. }` and `const { .. }` blocks and function pointer types are
/// no functions: a `fn` must come before any brace, and an identifier after it.
pub fn function_name_at(list: &[TokenTree], mut at: usize) -> Option<usize> {
    const BEFORE: [&str; 8] = [
        "pub", "crate", "default", "const", "async", "unsafe", "safe", "extern",
    ];
    loop {
        match list.get(at)? {
            TokenTree::Punct(p) if p.as_char() == '#' => at += 1,
            TokenTree::Group(g)
                if matches!(g.delimiter(), Delimiter::Bracket | Delimiter::Parenthesis) =>
            {
                at += 1;
            }
            TokenTree::Group(g) if g.delimiter() == Delimiter::None => at += 1,
            TokenTree::Literal(_) => at += 1,
            TokenTree::Ident(word) => {
                let word = word.to_string();
                if word == "fn" {
                    let named = matches!(list.get(at + 1), Some(TokenTree::Ident(_)));
                    return named.then_some(at + 1);
                }
                if !BEFORE.contains(&word.as_str()) {
                    return None;
                }
                at += 1;
            }
            _ => return None,
        }
    }
}
