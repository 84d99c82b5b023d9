//! Tasks, registered one by one.

use std::ffi::{c_char, c_void};
use std::ops::Range;
use std::sync::Arc;

use runtime::rt;

use crate::array::{Array, Bounds, HP5_MAX_DIMS, Mode, Named, mode};
use crate::body::{Arguments, Body, WithArguments, copied, run, run_held};
use crate::checked::{self, Checks, HP5_CHECKS, Holds};
use crate::pending::{self, Pending};
use crate::race::{self, Uses};
use crate::region::{Region, region_of};
use crate::rows::Others;
use crate::site::{self, Site};
use crate::status::{Failure, Status, all, hp5_must, status, status_at, string, there};

/// Something that a task uses: tiles of an array, or an address that stands for something.
#[repr(C)]
pub struct Access {
    /// Not NULL: an address that stands for something; `array` is not looked at. In an array of the
    /// region: for what begins there, as another name for a part of it; for all of the array if the task
    /// uses it by its number too. How far it reaches says `section`.
    pub key: *const c_void,
    /// The array.
    pub array: Array,
    /// How it is used.
    pub mode: Mode,
    /// One pair of bounds per dimension of the array; NULL: all of it. The task uses the tiles that
    /// this section meets. Of a key: the bytes from it on that are used, one pair; NULL: nobody knows.
    pub section: *const Bounds,
}

/// The task has a home, which `home` says.
pub const HP5_HOME: u32 = 1;
/// The task is at home with whoever is free, whatever it uses.
pub const HP5_ROAMS: u32 = 2;

/// The task is a tile of several loops that are cut. Where it uses memory by several names, one of which
/// it writes, registering it fails: such tiles would run in another order than the program's.
pub const HP5_TILES: u32 = 8;

/// A task to be registered. `hp5_task task = {0};` is one without a name that uses nothing.
#[repr(C)]
pub struct TaskInfo {
    /// Name and place in the source; NULL is none.
    pub site: *mut Site,
    /// A name of its own; NULL: the site's.
    pub name: *const c_char,
    /// What it uses.
    pub accesses: *const Access,
    /// How many accesses.
    pub access_count: usize,
    /// What its body gets a copy of.
    pub arguments: *const c_void,
    /// Size of this in bytes.
    pub arguments_size: usize,
    /// Larger runs earlier; 0 is normal, negative runs when nothing else is ready.
    pub priority: i32,
    /// `HP5_HOME`, `HP5_ROAMS`, or 0: the task's home is that of the tile of which it uses most
    /// bytes, where those that it writes count twice. Beside one of these, `HP5_CHECKS` and `HP5_TILES`.
    pub flags: u32,
    /// With `HP5_HOME`: the PPU, from 0 on.
    pub home: usize,
}

/// A composite task's body. It registers tasks into `region`; the task is completed when they are.
pub type NestedBody = Option<unsafe extern "C" fn(region: *mut Region, arguments: *const c_void)>;

/// The body of a task that starts something and does not wait for it. The task is completed when
/// the body has returned and `pending` was given to `hp5_pending_complete` or `hp5_pending_fail`.
pub type PendingBody =
    Option<unsafe extern "C" fn(pending: *mut Pending, arguments: *const c_void)>;

/// Pointers of C in what other threads run.
#[derive(Clone, Copy)]
pub(crate) struct Shared<T>(pub(crate) T);

// SAFETY: who registers a task promises that its arguments may be used on another thread
// (`hp5_spawn`, `# Safety`).
unsafe impl<T> Send for Shared<T> {}
// SAFETY: as above, on several.
unsafe impl<T> Sync for Shared<T> {}

impl<T> Shared<T> {
    /// As a method, so that closures take all of it.
    #[inline]
    pub(crate) fn get(&self) -> &T {
        &self.0
    }
}

/// Arrays first: a key in one of these is that array.
pub(crate) fn keys_last<A>(
    accesses: &[A],
    key: fn(&A) -> *const c_void,
) -> impl Iterator<Item = &A> {
    let of_keys = |keys: bool| accesses.iter().filter(move |a| key(a).is_null() != keys);
    of_keys(false).chain(of_keys(true))
}

