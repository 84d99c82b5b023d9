//! Code between tasks that uses memory by names of which the text does not say that tasks use it, too.
//!
//! What names say, waits are put in for ([`waits`](crate::c::dataflow::waits)). `m->row[k][0]` may yet be what tasks write
//! as `m->data[j]`, or `p[0]` what they write as `q[3]`: so, where the types allow it, the program asks the
//! library for the place as it comes there,
//!
//! ```c
//! (*__extension__({ __auto_type hp5_place = &(m->row[k][0]); hp5_look(hp5_here, (size_t)hp5_place, .., HP5_IN); hp5_place; }))
//! ```
//!
//! which waits if pending tasks use it. Names are not asked for that cannot be the same: other types, two
//! arrays, pointers that are `restrict`.

use tree_sitter::Node;

use crate::c::dataflow::generating_code;
use crate::c::dataflow::joins::Call;
use crate::c::emit::Context;
use crate::c::emit::checked::{Code, Marks, is_arrow};
use crate::c::parse::expressions;
use crate::c::parse::names::statement;
use crate::c::parse::source::{Source, children, field, peel, place_name};
use crate::c::points_to::alias_uses;
use crate::c::semantics::declarations::{self, Declared, Form};
use crate::c::semantics::pointer_types::{self, levels};
use crate::ir::{Addition, Mode, RegionForm, Span};
use crate::passes::tasks;

/// What tasks use, and code between them may use by another name.
pub(super) struct Looks {
    used: Vec<Used>,
    /// Calls of functions whose tasks are in the graph: what they are given is for tasks to look at.
    joined: Vec<Span>,
    /// Macros are not looked into: names are others in this code.
    pub(super) plain: bool,
}

/// A name under which tasks use elements.
struct Used {
    name: String,
    kind: Kind,
    written: bool,
}

/// What elements are, and how a name leads to them.
struct Kind {
    /// Words of their type; `None`: it may be any.
    words: Option<String>,
    /// They lie elsewhere than the name.
    elsewhere: bool,
}

impl Kind {
    fn of(src: &Source, found: &Declared, name: &str) -> Option<Kind> {
        let elsewhere = found.form() == Form::Pointer || found.stars() > 0 || name.contains("->");
        (!found.is_restricted(src) && !found.is_function()).then(|| Kind {
            words: words(src, found),
            elsewhere,
        })
    }

    fn may_be(&self, other: &Kind) -> bool {
        let same = match (&self.words, &other.words) {
            (Some(a), Some(b)) => a == b,
            _ => true,
        };
        same && (self.elsewhere || other.elsewhere)
    }
}

/// The words of an element's type; `None` for structs, which have others in them, and for what may be any.
fn words(src: &Source, found: &Declared) -> Option<String> {
    if found.is_of_unseen_type(src) {
        return None;
    }
    let all = found.plain_words(src);
    let mut words: Vec<&str> = all.split_whitespace().collect();
    words.retain(|w| {
        !matches!(
            *w,
            "const" | "volatile" | "restrict" | "signed" | "unsigned"
        )
    });
    words.sort_unstable();
    let any = ["char", "void", "struct", "union"];
    let is_any = words.iter().any(|w| any.contains(w) || w.contains('{'));
    (!is_any && !words.is_empty()).then(|| words.join(" "))
}

impl Looks {
    /// The place, one of the code's own variables or not, may be what tasks use by another name.
    pub(super) fn concern(
        &self,
        code: &Code,
        at: &Source,
        (place, own): (Node, bool),
        here: Node,
        mode: Mode,
    ) -> bool {
        let Some((name, kind, left)) = led_to(code, at, place, here) else {
            return false;
        };
        let writes = mode != Mode::In;
        left == 0 && (kind.elsewhere || !own) && self.has(&name, &kind, writes)
    }

    /// A function that gets the pointer may use what tasks use by another name: how.
    pub(super) fn concern_handed(
        &self,
        code: &Code,
        at: &Source,
        (call, n): (Node, usize),
        here: Node,
    ) -> Option<Mode> {
        let value = peel(*children(field(call, "arguments")?).get(n)?);
        let (base, leads) = match value.kind() {
            "identifier" | "field_expression" | "subscript_expression" => (value, true),
            // `p + 2`, `&a[i]`, `&p->n`
            "binary_expression" => (peel(field(value, "left")?), true),
            "pointer_expression" if at.text(value).starts_with('&') => {
                let place = peel(field(value, "argument")?);
                let is_part = ["subscript_expression", "field_expression"].contains(&place.kind());
                (Some(place).filter(|_| is_part)?, false)
            }
            _ => return None,
        };
        let (name, kind, left) = led_to(code, at, base, here)?;
        let mode = match reads(code.src, at.text(field(call, "function")?), n) {
            true => Mode::In,
            false => Mode::InOut,
        };
        let is_joined = self.joined.contains(&call.byte_range());
        let is_pointer = !leads || left > 0;
        (!is_joined && is_pointer && self.has(&name, &kind, mode.writes())).then_some(mode)
    }

