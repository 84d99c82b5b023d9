//! Finding regions, templates, tasks and waits in a Rust file.

use tree_sitter::Node;

use crate::diag::{Diagnostic, Diagnostics, Severity, codes};
use crate::directive::{self, Directive, Kind};
use crate::ir::{Region, RegionForm, Span, Step, Template, Unit};
use crate::lower::nest::lower_task;
use crate::lower::{hidden, kinds, unbound};
use crate::syntax::rust::{Source, children, field, peel};

/// An attribute of ours with the node that it stands on.
struct Found<'t> {
    directives: Vec<Directive>,
    target: Option<Node<'t>>,
}

/// Builds the IR of a file.
pub fn lower(src: &Source, diags: &mut Diagnostics) -> Unit {
    let mut unit = Unit::default();
    let found = find_directives(src, &mut unit.directives, diags);
    hidden::report(src, diags);
    if unit.directives.is_empty() {
        return unit;
    }
    let mut regions: Vec<Region> = Vec::new();
    // Directives in what was given up are no mistakes of their own.
    let mut given_up: Vec<Span> = Vec::new();
    for group in &found {
        match analysable(group, diags)
            .then(|| open_region(src, group, diags))
            .flatten()
        {
            Some(mut region) => {
                report_error_node(src, group, diags);
                report_unmarked(&region, group, &found, diags);
                function_templates(&mut region, group, diags);
                regions.push(region);
            }
            None if group.directives.iter().any(|d| d.kind == Kind::Region) => {
                given_up.extend(group.target.map(|t| t.byte_range()));
            }
            None => {}
        }
    }
    fill_regions(src, &mut regions, &found, &given_up, diags);
    for region in &regions {
        let (root, body) = (src.tree.root_node(), &region.body);
        if let Some(code) = root.descendant_for_byte_range(body.start, body.end) {
            kinds::report(code, diags);
        }
    }
    unit.regions = regions;
    unit
}

/// False, with a finding, where the tree is too high: passes look up and down in it.
fn analysable(found: &Found, diags: &mut Diagnostics) -> bool {
    let Some(directive) = found.directives.iter().find(|d| d.kind == Kind::Region) else {
        return true;
    };
    let deep = found.target.is_some_and(|t| deeper_than(t, DEPTH));
    if deep {
        let message = "the code of this region is nested too deeply to be analysed";
        diags.push(Diagnostic::new(
            Severity::Error,
            codes::TOO_DEEP,
            message,
            directive.span.clone(),
        ));
    }
    !deep
}

/// Reports a region that is a block where no attribute is around it that removes its directives.
fn report_unmarked(region: &Region, group: &Found, found: &[Found], diags: &mut Diagnostics) {
    let removes = |other: &Found| {
        let own =
            (other.directives.iter()).any(|d| matches!(d.kind, Kind::Region | Kind::Annotated));
        let item = other.target.filter(|t| t.kind().ends_with("_item"));
        own && item.is_some_and(|item| item.byte_range().contains(&region.body.start))
    };
    if region.form == RegionForm::Block && !found.iter().any(removes) {
        let directive = &group.directives[0].span;
        let message = "a region that is a block, in a function without `#[hp5::annotated]`";
        let d = Diagnostic::new(Severity::Error, codes::PLACE, message, directive.clone());
        diags.push(d.help(
            "put `#[hp5::annotated]` on the function, the `impl` or the module around it: attributes of blocks are not Rust, and that one removes them from the serial program",
        ));
    }
}

/// Reports the first syntax error in a region's code.
fn report_error_node(src: &Source, found: &Found, diags: &mut Diagnostics) {
    let Some(target) = found.target.filter(|t| t.has_error()) else {
        return;
    };
    let mut at = target;
    while let Some(next) = at
        .children(&mut at.walk())
        .find(|c| c.has_error() || c.is_missing())
    {
        at = next;
        if at.is_error() || at.is_missing() {
            break;
        }
    }
    let span = at.start_byte()..at.end_byte().min(at.start_byte() + 40);
    let span = if src.text.get(span.clone()).is_some() {
        span
    } else {
        at.start_byte()..at.start_byte()
    };
    let message = "the code of this region has a syntax error";
    let d = Diagnostic::new(Severity::Error, codes::SOURCE_SYNTAX, message, span)
        .label("the parser stumbles here");
    diags.push(d.also(found.directives[0].span.clone(), "the region"));
}

/// Deepest tree of a region.
const DEPTH: usize = 400;

