//! What handles and deadlines reach an open region through: one shared cell per region that they know, and that
//! the region's end empties.
//!
//! Protocol *reach*. Scopes are reused, and a handle may outlive its region. So a handle does
//! not know the scope: it shares a [`Reach`] with it, which holds the scope while the region is
//! open. Who cancels holds the reach's lock meanwhile; the region's end takes the scope out
//! under the same lock, after its last task and before its error is looked at. So a cancellation
//! that was told `true` is in the region's error, and one that comes later finds nothing.
//! (Models: `stress/loom/tests/cancel.rs`, `stress/shuttle/tests/{ends,deadlines}.rs`.)

use std::time::Duration;

use crate::base::error::FailureKind;
use crate::graph::failure::{FailedTiles, Failure};
use crate::graph::scope::{Scope, ScopeRef};
use crate::sched::clock::{self, Alarm};
use crate::sched::pool::SharedRef;
use crate::sync::{Arc, AtomicBool, Mutex, Ordering, lock, now, planted};

/// What handles and deadlines reach a region through; see the module's text.
pub(crate) struct Reach {
    open: Mutex<Option<(SharedRef, ScopeRef)>>,
    alarm: Mutex<Option<Alarm>>,
    cancelled: AtomicBool,
}

impl Reach {
    /// That of the open region in `scope`.
    pub(crate) fn of(shared: SharedRef, scope: ScopeRef) -> Arc<Reach> {
        scope.attached(|| {
            Arc::new(Reach {
                open: Mutex::new(Some((shared, scope))),
                alarm: Mutex::new(None),
                cancelled: AtomicBool::new(false),
            })
        })
    }

    /// The region in `scope` ends: from here on no handle reaches it.
    pub(crate) fn cut_from(scope: &Scope) {
        if let Some(reach) = scope.detach::<Arc<Reach>>()
            && !planted("leave the reach open")
        {
            reach.cut();
        }
    }

    /// Ends the region, if it is open; `true` when nothing else had ended it before.
    pub(crate) fn end_region(&self, failure: Failure) -> bool {
        let open = lock(&self.open);
        let Some((shared, scope)) = *open else {
            return false;
        };
        let open = (!planted("ring without the lock")).then_some(open);
        self.cancelled.store(true, Ordering::SeqCst);
        let is_first = shared.fail(scope, failure);
        drop(open);
        is_first
    }

    /// The deadline that was set at `at` has passed.
    pub(crate) fn time_is_up(&self, limit: Duration, at: Place) {
        let message = format!("the deadline of {limit:?} passed");
        self.end_region(failure_at(FailureKind::Deadline, message, at));
    }

    /// True once it was ended through here.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::SeqCst)
    }

    /// The region has this much time from now on, whatever it had before.
    pub(crate) fn set_deadline(reach: &Arc<Reach>, limit: Duration, at: Place) {
        let mut alarm = lock(&reach.alarm);
        if let Some(before) = alarm.take() {
            clock::clear(before);
        }
        // A time that the clock cannot tell never comes.
        *alarm = now().checked_add(limit).map(|when| {
            let reach = reach.clone();
            clock::set(when, Box::new(move || reach.time_is_up(limit, at)))
        });
    }

    fn cut(&self) {
        lock(&self.open).take();
        if let Some(alarm) = lock(&self.alarm).take() {
            clock::clear(alarm);
        }
    }
}

/// A place in the source: file and line.
pub(crate) type Place = (&'static str, u32);

/// A failure that is none of a task.
pub(crate) fn failure_at(kind: FailureKind, message: String, (file, line): Place) -> Failure {
    Failure {
        kind,
        task: String::new(),
        file,
        line,
        tiles: FailedTiles::Names(Vec::new()),
        message,
    }
}
