//! Writing C: the user's text with edits, and functions for tasks.
//!
//! `body` writes a task's function (`restrict_bodies`: two of them), `register` and `spawn_loop` what stands where the task stood
//! (`memory`: how far what it names reaches), `math_errno` what its square roots are; `checked` instruments the accesses of what tasks run, `watched_accesses` those of
//! code between them. `lines` says which lines are the program's.

mod arrays;
mod body;
mod checked;
mod front;
mod late;
mod lines;
mod math_errno;
mod memory;
mod opened;
mod pointed;
mod register;
mod restrict_bodies;
mod rows;
mod same_place;
mod shown;
mod spawn_loop;
mod sums;
mod text;
mod uncut;
mod visible_declarations;
mod watched_accesses;
mod wraps;

use std::cell::{OnceCell, RefCell};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use tree_sitter::Node;

use self::checked::{Marks, Members};
pub(crate) use self::lines::joined as joined_lines;
use self::lines::{line_directive, made, made_begin, made_end, newlines};
use self::text::{renamed, tile, value};
use crate::c::dataflow::captures::{self, Captured};
use crate::c::dataflow::guarded_reads::{self, Guards};
use crate::c::dataflow::joins::Joins;
use crate::c::lower::privatization::How;
use crate::c::parse::directives::Pragma;
use crate::c::parse::foreign_pragmas::{self, Foreign};
pub(crate) use crate::c::parse::lexical::quoted;
use crate::c::parse::names;
use crate::c::parse::source::{Source, children, field, root_of};
use crate::c::points_to::block_arrays::Blocks;
use crate::c::semantics::constants::is_plain;
use crate::c::semantics::declarations;
use crate::c::semantics::induction_variables::{Counted, counted_at};
use crate::diag::Diagnostics;
use crate::edit::Edits;
use crate::ir::{
    Addition, Region, RegionForm, Span, Step, Task, TiledLoop, Unit, Use, VarKind, Variable,
};
use crate::passes::tasks;

/// The translated text of a file; with `checked`, its accesses are held against what tasks declare.
pub(super) fn emit(
    src: &Source,
    pragmas: &[Pragma],
    unit: &Unit,
    joins: &Joins,
    checked: bool,
    diags: &mut Diagnostics,
) -> String {
    let mut edits = Edits::default();
    let members = Members::of(src);
    if checked {
        checked::called(src, unit, &members, &mut edits);
    }
    let mut first = Edits::default();
    begin(src, unit, &mut first);
    let moved = late::moved(src, unit, diags);
    enter_joined(src, unit, &mut edits);
    visible_declarations::keep_types(src, unit, &mut edits);
    visible_declarations::show_to_tasks(src, unit, &mut edits);
    let mut out = Made {
        functions: Vec::new(),
        diags,
    };
    let has_final = opened::has_final(unit);
    let mut blocks = HashSet::new();
    let mut contexts = Vec::new();
    for region in &unit.regions {
        let calls = joins.calls(src, region);
        let context = Context {
            src,
            pragmas,
            region,
            renamed: Vec::new(),
            checked,
            members: &members,
            shares: region.joined || !calls.is_empty(),
            declares: opened::block_of(src, region, has_final)
                .is_none_or(|block| blocks.insert(block)),
            unbounded: OnceCell::new(),
            blocks: OnceCell::new(),
            shown: shown::Shown::default(),
            ways: RefCell::default(),
        };
        let looks = context.looks(&calls);
        contexts.push((context, calls, looks));
    }
    // A function that joins looks at what tasks of others use.
    let watches = |context: &Context, looks: &Marks| !looks.is_empty() || context.asks();
    let mut all = contexts.iter();
    let watched = all.any(|(context, _, looks)| watches(context, looks));
    for (context, calls, looks) in &contexts {
        context.open_and_close(
            (watched, opened::condition(context.region, has_final)),
            &mut edits,
        );
        for call in calls {
            edits.insert(call.node.start_byte(), "hp5_join = hp5_here, ");
        }
        context.steps(&mut edits, &mut out);
        looks.put(&mut edits);
    }
    for (at, task, function) in out.functions {
        let (begin, end) = (made_begin(src, task), made_end(src, at));
        edits.insert(at, format!("\n{begin}{function}{end}"));
    }
    // Of two replacements of one place the first counts.
    for span in &unit.directives {
        edits.replace(span.clone(), newlines(src, span));
    }
    late::apply(src, &edits, first, &moved)
}

