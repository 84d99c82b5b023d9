//! Guest workers: a thread from outside in, a worker of the pool out, by which it takes part while it has a region open.
//!
//! A thread that opens a region sits down: it gets a lane with a deque of its own, which the
//! PPUs steal from, and it runs tasks of its region while it waits (and registers ahead of
//! them otherwise). It works in place of the PPU of the processor that it is on, whose own
//! thread stands by: so N PPUs keep N processors busy, as with OpenMP, and the registering
//! thread does not fight a PPU for its processor.
//!
//! Protocol *standing by*. The displaced thread sleeps, and looks every few milliseconds
//! whether the guest worker still shows a pulse: its thread counts up whenever it registers,
//! and says when it is engaged (runs or waits for tasks). Without a pulse, and with tasks in
//! queues, its thread is busy with something else or blocked, and the displaced
//! one runs tasks meanwhile. Nothing but time depends on these looks: a task in a queue is
//! taken once, whoever takes it.
//!
//! A thread that gives its guest worker back wakes nobody: as a rule it comes back at once, to the same
//! processor, and the PPU would wake for nothing, on the thread's own processor. So the PPU is
//! remembered as *left behind*, still asleep as one that is displaced, which nobody wakes for a
//! task. Whoever takes a guest worker in another PPU's place, or leaves another PPU behind, wakes it.
//!
//! A thread has one guest worker per pool at a time. All regions that it has open there share it, in
//! whatever order they end: the guest worker is left with the last of them.

use std::cell::{OnceCell, RefCell};
use std::ops::Range;
use std::rc::{Rc, Weak};

use crate::graph::pointer::TaskPtr;
use crate::sched::chain::Chain;
use crate::sched::pool::{Ppu, Shared, SharedRef};
use crate::sched::stack::Watched;
use crate::sched::worker::{self, Worker, swap_current};
use crate::sync::{
    Arc, AtomicBool, AtomicU32, AtomicUsize, CachePadded, Condvar, Deque, Mutex, Ordering, SetOnce,
    Stealer, lock, planted, thread_local,
};

thread_local! {
    /// Where the thread sits, newest last. (loom's has no `const`.)
    #[allow(clippy::missing_const_for_thread_local)]
    static MINE: RefCell<Vec<Weak<GuestWorker>>> = RefCell::new(Vec::new());
}

std::thread_local! {
    /// Bodies run on this thread, too.
    static WATCHED: OnceCell<Watched> = const { OnceCell::new() };
}

/// Guest workers of a pool: so many threads can have regions open at once; more wait for one.
const SEATS: usize = if cfg!(any(hp5_loom, hp5_shuttle)) {
    2
} else {
    128
};

/// All guest workers of a pool.
pub(crate) struct GuestWorkers {
    /// Lanes below this are PPUs.
    first_lane: usize,
    guests: Box<[CachePadded<Slot>]>,
    /// Guest workers below this were taken once.
    used: AtomicUsize,
    /// Guest workers whose thread works in place of no PPU: there are more threads than PPUs.
    unplaced: AtomicUsize,
    /// The PPU that stands by for nobody, plus 1; 0: none.
    left_behind: AtomicUsize,
    waiting: Mutex<()>,
    freed: Condvar,
}

#[derive(Default)]
struct Slot {
    taken: AtomicBool,
    stealer: SetOnce<Stealer<TaskPtr>>,
    /// Kept between regions.
    worker: Mutex<Option<Box<Worker>>>,
    pulse: AtomicU32,
    engaged: AtomicBool,
    /// Its thread works in place of no PPU.
    unplaced: AtomicBool,
}

impl GuestWorkers {
    pub(crate) fn new(ppus: usize) -> Self {
        GuestWorkers {
            first_lane: ppus,
            guests: (0..SEATS).map(|_| CachePadded::default()).collect(),
            used: AtomicUsize::new(0),
            unplaced: AtomicUsize::new(0),
            left_behind: AtomicUsize::new(0),
            waiting: Mutex::new(()),
            freed: Condvar::new(),
        }
    }

    /// PPUs and guest workers together.
    pub(crate) fn lanes(&self) -> usize {
        self.first_lane + SEATS
    }

    fn in_use(&self) -> &[CachePadded<Slot>] {
        &self.guests[..self.used.load(Ordering::Acquire)]
    }

    /// Lanes of guest workers that somebody may sleep on.
    pub(crate) fn taken_lanes(&self) -> Range<usize> {
        self.first_lane..self.first_lane + self.in_use().len()
    }

    /// Deques of the guest workers, with their lanes.
    pub(crate) fn stealers(&self) -> impl Iterator<Item = (usize, &Stealer<TaskPtr>)> {
        let lanes = self.first_lane..;
        lanes
            .zip(self.in_use())
            .filter_map(|(lane, slot)| Some((lane, slot.stealer.get()?)))
    }

