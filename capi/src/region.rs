//! Regions: what C calls one, however it came to be.

use std::cell::{Cell, RefCell};
use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use runtime::RegionStats;
use runtime::rt::{self, Turn};

use crate::array::Arrays;
use crate::checked::{Checks, Looks};
use crate::race::{self, Place, Used};
use crate::rows::AllRows;
use crate::site::{self, Site};
use crate::start::User;
use crate::stats::{self, Stats};
use crate::status::{Failure, Status, all, object, status, there};
use crate::watch::Watch;

/// An open region: tasks are registered into it and run when those are completed that they depend
/// on. It belongs to the thread that began it, until `hp5_region_end`.
// `hp5.h` reads what comes first (`hp5_look`); to cbindgen, which does not look into this, it is opaque.
#[cfg_attr(all(), repr(C))]
pub struct Region {
    /// What its pending tasks use.
    watch: Watch,
    thread: u64,
    held: Held,
    arrays: RefCell<Arrays>,
    rows: RefCell<AllRows>,
    /// It is inside a call that runs the caller's code (`hp5_lap`), which must not end it.
    pub(crate) busy: Cell<bool>,
    /// What the composite task around uses, where races are looked for.
    around: Option<Used>,
    /// What stands for it there.
    place: Option<Place>,
    /// What its checked tasks are held against.
    looks: Looks,
    /// Bytes of locals that were kept since the last wait for room.
    locals: Cell<usize>,
    /// The runtime stays until the region is gone.
    user: Option<User>,
}

const _: () = assert!(std::mem::offset_of!(Region, watch) == 0);

/// Bytes of locals that a region keeps before it waits for tasks to be done with them.
const MOST_LOCALS: usize = 64 << 20;

/// The handle of a local that outlives its block: in front of the local lies the address of this.
struct Local {
    kept: rt::Kept<Box<[MaybeUninit<Line>]>>,
    region: *const Region,
}

/// A cache line.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Line([u8; 64]);

enum Held {
    /// The caller's.
    Own(Box<rt::Region>),
    /// A turn of a recording, which outlives it (`tape.rs`).
    Turn(Turn<'static>),
    /// That of a composite task, whose body the caller is.
    Inside(*const rt::Region),
}

impl Region {
    /// A turn of a recording.
    pub(crate) fn of_turn(turn: Turn<'static>) -> Region {
        Region::new(Held::Turn(turn), None, Looks::default(), None)
    }

    /// The region inside a composite task; it is used while the body runs.
    pub(crate) fn inside(
        region: &rt::Region,
        around: Option<Used>,
        checks: Option<Arc<Checks>>,
    ) -> Region {
        let held = Held::Inside(std::ptr::from_ref(region));
        Region::new(held, around, Looks::inside(checks), None)
    }

    fn new(held: Held, around: Option<Used>, looks: Looks, user: Option<User>) -> Region {
        Region {
            thread: this_thread(),
            held,
            arrays: RefCell::default(),
            rows: RefCell::default(),
            busy: Cell::new(false),
            around,
            place: race::place(),
            looks,
            watch: Watch::default(),
            locals: Cell::new(0),
            user,
        }
    }

    /// The runtime's region.
    pub(crate) fn rt(&self) -> &rt::Region {
        match &self.held {
            Held::Own(region) => region,
            Held::Turn(turn) => turn,
            // SAFETY: this handle lives while the composite task's body runs, as does its region.
            Held::Inside(region) => unsafe { &**region },
        }
    }

    /// What the composite task around uses, where races are looked for.
    pub(crate) fn around(&self) -> Option<&Used> {
        self.around.as_ref()
    }

    /// What stands for it where races are looked for.
    pub(crate) fn place(&self) -> Option<&Place> {
        self.place.as_ref()
    }

    /// What its checked tasks are held against.
    pub(crate) fn looks(&self) -> &Looks {
        &self.looks
    }

    /// What its pending tasks use.
    pub(crate) fn watch(&self) -> &Watch {
        &self.watch
    }

    /// All tasks that were registered so far are done.
    pub(crate) fn waited(&self) {
        race::waited(self.place());
        self.watch.waited();
        if let Some(seen) = self.looks.seen() {
            seen.clear();
        }
    }

    /// Room for so many bytes of locals: waits, by which those go that nobody has, when much is kept.
    fn room_for_locals(&self, size: usize) -> Result<(), Failure> {
        let kept = self.locals.get().saturating_add(size);
        self.locals.set(kept);
        if kept > MOST_LOCALS && kept > size {
            self.rt().try_wait()?;
            self.waited();
            self.locals.set(size);
        }
        Ok(())
    }

