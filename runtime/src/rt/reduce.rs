//! Reductions: every task folds into a slot of its own, one task folds the slots.
//!
//! Protocol. [`Reduction::slot`] gives a task a slot (a cache line of its own, holding the
//! operator's identity) and declares it `out` under the slot's address; the body starts
//! from [`Slot::identity`] and ends with [`Slot::put`]. [`Reduction::combine`] registers a
//! task that reads all slots and updates the scalar. It folds in the order in which slots
//! were given out, which is registration order, so the result does not depend on the
//! schedule nor on the number of PPUs. (It depends on the number of tasks where the
//! operator rounds: DESIGN, semantics 1.)
//!
//! Slots are promoted storage ([`Region::keep`]): they stay until a wait after the
//! reduction's last task.

use std::cell::{Cell, RefCell, UnsafeCell};
use std::marker::PhantomData;

use crate::graph::geometry::Mode;
use crate::observe::record::TaskKind;
use crate::rt::kept::Kept;
use crate::rt::region::{Array, Region};
use crate::rt::site::Site;
use crate::rt::task::Task;
use crate::rt::view::Scalar;

/// An operator that partial results are folded with.
pub trait ReduceOp<T> {
    /// The value that changes nothing: `combine(identity(), x) == x`.
    fn identity() -> T;
    /// Folds two partial results, `a` being of the earlier tasks.
    fn combine(a: T, b: T) -> T;
}

/// The operators, as types.
pub mod op {
    /// `+` (integers wrap, as they do in an optimised program)
    #[derive(Debug, Clone, Copy)]
    pub struct Add;
    /// `*` (integers wrap)
    #[derive(Debug, Clone, Copy)]
    pub struct Mul;
    /// The least
    #[derive(Debug, Clone, Copy)]
    pub struct Min;
    /// The greatest
    #[derive(Debug, Clone, Copy)]
    pub struct Max;
    /// `&`
    #[derive(Debug, Clone, Copy)]
    pub struct BitAnd;
    /// `|`
    #[derive(Debug, Clone, Copy)]
    pub struct BitOr;
    /// `^`
    #[derive(Debug, Clone, Copy)]
    pub struct BitXor;
    /// `&&`
    #[derive(Debug, Clone, Copy)]
    pub struct And;
    /// `||`
    #[derive(Debug, Clone, Copy)]
    pub struct Or;
}

macro_rules! operators {
    ($($op:ident on $($t:ty)*: $identity:ident, |$a:ident, $b:ident| $combine:expr;)*) => {$($(
        impl ReduceOp<$t> for op::$op {
            #[inline]
            fn identity() -> $t {
                <$t as Neutral>::$identity
            }
            #[inline]
            fn combine($a: $t, $b: $t) -> $t {
                $combine
            }
        }
    )*)*};
}

/// The neutral elements of a type, by name.
trait Neutral {
    const SUM: Self;
    const PRODUCT: Self;
    const LEAST: Self;
    const GREATEST: Self;
    const ONES: Self;
    const ZEROS: Self;
}

macro_rules! neutral {
    ($($t:ident)*: $sum:expr, $product:expr, $least:ident, $greatest:ident, $ones:expr, $zeros:expr) => {$(
        impl Neutral for $t {
            const SUM: Self = $sum;
            const PRODUCT: Self = $product;
            const LEAST: Self = $t::$least;
            const GREATEST: Self = $t::$greatest;
            const ONES: Self = $ones;
            const ZEROS: Self = $zeros;
        }
    )*};
}
neutral!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize: 0, 1, MIN, MAX, !0, 0);
// Minus zero: 0.0 + -0.0 is 0.0, so plus zero is not neutral for a sum of minus zeros.
neutral!(f32 f64: -0.0, 1.0, NEG_INFINITY, INFINITY, 0.0, 0.0);

operators! {
    Add on u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize: SUM, |a, b| a.wrapping_add(b);
    Add on f32 f64: SUM, |a, b| a + b;
    Mul on u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize: PRODUCT, |a, b| a.wrapping_mul(b);
    Mul on f32 f64: PRODUCT, |a, b| a * b;
    Min on u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64: GREATEST, |a, b| a.min(b);
    Max on u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64: LEAST, |a, b| a.max(b);
    BitAnd on u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize: ONES, |a, b| a & b;
    BitOr on u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize: ZEROS, |a, b| a | b;
    BitXor on u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize: ZEROS, |a, b| a ^ b;
}

macro_rules! logical {
    ($($op:ident: $identity:expr, |$a:ident, $b:ident| $combine:expr;)*) => {$(
        impl ReduceOp<bool> for op::$op {
            #[inline]
            fn identity() -> bool {
                $identity
            }
            #[inline]
            fn combine($a: bool, $b: bool) -> bool {
                $combine
            }
        }
    )*};
}
logical! {
    And: true, |a, b| a && b;
    Or: false, |a, b| a || b;
    BitAnd: true, |a, b| a & b;
    BitOr: false, |a, b| a | b;
    BitXor: false, |a, b| a ^ b;
    Min: true, |a, b| a & b;
    Max: false, |a, b| a | b;
}

