//! Prints sums, and how many tasks made them.

mod kernel {
    hp5::include_annotated!("kernel.rs");
}

fn main() {
    let (mut a, mut b) = (vec![1.0; 1000], vec![1.0; 1000]);
    kernel::double(&mut a);
    kernel::double_serial(&mut b);
    assert_eq!(a, b);
    let tasks = hp5::last_region().map_or(0, |stats| stats.tasks);
    println!(
        "{} {} {}",
        a.iter().sum::<f64>(),
        tasks > 1,
        cfg!(hp5_annotated)
    );
}
