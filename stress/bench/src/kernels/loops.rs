//! The kernels with each loop of tasks registered by one call, as the front ends emit loops.
//!
//! The tasks, their tiles and their serial order are those of [`tasks`](super::graph::tasks); the
//! runtime is told the loops and finds the tiles by arithmetic.

use hp5::rt::{Array, Flat, Geometry, Mode, Order, Region, Site, View, chunks, flat, site};

use super::ffi;
use super::graph::At;
use super::problem::{Kernel, Problem};

/// Registers all tasks of a run.
pub fn register(region: &Region, problem: &mut Problem) {
    match problem.size.kernel {
        Kernel::Cholesky => cholesky(region, &Matrix::new(region, problem)),
        Kernel::Lu => lu(region, &Matrix::new(region, problem)),
        Kernel::Jacobi => jacobi(region, problem),
        Kernel::SmithWaterman => smith_waterman(region, problem),
    }
}

/// Rows of which no section leaves one for the next: what lies beyond an edge is nothing.
#[derive(Clone, Copy)]
struct Bounded<T>(Flat<T>);

impl<T: Copy> View for Bounded<T> {
    fn geometry(&self) -> Geometry {
        Geometry {
            linear: false,
            open: false,
            ..self.0.geometry()
        }
    }
}

/// A matrix stored tile after tile, known to the runtime.
struct Matrix {
    known: Array<Flat<f64>>,
    tiles: Tiles,
}

/// The places of its tiles: `m` by `m` of `t` by `t` elements.
#[derive(Clone, Copy)]
struct Tiles {
    data: At<f64>,
    m: usize,
    t: usize,
}

impl Tiles {
    #[inline(always)]
    fn at(self, i: usize, j: usize) -> *mut f64 {
        self.data.on((i * self.m + j) * self.t * self.t)
    }
}

impl Matrix {
    fn new(region: &Region, problem: &mut Problem) -> Matrix {
        let (m, t) = (problem.size.tiles(), problem.size.tile);
        // SAFETY: the matrix outlives the region, keeps its place, and nobody but the tasks
        // touches it while the region is open.
        let known = unsafe { region.array("a", flat(&raw const *problem.a), &[t * t]) };
        let data = At::of(&mut problem.a);
        let tiles = Tiles { data, m, t };
        Matrix { known, tiles }
    }

    /// The elements of tile (`i`, `j`), as a section.
    fn tile(&self, i: isize, j: isize) -> [(isize, isize); 1] {
        let (m, size) = (
            self.tiles.m as isize,
            (self.tiles.t * self.tiles.t) as isize,
        );
        let first = (i * m + j) * size;
        [(first, first + size)]
    }

    /// One task on tile (`k`, `k`).
    fn diagonal(
        &self,
        region: &Region,
        site: &'static Site,
        k: usize,
        body: unsafe extern "C" fn(i64, *mut f64),
    ) {
        let (tiles, Tiles { m, t, .. }) = (self.tiles, self.tiles);
        let mut task = region.task(site);
        task.access_tile(self.known.id(), k * m + k, Mode::InOut);
        // SAFETY: the tile has t * t elements and is declared.
        unsafe { task.spawn(move || body(t as i64, tiles.at(k, k))) };
    }
}

