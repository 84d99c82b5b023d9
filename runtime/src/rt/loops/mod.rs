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

pub(crate) mod nest;
mod run;
pub(crate) mod section;
mod shared_body;
#[cfg(all(test, not(any(hp5_loom, hp5_shuttle))))]
mod tests;

use std::ops::Range;

use crate::base::site::Site;
use crate::graph::access::Size;
use crate::graph::body::Call;
use crate::graph::geometry::{Mode, View};
use crate::graph::overlap::Key;
use crate::rt::loops::nest::DEEPEST;
use crate::rt::loops::run::{Body, Loops, Run};
use crate::rt::loops::section::Plan;
pub(crate) use crate::rt::loops::shared_body::Holders;
use crate::rt::region::{Array, Region};
use crate::rt::task::{Order, TaskLoop};

pub use nest::{Backwards, Bounded, Cut, Dim, Nest, Ranges, backwards, bounded};
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

    /// As [`run`](Self::run), without its type.
    ///
    /// # Safety
    /// `place` is that of a shared body, which the caller holds.
    unsafe fn run_at(place: *const (), word: u64) {
        // SAFETY: by the contract.
        unsafe { (*place.cast::<Self>()).run(word) };
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
            Call::Weigh(_) => {}
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
    ) -> bool
    where
        N: Nest<Corners = [(isize, isize); DEPTH]>,
    {
        if let Some(bytes) = self.other_names(array.id()) {
            return self.access_memory(bytes, mode);
        }
        let section = Section::new(section);
        let table = self.region.table_of(array.id());
        let plan = Plan::new(array.id(), table.entry(array.id()), mode, &section);
        drop(table);
        self.add(plan);
        false
    }

    /// As [`access`](Self::access), of tiles by their numbers in each dimension of array `array`.
    pub(crate) fn access_tiles<const DEPTH: usize>(
        &mut self,
        array: u32,
        mode: Mode,
        bounds: &[(section::Affine<DEPTH>, section::Affine<DEPTH>)],
    ) {
        let table = self.region.table_of(array);
        let plan = Plan::of_tiles(array, table.entry(array), mode, bounds);
        drop(table);
        self.add(plan);
    }

    /// The array's memory, if the tasks use some of it by other names.
    fn other_names(&self, array: u32) -> Option<Range<usize>> {
        let uses = |name| self.plans.iter().any(|plan| plan.is_of(name));
        self.region.other_names(array, uses)
    }

    /// Declares an address that stands for something, which each task uses: as
    /// [`Task::access_key`](crate::rt::Task::access_key). Where it lies in an array that the tasks
    /// use, and one of the two is written, the tasks are in order.
    pub fn access_key(&mut self, address: usize, mode: Mode) -> bool {
        let plans = &self.plans;
        let uses = |name| plans.iter().any(|plan| plan.is_of(name));
        match self.region.key(address, uses) {
            (Key::Opaque(key), false) => {
                self.add(Plan::of_key(key, Size::NOTHING, mode));
                false
            }
            (name, _) => self.use_name(name, Size::NOTHING, mode),
        }
    }

    /// Declares bytes that each task uses: as
    /// [`Task::access_memory`](crate::rt::Task::access_memory).
    pub fn access_memory(&mut self, bytes: Range<usize>, mode: Mode) -> bool {
        let plans = &self.plans;
        let uses = |name| plans.iter().any(|plan| plan.is_of(name));
        let size = Size::of_rows(1, bytes.len());
        let names = self.region.memory(bytes, uses);
        (names.into_iter()).fold(false, |known, name| self.use_name(name, size, mode) | known)
    }

    /// Each task uses all of an array; true if they use some of it already, and one of the two is written.
    pub fn access_all<V: View>(&mut self, array: &Array<V>, mode: Mode) -> bool {
        match self.other_names(array.id()) {
            Some(bytes) => self.access_memory(bytes, mode),
            None => {
                drop(self.region.table_of(array.id()));
                self.use_name(Key::All(array.id()), Size::NOTHING, mode)
            }
        }
    }

    /// Each task uses all of an array, by another name where the tasks have one for it: true, if one of the
    /// two is written. Of a key, so many bytes.
    fn use_name(&mut self, name: Key, size: Size, mode: Mode) -> bool {
        let mut others = self.plans.iter().filter(|plan| plan.is_of(name));
        let conflicts = others.any(|plan| plan.mode().writes() || mode.writes());
        if conflicts {
            self.tasks.put_in_order();
        }
        let plan = match name {
            Key::Opaque(key) => Plan::of_key(key, size, mode),
            Key::All(array) => Plan::of_all(array, self.region.table.borrow().entry(array), mode),
        };
        self.add(plan);
        conflicts
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
            counted: std::mem::needs_drop::<(N, F)>() || region.has_recorded(),
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
        let loops = Loops {
            depth: N::DEPTH,
            known,
            // SAFETY: as above.
            bits: unsafe { (*place).bits },
            cut: &|depth, corners| nest.cut(depth, corners),
        };
        let body = Body {
            shared: place.cast(),
            entry: Shared::<N, F>::enter,
            run: Shared::<N, F>::run_at,
            left: &mut rest.1,
        };
        let touches = tasks.touches();
        let how = (plans, priority);
        Run::new((region, site), touches, (loops, body), how).all();
    }
}
