//! Regions of a file: which code they are, and the tasks, waits and templates in them.

use std::collections::HashMap;

use tree_sitter::Node;

use crate::c::lower::{clauses, serial_fallback, task, unbound_names};
use crate::c::parse::diagnostics;
use crate::c::parse::diagnostics::error;
use crate::c::parse::directives::{self, Part, Pragma};
use crate::c::parse::source::{self, Source, children};
use crate::c::semantics::integer_arithmetic::integer;
use crate::diag::{Diagnostic, Diagnostics, codes};
use crate::directive::{self, Clauses, Kind, Text, split};
use crate::ir::{Region, RegionForm, Span, Step, Task, Template, TileSize};

/// Deepest tree of a file that is looked at.
const DEPTH: usize = 600;

/// Builds the regions of a file.
pub(in crate::c) fn lower(
    src: &Source,
    pragmas: &[Pragma],
    diags: &mut Diagnostics,
) -> Vec<Region> {
    let statements = Statements::of(src);
    if statements.too_deep {
        diags.push(error(
            codes::TOO_DEEP,
            "the file is nested too deeply to be analysed",
            pragmas[0].directive.span.clone(),
        ));
        return Vec::new();
    }
    let mut regions: Vec<Region> = Vec::new();
    let mut open: Option<(&Pragma, Span)> = None;
    // Directives of regions that are blocks, and these; code of which it is not known how far its region goes.
    let (mut blocks, mut unknown): (Vec<(Span, Span)>, Vec<Span>) = (Vec::new(), Vec::new());
    let in_function = |block: &Node| src.function_at(block.start_byte()).is_some();
    let inside = pragmas
        .iter()
        .filter_map(|p| in_statement(src, &p.directive.span));
    diags.list.extend(inside);
    for pragma in pragmas {
        let span = pragma.directive.span.clone();
        let is_region = pragma.directive.kind == Kind::Region;
        if is_region && pragma.part != Part::Block {
            diags.list.extend(unbraced(src, &span));
        }
        if is_region && pragma.part == Part::End {
            takes_nothing(pragma, "region end", diags);
        }
        if is_region && pragma.part != Part::End {
            let begun = open.as_ref().map(|(begin, _)| &begin.directive.span);
            let mut within = blocks
                .iter()
                .filter(|(_, block)| block.contains(&span.start));
            if let Some(around) = begun.or(within.next().map(|(at, _)| at)) {
                let d = error(codes::PLACE, "a region begins inside another one", span);
                diags.push(d.also(
                    around.clone(),
                    "which begins here, and has no end before it",
                ));
                continue;
            }
        }
        match (is_region, pragma.part) {
            (true, Part::Begin) => match statements.block_at(src, pragma.end).filter(in_function) {
                Some(block) => open = Some((pragma, block.byte_range())),
                None => diags.push(outside(span)),
            },
            (true, Part::End) => match open.take() {
                Some((begin, block)) => {
                    let here = statements.block_at(src, span.start).map(|b| b.byte_range());
                    if here.as_ref() == Some(&block) {
                        let body = begin.end..span.start;
                        regions.push(new_region(
                            src,
                            begin,
                            body,
                            RegionForm::Function {
                                item: begin.directive.span.clone(),
                                name: span,
                                serial: None,
                            },
                            diags,
                        ));
                    } else {
                        let d = error(
                            codes::PLACE,
                            "a region ends in another block than it begins in",
                            span,
                        );
                        diags.push(d.also(begin.directive.span.clone(), "it begins here"));
                    }
                }
                None => diags.push(error(
                    codes::PLACE,
                    "a region ends that did not begin",
                    span,
                )),
            },
            (true, Part::Block) => match statements.after(pragma.end) {
                Some(block) if block.kind() == "compound_statement" && !in_function(&block) => {
                    diags.push(outside(span));
                }
                Some(block) if block.kind() == "compound_statement" => {
                    blocks.push((span, block.byte_range()));
                    regions.push(new_region(
                        src,
                        pragma,
                        block.byte_range(),
                        RegionForm::Block,
                        diags,
                    ));
                }
                Some(stmt) if in_function(&stmt) && is_statement(&stmt) => {
                    let body = pragma.end..stmt.end_byte();
                    blocks.push((span.clone(), body.clone()));
                    let form = RegionForm::Statement { directive: span };
                    regions.push(new_region(src, pragma, body, form, diags));
                }
                _ => {
                    let end = statements
                        .block_at(src, pragma.end)
                        .map_or(span.end, |b| b.end_byte());
                    unknown.push(span.start..end);
                    let d = error(codes::PLACE, "no statement follows `region`", span);
                    diags.push(d.help("a region is a block, a loop, a call or what else is a statement; or write `region begin` and `region end` around the code"));
                }
            },
            (false, _) => {}
        }
    }
    if let Some((begin, _)) = open {
        diags.push(
            error(
                codes::PLACE,
                "this region has no end",
                begin.directive.span.clone(),
            )
            .help("`#pragma hp5 region end`, in the same block"),
        );
        return Vec::new();
    }
    for pragma in pragmas.iter().filter(|p| p.directive.kind != Kind::Region) {
        let at = &pragma.directive.span;
        if unknown.iter().any(|u| u.contains(&at.start)) && innermost(&mut regions, at).is_none() {
            continue;
        }
        add_step(src, &statements, &mut regions, pragma, diags);
    }
    for region in &regions {
        report_error_node(src, region, diags);
        serial_fallback::check(src, region, diags);
    }
    regions
}

