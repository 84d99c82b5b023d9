//! An array with the copies that LPUs have of their parts of it.
//!
//! By the semantics every LPU works on a copy of its part. Most work in place, on the array or on
//! the copy of an LPU around; those that cannot ([`in_place`](crate::Visit::in_place)) are given one when
//! they enter their space. All entries are registered before the first exit, so an exit waits for
//! every entry that reads what it overwrites, and no entry sees an exit of the same visit.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

use hp5::highp5::partition::{ArrayId, Held, Lpu, SpaceId};
use hp5::rt::{self, Mode, Region};

use crate::scalar::Same;
use crate::task::{spawn_again, spawn_sure};
use crate::unit::Active;
use crate::{Beside, Core, Fault, Faults, Handle, Run, Seen, Store, Zero, part, sweeps};

/// The way to an LPU from Root: spaces and coordinates.
type Way = Vec<usize>;

/// An array of a task.
pub struct Stores<T, const N: usize> {
    array: ArrayId,
    whole: Rc<Store<T, N>>,
    /// Of the LPUs that have some now.
    copies: RefCell<HashMap<Way, Rc<Store<T, N>>>>,
    /// Of visits before.
    spare: RefCell<HashMap<Way, Rc<Store<T, N>>>>,
    /// Spaces whose LPUs take their parts from further out than the nearest LPU that has one, and
    /// the space that they take them from; none for Root.
    past: Vec<(SpaceId, Option<SpaceId>)>,
    /// Where tasks that take copies back leave faults.
    faults: OnceCell<Faults>,
}

