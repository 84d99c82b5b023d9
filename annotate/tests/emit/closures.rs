fn checksum(v: &[f64]) -> u64 { v.iter().fold(0, |h: u64, x| h.rotate_left(7) ^ x.to_bits()) }

#[hp5::region]
fn closures(a: &mut [f64], scale: f64) {
    let weights: Vec<f64> = (0..5).map(|k| k as f64 + scale).collect();
    let f = |x: f64| x * scale + 1.0;
    let g = |i: usize| weights[i % 5];
    for round in 0..4 {
        let table = vec![round as f64; 7];
        let total: f64 = weights.iter().sum::<f64>() + table[0];
        let h = |i: usize| table[i % 7] + total;
        #[hp5::task_tile(i = 8)]
        for i in 0..a.len() {
            a[i] = f(a[i]) * g(i) + h(i) + dot(&weights, &table);
        }
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 { a.iter().zip(b).map(|(x, y)| x * y).sum() }

fn main() {
    let mut a: Vec<f64> = (0..50).map(f64::from).collect();
    closures(&mut a, 0.125);
    println!("{:016x}", checksum(&a));
}
