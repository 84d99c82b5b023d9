//! Parts of arrays of `ndarray` and matrices of `nalgebra`: tasks use rows, columns, planes and slices of them as
//! wholes, and run at the same time where these differ.
// features: ndarray, nalgebra

use nalgebra::DMatrix;
use ndarray::{Array1, Array2, Array3, ArrayView2, ArrayViewMut2, Axis, s};

#[hp5::region]
fn rows(a: &mut Array2<f64>, b: &Array2<f64>) {
    let (n, m) = (a.nrows(), a.ncols());
    #[hp5::task_tile(i = 4)]
    for i in 0..n {
        let mut r = a.row_mut(i);
        for j in 0..m {
            r[j] = b[[i, j]] * 2.0 + i as f64;
        }
    }
    #[hp5::task_tile(i = 4)]
    for i in 0..n {
        a.row_mut(i)[0] += 1.0;
        for x in a.row_mut(i).iter_mut() {
            *x += 0.5;
        }
    }
}
#[hp5::region]
fn rows_and_columns(a: &mut Array2<f64>, n: usize) {
    #[hp5::task_tile(i = 4)]
    for i in 0..n {
        a.row_mut(i).fill(i as f64);
    }
    #[hp5::task_tile(i = 4)]
    for i in 0..n {
        let s = a.row(i).sum();
        a.row_mut(i).mapv_inplace(|x| x + s);
    }
    #[hp5::task_tile(j = 4)]
    for j in 0..a.ncols() {
        let mut c = a.column_mut(j);
        c[0] += 3.0;
        let t: f64 = c.iter().sum();
        c[1] = t;
    }
}
#[hp5::region]
fn blocks_of_rows(a: &mut Array2<f64>, b: &Array2<f64>, n: usize, bs: usize) {
    let parts = n / bs;
    #[hp5::task_tile(p = 1)]
    for p in 0..parts {
        let (i0, i1) = (p * bs, (p + 1) * bs);
        a.slice_mut(s![i0..i1, ..]).assign(&b.slice(s![i0..i1, ..]));
    }
    #[hp5::task_tile(p = 1)]
    for p in 0..parts {
        let mut part = a.slice_mut(s![p * bs..(p + 1) * bs, ..]);
        part += 1.5;
        for mut row in part.outer_iter_mut() {
            row[1] *= 2.0;
        }
    }
    #[hp5::task_tile(i = 2)]
    for i in 1..n - 1 {
        let up = b.slice(s![i - 1..=i + 1, 1..-1]).sum();
        a.slice_mut(s![i, ..;2]).fill(up);
    }
}
#[hp5::region]
fn planes(a: &mut Array3<f64>) {
    let d = a.dim().0;
    #[hp5::task_tile(k = 1)]
    for k in 0..d {
        let mut plane = a.index_axis_mut(Axis(0), k);
        plane.fill(k as f64);
        plane.row_mut(1).fill(7.0);
    }
    #[hp5::task_tile(k = 1)]
    for k in 1..d {
        // in order: plane after plane
        let before = a.index_axis(Axis(0), k - 1).to_owned();
        a.index_axis_mut(Axis(0), k)
            .zip_mut_with(&before, |x, y| *x += 0.5 * y);
    }
}
#[hp5::region]
fn parts_of_matrices(a: &mut DMatrix<f64>, b: &DMatrix<f64>, bs: usize) {
    let (n, m) = a.shape();
    #[hp5::task_tile(j = 2)]
    for j in 0..m {
        let mut c = a.column_mut(j);
        for i in 0..n {
            c[i] = b[(i, j)] + 1.0;
        }
    }
    #[hp5::task_tile(i = 2)]
    for i in 0..n {
        a.row_mut(i).scale_mut(2.0);
        let t = a.row(i).sum();
        a[(i, 0)] = t;
    }
    #[hp5::task_tile(j = 2)]
    for j in 1..m {
        let v = a.column(j - 1).into_owned();
        a.column_mut(j).axpy(0.5, &v, 1.0);
    }
    #[hp5::task_tile(p = 1)]
    for p in 0..n / bs {
        a.rows_mut(p * bs, bs).add_scalar_mut(1.0);
    }
    #[hp5::task_tile(p = 1)]
    for p in 0..m / bs {
        a.columns_mut(p * bs, bs).fill_row(1, p as f64);
        a.view_mut((0, p * bs), (2, bs)).fill(0.25);
    }
}
#[hp5::region]
fn views(x: &mut Array1<f64>, mut a: ArrayViewMut2<f64>, b: ArrayView2<f64>) {
    let n = x.len();
    #[hp5::task_tile(i = 3)]
    for i in 0..n {
        x[i] = b.row(i).dot(&b.row(i));
        a.row_mut(i).fill(x[i]);
    }
    #[hp5::task_tile(p = 1)]
    for p in 0..n / 4 {
        x.slice_mut(s![p * 4..p * 4 + 4]).fill(p as f64);
    }
}
#[hp5::region]
fn locals_and_indices_from_the_end(n: usize) -> f64 {
    let mut a = Array2::<f64>::zeros((n, 8));
    #[hp5::task_tile(i = 3)]
    for i in 0..n {
        let mut r = a.row_mut(i);
        r.fill(1.0);
        if i % 3 == 0 {
            continue;
        }
        r[2] = i as f64;
    }
    #[hp5::task_tile(i = 3)]
    for i in 0..n as i32 {
        a.slice_mut(s![-1 - i, ..]).fill(i as f64); //~ HP5-W0101
        a.slice_mut(s![i, 0]).fill(3.0);
    }
    #[hp5::task_wait]
    a.iter().enumerate().map(|(k, v)| k as f64 * v).sum()
}
fn main() {
    let b = Array2::from_shape_fn((24, 9), |(i, j)| ((i * 7 + j * 3) % 11) as f64);
    let mut a = b.clone();
    let h = |w: &str, a: &mut dyn Iterator<Item = &f64>| {
        println!(
            "{w} {:x}",
            a.fold(0u64, |s, v| s.rotate_left(7)
                ^ v.to_bits().wrapping_mul(0x9E3779B97F4A7C15))
        )
    };
    rows(&mut a, &b);
    h("rows", &mut a.iter());
    rows_and_columns(&mut a, 24);
    h("rows_and_columns", &mut a.iter());
    blocks_of_rows(&mut a, &b, 24, 4);
    h("blocks_of_rows", &mut a.iter());
    let mut c = Array3::zeros((6, 4, 5));
    planes(&mut c);
    h("planes", &mut c.iter());
    let d = DMatrix::from_fn(12, 8, |i, j| ((i * 5 + j) % 13) as f64);
    let mut e = d.clone();
    parts_of_matrices(&mut e, &d, 4);
    h("parts_of_matrices", &mut e.iter());
    let mut x = Array1::zeros(24);
    let mut t = b.clone();
    t.invert_axis(Axis(0));
    views(&mut x, t.view_mut(), b.view());
    h("views", &mut t.iter());
    h("f6x", &mut x.iter());
    views(&mut x, a.slice_mut(s![..;-1, ..]), b.view());
    h("views", &mut a.iter());
    println!("{}", locals_and_indices_from_the_end(20));
}
