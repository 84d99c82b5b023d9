//! One graph for all executions of a program.
//!
//! `execute` registers the tasks of an execution and goes on. Executions wait for one another
//! where they use the same cells of an array and nowhere else: where both cut it into the same
//! cells, its keys stay what they are; else the graph puts one empty task between (see
//! `annotate/docs/lowering.md`, "Keys"). Files are written by tasks too. The coordinator waits
//! where it wants a value that tasks make ([`Run::wait`]), and at the end.

use std::any::Any;
use std::cell::{Cell, Ref, RefCell};
use std::collections::BTreeMap;
use std::fmt::Display;
use std::rc::Rc;

use hp5::highp5::KeyGrid;
use hp5::highp5::partition::{Keys, SpaceId};
use hp5::rt::{Array, Mode, Region, Task};
use hp5_arrays::Composite;

use crate::places::{Mapping, Places};
use crate::progress::{self, Progress};
use crate::task::spawn;
use crate::{Bounds, Extremes, Fault, Faults, Program, Stored, Zero, sized, times};

/// Bytes of arrays that only tasks can still use before the coordinator waits for these.
const MOST_LEFT: usize = 256 << 20;

/// As many of them, whatever they take: all are looked over by each execution.
const MOST_LEFT_ARRAYS: usize = 256;

/// Keys that a task declares in place of one: they take a microsecond.
const FEW_KEYS: usize = 64;

/// What stands for all files that are written: they are written one after the other.
static FILES: u8 = 0;

/// An array that tasks may use.
struct KeptArray {
    array: Rc<dyn Any>,
    bytes: usize,
    /// As the last execution cut it.
    cells: Option<(Rc<Keys>, Array<KeyGrid>)>,
    /// Which execution that was.
    used: usize,
}

/// Keys of an array, and where the graph has them; none for an array without elements.
pub type Cells = Option<(Rc<Keys>, Array<KeyGrid>)>;

/// A program that runs.
pub struct Run {
    // Before what its tasks use: dropping it waits for them.
    region: RefCell<Region>,
    program: &'static Program,
    mapping: Mapping,
    faults: Faults,
    /// By address.
    kept: RefCell<BTreeMap<usize, KeptArray>>,
    /// Executions so far.
    executions: Cell<usize>,
    /// Files may be about to be written.
    writes: Cell<bool>,
    _progress: Option<Progress>,
}

impl Run {
    /// Begins a run.
    ///
    /// # Errors
    /// When the mapping or its machine cannot be read, or do not fit.
    pub fn new(program: &'static Program) -> Result<Run, Fault> {
        let region = Region::begin(&program.site);
        let faults = match progress::is_wanted() {
            true => Faults::counting(),
            false => Faults::default(),
        };
        Ok(Run {
            mapping: Mapping::of(program.tasks, program.mapping.as_ref(), region.ppus())?,
            region: RefCell::new(region),
            program,
            _progress: progress::is_wanted().then(|| Progress::of(faults.clone())),
            faults,
            kept: RefCell::default(),
            executions: Cell::new(0),
            writes: Cell::new(false),
        })
    }

    /// Begins an execution: nothing of it may go on after a fault, and what earlier ones have
    /// left behind is not to fill the memory.
    ///
    /// # Errors
    /// The first fault of tasks so far.
    pub fn begin(&self) -> Result<(), Fault> {
        self.faults.end()?;
        self.executions.set(self.executions.get() + 1);
        let kept = self.kept.borrow();
        let left = kept.values().filter(|kept| kept.is_left());
        let (count, bytes) = left.fold((0, 0_usize), |(count, bytes), kept| {
            (count + 1, bytes.saturating_add(kept.bytes))
        });
        drop(kept);
        if count > MOST_LEFT_ARRAYS || bytes > MOST_LEFT {
            self.wait()?;
            // The region forgets arrays that are gone.
            *self.region.borrow_mut() = Region::begin(&self.program.site);
            let mut kept = self.kept.borrow_mut();
            kept.retain(|_, kept| !kept.is_left());
            kept.values_mut().for_each(|kept| kept.cells = None);
        }
        Ok(())
    }

