//! Tests of views: every kind of storage leads to the same elements, and no index leads out.

use std::panic::catch_unwind;

use super::*;
use crate::graph::geometry::{Geometry, View};
use crate::rt::{ALL, Kept, Region};

/// Uses a value, as a body would.
fn show<T>(value: T) {
    std::hint::black_box(value);
}

fn message(f: impl FnOnce() + std::panic::UnwindSafe) -> String {
    let payload = catch_unwind(f).expect_err("it must panic");
    match payload.downcast::<String>() {
        Ok(text) => *text,
        Err(payload) => (*payload.downcast::<&str>().expect("a text")).to_owned(),
    }
}

/// Doubles all elements through a view of `$storage`.
macro_rules! doubles {
    ($storage:expr => $expected:expr) => {{
        let mut storage = $storage;
        // SAFETY: the storage stays, and this thread alone uses it.
        let mut view = unsafe { flat(&raw const storage) };
        (0..view.len()).for_each(|i| view[i] *= 2);
        let _ = &mut storage;
        assert_eq!(storage.iter().copied().collect::<Vec<i32>>(), $expected);
    }};
}

#[test]
fn flat_views_of_every_storage() {
    doubles!(vec![1, 2, 3] => [2, 4, 6]);
    doubles!([1, 2, 3] => [2, 4, 6]);
    doubles!(vec![1, 2, 3].into_boxed_slice() => [2, 4, 6]);
    doubles!(Box::new([1, 2]) => [2, 4]);
    doubles!(Box::new(vec![1, 2]) => [2, 4]);
    let (mut vec, mut array) = (vec![1, 2], [3, 4]);
    doubles!(&mut vec => [2, 4]);
    doubles!(&mut vec[..] => [4, 8]);
    doubles!(&mut array => [6, 8]);
    assert_eq!((vec, array), (vec![4, 8], [6, 8]));
    let shared = [5, 6];
    let slice = &shared[..];
    // SAFETY: only read.
    let view = unsafe { flat(&raw const slice) };
    assert_eq!((view[1], view.len()), (6, 2));
    // SAFETY: only read.
    assert_eq!(unsafe { flat(&raw const view) }[0], 5);
    let empty: Vec<u64> = Vec::new();
    // SAFETY: nothing is indexed.
    let view = unsafe { flat(&raw const empty) };
    assert!(view.is_empty() && view.geometry().bytes == 0);
}

#[test]
fn promoted_storage() {
    let region = Region::begin(crate::rt::site!("promoted", "tests.rs", 1));
    let mut kept: Kept<Vec<i32>> = region.keep(vec![1, 2, 3]);
    // SAFETY: the value is kept until the region's end.
    let mut view = unsafe { flat(&raw const kept) };
    view[2] = 9;
    kept[0] = 7;
    assert_eq!((view[0], kept[2]), (7, 9));
    let rows = region.keep(vec![vec![1], vec![2, 3]]);
    // SAFETY: as above.
    assert_eq!(unsafe { nested::<2, _>(&raw const rows) }[(1, 1)], 3);
    region.end();
}

#[test]
fn ranges_and_whole_slices() {
    let mut a: Vec<i32> = (0..10).collect();
    // SAFETY: this thread alone uses the storage.
    let mut v = unsafe { flat(&raw const a) };
    assert_eq!(v[2..4], [2, 3]);
    assert_eq!(v[8..], [8, 9]);
    assert_eq!(v[..2], [0, 1]);
    assert_eq!(v[..=2], [0, 1, 2]);
    assert_eq!(v[3..=4], [3, 4]);
    assert_eq!(v[..].len() + v[10..].len() + v[4..4].len(), 10);
    v[2..4].copy_from_slice(&[7, 7]);
    v.swap(0, 9);
    v.swap(5, 5);
    assert_eq!(v.iter().sum::<i32>(), 54);
    for x in &mut v {
        *x += 1;
    }
    assert_eq!((&v).into_iter().max(), Some(&10));
    a[0] += 1;
    assert_eq!(a, [11, 2, 8, 8, 5, 6, 7, 8, 9, 1]);
}

