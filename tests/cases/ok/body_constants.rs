//! Constants that a body declares, in its indices.

#[hp5::region]
fn stencil(a: &mut [f64], b: &[f64]) {
    const OUT: usize = 2;
    let n = a.len();
    #[hp5::task_tile(i = 4)]
    for i in 0..n - 6 {
        const TWICE: usize = 2 * STEP;
        const STEP: usize = OUT;
        const WEIGHTS: [f64; 2] = [0.5, 0.25];
        a[i] += WEIGHTS[0] * b[i + STEP] + WEIGHTS[1] * b[i + TWICE];
    }
    #[hp5::task]
    {
        const LAST: i32 = 3;
        a[LAST as usize] += 1.0;
        {
            const LAST: usize = 5;
            a[LAST] -= 1.0;
        }
    }
}

fn main() {
    let mut a = vec![1.0; 40];
    let b: Vec<f64> = (0..40).map(f64::from).collect();
    stencil(&mut a, &b);
    println!("{a:?}");
}