impl<T: Zero + Clone + Same + Send + 'static, const N: usize> Stores<T, N> {
    /// The array `array` of the task, of which LPUs have no copies so far.
    #[must_use]
    pub fn new(array: ArrayId, whole: Store<T, N>) -> Stores<T, N> {
        Stores {
            array,
            whole: Rc::new(whole),
            copies: RefCell::default(),
            spare: RefCell::default(),
            past: Vec::new(),
            faults: OnceCell::new(),
        }
    }

    /// The same where the LPUs of some spaces take their parts from another space than the nearest
    /// one that holds the array; none is Root.
    #[must_use]
    pub fn taken_past(mut self, spaces: &[(SpaceId, Option<SpaceId>)]) -> Stores<T, N> {
        self.past = spaces.to_vec();
        self
    }

    /// The array itself.
    #[must_use]
    pub fn whole(&self) -> &Rc<Store<T, N>> {
        &self.whole
    }

    /// What an LPU works on: the nearest copy around, or the array.
    #[must_use]
    pub fn of(&self, lpu: &Lpu) -> Rc<Store<T, N>> {
        let copies = self.copies.borrow();
        let mut at = Some(lpu).filter(|_| !copies.is_empty());
        while let Some(lpu) = at {
            if let Some(copy) = copies.get(&way(lpu)) {
                return copy.clone();
            }
            at = self.around(lpu);
        }
        self.whole.clone()
    }

    /// The LPU that the part of another one is taken from, or one between that has none.
    fn around<'l>(&self, lpu: &'l Lpu) -> Option<&'l Lpu> {
        let mut at = lpu.around();
        let past = self.past.iter().find(|past| Some(past.0) == lpu.space());
        if let Some((_, from)) = past {
            while let Some(between) = at.filter(|at| at.space() != *from) {
                at = between.around();
            }
        }
        at
    }

    /// What an LPU owns of what it works on, of that which the LPUs around it own.
    #[must_use]
    pub fn core(&self, lpu: &Lpu) -> Core<N> {
        let copies = self.copies.borrow();
        let mut core = Core::all();
        let mut at = Some(lpu);
        while let Some(lpu) = at {
            if !copies.is_empty() && copies.contains_key(&way(lpu)) {
                break;
            }
            if let Some(part) = lpu.part(self.array) {
                core = core.within(part);
            }
            at = self.around(lpu);
        }
        core
    }

    /// LPUs that have entered their space get copies. `shared`: they own elements in common.
    ///
    /// # Errors
    /// When there is no memory for them.
    pub fn enter<C>(&self, run: &Run, lpus: &[Active<C>], shared: bool) -> Result<(), Fault> {
        self.faults.get_or_init(|| run.faults());
        for lpu in lpus.iter().map(Active::lpu) {
            let way = way(lpu);
            let Some(around) = self.around(lpu) else {
                continue;
            };
            let holder = self.of(around);
            let held = part(lpu, self.array);
            let spare = self.spare.borrow_mut().remove(&way);
            let copy = match spare {
                Some(copy) => copy,
                None => Rc::new(Store::copy_of(&holder, run, held, shared)?),
            };
            copy.restart();
            let region = run.region();
            let mut task = region.task(rt::site!("enter", file!(), line!()));
            let mut pairs = Vec::new();
            for lag in 0..copy.versions() {
                copy.declare_all(&mut task, lag, Mode::InOut);
                holder.declare_part(&mut task, lag, Mode::In, held);
                pairs.push((holder.version(lag), copy.version(lag), copy.before(lag)));
            }
            let held = held.to_vec();
            // SAFETY: the task has declared what it copies from and to, and both are kept until
            // it is done.
            unsafe {
                spawn_sure(task, move || {
                    for (from, to, before) in &pairs {
                        each_run(
                            &held,
                            |held| &held.padded,
                            |at, len, step| {
                                copy_run(from.element(at), to.element(at), (len, step));
                                if let Some(before) = before {
                                    copy_run(from.element(at), before.element(at), (len, step));
                                }
                            },
                        );
                    }
                });
            }
            self.copies.borrow_mut().insert(way, copy);
        }
        Ok(())
    }

    /// LPUs that have copies leave their space. Of what they own in common each gives back what it
    /// has changed; two that have made different values of one element are a fault of the program.
    pub fn leave<C>(&self, region: &Region, lpus: &[Active<C>]) {
        for lpu in lpus.iter().map(Active::lpu) {
            let way = way(lpu);
            let taken = self.copies.borrow_mut().remove(&way);
            if let (Some(copy), Some(around)) = (taken, self.around(lpu)) {
                self.give_back(region, (lpu, &copy), &self.of(around), false);
                self.spare.borrow_mut().insert(way, copy);
            }
        }
    }

    /// LPUs inside of these take their parts from Space `from`: what copies between have changed
    /// goes there, the innermost ones first.
    pub fn hand_out<C>(&self, region: &Region, lpus: &[Active<C>], from: Option<SpaceId>) {
        if self.copies.borrow().is_empty() {
            return;
        }
        for lpu in lpus.iter().map(Active::lpu) {
            let mut at = Some(lpu);
            while let Some(lpu) = at.filter(|at| at.space() != from) {
                let copy = self.copies.borrow().get(&way(lpu)).cloned();
                let around = self.around(lpu);
                if let (Some(copy), Some(around)) = (copy, around) {
                    self.give_back(region, (lpu, &copy), &self.of(around), true);
                }
                at = around;
            }
        }
    }

    /// What an LPU owns of its copy goes to another one or the array. `again`: what it changes
    /// from now on will follow.
    fn give_back(
        &self,
        region: &Region,
        (lpu, copy): (&Lpu, &Store<T, N>),
        holder: &Store<T, N>,
        again: bool,
    ) {
        holder.begin_write(region, false);
        let held = part(lpu, self.array);
        let site = rt::site!("leave", file!(), line!());
        let mut task = region.task(site);
        let mode = if again { Mode::InOut } else { Mode::In };
        let mut pairs = Vec::new();
        for lag in 0..copy.versions() {
            holder.declare(&mut task, lag, Mode::InOut, |keys| keys.owned(held));
            copy.declare_all(&mut task, lag, mode);
            pairs.push((copy.version(lag), holder.version(lag), copy.before(lag)));
        }
        let held = held.to_vec();
        let name = holder.name();
        let faults = self.faults.get().cloned().unwrap_or_default();
        let take = move || {
            let mut agree = true;
            for (lag, (from, to, before)) in pairs.iter().enumerate() {
                each_run(
                    &held,
                    |held| &held.owned,
                    |at, len, step| match before {
                        None => copy_run(from.element(at), to.element(at), (len, step)),
                        Some(before) => {
                            let (own, to) = (from.element(at), to.element(at));
                            let same = copy_changes((own, before.element(at)), to, (len, step));
                            // Earlier versions may differ by epochs that not all came to.
                            agree &= same || lag > 0;
                            if again {
                                copy_run(own, before.element(at), (len, step));
                            }
                        }
                    },
                );
            }
            (agree || again).then_some(()).ok_or(Fault::Differ(name))
        };
        // SAFETY: as in `enter`.
        unsafe { spawn_again(task, &faults, take) }
    }

    /// An epoch of these LPUs begins ([`Store::begin_write`]). `all`: it writes all elements.
    pub fn begin_epoch<C>(&self, region: &Region, lpus: &[Active<C>], same: bool, all: bool) {
        self.each(lpus, |store, whole| {
            store.begin_write(region, all || same && whole)
        });
    }

    /// An epoch of these LPUs ends ([`Store::advance`]).
    pub fn end_epoch<C>(&self, region: &Region, lpus: &[Active<C>], same: bool) {
        self.each(lpus, |store, whole| store.advance(region, same && whole));
    }

    /// Once for each of the stores that LPUs work on.
    fn each<C>(&self, lpus: &[Active<C>], mut what: impl FnMut(&Store<T, N>, bool)) {
        if self.copies.borrow().is_empty() {
            return what(&self.whole, true);
        }
        let mut seen: Vec<*const Store<T, N>> = Vec::new();
        for active in lpus {
            let store = self.of(active.lpu());
            let address = Rc::as_ptr(&store);
            if !seen.contains(&address) {
                seen.push(address);
                what(&store, Rc::ptr_eq(&store, &self.whole));
            }
        }
    }

    /// How so many sweeps of LPUs that read `beside` the elements that they write are best
    /// divided, to do several of them in one task ([`sweep`](crate::sweep)). Empty if that is not
    /// to be: they are too few, they are better done one by one, or parts have holes.
    #[must_use]
    pub fn sweeps<C>(&self, lpus: &[Active<C>], rounds: usize, beside: &Beside<N>) -> Vec<usize> {
        if rounds < 2 || rounds > i32::MAX as usize {
            return Vec::new();
        }
        let cores = lpus.iter().map(|active| {
            let part = part(active.lpu(), self.array);
            let dense = part.iter().all(|held| held.padded.as_interval().is_some());
            dense.then(|| self.core(active.lpu()).ranges())
        });
        let Some(cores) = cores.collect::<Option<Vec<_>>>() else {
            return Vec::new();
        };
        let elements =
            |core: &[Range<usize>; N]| -> usize { core.iter().map(Range::len).product() };
        match cores.into_iter().max_by_key(elements) {
            Some(core) if elements(&core) > 0 => sweeps::rounds::<T, N>(&core, beside, rounds),
            _ => Vec::new(),
        }
    }

    /// What the walk knows of versions and copies ([`turns`](crate::turns())).
    pub fn state(&self, into: &mut Vec<usize>) {
        into.push(self.whole.state());
        for copies in [&self.copies, &self.spare] {
            let copies = copies.borrow();
            let mut list: Vec<_> = copies.iter().map(|(way, c)| (way, c.state())).collect();
            list.sort_unstable();
            into.push(list.len());
            for (way, state) in list {
                into.extend(way);
                into.push(state);
            }
        }
    }

    /// See [`Store::finish`].
    pub fn finish(&self, run: &Run) {
        self.whole.finish(run);
    }
}

