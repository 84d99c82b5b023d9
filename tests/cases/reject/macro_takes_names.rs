//! A macro of the function uses a variable without being given it.

#[hp5::region]
fn run(a: &mut [f64], b: &mut [f64], n: usize) {
    macro_rules! at {
        ($i:expr, $j:expr) => {
            a[$i * n + $j]
        };
    }
    macro_rules! square {
        ($x:expr) => {{
            let b = $x;
            b * b
        }};
    }
    #[hp5::task_tile(i = 8)]
    for i in 0..n {
        at!(i, 0) = square!(b[i]); //~ HP5-E0003 | at!(i, 0)
    }
}

fn main() {}
