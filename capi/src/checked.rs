//! Accesses of C bodies, held against what their tasks declare (`HP5_CHECKS`).
//!
//! The library cannot see what a body touches, but a program can tell it: what `hp5-annotate
//! --checked` emits calls `hp5_touch` with the address of each access. From the address follows which
//! element of which array it is, by whatever pointer the body came there. Memory is looked for among
//! what the task declares, and then among what other tasks of the region do that may be pending: what
//! is in neither is the body's own.
//!
//! A composite task's inner tasks are held against its clauses too, since others are ordered by these.

use std::cell::OnceCell;
use std::ffi::{c_char, c_void};
use std::ops::Range;
use std::sync::{Arc, PoisonError, RwLock};

use runtime::rt::Mode as How;
use runtime::rt::checked::{Clauses, Touched};

use crate::array::{Found, Mode, Shape, mode as known};
use crate::body;
use crate::region::Region;
use crate::rows::Rows;
use crate::status::string;

/// The accesses of the task's body, told by `hp5_touch`, are held against what it declares.
pub const HP5_CHECKS: u32 = 4;

/// What an access touches.
struct Touch<'t> {
    bytes: Range<usize>,
    /// Of the array by whose name the body came there; 0 where it is not known.
    base: usize,
    /// What people call it; empty for a part of something, which is no variable.
    name: &'t str,
    /// `heat.c:17`.
    place: &'t str,
}

/// Something that tasks declare.
#[derive(Clone, PartialEq)]
enum Thing {
    Array(Shape),
    /// An address that stands for something, and the bytes that are known to be used there.
    Key(usize, Range<usize>),
}

/// Something that a task declares, and how.
struct Held {
    thing: Thing,
    name: Arc<str>,
    clauses: Clauses,
    /// Some clause says that it is read, some that it is written.
    reads: bool,
    writes: bool,
}

fn meet(a: &Range<usize>, b: &Range<usize>) -> bool {
    a.start < b.end && b.start < a.end
}

impl Thing {
    /// Another name for all of an array, or of what is at a key: one that shares memory with it.
    fn stands_for(&self, other: &Thing) -> bool {
        match (self, other) {
            (Thing::Array(a), Thing::Array(b)) if a != b => meet(&a.memory(), &b.memory()),
            (Thing::Key(_, bytes), Thing::Array(array))
            | (Thing::Array(array), Thing::Key(_, bytes)) => meet(bytes, &array.memory()),
            (Thing::Key(_, a), Thing::Key(_, b)) if a != b => meet(a, b),
            _ => false,
        }
    }

    /// The same array, or the same key.
    fn is(&self, other: &Thing) -> bool {
        match (self, other) {
            (Thing::Key(a, _), Thing::Key(b, _)) => a == b,
            _ => self == other,
        }
    }

    /// For tasks that do not declare it: of the bytes that others may use at a key, some may be what all
    /// read, such as pointers in a struct.
    fn at_its_place(&self) -> Thing {
        match self {
            Thing::Key(key, _) => Thing::Key(*key, *key..key.saturating_add(1)),
            Thing::Array(_) => self.clone(),
        }
    }

    fn find(&self, touch: &Touch, allowed: impl Fn(&Touched) -> bool) -> Found {
        match self {
            Thing::Key(key, bytes) => {
                let same = touch.base == *key || meet(&touch.bytes, bytes);
                match same && !touch.name.is_empty() {
                    true => Found::whole(allowed),
                    false => Found::Elsewhere,
                }
            }
            Thing::Array(shape) => shape.find(&touch.bytes, touch.base, allowed),
        }
    }
}

/// By what else a task is ordered with those that declare something.
#[derive(Default)]
struct Meets<'s> {
    /// Keys that these declare too, and arrays all of which they declare.
    beside: &'s [Thing],
    /// Arrays that it lies in: a key in one stands for all of it, where no bytes are said.
    around: Vec<Range<usize>>,
}

impl Meets<'_> {
    fn with(&self, thing: &Thing) -> bool {
        let inside = |memory: &Range<usize>| match thing {
            Thing::Key(key, bytes) => bytes.len() == 1 && memory.contains(key),
            Thing::Array(_) => false,
        };
        self.beside.iter().any(|one| one.is(thing)) || self.around.iter().any(inside)
    }
}

