//! Bounds are compared once per task with what its accesses reach: rows of different lengths, sections that
//! differ in two dimensions, loops without turns. What leaves an array panics as it does serially.

use std::panic::{AssertUnwindSafe, catch_unwind};

#[hp5::region]
#[hp5::array_tile(a: [9, 7])]
fn columns_of_two_rows(a: &mut Vec<f64>) {
    #[hp5::task_tile(i = 9)]
    for i in 0..8 {
        let beside = 0.5 * a[(i + 1) * 10 + i + 2] + 0.25 * a[(i + 2) * 10 + i + 2]; //~ HP5-W0104
        a[(i + 1) * 10 + ((i * 2 + 7) % 10)] = beside; //~ HP5-W0101
    }
}

#[hp5::region]
fn corners(a: &Vec<f64>, b: &mut Vec<f64>, m: usize) {
    #[hp5::task_tile(i = 2)]
    for i in 0..b.len() {
        for j in 1..m - 1 {
            b[i] += a[i * m + j + 1] + a[(i + 1) * m + j - 1];
        }
    }
}

#[hp5::region]
fn stencil(a: &Vec<f64>, b: &mut Vec<f64>, n: usize, m: usize) {
    #[hp5::task_tile(i = 3, j = 4)]
    for i in 1..n - 1 {
        for j in 1..m - 1 {
            b[i * m + j] = a[(i - 1) * m + j] + a[(i + 1) * m + j] + a[i * m + j - 1] + a[i * m + j + 1];
        }
    }
}

#[hp5::region]
fn diagonal(a: &mut Vec<Vec<f64>>, n: usize) {
    #[hp5::task_tile(i = 3)]
    for i in 0..n {
        a[i][i] = a[i][i] * 0.5 + 1.0;
    }
}

#[hp5::region]
fn three_rows(a: &mut Vec<Vec<f64>>, n: usize) {
    #[hp5::task_tile(i = 3)]
    for i in 0..n {
        a[i][0] = a[i][0] * 0.5 + a[i + 1][1] + a[i + 2][2];
    }
}

#[hp5::region]
fn rows_apart(a: &Vec<Vec<f64>>, b: &mut Vec<f64>) {
    #[hp5::task_tile(j = 3)]
    for j in 0..b.len() {
        b[j] += a[0][j] + a[2][j];
    }
}

#[hp5::region]
fn neighbours(a: &Vec<Vec<f64>>, b: &mut Vec<Vec<f64>>, n: usize, m: usize) {
    #[hp5::task_tile(i = 3)]
    for i in 1..n - 1 {
        for j in 1..m - 1 {
            b[i][j] = a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1];
        }
    }
}

#[hp5::region]
fn without_turns(a: &Vec<f64>, b: &mut Vec<f64>, lo: usize, hi: usize) {
    #[hp5::task_tile(i = 2)]
    for i in 0..4 {
        for j in lo..hi {
            b[i] += a[j] + a[j + 1];
        }
    }
}

#[hp5::region]
fn of_both_loops(a: &Vec<f64>, b: &mut Vec<f64>, lo: usize, hi: usize) {
    #[hp5::task_tile(i = 2)]
    for i in 0..4 {
        for j in lo..hi {
            b[i] += a[i + j];
        }
    }
}

#[hp5::region]
fn under_another(a: &Vec<f64>, b: &mut Vec<f64>, turns: usize, hi: usize) {
    #[hp5::task_tile(i = 2)]
    for i in 0..4 {
        for k in 0..turns {
            for j in 0..hi {
                b[i] += a[j] * k as f64;
            }
        }
    }
}

fn start(n: usize) -> Vec<f64> {
    (0..n).map(|i| (i * 7 % 11) as f64).collect()
}

/// Rows of these lengths.
fn rows(lengths: &[usize]) -> Vec<Vec<f64>> {
    lengths.iter().map(|n| start(*n)).collect()
}

fn say(name: &str, call: impl FnOnce() -> Vec<f64>) {
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(values) => println!("{name}: {values:?}"),
        Err(_) => println!("{name}: out of bounds"),
    }
}

fn main() {
    let with = |mut list: Vec<f64>, run: &dyn Fn(&mut Vec<f64>)| {
        run(&mut list);
        list
    };
    let in_rows = |mut list: Vec<Vec<f64>>, run: &dyn Fn(&mut Vec<Vec<f64>>)| {
        run(&mut list);
        list.concat()
    };
    for n in [100, 99, 98] {
        say("columns_of_two_rows", || with(start(n), &columns_of_two_rows));
    }
    for n in [17, 18, 19] {
        say("corners", || with(start(3), &|b| corners(&start(n), b, 5)));
        say("corners, no turns", || with(start(3), &|b| corners(&start(n), b, 2)));
    }
    for n in [62, 63, 64, 70] {
        say("stencil", || with(start(70), &|b| stencil(&start(n), b, 10, 7)));
    }
    say("diagonal", || in_rows(rows(&[1, 2, 3, 4, 5]), &|a| diagonal(a, 5)));
    say("diagonal", || in_rows(rows(&[1, 2, 3, 4, 4]), &|a| diagonal(a, 5)));
    say("three_rows", || in_rows(rows(&[1, 2, 3, 4, 5, 6]), &|a| three_rows(a, 4)));
    say("three_rows", || in_rows(rows(&[1, 2, 3, 4, 2, 6]), &|a| three_rows(a, 4)));
    for lengths in [[7, 0, 7], [7, 7, 6], [6, 7, 7]] {
        say("rows_apart", || with(start(7), &|b| rows_apart(&rows(&lengths), b)));
    }
    for lengths in [[4, 5, 5, 4], [4, 4, 5, 4], [3, 5, 5, 4], [4, 5, 5, 3], [9, 9, 9, 9]] {
        say("neighbours", || in_rows(rows(&[5; 4]), &|b| neighbours(&rows(&lengths), b, 4, 5)));
    }
    for (lo, hi) in [(10, 10), (11, 10), (40, 3), (1, 9), (1, 10), (9, 10)] {
        say("without_turns", || with(start(4), &|b| without_turns(&start(10), b, lo, hi)));
        say("of_both_loops", || with(start(4), &|b| of_both_loops(&start(10), b, lo, hi)));
    }
    for (turns, hi) in [(0, 11), (0, 10), (2, 0), (2, 10), (2, 11)] {
        say("under_another", || with(start(4), &|b| under_another(&start(10), b, turns, hi)));
    }
}
