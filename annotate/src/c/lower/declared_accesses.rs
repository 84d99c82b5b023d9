//! What the clauses of a task say that it uses.
//!
//! Sections are what the task is registered with. To find out whether the turns of its loops depend on one
//! another, the code counts where its text shows everything, and the clauses where it does not: of what is
//! handed to a function or only named by clauses, and, beside what the text shows, where functions of other
//! files are called or elements lead on to other memory.

use std::collections::HashSet;
use std::rc::Rc;

use tree_sitter::Node;

use crate::c::parse::diagnostics::error;
use crate::c::parse::source::{Source, children, expression, peel, root_of};
use crate::c::points_to::alias_uses;
use crate::c::semantics::affine::{Env, Meaning};
use crate::c::semantics::integer_arithmetic::Int;
use crate::c::semantics::integer_types::Kinds;
use crate::c::semantics::{declarations, pointer_types};
use crate::diag::{Diagnostic, Diagnostics, Severity, codes};
use crate::directive::{SectionEntry, SectionItem, Text};
use crate::ir::{Declared, Extent, LoopInfo, Mode, Poly, Shape, Span, Task, Use};
use crate::lower::extreme_with;

/// What is handed to a function is what the clauses say of it; an array that only they name has as
/// many dimensions as they say. Where the code reaches more of an array than its text shows, the clauses
/// say what. `unseen`: it may do so anywhere.
pub(in crate::c) fn believe(
    src: &Source,
    stmt: Node,
    task: &mut Task,
    points: Vec<Vec<Point>>,
    unseen: bool,
) {
    let declared = &task.declared;
    let names = |used: &Use, whole: bool| {
        let mut of_it = declared.iter().filter(|d| d.name == used.name);
        of_it.any(|d| d.section.is_some() || whole)
    };
    // Of what a clause names without a section, beside what the text shows, all may be used.
    let shown = |used: &Use| used.shape == Shape::Element && !used.reborrow;
    let seen: HashSet<String> = (task.uses.iter().filter(|u| shown(u)))
        .map(|u| u.name.clone())
        .collect();
    let (handed, kept): (Vec<Use>, Vec<Use>) =
        (task.uses.drain(..)).partition(|u| u.reborrow && names(u, !seen.contains(&u.name)));
    task.uses = kept;
    let more = |item: &Declared| {
        // What a pointer into it leads to, or a function uses.
        let unseen = unseen || handed.iter().any(|u| u.name == item.name);
        let found = || pointer_types::declaration(src, stmt, &item.name);
        unseen
            || found()
                .is_some_and(|d| pointer_types::levels(&d) > 0 && pointer_types::holds(src, &d, 0))
    };
    let mut seen = Vec::new();
    for (item, points) in declared.iter().zip(points) {
        let indexed = |u: &Use| u.name == item.name && u.shape == Shape::Element;
        let shown = task.uses.iter().any(indexed);
        if points.is_empty() || (shown && !more(item)) {
            continue;
        }
        let indices = match shown {
            true => each_index(&points, &mut task.inner),
            false => vec![points.iter().map(Point::index).collect()],
        };
        seen.extend(indices.into_iter().map(|index| Use {
            name: item.name.clone(),
            span: item.span.clone(),
            base: item.span.clone(),
            indices: vec![item.span.clone(); points.len()],
            index,
            shape: Shape::Element,
            line: task.line,
            mode: item.mode,
            reborrow: false,
            compound: false,
            unconditional: false,
            under: None,
            guarded: false,
            in_macro: false,
        }));
    }
    task.uses.extend(seen);
    task.handed = handed;
}

/// Lowers declared sections: loop variables stand for every iteration of the task. Beside them the
/// indices that sections name in each iteration.
pub(in crate::c) fn declared(
    src: &Source,
    sections: &[(Mode, SectionItem)],
    task: &mut Task,
    stmt: Node,
    diags: &mut Diagnostics,
) -> (Vec<Declared>, Vec<Vec<Point>>) {
    let mut env = Env::default();
    env.push();
    env.kinds = Rc::new(Kinds::of(src, stmt));
    // What only the code knows cannot be asked for where the task is registered.
    let mut stack = vec![stmt];
    while let Some(node) = stack.pop() {
        if node.kind() == "declaration" {
            for found in declarations::names(src, node, false) {
                env.bind(&found.name, Meaning::Unknown);
                env.declare_one_of(&found.name, Int::of(&found.plain_words(src)));
            }
        }
        stack.extend(children(node));
    }
    for (n, info) in task.inner.iter().enumerate() {
        let name = root_of(info.atom.split('@').next().unwrap_or_default()).to_owned();
        let same = task
            .inner
            .iter()
            .filter(|o| o.atom.split('@').next() == Some(&name))
            .count();
        match n < task.loops.len() || same == 1 {
            true => env.bind(&name, Meaning::Loop(info.atom.clone())),
            false if task.loops.iter().all(|l| l.var != name) => env.bind(&name, Meaning::Unknown),
            false => {}
        }
    }
    let (mut list, mut points) = (Vec::new(), Vec::new());
    for (mode, item) in sections {
        let entries = item.section.iter().flatten();
        let named: Vec<Point> = entries.map(|entry| point(src, entry, &env)).collect();
        within(src, stmt, item, &named, diags);
        points.push(named);
        let section = item.section.as_ref().map(|entries| {
            let lowered = |entry| extent(src, entry, &mut env, task, diags);
            entries.iter().map(lowered).collect()
        });
        list.push(Declared {
            name: item.name.clone(),
            mode: *mode,
            span: item.span.clone(),
            section,
        });
    }
    let wraps = env.wraps.take().into_iter();
    let wraps: Vec<_> = wraps.filter(|wrap| !task.wraps.contains(wrap)).collect();
    task.wraps.extend(wraps);
    (list, points)
}