/// What stands in front of all: `hp5.h`, which is in text that was preprocessed, and what functions
/// share.
fn begin(src: &Source, unit: &Unit, edits: &mut Edits) {
    let shared = format!(
        "{}{}{}",
        joining(unit),
        opened::including(unit),
        math_errno::declarations(src)
    );
    if !src.markers.preprocessed {
        let top = before_includes(src);
        let line = line_directive(src, top);
        edits.insert(top, format!("#include <hp5.h>\n{shared}{line}"));
        return;
    }
    let functions = unit
        .regions
        .iter()
        .filter_map(|r| src.function_at(r.body.start));
    if let Some(top) = functions.map(|f| front::of_function(src, f)).min() {
        let line = line_directive(src, top);
        edits.insert(top, format!("\n{shared}{line}"));
    }
}

/// Where `hp5.h` is included: in front of the first include, but behind macros like `_GNU_SOURCE`, which
/// headers look at.
pub(super) fn before_includes(src: &Source) -> usize {
    let mut cursor = src.tree.root_node().walk();
    let mut top = src.tree.root_node().named_children(&mut cursor);
    let first = top.find(|node| {
        let mut stack = vec![*node];
        while let Some(node) = stack.pop() {
            match node.kind() {
                "comment" | "preproc_def" | "preproc_function_def" => {}
                "preproc_if" | "preproc_ifdef" | "preproc_else" | "preproc_elif" => {
                    stack.extend(children(node));
                }
                kind if kind.starts_with("preproc_") && kind != "preproc_include" => {}
                "identifier" | "binary_expression" | "number_literal" | "unary_expression" => {}
                _ => return true,
            }
        }
        false
    });
    let at = first.map_or(0, |node| front::of_item(src, node));
    src.text[..at].rfind('\n').map_or(0, |n| n + 1)
}

/// The variable by which a call hands its region to the function: see `c::joined`.
fn joining(unit: &Unit) -> &'static str {
    match unit.regions.iter().any(|r| r.joined) {
        true => "static __thread hp5_region *hp5_join;\n",
        false => "",
    }
}

/// Functions with joined regions take what they are handed when they begin.
fn enter_joined(src: &Source, unit: &Unit, edits: &mut Edits) {
    let mut seen = Vec::new();
    for region in unit.regions.iter().filter(|r| r.joined) {
        let function = src.function_at(region.body.start);
        let Some(body) = function.and_then(|f| field(f, "body")) else {
            continue;
        };
        if !seen.contains(&body.start_byte()) {
            seen.push(body.start_byte());
            edits.insert(
                body.start_byte() + 1,
                " hp5_region *const hp5_outer = hp5_joined(&hp5_join);",
            );
        }
    }
}

/// What is made beside the edits of a region's code.
struct Made<'d> {
    /// Functions of tasks: where they go, and where the tasks are. One that another one names comes before
    /// it.
    functions: Vec<(usize, usize, String)>,
    diags: &'d mut Diagnostics,
}

struct Context<'s> {
    src: &'s Source,
    pragmas: &'s [Pragma],
    region: &'s Region,
    /// In the function of a composite task: places that have another name there.
    renamed: Vec<(String, String)>,
    /// Accesses are held against what tasks declare.
    checked: bool,
    members: &'s Members,
    /// Tasks of several functions are in one graph.
    shares: bool,
    /// It is the first region of its block, where `hp5_here` is declared.
    declares: bool,
    /// Of all that tasks name by its place it is known how far they reach.
    unbounded: OnceCell<Vec<String>>,
    blocks: OnceCell<Blocks>,
    /// Lengths that bounds say.
    shown: shown::Shown,
    /// What conditions of tasks ask for, by where the tasks begin.
    ways: RefCell<HashMap<usize, Rc<guarded_reads::Ways>>>,
}

