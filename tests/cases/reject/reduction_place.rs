//! A comparison with a partial result decides on something else.

#[hp5::region]
fn place(a: &[f64]) -> (f64, usize) {
    let (mut least, mut at) = (f64::MAX, 0);
    #[hp5::task_tile(i = 8, reduction(min: least))]
    for i in 0..a.len() {
        if a[i] < least { //~ HP5-E0013
            least = a[i];
            at = i;
        }
    }
    (least, at)
}

#[hp5::region]
fn either(a: &[f64]) -> (f64, f64) {
    let (mut least, mut most) = (a[0], a[0]);
    #[hp5::task_tile(i = 8, reduction(min: least), reduction(max: most))]
    for i in 0..a.len() {
        if a[i] < least { //~ HP5-E0013
            least = a[i];
        } else if a[i] > most {
            most = a[i];
        }
    }
    (least, most)
}

#[hp5::region]
fn first(a: &[f64], b: &mut [f64]) -> bool {
    let mut any = false;
    #[hp5::task_tile(i = 8, reduction(||: any))]
    for i in 0..a.len() {
        b[i] = if any { 1.0 } else { 2.0 }; //~ HP5-E0013
        any = any || a[i] > 3.0;
    }
    any
}

fn main() {}
