//! What tasks that are written down have in common: neighbours as a rule all but their tiles and
//! what their bodies captured.

use crate::base::kinds::NO_HOME;
use crate::base::site::Site;
use crate::graph::body::{Entry, Kind, Nature, Stored};
use crate::record::run_record::TaskKind;
use crate::rt::draft::Draft;
use crate::sync::scaled;

/// Forms that are found again when they come back after others.
const RECENT: usize = scaled(64, 2);

static NOWHERE: Site = Site::new("", "", 0);

/// The same for all tasks of a run.
#[derive(Clone, Copy)]
pub(super) struct Form {
    pub(super) site: &'static Site,
    /// The site under the tasks' name.
    pub(super) named: &'static Site,
    pub(super) entry: Option<Entry>,
    pub(super) priority: i32,
    /// Their parallel loop; 0: none.
    pub(super) group: u32,
    /// How many each of them has.
    pub(super) tiles: u32,
    pub(super) home: u16,
    pub(super) kind: TaskKind,
    /// What kind of body was registered.
    pub(super) body: Kind,
    /// Of what is here of it.
    pub(super) nature: Nature,
    /// What tells it from others but its sites, its code and how many tiles there are.
    rest: [u64; 2],
}

impl Form {
    pub(super) const NONE: Form = Form {
        site: &NOWHERE,
        named: &NOWHERE,
        entry: None,
        priority: 0,
        group: 0,
        tiles: 0,
        home: NO_HOME,
        kind: TaskKind::User,
        body: Kind::Once,
        nature: Nature::NONE,
        rest: [0; 2],
    };

    /// Of a task with a body of this kind, of which so much is here.
    #[inline(always)]
    pub(super) fn of(draft: &Draft, body: Body, tiles: usize) -> Form {
        let small = u64::from(draft.home()) << 48 | body.nature.word() << 16;
        let small = small | (draft.kind as u64) << 8 | body.kind as u64;
        let large = (draft.priority as u64) << 32 | u64::from(body.group);
        Form {
            site: draft.site,
            named: draft.named,
            entry: body.entry,
            priority: draft.priority,
            group: body.group,
            tiles: tiles as u32,
            home: draft.home(),
            kind: draft.kind,
            body: body.kind,
            nature: body.nature,
            rest: [small, large],
        }
    }

    #[inline(always)]
    pub(super) fn is(&self, other: &Form) -> bool {
        let code = |form: &Form| form.entry.map_or(0, |entry| entry as usize);
        std::ptr::eq(self.site, other.site)
            && std::ptr::eq(self.named, other.named)
            && code(self) == code(other)
            && self.tiles == other.tiles
            && (self.rest[0] ^ other.rest[0]) | (self.rest[1] ^ other.rest[1]) == 0
    }

    /// Its tasks have bodies that can run again.
    pub(super) fn repeats(&self) -> bool {
        self.nature.kind == Kind::Repeat && self.entry.is_some()
    }

    /// Something has to be done when a body of this form goes.
    pub(super) fn drops(&self) -> bool {
        self.repeats() && (self.nature.drops || self.nature.in_block)
    }

    /// More than a body that repeats, with tiles that order it.
    pub(super) fn is_special(&self) -> bool {
        let odd = self.kind != TaskKind::User || self.group != 0 || self.priority != 0;
        odd || !self.repeats()
    }

    /// Words of each body.
    pub(super) fn words(&self) -> usize {
        self.nature.words.into()
    }

    fn slot(&self) -> usize {
        let code = self.entry.map_or(0, |entry| entry as usize);
        let sites = std::ptr::from_ref(self.site) as usize ^ code.rotate_left(17);
        let [small, large] = self.rest;
        let all = sites as u64 ^ small ^ large.rotate_left(29) ^ u64::from(self.tiles) << 40;
        (all.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize % RECENT
    }
}

/// What is known of a body where it is written down.
#[derive(Clone, Copy)]
pub(super) struct Body {
    pub(super) entry: Option<Entry>,
    /// Of what is here of it.
    pub(super) nature: Nature,
    /// What was registered.
    pub(super) kind: Kind,
    /// The parallel loop of its task; 0: none.
    pub(super) group: u32,
}

impl Body {
    /// No body is here, but one of this kind was registered.
    pub(super) fn elsewhere(kind: Kind, group: u32) -> Body {
        Body {
            entry: None,
            nature: Nature::NONE,
            kind,
            group,
        }
    }

    /// That of a stored body.
    pub(super) fn of((stored, nature): &(Stored, Nature), group: u32) -> Body {
        Body {
            entry: stored.entry(),
            nature: *nature,
            kind: nature.kind,
            group,
        }
    }
}

/// Forms, each once if it comes again soon.
#[derive(Default)]
pub(super) struct Forms {
    all: Vec<Form>,
    /// By what they are: one more than the number of a form.
    recent: Vec<u32>,
}

impl Forms {
    /// The number of a form.
    pub(super) fn number(&mut self, form: &Form) -> u32 {
        self.recent.resize(RECENT, 0);
        let slot = form.slot();
        let known = self.recent[slot].wrapping_sub(1);
        if self.all.get(known as usize).is_some_and(|old| old.is(form)) {
            return known;
        }
        self.all.push(*form);
        self.recent[slot] = self.all.len() as u32;
        self.all.len() as u32 - 1
    }

    #[inline]
    pub(super) fn get(&self, number: u32) -> &Form {
        &self.all[number as usize]
    }

    pub(super) fn capacity(&self) -> usize {
        self.all.capacity()
    }

    pub(super) fn clear(&mut self) {
        self.all.clear();
        self.recent.clear();
    }
}
