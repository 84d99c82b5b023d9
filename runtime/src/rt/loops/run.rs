//! Registering the tasks of a loop: row by row of the innermost one, and inside of a row from
//! task to task.
//!
//! Most tasks of a row are *steady* (`run/steady.rs`): each has the tiles of the one before, a step
//! further, so that an addition per tile is all that is computed. Where tasks are run where they are
//! registered (`rt/undeferred.rs`), a stretch of steady ones is looked after as a whole. Where the
//! loop stands on a tape, or, if its bounds vary, the row does, bodies are handed in and nothing
//! else is computed (`rt/replay/loops.rs`).

use crate::base::kinds::NO_HOME;
use crate::base::site::Site;
use crate::graph::access::Access;
use crate::graph::body::{Entry, Nature, Stored};
use crate::graph::commute::Locks;
use crate::graph::homes::Homes;
use crate::graph::table::LoopTouches;
use crate::graph::task::NewTask;
use crate::graph::tiles::{INLINE_TILES, Tiles};
use crate::record::run_record::TaskKind;
use crate::rt::draft::Draft;
use crate::rt::loops::Bits;
use crate::rt::loops::nest::{Cut, DEEPEST};
use crate::rt::loops::section::Plan;
use crate::rt::region::Region;
use crate::rt::replay::Print;
use crate::rt::undeferred::Together;

mod steady;

/// How a loop of the nest is cut inside of these chunks.
pub(super) type Cutting<'a> = dyn Fn(usize, &[(isize, isize); DEEPEST]) -> Cut + 'a;

/// The loops of the nest, without their types.
pub(super) struct Loops<'a> {
    pub(super) depth: usize,
    pub(super) known: [Option<Cut>; DEEPEST],
    pub(super) bits: Bits,
    pub(super) cut: &'a Cutting<'a>,
}

/// The body that the tasks share, without its type.
pub(super) struct Body<'a> {
    pub(super) shared: *const (),
    /// What tasks call.
    pub(super) entry: Entry,
    /// Runs it for the task of a word, while the registering thread holds it.
    pub(super) run: unsafe fn(*const (), u64),
    /// Holders that are left to the registering thread.
    pub(super) left: &'a mut u64,
}

/// Registration of one loop.
pub(super) struct Run<'a> {
    region: &'a Region,
    site: &'static Site,
    touches: Option<&'a mut LoopTouches>,
    loops: Loops<'a>,
    body: Body<'a>,
    plans: Vec<Plan>,
    priority: i32,
    /// Tasks that need more than tiles: locks.
    by_draft: bool,
    /// Nothing about the tasks speaks against running them at once.
    ordinary: bool,
    /// A task may meet a tile twice.
    repeats: bool,
    tiles: Tiles,
    /// From the tiles of one task to those of the next one, tile by tile.
    near_steps: [i64; INLINE_TILES],
    /// The same for the tiles of `list`.
    steps: Vec<i64>,
    /// The tiles of the first steady task, and the same of each, where accesses of one array move by different
    /// steps.
    own_steps: Vec<(Access, i64)>,
    /// The tiles, if they are many.
    list: Vec<Access>,
    /// The access that weighs most in the tasks of this row, of those that follow the loops.
    heaviest: usize,
    /// The access and the tile that decide the home. No access that has homes follows the loops:
    /// the chunks of the outermost loop are dealt to the PPUs evenly, as if they were tiles.
    home_of: usize,
    home_tile: u32,
    dealt: Option<Homes>,
    home_step: i32,
    corners: [(isize, isize); DEEPEST],
    /// So many of the tasks that come are on the tape.
    on_tape: u32,
}

impl<'a> Run<'a> {
    pub(super) fn new(
        (region, site): (&'a Region, &'static Site),
        touches: Option<&'a mut LoopTouches>,
        (loops, body): (Loops<'a>, Body<'a>),
        (plans, priority): (Vec<Plan>, i32),
    ) -> Self {
        use crate::graph::geometry::Mode::Commutative;
        let by_draft = plans.iter().any(|plan| plan.mode() == Commutative);
        Run {
            region,
            site,
            by_draft,
            ordinary: !by_draft && priority == 0,
            repeats: plans.iter().any(|plan| plan.meets_others),
            touches,
            loops,
            body,
            plans,
            priority,
            tiles: Tiles::new(),
            near_steps: [0; INLINE_TILES],
            steps: Vec::new(),
            own_steps: Vec::new(),
            list: Vec::new(),
            heaviest: usize::MAX,
            home_of: usize::MAX,
            home_tile: 0,
            dealt: None,
            home_step: 0,
            corners: [(0, 0); DEEPEST],
            on_tape: 0,
        }
    }