    /// The graph. It is not to be held beyond the execution that registers into it.
    #[must_use]
    pub fn region(&self) -> Ref<'_, Region> {
        self.region.borrow()
    }

    /// For how many PPUs a space of a task is, by its place in the task's list: what
    /// `block_stride` without a number deals to.
    #[must_use]
    pub fn dealt(&self, task: usize, space: usize) -> usize {
        self.mapping.dealt(task, space)
    }

    /// Where the spaces of an execution of task `task` are worked on: of each its number in the
    /// execution's hierarchy, and its place in the task's list.
    #[must_use]
    pub fn places(&self, task: usize, spaces: &[(SpaceId, usize)]) -> Places {
        self.mapping.places(self.program.tasks, task, spaces)
    }

    /// Where bodies leave faults.
    #[must_use]
    pub fn faults(&self) -> Faults {
        self.faults.clone()
    }

    /// Keeps something of `bytes` bytes for as long as tasks may use it.
    pub fn keep<T: 'static>(&self, value: &Rc<T>, bytes: usize) {
        let address = Rc::as_ptr(value).addr();
        let kept = || KeptArray {
            array: value.clone(),
            bytes,
            cells: None,
            used: self.executions.get(),
        };
        self.kept.borrow_mut().entry(address).or_insert_with(kept);
    }

    /// An array for an execution whose tasks write all of it: a new one, of zeros, or (`true`) one
    /// that was used before, which they have to clear. Its keys order them behind those that use
    /// it still, and memory that is there need not be had from the system again.
    ///
    /// # Errors
    /// When there cannot be so many elements.
    pub fn array<T: Zero + Clone + 'static>(
        &self,
        name: &'static str,
        bounds: &[Bounds],
    ) -> Result<(Rc<Stored<T>>, bool), Fault> {
        let kept = self.kept.borrow();
        let spare = kept.values().filter_map(|kept| {
            // What has no cells may be used by tasks that have not declared it.
            let is_free = kept.is_left() && kept.cells.is_some();
            let array = kept.array.downcast_ref::<Stored<T>>();
            let array = array.filter(|array| is_free && array.bounds() == bounds);
            array.map(|_| kept)
        });
        // The oldest: executions that are ahead of their tasks wait for the fewest.
        if let Some(oldest) = spare.min_by_key(|kept| kept.used)
            && let Ok(array) = Rc::downcast::<Stored<T>>(oldest.array.clone())
        {
            return Ok((array, true));
        }
        Ok((Stored::new(name, bounds)?, false))
    }

    /// The cells of an array, by which an execution declares what it uses of it; `None` for an
    /// array without elements. The array is kept for as long as tasks may use it.
    ///
    /// # Errors
    /// When its elements cannot be counted.
    pub fn cells<T: 'static>(
        &self,
        name: &'static str,
        array: &Rc<Stored<T>>,
        keys: impl Fn() -> Keys,
    ) -> Result<Cells, Fault> {
        self.cells_by(name, array, &keys)
    }

    /// Compiled once for all arrays of one type: each has keys of its own.
    fn cells_by<T: 'static>(
        &self,
        name: &'static str,
        array: &Rc<Stored<T>>,
        keys: &dyn Fn() -> Keys,
    ) -> Result<Cells, Fault> {
        let count = sized(name, array.bounds())?;
        self.keep(array, array.bytes());
        if count == 0 {
            return Ok(None);
        }
        let keys = self.keys_for(array, keys());
        let view = KeyGrid::over(array.elements(), &keys);
        // SAFETY: the array is kept until its tasks are done, and stays where it is.
        let grid = unsafe { self.region().array(name, view, &keys.ones()) };
        if let Some(kept) = self.kept.borrow_mut().get_mut(&Rc::as_ptr(array).addr()) {
            kept.cells = Some((keys.clone(), grid));
            kept.used = self.executions.get();
        }
        Ok(Some((keys, grid)))
    }

    /// The keys by which an execution declares an array of which it would have these: those that
    /// the array has, where they tell more apart and are few. So executions that use all of it
    /// come between others that cut it, and tasks go on waiting for what they use alone.
    fn keys_for<T>(&self, array: &Rc<Stored<T>>, wanted: Keys) -> Rc<Keys> {
        let kept = self.kept.borrow();
        let kept = kept.get(&Rc::as_ptr(array).addr());
        let known = kept.and_then(|kept| kept.cells.as_ref());
        match known {
            Some((known, _)) if wanted.len() == 1 && known.len() <= FEW_KEYS => known.clone(),
            _ => Rc::new(wanted),
        }
    }

    /// The least and the greatest value of an array that an execution only reads, and of which it
    /// has declared the cells; not known where no execution has read these values before.
    #[must_use]
    pub fn extremes(&self, name: &'static str, array: &Rc<Stored<i32>>) -> Extremes {
        let kept = self.kept.borrow();
        let kept = kept.get(&Rc::as_ptr(array).addr());
        let Some((_, cells)) = kept.and_then(|kept| kept.cells.as_ref()) else {
            return Extremes::default();
        };
        let region = self.region();
        array.extremes(region.ppus(), || {
            let mut task = region.task(&self.program.site);
            task.name(format!("extremes of {name}"));
            // Whole.
            task.access(cells, Mode::In, &[]);
            task
        })
    }

    /// Exchanges the elements of two arrays that have the same cells, with what is known of
    /// these. Tasks go on with the elements that they have.
    pub(crate) fn exchange<T: 'static>(&self, one: &Rc<Stored<T>>, other: &Rc<Stored<T>>) {
        one.exchange(other);
        let mut kept = self.kept.borrow_mut();
        let mut cells = |array: &Rc<Stored<T>>, new| {
            let kept = kept.get_mut(&Rc::as_ptr(array).addr());
            match kept {
                Some(kept) => std::mem::replace(&mut kept.cells, new),
                None => new,
            }
        };
        let first = cells(one, None);
        let second = cells(other, first);
        cells(one, second);
    }

    /// Waits for all tasks so far.
    ///
    /// # Errors
    /// The first fault of one of them.
    pub fn wait(&self) -> Result<(), Fault> {
        self.region().wait();
        self.writes.set(false);
        self.faults.end()
    }

    /// Waits for all tasks, at the end of a program. Its arrays are left to the system, which has
    /// them back a moment later, and all at once.
    ///
    /// # Errors
    /// The first fault of one of the tasks.
    pub fn end(self) -> Result<(), Fault> {
        self.wait()?;
        for (_, kept) in self.kept.take() {
            std::mem::forget(kept.array);
        }
        Ok(())
    }

    /// An array that a task reads, or, where it is one of those that the task writes under another
    /// name, a copy of it: what it was before.
    ///
    /// # Errors
    /// The first fault of tasks so far; when there is no memory for the copy.
    pub fn unshared<T: Clone>(
        &self,
        name: &'static str,
        array: &Rc<Stored<T>>,
        written: &[usize],
    ) -> Result<Rc<Stored<T>>, Fault> {
        if !array.identity().is_some_and(|own| written.contains(&own)) {
            return Ok(array.clone());
        }
        self.wait()?;
        let count = sized(name, array.bounds())?;
        let room = Vec::<T>::new().try_reserve_exact(count);
        room.map_err(|_| Fault::Size(name, count.to_string()))?;
        Ok(array.copied())
    }

    /// Reads a file, after those that tasks are about to write.
    ///
    /// # Errors
    /// When it is missing or no such array; the first fault of tasks.
    pub fn input<T: Composite + Send>(
        &self,
        file: &str,
        rank: usize,
    ) -> Result<Rc<Stored<T>>, Fault> {
        if self.writes.get() {
            self.wait()?;
        }
        times::reading(|| Stored::read(file, rank))
    }

    /// Writes an array to a file, when the tasks before that use it are done.
    pub fn output<T: Composite + Send + 'static>(
        &self,
        name: &str,
        file: String,
        array: &Rc<Stored<T>>,
    ) {
        self.keep(array, array.bytes());
        let kept = self.kept.borrow();
        let cells = kept
            .get(&Rc::as_ptr(array).addr())
            .and_then(|kept| kept.cells.as_ref());
        let region = self.region();
        let mut task = region.task(&self.program.site);
        if let Some((_, grid)) = cells {
            // Whole.
            task.access(grid, Mode::In, &[]);
        }
        self.write(name, task, array.writer(file));
        if cells.is_none() {
            // It has no keys by which what comes later could wait for this.
            region.wait();
        }
    }

    /// The value of a variable, when tasks have made it.
    ///
    /// # Errors
    /// The first fault of tasks.
    pub fn value<T: Clone>(&self, cell: &Rc<crate::Cell<T>>) -> Result<T, Fault> {
        cell.wait(&self.region(), &self.faults)
    }

    /// Writes the value of a variable to a file, when tasks have made it.
    pub fn output_scalar<T: Display + Clone + Send + Sync + 'static>(
        &self,
        name: &str,
        file: String,
        cell: &crate::Cell<T>,
    ) {
        let region = self.region();
        let mut task = region.task(&self.program.site);
        let value = cell.read(&mut task);
        let write = move || Ok(hp5_arrays::write_scalar(&file, value.get()?)?);
        self.write(name, task, write);
    }

    fn write(
        &self,
        name: &str,
        mut task: Task<'_>,
        body: impl FnOnce() -> Result<(), Fault> + Send,
    ) {
        task.name(format!("output {name}"));
        task.access_key((&raw const FILES).addr(), Mode::InOut);
        // SAFETY: the array is read whole, as declared, and kept until then.
        unsafe { spawn(task, &self.faults, move || times::writing(body)) }
        self.writes.set(true);
    }
}

