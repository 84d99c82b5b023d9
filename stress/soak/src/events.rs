//! Threads outside the runtime that complete pending tasks, as the completion of a request
//! does.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;

/// Threads, so that completions can overtake one another.
const THREADS: usize = 2;

struct Event {
    after: Duration,
    then: Box<dyn FnOnce() + Send>,
}

static QUEUE: OnceLock<Sender<Event>> = OnceLock::new();
static EVENTS: OnceLock<Mutex<Receiver<Event>>> = OnceLock::new();

/// Starts the threads.
///
/// # Errors
/// The system refuses them.
pub fn start() -> std::io::Result<()> {
    let (queue, events) = channel();
    let events = EVENTS.get_or_init(|| Mutex::new(events));
    QUEUE.get_or_init(|| queue);
    for _ in 0..THREADS {
        let name = std::thread::Builder::new().name("soak-events".into());
        name.spawn(move || {
            let next = || {
                let events = events.lock().unwrap_or_else(PoisonError::into_inner);
                events.recv()
            };
            while let Ok(event) = next() {
                if !event.after.is_zero() {
                    std::thread::sleep(event.after);
                }
                // A panic was noted by the hook; the threads go on for the graphs to come.
                let _ = catch_unwind(AssertUnwindSafe(event.then));
            }
        })?;
    }
    Ok(())
}

/// Runs `then` on one of the threads, some time later.
pub fn after(after: Duration, then: impl FnOnce() + Send + 'static) {
    let event = Event {
        after,
        then: Box::new(then),
    };
    let queue = QUEUE.get().expect("the threads are started first of all");
    // The threads never end, so the other side is there.
    let sent = queue.send(event);
    assert!(sent.is_ok(), "the threads for events are gone");
}