/// No access before this one has its key.
pub(crate) fn is_new<A>(accesses: &[A], access: &A, key: fn(&A) -> *const c_void) -> bool {
    let before = accesses.iter().take_while(|a| !std::ptr::eq(*a, access));
    key(access).is_null() || !before.into_iter().any(|a| key(a) == key(access))
}

/// The bytes that are used of what a key stands for, from the key itself on: others may name it without
/// saying how far they reach. `None` where nothing is said.
pub(crate) fn memory(key: usize, lower: isize, upper: isize) -> Option<Range<usize>> {
    let place = |at| key.checked_add_signed(at);
    let bytes = place(lower.min(0))?..place(upper.max(1))?;
    (lower < upper).then_some(bytes)
}

/// A task that has all but its body, and what is known of its accesses where these are looked at.
struct Begun<'r>(rt::Task<'r>, Uses, Option<Arc<Checks>>);

/// Declares what a task uses; true if it uses some memory by several names, one of which it writes.
///
/// # Safety
/// As for [`hp5_spawn`].
unsafe fn declare_all(
    region: &Region,
    info: &TaskInfo,
    task: &mut rt::Task<'_>,
    (uses, holds): (&mut Uses, &mut Holds),
) -> Result<bool, Failure> {
    // SAFETY: the caller's promise.
    let accesses = unsafe { all(info.accesses, info.access_count, "the accesses")? };
    let (mut others, mut meets) = (Others::default(), false);
    for access in keys_last(accesses, |access| access.key) {
        let noted = (&mut *uses, &mut *holds, &mut others);
        // SAFETY: the caller's promise.
        let known = unsafe { declare(region, task, access, noted)? };
        meets |= known && is_new(accesses, access, |access| access.key);
    }
    Ok(meets | region.declare_rows(others, task, uses)?)
}

/// Begins a task and declares what it uses.
///
/// # Safety
/// As for [`hp5_spawn`].
unsafe fn begin<'r>(region: &'r Region, info: &TaskInfo) -> Result<Begun<'r>, Failure> {
    // SAFETY: the caller's promise.
    let (site, made_up) = unsafe { site::known_or_named(info.site)? };
    let mut task = region.rt().task(site);
    let mut uses = race::uses(region);
    let mut holds = checked::holds(info.flags & HP5_CHECKS != 0);
    // SAFETY: as above.
    let meets = unsafe { declare_all(region, info, &mut task, (&mut uses, &mut holds))? };
    if meets && info.flags & HP5_TILES != 0 {
        return Err(Failure::misuse(
            "the tasks of a nest of loops use the same memory by several names, and several of the loops \
             are cut: tiles would run in another order than the program; cut the outermost loop alone",
        ));
    }
    // SAFETY: as above.
    let name = unsafe { string(info.name) }.or(made_up);
    let checks = holds.into_checks(region, name.as_deref().unwrap_or(site.name));
    if let Some(name) = name {
        task.name(name);
    }
    if info.priority != 0 {
        task.priority(info.priority);
    }
    match info.flags & !(HP5_CHECKS | HP5_TILES) {
        0 => {}
        HP5_HOME => task.home(info.home),
        HP5_ROAMS => task.roams(),
        other => {
            let message = format!(
                "hp5_task.flags is {other}: expected HP5_HOME, HP5_ROAMS or 0, with or without HP5_CHECKS and HP5_TILES"
            );
            return Err(Failure::misuse(message));
        }
    }
    Ok(Begun(task, uses, checks))
}

