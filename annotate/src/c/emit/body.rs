//! The function that is a task's body, and the struct of its arguments.

use std::fmt::Write as _;

use crate::c::dataflow::captures::{self, Captured};
use crate::c::emit::lines::{line_directive, made_begin, made_end, newlines};
use crate::c::emit::restrict_bodies::Apart;
use crate::c::emit::{Context, Loop, Made, in_code, in_order, math_errno, members, quoted};
use crate::c::lower::privatization::How;
use crate::c::parse::source::{Source, function_name, root_of};
use crate::c::parse::{foreign_pragmas, names};
use crate::c::semantics::declarations::{Declared, Form};
use crate::edit::Edits;
use crate::ir::{Span, Task};

/// What the compiler calls the function around.
const OWN_NAMES: [&str; 3] = ["__func__", "__FUNCTION__", "__PRETTY_FUNCTION__"];

impl<'s> Context<'s> {
    /// The struct of a task's arguments and the function that is its body.
    pub(super) fn function(
        &self,
        task: &'s Task,
        captured: &[Captured],
        loops: &[Loop],
        out: &mut Made,
    ) -> String {
        let (src, line) = (self.src, task.line);
        let mut fields = String::new();
        let mut locals = String::new();
        let one_call = self.fits_one_call(task);
        for (n, l) in loops.iter().enumerate() {
            let var = &l.tiled.var;
            let (lo, hi) = match one_call {
                true => (
                    format!("hp5_chunks[{n}].lower"),
                    format!("hp5_chunks[{n}].upper"),
                ),
                false => {
                    let _ = writeln!(fields, "    ptrdiff_t hp5_{var}_lo, hp5_{var}_hi;");
                    (
                        format!("hp5_given->hp5_{var}_lo"),
                        format!("hp5_given->hp5_{var}_hi"),
                    )
                }
            };
            let _ = writeln!(
                locals,
                "    const ptrdiff_t hp5_{var}_lo = {lo}, hp5_{var}_hi = {hi};"
            );
        }
        let mut edits = Edits::default();
        // What is put behind an access comes before what others put there, and in front of it after it.
        let marks = self.marks(task, captured);
        edits.extend(&marks.behind);
        let mut ends = String::new();
        for one in in_order(captured) {
            self.capture(one, &mut fields, &mut locals, &mut ends, &mut edits);
        }
        for variable in members(self.src, self.region, task) {
            let (name, binding) = (&variable.name, &variable.binding);
            // Of a struct that has other members which tasks write, the task has the address.
            let root = root_of(name);
            let mut whole = captured.iter().filter(|c| c.how == How::Address);
            let place = match whole.any(|c| c.declared.name == root) {
                true => format!("(*hp5_at_{root}){}", &name[root.len()..]),
                false => name.clone(),
            };
            let _ = writeln!(fields, "    const void *hp5_of_{binding};");
            let _ = writeln!(
                locals,
                "    __typeof__(&{place}[0]) hp5_of_{binding} = (__typeof__(&{place}[0]))hp5_given->hp5_of_{binding}; (void)hp5_of_{binding};"
            );
            for used in in_code(task).filter(|u| u.name == *name) {
                edits.replace(used.base.clone(), format!("hp5_of_{binding}"));
            }
        }
        for l in loops {
            let header = self.header(l) + &newlines(src, &l.header);
            edits.replace(l.header.clone(), header);
        }
        let mut first = if one_call {
            "const hp5_bounds *hp5_chunks, "
        } else {
            ""
        };
        if let Some(inside) = self.inside(task, captured) {
            first = "hp5_region *hp5_here, ";
            locals.push_str("    (void)hp5_here;\n");
            inside.steps(&mut edits, out);
            let looks = inside.looks(&[]);
            if !looks.is_empty() || inside.asks() {
                locals.push_str("    hp5_watch(hp5_here);\n");
                looks.put(&mut edits);
            }
            let own = |c: &&Captured| matches!(c.how, How::Own | How::Partial);
            let shared = |c: &Captured| {
                (inside.region.variables.iter()).any(|v| root_of(&v.name) == c.declared.name)
            };
            if captured.iter().filter(own).any(shared) {
                ends.insert_str(0, "    hp5_must(hp5_wait(hp5_here));\n");
            }
        }
        for (name, node) in
            names::statement(src, task).map_or_else(Vec::new, |stmt| names::identifiers(src, stmt))
        {
            if OWN_NAMES.contains(&name) {
                let around = src.function_at(node.start_byte());
                let own = around.and_then(|around| function_name(src, around));
                edits.replace(node.byte_range(), quoted(&own.unwrap_or_default()));
            }
        }
        self.drop_directives(&task.stmt, &mut edits);
        let kept = foreign_pragmas::before(src, self.region.body.start, task.stmt.start);
        let mut opening = made_end(src, task.stmt.start);
        for kept in kept.iter().filter(|f| f.stays) {
            let directive = line_directive(src, task.stmt.start);
            let _ = write!(opening, "{}\n{directive}", src.slice(&kept.span).trim_end());
        }
        edits.extend(&marks.before);
        let (begin, end) = math_errno::around(src, task, &mut edits);
        let code = edits.apply(&src.text, &task.stmt);
        let indent = src.indent(task.stmt.start);
        let mut code = format!(
            "{opening}{indent}{code}\n{}",
            made_begin(src, task.stmt.end)
        );
        if task.included.is_some() {
            fields.push_str("    int hp5_last;\n");
            locals.push_str("    hp5_included += hp5_given->hp5_last;\n");
            ends.push_str("    hp5_included -= hp5_given->hp5_last;\n");
        }
        let mut bodies = String::new();
        if let Some(apart) = self.apart(task, captured) {
            fields.push_str("    int hp5_apart;\n");
            (bodies, code) = self.two_bodies(task, &apart, captured, &code);
        }
        if fields.is_empty() {
            fields.push_str("    char hp5_nothing;\n");
        }
        format!(
            "{begin}/* {text} */\nstruct hp5_given_{line} {{\n{fields}}};\n{bodies}\
             static void hp5_task_{line}({first}const void *hp5_arguments) {{\n    \
             const struct hp5_given_{line} *hp5_given = (const struct hp5_given_{line} *)hp5_arguments;\n    (void)hp5_given;\n{locals}\
             {code}{ends}}}\n{end}",
            text = task.text.replace("*/", "* /"),
        )
    }

