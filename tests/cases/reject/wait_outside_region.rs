//! A wait that no region holds.

fn main() {
    let a = [1, 2];
    #[hp5::task_wait] //~ HP5-E0003
    println!("{a:?}");
}
