//! Time and order, as far as two threads and a nap can tell.

use super::*;
use std::sync::mpsc::channel;

#[test]
fn ticks_pass_as_time_does() {
    const SOON: Duration = Duration::from_millis(1);
    let first = now();
    let (start, since) = (before(), now());
    std::thread::sleep(Duration::from_millis(30));
    let (until, end) = (now(), after());
    let last = now();
    let scale = Scale::now();
    let measured = scale.duration(end - start);
    assert!(measured + SOON >= until - since, "{measured:?}");
    assert!(measured <= last - first + SOON, "{measured:?}");
    let at = epoch() + Duration::from_nanos(scale.ns(start));
    assert!(
        at + SOON >= first && at <= since + SOON,
        "{at:?}, {first:?}, {since:?}"
    );
}

#[test]
fn who_hears_of_a_reading_reads_no_earlier_one() {
    let (to, from) = (channel::<u64>(), channel::<u64>());
    let (there, back) = (to.0, from.1);
    let other = std::thread::spawn(move || {
        for heard in to.1 {
            assert!(before() >= heard, "{heard}");
            if from.0.send(after()).is_err() {
                return;
            }
        }
    });
    for _ in 0..2_000 {
        there.send(after()).expect("the other thread listens");
        let heard = back.recv().expect("the other thread answers");
        assert!(before() >= heard, "{heard}");
    }
    drop(there);
    other.join().expect("nothing was out of order there");
}

#[test]
fn nanoseconds_stay_as_they_are() {
    let scale = Scale {
        first: 0,
        rate: 1 << RATE_BITS,
    };
    assert_eq!(scale.ns(u64::MAX), u64::MAX);
    let scale = Scale {
        first: 1_000,
        rate: 1 << (RATE_BITS - 1),
    };
    assert_eq!([999, 1_000, 3_000].map(|at| scale.ns(at)), [0, 0, 1_000]);
}