impl<T: Zero, const N: usize> Handle<T, N> {
    /// Makes zeros of what an LPU owns of an array that was used before, in a task that has
    /// declared that it writes it.
    pub fn clear(&self, part: &[Held]) {
        each_run(
            part,
            |held| &held.owned,
            |at, len, step| {
                let first = self.element(at);
                match step {
                    1 => (0..len).for_each(|k| {
                        // SAFETY: callers have these elements to themselves.
                        unsafe { *first.add(k) = T::zero() }
                    }),
                    _ => (0..len).for_each(|k| {
                        // SAFETY: as above.
                        unsafe { *first.add(k * step) = T::zero() }
                    }),
                }
            },
        );
    }
}

impl<T: Zero, const N: usize> Seen<T, N> {
    /// Makes zeros of what the part has between the ends of a box, in a task that has declared
    /// that it writes it.
    pub fn clear(&self, ends: [(i64, i64); N]) {
        self.clear_along(0, &mut [0; N], &ends);
    }

    fn clear_along(&self, d: usize, at: &mut [i64; N], ends: &[(i64, i64); N]) {
        for (first, len, step) in self.runs(d, ends[d].0, ends[d].1) {
            for k in 0..len {
                at[d] = first + k * step;
                match d + 1 < N {
                    true => self.clear_along(d + 1, at, ends),
                    // SAFETY: it is in the part, which callers have to themselves.
                    false => unsafe { *self.within(*at) = T::zero() },
                }
            }
        }
    }
}

