//! Repeats whose turns register the same tasks: they are recorded once and replayed.
//!
//! The front end proves (`hp5_annotate::highp5::emit::repeats`) that what a turn registers
//! depends on nothing but what the walk knows of its arrays when the turn begins: which buffer
//! has the current version, and who has copies ([`Stores::state`](crate::Stores::state)). Where
//! that is what it was `n` turns ago, turns go on with a period of `n`; the first turns tell it.
//! The runtime decides whether it pays to record one period and to replay what is left
//! ([`Region::rounds`]): then the walk does not come by at all. The number of turns that are left
//! out is a multiple of the period, so that the walk goes on where it would be.

use hp5::rt::{Laps, Region};

/// Most turns after which buffers are what they were.
const LONGEST: usize = 16;

/// The turns of a repeat; see the module's text.
pub struct Turns<'r, I: Iterator, S> {
    region: &'r Region,
    state: S,
    /// The state before each turn so far.
    seen: Vec<Vec<usize>>,
    going: Going<'r, I>,
}

enum Going<'r, I: Iterator> {
    /// Nothing is known of what comes again.
    Plain(I),
    /// It is known after how many turns all comes again.
    Laps(Laps<'r, I>),
    /// Between the two.
    Over,
}

/// The turns of a repeat whose tasks depend on `state` alone, which it writes before each turn,
/// and all of whose bodies can run again ([`spawn_again`](crate::spawn_again)).
pub fn turns<T: IntoIterator, S: Fn(&mut Vec<usize>)>(
    region: &Region,
    turns: T,
    state: S,
) -> Turns<'_, T::IntoIter, S> {
    Turns {
        region,
        state,
        seen: Vec::new(),
        going: Going::Plain(turns.into_iter()),
    }
}

impl<I: Iterator, S: Fn(&mut Vec<usize>)> Turns<'_, I, S> {
    /// After how many turns the state is what it is now.
    fn period(&mut self) -> Option<usize> {
        let mut now = Vec::new();
        (self.state)(&mut now);
        let before = self.seen.iter().rev().position(|seen| *seen == now);
        self.seen.push(now);
        before.map(|turns| turns + 1)
    }
}

impl<I: Iterator, S: Fn(&mut Vec<usize>)> Iterator for Turns<'_, I, S> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        if matches!(self.going, Going::Plain(_))
            && self.seen.len() <= LONGEST
            && let Some(period) = self.period()
            && let Going::Plain(left) = std::mem::replace(&mut self.going, Going::Over)
        {
            self.seen.clear();
            self.going = Going::Laps(self.region.rounds(period, left));
        }
        match &mut self.going {
            Going::Plain(turns) => turns.next(),
            Going::Laps(turns) => turns.next(),
            Going::Over => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::sync::Mutex;

    use hp5::rt::{Mode, Site, site};

    use super::*;
    use crate::{Fault, Faults, spawn_again};

    static SITE: Site = Site::new("turns", "turns.rs", 1);

    /// Runs turns that push the number of a buffer, one of so many; what was pushed, and which
    /// turns were walked.
    fn pushed(count: usize, buffers: usize) -> (Vec<usize>, Vec<usize>) {
        let (list, current) = (Mutex::new(Vec::new()), Cell::new(0));
        let mut walked = Vec::new();
        let key = 0_u8;
        let region = Region::begin(&SITE);
        for turn in turns(&region, 0..count, |state| state.push(current.get())) {
            walked.push(turn);
            let buffer = current.get();
            let mut task = region.task(site!("push", "turns.rs", 2));
            task.access_key((&raw const key).addr(), Mode::InOut);
            let list = &list;
            let push = move || {
                list.lock().expect("no body panics").push(buffer);
                Ok(())
            };
            // SAFETY: what the body uses is there until the region has ended.
            unsafe { spawn_again(task, &Faults::default(), push) };
            current.set((buffer + 1) % buffers);
        }
        region.end();
        (list.into_inner().expect("no body panics"), walked)
    }

    #[test]
    fn turns_that_come_again_are_replayed_and_not_walked() {
        for buffers in [1, 2, 3, 5] {
            for count in [0, 1, 2, 7, 60, 61, 62, 200] {
                let (list, walked) = pushed(count, buffers);
                let want: Vec<usize> = (0..count).map(|turn| turn % buffers).collect();
                assert_eq!(list, want, "{buffers} buffers, {count} turns");
                if count == 200 {
                    assert!(walked.len() < 30, "{buffers} buffers: {walked:?}");
                }
            }
        }
    }

    #[test]
    fn turns_whose_state_is_always_new_are_walked() {
        let (list, walked) = pushed(100, 101);
        assert_eq!((list.len(), walked.len()), (100, 100));
    }

    #[test]
    fn after_a_fault_replayed_bodies_do_nothing() {
        let (faults, ran) = (Faults::default(), Mutex::new(0));
        let key = 0_u8;
        let region = Region::begin(&SITE);
        for _ in turns(&region, 0..100, |_| ()) {
            let mut task = region.task(site!("count", "turns.rs", 2));
            task.access_key((&raw const key).addr(), Mode::InOut);
            let count = || {
                let mut ran = ran.lock().expect("no body panics");
                *ran += 1;
                (*ran < 50).then_some(()).ok_or(Fault::Step)
            };
            // SAFETY: as above.
            unsafe { spawn_again(task, &faults, count) };
        }
        region.end();
        assert_eq!(faults.end(), Err(Fault::Step));
        assert_eq!(*ran.lock().expect("no body panics"), 50);
    }
}
