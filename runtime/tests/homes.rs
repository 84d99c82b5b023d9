//! Where tasks are at home: with the tiles that they use (AceMesh, "Data tile based locality
//! exploitation" and figure 6), as the records of regions say.

use hp5::observe::capture_records;
use hp5::observe::record::RunRecord;
use hp5::rt::{self, ALL, Mode, Order, Region, chunks, site};
use hp5::{Bind, Runtime};

/// Runs `f` on four PPUs; what it registered.
fn recorded(f: impl FnOnce()) -> RunRecord {
    let runtime = Runtime::builder().ppus(4).bind(Bind::None).build().unwrap();
    let ((), mut runs) = capture_records(|| runtime.install(f));
    runs.remove(0)
}

/// The homes of the tasks of this name, in the order of registration.
fn homes(run: &RunRecord, name: &str) -> Vec<Option<u16>> {
    // Tasks that take over tiles have the name of their loop.
    let tasks = (run.tasks.iter()).filter(|task| task.name == name && !task.kind.is_empty());
    tasks.map(|task| task.home).collect()
}

/// What a list of PPUs looks like as homes.
fn at(ppus: &[u16]) -> Vec<Option<u16>> {
    ppus.iter().map(|&ppu| Some(ppu)).collect()
}

/// A loop that is cut as its array is runs where the tiles are; one that is cut across has its
/// tasks dealt evenly, whether it is one loop or a nest.
#[test]
fn loops_that_do_not_fit_the_template_are_dealt_evenly() {
    let (n, m) = (64, 48);
    let data = vec![0_u8; n * m];
    let run = recorded(|| {
        let region = Region::begin(site!("fits", file!(), line!()));
        // SAFETY: the vector outlives the region, and no body touches it.
        let array = unsafe { region.array("a", rt::flat(&raw const data).rows(m), &[8, 0]) };
        let order = Order::Parallel;
        let along = chunks(0..n as isize, 8, 0);
        let mut tasks = region.loop_tasks(site!("along", file!(), line!()), order, along);
        tasks.access(&array, Mode::Out, |[rows]| [rows, ALL]);
        let body = tasks.body(|_| ());
        // SAFETY: the body touches nothing.
        unsafe { tasks.spawn(body) };
        let across = chunks(0..m as isize, 6, 0);
        let mut tasks = region.loop_tasks(site!("across", file!(), line!()), order, across);
        tasks.access(&array, Mode::Out, |[columns]| [ALL, columns]);
        let body = tasks.body(|_| ());
        // SAFETY: as above.
        unsafe { tasks.spawn(body) };
        let nest = (chunks(0..m as isize, 12, 0), chunks(0..4, 2, 0));
        let mut tasks = region.loop_tasks(site!("nest", file!(), line!()), order, nest);
        tasks.access(&array, Mode::In, |[columns, _]| [ALL, columns]);
        let body = tasks.body(|_| ());
        // SAFETY: as above.
        unsafe { tasks.spawn(body) };
        region.end();
    });
    assert_eq!(homes(&run, "along"), at(&[0, 0, 1, 1, 2, 2, 3, 3]));
    assert_eq!(homes(&run, "across"), at(&[0, 0, 1, 1, 2, 2, 3, 3]));
    assert_eq!(homes(&run, "nest"), at(&[0, 0, 1, 1, 2, 2, 3, 3]));
}

/// Levels of time in one array: each level is dealt to all PPUs, or a whole sweep would be at home
/// on one of them.
#[test]
fn short_dimensions_are_no_way_to_deal_tiles() {
    let (n, m) = (64, 16);
    let data = vec![0_u8; 2 * n * m];
    let run = recorded(|| {
        let region = Region::begin(site!("levels", file!(), line!()));
        // SAFETY: the vector outlives the region, and no body touches it.
        let levels =
            unsafe { region.array("u", rt::flat(&raw const data).planes(n, m), &[1, 4, 0]) };
        for level in 0..2 {
            let nest = chunks(0..n as isize, 4, 0);
            let order = Order::Parallel;
            let mut tasks = region.loop_tasks(site!("sweep", file!(), line!()), order, nest);
            tasks.access(&levels, Mode::Out, |[rows]| [(level, level + 1), rows, ALL]);
            let body = tasks.body(|_| ());
            // SAFETY: the body touches nothing.
            unsafe { tasks.spawn(body) };
        }
        region.end();
    });
    let sweep = [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3];
    assert_eq!(homes(&run, "sweep"), at(&[sweep, sweep].concat()));
}