    /// Takes directives out of code, those of others too that are no part of it.
    pub(super) fn drop_directives(&self, code: &Span, edits: &mut Edits) {
        let (src, pragmas) = (self.src, self.pragmas);
        let first = pragmas.partition_point(|p| p.directive.span.start < code.start);
        let ours = pragmas[first..].iter().map(|p| &p.directive.span);
        let first = src.foreign.partition_point(|f| f.span.start < code.start);
        let others = src.foreign[first..].iter();
        let within = |span: &&Span| span.start < code.end;
        let ours = ours.take_while(within);
        let others = others.filter(|f| !f.stays).map(|f| &f.span);
        for span in ours.chain(others.take_while(within)) {
            edits.replace(span.clone(), newlines(src, span));
        }
    }

    /// The task's code as it stands, for when its condition does not hold.
    pub(super) fn serial(&self, task: &Task, condition: &str) -> String {
        self.at_once(task, &format!("!({condition})"))
    }

    /// The task's code as it stands, run when all tasks before it have ended, for when this holds.
    pub(super) fn at_once(&self, task: &Task, when: &str) -> String {
        let (src, stmt) = (self.src, &task.stmt);
        let mut edits = Edits::default();
        self.drop_directives(stmt, &mut edits);
        let code = edits.apply(&src.text, stmt);
        let (end, begin) = (made_end(src, stmt.start), made_begin(src, stmt.end));
        format!(
            "    if ({when}) {{ hp5_must(hp5_wait(hp5_here));\n{end}{code}\n{begin}}} else {{\n"
        )
    }

