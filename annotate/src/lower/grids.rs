//! Parts of grids that methods of `ndarray` and `nalgebra` hand out: `a.row_mut(i)`, `a.column(j)`,
//! `a.slice_mut(s![i0..i1, ..])`, `a.rows_mut(i, 2)`. A part has, in each dimension, one index, a range, or all
//! of it; bodies call the same methods on views.

use tree_sitter::Node;

use crate::ir::{Mode, Poly, Shape, Span, Use};
use crate::lower::body::{Body, range_of};
use crate::lower::integers::{is_unsigned, type_of};
use crate::semantics::headers::place_type;
use crate::semantics::scopes::{Binder, binder, initialiser};
use crate::semantics::types::reference;
use crate::syntax::items::find_item;
use crate::syntax::names::free_names;
use crate::syntax::rust::{Source, callee, children, field, parse, peel, place_name};

/// Dimensions that views of grids have at most.
const DEEPEST: usize = 4;

/// The library of a grid, and its dimensions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Grid {
    Ndarray(usize),
    Nalgebra,
}

/// What a part has of one dimension.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Along {
    All,
    At(Option<Poly>),
    /// From an index to before another one.
    Within(Option<Poly>, Option<Poly>),
}

/// The call gives a part of a grid, and changes nothing itself.
pub(super) fn is_part(src: &Source, call: Node) -> bool {
    named(src, call).is_some()
}

/// The grid, its kind, and the method.
fn named<'t>(src: &'t Source, call: Node<'t>) -> Option<(Node<'t>, Grid, &'t str)> {
    let function = callee(call).filter(|f| f.kind() == "field_expression")?;
    let method = src.text(field(function, "field")?);
    let array = peel(field(function, "value")?);
    let known = |grid: &Grid| {
        let names: &[&str] = match grid {
            Grid::Ndarray(2) => &["row", "column", "slice", "index_axis"],
            Grid::Ndarray(_) => &["slice", "index_axis"],
            Grid::Nalgebra => &["row", "column", "rows", "columns", "view"],
        };
        names.contains(&method.trim_end_matches("_mut"))
    };
    let grid = grid(src, array).filter(known)?;
    Some((array, grid, method))
}

/// What the written type of a place, or the function that made it, says.
fn grid(src: &Source, array: Node) -> Option<Grid> {
    if !src.text.contains("ndarray") && !src.text.contains("nalgebra") {
        return None;
    }
    let ty = place_type(src, array, 0).or_else(|| made_by(src, array))?;
    let target = reference(&ty).map_or(ty.as_str(), |(_, target)| target);
    let path = target.split('<').next()?.trim().trim_end_matches(':');
    let head = path.rsplit("::").next()?.trim();
    let own = ["struct_item", "type_item", "enum_item"];
    if own.iter().any(|kind| find_item(src, kind, head).is_some()) {
        return None;
    }
    if head == "DMatrix" {
        return Some(Grid::Nalgebra);
    }
    let kinds = ["ArrayViewMut", "ArrayView", "ArrayBase", "Array"];
    let rest = kinds.iter().find_map(|kind| head.strip_prefix(kind))?;
    let dims = match rest {
        "" => target.trim_end_matches('>').rsplit("Ix").next()?,
        dims => dims,
    };
    let dims = dims.parse().ok().filter(|d| (1..=DEEPEST).contains(d))?;
    Some(Grid::Ndarray(dims))
}

/// `Array2::<f64>` of `let mut a = Array2::<f64>::zeros((n, m));`.
fn made_by(src: &Source, array: Node) -> Option<String> {
    let Binder::Let(declaration) = binder(src, array, src.text(array))? else {
        return None;
    };
    let value = peel(initialiser(src, declaration, src.text(array))?);
    let function = (value.kind() == "call_expression").then(|| callee(value))??;
    let path = (function.kind() == "scoped_identifier").then(|| field(function, "path"))??;
    Some(src.text(path).replace("::<", "<"))
}