#[test]
fn ranges_within_ranges() {
    let array: Vec<i32> = (0..10).collect();
    // SAFETY: the array stays, and this thread alone uses it.
    let view = unsafe { flat(&raw const array) };
    assert_eq!(view[part(4.., ..3)], array[4..][..3]);
    assert_eq!(view[part(2..8, 3..)], array[2..8][3..]);
    assert_eq!(view[part(.., ..=1)], array[..][..=1]);
    assert_eq!(view[part(10.., ..0)], array[10..][..0]);
    assert!(catch_unwind(|| show(view[part(2..5, ..4)].len())).is_err());
    assert!(catch_unwind(|| show(view[part(2..11, ..1)].len())).is_err());
    assert!(catch_unwind(|| show(view[part(8.., ..3)].len())).is_err());
    assert!(catch_unwind(|| show(view[part(1.., ..usize::MAX)].len())).is_err());
}

#[test]
fn indices_outside_panic_and_say_where() {
    let a = [1, 2, 3];
    // SAFETY: only read.
    let v = unsafe { flat(&raw const a) };
    assert_eq!(
        message(move || show(v[3])),
        "index out of bounds: the len is 3 but the index is 3"
    );
    assert!(message(move || show(v[2..4].len())).contains('4'));
    assert!(message(move || show(v[..=usize::MAX].len())).contains("out of range"));
    #[allow(clippy::reversed_empty_ranges)]
    let reversed = message(move || show(v[2..1].len()));
    assert!(reversed.contains("starts at 2 but ends at 1"), "{reversed}");
    assert!(message(move || show(v[5..].len())).contains('5'));
    let mut w = v;
    assert!(message(move || w.swap(0, 3)).contains('3'));
    let rows = [[1, 2], [3, 4]];
    // SAFETY: only read.
    let v = unsafe { nested::<2, _>(&raw const rows) };
    assert!(message(move || show(v[(2, 0)])).contains('2'));
    assert!(message(move || show(v[(0, 2)])).contains('2'));
    assert!(message(move || show(v.row(2).len())).contains('2'));
}

#[test]
fn flat_shapes() {
    let a = [0_u16; 24];
    // SAFETY: nothing is indexed.
    let v = unsafe { flat(&raw const a) };
    let extents = |g: Geometry| g.extents.to_vec();
    assert_eq!(extents(v.geometry()), [24]);
    assert_eq!(extents(v.rows(6_usize).geometry()), [4, 6]);
    assert_eq!(
        extents(v.rows(7_i32).geometry()),
        [4, 7],
        "the last row is incomplete"
    );
    assert_eq!(extents(v.planes(3_usize, 4_usize).geometry()), [2, 3, 4]);
    assert_eq!(
        extents(v.rows(0_usize).geometry()),
        [24, 1],
        "no row length: no division by it"
    );
    assert_eq!(v.rows(7_usize).geometry().bytes, 48);
    assert_eq!(
        v.planes(3_usize, 4_usize).coordinates(17).to_vec(),
        [1, 1, 1]
    );
}

#[test]
fn within_compares_the_linear_index() {
    let a: Vec<usize> = (0..20).collect();
    // SAFETY: only read.
    let v = unsafe { flat(&raw const a) }.rows(5_usize);
    assert_eq!(v.within(&[(1, 3), (0, 5)])[7], 7);
    assert_eq!(v.within(&[(0, 4), ALL])[19], 19);
    let _ = v.within(&[(0, 3), (0, 7)]);
    let _ = v.within(&[(1, 2), (-5, 0)]);
    let _ = v.within(&[(3, 3), (-9, 99)]);
    let _ = v.within(&[(0, 4), (9, 2)]);
    for wrong in [
        [(0, 5), (0, 5)],
        [(0, 1), (-1, 1)],
        [(3, 4), (0, 6)],
        [(-1, 1), (0, 5)],
    ] {
        assert!(
            message(move || show(v.within(&wrong).len())).contains("out of bounds"),
            "{wrong:?}"
        );
    }
    let far = [(isize::MAX - 1, isize::MAX), (0, 5)];
    assert!(message(move || show(v.within(&far).len())).contains("out of bounds"));
    let none: [f64; 0] = [];
    // SAFETY: nothing is indexed.
    let empty = unsafe { flat(&raw const none) };
    assert!(message(move || show(empty.within(&[(0, 1)]).len())).contains("out of bounds"));
    assert_eq!(
        empty.within(&[(0, 0)]).len() + empty.within(&[ALL]).len(),
        0
    );
}

