//! What stands where a task stood: arrays are told to the region, and loops over chunks register
//! tasks with what they use.

use std::collections::HashSet;
use std::fmt::Write as _;

use crate::c::dataflow::captures::Captured;
use crate::c::emit::body::{cast_of, constant};
use crate::c::emit::lines::{indented, made_begin, made_end};
use crate::c::emit::spawn_loop::turns_order;
use crate::c::emit::sums::unordered;
use crate::c::emit::{Context, Loop, in_order, members, tile, value};
use crate::c::lower::privatization::How;
use crate::c::parse::source::{Source, words};
use crate::diag::Diagnostics;
use crate::ir::{Addition, Extent, Mode, Offset, Task, TiledLoop, VarKind, Variable};

/// What a task declares of something that it uses.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// A section of an array, of this number.
    Section(usize),
    /// All of an array.
    Whole,
    /// Where it is: a variable, or an array whose lengths nobody knows.
    Place,
    /// So many bytes from there on, of this number.
    Bytes(usize),
}

impl<'s> Context<'s> {
    /// The code that registers a task, or the tasks of a loop.
    pub(super) fn registration(
        &self,
        task: &Task,
        captured: &[Captured],
        loops: &[Loop],
        diags: &mut Diagnostics,
    ) -> String {
        let begin = made_begin(self.src, task.stmt.start);
        let (line, mut out) = (task.line, format!("{{\n{begin}"));
        if (self.region.additions).contains(&Addition::WaitFirst(task.stmt.clone())) {
            out.push_str("    hp5_must(hp5_wait(hp5_here));\n");
        }
        let _ = writeln!(
            out,
            "    {}",
            self.site(
                &format!("{}:{}", self.region.name, self.src.place(line).1),
                "hp5_site_of_task",
                line
            )
        );
        let wraps = self.wraps(task, loops);
        let below = self.below(task);
        out.push_str(&wraps);
        out.push_str(&below);
        let whole = task.condition.is_some() && !loops.is_empty();
        let elsewhere = self.lead_elsewhere(task, loops);
        let cut = task.condition.as_ref().filter(|_| whole);
        let cut: Vec<String> = (cut.map(|condition| format!("({condition})")).into_iter())
            .chain(elsewhere)
            .collect();
        match &task.condition {
            _ if !cut.is_empty() => {
                let (constant, condition) = match !self.fits_one_call(task) && turns_order(loops) {
                    true => ("", cut.join(" && ")),
                    false => ("const ", cut.join(" && ")),
                };
                let _ = writeln!(out, "    {constant}int hp5_cut = ({condition}) != 0;");
            }
            Some(condition) => {
                out.push_str(&self.serial(task, condition));
            }
            None => {}
        }
        find_offsets(task, &mut out);
        let arrays = self.arrays(task, &mut out, diags);
        self.rows(task, (loops, &arrays), &mut out);
        for reduction in unordered(task) {
            let name = &reduction.name;
            let (kind, operator) = self.kind_of_sum(task, reduction, diags);
            let _ = writeln!(
                out,
                "    hp5_reduction *hp5_sum_{name} = hp5_reduction_begin(hp5_here, {kind}, {operator}, (void *)&{name});"
            );
        }
        if self.fits_one_call(task) {
            out += &self.given(task, captured, Vec::new());
            out += &self.one_call(task, (loops, !cut.is_empty()), &arrays);
        } else {
            self.one_by_one(task, captured, (loops, !cut.is_empty()), &arrays, &mut out);
        }
        for reduction in unordered(task) {
            let _ = writeln!(
                out,
                "    hp5_must(hp5_reduction_combine(hp5_here, hp5_sum_{}, &hp5_site_of_task));",
                reduction.name
            );
        }
        let serial = usize::from(task.condition.is_some() && !whole);
        let ends = serial + usize::from(!wraps.is_empty()) + usize::from(!below.is_empty());
        out.push_str(&"}\n".repeat(ends));
        if (self.region.additions).contains(&Addition::WaitBehind(task.stmt.clone())) {
            out.push_str("    hp5_must(hp5_wait(hp5_here));\n");
        }
        out.push_str(&made_end(self.src, task.stmt.end));
        out.push('}');
        indented(&out, self.src.indent(task.stmt.start))
    }

