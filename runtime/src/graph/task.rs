//! A task: its code, its tiles, and the counter that makes it ready. 128 bytes.
//!
//! Life of a task (README of this folder): *registered* (`pending` holds a bias and loses
//! one count per predecessor that completes meanwhile), *ready* (`pending` fell to 0;
//! whoever made it fall owns it and puts it into a queue), *running* (one worker took it),
//! *finished* (body done), *completed* (successors released, memory free).
//!
//! The counter is in `graph/pending_count.rs`.

use std::mem::ManuallyDrop;

use crate::base::kinds::{NO_HOME, STAYS, TaskKind};
use crate::base::site::Site;
use crate::graph::access::Access;
use crate::graph::body::{Kind, Nature, Stored};
use crate::graph::commute::{CommuteLock, Locks};
use crate::graph::pending_count::Count;
use crate::graph::reference::TaskRef;
use crate::graph::scope::ScopeRef;
use crate::graph::sort::Sort;
use crate::graph::successors::Links;
use crate::graph::tiles::{INLINE_TILES, Tiles, give_spare, is_long};
use crate::sync::{Arc, AtomicU32, Ordering, Owned};

/// Bits of a mark: it is a rank, and one that goes before the order of the program.
const RANKED: u32 = 1 << 31;
const FIRST: u32 = 1 << 30;

/// Bit of an edge in a recorded task: it leads into the next lap.
pub(crate) const NEXT_LAP: u32 = 1 << 31;

/// What few tasks have: then the body's words hold the address of this.
pub(crate) struct Extra {
    /// A name of its own that has no site (`base/site.rs`).
    pub(crate) name: Option<Box<str>>,
    /// Locks of the commutative tiles, in one global order.
    pub(crate) locks: Locks,
    pub(crate) body: Stored,
}

/// The tiles of a task: [`WIDE`] says which.
union Listed {
    near: [Access; INLINE_TILES],
    far: ManuallyDrop<Vec<Access>>,
}

/// What registration decides; constant from then on, but for the body, which its owner
/// runs or replaces.
#[repr(C)]
struct Fixed {
    /// With [`STAYS`], or [`NO_HOME`].
    home: u16,
    priority: i16,
    kind: TaskKind,
    tiles: u8,
    flags: u8,
    body_kind: Kind,
    scope: Option<ScopeRef>,
    site: &'static Site,
    list: Listed,
    body: Stored,
}

/// It runs nothing and completes as soon as it is ready.
const BODILESS: u8 = 1;
/// The body's words hold the address of an [`Extra`].
const EXTRA: u8 = 2;
/// Part of a recording: it keeps its edges and runs once per lap.
const RECORDED: u8 = 4;
/// Its tiles are so small that affinity is not worth a look.
const LIGHT: u8 = 8;
/// The body lies in a block of the pool.
const IN_BLOCK: u8 = 16;
/// Nothing about it is out of the ordinary: small tiles, normal priority, nothing extra, a
/// body in place that takes nothing.
const PLAIN: u8 = 32;
/// Its tiles are in a vector, which stays until the task's memory is used again.
const WIDE: u8 = 64;
/// That vector is long: it goes when the task is completed.
const LONG: u8 = 128;

/// A node of the graph.
#[repr(C, align(64))]
pub(crate) struct Task {
    /// Who waits for this task.
    pub(crate) links: Links,
    pending: Count,
    /// In registration: id of the last task an edge was drawn to, at first its own (each
    /// predecessor counts once, and a task never waits for itself). After it perhaps the task's
    /// [`rank`](Self::rank), with [`RANKED`].
    /// Recorded: predecessors per lap.
    pub(crate) mark: AtomicU32,
    /// In registration: the last block of edges. Recorded: predecessors in the first lap.
    pub(crate) last: AtomicU32,
    /// Registration order within the scope.
    id: AtomicU32,
    fixed: Owned<Fixed>,
}

