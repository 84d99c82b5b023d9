//! Emitting Rust: regions, waits, promotions and serial twins. Tasks are in [`super::task`].
//!
//! Emitted text is the user's text with edits: what is not a directive, a task or a
//! promoted name stays as it is, comments and all.

use std::collections::BTreeSet;

use crate::Options;
use crate::edit::Edits;
use crate::emit::task::task_text;
use crate::ir::{Addition, Region, RegionForm, Span, Step, Unit};
use crate::passes::uninitialized::left_without_uses;
use crate::syntax::rust::{Source, function_around};

/// Lints that generated code may trip in the user's function.
const ALLOW: &str = "#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, \
                     unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]";

/// What emitters of a region need to know.
pub(super) struct Context<'s> {
    pub(super) src: &'s Source,
    pub(super) options: &'s Options,
    pub(super) region: &'s Region,
}

impl Context<'_> {
    /// True inside a composite task, where outer names are captures and views.
    pub(super) fn nested(&self) -> bool {
        self.region.form == RegionForm::Nested
    }

    /// `hp5::rt::site!(..)` for a line.
    pub(super) fn site(&self, name: &str, line: usize) -> String {
        format!(
            "hp5::rt::site!({name:?}, {:?}, {line})",
            self.src.path.display().to_string()
        )
    }
}

/// The translated text of a file.
#[must_use]
pub fn emit(src: &Source, unit: &Unit, options: &Options) -> String {
    let mut edits = directive_removals(src, unit);
    let mut allowed = BTreeSet::new();
    for region in &unit.regions {
        let context = Context {
            src,
            options,
            region,
        };
        let function = match &region.form {
            RegionForm::Function { item, .. } => Some(item.start),
            _ => {
                let root = src.tree.root_node();
                let block = root.descendant_for_byte_range(region.body.start, region.body.end);
                block.and_then(function_around).map(|f| f.start_byte())
            }
        };
        if let Some(start) = function.filter(|start| allowed.insert(*start)) {
            edits.insert(start, format!("{ALLOW}\n{}", src.indent(start)));
        }
        if let RegionForm::Function {
            item,
            name,
            serial: Some(serial),
        } = &region.form
        {
            edits.insert(item.end, serial_twin(src, unit, item, name, serial));
        }
        open_and_close(&context, unit, &mut edits);
        region_edits(&context, unit, &mut edits);
    }
    edits.apply(&src.text, &(0..src.text.len()))
}

/// Removes every directive, with the white space up to what it stood on.
pub(super) fn directive_removals(src: &Source, unit: &Unit) -> Edits {
    let mut edits = Edits::default();
    for span in &unit.directives {
        let rest = &src.text[span.end..];
        let space = rest.len() - rest.trim_start().len();
        edits.remove(span.start..span.end + space);
    }
    edits
}

/// The elided function under another name.
fn serial_twin(src: &Source, unit: &Unit, item: &Span, name: &Span, serial: &str) -> String {
    let mut edits = directive_removals(src, unit);
    edits.replace(name.clone(), serial);
    for call in &src.written {
        edits.replace(call.new.clone(), call.text.clone());
    }
    let indent = src.indent(item.start);
    let text = edits.apply(&src.text, item);
    format!(
        "\n\n{indent}/// The serial elision of `{}`.\n{indent}#[allow(dead_code, unused_variables)]\n{indent}{text}",
        src.slice(name)
    )
}

/// The region's begin and end around its generating code.
fn open_and_close(context: &Context, unit: &Unit, edits: &mut Edits) {
    let (src, region) = (context.src, context.region);
    let open = first_statement(src, &region.body);
    let close = region.body.end - 1;
    let outer = src.indent(region.body.start).to_owned();
    let indent = format!("{outer}    ");
    let site = context.site(&region.name, region.line);
    let begin = match region.recording.filter(|_| !context.options.checked) {
        None if region.joined => {
            format!("\n{indent}let __hp5 = unsafe {{ hp5::rt::Joined::begin({site}) }};")
        }
        None => format!("\n{indent}let __hp5 = hp5::rt::Region::begin({site});"),
        Some(at) => {
            let kept = format!("__hp5_kept_{}", region.line);
            let make = format!("let mut {kept} = hp5::rt::Recording::new({site});");
            edits.insert(at, format!("{make}\n{}", src.indent(at)));
            format!("\n{indent}let __hp5 = {kept}.begin();")
        }
    };
    let begin = captures(context, unit, &indent) + &begin;
    let (begin, both) = match &region.condition {
        Some(condition) => {
            let code = as_it_stands(src, unit, &region.body);
            let begin = format!("\n{indent}if !({condition}) {code} else {{{begin}");
            (begin, format!("}}\n{outer}"))
        }
        None => (begin, String::new()),
    };
    let guard = match region.waits_at_end {
        true => format!("\n{indent}    let __hp5_hold = __hp5.hold();"),
        false => String::new(),
    };
    match &region.tail {
        Some(_) => {
            edits.insert(
                open,
                format!("{begin}\n{indent}let __hp5_value = {{{guard}"),
            );
            edits.insert(
                close,
                format!(
                    "{}}};\n{indent}__hp5.end();\n{indent}__hp5_value\n{outer}{both}",
                    closing_indent(src, close)
                ),
            );
        }
        // Guards in the block must be dropped before the region can be ended.
        None if region
            .additions
            .iter()
            .any(|a| matches!(a, Addition::Hold { .. }))
            || region.waits_at_end =>
        {
            edits.insert(open, format!("{begin}\n{indent}{{{guard}"));
            edits.insert(
                close,
                format!(
                    "{}}}\n{indent}__hp5.end();\n{outer}{both}",
                    closing_indent(src, close)
                ),
            );
        }
        None => {
            edits.insert(open, begin);
            edits.insert(close, format!("    __hp5.end();\n{outer}{both}"));
        }
    }
}

