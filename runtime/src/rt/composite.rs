//! Bodies of composite tasks: a closure that registers tasks, called with the region inside its task.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::graph::body::{Calling, Inside, Kind};
use crate::rt::region::Region;
use crate::sched::complete::end_composite;
use crate::sched::worker::Begun;

/// `FnOnce(&Region)`.
pub(crate) struct Nested;

impl<F: FnOnce(&Region)> Calling<F> for Nested {
    const KIND: Kind = Kind::Nested;
    unsafe fn call(place: *mut F, inside: Inside<'_>, _: bool) {
        // SAFETY: by the contract the closure is live, and used up by this.
        let mut body = Some(unsafe { place.read() });
        // SAFETY: workers give this to bodies of this kind.
        if let Some(begun) = unsafe { inside.get::<Begun>() } {
            build(begun, &mut |region| {
                if let Some(body) = body.take() {
                    body(region)
                }
            });
        }
    }
}

/// Runs a composite's body, which registers tasks, and leaves its graph to the workers; it has ended where all of it is
/// completed by then.
fn build(begun: &mut Begun<'_>, body: &mut dyn FnMut(&Region)) {
    let (worker, task) = (begun.worker, begun.task);
    let region = Region::inside(worker, task);
    let built = catch_unwind(AssertUnwindSafe(|| body(&region)));
    worker.free_space(task);
    let scope = region.scope();
    if let Err(payload) = built {
        // The composite is a task of the scope around: that one's tables know its tiles.
        worker.failed(task, task.scope(), payload);
    }
    (begun.start).inspect(|&start| worker.note_slice_now(task, start));
    // What this worker completed meanwhile counts before the end is looked for.
    begun.ended = region.leave_to_workers();
    if begun.ended {
        end_composite(&worker.shared, scope);
        worker
            .free_lists
            .borrow_mut()
            .give_scope(&worker.shared, scope);
    }
}
