//! Directives among comments, other attributes, strings that look like directives, and
//! text beyond ASCII; lines keep their places.

/// Says `#[hp5::task]` without meaning it.
#[allow(clippy::needless_range_loop)]
#[hp5::region]
// größer, 加 1
fn grow(größe: &mut [i64], ω: i64) {
    let text = "#[hp5::task_tile(i = 0)] for i in 0..";
    #[hp5::task_tile(i = 4)] // four
    /* and */
    #[allow(clippy::needless_range_loop)]
    for i in 0..größe.len() {
        // 每個
        größe[i] += ω + text.len() as i64;
    }
}

#[allow(non_snake_case)]
fn main() {
    let mut größe = vec![1; 10];
    grow(&mut größe, 4);
    println!("{größe:?} é");
}
