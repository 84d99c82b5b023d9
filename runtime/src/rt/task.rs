//! Registration of one task, and of the tasks of one loop.

use std::marker::PhantomData;
use std::mem::ManuallyDrop;
use std::ops::Range;
use std::ptr::NonNull;

use crate::base::site::Site;
use crate::graph::access::{Access, OPAQUE, Size};
use crate::graph::body::{Calling, Inside, Kind, Once, Repeat, fits_in_words};
use crate::graph::geometry::{Mode, View};
use crate::graph::overlap::{Key, Named};
use crate::graph::table::LoopTouches;
use crate::record::run_record::TaskKind;
use crate::rt::composite::Nested;
use crate::rt::draft::Draft;
use crate::rt::pending::{Pending, Pends};
use crate::rt::region::{Array, Region};

/// How the tasks of a loop stand to one another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// They never depend on one another (a parallel loop, AceMesh `do`).
    Parallel,
    /// They depend on one another through their tiles, in registration order.
    Ordered,
}

impl Region {
    /// Begins a task.
    #[inline]
    pub fn task(&self, site: &'static Site) -> Task<'_> {
        Task::new(self, site, None)
    }

    /// Begins the tasks of a loop.
    pub fn task_loop(&self, site: &'static Site, order: Order) -> TaskLoop<'_> {
        let touches = (order == Order::Parallel).then(|| self.table.borrow_mut().open_loop());
        TaskLoop::new(self, site, touches)
    }
}

/// A task that is being registered.
// Two pointers, and no more, so that it moves in registers (see `rt/draft.rs`).
pub struct Task<'r> {
    region: &'r Region,
    /// `Some` until it is dropped.
    draft: Option<Box<Draft>>,
    _touches: PhantomData<&'r mut LoopTouches>,
}

impl<'r> Task<'r> {
    #[inline]
    pub(crate) fn new(
        region: &'r Region,
        site: &'static Site,
        touches: Option<&'r mut LoopTouches>,
    ) -> Self {
        let mut draft = region.take_draft(site);
        draft.touches = touches.map(NonNull::from);
        Task {
            region,
            draft: Some(draft),
            _touches: PhantomData,
        }
    }

    #[inline]
    fn draft(&self) -> &Draft {
        self.draft.as_ref().expect("until it is dropped")
    }

    #[inline]
    fn draft_mut(&mut self) -> &mut Draft {
        self.draft.as_mut().expect("until it is dropped")
    }

    /// Declares a section of an array: the tiles that it meets. Half open per dimension,
    /// clamped to the array; missing dimensions are whole. The task's home
    /// is that of the tile of which it uses most bytes, where those that it writes count twice.
    ///
    /// Where the task has declared other memory that overlaps the array, that stands for it: true, if
    /// one of the two is written.
    pub fn access<V: View>(
        &mut self,
        array: &Array<V>,
        mode: Mode,
        section: &[(isize, isize)],
    ) -> bool {
        if let Some(bytes) = self.other_names(array.id) {
            return self.access_memory(bytes, mode);
        }
        let table = self.region.table_of(array.id);
        let (entry, draft) = (table.entry(array.id), self.draft_mut());
        entry.lower(array.id, section, mode, |tile| draft.tiles.push(tile));
        if let Some((home, weight)) = entry.heaviest(section, mode) {
            draft.lives_at(home, weight);
        }
        false
    }

    /// Declares one tile by its number (row-major).
    #[inline]
    pub fn access_tile(&mut self, array: u32, tile: usize, mode: Mode) {
        let region = self.region;
        let table = region.table.borrow();
        match table.awake(array) {
            Some(entry) => self.draft_mut().uses(entry, array, tile as u32, mode),
            None => {
                drop(table);
                self.access_sleeping(array, tile, mode);
            }
        }
    }

