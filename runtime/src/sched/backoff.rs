//! A PPU without work: what it waits for, how long, and when it sleeps.
//!
//! Where tasks lately came into its hand (protocol *mailbox*, `sched/pool.rs`), as in a stencil whose PPUs
//! go side by side, it opens it before it looks at others, and waits a moment for the next one before it
//! tells of completed tasks and goes to rest: both take longer than a neighbour's short task. Then
//! it spins, with an open hand, and last it sleeps (`sched/eventcount.rs`).
//!
//! Waking a sleeper takes as long as a short task, so a PPU spins through pauses that are short: at
//! least for about that long, and for as long as twice the longest of its last pauses, to `LONG_PAUSE`.
//! Each longer pause halves what it waits, so one that has nothing to do sleeps soon.

use std::time::Duration;

use crate::graph::pointer::TaskPtr;
use crate::graph::scope::bump;
use crate::sched::worker::Worker;
use crate::sched::worker_speed;
use crate::sync::{Backoff, Ordering, now, planted, scaled, spin_loop};

/// How long a PPU spins without work before it sleeps, in looks into its own hand. It looks
/// into other queues once per `LOOK_ABROAD`: their lines belong to those who use them.
const SPINS: u32 = if cfg!(any(hp5_loom, hp5_shuttle)) {
    1
} else {
    2048
};
const LOOK_ABROAD: u32 = 8;

/// Pauses of this length, in nanoseconds, and longer ones are slept through.
pub(crate) const LONG_PAUSE: u64 = 5_000_000;
/// Looks into its own hand per look into other queues and at the clock, in the second part of a spin:
/// a PPU that has found nothing for `SPINS` looks waits for a task that takes long.
const LOOK_AROUND: u32 = 64;

/// After a task was left to a faster PPU, so long it waits before it looks again: some 10 microseconds.
const LEFT: u32 = scaled(256, 1) as u32;

/// Looks into its own hand before it tells what it has completed, where that pays: a look in vain
/// costs as much as several tasks that came into the hand have saved.
const MOMENT: u32 = scaled(32, 1) as u32;
const IN_VAIN: u32 = scaled(8, 1) as u32;

/// How often a displaced PPU looks whether its guest worker shows a pulse.
const TICK: Duration = Duration::from_millis(2);
const LONGEST_TICK: Duration = Duration::from_millis(64);

/// How long to spin in the next pause, after one of `pause` nanoseconds that was met with `patience`.
fn patience_after(patience: u64, pause: u64) -> u64 {
    match pause {
        _ if cfg!(any(hp5_loom, hp5_shuttle)) => 0,
        LONG_PAUSE.. => patience / 2,
        _ => patience.max(2 * pause).min(LONG_PAUSE),
    }
}

impl Worker {
    /// Looks at others; if tasks came into the hand lately, with an open hand, and it waits a moment for
    /// the next one: telling of completed ones and going to rest take longer.
    pub(crate) fn find_soon(&self) -> Option<TaskPtr> {
        if self.handed.get() == 0 {
            return self.find_elsewhere();
        }
        let hand = &self.me().hand;
        hand.set_open(true);
        let found = self.find_elsewhere().or_else(|| self.wait_a_moment());
        hand.set_open(false);
        found
    }

    /// A task came into the hand.
    pub(crate) fn note_handed(&self) {
        self.handed.set((self.handed.get() + 1).min(4 * IN_VAIN));
    }

    fn wait_a_moment(&self) -> Option<TaskPtr> {
        let handed = self.handed.get();
        if handed < IN_VAIN || self.shared.crowded {
            return None;
        }
        for _ in 0..MOMENT {
            if !self.me().hand.is_empty() {
                return self.take_mail();
            }
            spin_loop();
        }
        self.handed.set(handed - IN_VAIN);
        None
    }

    /// Nothing was found: a short spin, then sleep.
    pub(crate) fn rest(&self) {
        self.idle(|| {
            let shared = self.shared;
            let look = || self.sees_work() || !shared.overflow.is_empty() || self.is_called_off();
            if self.spin(look) {
                return;
            }
            let has_work = || self.sees_work_anywhere() || !shared.overflow.is_empty();
            if has_work() {
                return; // soon: see `Pace`
            }
            shared.sleep.park_unless(self.lane, || {
                (has_work() && !planted("no second look")) || self.is_called_off()
            });
        });
    }

    fn is_called_off(&self) -> bool {
        self.shared.stop.load(Ordering::SeqCst) || self.me().displaced.load(Ordering::SeqCst) != 0
    }

