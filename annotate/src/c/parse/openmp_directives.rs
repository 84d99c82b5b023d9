//! OpenMP's names of directives and clauses: what stands for one of ours is taken as that, of others it is said why not.

use crate::c::parse::diagnostics::error;
use crate::c::parse::directives::named;
use crate::diag::{Diagnostics, codes};
use crate::directive::{Clause, Directive, Kind, Text, split};

/// What a clause is here.
enum Taken {
    /// A clause of ours, or none that OpenMP has either.
    Ours,
    /// It says nothing that is not so.
    Holds,
    /// What is wrong with it, what to write, and the clause that this is.
    Wrong(String, String, Option<(&'static str, Text)>),
}

fn wrong(message: &str, help: &str) -> Taken {
    Taken::Wrong(message.to_owned(), help.to_owned(), None)
}

/// Takes OpenMP's clauses out of a directive, and reports those that are said in another way.
pub(in crate::c) fn take(directive: &mut Directive, diags: &mut Diagnostics) {
    if directive.kind == Kind::ArrayTile {
        return;
    }
    let kind = directive.kind;
    let sizes = sizes(directive);
    let mut kept = Vec::new();
    for mut clause in std::mem::take(&mut directive.clauses) {
        without_modifier(&mut clause);
        match meaning(kind, &clause, sizes) {
            _ if clause.form == '=' => kept.push(clause),
            Taken::Ours => kept.push(clause),
            Taken::Holds => {}
            Taken::Wrong(message, help, instead) => {
                let place = match &clause.value {
                    Some(value) => clause.name.span.start..value.span.end + 1,
                    None => clause.name.span.clone(),
                };
                diags.push(error(codes::UNKNOWN_NAME, message, place).help(help));
                if let Some((name, value)) = instead {
                    clause.name.text = name.to_owned();
                    clause.value = Some(value);
                    kept.push(clause);
                }
            }
        }
    }
    directive.clauses = kept;
}

/// How many loops the directive cuts.
fn sizes(directive: &Directive) -> usize {
    let clauses = || directive.clauses.iter();
    let counted = clauses().find(|c| c.name.text == "tasktile");
    match counted.and_then(|c| c.value.as_ref()) {
        Some(value) => split(value, ',').len(),
        None => clauses().filter(|c| c.form == '=').count(),
    }
}

/// `if(task: n > 9)`, `reduction(task, +: x)`: the same without the word in front.
fn without_modifier(clause: &mut Clause) {
    let (words, end): (&[&str], char) = match clause.name.text.as_str() {
        "if" => (&["task", "taskloop", "parallel"], ':'),
        "reduction" => (&["task", "default"], ','),
        _ => return,
    };
    let Some(value) = &mut clause.value else {
        return;
    };
    let rest = words.iter().find_map(|word| named(&value.text, word));
    let Some(rest) = rest.and_then(|rest| rest.trim_start().strip_prefix(end)) else {
        return;
    };
    let rest = rest.trim_start().to_owned();
    value.span.start = value.span.end - rest.len();
    value.text = rest;
}

fn meaning(kind: Kind, clause: &Clause, sizes: usize) -> Taken {
    let value = clause.value.as_ref().map_or("", |v| v.text.as_str());
    let is_region = kind == Kind::Region;
    match clause.name.text.as_str() {
        "depend" | "doacross" => depend(kind, clause),
        "nowait" if kind == Kind::TaskWait => wrong(
            "a wait that does not wait",
            "leave the directive out: tasks wait for what they use by themselves",
        ),
        _ if kind == Kind::TaskWait => Taken::Ours,
        "untied" | "mergeable" | "nogroup" | "nowait" | "ordered" => match &clause.value {
            Some(_) if clause.name.text != "ordered" => Taken::Ours,
            _ => Taken::Holds,
        },
        "affinity" | "allocate" | "proc_bind" | "copyin" | "lastprivate" | "linear"
        | "schedule" | "order" => Taken::Holds,
        "shared" | "firstprivate" | "private" if is_region => Taken::Holds,
        "default" => match value {
            "shared" | "none" | "firstprivate" => Taken::Holds,
            "private" => wrong(
                "`default(private)` is not known here",
                "write `private(..)` with the names of those of which each task has its own",
            ),
            _ => wrong(
                "expected `default(shared)`, `default(none)` or `default(firstprivate)`",
                "it can be left out: what a task does with a variable is found out",
            ),
        },
        "reduction" if is_region => wrong(
            "a region sums up nothing by itself",
            &format!("write `reduction({value})` on its tasks"),
        ),
        "reduction" if named(value, "inscan").is_some() => wrong(
            "partial sums of a reduction are not known here",
            "leave the clause out: the tasks run in order",
        ),
        name @ ("in_reduction" | "task_reduction") => {
            let message = format!("`{name}` is OpenMP's");
            let help = format!("write `reduction({value})` on the tasks that sum up");
            let instead = (!is_region).then(|| clause.value.clone()).flatten();
            Taken::Wrong(message, help, instead.map(|value| ("reduction", value)))
        }
        "collapse" if value.parse() == Ok(sizes.max(1)) => Taken::Holds,
        "collapse" => wrong(
            "how many loops are cut, `tasktile` says",
            "write `do tasktile(64, 64)`: a size for each loop",
        ),
        "grainsize" => {
            let size = value.strip_prefix("strict").unwrap_or(value).trim_start();
            let size = size.strip_prefix(':').unwrap_or(size).trim_start();
            let help = format!("write `do tasktile({size})`");
            wrong("how many turns a task has, `tasktile` says", &help)
        }
        "num_tasks" => {
            let number = value.strip_prefix("strict:").unwrap_or(value).trim();
            let help = format!("write `do tasktile(n / ({number}))` for a loop of `n` turns");
            wrong("how many turns a task has, `tasktile` says", &help)
        }
        "num_threads" => wrong(
            "how many PPUs a program has is not said in it",
            &format!(
                "set `HP5_NUM_PPUS={value}` where it is started, or call `hp5_start` of `hp5.h`"
            ),
        ),
        "detach" => wrong(
            "`detach` is OpenMP's",
            "register the task by `hp5_spawn_pending` of `hp5.h`, which `hp5_pending_complete` ends",
        ),
        _ => Taken::Ours,
    }
}

/// `depend(in: x)` is `in(x)`.
fn depend(kind: Kind, clause: &Clause) -> Taken {
    let message = "what a task uses is said by `in`, `out` and `inout`";
    let Some(value) = &clause.value else {
        return wrong(message, "write `in(x)` for `depend(in: x)`");
    };
    let parts = split(value, ',');
    let iterator = parts
        .first()
        .is_some_and(|p| named(&p.text, "iterator").is_some());
    let list = parts
        .get(usize::from(iterator))
        .map_or(value.span.end, |p| p.span.start);
    let text = &value.text[list.saturating_sub(value.span.start).min(value.text.len())..];
    let (way, items) = text.split_once(':').unwrap_or(("", text));
    let items = items.trim();
    if matches!(way.trim(), "sink" | "source") || clause.name.text == "doacross" {
        return wrong(
            "on which turns of its loop a turn depends is found out",
            "leave the clause out",
        );
    }
    if matches!(kind, Kind::TaskWait | Kind::Region) {
        let what = match kind {
            Kind::TaskWait => "a wait is for all tasks before it",
            _ => message,
        };
        return wrong(
            what,
            "leave the clause out: code that uses what tasks write waits for them by itself",
        );
    }
    let ours = match way.trim() {
        "in" => "in",
        "out" => "out",
        "inout" | "mutexinoutset" | "inoutset" => "inout",
        "depobj" => {
            return wrong(message, "write `inout(..)` with what the object stands for");
        }
        _ => return wrong(message, "write `in(x)` for `depend(in: x)`"),
    };
    let help = match iterator {
        true => format!(
            "write `{ours}({items})`, with a section in place of the iterator, `a[0:n]` for `a[i]`"
        ),
        false => format!("write `{ours}({items})`"),
    };
    let end = value.span.end;
    let items = Text {
        text: items.to_owned(),
        span: end - items.len()..end,
    };
    Taken::Wrong(
        message.to_owned(),
        help,
        (!iterator).then_some((ours, items)),
    )
}

/// What to write in place of a directive of OpenMP.
pub(in crate::c) fn directive(name: &str, rest: &str) -> Option<&'static str> {
    let rest = rest.trim_start();
    Some(match name {
        "parallel" if named(rest, "for").is_some() => {
            "write `#pragma hp5 region` before the loop, and `#pragma hp5 do tasktile(64)` behind that"
        }
        "parallel" => {
            "write `#pragma hp5 region`: one thread runs its code, and all PPUs its tasks"
        }
        "single" | "master" | "masked" | "scope" => "leave it out: one thread runs a region's code",
        "for" | "loop" | "taskloop" | "distribute" => {
            "write `#pragma hp5 do tasktile(64)`: a size for each loop that is cut"
        }
        "sections" => "leave it out, and write `#pragma hp5 task` on each section",
        "section" => "write `#pragma hp5 task`",
        "taskgroup" | "barrier" => {
            "leave it out, or write `#pragma hp5 task_wait` where all tasks are to be done; code that uses what tasks write waits by itself"
        }
        "critical" | "atomic" | "ordered" | "flush" => {
            "leave it out: tasks that change the same variable run in order; `reduction(+: x)` lets them run at the same time"
        }
        "taskyield" => "leave it out",
        "simd" => "`#pragma omp simd` stays with its loop in a task too",
        "cancel" | "cancellation" => "`hp5_cancel` of `hp5.h` ends a region",
        "threadprivate" | "declare" | "target" | "teams" | "depobj" => {
            "nothing here takes its place"
        }
        _ => return None,
    })
}
