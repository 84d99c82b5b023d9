//! How far a thread registers ahead of those that run its tasks: where it looks, and helps.

use crate::rt::region::Region;
use crate::rt::serial_mode::Undeferred;
use crate::sync::now;

/// Tasks from one look to the next one.
pub(crate) const BEAT: u64 = 64;

impl Region {
    #[inline]
    pub(crate) fn throttle(&self) {
        let registered = self.registered.get();
        if registered.is_multiple_of(BEAT) || self.shared.heedful {
            self.beat(registered);
        }
    }

    /// Tasks until [`throttle`](Self::throttle) does something.
    #[inline]
    pub(crate) fn until_beat(&self) -> u64 {
        match self.shared.heedful {
            true => 1,
            false => BEAT - self.registered.get() % BEAT,
        }
    }

    /// Now and then: shows that this thread registers, and helps if it is too far ahead.
    pub(crate) fn beat(&self, registered: u64) {
        self.worker().beat();
        if let Some(seeded) = &self.worker().seeded {
            self.worker().run_some(seeded, self.scope);
        }
        let in_flight = self.scope.in_flight(registered);
        let completed = registered - in_flight;
        self.alone.resumes(registered, completed);
        if !matches!(self.at_once.get(), Undeferred::Alone) {
            self.alone.stores(registered, completed);
            self.consider_at_once(registered);
        }
        match self.at_once.get() {
            Undeferred::No => self.throttle.look(completed),
            // Its own tasks say nothing of what others do.
            _ => self.throttle.look_away(),
        }
        if in_flight > self.throttle.size() && !self.sees_others_at_long_tasks(completed, in_flight)
        {
            self.help_ahead(registered, in_flight);
        }
    }

    /// The throttle is set wider for it, and so many tasks are not too many any more.
    fn sees_others_at_long_tasks(&self, completed: u64, in_flight: u64) -> bool {
        // What is drawn under `HP5_SEED` does not depend on times.
        let by_time = self.worker().seeded.is_none();
        by_time && self.throttle.opens(completed) && in_flight <= self.throttle.size()
    }

    fn help_ahead(&self, registered: u64, in_flight: u64) {
        let (since, ran) = (now(), self.worker().ran.get());
        let count = registered - self.throttle.size() / 2;
        match self.throttle.is_widest() {
            true => self.wait_for(count),
            // What everything waits for may be something that this thread does later.
            false => self.worker().help_towards(self.scope, count),
        }
        let left = self.scope.in_flight(registered);
        self.throttle.adapt(since, in_flight - left);
        self.throttle.look_away();
        let ran = self.worker().ran.get() - ran;
        self.consider_running_alone(now() - since, ran, in_flight - left);
    }
}
