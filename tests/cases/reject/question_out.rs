//! A `?` in a task.

#[hp5::region]
fn check(a: &mut [i64], texts: &[String]) -> Result<(), std::num::ParseIntError> {
    #[hp5::task_tile(i = 8)]
    for i in 0..a.len() {
        a[i] = texts[i].parse::<i64>()?; //~ HP5-E0011
    }
    Ok(())
}

fn main() {}