    /// Looks at what the pointers of a struct lead to that a function is given, `f(v)` or `f(&v)`.
    pub(super) fn behind(
        &self,
        code: &Code,
        at: &Source,
        (call, value): (Node, Node),
        here: Node,
    ) -> String {
        let value = peel(value);
        let taken = value.kind() == "pointer_expression" && at.text(value).starts_with('&');
        let of = field(value, "argument").filter(|_| taken).map(peel);
        let place = of.unwrap_or(value);
        let is_joined = self.joined.contains(&call.byte_range());
        if place.kind() != "identifier" || self.plain || is_joined {
            return String::new();
        }
        let name = at.text(place);
        let members = match code.declared_at(here, name) {
            Some(found) if levels(&found) == 0 => pointer_types::all_pointers(code.src, &found, 0),
            _ => Vec::new(),
        };
        let concern = |member: &&String| {
            let last = expressions::last(member).unwrap_or(member);
            let found = pointer_types::members(code.src, last).into_iter().next();
            let kind = found.and_then(|found| Kind::of(code.src, &found, member));
            kind.is_some_and(|kind| self.has(&format!("{name}.{member}"), &kind, true))
        };
        let look = |member: &String| {
            format!("hp5_look_behind(hp5_here, (size_t)&{name}.{member}, HP5_INOUT), ")
        };
        members.iter().filter(concern).map(look).collect()
    }

    fn has(&self, name: &str, kind: &Kind, writes: bool) -> bool {
        let mut used = self.used.iter().filter(|used| writes || used.written);
        used.any(|used| used.name != name && used.kind.may_be(kind))
    }
}

/// A function of the file takes a pointer as this argument that only reads.
fn reads(src: &Source, function: &str, n: usize) -> bool {
    let function = src.function(function);
    let given = function.map_or_else(Vec::new, |f| declarations::parameters(src, f));
    given
        .get(n)
        .is_some_and(|parameter| parameter.is_const(src))
}

/// The name that leads to a place, what its elements are, and how many brackets or stars are left to them.
fn led_to(code: &Code, text: &Source, place: Node, here: Node) -> Option<(String, Kind, usize)> {
    let (mut at, mut brackets) = (peel(place), 0);
    loop {
        let inner = match at.kind() {
            "subscript_expression" => field(at, "argument"),
            "pointer_expression" if text.text(at).starts_with('*') => field(at, "argument"),
            "binary_expression" if brackets > 0 => field(at, "left"),
            _ => break,
        };
        brackets += usize::from(at.kind() != "binary_expression");
        at = peel(inner?);
    }
    let name = place_name(text, at).unwrap_or_default();
    let any = || Kind {
        words: None,
        elsewhere: true,
    };
    let found = match at.kind() {
        "identifier" => code.declared_at(here, text.text(at)),
        "field_expression" => pointer_types::fields(text, code.src, at).into_iter().next(),
        _ => return Some((name, any(), 0)),
    };
    let Some(found) = found else {
        // A variable of the program, or a member of a struct, that the file does not declare.
        return Some((name, any(), 0));
    };
    let is_table = found.form() == Form::Array && found.stars() == 0;
    if is_table && found.is_const(code.src) {
        return None;
    }
    let kind = Kind::of(code.src, &found, &name)?;
    let through = at.kind() == "field_expression" && is_arrow(text, at);
    let kind = Kind {
        elsewhere: kind.elsewhere || through,
        ..kind
    };
    Some((name, kind, levels(&found).checked_sub(brackets)?))
}

impl Context<'_> {
    /// What the tasks of the region use.
    fn looks_for(&self, calls: &[Call]) -> Looks {
        let src = self.src;
        let mut used: Vec<Used> = Vec::new();
        for task in tasks(self.region) {
            let uses = task.uses.iter();
            let uses = uses.filter(|u| alias_uses::reaches(task, u) || u.name.contains("->"));
            let uses = uses.map(|u| (&u.name, u.mode));
            let declared = task.declared.iter().map(|d| (&d.name, d.mode));
            for (name, mode) in uses.chain(declared) {
                if let Some(known) = used.iter_mut().find(|u| u.name == *name) {
                    known.written |= mode.writes();
                    continue;
                }
                let found = alias_uses::declaration(src, task, name);
                let Some(found) = found.filter(|_| statement(src, task).is_some()) else {
                    continue;
                };
                used.extend(Kind::of(src, &found, name).map(|kind| Used {
                    name: name.clone(),
                    kind,
                    written: mode.writes(),
                }));
            }
        }
        if self.shares {
            // Those of other functions are in the graph.
            used.push(Used {
                name: String::new(),
                kind: Kind {
                    words: None,
                    elsewhere: true,
                },
                written: true,
            });
        }
        Looks {
            used,
            joined: calls.iter().map(|call| call.node.byte_range()).collect(),
            plain: self.region.form == RegionForm::Nested,
        }
    }

    /// Marks of the accesses between the region's tasks that the library is asked about.
    pub(super) fn looks(&self, calls: &[Call]) -> Marks {
        let looks = self.looks_for(calls);
        let mut all = Marks::default();
        if looks.used.is_empty() {
            return all;
        }
        let waits: Vec<&Span> = (self.region.additions.iter())
            .filter_map(|addition| match addition {
                Addition::WaitFirst(span) => Some(span),
                _ => None,
            })
            .collect();
        for expression in generating_code::expressions(self.src, self.region) {
            let span = expression.byte_range();
            let is_in = |outer: &Span| outer.start <= span.start && span.end <= outer.end;
            let mut laps = self.region.laps.iter();
            if waits.iter().any(|wait| is_in(wait)) || laps.any(|lap| is_in(&lap.span)) {
                continue;
            }
            let code = Code {
                src: self.src,
                members: self.members,
                span,
                arrays: Vec::new(),
                shared: Vec::new(),
                replaced: Vec::new(),
                looks: Some(&looks),
            };
            let marks = code.marks(expression);
            all.before.extend(&marks.before);
            all.behind.extend(&marks.behind);
        }
        all
    }
}