fn cholesky(region: &Region, a: &Matrix) {
    let (tiles, Tiles { m, t, .. }) = (a.tiles, a.tiles);
    let size = t as i64;
    for k in 0..m {
        a.diagonal(region, site!("potrf", file!(), line!()), k, ffi::kern_potrf);
        let row = k as isize;

        let rest = chunks(k + 1..m, 1, 0);
        let mut trsm = region.loop_tasks(site!("trsm", file!(), line!()), Order::Ordered, rest);
        trsm.access(&a.known, Mode::In, |[_]| a.tile(row, row));
        trsm.access(&a.known, Mode::InOut, |[(j, _)]| a.tile(row, j));
        // SAFETY: both tiles have t * t elements, differ, and are declared.
        let body = trsm.body(move |j| unsafe {
            ffi::kern_trsm_t(size, tiles.at(k, k), tiles.at(k, j.start));
        });
        // SAFETY: as above.
        unsafe { trsm.spawn(body) };

        for i in k + 1..m {
            let line = i as isize;
            let mut syrk = region.task(site!("syrk", file!(), line!()));
            syrk.access_tile(a.known.id(), k * m + i, Mode::In);
            syrk.access_tile(a.known.id(), i * m + i, Mode::InOut);
            // SAFETY: as above.
            unsafe { syrk.spawn(move || ffi::kern_syrk(size, tiles.at(k, i), tiles.at(i, i))) };

            let rest = chunks(i + 1..m, 1, 0);
            let mut gemm = region.loop_tasks(site!("gemm", file!(), line!()), Order::Ordered, rest);
            gemm.access(&a.known, Mode::In, |[_]| a.tile(row, line));
            gemm.access(&a.known, Mode::In, |[(j, _)]| a.tile(row, j));
            gemm.access(&a.known, Mode::InOut, |[(j, _)]| a.tile(line, j));
            let body = gemm.body(move |j| {
                let j = j.start;
                // SAFETY: three tiles that differ, as above.
                unsafe {
                    ffi::kern_gemm_tn(size, tiles.at(k, i), tiles.at(k, j), tiles.at(i, j));
                }
            });
            // SAFETY: as above.
            unsafe { gemm.spawn(body) };
        }
    }
}

fn lu(region: &Region, a: &Matrix) {
    let (tiles, Tiles { m, t, .. }) = (a.tiles, a.tiles);
    let size = t as i64;
    for k in 0..m {
        a.diagonal(region, site!("getrf", file!(), line!()), k, ffi::kern_getrf);
        let (rest, kk) = (chunks(k + 1..m, 1, 0), k as isize);

        let site = site!("trsm_l", file!(), line!());
        let mut upper = region.loop_tasks(site, Order::Ordered, rest.clone());
        upper.access(&a.known, Mode::In, |[_]| a.tile(kk, kk));
        upper.access(&a.known, Mode::InOut, |[(j, _)]| a.tile(kk, j));
        // SAFETY: both tiles have t * t elements, differ, and are declared.
        let body = upper.body(move |j| unsafe {
            ffi::kern_trsm_l(size, tiles.at(k, k), tiles.at(k, j.start));
        });
        // SAFETY: as above.
        unsafe { upper.spawn(body) };

        let site = site!("trsm_u", file!(), line!());
        let mut left = region.loop_tasks(site, Order::Ordered, rest.clone());
        left.access(&a.known, Mode::In, |[_]| a.tile(kk, kk));
        left.access(&a.known, Mode::InOut, |[(i, _)]| a.tile(i, kk));
        // SAFETY: as above.
        let body = left.body(move |i| unsafe {
            ffi::kern_trsm_u(size, tiles.at(k, k), tiles.at(i.start, k));
        });
        // SAFETY: as above.
        unsafe { left.spawn(body) };

        let site = site!("gemm", file!(), line!());
        let mut gemm = region.loop_tasks(site, Order::Ordered, (rest.clone(), rest));
        gemm.access(&a.known, Mode::In, |[(i, _), _]| a.tile(i, kk));
        gemm.access(&a.known, Mode::In, |[_, (j, _)]| a.tile(kk, j));
        gemm.access(&a.known, Mode::InOut, |[(i, _), (j, _)]| a.tile(i, j));
        let body = gemm.body(move |(i, j)| {
            let (i, j) = (i.start, j.start);
            // SAFETY: three tiles that differ, as above.
            unsafe { ffi::kern_gemm_nn(size, tiles.at(i, k), tiles.at(k, j), tiles.at(i, j)) };
        });
        // SAFETY: as above.
        unsafe { gemm.spawn(body) };
    }
}

