//! Where the versions of an array are: buffers that take turns.
//!
//! A variable with lag `k` has `k + 1` buffers of the same cells; the walk knows which of them is
//! current and turns the number, so no data move. An epoch's end makes the current version the
//! one before and the new one a copy of it. That copy is put off until somebody could tell: until
//! then ([`Store::advance`]) reading the current version is reading the one before. At the next
//! write ([`Store::begin_write`]) the buffers are turned, and what the buffer that comes up holds
//! is replaced (*carried over*) unless all epochs write the same elements, so that the others are
//! equal in all buffers.

use std::cell::Cell;
use std::ops::Range;
use std::rc::Rc;

use hp5::highp5::partition::{Blocks, Held, Indices, KeySet, Keys};
use hp5::highp5::{KeyGrid, declare};
use hp5::rt::{self, Mode, Region, Task};

use crate::run::Cells;
use crate::section::Section;
use crate::seen::{Core, Place};
use crate::task::spawn_sure;
use crate::{Bounds, Fault, Handle, Run, Stored, Zero};

/// Tasks that copy a whole array are at most so many.
const MOST_COPIES: usize = 32;

/// An array of `N` dimensions as an execution has it.
pub struct Store<T, const N: usize> {
    name: &'static str,
    place: Place<N>,
    buffers: Vec<Buffer<T>>,
    /// The cells; none for an array without elements.
    keys: Option<Rc<Keys>>,
    /// Those that a copy of a part has, per dimension.
    window: Option<Vec<Range<usize>>>,
    /// What a copy was at first, per version, where that has to be known.
    before: Vec<Rc<Stored<T>>>,
    /// Number of the buffer with the current version.
    current: Cell<usize>,
    /// An epoch has ended, and the buffers have not been turned since.
    ended: Cell<bool>,
}

struct Buffer<T> {
    array: Rc<Stored<T>>,
    grid: Option<rt::Array<KeyGrid>>,
}

impl<T> Buffer<T> {
    /// A task uses elements.
    fn is_declared(&self, mode: Mode) {
        if mode != Mode::In {
            self.array.changes();
        }
    }
}

