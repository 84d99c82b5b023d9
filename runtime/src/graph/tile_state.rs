//! Tile states: the users of a tile in, those that its next user waits for out.
//!
//! As a rule one writer and a few readers since, on a cache line of their own; what needs more
//! stands in a [`Rich`], which keeps its memory. The rules are those of `graph/table.rs`.

use smallvec::SmallVec;

use crate::base::kinds::EdgeKind;
use crate::graph::commute::CommuteLock;
use crate::graph::geometry::Mode;
use crate::graph::reference::TaskRef;
use crate::graph::table::Draw;
use crate::sync::{Arc, planted};

type Tasks = SmallVec<[TaskRef; 2]>;

/// Readers that stand in the tile's state itself.
pub(super) const FEW: usize = 5;

/// More readers than this are looked through for completed ones, now and then.
const MANY: usize = 64;

/// `TileState::count` of a tile whose users are in `rich`.
pub(super) const RICH: u32 = u32::MAX;

/// Bits of `TileState::turn`: a loop's mark stands above them.
const TURN_BITS: u32 = 4;
/// Bit of `TileState::turn`: a task of the loop wrote the tile. The bits below then tell how many
/// readers there were before; else, how many of the readers are the loop's.
const WROTE: u32 = 8;
/// Loops that are told apart.
pub(super) const MARKS: u32 = 1 << (32 - TURN_BITS);

/// What is known about one tile, on one cache line: who used it last. As a rule that is one
/// writer and a few readers since. More readers stand in `Rich::readers`. Where tasks of one
/// parallel loop read a tile, or one of them writes it, that is noted here as well; a tile that
/// several share, one writing, and a commutative group need all of [`Rich`].
#[derive(Clone)]
#[repr(align(64))]
pub(super) struct TileState {
    pub(super) writer: TaskRef,
    pub(super) readers: [TaskRef; FEW],
    /// How many readers, those in `rich` included; or [`RICH`].
    pub(super) count: u32,
    /// The parallel loop that used the tile last, if nobody did since, and how; 0: none. When
    /// it wrote, `count` is 0, the readers before stand in `readers` still, and the writer
    /// before stands behind them, or is the one of `Rich::base_writers`.
    pub(super) turn: u32,
    /// Stays, with the memory that its lists have, when it is not in use.
    rich: Option<Box<Rich>>,
}

#[cfg(test)]
pub(super) const TILE_BYTES: usize = size_of::<TileState>();

/// Every user of a tile, in groups.
#[derive(Default, Clone)]
pub(super) struct Rich {
    /// The last writer; several while a commutative group or a parallel loop is open.
    writers: Tasks,
    /// Readers since; those beyond [`FEW`] of a tile that is not rich.
    readers: Vec<TaskRef>,
    /// So many readers are looked through for completed ones.
    crowded: usize,
    /// Before the open group: what its members depend on.
    base_writers: Tasks,
    base_readers: Vec<TaskRef>,
    /// The base's readers did not wait for its writers.
    base_mixed: bool,
    /// Mark of the parallel loop that touched the tile last (0: none), and how many of the last
    /// `readers` are of it.
    loop_id: u32,
    loop_readers: usize,
    /// The loop's writers are in `writers`.
    loop_wrote: bool,
    /// `writers` is a commutative group that still takes members.
    commuting: bool,
    pub(super) lock: Option<Arc<CommuteLock>>,
}

impl TileState {
    pub(super) const NEW: TileState = TileState {
        writer: TaskRef::NONE,
        readers: [TaskRef::NONE; FEW],
        count: 0,
        turn: 0,
        rich: None,
    };

    /// The users with all that is known of them.
    pub(super) fn rich(&mut self) -> &mut Rich {
        let rich = self.rich.get_or_insert_default();
        if self.count != RICH {
            rich.writers.extend(some(self.writer));
            let near = FEW.min(self.count as usize);
            // Before those of the list: the loop's own come last.
            rich.readers
                .splice(..0, self.readers[..near].iter().copied());
            rich.loop_id = self.turn >> TURN_BITS;
            rich.loop_wrote = self.turn & WROTE != 0;
            rich.loop_readers = 0;
            let before = (self.turn % WROTE) as usize;
            rich.base_readers.clear();
            if !rich.loop_wrote {
                rich.base_writers.clear();
                rich.loop_readers = before;
            } else {
                rich.base_readers.extend_from_slice(&self.readers[..before]);
                if before < FEW {
                    rich.base_writers.clear();
                    rich.base_writers.extend(some(self.readers[before]));
                }
            }
            self.count = RICH;
        }
        rich
    }

