//! Setters that take arrays and tuples, methods that give rows; and loops and patterns that bind a `&mut` that is read.

struct P {
    d: Vec<[f64; 2]>,
    q: Vec<f64>,
    w: usize,
}
impl P {
    #[allow(dead_code)] fn set(&mut self, k: usize, v: [f64; 2]) {
        self.d[k] = v;
    }
    #[allow(dead_code)] fn set2(&mut self, k: usize, v: (f64, f64)) {
        self.d[k] = [v.0, v.1];
    }
    fn row_mut(&mut self, i: usize) -> &mut [f64] {
        let w = self.w;
        &mut self.q[i * w..(i + 1) * w]
    }
    fn row(&self, i: usize) -> &[f64] {
        &self.q[i * self.w..(i + 1) * self.w]
    }
    #[allow(dead_code)] fn at(&mut self, i: usize, j: usize) -> &mut f64 {
        &mut self.q[i * self.w + j]
    }
}
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn sets(p: &mut P, n: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("sets", "tests/cases/ok/setters_and_bound_references.rs", 26));
    for k in __hp5.laps(1, 0..n) {
        // hp5: tests/cases/ok/setters_and_bound_references.rs:29 #[hp5::task]
        {
            let __v_p = unsafe { __hp5.array("p", hp5::rt::scalar(&raw const (p)), &[]) };
            let __w_p = hp5::rt::whole(&raw const (p));
            let mut __t = __hp5.task(hp5::rt::site!("sets:29", "tests/cases/ok/setters_and_bound_references.rs", 29));
            __t.access(&__v_p, hp5::rt::Mode::InOut, &[]);
            let k = hp5::rt::cap_owned!(k);
            let __body = move || {
                let mut p = &mut **unsafe { __w_p.get_mut() };
                {
                    p.d[k] = [((1.0) as f64), (k as f64)];
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    for k in __hp5.laps(1, 0..n) {
        // hp5: tests/cases/ok/setters_and_bound_references.rs:35 #[hp5::task]
        {
            let __v_p = unsafe { __hp5.array("p", hp5::rt::scalar(&raw const (p)), &[]) };
            let __w_p = hp5::rt::whole(&raw const (p));
            let mut __t = __hp5.task(hp5::rt::site!("sets:35", "tests/cases/ok/setters_and_bound_references.rs", 35));
            __t.access(&__v_p, hp5::rt::Mode::InOut, &[]);
            __t.access(&__v_p, hp5::rt::Mode::In, &[]);
            let k = hp5::rt::cap_owned!(k);
            let __body = move || {
                let mut p = &mut **unsafe { __w_p.get_mut() };
                {
                    p.d[k] = [(p.d[k][0] + 1.0), (k as f64)];
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    for i in __hp5.laps(1, 0..n) {
        // hp5: tests/cases/ok/setters_and_bound_references.rs:41 #[hp5::task]
        {
            let __v_p = unsafe { __hp5.array("p", hp5::rt::scalar(&raw const (p)), &[]) };
            let __w_p = hp5::rt::whole(&raw const (p));
            let mut __t = __hp5.task(hp5::rt::site!("sets:41", "tests/cases/ok/setters_and_bound_references.rs", 41));
            __t.access(&__v_p, hp5::rt::Mode::InOut, &[]);
            __t.access(&__v_p, hp5::rt::Mode::In, &[]);
            let i = hp5::rt::cap_owned!(i);
            let __body = move || {
                let mut p = &mut **unsafe { __w_p.get_mut() };
                {
                    let r = p.row_mut(i);
                    r[0] += i as f64;
                    p.q[i * p.w + 1_usize] += 2.0;
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    for i in __hp5.laps(1, 1..n) {
        // hp5: tests/cases/ok/setters_and_bound_references.rs:49 #[hp5::task]
        {
            let __v_p = unsafe { __hp5.array("p", hp5::rt::scalar(&raw const (p)), &[]) };
            let __w_p = hp5::rt::whole(&raw const (p));
            let mut __t = __hp5.task(hp5::rt::site!("sets:49", "tests/cases/ok/setters_and_bound_references.rs", 49));
            __t.access(&__v_p, hp5::rt::Mode::InOut, &[]);
            __t.access(&__v_p, hp5::rt::Mode::In, &[]);
            let i = hp5::rt::cap_owned!(i);
            let __body = move || {
                let mut p = &mut **unsafe { __w_p.get_mut() };
                {
                    let s: f64 = p.row(i - 1).iter().sum();
                    p.row_mut(i)[0] = s;
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    __hp5.end();
}
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn only_read(a: &mut [f64], t: &mut f64, u: &mut Vec<f64>) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("only_read", "tests/cases/ok/setters_and_bound_references.rs", 56));
    let s = &mut *t;
    // hp5: tests/cases/ok/setters_and_bound_references.rs:59 #[hp5::task]
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
        let mut __t = __hp5.task(hp5::rt::site!("only_read:59", "tests/cases/ok/setters_and_bound_references.rs", 59));
        __t.access(&__v_a, hp5::rt::Mode::InOut, &[(1, 2)]);
        let __s0_a = [(1, 2)];
        let s = hp5::rt::cap_owned!(s);
        let a = __v_a.view();
        let __body = move || {
            let mut a = a.within(&__s0_a);
            {
                a[1] += *s;
            }
        };
        unsafe { __t.spawn(__body) };
    }
    let first = &mut u[0];
    // hp5: tests/cases/ok/setters_and_bound_references.rs:64 #[hp5::task]
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
        let mut __t = __hp5.task(hp5::rt::site!("only_read:64", "tests/cases/ok/setters_and_bound_references.rs", 64));
        __t.access(&__v_a, hp5::rt::Mode::InOut, &[(2, 3)]);
        let __s0_a = [(2, 3)];
        let first = hp5::rt::cap_owned!(first);
        let a = __v_a.view();
        let __body = move || {
            let mut a = a.within(&__s0_a);
            {
                a[2] += *first;
            }
        };
        unsafe { __t.spawn(__body) };
    }
    __hp5.wait(); // hp5: put in, see the translator's warning
    let rest = &mut u[1..]; //~ HP5-W0102
    // hp5: tests/cases/ok/setters_and_bound_references.rs:69 #[hp5::task]
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
        let __v_rest = unsafe { __hp5.array("rest", hp5::rt::flat(&raw const rest), &[0]) };
        let mut __t = __hp5.task(hp5::rt::site!("only_read:69", "tests/cases/ok/setters_and_bound_references.rs", 69));
        __t.access(&__v_a, hp5::rt::Mode::InOut, &[(3, 4)]);
        __t.access(&__v_rest, hp5::rt::Mode::In, &[(0, 1)]);
        let __s0_a = [(3, 4)];
        let __s0_rest = [(0, 1)];
        let a = __v_a.view();
        let rest = __v_rest.view();
        let __body = move || {
            let mut a = a.within(&__s0_a);
            let rest = rest.within(&__s0_rest);
            {
                a[3] += rest[0];
            }
        };
        unsafe { __t.spawn(__body) };
    }
    __hp5.end();
}
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn each(a: &mut [f64], b: &mut [f64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("each", "tests/cases/ok/setters_and_bound_references.rs", 74));
    let __hp5_value = {
    for x in b.iter_mut() {
        // hp5: tests/cases/ok/setters_and_bound_references.rs:77 #[hp5::task]
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("each:77", "tests/cases/ok/setters_and_bound_references.rs", 77));
            __t.access(&__v_a, hp5::rt::Mode::InOut, &[(0, 1)]);
            let __s0_a = [(0, 1)];
            let x = hp5::rt::cap_owned!(x);
            let a = __v_a.view();
            let __body = move || {
                let mut a = a.within(&__s0_a);
                {
                    a[0] += *x;
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    __hp5.wait(); // hp5: put in, see the translator's warning
    for (i, x) in b.iter_mut().enumerate() { //~ HP5-W0102
        // hp5: tests/cases/ok/setters_and_bound_references.rs:83 #[hp5::task]
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("each:83", "tests/cases/ok/setters_and_bound_references.rs", 83));
            __t.access(&__v_a, hp5::rt::Mode::InOut, &[((i as isize), (i as isize) + 1)]);
            let __s0_a = [((i as isize), (i as isize) + 1)];
            let i = hp5::rt::cap_owned!(i);
            let x = hp5::rt::cap_owned!(x);
            let a = __v_a.view();
            let __body = move || {
                let mut a = a.within(&__s0_a);
                {
                    a[i] += *x;
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    __hp5.wait(); // hp5: put in, see the translator's warning
    if let Some(x) = b.first_mut() { //~ HP5-W0102
        // hp5: tests/cases/ok/setters_and_bound_references.rs:89 #[hp5::task]
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("each:89", "tests/cases/ok/setters_and_bound_references.rs", 89));
            __t.access(&__v_a, hp5::rt::Mode::InOut, &[(0, 1)]);
            let __s0_a = [(0, 1)];
            let x = hp5::rt::cap_owned!(x);
            let a = __v_a.view();
            let __body = move || {
                let mut a = a.within(&__s0_a);
                {
                    a[0] += *x;
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    };
    __hp5.end();
    __hp5_value
}
fn main() {
    let mut p = P {
        d: vec![[0.0; 2]; 4],
        q: vec![1.0; 8],
        w: 2,
    };
    sets(&mut p, 4);
    println!("{:?} {:?}", p.d, p.q);
    let mut a = vec![1.0; 8];
    let mut t = 3.0;
    let mut u = vec![1.0, 2.0, 3.0];
    only_read(&mut a, &mut t, &mut u);
    each(&mut a, &mut u);
    println!("{:?} {} {:?}", a, t, u);
}
