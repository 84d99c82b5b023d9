//! The tasks of a loop, registered by one call: `r.tasks("name", (0..n, 0..m))`.
//!
//! There is one task for each index of the loop. Its tiles are said once, by closures that get
//! the indices as symbols ([`Affine`]) and whose results are affine by construction; one body
//! serves all tasks, and gets its task's indices beside the views. Registration adds instead of
//! looking up (`rt/loops`), and allocates nothing per task. The graph is that of the same tasks
//! registered one by one.
//!
//! Why a body cannot reach an undeclared tile, beyond what [`super`] says of single tasks:
//! tables and bodies compute a task's tiles from the same numbers (`lines.rs`), not by calling
//! the closures again; and before the first task is registered it is shown that each of them
//! has tiles that exist, no tile twice with one use writing (`prove.rs`). The body is shared by
//! tasks that run at the same time, so it is `Fn` and `Sync`.

mod affine;
mod domain;
mod lines;
mod place;
mod prove;
mod views;

use std::marker::PhantomData;
use std::panic::Location;

use smallvec::SmallVec;

use super::array::MOST_DIMENSIONS;
use super::declare::And;
use super::scope::Scope;
use super::tile::Tiles;
use crate::graph::geometry::Mode;
use crate::rt::index::LoopIndex;
use crate::rt::{Order, Site};
use domain::Domain;
use lines::Line;
use prove::Claim;

pub use affine::Affine;
pub use domain::{Bounded, Ends, Loop, Loops, Outermost, bounded};
pub use place::{Extent, Place};
pub use views::{EachRead, EachWrite, LoopDeclarations, LoopDeclared};

/// The tasks of a loop that are being registered; see [`Scope::tasks`].
#[must_use = "the tasks of a loop do nothing until `run` gives them a body"]
pub struct Tasks<'scope, 'env: 'scope, I, A, const DEPTH: usize> {
    scope: Scope<'scope, 'env>,
    site: &'static Site,
    domain: Domain<DEPTH>,
    claims: SmallVec<[Claim; 4]>,
    declared: A,
    priority: i32,
    problem: Option<String>,
    index: PhantomData<fn(I) -> I>,
}

impl<'scope, 'env> Scope<'scope, 'env> {
    /// Begins the tasks of a loop, to be registered by one call: one task for each index of
    /// `loops`, which is a range or a tuple of up to four ranges, outermost first; a range may
    /// be `.rev()`, and bounds may depend on the indices around them ([`bounded`](super::bounded)).
    /// The source position of all tasks is the caller's.
    ///
    /// Tiles are declared as for [single tasks](Scope::task), by closures that get the indices
    /// of a task as symbols ([`Affine`]) and say which tile, or which range of tiles in a
    /// dimension, it has. A task has one view per declaration: several tiles are one rectangle.
    ///
    /// ```
    /// use hp5::{TiledArray, region};
    ///
    /// // Each element is the sum of the one above and the one to the left.
    /// let n = 64;
    /// let mut a = TiledArray::from_vec(vec![1_u64; n * n], [n, n], [8, 8])?.named("a");
    /// let stats = region(|r| {
    ///     let a = r.array(&mut a);
    ///     let [rows, columns] = a.tiles();
    ///     r.tasks("tile", (0..rows, 0..columns))
    ///         .update(a, |[i, j]| [i, j])
    ///         .read(a, |[i, j]| [i - 1..i, j..j + 1])
    ///         .read(a, |[i, j]| [i..i + 1, j - 1..j])
    ///         .run(|[i, j], (mut own, up, left)| {
    ///             for y in usize::from(i == 0)..8 {
    ///                 for x in usize::from(j == 0)..8 {
    ///                     let above = if y > 0 { own[[y - 1, x]] } else { up[[7, x]] };
    ///                     let before = if x > 0 { own[[y, x - 1]] } else { left[[y, 7]] };
    ///                     own[[y, x]] = above.wrapping_add(before);
    ///                 }
    ///             }
    ///         });
    /// })?;
    /// assert_eq!(stats.tasks, 64);
    /// assert_eq!(a[[2, 3]], 10);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// ```compile_fail
    /// // Handles are good for their region only.
    /// use hp5::{TiledArray, region};
    /// let mut a = TiledArray::from_vec(vec![0; 4], [4], [2]).unwrap();
    /// region(|r| {
    ///     let a = r.array(&mut a);
    ///     region(|inner| {
    ///         inner.tasks("write", 0..2).write(a, |[i]| i).run(|_, (mut t,)| t[0] = 1);
    ///     }).unwrap();
    /// }).unwrap();
    /// ```
    #[track_caller]
    pub fn tasks<L: Loops<DEPTH>, const DEPTH: usize>(
        &self,
        name: impl AsRef<str>,
        loops: L,
    ) -> Tasks<'scope, 'env, L::Index, (), DEPTH> {
        let site = self.site(Location::caller());
        let domain = loops.domain();
        let problem = domain.is_none().then(|| {
            "the indices of a task loop must be numbers that an `isize` can hold".to_owned()
        });
        Tasks {
            scope: self.again(),
            site: site.named(name.as_ref()).unwrap_or(site),
            domain: domain.unwrap_or_else(Domain::empty),
            claims: SmallVec::new(),
            declared: (),
            priority: 0,
            problem,
            index: PhantomData,
        }
    }
}

