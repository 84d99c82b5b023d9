//! A region as generating code sees it.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::marker::PhantomData;
use std::panic::Location;
use std::time::Duration;

use super::array::{Shape, TiledArray};
use super::declare::Declarations;
use super::reduce::Reduction;
use super::task::Task;
use super::tile::{Brand, Info, Tiles, Value};
use super::views::TileRef;
use crate::base::error::{FailureKind, RegionError};
use crate::graph::geometry::{Extents, Geometry, View};
use crate::rt::reduce::ReduceOp;
use crate::rt::{self, CancelHandle, Site};

/// An open region: takes arrays in, registers tasks, waits. See [`region`](super::region).
///
/// Functions that register some of the tasks get it by reference. What they get besides, such as
/// [`Tiles`](super::Tiles), is of the same region, and so has the same first lifetime:
///
/// ```
/// use hp5::api::Tiles;
/// use hp5::{Scope, TiledArray, region};
///
/// /// Adds to each element; one task for each tile.
/// fn add<'scope>(r: &Scope<'scope, '_>, a: Tiles<'scope, i64, 1>, by: i64) {
///     for tile in a.iter() {
///         r.task("add").update(tile).run(move |(mut tile,)| {
///             (0..tile.len()).for_each(|i| tile[i] += by);
///         });
///     }
/// }
///
/// /// Takes an array in, which outlives the region.
/// fn treble<'env>(r: &Scope<'_, 'env>, a: &'env mut TiledArray<'_, i64, 1>) {
///     let tiles = r.array(a);
///     for tile in tiles.iter() {
///         r.task("treble").update(tile).run(|(mut tile,)| {
///             (0..tile.len()).for_each(|i| tile[i] *= 3);
///         });
///     }
/// }
///
/// let mut a = TiledArray::from_vec(vec![1; 100], [100], [10])?;
/// let mut b = TiledArray::from_vec(vec![2; 100], [100], [10])?;
/// region(|r| {
///     let tiles = r.array(&mut a);
///     add(r, tiles, 4);
///     add(r, tiles, 5);
///     treble(r, &mut b);
/// })?;
/// assert_eq!((a.into_vec(), b.into_vec()), (vec![10; 100], vec![6; 100]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Scope<'scope, 'env: 'scope> {
    pub(super) region: &'scope rt::Region,
    core: &'scope Core,
    brand: Brand<'scope>,
    env: PhantomData<fn(&'env ()) -> &'env ()>,
}

/// Sites at hand, a power of two.
const NEAR_SITES: usize = 8;

