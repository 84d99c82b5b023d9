//! The tasks of each kernel in serial order, with their tiles: once for all ways to run them.
//!
//! A [`Sink`] takes the tasks. The serial one runs each body at once, which is the program
//! without a runtime and the answer that every system must give bit for bit.

use hp5::rt::{Mode, Site, site};

use super::ffi;
use super::problem::{Kernel, Problem};

/// A tile that a task uses: number of the array (0 or 1), number of the tile, mode.
pub type Use = (usize, usize, Mode);

/// Where tasks go.
pub trait Sink {
    /// The next task in serial order. Its body touches only `tiles`, and may run again.
    fn task(&mut self, site: &'static Site, tiles: &[Use], body: impl Fn() + Send + Copy);
}

/// Runs each task at once.
pub struct Serial;

impl Sink for Serial {
    #[inline]
    fn task(&mut self, _: &'static Site, _: &[Use], body: impl Fn() + Send + Copy) {
        body();
    }
}

/// Data of a problem as tasks see them. They point into a [`Problem`] that outlives the run.
#[derive(Clone, Copy)]
pub struct At<T>(*mut T);

// SAFETY: tasks touch what is behind the pointer only as their declared tiles allow.
unsafe impl<T> Send for At<T> {}

// SAFETY: as above.
unsafe impl<T> Sync for At<T> {}

impl<T> At<T> {
    pub fn of(data: &mut [T]) -> At<T> {
        At(data.as_mut_ptr())
    }

