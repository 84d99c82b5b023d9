//! The four problems: what they are, how large, their data, and the sum over a result.

use clap::ValueEnum;

use super::ffi;
use super::room::Room;

/// A kernel of the benchmark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Kernel {
    /// A = U'U of a symmetric positive definite matrix, in tiles.
    Cholesky,
    /// LU without pivoting of a diagonally dominant matrix, in tiles.
    Lu,
    /// Sweeps of the 5-point Jacobi iteration over a square grid in square tiles.
    Jacobi,
    /// Smith-Waterman with affine gaps, the score only, as a wavefront of blocks.
    SmithWaterman,
}

impl Kernel {
    /// All of them, in the order of the report.
    pub const ALL: [Kernel; 4] = [
        Kernel::Cholesky,
        Kernel::Lu,
        Kernel::Jacobi,
        Kernel::SmithWaterman,
    ];

    /// As on the command line, here and in the peers.
    pub fn name(self) -> &'static str {
        match self {
            Kernel::Cholesky => "cholesky",
            Kernel::Lu => "lu",
            Kernel::Jacobi => "jacobi",
            Kernel::SmithWaterman => "smith-waterman",
        }
    }
}

/// A problem's size: `n` by `n` points or letters in tiles of `tile` by `tile`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    pub kernel: Kernel,
    pub n: usize,
    pub tile: usize,
    /// Sweeps of Jacobi; 1 elsewhere.
    pub sweeps: usize,
}

/// More than this overflows nothing but is more than a machine holds.
const LARGEST: usize = 1 << 17;

impl Size {
    /// A size that the kernels can take.
    ///
    /// # Errors
    /// What is wrong and what would be right.
    pub fn new(kernel: Kernel, n: usize, tile: usize, sweeps: usize) -> Result<Size, String> {
        let name = kernel.name();
        if n == 0 || n > LARGEST {
            return Err(format!("{name}: size {n} is not within 1 to {LARGEST}"));
        }
        if tile == 0 || !n.is_multiple_of(tile) {
            return Err(format!(
                "{name}: a tile of {tile} does not divide the size {n}; choose a divisor"
            ));
        }
        if matches!(kernel, Kernel::Cholesky | Kernel::Lu) && !tile.is_multiple_of(8) {
            return Err(format!(
                "{name}: a tile of {tile} is no multiple of 8, which the inner kernels need"
            ));
        }
        if sweeps == 0 {
            return Err(format!("{name}: 0 sweeps; at least 1 is needed"));
        }
        let sweeps = if kernel == Kernel::Jacobi { sweeps } else { 1 };
        Ok(Size {
            kernel,
            n,
            tile,
            sweeps,
        })
    }

    /// Tiles per dimension.
    pub fn tiles(&self) -> usize {
        self.n / self.tile
    }

    /// Tasks of one run.
    pub fn tasks(&self) -> usize {
        let m = self.tiles();
        match self.kernel {
            Kernel::Cholesky => m * (m + 1) * (m + 2) / 6,
            Kernel::Lu => m * (m + 1) * (2 * m + 1) / 6,
            Kernel::Jacobi => m * m * self.sweeps,
            Kernel::SmithWaterman => m * m,
        }
    }
}

/// A problem's data, laid out as `peers/kernels/kern.h` says.
pub struct Problem {
    pub size: Size,
    /// The matrix, or the grid that the first sweep reads.
    pub a: Room<f64>,
    /// The other grid of Jacobi.
    pub b: Room<f64>,
    pub rows: Room<u8>,
    pub columns: Room<u8>,
    /// Borders of the tiles of Smith-Waterman, [`words`](Self::words) each.
    pub borders: Room<i32>,
}

impl Problem {
    /// Room for the data, filled.
    pub fn new(size: Size) -> Problem {
        let (n, m) = (size.n, size.tiles());
        let sw = size.kernel == Kernel::SmithWaterman;
        let grid = if sw { 0 } else { n * n };
        let second = if size.kernel == Kernel::Jacobi {
            grid
        } else {
            0
        };
        let mut problem = Problem {
            size,
            a: Room::new(grid),
            b: Room::new(second),
            rows: Room::new(if sw { n } else { 0 }),
            columns: Room::new(if sw { n } else { 0 }),
            borders: Room::new(if sw { m * m * words(size.tile) } else { 0 }),
        };
        problem.fill();
        problem
    }

    /// Ints per tile of Smith-Waterman.
    pub fn words(&self) -> usize {
        words(self.size.tile)
    }

    /// Puts the data back to what they are before a run.
    pub fn fill(&mut self) {
        let (n, t) = (self.size.n as i64, self.size.tile as i64);
        // SAFETY: the arrays have the lengths that the kernel's layout has for n and t.
        unsafe {
            match self.size.kernel {
                Kernel::Cholesky => ffi::kern_fill_matrix(n, t, 1, self.a.as_mut_ptr()),
                Kernel::Lu => ffi::kern_fill_matrix(n, t, 0, self.a.as_mut_ptr()),
                Kernel::Jacobi => {
                    ffi::kern_fill_grid(n, self.a.as_mut_ptr(), self.b.as_mut_ptr());
                }
                Kernel::SmithWaterman => {
                    ffi::kern_fill_letters(n, 1, self.rows.as_mut_ptr());
                    ffi::kern_fill_letters(n, 1 << 40, self.columns.as_mut_ptr());
                    self.borders.fill(0);
                }
            }
        }
    }

    /// The grid that holds the result of Jacobi.
    pub fn last_grid(&self) -> &[f64] {
        if self.size.sweeps.is_multiple_of(2) {
            &self.a
        } else {
            &self.b
        }
    }

    /// A sum over every bit of the result.
    pub fn sum(&self) -> u64 {
        let doubles = |data: &[f64]| {
            // SAFETY: doubles are words; the length is the slice's.
            unsafe { ffi::kern_sum(data.len() as u64, data.as_ptr().cast()) }
        };
        match self.size.kernel {
            Kernel::Cholesky | Kernel::Lu => doubles(&self.a),
            Kernel::Jacobi => doubles(self.last_grid()),
            // SAFETY: the length is the array's.
            Kernel::SmithWaterman => unsafe {
                ffi::kern_sum_ints(self.borders.len() as u64, self.borders.as_ptr())
            },
        }
    }
}

fn words(tile: usize) -> usize {
    // SAFETY: arithmetic.
    unsafe { ffi::kern_sw_words(tile as i64) as usize }
}
