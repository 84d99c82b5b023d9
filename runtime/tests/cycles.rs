//! Thousands of runtimes, started and stopped in one process: neither threads nor files nor
//! memory are left behind. The only test of its process, so that these are its own.
#![cfg(target_os = "linux")]

#[path = "common/heap.rs"]
mod heap;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use hp5::rt::{self, Region};
use hp5::{Bind, Runtime};

use heap::in_use;

/// Starts and stops after those that warm up.
const CYCLES: usize = 2500;

/// Starts and stops until allocators, stacks and caches of the process have what they want.
const WARM_UP: usize = 500;

/// Bytes of the heap that each of them may leave behind: what ended threads put aside in the queues'
/// collector goes up and down by 130 KiB, once in about 3,000 cycles, and comes back to where it was.
const LEFT: usize = 128;

/// Resident bytes by which the process may grow meanwhile: less than one page for each, more than
/// what heaps of several threads drift (half a MiB in 15,000 cycles, most of it in the first 3,000).
const GROWN: usize = 4 << 20;

const TASKS: usize = 10;

/// What a process has of the system.
#[derive(Debug, Clone, Copy)]
struct Holds {
    threads: usize,
    files: usize,
    /// Bytes of the heap in use.
    heap: i64,
    /// Resident bytes.
    memory: usize,
}

impl Holds {
    fn now() -> Holds {
        let count = |folder: &str| std::fs::read_dir(folder).unwrap().count();
        let status = std::fs::read_to_string("/proc/self/status").unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes = line.and_then(|line| line.trim().strip_suffix("kB"));
        Holds {
            threads: count("/proc/self/task"),
            files: count("/proc/self/fd"),
            heap: in_use(),
            memory: kilobytes.unwrap().trim().parse::<usize>().unwrap() << 10,
        }
    }

    /// Once no more than so many threads are listed: the kernel may list a joined one for a
    /// moment.
    fn settled(threads: usize) -> Holds {
        let patience = Instant::now() + Duration::from_secs(5);
        loop {
            let now = Holds::now();
            if now.threads <= threads || Instant::now() > patience {
                return now;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

/// Number `n` of the runtimes: started, used in one of four ways, stopped.
fn cycle(n: usize) {
    let bind = [Bind::None, Bind::Core][n / 64 % 2];
    let builder = Runtime::builder().ppus(1 + n % 4).bind(bind);
    let builder = match n % 16 {
        5 => builder.watchdog(Duration::from_secs(60)),
        9 => builder.chaos(n as u64),
        _ => builder,
    };
    let runtime = builder.build().unwrap();
    match n / 4 % 4 {
        // Stopped before its PPUs have looked around.
        0 => {}
        // With PPUs that have gone to sleep.
        1 if n % 64 == 4 => std::thread::sleep(Duration::from_millis(2)),
        // Two at once.
        2 => {
            let other = Runtime::builder().ppus(1).bind(Bind::None).build();
            other.unwrap().install(|| runtime.install(graph));
        }
        _ => runtime.install(graph),
    }
}

fn graph() {
    let count = AtomicUsize::new(0);
    let region = Region::begin(rt::site!("r", file!(), line!()));
    for _ in 0..TASKS {
        let count = &count;
        let task = region.task(rt::site!("t", file!(), line!()));
        // SAFETY: the counter outlives the region.
        unsafe { task.spawn(move || _ = count.fetch_add(1, Ordering::Relaxed)) };
    }
    region.end();
    assert_eq!(count.into_inner(), TASKS);
}

#[test]
fn thousands_of_starts_and_stops_leave_nothing_behind() {
    let threads = Holds::now().threads;
    (0..WARM_UP).for_each(cycle);
    let before = Holds::settled(threads);
    let begin = Instant::now();
    (0..CYCLES).for_each(cycle);
    let took = begin.elapsed();
    let after = Holds::settled(threads);
    println!("{CYCLES} starts and stops in {took:.1?}: {before:?}, then {after:?}");
    assert_eq!(before.threads, threads, "after {WARM_UP}: {before:?}");
    assert_eq!(after.threads, threads, "after {CYCLES} more: {after:?}");
    assert_eq!(after.files, before.files, "{before:?}, then {after:?}");
    let left = after.heap - before.heap;
    let few = (LEFT * CYCLES) as i64;
    assert!(
        left <= few,
        "{left} bytes in use: {before:?}, then {after:?}"
    );
    let grown = after.memory.saturating_sub(before.memory);
    assert!(
        grown <= GROWN,
        "{grown} bytes resident: {before:?}, then {after:?}"
    );
}
