//! A type that code of the program indexes: an index of one expression stands for the element of the field that
//! it leads to.

use std::ops::{Index, IndexMut};

struct Matrix {
    rows: usize,
    cols: usize,
    data: Vec<f64>,
}

impl Matrix {
    fn zeros(rows: usize, cols: usize) -> Matrix {
        let data = vec![0.0; rows * cols];
        Matrix { rows, cols, data }
    }
}

impl Index<(usize, usize)> for Matrix {
    type Output = f64;
    fn index(&self, (i, j): (usize, usize)) -> &f64 {
        &self.data[i * self.cols + j]
    }
}

impl IndexMut<(usize, usize)> for Matrix {
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut f64 {
        &mut self.data[i * self.cols + j]
    }
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn product(a: &Matrix, b: &Matrix, c: &mut Matrix) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("product", "tests/cases/ok/own_index.rs", 32));
    // hp5: tests/cases/ok/own_index.rs:34 #[hp5::task_tile(i = 4)], ordered
    {
        let __v_c_data = unsafe { __hp5.array("c.data", hp5::rt::flat(&raw mut c.data).rows((c.cols as isize)), &[4, 0]) };
        let a = hp5::rt::cap!(a);
        let b = hp5::rt::cap!(b);
        let c_cols = hp5::rt::cap!(c.cols);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("product:34", "tests/cases/ok/own_index.rs", 34), hp5::rt::Order::Ordered, hp5::rt::chunks(0..a.rows, 4, 0));
        __loop.access(&__v_c_data, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (b.cols as isize))]);
        let c_data = __v_c_data.view();
        let __body = __loop.body(move |__i_part| {
            let a = hp5::rt::again(&a);
            let b = hp5::rt::again(&b);
            let c_cols = hp5::rt::again(&c_cols);
            let mut c_data = c_data;
            for i in __i_part.clone() {
                for j in 0..b.cols {
                    for k in 0..a.cols {
                        c_data[i * c_cols + j] += a.data[i * a.cols + k] * b.data[k * b.cols + j]; //~ HP5-W0104 | c[(i, j)]
                    }
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn scale(c: &mut Matrix, by: f64) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("scale", "tests/cases/ok/own_index.rs", 44));
    let (rows, cols) = (c.rows, c.cols);
    // hp5: tests/cases/ok/own_index.rs:47 #[hp5::task_tile(i = 4)], parallel
    {
        let __v_c_data = unsafe { __hp5.array("c.data", hp5::rt::flat(&raw mut c.data).rows((cols as isize)), &[4, 0]) };
        let by = hp5::rt::cap!(by);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("scale:47", "tests/cases/ok/own_index.rs", 47), hp5::rt::Order::Parallel, hp5::rt::chunks(0..rows, 4, 0));
        __loop.access(&__v_c_data, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (cols as isize))]);
        let __s0_c_data = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (cols as isize))]);
        let rows = hp5::rt::cap_owned!(rows);
        let cols = hp5::rt::cap_owned!(cols);
        let c_data = __v_c_data.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_c_data = __s0_c_data.of(&__chunks);
            let __i_part = __chunks;
            let rows = hp5::rt::again(&rows);
            let cols = hp5::rt::again(&cols);
            let by = hp5::rt::again(&by);
            let mut c_data = c_data.within(&__s0_c_data);
            for i in __i_part.clone() {
                for j in 0..cols {
                    c_data[i * cols + j] *= by;
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn local(n: usize) -> f64 {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("local", "tests/cases/ok/own_index.rs", 55));
    let __hp5_value = {
    let mut m = Matrix::zeros(n, n); let __hp5_hold_1358 = __hp5.hold();
    // hp5: tests/cases/ok/own_index.rs:58 #[hp5::task]
    {
        let __v_m = unsafe { __hp5.array("m", hp5::rt::scalar(&raw mut (m)), &[]) };
        let __w_m = hp5::rt::whole(&raw mut (m));
        let n = hp5::rt::cap!(n);
        let mut __t = __hp5.task(hp5::rt::site!("local:58", "tests/cases/ok/own_index.rs", 58));
        __t.access(&__v_m, hp5::rt::Mode::InOut, &[]);
        __t.access(&__v_m, hp5::rt::Mode::In, &[]);
        let __body = move || {
            let mut m = unsafe { __w_m.get_mut() };
            {
                for i in 0..n {
                    m.data[i * m.cols + (n - 1 - i)] = i as f64;
                }
            }
        };
        unsafe { __t.spawn(__body) };
    }
    __hp5.wait();
    m.data[2_usize * m.cols + (n - 3)]
    };
    __hp5.end();
    __hp5_value
}

fn main() {
    let (mut a, mut b, mut c) = (Matrix::zeros(9, 7), Matrix::zeros(7, 8), Matrix::zeros(9, 8));
    for k in 0..56 {
        a[(k / 7, k % 7)] = k as f64;
        b[(k % 7, k / 7)] = 0.5;
    }
    product(&a, &b, &mut c);
    scale(&mut c, 0.25);
    println!("{:?} {}", c.data, local(7));
}