    /// The place `offset` elements on, which lies in the array that `of` was given.
    #[inline(always)]
    pub fn on(self, offset: usize) -> *mut T {
        self.0.wrapping_add(offset)
    }
}

/// All tasks of a run, or for Jacobi those of the sweeps `sweeps` of it.
pub fn tasks(problem: &mut Problem, sweeps: std::ops::Range<usize>, sink: &mut impl Sink) {
    match problem.size.kernel {
        Kernel::Cholesky => cholesky(problem, sink),
        Kernel::Lu => lu(problem, sink),
        Kernel::Jacobi => sweeps.for_each(|s| sweep(problem, s, sink)),
        Kernel::SmithWaterman => smith_waterman(problem, sink),
    }
}

fn cholesky(problem: &mut Problem, sink: &mut impl Sink) {
    let (m, tile) = (problem.size.tiles(), problem.size.tile);
    let (a, t) = (At::of(&mut problem.a), tile as i64);
    let number = |i: usize, j: usize| i * m + j;
    let at = move |i: usize, j: usize| At(a.on(number(i, j) * tile * tile));
    for k in 0..m {
        let kk = at(k, k);
        sink.task(
            site!("potrf", file!(), line!()),
            &[(0, number(k, k), Mode::InOut)],
            // SAFETY: the tile has t * t elements and is declared.
            move || unsafe { ffi::kern_potrf(t, kk.on(0)) },
        );
        for j in k + 1..m {
            let kj = at(k, j);
            sink.task(
                site!("trsm", file!(), line!()),
                &[(0, number(k, k), Mode::In), (0, number(k, j), Mode::InOut)],
                // SAFETY: as above, for both tiles, which differ.
                move || unsafe { ffi::kern_trsm_t(t, kk.on(0), kj.on(0)) },
            );
        }
        for i in k + 1..m {
            let (ki, ii) = (at(k, i), at(i, i));
            sink.task(
                site!("syrk", file!(), line!()),
                &[(0, number(k, i), Mode::In), (0, number(i, i), Mode::InOut)],
                // SAFETY: as above, for both tiles, which differ.
                move || unsafe { ffi::kern_syrk(t, ki.on(0), ii.on(0)) },
            );
            for j in i + 1..m {
                let (kj, ij) = (at(k, j), at(i, j));
                sink.task(
                    site!("gemm", file!(), line!()),
                    &[
                        (0, number(k, i), Mode::In),
                        (0, number(k, j), Mode::In),
                        (0, number(i, j), Mode::InOut),
                    ],
                    // SAFETY: as above, for three tiles, which differ.
                    move || unsafe { ffi::kern_gemm_tn(t, ki.on(0), kj.on(0), ij.on(0)) },
                );
            }
        }
    }
}

fn lu(problem: &mut Problem, sink: &mut impl Sink) {
    let (m, tile) = (problem.size.tiles(), problem.size.tile);
    let (a, t) = (At::of(&mut problem.a), tile as i64);
    let number = |i: usize, j: usize| i * m + j;
    let at = move |i: usize, j: usize| At(a.on(number(i, j) * tile * tile));
    for k in 0..m {
        let kk = at(k, k);
        sink.task(
            site!("getrf", file!(), line!()),
            &[(0, number(k, k), Mode::InOut)],
            // SAFETY: the tile has t * t elements and is declared.
            move || unsafe { ffi::kern_getrf(t, kk.on(0)) },
        );
        for j in k + 1..m {
            let kj = at(k, j);
            sink.task(
                site!("trsm_l", file!(), line!()),
                &[(0, number(k, k), Mode::In), (0, number(k, j), Mode::InOut)],
                // SAFETY: as above, for both tiles, which differ.
                move || unsafe { ffi::kern_trsm_l(t, kk.on(0), kj.on(0)) },
            );
        }
        for i in k + 1..m {
            let ik = at(i, k);
            sink.task(
                site!("trsm_u", file!(), line!()),
                &[(0, number(k, k), Mode::In), (0, number(i, k), Mode::InOut)],
                // SAFETY: as above, for both tiles, which differ.
                move || unsafe { ffi::kern_trsm_u(t, kk.on(0), ik.on(0)) },
            );
        }
        for i in k + 1..m {
            let ik = at(i, k);
            for j in k + 1..m {
                let (kj, ij) = (at(k, j), at(i, j));
                sink.task(
                    site!("gemm", file!(), line!()),
                    &[
                        (0, number(i, k), Mode::In),
                        (0, number(k, j), Mode::In),
                        (0, number(i, j), Mode::InOut),
                    ],
                    // SAFETY: as above, for three tiles, which differ.
                    move || unsafe { ffi::kern_gemm_nn(t, ik.on(0), kj.on(0), ij.on(0)) },
                );
            }
        }
    }
}

fn sweep(problem: &mut Problem, s: usize, sink: &mut impl Sink) {
    let (m, n, t) = (
        problem.size.tiles(),
        problem.size.n as i64,
        problem.size.tile as i64,
    );
    let grids = [At::of(&mut problem.a), At::of(&mut problem.b)];
    let (read, write) = (s % 2, (s + 1) % 2);
    let (from, to) = (grids[read], grids[write]);
    for i in 0..m {
        for j in 0..m {
            let tile = i * m + j;
            let mut tiles = [(read, tile, Mode::In); 6];
            let mut count = 1;
            let mut add = |there: bool, use_of: Use| {
                if there {
                    tiles[count] = use_of;
                    count += 1;
                }
            };
            add(i > 0, (read, tile.wrapping_sub(m), Mode::In));
            add(i + 1 < m, (read, tile + m, Mode::In));
            add(j > 0, (read, tile.wrapping_sub(1), Mode::In));
            add(j + 1 < m, (read, tile + 1, Mode::In));
            add(true, (write, tile, Mode::Out));
            sink.task(
                site!("jacobi", file!(), line!()),
                &tiles[..count],
                // SAFETY: reads the tile and the edges of its neighbours in one grid and
                // writes the tile in the other, all of them declared.
                move || unsafe {
                    ffi::kern_jacobi(n, t, i as i64, j as i64, from.on(0), to.on(0));
                },
            );
        }
    }
}

fn smith_waterman(problem: &mut Problem, sink: &mut impl Sink) {
    let (m, tile, words) = (problem.size.tiles(), problem.size.tile, problem.words());
    let (rows, columns) = (At::of(&mut problem.rows), At::of(&mut problem.columns));
    let borders = At::of(&mut problem.borders);
    let t = tile as i64;
    for i in 0..m {
        for j in 0..m {
            let number = i * m + j;
            let (up, left) = (i > 0, j > 0);
            let tiles = [
                (0, number, Mode::InOut),
                (
                    0,
                    if up {
                        number - m
                    } else {
                        number.wrapping_sub(1)
                    },
                    Mode::In,
                ),
                (0, number.wrapping_sub(1), Mode::In),
            ];
            sink.task(
                site!("smith-waterman", file!(), line!()),
                &tiles[..1 + usize::from(up) + usize::from(left)],
                move || {
                    let borders_of = |there: bool, number: usize| {
                        if there {
                            borders.on(number * words)
                        } else {
                            std::ptr::null_mut()
                        }
                    };
                    // SAFETY: reads letters, which nobody writes, and the borders of the
                    // tiles above and to the left, writes its own; all of them declared.
                    unsafe {
                        ffi::kern_sw(
                            t,
                            rows.on(i * tile),
                            columns.on(j * tile),
                            borders_of(up, number.wrapping_sub(m)),
                            borders_of(left, number.wrapping_sub(1)),
                            borders.on(number * words),
                        );
                    }
                },
            );
        }
    }
}
