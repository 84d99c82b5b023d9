//! Entries of `array_tile` and sizes of loops: their texts in, tile sizes out.

use super::{Clause, Directive, Text, split, trimmed};
use crate::diag::{Diagnostic, Diagnostics, Severity, codes};
use crate::ir::TileSize;

/// Tile sizes that hold if `condition` does; otherwise the array is one tile. `choice` writes the
/// expression from the condition and a size.
pub fn conditional(sizes: &mut [TileSize], condition: &str, choice: impl Fn(&str, &str) -> String) {
    for size in sizes {
        *size = match size {
            TileSize::Whole => continue,
            TileSize::Fixed(n) => TileSize::Expr(choice(condition, &n.to_string())),
            TileSize::Expr(text) => TileSize::Expr(choice(condition, text)),
            TileSize::Parts { count, ceil } => TileSize::Parts {
                count: choice(condition, count),
                ceil: *ceil,
            },
        };
    }
}

/// The entries of `array_tile`: array (`None` for `default`) and tile sizes.
pub fn templates(
    directive: &Directive,
    diags: &mut Diagnostics,
) -> Vec<(Option<String>, Vec<TileSize>)> {
    let mut list = Vec::new();
    let is_condition =
        |clause: &&Clause| clause.form == '(' && clause.name.text.trim_start_matches("r#") == "if";
    let mut conditions = directive.clauses.iter().filter(is_condition);
    let condition = conditions.next().and_then(|clause| clause.value.clone());
    if let Some(second) = conditions.next() {
        let span = second.name.span.clone();
        let d = Diagnostic::new(
            Severity::Error,
            codes::DUPLICATE,
            "`if` is given twice",
            span,
        );
        diags.push(d);
    }
    for clause in directive.clauses.iter().filter(|c| !is_condition(c)) {
        let value = clause
            .value
            .as_ref()
            .filter(|v| v.text.starts_with('[') && v.text.ends_with(']'));
        let Some(value) = value else {
            let message = format!("expected tile sizes, `{}: [32, 64]`", clause.name.text);
            diags.push(Diagnostic::new(
                Severity::Error,
                codes::SYNTAX,
                message,
                clause.name.span.clone(),
            ));
            continue;
        };
        let inside = trimmed(&value.text[1..value.text.len() - 1], value.span.start + 1);
        let entries = split(&inside, ',');
        let mut sizes: Vec<TileSize> = entries
            .iter()
            .filter_map(|size| template_size(size, diags))
            .collect();
        if sizes.len() < entries.len() {
            continue;
        }
        if sizes.is_empty() || sizes.len() > 4 {
            let message = "a template has 1 to 4 dimensions";
            diags.push(Diagnostic::new(
                Severity::Error,
                codes::DIMENSIONS,
                message,
                value.span.clone(),
            ));
            continue;
        }
        if let Some(condition) = &condition {
            conditional(&mut sizes, &condition.text, |condition, size| {
                format!("if {condition} {{ {size} }} else {{ 0 }}")
            });
        }
        list.push((
            (clause.name.text != "default").then(|| clause.name.text.clone()),
            sizes,
        ));
    }
    list
}

/// One entry of a template: a tile size, or `parts(8)`, `parts(n, ceil)`.
pub fn template_size(size: &Text, diags: &mut Diagnostics) -> Option<TileSize> {
    let Some((count, rounding)) = parts(size) else {
        return tile_size(size, diags);
    };
    let ceil = match rounding.as_ref().map(|r| r.text.as_str()) {
        None | Some("floor") => false,
        Some("ceil") => true,
        Some(other) => {
            let message = format!("`{other}` is no way to round the ends of parts");
            let span = rounding.map_or(size.span.clone(), |r| r.span);
            let d = Diagnostic::new(Severity::Error, codes::SYNTAX, message, span);
            diags.push(d.help(
                "`floor`: part k begins at k * n / parts, rounded down; `ceil`: each has n / parts, rounded up",
            ));
            return None;
        }
    };
    if count.text.parse::<i64>().is_ok_and(|n| n < 1) {
        let message = format!("an array in {} parts", count.text);
        let d = Diagnostic::new(Severity::Error, codes::TILE_ZERO, message, count.span);
        diags.push(d.help("write `*` to leave the dimension whole"));
        return None;
    }
    let count = match tile_size(&count, diags)? {
        TileSize::Fixed(n) => n.to_string(),
        TileSize::Expr(text) => text,
        TileSize::Whole | TileSize::Parts { .. } => {
            let message = format!("expected a number of parts, `{}` is none", size.text);
            let span = size.span.clone();
            diags.push(Diagnostic::new(
                Severity::Error,
                codes::SYNTAX,
                message,
                span,
            ));
            return None;
        }
    };
    Some(TileSize::Parts { count, ceil })
}

/// `parts(8, ceil)`: the number, and how their ends are rounded, as written.
fn parts(size: &Text) -> Option<(Text, Option<Text>)> {
    let inside = size.text.strip_prefix("parts")?.trim_start();
    let inside = inside.strip_prefix('(')?.strip_suffix(')')?;
    let start = size.span.end - 1 - inside.len();
    let mut values = split(&trimmed(inside, start), ',').into_iter();
    let count = values.next()?;
    let rounding = values.next();
    values.next().is_none().then_some((count, rounding))
}

/// The expression that an entry of a template is computed from: `n` of `parts(n)`.
#[must_use]
pub fn counted(size: Text) -> Text {
    parts(&size).map_or(size, |(count, _)| count)
}

/// One tile size: `*`, a number, or an expression.
pub fn tile_size(size: &Text, diags: &mut Diagnostics) -> Option<TileSize> {
    if size.text == "*" {
        return Some(TileSize::Whole);
    }
    let plain = size.text.replace('_', "");
    // 0, `-4`, `2.5`, numbers beyond all arrays, and texts; `inf` is a variable.
    let is_literal = || {
        let digits = plain.trim_start_matches(['-', '+']);
        let number = digits.starts_with(|c: char| c.is_ascii_digit() || c == '.');
        plain.starts_with('"') || (number && plain.parse::<f64>().is_ok())
    };
    match plain.parse::<u64>() {
        Ok(n) if n > 0 => Some(TileSize::Fixed(n)),
        _ if is_literal() => {
            let d = Diagnostic::new(
                Severity::Error,
                codes::TILE_ZERO,
                format!("a tile size of {}", size.text),
                size.span.clone(),
            );
            diags
                .push(d.help("a tile holds some elements; write `*` to leave the dimension whole"));
            None
        }
        _ => Some(TileSize::Expr(size.text.clone())),
    }
}
