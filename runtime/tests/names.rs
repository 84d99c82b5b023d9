//! The same memory under several names: arrays of several shapes, parts of arrays, and bare addresses
//! inside of them. Whatever tasks call it, those that touch the same elements are ordered.

use hp5::observe::capture_records;
use hp5::observe::record::{RunRecord, TaskKind};
use hp5::rt::{self, Array, Flat, Mode, Order, Region};

/// Who waits for whom in a region, of the tasks that the program registered.
struct Waits {
    /// Of each task, those that end before it begins.
    before: Vec<Vec<bool>>,
    remaps: usize,
}

impl Waits {
    fn of(record: &RunRecord) -> Waits {
        let count = record.tasks.len();
        let mut all = vec![vec![false; count]; count];
        // Edges lead on in the order of registration.
        let mut edges: Vec<_> = record.edges.iter().map(|e| (e.to, e.from)).collect();
        edges.sort_unstable();
        for (to, from) in edges {
            let (to, from) = (to as usize, from as usize);
            let further = all[from].clone();
            let row = all[to].iter_mut().zip(further);
            row.for_each(|(to, from)| *to |= from);
            all[to][from] = true;
        }
        let of = |kind: TaskKind| (0..count).filter(move |&n| record.tasks[n].kind == kind);
        let own: Vec<usize> = of(TaskKind::User).collect();
        let row = |&to: &usize| own.iter().map(|&from| all[to][from]).collect();
        Waits {
            before: own.iter().map(row).collect(),
            remaps: of(TaskKind::Remap).count(),
        }
    }

    /// Those of the first `to` tasks that task `to` waits for.
    fn of_task(&self, to: usize) -> Vec<usize> {
        (0..to).filter(|&from| self.before[to][from]).collect()
    }
}

/// Runs a region, and says who waited for whom.
fn waits(register: impl FnOnce(&Region)) -> Waits {
    let ((), records) = capture_records(|| {
        let region = Region::begin(rt::site!("names", file!(), line!()));
        register(&region);
        region.end();
    });
    assert_eq!(records.len(), 1);
    Waits::of(&records[0])
}

fn array(region: &Region, data: &[u64], tile: usize) -> Array<Flat<u64>> {
    // SAFETY: the data outlive the region, and no body touches them.
    unsafe { region.array("data", rt::flat(&raw const *data), &[tile]) }
}

/// A task of one tile.
fn by_tile(region: &Region, array: &Array<Flat<u64>>, tile: usize, mode: Mode) {
    let mut task = region.task(rt::site!("tile", file!(), line!()));
    task.access_tile(array.id(), tile, mode);
    // SAFETY: the body touches nothing.
    unsafe { task.spawn(|| ()) };
}

/// A task of what begins at this element.
fn by_key(region: &Region, at: &u64, mode: Mode) {
    let mut task = region.task(rt::site!("key", file!(), line!()));
    task.access_key(std::ptr::from_ref(at).addr(), mode);
    // SAFETY: the body touches nothing.
    unsafe { task.spawn(|| ()) };
}

/// A task of these elements, of which no array is told.
fn by_memory(region: &Region, of: &[u64], mode: Mode) {
    let mut task = region.task(rt::site!("memory", file!(), line!()));
    let bytes = of.as_ptr_range();
    task.access_memory(bytes.start.addr()..bytes.end.addr(), mode);
    // SAFETY: the body touches nothing.
    unsafe { task.spawn(|| ()) };
}

#[test]
fn windows_that_overlap_are_ordered() {
    let data = vec![0; 60];
    let waits = waits(|region| {
        by_memory(region, &data[0..20], Mode::InOut);
        by_memory(region, &data[10..30], Mode::InOut);
        by_memory(region, &data[40..50], Mode::InOut);
        by_memory(region, &data[50..60], Mode::InOut);
        by_memory(region, &data[5..15], Mode::InOut);
        by_memory(region, &data[29..41], Mode::InOut);
    });
    assert_eq!(waits.of_task(1), [0]);
    assert!(waits.of_task(2).is_empty());
    assert!(waits.of_task(3).is_empty());
    assert_eq!(waits.of_task(4), [0, 1]);
    assert_eq!(waits.of_task(5), [0, 1, 2, 4]);
}