    /// The body as a function, once more with `restrict` pointers, and what calls one of the two.
    fn two_bodies(
        &self,
        task: &Task,
        apart: &Apart,
        captured: &[Captured],
        code: &str,
    ) -> (String, String) {
        let (src, line) = (self.src, task.line);
        let (mut own, mut names) = (String::new(), Vec::new());
        let (mut plain_list, mut restricted) = (Vec::new(), Vec::new());
        let mut add = |name: &str, declaration: String, strict: String| {
            names.push(name.to_owned());
            plain_list.push(declaration);
            restricted.push(strict);
        };
        for tiled in &task.loops {
            for end in ["lo", "hi"] {
                let name = format!("hp5_{}_{end}", tiled.var);
                let declaration = format!("const ptrdiff_t {name}");
                add(&name, declaration.clone(), declaration);
            }
        }
        for one in in_order(captured) {
            let (declared, name) = (&one.declared, &one.declared.name);
            match one.how {
                How::Own => {
                    let _ = writeln!(own, "    {}; (void)&{name};", plain(src, declared, name));
                }
                How::Value => {
                    let declaration = plain(src, declared, name);
                    add(name, declaration.clone(), declaration);
                }
                _ => {
                    let declaration = declared.as_pointer(src, name);
                    let says = apart.written.contains(name) && !declared.is_restricted(src);
                    let strict = match says {
                        true => declared.as_pointer(src, &format!("__restrict__ {name}")),
                        false => declaration.clone(),
                    };
                    add(name, declaration, strict);
                }
            }
        }
        let unused: String = names.iter().map(|n| format!("    (void){n};\n")).collect();
        let (given, given_strict) = (plain_list.join(", "), restricted.join(", "));
        let names = names.join(", ");
        let bodies = format!(
            "static __inline__ __attribute__((always_inline)) void hp5_body_{line}({given}) {{\n{own}{unused}{code}}}\n\
             static HP5_APART void hp5_apart_{line}({given_strict}) {{\n    hp5_body_{line}({names});\n}}\n"
        );
        let calls = format!(
            "    if (hp5_given->hp5_apart)\n        hp5_apart_{line}({names});\n    else\n        hp5_body_{line}({names});\n"
        );
        (bodies, calls)
    }

    fn capture(
        &self,
        one: &Captured,
        fields: &mut String,
        locals: &mut String,
        ends: &mut String,
        edits: &mut Edits,
    ) {
        let (src, declared) = (self.src, &one.declared);
        let name = &declared.name;
        match one.how {
            How::Value => {
                let _ = writeln!(fields, "    {};", plain(src, declared, name));
                let _ = writeln!(
                    locals,
                    "    {} = hp5_given->{name}; (void){name};",
                    plain(src, declared, name)
                );
            }
            How::Pointer => {
                let _ = writeln!(fields, "    {}void *{name};", constant(src, declared));
                let _ = writeln!(
                    locals,
                    "    {} = hp5_given->{name}; (void){name};",
                    declared.as_pointer(src, name)
                );
                let whole = declared.with_name(src, "(*)");
                for used in one.uses.iter().filter(|_| declared.form() == Form::Array) {
                    if self.is_meant_whole(used) {
                        edits.replace(used.clone(), format!("(*({whole}){name})"));
                    }
                }
            }
            How::Address => {
                let _ = writeln!(fields, "    void *{name};");
                let _ = writeln!(
                    locals,
                    "    {} = hp5_given->{name}; (void)hp5_at_{name};",
                    pointer_to(src, declared, &format!("hp5_at_{name}"))
                );
                for used in &one.uses {
                    edits.replace(used.clone(), format!("(*hp5_at_{name})"));
                }
            }
            How::Own => {
                let _ = writeln!(locals, "    {}; (void)&{name};", plain(src, declared, name));
            }
            How::Copy => {
                let own = plain(src, declared, name);
                let _ = writeln!(fields, "    {own};");
                let _ = writeln!(
                    locals,
                    "    {own}; __builtin_memcpy(&{name}, &hp5_given->{name}, sizeof {name});"
                );
            }
            How::Partial => {
                let _ = writeln!(fields, "    void *hp5_slot_{name};");
                let _ = writeln!(
                    locals,
                    "    {} = hp5_given->hp5_slot_{name};",
                    pointer_to(src, declared, &format!("hp5_at_{name}"))
                );
                let _ = writeln!(
                    locals,
                    "    {} = *hp5_at_{name};",
                    plain(src, declared, name)
                );
                let _ = writeln!(ends, "    *hp5_at_{name} = {name};");
            }
        }
    }

