//! A task directive on its statement: the tiled nest, the code's uses, the clauses.

use tree_sitter::Node;

use crate::c::lower::declared_accesses::{self, believe, declared};
use crate::c::lower::{clauses, openmp, privatization, region, unbound_names};
use crate::c::parse::diagnostics;
use crate::c::parse::diagnostics::error;
use crate::c::parse::directives::Pragma;
use crate::c::parse::source::{Source, children, expression, field, words};
use crate::c::semantics::affine::Meaning;
use crate::c::semantics::calls::functions_called;
use crate::c::semantics::declarations::{self, Level};
use crate::c::semantics::induction_variables::{self, Counted, head, no_integer};
use crate::c::semantics::{local_types, value_facts};
use crate::c::walk::accesses::{Body, JUMP, comes_back};
use crate::c::walk::library_state;
use crate::diag::{Diagnostic, Diagnostics, codes};
use crate::directive::{Clause, Clauses, Directive, Kind, Text};
use crate::ir::cut::{self, Made, Part};
use crate::ir::{LoopInfo, Offset, Poly, Precise, Span, Target, Task, TileSize, TiledLoop};
use crate::lower::extreme;

/// Lowers a task directive on statement `stmt`.
pub(in crate::c) fn lower(
    src: &Source,
    pragma: &Pragma,
    stmt: Node,
    diags: &mut Diagnostics,
) -> Option<Task> {
    let directive = &pragma.directive;
    let before = diags.list.len();
    clauses::hold_expressions(src, directive, diags);
    let (mut clauses, counted) = clauses::read(directive, diags);
    clauses::hold_numbers(src, directive, &clauses, stmt, diags);
    let mut task = empty(src, directive, stmt);
    let mut body = Body::new(src);
    value_facts::note(src, stmt, &mut task);
    body.find_assigned(stmt);
    body.env.push();
    let code = match directive.kind {
        Kind::TaskTile => {
            if diags.list.len() > before && clauses.tiles.is_empty() && counted.is_none() {
                return None;
            }
            {
                let sizes = Sizes {
                    named: &clauses.tiles,
                    counted: counted.as_deref(),
                    condition: clauses.condition.as_deref(),
                };
                nest(src, &sizes, stmt, &mut task, &mut body, diags)?
            }
        }
        _ if stmt.kind() == "case_statement" => {
            let label = stmt.start_byte()
                ..stmt.start_byte() + src.text(stmt).find(':').map_or(4, |at| at + 1);
            let d = error(
                codes::PLACE,
                "a task is a statement behind a label of its `switch`",
                label,
            );
            diags.push(d.help("put the directive behind the `:`"));
            return None;
        }
        _ if stmt.kind() == "declaration" => {
            let d = error(
                codes::BINDS_VALUE,
                "a task cannot declare a variable: it runs later",
                stmt.byte_range(),
            );
            diags.push(d.help("declare it before the task, and assign it inside"));
            return None;
        }
        _ => stmt,
    };
    body.has_turns = !task.loops.is_empty() && !clauses.nested;
    let written = clauses.sections.iter().filter(|(mode, _)| mode.writes());
    body.said = written.map(|(_, item)| item.name.clone()).collect();
    body.named = (clauses.sections.iter())
        .map(|(_, item)| item.name.clone())
        .collect();
    openmp::shares(src, (directive, stmt), &mut clauses, diags);
    unbound_names::report(src, &clauses, stmt, directive, diags);
    let inner = unbound_names::innermost(stmt).byte_range();
    unbound_names::report_in_values(src, directive, &inner, diags);
    for name in privatization::own(src, code, &clauses.privates, diags) {
        body.env.bind(name, Meaning::Unknown);
    }
    body.cut = task.loops.iter().map(|l| l.var.clone()).collect();
    body.walk(src, code);
    diags.list.extend(local_types::check(src, stmt));
    let leaves = |what: &str| what != JUMP || !comes_back(src, code);
    for (span, what) in body.leaves.iter().filter(|(_, what)| leaves(what)) {
        let d = error(
            codes::LEAVES_TASK,
            format!("`{what}` cannot leave a task"),
            span.clone(),
        );
        diags.push(d.help("a task runs later, maybe on another thread: note in a variable what happened, and look at it after `#pragma hp5 task_wait`"));
    }
    for (span, name) in &body.unread {
        let message = format!("the macro `{name}` is no expression: what it touches is not seen");
        let d = error(codes::C_NOT_YET, message, span.clone());
        let d = d.help("write it out in the task, or make it a function: what functions of the file touch is found out");
        diags.push(d.help(diagnostics::CPP));
    }
    for (span, what) in &body.refused {
        let d = error(codes::C_NOT_YET, *what, span.clone());
        diags.push(d.help("write it beside the task's function"));
    }
    for (span, name) in &body.states {
        let message = format!("`{name}` is static: tasks that run at the same time would share it");
        let d = error(codes::C_STATIC, message, span.clone());
        diags.push(d.help("make it a variable of the file, which orders the tasks that use it, or one of the task"));
    }
    for (span, what) in body.unseen.iter().filter(|_| clauses.sections.is_empty()) {
        let d = error(codes::C_UNSEEN, what.as_str(), span.clone());
        diags.push(d.help("say by `in(..)`, `out(..)` or `inout(..)` what the task uses"));
    }
    if body.too_deep {
        diags.push(error(
            codes::TOO_DEEP,
            "the code is nested too deeply to be analysed",
            stmt.byte_range(),
        ));
    }
    task.uses = body.finish();
    diags.list.extend(library_state::report(src, stmt, &task));
    task.inner = std::mem::take(&mut body.loops);
    task.wraps = body.env.wraps.take();
    let mut uses = task.uses.iter();
    let in_turns = !task.loops.is_empty() && uses.any(|u| task.is_unknown(u));
    let sizes = (&clauses, counted.as_deref());
    task.precise = precise(src, directive, sizes, stmt, in_turns);
    let (list, points) = declared(src, &clauses.sections, &mut task, stmt, diags);
    task.declared = list;
    let unseen = !body.unseen.is_empty() || functions_called(src, vec![stmt]).1;
    believe(src, stmt, &mut task, points, unseen);
    declared_accesses::note_values(src, &mut task);
    for (n, reduction) in clauses.reductions.iter().enumerate() {
        if clauses.reductions[..n]
            .iter()
            .any(|r| r.name == reduction.name)
        {
            let message = format!("`{}` is in two reductions", reduction.name);
            diags.push(error(codes::DUPLICATE, message, reduction.span.clone()));
        }
    }
    task.reductions = clauses.reductions;
    task.privates = clauses.privates;
    task.condition = clauses.condition;
    task.included = clauses.included;
    task.priority = clauses.priority;
    task.name = clauses.name;
    task.target = clauses.target;
    if clauses.nested
        && let Some(clause) = said(directive, "final")
    {
        let message = "`final` is for what a task calls, and a composite task is a region";
        let d = error(codes::SYNTAX, message, clause.name.span.clone());
        diags.push(d.help("`if(..)` says when its code runs as it stands"));
    }
    if clauses.nested {
        task.nested = Some(Box::new(region::inside(src, &task, code)));
    }
    Some(task)
}