/// Declares one access; true if some of it was declared before by another name.
///
/// # Safety
/// As for [`hp5_spawn`].
unsafe fn declare(
    region: &Region,
    task: &mut rt::Task<'_>,
    access: &Access,
    (uses, holds, others): (&mut Uses, &mut Holds, &mut Others),
) -> Result<bool, Failure> {
    let mode = mode(access.mode)?;
    if !access.key.is_null() {
        let key = access.key.addr();
        // SAFETY: the caller's promise.
        let bytes = unsafe { access.section.as_ref() };
        let bytes = bytes.and_then(|bytes| memory(key, bytes.lower, bytes.upper));
        uses.key(key);
        holds.key(key, bytes.as_ref(), mode);
        let known = match &bytes {
            Some(bytes) => task.access_memory(bytes.clone(), mode),
            None => task.access_key(key, mode),
        };
        let bytes = bytes.unwrap_or(key..key.saturating_add(1));
        region.note_rows(key, &bytes, mode, others);
        region
            .watch()
            .key(key, &bytes, mode, &region.rows().borrow());
        return Ok(known);
    }
    let arrays = region.arrays().borrow();
    let named = arrays.get(access.array)?;
    let Named { array, name } = named;
    let shape = array.view_ref();
    let mut section = [rt::ALL; HP5_MAX_DIMS];
    let mut known = 0;
    if !access.section.is_null() {
        known = shape.dims();
        // SAFETY: the caller's promise.
        let bounds = unsafe { all(access.section, known, "a section")? };
        for (to, from) in section.iter_mut().zip(bounds) {
            *to = from.known();
        }
    }
    let meets = task.access(array, mode, &section[..known]);
    uses.tiles(shape, &section[..known]);
    holds.array(shape, name, mode, &section[..known]);
    region.note_rows(shape.base(), &shape.memory(), mode, others);
    region.watch().array(access.array, named, mode);
    Ok(meets)
}

/// A function of C with its arguments.
type Call = unsafe extern "C" fn(*const c_void);
/// The same with a handle.
type CallWith<T> = unsafe extern "C" fn(*mut T, *const c_void);

/// A task whose body is a function of C.
struct Plain<'r>(Begun<'r>, Call);

impl WithArguments for Plain<'_> {
    type Output = ();
    #[inline]
    fn call<const N: usize>(self, arguments: Arguments<N>) {
        let Plain(Begun(task, uses, checks), body) = self;
        let arguments = Shared(arguments);
        let uses = uses.into_used();
        if checks.is_some() {
            // A closure of its own: others need not carry what is held.
            let call = move || {
                // SAFETY: `hp5_spawn`'s contract.
                let call = |arguments| run_held(checks.as_ref(), || unsafe { body(arguments) });
                race::around(uses.as_ref(), || arguments.get().with(call));
            };
            // SAFETY: as above.
            return unsafe { task.spawn_repeat(call) };
        }
        let call = move || {
            // SAFETY: `hp5_spawn`'s contract.
            let body = |arguments| run(|| unsafe { body(arguments) });
            race::around(uses.as_ref(), || arguments.get().with(body));
        };
        // SAFETY: as above.
        unsafe { task.spawn_repeat(call) }
    }
}

struct Nested<'r>(Begun<'r>, CallWith<Region>);

impl WithArguments for Nested<'_> {
    type Output = ();
    fn call<const N: usize>(self, arguments: Arguments<N>) {
        let Nested(Begun(task, uses, checks), body) = self;
        let (arguments, uses) = (Shared(arguments), uses.into_used());
        let call = move |region: &rt::Region| {
            let mut region = Region::inside(region, uses.clone(), checks.clone());
            let region = &raw mut region;
            let call = |arguments| {
                // SAFETY: `hp5_spawn_nested`'s contract; the handle lives until the body returns.
                run_held(checks.as_ref(), || unsafe { body(region, arguments) })
            };
            race::around(uses.as_ref(), || arguments.get().with(call));
        };
        // SAFETY: as above.
        unsafe { task.spawn_nested(call) }
    }
}

struct Pends<'r>(Begun<'r>, CallWith<Pending>);

impl WithArguments for Pends<'_> {
    type Output = ();
    fn call<const N: usize>(self, arguments: Arguments<N>) {
        let Pends(Begun(task, uses, checks), body) = self;
        let (arguments, uses) = (Shared(arguments), uses.into_used());
        let call = move |handle: rt::Pending| {
            let handle = pending::handle(handle, uses.clone());
            // SAFETY: `hp5_spawn_pending`'s contract.
            let call = |arguments| run_held(checks.as_ref(), || unsafe { body(handle, arguments) });
            race::around(uses.as_ref(), || arguments.get().with(call));
        };
        // SAFETY: as above.
        unsafe { task.spawn_pending(call) }
    }
}

