//! PPUs that work at different speeds: a chain of long tasks moves to the fast one.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::ThreadId;
use std::time::{Duration, Instant};

use hp5::Runtime;
use hp5::rt::{Mode, Region, flat, site};

const TASKS: usize = 24;
const FAST: Duration = Duration::from_millis(2);
const SLOW: Duration = Duration::from_millis(6);

/// Tasks that sleep for one time on the calling thread, and another time elsewhere: first free ones, then a
/// chain. Says which tasks of the chain the calling thread ran.
fn chain(here: Duration, elsewhere: Duration) -> Vec<bool> {
    let runtime = Runtime::builder().ppus(2).build().unwrap();
    // A thread works in place of the PPU of its processor: of the same one each time.
    let processors = core_affinity::get_core_ids().unwrap_or_default();
    processors
        .first()
        .map(|&first| core_affinity::set_for_current(first));
    let caller = std::thread::current().id();
    let ran: Mutex<Vec<ThreadId>> = Mutex::default();
    let body = || {
        let thread = std::thread::current().id();
        let sleeps = if thread == caller { here } else { elsewhere };
        std::thread::sleep(sleeps);
        ran.lock().unwrap().push(thread);
    };
    let data = vec![0.0_f64; TASKS * 8];
    runtime.install(|| {
        for chained in [false, false, true] {
            ran.lock().unwrap().clear();
            let region = Region::begin(site!("unlike", file!(), line!()));
            // SAFETY: no body touches the array, which outlives the region.
            let array = unsafe { region.array("tiles", flat(&raw const *data), &[8]) };
            for n in 0..TASKS {
                let tile = if chained { 0 } else { n };
                let mut task = region.task(site!("task", file!(), line!()));
                task.access_tile(array.id(), tile, Mode::InOut);
                // SAFETY: what the body touches outlives the region.
                unsafe { task.spawn(body) };
            }
            region.end();
        }
    });
    let ran = ran.into_inner().unwrap();
    ran.into_iter().map(|thread| thread == caller).collect()
}

/// Whoever completes a task of a chain is the first to find the next one; still most are run by the thread that
/// is faster. (A third of many tries is enough: the system may have stopped a thread.)
fn moves(here: Duration, elsewhere: Duration) {
    if std::thread::available_parallelism().is_ok_and(|processors| processors.get() < 2) {
        return; // Two PPUs take turns there, and speed is nobody's own.
    }
    let tries = (0..6).map(|_| std::thread::spawn(move || chain(here, elsewhere)).join());
    let tries: Vec<_> = tries.map(|ran| ran.expect("it does not panic")).collect();
    let fast = |ran: &&Vec<bool>| {
        assert_eq!(ran.len(), TASKS);
        let here_first = here < elsewhere;
        ran.iter().filter(|&&caller| caller == here_first).count() >= TASKS * 3 / 4
    };
    assert!(tries.iter().filter(fast).count() >= 2, "{tries:?}");
}

#[test]
fn a_chain_moves_to_a_fast_thread() {
    moves(SLOW, FAST);
}

#[test]
fn a_chain_moves_to_the_thread_that_waits() {
    moves(FAST, SLOW);
}

/// A cell that tasks write which have its tile to themselves.
struct Cells(Vec<AtomicU64>);

impl Cells {
    fn mix(&self, from: usize, to: usize, with: u64) {
        let value = self.0[from].load(Ordering::Relaxed) ^ self.0[to].load(Ordering::Relaxed);
        let mixed = (value ^ with)
            .wrapping_mul(0x9E37_79B9_7F4A_7C15)
            .rotate_left(17);
        self.0[to].store(mixed, Ordering::Relaxed);
    }
}

/// Drawn graphs of long tasks, some of which open regions of their own and wait for their tasks, end with
/// what the serial program has.
#[test]
fn drawn_graphs_end_as_the_serial_program() {
    const TILES: usize = 5;
    let runtime = Runtime::builder().ppus(2).build().unwrap();
    let caller = std::thread::current().id();
    let works = move || {
        let here = std::thread::current().id() == caller;
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_micros(if here { 60 } else { 180 }) {
            std::hint::spin_loop();
        }
    };
    let data = vec![0_u64; 2 * TILES * 512];
    runtime.install(|| {
        for graph in 0..40_u64 {
            let cells = || Cells((0..2 * TILES as u64).map(AtomicU64::new).collect());
            let (cells, expected) = (&cells(), cells());
            let mut random = graph.wrapping_mul(0x2545_F491_4F6C_DD1D) | 1;
            let mut draw = |below: usize| {
                random ^= random << 13;
                random ^= random >> 7;
                random ^= random << 17;
                (random >> 16) as usize % below
            };
            let region = Region::begin(site!("drawn", file!(), line!()));
            // SAFETY: no body touches the array, which outlives the region.
            let array = unsafe { region.array("tiles", flat(&raw const *data), &[512]) };
            for n in 0..40_u64 {
                let (from, to, inner) = (draw(TILES), draw(TILES), draw(6) == 0);
                expected.mix(from, to, n);
                let mut task = region.task(site!("task", file!(), line!()));
                task.access_tile(array.id(), from, Mode::In);
                task.access_tile(array.id(), to, Mode::InOut);
                let body = move || {
                    works();
                    if inner {
                        let region = Region::begin(site!("inner", file!(), line!()));
                        for _ in 0..3 {
                            // SAFETY: the body touches nothing.
                            unsafe { region.task(site!("part", file!(), line!())).spawn(works) };
                        }
                        region.end();
                    }
                    cells.mix(from, to, n);
                };
                // SAFETY: what the body touches outlives the region, and the tiles stand for it.
                unsafe { task.spawn(body) };
            }
            region.end();
            let values = |cells: &Cells| -> Vec<u64> {
                cells
                    .0
                    .iter()
                    .map(|cell| cell.load(Ordering::Relaxed))
                    .collect()
            };
            assert_eq!(values(cells), values(&expected), "graph {graph}");
        }
    });
}
