//! Recording loops and regions, to run them again without registering.

use std::ffi::c_void;
use std::mem::ManuallyDrop;

use runtime::ReplayError;
use runtime::rt::{self, Recording as Known, Turn};

use crate::region::{Region, region_of};
use crate::site::{self, Site};
use crate::start::User;
use crate::status::{Failure, HP5_NO_REPLAY, Status, object, status, there};

/// A loop of laps that is recorded inside a region.
pub struct Tape {
    /// It borrows the region, which cannot be ended while it is busy.
    tape: ManuallyDrop<rt::Tape<'static>>,
    region: *mut Region,
}

impl Drop for Tape {
    fn drop(&mut self) {
        // SAFETY: not used again; the region is open still (`busy`).
        unsafe { ManuallyDrop::drop(&mut self.tape) };
        // SAFETY: as above.
        unsafe { (*self.region).busy.set(false) };
    }
}

/// A region that runs again and again, and is recorded.
pub struct Recording {
    recording: Box<Known>,
    /// The runtime stays until the recording is gone (it is dropped last).
    _user: User,
}

/// Registers one lap: into `region`, which is the tape's.
pub type Lap = Option<unsafe extern "C" fn(region: *mut Region, context: *mut c_void)>;

/// Begins to record a loop inside a region. Everything that was registered before is waited for.
/// The tape belongs to the caller, until `hp5_tape_end`, which comes before the region's end.
///
/// Returns NULL on failure: the region has an open tape already.
///
/// # Safety
/// `region` is NULL or an open region, on its thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hp5_tape_begin(region: *mut Region) -> *mut Tape {
    object(|| {
        // SAFETY: the caller's promise.
        let open = unsafe { region_of(region)? };
        if open.busy.replace(true) {
            return Err(Failure::misuse(
                "hp5_tape_begin: the region has an open tape",
            ));
        }
        let tape = open.rt().record();
        // SAFETY: the region stays where it is, behind the caller's handle, and is not ended
        // before the tape (`hp5_region_end` refuses while it is busy).
        let tape = unsafe { std::mem::transmute::<rt::Tape<'_>, rt::Tape<'static>>(tape) };
        Ok(Tape {
            tape: ManuallyDrop::new(tape),
            region,
        })
    })
}

/// Runs one lap of the loop: `lap` registers its tasks. The first laps are recorded, until there are
/// tasks enough for PPUs to be kept busy. In later ones, tasks that are the same as in the recording
/// take their dependences from there; one that differs makes the rest of the lap be registered.
///
/// # Safety
/// `tape` is NULL or an open tape, on its region's thread; `lap` does not unwind or jump out.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hp5_lap(tape: *mut Tape, lap: Lap, context: *mut c_void) -> Status {
    status(|| {
        // SAFETY: the caller's promise.
        let (open, lap) = unsafe { (tape.as_mut(), crate::task::some(lap)?) };
        let open = open.ok_or_else(|| Failure::misuse("the tape is NULL"))?;
        let region = open.region;
        // SAFETY: as above; the region is the tape's.
        let lap = || unsafe { lap(region, context) };
        open.tape.lap(|_| crate::race::outside(lap));
        Ok(())
    })
}

/// Runs the last lap `times` more times, without registering it.
///
/// Returns `HP5_NO_REPLAY` when nothing is recorded, or a task of the lap can run only once
/// (composite and pending ones).
///
/// # Safety
/// `tape` is NULL or an open tape, on its region's thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hp5_replay(tape: *mut Tape, times: u32) -> Status {
    status(|| {
        // SAFETY: the caller's promise.
        let open = unsafe { tape.as_mut() };
        let open = open.ok_or_else(|| Failure::misuse("the tape is NULL"))?;
        open.tape.replay(times).map_err(|error| no_replay(&error))
    })
}

fn no_replay(error: &ReplayError) -> Failure {
    let message = match error {
        ReplayError::Empty => {
            "nothing is recorded: register a lap that has tasks by hp5_lap first (the recording is \
             dropped when a lap differs from it)"
                .to_owned()
        }
        ReplayError::RunsOnce { task, file, line } => format!(
            "{file}:{line}: task `{task}` runs once only, as composite and pending tasks do: register \
             each lap by hp5_lap"
        ),
        other => other.to_string(),
    };
    Failure::new(HP5_NO_REPLAY, message)
}

/// Waits for the tape's tasks and ends it.
///
/// # Safety
/// `tape` is NULL or an open tape, on its region's thread, and not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hp5_tape_end(tape: *mut Tape) -> Status {
    status(|| {
        // SAFETY: the caller's promise.
        unsafe { region_of(there(tape, "the tape")?.region)? };
        // SAFETY: it came from a box.
        drop(unsafe { Box::from_raw(tape) });
        Ok(())
    })
}

/// A recording of a region that a program begins and ends again and again with the same tasks: each
/// turn is `hp5_recording_begin`, registration, `hp5_region_end`. It belongs to the caller and stays
/// on its thread, until `hp5_recording_free`.
///
/// Returns NULL on failure.
///
/// # Safety
/// `site` is NULL or made by `HP5_SITE`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hp5_recording_new(site: *mut Site) -> *mut Recording {
    object(|| {
        // SAFETY: the caller's promise.
        let site = unsafe { site::known(site)? };
        let (recording, user) = User::with(|| Box::new(Known::new(site)))?;
        Ok(Recording {
            recording,
            _user: user,
        })
    })
}

/// Begins the next turn's region.
///
/// Returns NULL on failure.
///
/// # Safety
/// `recording` is NULL or one that was not freed, on its thread; the region of its turn before was
/// ended.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hp5_recording_begin(recording: *mut Recording) -> *mut Region {
    object(|| {
        // SAFETY: the caller's promise.
        let open = unsafe { recording.as_mut() };
        let open = open.ok_or_else(|| Failure::misuse("the recording is NULL"))?;
        let (turn, _user) = User::with(|| open.recording.begin())?;
        // SAFETY: the recording is behind the caller's handle, which is freed after the turn's end.
        let turn = unsafe { std::mem::transmute::<Turn<'_>, Turn<'static>>(turn) };
        Ok(Region::of_turn(turn))
    })
}

/// Frees a recording; NULL is none.
///
/// # Safety
/// `recording` is NULL or one that is not used again, on its thread; its regions were ended.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hp5_recording_free(recording: *mut Recording) -> Status {
    status(|| {
        if !recording.is_null() {
            // SAFETY: the caller's promise; it came from a box.
            drop(unsafe { Box::from_raw(recording) });
        }
        Ok(())
    })
}