/// A loop of a nest, as it is emitted.
struct Loop<'s> {
    tiled: &'s TiledLoop,
    known: Counted<'s>,
    header: Span,
    /// `int i`
    declaration: String,
}

impl<'s> Context<'s> {
    fn site(&self, name: &str, variable: &str, line: usize) -> String {
        let (file, line) = self.src.place(line);
        format!(
            "static hp5_site {variable} = {{{}, {}, {line}, NULL}};",
            quoted(name),
            quoted(&file)
        )
    }

    /// The heads of loops that may be replayed.
    fn laps(&self, edits: &mut Edits) {
        for lap in &self.region.laps {
            let Some((node, known)) = counted_at(self.src, &lap.span) else {
                continue;
            };
            let Some(head) = head_of(node) else { continue };
            let (line, step, period) = (lap.line, known.stride(self.src), lap.period);
            let (lo, hi) = known.range(self.src);
            let turns = format!("hp5_turns({lo}, {hi}, {step})");
            let begin = format!(
                "{{ hp5_laps *hp5_laps_{line} = hp5_laps_begin(hp5_here, {period}, {turns}); \
                 if (!hp5_laps_{line}) hp5_must(HP5_MISUSE); \
                 while (hp5_laps_next(hp5_laps_{line}) >= 0)"
            );
            let lines = newlines(self.src, &head);
            edits.replace(head, begin + &lines);
            edits.insert(lap.span.end, " }");
        }
    }

    /// Pragmas of others in the region, and on its block: those before a task go with it.
    fn drop_foreign(&self, edits: &mut Edits) {
        let (src, body) = (self.src, &self.region.body);
        let inside = |f: &&Foreign| body.start <= f.span.start && f.span.end <= body.end;
        let dropped = src.foreign.iter().filter(inside).filter(|f| !f.stays);
        let around = foreign_pragmas::before(src, 0, body.start).into_iter();
        let bare = matches!(
            self.region.form,
            RegionForm::Block | RegionForm::Statement { .. }
        );
        let around = around.filter(|f| !f.stays && bare);
        let tasks = tasks(self.region)
            .map(|task| foreign_pragmas::before(src, body.start, task.stmt.start));
        for found in dropped.chain(around).chain(tasks.flatten()) {
            edits.replace(found.span.clone(), newlines(src, &found.span));
        }
    }

    fn wait(&self, at: usize, implicit: bool, edits: &mut Edits) {
        let wait = "hp5_must(hp5_wait(hp5_here));";
        let pragma = self.pragmas.iter().find(|p| p.directive.span.start == at);
        match pragma.filter(|_| !implicit) {
            Some(pragma) => {
                let span = pragma.directive.span.clone();
                edits.replace(
                    span.clone(),
                    format!("{}{wait}{}", self.src.indent(at), newlines(self.src, &span)),
                );
            }
            None => edits.insert(at, format!("{wait} ")),
        }
    }

    /// The edits of the region's steps, and their functions.
    fn steps(&self, edits: &mut Edits, out: &mut Made) {
        self.drop_foreign(edits);
        self.ask_first(edits);
        for local in &self.region.promoted {
            self.promote(&local.init, edits);
        }
        self.laps(edits);
        for step in &self.region.steps {
            match step {
                Step::Wait { at, implicit } => self.wait(*at, *implicit, edits),
                Step::Task(task) => {
                    let registration = self.task(task, out);
                    let rest = line_directive(self.src, task.stmt.end);
                    edits.replace(task.stmt.clone(), format!("{registration}\n{rest}"));
                }
            }
        }
        for addition in &self.region.additions {
            if let Addition::WaitFirst(span) = addition
                && !tasks(self.region).any(|task| task.stmt == *span)
            {
                self.wait_first(span, edits);
            }
        }
    }

