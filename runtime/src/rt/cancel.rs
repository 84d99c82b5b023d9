//! Ending a region early: by a handle, or by a deadline.
//!
//! Both do what a failing task does: they note an error and mark the region's scope, so that
//! bodies that have not begun, in the region and in everything inside it, are dropped instead
//! of run (`sched/README.md`, "Failure"). Bodies that run are left alone; long ones can ask
//! [`is_cancelled`].

use std::panic::Location;
use std::time::Duration;

use crate::base::error::{FailureKind, RegionError};
use crate::rt::{Region, Site};
use crate::sched::reach::{Place, Reach, failure_at};
use crate::sched::worker;
use crate::sync::Arc;

fn place_of(at: &'static Location<'static>) -> Place {
    (at.file(), at.line())
}

/// Cancels a region, from any thread; see [`Region::cancel_handle`]. It may outlive the region
/// and does nothing then.
#[derive(Clone)]
pub struct CancelHandle {
    reach: Arc<Reach>,
}

impl CancelHandle {
    /// Cancels the region: tasks that run are finished, the others are not run, and the region
    /// ends with an error that names the place of this call. `true` when that is so; `false`
    /// when the region is over, or had failed or been cancelled before.
    #[track_caller]
    pub fn cancel(&self) -> bool {
        self.cancel_because("its handle was told to")
    }

    /// As [`cancel`](Self::cancel), with the reason that the error gives.
    #[track_caller]
    pub fn cancel_because(&self, reason: impl Into<String>) -> bool {
        self.cancel_from(reason.into(), place_of(Location::caller()))
    }

    /// As [`cancel_because`](Self::cancel_because), with the place that the error names.
    pub fn cancel_at(&self, site: &'static Site, reason: impl Into<String>) -> bool {
        self.cancel_from(reason.into(), (site.file, site.line))
    }

    fn cancel_from(&self, reason: String, at: Place) -> bool {
        let failure = failure_at(FailureKind::Cancelled, reason, at);
        self.reach.end_region(failure)
    }

    /// True once the region was cancelled by one of its handles or by its deadline.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.reach.is_cancelled()
    }
}

impl std::fmt::Debug for CancelHandle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CancelHandle")
            .field("is_cancelled", &self.is_cancelled())
            .finish()
    }
}

impl Region {
    /// A handle to cancel the region with: from another thread, from a body, from a signal's
    /// thread. It reaches the region, its composite tasks, and regions that are opened in its
    /// bodies.
    #[must_use]
    pub fn cancel_handle(&self) -> CancelHandle {
        CancelHandle {
            reach: Reach::of(self.shared, self.scope()),
        }
    }

    /// From now on the region has this much time; after that it ends as if it were cancelled,
    /// with an error of kind [`FailureKind::Deadline`]. A new deadline replaces the one before.
    /// Bodies that run are not interrupted: the region ends when they have returned (and when
    /// the handles of pending tasks are gone).
    ///
    /// One thread per process watches all deadlines and sleeps until the next one: a waiting
    /// thread cannot, since it runs bodies itself, and tasks carry no clock.
    #[track_caller]
    pub fn deadline(&self, limit: Duration) {
        self.deadline_from(limit, place_of(Location::caller()));
    }

    /// As [`deadline`](Self::deadline), with the place that the error names.
    pub fn deadline_at(&self, limit: Duration, site: &'static Site) {
        self.deadline_from(limit, (site.file, site.line));
    }

    fn deadline_from(&self, limit: Duration, at: Place) {
        Reach::set_deadline(&Reach::of(self.shared, self.scope()), limit, at);
    }

    /// True when tasks of this region are not run any more: it failed, was cancelled or ran out
    /// of time, or a region around it did.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.shared.is_cancelled(self.scope())
    }

    /// The error of a region whose tasks were not run because of a region around it. (Not of one
    /// that was cancelled itself, since the caller looked for its failure: the next wait tells it.)
    pub(crate) fn lost_around(&self) -> Option<RegionError> {
        let outer = self.scope().outer();
        let is_lost = outer.is_some_and(|outer| self.shared.is_cancelled(outer));
        is_lost.then(|| {
            let message = "the region around it failed or was cancelled".to_owned();
            let at = (self.site().file, self.site().line);
            self.report(failure_at(FailureKind::Around, message, at))
        })
    }
}

/// True when the calling task's region was cancelled, failed or ran out of time: what the body
/// computes will not be used, and it may as well return. `false` outside of tasks.
#[must_use]
pub fn is_cancelled() -> bool {
    worker::with_current(|worker| {
        worker.is_some_and(|worker| {
            let scope = worker.running_scope();
            scope.is_some_and(|scope| worker.shared.is_cancelled(scope))
        })
    })
}

/// Unwinds with a region's error. What a region around this one caused was reported there and
/// is not printed a second time.
#[track_caller]
pub(crate) fn raise(error: &RegionError) -> ! {
    if error.kind == FailureKind::Around {
        std::panic::resume_unwind(Box::new(error.to_string()));
    }
    panic!("{error}");
}
