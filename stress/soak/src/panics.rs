//! Panics: those of tasks that fail on purpose, and all others, which are errors.

use std::sync::{Mutex, PoisonError};

use crate::program::Task;

/// What a task that panics on purpose says; its number follows.
const PLANNED: &str = "planned panic of task ";

/// What a task says that fails on purpose.
#[must_use]
pub fn planned_text(task: &Task) -> String {
    format!("{PLANNED}{}", task.id)
}

/// The number of the task that panicked on purpose.
#[must_use]
pub fn planned(message: &str) -> Option<usize> {
    message.strip_prefix(PLANNED)?.parse().ok()
}

/// The first panic that was not planned, on whatever thread.
static UNPLANNED: Mutex<Option<String>> = Mutex::new(None);

/// Keeps planned panics from filling the screen, and notes the others.
pub fn watch_panics() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        let text = info.payload().downcast_ref::<String>();
        if text.is_none_or(|text| planned(text).is_none()) {
            let mut first = UNPLANNED.lock().unwrap_or_else(PoisonError::into_inner);
            first.get_or_insert_with(|| info.to_string().replace('\n', " "));
            drop(first);
            usual(info);
        }
    }));
}

/// Fails if something panicked that was not planned to.
///
/// # Errors
/// What panicked.
pub fn no_panics() -> Result<(), String> {
    let first = UNPLANNED.lock().unwrap_or_else(PoisonError::into_inner);
    match &*first {
        Some(panic) => Err(format!("not by plan: {panic}")),
        None => Ok(()),
    }
}