#[test]
fn nested_views_of_every_storage() {
    let vectors = vec![vec![1, 2, 3], vec![4, 5, 6]];
    let arrays = [[1, 2, 3], [4, 5, 6]];
    let mixed = vec![[1, 2, 3], [4, 5, 6]];
    let boxed = vec![
        vec![1, 2, 3].into_boxed_slice(),
        vec![4, 5, 6].into_boxed_slice(),
    ];
    let slices: Vec<&[i32]> = vec![&[1, 2, 3], &[4, 5, 6]];
    macro_rules! check {
        ($($storage:ident)*) => {$(
            // SAFETY: only read.
            let v = unsafe { nested::<2, _>(&raw const $storage) };
            assert_eq!((v[(0, 2)], v[(1, 0)], v.len(), v.cols()), (3, 4, 2, 3));
            assert_eq!(v.row(1)[1..], [5, 6]);
            assert_eq!(v[1], [4, 5, 6]);
            assert_eq!(v.geometry().extents.to_vec(), [2, 3]);
            assert_eq!(v.geometry().base, (&raw const $storage[0]).addr());
            assert_eq!(v.within(&[(0, 2), (1, 3)])[(1, 2)], 6);
            let reference = &$storage;
            // SAFETY: only read.
            assert_eq!(unsafe { nested::<2, _>(&raw const reference) }[(1, 1)], 5);
            // SAFETY: only read.
            assert_eq!(unsafe { nested::<2, _>(&raw const v) }[(1, 2)], 6);
        )*};
    }
    check!(vectors arrays mixed boxed slices);
}

#[test]
fn nested_writing_reaches_one_element() {
    let mut rows = vec![vec![0; 3]; 2];
    let writable = &mut rows;
    // SAFETY: this thread alone uses the storage.
    let mut v = unsafe { nested::<2, _>(&raw const writable) };
    v[(1, 2)] = 5;
    v.row(0)[1] = 4;
    v[0][0] = 3;
    assert_eq!(rows, [[3, 4, 0], [0, 0, 5]]);
    let mut deep = [[[[0_u8; 2]; 3]; 2]; 2];
    // SAFETY: as above.
    let mut v = unsafe { nested::<4, _>(&raw const deep) };
    v[(1, 0, 2, 1)] = 7;
    assert_eq!(
        (
            v.within(&[ALL, ALL, ALL, (0, 2)])[(1, 0, 2, 1)],
            v.geometry().extents.to_vec()
        ),
        (7, vec![2, 2, 3, 2])
    );
    assert!(message(move || v[(1, 2, 0, 0)] = 1).contains('2'));
    assert_eq!(std::mem::take(&mut deep)[1][0][2][1], 7);
    let mut cube = vec![vec![vec![1.0; 4]; 3]; 2];
    // SAFETY: as above.
    let mut v = unsafe { nested::<3, _>(&raw const cube) };
    v[(1, 2, 3)] = 2.0;
    v.plane(0).row(1)[0] = 3.0;
    assert_eq!(v.within(&[(1, 2), (2, 3), (3, 4)])[(1, 2, 3)], 2.0);
    assert!(
        message(move || show(v.within(&[(1, 2), (2, 3), (3, 5)]).len())).contains("out of bounds")
    );
    cube[0][0][0] = 0.0;
    assert_eq!((cube[1][2][3], cube[0][1][0]), (2.0, 3.0));
}

