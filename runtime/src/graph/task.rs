//! A task: its code, its tiles, and the counter that makes it ready.
//!
//! Life of a task (README of this folder): *registered* (`pending` holds one guard and
//! one count per unfinished predecessor), *ready* (`pending` fell to 0; whoever made it
//! fall owns it and puts it into a queue), *running* (one worker took the body),
//! *finished* (body done), *completed* (successors released).

use std::any::Any;
use std::cell::UnsafeCell;

use smallvec::SmallVec;

use crate::graph::edges::Successors;
use crate::graph::geometry::Mode;
use crate::graph::scope::ScopeRef;
use crate::observe::record::TaskKind;
use crate::rt::{Region, Site};
use crate::sched::commute::CommuteLock;
use crate::sync::{Arc, AtomicU32, Ordering};

/// A shared handle to a task.
pub(crate) type TaskRef = Arc<Task>;

/// No affinity.
pub(crate) const NO_HOME: u32 = u32::MAX;

/// `Access::array` of a key that belongs to no array.
pub(crate) const OPAQUE: u32 = u32::MAX;

/// One tile that a task declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Access {
    /// Array number in the scope's table, or [`OPAQUE`].
    pub array: u32,
    /// Tile number in the array (row-major), or number of the opaque key.
    pub tile: u32,
    /// Size of the tile in bytes, saturated: what running the task brings into cache.
    pub bytes: u32,
    /// How it is used.
    pub mode: Mode,
}

/// What a task runs.
pub(crate) enum Body {
    /// Nothing: an artificial task.
    Empty,
    /// A plain body.
    Run(Box<dyn FnOnce() + Send>),
    /// A composite task's body, which registers tasks into its own region.
    Nested(Box<dyn FnOnce(&Region) + Send>),
}

/// A node of the graph.
pub(crate) struct Task {
    pending: AtomicU32,
    /// Who waits for this task.
    pub(crate) successors: Successors,
    body: UnsafeCell<Body>,
    /// The scope that the task was registered in.
    pub(crate) scope: ScopeRef,
    /// Name and source position.
    pub(crate) site: &'static Site,
    /// A name of its own, from `name(expr)`.
    pub(crate) own_name: Option<Box<str>>,
    /// Registration order within the scope.
    pub(crate) id: u32,
    /// PPU with affinity to the task's main tile, or [`NO_HOME`].
    pub(crate) home: u32,
    /// Larger runs earlier; 0 is normal.
    pub(crate) priority: i32,
    /// What kind of task.
    pub(crate) kind: TaskKind,
    /// Declared tiles.
    pub(crate) tiles: SmallVec<[Access; 4]>,
    /// It runs nothing and completes as soon as it is ready.
    pub(crate) bodiless: bool,
    /// Locks of its commutative tiles, in one global order.
    pub(crate) locks: Vec<Arc<CommuteLock>>,
    /// Registering thread's note: id of the last task an edge was drawn to (dedupes edges).
    pub(crate) marked: AtomicU32,
}

// SAFETY: `body` is the only field without synchronisation of its own; `take_body` is
// called by the one worker that took the ready task out of a queue (a task is in one
// queue once: `pending` reaches 0 once), which the debug assertion in `worker` checks.
unsafe impl Sync for Task {}
// SAFETY: bodies are Send, the rest is Send.
unsafe impl Send for Task {}

/// Everything that registration decides about a task.
pub(crate) struct NewTask {
    pub(crate) scope: ScopeRef,
    pub(crate) site: &'static Site,
    pub(crate) own_name: Option<Box<str>>,
    pub(crate) id: u32,
    pub(crate) home: u32,
    pub(crate) priority: i32,
    pub(crate) kind: TaskKind,
    pub(crate) tiles: SmallVec<[Access; 4]>,
    pub(crate) locks: Vec<Arc<CommuteLock>>,
    pub(crate) body: Body,
}

impl Task {
    /// A registered task that holds one guard count; [`Task::release`] gives it back.
    pub(crate) fn new(new: NewTask) -> TaskRef {
        Arc::new(Task {
            pending: AtomicU32::new(1),
            successors: Successors::default(),
            bodiless: matches!(new.body, Body::Empty),
            body: UnsafeCell::new(new.body),
            scope: new.scope,
            site: new.site,
            own_name: new.own_name,
            id: new.id,
            home: new.home,
            priority: new.priority,
            kind: new.kind,
            tiles: new.tiles,
            locks: new.locks,
            marked: AtomicU32::new(u32::MAX),
        })
    }

    /// The task's name for people.
    pub(crate) fn name(&self) -> &str {
        self.own_name.as_deref().unwrap_or(self.site.name)
    }

    /// Counts one more predecessor; only while the registration guard is held.
    pub(crate) fn expect(&self) {
        self.pending.fetch_add(1, Ordering::Relaxed);
    }

    /// Takes one count back; `true` for the caller that made the task ready and owns it.
    #[must_use]
    pub(crate) fn release(&self) -> bool {
        // AcqRel: what predecessors wrote happens before the body, through every count.
        self.pending.fetch_sub(1, Ordering::AcqRel) == 1
    }

    /// Takes the body out.
    ///
    /// # Safety
    /// The caller is the worker that owns the ready task; nobody else calls this.
    pub(crate) unsafe fn take_body(&self) -> Body {
        // SAFETY: exclusive by the caller's promise.
        std::mem::replace(unsafe { &mut *self.body.get() }, Body::Empty)
    }
}

impl std::fmt::Debug for Task {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Task")
            .field("name", &self.name())
            .field("id", &self.id)
            .finish_non_exhaustive()
    }
}

/// The text of a panic payload.
pub(crate) fn panic_text(payload: &(dyn Any + Send)) -> String {
    if let Some(text) = payload.downcast_ref::<&str>() {
        (*text).to_owned()
    } else if let Some(text) = payload.downcast_ref::<String>() {
        text.clone()
    } else {
        "a panic without a text".to_owned()
    }
}
