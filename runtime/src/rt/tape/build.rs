//! Making a tape of what is written down: a node for each task, for laps that hand bodies in.

use crate::graph::table::LoopTouches;
use crate::observe::record::TaskKind;
use crate::rt::region::{Draft, Region};
use crate::rt::tape::written::Written;

impl Region {
    /// Makes nodes and edges of the laps that are written down, which have run. The counters then
    /// hold `guard` counts for the registering thread.
    pub(super) fn build_tasks(&self, guard: u32) {
        self.wait_for_all();
        self.take_pieces_apart();
        self.table.borrow_mut().forget_users();
        let (mut written, ends) = self.with_reel(|reel| {
            let written = std::mem::take(&mut reel.written);
            (written, reel.ends.clone())
        });
        let mut open: Option<(u32, LoopTouches)> = None;
        let mut from = 0;
        for to in ends {
            // Loops are told apart lap by lap.
            self.with_reel(|reel| reel.newest_loop = 0);
            for n in from..to {
                self.build_task(&mut written, n, &mut open);
            }
            from = to;
        }
        written.clear();
        self.with_reel(|reel| reel.written = written);
        self.close_tape();
        self.set_counters(guard);
    }

    fn build_task(&self, written: &mut Written, n: usize, open: &mut Option<(u32, LoopTouches)>) {
        let note = *written.note(n);
        let mut draft = self.draft_again(written, n);
        if note.group == 0 {
            *open = None;
        } else if open.as_ref().is_none_or(|open| open.0 != note.group) {
            *open = Some((note.group, self.table.borrow_mut().open_loop()));
        }
        // SAFETY: nothing is in flight.
        let body = unsafe { written.take_body(n) };
        let touches = open.as_mut().map(|open| &mut open.1);
        self.record_node(&mut draft, body, (note.body, note.group), touches);
        self.give_draft(draft);
    }

    /// The draft that was written down.
    pub(super) fn draft_again(&self, written: &Written, n: usize) -> Box<Draft> {
        let note = written.note(n);
        let mut draft = self.take_draft(note.site);
        let (named, name) = written.name(n);
        draft.named = named;
        draft.name = name.map(Into::into);
        draft.priority = note.priority;
        draft.settle((note.home != crate::graph::task::NO_HOME).then_some(note.home));
        draft.kind = note.kind;
        written
            .tiles(n)
            .iter()
            .for_each(|&tile| draft.tiles.push(tile));
        match note.kind {
            TaskKind::Artificial => draft.tiles.weigh(),
            // It was merged before it was written down, and stays as it is.
            _ => _ = draft.tiles.merge(),
        }
        draft
    }
}
