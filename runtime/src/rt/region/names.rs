//! What tasks name: arrays and addresses, and memory that gets another name.

use std::cell::Ref;
use std::ops::Range;

use smallvec::SmallVec;

use crate::base::site::Site;
use crate::graph::overlap::{Key, Lookup, Named, Remap};
use crate::graph::table::Table;
use crate::record::run_record::TaskKind;
use crate::rt::draft::Draft;
use crate::rt::region::{Edges, Region};
use crate::rt::task::Task;

impl Region {
    /// The table, in which a task is to use tiles of this array.
    #[inline]
    pub(crate) fn table_of(&self, array: u32) -> Ref<'_, Table> {
        let table = self.table.borrow();
        if !table.sleeps(array) {
            return table;
        }
        drop(table);
        let remap = self.table.borrow_mut().wake(array);
        self.remapped(Lookup { id: array, remap });
        self.table.borrow()
    }

    /// The memory of an array that sleeps, of which a task that uses the arrays which `uses` tells has
    /// some by other names: if the array woke, those would sleep.
    #[inline]
    pub(crate) fn other_names(
        &self,
        array: u32,
        uses: impl Fn(Key) -> bool,
    ) -> Option<Range<usize>> {
        let table = self.table.borrow();
        if !table.sleeps(array) {
            return None;
        }
        let memory = table.memory_of(array);
        let there = table.awake_in(&memory);
        let used = there.into_iter().any(|(_, name)| uses(name));
        used.then_some(memory)
    }

    /// Puts an empty task behind all that was registered so far and uses some of these bytes, by
    /// whatever name; `with` declares what comes behind it. Nothing is registered where no task used
    /// any.
    pub fn order_after(
        &self,
        site: &'static Site,
        memory: impl Iterator<Item = Range<usize>>,
        with: impl FnOnce(&mut Task<'_>),
    ) {
        let mut found = Named::default();
        memory.for_each(|range| self.table.borrow_mut().named_in(&range, &mut found));
        if found.is_empty() {
            return;
        }
        let mut task = self.task(site);
        task.kind(TaskKind::Remap);
        task.access_named(&found);
        with(&mut task);
        // SAFETY: it touches nothing.
        unsafe { task.spawn_repeat(|| ()) };
    }

    /// What stands for an address in a task that uses what `uses` tells; and whether the address lies
    /// inside of that, which stands for more.
    pub(crate) fn key(&self, address: usize, uses: impl FnOnce(Key) -> bool) -> (Key, bool) {
        let key = self.table.borrow_mut().key(address);
        match key {
            Ok(key) => (key, matches!(key, Key::All(_))),
            Err(around) if uses(around) => (around, true),
            Err(around) => {
                let found = self.table.borrow_mut().key_inside(around, address);
                (Key::All(self.remapped(found)), true)
            }
        }
    }

    /// The key that stands for all of this memory, if it overlaps nothing else.
    #[inline]
    pub(crate) fn place(&self, range: &Range<usize>) -> Option<u32> {
        self.table.borrow_mut().place(range)
    }

    /// What stands for bytes in a task that uses what `uses` tells: all of that which has some of them, and
    /// names for what is between.
    pub(crate) fn memory(
        &self,
        range: Range<usize>,
        uses: impl Fn(Key) -> bool,
    ) -> SmallVec<[Key; 2]> {
        let there = self.table.borrow().awake_in(&range);
        let mut found: SmallVec<[Key; 2]> = SmallVec::new();
        let mut rest = range;
        for (known, name) in there.into_iter().filter(|(_, name)| uses(*name)) {
            if rest.start < known.start {
                found.push(self.name_memory(rest.start..known.start));
            }
            found.push(name);
            rest.start = known.end.min(rest.end);
        }
        if !rest.is_empty() {
            found.push(self.name_memory(rest));
        }
        found
    }

    fn name_memory(&self, range: Range<usize>) -> Key {
        let (name, remap) = self.table.borrow_mut().memory(range);
        match name {
            Key::All(id) => Key::All(self.remapped(Lookup { id, remap })),
            key => key,
        }
    }

    /// The array that was found, after a task that all users of its memory wait for if it had
    /// other names.
    pub(super) fn remapped(&self, found: Lookup) -> u32 {
        if let Some(remap) = found.remap {
            self.stop_tape("an array was cut anew inside a lap");
            self.remap(found.id, &remap);
        }
        found.id
    }

    #[cold]
    fn remap(&self, array: u32, remap: &Remap) {
        let mut draft = Draft::new(self.site, TaskKind::Remap);
        draft.name = Some(format!("remap {}", self.table.borrow().entry(array).name).into());
        let (task, reference) = self.empty_node(&mut draft);
        let mut claims = Edges::<true>::new(self, task);
        self.table
            .borrow_mut()
            .rename(remap, reference, &mut claims);
        let drawn = claims.drawn;
        self.enter(task, drawn, true);
    }
}