    /// A call of its own: what it saves and restores would cost each access five instructions
    /// in a hundred.
    #[cold]
    #[inline(never)]
    fn access_sleeping(&mut self, array: u32, tile: usize, mode: Mode) {
        if let Some(bytes) = self.other_names(array) {
            self.access_memory(bytes, mode);
            return;
        }
        let table = self.region.table_of(array);
        let entry = table.entry(array);
        self.draft_mut().uses(entry, array, tile as u32, mode);
    }

    /// Declares all of an array; true if the task has declared some of it before, and one of the two is
    /// written.
    pub fn access_all<V: View>(&mut self, array: &Array<V>, mode: Mode) -> bool {
        let known = conflicts(&self.draft().tiles, Key::All(array.id), mode);
        self.access(array, mode, &[]) || known
    }

    /// The array's memory, if the task has declared some of it by other names.
    #[inline]
    fn other_names(&self, array: u32) -> Option<Range<usize>> {
        let tiles = &self.draft().tiles;
        self.region.other_names(array, |name| uses(tiles, name))
    }

    /// Declares an address that stands for something: a key. In an array that the region knows it
    /// stands for what begins there, as another name for a part of the array (see
    /// [`Region::array`]), or for the whole array, where the task has declared tiles of it before: true,
    /// if one of the two is written.
    pub fn access_key(&mut self, address: usize, mode: Mode) -> bool {
        let (region, tiles) = (self.region, &mut self.draft_mut().tiles);
        let (name, all) = region.key(address, |name| uses(tiles, name));
        let known = all && conflicts(tiles, name, mode);
        match name {
            Key::Opaque(key) => tiles.push(Access::new(OPAQUE, key, Size::NOTHING, mode)),
            Key::All(_) => self.declare_all(name, 0, mode),
        }
        known
    }

    /// Declares bytes of which no array is told, or parts of arrays under another name: tasks that use
    /// bytes of the same are ordered, and those that use an array in which they lie.
    /// [`access_key`](Self::access_key) is for an address of which nobody knows how far it reaches. True
    /// if the task has declared some of the bytes before, and one of the two is written.
    pub fn access_memory(&mut self, bytes: Range<usize>, mode: Mode) -> bool {
        let region = self.region;
        if let Some(key) = region.place(&bytes) {
            let tiles = &mut self.draft_mut().tiles;
            let known = conflicts(tiles, Key::Opaque(key), mode);
            tiles.push(Access::new(
                OPAQUE,
                key,
                Size::of_rows(1, bytes.len()),
                mode,
            ));
            return known;
        }
        let tiles = &self.draft().tiles;
        let names = region.memory(bytes.clone(), |name| uses(tiles, name));
        let known = names.iter().any(|&name| conflicts(tiles, name, mode));
        for name in names {
            self.declare_all(name, bytes.len(), mode);
        }
        known
    }

    /// Declares all of what has this name: of a key, so many bytes.
    fn declare_all(&mut self, name: Key, bytes: usize, mode: Mode) {
        let table = self.region.table.borrow();
        let tiles = &mut self.draft.as_mut().expect("until it is dropped").tiles;
        match name {
            Key::Opaque(key) => tiles.push(Access::new(OPAQUE, key, Size::of_rows(1, bytes), mode)),
            Key::All(array) => {
                (table.entry(array)).lower(array, &[], mode, |tile| tiles.push(tile))
            }
        }
    }

    /// Declares all of these arrays and keys, as what the task writes.
    pub(crate) fn access_named(&mut self, named: &Named) {
        let table = self.region.table.borrow();
        let tiles = &mut self.draft.as_mut().expect("until it is dropped").tiles;
        for &array in &named.arrays {
            let all = |tile| tiles.push(tile);
            table.entry(array).lower(array, &[], Mode::InOut, all);
        }
        for &key in &named.keys {
            tiles.push(Access::new(OPAQUE, key, Size::NOTHING, Mode::InOut));
        }
    }

