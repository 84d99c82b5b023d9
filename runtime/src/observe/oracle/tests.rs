//! Runs that are right, and runs that are wrong in every way the oracle knows.

use super::*;
use crate::observe::fixtures;
use crate::record::run_record::{EdgeKind, TaskKind, TileRecord};

type Tile = (&'static str, std::ops::Range<usize>, &'static str);

/// A task with tiles, which ran on PPU 0 from `start` to `end`.
fn task(run: &mut RunRecord, tiles: &[Tile], start: u64, end: u64) -> u32 {
    let tiles = tiles
        .iter()
        .map(|(array, range, mode)| (array.to_string(), vec![range.clone()], *mode));
    let line = 10;
    let task = run.add_task("t", "m.rs", line, TaskKind::User, 0, tiles);
    run.add_slice(task, 0, start, end);
    task
}

fn empty() -> RunRecord {
    RunRecord::new("r", "m.rs", 1)
}

/// The pairs that were found too early.
fn early(run: &RunRecord) -> Vec<(u32, u32)> {
    let found = check(run).err().unwrap_or_default();
    let pair = |v: &Violation| match v {
        Violation::Early { first, second, .. } => (*first, *second),
        other => panic!("{other}"),
    };
    found.iter().map(pair).collect()
}

/// The pairs that no edges order.
fn unordered(run: &RunRecord) -> Vec<(u32, u32)> {
    let found = check_graph(run, usize::MAX).err().unwrap_or_default();
    let pair = |v: &Violation| match v {
        Violation::Unordered { first, second, .. } => (*first, *second),
        other => panic!("{other}"),
    };
    found.iter().map(pair).collect()
}

#[test]
fn each_kind_of_dependence_is_seen() {
    for (before, after, ordered) in [
        ("out", "in", true),
        ("in", "out", true),
        ("out", "out", true),
        ("inout", "inout", true),
        ("commutative", "in", true),
        ("in", "commutative", true),
        ("in", "in", false),
    ] {
        let mut run = empty();
        task(&mut run, &[("a", 0..8, before)], 0, 10);
        task(&mut run, &[("a", 0..8, after)], 9, 20);
        let want = if ordered { vec![(0, 1)] } else { vec![] };
        assert_eq!(early(&run), want, "{before} then {after}");
        assert_eq!(unordered(&run), want, "{before} then {after}");
        run.slices[1].start_ns = 10;
        run.add_edge(0, 1, EdgeKind::Raw);
        assert_eq!(
            (check(&run), check_graph(&run, usize::MAX)),
            (Ok(()), Ok(()))
        );
    }
}

#[test]
fn other_tiles_and_arrays_do_not_matter() {
    let mut run = empty();
    task(&mut run, &[("a", 0..8, "out")], 0, 10);
    task(&mut run, &[("a", 8..16, "out")], 0, 10);
    task(&mut run, &[("b", 0..8, "out")], 0, 10);
    assert_eq!(
        (check(&run), check_graph(&run, usize::MAX)),
        (Ok(()), Ok(()))
    );
    // Two arrays of one name are one array unless they carry numbers.
    let mut run = empty();
    task(&mut run, &[("tmp", 0..8, "out")], 0, 10);
    task(&mut run, &[("tmp", 0..8, "out")], 5, 10);
    assert_eq!(early(&run), [(0, 1)]);
    run.tasks[0].tiles[0].id = Some(0);
    run.tasks[1].tiles[0].id = Some(1);
    assert_eq!(check(&run), Ok(()));
}

#[test]
fn overlapping_templates_conflict() {
    let mut run = empty();
    task(&mut run, &[("a", 0..8, "out")], 0, 10);
    task(&mut run, &[("a", 8..16, "out")], 0, 12);
    task(&mut run, &[("a", 6..10, "in")], 5, 20);
    task(&mut run, &[("a", 10..20, "in")], 5, 20);
    assert_eq!(early(&run), [(0, 2), (1, 2), (1, 3)]);
}

#[test]
fn the_report_names_task_tile_and_time() {
    let mut run = empty();
    task(&mut run, &[("b", 3..4, "in"), ("a", 0..8, "out")], 0, 10);
    task(&mut run, &[("a", 0..8, "in")], 7, 20);
    let found = check(&run).unwrap_err();
    assert_eq!(
        found[0].to_string(),
        "task 1 began 3 ns before task 0 was over (a[0..8])"
    );
    let found = check_graph(&run, usize::MAX).unwrap_err();
    assert_eq!(
        found[0].to_string(),
        "no edges order task 1 after task 0, and both use a[0..8]"
    );
}