/// Several ends of what is read make one name, under which readers do not wait.
#[test]
fn readers_of_the_same_memory_do_not_wait_for_one_another() {
    let data = vec![0; 40];
    // What begins where a known one does makes that longer, and is no new name.
    for (first, remaps) in [(0, 0), (10, 1)] {
        let waits = waits(|region| {
            by_memory(region, &data[first..20], Mode::In);
            by_memory(region, &data[..40], Mode::In);
            for n in 0..4 {
                by_memory(region, &data[n..20 + n], Mode::In);
            }
            by_memory(region, &data[..], Mode::InOut);
        });
        (2..6).for_each(|task| assert!(!waits.of_task(task).contains(&1), "{task}"));
        assert_eq!(waits.of_task(6), [0, 1, 2, 3, 4, 5]);
        assert_eq!(waits.remaps, remaps);
    }
}

#[test]
fn memory_in_an_array_is_part_of_it() {
    let data = vec![0; 40];
    let waits = waits(|region| {
        let all = array(region, &data, 10);
        (0..4).for_each(|tile| by_tile(region, &all, tile, Mode::InOut));
        by_memory(region, &data[12..27], Mode::InOut);
        by_key(region, &data[12], Mode::In);
        by_tile(region, &all, 0, Mode::In);
        by_memory(region, &data[..], Mode::In);
    });
    assert_eq!(waits.of_task(4), [0, 1, 2, 3]);
    assert_eq!(waits.of_task(5), [0, 1, 2, 3, 4]);
    assert_eq!(waits.of_task(6), [0, 1, 2, 3, 4, 5]);
    assert!(waits.of_task(7).contains(&4));
}

/// Both ends of the memory lie outside of the array, and so does what another task uses.
#[test]
fn a_task_may_use_an_array_and_memory_around_it() {
    let data = vec![0; 40];
    let waits = waits(|region| {
        by_memory(region, &data[0..5], Mode::InOut);
        by_memory(region, &data[35..40], Mode::InOut);
        let inner = array(region, &data[10..30], 10);
        by_tile(region, &inner, 1, Mode::InOut);
        let mut task = region.task(rt::site!("both", file!(), line!()));
        task.access_tile(inner.id(), 0, Mode::InOut);
        let bytes = data.as_ptr_range();
        task.access_memory(bytes.start.addr()..bytes.end.addr(), Mode::InOut);
        // SAFETY: the body touches nothing.
        unsafe { task.spawn(|| ()) };
        by_memory(region, &data[38..39], Mode::In);
        by_tile(region, &array(region, &data[10..30], 10), 1, Mode::In);
    });
    assert_eq!(waits.of_task(3), [0, 1, 2]);
    assert_eq!(waits.of_task(4), [0, 1, 2, 3]);
    assert_eq!(waits.of_task(5), [0, 1, 2, 3]);
}

/// What each task of a loop uses: the tasks are in order where one of them writes it.
#[test]
fn loops_use_memory() {
    let (data, other) = (vec![0; 40], vec![0; 40]);
    let waits = waits(|region| {
        by_memory(region, &data[30..], Mode::InOut);
        let all = array(region, &other, 10);
        let nest = rt::chunks(0..40_usize, 10, 0);
        let mut tasks =
            region.loop_tasks(rt::site!("loop", file!(), line!()), Order::Parallel, nest);
        tasks.access(&all, Mode::InOut, |[i]| [i]);
        let bytes = data[20..31].as_ptr_range();
        tasks.access_memory(bytes.start.addr()..bytes.end.addr(), Mode::In);
        let body = tasks.body(|_| ());
        // SAFETY: the body touches nothing.
        unsafe { tasks.spawn(body) };
        by_memory(region, &data[..21], Mode::InOut);
    });
    (1..5).for_each(|task| assert_eq!(waits.of_task(task), [0]));
    assert_eq!(waits.of_task(5), [0, 1, 2, 3, 4]);
}

