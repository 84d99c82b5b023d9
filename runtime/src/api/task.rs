//! Registering a task: its declarations, then its body.

use super::declare::{And, Declarations, Read, ReadMany, Reduce, Write, WriteMany};
use super::reduce::Reduction;
use super::scope::{Scope, run_inside};
use super::tile::Tile;
use crate::graph::access::Access;
use crate::graph::geometry::Mode;
use crate::rt;
use crate::rt::Site;
use crate::rt::reduce::ReduceOp;

/// A task that is being registered; [`run`](Task::run) gives it its body.
#[must_use = "a task does nothing until `run` gives it a body"]
pub struct Task<'scope, 'env: 'scope, A> {
    scope: Scope<'scope, 'env>,
    inner: rt::Task<'scope>,
    site: &'static Site,
    declared: A,
    problem: Option<String>,
}

impl<'scope, 'env> Task<'scope, 'env, ()> {
    pub(super) fn new(scope: Scope<'scope, 'env>, name: &str, site: &'static Site) -> Self {
        let mut inner = scope.region.task(site);
        inner.name(name);
        Task {
            scope,
            inner,
            site,
            declared: (),
            problem: None,
        }
    }
}

impl<'scope, 'env, A> Task<'scope, 'env, A> {
    fn with<X>(self, more: X) -> Task<'scope, 'env, A::Longer>
    where
        A: And<X>,
    {
        let Task {
            scope,
            inner,
            site,
            declared,
            problem,
        } = self;
        Task {
            scope,
            inner,
            site,
            declared: declared.and(more),
            problem,
        }
    }

    /// Declares a tile, unless that would give two views of it, one of them writing.
    fn claim<T, const D: usize>(&mut self, tile: &Tile<'scope, T, D>, mode: Mode) {
        let writes = mode.writes();
        let same =
            |claim: &&Access| (claim.array(), claim.tile() as usize) == (tile.array, tile.number);
        let before = self.inner.declared().iter().find(same);
        let name = || format!("{}{}", self.scope.name_of(tile.array), tile.section());
        let problem = match before {
            _ if writes && !tile.writable => Some(format!(
                "tile {} is written, but the region has its array for reading only",
                name()
            )),
            Some(claim) if claim.mode().writes() || writes => Some(format!(
                "tile {} is declared twice, once to be written: declare it once, with `update` if it is read as well",
                name()
            )),
            Some(_) => return,
            None => None,
        };
        if problem.is_some() {
            self.problem = self.problem.take().or(problem);
            return;
        }
        self.inner.access_tile(tile.array, tile.number, mode);
    }

    /// Declares a tile that the body reads (`in`). The same tile may be read twice.
    pub fn read<T: Send + Sync, const D: usize>(
        mut self,
        tile: Tile<'scope, T, D>,
    ) -> Task<'scope, 'env, A::Longer>
    where
        A: And<Read<T, D>>,
    {
        self.claim(&tile, Mode::In);
        self.with(Read(tile.spot))
    }

    /// Declares a tile that the body overwrites (`out`): what it holds before is not
    /// waited for as a value, only as something still in use.
    pub fn write<T: Send + Sync, const D: usize>(
        mut self,
        tile: Tile<'scope, T, D>,
    ) -> Task<'scope, 'env, A::Longer>
    where
        A: And<Write<T, D>>,
    {
        self.claim(&tile, Mode::Out);
        self.with(Write(tile.spot))
    }

    /// Declares a tile that the body reads and writes (`inout`).
    pub fn update<T: Send + Sync, const D: usize>(
        mut self,
        tile: Tile<'scope, T, D>,
    ) -> Task<'scope, 'env, A::Longer>
    where
        A: And<Write<T, D>>,
    {
        self.claim(&tile, Mode::InOut);
        self.with(Write(tile.spot))
    }

    /// Declares a tile that the body reads and writes, in any order among the other
    /// commutative users, one at a time.
    pub fn commutative<T: Send + Sync, const D: usize>(
        mut self,
        tile: Tile<'scope, T, D>,
    ) -> Task<'scope, 'env, A::Longer>
    where
        A: And<Write<T, D>>,
    {
        self.claim(&tile, Mode::Commutative);
        self.with(Write(tile.spot))
    }