#[test]
fn parallel_loops_are_not_ordered_inside_but_around() {
    let mut run = empty();
    task(&mut run, &[("a", 0..8, "out")], 0, 10);
    for start in [20, 21] {
        task(&mut run, &[("a", 0..8, "inout")], start, start + 10);
        run.group_last(7);
    }
    task(&mut run, &[("a", 0..8, "in")], 40, 50);
    assert_eq!(check(&run), Ok(()));
    // Each member is held against the task before the loop and the one after it.
    run.slices[2].start_ns = 9;
    assert_eq!(early(&run), [(0, 2)]);
    run.slices[2].start_ns = 21;
    run.slices[3].start_ns = 30;
    assert_eq!(early(&run), [(2, 3)]);
    run.slices[3].start_ns = 25;
    assert_eq!(early(&run), [(1, 3), (2, 3)]);
    // The graph must order all of them.
    assert_eq!(unordered(&run), [(0, 1), (0, 2), (1, 3), (2, 3)]);
}

#[test]
fn loops_without_a_number_are_known_by_their_artificial_task() {
    let mut run = empty();
    for start in [0, 3] {
        task(&mut run, &[("a", 0..8, "inout")], start, start + 10);
    }
    assert_eq!(early(&run), [(0, 1)]);
    run.add_task(
        "t",
        "m.rs",
        10,
        TaskKind::Artificial,
        0,
        [("a".to_owned(), vec![0..8], "out")],
    );
    task(&mut run, &[("a", 0..8, "in")], 12, 20);
    // The reader waits for both, through the artificial task, which is over at 13.
    assert_eq!(early(&run), [(2, 3)]);
    run.slices[2].start_ns = 13;
    assert_eq!(check(&run), Ok(()));
    for (from, to) in [(0, 2), (1, 2), (2, 3)] {
        run.add_edge(from, to, EdgeKind::Order);
    }
    assert_eq!(check_graph(&run, usize::MAX), Ok(()));
    run.edges.remove(1);
    assert_eq!(unordered(&run), [(1, 2)]);
}

#[test]
fn commutative_users_come_in_any_order_but_one_at_a_time() {
    let mut run = empty();
    task(&mut run, &[("a", 0..8, "out")], 0, 10);
    task(&mut run, &[("a", 0..8, "commutative")], 20, 30);
    task(&mut run, &[("a", 0..8, "commutative")], 10, 20);
    task(&mut run, &[("a", 0..8, "in")], 30, 40);
    assert_eq!(check(&run), Ok(()));
    run.slices[2].end_ns = 21;
    let found = check(&run).unwrap_err();
    assert_eq!(
        found,
        [Violation::Together {
            first: 2,
            second: 1,
            tile: "a[0..8]".to_owned()
        }]
    );
    run.slices[2] = crate::record::run_record::Slice {
        task: 2,
        ppu: 0,
        start_ns: 9,
        end_ns: 19,
    };
    assert_eq!(
        early(&run),
        [(0, 2)],
        "every member waits for what was before the group"
    );
}

#[test]
fn composites_are_over_when_their_inside_is() {
    let mut run = fixtures::composite();
    assert_eq!(
        (check(&run), check_graph(&run, usize::MAX)),
        (Ok(()), Ok(()))
    );
    run.slices[2].start_ns = 79; // after the body of the composite, before its last part
    assert_eq!(early(&run), [(1, 2)]);
    let mut run = fixtures::composite();
    run.slices[3].start_ns = 9;
    assert_eq!(
        check(&run),
        Err(vec![Violation::Outside {
            task: 3,
            composite: 1
        }])
    );
    let mut run = fixtures::composite();
    run.slices[4].start_ns = 45;
    assert_eq!(early(&run), [(3, 4)], "tiles inside are ordered too");
}

