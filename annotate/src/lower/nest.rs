//! A task directive on its statement: the tiled nest, the body's uses, the clauses.

use tree_sitter::Node;

use crate::diag::{Diagnostic, Diagnostics, Severity, codes};
use crate::directive::{CLAUSES, Clauses, Directive, Kind};
use crate::ir::cut::{self, Made, Part};
use crate::ir::{LoopInfo, Offset, Poly, Precise, Task, TileSize, TiledLoop};
use crate::lower::affine::Env;
use crate::lower::bindings::Outer;
use crate::lower::body::{Body, RangeNodes, range_of};
use crate::lower::{
    choices, clauses, inside, macros, methods, residues, resized, unbound, whole_self,
};
use crate::syntax::names::pattern_names;
use crate::syntax::rust::{Source, children, field, label, peel};

/// Lowers a `task_tile` or `task` directive (with stacked clauses) on statement `stmt`.
/// Returns the task and whether it is composite.
pub(super) fn lower_task(
    src: &Source,
    directives: &[Directive],
    stmt: Node,
    diags: &mut Diagnostics,
) -> Option<(Task, bool)> {
    let first = directives.first()?;
    let clauses = clauses::read(directives, diags);
    unbound::report(src, directives, stmt, diags);
    let tiled = first.kind == Kind::TaskTile;
    let reported = diags
        .list
        .iter()
        .any(|d| first.span.contains(&d.primary.span.start));
    if tiled && clauses.tiles.is_empty() && reported {
        return None; // what is wrong with the tile sizes has been said
    }
    let mut task = empty_task(src, directives, first, stmt);
    let outer = Outer::around(src, stmt);
    task.facts = outer.facts();
    task.unsigned = outer.unsigned();
    task.around = outer.ranges();
    task.residues = outer.residues();
    task.residues.extend(residues::residues(src, stmt));
    macros::report(src, stmt, &outer, diags);
    let mut body = Body::new(src, env_of(&outer), outer);
    body.find_assigned(stmt);
    body.env.push();
    let code = if tiled {
        tiled_nest(src, &clauses, stmt, &mut task, &mut body, diags)?
    } else {
        if !clauses.tiles.is_empty() || stmt.kind() == "let_declaration" {
            diags.push(binds_value(stmt));
            return None;
        }
        stmt
    };
    body.cut = task.loops.iter().map(|l| l.var.clone()).collect();
    body.forget_assigned(code);
    body.walk(code);
    report_leaving(&body, diags);
    task.uses = body.finish();
    task.asked = std::mem::take(&mut body.asked);
    task.resized = resized::by(src, code);
    task.self_fields = methods::fields_read(src, &task.uses);
    task.inner = std::mem::take(&mut body.loops);
    // Bounds of loops inside may be in terms of them.
    let tiled = task.loops.len();
    task.inner.splice(tiled..tiled, body.env.choices.take());
    let mut uses = task.uses.iter();
    let in_turns =
        !task.loops.is_empty() && task.has_inner_loops() && uses.any(|u| task.is_unknown(u));
    task.precise = precise(src, (directives, &clauses), stmt, in_turns);
    let names = let_names(src, stmt);
    task.takes_self = whole_self::take_all(src, &mut task.uses);
    let changed = match task.takes_self {
        true => Vec::new(),
        false => inside::changed_fields(src, &mut task.uses, diags),
    };
    task.asked
        .retain(|asked| !(task.takes_self && whole_self::is_of_self(asked)));
    task.declared = clauses::declared(&clauses.sections, &mut task, &names, diags);
    task.declared.extend(changed);
    task.reductions = clauses.reductions;
    task.privates = clauses.privates;
    task.condition = clauses.condition;
    task.priority = clauses.priority;
    task.name = clauses.name;
    task.target = clauses.target;
    Some((task, clauses.nested))
}