/// One partial result, alone in its cache line.
#[repr(align(64))]
struct Partial<T>(UnsafeCell<T>);

/// Slots that were allocated together; full up to `used`.
struct Batch<T> {
    slots: Kept<Slots<T>>,
    used: usize,
}

struct Slots<T>(Box<[Partial<T>]>);

// SAFETY: slots are used from several threads, but each by one task at a time: its own
// (`out` on the slot's address) and then the combining one (`in`), as the graph orders them.
unsafe impl<T: Send> Send for Slots<T> {}

/// Slots of the first batch; each further one is twice as large.
const FIRST_BATCH: usize = 16;

/// A reduction into a scalar, over the tasks of a loop.
pub struct Reduction<'r, O, T> {
    region: &'r Region,
    scalar: Array<Scalar<T>>,
    batches: RefCell<Vec<Batch<T>>>,
    count: Cell<usize>,
    op: PhantomData<O>,
}

impl<'r, O: ReduceOp<T>, T: Copy + Send> Reduction<'r, O, T> {
    pub(crate) fn new(region: &'r Region, scalar: Array<Scalar<T>>) -> Self {
        Reduction { region, scalar, batches: RefCell::default(), count: Cell::new(0), op: PhantomData }
    }

    /// A slot for `task`, which is declared to write it.
    pub fn slot(&self, task: &mut Task<'_>) -> Slot<O, T> {
        let mut batches = self.batches.borrow_mut();
        if batches.last().is_none_or(|batch| batch.used == batch.slots.0.len()) {
            let size = FIRST_BATCH << batches.len().min(12);
            let slots = (0..size).map(|_| Partial(UnsafeCell::new(O::identity()))).collect();
            batches.push(Batch { slots: self.region.keep(Slots(slots)), used: 0 });
        }
        let batch = batches.last_mut().expect("one was pushed if there was none");
        let place = batch.slots.0[batch.used].0.get();
        batch.used += 1;
        self.count.set(self.count.get() + 1);
        task.access_key(place.addr(), Mode::Out);
        Slot { place, op: PhantomData }
    }

    /// Registers the task that folds all slots given out so far into the scalar.
    pub fn combine(self, site: &'static Site) {
        let batches = self.batches.take();
        let used = |batch: &Batch<T>| batch.slots.0[..batch.used].iter().map(|slot| Place(slot.0.get())).collect();
        let places: Vec<Vec<Place<T>>> = batches.iter().map(used).collect();
        if places.is_empty() {
            return;
        }
        let mut task = self.region.task(site);
        task.kind(TaskKind::Combine);
        task.access(&self.scalar, Mode::InOut, &[]);
        places.iter().flatten().for_each(|place| task.access_key(place.0.addr(), Mode::In));
        let mut scalar = self.scalar.view();
        // SAFETY: the body touches the scalar and the slots, all declared. The scalar stays
        // by the promise made to `Region::reduction`; the slots are promoted, and their
        // handles, dropped below, let them go only at a wait, which this task precedes.
        unsafe {
            task.spawn(move || {
                let fold = |sum, place: Place<T>| O::combine(sum, place.read());
                *scalar = places.into_iter().flatten().fold(*scalar, fold);
            });
        }
    }
}

/// An address that moves to the task that may use it.
struct Place<T>(*mut T);

impl<T: Copy> Place<T> {
    /// # Safety
    /// The caller's task declared what lies there.
    unsafe fn read(self) -> T {
        // SAFETY: a slot is kept and initialised; the task has it to itself.
        unsafe { self.0.read() }
    }
}

// SAFETY: the address is used by one task, which declared what lies there.
unsafe impl<T: Send> Send for Place<T> {}

/// Where one task puts its partial result.
pub struct Slot<O, T> {
    place: *mut T,
    op: PhantomData<fn() -> O>,
}

impl<O, T> Clone for Slot<O, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<O, T> Copy for Slot<O, T> {}

// SAFETY: the slot belongs to one task, which declared it `out`.
unsafe impl<O, T: Send> Send for Slot<O, T> {}

impl<O: ReduceOp<T>, T: Copy + Send> Slot<O, T> {
    /// What the body's partial result starts from.
    #[inline]
    #[must_use]
    pub fn identity(&self) -> T {
        O::identity()
    }

    /// The slot itself, which holds the identity until the task stores into it.
    pub(crate) fn place(&self) -> *mut T {
        self.place
    }

    /// Stores the partial result. Without this call the slot counts as the identity.
    #[inline]
    pub fn put(&self, partial: T) {
        // SAFETY: the slot is kept until the graph is done, and this task alone uses it.
        unsafe { self.place.write(partial) };
    }
}