/// [`PLAIN`], if these flags, priority and kind of body make a task so.
#[inline]
fn plain(flags: u8, priority: i32, kind: Kind) -> u8 {
    let ordinary = flags & (EXTRA | IN_BLOCK | BODILESS | LIGHT) == LIGHT
        && priority == 0
        && matches!(kind, Kind::Once | Kind::Repeat);
    if ordinary { PLAIN } else { 0 }
}

static NOWHERE: Site = Site::new("", "", 0);

impl Fixed {
    /// Takes the vector of tiles, if there is one.
    #[inline]
    fn take_far(&mut self) -> Option<Vec<Access>> {
        if self.flags & WIDE == 0 {
            return None;
        }
        self.flags &= !(WIDE | LONG);
        self.tiles = 0;
        // SAFETY: the flag said that it is there, and does so no more.
        Some(unsafe { ManuallyDrop::take(&mut self.list.far) })
    }
}

impl Drop for Task {
    fn drop(&mut self) {
        // SAFETY: nobody else has the task.
        drop(unsafe { (*self.fixed.write()).take_far() });
    }
}

impl Default for Task {
    fn default() -> Self {
        Task {
            links: Links::default(),
            pending: Count::default(),
            mark: AtomicU32::new(u32::MAX),
            last: AtomicU32::new(0),
            id: AtomicU32::new(0),
            fixed: Owned::new(Fixed {
                home: NO_HOME,
                priority: 0,
                kind: TaskKind::User,
                tiles: 0,
                flags: 0,
                body_kind: Kind::Once,
                scope: None,
                site: &NOWHERE,
                list: Listed {
                    near: [Access::NONE; INLINE_TILES],
                },
                body: Stored::EMPTY,
            }),
        }
    }
}

// SAFETY: `fixed` is the only field without synchronisation of its own. Its owner writes it
// (`set`, `put_body`, `take_body`): the registering thread while the task is in no queue, then
// the one worker that took the ready task out of a queue. Ownership passes through
// `pending` and the queues, which order the writes before the reads (models: release.rs).
unsafe impl Sync for Task {}
// SAFETY: bodies are Send, the rest is Send.
unsafe impl Send for Task {}

/// Everything that registration decides about a task.
pub(crate) struct NewTask<'a> {
    pub(crate) scope: ScopeRef,
    pub(crate) site: &'static Site,
    pub(crate) name: Option<Box<str>>,
    pub(crate) id: u32,
    pub(crate) home: u16,
    pub(crate) priority: i32,
    pub(crate) kind: TaskKind,
    /// A vector of them stays with the task.
    pub(crate) tiles: &'a mut Tiles,
    /// Taken by [`Task::set`], as the body is, or by who runs the task at once: a look at what is
    /// empty as a rule would cost each registration.
    pub(crate) locks: ManuallyDrop<Locks>,
    pub(crate) body: &'a mut (Stored, Nature),
    pub(crate) recorded: bool,
}

impl NewTask<'_> {
    /// What it is timed with.
    #[inline]
    pub(crate) fn sort(&self) -> Sort {
        if self.body.0.is_empty() {
            return Sort::NOTHING;
        }
        match self.body.1.kind {
            Kind::Once | Kind::Repeat => {
                Sort::of(self.site, self.tiles.first().map(|tile| tile.size()))
            }
            Kind::Nested | Kind::Pends => Sort::UNTIMED,
        }
    }
}

