//! Laps of loops that are registered by one call: held against the recording loop by loop, with
//! the results of the serial loops, and the first task that differs named all the same.

use hp5::rt::{self, Array, Flat, Mode, Order, Region, ReplayStats, bounded, chunks, site};
use hp5::{Bind, Replay, Runtime};

const N: usize = 12;

/// Runs `f` on runtimes of several sizes and schedules.
fn everywhere(f: impl Fn()) {
    for (ppus, chaos) in [(1, None), (2, None), (8, None), (8, Some(3))] {
        let mut builder = Runtime::builder().ppus(ppus).bind(Bind::None);
        builder = builder.replay(Replay::Always);
        if let Some(seed) = chaos {
            builder = builder.chaos(seed);
        }
        builder.build().unwrap().install(&f);
    }
}

/// How a lap's loop is registered.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Form {
    shape: Shape,
    by_one_call: bool,
    order: Order,
    priority: i32,
    /// Columns to the left that are read.
    back: isize,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Shape {
    Square,
    Triangle,
    /// Rows last to first.
    Backwards,
}

const SQUARE: Form = Form {
    shape: Shape::Square,
    by_one_call: true,
    order: Order::Ordered,
    priority: 0,
    back: 1,
};

impl Shape {
    fn cells(self) -> Vec<(usize, usize)> {
        let rows: Vec<usize> = match self {
            Shape::Backwards => (0..N).rev().collect(),
            _ => (0..N).collect(),
        };
        let columns = |i: usize| if self == Shape::Triangle { 0..i } else { 0..N };
        let cells = rows.iter().flat_map(|&i| columns(i).map(move |j| (i, j)));
        cells.collect()
    }
}

fn mix(x: u64, left: u64, salt: u64) -> u64 {
    (x.rotate_left(9) ^ left)
        .wrapping_mul(31)
        .wrapping_add(salt)
}

/// What a task computes: its cell by the cell so many columns before.
fn cell(a: &mut [u64], (i, j): (usize, usize), back: isize, salt: u64) {
    let from = (j as isize - back).max(0) as usize;
    a[i * N + j] = mix(a[i * N + j], a[i * N + from], salt);
}

/// Registers one lap.
fn register(region: &Region, array: &Array<Flat<u64>>, form: Form, salt: u64) {
    let site = site!("cells", file!(), line!());
    let view = array.view();
    let body = move |i: usize, j: usize| {
        let mut a = view;
        let from = (j as isize - form.back).max(0) as usize;
        let left = a[i * N + from];
        let own = &mut a[i * N + j];
        *own = mix(*own, left, salt);
    };
    if !form.by_one_call {
        let mut tasks = region.task_loop(site, form.order);
        for (i, j) in form.shape.cells() {
            let (x, y) = (i as isize, j as isize);
            let mut task = tasks.task();
            task.access(array, Mode::InOut, &[(x, x + 1), (y, y + 1)]);
            task.access(array, Mode::In, &[(x, x + 1), (y - form.back, y)]);
            task.priority(form.priority);
            // SAFETY: the body touches what the task declares.
            unsafe { task.spawn_repeat(move || body(i, j)) };
        }
        return tasks.finish();
    }
    macro_rules! by_one_call {
        ($nest:expr) => {{
            let mut tasks = region.loop_tasks(site, form.order, $nest);
            tasks.access(array, Mode::InOut, |[i, j]| [i, j]);
            tasks.access(array, Mode::In, |[i, (j, _)]| [i, (j - form.back, j)]);
            tasks.priority(form.priority);
            let body = tasks.body(move |(i, j)| body(i.start, j.start));
            // SAFETY: as above.
            unsafe { tasks.spawn(body) };
        }};
    }
    match form.shape {
        Shape::Square => by_one_call!((chunks(0..N, 1, 0), chunks(0..N, 1, 0))),
        Shape::Triangle => {
            let columns = |[(i, _)]: [(isize, isize); 1]| chunks(0..i as usize, 1, 0);
            by_one_call!((chunks(0..N, 1, 0), bounded(columns)));
        }
        Shape::Backwards => {
            by_one_call!((rt::backwards(chunks(0..N, 1, 0)), chunks(0..N, 1, 0)));
        }
    }
}

