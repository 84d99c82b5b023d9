//! Clauses held against what tasks visibly touch.
//!
//! A section that shows to cover an access is taken in silence, one that shows not to is an error. Where
//! neither shows, by symbols of which it is not known how they are related, by conditions, or by indices that
//! are looked up, a warning says so, and `--checked` decides. What is handed as a whole to code that is not
//! seen is what clauses are for.

mod sample;

use crate::diag::{Diagnostic, Diagnostics, Severity, codes};
use crate::ir::formula::MAYBE;
use crate::ir::{Declared, Extent, Mode, Poly, Shape, Task, Template, Use, Variable};
use crate::passes::sections::Touched;
use sample::Access;

/// What is known of a declared section and an access.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Covered,
    Small,
    /// It is outside wherever that can be computed, and perhaps not made there.
    Outside,
    Unknown,
}

/// Holds what a task touches of a variable against its clauses: at most one finding. Returns whether the
/// clauses have sections, and all that is visible lies in them.
pub(super) fn hold(
    task: &Task,
    (variable, templates): (&Variable, &[Template]),
    touched: &[Touched],
    declared: &[Declared],
    diags: &mut Diagnostics,
) -> bool {
    // Of a clause that is wrong otherwise enough is said.
    let is_wrong = |item: &Declared| {
        let mut errors = diags.list.iter().filter(|d| d.severity == Severity::Error);
        errors.any(|d| item.span.contains(&d.primary.span.start))
    };
    if declared.is_empty() || declared.iter().any(is_wrong) {
        return false;
    }
    let lengths = lengths_of(task, variable, templates);
    let mut unknown = None;
    for touch in touched {
        match against(task, (variable, &lengths), touch, declared) {
            Some((d, true)) => {
                diags.push(d);
                return false;
            }
            Some((d, false)) => _ = unknown.get_or_insert(d),
            None => {}
        }
    }
    let covers = unknown.is_none() && declared.iter().all(|d| d.section.is_some());
    let declares = |writes| declared.iter().any(|d| covers_direction(d.mode, writes));
    let of_both = touched.iter().all(|t| declares(t.found.mode.writes()));
    diags.list.extend(unknown);
    covers && of_both
}

/// What is to be said of an access, and whether it is an error.
fn against(
    task: &Task,
    (variable, lengths): (&Variable, &[Option<Poly>]),
    touch: &Touched,
    declared: &[Declared],
) -> Option<(Diagnostic, bool)> {
    let found = touch.found;
    // What a clause says, read back.
    if declared.iter().any(|d| d.span == found.span) {
        return None;
    }
    let mut unknown = None;
    for (writes, verb) in [(true, "writes"), (false, "reads")] {
        let applies = match writes {
            true => found.mode.writes(),
            false => found.mode == Mode::In || found.compound,
        };
        let covers = |d: &&Declared| covers_direction(d.mode, writes);
        let mine: Vec<&Declared> = declared.iter().filter(covers).collect();
        if !applies {
            continue;
        }
        if mine.is_empty() {
            if writes {
                return Some((only_read(variable, found, &declared[0]), true));
            }
            continue;
        }
        let sections: Vec<&[Extent]> = mine.iter().filter_map(|d| d.section.as_deref()).collect();
        let fits = |section: &&[Extent]| section.len() == variable.kind.dims();
        if sections.len() < mine.len() || !sections.iter().all(fits) || sections[0].is_empty() {
            continue;
        }
        match verdict(task, (variable, lengths), touch, &sections) {
            Verdict::Covered => {}
            // Functions may use less than their text shows.
            Verdict::Unknown if found.reborrow => {}
            _ if found.reborrow && found.guarded => {}
            Verdict::Small => return Some((too_small(variable, touch, mine[0], verb), true)),
            Verdict::Unknown | Verdict::Outside => {
                let _ = unknown
                    .get_or_insert_with(|| (unproven(variable, touch, mine[0], verb), false));
            }
        }
    }
    unknown
}

pub(super) fn covers_direction(mode: Mode, writes: bool) -> bool {
    match writes {
        true => mode != Mode::In,
        false => mode != Mode::Out,
    }
}