    /// Loops over chunks, and in them what registers a task.
    fn one_by_one(
        &self,
        task: &Task,
        captured: &[Captured],
        (loops, whole): (&[Loop], bool),
        arrays: &HashSet<usize>,
        out: &mut String,
    ) {
        let line = task.line;
        // Tiles of several loops that use memory by several names would run in another order than the program's.
        let asks = turns_order(loops);
        if asks {
            let cut = if whole { "" } else { "    int hp5_cut = 1;\n" };
            let _ = writeln!(
                out,
                "{cut}    for (int hp5_asks = 1; hp5_asks >= 0; hp5_asks--) {{"
            );
        }
        let size = match (asks, whole) {
            (true, _) => Some("hp5_cut && !hp5_asks"),
            (false, true) => Some("hp5_cut"),
            (false, false) => None,
        };
        for l in loops {
            open_loop(l, self.src, size, out);
        }
        self.computed(task, loops, out);
        let part = |n: usize| match (arrays.contains(&task.accesses[n].var), n) {
            (false, _) => Part::Place,
            (true, n) if task.accesses[n].section.is_empty() => Part::Whole,
            (true, n) => Part::Section(n),
        };
        for (n, access) in task.accesses.iter().enumerate() {
            if part(n) == Part::Section(n) {
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
            let block = self.pointed(task, access);
            if block.is_none() && part(n) == Part::Place && self.is_free(task, access.var) {
                continue;
            }
            let window = || {
                let found = self.window(task, access).filter(|_| part(n) == Part::Place);
                found.map(|(first, count)| (first, Some(count)))
            };
            if let Some(pointer) = self.pointer_to(task, access) {
                let _ = writeln!(
                    out,
                    "    const hp5_bounds hp5_pointer_{n}[] = {{{{0, sizeof ({pointer})}}}};"
                );
                accesses.push(format!(
                    "{{.key = (const void *)&({pointer}), .mode = HP5_IN, .section = hp5_pointer_{n}}}"
                ));
            }
            if let Some((first, count)) = block.or_else(window) {
                let mode = mode_name(access.mode);
                let mut known = format!(".key = hp5_key({first}), .mode = {mode}");
                if let Some(count) = count {
                    let _ = writeln!(
                        out,
                        "    const hp5_bounds hp5_bytes_{n}[] = {{{{0, {count}}}}};"
                    );
                    let _ = write!(known, ", .section = hp5_bytes_{n}");
                }
                accesses.push(format!("{{{known}}}"));
                continue;
            }
            let variable = &self.region.variables[access.var];
            let part = match part(n) {
                Part::Place => self.place(task, n, (loops, false), out),
                known => known,
            };
            accesses.push(self.access(task, (variable, access.mode), part));
        }
        for reduction in unordered(task) {
            let name = &reduction.name;
            let asked = if asks {
                format!("hp5_asks ? (void *)&{name} : ")
            } else {
                String::new()
            };
            let _ = writeln!(
                out,
                "    void *hp5_slot_{name} = {asked}hp5_reduction_slot(hp5_here, hp5_sum_{name});"
            );
            accesses.push(format!("{{.key = hp5_slot_{name}, .mode = HP5_OUT}}"));
        }
        *out += &self.given(task, captured, given);
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
        let tiles = asks.then_some("(hp5_asks || !hp5_cut ? 0 : HP5_TILES)");
        let flags: Vec<&str> = (self
            .checked
            .then_some("HP5_CHECKS")
            .into_iter()
            .chain(tiles))
        .collect();
        if !flags.is_empty() {
            info.push(format!(".flags = {}", flags.join(" | ")));
        }
        self.starts(task, loops, out);
        if let Some(last) = &task.included {
            let _ = writeln!(out, "    hp5_given.hp5_last = ({last}) ? 1 : 0;");
        }
        info.extend(task.name.iter().map(|name| format!(".name = ({name})")));
        info.extend(
            task.priority
                .iter()
                .map(|priority| format!(".priority = ({priority})")),
        );
        let _ = writeln!(out, "    hp5_task hp5_info = {{{}}};", info.join(", "));
        let spawn = match &task.nested {
            Some(_) => "hp5_spawn_nested",
            None => "hp5_spawn",
        };
        if asks {
            out.push_str("    if (hp5_asks) hp5_cut = hp5_is_apart(hp5_here, &hp5_info) && hp5_cut;\n    else\n");
        }
        let _ = writeln!(
            out,
            "    hp5_must({spawn}(hp5_here, &hp5_info, hp5_task_{line}));"
        );
        out.push_str(&"    }\n".repeat(loops.len() + usize::from(asks)));
    }

    /// Ends of sections that are computed in each turn: the least and the greatest of the task's turns.
    fn computed(&self, task: &Task, loops: &[Loop], out: &mut String) {
        for computed in &task.computed {
            let (lo, hi) = (
                format!("hp5_at{}_lo", computed.number),
                format!("hp5_at{}_hi", computed.number),
            );
            let (first, past) = &computed.texts;
            let _ = writeln!(out, "    ptrdiff_t {lo} = PTRDIFF_MAX, {hi} = PTRDIFF_MIN;");
            let texts = self.src.with_macros(first) + " " + &self.src.with_macros(past);
            let named = loops
                .iter()
                .filter(|l| words(&texts).any(|word| word == l.tiled.var));
            let mut depth = 0;
            for l in named {
                let var = &l.tiled.var;
                let step = match l.known.down {
                    true => "1".to_owned(),
                    false => l.pace(self.src),
                };
                let cast = cast_of(&l.declaration, var);
                let _ = writeln!(
                    out,
                    "    for (ptrdiff_t hp5_{var}_turn = hp5_{var}_lo; hp5_{var}_turn < hp5_{var}_hi; hp5_{var}_turn += {step}) {{\n    \
                     {} = {cast}(hp5_{var}_turn);",
                    l.declaration
                );
                depth += 1;
            }
            let _ = writeln!(
                out,
                "    {{ const ptrdiff_t hp5_first = {first}, hp5_past = {past};\n    \
                 if (hp5_first < hp5_past) {{\n    \
                 if (hp5_first < {lo}) {lo} = hp5_first;\n    \
                 if (hp5_past > {hi}) {hi} = hp5_past;\n    }} }}{}\n    \
                 if ({lo} > {hi}) {lo} = {hi} = 0;",
                " }".repeat(depth)
            );
        }
    }

    /// Whether a task's priority or its name mentions the variable of a loop.
    pub(super) fn mentions(&self, task: &Task, var: &str) -> bool {
        let texts = [&task.priority, &task.name, &task.included];
        let mut texts = texts.into_iter().flatten();
        texts.any(|text| words(&self.src.with_macros(text)).any(|word| word == var))
    }

    /// The variables of the loops that priority or name mention, at the begin of a task's part.
    fn starts(&self, task: &Task, loops: &[Loop], out: &mut String) {
        for l in loops {
            let var = &l.tiled.var;
            if self.mentions(task, var) {
                let cast = cast_of(&l.declaration, var);
                let _ = writeln!(out, "    {} = {cast}(hp5_{var}_lo);", l.declaration);
            }
        }
    }

    /// The struct of what a task gets besides what is in `given`.
    fn given(&self, task: &Task, captured: &[Captured], mut given: Vec<String>) -> String {
        let (line, mut out, mut copies) = (task.line, String::new(), Vec::new());
        for one in in_order(captured) {
            let name = &one.declared.name;
            match one.how {
                How::Value => given.push(format!(".{name} = {name}")),
                // The pointers that it leads to may be constant: `double *const *p`.
                How::Pointer => given.push(format!(
                    ".{name} = ({}void *){name}",
                    constant(self.src, &one.declared)
                )),
                How::Address => given.push(format!(".{name} = (void *)&{name}")),
                How::Partial => given.push(format!(".hp5_slot_{name} = hp5_slot_{name}")),
                How::Own => {
                    let _ = writeln!(out, "    (void)sizeof({name});");
                }
                How::Copy => copies.push(format!(
                    "    __builtin_memcpy(&hp5_given.{name}, &{name}, sizeof {name});\n"
                )),
            }
        }
        for variable in members(self.src, self.region, task) {
            let place = self.guards(task).guarded(&variable.name);
            given.push(format!(".hp5_of_{} = {place}", variable.binding));
        }
        if let Some(apart) = self.apart(task, captured) {
            given.push(format!(".hp5_apart = {}", apart.condition));
        }
        if given.is_empty() && copies.is_empty() && task.included.is_none() {
            given.push(".hp5_nothing = 0".to_owned());
        }
        if task.included.is_some() {
            given.push(".hp5_last = 0".to_owned());
        }
        let values = match given.is_empty() {
            true => String::new(),
            false => format!(" = {{{}}}", given.join(", ")),
        };
        let _ = writeln!(out, "    struct hp5_given_{line} hp5_given{values};");
        out + &copies.concat()
    }

    /// What a task declares of a variable.
    pub(super) fn access(
        &self,
        task: &Task,
        (variable, mode): (&Variable, Mode),
        part: Part,
    ) -> String {
        let mode = mode_name(mode);
        let (name, b) = (&variable.name, &variable.binding);
        match (&variable.kind, part) {
            (_, Part::Section(n)) => {
                format!("{{.array = hp5_array_{b}, .mode = {mode}, .section = hp5_section_{n}}}")
            }
            (_, Part::Whole) => format!("{{.array = hp5_array_{b}, .mode = {mode}}}"),
            (kind, part) => {
                let variable = *kind == VarKind::Scalar { deref: false } || self.is_number(name);
                let place = match variable {
                    true => self.guards(task).guarded_address(&self.with_address(name)),
                    false => {
                        let place = self.guards(task).guarded(name);
                        format!("hp5_key((const void *)({place}))")
                    }
                };
                let bytes = match part {
                    Part::Bytes(n) => format!(", .section = hp5_bytes_{n}"),
                    _ => String::new(),
                };
                format!("{{.key = {place}, .mode = {mode}{bytes}}}")
            }
        }
    }
}

pub(super) fn mode_name(mode: Mode) -> &'static str {
    match mode {
        Mode::In => "HP5_IN",
        Mode::Out => "HP5_OUT",
        Mode::InOut => "HP5_INOUT",
    }
}

