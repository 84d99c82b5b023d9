//! Writing C: the user's text with edits, and functions for tasks.

use std::collections::HashSet;
use std::fmt::Write as _;

use super::body::{Counted, counted};
use super::captured::{self, Captured, How};
use super::declared::{self, Declared, Form};
use super::pragma::{self, Pragma};
use super::region::dims_of;
use super::syntax::{Source, field, root_of};
use crate::diag::{Diagnostic, Diagnostics, Severity, codes};
use crate::edit::Edits;
use crate::ir::{
    Addition, Extent, Poly, Region, RegionForm, Span, Step, Task, TileSize, TiledLoop, Unit,
    VarKind, Variable,
};

/// The translated text of a file.
pub(super) fn emit(src: &Source, unit: &Unit, diags: &mut Diagnostics) -> String {
    let pragmas = pragma::find(&src.text, &mut Diagnostics::default());
    let mut edits = Edits::default();
    edits.insert(0, format!("#include <hp5.h>\n{}", line_directive(src, 1)));
    let mut functions = Vec::new();
    for region in &unit.regions {
        let context = Context {
            src,
            pragmas: &pragmas,
            region,
        };
        context.open_and_close(&mut edits);
        for step in &region.steps {
            match step {
                Step::Wait { at, implicit } => context.wait(*at, *implicit, &mut edits),
                Step::Task(task) => {
                    let text = context.task(task, diags);
                    if let Some(function) = src.function_at(task.stmt.start) {
                        functions.push((function.start_byte(), text.function));
                    }
                    let rest = line_directive(src, src.line(task.stmt.end));
                    edits.replace(task.stmt.clone(), format!("{}\n{rest}", text.registration));
                }
            }
        }
        for addition in &region.additions {
            if let Addition::WaitFirst(span) = addition {
                edits.insert(span.start, "(hp5_must(hp5_wait(hp5_here)), ");
                edits.replace(span.end..span.end, ")");
            }
        }
    }
    for (at, function) in functions {
        edits.insert(
            at,
            format!("\n{function}{}", line_directive(src, src.line(at))),
        );
    }
    // Of two replacements of one place the first counts.
    for span in &unit.directives {
        edits.replace(span.clone(), newlines(src, span));
    }
    edits.apply(&src.text, &(0..src.text.len()))
}

fn newlines(src: &Source, span: &Span) -> String {
    "\n".repeat(src.slice(span).matches('\n').count())
}

/// Text as a string literal of C.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            c if c.is_control() => out.push('?'),
            c => out.push(c),
        }
    }
    out + "\""
}

fn line_directive(src: &Source, line: usize) -> String {
    format!("#line {line} {}\n", quoted(&src.path.display().to_string()))
}

/// A polynomial as an expression of type `ptrdiff_t`.
fn value(poly: &Poly) -> String {
    poly.to_text(|atom| match atom.strip_prefix("__") {
        Some(bound) if bound.ends_with("_lo") || bound.ends_with("_hi") => format!("hp5_{bound}"),
        _ => format!("(ptrdiff_t)({atom})"),
    })
}

fn tile(size: &TileSize) -> String {
    match size {
        TileSize::Whole => "0".to_owned(),
        TileSize::Fixed(n) => n.to_string(),
        TileSize::Expr(text) => format!("(size_t)({text})"),
    }
}

/// The code of a task and of its registration.
struct Text {
    function: String,
    registration: String,
}