    /// A wait before an expression: before its statement where it is assembly, or a macro, which may be no expression.
    fn wait_first(&self, span: &Span, edits: &mut Edits) {
        let root = self.src.tree.root_node();
        let node = root.descendant_for_byte_range(span.start, span.end);
        let is_macro = |call: &Node| {
            let name = field(*call, "function").map_or("", |name| self.src.text(name));
            call.byte_range() == *span && self.src.macros.contains_key(name)
        };
        // Assembly is no expression, whatever the grammar says.
        let is_asm = |node: &Node| node.kind() == "gnu_asm_expression";
        let statement = node.filter(|node| is_macro(node) || is_asm(node));
        let statement = statement.and_then(|call| call.parent());
        match statement.filter(|s| s.kind() == "expression_statement") {
            Some(statement) => {
                // What a macro declares is known behind it.
                let in_block = statement
                    .parent()
                    .is_some_and(|p| p.kind() == "compound_statement");
                let (open, close) = if in_block { ("", "") } else { ("{ ", " }") };
                let wait = format!("{open}hp5_must(hp5_wait(hp5_here)); ");
                edits.insert(span.start, &wait);
                edits.replace(statement.end_byte()..statement.end_byte(), close);
            }
            None => {
                edits.insert(span.start, "(hp5_must(hp5_wait(hp5_here)), ");
                edits.replace(span.end..span.end, ")");
            }
        }
    }

    /// Makes the declaration of a local array one of a pointer to what lives on.
    fn promote(&self, declaration: &Span, edits: &mut Edits) {
        let root = self.src.tree.root_node();
        let node = root.descendant_for_byte_range(declaration.start, declaration.end);
        let found = node.and_then(|n| declarations::names(self.src, n, false).into_iter().next());
        if let Some(found) = found {
            let text = format!(
                "{} __attribute__((cleanup(hp5_local_end))) = hp5_local(hp5_here, sizeof({}));",
                found.as_pointer(self.src, &found.name),
                found.with_name(self.src, ""),
            );
            let text = made(self.src, declaration.start, &text);
            edits.replace(declaration.clone(), text + &newlines(self.src, declaration));
        }
    }

    /// Makes a task's function, and returns what registers the task.
    fn task(&self, task: &'s Task, out: &mut Made) -> String {
        let captured = captures::of(self.src, self.region, task, out.diags);
        let loops: Vec<Loop> = task
            .loops
            .iter()
            .filter_map(|l| self.nest_loop(task, l))
            .collect();
        let function = self.function(task, &captured, &loops, out);
        if let Some(around) = self.src.function_at(task.stmt.start) {
            let (at, task) = (front::of_function(self.src, around), task.stmt.start);
            out.functions.push((at, task, function));
        }
        let mut registration = self.registration(task, &captured, &loops, out.diags);
        registration += &self.left_values(task, &loops);
        renamed(&registration, &self.renamed)
    }

    /// Sets variables of task loops to the values that the loops leave.
    fn left_values(&self, task: &Task, loops: &[Loop]) -> String {
        let (mut text, mut ends) = (String::new(), 0);
        for (n, l) in loops.iter().enumerate() {
            let (lo, hi) = l.known.range(self.src);
            if captures::is_left(self.src, task, n) {
                let (var, left) = (&l.tiled.var, l.known.left(self.src, &lo, &hi));
                text += &format!("\n{var} = (__typeof__({var}))({left});");
            }
            if loops[n + 1..]
                .iter()
                .enumerate()
                .any(|(k, _)| captures::is_left(self.src, task, n + 1 + k))
            {
                text += &format!("\nif ({hi} > {lo}) {{");
                ends += 1;
            }
        }
        text += &" }".repeat(ends);
        match text.is_empty() {
            true => text,
            false => format!(
                "\n{}{}\n{}",
                made_begin(self.src, task.stmt.start),
                text.trim_start(),
                made_end(self.src, task.stmt.end)
            ),
        }
    }

