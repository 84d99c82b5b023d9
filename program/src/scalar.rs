//! Variables that are no arrays: what the walk knows of them, and what tasks make of them.
//!
//! Each unit has a [`Cell`] per variable that changes while a task is executed. A value never
//! changes in place: who sets a variable makes a new *version* of it (a [`Slot`], filled once),
//! and who uses it is handed the version of that moment. So only "made before used" orders
//! tasks, a value that the walk knows is copied into bodies, and entering a space copies
//! nothing.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::{Arc, OnceLock};

use hp5::rt::{Mode, Region, Site, Task};

use crate::Fault;
use crate::fault::Faults;
use crate::task::spawn;

/// A value, and whether the LPU has assigned to it since it entered its space.
#[derive(Debug, Clone, PartialEq)]
pub struct Scalar<T> {
    /// The value.
    pub value: T,
    /// True once it was assigned to: then it goes back when the LPU leaves its space.
    pub set: bool,
}

/// What a task makes, once.
#[derive(Debug)]
pub struct Slot<T>(OnceLock<T>);

impl<T> Slot<T> {
    /// Nothing yet.
    #[must_use]
    pub fn new() -> Arc<Slot<T>> {
        Arc::new(Slot(OnceLock::new()))
    }

    /// Declares that a task fills it (`Out`) or looks at it (`In`).
    pub fn declare(self: &Arc<Slot<T>>, task: &mut Task<'_>, mode: Mode) {
        task.access_key(Arc::as_ptr(self).addr(), mode);
    }

    /// Fills it; the first one counts.
    pub fn fill(&self, value: T) {
        // A task that runs again, for a recorded lap, makes the same.
        let _ = self.0.set(value);
    }

    /// What it was filled with.
    ///
    /// # Errors
    /// When its task has failed.
    pub fn get(&self) -> Result<&T, Fault> {
        self.0.get().ok_or(Fault::Lost)
    }

    /// What it is filled with, when that is done: tasks run meanwhile.
    ///
    /// # Errors
    /// When a task failed.
    pub fn wait(&self, region: &Region, faults: &Faults) -> Result<&T, Fault> {
        region.wait_until(|| self.0.get().is_some() || faults.any());
        match self.0.get() {
            Some(value) => Ok(value),
            None => faults.end().and(Err(Fault::Lost)),
        }
    }
}

/// What the walk asks for: it is known, or a task finds out.
#[derive(Debug, Clone)]
pub enum Later<T> {
    /// Known.
    Known(T),
    /// Made by a task.
    Made(Arc<Slot<T>>),
}

impl<T: Clone> Later<T> {
    /// The value, when it is made: tasks run meanwhile.
    ///
    /// # Errors
    /// When a task failed.
    pub fn wait(self, region: &Region, faults: &Faults) -> Result<T, Fault> {
        match self {
            Later::Known(value) => Ok(value),
            Later::Made(slot) => slot.wait(region, faults).cloned(),
        }
    }
}

/// A version of a variable.
#[derive(Debug, Clone)]
enum Version<T> {
    Known(Scalar<T>),
    /// Made by a task. `fresh`: what it says of assignments is another LPU's.
    Made {
        slot: Arc<Slot<Scalar<T>>>,
        fresh: bool,
    },
}

impl<T: Clone> Version<T> {
    fn get(&self) -> Result<Scalar<T>, Fault> {
        match self {
            Version::Known(scalar) => Ok(scalar.clone()),
            Version::Made { slot, fresh } => {
                let mut scalar = slot.get()?.clone();
                scalar.set &= !fresh;
                Ok(scalar)
            }
        }
    }

    fn declare(&self, task: &mut Task<'_>) {
        if let Version::Made { slot, .. } = self {
            slot.declare(task, Mode::In);
        }
    }
}

/// A variable of a unit.
#[derive(Debug)]
pub struct Cell<T>(RefCell<Version<T>>);

/// The version of a variable that a task uses.
#[derive(Debug)]
pub struct Read<T>(Version<T>);

/// The version of a variable that a task makes, from the one before.
#[derive(Debug)]
pub struct Write<T> {
    before: Version<T>,
    after: Arc<Slot<Scalar<T>>>,
}