    /// Its arrays.
    pub(crate) fn arrays(&self) -> &RefCell<Arrays> {
        &self.arrays
    }

    /// Rows elsewhere.
    pub(crate) fn rows(&self) -> &RefCell<AllRows> {
        &self.rows
    }

    fn end(self) -> Result<RegionStats, Failure> {
        let Region { held, user, .. } = self;
        let ended = match held {
            Held::Own(region) => region.try_end(),
            Held::Turn(turn) => turn.try_end(),
            Held::Inside(_) => Ok(RegionStats::default()),
        };
        drop(user);
        Ok(ended?)
    }
}

/// Number of the calling thread. (The standard library's way to it counts a reference, which took
/// as long as all else that is looked at before a task is registered.)
fn this_thread() -> u64 {
    static THREADS: AtomicU64 = AtomicU64::new(1);
    thread_local! {
        static NUMBER: Cell<u64> = const { Cell::new(0) };
    }
    NUMBER.with(|number| {
        if number.get() == 0 {
            number.set(THREADS.fetch_add(1, Ordering::Relaxed));
        }
        number.get()
    })
}

/// The region behind a handle.
///
/// # Errors
/// There is none, or it is another thread's.
///
/// # Safety
/// `region` is null or a region that is open as long as the result is used.
pub(crate) unsafe fn region_of<'a>(region: *const Region) -> Result<&'a Region, Failure> {
    // SAFETY: the caller's promise; a region's thread does not change.
    let region = unsafe { there(region, "the region")? };
    match region.thread == this_thread() {
        true => Ok(region),
        false => Err(Failure::misuse(
            "a region is used by the thread that began it alone (a composite task's region: by its body)",
        )),
    }
}

/// Begins a region. Inside a task's body its tasks are that task's, which waits for them at the
/// region's end. Starts the runtime if need be.
///
/// Returns NULL on failure: see `hp5_error_message`.
///
/// # Safety
/// `site` is NULL or points to a site made by `HP5_SITE`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hp5_region_begin(site: *mut Site) -> *mut Region {
    object(|| {
        // SAFETY: the caller's promise.
        let (site, made_up) = unsafe { site::known_or_named(site)? };
        let (region, user) = User::with(|| {
            Box::new(match &made_up {
                None => rt::Region::begin(site),
                Some(name) => rt::Region::begin_named(name, site.file, site.line),
            })
        })?;
        Ok(Region::new(
            Held::Own(region),
            None,
            Looks::default(),
            Some(user),
        ))
    })
}

/// As `hp5_region_begin`, but ends the program with the message where it would return NULL.
///
/// # Safety
/// `site` is NULL or points to a site made by `HP5_SITE`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hp5_must_begin(site: *mut Site) -> *mut Region {
    // SAFETY: the caller's promise.
    let region = unsafe { hp5_region_begin(site) };
    if region.is_null() {
        crate::status::hp5_must(crate::status::HP5_MISUSE);
    }
    region
}

/// Waits for all tasks of the region and ends it; the handle is gone, whatever is returned. The
/// counts of a region that did not fail go to `stats`, unless it is NULL.
///
/// Returns `HP5_OK`, or why not all of its tasks were run: `HP5_FAILED`, `HP5_CANCELLED`,
/// `HP5_DEADLINE` or `HP5_AROUND`; the message names the task and its tiles. `HP5_MISUSE`, and
/// nothing ends, for a composite task's region, which ends by itself, and inside `hp5_lap`.
///
/// # Safety
/// `region` is NULL or an open region, on its thread; `stats` is NULL or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hp5_region_end(region: *mut Region, stats: *mut Stats) -> Status {
    status(|| {
        // SAFETY: the caller's promise.
        let open = unsafe { region_of(region)? };
        if matches!(open.held, Held::Inside(_)) {
            return Err(Failure::misuse(
                "hp5_region_end: the region of a composite task ends with the task's body",
            ));
        }
        if open.busy.get() {
            return Err(Failure::misuse(
                "hp5_region_end: the region has an open tape: end that first (hp5_tape_end)",
            ));
        }
        // SAFETY: it came from a box, and its handle is not used again.
        let region = unsafe { Box::from_raw(region) };
        let place = region.place.clone();
        let ended = region.end();
        race::waited(place.as_ref());
        // SAFETY: the caller's promise.
        unsafe { stats::tell(&ended?, stats) };
        Ok(())
    })
}