/// A statement that can be a region: it declares nothing that code behind it may use, and nothing jumps to it.
fn is_statement(node: &Node) -> bool {
    !matches!(
        node.kind(),
        "declaration"
            | "case_statement"
            | "labeled_statement"
            | "break_statement"
            | "continue_statement"
    )
}

/// A directive that stands in the middle of a statement is none of the program's.
fn in_statement(src: &Source, at: &Span) -> Option<Diagnostic> {
    let root = src.tree.root_node();
    let around = root.descendant_for_byte_range(at.start, at.end)?.kind();
    let others = [
        "expression_statement",
        "declaration",
        "init_declarator",
        "argument_list",
        "initializer_list",
        "return_statement",
    ];
    (around.ends_with("_expression") || others.contains(&around)).then(|| {
        let message = "this directive stands in the middle of a statement";
        error(codes::PLACE, message, at.clone())
    })
}

fn outside(span: Span) -> Diagnostic {
    error(codes::PLACE, "a region outside of a function", span).help(
        "a function is known by the type that it gives, `int f(..)`, also where C before 1999 did without",
    )
}

/// Reports clauses of a directive that has none.
fn takes_nothing(pragma: &Pragma, name: &str, diags: &mut Diagnostics) {
    if let Some(clause) = pragma.directive.clauses.first() {
        let message = format!("`{name}` takes no clauses");
        let span = clause.name.span.clone();
        diags.push(error(codes::SYNTAX, message, span));
    }
}

/// A directive that does something by itself stands where an `if` or a loop takes one statement: what
/// follows would be that statement in the program without directives, and none in the one with them.
fn unbraced(src: &Source, at: &Span) -> Option<Diagnostic> {
    let around = src
        .tree
        .root_node()
        .descendant_for_byte_range(at.start, at.end)?;
    let of = match around.kind() {
        "if_statement" => "if",
        "else_clause" => "else",
        "for_statement" => "for",
        "while_statement" => "while",
        "do_statement" => "do",
        "switch_statement" => "switch",
        _ => return None,
    };
    let message = format!("this directive stands where `{of}` takes one statement");
    let d = error(codes::PLACE, &message, at.clone());
    Some(d.help(format!("write braces around what belongs to `{of}`")))
}

/// Statements by where they begin.
struct Statements<'t> {
    starts: HashMap<usize, Node<'t>>,
    ordered: Vec<usize>,
    too_deep: bool,
}

impl<'t> Statements<'t> {
    fn of(src: &'t Source) -> Self {
        let mut found = Statements {
            starts: HashMap::new(),
            ordered: Vec::new(),
            too_deep: false,
        };
        let mut stack = vec![(src.tree.root_node(), 0)];
        while let Some((node, depth)) = stack.pop() {
            found.too_deep |= depth > DEPTH;
            if depth > DEPTH {
                break;
            }
            let kind = node.kind();
            if kind.ends_with("_statement") || kind == "declaration" {
                found.starts.entry(node.start_byte()).or_insert(node);
            }
            stack.extend(children(node).into_iter().map(|c| (c, depth + 1)));
        }
        found.ordered = found.starts.keys().copied().collect();
        found.ordered.sort_unstable();
        found
    }

