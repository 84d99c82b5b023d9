//! Arrays that no template cuts, of which tasks by themselves use parts: `inout(u[i])`, `f(u[i], m)`,
//! `in(c[ii:B][jj:B])`. They are cut by these parts, where parts begin at multiples of their lengths; as one
//! tile they would have the tasks run one after the other.

use std::rc::Rc;

use tree_sitter::Node;

use crate::c::parse::names::statement;
use crate::c::parse::source::{Source, field, peel, words};
use crate::c::semantics::affine::Env;
use crate::c::semantics::declarations::{self, Level};
use crate::c::semantics::integer_types::Kinds;
use crate::c::semantics::pointer_types;
use crate::ir::{Extent, Poly, Region, Task, TileSize, VarKind, Variable};
use crate::passes::{tasks, tasks_mut};

/// Cuts the arrays of a region.
pub(in crate::c) fn run(src: &Source, region: &mut Region) {
    for var in 0..region.variables.len() {
        if let Some(sizes) = sizes(src, region, var) {
            let bindings = tasks_mut(region).flat_map(|task| &mut task.bindings);
            for binding in bindings.filter(|b| b.var == var) {
                binding.template = sizes.clone();
            }
        }
    }
}

fn sizes(src: &Source, region: &Region, var: usize) -> Option<Vec<TileSize>> {
    let variable = &region.variables[var];
    let dims = match &variable.kind {
        // Of several dimensions where indices show rows.
        VarKind::Flat { .. } | VarKind::Nested { .. } => variable.kind.dims(),
        _ => return None,
    };
    let named = |name: &Option<String>| name.as_ref().is_none_or(|n| *n == variable.name);
    let mut templates = region.templates.iter().flat_map(|t| &t.arrays);
    let uses = |task: &&Task| task.bindings.iter().any(|b| b.var == var);
    let is_left = |task: &Task| {
        let own = task.bindings.iter().filter(|b| b.var == var);
        let writes = task
            .accesses
            .iter()
            .any(|a| a.var == var && a.mode.writes());
        own.flat_map(|b| &b.template)
            .all(|size| *size == TileSize::Whole)
            && (!writes || task.loops.is_empty())
    };
    if templates.any(|(name, _)| named(name)) || !tasks(region).filter(uses).all(is_left) {
        return None;
    }
    let alone = || {
        tasks(region)
            .filter(uses)
            .filter(|task| task.loops.is_empty())
    };
    let first = statement(src, alone().next()?)?;
    if !has_lengths(src, first, variable) || leads_on(src, first, variable) {
        return None;
    }
    let mut sizes = vec![TileSize::Whole; dims];
    for writes in [true, false] {
        for task in alone() {
            let stmt = statement(src, task)?;
            let own = task.accesses.iter();
            let own = own.filter(|a| a.var == var && a.mode.writes() == writes);
            for (n, extent) in own.flat_map(|a| a.section.iter().enumerate()) {
                if let Some(size) = size(src, region, stmt, extent)
                    && sizes[n] == TileSize::Whole
                {
                    sizes[n] = size;
                }
            }
        }
    }
    sizes
        .iter()
        .any(|size| *size != TileSize::Whole)
        .then_some(sizes)
}

/// Its declaration says the lengths of all dimensions that tasks see.
pub(in crate::c) fn has_lengths(src: &Source, at: Node, variable: &Variable) -> bool {
    let found = pointer_types::declaration(src, at, &variable.name);
    let levels = found.map_or_else(Vec::new, |found| found.levels());
    let known = |level: &Level| matches!(level, Level::Array(Some(_)));
    let seen = match &variable.kind {
        VarKind::Flat { .. } => levels.get(..1),
        kind => levels.get(..kind.dims()),
    };
    seen.is_some_and(|seen| seen.iter().all(known))
}

/// Its elements are pointers: two of them may lead to one block.
pub(in crate::c) fn leads_on(src: &Source, at: Node, variable: &Variable) -> bool {
    let found = pointer_types::declaration(src, at, &variable.name);
    found.is_none_or(|found| found.levels().contains(&Level::Pointer))
}

/// The length of a part that tasks of a loop have next to one another.
fn size(src: &Source, region: &Region, stmt: Node, extent: &Extent) -> Option<TileSize> {
    let Extent::Range { lo, hi } = extent else {
        return None;
    };
    let length = hi.minus(lo)?;
    let turns = Turns::around(src, region, stmt);
    let varies = |name: &str| turns.iter().any(|turn| turn.var == name);
    let mentions = |p: &Poly| p.atoms().into_iter().flat_map(words).any(varies);
    if !mentions(lo) || mentions(&length) {
        return None;
    }
    let (symbols, number) = length.as_factor()?;
    if number < 1 || symbols.len() > 1 {
        return None;
    }
    // Other tasks say it too: a variable of the loop's body means nothing there.
    let is_inside = |name: &str| {
        let found = declarations::find(src, stmt, name);
        found.is_some_and(|found| region.body.contains(&found.node.start_byte()))
    };
    if symbols.iter().flat_map(|s| words(s)).any(is_inside) {
        return None;
    }
    // A loop may count by the length itself.
    let mut begin = lo.clone();
    for turn in &turns {
        if turn.step.as_ref() == Some(&length)
            && let Some((1, rest)) = begin.linear_in(&turn.var)
        {
            begin = rest.plus(turn.first.as_ref()?)?;
        }
    }
    let (_, rest) = begin.divide(&(symbols.clone(), number));
    if rest != Poly::default() {
        return None;
    }
    Some(match symbols.first() {
        None => TileSize::Fixed(u64::try_from(number).ok()?),
        Some(_) => TileSize::Expr(length.to_text(str::to_owned)),
    })
}

/// A loop around a task: its variable, where it begins, and by what it counts.
pub(in crate::c) struct Turns {
    pub(in crate::c) var: String,
    first: Option<Poly>,
    step: Option<Poly>,
}

impl Turns {
    pub(in crate::c) fn around(src: &Source, region: &Region, stmt: Node) -> Vec<Turns> {
        let mut list = Vec::new();
        let mut at = src.around(stmt, &["for_statement"]);
        while let Some(node) = at.filter(|n| region.body.contains(&n.start_byte())) {
            list.extend(Turns::of(src, node));
            at = src.around(node, &["for_statement"]);
        }
        list
    }

    fn of(src: &Source, node: Node) -> Option<Turns> {
        let mut env = Env::default();
        env.kinds = Rc::new(Kinds::of(src, node));
        let update = peel(field(node, "update")?);
        let step = match update.kind() {
            "update_expression" => Some(Poly::constant(1)),
            _ if src.text(field(update, "operator")?) == "+=" => {
                env.poly(src, field(update, "right")?)
            }
            _ => None,
        };
        let place = field(update, "argument").or_else(|| field(update, "left"))?;
        let initial = field(node, "initializer")?;
        let first = match initial.kind() {
            "declaration" => declarations::names(src, initial, false).first()?.value,
            _ => field(peel(initial), "right"),
        };
        Some(Turns {
            var: src.text(place).to_owned(),
            first: first.and_then(|first| env.poly(src, first)),
            step,
        })
    }
}