/// Reports sections in numbers that go beyond an array of the file or the function whose lengths are numbers. Those
/// of parameters and members may be longer than is said.
fn within(src: &Source, stmt: Node, item: &SectionItem, points: &[Point], diags: &mut Diagnostics) {
    let Some(found) = declarations::find(src, stmt, &item.name) else {
        return;
    };
    let lengths = found.lengths();
    let is_parameter = found.node.kind() == "parameter_declaration"
        || found
            .node
            .parent()
            .is_some_and(|p| p.kind() == "function_definition");
    if is_parameter || found.levels().len() != lengths.len() {
        return;
    }
    let number = |text: &str| {
        let parsed = expression(text, src)?;
        Env::default()
            .poly(&parsed, peel(parsed.value()?))?
            .as_constant()
    };
    for (point, length) in points.iter().zip(lengths) {
        let ends = || {
            let (first, count) = point.range()?;
            let (first, count) = (first.as_constant()?, count.as_constant()?);
            let end = first.checked_add(count).filter(|_| count > 0)?;
            Some((first, end, number(src.slice(&length?))?))
        };
        if let Some((first, end, length)) = ends().filter(|(first, end, n)| *first < 0 || end > n) {
            let message = format!("the section of `{}` goes beyond the array", item.name);
            let d = error(codes::SYNTAX, message, item.span.clone());
            diags.push(d.help(format!(
                "it has the elements {first} to {}, and the array {length}, 0 to {}",
                end - 1,
                length - 1
            )));
        }
    }
}

/// Notes numbers and structs that clauses name: without the task's code to say so, they would count as arrays.
pub(in crate::c) fn note_values(src: &Source, task: &mut Task) {
    let is_value = |name: &str| {
        let found = alias_uses::declaration(src, task, name);
        found.is_some_and(|d| pointer_types::levels(&d) == 0 && !d.is_function())
    };
    let named = task.declared.iter();
    let named = named.filter(|d| d.section.is_none() && is_value(&d.name));
    let uses: Vec<Use> = named
        .filter(|d| {
            !task
                .uses
                .iter()
                .any(|u| u.name == d.name && u.shape == Shape::Scalar)
        })
        .map(|d| Use {
            name: d.name.clone(),
            span: d.span.clone(),
            base: d.span.clone(),
            indices: Vec::new(),
            index: Vec::new(),
            shape: Shape::Scalar,
            line: task.line,
            mode: d.mode,
            reborrow: true,
            compound: false,
            unconditional: false,
            under: None,
            guarded: false,
            in_macro: true,
        })
        .collect();
    task.uses.extend(uses);
}

/// What a section names of a dimension in an iteration.
pub(in crate::c) enum Point {
    Index(Poly),
    /// The first index, and how many.
    Range(Poly, Poly),
    Unknown,
}

impl Point {
    fn index(&self) -> Option<Poly> {
        match self {
            Point::Index(index) => Some(index.clone()),
            _ => None,
        }
    }

    /// The first index, and how many.
    fn range(&self) -> Option<(&Poly, Poly)> {
        match self {
            Point::Index(index) => Some((index, Poly::constant(1))),
            Point::Range(first, count) => Some((first, count.clone())),
            Point::Unknown => None,
        }
    }
}

/// Most elements that are looked at one by one: a stencil's.
const ONE_BY_ONE: usize = 64;