/// The modulo offset of a loop's chunks: a number, or a constant that [`find_offsets`] declares.
pub(super) fn offset_of(tiled: &TiledLoop) -> String {
    match &tiled.offset {
        Offset::Fixed(number) => number.to_string(),
        Offset::Least(_) => format!("hp5_{}_offset", tiled.var),
    }
}

/// Finds offsets that depend on sizes which are known when the program runs.
fn find_offsets(task: &Task, out: &mut String) {
    for tiled in &task.loops {
        let Offset::Least(demands) = &tiled.offset else {
            continue;
        };
        let list: Vec<String> = demands
            .iter()
            .map(|d| format!("{{{}, {}, {}, {}}}", d.k, d.o1, d.o2, tile(&d.dtile)))
            .collect();
        let _ = writeln!(
            out,
            "    const size_t {} = hp5_offset({}, {}, (const hp5_loop_use[]){{{}}});",
            offset_of(tiled),
            tile(&tiled.tile),
            list.len(),
            list.join(", ")
        );
    }
}

impl Loop<'_> {
    /// The first index and one past the last.
    pub(super) fn bounds(&self, src: &Source) -> (String, String) {
        match &self.tiled.hull {
            Some((lo, hi)) => (value(lo), value(hi)),
            None => self.known.range(src),
        }
    }

    /// How far apart chunks may begin at the least. Where turns of loops around begin at other indices,
    /// their steps hit others: chunks are of all indices then, and each turn finds its own in them.
    pub(super) fn pace(&self, src: &Source) -> String {
        match self.tiled.hull {
            Some(_) => "1".to_owned(),
            None => self.known.stride(src),
        }
    }
}