    /// Declares several tiles that the body reads; it gets a vector of views.
    pub fn reads<T: Send + Sync, const D: usize>(
        mut self,
        tiles: impl IntoIterator<Item = Tile<'scope, T, D>>,
    ) -> Task<'scope, 'env, A::Longer>
    where
        A: And<ReadMany<T, D>>,
    {
        let spots = tiles.into_iter().map(|tile| {
            self.claim(&tile, Mode::In);
            tile.spot
        });
        let spots = spots.collect();
        self.with(ReadMany(spots))
    }

    /// Declares several tiles that the body overwrites; it gets a vector of views.
    pub fn writes<T: Send + Sync, const D: usize>(
        self,
        tiles: impl IntoIterator<Item = Tile<'scope, T, D>>,
    ) -> Task<'scope, 'env, A::Longer>
    where
        A: And<WriteMany<T, D>>,
    {
        self.many(tiles, Mode::Out)
    }

    /// Declares several tiles that the body reads and writes; it gets a vector of views.
    pub fn updates<T: Send + Sync, const D: usize>(
        self,
        tiles: impl IntoIterator<Item = Tile<'scope, T, D>>,
    ) -> Task<'scope, 'env, A::Longer>
    where
        A: And<WriteMany<T, D>>,
    {
        self.many(tiles, Mode::InOut)
    }

    fn many<T: Send + Sync, const D: usize>(
        mut self,
        tiles: impl IntoIterator<Item = Tile<'scope, T, D>>,
        mode: Mode,
    ) -> Task<'scope, 'env, A::Longer>
    where
        A: And<WriteMany<T, D>>,
    {
        let spots = tiles.into_iter().map(|tile| {
            self.claim(&tile, mode);
            tile.spot
        });
        let spots = spots.collect();
        self.with(WriteMany(spots))
    }

    /// Declares that the body contributes to a reduction; it gets a partial result that
    /// begins as the operator's neutral element.
    pub fn reduce<O: ReduceOp<T>, T: Send>(
        mut self,
        reduction: &Reduction<'scope, O, T>,
    ) -> Task<'scope, 'env, A::Longer>
    where
        A: And<Reduce<T>>,
    {
        let inner = reduction.inner.as_ref().expect("taken only by its drop");
        let slot = inner.slot(&mut self.inner);
        self.with(Reduce(slot.begin()))
    }

    /// Larger runs earlier; 0 is normal, negative runs when nothing else is ready.
    pub fn priority(mut self, priority: i32) -> Self {
        self.inner.priority(priority);
        self
    }

    /// The reason why this task cannot be registered.
    fn refused(&self) -> bool {
        let problem = self
            .scope
            .closed()
            .map(str::to_owned)
            .or_else(|| self.problem.clone());
        if let Some(problem) = problem {
            let name = self.inner.name_for_people();
            self.scope.note_misuse(name, self.site, problem);
        }
        self.scope.has_misuse()
    }