impl<T: Clone> Cell<T> {
    /// With a value that nobody assigned.
    #[must_use]
    pub fn new(value: T) -> Rc<Cell<T>> {
        let scalar = Scalar { value, set: false };
        Rc::new(Cell(RefCell::new(Version::Known(scalar))))
    }

    /// The same value for an LPU that enters a space.
    #[must_use]
    pub fn fork(&self) -> Rc<Cell<T>> {
        let version = match self.0.borrow().clone() {
            Version::Known(scalar) => Version::Known(Scalar {
                set: false,
                ..scalar
            }),
            Version::Made { slot, .. } => Version::Made { slot, fresh: true },
        };
        Rc::new(Cell(RefCell::new(version)))
    }

    /// True when the walk knows the value. Tasks that are done do not count before somebody
    /// has waited for them: what becomes of a program must not depend on the time.
    #[must_use]
    pub fn is_known(&self) -> bool {
        matches!(&*self.0.borrow(), Version::Known(_))
    }

    /// Whether the walk knows the value, and the value if it does.
    #[must_use]
    pub fn known(&self) -> (bool, T)
    where
        T: crate::Zero,
    {
        match &*self.0.borrow() {
            Version::Known(scalar) => (true, scalar.value.clone()),
            Version::Made { .. } => (false, T::zero()),
        }
    }

    /// True when the LPU has left it as it was on entering its space.
    fn is_untouched(&self) -> bool {
        match &*self.0.borrow() {
            Version::Known(scalar) => !scalar.set,
            Version::Made { fresh, .. } => *fresh,
        }
    }

    /// Sets it at once.
    pub fn put(&self, scalar: Scalar<T>) {
        *self.0.borrow_mut() = Version::Known(scalar);
    }

    /// Sets the index of a repeat, which is no assignment.
    pub fn put_index(&self, value: T) {
        self.put(Scalar { value, set: false });
    }

    /// The value, which the walk knows.
    ///
    /// # Errors
    /// When the task that makes it has not.
    pub fn get(&self) -> Result<Scalar<T>, Fault> {
        self.0.borrow().get()
    }

    /// The value, when it is made: tasks run meanwhile.
    ///
    /// # Errors
    /// When a task failed.
    pub fn wait(&self, region: &Region, faults: &Faults) -> Result<T, Fault> {
        let version = self.0.borrow().clone();
        if let Version::Made { slot, .. } = &version {
            slot.wait(region, faults)?;
        }
        let scalar = version.get()?;
        *self.0.borrow_mut() = Version::Known(scalar.clone());
        Ok(scalar.value)
    }

    /// Declares that a task uses it.
    pub fn read(&self, task: &mut Task<'_>) -> Read<T> {
        let version = self.0.borrow().clone();
        version.declare(task);
        Read(version)
    }

    /// Declares that a task sets it, or may.
    pub fn write(&self, task: &mut Task<'_>) -> Write<T> {
        let before = self.0.borrow().clone();
        before.declare(task);
        let after = Slot::new();
        after.declare(task, Mode::Out);
        *self.0.borrow_mut() = Version::Made {
            slot: after.clone(),
            fresh: false,
        };
        Write { before, after }
    }
}

impl<T: Clone> Read<T> {
    /// The value, in the task's body.
    ///
    /// # Errors
    /// When the task that makes it failed.
    pub fn get(&self) -> Result<T, Fault> {
        self.0.get().map(|scalar| scalar.value)
    }
}

impl<T: Clone> Write<T> {
    /// The value before, in the task's body.
    ///
    /// # Errors
    /// When the task that makes it failed.
    pub fn begin(&self) -> Result<Scalar<T>, Fault> {
        self.before.get()
    }

    /// The value from now on.
    pub fn end(&self, scalar: Scalar<T>) {
        self.after.fill(scalar);
    }

    /// Leaves the value as it was.
    ///
    /// # Errors
    /// When the task that makes it failed.
    pub fn pass(&self) -> Result<(), Fault> {
        self.end(self.begin()?);
        Ok(())
    }
}

