//! Indices with coefficients: restriction and prolongation between two grids, interleaved
//! writes, a transpose.

#[hp5::region]
fn restrict(fine: &[f64], coarse: &mut [f64]) {
    #[hp5::task_tile(i = 4)]
    for i in 1..coarse.len() - 1 {
        coarse[i] = 0.25 * fine[2 * i - 1] + 0.5 * fine[2 * i] + 0.25 * fine[2 * i + 1];
    }
}

#[hp5::region]
fn prolong(coarse: &[f64], fine: &mut [f64]) {
    #[hp5::task_tile(i = 4)]
    for i in 0..coarse.len() - 1 {
        fine[2 * i] = coarse[i];
        fine[2 * i + 1] = 0.5 * (coarse[i] + coarse[i + 1]);
    }
}

#[hp5::region]
#[hp5::array_tile(a: [4, 4], b: [4, 4])]
fn transpose(a: &[f64], b: &mut [f64], n: usize, m: usize) {
    #[hp5::task_tile(i = 4, j = 4)]
    for i in 0..n {
        for j in 0..m {
            b[j * n + i] = a[i * m + j];
        }
    }
}

fn main() {
    let fine: Vec<f64> = (0..65).map(|i| f64::from((i * 9) % 25)).collect();
    let mut coarse = vec![1.0; 33];
    let mut again = vec![0.0; 65];
    restrict(&fine, &mut coarse);
    prolong(&coarse, &mut again);
    let mut turned = vec![0.0; 65];
    transpose(&again, &mut turned, 5, 13);
    println!("{:016x} {:016x} {:?}", coarse[7].to_bits(), again[31].to_bits(), &turned[..8]);
}