impl<T: Zero + Clone + Send + 'static, const N: usize> Store<T, N> {
    /// An array that has its elements, with their keys in a region. Tasks that were declared
    /// with it are done before the array is dropped.
    ///
    /// # Panics
    /// When the array has not `N` dimensions.
    #[must_use]
    pub fn new(name: &'static str, array: &Rc<Stored<T>>, cells: Cells) -> Store<T, N> {
        let bounds = array.bounds();
        assert_eq!(bounds.len(), N, "dimensions of {name}");
        let (keys, grid) = match cells {
            Some((keys, grid)) => (Some(keys), Some(grid)),
            None => (None, None),
        };
        Store {
            name,
            place: Place::whole(std::array::from_fn(|d| bounds[d])),
            buffers: vec![Buffer {
                array: array.clone(),
                grid,
            }],
            keys,
            window: None,
            before: Vec::new(),
            current: Cell::new(0),
            ended: Cell::new(false),
        }
    }

    /// The same with `lag` versions before the current one, all equal to it; `zeros`: the array
    /// has just been made.
    ///
    /// # Errors
    /// When there is no memory for them.
    pub fn with_versions(
        mut self,
        run: &Run,
        lag: usize,
        zeros: bool,
    ) -> Result<Store<T, N>, Fault> {
        for _ in 0..lag {
            let array = Stored::new(self.name, self.buffers[0].array.bounds())?;
            let cells = match &self.keys {
                Some(keys) => run.cells(self.name, &array, || Keys::clone(keys))?,
                None => None,
            };
            let grid = cells.map(|(_, grid)| grid);
            self.buffers.push(Buffer { array, grid });
            if !zeros {
                self.copy(&run.region(), 0, self.buffers.len() - 1);
            }
        }
        Ok(self)
    }

    /// A copy of the part that an LPU has, with all versions; `shared`: with what they were at
    /// first.
    ///
    /// # Errors
    /// When there is no memory for it.
    pub(crate) fn copy_of(
        holder: &Store<T, N>,
        run: &Run,
        part: &[Held],
        shared: bool,
    ) -> Result<Store<T, N>, Fault> {
        let place = Place::around(&holder.place, part);
        let bounds = place.extents().map(|n| Bounds {
            min: 0,
            max: i32::try_from(n).unwrap_or(i32::MAX) - 1,
        });
        let window = holder.keys.as_ref().map(|keys| keys.padded(part).hull());
        let (mut buffers, mut before) = (Vec::new(), Vec::new());
        for _ in 0..holder.buffers.len() {
            let array = Stored::new(holder.name, &bounds)?;
            let grid = holder.keys.as_ref().zip(window.as_ref());
            let grid = grid.map(|(keys, window)| {
                let counts: Vec<usize> = window.iter().map(Range::len).collect();
                let grid = KeyGrid::of(array.elements(), &counts, keys.fingerprint());
                // SAFETY: it is kept until its tasks are done, and stays where it is.
                unsafe {
                    run.region()
                        .array(holder.name, grid, &vec![1; counts.len()])
                }
            });
            run.keep(&array, array.bytes());
            buffers.push(Buffer { array, grid });
            if shared {
                let array = Stored::new(holder.name, &bounds)?;
                run.keep(&array, array.bytes());
                before.push(array);
            }
        }
        Ok(Store {
            name: holder.name,
            place,
            buffers,
            keys: holder.keys.clone(),
            window,
            before,
            current: Cell::new(0),
            ended: Cell::new(false),
        })
    }

    /// Begins anew, with a copy that has been used before.
    pub(crate) fn restart(&self) {
        self.ended.set(false);
    }

    /// The name of the array.
    pub(crate) fn name(&self) -> &'static str {
        self.name
    }

    /// How many versions there are.
    pub(crate) fn versions(&self) -> usize {
        self.buffers.len()
    }

    /// What the version of a copy was at first, if that is known.
    pub(crate) fn before(&self, lag: usize) -> Option<Handle<T, N>> {
        let array = self.before.get(lag)?;
        let elements = array.elements().cast::<T>();
        Some(Handle::new(self.name, elements, self.place))
    }

    /// Declares that a task uses all of a version.
    pub(crate) fn declare_all(&self, task: &mut Task<'_>, lag: usize, mode: Mode) {
        let buffer = &self.buffers[self.buffer(lag)];
        buffer.is_declared(mode);
        if let Some(grid) = &buffer.grid {
            task.access(grid, mode, &[]);
        }
    }

    /// Number of the buffer with the version `lag` epochs before the current one.
    fn buffer(&self, lag: usize) -> usize {
        let lag = match self.ended.get() {
            true => lag.saturating_sub(1),
            false => lag,
        };
        let count = self.buffers.len();
        (self.current.get() + count - lag.min(count - 1)) % count
    }

    /// The version `lag` epochs before the current one, for tasks.
    #[must_use]
    pub fn version(&self, lag: usize) -> Handle<T, N> {
        let array = &self.buffers[self.buffer(lag)].array;
        Handle::new(self.name, array.elements().cast::<T>(), self.place)
    }

    /// Declares that a task uses keys of a version, found by `set`.
    pub fn declare(
        &self,
        task: &mut Task<'_>,
        lag: usize,
        mode: Mode,
        set: impl FnOnce(&Keys) -> KeySet,
    ) {
        let buffer = &self.buffers[self.buffer(lag)];
        buffer.is_declared(mode);
        if let (Some(keys), Some(grid)) = (&self.keys, &buffer.grid) {
            let set = set(keys);
            match &self.window {
                Some(window) => declare(task, grid, &set.in_window(window), mode),
                None => declare(task, grid, &set, mode),
            }
        }
    }

    /// Declares that a task uses what an LPU holds of a version, of that what is in `core` and in
    /// `section`, where these are given.
    pub fn declare_within(
        &self,
        task: &mut Task<'_>,
        lag: usize,
        mode: Mode,
        part: &[Held],
        core: Option<&Core<N>>,
        section: Option<&Section<N>>,
    ) {
        let mut ranges = match section {
            Some(section) => match section.positions(&self.place.bounds()) {
                Some(ranges) => ranges,
                None => return,
            },
            None => self.place.bounds().map(|bounds| 0..bounds.extent()),
        };
        if let Some(core) = core {
            for (range, core) in ranges.iter_mut().zip(core.ranges()) {
                let start = range.start.max(core.start);
                *range = start..range.end.min(core.end).max(start);
            }
        }
        self.declare(task, lag, mode, |keys| keys.padded_within(part, &ranges));
    }

    /// Declares that a task uses what an LPU holds of a version.
    pub fn declare_part(&self, task: &mut Task<'_>, lag: usize, mode: Mode, part: &[Held]) {
        self.declare(task, lag, mode, |keys| keys.padded(part));
    }

    /// An epoch ends. `same`: all epochs write the same elements, and nobody else writes any.
    pub fn advance(&self, region: &Region, same: bool) {
        self.begin_write(region, same);
        if self.buffers.len() > 1 {
            self.ended.set(true);
        }
    }

    /// What is registered from now on may write the current version; `same` as above.
    pub fn begin_write(&self, region: &Region, same: bool) {
        if !self.ended.replace(false) {
            return;
        }
        let before = self.current.get();
        let now = (before + 1) % self.buffers.len();
        self.current.set(now);
        if !same {
            self.copy(region, before, now);
        }
    }

    /// What the walk knows of the versions: where this is the same again, tasks that are
    /// registered use the same buffers again.
    pub(crate) fn state(&self) -> usize {
        2 * self.current.get() + usize::from(self.ended.get())
    }

    /// Makes the array that was given the current version. No task may be registered with the
    /// store after it.
    pub fn finish(&self, run: &Run) {
        let current = self.buffer(0);
        if current > 0 {
            run.exchange(&self.buffers[0].array, &self.buffers[current].array);
        }
    }

    /// Registers tasks that copy a buffer to another one.
    fn copy(&self, region: &Region, from: usize, to: usize) {
        let Some(keys) = &self.keys else { return };
        let (Some(source), Some(target)) = (&self.buffers[from].grid, &self.buffers[to].grid)
        else {
            return;
        };
        self.buffers[to].is_declared(Mode::InOut);
        let extents = self.place.extents();
        let rows = extents[0];
        let row: usize = extents[1..].iter().product();
        let mut sets = extents.map(Indices::all);
        let chunks = match &self.window {
            None => chunks(rows, |row| keys.cells()[0].of(row)),
            Some(_) => std::iter::once(0..rows).collect(),
        };
        for range in chunks {
            let mut task = region.task(rt::site!("carry over", file!(), line!()));
            if self.window.is_some() {
                task.access(target, Mode::InOut, &[]);
                task.access(source, Mode::In, &[]);
            } else {
                sets[0] = Indices::all(rows).select(&Blocks::interval(range.clone()));
                let set = keys.meets(&sets);
                declare(&mut task, target, &set, Mode::InOut);
                declare(&mut task, source, &set, Mode::In);
            }
            let (source, target) = (self.elements(from), self.elements(to));
            let elements = range.start * row..range.end * row;
            // SAFETY: both buffers are kept until the task is done, it has declared these
            // elements of both, and they are not one.
            unsafe {
                spawn_sure(task, move || {
                    let (source, target) = (&source, &target);
                    let part = |of: &Elements<T>| {
                        let first = of.0.wrapping_add(elements.start);
                        std::ptr::slice_from_raw_parts_mut(first, elements.len())
                    };
                    (*part(target)).clone_from_slice(&*part(source));
                });
            }
        }
    }

    fn elements(&self, buffer: usize) -> Elements<T> {
        Elements(self.buffers[buffer].array.elements().cast::<T>())
    }
}

/// Where a buffer is, for a task.
struct Elements<T>(*mut T);

// SAFETY: a place; who uses it says why that is right.
unsafe impl<T: Send> Send for Elements<T> {}

/// Rows by the tasks that copy them: whole cells, as far as cells are intervals.
fn chunks(rows: usize, cell: impl Fn(usize) -> usize) -> Vec<Range<usize>> {
    let mut list = Vec::new();
    let mut start = 0;
    while start < rows {
        let mut end = (start + rows.div_ceil(MOST_COPIES)).min(rows);
        while end < rows && cell(end) == cell(end - 1) {
            end += 1;
        }
        list.push(start..end);
        start = end;
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_copied_by_whole_cells() {
        assert_eq!(chunks(0, |_| 0), []);
        assert_eq!(chunks(3, |row| row), [0..1, 1..2, 2..3]);
        assert_eq!(chunks(70, |row| row / 50), [0..50, 50..70]);
        let many = chunks(1000, |row| row);
        assert!(many.len() <= MOST_COPIES && many.last().unwrap().end == 1000);
    }
}
