//! Seats (`runtime/src/sched/guest_worker.rs`): a seat has one thread at a time, who comes too late
//! waits, and who waits is told when a seat is given back.
#![cfg(hp5_loom)]

use std::sync::Arc;

use hp5::models::{Chairs, Data, planted};
use hp5_loom::{check_within, finds};
use loom::thread;

/// Three threads and two seats.
#[test]
fn a_seat_for_everybody() {
    check_within(3, || {
        let world = Arc::new((Chairs::new(), [Data::default(), Data::default()]));
        let sit = |world: &(Chairs, [Data; 2])| {
            let (chairs, seats) = world;
            let seat = chairs.take();
            if planted("leave early") {
                chairs.give(seat);
            }
            // What is kept with a seat belongs to who sits on it.
            seats[seat].set(seats[seat].get() + 1);
            if !planted("leave early") && !planted("keep the seat") {
                chairs.give(seat);
            }
        };
        let others = [0, 1].map(|_| {
            let world = world.clone();
            thread::spawn(move || sit(&world))
        });
        sit(&world);
        others.into_iter().for_each(|other| other.join().unwrap());
        let (_, seats) = &*world;
        assert_eq!(seats[0].get() + seats[1].get(), 3, "everybody sat");
    });
}

#[test]
fn planted_bugs_are_found() {
    finds(
        "a_seat_for_everybody",
        "leave early",
        &["Causality violation"],
    );
    finds("a_seat_for_everybody", "keep the seat", &["deadlock"]);
}