    /// Inside the function of a composite task of this region.
    fn inside(&self, task: &'s Task, captured: &[Captured]) -> Option<Context<'s>> {
        let by_address = captured.iter().filter(|c| c.how == How::Address);
        let mut renamed: Vec<(String, String)> = by_address
            .map(|c| &c.declared.name)
            .map(|name| (name.clone(), format!("(*hp5_at_{name})")))
            .collect();
        let members = members(self.src, self.region, task).into_iter();
        renamed.extend(members.map(|v| (v.name.clone(), format!("hp5_of_{}", v.binding))));
        Some(Context {
            src: self.src,
            pragmas: self.pragmas,
            region: task.nested.as_deref()?,
            renamed,
            checked: self.checked,
            members: self.members,
            shares: false,
            declares: true,
            unbounded: OnceCell::new(),
            blocks: OnceCell::new(),
            shown: shown::Shown::default(),
            ways: RefCell::default(),
        })
    }

    /// What the code of a task comes to only where there is something.
    fn guards(&self, task: &Task) -> Guards<'s> {
        let mut all = self.ways.borrow_mut();
        let ways = all.entry(task.stmt.start);
        let ways = ways.or_insert_with(|| Rc::new(guarded_reads::Ways::of(self.src, task)));
        Guards::of(self.src, task, ways.clone())
    }

    /// A number that only functions and clauses name.
    fn is_number(&self, name: &str) -> bool {
        // Behind all that is declared before the tasks.
        let last = tasks(self.region).last();
        let here = last.and_then(|task| names::statement(self.src, task));
        let is_variable = !self.src.macros.contains_key(name);
        is_variable && here.is_some_and(|here| is_plain(self.src, here, name))
    }

    pub(super) fn nest_loop(&self, task: &'s Task, tiled: &'s TiledLoop) -> Option<Loop<'s>> {
        let (node, known) = counted_at(self.src, &tiled.iterated)?;
        let header = head_of(node)?;
        let declared = match known.declares {
            true => declarations::names(self.src, field(node, "initializer")?, false)
                .into_iter()
                .next(),
            false => declarations::find(self.src, names::statement(self.src, task)?, &tiled.var),
        };
        Some(Loop {
            tiled,
            header,
            declaration: declared.map_or_else(
                || format!("ptrdiff_t {}", tiled.var),
                |d| d.with_name(self.src, &tiled.var),
            ),
            known,
        })
    }
}

/// `for (..)`, without the body.
fn head_of(node: Node) -> Option<Span> {
    let body = field(node, "body")?;
    let mut cursor = node.walk();
    let closing = node
        .children(&mut cursor)
        .filter(|c| c.kind() == ")" && c.end_byte() <= body.start_byte())
        .last()?;
    Some(node.start_byte()..closing.end_byte())
}

/// Arrays that a task reaches as members, `p->u`: it gets what they are when it is registered.
fn members<'r>(src: &Source, region: &'r Region, task: &Task) -> Vec<&'r Variable> {
    let used = |v: &&Variable| {
        let mut uses = in_code(task).filter(|u| !u.in_macro);
        // What only clauses name is not in the task's code.
        uses.any(|u| u.name == v.name && task.stmt.contains(&u.base.start))
            && !captures::in_macro(src, region, &v.name)
    };
    let all = region
        .variables
        .iter()
        .filter(|v| !matches!(v.kind, VarKind::Scalar { .. }) && root_of(&v.name) != v.name);
    all.filter(used).collect()
}

/// What the task's code uses, pointers into arrays that clauses name among it.
fn in_code(task: &Task) -> impl Iterator<Item = &Use> {
    task.uses.iter().chain(&task.handed)
}

/// Values first: types of pointers may have them as lengths.
fn in_order<'c, 's>(captured: &'c [Captured<'s>]) -> Vec<&'c Captured<'s>> {
    let mut list: Vec<&Captured> = captured.iter().collect();
    list.sort_by_key(|c| c.how != How::Value);
    list
}
