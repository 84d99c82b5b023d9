//! Functions whose regions cannot be part of another one.

#[hp5::region(joined)] //~ HP5-E0012 | #[hp5::region(joined)]
fn sum(a: &[f64]) -> f64 {
    let mut sum = 0.0;
    #[hp5::task_tile(i = 8, reduction(+: sum))]
    for i in 0..a.len() {
        sum += a[i];
    }
    #[hp5::task_wait]
    sum
}

struct Grid {
    cells: Vec<f64>,
}

impl Grid {
    #[hp5::region(joined)] //~ HP5-E0012 | #[hp5::region(joined)]
    fn scale(&mut self) {
        #[hp5::task_tile(i = 8)]
        for i in 0..self.cells.len() {
            self.cells[i] *= 2.0;
        }
    }
}

#[hp5::annotated]
fn block(a: &mut [f64]) {
    #[hp5::region(joined)] //~ HP5-E0003 | #[hp5::region(joined)]
    {
        #[hp5::task_tile(i = 8)]
        for i in 0..a.len() {
            a[i] *= 2.0;
        }
    }
}

fn main() {}
