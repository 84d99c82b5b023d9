//! PPUs that work at different speeds: a chain of long tasks moves to the fast one.

use std::sync::Mutex;
use std::thread::ThreadId;
use std::time::Duration;

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