/// The indices of a section: each by itself where they are few, so that distances are known, else in terms
/// of a loop over them.
fn each_index(points: &[Point], loops: &mut Vec<LoopInfo>) -> Vec<Vec<Option<Poly>>> {
    let of_dimension = |point: &Point| {
        let (first, count) = point.range()?;
        let count = count
            .as_constant()
            .filter(|n| (0..=ONE_BY_ONE as i64).contains(n))?;
        (0..count)
            .map(|n| Some(first.plus(&Poly::constant(n))))
            .collect::<Option<Vec<_>>>()
    };
    let few: Option<Vec<Vec<Option<Poly>>>> = points.iter().map(of_dimension).collect();
    let few = few.filter(|all| all.iter().map(Vec::len).product::<usize>() <= ONE_BY_ONE);
    if let Some(few) = few {
        let longer = |list: Vec<Vec<Option<Poly>>>, indices: Vec<Option<Poly>>| {
            let with = |head: &Vec<Option<Poly>>| {
                let each = indices.iter().cloned();
                each.map(|index| [head.as_slice(), &[index]].concat())
                    .collect::<Vec<_>>()
            };
            list.iter().flat_map(with).collect()
        };
        return few.into_iter().fold(vec![Vec::new()], longer);
    }
    let index = points.iter().map(|point| {
        let (first, count) = point.range()?;
        let atom = format!("section@c{}", loops.len());
        let index = first.plus(&Poly::atom(&atom));
        loops.push(LoopInfo {
            atom,
            lo: Some(Poly::constant(0)),
            hi: Some(count),
            exact: true,
        });
        index
    });
    vec![index.collect()]
}

fn point(src: &Source, entry: &SectionEntry, env: &Env) -> Point {
    let value = |text: &Text| {
        let parsed = expression(&text.text, src)?;
        env.index(&parsed, peel(parsed.value()?))
    };
    let SectionEntry::Range { lo, hi, inclusive } = entry else {
        return Point::Unknown;
    };
    let first = match lo.text.is_empty() {
        true => Some(Poly::constant(0)),
        false => value(lo),
    };
    let Some(first) = first else {
        return Point::Unknown;
    };
    if *inclusive && lo == hi {
        return Point::Index(first);
    }
    let count = || {
        let end = value(hi)?.plus(&Poly::constant(i64::from(*inclusive)))?;
        end.minus(&first)
    };
    match count() {
        Some(count) => Point::Range(first, count),
        None => Point::Unknown,
    }
}

fn extent(
    src: &Source,
    entry: &SectionEntry,
    env: &mut Env,
    task: &mut Task,
    diags: &mut Diagnostics,
) -> Extent {
    let SectionEntry::Range { lo, hi, inclusive } = entry else {
        return Extent::All;
    };
    let before = diags.list.len();
    let ends = |env: &Env, diags: &mut Diagnostics| {
        let mut value = |text: &Text| -> Option<Poly> {
            let Some(parsed) = expression(&text.text, src) else {
                let message = format!("`{}` is not an expression", text.text);
                diags.push(error(codes::SYNTAX, message, text.span.clone()));
                return None;
            };
            env.index(&parsed, peel(parsed.value()?))
        };
        let low = match lo.text.is_empty() {
            true => Some(Poly::constant(0)),
            false => value(lo),
        };
        // The other end may be made of this one.
        let high = (low.is_some() && !hi.text.is_empty())
            .then(|| value(hi))
            .flatten();
        (
            low,
            high.and_then(|hi| hi.plus(&Poly::constant(i64::from(*inclusive)))),
        )
    };
    let (low, high) = ends(env, diags);
    let end = |end: Option<Poly>, least: bool| {
        extreme_with(&end?, &task.inner, least, &|name| task.is_unsigned(name))
    };
    if let (Some(lo), Some(hi)) = (end(low, true), end(high, false)) {
        return Extent::Range { lo, hi };
    }
    if hi.text.is_empty() || diags.list.len() > before {
        return Extent::All;
    }
    env.precise = true;
    let noted = env.wraps.take();
    let (low, high) = ends(env, &mut Diagnostics::default());
    env.wraps.replace(noted);
    env.precise = false;
    let first = match lo.text.is_empty() {
        true => "0".to_owned(),
        false => format!("(ptrdiff_t)({})", lo.text),
    };
    let past = format!(
        "(ptrdiff_t)({}){}",
        hi.text,
        if *inclusive { " + 1" } else { "" }
    );
    let found = low
        .zip(high)
        .and_then(|(lo, hi)| task.computed((first, past), lo, hi));
    found.unwrap_or_else(|| {
        let at = lo.span.start..hi.span.end.max(lo.span.end);
        if !diags
            .list
            .iter()
            .any(|d| at.contains(&d.primary.span.start))
        {
            diags.push(whole(at));
        }
        Extent::All
    })
}

/// An entry of which it is not known what it is for all turns of a task.
fn whole(at: Span) -> Diagnostic {
    let message = "this entry of the section is taken for the whole dimension";
    Diagnostic::new(Severity::Warning, codes::WIDENED, message, at)
        .help("write it in terms of the variables of the loops that are cut, numbers and names from outside of the task")
}
