//! A task before it is a node of the graph.
//!
//! A region keeps the draft of its last task and uses its memory for the next one: a task in
//! registration is handed from call to call as two pointers. (Moved as a value it was written in
//! small pieces and read in large ones, for which the processor waits: 5 ns of 24 for an empty
//! task.)

use std::cell::Cell;
use std::ptr::NonNull;

use crate::base::kinds::NO_HOME;
use crate::base::site::Site;
use crate::graph::access::Access;
use crate::graph::geometry::Mode;
use crate::graph::table::{ArrayEntry, LoopTouches};
use crate::graph::tiles::Tiles;
use crate::record::run_record::TaskKind;

/// What registration knows about a task before it is a node of the graph.
pub(crate) struct Draft {
    pub(crate) site: &'static Site,
    /// The site under the task's name.
    pub(crate) named: &'static Site,
    /// A name that has no site.
    pub(crate) name: Option<Box<str>>,
    pub(crate) priority: i32,
    /// Of the tile that weighs most, the first of several.
    /// In 32 bits, as it is read: 16 of them, written alone, would have to be waited for.
    home: u32,
    /// How much that tile weighs, 0 where there is none; the most there is where somebody has said
    /// where the task is at home, whatever it uses.
    weight: u64,
    pub(crate) kind: TaskKind,
    pub(crate) tiles: Tiles,
    /// What the tasks of its loop share (see `rt::Task`).
    pub(crate) touches: Option<NonNull<LoopTouches>>,
}

impl Draft {
    #[inline]
    pub(crate) fn new(site: &'static Site, kind: TaskKind) -> Self {
        Draft {
            site,
            named: site,
            name: None,
            priority: 0,
            home: NO_HOME.into(),
            weight: 0,
            kind,
            tiles: Tiles::new(),
            touches: None,
        }
    }

    /// A tile of this home is used: the task belongs where most of what it uses is (AceMesh,
    /// "access weights").
    #[inline]
    pub(crate) fn lives_at(&mut self, home: u16, weight: u64) {
        debug_assert!(weight > 0, "as `ArrayEntry::weight` says");
        if weight > self.weight && home != NO_HOME {
            (self.home, self.weight) = (home.into(), weight);
        }
    }

    /// A tile of an array is used.
    #[inline(always)]
    pub(crate) fn uses(&mut self, entry: &ArrayEntry, array: u32, tile: u32, mode: Mode) {
        self.lives_at(
            entry.homes.of_task(tile),
            ArrayEntry::weight(entry.bytes, mode),
        );
        self.tiles.push(Access::new(array, tile, entry.size, mode));
    }

    /// Where it is at home, or [`NO_HOME`].
    #[inline(always)]
    pub(crate) fn home(&self) -> u16 {
        self.home as u16
    }

    /// At home there, unless it is said otherwise.
    pub(crate) fn set_home(&mut self, home: u16) {
        self.home = home.into();
    }

    /// At home there, or nowhere, whatever it uses.
    pub(crate) fn settle(&mut self, home: Option<u16>) {
        (self.home, self.weight) = (home.unwrap_or(NO_HOME).into(), u64::MAX);
    }

    /// The task's name, and where it is.
    pub(crate) fn says(&self) -> (String, &'static Site) {
        let name = self.name.as_deref().unwrap_or(self.named.name);
        (name.to_owned(), self.site)
    }

    /// Gives the task a name of its own.
    #[inline]
    pub(crate) fn set_name(&mut self, name: &str) {
        let named = self.site.named(name);
        self.named = named.unwrap_or(self.site);
        self.name = named.is_none().then(|| name.into());
    }

    /// The task's name for people.
    pub(crate) fn name(&self) -> &str {
        self.name.as_deref().unwrap_or(self.named.name)
    }

    /// For the next task: what was drafted is forgotten.
    #[inline]
    pub(crate) fn clear(&mut self) {
        self.name = None;
        self.priority = 0;
        (self.home, self.weight) = (NO_HOME.into(), 0);
        self.kind = TaskKind::User;
        self.touches = None;
        self.tiles.clear();
    }
}

/// A draft for the next task, for its memory.
pub(crate) type SpareDraft = Cell<Option<Box<Draft>>>;

#[cfg(test)]
mod tests {
    use super::*;

    static SITE: Site = Site::new("t", "t.rs", 1);

    #[test]
    fn where_a_task_is_said_to_be_at_home_it_is() {
        let mut draft = Draft::new(&SITE, TaskKind::User);
        draft.lives_at(2, 10);
        draft.lives_at(1, 20);
        draft.lives_at(3, 20);
        draft.lives_at(NO_HOME, 30);
        assert_eq!(draft.home(), 1, "with what weighs most");
        draft.settle(Some(3));
        draft.lives_at(1, 40);
        assert_eq!(draft.home(), 3);
        draft.settle(None);
        draft.lives_at(1, 40);
        assert_eq!(draft.home(), NO_HOME);
    }
}