struct Context<'s> {
    src: &'s Source,
    pragmas: &'s [Pragma],
    region: &'s Region,
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
        let file = quoted(&self.src.path.display().to_string());
        format!(
            "static hp5_site {variable} = {{{}, {file}, {line}, NULL}};",
            quoted(name)
        )
    }

    fn open_and_close(&self, edits: &mut Edits) {
        let region = self.region;
        let site = self.site(
            &region.name,
            &format!("hp5_site_{}", region.line),
            region.line,
        );
        let begin = format!(
            "{site} hp5_region *hp5_here = hp5_must_begin(&hp5_site_{});",
            region.line
        );
        let end = "hp5_must(hp5_region_end(hp5_here, NULL));";
        match &region.form {
            RegionForm::Function { item, name, .. } => {
                let indent = |at: usize| self.src.indent(at).to_owned();
                edits.replace(
                    item.clone(),
                    format!("{}{begin}{}", indent(item.start), newlines(self.src, item)),
                );
                edits.replace(
                    name.clone(),
                    format!("{}{end}{}", indent(name.start), newlines(self.src, name)),
                );
            }
            _ => {
                edits.insert(region.body.start + 1, format!(" {begin}"));
                edits.insert(region.body.end - 1, format!("{end} "));
            }
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

    // ---- tasks ----

    fn task(&self, task: &Task, diags: &mut Diagnostics) -> Text {
        let captured = captured::of(self.src, self.region, task, diags);
        let loops: Vec<Loop> = task
            .loops
            .iter()
            .filter_map(|l| self.nest_loop(task, l))
            .collect();
        Text {
            function: self.function(task, &captured, &loops),
            registration: self.registration(task, &captured, &loops, diags),
        }
    }

    fn nest_loop(&self, task: &'s Task, tiled: &'s TiledLoop) -> Option<Loop<'s>> {
        let span = tiled.iterated.clone();
        let mut node = self
            .src
            .tree
            .root_node()
            .descendant_for_byte_range(span.start, span.end)?;
        while node.byte_range() != span || node.kind() != "for_statement" {
            node = node.parent()?;
        }
        let known = counted(self.src, node)?;
        let body = field(node, "body")?;
        let declared = match known.declares {
            true => declared::names(self.src, field(node, "initializer")?, false)
                .into_iter()
                .next(),
            false => declared::find(self.src, captured::statement(self.src, task)?, &tiled.var),
        };
        Some(Loop {
            tiled,
            header: span.start..body.start_byte(),
            declaration: declared.map_or_else(
                || format!("ptrdiff_t {}", tiled.var),
                |d| d.with_name(self.src, &tiled.var),
            ),
            known,
        })
    }

    /// The struct of a task's arguments and the function that is its body.
    fn function(&self, task: &Task, captured: &[Captured], loops: &[Loop]) -> String {
        let (src, line) = (self.src, task.line);
        let mut fields = String::new();
        let mut locals = String::new();
        for l in loops {
            let _ = writeln!(fields, "    ptrdiff_t hp5_{0}_lo, hp5_{0}_hi;", l.tiled.var);
            let _ = writeln!(
                locals,
                "    const ptrdiff_t hp5_{0}_lo = hp5_given->hp5_{0}_lo, hp5_{0}_hi = hp5_given->hp5_{0}_hi;",
                l.tiled.var
            );
        }
        let mut edits = Edits::default();
        let mut ends = String::new();
        for one in in_order(captured) {
            self.capture(one, &mut fields, &mut locals, &mut ends, &mut edits);
        }
        for l in loops {
            edits.replace(l.header.clone(), self.header(l));
        }
        for span in self.pragmas.iter().map(|p| &p.directive.span) {
            edits.replace(span.clone(), newlines(src, span));
        }
        let code = edits.apply(&src.text, &task.stmt);
        if fields.is_empty() {
            fields.push_str("    char hp5_nothing;\n");
        }
        format!(
            "// {text}\nstruct hp5_given_{line} {{\n{fields}}};\n\
             static void hp5_task_{line}(const void *hp5_arguments) {{\n    \
             const struct hp5_given_{line} *hp5_given = (const struct hp5_given_{line} *)hp5_arguments;\n    (void)hp5_given;\n{locals}\
             {at}{indent}{code}\n{ends}}}\n",
            text = task.text,
            at = line_directive(src, src.line(task.stmt.start)),
            indent = src.indent(task.stmt.start),
        )
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
        let constant = if declared.is_const(src) && declared.form() != Form::Value {
            "const "
        } else {
            ""
        };
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
                let _ = writeln!(fields, "    {constant}void *{name};");
                let _ = writeln!(
                    locals,
                    "    {} = hp5_given->{name}; (void){name};",
                    declared.as_pointer(src, name)
                );
            }
            How::Address => {
                let _ = writeln!(fields, "    void *{name};");
                let _ = writeln!(
                    locals,
                    "    {} = hp5_given->{name};",
                    pointer_to(src, declared, &format!("hp5_at_{name}"))
                );
                for used in &one.uses {
                    edits.replace(used.clone(), format!("(*hp5_at_{name})"));
                }
            }
            How::Own => {
                let _ = writeln!(locals, "    {}; (void)&{name};", plain(src, declared, name));
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

    /// The `for (..)` of a tiled loop, over a task's chunk.
    fn header(&self, l: &Loop) -> String {
        let Loop { tiled, known, .. } = l;
        let (var, step) = (&tiled.var, known.step);
        let (mut lo, mut hi) = (format!("hp5_{var}_lo"), format!("hp5_{var}_hi"));
        if tiled.hull.is_some() {
            let past = if known.inclusive { " + 1" } else { "" };
            lo = format!(
                "hp5_first((ptrdiff_t)({}), {lo}, {step})",
                self.src.text(known.lo)
            );
            hi = format!(
                "hp5_least((ptrdiff_t)({}){past}, {hi})",
                self.src.text(known.hi)
            );
        }
        let declaration = if known.declares { &l.declaration } else { var };
        let cast = cast_of(&l.declaration, var);
        match known.down {
            false if step == 1 => {
                format!("for ({declaration} = {cast}({lo}); {var} < {hi}; {var}++) ")
            }
            false => format!("for ({declaration} = {cast}({lo}); {var} < {hi}; {var} += {step}) "),
            true => format!("for ({declaration} = {cast}({hi} - 1); {var} >= {lo}; {var}--) "),
        }
    }

    // ---- registration ----

    fn registration(
        &self,
        task: &Task,
        captured: &[Captured],
        loops: &[Loop],
        diags: &mut Diagnostics,
    ) -> String {
        let (line, mut out) = (task.line, String::from("{\n"));
        let _ = writeln!(
            out,
            "    {}",
            self.site(
                &format!("{}:{line}", self.region.name),
                "hp5_site_of_task",
                line
            )
        );
        let whole = match &task.condition {
            Some(condition) => {
                let _ = writeln!(out, "    const int hp5_cut = ({condition}) != 0;");
                true
            }
            None => false,
        };
        let arrays = self.arrays(task, &mut out, diags);
        for reduction in &task.reductions {
            let (name, kind) = (
                &reduction.name,
                self.scalar_type(task, &reduction.name, &reduction.span, diags),
            );
            let _ = writeln!(
                out,
                "    hp5_reduction *hp5_sum_{name} = hp5_reduction_begin(hp5_here, {kind}, {}, (void *)&{name});",
                operator(reduction.op)
            );
        }
        for l in loops {
            open_loop(l, self.src, whole, &mut out);
        }
        for (n, access) in task.accesses.iter().enumerate() {
            if arrays.contains(&access.var) && !access.section.is_empty() {
                let bounds: Vec<String> = access.section.iter().map(bounds).collect();
                let _ = writeln!(
                    out,
                    "    hp5_bounds hp5_section_{n}[] = {{{}}};",
                    bounds.join(", ")
                );
            }
        }
        let mut given: Vec<String> = Vec::new();
        for l in loops {
            given.push(format!(
                ".hp5_{0}_lo = hp5_{0}_lo, .hp5_{0}_hi = hp5_{0}_hi",
                l.tiled.var
            ));
        }
        let mut accesses: Vec<String> = Vec::new();
        for (n, access) in task.accesses.iter().enumerate() {
            accesses.push(self.access(
                &self.region.variables[access.var],
                access.mode,
                arrays.contains(&access.var),
                n,
            ));
        }
        for reduction in &task.reductions {
            let name = &reduction.name;
            let _ = writeln!(
                out,
                "    void *hp5_slot_{name} = hp5_reduction_slot(hp5_here, hp5_sum_{name});"
            );
            accesses.push(format!("{{.key = hp5_slot_{name}, .mode = HP5_OUT}}"));
        }
        for one in in_order(captured) {
            let name = &one.declared.name;
            match one.how {
                How::Value => given.push(format!(".{name} = {name}")),
                How::Pointer => given.push(format!(".{name} = {name}")),
                How::Address => given.push(format!(".{name} = (void *)&{name}")),
                How::Partial => given.push(format!(".hp5_slot_{name} = hp5_slot_{name}")),
                How::Own => {
                    let _ = writeln!(out, "    (void)&{name};");
                }
            }
        }
        if given.is_empty() {
            given.push(".hp5_nothing = 0".to_owned());
        }
        let _ = writeln!(
            out,
            "    struct hp5_given_{line} hp5_given = {{{}}};",
            given.join(", ")
        );
        if !accesses.is_empty() {
            let _ = writeln!(
                out,
                "    hp5_access hp5_accesses[] = {{{}}};",
                accesses.join(", ")
            );
        }
        let mut info = vec![
            ".site = &hp5_site_of_task".to_owned(),
            ".arguments = &hp5_given".to_owned(),
            ".arguments_size = sizeof hp5_given".to_owned(),
        ];
        if !accesses.is_empty() {
            info.push(format!(
                ".accesses = hp5_accesses, .access_count = {}",
                accesses.len()
            ));
        }
        info.extend(task.name.iter().map(|name| format!(".name = ({name})")));
        info.extend(
            task.priority
                .iter()
                .map(|priority| format!(".priority = ({priority})")),
        );
        let _ = writeln!(out, "    hp5_task hp5_info = {{{}}};", info.join(", "));
        let _ = writeln!(
            out,
            "    hp5_must(hp5_spawn(hp5_here, &hp5_info, hp5_task_{line}));"
        );
        out.push_str(&"    }\n".repeat(loops.len()));
        for reduction in &task.reductions {
            let _ = writeln!(
                out,
                "    hp5_must(hp5_reduction_combine(hp5_here, hp5_sum_{}, &hp5_site_of_task));",
                reduction.name
            );
        }
        let indent = format!("\n{}", self.src.indent(task.stmt.start));
        out.push('}');
        out.replace('\n', &indent)
    }

    fn access(
        &self,
        variable: &Variable,
        mode: crate::ir::Mode,
        is_array: bool,
        n: usize,
    ) -> String {
        let mode = match mode {
            crate::ir::Mode::In => "HP5_IN",
            crate::ir::Mode::Out => "HP5_OUT",
            crate::ir::Mode::InOut => "HP5_INOUT",
        };
        let name = &variable.name;
        match (&variable.kind, is_array) {
            (_, true) => format!(
                "{{.array = hp5_array_{}, .mode = {mode}, .section = hp5_section_{n}}}",
                variable.binding
            ),
            (VarKind::Scalar { deref: false }, _) => {
                format!("{{.key = (const void *)&{name}, .mode = {mode}}}")
            }
            _ => format!("{{.key = (const void *)({name}), .mode = {mode}}}"),
        }
    }

    /// Tells the region of the arrays that a task uses; those whose lengths are known.
    fn arrays(&self, task: &Task, out: &mut String, diags: &mut Diagnostics) -> HashSet<usize> {
        let mut known = HashSet::new();
        for binding in &task.bindings {
            let variable = &self.region.variables[binding.var];
            if variable.kind.dims() == 0 {
                continue;
            }
            let cut = binding.template.iter().any(|t| *t != TileSize::Whole);
            let extents = self.extents(task, variable);
            let Some(extents) = extents.filter(|e| e.len() == variable.kind.dims()) else {
                if cut {
                    self.report_extents(task, variable, diags);
                }
                continue;
            };
            let brackets = match variable.kind {
                VarKind::Nested { dims } => dims,
                _ => 1,
            };
            let element = format!("{}{}", variable.name, "[0]".repeat(brackets));
            let extents: Vec<String> = extents.iter().map(|e| format!("(size_t)({e})")).collect();
            let tiles: Vec<String> = binding.template.iter().map(tile).collect();
            let flags = if self.is_spine(task, variable) {
                ", .flags = HP5_POINTERS"
            } else {
                ""
            };
            let _ = writeln!(
                out,
                "    hp5_array_number hp5_array_{b} = hp5_array(hp5_here, &(hp5_array_info){{.name = {n}, .base = (const void *)({name}), \
                 .element_bytes = sizeof({element}), .dims = {dims}, .extents = (size_t[]){{{e}}}, .tile = (size_t[]){{{t}}}{flags}}});",
                b = variable.binding,
                n = quoted(&variable.name),
                name = variable.name,
                dims = extents.len(),
                e = extents.join(", "),
                t = tiles.join(", "),
            );
            known.insert(binding.var);
        }
        known
    }

    fn report_extents(&self, task: &Task, variable: &Variable, diags: &mut Diagnostics) {
        let template = self.region.templates.iter().find(|t| {
            t.arrays
                .iter()
                .any(|(n, _)| n.as_deref() == Some(&variable.name))
        });
        let found = task
            .uses
            .iter()
            .find(|u| u.name == variable.name)
            .map_or(task.directive.clone(), |u| u.span.clone());
        let (severity, span) = match template {
            Some(template) => (Severity::Error, template.span.clone()),
            None => (Severity::Warning, found),
        };
        if diags
            .list
            .iter()
            .any(|d| d.code == codes::C_EXTENT && d.primary.span == span)
        {
            return;
        }
        let message = format!(
            "the lengths of `{}` are not known, so it cannot be cut into tiles",
            variable.name
        );
        let dims = ["n", "m", "l", "k"][..variable.kind.dims().min(4)].join(", ");
        diags.push(Diagnostic::new(severity, codes::C_EXTENT, message, span).help(format!(
            "`#pragma hp5 array_tile dimtile(..) dim({dims}) arrvar({})` says them; without, tasks that use it wait for one another",
            variable.name
        )));
    }

    /// Lengths of an array as texts: what `dim(..)` says, or its declaration.
    fn extents(&self, task: &Task, variable: &Variable) -> Option<Vec<String>> {
        if let Some(given) = dims_of(self.pragmas, self.region, &variable.name, task.start) {
            return Some(given);
        }
        let declared = self.declaration(task, &variable.name)?;
        let lengths: Option<Vec<String>> = declared
            .lengths()
            .into_iter()
            .map(|l| Some(self.src.slice(&l?).to_owned()))
            .collect();
        let lengths = lengths.filter(|l| !l.is_empty())?;
        match &variable.kind {
            VarKind::Flat { rows } if !rows.is_empty() && lengths.len() == 1 => {
                let rows: Vec<String> = rows.iter().map(value).collect();
                let all = rows
                    .iter()
                    .map(|r| format!("({r})"))
                    .collect::<Vec<_>>()
                    .join(" * ");
                let mut list = vec![format!("({}) / ({all})", lengths[0])];
                list.extend(rows);
                Some(list)
            }
            _ => Some(lengths),
        }
    }

    fn declaration(&self, task: &Task, name: &str) -> Option<Declared<'s>> {
        if root_of(name) != name {
            return None;
        }
        let stmt = captured::statement(self.src, task)?;
        declared::find(self.src, stmt, name)
    }

    /// Rows are reached through pointers.
    fn is_spine(&self, task: &Task, variable: &Variable) -> bool {
        let VarKind::Nested { dims } = variable.kind else {
            return false;
        };
        let declared = self.declaration(task, &variable.name);
        declared.is_some_and(|d| {
            d.stars() + d.lengths().len() >= dims
                && d.stars() + usize::from(!d.lengths().is_empty()) > 1
                && d.stars() > 0
                && !only_row_pointer(&d)
        })
    }

    fn scalar_type(
        &self,
        task: &Task,
        name: &str,
        span: &Span,
        diags: &mut Diagnostics,
    ) -> &'static str {
        let words = self
            .declaration(task, name)
            .map(|d| d.words(self.src))
            .unwrap_or_default();
        let mut words: Vec<&str> = words
            .split_whitespace()
            .filter(|w| *w != "const" && *w != "volatile")
            .collect();
        words.sort_unstable();
        match words.join(" ").as_str() {
            "double" => "HP5_DOUBLE",
            "float" => "HP5_FLOAT",
            "int" | "int32_t" | "signed" | "int signed" => "HP5_INT32",
            "unsigned" | "int unsigned" | "uint32_t" => "HP5_UINT32",
            "int64_t" | "long" | "int long" | "long long" | "ptrdiff_t" | "int long long" => {
                "HP5_INT64"
            }
            "uint64_t" | "size_t" | "long unsigned" | "long long unsigned" => "HP5_UINT64",
            other => {
                let message = format!(
                    "`{name}` is of type `{other}`: a reduction is of int, long, float, double, or one of <stdint.h>"
                );
                diags.push(Diagnostic::new(
                    Severity::Error,
                    codes::REDUCTION,
                    message,
                    span.clone(),
                ));
                "HP5_DOUBLE"
            }
        }
    }
}