    /// Larger runs earlier; 0 is normal, negative runs when nothing else is ready.
    pub fn priority(&mut self, priority: i32) {
        self.draft_mut().priority = priority;
    }

    /// Makes the task at home with a PPU, of which there are [`Region::ppus`], whatever it uses.
    pub fn home(&mut self, ppu: usize) {
        let last = self.region.ppus().saturating_sub(1);
        self.draft_mut().settle(u16::try_from(ppu.min(last)).ok());
    }

    /// Makes the task at home with whoever is free, whatever it uses.
    pub fn roams(&mut self) {
        self.draft_mut().settle(None);
    }

    /// A name of its own.
    #[inline]
    pub fn name(&mut self, name: impl AsRef<str>) {
        self.draft_mut().set_name(name.as_ref());
    }

    /// The task's name for people.
    pub(crate) fn name_for_people(&self) -> &str {
        self.draft().name()
    }

    /// Array, tile number and mode of each declared tile so far.
    pub(crate) fn declared(&self) -> &[Access] {
        &self.draft().tiles
    }

    /// Source position and name of a task whose site is known at run time only.
    pub fn site_dynamic(&mut self, name: &str, file: &'static str, line: u32) {
        let draft = self.draft_mut();
        let own = (!std::ptr::eq(draft.named, draft.site)).then_some(draft.named.name);
        let known = Site::intern_some(name, file, line);
        draft.site = known.unwrap_or_else(|| Site::intern("task", file, line));
        draft.named = draft.site;
        match (own, known) {
            (Some(own), _) => draft.set_name(own),
            (None, None) => draft.set_name(name),
            _ => {}
        }
    }

    /// Marks a task that the runtime made on the user's behalf.
    pub(crate) fn kind(&mut self, kind: TaskKind) {
        self.draft_mut().kind = kind;
    }

    /// Registers the task; it runs when its predecessors are completed. The registering thread
    /// may run it, or others, before this returns (where many tasks are in flight, or tasks are
    /// short): do not hold a lock here that a body takes.
    ///
    /// # Safety
    /// `body` touches only the declared tiles, and what it refers to lives until the
    /// region's graph is done.
    #[inline]
    pub unsafe fn spawn<F: FnOnce() + Send>(self, body: F) {
        self.register::<F, Once>(body);
    }

    /// As [`spawn`](Self::spawn), for a body that may run again: a tape of such tasks can be
    /// replayed without registering them ([`Tape::replay`](crate::rt::Tape::replay)).
    ///
    /// # Safety
    /// As for [`spawn`](Self::spawn), for each time that it runs.
    #[inline]
    pub unsafe fn spawn_repeat<F: Fn() + Send>(self, body: F) {
        self.register::<F, Repeat>(body);
    }

    /// Registers a composite task: its body registers tasks into the region that it is
    /// given, and it completes when they have (DESIGN, semantics 4). What they use beside the tiles
    /// that it declared is at home with the PPUs where these tiles are (AceMesh, figure 6).
    ///
    /// # Safety
    /// As for [`spawn`](Self::spawn), for the body and for all tasks that it registers.
    pub unsafe fn spawn_nested<F: FnOnce(&Region) + Send>(mut self, body: F) {
        self.draft_mut().kind = TaskKind::Composite;
        let cores = self.region.table.borrow().cores_of(&self.draft().tiles);
        match cores.map(Box::new) {
            None => self.register::<F, Nested>(body),
            Some(cores) => self.register::<_, Nested>(move |region: &Region| {
                region.table.borrow_mut().stay_on(*cores);
                body(region);
            }),
        }
    }

    /// Registers a task that starts something and does not wait for it: it is *finished* when
    /// its body returns, and *completed*, so that its successors may run, when the handle
    /// that the body gets is gone, with all its clones, on whatever thread.
    ///
    /// # Safety
    /// As for [`spawn`](Self::spawn), and for what was started: until the handle is gone.
    pub unsafe fn spawn_pending<F: FnOnce(Pending) + Send>(self, body: F) {
        self.register::<F, Pends>(body);
    }