fn only_read(variable: &Variable, found: &Use, declared: &Declared) -> Diagnostic {
    let message = format!(
        "the task writes `{}`, which its clauses only declare as read",
        variable.name
    );
    let span = found.span.clone();
    Diagnostic::new(Severity::Error, codes::WRITE_TO_IN, message, span)
        .label("written here")
        .also(declared.span.clone(), "declared here")
        .help("declare it `inout`, or `out` if it is not read")
}

fn too_small(variable: &Variable, touch: &Touched, declared: &Declared, verb: &str) -> Diagnostic {
    let clause = declared.mode.names().0;
    let message = format!("the `{clause}` clause covers less than the task {verb}");
    let span = touch.found.span.clone();
    Diagnostic::new(Severity::Error, codes::CLAUSE_TOO_SMALL, message, span)
        .label(format!("{verb} `{}[{}]`", variable.name, reached(touch)))
        .also(declared.span.clone(), "this is what is declared")
        .help("widen the clause, or delete it and let analysis deduce the section")
}

fn unproven(variable: &Variable, touch: &Touched, declared: &Declared, verb: &str) -> Diagnostic {
    let clause = declared.mode.names().0;
    let message =
        format!("it does not show whether the `{clause}` clause covers what the task {verb}");
    let span = touch.found.span.clone();
    Diagnostic::new(Severity::Warning, codes::CLAUSE_UNPROVEN, message, span)
        .label(format!("{verb} `{}[{}]`", variable.name, reached(touch)))
        .also(
            declared.span.clone(),
            "this is what is declared, and believed",
        )
        .help("`--checked` makes a program that holds each access against the clause as it runs")
}

/// The section that is touched, or the indices where it is none.
fn reached(touch: &Touched) -> String {
    match touch.exact {
        true => describe(&touch.section),
        false => "..".to_owned(),
    }
}

/// The ends of a task's part of a loop: `i`, `i+tile`.
fn in_words(atom: &str) -> String {
    let part = atom.strip_prefix("__");
    let first = part.and_then(|part| part.strip_suffix("_lo").map(str::to_owned));
    let past = part.and_then(|part| Some(format!("{}+tile", part.strip_suffix("_hi")?)));
    first.or(past).unwrap_or_else(|| atom.to_owned())
}

fn describe(section: &[Extent]) -> String {
    let one = |extent: &Extent| match extent {
        Extent::All => "..".to_owned(),
        Extent::Range { lo, hi } => {
            let [lo, hi] = [lo, hi].map(|end| end.to_text(in_words));
            format!("{lo}..{hi}")
        }
    };
    section.iter().map(one).collect::<Vec<_>>().join(", ")
}

fn verdict(
    task: &Task,
    (variable, lengths): (&Variable, &[Option<Poly>]),
    touch: &Touched,
    sections: &[&[Extent]],
) -> Verdict {
    if touch.exact {
        let same = |section: &&[Extent]| *section == touch.section.as_slice();
        if !touch.found.guarded && sections.iter().any(same) {
            return Verdict::Covered;
        }
        let differ: Vec<Verdict> = (sections.iter())
            .map(|section| by_constants(section, touch, &task.facts))
            .collect();
        if differ.contains(&Verdict::Covered) {
            return Verdict::Covered;
        }
        if let [Verdict::Small] = differ.as_slice() {
            return Verdict::Small;
        }
    }
    let judged = |access: Access| sample::judge(task, variable, &access, sections);
    let plain = || {
        let maybe = touch.found.guarded.then_some(MAYBE);
        is_known(touch.found).then(|| Access {
            found: touch.found,
            inner: &task.inner,
            guards: maybe.into_iter().collect(),
            lengths: lengths.to_vec(),
        })
    };
    let found = precise(task, touch.found, lengths).and_then(judged);
    let found = found.or_else(|| plain().and_then(judged));
    let whole = |section: &&[Extent]| is_whole(task, section, lengths);
    found.unwrap_or_else(|| match is_part(touch.found) {
        true if sections.iter().any(whole) => Verdict::Covered,
        true => Verdict::Unknown,
        false => by_first(task, touch.found, (lengths, sections), judged),
    })
}

