//! Arrays of environments: stored once, shared by reference, touched by tasks through what
//! their LPUs see ([`Seen`](crate::Seen)).
//!
//! Protocol: while tasks of an execution are pending, elements are reached through raw pointers
//! alone, and the runtime orders tasks by keys; between executions only the coordinator's
//! thread is there. [`Stored`] is therefore neither `Send` nor `Sync` for safe code.

use std::cell::UnsafeCell;
use std::rc::Rc;

use hp5::rt::{Mode, Task};
use hp5_arrays::Composite;

use crate::extremes::Known;
use crate::pages::{ask_for_large, moved_to_large};
use crate::range::Range;
use crate::value::Zero;
use crate::{Extremes, Fault};

/// A dimension of an array.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// Least index.
    pub min: i32,
    /// Greatest index; less than `min` when there is none.
    pub max: i32,
}

impl Bounds {
    /// No index: what a dimension has before Initialize.
    pub const NONE: Bounds = Bounds { min: 0, max: -1 };

    /// Number of indices.
    #[must_use]
    pub fn extent(self) -> usize {
        usize::try_from(i64::from(self.max) - i64::from(self.min) + 1).unwrap_or(0)
    }

    /// As a value of the language.
    #[must_use]
    pub fn range(self) -> Range {
        Range::new(self.min, self.max)
    }
}

impl From<Range> for Bounds {
    fn from(range: Range) -> Bounds {
        Bounds {
            min: range.min,
            max: range.max,
        }
    }
}

/// An array with its elements, row-major.
pub struct Stored<T> {
    bounds: Vec<Bounds>,
    elements: UnsafeCell<Box<[T]>>,
    /// Of Integers.
    known: Known,
}

impl<T: Zero + Clone> Stored<T> {
    /// A new array of zeros.
    ///
    /// # Errors
    /// When there cannot be so many elements.
    pub fn new(name: &'static str, bounds: &[Bounds]) -> Result<Rc<Stored<T>>, Fault> {
        let count = sized(name, bounds)?;
        let wrong = |_| Fault::Size(name, count.to_string());
        Vec::<T>::new().try_reserve_exact(count).map_err(wrong)?;
        // There is room. Zeros come from the system, page by page, to those who use them first:
        // writing them here would keep the coordinator from registering tasks.
        let mut elements = vec![T::zero(); count];
        ask_for_large(&mut elements);
        Ok(Rc::new(Stored {
            bounds: bounds.to_vec(),
            elements: UnsafeCell::new(elements.into_boxed_slice()),
            known: Known::default(),
        }))
    }
}

impl<T: Clone> Stored<T> {
    /// A copy of it, while no task is pending.
    pub(crate) fn copied(&self) -> Rc<Stored<T>> {
        // SAFETY: no task is pending, and nobody on this thread has a reference to an element.
        let elements = unsafe { (*self.elements.get()).clone() };
        Rc::new(Stored {
            bounds: self.bounds.clone(),
            elements: UnsafeCell::new(elements),
            known: Known::default(),
        })
    }
}

impl<T: Composite + Send> Stored<T> {
    /// Reads a file.
    ///
    /// # Errors
    /// When it is missing or no such array.
    pub fn read(file: &str, rank: usize) -> Result<Rc<Stored<T>>, Fault> {
        let array = T::read(file, rank)?;
        let bounds = |&size: &usize| {
            let max = i32::try_from(size).map(|size| Bounds {
                min: 0,
                max: size - 1,
            });
            max.map_err(|_| {
                Fault::File(format!(
                    "{file}: a dimension of {size}: Integers have 32 bits"
                ))
            })
        };
        Ok(Rc::new(Stored {
            bounds: array.sizes.iter().map(bounds).collect::<Result<_, _>>()?,
            elements: UnsafeCell::new(moved_to_large(array.data).into_boxed_slice()),
            known: Known::default(),
        }))
    }

