//! What a recorded region leaves behind: plain data, filled by the core while tracing is
//! on, read by everything else in this folder.
//!
//! Tasks stand in registration order; edges, slices and `parent` name them by their index.
//! The tasks of a composite follow those of the region around it ([`RunRecord::adopt`]).

use std::ops::Range;
use std::time::Instant;

pub use crate::base::kinds::{EdgeKind, Slice, TaskKind};
pub use crate::record::stats::RegionStats;

/// One region as it was registered and as it ran.
#[derive(Debug, Clone)]
pub struct RunRecord {
    /// Name of the region.
    pub region: String,
    /// Source file of the region.
    pub file: String,
    /// Source line of the region, 1-based.
    pub line: u32,
    /// What the times of the slices count from.
    pub epoch: Instant,
    /// Tasks in registration order.
    pub tasks: Vec<TaskRecord>,
    /// Edges that registration drew.
    pub edges: Vec<EdgeRecord>,
    /// Who ran what when.
    pub slices: Vec<Slice>,
    /// Names of the PPUs, `core 0`; a slice's `ppu` is an index here.
    pub ppus: Vec<String>,
    /// The region's counts.
    pub stats: RegionStats,
}

/// A task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaskRecord {
    /// Name for people.
    pub name: String,
    /// Source file.
    pub file: &'static str,
    /// Source line, 1-based.
    pub line: u32,
    /// The tiles that it declared, one entry per tile.
    pub tiles: Vec<TileRecord>,
    /// What kind of task.
    pub kind: TaskKind,
    /// Larger runs earlier; 0 is normal.
    pub priority: i32,
    /// The PPU that it was at home with; `None`: with whoever was free, or not noted.
    pub home: Option<u16>,
    /// The composite task that it is a part of.
    pub parent: Option<u32>,
    /// The parallel loop that it belongs to: tasks with the same number and parent do not
    /// depend on one another. `None`: none, or not noted.
    pub group: Option<u32>,
}

/// One tile of a task.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TileRecord {
    /// Name of the array, or `key 3` for an address without one.
    pub array: String,
    /// Number of the array in its region, which tells arrays of one name apart; `None`:
    /// not noted, the name decides.
    pub id: Option<u32>,
    /// The tile's elements, half open per dimension; none for a scalar or a key.
    pub ranges: Vec<Range<usize>>,
    /// `in`, `out`, `inout` or `commutative`.
    pub mode: &'static str,
}

/// A dependence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct EdgeRecord {
    /// The task that must complete first.
    pub from: u32,
    /// The task that waits for it.
    pub to: u32,
    /// Why.
    pub kind: EdgeKind,
}

impl RunRecord {
    /// An empty record of the region at `file:line`; times count from now.
    #[must_use]
    pub fn new(region: impl Into<String>, file: impl Into<String>, line: u32) -> Self {
        RunRecord {
            region: region.into(),
            file: file.into(),
            line,
            epoch: Instant::now(),
            tasks: Vec::new(),
            edges: Vec::new(),
            slices: Vec::new(),
            ppus: Vec::new(),
            stats: RegionStats::default(),
        }
    }

