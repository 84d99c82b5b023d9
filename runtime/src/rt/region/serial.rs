//! When a region's tasks run alone on the registering thread: asked where it helps, and by what bodies take
//! (`rt/serial_mode.rs`).

use std::time::Duration;

use crate::rt::region::Region;
use crate::rt::serial_mode::{ENOUGH, PATIENCE, Undeferred};
use crate::sched::throttle::SHORT;
use crate::sched::tsc;
use crate::sync::now;

impl Region {
    /// Looks whether tasks are to run alone from here on: this thread has just helped for so long,
    /// and so many tasks were run by it, and completed by all.
    pub(crate) fn consider_running_alone(&self, helped: Duration, ran: u64, completed: u64) {
        let registered = self.registered();
        let short = match ran >= ENOUGH {
            true => helped < SHORT * ran.min(1 << 20) as u32,
            // Of several PPUs not all need have had something to do.
            false => SHORT * completed.min(1 << 20) as u32 > helped * self.ppus().min(4) as u32,
        };
        let free = matches!(self.at_once.get(), Undeferred::No)
            && self.worker().calm
            && !self.is_observed()
            && !self.is_replaying();
        if !short || !free || registered < self.alone.rest.get() {
            return;
        }
        // As much is left, about, as was done.
        let patience = now() + PATIENCE * helped;
        (self.worker()).help_towards_until(self.scope(), registered, patience);
        self.alone.begin(registered, self.ppus(), tsc::before());
        match self.scope().reached(registered) {
            true => self.at_once.set(Undeferred::Alone),
            // Something takes its time.
            false => self.alone.end(registered, tsc::after()),
        }
    }

    /// Notes what `bodies` bodies took that began then, at most [`EVERY`].
    #[inline]
    pub(crate) fn look_at(&self, begun: u64, bodies: u64) {
        let now = tsc::after();
        let took = (now.saturating_sub(begun), bodies);
        if matches!(self.at_once.get(), Undeferred::Alone)
            && !self.alone.notes(self.registered(), took, now)
        {
            self.throttle.forget_short();
            self.store_again();
        }
    }

    /// Tasks do not run alone from here on.
    pub(crate) fn store_again(&self) {
        if matches!(self.at_once.get(), Undeferred::Alone) {
            self.at_once.set(Undeferred::No);
            self.alone.end(self.registered(), tsc::after());
        }
    }
}