/// What a loop only reads decides, if what it writes does not follow the loop.
#[test]
fn the_access_that_follows_the_loop_decides() {
    let (a, sums) = (vec![0_u8; 64], vec![0_u8; 64]);
    let run = recorded(|| {
        let region = Region::begin(site!("decides", file!(), line!()));
        // SAFETY: the vectors outlive the region, and no body touches them.
        let (a, sums) = unsafe {
            let a = region.array("a", rt::flat(&raw const a), &[16]);
            (a, region.array("sums", rt::flat(&raw const sums), &[16]))
        };
        let nest = chunks(0..64, 16, 0);
        let mut tasks = region.loop_tasks(site!("sum", file!(), line!()), Order::Ordered, nest);
        tasks.access(&sums, Mode::InOut, |_| [(0, 16)]);
        tasks.access(&a, Mode::In, |[i]| [i]);
        let body = tasks.body(|_| ());
        // SAFETY: the body touches nothing.
        unsafe { tasks.spawn(body) };
        region.end();
    });
    assert_eq!(homes(&run, "sum"), at(&[0, 1, 2, 3]));
}

/// A task belongs where most of what it uses is: a product of a matrix with a vector runs where
/// rows of the matrix are, though it writes the vector, in loops by one call and task by task.
#[test]
fn what_weighs_most_decides() {
    let (n, m) = (64, 512);
    let (matrix, vector) = (vec![0_u8; n * m], vec![0_u8; n]);
    let run = recorded(|| {
        let region = Region::begin(site!("weights", file!(), line!()));
        // SAFETY: the vectors outlive the region, and no body touches them.
        let (a, y) = unsafe {
            let a = region.array("a", rt::flat(&raw const matrix).rows(m), &[8, 0]);
            (a, region.array("y", rt::flat(&raw const vector), &[8]))
        };
        // The vector is walked from its end, so that the homes of the two differ.
        let nest = chunks(0..n as isize, 8, 0);
        let mut tasks = region.loop_tasks(site!("loop", file!(), line!()), Order::Ordered, nest);
        tasks.access(&y, Mode::InOut, |[(lo, hi)]| [(64 - hi, 64 - lo)]);
        tasks.access(&a, Mode::In, |[rows]| [rows, ALL]);
        let body = tasks.body(|_| ());
        // SAFETY: the body touches nothing.
        unsafe { tasks.spawn(body) };
        for (lo, columns) in (0..n as isize)
            .step_by(8)
            .flat_map(|lo| [(lo, ALL), (lo, (0, 2))])
        {
            let name = if columns == ALL { "wide" } else { "narrow" };
            let mut task = region.task(site!("one by one", file!(), line!()));
            task.name(name);
            task.access(&y, Mode::InOut, &[(56 - lo, 64 - lo)]);
            task.access(&a, Mode::In, &[(lo, lo + 8), columns]);
            // SAFETY: the body touches nothing.
            unsafe { task.spawn(|| ()) };
        }
        region.end();
    });
    assert_eq!(homes(&run, "loop"), at(&[0, 0, 1, 1, 2, 2, 3, 3]));
    assert_eq!(homes(&run, "wide"), at(&[0, 0, 1, 1, 2, 2, 3, 3]));
    // Sixteen bytes of the vector, as many of the matrix: what is written counts twice.
    assert_eq!(homes(&run, "narrow"), at(&[3, 3, 2, 2, 1, 1, 0, 0]));
}