    /// The deque of the guest worker of this lane.
    pub(crate) fn stealer(&self, lane: usize) -> Option<&Stealer<TaskPtr>> {
        self.guests[lane - self.first_lane].stealer.get()
    }

    /// The deque of the thread that works in place of a PPU, if one does.
    #[inline]
    pub(crate) fn stealer_in_place_of(&self, ppu: &Ppu) -> Option<&Stealer<TaskPtr>> {
        let guest = ppu.displaced.load(Ordering::Relaxed).checked_sub(1)?;
        self.guests[guest as usize].stealer.get()
    }

    /// Deques of threads that work in place of no PPU, with their lanes.
    #[inline]
    pub(crate) fn stealers_without_ppu(&self) -> impl Iterator<Item = (usize, &Stealer<TaskPtr>)> {
        let any = self.unplaced.load(Ordering::Relaxed) != 0;
        let guests = if any { self.in_use() } else { &[] };
        let unplaced = (self.first_lane..).zip(guests);
        unplaced
            .filter(|(_, slot)| slot.unplaced.load(Ordering::Relaxed))
            .filter_map(|(lane, slot)| Some((lane, slot.stealer.get()?)))
    }

    fn set_unplaced(&self, guest: usize, unplaced: bool) {
        if self.guests[guest]
            .unplaced
            .swap(unplaced, Ordering::Relaxed)
            == unplaced
        {
            return;
        }
        match unplaced {
            true => self.unplaced.fetch_add(1, Ordering::Relaxed),
            false => self.unplaced.fetch_sub(1, Ordering::Relaxed),
        };
    }

    /// The thread of this lane registers.
    #[inline]
    pub(crate) fn beat(&self, lane: usize) {
        let pulse = &self.guests[lane - self.first_lane].pulse;
        pulse.store(
            pulse.load(Ordering::Relaxed).wrapping_add(1),
            Ordering::Relaxed,
        );
    }

    /// The thread of this lane runs or waits for tasks, or stops doing so.
    pub(crate) fn engage(&self, lane: usize, engaged: bool) -> bool {
        let flag = &self.guests[lane - self.first_lane].engaged;
        let before = flag.load(Ordering::Relaxed);
        flag.store(engaged, Ordering::Relaxed);
        before
    }

    /// True while the thread of this lane, if it is a guest worker, does not run or wait for tasks.
    pub(crate) fn registers(&self, lane: usize) -> bool {
        let guest = lane.checked_sub(self.first_lane);
        guest.is_some_and(|guest| !self.guests[guest].engaged.load(Ordering::Relaxed))
    }

    /// The pulse of a guest worker; `None` while it is engaged.
    pub(crate) fn pulse(&self, guest: usize) -> Option<u32> {
        let slot = &self.guests[guest];
        (!slot.engaged.load(Ordering::Relaxed)).then(|| slot.pulse.load(Ordering::Relaxed))
    }

    /// Remembers who stands by for nobody from now on, if anybody does; the one that did
    /// before, who is to be woken, if it is another one than `present`.
    fn leave_behind(&self, ppu: Option<usize>, present: Option<usize>) -> Option<usize> {
        let mark = ppu.map_or(0, |ppu| ppu + 1);
        if mark == 0 && self.left_behind.load(Ordering::Relaxed) == 0 {
            return None;
        }
        let before = self.left_behind.swap(mark, Ordering::SeqCst).checked_sub(1);
        before.filter(|_| before != present && !planted("leave a PPU on stand-by"))
    }

    /// Takes a guest worker, and waits for one if there is none.
    pub(crate) fn take(&self) -> usize {
        // A look first: the flag stands on the line of the guest worker's pulse, which its thread writes.
        let find = || {
            let free = |guest: &Slot| {
                !guest.taken.load(Ordering::Relaxed) && !guest.taken.swap(true, Ordering::SeqCst)
            };
            (0..SEATS).find(|&n| free(&self.guests[n]))
        };
        let mut waiting = None;
        loop {
            if let Some(guest) = find() {
                self.used.fetch_max(guest + 1, Ordering::AcqRel);
                return guest;
            }
            // Looked once more under the lock, which who gives a guest worker back takes after it.
            let held = waiting.take().map_or_else(
                || lock(&self.waiting),
                |held| {
                    self.freed
                        .wait(held)
                        .unwrap_or_else(std::sync::PoisonError::into_inner)
                },
            );
            waiting = Some(held);
        }
    }

    pub(crate) fn give(&self, guest: usize) {
        // An exchange, as in `take`: so all of them have one order that models know.
        self.guests[guest].taken.swap(false, Ordering::SeqCst);
        drop(lock(&self.waiting));
        self.freed.notify_one();
    }
}

/// A guest worker that a thread has taken; dropping it gives it back.
pub(crate) struct GuestWorker {
    number: usize,
    /// A box that was taken apart, and is put together again when the guest worker is dropped.
    worker: *mut Worker,
    displaces: Option<usize>,
    /// The pool stays while somebody sits in it.
    pool: Arc<Shared>,
}

