//! Slots, into which tasks put their parts, and the tasks that fold them.

use std::cell::{RefCell, UnsafeCell};
use std::collections::VecDeque;
use std::marker::PhantomData;

use crate::base::site::Site;
use crate::graph::geometry::Mode;
use crate::graph::promoted::Kept;
use crate::record::run_record::TaskKind;
use crate::rt::reduce::target::Target;
use crate::rt::region::{Array, Region};
use crate::rt::task::Task;

/// One part, alone in its cache line; nothing until its task has put it.
#[repr(align(64))]
struct Part<P>(UnsafeCell<Option<P>>);

struct Parts<P>(Box<[Part<P>]>);

// SAFETY: slots are used from several threads, but each by one task at a time: its own
// (`out` on the slot's address) and then the one that folds it (`in`), as the graph orders them.
unsafe impl<P: Send> Send for Parts<P> {}

/// Slots of the first batch; each further one is twice as large.
const FIRST_BATCH: usize = 16;

/// Parts that one task folds, where they are folded meanwhile.
const AT_ONCE: usize = 8;

/// Slots that were allocated together, and which ones were given out.
struct Batches<P> {
    list: Vec<Kept<Parts<P>>>,
    /// Of the last batch.
    used: usize,
    /// Given out, and not folded yet.
    waiting: VecDeque<Place<P>>,
}

/// A reduction over tasks, into a scalar or into the elements of an array.
pub struct Reduction<'r, O, V: Target<O>> {
    region: &'r Region,
    into: Array<V>,
    batches: RefCell<Batches<V::Part>>,
    op: PhantomData<O>,
}

impl Region {
    /// A reduction into a scalar, or into the elements of an array; see [`Reduction`].
    ///
    /// # Safety
    /// What is reduced into stays where it is until the region's graph is done.
    pub unsafe fn reduction<O, V: Target<O>>(&self, into: &Array<V>) -> Reduction<'_, O, V> {
        Reduction::new(self, *into)
    }
}

impl<'r, O, V: Target<O>> Reduction<'r, O, V> {
    fn new(region: &'r Region, into: Array<V>) -> Self {
        Reduction {
            region,
            into,
            batches: RefCell::new(Batches {
                list: Vec::new(),
                used: 0,
                waiting: VecDeque::new(),
            }),
            op: PhantomData,
        }
    }

    /// A slot for `task`, which is declared to write it.
    pub fn slot(&self, task: &mut Task<'_>) -> Slot<O, V> {
        let mut batches = self.batches.borrow_mut();
        let full = |last: &Kept<Parts<V::Part>>| batches.used == last.0.len();
        if batches.list.last().is_none_or(full) {
            let size = FIRST_BATCH << batches.list.len().min(12);
            let parts = (0..size).map(|_| Part(UnsafeCell::new(None))).collect();
            batches.list.push(self.region.keep(Parts(parts)));
            batches.used = 0;
        }
        let batch = batches
            .list
            .last()
            .expect("one was pushed if there was none");
        let place = batch.0[batches.used].0.get();
        batches.used += 1;
        batches.waiting.push_back(Place(place));
        task.access_key(place.addr(), Mode::Out);
        Slot {
            place,
            into: self.into.view(),
            op: PhantomData,
        }
    }

    /// Registers tasks that fold what there is, where it is much: parts of large arrays are gone soon.
    pub fn fold(&self, site: &'static Site) {
        while let Some(places) = self.take(AT_ONCE) {
            self.register(site, places);
        }
    }

    /// Registers the tasks that fold all slots given out so far.
    pub fn combine(self, site: &'static Site) {
        let left = self.batches.borrow().waiting.len();
        if left > 0
            && let Some(places) = self.take(left)
        {
            self.register(site, places);
        }
    }

    /// The first of those that wait, if there are so many.
    fn take(&self, many: usize) -> Option<Vec<Place<V::Part>>> {
        let waiting = &mut self.batches.borrow_mut().waiting;
        (waiting.len() >= many).then(|| waiting.drain(..many).collect())
    }

    fn register(&self, site: &'static Site, places: Vec<Place<V::Part>>) {
        let mut task = self.region.task(site);
        task.kind(TaskKind::Combine);
        task.access(&self.into, Mode::InOut, &[]);
        for place in &places {
            task.access_key(place.0.addr(), Mode::In);
        }
        let into = Whole(self.into.view());
        // SAFETY: the body touches what is reduced into and the slots, all declared. The former stays
        // by the promise made to `Region::reduction`; the slots are promoted, and their handles let them
        // go only at a wait after `combine`, which this task precedes.
        unsafe {
            task.spawn(move || {
                for part in places.into_iter().filter_map(|place| place.take()) {
                    into.fold::<O>(part);
                }
            });
        }
    }
}

/// A view that moves to the task that folds into it.
struct Whole<V>(V);

impl<V> Whole<V> {
    /// # Safety
    /// The caller's task declared that it updates all of it.
    unsafe fn fold<O>(&self, part: V::Part)
    where
        V: Target<O>,
    {
        // SAFETY: the contract.
        unsafe { self.0.fold(part) };
    }
}

// SAFETY: it is used by one task at a time, which declared all of what the view is of; parts, which are
// of the same elements, are `Send`.
unsafe impl<V> Send for Whole<V> {}

/// A slot that moves to the task that may use it.
struct Place<P>(*mut Option<P>);

impl<P> Place<P> {
    /// # Safety
    /// The caller's task declared what lies there.
    unsafe fn take(&self) -> Option<P> {
        // SAFETY: slots are kept and initialised.
        unsafe { (*self.0).take() }
    }
}

// SAFETY: the address is used by one task, which declared what lies there.
unsafe impl<P: Send> Send for Place<P> {}

/// Where one task puts its part.
pub struct Slot<O, V: Target<O>> {
    place: *mut Option<V::Part>,
    into: V,
    op: PhantomData<fn() -> O>,
}

impl<O, V: Target<O>> Clone for Slot<O, V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<O, V: Target<O>> Copy for Slot<O, V> {}

// SAFETY: the slot belongs to one task, which declared it `out`; of the view it asks lengths.
unsafe impl<O, V: Target<O>> Send for Slot<O, V> {}

impl<O, V: Target<O>> Slot<O, V> {
    /// What the body's part starts from.
    #[inline]
    #[must_use]
    pub fn identity(&self) -> V::Part {
        self.into.neutral()
    }

    /// Puts in what the part starts from; returns where it is, until it is folded.
    pub(crate) fn begin(&self) -> *mut V::Part {
        // SAFETY: the slot is kept until the graph is done, and nobody uses it before its task.
        unsafe { (*self.place).insert(self.into.neutral()) }
    }

    /// Stores the part. Without this call it counts as one that changes nothing.
    #[inline]
    pub fn put(&self, part: V::Part) {
        // SAFETY: the slot is kept until the graph is done, and this task alone uses it.
        unsafe { *self.place = Some(part) };
    }
}