/// Of the tiles that a section meets, the one that it has most of decides.
#[test]
fn the_tile_with_most_of_a_section_decides() {
    let a = vec![0_u8; 128];
    let run = recorded(|| {
        let region = Region::begin(site!("neighbours", file!(), line!()));
        // SAFETY: the vector outlives the region, and no body touches it.
        let a = unsafe { region.array("a", rt::flat(&raw const a), &[16]) };
        let nest = chunks(0..128, 16, 0);
        let order = Order::Parallel;
        let mut tasks = region.loop_tasks(site!("stencil", file!(), line!()), order, nest);
        tasks.access(&a, Mode::In, |[(lo, hi)]| [(lo - 3, hi + 3)]);
        let body = tasks.body(|_| ());
        // SAFETY: the body touches nothing.
        unsafe { tasks.spawn(body) };
        for lo in (0..128).step_by(16) {
            let mut task = region.task(site!("alone", file!(), line!()));
            task.access(&a, Mode::In, &[(lo - 3, lo + 19)]);
            // SAFETY: the body touches nothing.
            unsafe { task.spawn(|| ()) };
        }
        region.end();
    });
    assert_eq!(homes(&run, "stencil"), at(&[0, 0, 1, 1, 2, 2, 3, 3]));
    assert_eq!(homes(&run, "alone"), at(&[0, 0, 1, 1, 2, 2, 3, 3]));
}

/// A composite task over half of the tiles asks for the PPUs that have these: an array of its own
/// is at home there, and what it shares stays where it was.
#[test]
fn composite_tasks_stay_on_the_ppus_of_their_tiles() {
    let (levels, rows) = (8, 64);
    let levels_of_data = vec![0_u8; levels * rows];
    let own = [vec![0_u8; 64], vec![0_u8; 64]];
    let run = recorded(|| {
        let region = Region::begin(site!("filter", file!(), line!()));
        // SAFETY: the vectors outlive the region, and no body touches them.
        let (view, array) = unsafe {
            let view = rt::flat(&raw const levels_of_data).rows(rows);
            (view, region.array("dt", view, &[1, 16]))
        };
        for (half, own) in own.iter().enumerate() {
            let from = half as isize * 4;
            let mut task = region.task(site!("half", file!(), line!()));
            task.access(&array, Mode::InOut, &[(from, from + 4), ALL]);
            // SAFETY: as above.
            let place = unsafe { rt::flat(&raw const *own) };
            let body = move |region: &Region| {
                // SAFETY: as above.
                let (array, own) = unsafe {
                    let array = region.array("dt", view, &[1, 16]);
                    (array, region.array("own", place, &[16]))
                };
                for tile in 0..4 {
                    let mut task = region.task(site!("of its own", file!(), line!()));
                    task.access_tile(own.id(), tile, Mode::Out);
                    // SAFETY: the body touches nothing.
                    unsafe { task.spawn(|| ()) };
                    let mut task = region.task(site!("shared", file!(), line!()));
                    task.access_tile(array.id(), half * 16 + tile * 4, Mode::InOut);
                    // SAFETY: as above.
                    unsafe { task.spawn(|| ()) };
                }
            };
            // SAFETY: the body touches nothing, and neither do its tasks.
            unsafe { task.spawn_nested(body) };
        }
        region.end();
    });
    assert_eq!(homes(&run, "half"), at(&[0, 2]));
    let mut own = homes(&run, "of its own");
    own.sort_unstable();
    assert_eq!(own, at(&[0, 0, 1, 1, 2, 2, 3, 3]));
    for (task, record) in run.tasks.iter().enumerate() {
        let half = record.parent.map(|parent| run.tasks[parent as usize].home);
        if let (Some(Some(half)), Some(home)) = (half, record.home) {
            let there = half..half + 2;
            assert!(there.contains(&home), "task {task} of half {half}: {home}");
        }
    }
    let mut shared = homes(&run, "shared");
    shared.sort_unstable();
    assert_eq!(shared, at(&[0, 0, 1, 1, 2, 2, 3, 3]));
}
