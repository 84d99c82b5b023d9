//! Comments and literals in text of C that is no tree: directives, values of macros, emitted lines.

/// What a text is made of, as far as it matters to whom walks it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Piece<'t> {
    /// With what begins and ends it; up to the end of the line, or of the text where nothing closes it.
    Comment(&'t str),
    /// `"text"` or `'c'`, with its quotes.
    Literal(&'t str),
    /// A character of anything else.
    Code(char),
}

/// The pieces of a text that does not begin in a comment.
pub(crate) fn pieces(text: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let (piece, length) = match (comment(rest), literal(rest)) {
            (Some(length), _) => (Piece::Comment(&rest[..length]), length),
            (None, Some(length)) => (Piece::Literal(&rest[..length]), length),
            (None, None) => (Piece::Code(first), first.len_utf8()),
        };
        rest = &rest[length..];
        Some(piece)
    })
}

/// Length of the comment that a text begins with.
pub(crate) fn comment(text: &str) -> Option<usize> {
    if text.starts_with("//") {
        return Some(text.find('\n').unwrap_or(text.len()));
    }
    let inside = text.strip_prefix("/*")?;
    Some(inside.find("*/").map_or(text.len(), |at| at + 4))
}

/// Length of the literal that a text begins with.
pub(crate) fn literal(text: &str) -> Option<usize> {
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return Some(at + 1),
            _ => {}
        }
    }
    Some(text.len())
}

/// True when a block comment is open at the end of a line, which begins in one or not.
pub(in crate::c) fn ends_in_comment(line: &str, inside: bool) -> bool {
    let rest = match line.find("*/").filter(|_| inside) {
        None if inside => return true,
        None => line,
        Some(end) => &line[end + 2..],
    };
    let Some(Piece::Comment(last)) = pieces(rest).last() else {
        return false;
    };
    let closed = last.len() >= 4 && last.ends_with("*/");
    last.starts_with("/*") && !closed
}

/// A text without its comments, spaces in their place.
pub(crate) fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for piece in pieces(text) {
        match piece {
            Piece::Comment(comment) => out.extend(std::iter::repeat_n(' ', comment.len())),
            Piece::Literal(literal) => out.push_str(literal),
            Piece::Code(c) => out.push(c),
        }
    }
    out
}

/// Text as a string literal of C.
pub(crate) fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            c if c.is_control() => out.push('?'),
            c => out.push(c),
        }
    }
    out + "\""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_told_from_what_is_quoted() {
        let without = |text: &str| without_comments(text).trim_end().to_owned();
        assert_eq!(without("a /* b */ c // d"), "a         c");
        assert_eq!(
            without(r#"f("// \" /* x") /*/ y */ + 1"#),
            r#"f("// \" /* x")          + 1"#
        );
        assert_eq!(without(r#"c == '"' // "x"#), r#"c == '"'"#);
        assert_eq!(without(r"c == '\'' /* ' */ b"), r"c == '\''         b");
        assert_eq!(without("\"é\\é // é\" /* é */x").chars().last(), Some('x'));
        assert_eq!(without("a /* b"), "a");
    }

    #[test]
    fn a_comment_may_go_on_in_the_next_line() {
        assert!(ends_in_comment("a /* b", false));
        assert!(ends_in_comment("a /*/", false));
        assert!(ends_in_comment("b", true));
        assert!(ends_in_comment("b */ c /* d", true));
        assert!(!ends_in_comment("b */ c", true));
        assert!(!ends_in_comment("\"/*\" '\"' // /*", false));
        assert!(!ends_in_comment("/* a */ '/*' /* b */", false));
    }
}
