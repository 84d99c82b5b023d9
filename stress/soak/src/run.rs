//! Running a program with the runtime: registration, bodies, and the comparison with the
//! serial run.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use hp5::rt::{self, Array, Pending, Region, raw};
use hp5::{RegionError, RegionStats};

use crate::events;
use crate::panics::{planned, planned_text};
use crate::plant::Plant;
use crate::program::{Completion, Delay, Graph, Kind, LANES, Program, Step, Task, Use};
use crate::serial::{Expected, Words};
use crate::tiles::{Tiles, Window};

/// Mutexes that tasks of a graph may hold while they wait.
pub const MUTEXES: usize = 3;

/// One run of a program on its tiles.
pub struct Run {
    tiles: Tiles,
    /// How often each task ran, where that is held against the serial run.
    ran: Arc<[AtomicU32]>,
    /// The words that tasks must read, where they are known.
    words: Words,
    wrong: Mutex<Option<String>>,
    mutexes: [Mutex<()>; MUTEXES],
    plant: Plant,
    /// Plain bodies are registered as ones that may run again.
    repeats: bool,
    /// The task whose body calls the hook; `u32::MAX`: none.
    hooked: AtomicU32,
    hook: Mutex<Option<Hook>>,
}

type Hook = Box<dyn FnOnce() + Send>;

/// What a graph that was registered and waited for left behind.
pub struct Outcome {
    /// The end of the region.
    pub end: Result<RegionStats, RegionError>,
    /// Tasks that were registered into the outermost region.
    pub registered: u64,
}

/// The arrays of one region, as they are cut at the moment.
struct Arrays {
    arrays: Vec<Array<Window>>,
    grain: usize,
}

/// A run, for a thread outside.
struct Shared(*const Run);

impl Shared {
    /// The run.
    ///
    /// # Safety
    /// It is still there.
    unsafe fn get<'r>(self) -> &'r Run {
        // SAFETY: the caller's promise.
        unsafe { &*self.0 }
    }
}

// SAFETY: a reference to a Sync value, whose life is argued where it is used.
unsafe impl Send for Shared {}

/// The argument block of a task that is registered as a function.
#[repr(C)]
struct Arguments {
    run: *const Run,
    task: *const Task,
}

impl Run {
    /// A run on fresh tiles.
    #[must_use]
    pub fn new(tiles: Tiles, words: Words, plant: Plant) -> Self {
        Run {
            tiles,
            ran: (0..words.tasks()).map(|_| AtomicU32::new(0)).collect(),
            words,
            wrong: Mutex::new(None),
            mutexes: Default::default(),
            plant,
            repeats: false,
            hooked: AtomicU32::new(u32::MAX),
            hook: Mutex::new(None),
        }
    }

