//! Looking for work at others.
//!
//! A thief goes through the spaces around it, near before far, and tries a few PPUs of each,
//! beginning anywhere. So a look costs as much as the machine is deep, not as it is wide. What
//! it finds at a PPU is tried in the order in which it would be missed there the least: what
//! is urgent, then the oldest task of the deque, then mail. From beyond the last shared cache
//! it takes several tasks at once, up to half of a deque: the way is worth that.
//!
//! Before it sleeps a PPU looks at every queue of the pool once (`sched/eventcount.rs` needs that);
//! what it sees there it goes to directly.

use std::cell::Cell;
use std::time::{Duration, Instant};

use crate::graph::pointer::TaskPtr;
use crate::graph::scope::{MAX_DISTANCE, bump};
use crate::sched::pool::{Ppu, Shared};
use crate::sched::worker::Worker;
use crate::sync::{Steal, Stealer, now, take_one};

/// So many PPUs of each space are tried.
const TRIES: usize = 4;

/// Tasks beside the first that a thief takes where it is to take several.
const SOME: usize = 15;

/// Tasks in a deque of which it may take so many.
const ENOUGH: usize = if cfg!(hp5_shuttle) { 2 } else { 32 };

/// How often a PPU steals. Where tasks are so short that fetching them costs more than
/// running them, a thief slows its victim down more than it helps; so it comes back later and
/// later, and at once when tasks get longer.
#[derive(Default)]
pub(crate) struct Pace {
    /// When it stole last, and how many bodies it had run then.
    stole: Cell<Option<(Instant, u64)>>,
    wait: Cell<Duration>,
    /// When it told of completed tasks after a theft.
    told: Cell<Option<Instant>>,
}

impl Pace {
    /// Bodies below this are short.
    pub(crate) const SHORT: Duration = Duration::from_nanos(300);
    const FIRST: Duration = Duration::from_micros(2);
    const LONGEST: Duration = Duration::from_micros(64);
    /// A thief keeps what it completed to itself for so long.
    const SILENT: Duration = Duration::from_micros(50);

    /// True when it is not yet time to steal again.
    fn holds(&self, ran: u64) -> bool {
        let Some((at, before)) = self.stole.get() else {
            return false;
        };
        if ran > before {
            let short = now() - at < Pace::SHORT * (ran - before).min(1 << 20) as u32;
            let longer = (self.wait.get() * 2).clamp(Pace::FIRST, Pace::LONGEST);
            self.wait.set(if short { longer } else { Duration::ZERO });
            self.stole.set(short.then(|| (now(), ran)));
            return short;
        }
        now() - at < self.wait.get()
    }

    /// Notes a theft, after which it is to wait if it is `paced`. True when those who wait for
    /// completed tasks should hear of them now and then.
    fn stole(&self, ran: u64, paced: bool) -> bool {
        let at = now();
        self.stole.set(paced.then_some((at, ran)));
        let silent = self.told.get().is_none_or(|told| at - told > Pace::SILENT);
        if silent {
            self.told.set(Some(at));
        }
        silent
    }
}

/// Where a PPU saw work when it looked everywhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Seen {
    /// In queues of this PPU, or of the thread that works in its place.
    At(usize),
    /// In the deque of a guest worker.
    OnSeat(usize),
}

impl Worker {
    /// Looks at others, near before far.
    pub(crate) fn find_elsewhere(&self) -> Option<TaskPtr> {
        let paced = self.pace.holds(self.ran.get());
        if let Some(task) = self.go_to_seen(paced) {
            return Some(task);
        }
        if let Some(task) = self.steal_nearest(paced) {
            return Some(task);
        }
        self.candidates().find_map(|(ppu, distance, far)| {
            let task = self.steal_from(ppu, distance, far, paced)?;
            self.victim.set(Some(ppu));
            Some(task)
        })
    }

