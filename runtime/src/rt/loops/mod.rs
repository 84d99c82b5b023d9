//! The tasks of a loop, registered by one call.
//!
//! The loops of a task loop, how each is cut, and the accesses as functions of a task's chunks
//! say everything about its tasks. So one call registers them all: tiles are counted on from
//! task to task (`section.rs`), and nothing is looked up or allocated per task. There is one
//! body. A task has two words: where the body is, and the numbers of its own chunks
//! (`nest.rs`).
//!
//! A body that nobody needs to drop belongs to the region, which frees its memory after a wait.
//! Other bodies, and those of tasks on a tape, which run again, count the tasks that hold them
//! (`holders.rs`).

mod holders;
pub(crate) mod nest;
pub(crate) mod section;

use std::ops::Range;

use crate::graph::body::{Call, Entry, Kind, Nature, Stored};
use crate::graph::geometry::{Mode, View};
use crate::graph::table::LoopTouches;
use crate::graph::task::{Access, INLINE_TILES, NO_HOME, NewTask};
use crate::graph::tiles::Tiles;
use crate::observe::record::TaskKind;
pub(crate) use crate::rt::loops::holders::Holders;
use crate::rt::loops::nest::{Cut, DEEPEST};
use crate::rt::loops::section::Plan;
use crate::rt::region::{Array, Draft, Region};
use crate::rt::site::Site;
use crate::rt::task::{Order, TaskLoop};
use crate::sched::commute::Locks;

pub use nest::{Backwards, Bounded, Dim, Nest, Ranges, backwards, bounded};
pub use section::Section;

/// Bodies without anything to drop that a region keeps before it frees some.
const MANY_BODIES: usize = 1024;

/// The body of a loop's tasks, and what leads from a task's word to its chunks.
struct Shared<N, F> {
    /// Tasks that hold it, while it is `counted`.
    holders: Holders,
    counted: bool,
    known: [Option<Cut>; DEEPEST],
    bits: Bits,
    nest: N,
    body: F,
}

impl<N: Nest, F: Fn(N::Chunks)> Shared<N, F> {
    #[inline]
    fn run(&self, word: u64) {
        let numbers = |depth| self.bits.unpack(depth, word);
        if let Some(chunks) = self.nest.chunks(numbers, &self.known) {
            (self.body)(chunks);
        }
    }

    /// What a task calls.
    ///
    /// # Safety
    /// `words` holds the address of a shared body, which this task holds, and the task's word.
    unsafe fn enter(words: *mut u8, call: Call<'_>) {
        /// Gives the body up, after a panic too.
        struct Hold<N, F>(Option<*const Shared<N, F>>);
        impl<N, F> Drop for Hold<N, F> {
            fn drop(&mut self) {
                if let Some(place) = self.0 {
                    // SAFETY: the task held the body until now, and does not use it again.
                    unsafe { Shared::give_up(place, 1) };
                }
            }
        }
        // SAFETY: by the contract.
        let (place, word) = unsafe { words.cast::<(*const Self, u64)>().read() };
        match call {
            Call::Run(_, last) => {
                let _hold = Hold(last.then_some(place));
                // SAFETY: by the contract.
                unsafe { (*place).run(word) };
            }
            Call::Drop => drop(Hold(Some(place))),
        }
    }
}

impl<N, F> Shared<N, F> {
    /// Takes `count` holders back, and frees the body with the last one.
    ///
    /// # Safety
    /// So many holders are the caller's, who does not use the body any more.
    unsafe fn give_up(place: *const Self, count: u64) {
        // SAFETY: the caller holds it.
        let this = unsafe { &*place };
        if !this.counted || !this.holders.give_up(count) {
            return;
        }
        // SAFETY: nobody holds it any more, and it came from a box (`LoopTasks::spawn`).
        drop(unsafe { Box::from_raw(place.cast_mut()) });
    }
}

/// How the numbers of a task's chunks are packed into one word.
#[derive(Debug, Clone, Copy)]
struct Bits {
    shifts: [u32; DEEPEST],
    masks: [u64; DEEPEST],
}

