//! The tokens of a Rust text, comments among them: byte ranges, in order, which leave out nothing but
//! white space.

use std::ops::Range;

use tree_sitter::{Node, Parser};

/// A token, or a comment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Token {
    /// Where it stands.
    pub(crate) span: Range<usize>,
    /// It is a comment, of documentation too.
    pub(crate) is_comment: bool,
}

/// All tokens of a text, whether it is Rust or not.
pub(crate) fn tokens(text: &str) -> Vec<Token> {
    let mut leaves = Vec::new();
    let mut parser = Parser::new();
    let language = parser.set_language(&tree_sitter_rust::LANGUAGE.into());
    if let (Ok(()), Some(tree)) = (language, parser.parse(text, None)) {
        collect(tree.root_node(), text, &mut leaves);
    }
    with_the_rest(text, leaves)
}

/// Leaves of the tree; literals and comments as wholes.
fn collect(root: Node, text: &str, leaves: &mut Vec<Token>) {
    let mut stack = vec![root];
    while let Some(node) = stack.pop() {
        let is_comment = matches!(node.kind(), "line_comment" | "block_comment");
        let whole = is_comment
            || matches!(
                node.kind(),
                "string_literal" | "raw_string_literal" | "char_literal"
            );
        if whole || node.child_count() == 0 {
            let span = node.byte_range();
            // Comments of documentation end behind their line.
            let length = text[span.clone()].trim_end().len();
            if length > 0 {
                let span = span.start..span.start + length;
                leaves.push(Token { span, is_comment });
            }
            continue;
        }
        let mut cursor = node.walk();
        let children: Vec<Node> = node.children(&mut cursor).collect();
        stack.extend(children.into_iter().rev());
    }
}

/// The leaves, and each word between them that is part of none.
fn with_the_rest(text: &str, leaves: Vec<Token>) -> Vec<Token> {
    let mut all = Vec::with_capacity(leaves.len());
    let mut at = 0;
    let end = Token {
        span: text.len()..text.len(),
        is_comment: false,
    };
    for token in leaves.into_iter().chain([end]) {
        if token.span.start < at {
            continue;
        }
        let mut from = at;
        for word in text[at..token.span.start].split_whitespace() {
            let start = from + text[from..token.span.start].find(word).unwrap_or(0);
            from = start + word.len();
            all.push(Token {
                span: start..from,
                is_comment: false,
            });
        }
        at = token.span.end;
        if !token.span.is_empty() {
            all.push(token);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_leave_out_white_space_only() {
        let text = "/// Doc.\nfn f(a: &'a str) { // why\n  b[i] = \"a \\\" b\" + r#\"x\"#; /* c */ ö 'x' }\n}}} $$ \"";
        let all = tokens(text);
        let words: Vec<&str> = all.iter().map(|t| &text[t.span.clone()]).collect();
        for word in [
            "/// Doc.",
            "// why",
            "\"a \\\" b\"",
            "r#\"x\"#",
            "/* c */",
            "'x'",
        ] {
            assert!(words.contains(&word), "{word} is not in {words:?}");
        }
        let squeezed = |text: &str| text.split_whitespace().collect::<String>();
        assert_eq!(squeezed(&words.concat()), squeezed(text));
        assert_eq!(all.iter().filter(|token| token.is_comment).count(), 3);
        assert!(tokens("").is_empty());
    }
}
