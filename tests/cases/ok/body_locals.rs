//! Locals of a body are private to each task: scalars, arrays, vectors, closures.

#[hp5::region]
fn filter(a: &[i32], b: &mut [i32]) {
    #[hp5::task_tile(i = 11)]
    for i in 2..a.len() - 2 {
        let mut window = [a[i - 2], a[i - 1], a[i], a[i + 1], a[i + 2]];
        window.sort_unstable();
        let mut seen = Vec::new();
        for k in 0..5 {
            if !seen.contains(&window[k]) {
                seen.push(window[k]);
            }
        }
        let bonus = |v: i32| v * 10 + seen.len() as i32;
        b[i] = bonus(window[2]);
    }
}

fn main() {
    let a: Vec<i32> = (0..97).map(|i| (i * 31) % 23 - 7).collect();
    let mut b = vec![0; a.len()];
    filter(&a, &mut b);
    println!("{} {:?}", b.iter().sum::<i32>(), &b[40..50]);
}