    /// A task wrote the tile, and is all that later users need to wait for.
    #[inline]
    pub(super) fn is_owned(&self) -> bool {
        self.count != RICH && self.turn & WROTE == 0 && self.writer != TaskRef::NONE
    }

    /// `task` owns the tile now: nobody else need be remembered.
    #[inline]
    pub(super) fn set_writer(&mut self, task: TaskRef) {
        if self.count > FEW as u32
            && let Some(rich) = &mut self.rich
        {
            rich.forget();
        }
        self.writer = task;
        self.count = 0;
        self.turn = 0;
    }

    /// Nobody uses the tile. Does not write where nobody did: its cache line stays clean.
    #[inline]
    pub(super) fn forget(&mut self) {
        if self.writer != TaskRef::NONE || self.count != 0 || self.turn != 0 {
            self.set_writer(TaskRef::NONE);
        }
    }

    pub(super) fn forget_loop(&mut self) {
        self.turn = 0;
        if let Some(rich) = &mut self.rich {
            rich.loop_id = 0;
        }
    }

    /// A use by a task of a parallel loop: see [`Rich::use_in_loop`].
    #[inline]
    pub(super) fn use_in_loop(
        &mut self,
        task: TaskRef,
        mode: Mode,
        mark: u32,
        draw: &mut impl Draw,
    ) -> bool {
        let n = self.count as usize;
        let known = match self.turn >> TURN_BITS == mark {
            true => self.turn % (1 << TURN_BITS),
            false => 0,
        };
        if !mode.writes() && n < FEW && known < WROTE {
            some(self.writer).for_each(|writer| draw.edge(writer, EdgeKind::Raw));
            self.readers[n] = task;
            self.count += 1;
            self.turn = mark << TURN_BITS | (known + 1);
            return false;
        }
        if !mode.writes() || n > FEW || known > 0 {
            return self.rich().use_in_loop(task, mode, mark, draw);
        }
        self.draw_write(n, mode, draw);
        match self.readers.get_mut(n) {
            Some(place) => *place = self.writer,
            None => {
                let base = &mut self.rich.get_or_insert_default().base_writers;
                base.clear();
                base.extend(some(self.writer));
            }
        }
        self.writer = task;
        self.count = 0;
        self.turn = mark << TURN_BITS | WROTE | n as u32;
        false
    }

    /// What a writer waits for, where all `n` readers stand here: they waited for the writer.
    #[inline]
    fn draw_write(&self, n: usize, mode: Mode, draw: &mut impl Draw) {
        if n == 0 {
            some(self.writer).for_each(|writer| draw.edge(writer, kind_of_write(mode)));
        }
        for &reader in &self.readers[..n] {
            draw.edge(reader, EdgeKind::War);
        }
    }

    /// An ordinary use: by mode, after everything before.
    #[inline(always)]
    pub(super) fn use_in_order(&mut self, task: TaskRef, mode: Mode, draw: &mut impl Draw) {
        let n = self.count as usize;
        if n > FEW || mode == Mode::Commutative || (n == FEW && mode == Mode::In) {
            return self.use_many(task, mode, draw);
        }
        self.turn = 0;
        if mode == Mode::In {
            if self.writer != TaskRef::NONE {
                draw.edge(self.writer, EdgeKind::Raw);
            }
            self.readers[n] = task;
            self.count += 1;
            return;
        }
        self.draw_write(n, mode, draw);
        self.writer = task;
        self.count = 0;
    }