impl Body<'_> {
    /// Notes the part of an outer grid that a call gives; false where it gives none.
    pub(super) fn walk_part(&mut self, call: Node) -> bool {
        let src = self.src;
        let Some((array, grid, method)) = named(src, call) else {
            return false;
        };
        let Some(name) = place_name(src, array).filter(|_| self.is_outer_place(array)) else {
            return false;
        };
        let arguments = field(call, "arguments").map(children).unwrap_or_default();
        let Some(along) = self.along(grid, method, &arguments) else {
            return false;
        };
        arguments.iter().for_each(|argument| self.walk(*argument));
        let mode = match method.ends_with("_mut") {
            true => Mode::InOut,
            false => Mode::In,
        };
        if self.is_own(&name, mode, &call) {
            return true;
        }
        let spans = spans(&arguments, along.len(), call);
        let index = along.into_iter().map(|part| self.index_of(part)).collect();
        self.note_part(
            (name, array.byte_range()),
            (call.byte_range(), spans),
            index,
            mode,
        );
        true
    }

    fn along(&mut self, grid: Grid, method: &str, arguments: &[Node]) -> Option<Vec<Along>> {
        let src = self.src;
        let at = |node: Node| self.env.index(src, peel(node));
        let count = |first: Node, count: Node| {
            let lo = self.env.bound(src, peel(first), true);
            let hi = self.env.bound(src, peel(first), false);
            let count = self.env.bound(src, peel(count), false);
            Along::Within(lo, hi.zip(count).and_then(|(hi, count)| hi.plus(&count)))
        };
        let (dims, method) = match grid {
            Grid::Ndarray(dims) => (dims, method.trim_end_matches("_mut")),
            Grid::Nalgebra => (2, method.trim_end_matches("_mut")),
        };
        match (method, arguments) {
            ("row", [i]) => Some(vec![Along::At(at(*i)), Along::All]),
            ("column", [j]) => Some(vec![Along::All, Along::At(at(*j))]),
            ("rows", [i, n]) => Some(vec![count(*i, *n), Along::All]),
            ("columns", [j, n]) => Some(vec![Along::All, count(*j, *n)]),
            ("view", [first, size]) => match (&children(*first)[..], &children(*size)[..]) {
                ([i, j], [n, m]) => Some(vec![count(*i, *n), count(*j, *m)]),
                _ => None,
            },
            ("index_axis", [axis, i]) => {
                let axis: usize = children(field(*axis, "arguments")?)
                    .first()
                    .and_then(|axis| src.text(*axis).parse().ok())?;
                let mut all = vec![Along::All; dims];
                *all.get_mut(axis)? = Along::At(at(*i));
                Some(all)
            }
            ("slice", [info]) => self.entries(*info).filter(|all| all.len() == dims),
            _ => None,
        }
    }

    /// What stands in `s![i, 1..n, ..]`.
    fn entries(&self, info: Node) -> Option<Vec<Along>> {
        let path = field(info, "macro").filter(|_| info.kind() == "macro_invocation")?;
        if self.src.text(path).rsplit("::").next() != Some("s") {
            return None;
        }
        let tokens = children(info)
            .into_iter()
            .find(|c| c.kind() == "token_tree")?;
        let inside = self.src.text(tokens);
        let inside = inside.get(1..inside.len().checked_sub(1)?)?;
        let text = format!("fn f() {{ [{}]; }}", without_steps(inside));
        let list = parse(&self.src.path, text)?;
        if list.tree.root_node().has_error() {
            return None;
        }
        let mut node = list.tree.root_node();
        while node.kind() != "array_expression" {
            node = children(node)
                .into_iter()
                .find(|c| !matches!(c.kind(), "identifier" | "parameters"))?;
        }
        let parts = children(node);
        parts
            .into_iter()
            .map(|part| self.entry(&list, part, info))
            .collect()
    }

    /// Negative numbers count from the end of a dimension.
    fn entry(&self, list: &Source, part: Node, at: Node) -> Option<Along> {
        let counts_up = |end: Node| {
            let unsigned = |name: &str| is_unsigned(self.src, at, name);
            let natural = || {
                let value = self.env.bound(list, end, true);
                value.is_some_and(|value| self.env.is_natural(&value))
            };
            let names = free_names(list, end);
            let typed = !names.is_empty() && names.iter().all(|free| unsigned(&free.name));
            typed || type_of(list, end, 0).is_some_and(|ty| !ty.is_signed()) || natural()
        };
        if list.text(part) == "NewAxis" {
            return None;
        }
        let Some(range) = range_of(list, part) else {
            let index = self.env.index(list, part).filter(|_| counts_up(part));
            return Some(Along::At(index));
        };
        let ends = [range.lo, range.hi];
        if ends
            .into_iter()
            .flatten()
            .any(|end| list.text(end).starts_with('-'))
        {
            return Some(Along::All);
        }
        let Some(hi) = range.hi else {
            return Some(Along::All);
        };
        let lo = match range.lo {
            Some(lo) => self.env.bound(list, lo, true).filter(|_| counts_up(lo)),
            None => Some(Poly::constant(0)),
        };
        let past = Poly::constant(i64::from(range.inclusive));
        let hi = self.env.bound(list, hi, false).filter(|_| counts_up(hi));
        Some(Along::Within(lo, hi.and_then(|hi| hi.plus(&past))))
    }

    /// The index of one dimension: of more than one element that of a loop over them.
    fn index_of(&mut self, along: Along) -> Option<Poly> {
        let (name, lo, hi) = match along {
            Along::At(index) => return index,
            Along::All => (Poly::ALL, Some(Poly::constant(0)), None),
            Along::Within(lo, hi) => (Poly::BETWEEN, Some(lo?), Some(hi?)),
        };
        Some(self.loop_between(name, lo, hi))
    }

    fn note_part(
        &mut self,
        (name, base): (String, Span),
        (span, indices): (Span, Vec<Span>),
        index: Vec<Option<Poly>>,
        mode: Mode,
    ) {
        let under = self.open_without(&index);
        let sure = self.is_sure(&under);
        let guarded = self.is_guarded(&index);
        self.uses.push(Use {
            line: self.src.line(span.start),
            name,
            span,
            base,
            indices,
            index,
            shape: Shape::Grid,
            mode,
            reborrow: false,
            compound: false,
            unconditional: sure,
            under: None,
            guarded,
            in_macro: false,
        });
    }
}

/// Where the indices stand, one for each dimension.
fn spans(arguments: &[Node], dims: usize, call: Node) -> Vec<Span> {
    let last = arguments
        .last()
        .map_or(call.byte_range(), |a| a.byte_range());
    vec![last; dims]
}

/// `0..n, ..` of `0..n;2, ..;-1`: all that the steps may reach.
fn without_steps(text: &str) -> String {
    let (mut out, mut depth, mut in_step) = (String::new(), 0_usize, false);
    for c in text.chars() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            ';' if depth == 0 => in_step = true,
            ',' if depth == 0 => in_step = false,
            _ => {}
        }
        if !in_step {
            out.push(c);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_left_out() {
        assert_eq!(without_steps("0..n;2, ..;-1, f(a; b)"), "0..n, .., f(a; b)");
    }
}