/// The task's uses once more, with quotients and remainders in their indices, where clauses have sections or
/// such indices are wanted, `in_turns`.
fn precise(
    src: &Source,
    (directives, clauses): (&[Directive], &Clauses),
    stmt: Node,
    in_turns: bool,
) -> Option<Precise> {
    let mut sections = clauses.sections.iter();
    if !in_turns && !sections.any(|(_, item)| item.section.is_some()) {
        return None;
    }
    let first = directives.first()?;
    let outer = Outer::around(src, stmt);
    let mut env = env_of(&outer);
    env.precise = true;
    let mut task = empty_task(src, directives, first, stmt);
    let mut body = Body::new(src, env, outer);
    body.find_assigned(stmt);
    body.env.push();
    let code = match first.kind == Kind::TaskTile {
        true => tiled_nest(
            src,
            clauses,
            stmt,
            &mut task,
            &mut body,
            &mut Diagnostics::default(),
        )?,
        false => stmt,
    };
    body.cut = task.loops.iter().map(|l| l.var.clone()).collect();
    body.forget_assigned(code);
    body.walk(code);
    let uses = body.finish();
    let mut inner = std::mem::take(&mut body.loops);
    let tiled = task.loops.len();
    inner.splice(tiled..tiled, body.env.choices.take());
    Some(Precise {
        uses,
        inner,
        guards: std::mem::take(&mut body.guards),
        lengths: Vec::new(),
    })
}

/// What is known of names around a task.
fn env_of(outer: &Outer) -> Env {
    let mut env = Env::default();
    env.whole = outer.whole();
    env.named = outer.named_fields();
    env.natural.extend(outer.unsigned());
    env
}

fn binds_value(stmt: Node) -> Diagnostic {
    let message = "a task cannot bind a value here: it runs later";
    Diagnostic::new(Severity::Error, codes::BINDS_VALUE, message, stmt.byte_range())
        .help("declare the variable before the task, assign it inside, and read it after `#[hp5::task_wait]`")
}

fn empty_task(src: &Source, directives: &[Directive], first: &Directive, stmt: Node) -> Task {
    Task {
        line: src.line(first.span.start),
        text: directives
            .iter()
            .map(|d| d.text.clone())
            .collect::<Vec<_>>()
            .join(" "),
        start: first.span.start,
        directive: first.span.clone(),
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
        target: crate::ir::Target::Ppu,
        nested: None,
    }
}

/// Names that `let` statements of the task's code bind.
fn let_names(src: &Source, stmt: Node) -> Vec<String> {
    let mut names = Vec::new();
    let mut stack = vec![stmt];
    while let Some(node) = stack.pop() {
        if node.kind() == "let_declaration"
            && let Some(pattern) = field(node, "pattern")
        {
            names.extend(
                pattern_names(src, pattern)
                    .into_iter()
                    .map(|(name, _)| name),
            );
        }
        stack.extend(children(node));
    }
    names
}

/// Goes down the nest as far as tile sizes are given; returns the innermost tiled loop's body.
fn tiled_nest<'t>(
    src: &Source,
    clauses: &Clauses,
    stmt: Node<'t>,
    task: &mut Task,
    body: &mut Body,
    diags: &mut Diagnostics,
) -> Option<Node<'t>> {
    let mut at = peel(stmt);
    let mut left: Vec<&str> = clauses
        .tiles
        .iter()
        .map(|(var, _)| var.text.as_str())
        .collect();
    if left.is_empty() {
        let message = "`task_tile` needs the tile size of at least one loop, `task_tile(i = 64)`";
        diags.push(Diagnostic::new(
            Severity::Error,
            codes::SYNTAX,
            message,
            task.directive.clone(),
        ));
        return None;
    }
    if let Some(iterator) = iterator_of(src, at) {
        diags.push(no_range(iterator));
        return None;
    }
    if at.kind() == "for_expression"
        && let Some((name, _)) = clauses
            .tiles
            .iter()
            .find(|(name, _)| !has_loop(src, at, &name.text))
    {
        let message = format!("there is no loop over `{}` in this nest", name.text);
        let d = Diagnostic::new(
            Severity::Error,
            codes::NO_SUCH_LOOP,
            message,
            name.span.clone(),
        );
        let d = d.also(
            field(at, "pattern").unwrap_or(at).byte_range(),
            "the nest begins here",
        );
        diags.push(match name.text.as_str() {
            "nested" => d.help("the clause is written `nested`, without a value"),
            clause if CLAUSES.contains(&clause) => {
                d.help(format!("the clause is written `{clause}(..)`"))
            }
            _ => d,
        });
        return None;
    }
    let mut made: Vec<Made> = Vec::new();
    loop {
        if at.kind() != "for_expression" {
            diags.push(not_a_loop(src, clauses, &left, task, at));
            return None;
        }
        let pattern = field(at, "pattern")?;
        let var = src.text(pattern).to_owned();
        let Some(tile) = clauses
            .tiles
            .iter()
            .find(|(name, _)| name.text == var)
            .map(|(_, tile)| tile.clone())
        else {
            diags.push(no_such_loop(src, clauses, &left, at));
            return None;
        };
        left.retain(|name| *name != var);
        let value = field(at, "value")?;
        let Some(range) =
            range_of(src, value).filter(|r| r.hi.is_some() && r.lo.is_some() && !r.rev_after_step)
        else {
            diags.push(no_range(value));
            return None;
        };
        let changing = cut::named(src.text(range.range), &made);
        add_loop(
            src,
            (&var, tile),
            &range,
            value,
            changing.is_some(),
            task,
            body,
        );
        let unknown = changing.filter(|_| task.loops.last().is_some_and(|l| l.hull.is_none()));
        let step = range
            .step
            .and_then(|step| cut::named(src.text(step), &made));
        if let Some(name) = unknown.or(step) {
            diags.push(cut::unknown(Part::Bounds(&var), value.byte_range(), name));
            return None;
        }
        made.push(Made {
            name: var,
            at: pattern.byte_range(),
        });
        let block = field(at, "body")?;
        if left.is_empty() {
            body.turns_of = (!clauses.nested).then(|| label(src, at));
            return is_known(clauses, &made, diags).then_some(block);
        }
        at = next_loop(src, block, &mut made, body, diags)?;
    }
}

