//! Reductions: every task folds into a slot of its own, one task folds the slots.
//!
//! As [`runtime::rt::reduce`], but for types that are known at run time: a slot is a cache line,
//! and an operator a function on two places. Slots are folded in the order in which they were given
//! out, which is registration order: the result does not depend on the schedule.

use std::cell::Cell;
use std::ffi::c_void;

use runtime::rt::reduce::{ReduceOp, op};
use runtime::rt::{self, Mode};

use crate::race;
use crate::region::{Region, region_of};
use crate::site::{self, Site};
use crate::status::{Failure, Status, guard, object, status, there};
use crate::task::Shared;

/// Type of a scalar.
pub type Type = u32;
/// `int32_t`
pub const HP5_INT32: Type = 1;
/// `int64_t`
pub const HP5_INT64: Type = 2;
/// `uint32_t`
pub const HP5_UINT32: Type = 3;
/// `uint64_t`
pub const HP5_UINT64: Type = 4;
/// `float`
pub const HP5_FLOAT: Type = 5;
/// `double`
pub const HP5_DOUBLE: Type = 6;
/// `int8_t`
pub const HP5_INT8: Type = 7;
/// `int16_t`
pub const HP5_INT16: Type = 8;
/// `uint8_t`
pub const HP5_UINT8: Type = 9;
/// `uint16_t`
pub const HP5_UINT16: Type = 10;

/// An operator.
pub type Op = u32;
/// `+` (whole numbers wrap)
pub const HP5_ADD: Op = 1;
/// `*` (whole numbers wrap)
pub const HP5_MUL: Op = 2;
/// The least
pub const HP5_MIN: Op = 3;
/// The greatest
pub const HP5_MAX: Op = 4;
/// `&`, of whole numbers
pub const HP5_BAND: Op = 5;
/// `|`, of whole numbers
pub const HP5_BOR: Op = 6;
/// `^`, of whole numbers
pub const HP5_BXOR: Op = 7;

/// What an operator does to a type.
#[derive(Clone, Copy)]
struct How {
    /// Writes the value that changes nothing.
    identity: unsafe fn(*mut c_void),
    /// `*to = *to op *from`.
    fold: unsafe fn(*mut c_void, *const c_void),
}

impl How {
    fn new<T: Copy, O: ReduceOp<T>>() -> How {
        /// # Safety
        /// `to` is a `T` that may be written.
        unsafe fn identity<T, O: ReduceOp<T>>(to: *mut c_void) {
            // SAFETY: the contract.
            unsafe { to.cast::<T>().write(O::identity()) };
        }
        /// # Safety
        /// `to` and `from` are of type `T`, and `to` may be written.
        unsafe fn fold<T: Copy, O: ReduceOp<T>>(to: *mut c_void, from: *const c_void) {
            // SAFETY: the contract.
            unsafe {
                let folded = O::combine(to.cast::<T>().read(), from.cast::<T>().read());
                to.cast::<T>().write(folded);
            }
        }
        How {
            identity: identity::<T, O>,
            fold: fold::<T, O>,
        }
    }

    fn find(of: Type, by: Op) -> Result<How, Failure> {
        macro_rules! table {
            ($($name:ident $t:ty: $($op:ident $known:ident),+;)*) => {
                match (of, by) {
                    $($(($name, $op) => Ok(How::new::<$t, op::$known>()),)+)*
                    _ => Err(Failure::misuse(format!(
                        "a reduction of type {of} by operator {by}: expected HP5_INT32 .. HP5_UINT16 and \
                         HP5_ADD .. HP5_BXOR, and no operator on bits for HP5_FLOAT and HP5_DOUBLE"
                    ))),
                }
            };
        }
        table! {
            HP5_INT32 i32: HP5_ADD Add, HP5_MUL Mul, HP5_MIN Min, HP5_MAX Max, HP5_BAND BitAnd, HP5_BOR BitOr, HP5_BXOR BitXor;
            HP5_INT64 i64: HP5_ADD Add, HP5_MUL Mul, HP5_MIN Min, HP5_MAX Max, HP5_BAND BitAnd, HP5_BOR BitOr, HP5_BXOR BitXor;
            HP5_UINT32 u32: HP5_ADD Add, HP5_MUL Mul, HP5_MIN Min, HP5_MAX Max, HP5_BAND BitAnd, HP5_BOR BitOr, HP5_BXOR BitXor;
            HP5_UINT64 u64: HP5_ADD Add, HP5_MUL Mul, HP5_MIN Min, HP5_MAX Max, HP5_BAND BitAnd, HP5_BOR BitOr, HP5_BXOR BitXor;
            HP5_INT8 i8: HP5_ADD Add, HP5_MUL Mul, HP5_MIN Min, HP5_MAX Max, HP5_BAND BitAnd, HP5_BOR BitOr, HP5_BXOR BitXor;
            HP5_INT16 i16: HP5_ADD Add, HP5_MUL Mul, HP5_MIN Min, HP5_MAX Max, HP5_BAND BitAnd, HP5_BOR BitOr, HP5_BXOR BitXor;
            HP5_UINT8 u8: HP5_ADD Add, HP5_MUL Mul, HP5_MIN Min, HP5_MAX Max, HP5_BAND BitAnd, HP5_BOR BitOr, HP5_BXOR BitXor;
            HP5_UINT16 u16: HP5_ADD Add, HP5_MUL Mul, HP5_MIN Min, HP5_MAX Max, HP5_BAND BitAnd, HP5_BOR BitOr, HP5_BXOR BitXor;
            HP5_FLOAT f32: HP5_ADD Add, HP5_MUL Mul, HP5_MIN Min, HP5_MAX Max;
            HP5_DOUBLE f64: HP5_ADD Add, HP5_MUL Mul, HP5_MIN Min, HP5_MAX Max;
        }
    }
}