    /// The statement that follows byte `at`, if nothing else does.
    fn after(&self, at: usize) -> Option<Node<'t>> {
        let n = self.ordered.partition_point(|&start| start < at);
        self.ordered
            .get(n)
            .and_then(|start| self.starts.get(start))
            .copied()
    }

    /// The innermost block around byte `at`.
    fn block_at(&self, src: &'t Source, at: usize) -> Option<Node<'t>> {
        let mut node = src.tree.root_node().descendant_for_byte_range(at, at)?;
        loop {
            if node.kind() == "compound_statement" && node.start_byte() < at && at < node.end_byte()
            {
                return Some(node);
            }
            node = node.parent()?;
        }
    }
}

fn new_region(
    src: &Source,
    pragma: &Pragma,
    body: Span,
    form: RegionForm,
    diags: &mut Diagnostics,
) -> Region {
    let at = pragma.directive.span.start;
    let function = src
        .function_at(body.start)
        .and_then(|f| source::function_name(src, f));
    let mut name = function.unwrap_or_else(|| format!("region:{}", src.place(src.line(at)).1));
    let mut joined = false;
    let mut conditions: Vec<String> = Vec::new();
    let around = src.tree.root_node().descendant_for_byte_range(at, at);
    clauses::hold_expressions(src, &pragma.directive, diags);
    if let Some(around) = around {
        let none = Clauses::default();
        clauses::hold_numbers(src, &pragma.directive, &none, around, diags);
    }
    unbound_names::report_in_values(src, &pragma.directive, &pragma.directive.span, diags);
    for clause in &pragma.directive.clauses {
        match (clause.name.text.as_str(), &clause.value) {
            ("joined", None) => joined = true,
            ("name", Some(value)) => name = value.text.trim_matches('"').to_owned(),
            ("if" | "final", Some(value)) if !value.text.is_empty() => {
                let holds = match clause.name.text.as_str() {
                    "if" => format!("({})", value.text),
                    _ => format!("!({})", value.text),
                };
                conditions.push(holds);
            }
            _ => diags.push(directive::unknown_clause(clause, &directives::REGION)),
        }
    }
    Region {
        joined,
        condition: (!conditions.is_empty()).then(|| conditions.join(" && ")),
        ..Region::new(name, src.line(at), form, body)
    }
}

/// The region inside a composite task, whose code is `code`.
pub(in crate::c) fn inside(src: &Source, task: &Task, code: Node) -> Region {
    // The directive of a body that is one statement stands between it and the `for (..)` around.
    let mut before = src.before(code);
    while let Some(comment) = before.filter(|n| n.kind() == "comment") {
        before = src.before(comment);
    }
    let start = match before.filter(|_| !task.loops.is_empty()) {
        Some(before) if code.kind() != "compound_statement" => before.end_byte(),
        _ => code.start_byte(),
    };
    Region::new(
        format!("task:{}", src.place(task.line).1),
        task.line,
        RegionForm::Nested,
        start..code.end_byte(),
    )
}

/// The innermost region or composite task around a directive.
fn innermost<'r>(regions: &'r mut [Region], span: &Span) -> Option<&'r mut Region> {
    let holds = |r: &Region| r.body.start <= span.start && span.end <= r.body.end;
    let around = regions.iter_mut().filter(|r| holds(r));
    let region = around.min_by_key(|r| r.body.len())?;
    // Steps are added in the order of the file: it is in the last task, if it is in one.
    let last = (region.steps.iter()).rposition(|step| matches!(step, Step::Task(_)));
    let composite = last.filter(|&n| match &region.steps[n] {
        Step::Task(task) => task.nested.as_deref().is_some_and(holds),
        Step::Wait { .. } => false,
    });
    match composite {
        None => Some(region),
        Some(n) => match &mut region.steps[n] {
            Step::Task(task) => innermost(std::slice::from_mut(task.nested.as_deref_mut()?), span),
            Step::Wait { .. } => None,
        },
    }
}