/// `double (*a)[m]`: one pointer, to rows.
fn only_row_pointer(declared: &Declared) -> bool {
    declared.stars() == 1 && !declared.lengths().is_empty()
}

/// Values first: types of pointers may have them as lengths.
fn in_order<'c, 's>(captured: &'c [Captured<'s>]) -> Vec<&'c Captured<'s>> {
    let mut list: Vec<&Captured> = captured.iter().collect();
    list.sort_by_key(|c| c.how != How::Value);
    list
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
fn cast_of(declaration: &str, var: &str) -> String {
    match declaration.trim_end().strip_suffix(var) {
        Some(words) => format!("({})", words.trim()),
        None => String::new(),
    }
}

fn operator(op: &str) -> &'static str {
    match op {
        "Add" => "HP5_ADD",
        "Mul" => "HP5_MUL",
        "Min" => "HP5_MIN",
        "Max" => "HP5_MAX",
        "BitAnd" => "HP5_BAND",
        "BitOr" => "HP5_BOR",
        _ => "HP5_BXOR",
    }
}

fn bounds(extent: &Extent) -> String {
    match extent {
        Extent::All => "{0, PTRDIFF_MAX}".to_owned(),
        Extent::Range { lo, hi } => format!("{{{}, {}}}", value(lo), value(hi)),
    }
}