/// What tasks of a region declare that may be pending.
#[derive(Default)]
pub(crate) struct Seen(RwLock<Vec<Known>>);

struct Known {
    thing: Thing,
    name: Arc<str>,
    /// Some task writes it.
    written: bool,
    /// Keys that all tasks declare which declare this one, and arrays of which they declare all: what is
    /// ordered with those is with it.
    beside: Vec<Thing>,
}

/// What a task declares that orders those that declare any of it with the task as what it declares
/// besides, written or not.
fn beside(held: &[Held], written: bool) -> Vec<Thing> {
    let orders = |h: &&Held| match &h.thing {
        Thing::Key(..) => h.writes || !written,
        Thing::Array(shape) => h.clauses.allow(&shape.all(), written),
    };
    let things = held.iter().filter(orders);
    things.map(|h| h.thing.clone()).collect()
}

impl Seen {
    /// Takes in what a task declares, `wanted` alone.
    fn add(&self, held: &[Held], wanted: impl Fn(&Held) -> bool) {
        let mut list = self.0.write().unwrap_or_else(PoisonError::into_inner);
        // Keys that are overwritten alone may be partial results, which go before the next wait.
        let partial = |h: &&Held| matches!(h.thing, Thing::Key(..)) && !h.reads;
        for one in held.iter().filter(|h| !partial(h) && wanted(h)) {
            let (thing, beside) = (one.thing.at_its_place(), beside(held, one.writes));
            let known = list.iter_mut().find(|known| known.thing == thing);
            match known {
                Some(known) => {
                    known.written |= one.writes;
                    known.beside.retain(|one| beside.iter().any(|b| b.is(one)));
                }
                None => list.push(Known {
                    thing,
                    name: one.name.clone(),
                    written: one.writes,
                    beside,
                }),
            }
        }
    }

    /// All tasks are done: what they used may be freed, and the memory be something else.
    pub(crate) fn clear(&self) {
        let mut list = self.0.write().unwrap_or_else(PoisonError::into_inner);
        list.clear();
    }

    /// The same for what begins in this memory.
    pub(crate) fn forget(&self, memory: &Range<usize>) {
        let gone = |thing: &Thing| match thing {
            Thing::Array(shape) => memory.contains(&shape.memory().start),
            Thing::Key(key, _) => memory.contains(key),
        };
        let mut list = self.0.write().unwrap_or_else(PoisonError::into_inner);
        list.retain(|known| !gone(&known.thing));
    }

    /// All others that declare it are ordered with a task in a way that is `known`.
    fn are_ordered(&self, thing: &Thing, known: impl Fn(&Thing, &Meets) -> bool) -> bool {
        let list = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let mut same = list.iter().filter(|seen| seen.thing.is(thing)).peekable();
        same.peek().is_some()
            && same.all(|seen| {
                let meets = Meets {
                    beside: &seen.beside,
                    around: Vec::new(),
                };
                known(&seen.thing, &meets)
            })
    }

    /// What the access touches, if it is something of a task; what all read, all may. `known` ones are
    /// passed over.
    fn find(
        &self,
        touch: &Touch,
        writes: bool,
        known: impl Fn(&Thing, &Meets) -> bool,
    ) -> Option<(Touched, Arc<str>)> {
        let list = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let mut matters = list.iter().filter(|seen| writes || seen.written);
        matters.find_map(|seen| match seen.thing.find(touch, |_| false) {
            Found::Outside(element) => {
                let around = |known: &Known| match (&known.thing, &seen.thing) {
                    (Thing::Array(shape), Thing::Key(key, _)) => {
                        Some(shape.memory()).filter(|memory| memory.contains(key))
                    }
                    _ => None,
                };
                let meets = Meets {
                    beside: &seen.beside,
                    around: list.iter().filter_map(around).collect(),
                };
                (!known(&seen.thing, &meets)).then(|| (element, seen.name.clone()))
            }
            _ => None,
        })
    }
}

