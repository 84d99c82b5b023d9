//! The tasks of a loop nest, registered by one call.
//!
//! What C says with numbers, [`rt::LoopTasks`] wants as types: the number of loops and of
//! dimensions are constants there. So each pair of them is a function of its own here, picked once
//! per call.

use std::ffi::c_void;
use std::ops::Range;

use runtime::rt::chunks::{Chunks, chunks_step};
use runtime::rt::loops::{Cut, Dim, Nest, backwards};
use runtime::rt::{self, LoopTasks, Order, WHOLE};

use crate::array::{Array, Bounds, HP5_MAX_DIMS, Mode, Shape, mode};
use crate::body::{Arguments, WithArguments, copied, run};
use crate::race::{self, Uses};
use crate::region::{Region, region_of};
use crate::rows::{Declares, Others};
use crate::site::{self, Site};
use crate::status::{Failure, Status, all, status_at, there};
use crate::task::{Shared, is_new, keys_last, memory, some};

/// Most loops around one another.
pub const HP5_MAX_LOOPS: usize = 4;

/// The loop's tasks depend on one another through their tiles, in the order of the loop. Without
/// it they never do (a parallel loop).
pub const HP5_ORDERED: u32 = 1;

/// One loop of a nest: indices from `lower` on, without `upper`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Loop {
    /// The first index.
    pub lower: isize,
    /// One past the last.
    pub upper: isize,
    /// Indices of a task; 0: all.
    pub tile: usize,
    /// Chunks begin at indices that are this modulo `tile` (the modulo offset).
    pub offset: usize,
    /// Distance of the indices that the loop visits; 0 is 1. A chunk begins at one of these; the
    /// body steps on.
    pub step: usize,
    /// The chunks are registered last to first.
    pub backwards: bool,
}

/// Indices of one dimension that a task touches. Of a loop: `coefficient * i + least` to
/// `coefficient * i + greatest`, for each `i` of the task's chunk.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct LoopSection {
    /// Number of the loop, outermost 0, or `HP5_NO_LOOP`: then `least` to `greatest`, whatever the task.
    pub loop_number: i32,
    /// What the index is multiplied with.
    pub coefficient: isize,
    /// The least offset.
    pub least: isize,
    /// The greatest offset, which is touched too. 0 to `PTRDIFF_MAX - 1` of no loop are all indices.
    pub greatest: isize,
}

/// The section of a dimension is the same for all tasks.
pub const HP5_NO_LOOP: i32 = -1;

/// What each task of a loop uses of an array.
#[repr(C)]
pub struct LoopAccess {
    /// The array.
    pub array: Array,
    /// How it is used.
    pub mode: Mode,
    /// One per dimension of the array; NULL: all of it. Of a key: the bytes from it on that are used,
    /// by `least` and `greatest` alone; NULL: nobody knows.
    pub section: *const LoopSection,
    /// Not NULL: an address that stands for something, as `hp5_access.key` is; `array` is not looked
    /// at. Where it lies in an array that the tasks use too, and one of the two is written, the tasks are
    /// ordered.
    pub key: *const c_void,
}

/// What a loop writes of one dimension of an array: `coefficient * i + least` to
/// `coefficient * i + greatest` for each index `i`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct LoopUse {
    /// What the index is multiplied with.
    pub coefficient: isize,
    /// The least offset.
    pub least: isize,
    /// The greatest offset, which is touched too.
    pub greatest: isize,
    /// Elements of a tile in this dimension; 0: the whole dimension.
    pub tile: usize,
}

/// The least modulo offset, below `tile`, for which no two tasks of `tile` indices meet in a tile of
/// what they write: `hp5_loop.offset`. Uses that no offset keeps apart are left out; 0 where nothing
/// is left, and tasks that meet in a tile then wait for one another, or for all of them what comes
/// later does.
///
/// # Safety
/// `uses` points to `count` of them; it may be NULL when `count` is 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hp5_offset(tile: usize, count: usize, uses: *const LoopUse) -> usize {
    // SAFETY: the caller's promise.
    let Ok(uses) = (unsafe { all(uses, count, "the uses") }) else {
        return 0;
    };
    let uses: Vec<(i64, i64, i64, usize)> = uses
        .iter()
        .map(|u| {
            (
                u.coefficient as i64,
                u.least as i64,
                u.greatest as i64,
                u.tile,
            )
        })
        .collect();
    rt::offset(tile, &uses)
}