/// The clause of this name.
fn said<'d>(directive: &'d Directive, name: &str) -> Option<&'d Clause> {
    directive.clauses.iter().find(|c| c.name.text == name)
}

/// The task's uses once more, with quotients and remainders in their indices, where clauses have sections, and for
/// sections that are found `in_turns`.
fn precise(
    src: &Source,
    directive: &Directive,
    (clauses, counted): (&Clauses, Option<&[TileSize]>),
    stmt: Node,
    in_turns: bool,
) -> Option<Precise> {
    let sections = || {
        clauses
            .sections
            .iter()
            .filter(|(_, item)| item.section.is_some())
    };
    if sections().next().is_none() && !in_turns {
        return None;
    }
    let mut unheard = Diagnostics::default();
    let mut task = empty(src, directive, stmt);
    let mut body = Body::new(src);
    body.find_assigned(stmt);
    body.env.push();
    body.env.precise = true;
    let sizes = Sizes {
        named: &clauses.tiles,
        counted,
        condition: clauses.condition.as_deref(),
    };
    let code = match directive.kind {
        Kind::TaskTile => nest(src, &sizes, stmt, &mut task, &mut body, &mut unheard)?,
        _ => stmt,
    };
    body.has_turns = !task.loops.is_empty() && !clauses.nested;
    for name in privatization::own(src, code, &clauses.privates, &mut unheard) {
        body.env.bind(name, Meaning::Unknown);
    }
    body.cut = task.loops.iter().map(|l| l.var.clone()).collect();
    body.walk(src, code);
    let lengths = sections().map(|(_, item)| {
        let found = declarations::find(src, stmt, &item.name);
        let length = |length: Option<Span>| {
            let parsed = expression(src.slice(&length?), src)?;
            body.env.poly(&parsed, parsed.value()?)
        };
        // What a pointer leads to goes on: rows of `double (*a)[32]` have 32 elements.
        let lengths = found.map_or_else(Vec::new, |found| found.levels());
        let lengths = lengths.into_iter().map(|level| match level {
            Level::Array(length) => length,
            Level::Pointer => None,
        });
        (item.name.clone(), lengths.map(length).collect())
    });
    let lengths = lengths.collect();
    let uses = body.finish();
    Some(Precise {
        uses,
        inner: std::mem::take(&mut body.loops),
        guards: std::mem::take(&mut body.guards),
        lengths,
    })
}