fn add_step(
    src: &Source,
    statements: &Statements,
    regions: &mut [Region],
    pragma: &Pragma,
    diags: &mut Diagnostics,
) {
    let span = pragma.directive.span.clone();
    let Some(region) = innermost(regions, &span) else {
        let d = error(codes::PLACE, "this directive is in no region", span);
        diags.push(
            d.help("put `#pragma hp5 region begin` and `#pragma hp5 region end` around the code"),
        );
        return;
    };
    let last = region.steps.iter().rev().find_map(|step| match step {
        Step::Task(task) => Some(task),
        Step::Wait { .. } => None,
    });
    let inside = last.filter(|task| task.stmt.contains(&span.start));
    let inside = inside.map(|task| task.directive.clone());
    if let Some(task) = inside {
        let d = error(codes::PLACE, "a directive inside a task", span).also(task, "the task");
        diags.push(d.help("give the task the clause `nested` to make it a region of its own"));
        return;
    }
    match pragma.directive.kind {
        Kind::TaskWait => {
            diags.list.extend(unbraced(src, &span));
            takes_nothing(pragma, "task_wait", diags);
            region.steps.push(Step::Wait {
                at: span.start,
                implicit: false,
            });
        }
        Kind::ArrayTile => {
            let end = statements
                .block_at(src, pragma.end)
                .map_or(region.body.end, |b| b.end_byte());
            clauses::hold_expressions(src, &pragma.directive, diags);
            unbound_names::report_in_values(src, &pragma.directive, &span, diags);
            let arrays = template(pragma, diags);
            let around = src.tree.root_node();
            let around = around.descendant_for_byte_range(span.start, span.end);
            if let Some(around) = around {
                let none = Clauses::default();
                clauses::hold_numbers(src, &pragma.directive, &none, around, diags);
            }
            for name in unbound_names::values(&pragma.directive, "arrvar") {
                unbound_names::report_array(src, &name, &span, diags);
            }
            region.templates.push(Template {
                scope: span.start..end,
                span,
                arrays,
                lengths: lengths(pragma),
            });
        }
        _ => {
            let target = statements
                .after(pragma.end)
                .filter(|t| t.end_byte() <= region.body.end);
            let Some(target) = target else {
                diags.push(error(
                    codes::PLACE,
                    "no statement follows this directive in its region",
                    span,
                ));
                return;
            };
            let first = last.filter(|task| task.stmt.start == target.start_byte());
            if let Some(first) = first {
                let d = error(codes::DUPLICATE, "a second task on one statement", span);
                diags.push(d.also(first.directive.clone(), "the first"));
                return;
            }
            if let Some(mut task) = task::lower(src, pragma, target, diags) {
                region.hand_down(&mut task);
                region.steps.push(Step::Task(task));
            }
        }
    }
}