#[test]
fn ragged_rows() {
    let rows: Vec<Vec<i32>> = (0..4).map(|i| (0..=i).collect()).collect();
    // SAFETY: only read.
    let v = unsafe { nested::<2, _>(&raw const rows) };
    assert_eq!(
        v.geometry().extents.to_vec(),
        [4, 4],
        "the longest row counts"
    );
    assert_eq!(v.within(&[(2, 4), (0, 3)])[(3, 2)], 2);
    assert!(message(move || show(v.within(&[(1, 4), (0, 3)]).len())).contains("out of bounds"));
    let _ = v.within(&[(0, 4), (2, 2)]);
    // The box around them leaves the first rows, none of them does.
    let parts = [[(0, 1), (0, 1)], [(2, 4), (1, 3)], [(9, 9), (0, 9)]];
    let parts = parts.each_ref().map(<[_; 2]>::as_slice);
    assert_eq!(v.within_all(&parts)[(3, 2)], 2);
    assert_eq!(v.within_all(&[&[ALL, (0, 1)], &[(3, 4), ALL]])[(3, 3)], 3);
    let wrong: [&[(isize, isize)]; 2] = [&[(0, 1), (0, 2)], &[(2, 4), (1, 3)]];
    assert!(message(move || show(v.within_all(&wrong).len())).contains("out of bounds"));
    let wrong: [&[(isize, isize)]; 2] = [&[ALL, (0, 1)], &[(2, 5), ALL]];
    assert!(message(move || show(v.within_all(&wrong).len())).contains("out of bounds"));
}

#[test]
fn scalars_and_places() {
    let mut x = 3;
    // SAFETY: this thread alone uses the value.
    let mut v = unsafe { scalar(&raw const x) };
    *v += 1;
    assert_eq!(
        (*v, v.geometry().extents.len(), v.geometry().base),
        (4, 0, (&raw const x).addr())
    );
    x += 1;
    assert_eq!((x, v.place().addr()), (5, (&raw const x).addr()));
}

#[test]
fn whole_variables() {
    fn total(a: &[i32]) -> i32 {
        a.iter().sum()
    }
    fn clear(a: &mut [i32]) {
        a.fill(0);
    }
    let mut storage = vec![1, 2, 3];
    let a = &mut storage;
    let w = whole(&raw const a);
    let body = move || {
        // SAFETY: this thread alone uses the variable, which outlives the body.
        let (read, again) = unsafe { (w.get(), w.get()) };
        let sum = total(read) + again[0];
        // SAFETY: as above; the shared references are gone.
        let a = unsafe { w.get_mut() };
        a.push(4);
        clear(a);
        sum
    };
    assert_eq!((body(), a.len(), a[3]), (7, 4, 0));
}

#[cfg(feature = "ndarray")]
mod with_ndarray {
    use ndarray::{Array1, Array2, Array3, Array4, s};

    use super::*;

    #[test]
    fn any_strides() {
        let mut a = Array2::from_shape_fn((4, 6), |(i, j)| i * 10 + j);
        // SAFETY: this thread alone uses the storage, here and below.
        let mut v = unsafe { grid::<2, _>(&raw const a) };
        v[[1, 2]] += 100;
        v[(3, 5)] += 100;
        assert_eq!(
            (v.dim(), v.nrows(), v.ncols(), v.shape().to_vec(), v.len()),
            ((4, 6), 4, 6, vec![4, 6], 24)
        );
        let g = v.geometry();
        assert_eq!(
            (g.base, g.bytes),
            (a.as_ptr().addr(), 24 * size_of::<usize>())
        );
        let turned = a.t();
        let v = unsafe { grid::<2, _>(&raw const turned) };
        assert_eq!((v[[2, 1]], v.within(&[(5, 6), (3, 4)])[[5, 3]]), (112, 135));
        let backwards = a.slice(s![..;-1, 1..;2]);
        let v = unsafe { grid::<2, _>(&raw const backwards) };
        assert_eq!((v[[0, 2]], v[[3, 0]]), (135, 1));
        let g = v.geometry();
        assert_eq!(g.base, (&raw const a[[0, 1]]).addr(), "the least address");
        assert_eq!(g.bytes, 23 * size_of::<usize>());
        let mut part = a.slice_mut(s![1..3, 2..]);
        let mut v = unsafe { grid::<2, _>(&raw const part) };
        v[[1, 3]] = 7;
        part[[0, 0]] = 8;
        assert_eq!((a[[2, 5]], a[[1, 2]]), (7, 8));
        let view = unsafe { grid::<2, _>(&raw const v) };
        assert_eq!(view.dim(), (2, 4));
    }