#[test]
fn paths_count_as_order_and_pruned_readers_need_none() {
    let mut run = empty();
    task(&mut run, &[("a", 0..8, "out")], 0, 10);
    task(&mut run, &[("b", 0..8, "inout")], 10, 20);
    task(&mut run, &[("a", 0..8, "in")], 20, 30);
    run.add_edge(0, 1, EdgeKind::Order);
    run.add_edge(1, 2, EdgeKind::Order);
    assert_eq!(check_graph(&run, usize::MAX), Ok(()));
    let mut run = empty();
    for _ in 0..4 {
        task(&mut run, &[("a", 0..8, "in")], 0, 10);
    }
    task(&mut run, &[("a", 0..8, "out")], 10, 20);
    assert_eq!(unordered(&run), [(0, 4), (1, 4), (2, 4), (3, 4)]);
    assert_eq!(check_graph(&run, 4), Ok(()));
}

#[test]
fn tasks_run_once_and_along_edges() {
    let mut run = fixtures::record(2);
    run.add_slice(0, 0, 0, 10);
    assert_eq!(check(&run), Err(vec![Violation::Ran { task: 1, times: 0 }]));
    run.stats.cancelled = 1;
    assert_eq!(check(&run), Ok(()));
    run.add_slice(0, 1, 20, 30);
    assert_eq!(check(&run), Err(vec![Violation::Ran { task: 0, times: 2 }]));
    run.slices.pop();
    run.add_slice(1, 1, 5, 10);
    run.add_edge(0, 1, EdgeKind::Order);
    let text = check(&run).unwrap_err()[0].to_string();
    assert_eq!(text, "task 1 began 5 ns before task 0 was over (an edge)");
}

#[test]
fn nonsense_is_said_to_be_nonsense() {
    let mut run = fixtures::record(2);
    run.add_edge(1, 0, EdgeKind::Raw);
    run.add_edge(0, 5, EdgeKind::Raw);
    run.add_slice(7, 0, 0, 1);
    run.add_slice(0, 0, 5, 1);
    run.tasks[0].parent = Some(1);
    let found = check(&run).unwrap_err();
    assert_eq!(found.len(), 5, "{found:?}");
    assert!(
        found
            .iter()
            .all(|v| matches!(v, Violation::Malformed { .. }))
    );
    assert_eq!(check_graph(&run, 0).unwrap_err(), found);
}

#[test]
fn a_hundred_thousand_tasks_take_no_time() {
    let begin = std::time::Instant::now();
    let mut run = fixtures::wide(100_000, 64);
    assert_eq!(
        (check(&run), check_graph(&run, usize::MAX)),
        (Ok(()), Ok(()))
    );
    run.edges.remove(50_000);
    assert_eq!(check_graph(&run, usize::MAX).unwrap_err().len(), 1);
    assert!(begin.elapsed().as_secs() < 20, "{:?}", begin.elapsed());
    assert_eq!(check(&empty()), Ok(()));
}

/// Small random runs against all pairs, written out by the definition.
#[test]
fn nearest_demands_imply_all_of_them() {
    let mut state = 0x1234_5678_9abc_def1_u64;
    let mut random = |below: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % below
    };
    for _ in 0..2_000 {
        let mut run = empty();
        let mut group = None;
        for n in 0..12_u64 {
            if random(3) == 0 {
                group = (random(2) == 0).then_some(n as u32);
            }
            let mode = ["in", "out", "inout", "commutative"][random(4) as usize];
            let at = random(2) as usize * 4;
            task(
                &mut run,
                &[("a", at..at + 4 + random(2) as usize, mode)],
                n,
                n,
            );
            run.tasks[n as usize].group = group;
        }
        let demands = demand::demands(&run);
        let mut before = vec![Vec::new(); 12];
        demands
            .iter()
            .for_each(|d| before[d.second as usize].push(d.first));
        let clash = |a: &TileRecord, b: &TileRecord| {
            let meet = a.ranges[0].start < b.ranges[0].end && b.ranges[0].start < a.ranges[0].end;
            meet && (a.mode != "in" || b.mode != "in")
                && (a.mode != "commutative" || b.mode != "commutative")
        };
        for second in 0..12_usize {
            for first in 0..second {
                let (a, b) = (&run.tasks[first], &run.tasks[second]);
                let one_loop = a.group.is_some() && a.group == b.group;
                if !one_loop && clash(&a.tiles[0], &b.tiles[0]) {
                    let (first, second) = (first as u32, second as u32);
                    assert!(
                        leads(&before, first, second),
                        "{first} -> {second} in {run:?}"
                    );
                }
            }
        }
    }
}