impl KeptArray {
    /// Nobody but tasks can use it.
    fn is_left(&self) -> bool {
        Rc::strong_count(&self.array) == 1
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use hp5::highp5::partition::{Blocks, Cells, Refinement};
    use hp5::rt::Site;

    use super::*;

    static PROGRAM: Program = Program {
        site: Site::new("run", "run.rs", 1),
        arguments: &[],
        tasks: &[],
        mapping: None,
    };

    #[test]
    fn arrays_that_nobody_can_use_any_more_are_let_go() {
        static DONE: AtomicUsize = AtomicUsize::new(0);
        let run = Run::new(&PROGRAM).unwrap();
        let new = || Stored::<i32>::new("a", &[Bounds { min: 0, max: 3 }]).unwrap();
        let keys = || Keys::new(vec![Cells::whole(4)], 4);
        let held = new();
        let rounds = 2 * MOST_LEFT_ARRAYS + 10;
        for _ in 0..rounds {
            run.begin().unwrap();
            let array = new();
            let region = run.region();
            let mut task = region.task(&PROGRAM.site);
            for array in [&held, &array] {
                let (_, grid) = run.cells("a", array, keys).unwrap().unwrap();
                task.access(&grid, Mode::InOut, &[]);
            }
            // SAFETY: it touches a static.
            unsafe { task.spawn(|| _ = DONE.fetch_add(1, Ordering::Relaxed)) }
            assert!(run.kept.borrow().len() <= MOST_LEFT_ARRAYS + 3);
        }
        run.wait().unwrap();
        assert_eq!(DONE.load(Ordering::Relaxed), rounds);
    }

    #[test]
    fn an_array_without_keys_is_written_before_anybody_can_change_it() {
        let run = Run::new(&PROGRAM).unwrap();
        let array = Stored::<i32>::new("a", &[Bounds { min: 0, max: 3 }]).unwrap();
        let file = std::env::temp_dir().join(format!("hp5-run-{}.npy", std::process::id()));
        let region = run.region();
        let mut task = region.task(&PROGRAM.site);
        task.access_key((&raw const FILES).addr(), Mode::InOut);
        let late = std::time::Duration::from_millis(50);
        // SAFETY: it touches nothing.
        unsafe { task.spawn(move || std::thread::sleep(late)) }
        drop(region);
        run.output("a", file.to_string_lossy().into_owned(), &array);
        // It has no keys by which an execution could wait for the file.
        let written = Stored::<i32>::read(&file.to_string_lossy(), 1);
        assert_eq!(written.unwrap().bounds(), array.bounds());
        std::fs::remove_file(file).unwrap();
    }

    #[test]
    fn arrays_are_used_again_when_nobody_but_tasks_can_use_them() {
        let run = Run::new(&PROGRAM).unwrap();
        let bounds = [Bounds { min: 0, max: 3 }];
        let keys = || Keys::new(vec![Cells::whole(4)], 4);
        let execution = || {
            run.begin().unwrap();
            let (array, again) = run.array::<i32>("a", &bounds).unwrap();
            run.cells("a", &array, keys).unwrap();
            (array, again)
        };
        let (held, _) = execution();
        let left: Vec<_> = (0..2).map(|_| execution()).collect();
        assert!(left.iter().all(|(_, again)| !again));
        let oldest = left[0].0.elements().addr();
        drop(left);
        // Others have other bounds or elements.
        let other = [Bounds { min: 1, max: 4 }];
        assert!(!run.array::<i32>("a", &other).unwrap().1);
        assert!(!run.array::<f32>("a", &bounds).unwrap().1);
        let (array, again) = execution();
        assert!(again && array.elements().addr() == oldest);
        assert!(array.elements().addr() != held.elements().addr());
    }

    #[test]
    fn executions_that_use_all_of_an_array_leave_it_cut() {
        let run = Run::new(&PROGRAM).unwrap();
        let bounds = [Bounds { min: 0, max: 199 }];
        let array = Stored::<i32>::new("a", &bounds).unwrap();
        // The keys that an execution is given which would have so many.
        let keys_for = |count: usize| {
            let mut blocks = Refinement::new(200);
            for n in 0..count {
                let block = n * 200 / count..(n + 1) * 200 / count;
                blocks.add(&Blocks::interval(block).into());
            }
            let keys = || Keys::new(vec![blocks.cells()], 200);
            run.begin().unwrap();
            let (given, grid) = run.cells("a", &array, keys).unwrap().unwrap();
            assert_eq!(grid.view(), KeyGrid::over(array.elements(), &given));
            given.len()
        };
        let wanted = [1, 2, 1, 4, 1, 2, FEW_KEYS, 1, FEW_KEYS + 1, 1];
        let given = [1, 2, 2, 4, 4, 2, FEW_KEYS, FEW_KEYS, FEW_KEYS + 1, 1];
        assert_eq!(wanted.map(keys_for), given);
    }
}
