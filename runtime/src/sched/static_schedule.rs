//! Static schedules: tasks that run again and again, as a few lists (*strands*), each of which one thread goes through.
//!
//! A task that was made ready by others costs its PPU a count taken back for each of them, and each
//! of these counts may lie with another PPU. Where tasks are as short as that takes, and the same ones
//! run lap after lap, they are dealt out to *strands* beforehand (`rt/replay/static_schedule.rs`): a strand is a
//! list of *steps*, in an order in which all tasks of the lap can run. Within a strand nothing is
//! counted. A step may *need* that another strand has come so far; how far each has come is one word,
//! which its thread alone writes. So what passes between two PPUs is a line per step, in the one
//! direction.
//!
//! Protocol *strands*. There is a *runner* for each strand, which is a task (`rt/replay/static_run.rs`).
//!
//! - Who *holds* a strand runs its steps in their order, and stores after each how many are done
//!   (release); who needs them loads that (acquire). So a step comes after all that it needs, and
//!   memory is ordered as by an edge.
//! - A runner does so many laps in one *stint*, ends, and is run again for the next one: between them
//!   its PPU may turn to urgent tasks. A strand is *through* a stint when its steps of all laps so far
//!   are done.
//! - A runner is *present* while it runs, and holds its own strand whenever it may. Strands whose
//!   runners are not present are taken by others, and given back before their next step when these
//!   begin. So a PPU that is busy elsewhere keeps nobody waiting.
//! - A runner ends its stint when its own strand is through it, and each other one is, or is held, or
//!   has its runner present. Who gives a strand back that is not through looks at all of them again
//!   before it ends; so there is always somebody who will.
//! - *No deadlock.* Steps need what comes before them in one order of all laps' steps. Of those of a
//!   stint that are not done, the first one in that order has what it needs, and is the next one of its
//!   strand.
//! - *Cancelled.* Steps that are left out count as done. Who finds that a step has what it needs looks
//!   after that whether the steps are cancelled, and so sees what the one saw who left some out.
//!
//! (Models: `stress/loom/tests/strands.rs`, `stress/shuttle/tests/laps.rs`.)

use std::time::Duration;

use smallvec::SmallVec;

use crate::sync::{
    AtomicBool, AtomicU64, CachePadded, Ordering, planted, scaled, spin_loop, thread,
};

/// Looks at a strand that is needed, before others are tried: some microseconds.
const LOOKS: usize = scaled(256, 1);

/// Rounds without a step before the system may run other threads, and before the thread sleeps.
const ROUNDS: u32 = scaled(4, 0) as u32;
const ROUNDS_AWAKE: u32 = scaled(256, 1) as u32;

/// How long it sleeps.
const NAP: Duration = Duration::from_micros(50);

/// What a step needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Need {
    /// A strand.
    pub(crate) strand: u32,
    /// So many of its steps, counted from where the lap begins: less than 1 are of laps before.
    pub(crate) steps: i32,
}

/// The strands of a lap, and how far they have come.
pub(crate) struct Strands {
    /// Where the steps of each strand begin; one more is the end.
    starts: Vec<u32>,
    /// Where the needs of each step begin; one more is the end.
    needs_from: Vec<u32>,
    needs: Vec<Need>,
    /// Laps to be run, and those of a stint.
    laps: AtomicU64,
    stint: AtomicU64,
    done: Vec<CachePadded<AtomicU64>>,
    free_lists: Vec<CachePadded<Hand>>,
}

/// Who sees to a strand.
#[derive(Default)]
struct Hand {
    /// Somebody holds it.
    held: AtomicBool,
    /// Its runner is there.
    present: AtomicBool,
    /// Stints that its runner has begun.
    stints: AtomicU64,
}

/// What a runner does.
pub(crate) trait Walk {
    /// Runs a step.
    fn run(&mut self, step: usize);
    /// No step is to be run any more.
    fn is_cancelled(&self) -> bool;
    /// The steps of a strand after so many are left out.
    fn leave_out(&mut self, strand: usize, done: u64);
}

impl Strands {
    /// Strands of steps: what each step needs.
    pub(crate) fn new(strands: &[Vec<Vec<Need>>]) -> Strands {
        let (mut starts, mut needs_from, mut needs) = (vec![0], vec![0], Vec::new());
        for step in strands.iter().flatten() {
            needs.extend_from_slice(step);
            needs_from.push(needs.len() as u32);
        }
        for strand in strands {
            starts.push(starts[starts.len() - 1] + strand.len() as u32);
        }
        Strands {
            starts,
            needs_from,
            needs,
            laps: AtomicU64::new(0),
            stint: AtomicU64::new(0),
            done: strands.iter().map(|_| CachePadded::default()).collect(),
            free_lists: strands.iter().map(|_| CachePadded::default()).collect(),
        }
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.done.len()
    }

    /// Steps of a strand in a lap.
    pub(crate) fn steps_of(&self, strand: usize) -> std::ops::Range<usize> {
        self.starts[strand] as usize..self.starts[strand + 1] as usize
    }

    /// So many laps are to be run, so many of them in a stint. No runner is under way.
    pub(crate) fn begin(&self, laps: u64, stint: u64) {
        self.laps.store(laps, Ordering::Relaxed);
        self.stint.store(stint, Ordering::Relaxed);
        for (done, hand) in self.done.iter().zip(&self.free_lists) {
            done.store(0, Ordering::Relaxed);
            hand.held.store(false, Ordering::Relaxed);
            hand.present.store(false, Ordering::Relaxed);
            hand.stints.store(0, Ordering::Relaxed);
        }
    }