    /// Registers all tasks.
    pub(super) fn all(&mut self) {
        let fixed = self.loops.known[..self.loops.depth].iter();
        if self.region.is_in_lap() && fixed.into_iter().all(Option::is_some) {
            let cuts = self.loops.known;
            self.by_tape(cuts.iter().flatten(), |run| run.all_of(0, 0));
        } else {
            self.all_of(0, 0);
        }
    }

    /// Registers all tasks inside of the present chunks of the loops around loop `depth`.
    fn all_of(&mut self, depth: usize, word: u64) {
        let loops = &self.loops;
        let cut = loops.known[depth].unwrap_or_else(|| (loops.cut)(depth, &self.corners));
        let (from, to) = cut.numbers();
        if from >= to {
            return;
        }
        assert!(
            to - 1 <= loops.bits.masks[depth],
            "a nest of task loops with {to} chunks in loop {}: the numbers of a task's chunks take more than 64 bits",
            depth + 1
        );
        let innermost = depth + 1 == loops.depth;
        if depth == 0 {
            self.deal(to - from);
        }
        if innermost {
            return self.row(depth, &cut, word);
        }
        for number in cut.in_order() {
            if depth == 0 {
                self.home_tile = (number - from) as u32;
            }
            if let Some(chunk) = cut.chunk(number) {
                self.corners[depth] = chunk;
                let word = word | self.loops.bits.pack(depth, number);
                self.all_of(depth + 1, word);
            }
        }
    }

    /// Where tasks are at home whose loops do not fit the templates (AceMesh: "the compiler simply
    /// distributes the tasks evenly").
    fn deal(&mut self, chunks: u64) {
        let has_homes = self.plans.iter().any(Plan::has_homes);
        let fits = |plan: &Plan| plan.has_homes() && plan.follows;
        let even = has_homes && !self.plans.iter().any(fits) && chunks <= u64::from(u32::MAX);
        self.dealt = even.then(|| Homes::among(0..self.region.ppus(), chunks));
    }

    /// Which access decides where the tasks of a row are at home: the one that weighs most in the
    /// first of them, the first of several (AceMesh, "access weights").
    fn weigh_accesses(&mut self, row: &Row<'_>) {
        self.heaviest = usize::MAX;
        let fits = |(_, plan): &(usize, &Plan)| plan.has_homes() && plan.follows;
        let mut fitting = self.plans.iter().enumerate().filter(fits);
        let (Some((first, _)), None) = (fitting.next(), &self.dealt) else {
            return;
        };
        self.heaviest = first;
        if fitting.next().is_none() {
            return;
        }
        let mut chunks = (0..row.count()).filter_map(|at| row.chunk(at));
        let Some(chunk) = chunks.next() else {
            return;
        };
        let mut most = 0;
        for (n, plan) in self.plans.iter().enumerate().filter(fits) {
            let weight = plan
                .heaviest(row.depth, chunk)
                .map_or(0, |(_, weight)| weight);
            if weight > most {
                (self.heaviest, most) = (n, weight);
            }
        }
    }

    /// Registers the tasks of the innermost loop inside of the present chunks around it.
    fn row(&mut self, depth: usize, cut: &Cut, word: u64) {
        let row = Row { depth, cut, word };
        if self.on_tape > 0 {
            return self.hand_in(&row);
        }
        if self.region.is_in_lap() && self.loops.known.iter().flatten().count() < self.loops.depth {
            return self.by_tape([cut].into_iter(), |run| match run.on_tape > 0 {
                true => run.hand_in(&row),
                false => run.register(&row),
            });
        }
        self.register(&row);
    }