impl Bits {
    /// Loops whose number of chunks is known get as many bits as they need, the others share
    /// what is left.
    fn new(depth: usize, known: &[Option<Cut>; DEEPEST]) -> Bits {
        let need = |cut: &Cut| u64::BITS - cut.numbers().1.leading_zeros();
        let needed: u32 = known.iter().flatten().map(need).sum();
        let open = known[..depth].iter().filter(|cut| cut.is_none()).count() as u32;
        let share = u64::BITS.saturating_sub(needed) / open.max(1);
        let mut bits = Bits {
            shifts: [0; DEEPEST],
            masks: [0; DEEPEST],
        };
        let mut shift = 0;
        for (d, cut) in known[..depth].iter().enumerate() {
            let width = cut.as_ref().map_or(share, need).min(u64::BITS - shift);
            bits.shifts[d] = shift.min(u64::BITS - 1);
            bits.masks[d] = (1_u64.checked_shl(width)).map_or(u64::MAX, |bit| bit - 1);
            shift += width;
        }
        bits
    }

    #[inline]
    fn pack(&self, depth: usize, number: u64) -> u64 {
        number << self.shifts[depth]
    }

    #[inline]
    fn unpack(&self, depth: usize, word: u64) -> u64 {
        (word >> self.shifts[depth]) & self.masks[depth]
    }
}

/// The tasks of a loop, to be registered by one call; see the module's text.
pub struct LoopTasks<'r, N> {
    region: &'r Region,
    site: &'static Site,
    tasks: TaskLoop<'r>,
    nest: N,
    plans: Vec<Plan>,
    priority: i32,
}

impl Region {
    /// Begins the tasks of a nest of loops, one for each chunk: accesses come next, then the
    /// body, which all tasks share.
    ///
    /// ```
    /// use hp5::rt::{self, Mode, Order, Region, chunks};
    ///
    /// // Each element is the sum of the one above and the one to the left.
    /// let (n, m) = (100, 80);
    /// let a = vec![1_u64; n * m];
    /// let region = Region::begin(rt::site!("sums", file!(), line!()));
    /// // SAFETY: the vector outlives the region, and only tasks use it meanwhile.
    /// let array = unsafe { region.array("a", rt::flat(&raw const a).rows(m), &[16, 16]) };
    /// let nest = (chunks(1..n, 16, 0), chunks(1..m, 16, 0));
    /// let mut tasks = region.loop_tasks(rt::site!("tile", file!(), line!()), Order::Ordered, nest);
    /// tasks.access(&array, Mode::InOut, |[i, j]| [i, j]);
    /// tasks.access(&array, Mode::In, |[(i, i_end), (j, j_end)]| [(i - 1, i_end), (j - 1, j_end)]);
    /// let view = array.view();
    /// let body = tasks.body(move |(rows, columns)| {
    ///     let mut a = view;
    ///     for i in rows {
    ///         for j in columns.clone() {
    ///             a[i * m + j] = (a[(i - 1) * m + j] + a[i * m + j - 1]) % 1_000_007;
    ///         }
    ///     }
    /// });
    /// // SAFETY: the body touches what the accesses say.
    /// unsafe { tasks.spawn(body) };
    /// let stats = region.try_end().unwrap();
    ///
    /// assert_eq!(stats.tasks, 7 * 5);
    /// assert_eq!((a[m + 1], a[m + 2], a[2 * m + 2]), (2, 3, 6));
    /// ```
    pub fn loop_tasks<N: Nest>(
        &self,
        site: &'static Site,
        order: Order,
        nest: N,
    ) -> LoopTasks<'_, N> {
        LoopTasks {
            region: self,
            site,
            tasks: self.task_loop(site, order),
            nest,
            plans: Vec::new(),
            priority: 0,
        }
    }
}

