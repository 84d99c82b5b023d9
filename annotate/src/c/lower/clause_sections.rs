//! Sections in the clauses of C: `a[lo:length][..]`, `a(lo:up:step, *)`.

use crate::c::parse::directives::wrong;
use crate::c::semantics::integer_arithmetic::integer;
use crate::diag::Diagnostics;
use crate::directive::{SectionEntry, SectionItem, Text, split};

/// The items of an `in`, `out` or `inout` clause, in the spellings of C.
pub(in crate::c) fn sections(value: &Text, diags: &mut Diagnostics) -> Vec<SectionItem> {
    let items = split(value, ',').into_iter();
    items.filter_map(|item| section(item, diags)).collect()
}

fn section(item: Text, diags: &mut Diagnostics) -> Option<SectionItem> {
    let open = item.text.find(['[', '(']).filter(|&at| at > 0);
    let name = &item.text[..open.unwrap_or(item.text.len())];
    let belongs = |c: char| c.is_alphanumeric() || c.is_whitespace() || "_$.->*&".contains(c);
    if let Some(stranger) = name.chars().find(|c| !belongs(*c)) {
        let message = format!("`{name}` is no variable: what is `{stranger}`?");
        diags.push(wrong(message, item.span));
        return None;
    }
    let Some(open) = open else {
        return Some(SectionItem {
            name: item.text.split_whitespace().collect(),
            span: item.span,
            section: None,
        });
    };
    let triplets = item.text[open..].starts_with('(');
    let close = if triplets { ')' } else { ']' };
    let end = member_of_element(&item.text).unwrap_or(item.text.len());
    if !item.text[..end].ends_with(close) {
        let message = format!(
            "the section of `{}` has no closing `{close}`",
            &item.text[..open]
        );
        diags.push(wrong(message, item.span));
        return None;
    }
    let inside = by_commas(&item.text[open + 1..end - 1]);
    let begin = item.span.start + open + 1;
    let text = Text {
        span: begin..begin + inside.len(),
        text: inside,
    };
    let entries = split(&text, ',');
    if entries.len() <= commas(&text.text) {
        let message = format!("a dimension of `{}` has no section", &item.text[..open]);
        let d = wrong(message, item.span);
        diags.push(d.help("`a[:]` is all of it, `a[i]` one index"));
        return None;
    }
    let entries = entries
        .into_iter()
        .map(|entry| dimension(&entry, triplets, diags));
    Some(SectionItem {
        name: item.text[..open].split_whitespace().collect(),
        span: item.span,
        section: Some(entries.collect::<Option<_>>()?),
    })
}

/// Where the element ends of which an item names a member, `G[k].u[0:10]`: the member counts with the element.
pub(in crate::c) fn member_of_element(item: &str) -> Option<usize> {
    let mut depth = 0_i32;
    let mut before = None;
    for (at, c) in item.char_indices() {
        match c {
            '[' | '(' => depth += 1,
            ']' | ')' => depth -= 1,
            '.' | '-' if depth == 0 && matches!(before, Some((_, ']' | ')'))) => {
                return before.map(|(end, _)| end + 1);
            }
            _ => {}
        }
        if !c.is_whitespace() {
            before = Some((at, c));
        }
    }
    None
}

/// `i:2][j:3`, what stands in the brackets of a section, as `i:2, j:3`, with the same number of bytes.
fn by_commas(inside: &str) -> String {
    let (mut depth, mut between) = (0_i32, false);
    let letter = |c: char| match c {
        '[' if between => {
            between = false;
            ' '
        }
        ']' if depth == 0 => {
            between = true;
            ','
        }
        '[' | '(' => {
            depth += 1;
            c
        }
        ']' | ')' => {
            depth -= 1;
            c
        }
        _ => c,
    };
    inside.chars().map(letter).collect()
}

/// Commas between dimensions.
fn commas(inside: &str) -> usize {
    let mut depth = 0_i32;
    let between = inside.chars().filter(|c| {
        depth += match c {
            '(' | '[' => 1,
            ')' | ']' => -1,
            _ => 0,
        };
        *c == ',' && depth == 0
    });
    between.count()
}