impl<'scope, 'env, I, A, const DEPTH: usize> Tasks<'scope, 'env, I, A, DEPTH> {
    fn declare<X, T, const D: usize>(
        mut self,
        array: &Tiles<'scope, T, D>,
        mode: Mode,
        place: impl Place<D>,
        view: impl FnOnce(views::Section<T, DEPTH, D>) -> X,
    ) -> Tasks<'scope, 'env, I, A::Longer, DEPTH>
    where
        A: And<X>,
    {
        let counts = array.tiles();
        let spans = place.spans(counts);
        if mode.writes() && !array.writable {
            let array = self.scope.name_of(array.array);
            self.problem.get_or_insert_with(|| {
                format!("tiles of {array} are written, but the region has it for reading only")
            });
        }
        let nothing = Extent::span(0_usize, 1);
        let mut claim = Claim {
            array: array.array,
            mode,
            counts: [1; MOST_DIMENSIONS],
            spans: [nothing; MOST_DIMENSIONS],
            dims: D,
        };
        claim.counts[..D].copy_from_slice(&counts);
        claim.spans[..D].copy_from_slice(&spans);
        self.claims.push(claim);
        let more = view(views::Section::new(array, &spans));
        Tasks {
            scope: self.scope,
            site: self.site,
            domain: self.domain,
            claims: self.claims,
            declared: self.declared.and(more),
            priority: self.priority,
            problem: self.problem,
            index: PhantomData,
        }
    }

    /// Declares tiles that each task reads (`in`).
    pub fn read<T, P, const D: usize>(
        self,
        array: Tiles<'scope, T, D>,
        tiles: impl FnOnce([Affine; DEPTH]) -> P,
    ) -> Tasks<'scope, 'env, I, A::Longer, DEPTH>
    where
        T: Send + Sync,
        P: Place<D>,
        A: And<EachRead<T, DEPTH, D>>,
    {
        self.declare(&array, Mode::In, tiles(Affine::indices()), EachRead)
    }

    /// Declares tiles that each task overwrites (`out`).
    pub fn write<T, P, const D: usize>(
        self,
        array: Tiles<'scope, T, D>,
        tiles: impl FnOnce([Affine; DEPTH]) -> P,
    ) -> Tasks<'scope, 'env, I, A::Longer, DEPTH>
    where
        T: Send + Sync,
        P: Place<D>,
        A: And<EachWrite<T, DEPTH, D>>,
    {
        self.declare(&array, Mode::Out, tiles(Affine::indices()), EachWrite)
    }

    /// Declares tiles that each task reads and writes (`inout`).
    pub fn update<T, P, const D: usize>(
        self,
        array: Tiles<'scope, T, D>,
        tiles: impl FnOnce([Affine; DEPTH]) -> P,
    ) -> Tasks<'scope, 'env, I, A::Longer, DEPTH>
    where
        T: Send + Sync,
        P: Place<D>,
        A: And<EachWrite<T, DEPTH, D>>,
    {
        self.declare(&array, Mode::InOut, tiles(Affine::indices()), EachWrite)
    }

    /// Declares tiles that each task reads and writes, in any order among the other
    /// commutative users, one at a time.
    pub fn commutative<T, P, const D: usize>(
        self,
        array: Tiles<'scope, T, D>,
        tiles: impl FnOnce([Affine; DEPTH]) -> P,
    ) -> Tasks<'scope, 'env, I, A::Longer, DEPTH>
    where
        T: Send + Sync,
        P: Place<D>,
        A: And<EachWrite<T, DEPTH, D>>,
    {
        self.declare(
            &array,
            Mode::Commutative,
            tiles(Affine::indices()),
            EachWrite,
        )
    }

    /// Larger runs earlier; 0 is normal, negative runs when nothing else is ready.
    pub fn priority(mut self, priority: i32) -> Self {
        self.priority = priority;
        self
    }