/// LPUs leave their space: what they assigned goes to that of the LPU around them.
pub(crate) fn join<T: Clone + Same + Send + Sync>(
    (region, site, faults): (&Region, &'static Site, &Faults),
    name: &'static str,
    to: &Cell<T>,
    from: &[&Cell<T>],
) -> Result<(), Fault> {
    let touched = |cell: &&Cell<T>| !cell.is_untouched();
    let from: Vec<&Cell<T>> = from.iter().copied().filter(touched).collect();
    if from.is_empty() {
        return Ok(());
    }
    if from.iter().chain([&to]).all(|cell| cell.is_known()) {
        let given = from.iter().map(|cell| cell.get());
        if let Some(value) = agreed(name, given)? {
            to.put(Scalar { value, set: true });
        }
        return Ok(());
    }
    let mut task = region.task(site);
    let given: Vec<Version<T>> = from.iter().map(|cell| cell.0.borrow().clone()).collect();
    given.iter().for_each(|version| version.declare(&mut task));
    let write = to.write(&mut task);
    // SAFETY: the body touches what it owns.
    unsafe {
        spawn(task, faults, move || {
            match agreed(name, given.iter().map(Version::get))? {
                Some(value) => {
                    write.end(Scalar { value, set: true });
                    Ok(())
                }
                None => write.pass(),
            }
        });
    }
    Ok(())
}

/// The value that those have who assigned.
fn agreed<T: Same>(
    name: &'static str,
    given: impl Iterator<Item = Result<Scalar<T>, Fault>>,
) -> Result<Option<T>, Fault> {
    let mut value: Option<T> = None;
    for scalar in given {
        let scalar = scalar?;
        if !scalar.set {
            continue;
        }
        if value
            .as_ref()
            .is_some_and(|value| !value.same(&scalar.value))
        {
            return Err(Fault::Differ(name));
        }
        value = Some(scalar.value);
    }
    Ok(value)
}

/// Values that are compared to the last bit.
pub trait Same {
    /// True when nobody can tell them apart.
    fn same(&self, other: &Self) -> bool;
}

macro_rules! same {
    ($($ty:ty: |$a:ident, $b:ident| $same:expr;)*) => {$(
        impl Same for $ty {
            fn same(&self, other: &Self) -> bool {
                let ($a, $b) = (self, other);
                $same
            }
        }
    )*};
}

same! {
    i32: |a, b| a == b;
    u8: |a, b| a == b;
    bool: |a, b| a == b;
    f32: |a, b| a.to_bits() == b.to_bits();
    f64: |a, b| a.to_bits() == b.to_bits();
    String: |a, b| a == b;
    crate::Range: |a, b| a == b;
}

impl<T: Same, const N: usize> Same for [T; N] {
    fn same(&self, other: &Self) -> bool {
        self.iter().zip(other).all(|(a, b)| a.same(b))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hp5::rt;

    #[test]
    fn versions_are_those_of_the_moment() {
        let region = Region::begin(rt::site!("versions", file!(), line!()));
        let (faults, cell) = (Faults::default(), Cell::new(1));
        let add = |cell: &Cell<i32>, more: i32| {
            let mut task = region.task(rt::site!("add", file!(), line!()));
            let write = cell.write(&mut task);
            // SAFETY: the body touches what it owns.
            unsafe {
                spawn(task, &faults, move || {
                    let value = write.begin()?.value + more;
                    write.end(Scalar { value, set: true });
                    Ok(())
                });
            }
        };
        let first = cell.fork();
        add(&cell, 10);
        let second = cell.fork();
        add(&cell, 100);
        add(&second, 1000);
        assert!(first.is_known() && !second.is_known());
        let value = |cell: &Cell<i32>| cell.wait(&region, &faults);
        assert_eq!(
            (value(&first), value(&second), value(&cell)),
            (Ok(1), Ok(1011), Ok(111))
        );
        // What goes back is what was assigned, if those that assigned agree.
        let around = Cell::new(7);
        let site = rt::site!("leave", file!(), line!());
        let walk = (&region, site, &faults);
        join(walk, "x", &around, &[&first, &first]).unwrap();
        assert_eq!(value(&around), Ok(7));
        join(walk, "x", &around, &[&first, &second, &second.fork()]).unwrap();
        assert_eq!(value(&around), Ok(1011));
        let clash = join(walk, "x", &around, &[&cell, &second]);
        assert_eq!(clash, Err(Fault::Differ("x")));
        region.end();
    }
}