/// By how much an end lies beyond a length, where that is a number.
fn beyond(hi: &Poly, length: &Poly) -> Option<i64> {
    hi.minus(length)?.as_constant()
}

/// The section is all of an array: up to its length where that is known, else from 0 to what is the same for
/// all tasks.
fn is_whole(task: &Task, section: &[Extent], lengths: &[Option<Poly>]) -> bool {
    let moves = |end: &Poly| {
        let cut = |atom: &str| {
            task.loops
                .iter()
                .any(|l| [l.lo_atom(), l.hi_atom()].contains(&atom.to_owned()))
        };
        let around = |atom: &str| task.around.iter().any(|info| info.atom == atom);
        task.computed_by(end).is_some()
            || end
                .atoms()
                .into_iter()
                .any(|atom| cut(atom) || around(atom))
    };
    let mut all = section.iter().enumerate();
    all.all(|(d, extent)| match extent {
        Extent::All => true,
        Extent::Range { lo, hi } => {
            let length = lengths.get(d).and_then(Option::as_ref);
            let ends = match (length, length.and_then(|length| beyond(hi, length))) {
                (Some(_), Some(more)) => more >= 0,
                (Some(length), None) => length.as_constant().is_none() && !moves(hi),
                (None, _) => !moves(hi),
            };
            lo.as_constant().is_some_and(|lo| lo <= 0) && ends
        }
    })
}

/// Of a part to the end, `&b[2 * i..]`, it is hidden how much of it is touched: a clause that ends before that, or of
/// which it shows that the first element lies elsewhere, is doubtful.
fn by_first(
    task: &Task,
    found: &Use,
    (lengths, sections): (&[Option<Poly>], &[&[Extent]]),
    judged: impl Fn(Access<'_>) -> Option<Verdict>,
) -> Verdict {
    let (true, [Some(first), None]) = (found.shape == Shape::Slice, &found.index[..]) else {
        return Verdict::Covered;
    };
    let ends = |section: &&[Extent]| match section.last() {
        Some(Extent::Range { hi, .. }) => {
            let length = lengths.last().and_then(Option::as_ref);
            length
                .and_then(|length| beyond(hi, length))
                .is_some_and(|more| more >= 0)
        }
        _ => true,
    };
    if !sections.iter().any(ends) {
        return Verdict::Unknown;
    }
    let head = Use {
        index: vec![Some(first.clone()), first.plus(&Poly::constant(1))],
        ..found.clone()
    };
    let access = Access {
        found: &head,
        inner: &task.inner,
        guards: found.guarded.then_some(MAYBE).into_iter().collect(),
        lengths: lengths.to_vec(),
    };
    match judged(access) {
        Some(Verdict::Small | Verdict::Outside) => Verdict::Unknown,
        _ => Verdict::Covered,
    }
}

/// It is elements, not what is handed on as a whole or to its end.
fn is_part(found: &Use) -> bool {
    match found.shape {
        Shape::Element | Shape::Grid => !found.index.is_empty(),
        Shape::Slice => found.index.first() == Some(&None),
        _ => false,
    }
}

/// All its indices are known.
fn is_known(found: &Use) -> bool {
    let indexed = matches!(found.shape, Shape::Element | Shape::Grid | Shape::Slice);
    indexed && !found.index.is_empty() && found.index.iter().all(Option::is_some)
}

/// The access by the indices that have quotients in them.
fn precise<'t>(task: &'t Task, found: &Use, lengths: &[Option<Poly>]) -> Option<Access<'t>> {
    let precise = task.precise.as_ref()?;
    let same = |u: &&Use| u.span == found.span && u.name == found.name;
    let mut all = precise.uses.iter().filter(same);
    let found = all.next().filter(|u| is_known(u))?;
    let of_it = precise
        .guards
        .iter()
        .filter(|(span, _)| *span == found.span);
    let mut guards: Vec<&str> = of_it.map(|(_, text)| text.as_str()).collect();
    // A macro's text may have several of one name.
    let only = all.next().is_none();
    if !only && !guards.is_empty() {
        guards = vec![MAYBE];
    }
    only.then_some(Access {
        found,
        inner: &precise.inner,
        guards,
        lengths: lengths.to_vec(),
    })
}

