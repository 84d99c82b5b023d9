//! Kinds of tasks and of dependences, and when a task ran: what every layer notes and records show.

/// False in a build with `--cfg hp5_no_trace`, which has no tracing and no watchdog at all:
/// `hp5-bench tracing` holds a normal build against it, to see what they cost when they are
/// off.
pub const HOOKS: bool = cfg!(not(hp5_no_trace));

/// The home of a task without affinity.
pub(crate) const NO_HOME: u16 = u16::MAX;

/// In a home: it counts after long tasks too (`sched/long_queue.rs`). There are fewer PPUs than this.
pub(crate) const STAYS: u16 = 1 << 15;

/// What a task is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TaskKind {
    /// The user's code.
    User,
    /// Empty, owns a tile that tasks of a parallel loop share (AceMesh, "Task shifting").
    Artificial,
    /// Empty, stands between two templates of one array.
    Remap,
    /// Folds the partial results of a reduction.
    Combine,
    /// The user's code, which builds a graph of its own.
    Composite,
}

/// Why a task waits for another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum EdgeKind {
    /// Reads what the other wrote.
    Raw,
    /// Overwrites what the other read.
    War,
    /// Overwrites what the other wrote.
    Waw,
    /// Ordered for another reason: an artificial or remapping task.
    Order,
}

/// One task on one PPU; nanoseconds since [`RunRecord::epoch`](crate::record::run_record::RunRecord::epoch).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slice {
    /// Index of the task.
    pub task: u32,
    /// Index of the PPU.
    pub ppu: u32,
    /// When its body began.
    pub start_ns: u64,
    /// When its body ended.
    pub end_ns: u64,
}

impl Slice {
    /// The last nanosecond in which its body ran.
    pub(crate) fn last_ns(&self) -> u64 {
        self.end_ns.saturating_sub(1).max(self.start_ns)
    }
}

impl TaskKind {
    /// All of them, in the order of their numbers.
    pub(crate) const ALL: [TaskKind; 5] = [
        TaskKind::User,
        TaskKind::Artificial,
        TaskKind::Remap,
        TaskKind::Combine,
        TaskKind::Composite,
    ];

    /// Its name in lower case.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            TaskKind::User => "user",
            TaskKind::Artificial => "artificial",
            TaskKind::Remap => "remap",
            TaskKind::Combine => "combine",
            TaskKind::Composite => "composite",
        }
    }

    /// True for tasks without a body: nobody runs them, so they have no slice.
    #[must_use]
    pub fn is_empty(self) -> bool {
        matches!(self, TaskKind::Artificial | TaskKind::Remap)
    }
}

impl EdgeKind {
    /// Its usual name, `RAW`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            EdgeKind::Raw => "RAW",
            EdgeKind::War => "WAR",
            EdgeKind::Waw => "WAW",
            EdgeKind::Order => "order",
        }
    }
}