/// Laps of these forms, and `more` replayed ones; what the tape did.
fn laps(forms: &[Form], tile: usize, more: u32) -> ReplayStats {
    let start: Vec<u64> = (0..(N * N) as u64).map(|n| n * n + 1).collect();
    let (a, mut expected) = (start.clone(), start);
    let region = Region::begin(site!("laps", file!(), line!()));
    // SAFETY: the vector outlives the region.
    let array = unsafe { region.array("a", rt::flat(&raw const a).rows(N), &[1, tile]) };
    let mut tape = region.record();
    for (salt, &form) in forms.iter().enumerate() {
        tape.lap(|region| register(region, &array, form, salt as u64));
    }
    if more > 0 {
        tape.replay(more).expect("bodies that can run again");
    }
    let stats = tape.stats();
    drop(tape);
    region.end();
    let last = forms.len() - 1;
    let salts = (0..forms.len()).chain((0..more).map(|_| last));
    for salt in salts {
        let form = forms[salt];
        let cells = form.shape.cells().into_iter();
        cells.for_each(|at| cell(&mut expected, at, form.back, salt as u64));
    }
    assert_eq!(a, expected, "{forms:?}, {more} more");
    stats
}

/// Enough laps for a recording, and some more.
fn many(form: Form) -> Vec<Form> {
    vec![form; 120]
}

#[test]
fn a_lap_is_held_against_its_recording_loop_by_loop() {
    everywhere(|| {
        for (shape, loops) in [
            (Shape::Square, 1),
            (Shape::Backwards, 1),
            // Each row with tasks by itself.
            (Shape::Triangle, N as u64 - 1),
        ] {
            let form = Form { shape, ..SQUARE };
            for more in [0, 5] {
                let stats = laps(&many(form), 1, more);
                assert_eq!(stats.first_difference, None);
                let tasks = shape.cells().len() as u64;
                let recorded = stats.recorded / tasks;
                assert!((16..120).contains(&recorded), "{recorded} laps");
                assert_eq!(stats.whole_loops, (120 - recorded) * loops, "{shape:?}");
                assert_eq!(stats.matched, (120 - recorded + u64::from(more)) * tasks);
            }
        }
    });
}

#[test]
fn loops_that_share_tiles_are_held_against_their_recording() {
    everywhere(|| {
        // Tasks of a parallel loop that meet in tiles: an artificial task takes each over.
        // (They have rows of their own here, and read nothing of one another.)
        let order = Order::Parallel;
        let back = 0;
        let form = Form {
            order,
            back,
            ..SQUARE
        };
        for tile in [1, 4] {
            let stats = laps(&many(form), tile, 3);
            assert_eq!(stats.first_difference, None);
            assert!(stats.whole_loops > 50, "{stats:?}");
        }
    });
}

#[test]
fn the_first_task_that_differs_is_named() {
    everywhere(|| {
        for (form, first) in [
            (
                Form {
                    priority: 1,
                    ..SQUARE
                },
                true,
            ),
            (Form { back: 2, ..SQUARE }, false),
            (
                Form {
                    shape: Shape::Triangle,
                    ..SQUARE
                },
                true,
            ),
        ] {
            let mut forms = many(SQUARE);
            forms[100] = form;
            let stats = laps(&forms, 1, 0);
            let difference = stats.first_difference.expect("lap 101 differs");
            assert!(difference.starts_with("lap 101: "), "{difference}");
            assert!(difference.contains("task `cells` at"), "{difference}");
            // Tasks of the lap that were found the same one by one ran from the recording.
            let whole = stats.matched.is_multiple_of((N * N) as u64);
            assert_eq!(whole, first, "{form:?}");
        }
    });
}

#[test]
fn the_same_tasks_in_another_form_are_the_same() {
    everywhere(|| {
        let apart = Form {
            by_one_call: false,
            ..SQUARE
        };
        for (one, other) in [(SQUARE, apart), (apart, SQUARE)] {
            let mut forms = many(one);
            forms[90] = other;
            forms[91] = other;
            let stats = laps(&forms, 1, 2);
            assert_eq!(stats.first_difference, None);
            assert_eq!(stats.plain, 0);
            let whole = if one.by_one_call { 120 - 32 - 2 } else { 0 };
            assert_eq!(stats.whole_loops, whole, "{stats:?}");
        }
    });
}

#[test]
fn loops_of_regions_hold_whole_loops_against_their_recording() {
    everywhere(|| {
        let a = vec![3_u64; N * N];
        let mut expected = a.clone();
        let mut recording = rt::Recording::new(site!("turns", file!(), line!()));
        for salt in 0..20 {
            let turn = recording.begin();
            // SAFETY: the vector outlives the turns, and only tasks use it meanwhile.
            let array = unsafe { turn.array("a", rt::flat(&raw const a).rows(N), &[1, 1]) };
            register(&turn, &array, SQUARE, salt);
            turn.end();
            let cells = SQUARE.shape.cells().into_iter();
            cells.for_each(|at| cell(&mut expected, at, SQUARE.back, salt));
        }
        let stats = recording.stats();
        drop(recording);
        assert_eq!(a, expected);
        assert_eq!((stats.first_difference, stats.whole_loops), (None, 18));
    });
}