    /// What writes a file, later, when no task may change the array.
    pub(crate) fn writer(
        &self,
        file: String,
    ) -> impl FnOnce() -> Result<(), Fault> + Send + use<T> {
        let (elements, sizes) = (Elements(self.elements()), self.extents());
        move || {
            let elements = elements;
            // SAFETY: the task that runs this declares that it reads the whole array, and the
            // array is kept until then (`Run::output`).
            let elements = unsafe { &*elements.0 };
            Ok(T::write(&file, &sizes, elements)?)
        }
    }
}

impl Stored<i32> {
    /// The least and the greatest value ([`Run::extremes`](crate::Run::extremes)); `task` makes the
    /// tasks that look for them, each of which declares that it reads the whole array.
    pub(crate) fn extremes<'r>(&self, ppus: usize, task: impl Fn() -> Task<'r>) -> Extremes {
        let elements = self.elements();
        self.known.extremes(elements.len(), ppus, |range, slot| {
            let mut task = task();
            slot.declare(&mut task, Mode::Out);
            let part = Elements(std::ptr::slice_from_raw_parts_mut(
                elements.cast::<i32>().wrapping_add(range.start),
                range.len(),
            ));
            // SAFETY: the array is kept until the task is done, which has declared that it reads
            // these elements.
            unsafe {
                task.spawn(move || {
                    let part = part;
                    slot.fill(crate::extremes::of(&*part.0));
                });
            }
        })
    }
}

/// Where elements are.
struct Elements<T>(*mut [T]);

// SAFETY: a place; who uses it says why that is right.
unsafe impl<T: Send> Send for Elements<T> {}

impl<T> Stored<T> {
    /// What tells it from others; none for an array without elements, which is nobody's.
    #[must_use]
    pub fn identity(&self) -> Option<usize> {
        (self.elements().len() > 0).then(|| std::ptr::from_ref(self).addr())
    }

    /// Its dimensions.
    #[must_use]
    pub fn bounds(&self) -> &[Bounds] {
        &self.bounds
    }

    /// Numbers of elements along them.
    #[must_use]
    pub fn extents(&self) -> Vec<usize> {
        self.bounds.iter().map(|b| b.extent()).collect()
    }

    /// Tasks that are registered from now on may write elements.
    pub(crate) fn changes(&self) {
        self.known.forget();
    }

    /// What the elements take.
    pub(crate) fn bytes(&self) -> usize {
        self.elements().len() * size_of::<T>()
    }

    /// Where the elements are.
    #[must_use]
    pub fn elements(&self) -> *mut [T] {
        // SAFETY: boxes change their places on this thread alone (`exchange`), and only an
        // address is read here.
        unsafe { &raw mut **self.elements.get() }
    }

    /// Exchanges the elements with those of another array of the same bounds, which stay
    /// where they are: tasks that were handed their places are not concerned.
    pub(crate) fn exchange(&self, other: &Stored<T>) {
        debug_assert_eq!(self.bounds, other.bounds);
        self.changes();
        other.changes();
        // SAFETY: nobody holds a reference to either box on this thread, which is the only one
        // that has the arrays, and no element is touched.
        unsafe { std::ptr::swap(self.elements.get(), other.elements.get()) }
    }
}

/// Number of elements of an array.
///
/// # Errors
/// When they cannot be counted.
pub fn sized(name: &'static str, bounds: &[Bounds]) -> Result<usize, Fault> {
    let extents = bounds.iter().map(|b| b.extent());
    let count = extents.clone().try_fold(1_usize, usize::checked_mul);
    let few = |count: &usize| isize::try_from(*count).is_ok();
    count.filter(few).ok_or_else(|| {
        let factors: Vec<String> = extents.map(|n| n.to_string()).collect();
        Fault::Size(name, factors.join(" x "))
    })
}

/// Holds that no two of the arrays that a task writes are one; gives which they are.
///
/// # Errors
/// When two are one.
pub fn distinct(
    task: &'static str,
    written: &[(&'static str, Option<usize>)],
) -> Result<Vec<usize>, Fault> {
    for (n, (name, array)) in written.iter().enumerate() {
        let same = written[..n].iter().find(|(_, other)| other == array);
        if let (Some((other, _)), Some(_)) = (same, array) {
            return Err(Fault::Shared(other, name, task));
        }
    }
    Ok(written.iter().filter_map(|(_, array)| *array).collect())
}
