//! Coarsening, execution: short tasks of a lap that follow one another (a *piece*), as one node of the tape.
//!
//! A node costs ten to sixty nanoseconds per lap. Tasks that are shorter than that are put
//! together when a tape is made for laps that are replayed; how long they take was seen when they
//! were written down (`replay/record_running.rs`).
//!
//! *No cycle.* Pieces are numbered as they are begun, and a task is put into no piece with a
//! lower number than those that it waits for. So edges lead to higher numbers, and in a piece tasks
//! stand in the order of the program. Edges between pieces are those of their tasks, so what
//! holds of tasks holds of pieces, the protocol *laps* (`rt/replay.rs`) too: where a tile makes a
//! task of one piece wait for one of another piece, the pieces wait in the same order; where both
//! are in one piece, that is one run of it. (Models: `stress/shuttle/tests/laps.rs`.)
//!
//! *Not too few.* A task goes into the newest piece that it waits for, so chains that do not meet
//! stay apart; if that is full, into the one that was begun for the tasks after it. The tasks that
//! wait for nobody are dealt out: the first ones have pieces of their own, later ones share them.
//! A piece takes half a microsecond, or less where that left few pieces for a PPU. A task of which
//! it is not known that it is short is a piece of its own. Some pieces are looked at when they run:
//! where tasks have become long since, the next replay makes a node of each task.

use crate::graph::body::{Call, Stored};
use crate::graph::task::NEXT_LAP;
use crate::rt::region::Region;
use crate::rt::replay::coarsen::{Bundles, Looks, SLOW};
use crate::rt::replay::coarsen_assign::{Dealt, Edge, Uses, deal};
use crate::rt::replay::written::{Span, Written};
use crate::sched::worker;
use crate::sync::{Arc, now, scaled, strands_in_models};

/// Laps of fewer tasks are not put together.
const FEWEST: usize = scaled(256, 3);

/// Pieces are worth it if they have so many tasks each.
const WORTH: usize = 2;

/// One of so many pieces is looked at: whether it is [slow](SLOW).
const LOOK: u64 = 16;

/// The tasks of a lap, piece by piece.
pub(super) struct Pieces {
    written: Written,
    spans: Vec<Span>,
    /// Where each piece begins in `spans`; one more is the end.
    starts: Vec<u32>,
    /// Whether pieces took far too long.
    looks: Looks,
}

impl Pieces {
    /// Tasks in all pieces.
    pub(super) fn tasks(&self) -> usize {
        self.written.len()
    }

    /// The tasks of a piece, in their order.
    pub(super) fn piece(&self, n: usize) -> &[Span] {
        &self.spans[self.starts[n] as usize..self.starts[n + 1] as usize]
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// See [`Bundles::were_slow`].
    pub(super) fn were_slow(&self) -> bool {
        self.looks.were_slow()
    }

    /// What is written down, for the tape.
    pub(super) fn take_written(&mut self) -> Written {
        std::mem::take(&mut self.written)
    }

    /// As [`run`](Self::run), and looks how long it takes.
    ///
    /// # Safety
    /// As for [`run`](Self::run).
    #[cold]
    unsafe fn run_and_look(&self, piece: usize) {
        let begun = now();
        // SAFETY: the caller's promise.
        unsafe { self.run(piece) };
        self.looks.note(now() - begun > SLOW);
    }

    /// Runs a piece.
    ///
    /// # Safety
    /// The caller owns the piece's task.
    unsafe fn run(&self, piece: usize) {
        let spans = self.piece(piece).iter().copied();
        worker::with_current(|worker| {
            let worker = worker.expect("tasks are run by workers");
            let scope = worker.running_scope().expect("of the task that runs");
            // SAFETY: all tasks of a tape in pieces have bodies that repeat, and those of a piece
            // are used by who owns its task.
            unsafe { self.written.run_in_order((worker, scope), spans) };
        });
    }
}

/// The body of a piece's task: its words are the pieces and the number of one.
///
/// # Safety
/// As [`Stored::from_words`] asks: the pieces are there, and who runs it owns the task.
unsafe fn enter(words: *mut u8, call: Call<'_>) {
    let words = words.cast::<u64>();
    // SAFETY: by the contract.
    let (pieces, n) = unsafe { (&*words.cast::<*const Pieces>().read(), words.add(1).read()) };
    match call {
        // SAFETY: by the contract.
        Call::Run(..) => unsafe {
            match n % LOOK {
                0 => pieces.run_and_look(n as usize),
                _ => pieces.run(n as usize),
            }
        },
        Call::Weigh(tasks) => {
            let spans = pieces.piece(n as usize).iter();
            *tasks = spans.map(|span| u64::from(span.count)).sum();
        }
        // The bodies are what is written down.
        Call::Drop => {}
    }
}

impl Region {
    /// Makes pieces of the tasks of a lap, and takes them; `false` where there is no use in that.
    pub(super) fn build_pieces(&self, written: &mut Written, uses: &mut Uses) -> bool {
        let may = written.len() >= FEWEST && written.known_time() > 0 && !strands_in_models();
        let dealt = may
            .then(|| deal(written, &self.table.borrow(), self.ppus(), uses))
            .filter(|dealt| (dealt.starts.len() - 1) * WORTH <= written.len());
        let Some(dealt) = dealt else {
            return false;
        };
        let Dealt {
            spans,
            starts,
            edges,
        } = dealt;
        let pieces = Arc::new(Pieces {
            written: std::mem::take(written),
            spans,
            starts,
            looks: Looks::default(),
        });
        self.make_nodes(&pieces, edges);
        self.with_recorded(|recorded| recorded.bundles = Some(Bundles::Pieces(pieces)));
        true
    }

    /// Makes nodes of the pieces.
    fn make_nodes(&self, pieces: &Arc<Pieces>, [within, mut into_next]: [Vec<Edge>; 2]) {
        debug_assert!(within.iter().all(|(from, to)| from < to), "a cycle");
        let mut waits = vec![[0_u32; 2]; pieces.len()];
        for &(_, to) in &within {
            waits[to as usize][0] += 1;
        }
        for &(_, to) in &into_next {
            waits[to as usize][1] += 1;
        }
        for (piece, waits) in waits.iter_mut().enumerate() {
            if *waits == [0, 0] {
                // It waits for itself in the lap before.
                into_next.push((piece as u32, piece as u32));
                waits[1] = 1;
            }
        }
        for (piece, [first, next]) in waits.into_iter().enumerate() {
            let words = [Arc::as_ptr(pieces) as u64, piece as u64];
            // SAFETY: the pieces stay until the task is gone (`take_apart`).
            let body = unsafe { Stored::from_words(enter, words) };
            let leads = pieces.piece(piece)[0].first;
            let draft = self.draft_again(&pieces.written, leads as usize);
            self.make_node(body, draft, (first, first + next));
        }
        self.with_recorded(|recorded| {
            let number = |piece: u32| recorded.entries[piece as usize].number;
            for &(from, to) in &within {
                self.link_recorded(number(from), number(to));
            }
            for &(from, to) in &into_next {
                self.link_recorded(number(from), number(to) | NEXT_LAP);
            }
        });
        self.set_counters(0);
    }
}
