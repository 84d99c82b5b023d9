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
    // FNV-1a, word by word: two equal halves do not cancel each other.
    let sum = bits.fold(0xcbf2_9ce4_8422_2325_u64, |sum, bits| {
        (sum ^ bits).wrapping_mul(0x100_0000_01b3).rotate_left(23)
    });
    println!("checksum {sum:016x}");
}
