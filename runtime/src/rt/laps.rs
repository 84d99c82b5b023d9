//! Loops whose turns register tasks of one shape, as emitted code has them:
//! `for t in region.laps(site, 1, 0..n) { .. }`.
//!
//! The front end proves that the turns of a loop register the same tasks, or that every
//! second turn does where two arrays change places. Whether a tape pays is known here:
//!
//! 1. The first turn is registered plainly and its tasks are counted. A loop inside that
//!    went onto a tape, a lap without tasks or with too many, and too few turns that are
//!    left all mean that the loop stays plain: a tape has to wait for what was registered
//!    before it, and for its own tasks at its end.
//! 2. [`Region::rounds`] is for loops that the front end knows to do nothing but register
//!    bodies that can run again: one period of the loop is recorded, and the turns that are
//!    left are replayed without being registered. Their number is a multiple of the period,
//!    so that arrays that change places are where they would be.
//! 3. [`Region::laps`] is for loops whose bodies differ from turn to turn, by the number of the
//!    turn say: they have to be handed in, so a lap saves the search for predecessors alone.
//!    That never pays: where tasks are short, registering them takes a quarter to three
//!    quarters of the time, and where they are long nothing can be told apart (`stress/figures.md`,
//!    "a lap held against the recording"). So these loops stay plain, unless everything is to
//!    be recorded: then each turn is held against the recording (`rt/replay.rs`), and should
//!    the proof be wrong, the loop runs as it is.
//!
//! `HP5_REPLAY=0` keeps every loop plain; `HP5_REPLAY=always` puts every loop on a tape that
//! can be, however few turns it has: `hp5 verify` tries both.

use crate::base::config::Replay;
use crate::rt::region::Region;
use crate::rt::replay::Tape;

/// A tape must be gone round so often.
const ROUNDS: usize = 4;

/// Rounds of a tape that are begun at once.
const MOST_ROUNDS: u32 = 1 << 30;

/// A tape that is gone round without being registered has at most so many times the tasks that
/// may be in flight.
const LONGEST: u64 = 64;

/// The turns of a loop; see the module's text.
pub struct Laps<'r, I> {
    region: &'r Region,
    turns: I,
    /// After so many turns the tasks are the same again.
    period: usize,
    /// Turns may be replayed without being registered.
    replays: bool,
    state: State,
    tape: Option<Tape<'r>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// Before the first turn.
    New,
    /// In a plain turn whose tasks are counted: tasks and laps of the region before it.
    Counting { tasks: u64, laps: u64 },
    /// In the last plain turn before the tape.
    Aligning,
    /// In a plain turn, as all that follow are.
    Plain,
    /// In a lap.
    Lap,
    /// No turn is left.
    Done,
}

impl Region {
    /// The turns of a loop whose bodies differ from turn to turn, but not their tiles. They are
    /// registered, or, where every loop is to be recorded (`HP5_REPLAY=always`), held against a
    /// recording.
    pub fn laps<T: IntoIterator>(&self, period: usize, turns: T) -> Laps<'_, T::IntoIter> {
        Laps::new(self, period, turns.into_iter(), false)
    }

    /// As [`laps`](Self::laps), for a loop whose body does nothing but register the same
    /// bodies with [`spawn_repeat`](crate::rt::Task::spawn_repeat), but that after every turn
    /// two arrays may change places (`period` 2): turns may be left out, and their tasks run
    /// from the recording.
    pub fn rounds<T: IntoIterator>(&self, period: usize, turns: T) -> Laps<'_, T::IntoIter> {
        Laps::new(self, period, turns.into_iter(), true)
    }
}

impl<'r, I: Iterator> Laps<'r, I> {
    fn new(region: &'r Region, period: usize, turns: I, replays: bool) -> Self {
        Laps {
            region,
            turns,
            period: period.max(1),
            replays,
            state: State::New,
            tape: None,
        }
    }

    /// Turns that are left, as far as the iterator knows.
    fn left(&self) -> usize {
        self.turns.size_hint().0
    }

    fn turn_ends(&mut self) {
        match self.state {
            State::New | State::Plain | State::Done => {}
            State::Counting { tasks, laps } => {
                let tasks = self.region.registered() - tasks;
                let taped_inside = self.region.laps_so_far() != laps;
                self.state = if taped_inside || !self.pays(tasks) {
                    State::Plain
                } else if self.replays && !self.left().is_multiple_of(self.period) {
                    State::Aligning
                } else {
                    self.open_tape()
                };
            }
            State::Aligning => self.state = self.open_tape(),
            State::Lap => {
                self.region.close_lap();
                if self.replays {
                    self.replay_what_is_left();
                }
            }
        }
    }

    fn turn_begins(&mut self) {
        match self.state {
            State::New => {
                let off = match self.region.shared.replay {
                    Replay::Never => true,
                    Replay::Pays => !self.replays,
                    Replay::Always => false,
                };
                let inside = self.region.is_taped();
                self.state = if off || inside || self.left() == 0 {
                    State::Plain
                } else {
                    State::Counting {
                        tasks: self.region.registered(),
                        laps: self.region.laps_so_far(),
                    }
                };
            }
            State::Lap => self.region.open_lap(),
            _ => {}
        }
    }

    /// Whether laps with so many tasks should go onto a tape.
    fn pays(&self, tasks: u64) -> bool {
        let always = self.region.shared.replay == Replay::Always;
        let rounds = if always { 1 } else { ROUNDS };
        let most = LONGEST.saturating_mul(self.region.shared.max_in_flight);
        let all = tasks.saturating_mul(self.period as u64);
        self.left() / self.period > rounds && (1..=most).contains(&all)
    }

    fn open_tape(&mut self) -> State {
        self.tape = Some(self.region.record());
        let laps = match self.replays {
            true => usize::MAX,
            false => self.period,
        };
        self.region.close_tape_after(laps);
        State::Lap
    }

    /// Once a period is recorded: runs it and all that is left.
    fn replay_what_is_left(&mut self) {
        match self.region.laps_recorded() {
            Some(laps) if laps < self.period => return,
            Some(laps) if laps == self.period => self.replay_rounds(),
            _ => {}
        }
        // What is left now, as a rule nothing, is registered.
        self.replays = false;
        self.region.close_tape_after(self.period);
    }

    fn replay_rounds(&mut self) {
        let mut rounds = self.left() / self.period;
        while rounds > 0 {
            let some = rounds.min(MOST_ROUNDS as usize);
            if self.region.replay_rounds(some as u32).is_err() {
                return;
            }
            self.turns.nth(some * self.period - 1);
            rounds -= some;
        }
    }
}

impl<I: Iterator> Iterator for Laps<'_, I> {
    type Item = I::Item;

    #[inline]
    fn next(&mut self) -> Option<I::Item> {
        if self.state == State::Plain {
            return self.turns.next();
        }
        self.turn_ends();
        let turn = self.turns.next();
        if turn.is_some() {
            self.turn_begins();
        } else {
            self.state = State::Done;
            self.tape = None;
        }
        turn
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, self.turns.size_hint().1)
    }
}

impl<I> Drop for Laps<'_, I> {
    fn drop(&mut self) {
        // The loop was left in the middle of a lap, by a panic perhaps.
        if self.state == State::Lap {
            self.region.close_lap();
        }
    }
}
