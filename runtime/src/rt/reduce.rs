//! Reductions: every task folds into a part of its own, tasks at the end fold the parts.
//!
//! Protocol. [`Reduction::slot`] gives a task a slot (a cache line of its own, empty) and declares
//! it `out` under the slot's address; the body starts from [`Slot::identity`] and ends with
//! [`Slot::put`]. [`Reduction::combine`] registers tasks that read slots and update what is reduced into.
//! They fold in the order in which slots were given out, which is registration order, so the result does
//! not depend on the schedule nor on the number of PPUs. (It depends on the number of tasks where the
//! operator rounds: DESIGN, semantics 1.)
//!
//! Slots are promoted storage ([`Region::keep`]): they stay until a wait after the
//! reduction's last task.

mod slots;
mod target;

#[cfg(test)]
mod tests;

pub use slots::{Reduction, Slot};
pub use target::Target;

/// An operator that partial results are folded with: those of [`op`], or one of the program's own.
///
/// It must be associative, so that it does not matter how a loop is cut into tasks. Parts are folded in the
/// order of their tasks, so it need not be commutative.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no operator that values of type `{T}` are reduced by",
    note = "an operator of your own is a type with `impl hp5::ReduceOp<{T}> for {Self}`"
)]
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

/// Arrays and vectors are reduced element by element; what one of two vectors does not have is the other's.
macro_rules! elements {
    ($($op:ident)*) => {$(
        impl<T, const N: usize> ReduceOp<[T; N]> for op::$op
        where
            op::$op: ReduceOp<T>,
        {
            fn identity() -> [T; N] {
                std::array::from_fn(|_| Self::identity())
            }
            fn combine(a: [T; N], b: [T; N]) -> [T; N] {
                let mut b = b.into_iter();
                a.map(|x| match b.next() {
                    Some(y) => Self::combine(x, y),
                    None => x,
                })
            }
        }

        impl<T> ReduceOp<Vec<T>> for op::$op
        where
            op::$op: ReduceOp<T>,
        {
            fn identity() -> Vec<T> {
                Vec::new()
            }
            fn combine(a: Vec<T>, b: Vec<T>) -> Vec<T> {
                let (mut a, mut b) = (a.into_iter(), b.into_iter());
                let mut all = Vec::with_capacity(a.len().max(b.len()));
                loop {
                    match (a.next(), b.next()) {
                        (Some(x), Some(y)) => all.push(Self::combine(x, y)),
                        (Some(x), None) | (None, Some(x)) => all.push(x),
                        (None, None) => return all,
                    }
                }
            }
        }
    )*};
}
elements! { Add Mul Min Max BitAnd BitOr BitXor And Or }