    /// The PPUs to look at, near before far: each with its distance, and whether it is far. Last
    /// comes, if it was not among them, where something was found the last time.
    #[inline]
    fn candidates(&self) -> impl Iterator<Item = (usize, usize, bool)> {
        let place = &self.shared.place;
        let again = self.victim.get().into_iter().filter_map(|ppu| {
            let mut rings = place.rings(self.ppu()).filter(|ring| ring.len() > TRIES);
            let ring = rings.find(|ring| ring.holds(ppu))?;
            Some((ppu, ring.distance, ring.far))
        });
        let rings = place.rings(self.ppu());
        let some = rings.flat_map(|ring| {
            let start = self.next_random() as usize % ring.len();
            let tries = 0..ring.len().min(TRIES);
            tries.map(move |n| {
                let ppu = ring.get((start + n) % ring.len());
                (ppu, ring.distance, ring.far)
            })
        });
        some.chain(again)
    }

    /// The deques that are nearer than any other PPU: of this PPU and of the thread that works
    /// in its place, as far as they are others', and of those that work in place of none.
    fn steal_nearest(&self, paced: bool) -> Option<TaskPtr> {
        if paced {
            return None;
        }
        let guests = &self.shared.guests;
        // Of a thread that works in place of none, this is a PPU like any other.
        let in_its_place = guests.stealer_in_place_of(self.me());
        let its_own = (!self.is_ppu()).then(|| &self.me().stealer);
        let here = in_its_place.into_iter().chain(its_own);
        let unplaced = guests
            .stealers_without_ppu()
            .filter(|(lane, _)| *lane != self.lane);
        here.chain(unplaced.map(|(_, stealer)| stealer))
            .filter(|stealer| !stealer.is_empty())
            .find_map(|stealer| self.steal_deque(stealer, 1, false))
    }

    /// Goes where this PPU saw work last.
    fn go_to_seen(&self, paced: bool) -> Option<TaskPtr> {
        let shared = self.shared;
        match self.seen.take()? {
            Seen::At(ppu) if ppu != self.ppu() => {
                let distance = shared.place.distance(self.ppu(), ppu);
                self.steal_from(ppu, distance, false, paced)
            }
            Seen::OnSeat(lane) if lane != self.lane && !paced => {
                self.steal_deque(shared.guests.stealer(lane)?, 1, false)
            }
            _ => None,
        }
    }

    /// Tries the queues of one PPU.
    fn steal_from(&self, ppu: usize, distance: usize, far: bool, paced: bool) -> Option<TaskPtr> {
        let victim: &Ppu = &self.shared.ppus[ppu];
        let one = |task: Option<TaskPtr>| Some(self.stolen(task?, distance, 1));
        let first = victim.urgent.take();
        if let Some(task) = one(first.or_else(|| self.take_long(ppu))) {
            return Some(task);
        }
        if !paced {
            let guest = self.shared.guests.stealer_in_place_of(victim);
            let mut deques = guest.into_iter().chain([&victim.stealer]);
            if let Some(task) = deques.find_map(|deque| self.steal_deque(deque, distance, far)) {
                return Some(task);
            }
        }
        if paced {
            return None;
        }
        let mail = take_one(&victim.mailbox).or_else(|| victim.hand.take());
        one(self.keep_or_leave(mail?))
    }

    /// Takes the oldest task of a deque; from far several, and where there are plenty that are
    /// worth it; all but that one go into the own deque.
    fn steal_deque(
        &self,
        victim: &Stealer<TaskPtr>,
        distance: usize,
        far: bool,
    ) -> Option<TaskPtr> {
        let batch = far && self.is_ppu();
        let before = if batch { self.deque.len() } else { 0 };
        loop {
            let stolen = match batch {
                true => victim.steal_batch_and_pop(&self.deque),
                false => victim.steal(),
            };
            match stolen {
                Steal::Success(task) => {
                    let more = match (batch, task.scope().is_generous()) {
                        (true, _) => self.deque.len().saturating_sub(before),
                        (false, true) => self.steal_some(victim),
                        (false, false) => 0,
                    };
                    let task = self.keep_or_leave(task)?;
                    return Some(self.stolen(task, distance, 1 + more as u64));
                }
                Steal::Empty => return None,
                Steal::Retry => {}
            }
        }
    }

