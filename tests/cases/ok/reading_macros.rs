//! Macros of the file that read the numbers that they are given, and one that assigns.

macro_rules! square {
    ($e:expr) => {
        $e * $e
    };
}

macro_rules! bump {
    ($x:expr) => {
        $x += 1.0
    };
}

#[hp5::region]
fn update(y: &mut [f64], x: &[f64], a: f64) -> f64 {
    let mut count = 0.0;
    #[hp5::task_tile(i = 4)]
    for i in 0..x.len() {
        y[i] += square!(a) * x[i];
    }
    #[hp5::task]
    {
        bump!(count);
    }
    #[hp5::task_wait]
    count
}

fn main() {
    let x: Vec<f64> = (0..30).map(f64::from).collect();
    let mut y = vec![0.5; 30];
    let count = update(&mut y, &x, 1.5);
    println!("{count} {y:?}");
}