    /// Notes the reason why these tasks cannot be registered, if there is one.
    fn refused(&self) -> bool
    where
        I: LoopIndex,
    {
        if self.scope.has_misuse() {
            return true;
        }
        let names = |array| self.scope.name_of(array);
        let problem = self
            .scope
            .closed()
            .map(str::to_owned)
            .or_else(|| self.problem.clone())
            .or_else(|| prove::problem::<I, DEPTH>(&self.domain, &self.claims, names));
        if let Some(problem) = problem {
            self.scope.note_misuse(self.site.name, self.site, problem);
        }
        self.scope.has_misuse()
    }

    /// Registers the tasks, in the order of the loops. The body gets a task's indices and the
    /// tuple of its declarations' views, in order; it is one for all tasks, and may run for
    /// several at the same time. It can run again: laps of such tasks can be replayed
    /// ([`Scope::record`]).
    ///
    /// The calling thread may run bodies before this returns, as for [single
    /// tasks](super::Task::run).
    ///
    /// A declaration that cannot be (a single tile that some task does not find, a tile that a
    /// task declares twice and writes, a shared array written) ends the region with an error
    /// that names the first such task by its indices; none of the loop's tasks run, nor do
    /// those after it.
    ///
    /// ```compile_fail
    /// // A tile that is only read cannot be written.
    /// use hp5::{TiledArray, region};
    /// let mut a = TiledArray::from_vec(vec![0; 4], [4], [2]).unwrap();
    /// region(|r| {
    ///     let a = r.array(&mut a);
    ///     r.tasks("write", 0..2).read(a, |[i]| i).run(|_, (mut t,)| t[0] = 1);
    /// }).unwrap();
    /// ```
    ///
    /// ```compile_fail
    /// // Tasks run at the same time: what a body changes is a tile, not what it captured.
    /// use hp5::{TiledArray, region};
    /// let mut a = TiledArray::from_vec(vec![0; 4], [4], [2]).unwrap();
    /// let mut sum = 0;
    /// region(|r| {
    ///     let a = r.array(&mut a);
    ///     r.tasks("sum", 0..2).read(a, |[i]| i).run(|_, (t,)| sum += t[0]);
    /// }).unwrap();
    /// ```
    ///
    /// ```compile_fail
    /// // Nor is it something that only one thread at a time may use.
    /// use hp5::region;
    /// let count = std::cell::Cell::new(0);
    /// region(|r| {
    ///     r.tasks("count", 0..2).run(|_, ()| count.set(count.get() + 1));
    /// }).unwrap();
    /// ```
    ///
    /// ```compile_fail
    /// // A view cannot leave the body that it was made for.
    /// use hp5::{TiledArray, region};
    /// use std::sync::Mutex;
    /// let mut a = TiledArray::from_vec(vec![0; 4], [4], [2]).unwrap();
    /// let kept = Mutex::new(None);
    /// region(|r| {
    ///     let a = r.array(&mut a);
    ///     r.tasks("keep", 0..2).read(a, |[i]| i).run(|_, (t,)| *kept.lock().unwrap() = Some(t));
    /// }).unwrap();
    /// ```
    ///
    /// ```compile_fail
    /// // What a body borrows outlives the region.
    /// use hp5::region;
    /// region(|r| {
    ///     let local = vec![1, 2, 3];
    ///     r.tasks("late", 0..2).run(|_, ()| println!("{}", local.len()));
    /// }).unwrap();
    /// ```
    pub fn run<F>(self, body: F)
    where
        I: LoopIndex,
        A: LoopDeclarations<DEPTH> + Send + Sync + 'scope,
        F: for<'t> Fn([I; DEPTH], A::Views<'t>) + Send + Sync + 'scope,
    {
        if self.refused() {
            return;
        }
        let region = self.scope.region;
        let mut tasks = region.loop_tasks(self.site, Order::Ordered, self.domain);
        for claim in &self.claims {
            let bounds = claim.spans[..claim.dims].iter().map(|span| {
                let line = |bound| Line::<DEPTH>::new(bound).for_tables();
                (line(&span.lo), line(&span.hi))
            });
            let bounds: SmallVec<[_; MOST_DIMENSIONS]> = bounds.collect();
            tasks.access_tiles(claim.array, claim.mode, &bounds);
        }
        tasks.priority(self.priority);
        let declared = self.declared;
        // SAFETY: the views cover the tiles that were declared for the task's indices, no tile
        // twice with one use writing (`refused`), and there is no other way for a body to the
        // elements of an array: the region borrows it (`Scope::array`). What the body captures
        // lives for 'scope, and the region waits for it, as in `Task::run`; a task's runs come
        // one after the other.
        unsafe {
            tasks.spawn(move |at: [isize; DEPTH]| {
                let views = declared.open_at(&at);
                body(at.map(I::cast), views);
            });
        }
    }
}