/// A slot, alone in its cache line.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Slot(#[allow(dead_code)] [u64; 8]);

/// Slots of the first batch; each further one is twice as large, up to a bound.
const FIRST_BATCH: usize = 16;

/// A reduction into a scalar, over tasks of a region. It belongs to the caller, until
/// `hp5_reduction_combine`, and is used on the region's thread while that is open.
pub struct Reduction {
    how: How,
    scalar: *mut c_void,
    batches: Cell<Vec<Batch>>,
}

struct Batch {
    first: *mut Slot,
    used: usize,
    all: usize,
}

/// Begins a reduction into `*scalar`, which is of this type and stays where it is until the
/// region's tasks are done. It is updated by `hp5_reduction_combine`.
///
/// Returns NULL on failure.
///
/// # Safety
/// `region` is NULL or an open region, on its thread; `scalar` is NULL or of this type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hp5_reduction_begin(
    region: *mut Region,
    of: Type,
    by: Op,
    scalar: *mut c_void,
) -> *mut Reduction {
    object(|| {
        // SAFETY: the caller's promise.
        unsafe {
            (
                region_of(region)?,
                there(scalar, "the scalar of a reduction")?,
            )
        };
        Ok(Reduction {
            how: How::find(of, by)?,
            scalar,
            batches: Cell::default(),
        })
    })
}

/// A place for the partial result of one task: a cache line of its own, which stays until the
/// region's tasks are done. It holds the value that changes nothing (0 for `HP5_ADD`). The task
/// declares it as a key (`{.key = slot, .mode = HP5_OUT}`), gets the pointer by its arguments, and
/// writes its partial result there.
///
/// Returns NULL on failure.
///
/// # Safety
/// `region` is the one of the reduction, on its thread; `reduction` was not combined.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hp5_reduction_slot(
    region: *mut Region,
    reduction: *mut Reduction,
) -> *mut c_void {
    guard(|| {
        // SAFETY: the caller's promise.
        let (region, reduction) =
            unsafe { (region_of(region)?, there(reduction, "the reduction")?) };
        let mut batches = reduction.batches.take();
        if batches.last().is_none_or(|batch| batch.used == batch.all) {
            let all = FIRST_BATCH << batches.len().min(12);
            let mut slots = vec![Slot([0; 8]); all];
            let first = slots.as_mut_ptr();
            // SAFETY: a slot has room for every type that there is, on a line of its own.
            slots.iter_mut().for_each(|slot| unsafe {
                (reduction.how.identity)(std::ptr::from_mut(slot).cast());
            });
            let _kept = region.rt().keep(slots).until_the_end();
            batches.push(Batch {
                first,
                used: 0,
                all,
            });
        }
        let batch = batches
            .last_mut()
            .expect("one was pushed if there was none");
        // SAFETY: within the batch.
        let slot = unsafe { batch.first.add(batch.used) };
        batch.used += 1;
        reduction.batches.set(batches);
        Ok(slot.cast())
    })
    .unwrap_or(std::ptr::null_mut())
}

/// Places that the combining task folds.
struct Fold {
    scalar: *mut c_void,
    slots: Vec<*mut Slot>,
    how: How,
}

impl Fold {
    fn run(&self) {
        for &slot in &self.slots {
            // SAFETY: the scalar and the slots are of the reduction's type, and this task declared
            // them.
            unsafe { (self.how.fold)(self.scalar, slot.cast()) };
        }
    }
}

/// Registers the task that folds all slots, in the order in which they were given out, into the
/// scalar. It uses the address of the scalar as a key, inout. The reduction is gone.
///
/// # Safety
/// `region` is the one of the reduction, on its thread; `reduction` was not combined; `site` is NULL
/// or made by `HP5_SITE`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hp5_reduction_combine(
    region: *mut Region,
    reduction: *mut Reduction,
    site: *mut Site,
) -> Status {
    status(|| {
        // SAFETY: the caller's promise.
        let (region, site) = unsafe { (region_of(region)?, site::known(site)?) };
        // SAFETY: as above.
        unsafe { there(reduction, "the reduction")? };
        // SAFETY: it came from a box, and is not used again.
        let reduction = unsafe { Box::from_raw(reduction) };
        let mut task: rt::Task<'_> = region.rt().task(site);
        let mut uses = race::uses(region);
        task.access_key(reduction.scalar.addr(), Mode::InOut);
        uses.key(reduction.scalar.addr());
        let mut slots = Vec::new();
        for batch in reduction.batches.take() {
            // SAFETY: within the batch.
            slots.extend((0..batch.used).map(|n| unsafe { batch.first.add(n) }));
        }
        for slot in &slots {
            task.access_key(slot.addr(), Mode::In);
            uses.key(slot.addr());
        }
        let fold = Shared(Fold {
            scalar: reduction.scalar,
            slots,
            how: reduction.how,
        });
        let uses = uses.into_used();
        // SAFETY: the keys stand for what is touched; the slots are the region's, and the scalar
        // stays by the caller's promise.
        unsafe { task.spawn_repeat(move || race::around(uses.as_ref(), || fold.get().run())) };
        Ok(())
    })
}