impl Task {
    /// Turns a free entry into a registered task; [`Task::settle`] lets it go. What `new` owns
    /// goes over to the task.
    ///
    /// # Safety
    /// The caller owns the entry: it took `number` out of a list of free ones.
    #[inline(always)]
    pub(crate) unsafe fn set(&self, number: u32, new: &mut NewTask<'_>) {
        let mut flags = 0;
        let nature = new.body.1;
        let mut body = new.body.0.take();
        if body.is_empty() && !new.recorded || new.kind.is_empty() {
            flags |= BODILESS;
        }
        if nature.in_block {
            flags |= IN_BLOCK;
        }
        if new.recorded {
            flags |= RECORDED;
        }
        if new.tiles.is_light() {
            flags |= LIGHT;
        }
        if new.name.is_some() || !new.locks.is_empty() {
            flags |= EXTRA;
            body = Stored::holding(Box::new(Extra {
                name: new.name.take(),
                locks: std::mem::take(&mut *new.locks),
                body,
            }));
        }
        // SAFETY: the caller owns the entry; nobody refers to what a free one holds.
        let fixed = unsafe { &mut *self.fixed.write() };
        if let Some(vector) = fixed.take_far() {
            give_spare(vector);
        }
        let (near, count, far) = new.tiles.parts();
        match far {
            None => fixed.list.near = *near,
            Some(far) => {
                flags |= WIDE;
                if is_long(far) {
                    flags |= LONG;
                }
                fixed.list.far = ManuallyDrop::new(std::mem::take(far));
            }
        }
        fixed.home = new.home;
        fixed.priority = new.priority.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        fixed.kind = new.kind;
        fixed.tiles = count;
        fixed.flags = flags | plain(flags, new.priority, nature.kind);
        fixed.body_kind = nature.kind;
        fixed.scope = Some(new.scope);
        fixed.site = new.site;
        fixed.body = body;
        self.links.number.store(number, Ordering::Relaxed);
        self.id.store(new.id, Ordering::Relaxed);
        self.mark.store(new.id, Ordering::Relaxed);
        self.pending.begin();
    }

    #[inline]
    fn fixed(&self) -> &Fixed {
        // SAFETY: written before the task was published, and afterwards only the body is,
        // by its owner, which holds no other reference meanwhile (see `Sync`).
        unsafe { &*self.fixed.read() }
    }

    #[inline]
    fn has(&self, flag: u8) -> bool {
        self.fixed().flags & flag != 0
    }

    fn extra(&self) -> Option<&Extra> {
        let fixed = self.fixed();
        // SAFETY: the flag says what the words hold, and the box lives until `free_body`.
        self.has(EXTRA)
            .then(|| unsafe { &*fixed.body.held::<Extra>() })
    }

    // ---- what registration decided ----

    /// The scope that the task was registered in.
    #[inline]
    pub(crate) fn scope(&self) -> ScopeRef {
        self.fixed().scope.expect("a registered task has a scope")
    }

    /// The task's name for people.
    pub(crate) fn name(&self) -> &str {
        let own = self.extra().and_then(|extra| extra.name.as_deref());
        own.unwrap_or(self.fixed().site.name)
    }

    /// A name of its own, not that of its site.
    pub(crate) fn own_name(&self) -> Option<Box<str>> {
        let name = self.name();
        (name != self.site().name).then(|| name.into())
    }