/// What a loop with a pattern for its variable runs over, if that is no range.
fn iterator_of<'t>(src: &Source, at: Node<'t>) -> Option<Node<'t>> {
    let pattern = field(at, "pattern").filter(|_| at.kind() == "for_expression")?;
    let value = field(at, "value")?;
    (pattern.kind() != "identifier" && range_of(src, value).is_none()).then_some(value)
}

fn no_range(value: Node) -> Diagnostic {
    let message = "a tiled loop runs over a range";
    Diagnostic::new(Severity::Error, codes::PLACE, message, value.byte_range())
        .help("write `for i in lo..hi`, `lo..=hi`, with `.rev()` before `.step_by(s)` if needed")
        .help("in place of an iterator: `for i in 0..a.len()`, with `a[i]` and `b[i]` in the body")
}

/// Whether tile sizes and the condition need nothing that the nest makes.
fn is_known(clauses: &Clauses, made: &[Made], diags: &mut Diagnostics) -> bool {
    let sizes = clauses.tiles.iter().filter_map(|(var, size)| match size {
        TileSize::Expr(text) => Some((Part::TileSize(&var.text), text, var.span.clone())),
        _ => None,
    });
    let condition = clauses.condition.iter();
    let condition = condition.map(|text| (Part::Condition, text, clauses.tiles[0].0.span.clone()));
    let mut known = true;
    for (part, text, at) in sizes.chain(condition) {
        if let Some(name) = cut::named(text, made) {
            diags.push(cut::unknown(part, at, name));
            known = false;
        }
    }
    known
}

/// True when some loop of the nest has this variable.
fn has_loop(src: &Source, nest: Node, var: &str) -> bool {
    let mut stack = vec![nest];
    while let Some(node) = stack.pop() {
        if node.kind() == "for_expression"
            && field(node, "pattern").is_some_and(|p| src.text(p) == var)
        {
            return true;
        }
        stack.extend(children(node));
    }
    false
}

fn add_loop(
    src: &Source,
    (var, tile): (&str, TileSize),
    range: &RangeNodes,
    iterated: Node,
    changing: bool,
    task: &mut Task,
    body: &mut Body,
) {
    let outer: Vec<LoopInfo> = body.loops.clone();
    let lo = range.lo.and_then(|n| body.env.bound(src, n, true));
    let hi = range.hi.and_then(|n| body.env.bound(src, n, false));
    let hi = hi.and_then(|hi| hi.plus(&Poly::constant(i64::from(range.inclusive))));
    let plain = |bound: Option<Poly>| bound.filter(|bound| !choices::is_choice(bound));
    let (lo, hi) = (plain(lo), plain(hi));
    let hull = if changing {
        let least = lo
            .as_ref()
            .and_then(|p| crate::lower::affine::extreme(p, &outer, true));
        let most = hi
            .as_ref()
            .and_then(|p| crate::lower::affine::extreme(p, &outer, false));
        least.zip(most)
    } else {
        None
    };
    let atom = body.env.bind_loop(var, lo.as_ref());
    let tiled = TiledLoop {
        var: var.to_owned(),
        atom: atom.clone(),
        iterated: iterated.byte_range(),
        bounds: (lo, hi),
        range: src.text(range.range).to_owned(),
        step: range.step.map(|s| src.text(s).to_owned()),
        rev: range.rev,
        tile,
        tile_seen: None,
        offset: Offset::NONE,
        hull,
    };
    body.env.note_step(src, range.step, &atom);
    body.env.ranges.push(LoopInfo {
        atom: atom.clone(),
        lo: tiled.bounds.0.clone(),
        hi: tiled.bounds.1.clone(),
        exact: false,
    });
    // The chunk's bounds stand for the loop's own.
    body.loops.push(LoopInfo {
        atom,
        lo: Some(Poly::atom(tiled.lo_atom())),
        hi: Some(Poly::atom(tiled.hi_atom())),
        exact: range.step.is_none() && tiled.hull.is_none(),
    });
    task.loops.push(tiled);
}

