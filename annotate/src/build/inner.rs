//! Inner attributes and inner documentation at the top of a file, which `include!` refuses.

/// The text without them, on the same number of lines: `//!` becomes `//`, `/*!` becomes `/*`,
/// and `#![..]` a comment. Also returns the attributes, as written.
///
/// Only what stands before the first item is looked at; a file that is not Rust comes back
/// as it is from the first thing that is none of these.
pub(super) fn without_inner_attributes(text: &str) -> (String, Vec<String>) {
    let mut out = String::with_capacity(text.len());
    let mut lost = Vec::new();
    let mut rest = text;
    loop {
        let blank = rest.len() - rest.trim_start().len();
        out.push_str(&rest[..blank]);
        rest = &rest[blank..];
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            comment(rest)
        } else if rest.starts_with("#!") && rest[2..].trim_start().starts_with('[') {
            attribute(rest)
        } else {
            0
        };
        if length == 0 {
            out.push_str(rest);
            return (out, lost);
        }
        let part = &rest[..length];
        if let Some(doc) = part.strip_prefix("//!") {
            out.push_str("//");
            out.push_str(doc);
        } else if let Some(doc) = part.strip_prefix("/*!") {
            out.push_str("/*");
            out.push_str(doc);
        } else if part.starts_with('#') {
            // A comment of as many lines, so that the compiler's line numbers stay.
            lost.push(part.split_whitespace().collect::<Vec<_>>().join(" "));
            out.extend(part.matches('\n'));
        } else {
            out.push_str(part);
        }
        rest = &rest[length..];
    }
}

/// Length of the block comment (they nest) that `text` begins with.
fn comment(text: &str) -> usize {
    let bytes = text.as_bytes();
    let (mut depth, mut at) = (0_usize, 0);
    while at + 1 < bytes.len() {
        match &bytes[at..at + 2] {
            b"/*" => depth += 1,
            b"*/" => depth -= 1,
            _ => {
                at += 1;
                continue;
            }
        }
        at += 2;
        if depth == 0 {
            return at;
        }
    }
    0
}

/// Length of the attribute that `text` begins with; 0 when it does not end.
fn attribute(text: &str) -> usize {
    let (mut depth, mut quoted, mut escaped) = (0_usize, false, false);
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            '[' if !quoted => depth += 1,
            ']' if !quoted => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return at + 1;
                }
            }
            _ => {}
        }
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_top_of_a_file_becomes_includable() {
        let text = "//! Doc.\n#![allow(\n  dead_code, reason = \"a ] \\\" b\"\n)]\n/*! more /* in */ */\n// plain\nuse x;\n//! kept\n";
        let (out, lost) = without_inner_attributes(text);
        assert_eq!(
            out,
            "// Doc.\n\n\n\n/* more /* in */ */\n// plain\nuse x;\n//! kept\n"
        );
        assert_eq!(lost, ["#![allow( dead_code, reason = \"a ] \\\" b\" )]"]);
        assert_eq!(out.lines().count(), text.lines().count());
    }

    #[test]
    fn whatever_else_stays() {
        for text in [
            "",
            "fn f() {}",
            "#[inline] fn f() {}",
            "/* open",
            "#![open",
            "#",
            "//",
            "ä",
        ] {
            assert_eq!(without_inner_attributes(text), (text.to_owned(), vec![]));
        }
    }
}