fn bounds(extent: &Extent) -> String {
    match extent {
        Extent::All => "{0, PTRDIFF_MAX}".to_owned(),
        Extent::Range { lo, hi } => format!("{{{}, {}}}", value(lo), value(hi)),
    }
}

/// The loop over the chunks of a loop.
fn open_loop(l: &Loop, src: &Source, cut: Option<&str>, out: &mut String) {
    let (var, known) = (&l.tiled.var, &l.known);
    let (lower, upper) = l.bounds(src);
    let mut size = tile(&l.tiled.tile);
    if let Some(cut) = cut {
        size = format!("({cut} ? {size} : 0)");
    }
    let offset = offset_of(l.tiled);
    let _ = writeln!(
        out,
        "    const ptrdiff_t hp5_{var}_first = {lower}, hp5_{var}_last = {upper};"
    );
    match known.down {
        false => {
            let next = match l.pace(src).as_str() {
                "1" => format!("hp5_{var}_hi"),
                step => format!("hp5_first(hp5_{var}_first, hp5_{var}_hi, {step})"),
            };
            let _ = writeln!(
                out,
                "    ptrdiff_t hp5_{var}_lo = hp5_{var}_first, hp5_{var}_hi;\n    \
                 for (; hp5_{var}_lo < hp5_{var}_last; hp5_{var}_lo = {next}) {{\n    \
                 hp5_{var}_hi = hp5_chunk_end(hp5_{var}_lo, hp5_{var}_last, {size}, {offset});"
            );
        }
        true => {
            let _ = writeln!(
                out,
                "    ptrdiff_t hp5_{var}_hi = hp5_{var}_last, hp5_{var}_lo;\n    \
                 for (; hp5_{var}_hi > hp5_{var}_first; hp5_{var}_hi = hp5_{var}_lo) {{\n    \
                 hp5_{var}_lo = hp5_chunk_begin(hp5_{var}_hi, hp5_{var}_first, {size}, {offset});"
            );
        }
    }
}