    /// The body of task `id` calls this, once. To be said before anything runs.
    pub fn at(&self, id: u32, hook: impl FnOnce() + Send + 'static) {
        *self.hook.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(hook));
        self.hooked.store(id, Relaxed);
    }

    fn call_hook(&self) {
        let hook = self
            .hook
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        if let Some(hook) = hook {
            hook();
        }
    }

    /// As new, with the same tiles: between regions, or after a wait.
    pub fn reset(&self) {
        self.tiles.reset();
        self.ran.iter().for_each(|ran| ran.store(0, Relaxed));
    }

    /// Registers plain bodies as ones that may run again.
    #[must_use]
    pub fn repeating(mut self) -> Self {
        self.repeats = true;
        self
    }

    /// How often each task ran so far.
    #[must_use]
    pub fn ran(&self) -> Arc<[AtomicU32]> {
        self.ran.clone()
    }

    /// What a task found that it must not find.
    #[must_use]
    pub fn wrong(&self) -> Option<String> {
        self.wrong
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Registers the program into a region of its own and waits for it.
    #[must_use]
    pub fn graph(&self, program: &Program) -> Outcome {
        let region = Region::begin(rt::site!("soak", file!(), line!()));
        match self.register(&region, program) {
            (registered, Ok(())) => Outcome {
                end: region.try_end(),
                registered,
            },
            (registered, Err(error)) => {
                // A region can be used again after a failed wait.
                let again = chain_in(&region, 8);
                if let Err(what) = again.and_then(|()| region.try_end().map_err(|e| e.to_string()))
                {
                    self.note(|| {
                        format!("the region could not be used after a failed wait: {what}")
                    });
                }
                Outcome {
                    end: Err(error),
                    registered,
                }
            }
        }
    }

    /// Registers the steps of `program`; how many tasks that were, and the error of a wait
    /// on the way.
    ///
    /// Everything that bodies refer to (this run and the program) must outlive the region:
    /// callers hold both until it has ended.
    pub fn register(&self, region: &Region, program: &Program) -> (u64, Result<(), RegionError>) {
        let mut arrays = self.arrays(region, LANES);
        let mut registered = 0;
        for step in &program.steps {
            match step {
                Step::Task(task) => {
                    registered += 1;
                    self.spawn(region, &arrays, task);
                }
                Step::Loop(tasks) => {
                    let mut list =
                        region.task_loop(rt::site!("loop", file!(), line!()), rt::Order::Parallel);
                    for task in tasks {
                        registered += 1;
                        self.declare_and_spawn(list.task(), &arrays, task);
                    }
                    list.finish();
                }
                Step::Retile(grain) => arrays = self.arrays(region, usize::from(*grain)),
                Step::Wait => {
                    if let Err(error) = region.try_wait() {
                        return (registered, Err(error));
                    }
                }
            }
        }
        (registered, Ok(()))
    }

    /// Registers one lap: steps without waits.
    pub fn register_lap(&self, region: &Region, program: &Program) {
        let (_, outcome) = self.register(region, program);
        debug_assert!(outcome.is_ok(), "laps do not wait");
    }

    fn arrays(&self, region: &Region, grain: usize) -> Arrays {
        let count = self.tiles.layout().arrays();
        // SAFETY: the cells live as long as this run, which outlives the region, and only
        // tasks touch them.
        let array =
            |n| unsafe { region.array(&format!("tiles{n}"), self.tiles.window(n), &[grain]) };
        Arrays {
            arrays: (0..count).map(array).collect(),
            grain,
        }
    }

    fn spawn(&self, region: &Region, arrays: &Arrays, task: &Task) {
        let layout = self.tiles.layout();
        let keyed = |used: &Use| used.tile as usize >= layout.keyed_from;
        if matches!(task.kind, Kind::Raw) && task.uses.iter().all(keyed) {
            return self.spawn_raw(region, task);
        }
        self.declare_and_spawn(
            region.task(rt::site!("task", file!(), line!())),
            arrays,
            task,
        );
    }

    /// As a C program registers.
    fn spawn_raw(&self, region: &Region, task: &Task) {
        let kept = |n: &usize| !self.plant.drops(task.id, *n);
        let key = |n: usize| raw::Key {
            address: self.tiles.address(task.uses[n].tile as usize),
            mode: task.uses[n].mode,
        };
        let keys: Vec<raw::Key> = (0..task.uses.len()).filter(kept).map(key).collect();
        let arguments = Arguments { run: self, task };
        // SAFETY: the block is copied; the run and the program outlive the region.
        unsafe {
            raw::register(
                region,
                rt::site!("function", file!(), line!()),
                &keys,
                function,
                (&raw const arguments).cast(),
                size_of::<Arguments>(),
            );
        }
    }

    fn declare_and_spawn(&self, mut to: rt::Task<'_>, arrays: &Arrays, task: &Task) {
        for (n, used) in task.uses.iter().enumerate() {
            if !self.plant.drops(task.id, n) {
                self.declare(&mut to, arrays, used, task.id);
            }
        }
        to.priority(i32::from(task.priority));
        let spec = task.clone();
        // SAFETY: bodies touch the tiles that were declared (cells are atomics, so that a
        // planted bug is no undefined behaviour either); the run outlives the region.
        unsafe {
            match &task.kind {
                Kind::Composite(_) => to.spawn_nested(move |inner| self.composite(&spec, inner)),
                Kind::Waiting { .. } => to.spawn(move || self.waiting(&spec)),
                Kind::Pending(how) => {
                    let how = *how;
                    to.spawn_pending(move |handle| self.pending(spec, how, handle));
                }
                Kind::Plain if self.repeats => to.spawn_repeat(move || self.plain(&spec)),
                Kind::Plain | Kind::Raw => to.spawn(move || self.plain(&spec)),
            }
        }
    }

    fn declare(&self, to: &mut rt::Task<'_>, arrays: &Arrays, used: &Use, id: u32) {
        let layout = self.tiles.layout();
        let tile = used.tile as usize;
        if tile >= layout.keyed_from {
            to.access_key(self.tiles.address(tile), used.mode);
            return;
        }
        let array = &arrays.arrays[tile / layout.per_array];
        let local = tile % layout.per_array;
        if arrays.grain == LANES && (tile + id as usize).is_multiple_of(2) {
            return to.access_tile(array.id(), local, used.mode);
        }
        let first = (tile - local) * LANES;
        let cells = used.cells();
        let section = ((cells.start - first) as isize, (cells.end - first) as isize);
        to.access(array, used.mode, &[section]);
    }

    // ---- bodies ----

    fn plain(&self, task: &Task) {
        let word = self.begin(task);
        self.tiles.write(task, word);
    }

    fn composite(&self, task: &Task, inner: &Region) {
        self.begin(task);
        let Kind::Composite(inside) = &task.kind else {
            return;
        };
        // The program is held by the graph as well, so it outlives this body.
        if let (_, Err(error)) = self.register(inner, inside) {
            std::panic::resume_unwind(Box::new(error.message));
        }
    }

    fn waiting(&self, task: &Task) {
        self.begin(task);
        let Kind::Waiting { inside, held } = &task.kind else {
            return;
        };
        let lock = |n: u8| {
            let mutex = &self.mutexes[usize::from(n) % MUTEXES];
            mutex.lock().unwrap_or_else(PoisonError::into_inner)
        };
        let guard = held.map(lock);
        let region = Region::begin(rt::site!("wait", file!(), line!()));
        let (_, outcome) = self.register(&region, inside);
        let ended = region.try_end().map(drop);
        drop(guard);
        match outcome.and(ended) {
            // Not by `panic!`: the hook would take it for another one.
            Err(error) if !self.plant.swallows() => {
                std::panic::resume_unwind(Box::new(error.message));
            }
            Ok(()) => self.all_ran(inside),
            Err(_) => {}
        }
        self.tiles.write(task, self.tiles.read(task));
    }

    /// A wait that reports no failure has seen every task through.
    fn all_ran(&self, program: &Program) {
        let missing = program.tasks().find(|task| {
            let ran = self.ran.get(task.id as usize);
            ran.is_some_and(|ran| ran.load(Relaxed) == 0)
        });
        if let Some(task) = missing {
            let id = task.id;
            self.note(|| format!("a wait ended well, but task {id} inside it did not run"));
        }
    }

    fn pending(&self, task: Task, how: Completion, handle: Pending) {
        let us = match how {
            Completion::Body => {
                let word = self.begin(&task);
                self.tiles.write(&task, word);
                return handle.complete();
            }
            Completion::Outside(us) | Completion::Both(us) => us,
        };
        let word = self.start(&task);
        let own = matches!(how, Completion::Both(_)).then(|| handle.clone());
        let run = Shared(self);
        events::after(Duration::from_micros(us.into()), move || {
            let run = run;
            // SAFETY: the run outlives the region, which is open as long as the handle is.
            let run = unsafe { run.get() };
            if task.panics {
                handle.fail(planned_text(&task));
            } else {
                run.tiles.write(&task, word);
                handle.complete();
            }
        });
        if own.is_some() {
            std::thread::yield_now();
        }
    }

    /// What every body does first.
    fn start(&self, task: &Task) -> u64 {
        let id = task.id as usize;
        let word = self.tiles.read(task);
        if let Some(ran) = self.ran.get(id) {
            // Loads and stores alone: an atomic addition would order what the runtime must.
            let times = ran.load(Relaxed);
            ran.store(times + 1, Relaxed);
            match self.words.of(id).get(times as usize) {
                None => self.note(|| format!("task {id} ran once more than in serial order")),
                Some(&expected) if expected != word as u32 => {
                    self.note(|| format!("task {id} read other values than in serial order"));
                }
                Some(_) => {}
            }
        }
        delay(task.delay);
        self.plant.at(task.id);
        if self.hooked.load(Relaxed) == task.id {
            self.call_hook();
        }
        word
    }

    /// As [`start`](Self::start); then panics if it is so planned.
    fn begin(&self, task: &Task) -> u64 {
        let word = self.start(task);
        if task.panics {
            std::panic::panic_any(planned_text(task));
        }
        word
    }

    fn note(&self, what: impl FnOnce() -> String) {
        let mut wrong = self.wrong.lock().unwrap_or_else(PoisonError::into_inner);
        wrong.get_or_insert_with(what);
    }

    // ---- the comparison ----

    /// Holds what happened against the serial run.
    ///
    /// # Errors
    /// The first difference, for people.
    pub fn compare(
        &self,
        graph: &Graph,
        expected: &Expected,
        outcome: &Outcome,
    ) -> Result<(), String> {
        if let Some(wrong) = self.wrong() {
            return Err(wrong);
        }
        let ran = |id: usize| self.ran[id].load(Relaxed) > 0;
        match &outcome.end {
            Ok(stats) => {
                if let Some(id) = expected.may_fail.iter().position(|&fails| fails) {
                    return Err(format!("task {id} panics, but its region ended well"));
                }
                if let Some(id) = (0..self.ran.len()).find(|&id| !ran(id)) {
                    return Err(format!("task {id} did not run"));
                }
                // Tasks of graphs inside tasks are counted as well.
                if stats.tasks != u64::from(graph.tasks) {
                    return Err(format!(
                        "{} tasks were registered, the region counted {}",
                        graph.tasks, stats.tasks
                    ));
                }
                self.compare_content(&expected.content)
            }
            Err(error) => {
                let id = planned(&error.message)
                    .ok_or_else(|| format!("an error that nothing caused: {error}"))?;
                if !expected.may_fail.get(id).copied().unwrap_or(false) || !ran(id) {
                    return Err(format!(
                        "the region reports task {id}, which cannot have failed"
                    ));
                }
                let barred = |&id: &usize| expected.barred[id] && ran(id);
                if let Some(id) = (0..self.ran.len()).find(barred) {
                    return Err(format!("task {id} ran, though a task before it failed"));
                }
                self.compare_cancelled(graph, error.cancelled, outcome.registered)
            }
        }
    }

    /// Holds a region that was cancelled against the serial run: what ran read the right
    /// values, and the rest was counted.
    ///
    /// # Errors
    /// What does not fit.
    pub fn compare_cancelled(
        &self,
        graph: &Graph,
        cancelled: u64,
        registered: u64,
    ) -> Result<(), String> {
        if let Some(wrong) = self.wrong() {
            return Err(wrong);
        }
        let ran = |task: &&Task| self.ran[task.id as usize].load(Relaxed) > 0;
        let started = graph.program.tasks().filter(ran).count() as u64;
        if graph.program.is_flat() && started + cancelled != registered {
            return Err(format!(
                "of {registered} tasks {started} ran and {cancelled} were cancelled"
            ));
        }
        Ok(())
    }

    /// Holds laps, none of which fails, against their serial run.
    ///
    /// # Errors
    /// The first difference.
    pub fn compare_laps(&self, expected: &Expected) -> Result<(), String> {
        if let Some(wrong) = self.wrong() {
            return Err(wrong);
        }
        let wanted = |id: usize| expected.words.of(id).len();
        let ran = |id: usize| self.ran[id].load(Relaxed) as usize;
        if let Some(id) = (0..self.ran.len()).find(|&id| ran(id) != wanted(id)) {
            return Err(format!(
                "task {id} ran {} times instead of {}",
                ran(id),
                wanted(id)
            ));
        }
        self.compare_content(&expected.content)
    }

    /// Holds the tiles against those of the serial run.
    ///
    /// # Errors
    /// The first cell that differs.
    pub fn compare_content(&self, expected: &[u64]) -> Result<(), String> {
        let content = self.tiles.content();
        match content.iter().zip(expected).position(|(a, b)| a != b) {
            None => Ok(()),
            Some(n) => Err(format!(
                "tile {} differs from serial order in lane {}",
                n / LANES,
                n % LANES
            )),
        }
    }
}

