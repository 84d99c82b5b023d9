//! Making a tape of what is written down: a node for each task, for laps that hand bodies in.

use crate::base::kinds::NO_HOME;
use crate::graph::table::LoopTouches;
use crate::record::run_record::TaskKind;
use crate::rt::draft::Draft;
use crate::rt::region::Region;
use crate::rt::replay::written::Written;

impl Region {
    /// Makes nodes and edges of the laps that are written down, which have run. The counters then
    /// hold `guard` counts for the registering thread.
    pub(super) fn build_tasks(&self, guard: u32) {
        self.wait_for_all();
        self.take_apart();
        self.table.borrow_mut().begin_anew();
        let (mut written, ends) = self.with_recorded(|recorded| {
            let written = std::mem::take(&mut recorded.written);
            (written, recorded.ends.clone())
        });
        let mut open: Option<(u32, LoopTouches)> = None;
        let mut from = 0;
        for to in ends {
            // Loops are told apart lap by lap.
            self.with_recorded(|recorded| recorded.newest_loop = 0);
            for n in from..to {
                self.build_task(&mut written, n, &mut open);
            }
            from = to;
        }
        written.clear();
        self.with_recorded(|recorded| recorded.written = written);
        self.close_tape();
        self.set_counters(guard);
    }

    fn build_task(&self, written: &mut Written, n: usize, open: &mut Option<(u32, LoopTouches)>) {
        let form = *written.form(n);
        let mut draft = self.draft_again(written, n);
        if form.group == 0 {
            *open = None;
        } else if open.as_ref().is_none_or(|open| open.0 != form.group) {
            *open = Some((form.group, self.table.borrow_mut().open_loop()));
        }
        // SAFETY: nothing is in flight.
        let body = unsafe { written.take_body(n) };
        let touches = open.as_mut().map(|open| &mut open.1);
        self.record_node(&mut draft, body, (form.body, form.group), touches);
        self.give_draft(draft);
    }

    /// The draft that was written down.
    pub(super) fn draft_again(&self, written: &Written, n: usize) -> Box<Draft> {
        let form = written.form(n);
        let mut draft = self.take_draft(form.site);
        draft.named = form.named;
        draft.name = written.name(n).map(Into::into);
        draft.priority = form.priority;
        draft.settle((form.home != NO_HOME).then_some(form.home));
        draft.kind = form.kind;
        written
            .tiles(n)
            .iter()
            .for_each(|&tile| draft.tiles.push(tile));
        match form.kind {
            TaskKind::Artificial => draft.tiles.weigh(),
            // It was merged before it was written down, and stays as it is.
            _ => _ = draft.tiles.merge(),
        }
        draft
    }
}
