//! A task writes a static of the program.

static mut GRID: [f64; 8] = [0.0; 8];

#[hp5::region]
fn fill(n: usize) {
    #[hp5::task_tile(i = 4)]
    for i in 0..n {
        GRID[i] = i as f64; //~ HP5-E0003 | GRID[i]
    }
}

fn main() {}
