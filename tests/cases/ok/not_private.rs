//! Variables that look like scratch and are none: their values count outside of the turn.

#[hp5::region]
fn last(a: &[f64], b: &mut [f64]) -> f64 {
    let mut last = 0.0;
    #[hp5::task_tile(i = 8)]
    for i in 0..a.len() {
        last = a[i]; //~ HP5-W0103 | last
        b[i] = last + 1.0;
    }
    #[hp5::task_wait]
    last
}

#[hp5::region]
fn of_the_turn_before(a: &[f64], b: &mut [f64]) {
    let mut line = vec![0.0; 8];
    let mut before = 0.0;
    #[hp5::task_tile(i = 8)]
    for i in 0..a.len() {
        b[i] = before + line[7];
        for k in 0..7 {
            line[k] = a[i];
        }
        line[7] = line[6] + b[i];
        if i % 3 == 0 {
            before = a[i]; //~ HP5-W0103 | before
        }
    }
}

#[hp5::region]
fn skipped(a: &[f64], b: &mut [f64]) {
    let mut line = [0.0; 8];
    #[hp5::task_tile(i = 8)]
    for i in 0..a.len() {
        for k in 0..8 {
            if i % 2 == 0 && k == 3 {
                break;
            }
            line[k] = a[i] * k as f64;
        }
        b[i] = line[5];
    }
}

#[hp5::region]
fn in_the_next_round(a: &mut [f64]) {
    let mut t = 1.0;
    for _ in 0..3 {
        #[hp5::task]
        a[0] += t;
        #[hp5::task]
        {
            t = a[1];
            a[1] = t + a[0];
        }
    }
}

fn main() {
    let mut a: Vec<f64> = (0..40).map(f64::from).collect();
    let mut b = vec![0.0; 40];
    println!("{} {b:?}", last(&a, &mut b));
    of_the_turn_before(&a, &mut b);
    println!("{b:?}");
    skipped(&a, &mut b);
    println!("{b:?}");
    in_the_next_round(&mut a);
    println!("{a:?}");
}
