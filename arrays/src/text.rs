//! The plain text form: the sizes on the first line that says anything (`4 * 3`, `4 x 3` or
//! `4 3`), then the elements in row-major order, separated by blanks, commas or line ends.
//! What follows `//`, `#` or `%` on a line is left out.

use std::fmt::Write as _;

use crate::element::{Element, Kind, Number};
use crate::error::Fault;
use crate::{Array, Problem};

pub(crate) fn read<T: Element>(bytes: &[u8]) -> Result<Array<T>, Fault> {
    let (sizes, data) = numbers(bytes, 1, |_, number| number.and_then(T::of).ok_or(T::KIND))?;
    Ok(Array { sizes, data })
}

/// The sizes, and what `convert` makes of the words behind them, by their places, as numbers if
/// they are some; its error is the kind that is wanted. There are `each` for an element.
pub(crate) fn numbers<T>(
    bytes: &[u8],
    each: usize,
    convert: impl Fn(usize, Option<Number>) -> Result<T, Kind>,
) -> Result<(Vec<usize>, Vec<T>), Fault> {
    let text = std::str::from_utf8(bytes);
    let text = text.map_err(|_| Problem::Form("is no text file".into()))?;
    let without_remark = |line: &str| {
        let end = ["//", "#", "%"].iter().filter_map(|m| line.find(m)).min();
        line[..end.unwrap_or(line.len())].trim().to_owned()
    };
    let mut lines = text
        .lines()
        .enumerate()
        .map(|(at, line)| (at + 1, without_remark(line)))
        .filter(|(_, line)| !line.is_empty());
    let (at, head) = lines.next().ok_or_else(|| {
        Problem::Form("is empty: sizes such as `4 * 3` are needed on the first line".into())
    })?;
    let sizes = sizes(&head).map_err(|problem| problem.at(at))?;
    let wanted = sizes.iter().try_fold(1_usize, |n, &d| n.checked_mul(d));
    let wanted = wanted.unwrap_or(usize::MAX);
    let all = wanted.saturating_mul(each);
    let mut data = Vec::with_capacity(all.min(bytes.len()));
    for (at, line) in lines {
        for word in line.split([' ', '\t', ',', ';']).filter(|w| !w.is_empty()) {
            if data.len() == all {
                return Err(Problem::Longer(wanted).at(at));
            }
            let wrong = |wanted| {
                Problem::Element {
                    place: data.len() / each,
                    value: format!("`{}`", word.escape_default()),
                    wanted,
                }
                .at(at)
            };
            let value = convert(data.len(), number(word)).map_err(wrong)?;
            data.push(value);
        }
    }
    if data.len() < all {
        let found = data.len() / each;
        return Err(Problem::Truncated { found, wanted }.into());
    }
    Ok((sizes, data))
}

fn sizes(head: &str) -> Result<Vec<usize>, Problem> {
    let words = head
        .split([' ', '\t', '*', 'x', ','])
        .filter(|w| !w.is_empty());
    let sizes: Result<Vec<usize>, _> = words.map(str::parse).collect();
    match sizes {
        Ok(sizes) if (1..=4).contains(&sizes.len()) => Ok(sizes),
        _ => Err(Problem::Form(format!(
            "`{}` where sizes such as `4 * 3` are needed",
            head.chars().take(40).collect::<String>().escape_default()
        ))),
    }
}

/// A word as a number.
pub(crate) fn number(word: &str) -> Option<Number> {
    if word.eq_ignore_ascii_case("true") || word.eq_ignore_ascii_case("false") {
        return Some(Number::Truth(word.eq_ignore_ascii_case("true")));
    }
    if let Ok(whole) = word.parse() {
        return Some(Number::Whole(whole));
    }
    word.parse().ok().map(Number::Decimal)
}

pub(crate) fn write<T: Element>(sizes: &[usize], data: &[T]) -> String {
    let shown: Vec<String> = sizes.iter().map(usize::to_string).collect();
    let mut text = shown.join(" * ");
    text.push('\n');
    let row = sizes.last().copied().unwrap_or(1).max(1);
    for line in data.chunks(row) {
        for (at, element) in line.iter().enumerate() {
            let blank = if at > 0 { " " } else { "" };
            let _ = write!(text, "{blank}{}", element.number());
        }
        text.push('\n');
    }
    text
}