/// A chain of `n` tasks on one key in an open region: what must work after a failure.
///
/// # Errors
/// The error of the wait, or a wrong result.
pub fn chain_in(region: &Region, n: u64) -> Result<(), String> {
    let cell = std::sync::atomic::AtomicU64::new(1);
    let key = (&raw const cell) as usize;
    for k in 0..n {
        let mut task = region.task(rt::site!("probe", file!(), line!()));
        task.access_key(key, rt::Mode::InOut);
        let cell = &cell;
        // SAFETY: the cell outlives the wait below, which does not unwind.
        unsafe { task.spawn(move || cell.store(cell.load(Relaxed) * 3 + k, Relaxed)) };
    }
    region.try_wait().map_err(|error| error.to_string())?;
    let serial = (0..n).fold(1_u64, |x, k| x * 3 + k);
    match cell.into_inner() == serial {
        true => Ok(()),
        false => Err("a chain of tasks on one key gave a wrong value".into()),
    }
}

/// Waits as `delay` says.
fn delay(delay: Delay) {
    match delay {
        Delay::None => {}
        Delay::Yield => std::thread::yield_now(),
        Delay::Spin(us) => {
            let end = Instant::now() + Duration::from_micros(us.into());
            while Instant::now() < end {
                std::hint::spin_loop();
            }
        }
        Delay::Sleep(us) => std::thread::sleep(Duration::from_micros(us.into())),
    }
}

/// The function of tasks that are registered as functions.
///
/// # Safety
/// `arguments` points to an `Arguments` whose pointers are live.
unsafe extern "C" fn function(arguments: *mut u8) {
    // SAFETY: registered by `spawn_raw` alone.
    let (run, task) = unsafe {
        let arguments = &*arguments.cast::<Arguments>();
        (&*arguments.run, &*arguments.task)
    };
    run.plain(task);
}