fn jacobi(region: &Region, problem: &mut Problem) {
    let (n, t, sweeps) = (problem.size.n, problem.size.tile, problem.size.sweeps);
    // SAFETY: as in `Matrix::new`, for both grids.
    let known = unsafe {
        [
            region.array("a", Bounded(flat(&raw const *problem.a).rows(n)), &[t, t]),
            region.array("b", Bounded(flat(&raw const *problem.b).rows(n)), &[t, t]),
        ]
    };
    let grids = [At::of(&mut problem.a), At::of(&mut problem.b)];
    for s in 0..sweeps {
        let (read, write) = (s % 2, (s + 1) % 2);
        let (from, to) = (grids[read], grids[write]);
        let nest = (chunks(0..n, t, 0), chunks(0..n, t, 0));
        let site = site!("jacobi", file!(), line!());
        let mut sweep = region.loop_tasks(site, Order::Ordered, nest);
        sweep.access(&known[read], Mode::In, |[i, j]| [i, j]);
        sweep.access(&known[read], Mode::In, |[(i, _), j]| [(i - 1, i), j]);
        sweep.access(&known[read], Mode::In, |[(_, i), j]| [(i, i + 1), j]);
        sweep.access(&known[read], Mode::In, |[i, (j, _)]| [i, (j - 1, j)]);
        sweep.access(&known[read], Mode::In, |[i, (_, j)]| [i, (j, j + 1)]);
        sweep.access(&known[write], Mode::Out, |[i, j]| [i, j]);
        let body = sweep.body(move |(i, j)| {
            let (i, j) = ((i.start / t) as i64, (j.start / t) as i64);
            // SAFETY: reads the tile and the edges of its neighbours in one grid and writes the
            // tile in the other, all of them declared.
            unsafe { ffi::kern_jacobi(n as i64, t as i64, i, j, from.on(0), to.on(0)) };
        });
        // SAFETY: as above.
        unsafe { sweep.spawn(body) };
    }
}

fn smith_waterman(region: &Region, problem: &mut Problem) {
    let (m, t, words) = (problem.size.tiles(), problem.size.tile, problem.words());
    // SAFETY: as in `Matrix::new`.
    let known = unsafe {
        let borders = flat(&raw const *problem.borders).rows(m * words);
        region.array("borders", Bounded(borders), &[1, words])
    };
    let (rows, columns) = (At::of(&mut problem.rows), At::of(&mut problem.columns));
    let borders = At::of(&mut problem.borders);
    let block = move |i: usize, j: usize| {
        let of = |i: usize, j: usize| borders.on((i * m + j) * words);
        let none = std::ptr::null_mut();
        let up = if i > 0 { of(i - 1, j) } else { none };
        let left = if j > 0 { of(i, j - 1) } else { none };
        let (row, column) = (rows.on(i * t), columns.on(j * t));
        // SAFETY: reads letters, which nobody writes, and the borders of the tiles above and to
        // the left, writes its own; all of them declared.
        unsafe { ffi::kern_sw(t as i64, row, column, up, left, of(i, j)) };
    };
    let words = words as isize;
    let (row, column) = (|i| (i, i + 1), move |j| (j * words, (j + 1) * words));
    let nest = (chunks(0..m, 1, 0), chunks(0..m, 1, 0));
    let site = site!("smith-waterman", file!(), line!());
    let mut all = region.loop_tasks(site, Order::Ordered, nest);
    all.access(&known, Mode::In, |[(i, _), (j, _)]| [row(i - 1), column(j)]);
    all.access(&known, Mode::In, |[(i, _), (j, _)]| [row(i), column(j - 1)]);
    all.access(&known, Mode::InOut, |[(i, _), (j, _)]| [row(i), column(j)]);
    let body = all.body(move |(i, j)| block(i.start, j.start));
    // SAFETY: as above.
    unsafe { all.spawn(body) };
}
