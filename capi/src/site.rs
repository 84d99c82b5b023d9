//! Names and places in the source, which C programs keep in static variables.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};
use std::ffi::{c_char, c_void};
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::{Mutex, PoisonError};

use runtime::rt::Site as Known;

use crate::status::{Failure, string};

/// Name and place of a region or task, for messages, traces and pictures. Make one per place by
/// `static hp5_site here = HP5_SITE("name");`: the first use notes in it what the runtime knows it
/// by. Texts stay where they are while the site is used.
#[repr(C)]
pub struct Site {
    /// Name for people; NULL is "".
    pub name: *const c_char,
    /// Source file, `__FILE__`; NULL is "".
    pub file: *const c_char,
    /// Line, `__LINE__`.
    pub line: u32,
    /// The runtime's own; NULL at first.
    pub known: *mut c_void,
}

/// What stands for a site that was not given.
static NOWHERE: Known = Known::new("unnamed", "", 0);

/// What the runtime knows a site by; null is a site without a name.
///
/// # Safety
/// `site` is null, or to a site that lives meanwhile, and whose texts do.
pub(crate) unsafe fn known(site: *mut Site) -> Result<&'static Known, Failure> {
    // SAFETY: the caller's promise.
    let found = unsafe {
        find(site, |name, file, line| {
            Some(Known::intern(name, file, line))
        })?
    };
    Ok(found.unwrap_or(&NOWHERE))
}

/// Says, once for each site, that a nest of loops is one task.
pub(crate) fn note_one_task(site: &'static Known) {
    static SAID: Mutex<BTreeSet<usize>> = Mutex::new(BTreeSet::new());
    let first = || {
        let mut said = SAID.lock().unwrap_or_else(PoisonError::into_inner);
        said.insert(std::ptr::from_ref(site).addr())
    };
    if !runtime::rt::flag_variable("HP5_QUIET") && first() {
        eprintln!(
            "hp5: {}:{}: the nest `{}` runs as one task: it uses the same memory by several names, and several of \
             its loops are cut; cut the outermost loop alone",
            site.file, site.line, site.name
        );
    }
}

/// As [`known`], of what a task or region is registered with; and the name that it has to carry, as programs
/// make up names for ever, and not all can stay.
///
/// # Safety
/// As for [`known`].
pub(crate) unsafe fn known_or_named<'a>(
    site: *mut Site,
) -> Result<(&'static Known, Option<Cow<'a, str>>), Failure> {
    // SAFETY: the caller's promise.
    if let Some(found) = unsafe { find(site, Known::intern_some)? } {
        return Ok((found, None));
    }
    // SAFETY: as above; a null pointer was found.
    let (name, file, line) = unsafe { (string((*site).name), string((*site).file), (*site).line) };
    let file = kept(&file.unwrap_or_default());
    Ok((Known::intern("task", file, line), name))
}

/// What the runtime knows a site by, or comes to know it by.
///
/// # Safety
/// As for [`known`].
unsafe fn find(
    site: *mut Site,
    intern: impl FnOnce(&str, &'static str, u32) -> Option<&'static Known>,
) -> Result<Option<&'static Known>, Failure> {
    if site.is_null() {
        return Ok(Some(&NOWHERE));
    }
    // SAFETY: the site lives; this member is touched here only, as an atomic.
    let place = unsafe { AtomicPtr::from_ptr((&raw mut (*site).known).cast::<*mut Known>()) };
    let found = place.load(Ordering::Acquire);
    if !found.is_null() {
        // SAFETY: it was stored below, and is never freed.
        return Ok(Some(unsafe { &*found }));
    }
    // SAFETY: the caller's promise; threads that come here at once find the same.
    let (name, file, line) = unsafe { (string((*site).name), string((*site).file), (*site).line) };
    let file = kept(&file.unwrap_or_default());
    let known = intern(&name.unwrap_or_default(), file, line);
    if let Some(known) = known {
        place.store(std::ptr::from_ref(known).cast_mut(), Ordering::Release);
    }
    Ok(known)
}

/// The name of a file for the life of the process, once per file.
fn kept(file: &str) -> &'static str {
    static FILES: Mutex<Option<HashSet<&'static str>>> = Mutex::new(None);
    let mut files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
    let files = files.get_or_insert_with(HashSet::new);
    files.get(file).copied().unwrap_or_else(|| {
        let file: &'static str = Box::leak(file.to_owned().into_boxed_str());
        files.insert(file);
        file
    })
}