    #[test]
    fn one_three_and_four_dimensions() {
        let a = Array1::from(vec![1, 2, 3]);
        assert_eq!(unsafe { flat(&raw const a) }[2], 3);
        let v = unsafe { grid::<1, _>(&raw const a) };
        assert_eq!((v[[1]], v[0], v.dim()), (2, 1, 3));
        let every_other = a.slice(s![..;2]);
        assert!(
            message(move || show(unsafe { flat(&raw const every_other) }.len()))
                .contains("stride 2")
        );
        let b = Array3::from_shape_fn((2, 3, 4), |(i, j, k)| i * 100 + j * 10 + k);
        let v = unsafe { grid::<3, _>(&raw const b) };
        assert_eq!((v[[1, 2, 3]], v[(0, 1, 2)], v.dim()), (123, 12, (2, 3, 4)));
        let c = Array4::<u8>::zeros((2, 0, 2, 2));
        let v = unsafe { grid::<4, _>(&raw const c) };
        assert_eq!((v.len(), v.geometry().bytes), (0, 0));
        assert!(message(move || show(v[[0, 0, 0, 0]])).contains("[2, 0, 2, 2]"));
        let _ = v.within(&[ALL, (0, 0), ALL, ALL]);
        let w = unsafe { grid::<3, _>(&raw const b) };
        assert!(
            message(move || show(w.within(&[ALL, (0, 4), ALL]).len())).contains("out of bounds")
        );
    }
}

#[cfg(feature = "nalgebra")]
mod with_nalgebra {
    use nalgebra::{DMatrix, DVector, Matrix3};

    use super::*;

    #[test]
    fn column_major() {
        let mut a = DMatrix::from_fn(3, 4, |i, j| i * 10 + j);
        // SAFETY: this thread alone uses the storage, here and below.
        let mut v = unsafe { grid::<2, _>(&raw const a) };
        v[(2, 1)] += 100;
        assert_eq!(
            (v[[1, 3]], v.dim(), v.within(&[ALL, (1, 2)])[(2, 1)]),
            (13, (3, 4), 121)
        );
        assert_eq!(v.geometry().bytes, 12 * size_of::<usize>());
        assert_eq!(
            unsafe { flat(&raw const a) }[5],
            121,
            "linear is column by column"
        );
        a[(0, 0)] = 9;
        let mut x = DVector::from_element(5, 1.0);
        let reference = &mut x;
        let mut v = unsafe { flat(&raw const reference) };
        v[4] = 2.0;
        assert_eq!(x[4], 2.0);
        let m = Matrix3::new(1, 2, 3, 4, 5, 6, 7, 8, 9);
        assert_eq!(unsafe { grid::<2, _>(&raw const m) }[(1, 2)], 6);
    }
}

#[test]
fn elements_that_a_body_moves_are_noticed() {
    let run = |body: fn(&mut Vec<i32>)| {
        let mut list = vec![1, 2, 3];
        let w = whole(&raw const list);
        let task = std::panic::AssertUnwindSafe(|| {
            // SAFETY: this thread alone uses the list, which outlives the check.
            let _check = unsafe { unmoved("list", w, |a| flat(a)) };
            body(&mut list);
        });
        let failed = std::panic::catch_unwind(task).err()?;
        failed.downcast_ref::<String>().cloned()
    };
    assert_eq!(run(|list| list[1] = 4), None);
    assert_eq!(run(|list| list.sort_unstable()), None);
    for body in [
        |list: &mut Vec<i32>| list.push(4),
        |list: &mut Vec<i32>| list.truncate(1),
        |list: &mut Vec<i32>| *list = vec![1, 2, 3],
    ] {
        let message = run(body).unwrap_or_default();
        assert!(
            message.contains("moved the elements of `list`"),
            "{message}"
        );
    }
    // A body's own panic is what is told.
    assert_eq!(
        run(|_| panic!("{}", "other".to_owned())),
        Some("other".to_owned())
    );
}
