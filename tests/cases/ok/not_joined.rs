//! Calls of a joined region that do not join are said, with what stands in the way.

#[hp5::region(joined)]
fn add(a: &mut [f64], by: f64) {
    #[hp5::task_tile(i = 8)]
    for i in 0..a.len() {
        a[i] += by;
    }
}

fn half(by: f64) -> f64 {
    let mut half = by;
    half *= 0.5;
    half
}

#[hp5::region]
fn steps(a: &mut Vec<f64>, count: usize) {
    for t in 0..count {
        add(a, 0.5);
        #[hp5::task_wait]
        add(a, half(t as f64)); //~ HP5-N0204 | half(t as f64)
        match t {
            2 => add(a, 1.0), //~ HP5-N0204 | add(a, 1.0)
            _ => {}
        }
        let mut later = |by: f64| {
            add(a, by); //~ HP5-N0204 | |by: f64| {
        };
        later(3.0);
        #[hp5::task]
        add(a, 2.0); //~ HP5-N0204 | add(a, 2.0);
        #[hp5::task_wait]
        {}
    }
}

fn main() {
    let mut a = vec![1.0; 40];
    steps(&mut a, 4);
    println!("{}", a.iter().sum::<f64>());
}