    /// Registers the tasks of a row one after the other.
    fn register(&mut self, row: &Row<'_>) {
        let corners = &self.corners;
        self.plans
            .iter_mut()
            .for_each(|plan| plan.begin_row(row.depth, corners));
        self.weigh_accesses(row);
        let steady = match self.by_draft || self.region.is_replaying() {
            true => (0, 0),
            false => self.steady(row),
        };
        let mut at = 0;
        while at < row.count() {
            if (steady.0..steady.1).contains(&at) {
                self.stretch(row, at, steady.1);
                at = steady.1;
                continue;
            }
            if let Some(chunk) = row.chunk(at) {
                self.task(row, at, chunk);
            }
            at += 1;
        }
    }

    /// Registers the steady tasks of a row from place `at` to place `end`.
    fn stretch(&mut self, row: &Row<'_>, mut at: u64, end: u64) {
        self.stands_at(at);
        self.find_tiles(row.depth, row.chunk(at).unwrap_or((0, 0)));
        self.prepare(row);
        loop {
            if self.runs_at_once() {
                at = self.run_some(row, at, end);
                if at == end {
                    return;
                }
            }
            self.link(row.word(self, at));
            at += 1;
            if at == end {
                return;
            }
            self.go_on();
        }
    }

    /// Registers one task.
    fn task(&mut self, row: &Row<'_>, at: u64, chunk: (isize, isize)) {
        let (region, word) = (self.region, row.word(self, at));
        self.stands_at(at);
        if !self.by_draft && !region.is_replaying() {
            self.find_tiles(row.depth, chunk);
            if !self.runs_at_once() || self.run_some(row, at, at + 1) == at {
                self.link(word);
            }
            return;
        }
        self.list_tiles(row.depth, chunk);
        let mut draft = Draft::new(self.site, TaskKind::User);
        draft.set_home(self.home());
        draft.priority = self.priority;
        std::mem::swap(&mut draft.tiles, &mut self.tiles);
        let mut body = self.stored(word);
        region.register(&mut draft, &mut body, self.touches.as_deref_mut());
    }

    /// A task stands at this place of its row.
    fn stands_at(&mut self, at: u64) {
        if self.dealt.is_some() && self.loops.depth == 1 {
            self.home_tile = at as u32;
        }
    }

    /// The tiles of a task, and its home, as its accesses say.
    fn list_tiles(&mut self, depth: usize, chunk: (isize, isize)) {
        self.tiles.clear();
        self.home_of = usize::MAX;
        let tiles = &mut self.tiles;
        for (n, plan) in self.plans.iter_mut().enumerate() {
            plan.tiles(depth, chunk, |access| tiles.push(access));
            if n == self.heaviest
                && let Some((tile, _)) = plan.heaviest(depth, chunk)
            {
                (self.home_of, self.home_tile) = (n, tile);
            }
        }
    }

    /// As `list_tiles`, each tile once.
    fn find_tiles(&mut self, depth: usize, chunk: (isize, isize)) {
        self.list_tiles(depth, chunk);
        match self.repeats {
            // Nothing is commutative here.
            true => _ = self.tiles.merge(),
            false => self.tiles.weigh(),
        }
    }

    #[inline]
    fn home(&self) -> u16 {
        if let Some(dealt) = self.dealt {
            return dealt.of(self.home_tile);
        }
        let plan = self.plans.get(self.home_of);
        plan.map_or(NO_HOME, |plan| plan.home_of(self.home_tile))
    }

    /// One more holder of the body.
    #[inline]
    fn stored(&mut self, word: u64) -> (Stored, Nature) {
        *self.body.left -= 1;
        let words = [self.body.shared as u64, word];
        // SAFETY: the words are what `Shared::enter` asks for, and stand for one holder.
        let stored = unsafe { Stored::from_words(self.body.entry, words) };
        (stored, Nature::TWO_WORDS)
    }

    /// Makes a task with the tiles that were found a node of the graph.
    #[inline(never)]
    fn link(&mut self, word: u64) {
        let (region, mut body) = (self.region, self.stored(word));
        let new = NewTask {
            scope: region.scope(),
            site: self.site,
            name: None,
            id: region.registered() as u32,
            home: self.home(),
            priority: self.priority,
            kind: TaskKind::User,
            locks: Locks::none(),
            tiles: &mut self.tiles,
            body: &mut body,
            recorded: false,
        };
        region.hang(new, self.touches.as_deref_mut());
    }
}

/// One row of tasks.
struct Row<'c> {
    depth: usize,
    cut: &'c Cut,
    /// The numbers of the chunks around.
    word: u64,
}

