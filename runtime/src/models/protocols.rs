//! The protocols beside tasks and edges, one by one.

use std::time::Duration;

use crate::base::error::FailureKind;
use crate::graph::failure::{FailedTiles, Failure};
use crate::graph::pointer::TaskPtr;
use crate::graph::scope::{Reached, Scope, ScopeRef};
use crate::models::Stage;
use crate::rt::loops::Holders;
use crate::rt::pending::Outstanding;
use crate::sched::eventcount::Sleep;
use crate::sched::guest_worker::GuestWorkers;
use crate::sched::place::Place;
use crate::sched::pool::{Hand, Pool, Setup, SharedRef};
use crate::sched::reach::Reach;
use crate::sched::static_schedule::{Need, Strands, Walk};
use crate::sched::urgent::Urgent;
use crate::sync::{Arc, Injector};

/// *Sleep and wake-up*: see `sched/eventcount.rs`.
pub struct Sleepers(Sleep);

impl Sleepers {
    /// So many lanes, all awake.
    #[must_use]
    pub fn new(lanes: usize) -> Self {
        Sleepers(Sleep::new(lanes))
    }

    /// From here on posters see the lane.
    pub fn announce(&self, lane: usize) {
        self.0.announce(lane);
    }

    /// Takes the announcement back.
    pub fn withdraw(&self, lane: usize) {
        self.0.withdraw(lane);
    }

    /// Announces the lane, looks a second time, and sleeps if that finds nothing (`Worker::rest`).
    pub fn park_unless(&self, lane: usize, found: impl FnOnce() -> bool) {
        self.0.park_unless(lane, found);
    }

    /// Sleeps until somebody wakes the lane.
    pub fn park(&self, lane: usize) {
        self.0.park(lane);
    }

    /// Wakes the first sleeper in `order`.
    pub fn post(&self, order: impl Iterator<Item = usize>) {
        self.0.post(|| order.map(|lane| lane..lane + 1));
    }

    /// Wakes this lane, announced or not.
    pub fn give_token(&self, lane: usize) {
        self.0.give_token(lane);
    }

    /// Wakes all.
    pub fn wake_all(&self) {
        self.0.wake_all();
    }
}

/// *Region completion*: see `graph/scope.rs`.
pub struct RegionEnd(Scope);

impl RegionEnd {
    /// A scope of the slab.
    #[must_use]
    pub fn new() -> Self {
        RegionEnd::of_spaces(1)
    }

    /// On a machine of so many last caches.
    #[must_use]
    pub fn of_spaces(spaces: usize) -> Self {
        RegionEnd(Scope::new(0, spaces))
    }

    /// *Parts*: a PPU of a space begins to count.
    pub fn join(&self, space: usize) {
        self.0.parts.join(space);
    }

    /// It has counted so many; how many the region is to be told of.
    #[must_use]
    pub fn leave(&self, space: usize, count: u64) -> u64 {
        self.0.parts.leave(space, count)
    }

    /// The scope's next region, which this lane registers into.
    pub fn begin(&self, registrar: usize) {
        self.0.reset(None, None, registrar, false);
    }

    /// A worker's word that so many more tasks are completed: the lane to wake, and whether
    /// the caller owns a composite's end.
    #[must_use]
    pub fn complete(&self, count: u64) -> (Option<usize>, bool) {
        match self.0.complete(count) {
            Reached::Nothing => (None, false),
            Reached::Target(lane) => (Some(lane), false),
            Reached::EndOfComposite => (None, true),
        }
    }

    /// Publishes what the registering thread waits for.
    pub fn expect(&self, count: u64) {
        self.0.expect(count);
    }

    /// It waits no more.
    pub fn expect_nothing(&self) {
        self.0.expect_nothing();
    }

    /// Number of tasks completed.
    #[must_use]
    pub fn completed(&self) -> u64 {
        self.0.completed()
    }

    /// The end of a composite's body, which leaves counts; `true` when the caller owns the composite's
    /// end.
    #[must_use]
    pub fn close(&self, registered: u64) -> bool {
        self.0.leave_counts([registered, 0, 0]);
        self.0.close(registered)
    }

    /// The number of tasks that was left, for the owner of the composite's end.
    #[must_use]
    pub fn left(&self) -> u64 {
        self.0.left_counts()[0]
    }
}

impl Default for RegionEnd {
    fn default() -> Self {
        Self::new()
    }
}