/// A place in the program, and its site.
type NearSite = (&'static Location<'static>, &'static Site);

/// What generating code does in one region.
pub(super) struct Core {
    name: &'static str,
    /// Names of arrays, by number, for errors.
    names: RefCell<Vec<(u32, String)>>,
    /// The site of each place that tasks come from; those seen last are at hand.
    sites: RefCell<HashMap<*const Location<'static>, &'static Site>>,
    near: [Cell<Option<NearSite>>; NEAR_SITES],
    /// The first thing that it did wrong.
    misuse: RefCell<Option<RegionError>>,
    /// It looks at elements now: no task may be registered.
    looking: Cell<bool>,
}

impl Core {
    pub(super) fn new(name: &'static str) -> Self {
        Core {
            name,
            names: RefCell::default(),
            sites: RefCell::default(),
            near: [const { Cell::new(None) }; NEAR_SITES],
            misuse: RefCell::default(),
            looking: Cell::new(false),
        }
    }

    /// The first thing that generating code did wrong.
    pub(super) fn has_misuse(&self) -> bool {
        self.misuse.borrow().is_some()
    }

    pub(super) fn into_misuse(self) -> Option<RegionError> {
        self.misuse.into_inner()
    }
}

/// An array's rectangle as the tables see it.
#[derive(Clone, Copy)]
struct Registered<const D: usize> {
    base: usize,
    bytes: usize,
    extents: [usize; D],
    element_bytes: usize,
}

impl<const D: usize> View for Registered<D> {
    fn geometry(&self) -> Geometry {
        Geometry {
            base: self.base,
            bytes: self.bytes,
            extents: Extents::from_slice(&self.extents),
            element_bytes: self.element_bytes,
            linear: false,
            open: false,
            cells: 0,
        }
    }
}

impl<'scope, 'env> Scope<'scope, 'env> {
    pub(super) fn new(region: &'scope rt::Region, core: &'scope Core) -> Self {
        Scope {
            region,
            core,
            brand: PhantomData,
            env: PhantomData,
        }
    }

    /// The same region.
    pub(super) fn again(&self) -> Self {
        Scope::new(self.region, self.core)
    }

    // ---- arrays ----

    /// Takes an array in. It belongs to the region until the region has ended.
    ///
    /// ```compile_fail
    /// // The elements cannot be reached beside the tasks.
    /// use hp5::{TiledArray, region};
    /// let mut a = TiledArray::from_vec(vec![0; 4], [4], [2]).unwrap();
    /// region(|r| {
    ///     let tiles = r.array(&mut a);
    ///     r.task("write").write(tiles.tile([0])).run(|(mut t,)| t[0] = 1);
    ///     println!("{}", a.as_slice()[0]);
    /// }).unwrap();
    /// ```
    ///
    /// ```compile_fail
    /// // An array is in one region at a time, and handles are good for their region only.
    /// use hp5::{TiledArray, region};
    /// let mut a = TiledArray::from_vec(vec![0; 4], [4], [2]).unwrap();
    /// region(|r| {
    ///     let tiles = r.array(&mut a);
    ///     region(|inner| {
    ///         inner.task("write").write(tiles.tile([0])).run(|(mut t,)| t[0] = 1);
    ///     }).unwrap();
    /// }).unwrap();
    /// ```
    ///
    /// ```compile_fail
    /// // A body cannot capture an array that the region has.
    /// use hp5::{TiledArray, region};
    /// let mut a = TiledArray::from_vec(vec![0; 4], [4], [2]).unwrap();
    /// region(|r| {
    ///     let tiles = r.array(&mut a);
    ///     r.task("sneak").run(|()| a[[0]] = 1);
    /// }).unwrap();
    /// ```
    pub fn array<T: Send + Sync, const D: usize>(
        &self,
        array: &'env mut TiledArray<'_, T, D>,
    ) -> Tiles<'scope, T, D> {
        let first = array.first_mut();
        // SAFETY: the array is exclusively borrowed for 'env, which outlives the region.
        unsafe { self.register(array, first) }
    }

    /// Takes an array in that tasks only read; others may read it as well.
    pub fn input<T: Send + Sync, const D: usize>(
        &self,
        array: &'env TiledArray<'_, T, D>,
    ) -> Tiles<'scope, T, D> {
        // SAFETY: the array is borrowed for 'env, which outlives the region.
        unsafe { self.register(array, None) }
    }

    /// Takes an array over for good: temporaries of generating code, and tiles that a
    /// composite task cuts further ([`TileMut::cut`](super::TileMut::cut)).
    pub fn adopt<'data: 'scope, T: Send + Sync + 'scope, const D: usize>(
        &self,
        array: TiledArray<'data, T, D>,
    ) -> Tiles<'scope, T, D> {
        let array = self.region.keep(array).until_the_end();
        // SAFETY: the pool keeps the array, at this place, until the graph is done, and
        // nobody else knows the place.
        unsafe {
            let first = (*array).first_mut();
            self.register(&*array, first)
        }
    }

    /// # Safety
    /// The array's elements stay, and are used by this region alone (read only, if `first`
    /// is `None`), until the graph is done.
    unsafe fn register<T: Send + Sync, const D: usize>(
        &self,
        array: &TiledArray<'_, T, D>,
        first: Option<*mut T>,
    ) -> Tiles<'scope, T, D> {
        let shape = array.shape();
        let registered = Registered {
            base: array.first().addr(),
            bytes: shape.span() * size_of::<T>(),
            extents: shape.extents,
            element_bytes: size_of::<T>(),
        };
        // SAFETY: the data stay, by this function's contract; generating code has no way
        // to them but `look`, which waits.
        let entry = unsafe { self.region.array(array.name(), registered, &shape.tile) };
        self.core
            .names
            .borrow_mut()
            .push((entry.id(), array.name().to_owned()));
        let writable = first.is_some();
        let first = first.unwrap_or(array.first().cast_mut());
        Tiles {
            array: entry.id(),
            first,
            shape,
            info: self.region.keep(Info { first, shape }).until_the_end(),
            writable,
            brand: PhantomData,
        }
    }

    /// Takes a single value in: something to reduce into, or to hand from task to task.
    pub fn value<T: Send + Sync>(&self, value: &'env mut T) -> Value<'scope, T> {
        let place: *mut T = value;
        // SAFETY: the value is exclusively borrowed for 'env, which outlives the region.
        let entry = unsafe { self.region.array("value", rt::scalar(place), &[]) };
        let info = Info {
            first: place,
            shape: Shape::ONE,
        };
        self.core
            .names
            .borrow_mut()
            .push((entry.id(), "value".to_owned()));
        Value {
            array: entry.id(),
            place,
            info: self.region.keep(info).until_the_end(),
            brand: PhantomData,
        }
    }

    pub(super) fn name_of(&self, array: u32) -> String {
        let names = self.core.names.borrow();
        names
            .iter()
            .rev()
            .find(|(id, _)| *id == array)
            .map_or_else(String::new, |(_, name)| name.clone())
    }

    // ---- tasks ----

    /// Begins a task; its source position is the caller's.
    #[track_caller]
    pub fn task(&self, name: impl AsRef<str>) -> Task<'scope, 'env, ()> {
        Task::new(self.again(), name.as_ref(), self.site(Location::caller()))
    }

    /// Begins a reduction into `value`: tasks that declare it get partial results, which
    /// are folded in registration order once [`Reduction::combine`] is called (or the
    /// reduction dropped).
    #[track_caller]
    pub fn reduction<O, T>(&self, _operator: O, value: Value<'scope, T>) -> Reduction<'scope, O, T>
    where
        O: ReduceOp<T>,
        T: Send + Sync,
    {
        let site = self.site(Location::caller());
        // SAFETY: the value is exclusively borrowed until the region has ended (`value`).
        let inner = unsafe {
            let array = self.region.array("value", rt::scalar(value.place), &[]);
            self.region.reduction::<O, _>(&array)
        };
        Reduction::new(inner, site)
    }

    pub(super) fn site(&self, at: &'static Location<'static>) -> &'static Site {
        let place = std::ptr::from_ref(at).addr() / align_of::<Location<'_>>();
        let near = &self.core.near[(place ^ (place / NEAR_SITES)) % NEAR_SITES];
        match near.get() {
            Some((known, site)) if std::ptr::eq(known, at) => site,
            _ => self.far_site(at, near),
        }
    }

    #[cold]
    fn far_site(
        &self,
        at: &'static Location<'static>,
        near: &Cell<Option<NearSite>>,
    ) -> &'static Site {
        let mut sites = self.core.sites.borrow_mut();
        let site = sites
            .entry(std::ptr::from_ref(at))
            .or_insert_with(|| Site::intern("task", at.file(), at.line()));
        near.set(Some((at, site)));
        site
    }

    /// Notes what generating code did wrong; nothing is registered from then on, because
    /// the result would be another one than the program's.
    pub(super) fn note_misuse(&self, task: &str, site: &Site, message: String) {
        self.core
            .misuse
            .borrow_mut()
            .get_or_insert_with(|| RegionError {
                kind: FailureKind::Misuse,
                region: self.core.name,
                task: task.to_owned(),
                file: site.file,
                line: site.line,
                tiles: Vec::new(),
                message,
                cancelled: 0,
            });
    }

    /// Why no task may be registered now.
    pub(super) fn closed(&self) -> Option<&'static str> {
        if self.core.looking.get() {
            return Some(
                "a task was registered inside `look`, where generating code holds the elements",
            );
        }
        None
    }

    pub(super) fn has_misuse(&self) -> bool {
        self.core.misuse.borrow().is_some()
    }

    // ---- ending early ----

    /// A handle to cancel the region with, from any thread: tasks that run are finished, the
    /// others are not run, and the region ends with an error of kind
    /// [`FailureKind::Cancelled`]. Long bodies can ask [`is_cancelled`](crate::rt::is_cancelled).
    ///
    /// ```
    /// use hp5::{FailureKind, region};
    /// let ended = region(|r| {
    ///     let handle = r.cancel_handle();
    ///     r.task("find").run(move |()| {
    ///         handle.cancel_because("found what it looks for");
    ///     });
    /// });
    /// assert_eq!(ended.unwrap_err().kind, FailureKind::Cancelled);
    /// ```
    #[must_use]
    pub fn cancel_handle(&self) -> CancelHandle {
        self.region.cancel_handle()
    }

    /// From now on the region has this much time; then it ends as if it were cancelled, with
    /// an error of kind [`FailureKind::Deadline`].
    #[track_caller]
    pub fn deadline(&self, limit: Duration) {
        self.region.deadline(limit);
    }

    // ---- waiting ----

    /// Waits until every task registered so far is completed (`task_wait`).
    ///
    /// # Errors
    /// The first task that failed; the region can be used again afterwards.
    pub fn wait(&self) -> Result<(), RegionError> {
        if let Some(error) = &*self.core.misuse.borrow() {
            return Err(error.clone());
        }
        self.region.try_wait()
    }

    /// Waits, then lets generating code look at an array: to see whether an iteration has
    /// converged, say.
    ///
    /// # Errors
    /// As for [`wait`](Self::wait).
    pub fn look<T, const D: usize, R>(
        &self,
        array: Tiles<'scope, T, D>,
        look: impl for<'t> FnOnce(TileRef<'t, T, D>) -> R,
    ) -> Result<R, RegionError> {
        struct Looked<'a>(&'a Cell<bool>, bool);
        impl Drop for Looked<'_> {
            fn drop(&mut self) {
                self.0.set(self.1);
            }
        }
        self.wait()?;
        let _looked = Looked(&self.core.looking, self.core.looking.replace(true));
        // SAFETY: no task is in flight, none can be registered while `looking` is set, and
        // the view cannot leave the closure.
        Ok(look(unsafe { TileRef::new(array.whole()) }))
    }

    /// As [`look`](Self::look), for a single value.
    ///
    /// # Errors
    /// As for [`wait`](Self::wait).
    pub fn get<T: Copy>(&self, value: Value<'scope, T>) -> Result<T, RegionError> {
        self.wait()?;
        // SAFETY: no task is in flight, and this thread is the only one to register some.
        Ok(unsafe { value.place.read() })
    }
}

/// The body of a composite task.
pub(super) fn run_inside<'env, A, F>(region: &rt::Region, name: &'static str, declared: A, body: F)
where
    A: Declarations,
    F: for<'t> FnOnce(&'t Scope<'t, 'env>, A::Views<'t>),
{
    let core = Core::new(name);
    let scope = Scope::new(region, &core);
    // SAFETY: called in the task's body, once. The body may keep the views for tasks of
    // its region; the composite, and with it the claim on the tiles, lasts until they are
    // completed.
    let views = unsafe { declared.open_all() };
    body(&scope, views);
    if let Some(error) = core.into_misuse() {
        panic!("{error}");
    }
}