/// Whether people call it by a name of its own; else a body came there through a pointer.
fn is_plain(name: &str) -> bool {
    name.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// What a region knows for its checked tasks.
#[derive(Default)]
pub(crate) struct Looks {
    seen: OnceCell<Arc<Seen>>,
    /// What the composite task around declares.
    around: Option<Arc<Checks>>,
}

impl Looks {
    /// Inside a composite task.
    pub(crate) fn inside(around: Option<Arc<Checks>>) -> Looks {
        Looks {
            seen: OnceCell::new(),
            around,
        }
    }

    /// What its tasks declare, if any are checked.
    pub(crate) fn seen(&self) -> Option<&Seen> {
        self.seen.get().map(Arc::as_ref)
    }
}

/// What a task declares, while it is registered; nothing unless it is checked.
pub(crate) struct Holds(Option<Vec<Held>>);

/// Begins to note what a task declares.
pub(crate) fn holds(checked: bool) -> Holds {
    Holds(checked.then(Vec::new))
}

impl Holds {
    /// An address that stands for something, and bytes that are known to be used there.
    #[inline]
    pub(crate) fn key(&mut self, address: usize, bytes: Option<&Range<usize>>, mode: How) {
        if self.0.is_none() {
            return;
        }
        let bytes = bytes.map_or(address..address.saturating_add(1), Range::clone);
        self.add(|| (Thing::Key(address, bytes), "".into()), mode, &[]);
    }

    /// A section of an array; an empty one is all of it.
    pub(crate) fn array(
        &mut self,
        shape: &Shape,
        name: &Arc<str>,
        mode: How,
        section: &[(isize, isize)],
    ) {
        if self.0.is_none() {
            return;
        }
        let mut section = section.to_vec();
        if shape.runs_over(&section) {
            section.clear();
        }
        self.add(|| (Thing::Array(*shape), name.clone()), mode, &section);
    }

    fn add(
        &mut self,
        made: impl FnOnce() -> (Thing, Arc<str>),
        mode: How,
        section: &[(isize, isize)],
    ) {
        let Some(list) = &mut self.0 else {
            return;
        };
        let (thing, name) = made();
        let at = list.iter().position(|held| held.thing == thing);
        let at = at.unwrap_or_else(|| {
            list.push(Held {
                thing,
                name,
                clauses: Clauses::default(),
                reads: false,
                writes: false,
            });
            list.len() - 1
        });
        list[at].clauses.add(mode, section);
        list[at].reads |= mode != How::Out;
        list[at].writes |= mode.writes();
    }

    /// All is said of the task of this name, which is registered into `region`.
    pub(crate) fn into_checks(self, region: &Region, task: &str) -> Option<Arc<Checks>> {
        let held = self.0?;
        let looks = region.looks();
        let seen = looks.seen.get_or_init(Arc::default);
        let all_rows = region.rows().borrow();
        // Of pointers to rows each task reads some; what is written is behind them.
        let is_table =
            |h: &Held| matches!(h.thing, Thing::Key(key, _) if all_rows.of(key).next().is_some());
        seen.add(&held, |h| !is_table(h));
        let keys = held.iter().enumerate().filter_map(|(n, h)| match &h.thing {
            Thing::Key(key, _) => Some((n, *key)),
            Thing::Array(_) => None,
        });
        let rows = keys.flat_map(|(n, key)| all_rows.of(key).map(move |rows| (n, rows.clone())));
        Some(Arc::new(Checks {
            task: task.to_owned(),
            rows: rows.collect(),
            held,
            seen: seen.clone(),
            around: looks.around.clone(),
        }))
    }
}

/// What a registered task declares.
pub(crate) struct Checks {
    task: String,
    held: Vec<Held>,
    /// Rows elsewhere for which keys stand, by the keys' numbers in `held`.
    rows: Vec<(usize, Arc<Rows>)>,
    seen: Arc<Seen>,
    around: Option<Arc<Checks>>,
}

impl Checks {
    /// What is wrong with an access.
    fn wrong(&self, touch: &Touch, writes: bool) -> Option<String> {
        let around = self.around.as_ref();
        self.wrong_here(touch, writes)
            .or_else(|| around?.wrong(touch, writes))
    }

    fn wrong_here(&self, touch: &Touch, writes: bool) -> Option<String> {
        let say = |clauses: &Clauses, name: &str, element: &Touched| {
            let name = match name {
                "" => touch.name,
                name => name,
            };
            clauses.miss(touch.place, &self.task, name, element, writes)
        };
        // By another name a task is ordered with all of an array, and by a key with all that use it.
        let known = |thing: &Thing, meets: &Meets| {
            let mut held = self.held.iter();
            held.any(|h| {
                let same = h.thing.stands_for(thing) || meets.with(&h.thing);
                same && h.clauses.allow(&[], writes)
            })
        };
        let of_rows = |(n, rows): &(usize, Arc<Rows>)| {
            rows.meet(&touch.bytes) && self.held[*n].clauses.allow(&[], writes)
        };
        // What pointers in the elements of an array of structs lead to counts with the array.
        let behind = |h: &Held| {
            let inside = touch
                .name
                .strip_prefix(&*h.name)
                .filter(|_| !h.name.is_empty());
            let member = inside.and_then(|rest| rest.strip_prefix('[')?.split_once(']'));
            member.is_some_and(|(_, rest)| rest.starts_with(['.', '-']))
                && (h.writes || (!writes && h.reads))
                && matches!(h.thing.find(touch, |_| true), Found::Elsewhere)
        };
        if self.rows.iter().any(of_rows) || self.held.iter().any(behind) {
            return None;
        }
        let mut wrong = None;
        for held in &self.held {
            let allowed = |element: &Touched| held.clauses.allow(element, writes);
            match held.thing.find(touch, allowed) {
                Found::Inside => return None,
                Found::Outside(_) if known(&held.thing, &Meets::default()) => return None,
                // A pointer that was set since the task was registered, or by what it calls.
                Found::Outside(_)
                    if matches!(held.thing, Thing::Key(..))
                        && !is_plain(touch.name)
                        && self.seen.are_ordered(&held.thing, known) =>
                {
                    return None;
                }
                Found::Outside(element) if wrong.is_none() => {
                    wrong = Some(say(&held.clauses, &held.name, &element));
                }
                Found::Outside(_) | Found::Elsewhere => {}
            }
        }
        wrong.or_else(|| {
            let (element, name) = self.seen.find(touch, writes, known)?;
            Some(say(&Clauses::default(), &name, &element))
        })
    }
}

/// Says that the calling body is about to read (`HP5_IN`), write (`HP5_OUT`) or do both to `bytes` bytes
/// at `place`. Where the body's task was registered with `HP5_CHECKS` and declares no such access,
/// while it declares others of that memory or other tasks do, the task fails as by `hp5_fail`, with a
/// message that begins with `where`, `"heat.c:17"`. Otherwise, and outside of bodies, it does nothing.
///
/// `base` is the array by whose name the body comes there, or NULL; it serves where an array's length
/// is not known. `name` is what people call it; NULL for a part of something.
///
/// # Safety
/// `name` and `where` are NULL or texts. The bytes at `place` are not touched; rows' pointers of arrays
/// that the task declares with `HP5_POINTERS` are read.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hp5_touch(
    place: *const c_void,
    bytes: usize,
    mode: Mode,
    base: *const c_void,
    name: *const c_char,
    r#where: *const c_char,
) {
    if bytes == 0 {
        return;
    }
    body::hold(|checks| {
        // SAFETY: the caller's promise.
        let (name, place_name) = unsafe { (string(name), string(r#where)) };
        let start = place.addr();
        let touch = Touch {
            bytes: start..start.saturating_add(bytes),
            base: base.addr(),
            name: name.as_deref().unwrap_or(""),
            place: place_name.as_deref().unwrap_or(""),
        };
        let mode = known(mode).unwrap_or(How::InOut);
        let reads = mode != How::Out;
        let read = reads.then(|| checks.wrong(&touch, false)).flatten();
        read.or_else(|| mode.writes().then(|| checks.wrong(&touch, true)).flatten())
    });
}
