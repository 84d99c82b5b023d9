//! What the programs share: their argument, the clock, the checksum.

use std::time::Instant;

/// The first argument, or how often a program does its work where none is given.
pub fn times(usual: usize) -> usize {
    let first = std::env::args().nth(1);
    first.map_or(usual, |text| text.parse().expect("how often the work is done"))
}

/// Runs the work; says on stderr how many seconds it took.
pub fn timed(work: impl FnOnce()) {
    let clock = Instant::now();
    work();
    eprintln!("seconds {}", clock.elapsed().as_secs_f64());
}

/// Prints the checksum of the results.
pub fn checksum(bits: impl Iterator<Item = u64>) {
    let sum = bits.fold(0_u64, |sum, bits| sum.rotate_left(5) ^ bits);
    println!("checksum {sum:016x}");
}
