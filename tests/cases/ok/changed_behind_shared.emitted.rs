//! What changes behind a shared reference, its type being an alias, a struct, an enum, a trait or a closure: tasks on
//! it run in order, and code between tasks waits.
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize as Count, Ordering::SeqCst};
use std::sync::{Arc, Mutex as Lock, OnceLock, mpsc};

type Log = Arc<Lock<Vec<usize>>>;

struct Sum {
    last: Lock<f64>,
    turns: usize,
}

impl Sum {
    fn new() -> Sum {
        Sum { last: Lock::new(0.5), turns: 3 }
    }
    fn add(&self, x: f64) -> f64 {
        let mut last = self.last.lock().unwrap();
        *last = *last * 0.5 + x;
        *last
    }
    #[allow(dead_code)] fn turns(&self) -> usize {
        self.turns
    }
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn fields(sum: &Sum, a: &mut [f64]) -> f64 {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("fields", "tests/cases/ok/changed_behind_shared.rs", 28));
    let __hp5_value = {
    for t in 0..sum.turns {
        for i in 0..a.len() {
            // hp5: tests/cases/ok/changed_behind_shared.rs:32 #[hp5::task]
            {
                let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
                let __v_sum = unsafe { __hp5.array("sum", hp5::rt::scalar(&raw const (sum)), &[]) };
                let __w_sum = hp5::rt::whole(&raw const (sum));
                let mut __t = __hp5.task(hp5::rt::site!("fields:32", "tests/cases/ok/changed_behind_shared.rs", 32));
                __t.access(&__v_a, hp5::rt::Mode::InOut, &[((i as isize), (i as isize) + 1)]);
                __t.access(&__v_sum, hp5::rt::Mode::InOut, &[]);
                __t.access(&__v_a, hp5::rt::Mode::In, &[((i as isize), (i as isize) + 1)]);
                let __s0_a = [((i as isize), (i as isize) + 1)];
                let i = hp5::rt::cap_owned!(i);
                let t = hp5::rt::cap_owned!(t);
                let a = __v_a.view();
                let __body = move || {
                    let mut a = a.within(&__s0_a);
                    let sum = &**unsafe { __w_sum.get() };
                    {
                        a[i] += t as f64;
                        *sum.last.lock().unwrap() += a[i];
                    }
                };
                unsafe { __t.spawn(__body) };
            }
        }
        if t > sum.turns {
            break;
        }
    }
    __hp5.wait(); // hp5: put in, see the translator's warning
    let last = *sum.last.lock().unwrap(); //~ HP5-W0102
    last
    };
    __hp5.end();
    __hp5_value
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn methods(sum: &Sum, a: &mut [f64]) -> f64 {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("methods", "tests/cases/ok/changed_behind_shared.rs", 46));
    let __hp5_value = {
    let n = a.len();
    // hp5: tests/cases/ok/changed_behind_shared.rs:49 #[hp5::task_tile(i = 2)], ordered
    {
        let __v_sum = unsafe { __hp5.array("sum", hp5::rt::scalar(&raw const (sum)), &[]) };
        let __w_sum = hp5::rt::whole(&raw const (sum));
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[2]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("methods:49", "tests/cases/ok/changed_behind_shared.rs", 49), hp5::rt::Order::Ordered, hp5::rt::chunks(0..n, 2, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_sum, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| []);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_sum, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| []);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let n = hp5::rt::cap_owned!(n);
        let a = __v_a.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let sum = &**unsafe { __w_sum.get() };
            let mut a = a.within(&__s0_a);
            for i in __i_part.clone() {
                a[i] = sum.add(a[i]) + sum.turns as f64; //~ HP5-W0105
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/changed_behind_shared.rs:53 #[hp5::task_tile(i = 2)], parallel
    {
        let __v_sum = unsafe { __hp5.array("sum", hp5::rt::scalar(&raw const (sum)), &[]) };
        let __w_sum = hp5::rt::whole(&raw const (sum));
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[2]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("methods:53", "tests/cases/ok/changed_behind_shared.rs", 53), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 2, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_sum, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| []);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let n = hp5::rt::cap_owned!(n);
        let a = __v_a.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let sum = &**unsafe { __w_sum.get() };
            let mut a = a.within(&__s0_a);
            for i in __i_part.clone() {
                a[i] += sum.turns as f64;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.wait(); // hp5: put in, see the translator's warning
    sum.add(1.0) //~ HP5-W0102
    };
    __hp5.end();
    __hp5_value
}

fn twice(sum: &Sum, count: &Count) -> f64 {
    sum.add(2.0) + count.fetch_add(1, SeqCst) as f64
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn handed_on(sum: &Sum, count: &Count, a: &mut [f64]) -> f64 {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("handed_on", "tests/cases/ok/changed_behind_shared.rs", 64));
    let __hp5_value = {
    for i in 0..a.len() {
        // hp5: tests/cases/ok/changed_behind_shared.rs:67 #[hp5::task]
        {
            let __v_sum = unsafe { __hp5.array("sum", hp5::rt::scalar(&raw const (sum)), &[]) };
            let __w_sum = hp5::rt::whole(&raw const (sum));
            let __v_count = unsafe { __hp5.array("count", hp5::rt::scalar(&raw const (count)), &[]) };
            let __w_count = hp5::rt::whole(&raw const (count));
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("handed_on:67", "tests/cases/ok/changed_behind_shared.rs", 67));
            __t.access(&__v_a, hp5::rt::Mode::InOut, &[((i as isize), (i as isize) + 1)]);
            __t.access(&__v_sum, hp5::rt::Mode::InOut, &[]);
            __t.access(&__v_count, hp5::rt::Mode::InOut, &[]);
            let __s0_a = [((i as isize), (i as isize) + 1)];
            let i = hp5::rt::cap_owned!(i);
            let a = __v_a.view();
            let __body = move || {
                let sum = &**unsafe { __w_sum.get() };
                let count = &**unsafe { __w_count.get() };
                let mut a = a.within(&__s0_a);
                {
                    a[i] += twice(sum, count);
                }
            };
            unsafe { __t.spawn(__body) };
        }
        // hp5: tests/cases/ok/changed_behind_shared.rs:71 #[hp5::task]
        {
            let __v_sum = unsafe { __hp5.array("sum", hp5::rt::scalar(&raw const (sum)), &[]) };
            let __w_sum = hp5::rt::whole(&raw const (sum));
            let __v_count = unsafe { __hp5.array("count", hp5::rt::scalar(&raw const (count)), &[]) };
            let __w_count = hp5::rt::whole(&raw const (count));
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("handed_on:71", "tests/cases/ok/changed_behind_shared.rs", 71));
            __t.access(&__v_a, hp5::rt::Mode::InOut, &[((i as isize), (i as isize) + 1)]);
            __t.access(&__v_sum, hp5::rt::Mode::InOut, &[]);
            __t.access(&__v_count, hp5::rt::Mode::InOut, &[]);
            let __s0_a = [((i as isize), (i as isize) + 1)];
            let i = hp5::rt::cap_owned!(i);
            let a = __v_a.view();
            let __body = move || {
                let sum = unsafe { __w_sum.get() };
                let count = unsafe { __w_count.get() };
                let mut a = a.within(&__s0_a);
                {
                    a[i] -= twice(&(*sum), &(*count));
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    __hp5.wait(); // hp5: put in, see the translator's warning
    twice(sum, count) //~ HP5-W0102
    };
    __hp5.end();
    __hp5_value
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn aliases(log: &Log, more: Log, map: &HashMap<u8, Sum>, a: &mut [f64]) -> usize {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("aliases", "tests/cases/ok/changed_behind_shared.rs", 79));
    let __hp5_value = {
    let same = log.clone(); let __hp5_hold_1968 = __hp5.hold();
    for i in 0..a.len() {
        __hp5.wait(); // hp5: put in, see the translator's warning
        //~ HP5-W0102
        // hp5: tests/cases/ok/changed_behind_shared.rs:83 #[hp5::task]
        {
            let __v_log = unsafe { __hp5.array("log", hp5::rt::scalar(&raw const (log)), &[]) };
            let __w_log = hp5::rt::whole(&raw const (log));
            let mut __t = __hp5.task(hp5::rt::site!("aliases:83", "tests/cases/ok/changed_behind_shared.rs", 83));
            __t.access(&__v_log, hp5::rt::Mode::InOut, &[]);
            let i = hp5::rt::cap_owned!(i);
            let __body = move || {
                let log = &**unsafe { __w_log.get() };
                log.lock().unwrap().push(i);
            };
            unsafe { __t.spawn(__body) };
        }
        __hp5.wait(); // hp5: put in, see the translator's warning
        //~ HP5-W0102
        // hp5: tests/cases/ok/changed_behind_shared.rs:85 #[hp5::task]
        {
            let __v_same = unsafe { __hp5.array("same", hp5::rt::scalar(&raw const (same)), &[]) };
            let __w_same = hp5::rt::whole(&raw const (same));
            let mut __t = __hp5.task(hp5::rt::site!("aliases:85", "tests/cases/ok/changed_behind_shared.rs", 85));
            __t.access(&__v_same, hp5::rt::Mode::InOut, &[]);
            let i = hp5::rt::cap_owned!(i);
            let __body = move || {
                let mut same = unsafe { __w_same.get_mut() };
                {
                    let same = Arc::clone(&(*same));
                    same.lock().unwrap().push(i + 1);
                }
            };
            unsafe { __t.spawn(__body) };
        }
        // hp5: tests/cases/ok/changed_behind_shared.rs:90 #[hp5::task]
        {
            let __v_more = unsafe { __hp5.array("more", hp5::rt::scalar(&raw const (more)), &[]) };
            let __w_more = hp5::rt::whole(&raw const (more));
            let __v_map = unsafe { __hp5.array("map", hp5::rt::scalar(&raw const (map)), &[]) };
            let __w_map = hp5::rt::whole(&raw const (map));
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("aliases:90", "tests/cases/ok/changed_behind_shared.rs", 90));
            __t.access(&__v_a, hp5::rt::Mode::InOut, &[((i as isize), (i as isize) + 1)]);
            __t.access(&__v_more, hp5::rt::Mode::InOut, &[]);
            __t.access(&__v_map, hp5::rt::Mode::InOut, &[]);
            let __s0_a = [((i as isize), (i as isize) + 1)];
            let i = hp5::rt::cap_owned!(i);
            let a = __v_a.view();
            let __body = move || {
                let mut more = unsafe { __w_more.get_mut() };
                let map = &**unsafe { __w_map.get() };
                let mut a = a.within(&__s0_a);
                {
                    more.lock().unwrap().push(i);
                    a[i] += map[&1].add(1.0) + map.get(&1).unwrap().add(0.5);
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    __hp5.wait(); // hp5: put in, see the translator's warning
    log.lock().unwrap().len() + more.lock().unwrap().len() //~ HP5-W0102
    };
    __hp5.end();
    __hp5_value
}

enum Tick {
    Each(Count),
    Never,
}

impl Tick {
    fn tick(&self) -> usize {
        match self {
            Tick::Each(count) => count.fetch_add(1, SeqCst),
            Tick::Never => 0,
        }
    }
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn enums_and_closures(tick: &Tick, never: Option<&Tick>, count: &Count, a: &mut [f64]) -> usize {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("enums_and_closures", "tests/cases/ok/changed_behind_shared.rs", 113));
    let __hp5_value = {
    let next = || count.fetch_add(1, SeqCst); let __hp5_hold_2819 = __hp5.hold();
    for i in 0..a.len() {
        // hp5: tests/cases/ok/changed_behind_shared.rs:117 #[hp5::task]
        {
            let __v_next = unsafe { __hp5.array("next", hp5::rt::scalar(&raw const (next)), &[]) };
            let __w_next = hp5::rt::whole(&raw const (next));
            let __v_tick = unsafe { __hp5.array("tick", hp5::rt::scalar(&raw const (tick)), &[]) };
            let __w_tick = hp5::rt::whole(&raw const (tick));
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("enums_and_closures:117", "tests/cases/ok/changed_behind_shared.rs", 117));
            __t.access(&__v_a, hp5::rt::Mode::InOut, &[((i as isize), (i as isize) + 1)]);
            __t.access(&__v_next, hp5::rt::Mode::InOut, &[]);
            __t.access(&__v_tick, hp5::rt::Mode::InOut, &[]);
            let __s0_a = [((i as isize), (i as isize) + 1)];
            let i = hp5::rt::cap_owned!(i);
            let a = __v_a.view();
            let __body = move || {
                let mut next = unsafe { __w_next.get_mut() };
                let tick = &**unsafe { __w_tick.get() };
                let mut a = a.within(&__s0_a);
                {
                    a[i] += (next() + tick.tick()) as f64;
                }
            };
            unsafe { __t.spawn(__body) };
        }
        // hp5: tests/cases/ok/changed_behind_shared.rs:121 #[hp5::task]
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
            let __v_never = unsafe { __hp5.array("never", hp5::rt::scalar(&raw const (never)), &[]) };
            let mut __t = __hp5.task(hp5::rt::site!("enums_and_closures:121", "tests/cases/ok/changed_behind_shared.rs", 121));
            __t.access(&__v_a, hp5::rt::Mode::InOut, &[((i as isize), (i as isize) + 1)]);
            __t.access(&__v_never, hp5::rt::Mode::InOut, &[]);
            let i = hp5::rt::cap_owned!(i);
            let a = __v_a.view();
            let never = __v_never.view();
            let __body = move || {
                let mut a = a;
                let mut never = never;
                {
                    if let Some(never) = (*never) {
                        a[i] += never.tick() as f64;
                    }
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    __hp5.wait(); // hp5: put in, see the translator's warning
    next() + tick.tick() //~ HP5-W0102
    };
    __hp5.end();
    __hp5_value
}

trait Sink: Send + Sync {
    fn put(&self, x: f64) -> f64;
    fn both(&self, x: f64) -> f64 {
        self.put(x) + self.put(-x)
    }
}

impl Sink for Sum {
    fn put(&self, x: f64) -> f64 {
        self.add(x)
    }
}

struct Keeper<T> {
    sink: T,
}

impl<T: Sink> Keeper<T> {
    fn keep(&self, x: f64) -> f64 {
        self.sink.both(x)
    }
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn traits<S>(sink: &dyn Sink, own: &S, keeper: &Keeper<S>, a: &mut [f64]) -> f64
where
    S: Sink,
{
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("traits", "tests/cases/ok/changed_behind_shared.rs", 154));
    let __hp5_value = {
    for i in 0..a.len() {
        // hp5: tests/cases/ok/changed_behind_shared.rs:160 #[hp5::task]
        {
            let __v_sink = unsafe { __hp5.array("sink", hp5::rt::scalar(&raw const (sink)), &[]) };
            let __w_sink = hp5::rt::whole(&raw const (sink));
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("traits:160", "tests/cases/ok/changed_behind_shared.rs", 160));
            __t.access(&__v_a, hp5::rt::Mode::InOut, &[((i as isize), (i as isize) + 1)]);
            __t.access(&__v_sink, hp5::rt::Mode::InOut, &[]);
            __t.access(&__v_a, hp5::rt::Mode::In, &[((i as isize), (i as isize) + 1)]);
            let __s0_a = [((i as isize), (i as isize) + 1)];
            let i = hp5::rt::cap_owned!(i);
            let a = __v_a.view();
            let __body = move || {
                let sink = &**unsafe { __w_sink.get() };
                let mut a = a.within(&__s0_a);
                {
                    a[i] = sink.both(a[i]);
                }
            };
            unsafe { __t.spawn(__body) };
        }
        // hp5: tests/cases/ok/changed_behind_shared.rs:164 #[hp5::task]
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
            let __v_own = unsafe { __hp5.array("own", hp5::rt::scalar(&raw const (own)), &[]) };
            let __w_own = hp5::rt::whole(&raw const (own));
            let mut __t = __hp5.task(hp5::rt::site!("traits:164", "tests/cases/ok/changed_behind_shared.rs", 164));
            __t.access(&__v_a, hp5::rt::Mode::InOut, &[((i as isize), (i as isize) + 1)]);
            __t.access(&__v_own, hp5::rt::Mode::InOut, &[]);
            __t.access(&__v_a, hp5::rt::Mode::In, &[((i as isize), (i as isize) + 1)]);
            let __s0_a = [((i as isize), (i as isize) + 1)];
            let i = hp5::rt::cap_owned!(i);
            let a = __v_a.view();
            let __body = move || {
                let mut a = a.within(&__s0_a);
                let own = &**unsafe { __w_own.get() };
                {
                    a[i] += own.put(a[i]);
                }
            };
            unsafe { __t.spawn(__body) };
        }
        // hp5: tests/cases/ok/changed_behind_shared.rs:168 #[hp5::task]
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
            let __v_keeper = unsafe { __hp5.array("keeper", hp5::rt::scalar(&raw const (keeper)), &[]) };
            let __w_keeper = hp5::rt::whole(&raw const (keeper));
            let mut __t = __hp5.task(hp5::rt::site!("traits:168", "tests/cases/ok/changed_behind_shared.rs", 168));
            __t.access(&__v_a, hp5::rt::Mode::InOut, &[((i as isize), (i as isize) + 1)]);
            __t.access(&__v_keeper, hp5::rt::Mode::InOut, &[]);
            __t.access(&__v_a, hp5::rt::Mode::In, &[((i as isize), (i as isize) + 1)]);
            let __s0_a = [((i as isize), (i as isize) + 1)];
            let i = hp5::rt::cap_owned!(i);
            let a = __v_a.view();
            let __body = move || {
                let mut a = a.within(&__s0_a);
                let keeper = &**unsafe { __w_keeper.get() };
                {
                    a[i] += keeper.keep(a[i]);
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    __hp5.wait(); // hp5: put in, see the translator's warning
    sink.put(0.0) + own.put(0.0) + keeper.keep(0.0) //~ HP5-W0102
    };
    __hp5.end();
    __hp5_value
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn channels(a: &mut [f64], sender: &mpsc::Sender<f64>, receiver: &mpsc::Receiver<f64>) -> Vec<f64> {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("channels", "tests/cases/ok/changed_behind_shared.rs", 176));
    let __hp5_value = {
    for i in 0..a.len() {
        // hp5: tests/cases/ok/changed_behind_shared.rs:179 #[hp5::task]
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
            let __v_sender = unsafe { __hp5.array("sender", hp5::rt::scalar(&raw const (sender)), &[]) };
            let __w_sender = hp5::rt::whole(&raw const (sender));
            let mut __t = __hp5.task(hp5::rt::site!("channels:179", "tests/cases/ok/changed_behind_shared.rs", 179));
            __t.access(&__v_a, hp5::rt::Mode::InOut, &[((i as isize), (i as isize) + 1)]);
            __t.access(&__v_sender, hp5::rt::Mode::InOut, &[]);
            __t.access(&__v_a, hp5::rt::Mode::In, &[((i as isize), (i as isize) + 1)]);
            let __s0_a = [((i as isize), (i as isize) + 1)];
            let i = hp5::rt::cap_owned!(i);
            let a = __v_a.view();
            let __body = move || {
                let mut a = a.within(&__s0_a);
                let sender = &**unsafe { __w_sender.get() };
                {
                    a[i] += 1.0;
                    sender.send(a[i]).unwrap();
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    __hp5.wait(); // hp5: put in, see the translator's warning
    receiver.try_iter().collect() //~ HP5-W0102
    };
    __hp5.end();
    __hp5_value
}

struct Own(Count, OnceLock<f64>, usize);

impl Own {
    fn next(&self) -> usize {
        self.0.fetch_add(1, SeqCst)
    }
    fn first(&self, x: f64) -> f64 {
        *self.1.get_or_init(|| x)
    }
    #[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
    fn run(&self, a: &mut [f64]) -> usize {
        let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("run", "tests/cases/ok/changed_behind_shared.rs", 197));
        let __hp5_value = {
        let n = a.len();
        // hp5: tests/cases/ok/changed_behind_shared.rs:200 #[hp5::task_tile(i = 2)], ordered
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[2]) };
            let __v_self_0 = unsafe { __hp5.array("self.0", hp5::rt::scalar(&raw const (self.0)), &[]) };
            let __w_self_0 = hp5::rt::whole(&raw const (self.0));
            let __v_self_1 = unsafe { __hp5.array("self.1", hp5::rt::scalar(&raw const (self.1)), &[]) };
            let __w_self_1 = hp5::rt::whole(&raw const (self.1));
            let self_ = unsafe { hp5::rt::anew(&raw const *self) };
            let self_2 = hp5::rt::cap!(self.2);
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("run:200", "tests/cases/ok/changed_behind_shared.rs", 200), hp5::rt::Order::Ordered, hp5::rt::chunks(0..n, 2, 0));
            __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            __loop.access(&__v_self_0, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| []);
            __loop.access(&__v_self_1, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| []);
            __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            __loop.access(&__v_self_0, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| []);
            __loop.access(&__v_self_1, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| []);
            let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let n = hp5::rt::cap_owned!(n);
            let a = __v_a.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_a = __s0_a.of(&__chunks);
                let __i_part = __chunks;
                let n = hp5::rt::again(&n);
                let self_ = hp5::rt::again(&self_);
                let self_2 = hp5::rt::again(&self_2);
                let mut a = a.within(&__s0_a);
                let mut self_0 = unsafe { __w_self_0.anew() };
                let mut self_1 = unsafe { __w_self_1.anew() };
                for i in __i_part.clone() {
                    a[i] = self_.first(a[i]) + self_.next() as f64 + self_2 as f64;
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        for i in 0..n {
            __hp5.wait(); // hp5: put in, see the translator's warning
            //~ HP5-W0102
            // hp5: tests/cases/ok/changed_behind_shared.rs:205 #[hp5::task]
            {
                let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[2]) };
                let __v_self_0 = unsafe { __hp5.array("self.0", hp5::rt::scalar(&raw const (self.0)), &[]) };
                let __w_self_0 = hp5::rt::whole(&raw const (self.0));
                let __v_self_1 = unsafe { __hp5.array("self.1", hp5::rt::scalar(&raw const (self.1)), &[]) };
                let __w_self_1 = hp5::rt::whole(&raw const (self.1));
                let self_ = unsafe { hp5::rt::anew(&raw const *self) };
                let mut __t = __hp5.task(hp5::rt::site!("run:205", "tests/cases/ok/changed_behind_shared.rs", 205));
                __t.access(&__v_a, hp5::rt::Mode::InOut, &[((i as isize), (i as isize) + 1)]);
                __t.access(&__v_self_0, hp5::rt::Mode::InOut, &[]);
                __t.access(&__v_self_1, hp5::rt::Mode::InOut, &[]);
                __t.access(&__v_self_0, hp5::rt::Mode::In, &[]);
                __t.access(&__v_self_1, hp5::rt::Mode::In, &[]);
                let __s0_a = [((i as isize), (i as isize) + 1)];
                let i = hp5::rt::cap_owned!(i);
                let a = __v_a.view();
                let __body = move || {
                    let mut a = a.within(&__s0_a);
                    let mut self_0 = unsafe { __w_self_0.anew() };
                    let mut self_1 = unsafe { __w_self_1.anew() };
                    {
                        a[i] += next_of((&*self_)) as f64; //~ HP5-W0101
                    }
                };
                unsafe { __t.spawn(__body) };
            }
        }
        __hp5.wait(); // hp5: put in, see the translator's warning
        self.next() + self.2 //~ HP5-W0102
        };
        __hp5.end();
        __hp5_value
    }
}

fn next_of(own: &Own) -> usize {
    own.next()
}

struct View<'a> {
    sum: &'a Sum,
    by: f64,
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn references(sums: &[Sum], a: &mut [f64]) -> f64 {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("references", "tests/cases/ok/changed_behind_shared.rs", 223));
    let __hp5_value = {
    let first = &sums[0]; let __hp5_hold_5078 = __hp5.hold();
    let view = View { sum: first, by: 0.25 }; let __hp5_hold_5124 = __hp5.hold();
    for i in 0..a.len() {
        __hp5.wait(); // hp5: put in, see the translator's warning
        //~ HP5-W0102
        // hp5: tests/cases/ok/changed_behind_shared.rs:228 #[hp5::task]
        {
            let __v_view = unsafe { __hp5.array("view", hp5::rt::scalar(&raw const (view)), &[]) };
            let __w_view = hp5::rt::whole(&raw const (view));
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("references:228", "tests/cases/ok/changed_behind_shared.rs", 228));
            __t.access(&__v_a, hp5::rt::Mode::InOut, &[((i as isize), (i as isize) + 1)]);
            __t.access(&__v_view, hp5::rt::Mode::InOut, &[]);
            __t.access(&__v_view, hp5::rt::Mode::In, &[]);
            let __s0_a = [((i as isize), (i as isize) + 1)];
            let i = hp5::rt::cap_owned!(i);
            let a = __v_a.view();
            let __body = move || {
                let mut view = unsafe { __w_view.get_mut() };
                let mut a = a.within(&__s0_a);
                {
                    a[i] += view.sum.add(view.by);
                }
            };
            unsafe { __t.spawn(__body) };
        }
        __hp5.wait(); // hp5: put in, see the translator's warning
        //~ HP5-W0102
        // hp5: tests/cases/ok/changed_behind_shared.rs:232 #[hp5::task]
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
            let __v_sums = unsafe { __hp5.array("sums", hp5::rt::scalar(&raw const (sums)), &[]) };
            let __w_sums = hp5::rt::whole(&raw const (sums));
            let mut __t = __hp5.task(hp5::rt::site!("references:232", "tests/cases/ok/changed_behind_shared.rs", 232));
            __t.access(&__v_a, hp5::rt::Mode::InOut, &[((i as isize), (i as isize) + 1)]);
            __t.access(&__v_sums, hp5::rt::Mode::InOut, &[]);
            let i = hp5::rt::cap_owned!(i);
            let a = __v_a.view();
            let __body = move || {
                let mut a = a;
                let sums = &**unsafe { __w_sums.get() };
                {
                    for sum in sums {
                        a[i] += sum.add(0.5);
                    }
                }
            };
            unsafe { __t.spawn(__body) };
        }
        __hp5.wait(); // hp5: put in, see the translator's warning
        //~ HP5-W0102
        // hp5: tests/cases/ok/changed_behind_shared.rs:238 #[hp5::task]
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
            let __v_first = unsafe { __hp5.array("first", hp5::rt::scalar(&raw const (first)), &[]) };
            let __w_first = hp5::rt::whole(&raw const (first));
            let mut __t = __hp5.task(hp5::rt::site!("references:238", "tests/cases/ok/changed_behind_shared.rs", 238));
            __t.access(&__v_first, hp5::rt::Mode::InOut, &[]);
            __t.access(&__v_a, hp5::rt::Mode::In, &[((i as isize), (i as isize) + 1)]);
            let __s0_a = [((i as isize), (i as isize) + 1)];
            let i = hp5::rt::cap_owned!(i);
            let a = __v_a.view();
            let __body = move || {
                let a = a.within(&__s0_a);
                let first = &**unsafe { __w_first.get() };
                {
                    let Sum { last, .. } = first;
                    *last.lock().unwrap() += a[i];
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    __hp5.wait(); // hp5: put in, see the translator's warning
    sums.iter().map(|sum| sum.add(0.0)).sum() //~ HP5-W0102
    };
    __hp5.end();
    __hp5_value
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn parts((sum, k): (&Sum, usize), Sum { last, turns }: &Sum, a: &mut [f64]) -> f64 {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("parts", "tests/cases/ok/changed_behind_shared.rs", 247));
    let __hp5_value = {
    let n = a.len();
    // hp5: tests/cases/ok/changed_behind_shared.rs:250 #[hp5::task_tile(i = 2)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[2]) };
        let k = hp5::rt::cap!(k);
        let turns = hp5::rt::cap!(turns);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("parts:250", "tests/cases/ok/changed_behind_shared.rs", 250), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 2, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let n = hp5::rt::cap_owned!(n);
        let a = __v_a.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let k = hp5::rt::again(&k);
            let turns = hp5::rt::again(&turns);
            let mut a = a.within(&__s0_a);
            for i in __i_part.clone() {
                a[i] += (k + turns) as f64;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    for i in 0..n {
        // hp5: tests/cases/ok/changed_behind_shared.rs:255 #[hp5::task]
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[2]) };
            let __v_sum = unsafe { __hp5.array("sum", hp5::rt::scalar(&raw const (sum)), &[]) };
            let __w_sum = hp5::rt::whole(&raw const (sum));
            let __v_last = unsafe { __hp5.array("last", hp5::rt::scalar(&raw const (last)), &[]) };
            let __w_last = hp5::rt::whole(&raw const (last));
            let k = hp5::rt::cap!(k);
            let mut __t = __hp5.task(hp5::rt::site!("parts:255", "tests/cases/ok/changed_behind_shared.rs", 255));
            __t.access(&__v_a, hp5::rt::Mode::InOut, &[((i as isize), (i as isize) + 1)]);
            __t.access(&__v_sum, hp5::rt::Mode::InOut, &[]);
            __t.access(&__v_last, hp5::rt::Mode::InOut, &[]);
            __t.access(&__v_a, hp5::rt::Mode::In, &[((i as isize), (i as isize) + 1)]);
            let __s0_a = [((i as isize), (i as isize) + 1)];
            let i = hp5::rt::cap_owned!(i);
            let a = __v_a.view();
            let __body = move || {
                let mut a = a.within(&__s0_a);
                let mut sum = unsafe { __w_sum.get_mut() };
                let last = &**unsafe { __w_last.get() };
                {
                    a[i] += k as f64 + sum.add(0.5);
                    *last.lock().unwrap() += a[i];
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    __hp5.wait();
    sum.add(0.0) + *last.lock().unwrap()
    };
    __hp5.end();
    __hp5_value
}

fn main() {
    let (mut a, count) = (vec![0.5; 6], Count::new(2));
    println!("{} {a:?}", fields(&Sum::new(), &mut a));
    println!("{} {a:?}", methods(&Sum::new(), &mut a));
    println!("{} {a:?}", handed_on(&Sum::new(), &count, &mut a));
    let (log, map) = (Log::default(), HashMap::from([(1, Sum::new())]));
    println!("{} {a:?}", aliases(&log, Log::default(), &map, &mut a));
    println!("{:?}", log.lock().unwrap());
    let tick = Tick::Each(Count::new(1));
    println!("{} {a:?}", enums_and_closures(&tick, Some(&Tick::Never), &count, &mut a));
    let keeper = Keeper { sink: Sum::new() };
    println!("{} {a:?}", traits(&Sum::new(), &Sum::new(), &keeper, &mut a));
    let (sender, receiver) = mpsc::channel();
    println!("{:?} {a:?}", channels(&mut a, &sender, &receiver));
    println!("{} {a:?}", Own(Count::new(3), OnceLock::new(), 5).run(&mut a));
    println!("{} {a:?}", parts((&Sum::new(), 2), &Sum::new(), &mut a));
    println!("{} {a:?}", references(&[Sum::new(), Sum::new()], &mut a));
}
