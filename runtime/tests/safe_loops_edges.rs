//! Loops by one call of the safe library at their edges: what cannot be, what is empty, what
//! fails.

use hp5::api::{TiledArray, Tiles, bounded, region};
use hp5::{FailureKind, RegionError};

/// The error of a region in which `register` registers over an array of 3 by 4 tiles.
fn error_of(
    register: impl for<'s, 'e> FnOnce(&'s hp5::api::Scope<'s, 'e>, Tiles<'s, i32, 2>),
) -> RegionError {
    let mut a = TiledArray::from_vec(vec![0; 12 * 8], [12, 8], [4, 2])
        .unwrap()
        .named("a");
    let error = region(|r| {
        let a = r.array(&mut a);
        register(r, a);
        r.task("after")
            .write(a.tile([0, 0]))
            .run(|(mut t,)| t[[0, 0]] = 1);
    });
    assert!(
        a.as_slice().iter().all(|&x| x == 0),
        "nothing runs after a mistake"
    );
    error.unwrap_err()
}

#[test]
fn what_cannot_be_is_an_error_that_names_the_first_task() {
    let error = error_of(|r, a| {
        let tasks = r.tasks("up", (0..3, 0..4)).update(a, |[i, j]| [i, j]);
        tasks
            .read(a, |[i, j]| [i - 1, j])
            .run(|_, (mut t, _)| t[[0, 0]] = 1);
    });
    assert_eq!(
        (error.kind, error.task.as_str()),
        (FailureKind::Misuse, "up")
    );
    assert_eq!(
        error.message,
        "the task with indices [0, 0] has tile a[-1, 0], but the array has [3, 4] tiles (ranges are cut at the array's ends, single tiles are not)"
    );

    let error = error_of(|r, a| {
        let tasks = r.tasks("meet", (0..3, 0..4)).update(a, |[i, j]| [i, j]);
        tasks
            .read(a, |[i, _]| (i, 2..))
            .run(|_, (mut t, _)| t[[0, 0]] = 1);
    });
    assert_eq!(
        error.message,
        "the task with indices [0, 2] has tiles a[0, 2] and a[0, 2..4], which meet, and one of them is written: declare each tile once, with `update` if it is read as well"
    );

    let error = error_of(|r, a| {
        let tasks = r.tasks("huge", (0..3, bounded(|[i]| (isize::MAX * i, 4))));
        tasks
            .update(a, |[i, j]| [i, j])
            .run(|_, (mut t,)| t[[0, 0]] = 1);
    });
    assert_eq!(error.message, "a loop bound is too large to be computed");

    let error = error_of(|r, a| {
        let tasks = r.tasks("narrow", (0..3_u8, bounded(|[i]| ..200 * i)));
        tasks.read(a, |[i, _]| (i, ..)).run(|_, _| {});
    });
    assert!(error.message.contains("use a wider type"), "{error}");

    let error = error_of(|r, _| r.tasks("wide", 0..u64::MAX).run(|_, ()| {}));
    assert!(error.message.contains("an `isize` can hold"), "{error}");
}

#[test]
fn an_input_is_not_written() {
    let a = TiledArray::from_vec(vec![0; 4], [4], [2])
        .unwrap()
        .named("a");
    let error = region(|r| {
        let a = r.input(&a);
        r.tasks("write", 0..2)
            .write(a, |[i]| i)
            .run(|_, (mut t,)| t[0] = 1);
    });
    let message = error.unwrap_err().message;
    assert_eq!(
        message,
        "tiles of a are written, but the region has it for reading only"
    );
}

#[test]
fn no_loop_inside_look() {
    let mut a = TiledArray::from_vec(vec![0; 4], [4], [2]).unwrap();
    let error = region(|r| {
        let a = r.array(&mut a);
        r.look(a, |_| {
            r.tasks("late", 0..2)
                .write(a, |[i]| i)
                .run(|_, (mut t,)| t[0] = 1)
        })
    });
    assert!(error.is_err());
}

#[test]
fn empty_loops_and_empty_arrays() {
    let mut none: TiledArray<'_, i32, 2> = TiledArray::from_vec(vec![], [0, 5], [2, 2]).unwrap();
    let mut some = TiledArray::from_vec(vec![1; 4], [4], [2]).unwrap();
    #[allow(clippy::reversed_empty_ranges)]
    let stats = region(|r| {
        let (none, some) = (r.array(&mut none), r.array(&mut some));
        r.tasks("none", (3..1, 0..9))
            .update(some, |[i, j]| [i * 7 + j])
            .run(|_, _| {});
        r.tasks("none", (0..9).rev().len()..0)
            .update(some, |[i]| i + 99)
            .run(|_, _| {});
        r.tasks("of none", 0..3_u8)
            .update(none, |_| [.., ..])
            .read(some, |[i]| i + 1..)
            .run(|[i], (none, some)| {
                assert!(none.is_empty());
                assert_eq!(some.shape(), [2 * usize::from(1_u8.saturating_sub(i))]);
                assert_eq!(some.row().len(), some.len());
            });
    })
    .unwrap();
    assert_eq!(stats.tasks, 3);
}

#[test]
fn a_value_and_a_panic() {
    let (mut sum, mut a) = (
        0,
        TiledArray::from_vec(vec![2_u64; 100], [100], [7]).unwrap(),
    );
    region(|r| {
        let (sum, a) = (r.value(&mut sum), r.array(&mut a));
        let tasks = r.tasks("add", 0..a.tiles()[0]).read(a, |[i]| i);
        tasks
            .commutative(sum.array(), |_| 0)
            .run(|_, (t, mut sum)| sum[0] += t.row().iter().sum::<u64>());
    })
    .unwrap();
    assert_eq!(sum, 200);
    let here = line!() + 3;
    let error = region(|r| {
        let a = r.array(&mut a);
        r.tasks("fails", 0..a.tiles()[0])
            .update(a, |[i]| i)
            .run(|[i], _| assert_ne!(i, 3));
    });
    let error = error.unwrap_err();
    assert_eq!(
        (error.kind, error.task.as_str()),
        (FailureKind::Task, "fails")
    );
    assert_eq!(error.line, here);
}