/// The lengths of an array as far as they are known, by dimension.
fn lengths_of(task: &Task, variable: &Variable, templates: &[Template]) -> Vec<Option<Poly>> {
    let dims = variable.kind.dims();
    let named = |t: &&Template| {
        t.arrays
            .iter()
            .any(|a| a.0.as_ref() == Some(&variable.name))
    };
    let in_force = (templates.iter().rev()).filter(|t| t.scope.contains(&task.start));
    let given = in_force.into_iter().find(named).map(|t| {
        let length = |(text, number): &(String, Option<i64>)| {
            Some(number.map_or_else(|| Poly::atom(format!("({text})")), Poly::constant))
        };
        t.lengths.iter().map(length).collect::<Vec<_>>()
    });
    let declared = task.precise.iter().flat_map(|p| &p.lengths);
    let declared = || {
        declared
            .clone()
            .find(|(name, _)| *name == variable.name)
            .map(|(_, l)| l.clone())
    };
    // What Rust's clauses say of lengths.
    let asked = task.declared.iter().filter(|d| d.name == variable.name);
    let mut ends = asked.flat_map(|d| d.section.iter().flatten());
    let own = format!("{}.len()", variable.name);
    let is_asked = ends.any(|extent| match extent {
        Extent::Range { hi, .. } => hi.atoms().iter().any(|atom| atom.contains(&own)),
        Extent::All => false,
    });
    let length = || (is_asked && dims == 1).then(|| vec![Some(Poly::atom(own.as_str()))]);
    let lengths = (given.filter(|given| !given.is_empty()).or_else(declared)).or_else(length);
    lengths
        .filter(|lengths| lengths.len() == dims)
        .unwrap_or_default()
}

/// Whether a section holds what is touched, where they differ by numbers.
fn by_constants(outer: &[Extent], touch: &Touched, facts: &[(String, Poly)]) -> Verdict {
    // Innermost facts first: each is in terms of names that are bound before it.
    let number = |difference: Option<Poly>| {
        let value = |value: Poly, (name, fact): &(String, Poly)| value.substitute(name, fact);
        facts
            .iter()
            .rev()
            .try_fold(difference?, value)?
            .as_constant()
    };
    let mut sure = true;
    let index = &touch.found.index;
    for (n, (o, i)) in outer.iter().zip(&touch.section).enumerate() {
        let index = index.get(n).or(index.first()).and_then(Option::as_ref);
        let leads_there = |name: &str| !is_cut(i, name);
        if touch.found.guarded && index.is_some_and(|p| p.inner().any(leads_there)) {
            // An inner loop's bounds lead there, but perhaps not the condition.
            sure &= *o == Extent::All;
            continue;
        }
        match (o, i) {
            (Extent::All, _) => {}
            (Extent::Range { .. }, Extent::All) => sure = false,
            (Extent::Range { lo: a, hi: b }, Extent::Range { lo: c, hi: d }) => {
                let (below, above) = (number(c.minus(a)), number(b.minus(d)));
                match (below, above) {
                    (Some(below), _) if below < 0 => return Verdict::Small,
                    (_, Some(above)) if above < 0 => return Verdict::Small,
                    (Some(_), Some(_)) => {}
                    _ => sure = false,
                }
            }
        }
    }
    match sure {
        true => Verdict::Covered,
        false => Verdict::Unknown,
    }
}

/// The extent goes from task to task with the chunks of this loop.
fn is_cut(extent: &Extent, variable: &str) -> bool {
    let chunk = ["lo", "hi"].map(|end| format!("__{variable}_{end}"));
    let Extent::Range { lo, hi } = extent else {
        return false;
    };
    [lo, hi]
        .iter()
        .any(|p| chunk.iter().any(|atom| p.mentions(atom)))
}