fn empty(src: &Source, directive: &Directive, stmt: Node) -> Task {
    Task {
        line: src.line(directive.span.start),
        text: directive.text.clone(),
        start: directive.span.start,
        directive: directive.span.clone(),
        stmt: stmt.byte_range(),
        loops: Vec::new(),
        inner: Vec::new(),
        facts: Vec::new(),
        around: Vec::new(),
        residues: Vec::new(),
        sums: Vec::new(),
        unsigned: Vec::new(),
        wraps: Vec::new(),
        repeats: false,
        parallel: false,
        chain: false,
        uses: Vec::new(),
        asked: Vec::new(),
        resized: Vec::new(),
        self_fields: None,
        takes_self: false,
        declared: Vec::new(),
        accesses: Vec::new(),
        bindings: Vec::new(),
        computed: Vec::new(),
        held: Vec::new(),
        handed: Vec::new(),
        precise: None,
        captures: Vec::new(),
        privates: Vec::new(),
        unset: Vec::new(),
        reductions: Vec::new(),
        condition: None,
        included: None,
        priority: None,
        name: None,
        target: Target::Ppu,
        nested: None,
    }
}

/// Tile sizes of a nest: by the variables of its loops, or in order.
struct Sizes<'c> {
    named: &'c [(Text, TileSize)],
    counted: Option<&'c [TileSize]>,
    /// A condition decides whether the loops are cut.
    condition: Option<&'c str>,
}

