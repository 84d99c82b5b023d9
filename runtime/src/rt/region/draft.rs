//! A task before it is a node of the graph.

use crate::graph::task::NO_HOME;
use crate::graph::tiles::Tiles;
use crate::observe::record::TaskKind;
use crate::rt::site::Site;

/// What registration knows about a task before it is a node of the graph.
pub(crate) struct Draft {
    pub(crate) site: &'static Site,
    /// The site under the task's name.
    pub(crate) named: &'static Site,
    /// A name that has no site.
    pub(crate) name: Option<Box<str>>,
    pub(crate) priority: i32,
    pub(crate) home: u16,
    pub(crate) kind: TaskKind,
    pub(crate) tiles: Tiles,
}

impl Draft {
    #[inline]
    pub(crate) fn new(site: &'static Site, kind: TaskKind) -> Self {
        Draft {
            site,
            named: site,
            name: None,
            priority: 0,
            home: NO_HOME,
            kind,
            tiles: Tiles::new(),
        }
    }
}

impl Draft {
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
}