#[test]
fn a_key_inside_of_an_array_is_part_of_it() {
    let data = vec![0; 40];
    let waits = waits(|region| {
        let all = array(region, &data, 10);
        (0..4).for_each(|tile| by_tile(region, &all, tile, Mode::InOut));
        by_key(region, &data[15], Mode::InOut);
        by_key(region, &data[15], Mode::In);
        let all = array(region, &data, 10);
        (0..4).for_each(|tile| by_tile(region, &all, tile, Mode::In));
    });
    assert_eq!(waits.of_task(4), [0, 1, 2, 3]);
    assert_eq!(waits.of_task(5), [0, 1, 2, 3, 4]);
    (6..10).for_each(|task| assert_eq!(waits.of_task(task), [0, 1, 2, 3, 4, 5]));
    assert_eq!(waits.remaps, 2);
}

#[test]
fn an_array_comes_after_keys_in_its_memory() {
    let (data, other) = (vec![0; 40], vec![0; 40]);
    let waits = waits(|region| {
        by_key(region, &data[0], Mode::InOut);
        by_key(region, &data[39], Mode::InOut);
        by_key(region, &other[0], Mode::InOut);
        by_tile(region, &array(region, &data[..39], 0), 0, Mode::InOut);
        by_tile(region, &array(region, &data, 10), 3, Mode::InOut);
    });
    assert_eq!(waits.of_task(3), [0]);
    assert_eq!(waits.of_task(4), [0, 1, 3]);
}

