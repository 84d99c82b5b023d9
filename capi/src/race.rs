//! Tells gcc's ThreadSanitizer what the graph orders.
//!
//! The sanitizer sees C and calls of the C library, but nothing of this library, so that two tasks
//! that the graph orders look to it like a race. Where a program is built with
//! `-fsanitize=thread`, this module says at the edge of the library what happens before what:
//! registering a task before its body; a body before another one that uses the same tile or key
//! (the graph orders two readers in no way: here they seem ordered, which may hide that both write);
//! all bodies of a region before the end of a wait. What the library itself does is left out. So
//! reports are about bodies: elements that they touch and do not declare.
//!
//! Without the sanitizer all this is a test of one flag.

use std::cell::RefCell;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::sync::{Arc, OnceLock};

use crate::array::Shape;
use crate::region::Region;

type Sync = unsafe extern "C" fn(*mut c_void);
type Ignore = unsafe extern "C" fn(*const c_char, c_int);

/// What the sanitizer offers.
struct Sanitizer {
    acquire: Sync,
    release: Sync,
    begin: [Ignore; 2],
    end: [Ignore; 2],
}

/// The sanitizer, if the program runs under it.
fn sanitizer() -> Option<&'static Sanitizer> {
    static FOUND: OnceLock<Option<Sanitizer>> = OnceLock::new();
    FOUND.get_or_init(find).as_ref()
}

fn find() -> Option<Sanitizer> {
    let symbol = |name: &CStr| {
        // SAFETY: it looks a name up.
        let found = unsafe { libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()) };
        (!found.is_null()).then_some(found)
    };
    // SAFETY: functions of these names have these types (sanitizer/tsan_interface.h, and
    // tsan_interface_ann.h of the compiler's runtime).
    let sync = |name| symbol(name).map(|f| unsafe { std::mem::transmute::<*mut c_void, Sync>(f) });
    // SAFETY: as above.
    let ignore =
        |name| symbol(name).map(|f| unsafe { std::mem::transmute::<*mut c_void, Ignore>(f) });
    Some(Sanitizer {
        acquire: sync(c"__tsan_acquire")?,
        release: sync(c"__tsan_release")?,
        begin: [
            ignore(c"AnnotateIgnoreReadsBegin")?,
            ignore(c"AnnotateIgnoreWritesBegin")?,
        ],
        end: [
            ignore(c"AnnotateIgnoreReadsEnd")?,
            ignore(c"AnnotateIgnoreWritesEnd")?,
        ],
    })
}

impl Sanitizer {
    fn acquire(&self, address: usize) {
        // SAFETY: the address is a name and not touched.
        unsafe { (self.acquire)(std::ptr::without_provenance_mut(address)) };
    }

    fn release(&self, address: usize) {
        // SAFETY: as above.
        unsafe { (self.release)(std::ptr::without_provenance_mut(address)) };
    }

    fn ignore(&self, how: &[Ignore; 2], times: usize) {
        for call in how.iter().cycle().take(2 * times) {
            // SAFETY: they count up and down, as `Depth` does.
            unsafe { call(c"hp5".as_ptr(), 0) };
        }
    }
}

/// How often this thread entered the library, bodies apart. A thread of the runtime stays inside
/// from its first body on; at its end it must have left.
struct Depth(usize);

impl Drop for Depth {
    fn drop(&mut self) {
        if let Some(sanitizer) = sanitizer() {
            sanitizer.ignore(&sanitizer.end, std::mem::take(&mut self.0));
        }
    }
}

thread_local! {
    static DEPTH: RefCell<Depth> = const { RefCell::new(Depth(0)) };
}

/// A thread at its very end, which has no count any more, has left already.
fn count(next: impl FnOnce(usize) -> usize) {
    let _ = DEPTH.try_with(|depth| {
        let mut depth = depth.borrow_mut();
        depth.0 = next(depth.0);
    });
}