    /// Takes some tasks of a deque that holds plenty into the own one. Returns how many.
    fn steal_some(&self, victim: &Stealer<TaskPtr>) -> usize {
        if !self.is_ppu() || victim.len() < ENOUGH {
            return 0;
        }
        let tasks = (0..SOME).map_while(|_| match victim.steal() {
            Steal::Success(task) => Some(task),
            Steal::Empty | Steal::Retry => None,
        });
        tasks.map(|task| self.deque.push(task)).count()
    }

    fn stolen(&self, task: TaskPtr, distance: usize, tasks: u64) -> TaskPtr {
        let paced = !task.scope().is_generous();
        if self.pace.stole(self.ran.get(), paced) {
            self.settle_books();
        }
        self.chain.restart();
        task.scope().begin_to_count(self.ppu());
        let counts = &task.scope().counts[self.ppu()];
        bump(&counts.steals[distance.min(MAX_DISTANCE - 1)], tasks);
        task
    }

    // ---- only looking ----

    /// True when a queue nearby, that this PPU may take from now, holds a task. Looks at a few
    /// PPUs of each space, as [`Worker::find_elsewhere`] does.
    pub(crate) fn sees_work(&self) -> bool {
        let shared = self.shared;
        if shared.bulk_queues.are_open() {
            return true;
        }
        let paced = self.pace.holds(self.ran.get());
        let holds = |ppu: &usize| {
            !shared.ppus[*ppu].urgent.is_empty()
                || !shared.long_queue_of(*ppu).is_empty()
                || (!paced && (shared.has_mail(*ppu) || shared.has_deque(*ppu)))
        };
        if shared.has_mail(self.ppu()) || holds(&self.ppu()) {
            return true;
        }
        if let Some(ppu) = self.candidates().map(|(ppu, ..)| ppu).find(holds) {
            self.seen.set(Some(Seen::At(ppu)));
            return true;
        }
        !paced
            && shared
                .guests
                .stealers_without_ppu()
                .any(|(_, stealer)| !stealer.is_empty())
    }

    /// True when any queue but the overflow holds a task; looks at all of them.
    pub(crate) fn sees_work_anywhere(&self) -> bool {
        let seen = self.shared.find_work();
        if seen.is_some() {
            self.seen.set(seen);
        }
        seen.is_some() || self.shared.bulk_queues.are_open()
    }
}

impl Shared {
    /// True when something waits for a certain PPU, or for those of its space.
    fn has_mail(&self, ppu: usize) -> bool {
        if !self.long_queue_of(ppu).is_empty() {
            return true;
        }
        let ppu = &self.ppus[ppu];
        ppu.hand.sees_mail(&ppu.mailbox) || !ppu.urgent.is_empty()
    }

    /// True when there is a task in the deque of a PPU, or of the thread in its place.
    fn has_deque(&self, ppu: usize) -> bool {
        let ppu = &self.ppus[ppu];
        let guest = self.guests.stealer_in_place_of(ppu);
        !ppu.stealer.is_empty() || guest.is_some_and(|guest| !guest.is_empty())
    }

    /// Where there is a task, feeds and overflow apart.
    fn find_work(&self) -> Option<Seen> {
        let waits = |&ppu: &usize| self.has_mail(ppu) || !self.ppus[ppu].stealer.is_empty();
        let ppu = (0..self.ppus.len()).find(waits).map(Seen::At);
        ppu.or_else(|| {
            let mut guests = self.guests.stealers();
            let guest = guests.find(|(_, stealer)| !stealer.is_empty())?;
            Some(Seen::OnSeat(guest.0))
        })
    }

    /// True when any queue holds a task.
    pub(crate) fn has_work(&self) -> bool {
        self.find_work().is_some() || self.bulk_queues.are_open() || !self.overflow.is_empty()
    }
}

#[cfg(all(test, not(any(hp5_loom, hp5_shuttle))))]
mod tests;