    /// The name that stands here means an array, where a task has a pointer.
    fn is_meant_whole(&self, used: &Span) -> bool {
        let root = self.src.tree.root_node();
        let node = root.descendant_for_byte_range(used.start, used.end);
        node.is_some_and(|node| match names::is_measure(node, self.src.text(node)) {
            // `typeof(a)`, not `typeof(a[0])`.
            true => {
                let behind = used.end..node.end_byte();
                !self.src.slice(&behind).trim_start().starts_with('[')
            }
            false => captures::is_meant_whole(self.src, node),
        })
    }

    /// The `for (..)` of a tiled loop, over a task's chunk.
    fn header(&self, l: &Loop) -> String {
        let Loop { tiled, known, .. } = l;
        let (var, step) = (&tiled.var, known.stride(self.src));
        let (mut lo, mut hi) = (format!("hp5_{var}_lo"), format!("hp5_{var}_hi"));
        if tiled.hull.is_some() {
            let (first, last) = known.range(self.src);
            lo = format!("hp5_first({first}, {lo}, {step})");
            hi = format!("hp5_least({last}, {hi})");
            if !known.is_wide() {
                // The variable may have no number below the first one.
                hi = format!("hp5_first({lo}, {hi}, 1)");
            }
        }
        let cast = cast_of(&l.declaration, var);
        if known.down && known.is_narrow() {
            // Its type may have neither one above the greatest index nor one below the least.
            let declaration = if known.declares { &l.declaration } else { var };
            return format!(
                "for ({declaration} = {cast}({hi} - 1); {var} >= {lo} && {var} < {hi}; {var}--)"
            );
        }
        if known.passes_zero() {
            return passing_zero(l, &cast, &step, [&lo, &hi]);
        }
        let (lo, hi) = (format!("{cast}({lo})"), format!("{cast}({hi})"));
        let declaration = if known.declares { &l.declaration } else { var };
        match known.down {
            false if known.is_dense() => {
                format!("for ({declaration} = {lo}; {var} < {hi}; {var}++)")
            }
            false => {
                // As it is written, of its own type.
                let by = known.by.map(|by| format!("({})", self.src.text(by)));
                let by = by.unwrap_or(step);
                format!("for ({declaration} = {lo}; {var} < {hi}; {var} += {by})")
            }
            // No index is below 0, where the variable has no sign.
            true if known.in_condition || !known.is_wide() => {
                format!("for ({declaration} = {hi}; {var}-- > {lo};)")
            }
            true => format!("for ({declaration} = {hi} - 1; {var} >= {lo}; {var}--)"),
        }
    }
}

/// The `for (..)` of a chunk that is told by no `<`: as numbers without a sign, some indices may be the greatest
/// that there are, and those behind them the least.
fn passing_zero(l: &Loop, cast: &str, step: &str, [lo, hi]: [&str; 2]) -> String {
    let (var, known) = (&l.tiled.var, &l.known);
    let declaration = if known.declares { &l.declaration } else { var };
    let (first, end, turn) = match known.down {
        true => (format!("{hi} - 1"), format!("{lo} - 1"), "--"),
        false => (lo.to_owned(), hi.to_owned(), "++"),
    };
    let begin = format!("{declaration} = {cast}({first})");
    if known.is_dense() {
        return format!("for ({begin}; {var} != {cast}({end}); {var}{turn})");
    }
    format!("for ({begin}; {cast}({var} - {cast}({lo})) < {cast}({hi} - {lo}); {var} += {step})")
}

/// The declaration without `const` of the value itself: it is set when it is declared.
fn plain(src: &Source, declared: &Declared, name: &str) -> String {
    let text = declared.with_name(src, name);
    match declared.form() {
        Form::Value => text
            .split(' ')
            .filter(|w| !matches!(*w, "const" | "register" | "restrict"))
            .collect::<Vec<_>>()
            .join(" "),
        _ => text,
    }
}

fn pointer_to(src: &Source, declared: &Declared, name: &str) -> String {
    plain(src, declared, &format!("*{name}"))
}

/// `(int)`, for a loop's variable.
pub(super) fn cast_of(declaration: &str, var: &str) -> String {
    match declaration.trim_end().strip_suffix(var) {
        Some(words) => format!("({})", words.trim()),
        None => String::new(),
    }
}

/// In front of `void *` for the address that a task gets of what only is read.
pub(super) fn constant(src: &Source, declared: &Declared) -> &'static str {
    match declared.is_const(src) && declared.form() != Form::Value {
        true => "const ",
        false => "",
    }
}