/// `lo:length[:step]`, or `lo:up[:step]` with the upper bound included, or an index; `:` and `*` are
/// all. A step leaves no element out: a section goes from its first to its last one.
fn dimension(entry: &Text, triplets: bool, diags: &mut Diagnostics) -> Option<SectionEntry> {
    let parts: Vec<&str> = split_colons(&entry.text);
    let text = |n: usize| {
        let before: usize = parts[..n].iter().map(|p| p.len() + 1).sum();
        let part = parts[n];
        let start = entry.span.start + before + (part.len() - part.trim_start().len());
        Text {
            text: part.trim().to_owned(),
            span: start..start + part.trim().len(),
        }
    };
    if entry.text == "*" || (parts.len() > 1 && text(0).text.is_empty() && text(1).text.is_empty())
    {
        return Some(SectionEntry::All);
    }
    let step = (parts.len() > 2).then(|| text(2));
    let counts_up = |step: &Text| {
        step.text
            .parse()
            .map_or(!step.text.is_empty(), |n: i64| n > 0)
    };
    // `1..i` is a number to the preprocessor.
    let dotted = entry.text.contains("..");
    if dotted || parts.len() > 3 || step.as_ref().is_some_and(|step| !counts_up(step)) {
        let message = format!("`{}` is no section", entry.text);
        diags.push(wrong(message, entry.span.clone()).help(
            "`a[first:length]` or `a(first:last)`, from the lower index to the higher one, with a \
             step above 0 behind a second colon if need be",
        ));
        return None;
    }
    if parts.len() == 1 {
        return Some(SectionEntry::Range {
            lo: entry.clone(),
            hi: entry.clone(),
            inclusive: true,
        });
    }
    let (lo, second) = (text(0), text(1));
    let (from, to) = (integer(&lo.text), integer(&second.text));
    let reversed = match triplets {
        true => from.zip(to).is_some_and(|(from, to)| to < from),
        false => to.is_some_and(|length| length < 0),
    };
    if reversed {
        let message = format!("`{}` has no elements", entry.text);
        let help = match triplets {
            true => "`a(first:last)`, from the lower index to the higher one",
            false => "`a[first:length]`: behind the colon stands how many",
        };
        diags.push(wrong(message, entry.span.clone()).help(help));
        return None;
    }
    // What is behind the last index that a step comes to is not named.
    let by = step.as_ref().and_then(|step| integer(&step.text));
    if triplets && let (Some(from), Some(to), Some(by)) = (from, to, by.filter(|by| *by > 1)) {
        let text = (from + (to - from) / by * by).to_string();
        let hi = Text {
            text,
            span: second.span,
        };
        return Some(SectionEntry::Range {
            lo,
            hi,
            inclusive: true,
        });
    }
    if triplets || second.text.is_empty() {
        return Some(SectionEntry::Range {
            lo,
            hi: second,
            inclusive: true,
        });
    }
    let first = if lo.text.is_empty() { "0" } else { &lo.text };
    let length = grouped(&second.text);
    let (hi, inclusive) = match step {
        Some(step) => {
            let steps = format!("({length} - 1) * {}", grouped(&step.text));
            (format!("{} + {steps}", grouped(first)), true)
        }
        None if from == Some(0) || lo.text.is_empty() => (second.text.clone(), false),
        None => (format!("{} + {length}", grouped(first)), false),
    };
    let span = second.span;
    Some(SectionEntry::Range {
        lo,
        hi: Text { text: hi, span },
        inclusive,
    })
}

/// In parentheses, unless it is a word: findings show what is composed of it.
fn grouped(text: &str) -> String {
    match text.chars().all(|c| c.is_alphanumeric() || c == '_') {
        true => text.to_owned(),
        false => format!("({text})"),
    }
}

/// Splits at colons outside parentheses that belong to no `?`.
fn split_colons(text: &str) -> Vec<&str> {
    let (mut list, mut from, mut depth, mut open) = (Vec::new(), 0, 0_i32, 0);
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            '?' if depth == 0 => open += 1,
            ':' if depth == 0 && open > 0 => open -= 1,
            ':' if depth == 0 => {
                list.push(&text[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    list.push(&text[from..]);
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries_of(text: &str) -> Option<Vec<SectionEntry>> {
        let value = Text {
            text: text.to_owned(),
            span: 0..text.len(),
        };
        let mut diags = Diagnostics::default();
        let items = sections(&value, &mut diags);
        assert_eq!(items.is_empty(), diags.has_errors(), "{text}: {diags:?}");
        items.into_iter().next()?.section
    }

    /// As text: bounds with `..` or `..=`, `*` for all.
    fn said(text: &str) -> Vec<String> {
        let entries = entries_of(text).unwrap_or_default();
        let entry = |entry: &SectionEntry| match entry {
            SectionEntry::All => "*".to_owned(),
            SectionEntry::Range { lo, hi, inclusive } => {
                let dots = if *inclusive { "..=" } else { ".." };
                format!("{}{dots}{}", lo.text, hi.text)
            }
        };
        entries.iter().map(entry).collect()
    }

    #[test]
    fn places_are_those_of_the_text() {
        let text = "ab[i:2][ j ]";
        let entries = entries_of(text).unwrap();
        for (entry, name) in entries.iter().zip(["i", "j"]) {
            let SectionEntry::Range { lo, .. } = entry else {
                panic!("{entry:?}");
            };
            assert_eq!((lo.text.as_str(), &text[lo.span.clone()]), (name, name));
        }
    }

    #[test]
    fn sections_have_dimensions_in_brackets_of_their_own_and_steps() {
        assert_eq!(said("a[i:2][j]"), ["i..i + 2", "j..=j"]);
        assert_eq!(said("a[i:2] [j]"), ["i..i + 2", "j..=j"]);
        assert_eq!(said("a[k[i][2]][j]"), ["k[i][2]..=k[i][2]", "j..=j"]);
        assert_eq!(said("a[1:n:2]"), ["1..=1 + (n - 1) * 2"]);
        assert_eq!(said("a[0:n:s, ::2]"), ["0..=0 + (n - 1) * s", "*"]);
        assert_eq!(said("a(0:n:2, *)"), ["0..=n", "*"]);
        assert_eq!(said("a(0:10:3, n + 1:m)"), ["0..=9", "n + 1..=m"]);
        assert_eq!(said("a[n + 1:m]"), ["n + 1..(n + 1) + m"]);
        assert_eq!(said("G[k].u[0:10]"), ["k..=k"]);
        assert_eq!(said("G[k:2] .at->x"), ["k..k + 2"]);
        let steps = ["a(n:0:-1)", "a[0:n:0]", "a(0:n:)", "a(0:1:2:3)", "a[1..n]"];
        for bad in ["a[]", "a[1][]", "a(*,)", "a(7:0)", "a[0:-3]"]
            .iter()
            .chain(&steps)
        {
            assert!(entries_of(bad).is_none(), "{bad}");
        }
    }
}