#[test]
fn keys_of_rows_are_told_apart() {
    let data = vec![0; 40];
    let waits = waits(|region| {
        let rows = array(region, &data, 10);
        (0..4).for_each(|tile| by_tile(region, &rows, tile, Mode::InOut));
        for row in [1, 0, 3, 2] {
            by_key(region, &data[10 * row], Mode::InOut);
        }
        by_key(region, &data[30], Mode::InOut);
        by_tile(region, &rows, 2, Mode::InOut);
    });
    (4..8).for_each(|key| assert_eq!(waits.of_task(key), [0, 1, 2, 3]));
    assert_eq!(waits.of_task(8), [0, 1, 2, 3, 6]);
    assert_eq!(waits.of_task(9), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
}

/// What a scalar is called makes no difference, and nobody remaps it.
#[test]
fn a_key_of_an_array_of_one_tile_is_that_tile() {
    let data = vec![0; 8];
    let waits = waits(|region| {
        by_tile(region, &array(region, &data, 0), 0, Mode::InOut);
        by_key(region, &data[0], Mode::InOut);
        by_tile(region, &array(region, &data, 0), 0, Mode::In);
    });
    assert_eq!(waits.of_task(1), [0]);
    assert_eq!(waits.of_task(2), [0, 1]);
    assert_eq!(waits.remaps, 0);
}

#[test]
fn a_task_may_use_an_array_and_what_a_pointer_into_it_leads_to() {
    let data = vec![0; 40];
    let key = std::ptr::from_ref(&data[25]).addr();
    let waits = waits(|region| {
        let rows = array(region, &data, 10);
        (0..4).for_each(|tile| by_tile(region, &rows, tile, Mode::InOut));
        let mut task = region.task(rt::site!("both", file!(), line!()));
        task.access_tile(rows.id(), 0, Mode::In);
        task.access_key(key, Mode::InOut);
        // SAFETY: the body touches nothing.
        unsafe { task.spawn(|| ()) };
        (0..4).for_each(|tile| by_tile(region, &rows, tile, Mode::InOut));
        let one = rt::chunks(0..10_usize, 10, 0);
        let mut tasks =
            region.loop_tasks(rt::site!("both", file!(), line!()), Order::Parallel, one);
        tasks.access(&rows, Mode::In, |[i]| [i]);
        tasks.access_key(key, Mode::InOut);
        let body = tasks.body(|_| ());
        // SAFETY: the body touches nothing.
        unsafe { tasks.spawn(body) };
    });
    assert_eq!(waits.of_task(4), [0, 1, 2, 3]);
    (5..9).for_each(|task| assert!(waits.before[task][4]));
    assert_eq!(waits.of_task(9).len(), 9);
    assert_eq!(waits.remaps, 0);
}

/// What sticks out of the new name has not become nobody's.
#[test]
fn what_is_left_of_an_array_waits_for_its_users() {
    let data = vec![0; 40];
    let waits = waits(|region| {
        by_tile(region, &array(region, &data, 40), 0, Mode::InOut);
        by_tile(region, &array(region, &data[15..20], 5), 0, Mode::InOut);
        by_tile(region, &array(region, &data[..10], 10), 0, Mode::InOut);
        by_key(region, &data[30], Mode::InOut);
        by_key(region, &data[12], Mode::InOut);
    });
    (1..5).for_each(|task| assert_eq!(waits.of_task(task), [0]));
}

#[test]
fn an_array_that_sleeps_wakes_where_a_task_uses_it() {
    let data = vec![0; 40];
    let waits = waits(|region| {
        let rows = array(region, &data, 10);
        let part = array(region, &data[5..15], 5);
        for _ in 0..2 {
            by_tile(region, &part, 0, Mode::InOut);
            by_tile(region, &rows, 0, Mode::InOut);
        }
        let one = rt::chunks(0..10_usize, 5, 0);
        let mut tasks =
            region.loop_tasks(rt::site!("loop", file!(), line!()), Order::Parallel, one);
        tasks.access(&part, Mode::InOut, |[i]| [i]);
        let body = tasks.body(|_| ());
        // SAFETY: the body touches nothing.
        unsafe { tasks.spawn(body) };
    });
    (0..4).for_each(|task| assert_eq!(waits.of_task(task).len(), task));
    (4..6).for_each(|task| assert_eq!(waits.of_task(task), [0, 1, 2, 3]));
}

/// A lap is built, and played, although its array goes by another name by then.
#[test]
fn laps_of_an_array_that_sleeps_are_replayed() {
    for laps in [1, 3] {
        let mut data = vec![0_u64; 40];
        let region = Region::begin(rt::site!("laps", file!(), line!()));
        let place = data.as_mut_ptr();
        // SAFETY: the vector outlives the region, and is touched by tasks alone.
        let view = unsafe { rt::flat(std::ptr::slice_from_raw_parts(place.cast_const(), 40)) };
        let mut tape = region.record();
        for _ in 0..laps {
            tape.lap(|region| {
                // SAFETY: as above.
                let rows = unsafe { region.array("rows", view, &[10]) };
                for tile in 0..4 {
                    let mut task = region.task(rt::site!("row", file!(), line!()));
                    task.access_tile(rows.id(), tile, Mode::InOut);
                    let view = rows.view();
                    let body = move || {
                        let mut data = view;
                        data[10 * tile] += 1;
                    };
                    // SAFETY: the tile is declared.
                    unsafe { task.spawn_repeat(body) };
                }
            });
        }
        // SAFETY: as above.
        let part = unsafe { rt::flat(std::ptr::slice_from_raw_parts(place.cast_const(), 15)) };
        // SAFETY: as above.
        let part = unsafe { region.array("part", part, &[15]) };
        let mut task = region.task(rt::site!("part", file!(), line!()));
        task.access_tile(part.id(), 0, Mode::InOut);
        let mut first = part.view();
        // SAFETY: the tile is declared.
        unsafe { task.spawn(move || first[10] *= 100) };
        tape.replay(2).expect("bodies run again");
        drop(tape);
        region.end();
        let expected = [laps + 2, 100 * laps + 2, laps + 2, laps + 2];
        assert_eq!([0, 10, 20, 30].map(|n| data[n]), expected);
    }
}

/// Elements that one task touched, and whether it wrote them.
type Touched = (std::ops::Range<usize>, bool);

#[test]
fn whatever_memory_is_called_its_users_are_ordered() {
    const CELLS: usize = 24;
    for seed in 1..200_u64 {
        let mut state = seed;
        let mut below = |n: usize| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % n
        };
        let data = [0_u64; CELLS];
        let mut touched: Vec<Touched> = Vec::new();
        let waits = waits(|region| {
            let mut arrays: Vec<(Array<Flat<u64>>, std::ops::Range<usize>, usize)> = Vec::new();
            for _ in 0..40 {
                let mode = [Mode::In, Mode::InOut, Mode::Out][below(3)];
                match below(5) {
                    4 => {
                        let from = below(CELLS);
                        let to = from + 1 + below(CELLS - from);
                        by_memory(region, &data[from..to], mode);
                        touched.push((from..to, mode.writes()));
                    }
                    0 => {
                        let at = below(CELLS);
                        by_key(region, &data[at], mode);
                        touched.push((at..at + 1, mode.writes()));
                    }
                    kind => {
                        if kind == 1 || arrays.is_empty() {
                            let from = below(CELLS);
                            let to = from + 1 + below(CELLS - from);
                            let tile = 1 + below(8);
                            arrays.push((array(region, &data[from..to], tile), from..to, tile));
                        }
                        // The new one, or one that may sleep.
                        let pick = match kind {
                            1 => arrays.len() - 1,
                            _ => below(arrays.len()),
                        };
                        let (array, all, tile) = &arrays[pick];
                        let at = below(all.len().div_ceil(*tile));
                        by_tile(region, array, at, mode);
                        let from = all.start + at * tile;
                        touched.push((from..all.end.min(from + tile), mode.writes()));
                    }
                }
            }
        });
        for (to, (after, writes)) in touched.iter().enumerate() {
            for (from, (before, wrote)) in touched[..to].iter().enumerate() {
                let meet = before.start < after.end && after.start < before.end;
                assert!(
                    !(meet && (*wrote || *writes)) || waits.before[to][from],
                    "seed {seed}: task {to}, {after:?}, does not wait for task {from}, {before:?}"
                );
            }
        }
    }
}

