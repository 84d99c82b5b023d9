//! Tasks go through raw pointers that a struct, a number or a closure hides.

#[derive(Clone, Copy)]
struct Shared(*mut f64, usize);
// SAFETY: it is refused, and never runs.
unsafe impl Send for Shared {}
// SAFETY: it is refused, and never runs.
unsafe impl Sync for Shared {}
impl Shared {
    fn get(&self, i: usize) -> f64 {
        // SAFETY: it is refused, and never runs.
        unsafe { *self.0.add(i) }
    }
    fn set(&self, i: usize, x: f64) {
        // SAFETY: it is refused, and never runs.
        unsafe { *self.0.add(i) = x }
    }
}

struct Pair<T> {
    both: [T; 2],
}

#[hp5::region]
fn structs(p: Shared, q: &Shared, pair: &Pair<Shared>, many: &[Shared], a: &mut Vec<f64>) {
    let own = Shared(a.as_mut_ptr(), 4);
    let n = p.1;
    for i in 0..n - 1 {
        #[hp5::task]
        p.set(i + 1, p.get(i) + n as f64); //~ HP5-E0020 | p
        #[hp5::task]
        q.set(i, 1.0); //~ HP5-E0020 | q
        #[hp5::task]
        pair.both[0].set(i, 1.0); //~ HP5-E0020 | pair
        #[hp5::task]
        many[i].set(i, 1.0); //~ HP5-E0020 | many[i]
        #[hp5::task]
        own.set(i, 1.0); //~ HP5-E0020 | own
    }
    let set = |i: usize| p.set(i, 2.0);
    #[hp5::task]
    set(3); //~ HP5-E0020 | set(3)
    #[hp5::task_tile(i = 4, inout(a[i]))]
    for i in 0..p.1 {
        own.set(i, own.get(i) + 1.0);
    }
}

fn put(at: usize, i: usize, x: f64) {
    put_at(at + 8 * i, x);
}

fn put_at(at: usize, x: f64) {
    // SAFETY: it is refused, and never runs.
    unsafe { *(at as *mut f64) = x }
}

#[hp5::region]
fn numbers(a: &mut Vec<f64>, b: &[f64]) {
    let at = a.as_mut_ptr() as usize;
    let n = a.len();
    // SAFETY: it is refused, and never runs.
    let set = |i: usize| unsafe { *(at as *mut f64).add(i) = 1.0 };
    #[hp5::task_tile(i = 3)]
    for i in 1..n {
        // SAFETY: it is refused, and never runs.
        unsafe {
            let p = at as *mut f64; //~ HP5-E0020 | at as *mut f64
            *p.add(i) = *p.add(i - 1) + 1.0;
        }
    }
    #[hp5::task_tile(i = 3)]
    for i in 1..n {
        put(at, i, 1.0); //~ HP5-E0020 | put(at, i, 1.0)
    }
    #[hp5::task]
    set(3); //~ HP5-E0020 | set(3)
    #[hp5::task_tile(i = 3, inout(a[i]))]
    for i in 1..n {
        put(at, i, b[i]);
    }
}

fn main() {
    let (mut a, b) = (vec![1.0; 8], vec![0.5; 8]);
    let mut c = vec![1.0; 8];
    let p = Shared(c.as_mut_ptr(), 8);
    structs(p, &p, &Pair { both: [p, p] }, &[p; 8], &mut a);
    numbers(&mut a, &b);
    println!("{a:?} {b:?} {c:?}");
}
