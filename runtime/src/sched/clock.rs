//! Deadlines: one thread per process that sleeps until the next one.
//!
//! The thread starts with the first alarm and ends when there has been none for a second, so
//! a program without deadlines has no thread more, and one with a deadline per region does
//! not start a thread per region. An alarm rings without the clock's lock held: it may take
//! locks of its own, and one that is cleared meanwhile may ring still. (Models:
//! `stress/shuttle/tests/deadlines.rs`.)

use std::collections::BTreeMap;
use std::sync::PoisonError;
use std::time::{Duration, Instant};

use crate::sync::{Condvar, Mutex, lock, now, planted, process_wide, thread};

/// How long the thread stays without an alarm.
const LINGER: Duration = Duration::from_secs(1);

/// An alarm that was set.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Alarm {
    when: Instant,
    number: u64,
}

type Ring = Box<dyn FnOnce() + Send>;

#[derive(Default)]
struct Alarms {
    /// By time; numbers tell those of the same time apart.
    pending: BTreeMap<(Instant, u64), Ring>,
    next: u64,
    /// There is a thread.
    watched: bool,
}

#[derive(Default)]
struct Clock {
    alarms: Mutex<Alarms>,
    changed: Condvar,
}

process_wide!(clock: Clock);

/// Calls `ring` at `when`, on the clock's thread.
pub(crate) fn set(when: Instant, ring: Ring) -> Alarm {
    let clock = clock();
    let mut alarms = lock(&clock.alarms);
    let number = alarms.next;
    alarms.next += 1;
    alarms.pending.insert((when, number), ring);
    if !alarms.watched {
        let thread = thread::Builder::new().name("hp5-clock".to_owned());
        let started = thread.spawn(watch);
        alarms.watched = started.is_ok();
        if let Err(error) = started {
            alarms.pending.remove(&(when, number));
            drop(alarms);
            panic!("hp5: could not start the thread that watches deadlines: {error}");
        }
    }
    drop(alarms);
    clock.changed.notify_one();
    Alarm { when, number }
}

/// Takes an alarm back; it may be ringing.
pub(crate) fn clear(alarm: Alarm) {
    let ring = lock(&clock().alarms)
        .pending
        .remove(&(alarm.when, alarm.number));
    // What it holds is dropped without the lock.
    drop(ring);
}

fn watch() {
    let clock = clock();
    let mut alarms = lock(&clock.alarms);
    loop {
        let now = now();
        match alarms.pending.first_key_value().map(|(key, _)| key.0) {
            Some(when) if when <= now => {
                let ring = alarms.pending.pop_first().map(|(_, ring)| ring);
                drop(alarms);
                ring.into_iter().for_each(|ring| ring());
                alarms = lock(&clock.alarms);
            }
            next => {
                let wait = next.map_or(LINGER, |when| when - now);
                let waited = clock.changed.wait_timeout(alarms, wait);
                let idle = {
                    let (guard, timeout) = waited.unwrap_or_else(PoisonError::into_inner);
                    alarms = guard;
                    timeout.timed_out()
                };
                if next.is_none() && idle && alarms.pending.is_empty() {
                    if planted("end unsaid") {
                        drop(alarms);
                        alarms = lock(&clock.alarms);
                    }
                    // Under the lock: who sets an alarm from here on starts another thread.
                    alarms.watched = false;
                    return;
                }
            }
        }
    }
}

#[cfg(all(test, not(any(hp5_loom, hp5_shuttle))))]
mod tests {
    use super::*;
    use crate::sync::{Arc, AtomicU32, Ordering};

    #[test]
    fn alarms_ring_in_order_and_cleared_ones_do_not() {
        let rung = Arc::new(Mutex::new(Vec::new()));
        let now = Instant::now();
        let mut alarms: Vec<Option<Alarm>> = [30_u64, 10, 20, 15]
            .iter()
            .map(|&ms| {
                let rung = rung.clone();
                let ring = Box::new(move || lock(&rung).push(ms));
                Some(set(now + Duration::from_millis(ms), ring))
            })
            .collect();
        alarms[3].take().into_iter().for_each(clear);
        while lock(&rung).len() < 3 {
            assert!(
                now.elapsed() < Duration::from_secs(20),
                "alarms did not ring"
            );
            std::thread::yield_now();
        }
        assert_eq!(*lock(&rung), [10, 20, 30]);
    }

    #[test]
    fn an_earlier_alarm_overtakes() {
        let count = Arc::new(AtomicU32::new(0));
        let start = Instant::now();
        let late = set(start + Duration::from_secs(3600), Box::new(|| {}));
        let counter = count.clone();
        let ring = move || {
            counter.fetch_add(1, Ordering::SeqCst);
        };
        let _soon = set(start + Duration::from_millis(5), Box::new(ring));
        while count.load(Ordering::SeqCst) == 0 {
            assert!(
                start.elapsed() < Duration::from_secs(20),
                "the alarm did not ring"
            );
            std::thread::yield_now();
        }
        clear(late);
    }
}