/// The loop over the chunks of a loop.
fn open_loop(l: &Loop, src: &Source, may_be_whole: bool, out: &mut String) {
    let (var, known) = (&l.tiled.var, &l.known);
    let past = if known.inclusive { " + 1" } else { "" };
    let (lower, upper) = match &l.tiled.hull {
        Some((lo, hi)) => (value(lo), value(hi)),
        None => (
            format!("(ptrdiff_t)({})", src.text(known.lo)),
            format!("(ptrdiff_t)({}){past}", src.text(known.hi)),
        ),
    };
    let mut size = tile(&l.tiled.tile);
    if may_be_whole {
        size = format!("(hp5_cut ? {size} : 0)");
    }
    let offset = &l.tiled.offset;
    let offset = if offset.chars().all(|c| c.is_ascii_digit()) {
        offset.as_str()
    } else {
        "0"
    };
    let _ = writeln!(
        out,
        "    const ptrdiff_t hp5_{var}_first = {lower}, hp5_{var}_last = {upper};"
    );
    match known.down {
        false => {
            let next = match known.step {
                1 => format!("hp5_{var}_hi"),
                step => format!("hp5_first(hp5_{var}_first, hp5_{var}_hi, {step})"),
            };
            let _ = writeln!(
                out,
                "    for (ptrdiff_t hp5_{var}_lo = hp5_{var}_first, hp5_{var}_hi; hp5_{var}_lo < hp5_{var}_last; hp5_{var}_lo = {next}) {{\n    \
                 hp5_{var}_hi = hp5_chunk_end(hp5_{var}_lo, hp5_{var}_last, {size}, {offset});"
            );
        }
        true => {
            let _ = writeln!(
                out,
                "    for (ptrdiff_t hp5_{var}_hi = hp5_{var}_last, hp5_{var}_lo; hp5_{var}_hi > hp5_{var}_first; hp5_{var}_hi = hp5_{var}_lo) {{\n    \
                 hp5_{var}_lo = hp5_chunk_begin(hp5_{var}_hi, hp5_{var}_first, {size}, {offset});"
            );
        }
    }
}