/// While it lives, what this thread does is left out.
pub(crate) struct Quiet(Option<&'static Sanitizer>);

/// Enters the library.
pub(crate) fn quiet() -> Quiet {
    let sanitizer = sanitizer();
    if let Some(sanitizer) = sanitizer {
        sanitizer.ignore(&sanitizer.begin, 1);
        count(|depth| depth + 1);
    }
    Quiet(sanitizer)
}

impl Drop for Quiet {
    fn drop(&mut self) {
        if let Some(sanitizer) = self.0 {
            count(|depth| depth - 1);
            sanitizer.ignore(&sanitizer.end, 1);
        }
    }
}

/// Addresses that stand for "registered" and "done" in a region: memory of its own, since the
/// sanitizer forgets what it knows of an address when that is freed.
#[derive(Clone)]
pub(crate) struct Place(Arc<[u64; 2]>);

impl Place {
    fn registered(&self) -> usize {
        std::ptr::from_ref(&self.0[0]).addr()
    }

    fn done(&self) -> usize {
        std::ptr::from_ref(&self.0[1]).addr()
    }
}

/// The place of a region that begins; none without the sanitizer.
pub(crate) fn place() -> Option<Place> {
    sanitizer().map(|_| Place(Arc::new([0; 2])))
}

/// All bodies of the region have ended.
pub(crate) fn waited(place: Option<&Place>) {
    if let (Some(place), Some(sanitizer)) = (place, sanitizer()) {
        sanitizer.acquire(place.done());
    }
}

/// What a task uses, while it is registered; nothing without the sanitizer.
pub(crate) struct Uses(Option<Inner>);

/// The same of a registered task.
#[derive(Clone)]
pub(crate) struct Used(Arc<Inner>);

struct Inner {
    place: Place,
    addresses: Vec<usize>,
    /// Of the composite task around, which is completed when this one is.
    around: Option<Used>,
}

/// Begins to note what a task uses.
pub(crate) fn uses(region: &Region) -> Uses {
    Uses(region.place().map(|place| Inner {
        place: place.clone(),
        addresses: Vec::new(),
        around: region.around().cloned(),
    }))
}

impl Uses {
    /// A key.
    pub(crate) fn key(&mut self, address: usize) {
        if let Some(inner) = &mut self.0 {
            inner.addresses.push(address);
        }
    }

    /// The tiles that a section meets.
    pub(crate) fn tiles(&mut self, shape: &Shape, section: &[(isize, isize)]) {
        if let Some(inner) = &mut self.0 {
            shape.tiles(section, |address| inner.addresses.push(address));
        }
    }

    /// The task is registered now.
    pub(crate) fn into_used(self) -> Option<Used> {
        let inner = self.0?;
        if let Some(sanitizer) = sanitizer() {
            sanitizer.release(inner.place.registered());
        }
        Some(Used(Arc::new(inner)))
    }
}

impl Used {
    fn begins(&self, sanitizer: &Sanitizer) {
        sanitizer.acquire(self.0.place.registered());
        self.0.addresses.iter().for_each(|&a| sanitizer.acquire(a));
    }

    /// The body, or what it had started, ends.
    pub(crate) fn ends(&self) {
        let Some(sanitizer) = sanitizer() else {
            return;
        };
        self.0.addresses.iter().for_each(|&a| sanitizer.release(a));
        sanitizer.release(self.0.place.done());
        self.0.around.iter().for_each(Used::ends);
    }
}

/// Leaves the library, and enters it again at the end.
struct Outside(&'static Sanitizer, usize);

impl Outside {
    fn new(sanitizer: &'static Sanitizer) -> Outside {
        let depth = DEPTH.with_borrow_mut(|depth| std::mem::take(&mut depth.0));
        sanitizer.ignore(&sanitizer.end, depth);
        // A thread that did not come in through a call is the runtime's, and stays inside.
        Outside(sanitizer, depth.max(1))
    }
}

impl Drop for Outside {
    fn drop(&mut self) {
        let Outside(sanitizer, depth) = *self;
        sanitizer.ignore(&sanitizer.begin, depth);
        DEPTH.with_borrow_mut(|now| now.0 = depth);
    }
}

/// Runs code of the caller's.
pub(crate) fn outside(f: impl FnOnce()) {
    let _outside = sanitizer().map(Outside::new);
    f();
}

/// Runs a body of C, of a task that is looked at or not.
pub(crate) fn around(used: Option<&Used>, body: impl FnOnce()) {
    /// Ends, after a body that failed too.
    struct Ends<'u>(&'u Used);
    impl Drop for Ends<'_> {
        fn drop(&mut self) {
            self.0.ends();
        }
    }
    let (Some(used), Some(sanitizer)) = (used, sanitizer()) else {
        return body();
    };
    let _outside = Outside::new(sanitizer);
    let _ends = Ends(used);
    used.begins(sanitizer);
    body();
}