fn way(lpu: &Lpu) -> Way {
    let mut way = Vec::new();
    let mut at = Some(lpu);
    while let Some(lpu) = at {
        way.extend(lpu.space().map(|space| space.0));
        way.extend(lpu.at());
        at = lpu.around();
    }
    way
}

/// Calls `each` with the runs of a part along its last dimension: positions of the first
/// element, how many, step.
fn each_run<const N: usize>(
    part: &[Held],
    set: impl Fn(&Held) -> &hp5::highp5::partition::Indices,
    mut each: impl FnMut(&[usize; N], usize, usize),
) {
    let runs: Vec<_> = set(&part[N - 1]).runs().collect();
    let rows: Vec<Vec<usize>> = part[..N - 1]
        .iter()
        .map(|held| set(held).iter().collect())
        .collect();
    if rows.iter().any(Vec::is_empty) {
        return;
    }
    let mut turns = [0; N];
    loop {
        let mut at: [usize; N] =
            std::array::from_fn(|d| rows.get(d).map_or(0, |list| list[turns[d]]));
        for run in &runs {
            at[N - 1] = run.start;
            each(&at, run.len, run.step);
        }
        let next = (0..N - 1).rev().find(|&d| turns[d] + 1 < rows[d].len());
        let Some(next) = next else { return };
        turns[next] += 1;
        turns[next + 1..].fill(0);
    }
}

fn copy_run<T: Clone>(from: *const T, to: *mut T, (len, step): (usize, usize)) {
    if step == 1 {
        // SAFETY: callers have these elements to themselves, or to read; those of a copy are no
        // others'.
        let (from, to) = unsafe {
            (
                std::slice::from_raw_parts(from, len),
                std::slice::from_raw_parts_mut(to, len),
            )
        };
        return to.clone_from_slice(from);
    }
    for k in 0..len {
        // SAFETY: as above.
        unsafe { *to.add(k * step) = (*from.add(k * step)).clone() };
    }
}

/// Of a copy, and what it was at first; false if another copy has made something else of an
/// element that this one has changed.
fn copy_changes<T: Clone + Same>(
    from: (*mut T, *mut T),
    to: *mut T,
    (len, step): (usize, usize),
) -> bool {
    let mut agree = true;
    for k in (0..len).map(|k| k * step) {
        // SAFETY: as in `copy_run`.
        let (now, first, to) = unsafe { (&*from.0.add(k), &*from.1.add(k), &mut *to.add(k)) };
        if !now.same(first) {
            agree &= to.same(first) || to.same(now);
            *to = now.clone();
        }
    }
    agree
}