/// Goes down the nest as far as tile sizes are given; returns the innermost tiled loop's body.
fn nest<'t>(
    src: &Source,
    sizes: &Sizes,
    stmt: Node<'t>,
    task: &mut Task,
    body: &mut Body,
    diags: &mut Diagnostics,
) -> Option<Node<'t>> {
    let wanted = sizes.counted.map_or(sizes.named.len(), <[_]>::len);
    if sizes.counted.is_some() && wanted == 0 {
        return None; // what is wrong with the sizes has been said
    }
    if wanted == 0 || wanted > 4 {
        let message = "a task loop needs the tile sizes of 1 to 4 loops, `do tasktile(64, 32)`";
        diags.push(error(codes::SYNTAX, message, task.directive.clone()));
        return None;
    }
    let mut at = stmt;
    let mut made: Vec<Made> = Vec::new();
    for n in 0..wanted {
        if at.kind() != "for_statement" {
            let d = match n {
                0 => error(
                    codes::PLACE,
                    "no `for` loop follows this directive",
                    task.directive.clone(),
                ),
                _ => error(
                    codes::NO_SUCH_LOOP,
                    format!("the nest has {n} loops, and tile sizes for {wanted}"),
                    task.directive.clone(),
                ),
            };
            diags.push(
                d.also(at.byte_range(), "this is none")
                    .help("`#pragma hp5 task` stands on other statements"),
            );
            return None;
        }
        let known = head(src, at);
        if let Some(d) = known
            .as_ref()
            .and_then(|known| counts_no_integer(src, at, known))
        {
            diags.push(d);
            return None;
        }
        let Some(known) = known.filter(|c| !body.env.assigned.contains(&c.var)) else {
            let place =
                at.start_byte()..field(at, "body").map_or(at.end_byte(), |b| b.start_byte());
            let why =
                induction_variables::why_not(src, at).unwrap_or("its code changes its variable");
            let d = error(
                codes::PLACE,
                format!("this loop cannot be cut: {why}"),
                place,
            );
            diags.push(d.help("write `for (i = lo; i < hi; i++)`, with `<=`, `i += step`, or down, `i >= lo; i--` or `i-- > lo;`; the loop itself must not change `i`"));
            return None;
        };
        let tile = match sizes.counted {
            Some(counted) => counted[n].clone(),
            None => {
                let Some((_, tile)) = sizes.named.iter().find(|(name, _)| name.text == known.var)
                else {
                    let left = sizes
                        .named
                        .iter()
                        .find(|(name, _)| !task.loops.iter().any(|l| l.var == name.text));
                    let (name, span) = left.map_or(("", task.directive.clone()), |(n, _)| {
                        (n.text.as_str(), n.span.clone())
                    });
                    let d = error(
                        codes::NO_SUCH_LOOP,
                        format!("`{name}` is not the variable of the next loop of the nest"),
                        span,
                    );
                    diags.push(d.also(
                        at.byte_range(),
                        format!("the next loop's variable is `{}`", known.var),
                    ));
                    return None;
                };
                tile.clone()
            }
        };
        let bounds = known.limits().map(|bound| src.with_macros(src.text(bound)));
        let changing = bounds.into_iter().find_map(|text| cut::named(&text, &made));
        let may_be_whole = sizes.condition.is_some();
        add_loop(
            src,
            at,
            &known,
            tile,
            (may_be_whole, changing.is_some()),
            task,
            body,
        );
        let by = known.by.map(|by| src.with_macros(src.text(by)));
        if let Some(name) = by.and_then(|text| cut::named(&text, &made)) {
            let head = known.bounds_span();
            diags.push(cut::unknown(Part::Bounds(&known.var), head, name));
            return None;
        }
        if let Some(name) = changing
            && task.loops.last().is_some_and(|l| l.hull.is_none())
        {
            let head = known.bounds_span();
            diags.push(cut::unknown(Part::Bounds(&known.var), head, name));
            return None;
        }
        made.push(Made {
            name: known.var.clone(),
            at: at.start_byte()..known.bounds_span().end,
        });
        let inside = field(at, "body")?;
        if n + 1 == wanted {
            return is_known(src, sizes, task, &made, diags).then_some(inside);
        }
        at = next_loop(inside, diags)?;
    }
    None
}