/// Waits for all tasks that were registered into the region so far (`task_wait`). Inside a task's
/// body, other tasks of the region run meanwhile, and no stranger.
///
/// Returns as `hp5_region_end`. A failure is told once; the region must still be ended.
///
/// # Safety
/// `region` is NULL or an open region, on its thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hp5_wait(region: *mut Region) -> Status {
    status(|| {
        // SAFETY: the caller's promise.
        let region = unsafe { region_of(region)? };
        let waited = region.rt().try_wait();
        region.waited();
        Ok(waited?)
    })
}

/// Gives the region so many seconds from now on; after that it ends as if it were cancelled, with
/// `HP5_DEADLINE`; the error gives the place `site`. Bodies that run are not interrupted (they can
/// ask `hp5_is_cancelled`). A new deadline replaces the one before.
///
/// # Safety
/// `region` is NULL or an open region, on its thread; `site` is NULL or made by `HP5_SITE`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hp5_deadline(
    region: *mut Region,
    site: *mut Site,
    seconds: f64,
) -> Status {
    status(|| {
        // SAFETY: the caller's promise.
        let (region, site) = unsafe { (region_of(region)?, site::known(site)?) };
        let limit = Duration::try_from_secs_f64(seconds)
            .map_err(|_| Failure::misuse(format!("hp5_deadline: {seconds} seconds")))?;
        region.rt().deadline_at(limit, site);
        Ok(())
    })
}

/// A copy of `size` bytes that stays where it is until the region's tasks are done: for locals that
/// tasks use after the function that registers them has returned. `bytes` may be NULL: then the
/// copy is all zeros. It is aligned to 64 bytes and belongs to the region.
///
/// Returns NULL on failure.
///
/// # Safety
/// `region` is NULL or an open region, on its thread; `bytes` is NULL or points to `size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hp5_keep(
    region: *mut Region,
    bytes: *const c_void,
    size: usize,
) -> *mut c_void {
    crate::status::guard(|| {
        // SAFETY: the caller's promise.
        let region = unsafe { region_of(region)? };
        let mut lines = vec![Line([0; 64]); size.div_ceil(64).max(1)];
        if !bytes.is_null() {
            // SAFETY: the caller's promise.
            let from = unsafe { all(bytes.cast::<u8>(), size, "the bytes")? };
            for (line, from) in lines.iter_mut().zip(from.chunks(64)) {
                line.0[..from.len()].copy_from_slice(from);
            }
        }
        let place = lines.as_mut_ptr().cast::<c_void>();
        let _kept = region.rt().keep(lines).until_the_end();
        Ok(place)
    })
    .unwrap_or(std::ptr::null_mut())
}

/// A local of a block in which tasks are registered that use it: `size` bytes, aligned to 64 and not
/// set to anything. They stay until the block is left (`hp5_local_end`) and the tasks registered so
/// far are done. Where blocks leave much behind, this waits for tasks. What translated programs do
/// with arrays.
///
/// Does not return on failure: ends the program with the message.
///
/// # Safety
/// `region` is NULL or an open region, on its thread; it ends after the block is left.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hp5_local(region: *mut Region, size: usize) -> *mut c_void {
    let made = crate::status::guard(|| {
        // SAFETY: the caller's promise.
        let region = unsafe { region_of(region)? };
        region.room_for_locals(size)?;
        let mut lines = Box::new_uninit_slice(size.div_ceil(64).max(1) + 1);
        let place: *mut MaybeUninit<Line> = lines.as_mut_ptr();
        let local = Box::into_raw(Box::new(Local {
            kept: region.rt().keep(lines),
            region,
        }));
        // SAFETY: the first line is there, and large enough for an address; the others are the
        // caller's.
        unsafe {
            place.cast::<*mut Local>().write(local);
            Ok(place.add(1).cast::<c_void>())
        }
    });
    match made {
        Ok(place) => place,
        Err(status) => {
            crate::status::hp5_must(status);
            std::ptr::null_mut()
        }
    }
}

/// The block is left whose local `*variable` is, a pointer that `hp5_local` made or NULL: the
/// function of `__attribute__((cleanup))`.
///
/// # Safety
/// `variable` points to such a pointer, on the thread of its region, and once for each.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hp5_local_end(variable: *mut c_void) {
    // SAFETY: the caller's promise; in front of a local lies the address of its handle, which
    // came from a box. The region is open, so it and the memory are there.
    unsafe {
        let place = *variable.cast::<*mut MaybeUninit<Line>>();
        if !place.is_null() {
            let local = Box::from_raw(place.sub(1).cast::<*mut Local>().read());
            if let Some(seen) = (*local.region).looks.seen() {
                let lines = local.kept.as_ptr_range();
                seen.forget(&(lines.start.addr()..lines.end.addr()));
            }
        }
    }
}
