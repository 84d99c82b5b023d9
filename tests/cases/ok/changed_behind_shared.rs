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
    fn turns(&self) -> usize {
        self.turns
    }
}

#[hp5::region]
fn fields(sum: &Sum, a: &mut [f64]) -> f64 {
    for t in 0..sum.turns() {
        for i in 0..a.len() {
            #[hp5::task]
            {
                a[i] += t as f64;
                *sum.last.lock().unwrap() += a[i];
            }
        }
        if t > sum.turns {
            break;
        }
    }
    let last = *sum.last.lock().unwrap(); //~ HP5-W0102
    last
}

#[hp5::region]
fn methods(sum: &Sum, a: &mut [f64]) -> f64 {
    let n = a.len();
    #[hp5::task_tile(i = 2)]
    for i in 0..n {
        a[i] = sum.add(a[i]) + sum.turns() as f64; //~ HP5-W0105
    }
    #[hp5::task_tile(i = 2)]
    for i in 0..n {
        a[i] += sum.turns() as f64;
    }
    sum.add(1.0) //~ HP5-W0102
}

fn twice(sum: &Sum, count: &Count) -> f64 {
    sum.add(2.0) + count.fetch_add(1, SeqCst) as f64
}

#[hp5::region]
fn handed_on(sum: &Sum, count: &Count, a: &mut [f64]) -> f64 {
    for i in 0..a.len() {
        #[hp5::task]
        {
            a[i] += twice(sum, count);
        }
        #[hp5::task]
        {
            a[i] -= twice(&sum, &count);
        }
    }
    twice(sum, count) //~ HP5-W0102
}

#[hp5::region]
fn aliases(log: &Log, more: Log, map: &HashMap<u8, Sum>, a: &mut [f64]) -> usize {
    let same = log.clone();
    for i in 0..a.len() {
        #[hp5::task] //~ HP5-W0102
        log.lock().unwrap().push(i);
        #[hp5::task] //~ HP5-W0102
        {
            let same = Arc::clone(&same);
            same.lock().unwrap().push(i + 1);
        }
        #[hp5::task]
        {
            more.lock().unwrap().push(i);
            a[i] += map[&1].add(1.0) + map.get(&1).unwrap().add(0.5);
        }
    }
    log.lock().unwrap().len() + more.lock().unwrap().len() //~ HP5-W0102
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

#[hp5::region]
fn enums_and_closures(tick: &Tick, never: Option<&Tick>, count: &Count, a: &mut [f64]) -> usize {
    let next = || count.fetch_add(1, SeqCst);
    for i in 0..a.len() {
        #[hp5::task]
        {
            a[i] += (next() + tick.tick()) as f64;
        }
        #[hp5::task]
        {
            if let Some(never) = never {
                a[i] += never.tick() as f64;
            }
        }
    }
    next() + tick.tick() //~ HP5-W0102
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

#[hp5::region]
fn traits<S>(sink: &dyn Sink, own: &S, keeper: &Keeper<S>, a: &mut [f64]) -> f64
where
    S: Sink,
{
    for i in 0..a.len() {
        #[hp5::task]
        {
            a[i] = sink.both(a[i]);
        }
        #[hp5::task]
        {
            a[i] += own.put(a[i]);
        }
        #[hp5::task]
        {
            a[i] += keeper.keep(a[i]);
        }
    }
    sink.put(0.0) + own.put(0.0) + keeper.keep(0.0) //~ HP5-W0102
}

#[hp5::region]
fn channels(a: &mut [f64], sender: &mpsc::Sender<f64>, receiver: &mpsc::Receiver<f64>) -> Vec<f64> {
    for i in 0..a.len() {
        #[hp5::task]
        {
            a[i] += 1.0;
            sender.send(a[i]).unwrap();
        }
    }
    receiver.try_iter().collect() //~ HP5-W0102
}

struct Own(Count, OnceLock<f64>, usize);

impl Own {
    fn next(&self) -> usize {
        self.0.fetch_add(1, SeqCst)
    }
    fn first(&self, x: f64) -> f64 {
        *self.1.get_or_init(|| x)
    }
    #[hp5::region]
    fn run(&self, a: &mut [f64]) -> usize {
        let n = a.len();
        #[hp5::task_tile(i = 2)]
        for i in 0..n {
            a[i] = self.first(a[i]) + self.next() as f64 + self.2 as f64;
        }
        for i in 0..n {
            #[hp5::task] //~ HP5-W0102
            {
                a[i] += next_of(self) as f64; //~ HP5-W0101
            }
        }
        self.next() + self.2 //~ HP5-W0102
    }
}

fn next_of(own: &Own) -> usize {
    own.next()
}

struct View<'a> {
    sum: &'a Sum,
    by: f64,
}

#[hp5::region]
fn references(sums: &[Sum], a: &mut [f64]) -> f64 {
    let first = &sums[0];
    let view = View { sum: first, by: 0.25 };
    for i in 0..a.len() {
        #[hp5::task] //~ HP5-W0102
        {
            a[i] += view.sum.add(view.by);
        }
        #[hp5::task] //~ HP5-W0102
        {
            for sum in sums {
                a[i] += sum.add(0.5);
            }
        }
        #[hp5::task] //~ HP5-W0102
        {
            let Sum { last, .. } = first;
            *last.lock().unwrap() += a[i];
        }
    }
    sums.iter().map(|sum| sum.add(0.0)).sum() //~ HP5-W0102
}

#[hp5::region]
fn parts((sum, k): (&Sum, usize), Sum { last, turns }: &Sum, a: &mut [f64]) -> f64 {
    let n = a.len();
    #[hp5::task_tile(i = 2)]
    for i in 0..n {
        a[i] += (k + turns) as f64;
    }
    for i in 0..n {
        #[hp5::task]
        {
            a[i] += k as f64 + sum.add(0.5);
            *last.lock().unwrap() += a[i];
        }
    }
    #[hp5::task_wait]
    sum.add(0.0) + *last.lock().unwrap()
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