/// *Mailbox*: see `sched/pool.rs`. The hand and the mailbox of one PPU; tasks are those of a [`Stage`].
pub struct Mail {
    hand: Hand,
    mailbox: Injector<TaskPtr>,
}

impl Default for Mail {
    fn default() -> Self {
        Mail {
            hand: Hand::default(),
            mailbox: Injector::new(),
        }
    }
}

impl Mail {
    /// The PPU has nothing to do, or has again.
    pub fn set_open(&self, open: bool) {
        self.hand.set_open(open);
    }

    /// Puts a task in (`Shared::deliver`).
    pub fn put(&self, stage: &Stage, number: u32) {
        self.hand.put_or_post(&self.mailbox, stage.task(number));
    }

    /// Puts a task into the hand; `false` when that is closed or full.
    #[must_use]
    pub fn put_into_hand(&self, stage: &Stage, number: u32) -> bool {
        self.hand.put(stage.task(number)).is_ok()
    }

    /// Takes a task, that in the hand first (`Worker::take_mail`).
    #[must_use]
    pub fn take(&self) -> Option<u32> {
        let taken = self.hand.take_or_fetch(&self.mailbox);
        taken.map(|(task, _)| task.number())
    }

    /// Takes the task out of the hand.
    #[must_use]
    pub fn take_from_hand(&self) -> Option<u32> {
        self.hand.take().map(|task| task.number())
    }

    /// True when a look finds a task (`Shared::sees_work`'s look at this PPU).
    #[must_use]
    pub fn is_seen(&self) -> bool {
        self.hand.sees_mail(&self.mailbox)
    }

    /// True when a look at the mailbox alone finds a task.
    #[must_use]
    pub fn is_seen_in_mailbox(&self) -> bool {
        !self.mailbox.is_empty()
    }
}

/// *Guest workers*: see `sched/guest_worker.rs`. There are two in models.
pub struct Chairs(GuestWorkers);

impl Chairs {
    /// All free.
    #[must_use]
    pub fn new() -> Self {
        Chairs(GuestWorkers::new(0))
    }

    /// Takes one; waits for one if there is none.
    #[must_use]
    pub fn take(&self) -> usize {
        self.0.take()
    }

    /// Gives it back.
    pub fn give(&self, guest: usize) {
        self.0.give(guest);
    }
}

impl Default for Chairs {
    fn default() -> Self {
        Self::new()
    }
}

/// *Finished to completed*: see `rt/pending.rs`.
pub struct Handles(Outstanding);

impl Handles {
    /// The body, and one handle.
    #[must_use]
    #[expect(clippy::new_without_default, reason = "as the type that it shows")]
    pub fn new() -> Self {
        Handles(Outstanding::new())
    }

    /// One handle more.
    pub fn add(&self) {
        self.0.add();
    }

    /// Takes one back; `true` for the caller that completes the task.
    #[must_use]
    pub fn end_one(&self) -> bool {
        self.0.end_one()
    }
}

/// *Cancellation*: see `sched/pool.rs`. A pool without PPUs, a region and one inside it.
pub struct Cancellation {
    pool: Pool,
    around: ScopeRef,
    inside: ScopeRef,
}

impl Cancellation {
    /// Nothing is cancelled.
    #[must_use]
    #[expect(clippy::new_without_default, reason = "starts a pool")]
    pub fn new() -> Self {
        let setup = Setup {
            max_in_flight: 1,
            ..Setup::default()
        };
        let pool = Pool::start(Place::nowhere(0), setup).expect("a pool without threads");
        let (around, inside) = (pool.shared.take_scope(), pool.shared.take_scope());
        around.reset(None, None, 0, false);
        inside.reset(None, Some(around), 0, false);
        Cancellation {
            pool,
            around,
            inside,
        }
    }

    fn scope(&self, inside: bool) -> ScopeRef {
        if inside { self.inside } else { self.around }
    }

    /// A task of one of the regions fails; `true` for the first one.
    pub fn fail(&self, inside: bool) -> bool {
        let failure = Failure {
            kind: FailureKind::Task,
            task: "model".to_owned(),
            file: "model.rs",
            line: 1,
            tiles: FailedTiles::Names(Vec::new()),
            message: "planned".to_owned(),
        };
        self.pool.shared.fail(self.scope(inside), failure)
    }

    /// What a deadline or a handle of the outer region reaches it through.
    #[must_use]
    pub fn deadline(&self) -> Deadline {
        let shared = SharedRef::new(&self.pool.shared);
        Deadline(Reach::of(shared, self.around))
    }