    /// The lifetime of what the body captured ends here: the callers' promises stand for it.
    #[inline]
    fn register<F, C: Calling<F>>(mut self, body: F) {
        let region = self.region;
        if fits_in_words::<F>()
            && region.runs_alone()
            && self.draft().touches.is_none()
            && self.is_ordinary::<F, C>()
        {
            return region.write_down::<F, C>(self.draft_mut(), body);
        }
        let mut body = ManuallyDrop::new(body);
        if region.runs_at_once() && self.is_ordinary::<F, C>() {
            // SAFETY: the closure is this function's, and is used up by this call.
            let run = || unsafe { C::call(&raw mut *body, Inside::NOTHING, true) };
            let draft = self.draft();
            if region.run_at_once(&draft.tiles, run, || draft.says()) {
                return;
            }
        }
        let mut body = region.store_body::<F, C>(ManuallyDrop::into_inner(body));
        let draft = self.draft_mut();
        // SAFETY: they were lent to this task when it began, for longer than it lives.
        let touches = draft.touches.map(|mut touches| unsafe { touches.as_mut() });
        region.register(draft, &mut body, touches);
    }

    /// Nothing about the task speaks against running it at once.
    #[inline]
    fn is_ordinary<F, C: Calling<F>>(&self) -> bool {
        let draft = self.draft();
        matches!(C::KIND, Kind::Once | Kind::Repeat)
            && draft.kind == TaskKind::User
            && draft.priority == 0
    }
}

/// The tile is one of what has this name.
fn is_of(tile: &Access, name: Key) -> bool {
    match name {
        Key::All(array) => tile.array() == array,
        Key::Opaque(key) => tile.array() == OPAQUE && tile.tile() == key,
    }
}

/// The tiles have some of what has this name.
fn uses(tiles: &[Access], name: Key) -> bool {
    tiles.iter().any(|tile| is_of(tile, name))
}

/// The tiles have some of what has this name, and these or another use of it write.
fn conflicts(tiles: &[Access], name: Key, mode: Mode) -> bool {
    let mut of_it = tiles.iter().filter(|tile| is_of(tile, name));
    of_it.any(|tile| tile.mode().writes() || mode.writes())
}

impl Drop for Task<'_> {
    #[inline]
    fn drop(&mut self) {
        if let Some(draft) = self.draft.take() {
            self.region.give_draft(draft);
        }
    }
}

/// The tasks of one loop.
pub struct TaskLoop<'r> {
    region: &'r Region,
    site: &'static Site,
    touches: Option<LoopTouches>,
}

impl<'r> TaskLoop<'r> {
    pub(crate) fn new(
        region: &'r Region,
        site: &'static Site,
        touches: Option<LoopTouches>,
    ) -> Self {
        TaskLoop {
            region,
            site,
            touches,
        }
    }

    /// What the tasks of a parallel loop share.
    pub(crate) fn touches(&mut self) -> Option<&mut LoopTouches> {
        self.touches.as_mut()
    }

    /// They depend on one another after all.
    pub(crate) fn put_in_order(&mut self) {
        self.touches = None;
    }

    /// Begins the next task of the loop.
    pub fn task(&mut self) -> Task<'_> {
        Task::new(self.region, self.site, self.touches.as_mut())
    }

    /// Ends the loop: where its tasks met in a tile, an artificial task takes the tile
    /// over, so that later tasks wait for one instead of all (AceMesh, "Task shifting").
    pub fn finish(self) {
        drop(self);
    }
}

impl Drop for TaskLoop<'_> {
    fn drop(&mut self) {
        for tile in self
            .touches
            .take()
            .into_iter()
            .flat_map(|touches| touches.shared)
        {
            self.region.take_over(self.site, tile);
        }
    }
}