/// True when the tree below `node` has more than `limit` levels.
fn deeper_than(node: Node, limit: usize) -> bool {
    let mut cursor = node.walk();
    let mut depth = 0;
    loop {
        if cursor.goto_first_child() {
            depth += 1;
            if depth > limit {
                return true;
            }
            continue;
        }
        while !cursor.goto_next_sibling() {
            if depth == 0 || !cursor.goto_parent() {
                return false;
            }
            depth -= 1;
        }
    }
}

/// All our attributes, in source order, grouped by the node that they stand on.
fn find_directives<'s>(
    src: &'s Source,
    spans: &mut Vec<Span>,
    diags: &mut Diagnostics,
) -> Vec<Found<'s>> {
    let mut list: Vec<Found<'s>> = Vec::new();
    // Each node with what follows it, attributes skipped: asking the tree for siblings one by
    // one takes cubic time in long lists.
    let mut stack = vec![(src.tree.root_node(), None)];
    while let Some((node, target)) = stack.pop() {
        let mut next = None;
        for part in children(node).into_iter().rev() {
            stack.push((part, next));
            if part.kind() != "attribute_item" {
                next = Some(part);
            }
        }
        if node.kind() != "attribute_item" {
            continue;
        }
        let before = diags.list.len();
        let parsed = directive::parse(src.text(node), node.start_byte(), diags);
        if parsed.is_some() || diags.list.len() > before {
            spans.push(node.byte_range());
        }
        let Some(directive) = parsed else { continue };
        match list.last_mut() {
            Some(last)
                if target.is_some() && last.target.map(|t| t.id()) == target.map(|t| t.id()) =>
            {
                last.directives.push(directive);
            }
            _ => list.push(Found {
                directives: vec![directive],
                target,
            }),
        }
    }
    list
}

/// A `static` of a function, which is one thing for all that its code does.
fn static_item(node: Node) -> Option<Node> {
    match node.kind() {
        "static_item" => Some(node),
        _ => children(node).into_iter().find_map(static_item),
    }
}

fn open_region(src: &Source, found: &Found, diags: &mut Diagnostics) -> Option<Region> {
    let directive = found.directives.iter().find(|d| d.kind == Kind::Region)?;
    let misplaced = |message: &str| {
        Diagnostic::new(
            Severity::Error,
            codes::PLACE,
            message,
            directive.span.clone(),
        )
    };
    let Some(target) = found.target else {
        diags.push(misplaced("no function or block follows `region`"));
        return None;
    };
    let target = peel(target);
    let (mut name, mut serial, mut joined) = (String::new(), None, false);
    let mut condition: Option<String> = None;
    for clause in &directive.clauses {
        match (clause.name.text.as_str(), &clause.value) {
            ("name", Some(value)) => name = value.text.trim_matches('"').to_owned(),
            ("serial", Some(value)) => serial = Some(value.text.clone()),
            ("joined", None) => joined = true,
            ("if", Some(value)) if !value.text.is_empty() => {
                if condition.replace(value.text.clone()).is_some() {
                    diags.push(directive::duplicate(clause));
                }
            }
            _ => {
                let known = ["name", "serial", "joined", "if"];
                diags.push(directive::unknown_clause(clause, &known));
            }
        }
    }
    if condition.is_some() {
        let twice =
            (joined.then_some(("goes with a region that is not joined", target))).or_else(|| {
                let found = static_item(target)?;
                Some((
                    "has the code of its region twice: declare this outside of it",
                    found,
                ))
            });
        if let Some((message, place)) = twice {
            let message = format!("`if` {message}");
            let at = if joined {
                directive.span.clone()
            } else {
                place.byte_range()
            };
            diags.push(Diagnostic::new(Severity::Error, codes::SYNTAX, message, at));
            return None;
        }
    }
    let (form, body) = match target.kind() {
        "function_item" => {
            // `const N: usize` among the parameters says nothing of the function.
            let modifiers = children(target).into_iter();
            let modifiers: Vec<&str> = modifiers
                .filter(|part| part.kind() == "function_modifiers")
                .flat_map(|part| src.text(part).split_whitespace())
                .collect();
            if let Some(word) = ["const", "async"]
                .into_iter()
                .find(|word| modifiers.contains(word))
            {
                let message = format!("a `{word}` function cannot be a region");
                diags.push(Diagnostic::new(
                    Severity::Error,
                    codes::BAD_FUNCTION,
                    message,
                    directive.span.clone(),
                ));
                return None;
            }
            if joined && let Some(reason) = cannot_join(target) {
                diags.push(Diagnostic::new(
                    Severity::Error,
                    codes::BAD_FUNCTION,
                    reason,
                    directive.span.clone(),
                ));
                return None;
            }
            let ident = field(target, "name")?;
            if name.is_empty() {
                name = src.text(ident).to_owned();
            }
            (
                RegionForm::Function {
                    item: target.byte_range(),
                    name: ident.byte_range(),
                    serial,
                },
                field(target, "body")?,
            )
        }
        "block" | "unsafe_block" => {
            if let Some(serial) = serial {
                diags.push(misplaced(&format!(
                    "`serial({serial})` goes with a function"
                )));
            }
            if joined {
                diags.push(
                    misplaced("`joined` goes with a function")
                        .help("make the block a function of its own, and call it"),
                );
            }
            (RegionForm::Block, target)
        }
        "ERROR" => {
            report_error_node(src, found, diags);
            return None;
        }
        kind => {
            let d = misplaced("no function or block follows `region`")
                .also(target.byte_range(), "this is neither");
            diags.push(match kind {
                "impl_item" | "mod_item" | "trait_item" => d.help(
                    "write `#[hp5::annotated]` here, and `#[hp5::region]` on the functions in it",
                ),
                "let_declaration" => d.help(
                    "declare the variable before, and put the region on a block, or make it a function",
                ),
                kind if kind.ends_with("_item") => d,
                _ => d.help("make the code a function, or a block"),
            });
            return None;
        }
    };
    if name.is_empty() {
        name = format!("region:{}", src.line(directive.span.start));
    }
    Some(Region {
        joined,
        condition,
        ..new_region(src, name, directive.span.start, form, body)
    })
}

