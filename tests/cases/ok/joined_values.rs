//! Numbers that tasks of joined regions write, and that tasks of the caller have copies of.

#[hp5::region(joined)]
fn count(x: &mut u32, by: u32) {
    #[hp5::task]
    {
        for _ in 0..by {
            *x = x.wrapping_mul(3) + 1;
        }
    }
}

#[hp5::region]
fn all(out: &mut [u32], limit: u32) {
    #[hp5::array_tile(out: [1])]
    let mut total = 1;
    for t in 0..8 {
        count(&mut total, 100);
        #[hp5::task] //~ HP5-W0102
        {
            out[t] += total % limit;
        }
    }
}

fn main() {
    let mut out = vec![0; 8];
    all(&mut out, 1000);
    println!("{out:?}");
}