/// A region's code without directives, for when its condition does not hold.
fn as_it_stands(src: &Source, unit: &Unit, body: &Span) -> String {
    let mut edits = directive_removals(src, unit);
    for call in &src.written {
        edits.replace(call.new.clone(), call.text.clone());
    }
    edits.apply(&src.text, body)
}

/// The region's code as it was, which never runs, where a closure is around it: that captures what tasks
/// write to be written. By what is emitted it would capture shared references, whose targets the compiler
/// takes for constant.
fn captures(context: &Context, unit: &Unit, indent: &str) -> String {
    let (src, body) = (context.src, &context.region.body);
    let root = src.tree.root_node();
    let mut at = root.descendant_for_byte_range(body.start, body.end);
    while let Some(node) = at {
        match node.kind() {
            "closure_expression" | "async_block" => break,
            "function_item" => return String::new(),
            _ => at = node.parent(),
        }
    }
    if at.is_none() {
        return String::new();
    }
    let code = directive_removals(src, unit).apply(&src.text, body);
    format!(
        "\n{indent}if false {{\n{indent}    // What the closure captures.\n{indent}    let _ = {code};\n\
         {indent}    ::std::unreachable!();\n{indent}}}"
    )
}

/// Where the statements of a block begin: behind its brace, and behind attributes and
/// documentation of the block itself (`#![..]`, `//!`), which nothing may stand before.
fn first_statement(src: &Source, body: &Span) -> usize {
    let root = src.tree.root_node();
    let closing = root.descendant_for_byte_range(body.end - 1, body.end);
    let Some(brace) = closing.and_then(|c| c.parent()).and_then(|b| b.child(0)) else {
        return body.start;
    };
    let mut open = brace.end_byte();
    let mut next = brace.next_sibling();
    while let Some(node) = next {
        let inner = match node.kind() {
            "inner_attribute_item" => true,
            "line_comment" => src.text(node).starts_with("//!"),
            "block_comment" => src.text(node).starts_with("/*!"),
            _ => break,
        };
        if inner {
            open = node.end_byte();
        }
        next = node.next_sibling();
    }
    open
}

/// `(*name)` in the place of `span`, which may be the shorthand of a struct's field.
pub(super) fn starred(src: &Source, span: &Span, name: &str) -> String {
    let node = src
        .tree
        .root_node()
        .descendant_for_byte_range(span.start, span.end);
    let parent = node.and_then(|n| n.parent());
    if [node, parent]
        .into_iter()
        .flatten()
        .any(|n| n.kind() == "shorthand_field_initializer")
    {
        return format!("{}: (*{name})", src.slice(span));
    }
    format!("(*{name})")
}

/// White space so that what follows stands where the closing brace stood, one level in.
fn closing_indent(src: &Source, close: usize) -> &'static str {
    if src.text[..close].ends_with([' ', '\t', '\n']) {
        "    "
    } else {
        " "
    }
}

/// Edits of generating code: waits, promotions, tasks.
pub(super) fn region_edits(context: &Context, unit: &Unit, edits: &mut Edits) {
    let src = context.src;
    for promotion in &context.region.promoted {
        edits.insert(promotion.init.start, "__hp5.keep(");
        edits.insert(promotion.init.end, ")");
        if let Some(ty) = &promotion.ty {
            edits.insert(ty.start, "hp5::rt::Kept<");
            edits.insert(ty.end, ">");
        }
        for span in &promotion.uses {
            let inline = src.text[..span.start].ends_with('{')
                && src.text[span.end..].starts_with(['}', ':']);
            if !inline {
                edits.replace(span.clone(), starred(src, span, &promotion.name));
            }
        }
    }
    for (span, text) in left_without_uses(src, context.region) {
        edits.replace(span, text);
    }
    // The instrumented variant checks every registration.
    for lap in context
        .region
        .laps
        .iter()
        .filter(|_| !context.options.checked)
    {
        let form = if lap.replays { "rounds" } else { "laps" };
        edits.insert(lap.turns.start, format!("__hp5.{form}({}, ", lap.period));
        edits.insert(lap.turns.end, ")");
    }
    for join in &context.region.joins {
        let file = src.path.display().to_string();
        let hand = format!("{{ let __hp5_hand = __hp5.hand({file:?}, {}); ", join.line);
        edits.insert(join.call.start, hand);
        edits.insert(join.call.end, " }");
    }
    for addition in &context.region.additions {
        match addition {
            Addition::Hold { at, .. } => {
                edits.insert(*at, format!(" let __hp5_hold_{at} = __hp5.hold();"))
            }
            Addition::WaitFirst(span) | Addition::AskFirst { set: span, .. } => {
                edits.insert(span.start, "{ __hp5.wait(); ");
                edits.insert(span.end, " }");
            }
            Addition::WaitBehind(span) => edits.insert(span.end, " __hp5.wait();"),
        }
    }
    for step in &context.region.steps {
        match step {
            Step::Wait { at, implicit } => {
                let why = if *implicit {
                    " // hp5: put in, see the translator's warning"
                } else {
                    ""
                };
                edits.insert(*at, format!("__hp5.wait();{why}\n{}", src.indent(*at)));
            }
            Step::Task(task) => edits.replace(task.stmt.clone(), task_text(context, unit, task)),
        }
    }
}
