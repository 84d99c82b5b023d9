//! Seeded schedules: the same seed gives the same order, another one another order, a
//! dependence that is missing shows, and the result is that of the serial program.

use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use hp5::Runtime;
use hp5::rt::{self, Mode, Pending, Region};

fn runtime(seed: u64, ppus: usize) -> Runtime {
    let builder = Runtime::builder().ppus(ppus).bind(hp5::Bind::None);
    builder.seed(seed).build().unwrap()
}

fn begin() -> Region {
    Region::begin(rt::site!("seeded", file!(), line!()))
}

fn task(region: &Region, keys: &[(usize, Mode)], body: impl FnOnce() + Send) {
    let mut task = region.task(rt::site!("step", file!(), line!()));
    keys.iter().for_each(|&(key, mode)| {
        task.access_key(key, mode);
    });
    // SAFETY: the bodies of these tests touch what outlives the region.
    unsafe { task.spawn(body) };
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) % n
    }
}

/// Runs a random graph with composites, waits, commutative tiles and pending tasks inside;
/// the order in which its tasks ran, and the values that they computed.
fn run_graph(graph: u64, declared: bool) -> (Vec<u64>, Vec<u64>) {
    let order = Mutex::new(Vec::new());
    let values: Vec<AtomicU64> = (0..12).map(AtomicU64::new).collect();
    let (order, values) = (&order, &values);
    let step = move |id: u64, to: usize, from: usize| {
        order.lock().unwrap().push(id);
        let old = values[to].load(Ordering::SeqCst);
        let other = values[from].load(Ordering::SeqCst);
        values[to].store(
            old.wrapping_mul(31).wrapping_add(other ^ id),
            Ordering::SeqCst,
        );
    };
    let mut random = Random(graph);
    let region = begin();
    for id in 0..200 {
        let (to, from) = (random.below(12) as usize, random.below(12) as usize);
        let uses = [(to, Mode::InOut), (from, Mode::In)];
        let uses = if declared { &uses[..] } else { &[] };
        match random.below(8) {
            0 => {
                let mut task = region.task(rt::site!("composite", file!(), line!()));
                uses.iter().for_each(|&(key, mode)| {
                    task.access_key(key, mode);
                });
                let body = move |region: &Region| {
                    for n in 0..6 {
                        task_of(region, uses_of(declared, to, from), move || {
                            step(1000 * (id + 1) + n, to, from)
                        });
                        if n == 3 {
                            region.wait();
                        }
                    }
                };
                // SAFETY: as in `task`.
                unsafe { task.spawn_nested(body) };
            }
            1 => {
                let mut task = region.task(rt::site!("pending", file!(), line!()));
                uses.iter().for_each(|&(key, mode)| {
                    task.access_key(key, mode);
                });
                // SAFETY: as in `task`.
                unsafe {
                    task.spawn_pending(move |handle: Pending| {
                        step(id, to, from);
                        handle.complete();
                    });
                }
            }
            2 => task(&region, uses, move || {
                let inner = begin();
                for n in 0..4 {
                    task_of(&inner, uses_of(declared, to, from), move || {
                        step(1000 * (id + 1) + n, to, from)
                    });
                }
                inner.end();
                step(id, to, from);
            }),
            3 => region.wait(),
            _ => task(&region, uses, move || step(id, to, from)),
        }
    }
    region.end();
    let values = values.iter().map(|v| v.load(Ordering::SeqCst)).collect();
    (order.lock().unwrap().clone(), values)
}

fn uses_of(declared: bool, to: usize, from: usize) -> Vec<(usize, Mode)> {
    match declared {
        true => vec![(to, Mode::InOut), (from, Mode::In)],
        false => Vec::new(),
    }
}

fn task_of(region: &Region, uses: Vec<(usize, Mode)>, body: impl FnOnce() + Send) {
    task(region, &uses, body);
}

#[test]
fn a_seed_gives_an_order_and_the_serial_result() {
    let mut orders = HashSet::new();
    for graph in 0..5 {
        let plain = Runtime::builder().ppus(1).bind(hp5::Bind::None);
        let (_, serial) = plain.build().unwrap().install(|| run_graph(graph, true));
        for seed in 0..8 {
            let first = runtime(seed, 2).install(|| run_graph(graph, true));
            let again = runtime(seed, 2).install(|| run_graph(graph, true));
            assert_eq!(first, again, "graph {graph}, seed {seed}");
            // The order is the seed's, whatever the number of PPUs.
            let wide = runtime(seed, 8).install(|| run_graph(graph, true));
            assert_eq!(first, wide, "graph {graph}, seed {seed}, 8 PPUs");
            assert_eq!(first.1, serial, "graph {graph}, seed {seed}");
            orders.insert(first.0);
        }
    }
    assert_eq!(orders.len(), 5 * 8, "seeds give different orders");
}