impl Row<'_> {
    #[inline]
    fn count(&self) -> u64 {
        let (from, to) = self.cut.numbers();
        to - from
    }

    /// Number of the chunk at a place of the row.
    #[inline]
    fn number(&self, at: u64) -> u64 {
        let (from, to) = self.cut.numbers();
        match self.cut.is_backwards() {
            false => from + at,
            true => to - 1 - at,
        }
    }

    #[inline]
    fn chunk(&self, at: u64) -> Option<(isize, isize)> {
        self.cut.chunk(self.number(at))
    }

    /// How far the tiles of an access move from one task to the next one.
    #[inline]
    fn step(&self, plan: &Plan) -> i64 {
        let step = i64::from(plan.step().unwrap_or(0));
        if self.cut.is_backwards() { -step } else { step }
    }

    /// What the task at this place stores.
    #[inline]
    fn word(&self, run: &Run<'_>, at: u64) -> u64 {
        self.word | run.loops.bits.pack(self.depth, self.number(at))
    }
}

// ---- at once ----

/// Steady tasks that follow one another; their tiles are those of the first one.
struct Stretch<'s, 'a> {
    run: &'s mut Run<'a>,
    row: &'s Row<'s>,
    at: u64,
}

impl Together for Stretch<'_, '_> {
    #[inline]
    fn tiles(&self) -> &[Access] {
        &self.run.tiles
    }

    #[inline]
    fn run(&self) {
        let word = self.row.word(self.run, self.at);
        let body = &self.run.body;
        // SAFETY: the registering thread holds the body, and the word is one of its tasks'.
        unsafe { (body.run)(body.shared, word) };
    }

    #[inline]
    fn advance(&mut self) {
        self.run.go_on();
        self.at += 1;
    }

    fn says(&self) -> (String, &'static Site) {
        (self.run.site.name.to_owned(), self.run.site)
    }
}

impl Run<'_> {
    #[inline]
    fn runs_at_once(&self) -> bool {
        self.ordinary && self.region.runs_at_once()
    }

    /// Runs the tasks of a row from place `at` to place `end`, as long as that is wanted; the
    /// tiles are those of the first one, and in the end those of the task at the place that is
    /// returned, or at the end those of the last one.
    #[inline(never)]
    fn run_some(&mut self, row: &Row<'_>, mut at: u64, end: u64) -> u64 {
        let region = self.region;
        loop {
            let run = &mut *self;
            let ran = region.run_together(end - at, &mut Stretch { run, row, at });
            at += ran.count;
            if at == end || ran.stopped {
                return at;
            }
            self.go_on();
            if !self.runs_at_once() {
                return at;
            }
        }
    }
}

// ---- on a tape ----

impl Run<'_> {
    /// Registers tasks by `register` in a lap. Where the tape has them, as their loops' cuts
    /// and everything else that decides over them show, they are only handed their bodies.
    fn by_tape<'c>(
        &mut self,
        cuts: impl Iterator<Item = &'c Cut>,
        register: impl FnOnce(&mut Self),
    ) {
        let group = self.touches.as_ref().map_or(0, |touches| touches.id);
        let kind = (self.loops.depth as u64) << 32 | u64::from(self.priority as u32);
        let site = std::ptr::from_ref(self.site).addr() as u64;
        let mut print = Print::default().and(site).and(kind);
        for &(lo, hi) in &self.corners {
            print = print.and(lo as u64).and(hi as u64);
        }
        print = cuts.fold(print, |print, cut| cut.print(print));
        print = self
            .plans
            .iter()
            .fold(print, |print, plan| plan.print(print));
        self.on_tape = self.region.find_on_tape(print, group);
        let begun = self.region.begin_mark(print, group);
        register(self);
        self.region.end_mark(begun);
        self.on_tape = 0;
    }

    /// Hands the tasks of a row, which are on the tape, their bodies.
    fn hand_in(&mut self, row: &Row<'_>) {
        for at in 0..row.count() {
            if row.chunk(at).is_none() {
                continue;
            }
            assert!(self.on_tape > 0, "a loop has more tasks than its recording");
            self.on_tape -= 1;
            let body = self.stored(row.word(self, at));
            self.region.hand_in_next(body, self.site);
        }
    }
}
