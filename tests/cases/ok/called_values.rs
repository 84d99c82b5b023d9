//! Closures that keep something from call to call are called in the order of the serial program.

struct Numbers<F: FnMut() -> u64> {
    next: F,
    by: u64,
}

impl<F: FnMut() -> u64 + Send + Sync> Numbers<F> {
    #[hp5::region]
    #[hp5::array_tile(b: [10])]
    fn fill(&mut self, b: &mut [u64]) {
        for lo in (0..b.len()).step_by(10) {
            #[hp5::task]
            for i in lo..(lo + 10).min(b.len()) {
                b[i] = (self.next)() + self.by;
            }
        }
    }
}

#[hp5::region]
#[hp5::array_tile(b: [10])]
fn by_value(a: &[f64], b: &mut [f64], mut f: impl FnMut(f64) -> f64 + Send + Sync) {
    for lo in (0..a.len()).step_by(10) {
        #[hp5::task]
        for i in lo..(lo + 10).min(a.len()) {
            b[i] = f(a[i]);
        }
    }
}

#[hp5::region]
fn by_parameter<F>(a: &[f64], b: &mut [f64], f: &mut F)
where
    F: FnMut(f64) -> f64 + Send + Sync,
{
    #[hp5::task_tile(i = 10)]
    for i in 0..a.len() {
        b[i] = f(a[i]); //~ HP5-W0105 | f
    }
}

#[hp5::region]
fn by_object(a: &[f64], b: &mut [f64], f: &mut (dyn FnMut(f64) -> f64 + Send + Sync)) {
    #[hp5::task_tile(i = 10)]
    for i in 0..a.len() {
        b[i] = f(a[i]); //~ HP5-W0105 | f
    }
}

/// Copies of such a closure would all begin with the same seed.
#[hp5::region]
fn made_here(b: &mut [u64]) {
    let mut seed = 1_u64;
    let mut next = move || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        seed >> 33
    };
    #[hp5::task_tile(i = 10)]
    for i in 0..b.len() {
        b[i] = next(); //~ HP5-W0105 | next
    }
}

#[hp5::region]
fn without_state(b: &mut [u64], f: impl Fn(u64) -> u64 + Send + Sync) {
    let g = |x: u64| f(x) + 1;
    #[hp5::task_tile(i = 10)]
    for i in 0..b.len() {
        b[i] = g(i as u64) + f(2);
    }
}

fn main() {
    let a: Vec<f64> = (0..50).map(f64::from).collect();
    let mut b = vec![0.0; 50];
    let mut sum = 0.0;
    let mut add = |x| {
        sum += x;
        sum
    };
    by_value(&a, &mut b, &mut add);
    println!("{b:?}");
    by_parameter(&a, &mut b, &mut add);
    println!("{b:?}");
    by_object(&a, &mut b, &mut add);
    println!("{b:?}");
    let mut c = vec![0; 50];
    made_here(&mut c);
    println!("{c:?}");
    without_state(&mut c, |x| x * 2);
    println!("{c:?}");
    let mut z = 0;
    let next = || {
        z += 3;
        z
    };
    Numbers { next, by: 5 }.fill(&mut c);
    println!("{c:?}");
}