    /// Name and source position.
    pub(crate) fn site(&self) -> &'static Site {
        self.fixed().site
    }

    /// Registration order within the scope.
    #[inline]
    pub(crate) fn id(&self) -> u32 {
        self.id.load(Ordering::Relaxed)
    }

    /// The same, or `None` when the task of this generation is completed; for the registering
    /// thread, which alone writes it anew.
    pub(crate) fn id_in(&self, generation: u32) -> Option<u32> {
        (!self.links.is_completed(generation)).then(|| self.id())
    }

    /// A recorded task moves to another place on its tape.
    pub(crate) fn set_id(&self, id: u32) {
        self.id.store(id, Ordering::Relaxed);
    }

    /// PPU with affinity to the task's main tile, or [`NO_HOME`].
    #[inline]
    pub(crate) fn home(&self) -> u16 {
        self.strict_home().unwrap_or(self.fixed().home)
    }

    /// The home, if it counts after long tasks too.
    #[inline]
    pub(crate) fn strict_home(&self) -> Option<u16> {
        let home = self.fixed().home;
        (home != NO_HOME && home & STAYS != 0).then_some(home & !STAYS)
    }

    /// Larger runs earlier; 0 is normal.
    pub(crate) fn priority(&self) -> i32 {
        self.fixed().priority.into()
    }

    /// What kind of task.
    pub(crate) fn kind(&self) -> TaskKind {
        self.fixed().kind
    }

    /// Locks of its commutative tiles, in one global order.
    #[inline]
    pub(crate) fn locks(&self) -> &[Arc<CommuteLock>] {
        self.extra().map_or(&[], |extra| &extra.locks)
    }

    /// Declared tiles.
    #[inline]
    pub(crate) fn tiles(&self) -> impl Iterator<Item = Access> {
        self.listed().iter().copied()
    }

    /// Declared tiles.
    #[inline]
    pub(crate) fn listed(&self) -> &[Access] {
        let fixed = self.fixed();
        // SAFETY: the flag says which of the two it is.
        unsafe {
            match fixed.flags & WIDE {
                0 => &(&fixed.list.near)[..usize::from(fixed.tiles)],
                _ => &fixed.list.far,
            }
        }
    }

    /// It runs nothing and completes as soon as it is ready.
    #[inline]
    pub(crate) fn is_bodiless(&self) -> bool {
        self.has(BODILESS)
    }

    /// It has a name of its own, or locks.
    #[inline]
    pub(crate) fn has_extra(&self) -> bool {
        self.has(EXTRA)
    }

    /// Nothing about it is out of the ordinary.
    #[inline]
    pub(crate) fn is_plain(&self) -> bool {
        self.has(PLAIN)
    }

    /// It is part of a recording.
    #[inline]
    pub(crate) fn is_recorded(&self) -> bool {
        self.has(RECORDED)
    }

    /// Its tiles are too small for affinity to matter.
    #[inline]
    pub(crate) fn is_light(&self) -> bool {
        self.has(LIGHT)
    }

    /// The task's number.
    #[inline]
    pub(crate) fn number(&self) -> u32 {
        self.links.number.load(Ordering::Relaxed)
    }

    /// Number and generation, for tables.
    #[inline]
    pub(crate) fn reference(&self) -> TaskRef {
        TaskRef {
            number: self.number(),
            generation: self.links.generation(),
        }
    }

    /// The largest rank.
    pub(crate) const HIGHEST_RANK: u32 = FIRST - 1;

    /// How much waits for it (`sched/critical_path.rs`); 0 while nobody has found out.
    #[inline]
    pub(crate) fn rank(&self) -> u32 {
        match self.mark.load(Ordering::Relaxed) {
            mark if mark & RANKED != 0 => mark & Task::HIGHEST_RANK,
            _ => 0,
        }
    }

    /// The task goes before others of a lower rank, and before those that do not go by theirs.
    #[inline]
    pub(crate) fn goes_by_rank(&self) -> bool {
        self.mark.load(Ordering::Relaxed) & (RANKED | FIRST) == RANKED | FIRST
    }

    /// Writes the rank over the mark, and whether the task goes by it; by the registering thread,
    /// after registration.
    pub(crate) fn set_rank(&self, rank: u32, first: bool) {
        let first = if first { FIRST } else { 0 };
        self.mark.store(RANKED | first | rank, Ordering::Relaxed);
    }

    // ---- counting ----

    /// Ends registration: see [`Count::settle`].
    #[inline]
    #[must_use]
    pub(crate) fn settle(&self, edges: u32) -> bool {
        self.pending.settle(edges)
    }

    /// Takes one count back: see [`Count::release`].
    #[inline]
    #[must_use]
    pub(crate) fn release(&self) -> bool {
        self.pending.release()
    }

    /// Predecessors that a pending task waits for.
    pub(crate) fn waits_for(&self) -> u32 {
        self.pending.waits_for()
    }

    /// Sets the count of a recorded task's next lap; by its owner, before it completes.
    #[inline]
    pub(crate) fn set_pending(&self, count: u32) {
        self.pending.set(count);
    }

    // ---- the body ----

    /// What kind of body it is.
    #[inline]
    pub(crate) fn body_kind(&self) -> Kind {
        self.fixed().body_kind
    }

    /// The body; only its owner runs, drops or replaces it.
    ///
    /// # Safety
    /// The caller owns the task: it is the worker that took it out of a queue, or the
    /// registering thread while the task is in none.
    #[inline]
    #[allow(clippy::mut_from_ref, reason = "the owner is alone, see the contract")]
    pub(crate) unsafe fn body(&self) -> &mut Stored {
        #[cfg(not(hp5_lines))]
        let fixed = self.fixed.write();
        // Running a body reads the task's cache lines.
        #[cfg(hp5_lines)]
        let fixed = self.fixed.read().cast_mut();
        // SAFETY: exclusive by the caller's promise; the flag says what the words hold.
        unsafe {
            if (*fixed).flags & EXTRA != 0 {
                &mut (*(*fixed).body.held::<Extra>()).body
            } else {
                &mut (*fixed).body
            }
        }
    }

    /// Number of the block that the body lies in, if it does.
    ///
    /// # Safety
    /// As for [`Task::body`].
    #[inline]
    pub(crate) unsafe fn body_block(&self) -> Option<u32> {
        // SAFETY: the caller's promise; the flag says that there is one.
        self.has(IN_BLOCK).then(|| unsafe { self.body().block() })
    }

    /// Gives a recorded task the body of its next lap.
    ///
    /// # Safety
    /// As for [`Task::body`]; the body before was run or dropped.
    pub(crate) unsafe fn put_body(&self, (body, nature): (Stored, Nature)) {
        // SAFETY: exclusive by the caller's promise.
        unsafe {
            *self.body() = body;
            let fixed = self.fixed.write();
            (*fixed).body_kind = nature.kind;
            let mut flags = (*fixed).flags & !(IN_BLOCK | PLAIN);
            if nature.in_block {
                flags |= IN_BLOCK;
            }
            (*fixed).flags = flags | plain(flags, (*fixed).priority.into(), nature.kind);
        }
    }

    /// Gives a recorded task the name of its next lap: a site, and a name that has none (which
    /// only a task that was recorded with such a name, or with locks, has room for).
    ///
    /// # Safety
    /// As for [`Task::body`].
    #[inline]
    pub(crate) unsafe fn put_name(&self, site: &'static Site, name: Option<Box<str>>) {
        // SAFETY: exclusive by the caller's promise; the flag says what the words hold.
        unsafe {
            let fixed = self.fixed.write();
            (*fixed).site = site;
            if (*fixed).flags & EXTRA != 0 {
                (*(*fixed).body.held::<Extra>()).name = name;
            }
        }
    }

    /// Frees what the task holds beside its body, which was run or dropped, and will not be used
    /// for the next task.
    ///
    /// # Safety
    /// As for [`Task::body`]; the task is completed.
    #[inline]
    pub(crate) unsafe fn free_extra(&self) {
        if self.has(EXTRA | LONG) {
            // SAFETY: by the caller's promise.
            unsafe { self.free_them() };
        }
    }

    /// # Safety
    /// As for [`Task::body`]; the task is completed, and has an [`Extra`] or a long vector.
    #[cold]
    unsafe fn free_them(&self) {
        // SAFETY: exclusive by the caller's promise.
        let fixed = unsafe { &mut *self.fixed.write() };
        if fixed.flags & LONG != 0 {
            drop(fixed.take_far());
        }
        if fixed.flags & EXTRA != 0 {
            fixed.flags &= !EXTRA;
            // SAFETY: the flag, which goes with the box, said that the words hold its address.
            drop(unsafe { Box::from_raw(fixed.body.held::<Extra>()) });
        }
    }
}

impl std::fmt::Debug for Task {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Task")
            .field("name", &self.name())
            .field("id", &self.id())
            .finish_non_exhaustive()
    }
}
