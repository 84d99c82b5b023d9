//! Tests of checked views: what is allowed passes, and every miss says what to do.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::*;
use crate::graph::geometry::ALL;
use crate::rt;

fn miss(f: impl FnOnce()) -> String {
    let payload = catch_unwind(AssertUnwindSafe(f)).expect_err("a miss panics");
    *payload.downcast::<String>().expect("a text")
}

#[test]
fn reads_and_writes_are_held_against_the_clauses() {
    let a = [[0.0_f64; 20]; 5];
    let guard = Guard::new("src/main.rs", "jacobi:16");
    // SAFETY: this thread alone uses the storage.
    let view = unsafe { rt::nested::<2, _>(&raw const a) };
    let view = view
        .checked(&guard, "a", Mode::Out, &[(1, 2), (1, 19)])
        .also(Mode::In, &[(0, 3), ALL]);
    view.line(20)[(1, 1)] = view.line(20)[(0, 1)] + view.line(20)[(2, 19)] + 1.0;
    view.line_rw(21)[(1, 1)] += 1.0;
    assert_eq!((a[1][1], view.len(), view.cols()), (2.0, 5, 20));
    let text = miss(|| drop(view.line(17)[(3, 17)].to_string()));
    assert_eq!(
        text,
        "src/main.rs:17: task `jacobi:16` reads a[3, 17], not covered by out(a[1..2, 1..19]) or in(a[0..3, ..]): \
         widen the `in` clause or delete it"
    );
    let text = miss(|| view.line(18)[(0, 1)] = 1.0);
    assert_eq!(
        text,
        "src/main.rs:18: task `jacobi:16` writes a[0, 1], not covered by out(a[1..2, 1..19]): \
         widen the `out` clause or delete it"
    );
    assert!(miss(|| view.line_rw(19)[(3, 1)] += 1.0).contains("reads a[3, 1]"));
}

#[test]
fn a_section_that_runs_over_rows_is_the_whole_array() {
    let a = [0.0_f64; 12];
    let guard = Guard::new("f.rs", "t");
    // SAFETY: this thread alone uses the storage.
    let view = unsafe { rt::flat(&raw const a) }.rows(3_usize);
    let linear = view.checked(&guard, "a", Mode::In, &[(0, 1), (4, 8)]);
    assert_eq!(linear.line(1)[5], 0.0);
    let inside = view.checked(&guard, "a", Mode::In, &[(0, 1), (1, 3)]);
    assert!(miss(|| drop(inside.line(2)[5].to_string())).contains("reads a[1, 2]"));
}

#[test]
fn rows_and_planes_taken_as_a_whole() {
    let cube = [[[0_i32; 4]; 3]; 2];
    let guard = Guard::new("f.rs", "t");
    // SAFETY: this thread alone uses the storage.
    let view = unsafe { rt::nested::<3, _>(&raw const cube) };
    let v = view
        .checked(&guard, "a", Mode::In, &[(0, 1), (0, 2), ALL])
        .also(Mode::Out, &[(1, 2), (0, 2), ALL]);
    v.line(1).plane(1).row(1)[2] = 7;
    assert_eq!(
        (v.line(2).plane(0).row(1).iter().count(), cube[1][1][2]),
        (4, 7)
    );
    assert!(
        miss(|| assert_eq!(v.line(3).plane(0).row(2).iter().count(), 4))
            .contains("reads a[0, 2, 0..4]")
    );
    assert!(miss(|| v.line(4).plane(0).row(0).fill(1)).contains("writes a[0, 0, 0..4]"));
    assert!(miss(|| v.line(4).plane(0).row(0)[1..3].fill(1)).contains("writes a[0, 0, 1..3]"));
    let rows = vec![vec![1, 2], vec![3]];
    // SAFETY: as above.
    let v = unsafe { rt::nested::<2, _>(&raw const rows) }.checked(
        &guard,
        "r",
        Mode::InOut,
        &[(1, 2), ALL],
    );
    v.line_rw(5).row(1)[0] += 1;
    v.line(6)[(1, 0)] += 1;
    assert!(miss(|| assert_eq!(v.line(7).row(0).first(), Some(&1))).contains("reads r[0, 0..2]"));
    assert_eq!(v.line(8).row(0).len(), 2);
    // SAFETY: as above.
    let again = unsafe { rt::nested::<2, _>(&raw const v) };
    assert_eq!((again[(1, 0)], rows[1][0]), (5, 5));
    let line = [1, 2, 3];
    // SAFETY: as above.
    let v = unsafe { rt::flat(&raw const line) }.checked(&guard, "l", Mode::In, &[(0, 1)]);
    // SAFETY: as above.
    assert_eq!(
        unsafe { rt::flat(&raw const v) }[2],
        3,
        "storage of an inner region, which checks for itself"
    );
}