    /// Adds a task at the end and returns its index. A tile is array, ranges and mode.
    pub fn add_task(
        &mut self,
        name: impl Into<String>,
        file: &'static str,
        line: u32,
        kind: TaskKind,
        priority: i32,
        tiles: impl IntoIterator<Item = (String, Vec<Range<usize>>, &'static str)>,
    ) -> u32 {
        let tiles = tiles.into_iter().map(Into::into).collect();
        let name = name.into();
        self.tasks.push(TaskRecord {
            name,
            file,
            line,
            tiles,
            kind,
            priority,
            home: None,
            parent: None,
            group: None,
        });
        (self.tasks.len() - 1) as u32
    }

    /// Says that the task added last belongs to parallel loop number `group`.
    pub fn group_last(&mut self, group: u32) {
        if let Some(task) = self.tasks.last_mut() {
            task.group = Some(group);
        }
    }

    /// Says which arrays the tiles of the task added last are of, in the order of its tiles.
    /// `u32::MAX` stands for a key that belongs to no array.
    pub fn arrays_last(&mut self, ids: impl IntoIterator<Item = u32>) {
        if let Some(task) = self.tasks.last_mut() {
            for (tile, id) in task.tiles.iter_mut().zip(ids) {
                tile.id = (id != u32::MAX).then_some(id);
            }
        }
    }

    /// Adds an edge.
    pub fn add_edge(&mut self, from: u32, to: u32, kind: EdgeKind) {
        self.edges.push(EdgeRecord { from, to, kind });
    }

    /// Adds a slice.
    pub fn add_slice(&mut self, task: u32, ppu: u32, start_ns: u64, end_ns: u64) {
        self.slices.push(Slice {
            task,
            ppu,
            start_ns,
            end_ns,
        });
    }

    /// Takes in the record of the graph that composite task `parent` built: its tasks
    /// follow the present ones, its times are moved to this record's epoch, its counts
    /// are added.
    pub fn adopt(&mut self, parent: u32, inner: RunRecord) {
        let base = self.tasks.len() as u32;
        let groups = self
            .tasks
            .iter()
            .filter_map(|task| task.group)
            .max()
            .map_or(0, |most| most + 1);
        let arrays = self
            .tasks
            .iter()
            .flat_map(|task| &task.tiles)
            .filter_map(|tile| tile.id)
            .max();
        let arrays = arrays.map_or(0, |most| most + 1);
        self.tasks.extend(inner.tasks.into_iter().map(|mut task| {
            task.parent = Some(task.parent.map_or(parent, |inside| inside + base));
            task.group = task.group.map(|group| group + groups);
            task.tiles
                .iter_mut()
                .for_each(|tile| tile.id = tile.id.map(|id| id + arrays));
            task
        }));
        let moved = |edge: EdgeRecord| EdgeRecord {
            from: edge.from + base,
            to: edge.to + base,
            ..edge
        };
        self.edges.extend(inner.edges.into_iter().map(moved));
        let shift = signed_ns(inner.epoch, self.epoch);
        let at = |ns: u64| ns.saturating_add_signed(shift);
        self.slices
            .extend(inner.slices.into_iter().map(|slice| Slice {
                task: slice.task + base,
                ppu: slice.ppu,
                start_ns: at(slice.start_ns),
                end_ns: at(slice.end_ns),
            }));
        if self.ppus.len() < inner.ppus.len() {
            self.ppus = inner.ppus;
        }
        self.stats.merge_inner(&inner.stats);
    }

    /// First start and last end of the slices, ns; `None` when nothing ran.
    #[must_use]
    pub fn span_ns(&self) -> Option<(u64, u64)> {
        let first = self.slices.iter().map(|slice| slice.start_ns).min()?;
        let last = self.slices.iter().map(|slice| slice.end_ns).max()?;
        Some((first, last.max(first)))
    }

    /// Name of a PPU; its number where the record has no name for it.
    #[must_use]
    pub fn ppu_name(&self, ppu: u32) -> String {
        self.ppus
            .get(ppu as usize)
            .cloned()
            .unwrap_or_else(|| format!("PPU {ppu}"))
    }

    /// How many PPUs there are to show: named ones, and any that a slice refers to.
    #[must_use]
    pub fn ppu_count(&self) -> usize {
        let used = self
            .slices
            .iter()
            .map(|slice| slice.ppu as usize + 1)
            .max()
            .unwrap_or(0);
        used.max(self.ppus.len())
    }
}

impl From<(String, Vec<Range<usize>>, &'static str)> for TileRecord {
    fn from((array, ranges, mode): (String, Vec<Range<usize>>, &'static str)) -> Self {
        TileRecord {
            array,
            id: None,
            ranges,
            mode,
        }
    }
}

/// `out b[64..128, 0..4096]`: mode, array, elements.
impl std::fmt::Display for TileRecord {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.mode, self.array)?;
        for (n, range) in self.ranges.iter().enumerate() {
            let open = if n == 0 { "[" } else { ", " };
            write!(f, "{open}{}..{}", range.start, range.end)?;
        }
        if self.ranges.is_empty() {
            Ok(())
        } else {
            f.write_str("]")
        }
    }
}

