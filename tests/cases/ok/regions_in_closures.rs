//! A closure captures what its region's tasks write to be written.
//!
//! Optimised: the compiler takes what stands behind shared references for constant.

#[inline(never)]
fn twice(mut work: impl FnMut(i64)) {
    work(1);
    work(2);
}

#[inline(never)]
fn kept(work: &mut dyn FnMut() -> i64) -> i64 {
    work() + work()
}

#[hp5::annotated]
fn main() {
    let (mut total, mut rows, mut calls) = (0_i64, vec![1_i64; 12], 0);
    twice(|factor| {
        #[hp5::region]
        {
            #[hp5::task_tile(i = 2)]
            for i in 0..12 {
                rows[i] = rows[i] * 2 + factor * i as i64;
            }
            #[hp5::task]
            {
                total += rows[0] + rows[11];
            }
        }
        calls += 1;
    });
    println!("{total} {rows:?} {calls}");

    let mut count = 0_i64;
    let sum = kept(&mut move || {
        #[hp5::region]
        {
            #[hp5::task]
            {
                count += 3;
            }
        }
        count
    });
    println!("{sum} {count}");
}
