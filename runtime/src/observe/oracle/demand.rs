//! Recomputes dependences: which earlier tasks a task must wait for, because of a tile.
//!
//! Only the nearest ones are listed; the others follow, as waiting is transitive.

use crate::observe::oracle::keys::Keys;
use crate::record::run_record::RunRecord;

/// `second` must wait for `first`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Demand {
    pub(super) first: u32,
    pub(super) second: u32,
    /// Which tile of `second` is the reason.
    at: u32,
    /// How many tasks had read the tile since it was last written.
    pub(super) readers: usize,
}

impl Demand {
    /// The tile that is the reason, `a[0..8]`.
    pub(super) fn tile(&self, record: &RunRecord) -> String {
        let tile = &record.tasks[self.second as usize].tiles[self.at as usize];
        tile.to_string().split_off(tile.mode.len() + 1)
    }
}

/// A task's use of a tile.
#[derive(Debug, Clone, Copy)]
struct User {
    task: u32,
    writes: bool,
    commutes: bool,
    group: Option<u32>,
}

impl User {
    /// The two are not ordered with one another, whatever they do.
    fn is_free_of(&self, other: &User) -> bool {
        let one_loop = self.group.is_some() && self.group == other.group;
        one_loop || (self.commutes && other.commutes) || self.task == other.task
    }
}

/// Who used a tile and was not waited for by a later writer yet.
#[derive(Debug, Clone, Default)]
struct Tile {
    writers: Vec<User>,
    readers: Vec<User>,
    /// What the present writers waited for: users that are free of them wait for it too.
    base: Vec<User>,
}

impl Tile {
    /// Calls `each` with everything that `user` must wait for.
    fn demands(&self, user: &User, mut each: impl FnMut(&User)) {
        self.writers
            .iter()
            .filter(|w| !w.is_free_of(user))
            .for_each(&mut each);
        if user.writes {
            self.readers
                .iter()
                .filter(|r| !r.is_free_of(user))
                .for_each(&mut each);
        }
        if self.joins(user) {
            let conflicts = |b: &&User| (b.writes || user.writes) && !b.is_free_of(user);
            self.base.iter().filter(conflicts).for_each(&mut each);
        }
    }

    /// The user stands beside the present writers, not after them.
    fn joins(&self, user: &User) -> bool {
        self.writers.iter().any(|writer| writer.is_free_of(user))
    }

    /// The user is after the present writers, but one that is free of it may be free of
    /// them as well (a commutative group meets a parallel loop).
    fn mixes(&self, user: &User) -> bool {
        let any = |what: fn(&User) -> bool| self.writers.iter().any(what);
        (user.group.is_some() && any(|w| w.commutes))
            || (user.commutes && any(|w| w.group.is_some()))
    }

    fn enter(&mut self, user: User) {
        if !user.writes {
            self.readers.push(user);
            return;
        }
        if !self.joins(&user) && !self.mixes(&user) {
            self.base.clear();
        }
        for list in [&mut self.writers, &mut self.readers] {
            self.base
                .extend(list.extract_if(.., |other| !other.is_free_of(&user)));
        }
        self.writers.push(user);
    }
}

/// Everything that must be ordered, by the later task.
pub(super) fn demands(record: &RunRecord) -> Vec<Demand> {
    let keys = Keys::of(record);
    let groups = groups(record);
    let mut tiles = vec![Tile::default(); keys.len()];
    let mut found = Vec::new();
    for (n, task) in record.tasks.iter().enumerate() {
        let begin = found.len();
        let user = |at: usize| User {
            task: n as u32,
            writes: task.tiles[at].mode != "in",
            commutes: task.tiles[at].mode == "commutative",
            group: groups[n],
        };
        for at in 0..task.tiles.len() {
            let (user, key) = (user(at), keys.of_tile(n, at));
            for &key in std::iter::once(&key).chain(keys.overlapping(key)) {
                let tile = &tiles[key as usize];
                let readers = tile.readers.len();
                let demand = |first: u32| Demand {
                    first,
                    second: n as u32,
                    at: at as u32,
                    readers,
                };
                tile.demands(&user, |first| found.push(demand(first.task)));
            }
        }
        for at in 0..task.tiles.len() {
            tiles[keys.of_tile(n, at) as usize].enter(user(at));
        }
        // One demand per pair; the one with the fewest readers says most.
        found[begin..]
            .sort_unstable_by_key(|demand: &Demand| (demand.first, demand.readers, demand.at));
        let mut kept = begin;
        for next in begin..found.len() {
            if kept == begin || found[kept - 1].first != found[next].first {
                found[kept] = found[next];
                kept += 1;
            }
        }
        found.truncate(kept);
    }
    found
}

/// The parallel loop of each task: as noted; where no task has a number, guessed: the run
/// of tasks of one source line that stands directly before artificial tasks of that line.
/// (Guessing takes two such loops in a row for one, so it finds less, never too much.)
fn groups(record: &RunRecord) -> Vec<Option<u32>> {
    if record.tasks.iter().any(|task| task.group.is_some()) {
        // A number counts within its composite: the parent is told apart by the tiles,
        // which are never those of another composite.
        return record.tasks.iter().map(|task| task.group).collect();
    }
    let mut groups = vec![None; record.tasks.len()];
    let site = |n: usize| {
        (
            record.tasks[n].parent,
            record.tasks[n].file,
            record.tasks[n].line,
        )
    };
    let artificial =
        |n: usize| record.tasks[n].kind == crate::record::run_record::TaskKind::Artificial;
    for n in 1..record.tasks.len() {
        if !artificial(n) || artificial(n - 1) {
            continue;
        }
        let members = (0..n)
            .rev()
            .take_while(|&before| !artificial(before) && site(before) == site(n));
        members.for_each(|member| groups[member] = Some(n as u32));
    }
    groups
}