impl<N: Nest> LoopTasks<'_, N> {
    /// Declares what each task touches of an array: `section` gets the half-open bounds of the
    /// task's chunks, outermost first, and is affine in them. As
    /// [`Task::access`](crate::rt::Task::access) otherwise.
    pub fn access<V: View, const DEPTH: usize, const DIMS: usize>(
        &mut self,
        array: &Array<V>,
        mode: Mode,
        section: impl Fn([(isize, isize); DEPTH]) -> [(isize, isize); DIMS],
    ) where
        N: Nest<Corners = [(isize, isize); DEPTH]>,
    {
        let section = Section::new(section);
        let table = self.region.table.borrow();
        let plan = Plan::new(array.id(), table.entry(array.id()), mode, &section);
        drop(table);
        self.add(plan);
    }

    /// As [`access`](Self::access), of tiles by their numbers in each dimension of array `array`.
    pub(crate) fn access_tiles<const DEPTH: usize>(
        &mut self,
        array: u32,
        mode: Mode,
        bounds: &[(section::Affine<DEPTH>, section::Affine<DEPTH>)],
    ) {
        let table = self.region.table.borrow();
        let plan = Plan::of_tiles(array, table.entry(array), mode, bounds);
        drop(table);
        self.add(plan);
    }

    fn add(&mut self, mut plan: Plan) {
        for other in &self.plans {
            plan.meets_others |= other.array() == plan.array();
        }
        self.plans.push(plan);
    }

    /// Larger runs earlier; 0 is normal, negative runs when nothing else is ready.
    pub fn priority(&mut self, priority: i32) {
        self.priority = priority;
    }

    /// A section of the loop's tasks, for their body.
    #[must_use]
    pub fn section<const DEPTH: usize, const DIMS: usize>(
        &self,
        section: impl Fn([(isize, isize); DEPTH]) -> [(isize, isize); DIMS],
    ) -> Section<DEPTH, DIMS>
    where
        N: Nest<Corners = [(isize, isize); DEPTH]>,
    {
        Section::new(section)
    }

    /// The body as it is: a place for the compiler to learn its type from.
    pub fn body<F: Fn(N::Chunks)>(&self, body: F) -> F {
        body
    }

    /// Registers the tasks, in the order of the loops.
    ///
    /// # Safety
    /// As for [`Task::spawn_repeat`](crate::rt::Task::spawn_repeat), for each task.
    pub unsafe fn spawn<F>(self, body: F)
    where
        N: Send,
        F: Fn(N::Chunks) + Send + Sync,
    {
        let LoopTasks {
            region,
            site,
            mut tasks,
            nest,
            plans,
            priority,
        } = self;
        let known = std::array::from_fn(|d| {
            let fixed = d < N::DEPTH && nest.is_fixed(d);
            fixed.then(|| nest.cut(d, &[(0, 0); DEEPEST]))
        });
        let shared = Shared {
            holders: Holders::new(),
            counted: std::mem::needs_drop::<(N, F)>() || region.has_reel(),
            known,
            bits: Bits::new(N::DEPTH, &known),
            nest,
            body,
        };
        let counted = shared.counted;
        let place: *const Shared<N, F> = if counted {
            Box::into_raw(Box::new(shared))
        } else {
            region.lend(shared, MANY_BODIES)
        };
        /// Takes back what the tasks did not need, after a panic in a loop's bounds too.
        struct Rest<N, F>(*const Shared<N, F>, u64);
        impl<N, F> Drop for Rest<N, F> {
            fn drop(&mut self) {
                // SAFETY: these are the registering thread's.
                unsafe { Shared::give_up(self.0, self.1) };
            }
        }
        let mut rest = Rest(place, Holders::ALL);
        // SAFETY: the registering thread holds the body.
        let nest = unsafe { &(*place).nest };
        let mut run = Run {
            region,
            site,
            touches: tasks.touches(),
            depth: N::DEPTH,
            known,
            // SAFETY: as above.
            bits: unsafe { (*place).bits },
            cut: &|depth, corners| nest.cut(depth, corners),
            entry: Shared::<N, F>::enter,
            shared: place.cast(),
            left: &mut rest.1,
            by_draft: plans.iter().any(|plan| plan.mode() == Mode::Commutative),
            repeats: plans.iter().any(|plan| plan.meets_others),
            plans,
            priority,
            tiles: Tiles::new(),
            steps: Vec::new(),
            list: Vec::new(),
            home_of: usize::MAX,
            home_tile: 0,
            home_step: 0,
            corners: [(0, 0); DEEPEST],
        };
        run.all_of(0, 0);
    }
}

/// How a loop of the nest is cut inside of these chunks.
type Cutting<'a> = dyn Fn(usize, &[(isize, isize); DEEPEST]) -> Cut + 'a;

