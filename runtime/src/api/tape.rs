//! Laps of a loop: registered once, and replayed.

use super::scope::Scope;
use crate::base::error::ReplayError;
use crate::record::replay_stats::ReplayStats;
use crate::rt;

/// A loop that is recorded; see [`Scope::record`]. Dropping it waits for its tasks.
pub struct Tape<'scope, 'env: 'scope> {
    scope: Scope<'scope, 'env>,
    inner: rt::Tape<'scope>,
}

impl<'scope, 'env> Scope<'scope, 'env> {
    /// Begins to record a loop whose laps register the same tasks with the same tiles. Laps
    /// follow one another without a barrier, as all tasks do. What was registered before is
    /// waited for, and so is the tape when it is dropped.
    ///
    /// ```
    /// use hp5::{TiledArray, region};
    /// let mut a = TiledArray::from_vec(vec![1_u64; 1000], [1000], [100])?;
    /// let stats = region(|r| {
    ///     let a = r.array(&mut a);
    ///     let mut tape = r.record();
    ///     tape.lap(|| {
    ///         for tile in a.iter() {
    ///             r.task("treble").update(tile).run_again(|(mut tile,)| {
    ///                 (0..tile.len()).for_each(|i| tile[i] = tile[i] * 3 % 1009);
    ///             });
    ///         }
    ///     });
    ///     tape.replay(99).expect("bodies that can run again");
    /// })?;
    /// assert_eq!(stats.replay.matched, 990);
    /// assert_eq!(a.as_slice()[0], (0..100).fold(1, |x, _| x * 3 % 1009));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn record(&self) -> Tape<'scope, 'env> {
        Tape {
            scope: self.again(),
            inner: self.region.record(),
        }
    }
}

impl Tape<'_, '_> {
    /// Registers one lap. Laps after the recorded ones hand their bodies in and are held
    /// against the recording task by task; a lap that differs is registered as if there were
    /// no tape, and the next one is recorded anew.
    pub fn lap<R>(&mut self, lap: impl FnOnce() -> R) -> R {
        let mut result = None;
        self.inner.lap(|_| result = Some(lap()));
        result.expect("a lap is registered where it stands")
    }

    /// Runs the last lap `times` more times without registering it. Its bodies must be able
    /// to run again ([`Task::run_again`](super::Task::run_again)).
    ///
    /// # Errors
    /// There is no such lap, or it has a body that runs once.
    pub fn replay(&mut self, times: u32) -> Result<(), ReplayError> {
        if self.scope.closed().is_some() {
            return Err(ReplayError::Looking);
        }
        self.inner.replay(times)
    }

    /// Makes what is needed to [`replay`](Self::replay) the last lap, which the first replay does
    /// else. Where it is not known that the tasks are short, that one also waits for a lap or two, to
    /// see it.
    ///
    /// # Errors
    /// As those of [`replay`](Self::replay).
    pub fn build(&mut self) -> Result<(), ReplayError> {
        self.replay(0)
    }

    /// What was recorded and what ran from the recording; the region's counts have the same
    /// in the end ([`RegionStats::replay`](super::RegionStats::replay)).
    #[must_use]
    pub fn stats(&self) -> ReplayStats {
        self.inner.stats()
    }
}
