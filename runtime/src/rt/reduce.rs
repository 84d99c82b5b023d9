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
        Reduction {
            region,
            scalar,
            batches: RefCell::default(),
            count: Cell::new(0),
            op: PhantomData,
        }
    }

    /// A slot for `task`, which is declared to write it.
    pub fn slot(&self, task: &mut Task<'_>) -> Slot<O, T> {
        let mut batches = self.batches.borrow_mut();
        if batches
            .last()
            .is_none_or(|batch| batch.used == batch.slots.0.len())
        {
            let size = FIRST_BATCH << batches.len().min(12);
            let slots = (0..size)
                .map(|_| Partial(UnsafeCell::new(O::identity())))
                .collect();
            batches.push(Batch {
                slots: self.region.keep(Slots(slots)),
                used: 0,
            });
        }
        let batch = batches
            .last_mut()
            .expect("one was pushed if there was none");
        let place = batch.slots.0[batch.used].0.get();
        batch.used += 1;
        self.count.set(self.count.get() + 1);
        task.access_key(place.addr(), Mode::Out);
        Slot {
            place,
            op: PhantomData,
        }
    }

    /// Registers the task that folds all slots given out so far into the scalar.
    pub fn combine(self, site: &'static Site) {
        let batches = self.batches.take();
        let used = |batch: &Batch<T>| {
            batch.slots.0[..batch.used]
                .iter()
                .map(|slot| Place(slot.0.get()))
                .collect()
        };
        let places: Vec<Vec<Place<T>>> = batches.iter().map(used).collect();
        if places.is_empty() {
            return;
        }
        let mut task = self.region.task(site);
        task.kind(TaskKind::Combine);
        task.access(&self.scalar, Mode::InOut, &[]);
        for place in places.iter().flatten() {
            task.access_key(place.0.addr(), Mode::In);
        }
        let scalar = Place(self.scalar.view().place());
        // SAFETY: the body touches the scalar and the slots, all declared. The scalar stays
        // by the promise made to `Region::reduction`; the slots are promoted, and their
        // handles, dropped below, let them go only at a wait, which this task precedes.
        unsafe {
            task.spawn(move || {
                let fold = |sum, place: Place<T>| O::combine(sum, place.read());
                scalar.write(places.into_iter().flatten().fold(scalar.read(), fold));
            });
        }
    }
}

/// An address that moves to the task that may use it.
struct Place<T>(*mut T);

impl<T: Copy> Place<T> {
    /// # Safety
    /// The caller's task declared what lies there.
    unsafe fn read(&self) -> T {
        // SAFETY: slots are kept and initialised, the scalar lives, by `combine`.
        unsafe { self.0.read() }
    }

    /// # Safety
    /// The caller's task declared that it writes what lies there.
    unsafe fn write(&self, value: T) {
        // SAFETY: as in `read`.
        unsafe { self.0.write(value) }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Runtime;
    use crate::rt;

    fn neutral<O: ReduceOp<T>, T: Copy + PartialEq + std::fmt::Debug>(values: &[T]) {
        for &x in values {
            assert_eq!(
                (O::combine(O::identity(), x), O::combine(x, O::identity())),
                (x, x)
            );
        }
    }

    #[test]
    fn identities_are_neutral() {
        let (ints, floats) = (
            [i32::MIN, -7, 0, 1, i32::MAX],
            [f64::MIN, -0.5, 0.0, f64::INFINITY, f64::NEG_INFINITY],
        );
        neutral::<op::Add, _>(&ints);
        neutral::<op::Mul, _>(&ints);
        neutral::<op::Min, _>(&ints);
        neutral::<op::Max, _>(&ints);
        neutral::<op::BitAnd, _>(&ints);
        neutral::<op::BitOr, _>(&ints);
        neutral::<op::BitXor, _>(&ints);
        neutral::<op::Add, _>(&floats);
        neutral::<op::Mul, _>(&floats);
        neutral::<op::Min, _>(&floats);
        neutral::<op::Max, _>(&floats);
        let bools = [true, false];
        neutral::<op::And, _>(&bools);
        neutral::<op::Or, _>(&bools);
        neutral::<op::BitAnd, _>(&bools);
        neutral::<op::BitOr, _>(&bools);
        neutral::<op::BitXor, _>(&bools);
        neutral::<op::Min, _>(&bools);
        neutral::<op::Max, _>(&bools);
        assert!(<op::Add as ReduceOp<f64>>::combine(op::Add::identity(), -0.0).is_sign_negative());
        assert_eq!(
            <op::Add as ReduceOp<u8>>::combine(200, 100),
            44,
            "integers wrap"
        );
    }

    /// Sums `1/k` with one task per `k`, `rounds` times, as emitted code does.
    fn harmonic(ppus: usize, rounds: usize) -> u64 {
        let run = || {
            let sum = 0.25_f64;
            let region = rt::Region::begin(rt::site!("harmonic", "reduce.rs", 1));
            for _ in 0..rounds {
                // SAFETY: `sum` stays until the region's end and is read after it.
                let scalar = unsafe { region.array("sum", rt::scalar(&raw const sum), &[]) };
                // SAFETY: as above.
                let reduction = unsafe { region.reduction::<op::Add, f64>(&scalar) };
                let mut tasks =
                    region.task_loop(rt::site!("harmonic:2", "reduce.rs", 2), rt::Order::Parallel);
                for chunk in rt::chunks(1..=200_u32, 3, 0) {
                    let mut task = tasks.task();
                    let slot = reduction.slot(&mut task);
                    // SAFETY: the body touches its slot only.
                    unsafe {
                        task.spawn(move || {
                            let mut sum = slot.identity();
                            for k in chunk {
                                sum += 1.0 / f64::from(k);
                            }
                            slot.put(sum);
                        });
                    }
                }
                tasks.finish();
                reduction.combine(rt::site!("harmonic:2", "reduce.rs", 2));
            }
            region.end();
            // SAFETY: the region has ended; read through the address that the tasks wrote to.
            unsafe { (&raw const sum).read_volatile() }.to_bits()
        };
        Runtime::builder()
            .ppus(ppus)
            .build()
            .expect("a runtime")
            .install(run)
    }

    #[test]
    fn the_same_for_every_number_of_ppus() {
        let one = harmonic(1, 20);
        assert!(
            (f64::from_bits(one)
                - 0.25
                - 20.0 * (1..=200).map(|k| 1.0 / f64::from(k)).sum::<f64>())
            .abs()
                < 1e-9
        );
        for ppus in [2, 3, 8] {
            assert_eq!(harmonic(ppus, 20), one);
        }
    }

    #[test]
    fn no_tasks_leave_the_scalar_alone() {
        let least = 5_i64;
        let region = rt::Region::begin(rt::site!("none", "reduce.rs", 1));
        // SAFETY: `least` stays until the region's end.
        let scalar = unsafe { region.array("least", rt::scalar(&raw const least), &[]) };
        // SAFETY: as above.
        let reduction = unsafe { region.reduction::<op::Min, i64>(&scalar) };
        let unused = reduction.slot(&mut region.task(rt::site!("dropped", "reduce.rs", 2)));
        assert_eq!(unused.identity(), i64::MAX);
        reduction.combine(rt::site!("none", "reduce.rs", 3));
        region.end();
        assert_eq!(least, 5);
    }
}