#[test]
fn an_array_that_is_only_read_cannot_be_written() {
    let a = vec![1, 2, 3];
    let guard = Guard::new("src/lib.rs", format!("sum {}", 1));
    // SAFETY: this thread alone uses the storage.
    let v = unsafe { rt::flat(&raw const a) }.checked(&guard, "a", Mode::In, &[(0, 2)]);
    assert_eq!(v.line(3)[1], 2);
    let text = miss(|| v.line(4)[1] = 5);
    assert!(
        text.contains("writes a[1], but it declares no `out` of a: add a to an `out` clause"),
        "{text}"
    );
    assert_eq!(a[1], 2, "the access does not happen");
    assert_eq!(v.line(5)[..2], [1, 2]);
    assert!(miss(|| assert!(v.line(5)[1..].is_empty())).contains("reads a[1..3]"));
    assert!(v.line(5)[3..].is_empty(), "an empty range touches nothing");
}

#[test]
fn linear_indices_are_shown_as_coordinates() {
    let a = [0_u8; 40];
    let guard = Guard::new("f.rs", "t");
    // SAFETY: this thread alone uses the storage.
    let v = unsafe { rt::flat(&raw const a) }.rows(10_usize);
    let v = v.checked(&guard, "a", Mode::InOut, &[(1, 3), (0, 10)]);
    v.line(1)[10..30].fill(1);
    v.line(1)[12..15].fill(1);
    assert!(
        miss(|| v.line(2)[37] = 1).contains("writes a[3, 7], not covered by inout(a[1..3, 0..10])")
    );
    assert!(miss(|| v.line(2)[25..35].fill(1)).contains("writes a[2..4, 0..10]"));
    let narrow = v.checked(&guard, "a", Mode::In, &[(1, 3), (2, 5)]);
    assert_eq!(narrow.line(3)[12..15].len(), 3);
    assert!(miss(|| assert_eq!(narrow.line(3)[12..16].len(), 4)).contains("reads a[1, 2..6]"));
}

#[test]
fn accesses_without_a_line_are_held_as_well() {
    let a = [1, 2, 3, 4];
    let guard = Guard::new("f.rs", "t");
    // SAFETY: this thread alone uses the storage.
    let view = unsafe { rt::flat(&raw const a) };
    let mut v = view.checked(&guard, "a", Mode::Out, &[(1, 3)]);
    v[1] = 5;
    v[2..3].fill(6);
    assert_eq!((v[1], a[2]), (5, 6));
    assert!(
        miss(|| v[3] = 0).starts_with("f.rs: task `t` writes a[3], not covered by out(a[1..3])")
    );
    assert!(miss(|| assert_eq!(v[0], 1)).starts_with("f.rs: task `t` reads a[0]"));
}

#[test]
fn scalars() {
    let x = 4;
    let guard = Guard::new("f.rs", "t");
    // SAFETY: this thread alone uses the value.
    let view = unsafe { rt::scalar(&raw const x) };
    let both = view.checked(&guard, "x", Mode::InOut, &[]);
    *both.line_rw(1) += 1;
    let read = view.checked(&guard, "x", Mode::In, &[]);
    assert_eq!(*read.line(2), 5);
    assert!(
        miss(|| *read.line(3) = 6)
            .contains("f.rs:3: task `t` writes x, but it declares no `out` of x")
    );
}