/// A nest of loops whose tasks are to be registered.
#[repr(C)]
pub struct LoopInfo {
    /// Name and place in the source; NULL is none.
    pub site: *mut Site,
    /// Loops, outermost first.
    pub loops: *const Loop,
    /// How many loops, 1 to `HP5_MAX_LOOPS`.
    pub loop_count: usize,
    /// What each task uses.
    pub accesses: *const LoopAccess,
    /// How many accesses.
    pub access_count: usize,
    /// What the body gets, one copy for all tasks.
    pub arguments: *const c_void,
    /// Size of this in bytes.
    pub arguments_size: usize,
    /// Larger runs earlier; 0 is normal.
    pub priority: i32,
    /// `HP5_ORDERED` or 0.
    pub flags: u32,
}

/// The body of a loop's tasks: `chunks` has the indices of each loop, outermost first.
pub type LoopBody = Option<unsafe extern "C" fn(chunks: *const Bounds, arguments: *const c_void)>;

/// One loop, in one direction or the other.
#[derive(Clone)]
enum Way {
    On(Chunks<Range<isize>>),
    Back(Chunks<Range<isize>>),
}

impl<const OUTER: usize> Dim<OUTER> for Way {
    type Chunk = Range<isize>;
    const DEPENDS: bool = false;
    fn cut(&self, outer: &[(isize, isize); OUTER]) -> Cut {
        match self {
            Way::On(chunks) => Dim::cut(chunks, outer),
            Way::Back(chunks) => Dim::cut(&backwards(chunks.clone()), outer),
        }
    }
}

impl Loop {
    fn way(&self) -> Way {
        let tile = match self.tile {
            0 => WHOLE,
            tile => tile,
        };
        let range: Range<isize> = self.lower..self.upper;
        let chunks = chunks_step(range, self.step.max(1), tile, self.offset);
        match self.backwards {
            false => Way::On(chunks),
            true => Way::Back(chunks),
        }
    }
}

impl LoopSection {
    /// What it is for chunks of these bounds, half open.
    fn of<const DEPTH: usize>(&self, chunks: &[(isize, isize); DEPTH]) -> (isize, isize) {
        let Some(&(lower, upper)) = usize::try_from(self.loop_number)
            .ok()
            .and_then(|n| chunks.get(n))
        else {
            let bounds = Bounds {
                lower: self.least,
                upper: self.greatest.saturating_add(1),
            };
            return bounds.known();
        };
        let at = |i: isize, offset| self.coefficient.wrapping_mul(i).wrapping_add(offset);
        let last = upper.wrapping_sub(1);
        let (first, last) = match self.coefficient < 0 {
            false => (lower, last),
            true => (last, lower),
        };
        (
            at(first, self.least),
            at(last, self.greatest).wrapping_add(1),
        )
    }
}

/// A nest that has all but its body.
struct Tasks<'a> {
    region: &'a Region,
    site: &'static rt::Site,
    info: &'a LoopInfo,
    loops: Vec<Loop>,
    accesses: &'a [LoopAccess],
    body: unsafe extern "C" fn(*const Bounds, *const c_void),
}

impl WithArguments for Tasks<'_> {
    type Output = Result<(), Failure>;
    fn call<const N: usize>(self, arguments: Arguments<N>) -> Self::Output {
        let way = |depth: usize| self.loops[depth].way();
        match self.loops.len() {
            1 => self.spawn::<1, N, _>(way(0), arguments, |a| [a]),
            2 => self.spawn::<2, N, _>((way(0), way(1)), arguments, |(a, b)| [a, b]),
            3 => self.spawn::<3, N, _>((way(0), way(1), way(2)), arguments, |(a, b, c)| [a, b, c]),
            _ => {
                let nest = (way(0), way(1), way(2), way(3));
                self.spawn::<4, N, _>(nest, arguments, |(a, b, c, d)| [a, b, c, d])
            }
        }
    }
}

