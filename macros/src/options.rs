//! The arguments of `region`: `name("..")`, `serial(ident)`, `if(..)` and `joined`.

use proc_macro::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};

use crate::strip::is_punct;

/// What stands in `#[hp5::region(..)]`.
#[derive(Default)]
pub struct Options {
    /// Name under which the serial function is kept beside the region.
    pub serial: Option<Ident>,
}

/// Reads the arguments.
///
/// # Errors
/// Place and text for the compiler when an argument is none of the above.
pub fn parse(arguments: TokenStream) -> Result<Options, (Span, String)> {
    let mut options = Options::default();
    let list: Vec<TokenTree> = arguments.into_iter().collect();
    let mut at = 0;
    while at < list.len() {
        let TokenTree::Ident(word) = &list[at] else {
            return Err(unexpected(&list[at]));
        };
        at += match (word.to_string().as_str(), list.get(at + 1)) {
            ("serial", Some(TokenTree::Group(group))) => {
                options.serial = Some(identifier(group)?);
                2
            }
            ("name", Some(TokenTree::Group(group))) => {
                literal(group)?;
                2
            }
            // The translator's business: serially it is a function like others.
            ("joined", _) => 1,
            ("if", Some(TokenTree::Group(group)))
                if group.delimiter() == Delimiter::Parenthesis =>
            {
                2
            }
            _ => return Err(unexpected(&list[at])),
        };
        if at < list.len() {
            if !is_punct(list.get(at), ',') {
                return Err(unexpected(&list[at]));
            }
            at += 1;
        }
    }
    Ok(options)
}

fn unexpected(token: &TokenTree) -> (Span, String) {
    let text = format!(
        "`{token}` is no option of hp5::region: write name(\"..\"), serial(ident), if(..) or joined"
    );
    (token.span(), text)
}

/// The identifier in `serial(ident)`.
fn identifier(group: &Group) -> Result<Ident, (Span, String)> {
    let mut inner = group.stream().into_iter();
    match (group.delimiter(), inner.next(), inner.next()) {
        (Delimiter::Parenthesis, Some(TokenTree::Ident(ident)), None) => Ok(ident),
        _ => Err((
            group.span(),
            "serial(..) takes the name for the serial function".to_owned(),
        )),
    }
}

/// The literal in `name("..")`.
fn literal(group: &Group) -> Result<(), (Span, String)> {
    let mut inner = group.stream().into_iter();
    match (group.delimiter(), inner.next(), inner.next()) {
        (Delimiter::Parenthesis, Some(TokenTree::Literal(text)), None)
            if text.to_string().contains('"') =>
        {
            Ok(())
        }
        _ => Err((
            group.span(),
            "name(..) takes a string, name(\"relax\")".to_owned(),
        )),
    }
}
