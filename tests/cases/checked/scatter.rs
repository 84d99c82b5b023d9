//! A write through an index array lands in the tile of another task.

#[hp5::region]
#[hp5::array_tile(b: [4])]
fn scatter(order: &[usize], b: &mut [i32]) {
    #[hp5::task_tile(i = 4, out(b[i]))]
    for i in 0..order.len() {
        b[order[i]] = i as i32; //~ b[2]
    }
}

fn main() {
    let order = [0, 1, 2, 3, 4, 5, 6, 2];
    let mut b = vec![0; 8];
    scatter(&order, &mut b);
    println!("{b:?}");
}