impl<L: Nest> Declares for LoopTasks<'_, L> {
    fn all(&mut self, array: &rt::Array<Shape>, mode: rt::Mode) -> bool {
        self.access_all(array, mode)
    }

    fn bytes(&mut self, bytes: Range<usize>, mode: rt::Mode) -> bool {
        self.access_memory(bytes, mode)
    }
}

impl Tasks<'_> {
    /// Tiles of several loops come in another order than the program's.
    fn turns_order(&self) -> bool {
        let mut cut = self.loops.iter().enumerate().filter(|(_, l)| l.tile != 0);
        cut.any(|(depth, _)| self.loops[..depth].iter().any(|outer| outer.tile != 1))
    }

    /// The same without cuts.
    fn as_one_task(&self) -> Tasks<'_> {
        let whole = |l: &Loop| Loop {
            tile: 0,
            offset: 0,
            ..*l
        };
        Tasks {
            loops: self.loops.iter().map(whole).collect(),
            ..*self
        }
    }

    fn spawn<const DEPTH: usize, const N: usize, L>(
        &self,
        nest: L,
        arguments: Arguments<N>,
        ranges: fn(L::Chunks) -> [Range<isize>; DEPTH],
    ) -> Result<(), Failure>
    where
        L: Nest<Corners = [(isize, isize); DEPTH]>,
    {
        let order = match self.info.flags {
            HP5_ORDERED => Order::Ordered,
            _ => Order::Parallel,
        };
        let mut tasks = self.region.rt().loop_tasks(self.site, order, nest);
        tasks.priority(self.info.priority);
        let mut uses = race::uses(self.region);
        let (mut others, mut meets) = (Others::default(), false);
        for access in keys_last(self.accesses, |access| access.key) {
            // SAFETY: `hp5_spawn_loop`'s contract.
            let known = unsafe { self.declare(&mut tasks, access, (&mut uses, &mut others))? };
            meets |= known && is_new(self.accesses, access, |access| access.key);
        }
        meets |= self.region.declare_rows(others, &mut tasks, &mut uses)?;
        if meets && self.turns_order() {
            drop(tasks);
            site::note_one_task(self.site);
            return self.as_one_task().call(arguments);
        }
        let (arguments, uses, body) = (Shared(arguments), uses.into_used(), self.body);
        let call = tasks.body(move |chunks| {
            let bounds = ranges(chunks).map(|range| Bounds {
                lower: range.start,
                upper: range.end,
            });
            // SAFETY: `hp5_spawn_loop`'s contract.
            let call = |arguments| run(|| unsafe { body(bounds.as_ptr(), arguments) });
            race::around(uses.as_ref(), || arguments.get().with(call));
        });
        // SAFETY: as above.
        unsafe { tasks.spawn(call) };
        Ok(())
    }

    /// Declares one access; true if some of it was declared before by another name, and one of the two is
    /// written.
    ///
    /// # Safety
    /// As for [`hp5_spawn_loop`].
    unsafe fn declare<const DEPTH: usize, L>(
        &self,
        tasks: &mut LoopTasks<'_, L>,
        access: &LoopAccess,
        (uses, others): (&mut Uses, &mut Others),
    ) -> Result<bool, Failure>
    where
        L: Nest<Corners = [(isize, isize); DEPTH]>,
    {
        let mode = mode(access.mode)?;
        if !access.key.is_null() {
            let key = access.key.addr();
            // SAFETY: the caller's promise.
            let bytes = unsafe { access.section.as_ref() };
            let past = |bytes: &LoopSection| bytes.greatest.saturating_add(1);
            let bytes = bytes.and_then(|bytes| memory(key, bytes.least, past(bytes)));
            let known = match &bytes {
                Some(bytes) => tasks.access_memory(bytes.clone(), mode),
                None => tasks.access_key(key, mode),
            };
            uses.key(key);
            let bytes = bytes.unwrap_or(key..key.saturating_add(1));
            self.region.note_rows(key, &bytes, mode, others);
            let rows = self.region.rows().borrow();
            self.region.watch().key(key, &bytes, mode, &rows);
            return Ok(known);
        }
        let arrays = self.region.arrays().borrow();
        let named = arrays.get(access.array)?;
        let array = &named.array;
        let dims = array.view_ref().dims();
        let whole = LoopSection {
            loop_number: HP5_NO_LOOP,
            coefficient: 0,
            least: 0,
            greatest: isize::MAX - 1,
        };
        let mut section = [whole; HP5_MAX_DIMS];
        if !access.section.is_null() {
            // SAFETY: the caller's promise.
            let given = unsafe { all(access.section, dims, "a section")? };
            section[..dims].copy_from_slice(given);
        }
        let known = |s: &LoopSection| s.loop_number < DEPTH as i32 && s.loop_number >= HP5_NO_LOOP;
        if let Some(bad) = section.iter().find(|section| !known(section)) {
            return Err(Failure::misuse(format!(
                "loop {} in a section: the nest has loops 0 to {}",
                bad.loop_number,
                DEPTH - 1
            )));
        }
        uses.tiles(array.view_ref(), &[]);
        macro_rules! declare {
            ($($dims:literal)*) => {
                match dims {
                    $($dims => {
                        let of = |chunks: [(isize, isize); DEPTH]| -> [(isize, isize); $dims] {
                            std::array::from_fn(|d| section[d].of(&chunks))
                        };
                        tasks.access(array, mode, of)
                    })*
                    _ => return Err(Failure::misuse("an array of too many dimensions")),
                }
            };
        }
        let known = declare!(0 1 2 3 4 5 6);
        let (base, memory) = (array.view_ref().base(), array.view_ref().memory());
        self.region.note_rows(base, &memory, mode, others);
        self.region.watch().array(access.array, named, mode);
        Ok(known)
    }
}