/// Registers a task: `body` runs with a copy of the arguments when every task is completed that
/// was registered before and uses one of its tiles or keys in a conflicting mode. The calling
/// thread may run it, or others, before this returns: do not hold a lock here that a body takes.
///
/// Returns `HP5_OK` or `HP5_MISUSE`, which registers nothing; a task that fails is reported by
/// `hp5_wait` and `hp5_region_end`.
///
/// # Safety
/// `region` is NULL or an open region, on its thread. The texts and lists of `task` are what they
/// say while this call lasts. `body` touches only what the accesses say, which lives until the
/// region's tasks are done; it may run on any thread, does not unwind or jump out, and leaves its
/// arguments as they are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hp5_spawn(
    region: *mut Region,
    task: *const TaskInfo,
    body: Body,
) -> Status {
    // SAFETY: the caller's promise.
    unsafe { register(region, task, body, Plain) }
}

/// Whether a task that uses this uses no memory by several names, one of which it writes. Asked of a nest of
/// loops as one task, it says whether its tiles may be tasks where several loops are cut: else these would run in
/// another order than the program's, and a note says, once for each site, that they do not. Nothing is registered.
///
/// Does not return on failure: ends the program with the message.
///
/// # Safety
/// As for `hp5_spawn`, but for the body.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hp5_is_apart(region: *mut Region, task: *const TaskInfo) -> bool {
    let mut meets = false;
    let ask = || {
        // SAFETY: the caller's promise.
        let (region, info) = unsafe { (region_of(region)?, there(task, "the task")?) };
        // SAFETY: as above.
        let site = unsafe { site::known(info.site)? };
        let mut task = region.rt().task(site);
        let mut noted = (race::uses(region), checked::holds(false));
        // SAFETY: as above.
        meets = unsafe { declare_all(region, info, &mut task, (&mut noted.0, &mut noted.1))? };
        if meets {
            site::note_one_task(site);
        }
        Ok(())
    };
    hp5_must(status(ask));
    !meets
}

/// Registers a composite task: its body registers tasks into the region that it is given, with
/// arrays of that region, and the task is completed when they are. Otherwise as `hp5_spawn`.
///
/// # Safety
/// As for `hp5_spawn`, for the body and for all tasks that it registers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hp5_spawn_nested(
    region: *mut Region,
    task: *const TaskInfo,
    body: NestedBody,
) -> Status {
    // SAFETY: the caller's promise.
    unsafe { register(region, task, body, Nested) }
}

/// Registers a task that starts something (a request, a transfer) and does not wait for it: no
/// thread waits, and what depends on the task runs when its handle was given back. Otherwise as
/// `hp5_spawn`.
///
/// # Safety
/// As for `hp5_spawn`, and for what was started: until the handle is given back.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hp5_spawn_pending(
    region: *mut Region,
    task: *const TaskInfo,
    body: PendingBody,
) -> Status {
    // SAFETY: the caller's promise.
    unsafe { register(region, task, body, Pends) }
}

/// Registers a task of any kind: `make` puts together what was begun and the body.
///
/// # Safety
/// As for `hp5_spawn`.
unsafe fn register<'r, F, W: WithArguments<Output = ()>>(
    region: *mut Region,
    task: *const TaskInfo,
    body: Option<F>,
    make: impl FnOnce(Begun<'r>, F) -> W,
) -> Status {
    // SAFETY: the caller's promise.
    let site = unsafe { task.as_ref() }.map(|task| task.site);
    let register = || {
        // SAFETY: as above.
        unsafe {
            let (region, info, body) = (region_of(region)?, there(task, "the task")?, some(body)?);
            let made = make(begin(region, info)?, body);
            copied(info.arguments, info.arguments_size, made)
        }
    };
    // SAFETY: as above.
    unsafe { status_at(site, register) }
}

/// The function that C hands in.
pub(crate) fn some<F>(body: Option<F>) -> Result<F, Failure> {
    body.ok_or_else(|| Failure::misuse("the body is NULL"))
}