    /// Laps that are to be run.
    pub(crate) fn laps(&self) -> u64 {
        self.laps.load(Ordering::Relaxed)
    }

    /// Steps of a strand in so many laps.
    fn steps_in(&self, laps: u64, strand: usize) -> u64 {
        laps * self.steps_of(strand).len() as u64
    }

    /// Stints that a strand's runner has begun.
    pub(crate) fn stints(&self, strand: usize) -> u64 {
        self.free_lists[strand].stints.load(Ordering::Relaxed)
    }

    /// A stint of the runner of strand `me`.
    pub(crate) fn drive(&self, me: usize, walk: &mut impl Walk) {
        let stint = self.stints(me) + 1;
        let Hand {
            present, stints, ..
        } = &*self.free_lists[me];
        stints.store(stint, Ordering::Relaxed);
        present.store(true, Ordering::Relaxed);
        let laps = self.laps().min(stint * self.stint.load(Ordering::Relaxed));
        self.drive_to(laps, me, walk);
        if !planted("present between stints") {
            present.store(false, Ordering::Relaxed);
        }
    }

    /// Until the end of so many laps.
    fn drive_to(&self, laps: u64, me: usize, walk: &mut impl Walk) {
        let mut seen = Seen::from_elem(0, self.len());
        let mut rounds = 0;
        loop {
            let (mut ends, mut moved) = (true, false);
            for n in 0..self.len() {
                let strand = (me + n) % self.len();
                let end = self.steps_in(laps, strand);
                let is_through = || self.done[strand].load(Ordering::Acquire) >= end;
                if is_through() {
                    continue;
                }
                if self.take(strand, me) {
                    moved |= self.advance((strand, me), end, walk, &mut seen);
                    self.free_lists[strand].held.store(false, Ordering::Release);
                    ends &= is_through();
                } else {
                    ends &= strand != me;
                }
            }
            if ends {
                return;
            }
            rounds = if moved { 0 } else { rounds + 1 };
            pause(rounds);
        }
    }

    /// Takes a strand, if nobody else is to go through it.
    fn take(&self, strand: usize, me: usize) -> bool {
        let Hand { held, present, .. } = &*self.free_lists[strand];
        let is_others = strand != me && present.load(Ordering::Relaxed);
        if is_others || held.load(Ordering::Relaxed) {
            return false;
        }
        let taken = held.compare_exchange(false, true, Ordering::Acquire, Ordering::Relaxed);
        taken.is_ok() || planted("two hold a strand")
    }

    /// Nobody sees to the strand: who needs it does.
    fn is_nobodys(&self, strand: usize) -> bool {
        let Hand { held, present, .. } = &*self.free_lists[strand];
        !present.load(Ordering::Relaxed) && !held.load(Ordering::Relaxed)
    }

    /// Runs steps of a strand that the caller holds, until so many are done, as far as may be; whether
    /// it ran any.
    fn advance(
        &self,
        (strand, me): (usize, usize),
        end: u64,
        walk: &mut impl Walk,
        seen: &mut Seen,
    ) -> bool {
        let steps = self.steps_of(strand);
        let len = steps.len() as u64;
        let done = &self.done[strand];
        let begun = done.load(Ordering::Relaxed);
        let mut now = begun;
        let (mut lap, mut step) = (now / len, steps.start + (now % len) as usize);
        let is_wanted = || strand != me && self.free_lists[strand].present.load(Ordering::Relaxed);
        let looks = if strand == me { LOOKS } else { 1 };
        while now < end && !is_wanted() {
            let early = planted("look before what is needed") && !walk.is_cancelled();
            let ready = self.waits_for(step, (lap, looks), seen, || walk.is_cancelled());
            if !early && walk.is_cancelled() {
                walk.leave_out(strand, now);
                done.store(self.steps_in(self.laps(), strand), Ordering::Release);
                return true;
            }
            if !ready {
                break;
            }
            walk.run(step);
            now += 1;
            step += 1;
            if step == steps.end {
                (step, lap) = (steps.start, lap + 1);
            }
            done.store(now, Ordering::Release);
        }
        now > begun
    }

    /// Waits until a step has what it needs, for so many looks; whether it has.
    #[inline]
    fn waits_for(
        &self,
        step: usize,
        (lap, looks): (u64, usize),
        seen: &mut Seen,
        is_cancelled: impl Fn() -> bool,
    ) -> bool {
        let [from, to] = [step, step + 1].map(|n| self.needs_from[n] as usize);
        self.needs[from..to].iter().all(|need| {
            let strand = need.strand as usize;
            let steps = self.steps_of(strand).len() as u64;
            let least = (lap * steps).saturating_add_signed(need.steps.into());
            if planted("a step needs nothing") {
                return true;
            }
            for look in 0..looks {
                if seen[strand] >= least {
                    return true;
                }
                if look > 0 {
                    if is_cancelled() || self.is_nobodys(strand) {
                        return false;
                    }
                    spin_loop();
                }
                seen[strand] = self.done[strand].load(Ordering::Acquire);
            }
            seen[strand] >= least
        })
    }
}

/// How far other strands were when a runner looked last.
type Seen = SmallVec<[u64; 8]>;

/// A runner found nothing to do in so many rounds.
fn pause(rounds: u32) {
    match rounds {
        0 => {}
        _ if rounds <= ROUNDS => spin_loop(),
        _ if rounds <= ROUNDS_AWAKE => thread::yield_now(),
        _ => thread::sleep(NAP),
    }
}
