//! Smith-Waterman: the best local alignment of two sequences, with affine gaps.
//!
//! Three matrices are filled in tiles; a tile waits for the tiles to its left, above it, and
//! above to the left, so the tiles on a diagonal run at the same time:
//!
//! ```text
//!                 second sequence -->
//!   first     (0,0) --> (0,1) --> (0,2) --> ...
//!   sequence    |   \     |   \     |
//!     |         v    \    v    \    v
//!     v       (1,0) --> (1,1) --> (1,2) --> ...     best = max over all tiles
//! ```
//!
//! Run:    `cargo run -p hp5-annotate --bin hp5 -- run examples/rust/smith-waterman`
//! Serial: `cargo run --release -p smith-waterman -- --first a.fasta --second b.fasta`
//!
//! Prints the best score and its alignment, the serial and the parallel time, and what the
//! task graph did. All three matrices must agree with the serial ones, else the exit status
//! is 1.

mod align;
mod report;
mod scores;
mod sequences;

use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;

use align::{Gap, Matrices};
use clap::Parser;
use report::Times;
use scores::{Scores, Table};
use sequences::Sequence;

/// The best local alignment of two sequences.
#[derive(Parser)]
struct Args {
    /// FASTA file with the first sequence; made up if left out.
    #[arg(long, requires = "second")]
    first: Option<PathBuf>,
    /// FASTA file with the second sequence.
    #[arg(long, requires = "first")]
    second: Option<PathBuf>,
    /// Length of the made up sequences.
    #[arg(long, default_value_t = 3000)]
    n: usize,
    /// Score table.
    #[arg(long, value_enum, default_value_t = Table::Blosum62)]
    scores: Table,
    /// Cost of the first letter of a gap.
    #[arg(long, default_value_t = 11)]
    open: i32,
    /// Cost of every further letter of a gap.
    #[arg(long, default_value_t = 1)]
    extend: i32,
    /// Rows and columns of a tile.
    #[arg(long, default_value_t = 256)]
    tile: usize,
    /// Repetitions of every measurement.
    #[arg(long, default_value_t = 3)]
    reps: usize,
}

/// Prints an alignment in lines of 60 columns: first sequence, marks, second sequence.
fn print(first: &Sequence, second: &Sequence, pairs: &[(Option<usize>, Option<usize>)]) {
    let letter = |s: &Sequence, at: Option<usize>| at.map_or('-', |at| char::from(s.letters[at]));
    for line in pairs.chunks(60) {
        let top: String = line.iter().map(|p| letter(first, p.0)).collect();
        let low: String = line.iter().map(|p| letter(second, p.1)).collect();
        let marks: String = top
            .chars()
            .zip(low.chars())
            .map(|(a, b)| if a == b { '|' } else { ' ' })
            .collect();
        println!("  {top}\n  {marks}\n  {low}\n");
    }
}

fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let scores = Scores::new(args.scores);
    let gap = Gap {
        open: args.open,
        extend: args.extend,
    };
    let cost = 0..1_000_000;
    if args.tile == 0 || args.reps == 0 || !cost.contains(&gap.open) || !cost.contains(&gap.extend)
    {
        return Err(
            "--tile and --reps must be 1 at least, --open and --extend from 0 to 999999".into(),
        );
    }
    let (first, second) = match (&args.first, &args.second) {
        (Some(a), Some(b)) => (
            Sequence::from_file(a, &scores)?,
            Sequence::from_file(b, &scores)?,
        ),
        _ if args.n == 0 => return Err("--n must be 1 at least".into()),
        _ => Sequence::pair(args.n, &scores),
    };
    let (a, b) = (&first.codes, &second.codes);
    (a.len() + 1)
        .checked_mul(b.len() + 1)
        .ok_or("the sequences are too long")?;
    println!(
        "{} ({}) with {} ({}), tiles of {} x {}",
        first.name,
        a.len(),
        second.name,
        b.len(),
        args.tile,
        args.tile
    );

    let (mut serial, mut parallel) = (Times::default(), Times::default());
    let fresh = Matrices::new(a.len(), b.len());
    let (mut answer, mut best) = (fresh.clone(), 0);
    for _ in 0..args.reps {
        answer.clone_from(&fresh);
        best = serial.run(|| answer.fill_serial(a, b, &scores, gap, args.tile));
        let mut matrices = fresh.clone();
        let found = parallel.run(|| matrices.fill(a, b, &scores, gap, args.tile));
        if found != best {
            return Err(format!("the best score is {found}, serial has {best}").into());
        }
        if matrices != answer {
            return Err("the matrices differ from the serial ones".into());
        }
    }

    let pairs = answer.trace(a, b, &scores, gap, best);
    let same = pairs
        .iter()
        .filter(|p| matches!(p, (Some(i), Some(j)) if a[*i] == b[*j]))
        .count();
    println!(
        "best score {best}: {} columns, {same} of them equal; the first of them:\n",
        pairs.len()
    );
    print(&first, &second, &pairs[..pairs.len().min(120)]);
    println!("the annotated program's answer equals the serial one's, bit for bit");
    report::compare(&serial, &parallel);
    Ok(())
}

fn main() -> ExitCode {
    report::exit(run(&Args::parse()))
}
