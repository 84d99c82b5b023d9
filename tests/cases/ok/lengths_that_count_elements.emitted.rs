//! Methods of the program that are named like those which ask for a length: they read what they are called on.

fn slow(x: f64) -> f64 {
    for k in 0..3000_u32 {
        std::hint::black_box(k);
    }
    x
}

struct Cells {
    d: Vec<f64>,
    n: usize,
}

impl Cells {
    fn len(&self) -> usize {
        let mut n = 0;
        for x in &self.d {
            n += usize::from(*x > 0.0);
        }
        n
    }

    #[allow(dead_code)] fn cols(&self) -> usize {
        self.n
    }

    fn nrows(&self) -> usize {
        self.n
    }

    fn add(&mut self, x: f64) {
        self.d[self.n] = slow(x);
        self.n += 1;
    }
}

trait Shape {
    fn set(&mut self, k: usize, x: f64);
    fn dim(&self) -> usize;
}

impl Shape for Vec<f64> {
    fn set(&mut self, k: usize, x: f64) {
        self[k] = slow(x);
    }

    fn dim(&self) -> usize {
        self.iter().filter(|x| **x > 0.0).count()
    }
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn counted(q: &mut Cells, b: &mut [f64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("counted", "tests/cases/ok/lengths_that_count_elements.rs", 53));
    for k in 0..8 {
        // hp5: tests/cases/ok/lengths_that_count_elements.rs:56 #[hp5::task]
        {
            let __v_q = unsafe { __hp5.array("q", hp5::rt::scalar(&raw const (q)), &[]) };
            let __w_q = hp5::rt::whole(&raw const (q));
            let mut __t = __hp5.task(hp5::rt::site!("counted:56", "tests/cases/ok/lengths_that_count_elements.rs", 56));
            __t.access(&__v_q, hp5::rt::Mode::InOut, &[]);
            let k = hp5::rt::cap_owned!(k);
            let __body = move || {
                let mut q = &mut **unsafe { __w_q.get_mut() };
                {
                    q.d[k] = slow(1.0);
                }
            };
            unsafe { __t.spawn(__body) };
        }
        __hp5.wait(); // hp5: put in, see the translator's warning
        b[k] = q.len() as f64; //~ HP5-W0102
        // hp5: tests/cases/ok/lengths_that_count_elements.rs:61 #[hp5::task]
        {
            let __v_q = unsafe { __hp5.array("q", hp5::rt::scalar(&raw const (q)), &[]) };
            let __w_q = hp5::rt::whole(&raw const (q));
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("counted:61", "tests/cases/ok/lengths_that_count_elements.rs", 61));
            __t.access(&__v_b, hp5::rt::Mode::InOut, &[((k as isize), (k as isize) + 1)]);
            __t.access(&__v_q, hp5::rt::Mode::In, &[]);
            let __s0_b = [((k as isize), (k as isize) + 1)];
            let k = hp5::rt::cap_owned!(k);
            let b = __v_b.view();
            let __body = move || {
                let q = &**unsafe { __w_q.get() };
                let mut b = b.within(&__s0_b);
                {
                    b[k] += slow(q.len() as f64);
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn stored(q: &mut Cells, b: &mut [f64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("stored", "tests/cases/ok/lengths_that_count_elements.rs", 68));
    for k in 0..4 {
        // hp5: tests/cases/ok/lengths_that_count_elements.rs:71 #[hp5::task]
        {
            let __v_q = unsafe { __hp5.array("q", hp5::rt::scalar(&raw const (q)), &[]) };
            let __w_q = hp5::rt::whole(&raw const (q));
            let mut __t = __hp5.task(hp5::rt::site!("stored:71", "tests/cases/ok/lengths_that_count_elements.rs", 71));
            __t.access(&__v_q, hp5::rt::Mode::InOut, &[]);
            let __body = move || {
                let mut q = &mut **unsafe { __w_q.get_mut() };
                {
                    q.add(1.0);
                }
            };
            unsafe { __t.spawn(__body) };
        }
        __hp5.wait(); // hp5: put in, see the translator's warning
        println!("{}", q.nrows()); //~ HP5-W0102
        for i in 0..q.n {
            b[i] += 1.0;
        }
        b[k] += 1.0;
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn behind_a_bound<T: Shape + Send + Sync>(q: &mut T, b: &mut [f64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("behind_a_bound", "tests/cases/ok/lengths_that_count_elements.rs", 83));
    for k in 0..8 {
        // hp5: tests/cases/ok/lengths_that_count_elements.rs:86 #[hp5::task]
        {
            let __v_q = unsafe { __hp5.array("q", hp5::rt::scalar(&raw const (q)), &[]) };
            let __w_q = hp5::rt::whole(&raw const (q));
            let mut __t = __hp5.task(hp5::rt::site!("behind_a_bound:86", "tests/cases/ok/lengths_that_count_elements.rs", 86));
            __t.access(&__v_q, hp5::rt::Mode::InOut, &[]);
            let k = hp5::rt::cap_owned!(k);
            let __body = move || {
                let mut q = &mut **unsafe { __w_q.get_mut() };
                {
                    q.set(k, 1.0);
                }
            };
            unsafe { __t.spawn(__body) };
        }
        __hp5.wait(); // hp5: put in, see the translator's warning
        b[k] = q.dim() as f64; //~ HP5-W0102
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn of_the_library(q: &mut Vec<f64>, b: &mut [f64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("of_the_library", "tests/cases/ok/lengths_that_count_elements.rs", 94));
    for k in 0..8 {
        // hp5: tests/cases/ok/lengths_that_count_elements.rs:97 #[hp5::task]
        {
            let __v_q = unsafe { __hp5.array("q", hp5::rt::flat(&raw const q), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("of_the_library:97", "tests/cases/ok/lengths_that_count_elements.rs", 97));
            __t.access(&__v_q, hp5::rt::Mode::Out, &[((k as isize), (k as isize) + 1)]);
            let __s0_q = [((k as isize), (k as isize) + 1)];
            let k = hp5::rt::cap_owned!(k);
            let q = __v_q.view();
            let __body = move || {
                let mut q = q.within(&__s0_q);
                {
                    q[k] = slow(2.0);
                }
            };
            unsafe { __t.spawn(__body) };
        }
        __hp5.wait(); // hp5: put in, see the translator's warning
        b[k] = q.len() as f64 + q.dim() as f64; //~ HP5-W0102
    }
    // hp5: tests/cases/ok/lengths_that_count_elements.rs:103 #[hp5::task]
    {
        let __v_q = unsafe { __hp5.array("q", hp5::rt::flat(&raw const q), &[0]) };
        let mut __t = __hp5.task(hp5::rt::site!("of_the_library:103", "tests/cases/ok/lengths_that_count_elements.rs", 103));
        __t.access(&__v_q, hp5::rt::Mode::Out, &[(0, 1)]);
        let __s0_q = [(0, 1)];
        let q = __v_q.view();
        let __body = move || {
            let mut q = q.within(&__s0_q);
            {
                q[0] = slow(2.0);
            }
        };
        unsafe { __t.spawn(__body) };
    }
    // Nothing waits for a length.
    b[0] = q.len() as f64;
    __hp5.end();
}

fn main() {
    let mut b = vec![1.0; 8];
    let mut q = Cells {
        d: vec![0.0; 8],
        n: 0,
    };
    counted(&mut q, &mut b);
    println!("{b:?}");
    stored(&mut q, &mut b);
    println!("{b:?}");
    behind_a_bound(&mut vec![0.0; 8], &mut b);
    println!("{b:?}");
    of_the_library(&mut vec![0.0; 8], &mut b);
    println!("{b:?}");
}
