//! Early returns and `?` in generating code: the region waits before it is left.

use std::num::ParseIntError;

#[hp5::region]
fn scaled(a: &mut Vec<i64>, factors: &[&str], stop: i64) -> Result<i64, ParseIntError> {
    let mut used = 0;
    for text in factors {
        let factor: i64 = text.parse()?;
        if factor == stop {
            return Ok(used);
        }
        #[hp5::task_tile(i = 4)]
        for i in 0..a.len() {
            a[i] = a[i] * factor + i as i64;
        }
        used += 1;
    }
    Ok(used)
}

fn main() {
    for factors in [&["2", "3", "-1"][..], &["2", "x", "3"], &["5", "0", "7"], &[]] {
        let mut a: Vec<i64> = (0..30).collect();
        let result = scaled(&mut a, factors, 0);
        println!("{result:?} {}", a.iter().sum::<i64>());
    }
}