/// `dimtile(64, *) arrvar(a, b)` or `default`; `dim(..)` is read by the emitter.
fn template(pragma: &Pragma, diags: &mut Diagnostics) -> Vec<(Option<String>, Vec<TileSize>)> {
    let (mut sizes, mut names, mut any) = (None, Vec::new(), false);
    let mut wrong = false;
    let mut condition: Option<String> = None;
    for clause in &pragma.directive.clauses {
        match (clause.name.text.as_str(), &clause.value) {
            ("dimtile", Some(value)) => {
                let read = directives::template(value, diags);
                wrong |= read.len() < split(value, ',').len();
                sizes = Some(read);
            }
            ("arrvar", Some(value)) => {
                diags
                    .list
                    .extend(clauses::repeated(split(value, ','), &names));
                names.extend(split(value, ',').into_iter().map(|t| t.text));
            }
            ("default", None) => any = true,
            ("default", Some(value)) => {
                any = true;
                let message = "`default` takes no arrays: it is of all that have no template";
                let d = error(codes::SYNTAX, message, value.span.clone());
                diags.push(d.help(format!("write `arrvar({})` for these", value.text)));
            }
            ("dim", Some(value)) => hold_lengths(value, diags),
            ("if", Some(value)) if value.text.is_empty() => {
                let span = clause.name.span.clone();
                diags.push(error(codes::SYNTAX, "`if` needs a value, `if(..)`", span));
            }
            ("if", Some(value)) if condition.is_none() => condition = Some(value.text.clone()),
            ("if", Some(_)) => {
                let span = clause.name.span.clone();
                diags.push(error(codes::DUPLICATE, "`if` is given twice", span));
            }
            _ => diags.push(directive::unknown_clause(
                clause,
                &["dimtile", "dim", "arrvar", "default", "if"],
            )),
        }
    }
    let mut names: Vec<_> = names.into_iter().map(Some).collect();
    if any {
        names.push(None);
    }
    if let (Some(condition), Some(sizes)) = (condition, &mut sizes) {
        directive::conditional(sizes, &condition, |condition, size| {
            format!("({condition}) ? ({size}) : 0")
        });
    }
    let span = pragma.directive.span.clone();
    let (tiles, dims) = (sizes.as_ref().map_or(0, Vec::len), lengths(pragma).len());
    if tiles > 0 && dims > 0 && tiles != dims {
        let message = format!("{tiles} tile sizes, and {dims} lengths of the array");
        let d = error(codes::DIMENSIONS, message, span.clone());
        diags.push(d.help("`dimtile(..)` and `dim(..)` have one for each dimension"));
    }
    match sizes {
        Some(sizes) if (1..=6).contains(&sizes.len()) && !names.is_empty() => names
            .into_iter()
            .map(|name| (name, sizes.clone()))
            .collect(),
        // Enough is said.
        _ if wrong => Vec::new(),
        _ => {
            diags.push(error(codes::SYNTAX, "expected `array_tile dimtile(64, *) arrvar(a, b)`", span).help("1 to 6 tile sizes, `*` for a dimension that is not cut; `default` in place of `arrvar(..)` for all other arrays"));
            Vec::new()
        }
    }
}

/// Reports lengths that no array has.
fn hold_lengths(value: &Text, diags: &mut Diagnostics) {
    let lengths = split(value, ',').into_iter();
    for length in lengths.filter(|l| integer(&l.text).is_some_and(|n| n < 1)) {
        let message = format!("an array with a length of {}", length.text);
        diags.push(error(codes::SYNTAX, message, length.span));
    }
}

/// What `dim(..)` of the template in force says of an array: one text per dimension.
pub(in crate::c) fn dims_of<'r>(region: &'r Region, name: &str, at: usize) -> Option<Vec<&'r str>> {
    let covers = (region.templates.iter().rev()).filter(|t| t.scope.contains(&at));
    let mut named = covers.filter(|t| t.arrays.iter().any(|(n, _)| n.as_deref() == Some(name)));
    let lengths = &named.next()?.lengths;
    (!lengths.is_empty()).then(|| lengths.iter().map(|(text, _)| text.as_str()).collect())
}

/// What the `dim(..)` of a template says.
fn lengths(pragma: &Pragma) -> Vec<(String, Option<i64>)> {
    let mut clauses = pragma.directive.clauses.iter();
    let dim = clauses
        .find(|c| c.name.text == "dim")
        .and_then(|c| c.value.as_ref());
    let list = dim.map_or_else(Vec::new, |value| split(value, ','));
    let known = |text: String| {
        let number = integer(&text);
        (text, number)
    };
    list.into_iter().map(|part| known(part.text)).collect()
}

/// Reports the first syntax error in a region's code.
fn report_error_node(src: &Source, region: &Region, diags: &mut Diagnostics) {
    let mut stack = vec![src.tree.root_node()];
    while let Some(node) = stack.pop() {
        let meets = node.start_byte() < region.body.end && region.body.start < node.end_byte();
        if !meets || !node.has_error() {
            continue;
        }
        if node.is_error() || node.is_missing() {
            let end = node.end_byte().min(node.start_byte() + 40);
            let span = match src.text.get(node.start_byte()..end) {
                Some(_) => node.start_byte()..end,
                None => node.start_byte()..node.start_byte(),
            };
            let d = error(
                codes::SOURCE_SYNTAX,
                "the code of this region has a syntax error",
                span,
            );
            diags.push(
                d.label("the parser stumbles here")
                    .help("macros that are no expressions or statements are not understood")
                    .help(diagnostics::CPP),
            );
            return;
        }
        let mut cursor = node.walk();
        stack.extend(node.children(&mut cursor));
    }
}