    /// Counts the time that `f` takes as idle time of the PPU.
    pub(crate) fn idle(&self, f: impl FnOnce()) {
        let me = self.me();
        let since = self.shared.now_ns();
        if self.waits_for_faster() {
            return bump(&me.idle_ns, self.shared.now_ns() - since);
        }
        me.idle_since.store(since + 1, Ordering::Relaxed);
        if self.running.get().is_none() {
            me.free.store(worker_speed::NOW, Ordering::Relaxed);
        }
        f();
        me.idle_since.store(0, Ordering::Relaxed);
        let now = self.shared.now_ns();
        if self.running.get().is_none() {
            me.free.store(now, Ordering::Relaxed);
        }
        let pause = now - since;
        bump(&me.idle_ns, pause);
        self.patience
            .set(patience_after(self.patience.get(), pause));
    }

    /// If it left a task to a faster PPU, it waits a moment: soon it looks again whether the task is there.
    pub(crate) fn waits_for_faster(&self) -> bool {
        let left = self.left.replace(false);
        if left {
            (0..LEFT).for_each(|_| spin_loop());
        }
        left
    }

    /// Spins until something comes into the hand, or `look` says that there is something;
    /// `false` when the time for it is over.
    pub(crate) fn spin(&self, look: impl Fn() -> bool) -> bool {
        if self.shared.crowded {
            let backoff = Backoff::new();
            while !backoff.is_completed() {
                if look() {
                    return true;
                }
                backoff.snooze();
            }
            return false;
        }
        let hand = &self.me().hand;
        hand.set_open(true);
        let mut found = false;
        for n in 0..SPINS {
            if !hand.is_empty() || (n % LOOK_ABROAD == 0 && look()) {
                found = true;
                break;
            }
            spin_loop();
        }
        let patience = self.patience.get();
        let found = found || patience > 0 && self.spin_on(patience, &look);
        hand.set_open(false);
        let found = found || look();
        if cfg!(hp5_shuttle) && found {
            // A queue may say for an instant that it holds a task when somebody has just taken
            // it: he goes on first, in schedules that prefer one thread for long.
            spin_loop();
        }
        found
    }

    /// As [`spin`](Self::spin), for so many nanoseconds.
    pub(crate) fn spin_for(&self, time: u64, look: impl Fn() -> bool) -> bool {
        if self.shared.crowded {
            return look();
        }
        let hand = &self.me().hand;
        hand.set_open(true);
        let found = self.spin_on(time, &look);
        hand.set_open(false);
        found || look()
    }

    /// Spins on for so many nanoseconds, the hand open.
    fn spin_on(&self, time: u64, look: impl Fn() -> bool) -> bool {
        let hand = &self.me().hand;
        let until = self.shared.now_ns() + time;
        loop {
            for _ in 0..LOOK_AROUND {
                if !hand.is_empty() {
                    return true;
                }
                spin_loop();
            }
            if look() {
                return true;
            }
            if self.shared.now_ns() >= until {
                return false;
            }
        }
    }

    /// Another thread works in place of this PPU: sleeps, and looks now and then whether it
    /// does.
    pub(crate) fn stand_by(&self) {
        self.leave_portion();
        self.settle_books();
        // Perhaps woken for a task: somebody else must have a look at it.
        if self.shared.has_work() && !planted("keep the wake-up") {
            self.shared.post(self.ppu());
        }
        let mut tick = TICK;
        loop {
            let mark = self.me().displaced.load(Ordering::SeqCst);
            if mark == 0 || self.shared.stop.load(Ordering::SeqCst) {
                return;
            }
            let guest = mark as usize - 1;
            let pulse = self.shared.guests.pulse(guest);
            self.shared.sleep.park_until(self.lane, now() + tick);
            if pulse.is_none() || self.shared.guests.pulse(guest) != pulse {
                tick = (tick * 2).min(LONGEST_TICK);
                continue;
            }
            // The thread on the guest worker neither registers nor runs tasks.
            tick = TICK;
            while let Some(task) = self.find() {
                self.run_chain(task);
                if self.shared.guests.pulse(guest) != pulse {
                    if !planted("sleep on a portion") {
                        self.leave_portion();
                    }
                    break;
                }
            }
            self.settle_books();
        }
    }
}

#[cfg(all(test, not(any(hp5_loom, hp5_shuttle))))]
mod tests {
    use super::{LONG_PAUSE, patience_after};

    #[test]
    fn short_pauses_are_spun_through_and_long_ones_soon_slept_through() {
        let once = patience_after(0, 100_000);
        assert_eq!(once, 200_000, "the next one may be twice as long");
        assert_eq!(
            patience_after(once, 50_000),
            once,
            "a shorter one says nothing"
        );
        assert_eq!(patience_after(once, LONG_PAUSE - 1), LONG_PAUSE);
        let mut patience = LONG_PAUSE;
        let mut spun = 0;
        while patience > 0 {
            spun += patience;
            patience = patience_after(patience, 10 * LONG_PAUSE);
        }
        assert!(
            spun <= 2 * LONG_PAUSE,
            "{spun} ns in pauses that never end soon"
        );
    }
}