    /// An ordinary use, perhaps by or after more readers than stand here.
    #[inline(never)]
    fn use_many(&mut self, task: TaskRef, mode: Mode, draw: &mut impl Draw) {
        if self.count == RICH || mode == Mode::Commutative {
            return self.use_rich(task, mode, draw);
        }
        self.turn = 0;
        let rich = self.rich.get_or_insert_default();
        if mode == Mode::In {
            some(self.writer).for_each(|writer| draw.edge(writer, EdgeKind::Raw));
            rich.add_reader(task, draw);
            self.count = (FEW + rich.readers.len()) as u32;
            return;
        }
        for &reader in self.readers.iter().chain(&rich.readers) {
            draw.edge(reader, EdgeKind::War);
        }
        rich.readers.clear();
        self.writer = task;
        self.count = 0;
    }

    #[cold]
    fn use_rich(&mut self, task: TaskRef, mode: Mode, draw: &mut impl Draw) {
        let rich = self.rich();
        if mode == Mode::Commutative {
            return rich.commute(task, draw);
        }
        let mixed = rich.is_mixed();
        rich.loop_id = 0;
        rich.commuting = false;
        if mode == Mode::In {
            for &writer in &rich.writers {
                draw.edge(writer, EdgeKind::Raw);
            }
            rich.add_reader(task, draw);
        } else {
            edges_from(&rich.writers, &rich.readers, mode, mixed, draw);
            self.set_writer(task);
        }
    }

    /// True if all whom a user of this mode would wait for are completed, and none of them need be
    /// remembered.
    #[inline]
    pub(super) fn is_free(&mut self, mode: Mode, is_completed: impl Fn(TaskRef) -> bool) -> bool {
        if self.count > FEW as u32 {
            return self.is_free_of_many(mode, is_completed);
        }
        let readers = match mode {
            Mode::In => 0,
            _ if planted("pass over readers") => 0,
            _ => self.count as usize,
        };
        let completed = |&task: &TaskRef| {
            task == TaskRef::NONE || is_completed(task) || planted("pass over the writer")
        };
        completed(&self.writer) && self.readers[..readers].iter().all(completed)
    }

    /// As `is_free`, where there are more users than stand here, or groups of them: what is completed
    /// is forgotten.
    #[cold]
    fn is_free_of_many(&mut self, mode: Mode, is_completed: impl Fn(TaskRef) -> bool) -> bool {
        let completed = |&task: &TaskRef| task == TaskRef::NONE || is_completed(task);
        let reads_after_one = self.count != RICH && mode == Mode::In;
        let free = match &self.rich {
            _ if reads_after_one => completed(&self.writer),
            Some(rich) if self.count == RICH => rich.all().all(completed),
            rich => {
                let more = rich.iter().flat_map(|rich| &rich.readers);
                completed(&self.writer) && self.readers.iter().chain(more).all(completed)
            }
        };
        if free && !reads_after_one {
            self.set_writer(TaskRef::NONE);
        }
        free
    }

    /// Draws edges from all users, and forgets them.
    pub(super) fn drain(&mut self, draw: &mut impl Draw) {
        let mut edges = |tasks: &[TaskRef]| {
            let tasks = tasks.iter().filter(|&&task| task != TaskRef::NONE);
            tasks.for_each(|&task| draw.edge(task, EdgeKind::Order));
        };
        // Writers and readers: inside a parallel loop readers do not wait for its writers.
        match (self.count, &self.rich) {
            (RICH, Some(rich)) => {
                edges(&rich.writers);
                edges(&rich.readers);
            }
            (count, rich) => {
                edges(&[self.writer]);
                edges(&self.readers[..FEW.min(count as usize)]);
                if let (true, Some(rich)) = (count > FEW as u32, rich) {
                    edges(&rich.readers);
                }
            }
        }
        self.forget();
    }
}

impl Rich {
    fn forget(&mut self) {
        self.writers.clear();
        self.readers.clear();
        self.base_writers.clear();
        self.base_readers.clear();
        self.loop_id = 0;
        self.loop_wrote = false;
        self.commuting = false;
    }

    /// All users, and those that they may not have waited for.
    fn all(&self) -> impl Iterator<Item = &TaskRef> {
        let writers = self.writers.iter().chain(&self.base_writers);
        writers.chain(&self.readers).chain(&self.base_readers)
    }

    /// Its users are of one parallel loop that is still open.
    fn is_mixed(&self) -> bool {
        self.loop_id != 0 && self.loop_wrote
    }

