//! Names in directives that nothing binds, and directives that are given too much.

#[hp5::region]
fn names(a: &mut [f64], total: &mut f64, n: usize) {
    let mut sum = 0.0;
    #[hp5::task_tile(i = 8, reduction(+: sun))] //~ HP5-E0002 | sun
    #[hp5::r#in(b[i])] //~ HP5-E0002 | b
    #[hp5::priority(k)] //~ HP5-E0002 | k
    for i in 0..n {
        for k in 0..2 {
            sum += a[i] + k as f64; //~ HP5-W0103 | sum
        }
    }
    #[hp5::array_tile(aa: [8])] //~ HP5-E0002 | aa
    #[hp5::task_tile(i = tile)] //~ HP5-E0002 | tile
    #[hp5::private(x)] //~ HP5-E0002 | x
    #[hp5::r#if(m > 8)] //~ HP5-E0002 | m
    for i in 0..n {
        a[i] *= 2.0;
    }
    #[hp5::task_wait(a)] //~ HP5-E0001 | a
    {
        *total = sum;
    }
    #[hp5::task_tile(i = 8, nested = true)] //~ HP5-E0006 | nested
    for i in 0..n {
        a[i] += 1.0;
    }
    #[hp5::task_tile(i = 8)]
    #[hp5::task] //~ HP5-E0018 | #[hp5::task]
    for i in 0..n {
        a[i] += 1.0;
    }
    #[hp5::task_tile(i: 8)] //~ HP5-E0002 | i
    for i in 0..n {
        a[i] += 1.0;
    }
}

fn main() {}
