//! Reductions into arrays: each task has one of its own, which are folded element by element.

struct Counts {
    per_class: Vec<u32>,
    seen: usize,
}

#[hp5::region]
fn histogram(values: &[u64], hist: &mut [u32], sums: &mut Vec<f64>) {
    #[hp5::task_tile(i = 16, reduction(+: hist, sums))]
    for i in 0..values.len() {
        let k = values[i] as usize % hist.len();
        hist[k] += 1;
        sums[k % 3] = sums[k % 3] + 1.0 / (1.0 + values[i] as f64);
    }
}

#[hp5::region]
fn extremes(values: &[u64]) -> ([u64; 4], [bool; 4], u64) {
    let mut most = [0_u64; 4];
    let mut all = [true; 4];
    #[hp5::task_tile(i = 16, reduction(max: most), reduction(&&: all))]
    for i in 0..values.len() {
        most[i % 4] = most[i % 4].max(values[i]);
        if values[i] > 990 {
            all[i % 4] = false;
        }
    }
    let mut bits = vec![0_u64; 3];
    #[hp5::task_tile(i = 16)]
    #[hp5::reduction(^: bits)]
    for i in 0..values.len() {
        bits[i % 3] ^= values[i].rotate_left((i % 60) as u32);
    }
    #[hp5::task_wait]
    (most, all, bits.iter().fold(0, |a, b| a ^ b))
}

#[hp5::region]
fn tables(values: &[u64], rows: &mut [Vec<u64>], cubes: &mut [[[u16; 2]; 3]; 2]) {
    #[hp5::task_tile(i = 20, reduction(+: rows, cubes))]
    for i in 0..values.len() {
        let v = values[i] as usize;
        rows[v % 2][v % 3] += values[i];
        cubes[v % 2][v % 3][i % 2] += 1;
    }
}

#[hp5::region]
fn fields(values: &[u64], counts: &mut Counts) {
    #[hp5::task_tile(i = 16, reduction(+: counts.per_class, counts.seen))]
    for i in 0..values.len() {
        counts.per_class[values[i] as usize % 5] += 1;
        counts.seen += 1;
    }
}

fn main() {
    let values: Vec<u64> = (0..500).map(|i| (i * 7919) % 1013).collect();
    let (mut hist, mut sums) = (vec![1; 7], vec![0.0; 3]);
    histogram(&values, &mut hist, &mut sums);
    // Sums are grouped by tasks: they may differ in rounding from the serial program's.
    let sums: Vec<String> = sums.iter().map(|s| format!("{s:.9}")).collect();
    println!("{hist:?} {sums:?} {:?}", extremes(&values));
    let (mut rows, mut cubes) = (vec![vec![0; 3], vec![5; 3]], [[[0; 2]; 3]; 2]);
    tables(&values, &mut rows, &mut cubes);
    let mut counts = Counts { per_class: vec![0; 5], seen: 3 };
    fields(&values, &mut counts);
    println!("{rows:?} {cubes:?} {:?} {}", counts.per_class, counts.seen);
}