impl GuestWorker {
    /// The calling thread's guest worker in a pool: takes one if it has none.
    pub(crate) fn of(shared: &Arc<Shared>) -> Rc<GuestWorker> {
        let guest = find(|guest| Arc::ptr_eq(&guest.pool, shared));
        guest.unwrap_or_else(|| {
            let guest = Rc::new(GuestWorker::take(shared));
            swap_current(guest.worker);
            // A thread at its very end has no list any more, and sits for one region.
            let _ = MINE.try_with(|mine| mine.borrow_mut().push(Rc::downgrade(&guest)));
            guest
        })
    }

    /// The calling thread's guest worker that has this worker, if it is not that of a PPU.
    pub(crate) fn with(worker: &Worker) -> Option<Rc<GuestWorker>> {
        find(|guest| std::ptr::eq(guest.worker, worker))
    }

    fn take(shared: &Arc<Shared>) -> GuestWorker {
        // A thread at its very end is not watched.
        let _ = WATCHED.try_with(|watched| _ = watched.get_or_init(Watched::begin));
        let number = shared.guests.take();
        let slot = &shared.guests.guests[number];
        let lane = shared.guests.first_lane + number;
        let handle = SharedRef::new(shared);
        let worker = lock(&slot.worker).take().unwrap_or_else(|| {
            let deque = Deque::new_lifo();
            let _ = slot.stealer.set(deque.stealer());
            let chain = Chain::new(shared.place.cache_budget(0));
            Box::new(Worker::new(handle, lane, deque, chain))
        });
        let displaces = displace(shared, number);
        let left = shared.guests.leave_behind(None, displaces);
        left.inspect(|&ppu| shared.sleep.give_token(ppu));
        shared.guests.set_unplaced(number, displaces.is_none());
        worker.sit(displaces.unwrap_or(0));
        let worker = Box::into_raw(worker);
        GuestWorker {
            number,
            worker,
            displaces,
            pool: shared.clone(),
        }
    }

    /// Its worker; it stays where it is until the guest worker is dropped.
    pub(crate) fn worker(&self) -> *const Worker {
        self.worker
    }
}

fn find(wanted: impl Fn(&GuestWorker) -> bool) -> Option<Rc<GuestWorker>> {
    let find = |mine: &RefCell<Vec<Weak<GuestWorker>>>| {
        let mine = mine.borrow();
        let guests = mine.iter().rev().filter_map(Weak::upgrade);
        guests.into_iter().find(|guest| wanted(guest))
    };
    MINE.try_with(find).ok().flatten()
}

/// Makes the worker of the newest guest worker the one that the calling thread is.
fn show_newest() {
    let newest = find(|_| true).map_or(std::ptr::null(), |guest| guest.worker());
    swap_current(newest);
}

impl Worker {
    /// Calls `f`, in which this thread runs bodies as this worker and no other one of its.
    #[inline]
    pub(crate) fn as_current(&self, f: impl FnOnce()) {
        if self.is_ppu() || std::ptr::eq(worker::current(), self) {
            return f();
        }
        swap_current(self);
        f();
        // Who was before may have left its guest worker meanwhile.
        show_newest();
    }
}

/// Puts a PPU's own thread on stand-by for the guest worker: that of the present processor if it
/// is free, else any that is.
fn displace(shared: &Shared, guest: usize) -> Option<usize> {
    let mark = guest as u32 + 1;
    let try_one = |&ppu: &usize| {
        let displaced = &shared.ppus[ppu].displaced;
        displaced.load(Ordering::Relaxed) == 0
            && displaced
                .compare_exchange(0, mark, Ordering::SeqCst, Ordering::Relaxed)
                .is_ok()
    };
    let here = shared.place.ppu_of_this_processor();
    here.into_iter()
        .find(try_one)
        .or_else(|| (0..shared.ppus.len()).find(|ppu| try_one(ppu)))
}

impl Drop for GuestWorker {
    fn drop(&mut self) {
        let shared = &self.pool;
        let _ = MINE.try_with(|mine| {
            mine.borrow_mut().retain(|guest| guest.strong_count() > 0);
        });
        if std::ptr::eq(worker::current(), self.worker) {
            show_newest();
        }
        // SAFETY: taken apart in `take`; regions on this guest worker have ended, and no pointer to
        // the worker is left.
        let worker = unsafe { Box::from_raw(self.worker) };
        worker.stand_up();
        *lock(&shared.guests.guests[self.number].worker) = Some(worker);
        if let Some(ppu) = self.displaces {
            shared.ppus[ppu].displaced.store(0, Ordering::SeqCst);
            if shared.has_work() {
                shared.sleep.give_token(ppu);
            }
            let left = shared.guests.leave_behind(Some(ppu), Some(ppu));
            left.inspect(|&ppu| shared.sleep.give_token(ppu));
        }
        shared.guests.give(self.number);
    }
}