#[test]
fn what_is_not_declared_shows() {
    let wrong = |seed| {
        let (_, right) = runtime(seed, 2).install(|| run_graph(3, true));
        let (_, values) = runtime(seed, 2).install(|| run_graph(3, false));
        values != right
    };
    assert!(
        (0..4).all(wrong),
        "200 tasks without their dependences run in another order"
    );
    // One missing dependence of two tasks: some seeds show it, and each of them again.
    let swapped = |seed: u64| {
        runtime(seed, 2).install(|| {
            let order = Mutex::new(Vec::new());
            let region = begin();
            task(&region, &[], || order.lock().unwrap().push(1));
            task(&region, &[], || order.lock().unwrap().push(2));
            region.end();
            order.into_inner().unwrap() == [2, 1]
        })
    };
    let shown: Vec<u64> = (0..40).filter(|&seed| swapped(seed)).collect();
    assert!(
        (5..36).contains(&shown.len()),
        "{} of 40 seeds swap the two",
        shown.len()
    );
    assert!(shown.iter().all(|&seed| swapped(seed)));
}

#[test]
fn bodies_run_one_at_a_time_on_the_registering_thread() {
    runtime(7, 8).install(|| {
        let me = std::thread::current().id();
        let elsewhere = AtomicU64::new(0);
        for _ in 0..20 {
            let region = begin();
            for _ in 0..100 {
                task(&region, &[], || {
                    let strange = std::thread::current().id() != me;
                    elsewhere.fetch_add(u64::from(strange), Ordering::SeqCst);
                });
            }
            region.end();
        }
        assert_eq!(elsewhere.into_inner(), 0);
    });
}

#[test]
fn regions_of_one_shape_run_in_different_orders() {
    runtime(1, 2).install(|| {
        let mut orders = HashSet::new();
        for _ in 0..10 {
            let order = Mutex::new(Vec::new());
            let region = begin();
            for n in 0..30 {
                let order = &order;
                task(&region, &[], move || order.lock().unwrap().push(n));
            }
            region.end();
            orders.insert(order.into_inner().unwrap());
        }
        assert_eq!(orders.len(), 10);
    });
}

#[test]
fn handles_that_other_threads_complete_arrive() {
    runtime(5, 2).install(|| {
        let total = AtomicU64::new(0);
        let region = begin();
        for n in 0..20 {
            let mut pending = region.task(rt::site!("request", file!(), line!()));
            pending.access_key(n, Mode::Out);
            let started = |handle: Pending| {
                std::thread::spawn(move || {
                    std::thread::sleep(Duration::from_millis(1));
                    handle.complete();
                });
            };
            // SAFETY: as in `task`.
            unsafe { pending.spawn_pending(started) };
            task(&region, &[(n, Mode::In)], || {
                total.fetch_add(1, Ordering::SeqCst);
            });
        }
        region.end();
        assert_eq!(total.into_inner(), 20);
    });
}

#[test]
fn several_threads_have_a_schedule_each() {
    let runtime = runtime(11, 2);
    let alone = runtime.install(|| run_graph(1, true));
    std::thread::scope(|threads| {
        let runs: Vec<_> = (0..4)
            .map(|_| threads.spawn(|| runtime.install(|| run_graph(1, true))))
            .collect();
        for run in runs {
            assert_eq!(run.join().unwrap(), alone);
        }
    });
}

#[test]
fn tapes_and_small_throttles_work_too() {
    for seed in 0..6 {
        let builder = Runtime::builder().ppus(2).bind(hp5::Bind::None);
        let runtime = builder.seed(seed).max_tasks(3).build().unwrap();
        runtime.install(|| {
            let cells: Vec<AtomicU64> = (0..6).map(|_| AtomicU64::new(1)).collect();
            let mut serial = [1_u64; 6];
            let region = begin();
            let mut tape = region.record();
            let cells = &cells;
            let lap = |region: &Region| {
                for n in 0..6_usize {
                    let mut task = region.task(rt::site!("cell", file!(), line!()));
                    task.access_key(n, Mode::InOut);
                    task.access_key((n + 1) % 6, Mode::In);
                    let body = move || {
                        let next = cells[(n + 1) % 6].load(Ordering::SeqCst);
                        let own = cells[n].load(Ordering::SeqCst);
                        cells[n].store(own.wrapping_mul(3).wrapping_add(next), Ordering::SeqCst);
                    };
                    // SAFETY: as in `task`.
                    unsafe { task.spawn_repeat(body) };
                }
            };
            for _ in 0..10 {
                tape.lap(lap);
            }
            tape.replay(10).unwrap();
            drop(tape);
            region.end();
            for _ in 0..20 {
                for n in 0..6 {
                    serial[n] = serial[n].wrapping_mul(3).wrapping_add(serial[(n + 1) % 6]);
                }
            }
            let values: Vec<u64> = cells.iter().map(|c| c.load(Ordering::SeqCst)).collect();
            assert_eq!(values, serial, "seed {seed}");
        });
    }
}