/// `at - from` in ns, saturated.
pub(crate) fn signed_ns(at: Instant, from: Instant) -> i64 {
    let ns = |time: std::time::Duration| i64::try_from(time.as_nanos()).unwrap_or(i64::MAX);
    match at.checked_duration_since(from) {
        Some(later) => ns(later),
        None => -ns(from.saturating_duration_since(at)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn tiles_read_like_clauses() {
        let tile = TileRecord::from(("b".to_owned(), vec![64..128, 0..4096], "out"));
        assert_eq!(tile.to_string(), "out b[64..128, 0..4096]");
        let scalar = TileRecord::from(("sum".to_owned(), vec![], "inout"));
        assert_eq!(scalar.to_string(), "inout sum");
    }

    #[test]
    fn adopt_moves_indices_times_and_groups() {
        let no_tiles = Vec::new;
        let mut outer = RunRecord::new("outer", "main.rs", 1);
        outer.add_task(
            "first",
            "main.rs",
            2,
            TaskKind::User,
            0,
            [("x".to_owned(), vec![], "in")],
        );
        outer.arrays_last([4]);
        outer.group_last(0);
        let composite = outer.add_task("whole", "main.rs", 3, TaskKind::Composite, 0, no_tiles());
        let mut inner = RunRecord::new("inner", "main.rs", 4);
        inner.epoch = outer.epoch + Duration::from_nanos(100);
        inner.add_task("a", "main.rs", 5, TaskKind::Composite, 0, no_tiles());
        inner.group_last(0);
        let tiles = [
            ("x".to_owned(), vec![], "in"),
            ("key 0".to_owned(), vec![], "out"),
        ];
        inner.add_task("b", "main.rs", 6, TaskKind::User, 0, tiles);
        inner.arrays_last([0, u32::MAX]);
        inner.add_edge(0, 1, EdgeKind::Raw);
        inner.add_slice(1, 0, 5, 9);
        let mut innermost = RunRecord::new("innermost", "main.rs", 7);
        innermost.epoch = inner.epoch;
        innermost.add_task("c", "main.rs", 8, TaskKind::User, 0, no_tiles());
        inner.adopt(0, innermost);
        inner.stats.tasks = 3;
        outer.adopt(composite, inner);

        let parents: Vec<_> = outer.tasks.iter().map(|task| task.parent).collect();
        assert_eq!(parents, [None, None, Some(1), Some(1), Some(2)]);
        assert_eq!(
            outer.edges,
            [EdgeRecord {
                from: 2,
                to: 3,
                kind: EdgeKind::Raw
            }]
        );
        assert_eq!(
            outer.slices,
            [Slice {
                task: 3,
                ppu: 0,
                start_ns: 105,
                end_ns: 109
            }]
        );
        assert_eq!(
            (outer.tasks[0].group, outer.tasks[2].group),
            (Some(0), Some(1))
        );
        let ids: Vec<_> = outer.tasks[3].tiles.iter().map(|tile| tile.id).collect();
        assert_eq!(ids, [Some(5), None]);
        assert_eq!(outer.stats.tasks, 3);
        assert_eq!(outer.span_ns(), Some((105, 109)));
    }

    #[test]
    fn ppus_without_a_name_are_counted() {
        let mut record = RunRecord::new("r", "f", 1);
        assert_eq!((record.ppu_count(), record.span_ns()), (0, None));
        record.add_slice(0, 3, 1, 2);
        assert_eq!(
            (record.ppu_count(), record.ppu_name(3)),
            (4, "PPU 3".to_owned())
        );
    }
}
