//! Constants that only directives use.
//!
//! `const TILE: usize = 64;` beside a function with `#[hp5::task_tile(i = TILE)]` would be
//! unused once the directive is gone. So the function gets a statement that mentions it,
//! `let _ = || { let _ = &TILE; };`, which does nothing.
//!
//! Only names that can be nothing but an item from outside of the function are mentioned:
//! written in capitals, and nowhere in the function but in directives. A constant declared in
//! the function itself is covered by an `allow`.

use std::collections::HashSet;

use proc_macro::{Delimiter, Group, Ident, TokenStream, TokenTree};

use crate::strip::is_punct;

/// What directives mention.
pub struct Mentions {
    /// Constants from outside of the item.
    pub outside: Vec<Ident>,
    /// There are constants of the item itself among what directives mention.
    pub inside: bool,
}

/// Looks at the removed directives, and at what is left.
pub fn mentions(removed: &[TokenStream], kept: &TokenStream) -> Mentions {
    let mut names = Vec::new();
    removed
        .iter()
        .for_each(|tokens| constants(tokens.clone(), &mut names));
    let mut known = HashSet::new();
    if !names.is_empty() {
        words(kept.clone(), &mut known);
    }
    let mut seen = HashSet::new();
    let before = names.len();
    names.retain(|name: &Ident| !known.contains(&name.to_string()));
    let inside = names.len() < before;
    names.retain(|name| seen.insert(name.to_string()));
    Mentions {
        outside: names,
        inside,
    }
}

/// Identifiers in capitals that are no part of a path and no macro.
fn constants(tokens: TokenStream, names: &mut Vec<Ident>) {
    let list: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, token) in list.iter().enumerate() {
        match token {
            TokenTree::Group(group) => constants(group.stream(), names),
            TokenTree::Ident(ident) => {
                let text = ident.to_string();
                let capital = text.starts_with(|c: char| c.is_ascii_uppercase())
                    && text
                        .chars()
                        .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
                let before = at.checked_sub(1).and_then(|at| list.get(at));
                // `a: [TILE]` has one colon, `T::TILE` two.
                let second = at.checked_sub(2).and_then(|at| list.get(at));
                let path = (is_punct(before, ':') && is_punct(second, ':'))
                    || is_punct(before, '.')
                    || (is_punct(list.get(at + 1), ':') && is_punct(list.get(at + 2), ':'))
                    || is_punct(list.get(at + 1), '!');
                if capital && !path {
                    names.push(ident.clone());
                }
            }
            _ => {}
        }
    }
}

fn words(tokens: TokenStream, known: &mut HashSet<String>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => words(group.stream(), known),
            TokenTree::Ident(ident) => {
                known.insert(ident.to_string());
            }
            _ => {}
        }
    }
}

/// The function with a statement at the start of its body that mentions the names.
pub fn mention(function: TokenStream, names: &[Ident]) -> TokenStream {
    let mut list: Vec<TokenTree> = function.into_iter().collect();
    let body = match list.last() {
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => group.clone(),
        _ => return list.into_iter().collect(),
    };
    let mut inner: Vec<TokenTree> = body.stream().into_iter().collect();
    // Inner attributes stay first.
    let mut start = 0;
    while is_punct(inner.get(start), '#') && is_punct(inner.get(start + 1), '!') {
        start += 3;
    }
    let start = start.min(inner.len());
    let mut uses = TokenStream::new();
    for name in names {
        uses.extend("let _ = &".parse::<TokenStream>());
        uses.extend([TokenTree::Ident(name.clone())]);
        uses.extend(";".parse::<TokenStream>());
    }
    let mut statement: TokenStream = "let _ = ||".parse().unwrap_or_default();
    statement.extend([TokenTree::Group(Group::new(Delimiter::Brace, uses))]);
    statement.extend(";".parse::<TokenStream>());
    inner.splice(start..start, statement);
    let mut new = Group::new(Delimiter::Brace, inner.into_iter().collect());
    new.set_span(body.span());
    list.pop();
    list.push(TokenTree::Group(new));
    list.into_iter().collect()
}