/// The variable of the loop is no integer.
fn counts_no_integer(src: &Source, at: Node, known: &Counted) -> Option<Diagnostic> {
    let kind = no_integer(src, at, known)?;
    let place = at.start_byte()..at.start_byte() + 3;
    let message = format!(
        "a tiled loop counts by an integer, `{}` is {kind}",
        known.var
    );
    let d = error(codes::PLACE, message, place);
    Some(d.help("count the elements: `for (int i = 0; i < n; i++)`"))
}

/// Whether tile sizes and the condition need nothing that the nest makes.
fn is_known(
    src: &Source,
    sizes: &Sizes,
    task: &Task,
    made: &[Made],
    diags: &mut Diagnostics,
) -> bool {
    let cuts = task.loops.iter().filter_map(|l| match &l.tile {
        TileSize::Expr(text) => Some((Part::TileSize(&l.var), text.as_str())),
        _ => None,
    });
    let condition = sizes.condition.map(|text| (Part::Condition, text));
    let before = diags.list.len();
    for (part, text) in cuts.chain(condition) {
        if let Some(name) = cut::named(&src.with_macros(text), made) {
            diags.push(cut::unknown(part, task.directive.clone(), name));
        }
    }
    diags.list.len() == before
}

fn add_loop(
    src: &Source,
    node: Node,
    known: &Counted,
    tile: TileSize,
    (may_be_whole, changing): (bool, bool),
    task: &mut Task,
    body: &mut Body,
) {
    let outer: Vec<LoopInfo> = body.loops.clone();
    let held = body.env.wraps.borrow().clone();
    let (lo, hi) = body.bounds(src, known);
    // Where such a loop begins and ends is found by the types of C when it is registered.
    if !changing {
        body.env.wraps.replace(held);
    }
    let hull = changing.then(|| {
        let least = lo.as_ref().and_then(|p| extreme(p, &outer, true));
        least.zip(hi.as_ref().and_then(|p| extreme(p, &outer, false)))
    });
    let atom = body.env.bind_loop(&known.var);
    body.env.declare(&known.var, known.int());
    let whole = LoopInfo {
        atom: atom.clone(),
        lo: lo.clone(),
        hi: hi.clone(),
        exact: false,
    };
    body.env.ranges.push(whole.clone());
    body.full.push(whole);
    let tile_seen = match &tile {
        TileSize::Expr(text) => src
            .scopes
            .seen(words(&src.with_macros(text)), &node.byte_range()),
        _ => None,
    };
    let tiled = TiledLoop {
        tile_seen,
        var: known.var.clone(),
        atom: atom.clone(),
        iterated: node.byte_range(),
        bounds: (lo, hi),
        range: String::new(),
        step: (!known.is_dense()).then(|| known.stride(src)),
        rev: known.down,
        tile,
        offset: Offset::NONE,
        hull: hull.flatten(),
    };
    // Of single turns the bounds are known of one another, unless all may be one task.
    let single = tiled.tile == TileSize::Fixed(1) && known.is_dense() && !may_be_whole;
    let lo = Poly::atom(tiled.lo_atom());
    let next = lo.plus(&Poly::constant(1)).filter(|_| single);
    body.loops.push(LoopInfo {
        atom,
        hi: next.or_else(|| Some(Poly::atom(tiled.hi_atom()))),
        lo: Some(lo),
        exact: known.is_dense() && tiled.hull.is_none(),
    });
    task.loops.push(tiled);
}

/// The one loop that a loop's body is.
fn next_loop<'t>(body: Node<'t>, diags: &mut Diagnostics) -> Option<Node<'t>> {
    if body.kind() != "compound_statement" {
        return Some(body);
    }
    let inside = children(body);
    match inside.as_slice() {
        [one] => Some(*one),
        _ => {
            let other = inside.iter().find(|n| n.kind() != "for_statement");
            let d = error(
                codes::IMPERFECT,
                "the tiled loops are not perfectly nested",
                other.unwrap_or(&body).byte_range(),
            );
            diags.push(
                d.label("this stands between them")
                    .help("move it out of the nest, or tile only the outer loop"),
            );
            None
        }
    }
}