/// Why a function cannot be part of the region that calls it.
fn cannot_join(function: Node) -> Option<&'static str> {
    let parameters = field(function, "parameters")
        .map(children)
        .unwrap_or_default();
    let own = (parameters.iter()).any(|p| p.kind() == "self_parameter");
    if field(function, "return_type").is_some() {
        Some("a function with a joined region has no value: its tasks are not done when it returns")
    } else if own {
        Some("a joined region cannot take `self`: give it the fields that it needs")
    } else {
        None
    }
}

fn new_region(src: &Source, name: String, at: usize, form: RegionForm, body: Node) -> Region {
    Region {
        tail: tail_of(src, body).map(|t| t.byte_range()),
        ..Region::new(name, src.line(at), form, body.byte_range())
    }
}

/// The expression that a block's value is.
fn tail_of<'t>(src: &Source, block: Node<'t>) -> Option<Node<'t>> {
    let last = children(block).into_iter().last()?;
    if last.kind() == "expression_statement" {
        // The grammar makes statements of trailing `match { .. }`, `if { .. }`, `loop { .. }`.
        let valued = [
            "match_expression",
            "if_expression",
            "loop_expression",
            "block",
            "unsafe_block",
        ];
        let directive = last
            .prev_named_sibling()
            .is_some_and(|a| a.kind() == "attribute_item");
        let whole = children(last)
            .first()
            .is_some_and(|inner| valued.contains(&inner.kind()));
        return (whole && !directive && !src.text(last).ends_with(';')).then_some(last);
    }
    let statement = last.kind().ends_with("_statement")
        || last.kind().ends_with("_declaration")
        || last.kind().ends_with("_item");
    let unit = matches!(
        last.kind(),
        "for_expression" | "while_expression" | "empty_statement" | "attribute_item"
    );
    (!statement && !unit && last.kind() != "label").then_some(last)
}

fn function_templates(region: &mut Region, found: &Found, diags: &mut Diagnostics) {
    for directive in &found.directives {
        match directive.kind {
            Kind::ArrayTile => region.templates.push(Template {
                span: directive.span.clone(),
                scope: region.body.clone(),
                arrays: directive::templates(directive, diags),
                lengths: Vec::new(),
            }),
            Kind::Region | Kind::Annotated => {}
            _ => diags.push(outside(directive)),
        }
    }
}

fn outside(directive: &Directive) -> Diagnostic {
    let message = "this directive is in no region";
    Diagnostic::new(
        Severity::Error,
        codes::PLACE,
        message,
        directive.span.clone(),
    )
    .help("put `#[hp5::region]` on the function around it")
}

/// Deals the directives out to the innermost region or composite task around them.
fn fill_regions(
    src: &Source,
    regions: &mut [Region],
    found: &[Found],
    given_up: &[Span],
    diags: &mut Diagnostics,
) {
    for group in found {
        let first = &group.directives[0];
        if group
            .directives
            .iter()
            .any(|d| matches!(d.kind, Kind::Region | Kind::Annotated))
        {
            continue;
        }
        let Some(region) = innermost(regions, first.span.start) else {
            if !given_up.iter().any(|span| span.contains(&first.span.start)) {
                diags.push(outside(first));
            }
            continue;
        };
        if let Err(task) = inside_task(region, first.span.start) {
            let message = "a directive inside a task";
            let d = Diagnostic::new(Severity::Error, codes::PLACE, message, first.span.clone());
            diags.push(
                d.also(task, "the task")
                    .help("give the task the `nested` clause to make it a region of its own"),
            );
            continue;
        }
        add_step(src, region, group, diags);
    }
}