/// Registers the tasks of a nest of loops, one for each combination of chunks, in the order of the
/// loops. Sections are affine, so that nothing is looked up or allocated per task. Tasks of a
/// parallel loop never depend on one another; where two of them meet in a tile, what comes later
/// waits for both. Tasks that use memory by several names, one of which they write, are in order, and
/// where several loops are cut, which tiles would run in another order than the program's, one task.
///
/// Returns `HP5_OK` or `HP5_MISUSE`, which registers nothing.
///
/// # Safety
/// As for `hp5_spawn`, for each task.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hp5_spawn_loop(
    region: *mut Region,
    nest: *const LoopInfo,
    body: LoopBody,
) -> Status {
    // SAFETY: the caller's promise.
    let site = unsafe { nest.as_ref() }.map(|nest| nest.site);
    let register = || {
        // SAFETY: as above.
        let (region, info, body) =
            unsafe { (region_of(region)?, there(nest, "the nest")?, some(body)?) };
        // SAFETY: as above.
        let (loops, accesses, site) = unsafe {
            (
                all(info.loops, info.loop_count, "the loops")?,
                all(info.accesses, info.access_count, "the accesses")?,
                site::known_or_named(info.site)?.0,
            )
        };
        if !(1..=HP5_MAX_LOOPS).contains(&loops.len()) {
            let message = format!("{} loops: expected 1 to {HP5_MAX_LOOPS}", loops.len());
            return Err(Failure::misuse(message));
        }
        if info.flags & !HP5_ORDERED != 0 {
            return Err(Failure::misuse(
                "hp5_loop_info.flags: expected HP5_ORDERED or 0",
            ));
        }
        let tasks = Tasks {
            region,
            site,
            info,
            loops: loops.to_vec(),
            accesses,
            body,
        };
        // SAFETY: as above.
        unsafe { copied(info.arguments, info.arguments_size, tasks)? }
    };
    // SAFETY: as above.
    unsafe { status_at(site, register) }
}