/// Arrays that overlap: of those that a task uses one is awake, and stands for the others.
#[test]
fn a_task_may_use_arrays_that_overlap() {
    let data = vec![0; 60];
    let waits = waits(|region| {
        let (all, part) = (
            array(region, &data[..40], 10),
            array(region, &data[15..60], 10),
        );
        (0..4).for_each(|tile| by_tile(region, &all, tile, Mode::InOut));
        by_tile(region, &part, 4, Mode::InOut);
        let mut task = region.task(rt::site!("both", file!(), line!()));
        assert!(!task.access(&all, Mode::In, &[(0, 5)]));
        assert!(task.access(&part, Mode::InOut, &[(0, 1)]));
        // SAFETY: the body touches nothing.
        unsafe { task.spawn(|| ()) };
        by_tile(region, &all, 3, Mode::In);
        by_tile(region, &part, 4, Mode::In);
    });
    assert_eq!(waits.of_task(4), [0, 1, 2, 3]);
    assert_eq!(waits.of_task(5), [0, 1, 2, 3, 4]);
    assert!(waits.of_task(6).contains(&5));
    assert!(waits.of_task(7).contains(&5));
}

/// The tasks of a loop that use overlapping arrays are in order.
#[test]
fn tasks_of_a_loop_may_use_arrays_that_overlap() {
    let data = vec![0; 60];
    let waits = waits(|region| {
        let (all, part) = (
            array(region, &data[..40], 10),
            array(region, &data[8..48], 10),
        );
        let nest = rt::chunks(0..40_usize, 10, 0);
        let mut tasks =
            region.loop_tasks(rt::site!("loop", file!(), line!()), Order::Parallel, nest);
        assert!(!tasks.access(&part, Mode::In, |[(lo, hi)]| [(lo, hi)]));
        assert!(tasks.access(&all, Mode::InOut, |[(lo, hi)]| [(lo, hi)]));
        let body = tasks.body(|_| ());
        // SAFETY: the body touches nothing.
        unsafe { tasks.spawn(body) };
    });
    (0..4).for_each(|task| assert_eq!(waits.of_task(task), Vec::from_iter(0..task)));
}

/// What lies in other memory is told of late.
#[test]
fn what_is_ordered_after_memory_waits_for_all_its_names() {
    let data = vec![0; 60];
    let waits = waits(|region| {
        let all = array(region, &data[..20], 10);
        (0..2).for_each(|tile| by_tile(region, &all, tile, Mode::InOut));
        by_key(region, &data[30], Mode::InOut);
        by_key(region, &data[45], Mode::InOut);
        let site = rt::site!("rows", file!(), line!());
        let place = |n: usize| std::ptr::from_ref(&data[n]).addr();
        let rows = [12, 28, 59].map(|n| place(n)..place(n) + 24);
        region.order_after(site, rows.into_iter(), |task| {
            task.access_key(7, Mode::InOut);
        });
        let mut task = region.task(rt::site!("row", file!(), line!()));
        task.access_key(7, Mode::In);
        // SAFETY: the body touches nothing.
        unsafe { task.spawn(|| ()) };
    });
    assert_eq!(waits.of_task(4), [0, 1, 2]);
    assert_eq!(waits.remaps, 1);
}