    /// The outer region ends (`Region::finish`): `true` when it has failed. Its scope is the next
    /// region's from then on.
    #[must_use]
    pub fn end_region(&self) -> bool {
        Reach::cut_from(&self.around);
        let failed = self.take_failure(false);
        self.pool.shared.clear_scope(self.around);
        self.around.reset(None, None, 0, false);
        failed
    }

    /// True when a body of the region must not run.
    #[must_use]
    pub fn is_cancelled(&self, inside: bool) -> bool {
        self.pool.shared.is_cancelled(self.scope(inside))
    }

    /// Takes the failure out: bodies run again.
    #[must_use]
    pub fn take_failure(&self, inside: bool) -> bool {
        self.pool.shared.take_failure(self.scope(inside)).is_some()
    }
}

/// *Reach*: see `sched/reach.rs`.
pub struct Deadline(Arc<Reach>);

impl Deadline {
    /// The time is up, on the clock's thread.
    pub fn rings(&self) {
        let at = std::panic::Location::caller();
        self.0
            .time_is_up(Duration::from_millis(1), (at.file(), at.line()));
    }

    /// True when it reached its region.
    #[must_use]
    pub fn has_reached(&self) -> bool {
        self.0.is_cancelled()
    }
}

/// *Shared body*: see `rt/loops/shared_body.rs`.
pub struct BodyHolders(Holders);

impl BodyHolders {
    /// What the registering thread begins with.
    pub const ALL: u64 = Holders::ALL;

    /// All are the registering thread's.
    #[must_use]
    #[expect(clippy::new_without_default, reason = "as the type that it shows")]
    pub fn new() -> Self {
        BodyHolders(Holders::new())
    }

    /// Takes so many back; `true` for the caller that frees the body.
    #[must_use]
    pub fn give_up(&self, count: u64) -> bool {
        self.0.give_up(count)
    }
}

/// *Strands*: see `sched/static_schedule.rs`.
pub struct Lists(Strands);

/// What a runner of [`Lists`] does: see [`Walk`].
pub struct Runs<R, C, L> {
    /// Runs a step.
    pub run: R,
    /// No step is to be run any more.
    pub is_cancelled: C,
    /// The steps of a strand after so many are left out.
    pub leave_out: L,
}

impl<R: FnMut(usize), C: Fn() -> bool, L: FnMut(usize, u64)> Walk for Runs<R, C, L> {
    fn run(&mut self, step: usize) {
        (self.run)(step);
    }
    fn is_cancelled(&self) -> bool {
        (self.is_cancelled)()
    }
    fn leave_out(&mut self, strand: usize, done: u64) {
        (self.leave_out)(strand, done);
    }
}

impl Lists {
    /// Strands of steps, each with what it needs: a strand, and so many of its steps, counted from
    /// where the lap begins. They run so many laps, so many of them in a stint.
    #[must_use]
    pub fn new(strands: &[&[&[(u32, i32)]]], laps: u64, stint: u64) -> Self {
        let step = |needs: &&[(u32, i32)]| -> Vec<Need> {
            let need = |&(strand, steps)| Need { strand, steps };
            needs.iter().map(need).collect()
        };
        let strands: Vec<Vec<Vec<Need>>> = strands
            .iter()
            .map(|steps| steps.iter().map(step).collect())
            .collect();
        let lists = Lists(Strands::new(&strands));
        lists.0.begin(laps, stint);
        lists
    }

    /// A stint of the runner of a strand.
    pub fn drive<R, C, L>(&self, me: usize, mut runs: Runs<R, C, L>)
    where
        R: FnMut(usize),
        C: Fn() -> bool,
        L: FnMut(usize, u64),
    {
        self.0.drive(me, &mut runs);
    }
}

/// *Claims*: see `sched/urgent.rs`. Tasks are those of a [`Stage`].
pub struct UrgentTasks(Urgent);

impl UrgentTasks {
    /// None.
    #[must_use]
    #[expect(clippy::new_without_default, reason = "as the type that it shows")]
    pub fn new() -> Self {
        UrgentTasks(Urgent::new())
    }

    /// Adds a task of positive priority.
    pub fn push(&self, stage: &Stage, number: u32) {
        self.0.push(stage.task(number));
    }

    /// Takes one.
    #[must_use]
    pub fn take(&self) -> Option<u32> {
        self.0.take().map(|task| task.number())
    }

    /// How many the count says that there are.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.0.waiting()
    }
}
