//! Which problems are run, in which tiles.

use super::problem::{Kernel, Size};
use clap::Args;

/// Time over tile size of Cholesky, LU, Jacobi and Smith-Waterman, same tiles everywhere
///
/// Every system runs the same tile operations, compiled once from C, on the same tiles with the
/// same dependences; times differ by scheduling alone. Registration and execution are timed
/// together, except for the replays of Jacobi: there "HP5 replay", "TBB replay" (all sweeps in one
/// graph) and "TBB laps" (two sweeps again and again, a barrier between) run what was recorded or
/// built before the clock started. "HP5 laps" registers every two sweeps and finds them recorded.
/// Each answer is compared with the serial program's, bit for bit; a wrong one ends the program
/// with an error.
///
/// Names for --only: cholesky, lu, jacobi, smith-waterman; gomp, llvm, starpu_lws, tbb.
/// Everything takes some nine minutes; on a machine with other work, longer and worse.
#[derive(Args, Debug, Clone, Default)]
pub struct KernelsArgs {
    /// Tile sizes instead of the built-in ones, separated by commas, fine to coarse; each must
    /// divide the size of every kernel that runs (choose one with --only).
    #[arg(long, value_name = "T,..", value_delimiter = ',')]
    pub tiles: Vec<usize>,
    /// Points (or letters) per dimension instead of the built-in sizes.
    #[arg(long, value_name = "N")]
    pub size: Option<usize>,
    /// Sweeps of Jacobi. Even, so that two sweeps make a lap that can be replayed.
    #[arg(long, value_name = "N", default_value_t = SWEEPS)]
    pub sweeps: usize,
}

/// Enough that a run at the coarsest tile takes some 40 ms.
pub const SWEEPS: usize = 20;

/// Size and tiles: from bodies of 80 to 210 nanoseconds at the finest tile of each kernel, where
/// only overheads count, to tasks of milliseconds, where only the balance does.
fn built_in(kernel: Kernel) -> (usize, &'static [usize]) {
    match kernel {
        Kernel::Cholesky => (1024, &[8, 16, 32, 64, 128, 256]),
        Kernel::Lu => (768, &[8, 16, 32, 64, 128, 256]),
        // 2016: rows of 252 cache lines, which spread over the sets of a cache.
        Kernel::Jacobi => (2016, &[8, 16, 32, 72, 168, 336, 1008]),
        Kernel::SmithWaterman => (6144, &[8, 16, 32, 96, 256, 512, 1536]),
    }
}

fn tiny(kernel: Kernel) -> (usize, &'static [usize]) {
    match kernel {
        Kernel::Cholesky | Kernel::Lu => (96, &[8, 24]),
        Kernel::Jacobi => (96, &[12, 48]),
        Kernel::SmithWaterman => (96, &[8, 24]),
    }
}

/// The sizes of one kernel, fine to coarse.
///
/// # Errors
/// Sizes from the command line that the kernel cannot take.
pub fn sizes(kernel: Kernel, args: &KernelsArgs, quick: bool) -> Result<Vec<Size>, String> {
    let (n, tiles) = if quick {
        tiny(kernel)
    } else {
        built_in(kernel)
    };
    let n = args.size.unwrap_or(n);
    let tiles = if args.tiles.is_empty() {
        tiles
    } else {
        &args.tiles
    };
    if !args.sweeps.is_multiple_of(2) {
        return Err(format!(
            "--sweeps {}: an even number, since two sweeps make a lap",
            args.sweeps
        ));
    }
    let mut tiles = tiles.to_vec();
    tiles.sort_unstable();
    tiles.dedup();
    let one = |tile| Size::new(kernel, n, tile, args.sweeps);
    tiles.into_iter().map(one).collect()
}
