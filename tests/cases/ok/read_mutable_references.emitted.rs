//! Bodies that read what a `&mut` of generating code refers to; and writes behind a reference or a box.

fn slow(x: f64) -> f64 {
    for k in 0..3000_u32 {
        std::hint::black_box(k);
    }
    x
}
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn order(a: &mut [f64], u: &mut Vec<f64>, t: &mut f64) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("order", "tests/cases/ok/read_mutable_references.rs", 9));
    let __hp5_value = {
    let first = &mut u[0];
    // hp5: tests/cases/ok/read_mutable_references.rs:12 #[hp5::task]
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
        let mut __t = __hp5.task(hp5::rt::site!("order:12", "tests/cases/ok/read_mutable_references.rs", 12));
        __t.access(&__v_a, hp5::rt::Mode::InOut, &[(2, 3)]);
        let __s0_a = [(2, 3)];
        let first = hp5::rt::cap_owned!(first);
        let a = __v_a.view();
        let __body = move || {
            let mut a = a.within(&__s0_a);
            {
                a[2] += slow(*first);
            }
        };
        unsafe { __t.spawn(__body) };
    }
    __hp5.wait(); // hp5: put in, see the translator's warning
    //~ HP5-W0102
    // hp5: tests/cases/ok/read_mutable_references.rs:16 #[hp5::task]
    {
        let __v_u = unsafe { __hp5.array("u", hp5::rt::flat(&raw const u), &[0]) };
        let mut __t = __hp5.task(hp5::rt::site!("order:16", "tests/cases/ok/read_mutable_references.rs", 16));
        __t.access(&__v_u, hp5::rt::Mode::Out, &[(0, 1)]);
        let __s0_u = [(0, 1)];
        let u = __v_u.view();
        let __body = move || {
            let mut u = u.within(&__s0_u);
            {
                u[0] = 9.0;
            }
        };
        unsafe { __t.spawn(__body) };
    }
    let s = &mut *t;
    // hp5: tests/cases/ok/read_mutable_references.rs:21 #[hp5::task]
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
        let mut __t = __hp5.task(hp5::rt::site!("order:21", "tests/cases/ok/read_mutable_references.rs", 21));
        __t.access(&__v_a, hp5::rt::Mode::InOut, &[(2, 3)]);
        let __s0_a = [(2, 3)];
        let s = hp5::rt::cap_owned!(s);
        let a = __v_a.view();
        let __body = move || {
            let mut a = a.within(&__s0_a);
            {
                a[2] += slow(*s);
            }
        };
        unsafe { __t.spawn(__body) };
    }
    __hp5.wait(); // hp5: put in, see the translator's warning
    //~ HP5-W0102
    // hp5: tests/cases/ok/read_mutable_references.rs:25 #[hp5::task]
    {
        let __v_t = unsafe { __hp5.array("t", hp5::rt::scalar(&raw mut (*t)), &[]) };
        let mut __t = __hp5.task(hp5::rt::site!("order:25", "tests/cases/ok/read_mutable_references.rs", 25));
        __t.access(&__v_t, hp5::rt::Mode::Out, &[]);
        let t = __v_t.view();
        let __body = move || {
            let mut t = t;
            {
                *t = 9.0;
            }
        };
        unsafe { __t.spawn(__body) };
    }
    for x in u.iter_mut() {
        // hp5: tests/cases/ok/read_mutable_references.rs:30 #[hp5::task]
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("order:30", "tests/cases/ok/read_mutable_references.rs", 30));
            __t.access(&__v_a, hp5::rt::Mode::InOut, &[(0, 1)]);
            let __s0_a = [(0, 1)];
            let x = hp5::rt::cap_owned!(x);
            let a = __v_a.view();
            let __body = move || {
                let mut a = a.within(&__s0_a);
                {
                    a[0] += slow(*x);
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    __hp5.wait(); // hp5: put in, see the translator's warning
    //~ HP5-W0102
    // hp5: tests/cases/ok/read_mutable_references.rs:35 #[hp5::task]
    {
        let __v_u = unsafe { __hp5.array("u", hp5::rt::flat(&raw const u), &[0]) };
        let mut __t = __hp5.task(hp5::rt::site!("order:35", "tests/cases/ok/read_mutable_references.rs", 35));
        __t.access(&__v_u, hp5::rt::Mode::Out, &[(2, 3)]);
        let __s0_u = [(2, 3)];
        let u = __v_u.view();
        let __body = move || {
            let mut u = u.within(&__s0_u);
            {
                u[2] = 8.0;
            }
        };
        unsafe { __t.spawn(__body) };
    }
    for k in 0..4 {
        let mut own = __hp5.keep(vec![k as f64, 1.0]);
        let r = &mut (*own)[1];
        // hp5: tests/cases/ok/read_mutable_references.rs:42 #[hp5::task]
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("order:42", "tests/cases/ok/read_mutable_references.rs", 42));
            __t.access(&__v_a, hp5::rt::Mode::InOut, &[((k as isize), (k as isize) + 1)]);
            let __s0_a = [((k as isize), (k as isize) + 1)];
            let k = hp5::rt::cap_owned!(k);
            let r = hp5::rt::cap_owned!(r);
            let a = __v_a.view();
            let __body = move || {
                let mut a = a.within(&__s0_a);
                {
                    a[k] += slow(*r);
                }
            };
            unsafe { __t.spawn(__body) };
        }
        __hp5.wait(); // hp5: put in, see the translator's warning
        let q = &mut (*own); //~ HP5-W0102
        // hp5: tests/cases/ok/read_mutable_references.rs:47 #[hp5::task]
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
            let __v_q = unsafe { __hp5.array("q", hp5::rt::flat(&raw const q), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("order:47", "tests/cases/ok/read_mutable_references.rs", 47));
            __t.access(&__v_a, hp5::rt::Mode::InOut, &[((k as isize), (k as isize) + 1)]);
            __t.access(&__v_q, hp5::rt::Mode::In, &[(0, 1)]);
            let __s0_a = [((k as isize), (k as isize) + 1)];
            let __s0_q = [(0, 1)];
            let k = hp5::rt::cap_owned!(k);
            let a = __v_a.view();
            let q = __v_q.view();
            let __body = move || {
                let mut a = a.within(&__s0_a);
                let q = q.within(&__s0_q);
                {
                    a[k] += slow(q[0]);
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    __hp5.wait(); // hp5: put in, see the translator's warning
    if let Some(x) = u.last_mut() { //~ HP5-W0102
        // hp5: tests/cases/ok/read_mutable_references.rs:53 #[hp5::task]
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("order:53", "tests/cases/ok/read_mutable_references.rs", 53));
            __t.access(&__v_a, hp5::rt::Mode::InOut, &[(1, 2)]);
            let __s0_a = [(1, 2)];
            let x = hp5::rt::cap_owned!(x);
            let a = __v_a.view();
            let __body = move || {
                let mut a = a.within(&__s0_a);
                {
                    a[1] += slow(*x);
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    __hp5.wait(); // hp5: put in, see the translator's warning
    //~ HP5-W0102
    // hp5: tests/cases/ok/read_mutable_references.rs:58 #[hp5::task]
    {
        let __v_u = unsafe { __hp5.array("u", hp5::rt::flat(&raw const u), &[0]) };
        let mut __t = __hp5.task(hp5::rt::site!("order:58", "tests/cases/ok/read_mutable_references.rs", 58));
        __t.access(&__v_u, hp5::rt::Mode::Out, &[(2, 3)]);
        let __s0_u = [(2, 3)];
        let u = __v_u.view();
        let __body = move || {
            let mut u = u.within(&__s0_u);
            {
                u[2] = 8.0;
            }
        };
        unsafe { __t.spawn(__body) };
    }
    };
    __hp5.end();
    __hp5_value
}
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn deep(x: &mut Box<f64>, y: &mut &mut f64, v: &mut Vec<Box<f64>>, a: &mut [f64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("deep", "tests/cases/ok/read_mutable_references.rs", 63));
    // hp5: tests/cases/ok/read_mutable_references.rs:65 #[hp5::task]
    {
        let __v_x = unsafe { __hp5.array("x", hp5::rt::scalar(&raw mut (*x)), &[]) };
        let mut __t = __hp5.task(hp5::rt::site!("deep:65", "tests/cases/ok/read_mutable_references.rs", 65));
        __t.access(&__v_x, hp5::rt::Mode::InOut, &[]);
        let x = __v_x.view();
        let __body = move || {
            let mut x = x;
            {
                **x = slow(4.0);
            }
        };
        unsafe { __t.spawn(__body) };
    }
    // hp5: tests/cases/ok/read_mutable_references.rs:69 #[hp5::task]
    {
        let __v_x = unsafe { __hp5.array("x", hp5::rt::scalar(&raw mut (*x)), &[]) };
        let __v_y = unsafe { __hp5.array("y", hp5::rt::scalar(&raw mut (*y)), &[]) };
        let mut __t = __hp5.task(hp5::rt::site!("deep:69", "tests/cases/ok/read_mutable_references.rs", 69));
        __t.access(&__v_x, hp5::rt::Mode::InOut, &[]);
        __t.access(&__v_y, hp5::rt::Mode::InOut, &[]);
        let x = __v_x.view();
        let y = __v_y.view();
        let __body = move || {
            let mut x = x;
            let mut y = y;
            {
                **y = slow(**x);
            }
        };
        unsafe { __t.spawn(__body) };
    }
    // hp5: tests/cases/ok/read_mutable_references.rs:73 #[hp5::task]
    {
        let __v_y = unsafe { __hp5.array("y", hp5::rt::scalar(&raw mut (*y)), &[]) };
        let __v_v = unsafe { __hp5.array("v", hp5::rt::flat(&raw const v), &[0]) };
        let mut __t = __hp5.task(hp5::rt::site!("deep:73", "tests/cases/ok/read_mutable_references.rs", 73));
        __t.access(&__v_v, hp5::rt::Mode::InOut, &[(0, 1)]);
        __t.access(&__v_y, hp5::rt::Mode::InOut, &[]);
        let __s0_v = [(0, 1)];
        let y = __v_y.view();
        let v = __v_v.view();
        let __body = move || {
            let mut y = y;
            let mut v = v.within(&__s0_v);
            {
                *v[0] = slow(**y);
            }
        };
        unsafe { __t.spawn(__body) };
    }
    // hp5: tests/cases/ok/read_mutable_references.rs:77 #[hp5::task]
    {
        let __v_v = unsafe { __hp5.array("v", hp5::rt::flat(&raw const v), &[0]) };
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
        let mut __t = __hp5.task(hp5::rt::site!("deep:77", "tests/cases/ok/read_mutable_references.rs", 77));
        __t.access(&__v_a, hp5::rt::Mode::InOut, &[(0, 1)]);
        __t.access(&__v_v, hp5::rt::Mode::In, &[(0, 1)]);
        let __s0_v = [(0, 1)];
        let __s0_a = [(0, 1)];
        let v = __v_v.view();
        let a = __v_a.view();
        let __body = move || {
            let v = v.within(&__s0_v);
            let mut a = a.within(&__s0_a);
            {
                a[0] += *v[0];
            }
        };
        unsafe { __t.spawn(__body) };
    }
    // hp5: tests/cases/ok/read_mutable_references.rs:81 #[hp5::task]
    {
        let __v_v = unsafe { __hp5.array("v", hp5::rt::flat(&raw const v), &[0]) };
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
        let mut __t = __hp5.task(hp5::rt::site!("deep:81", "tests/cases/ok/read_mutable_references.rs", 81));
        __t.access(&__v_v, hp5::rt::Mode::InOut, &[(0, 2)]);
        __t.access(&__v_a, hp5::rt::Mode::In, &[(0, 1)]);
        let __s0_v = [(0, 2)];
        let __s0_a = [(0, 1)];
        let v = __v_v.view();
        let a = __v_a.view();
        let __body = move || {
            let mut v = v.within(&__s0_v);
            let a = a.within(&__s0_a);
            {
                v[1] = Box::new(5.0);
                *v[0] += slow(a[0]);
            }
        };
        unsafe { __t.spawn(__body) };
    }
    // hp5: tests/cases/ok/read_mutable_references.rs:86 #[hp5::task]
    {
        let __v_v = unsafe { __hp5.array("v", hp5::rt::flat(&raw const v), &[0]) };
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
        let mut __t = __hp5.task(hp5::rt::site!("deep:86", "tests/cases/ok/read_mutable_references.rs", 86));
        __t.access(&__v_a, hp5::rt::Mode::InOut, &[(1, 2)]);
        __t.access(&__v_v, hp5::rt::Mode::In, &[(0, 1)]);
        let __s0_v = [(0, 1)];
        let __s0_a = [(1, 2)];
        let v = __v_v.view();
        let a = __v_a.view();
        let __body = move || {
            let v = v.within(&__s0_v);
            let mut a = a.within(&__s0_a);
            {
                a[1] += *v[0];
            }
        };
        unsafe { __t.spawn(__body) };
    }
    __hp5.end();
}
fn main() {
    let mut a = vec![1.0; 8];
    let mut t = 3.0;
    let mut u = vec![1.0, 2.0, 3.0];
    order(&mut a, &mut u, &mut t);
    println!("{:?} {} {:?}", a, t, u);
    let mut x = Box::new(1.0);
    let mut v = vec![Box::new(1.0), Box::new(2.0)];
    deep(&mut x, &mut &mut t, &mut v, &mut a);
    println!("{:?} {} {:?} {:?}", a, t, x, v);
}