/// Registration of one loop.
struct Run<'a> {
    region: &'a Region,
    site: &'static Site,
    touches: Option<&'a mut LoopTouches>,
    depth: usize,
    known: [Option<Cut>; DEEPEST],
    bits: Bits,
    cut: &'a Cutting<'a>,
    /// What tasks call, and the body that they share.
    entry: Entry,
    shared: *const (),
    /// Holders of the body that are left to the registering thread.
    left: &'a mut u64,
    /// Tasks that need more than tiles: locks.
    by_draft: bool,
    plans: Vec<Plan>,
    priority: i32,
    /// A task may meet a tile twice.
    repeats: bool,
    tiles: Tiles,
    /// From the tiles of one task to those of the next one, tile by tile.
    steps: Vec<i64>,
    /// The tiles, if they are many.
    list: Vec<Access>,
    /// The access and the tile that decide the home.
    home_of: usize,
    home_tile: u32,
    home_step: i64,
    corners: [(isize, isize); DEEPEST],
}

impl Run<'_> {
    /// Registers all tasks inside of the present chunks of the loops around loop `depth`.
    fn all_of(&mut self, depth: usize, word: u64) {
        let cut = self.known[depth].unwrap_or_else(|| (self.cut)(depth, &self.corners));
        let (from, to) = cut.numbers();
        if from >= to {
            return;
        }
        assert!(
            to - 1 <= self.bits.masks[depth],
            "a nest of task loops with {to} chunks in loop {}: the numbers of a task's chunks take more than 64 bits",
            depth + 1
        );
        if depth + 1 == self.depth {
            return self.row(depth, &cut, word);
        }
        for number in cut.in_order() {
            if let Some(chunk) = cut.chunk(number) {
                self.corners[depth] = chunk;
                self.all_of(depth + 1, word | self.bits.pack(depth, number));
            }
        }
    }

    /// Registers the tasks of the innermost loop inside of the present chunks around it.
    fn row(&mut self, depth: usize, cut: &Cut, word: u64) {
        let corners = &self.corners;
        self.plans
            .iter_mut()
            .for_each(|plan| plan.begin_row(depth, corners));
        let steady = match self.by_draft || self.region.is_taping() {
            true => 0..0,
            false => self.steady(depth, cut),
        };
        let mut goes_on = false;
        for number in cut.in_order() {
            let word = word | self.bits.pack(depth, number);
            let is_steady = steady.contains(&number);
            if is_steady && goes_on {
                self.go_on();
                self.link(word);
                continue;
            }
            let Some(chunk) = cut.chunk(number) else {
                continue;
            };
            if is_steady {
                self.find_tiles(depth, chunk);
                self.prepare(cut.is_backwards());
                goes_on = true;
                self.link(word);
            } else {
                self.task(depth, chunk, word);
            }
        }
    }

    /// The chunks whose tasks have each the tiles of the one before, a step further.
    fn steady(&mut self, depth: usize, cut: &Cut) -> Range<u64> {
        let Some((numbers, tile)) = cut.full_chunks() else {
            return 0..0;
        };
        let ends = [cut.chunk(numbers.start), cut.chunk(numbers.end - 1)];
        let ends = [ends[0].unwrap_or((0, 0)), ends[1].unwrap_or((0, 0))];
        self.plans
            .iter_mut()
            .for_each(|plan| plan.find_step(depth, tile));
        let is_steady = |plan: &Plan| {
            let same = |other: &Plan| other.array() != plan.array() || other.step() == plan.step();
            plan.step().is_some()
                && ends.iter().all(|&chunk| plan.is_inside(depth, chunk))
                && (!plan.meets_others || self.plans.iter().all(same))
        };
        match self.plans.iter().all(is_steady) {
            true => numbers,
            false => 0..0,
        }
    }

    /// Notes how far the tiles that were found move from task to task.
    fn prepare(&mut self, backwards: bool) {
        let step = |plan: &Plan| {
            let step = i64::from(plan.step().unwrap_or(0));
            if backwards { -step } else { step }
        };
        self.steps.clear();
        for tile in self.tiles.iter() {
            let plan = self.plans.iter().find(|plan| plan.array() == tile.array());
            self.steps.push(plan.map_or(0, step));
        }
        self.home_step = self.plans.get(self.home_of).map_or(0, step);
        self.list.clear();
        if self.tiles.len() > INLINE_TILES {
            self.list.extend_from_slice(&self.tiles);
        }
    }

    /// Moves the tiles to those of the next task.
    #[inline(always)]
    fn go_on(&mut self) {
        self.home_tile = self.home_tile.wrapping_add_signed(self.home_step as i32);
        if self.list.is_empty() {
            for (tile, &step) in self.tiles.iter_mut().zip(&self.steps) {
                *tile = tile.moved(step);
            }
            return;
        }
        // Many tiles went away with the task before.
        self.tiles.clear();
        for (tile, &step) in self.list.iter_mut().zip(&self.steps) {
            *tile = tile.moved(step);
            self.tiles.push(*tile);
        }
    }

    /// Registers one task.
    fn task(&mut self, depth: usize, chunk: (isize, isize), word: u64) {
        let region = self.region;
        if !self.by_draft && !region.is_taping() {
            self.find_tiles(depth, chunk);
            return self.link(word);
        }
        self.list_tiles(depth, chunk);
        let mut draft = Draft::new(self.site, TaskKind::User);
        draft.home = self.home();
        draft.priority = self.priority;
        std::mem::swap(&mut draft.tiles, &mut self.tiles);
        let body = self.stored(word);
        region.register(&mut draft, body, self.touches.as_deref_mut());
    }

    /// The tiles of a task, and its home, as its accesses say.
    fn list_tiles(&mut self, depth: usize, chunk: (isize, isize)) {
        self.tiles.clear();
        self.home_of = usize::MAX;
        let tiles = &mut self.tiles;
        for (n, plan) in self.plans.iter_mut().enumerate() {
            let mut first = None;
            plan.tiles(depth, chunk, |access| {
                first.get_or_insert(access.tile());
                tiles.push(access);
            });
            if let (usize::MAX, true, Some(first)) = (self.home_of, plan.has_homes(), first) {
                (self.home_of, self.home_tile) = (n, first);
            }
        }
    }

    /// As `list_tiles`, each tile once.
    fn find_tiles(&mut self, depth: usize, chunk: (isize, isize)) {
        self.list_tiles(depth, chunk);
        match self.repeats {
            // Nothing is commutative here.
            true => _ = self.tiles.merge(),
            false => self.tiles.weigh(),
        }
    }

    #[inline]
    fn home(&self) -> u16 {
        let plan = self.plans.get(self.home_of);
        plan.map_or(NO_HOME, |plan| plan.home_of(self.home_tile))
    }

    /// One more holder of the body.
    #[inline]
    fn stored(&mut self, word: u64) -> (Stored, Nature) {
        *self.left -= 1;
        let nature = Nature {
            kind: Kind::Repeat,
            in_block: false,
        };
        // SAFETY: the words are what `Shared::enter` asks for, and stand for one holder.
        let stored = unsafe { Stored::from_words(self.entry, [self.shared as u64, word]) };
        (stored, nature)
    }

    /// Registers a task with the tiles that were found.
    #[inline(never)]
    fn link(&mut self, word: u64) {
        if self.touches.is_none() && self.region.runs_at_once() {
            return self.run_or_link(word);
        }
        let (region, body) = (self.region, self.stored(word));
        let (new, touches) = self.new_task(body);
        region.hang(new, touches);
    }

    #[inline(never)]
    fn run_or_link(&mut self, word: u64) {
        let (region, body) = (self.region, self.stored(word));
        let (new, touches) = self.new_task(body);
        region.link(new, touches);
    }

    #[inline(always)]
    fn new_task(&mut self, body: (Stored, Nature)) -> (NewTask<'_>, Option<&mut LoopTouches>) {
        let new = NewTask {
            scope: self.region.scope(),
            site: self.site,
            name: None,
            id: self.region.registered() as u32,
            home: self.home(),
            priority: self.priority,
            kind: TaskKind::User,
            locks: Locks::new(),
            tiles: &mut self.tiles,
            body,
            recorded: false,
        };
        (new, self.touches.as_deref_mut())
    }
}