    fn commute(&mut self, task: TaskRef, draw: &mut impl Draw) {
        if !self.commuting {
            self.base_mixed = self.is_mixed();
            std::mem::swap(&mut self.base_writers, &mut self.writers);
            std::mem::swap(&mut self.base_readers, &mut self.readers);
            self.writers.clear();
            self.readers.clear();
            self.commuting = true;
        }
        self.loop_id = 0;
        let (writers, readers) = (&self.base_writers, &self.base_readers);
        edges_from(writers, readers, Mode::InOut, self.base_mixed, draw);
        self.writers.push(task);
    }

    /// A use by a task of parallel loop `id`; `true` when the tile is now shared by several
    /// of its tasks, one of which writes, for the first time.
    fn use_in_loop(&mut self, task: TaskRef, mode: Mode, id: u32, draw: &mut impl Draw) -> bool {
        if self.loop_id != id {
            self.loop_id = id;
            self.loop_readers = 0;
            self.loop_wrote = false;
            self.commuting = false;
        }
        let was_shared = self.loop_wrote && self.loop_users() > 1;
        if !mode.writes() {
            let before = if self.loop_wrote {
                &self.base_writers
            } else {
                &self.writers
            };
            for &writer in before {
                draw.edge(writer, EdgeKind::Raw);
            }
            self.loop_readers += usize::from(self.add_reader(task, draw));
        } else {
            if !self.loop_wrote {
                let own = self.readers.len() - self.loop_readers;
                self.base_readers.clear();
                self.base_readers.extend(self.readers.drain(..own));
                std::mem::swap(&mut self.base_writers, &mut self.writers);
                self.writers.clear();
                self.loop_wrote = true;
            }
            edges_from(&self.base_writers, &self.base_readers, mode, false, draw);
            if !self.writers.contains(&task) {
                self.writers.push(task);
            }
        }
        !was_shared && self.loop_wrote && self.loop_users() > 1
    }

    /// How many different tasks of the open loop use the tile (a task that reads and
    /// writes counts once).
    fn loop_users(&self) -> usize {
        let only_reads = |reader: &&TaskRef| !self.writers.contains(reader);
        self.writers.len() + self.readers.iter().filter(only_reads).count()
    }

    #[inline]
    fn add_reader(&mut self, task: TaskRef, draw: &impl Draw) -> bool {
        // Registration is task by task: a repeated reader is the last one.
        if self.readers.last() == Some(&task) {
            return false;
        }
        if self.readers.len() >= self.crowded.max(MANY) && self.loop_id == 0 {
            self.forget_completed_readers(draw);
        }
        self.readers.push(task);
        true
    }

    /// A tile that is read for ever without a writer: keeps as many readers as are in flight,
    /// and as many again before the next look.
    #[cold]
    fn forget_completed_readers(&mut self, draw: &impl Draw) {
        self.readers.retain(|&reader| !draw.is_completed(reader));
        self.crowded = 2 * self.readers.len();
    }
}

/// A writer waits for the readers, which waited for the writers; without readers, for the
/// writers. `mixed`: readers and writers are of one parallel loop that is still open, and did
/// not wait for one another.
#[inline]
fn edges_from(
    writers: &[TaskRef],
    readers: &[TaskRef],
    mode: Mode,
    mixed: bool,
    draw: &mut impl Draw,
) {
    if readers.is_empty() || mixed || planted("writers beside readers") {
        let kind = kind_of_write(mode);
        for &writer in writers {
            draw.edge(writer, kind);
        }
    }
    for &reader in readers {
        draw.edge(reader, EdgeKind::War);
    }
}

/// The task, if there is one.
#[inline]
fn some(task: TaskRef) -> impl Iterator<Item = TaskRef> {
    (task != TaskRef::NONE).then_some(task).into_iter()
}

/// Why a writer waits for the writer before.
fn kind_of_write(mode: Mode) -> EdgeKind {
    if mode == Mode::Out {
        EdgeKind::Waw
    } else {
        EdgeKind::Raw
    }
}

#[cfg(all(test, not(any(hp5_loom, hp5_shuttle))))]
mod tests;