    /// Registers the task; the body gets the tuple of its declarations' views, in order.
    ///
    /// The calling thread may run the body, or others, before this returns (where many tasks are
    /// in flight, or tasks are short): do not hold a lock here that a body takes.
    ///
    /// A declaration that cannot be (one tile twice, a shared array written) ends the
    /// region with an error that names the task; the task and those after it do not run.
    ///
    /// ```compile_fail
    /// // A tile that is only read cannot be written.
    /// use hp5::{TiledArray, region};
    /// let mut a = TiledArray::from_vec(vec![0; 4], [4], [2]).unwrap();
    /// region(|r| {
    ///     let a = r.array(&mut a);
    ///     r.task("write").read(a.tile([0])).run(|(mut t,)| t[0] = 1);
    /// }).unwrap();
    /// ```
    ///
    /// ```compile_fail
    /// // Handles give no elements: a body reaches what it declared and nothing else.
    /// use hp5::{TiledArray, region};
    /// let mut a = TiledArray::from_vec(vec![0; 4], [4], [2]).unwrap();
    /// region(|r| {
    ///     let a = r.array(&mut a);
    ///     r.task("reach").read(a.tile([0])).run(move |(t,)| { let other = a.tile([1]); });
    /// }).unwrap();
    /// ```
    ///
    /// ```compile_fail
    /// // What a body borrows outlives the region.
    /// use hp5::region;
    /// region(|r| {
    ///     let local = vec![1, 2, 3];
    ///     r.task("late").run(|()| println!("{}", local.len()));
    /// }).unwrap();
    /// ```
    pub fn run<F>(self, body: F)
    where
        A: Declarations + Send + 'scope,
        F: for<'t> FnOnce(A::Views<'t>) + Send + 'scope,
    {
        if self.refused() {
            return;
        }
        let declared = self.declared;
        // SAFETY: the views cover the declared tiles, and there is no other way for a body
        // to the elements of an array: the region borrows it (`Scope::array`). What the
        // body captures lives for 'scope, and the region waits for it (`region`,
        // `rt::Region`'s drop; for a composite, its task).
        unsafe { self.inner.spawn(move || body(declared.open_all())) }
    }

    /// As [`run`](Task::run), for a body that can run again: a lap of such tasks can be
    /// replayed ([`Scope::record`]).
    ///
    /// ```compile_fail
    /// // What a body uses up is gone when it runs again.
    /// use hp5::region;
    /// let words = vec![String::from("once")];
    /// region(|r| {
    ///     r.task("use up").run_again(move |()| drop(words));
    /// }).unwrap();
    /// ```
    ///
    /// ```compile_fail
    /// // A partial result is put once.
    /// use hp5::{api::Add, region};
    /// let mut sum = 0;
    /// region(|r| {
    ///     let total = r.value(&mut sum);
    ///     let add = r.reduction(Add, total);
    ///     r.task("part").reduce(&add).run_again(|(mut part,)| *part += 1);
    /// }).unwrap();
    /// ```
    pub fn run_again<F>(self, body: F)
    where
        A: Declarations + Clone + Send + 'scope,
        F: for<'t> Fn(A::Views<'t>) + Send + 'scope,
    {
        if self.refused() {
            return;
        }
        let declared = self.declared;
        // SAFETY: as in `run`, for each run: a task's runs come one after the other, and the
        // tape that holds them ends before the region does.
        unsafe {
            self.inner
                .spawn_repeat(move || body(declared.clone().open_all()))
        }
    }

    /// Registers a composite task: the body registers tasks into a region of its own, over
    /// the declared tiles ([`TileMut::cut`](super::TileMut::cut)); the task is completed
    /// when they are.
    ///
    /// ```
    /// use hp5::{TiledArray, region};
    /// let mut a = TiledArray::from_vec(vec![1.0; 64], [8, 8], [4, 8])?;
    /// region(|r| {
    ///     let a = r.array(&mut a);
    ///     for half in a.iter() {
    ///         r.task("half").update(half).run_composite(|r, (half,)| {
    ///             let half = r.adopt(half.cut([1, 8]).expect("sizes above 0"));
    ///             for row in half.iter() {
    ///                 r.task("row").update(row).run(|(mut row,)| row.row_mut(0).fill(2.0));
    ///             }
    ///         });
    ///     }
    /// })?;
    /// assert_eq!(a.as_slice(), [2.0; 64]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn run_composite<F>(self, body: F)
    where
        A: Declarations + Send + 'scope,
        F: for<'t> FnOnce(&'t Scope<'t, 'scope>, A::Views<'t>) + Send + 'scope,
    {
        if self.refused() {
            return;
        }
        let declared = self.declared;
        let name = self.site.name;
        // SAFETY: as in `run`; the inner tasks see the views' tiles and what lives for
        // 'scope, and the composite is completed only when they are.
        unsafe {
            self.inner
                .spawn_nested(move |region| run_inside(region, name, declared, body))
        }
    }
}