/// The one loop in a block, with only `let` statements before it.
fn next_loop<'t>(
    src: &Source,
    block: Node<'t>,
    made: &mut Vec<Made>,
    body: &mut Body,
    diags: &mut Diagnostics,
) -> Option<Node<'t>> {
    let mut found = None;
    for child in children(block) {
        match peel(child).kind() {
            "let_declaration" if found.is_none() => {
                body.walk(child);
                let pattern = field(child, "pattern");
                let names = pattern.map_or_else(Vec::new, |p| pattern_names(src, p));
                made.extend(names.into_iter().map(|(name, _)| Made {
                    name,
                    at: child.byte_range(),
                }));
            }
            "for_expression" if found.is_none() => found = Some(peel(child)),
            _ => {
                let message = "the tiled loops are not perfectly nested";
                let d = Diagnostic::new(
                    Severity::Error,
                    codes::IMPERFECT,
                    message,
                    child.byte_range(),
                );
                diags.push(
                    d.label("this stands between them")
                        .help("move it out of the nest, or tile only the outer loop"),
                );
                return None;
            }
        }
    }
    if found.is_none() {
        let message = "no loop is left for the remaining tile sizes";
        let _ = src;
        diags.push(Diagnostic::new(
            Severity::Error,
            codes::NO_SUCH_LOOP,
            message,
            block.byte_range(),
        ));
    }
    found
}

fn not_a_loop(src: &Source, clauses: &Clauses, left: &[&str], task: &Task, at: Node) -> Diagnostic {
    if task.loops.is_empty() {
        let message = "no `for` loop follows `task_tile`";
        return Diagnostic::new(
            Severity::Error,
            codes::PLACE,
            message,
            task.directive.clone(),
        )
        .also(at.byte_range(), "this is not one")
        .help("use `#[hp5::task]` on other statements");
    }
    no_such_loop(src, clauses, left, at)
}

fn no_such_loop(src: &Source, clauses: &Clauses, left: &[&str], at: Node) -> Diagnostic {
    let name = left.first().copied().unwrap_or("");
    let span = clauses
        .tiles
        .iter()
        .find(|(var, _)| var.text == name)
        .map_or(at.byte_range(), |(var, _)| var.span.clone());
    let here = field(at, "pattern").map_or(String::new(), |p| src.text(p).to_owned());
    let message = format!("`{name}` is not the variable of the next loop of the nest");
    Diagnostic::new(Severity::Error, codes::NO_SUCH_LOOP, message, span)
        .also(
            field(at, "pattern").unwrap_or(at).byte_range(),
            format!("the next loop's variable is `{here}`"),
        )
        .help("tile the loops from the outermost inwards, without gaps")
}

fn report_leaving(body: &Body, diags: &mut Diagnostics) {
    for (span, name) in &body.statics {
        let message = format!("a task writes the static `{name}`");
        let d = Diagnostic::new(Severity::Error, codes::PLACE, message, span.clone());
        diags.push(d.help(format!("hand the region a reference to it, as in `fn f(grid: &mut ..)` called with `&mut {name}`: tasks that use it are ordered then")));
    }
    for (span, what) in &body.leaves {
        let message = format!("`{what}` cannot leave a task");
        let d = Diagnostic::new(Severity::Error, codes::LEAVES_TASK, message, span.clone());
        diags.push(d.help("a task runs later, maybe on another thread: store what happened in a variable and look at it after `#[hp5::task_wait]`"));
    }
    if body.too_deep {
        let message = "the code is nested too deeply to be analysed";
        diags.push(Diagnostic::new(
            Severity::Error,
            codes::TOO_DEEP,
            message,
            0..0,
        ));
    }
}