/// The innermost region or composite task that holds byte `at`.
fn innermost(regions: &mut [Region], at: usize) -> Option<&mut Region> {
    let region = regions
        .iter_mut()
        .filter(|r| r.body.contains(&at))
        .min_by_key(|r| r.body.len())?;
    let composite = region.steps.iter().position(|step| match step {
        Step::Task(task) => task.nested.as_ref().is_some_and(|n| n.body.contains(&at)),
        Step::Wait { .. } => false,
    });
    match composite {
        None => Some(region),
        Some(n) => match &mut region.steps[n] {
            Step::Task(task) => innermost(std::slice::from_mut(task.nested.as_mut()?.as_mut()), at),
            Step::Wait { .. } => None,
        },
    }
}

fn inside_task(region: &Region, at: usize) -> Result<(), Span> {
    let tasks = region.steps.iter().filter_map(|step| match step {
        Step::Task(task) => Some(task),
        Step::Wait { .. } => None,
    });
    match tasks.into_iter().find(|task| task.stmt.contains(&at)) {
        Some(task) => Err(task.directive.clone()),
        None => Ok(()),
    }
}

fn add_step(src: &Source, region: &mut Region, group: &Found, diags: &mut Diagnostics) {
    let mut rest: Vec<Directive> = Vec::new();
    for directive in &group.directives {
        match directive.kind {
            Kind::TaskWait => {
                for clause in &directive.clauses {
                    let message = "`task_wait` waits for all tasks so far, and takes no clause";
                    let at = clause.name.span.clone();
                    diags.push(Diagnostic::new(Severity::Error, codes::SYNTAX, message, at));
                }
                region.steps.push(Step::Wait {
                    at: directive.span.start,
                    implicit: false,
                });
            }
            Kind::ArrayTile => {
                if let Some(target) = group.target {
                    unbound::report_template(src, directive, target, diags);
                }
                let end = group
                    .target
                    .and_then(|t| t.parent())
                    .map_or(region.body.end, |b| b.end_byte());
                region.templates.push(Template {
                    span: directive.span.clone(),
                    scope: directive.span.start..end,
                    arrays: directive::templates(directive, diags),
                    lengths: Vec::new(),
                });
            }
            _ => rest.push(directive.clone()),
        }
    }
    let Some(first) = rest.first() else { return };
    let is_task = |d: &&Directive| matches!(d.kind, Kind::Task | Kind::TaskTile);
    if let Some(second) = rest.iter().filter(is_task).nth(1) {
        let message = "a second task directive on one statement";
        let at = second.span.clone();
        let d = Diagnostic::new(Severity::Error, codes::DUPLICATE, message, at);
        diags.push(d.also(first.span.clone(), "the first one"));
        return;
    }
    let Some(target) = group.target.filter(|t| t.kind() != "empty_statement") else {
        let message = "a task directive stands before the statement that is the task";
        diags.push(Diagnostic::new(
            Severity::Error,
            codes::PLACE,
            message,
            first.span.clone(),
        ));
        return;
    };
    if !matches!(first.kind, Kind::Task | Kind::TaskTile) {
        let message = "a clause needs a `task` or `task_tile` before it";
        diags.push(Diagnostic::new(
            Severity::Error,
            codes::PLACE,
            message,
            first.span.clone(),
        ));
        return;
    }
    let Some((mut task, nested)) = lower_task(src, &rest, target, diags) else {
        return;
    };
    if nested {
        task.nested = nested_body(src, &task, target).map(Box::new);
    }
    region.hand_down(&mut task);
    region.steps.push(Step::Task(task));
}

/// The region inside a composite task: the innermost tiled loop's body, or the block.
fn nested_body(src: &Source, task: &crate::ir::Task, stmt: Node) -> Option<Region> {
    let mut at = peel(stmt);
    for _ in 1..task.loops.len().max(1) {
        let block = field(at, "body")?;
        at = children(block)
            .into_iter()
            .map(peel)
            .find(|n| n.kind() == "for_expression")?;
    }
    let body = if at.kind() == "for_expression" {
        field(at, "body")?
    } else {
        at
    };
    (body.kind() == "block").then(|| {
        new_region(
            src,
            format!("task:{}", task.line),
            task.start,
            RegionForm::Nested,
            body,
        )
    })
}
