//! Templates of arrays that tasks only use as a whole: each is one tile.

fn work(rows: &mut Vec<Vec<f64>>, by: f64) {
    for row in rows.iter_mut() {
        row.iter_mut().for_each(|x| *x = *x * 0.5 + by);
    }
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn steps(a: &mut Vec<Vec<f64>>, b: &mut Vec<Vec<f64>>, count: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("steps", "tests/cases/ok/whole_arrays.rs", 9));
    for t in __hp5.laps(1, 0..count) {
        // hp5: tests/cases/ok/whole_arrays.rs:13 #[hp5::task]
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::scalar(&raw const (a)), &[]) };
            let __w_a = hp5::rt::whole(&raw const (a));
            let mut __t = __hp5.task(hp5::rt::site!("steps:13", "tests/cases/ok/whole_arrays.rs", 13));
            __t.access(&__v_a, hp5::rt::Mode::InOut, &[]);
            let t = hp5::rt::cap_owned!(t);
            let __body = move || {
                let mut a = &mut **unsafe { __w_a.get_mut() };
                work(a, t as f64);
            };
            unsafe { __t.spawn(__body) };
        }
        // hp5: tests/cases/ok/whole_arrays.rs:15 #[hp5::task]
        {
            let __v_b = unsafe { __hp5.array("b", hp5::rt::scalar(&raw const (b)), &[]) };
            let __w_b = hp5::rt::whole(&raw const (b));
            let mut __t = __hp5.task(hp5::rt::site!("steps:15", "tests/cases/ok/whole_arrays.rs", 15));
            __t.access(&__v_b, hp5::rt::Mode::InOut, &[]);
            let __body = move || {
                let mut b = &mut **unsafe { __w_b.get_mut() };
                work(b, 1.0);
            };
            unsafe { __t.spawn(__body) };
        }
    }
    __hp5.end();
}

fn main() {
    let mut a = vec![vec![1.0; 9]; 10];
    let mut b = a.clone();
    steps(&mut a, &mut b, 5);
    println!("{a:?} {b:?}");
}
