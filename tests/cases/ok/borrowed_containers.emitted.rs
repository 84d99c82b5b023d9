//! Bodies that borrow a container whole, `&c`, for what takes references alone: loops, `zip`, `extend`, generic functions.

use std::collections::HashMap;

struct Sim {
    pos: Vec<f64>,
    vel: Vec<f64>,
}
impl Sim {
    #[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
    fn step(&mut self, dt: f64) {
        let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("step", "tests/cases/ok/borrowed_containers.rs", 10));
        // hp5: tests/cases/ok/borrowed_containers.rs:12 #[hp5::task]
        {
            let __v_self_pos = unsafe { __hp5.array("self.pos", hp5::rt::scalar(&raw mut (self.pos)), &[]) };
            let __w_self_pos = hp5::rt::whole(&raw mut (self.pos));
            let __v_self_vel = unsafe { __hp5.array("self.vel", hp5::rt::scalar(&raw const (self.vel)), &[]) };
            let __w_self_vel = hp5::rt::whole(&raw const (self.vel));
            let dt = hp5::rt::cap!(dt);
            let mut __t = __hp5.task(hp5::rt::site!("step:12", "tests/cases/ok/borrowed_containers.rs", 12));
            __t.access(&__v_self_pos, hp5::rt::Mode::InOut, &[]);
            __t.access(&__v_self_vel, hp5::rt::Mode::In, &[]);
            let __body = move || {
                let mut self_pos = unsafe { __w_self_pos.get_mut() };
                let self_vel = unsafe { __w_self_vel.get() };
                {
                    for (p, v) in self_pos.iter_mut().zip(&(*self_vel)) {
                        *p += dt * v;
                    }
                }
            };
            unsafe { __t.spawn(__body) };
        }
        // hp5: tests/cases/ok/borrowed_containers.rs:18 #[hp5::task]
        {
            let __v_self_pos = unsafe { __hp5.array("self.pos", hp5::rt::scalar(&raw const (self.pos)), &[]) };
            let __w_self_pos = hp5::rt::whole(&raw const (self.pos));
            let __v_self_vel = unsafe { __hp5.array("self.vel", hp5::rt::scalar(&raw mut (self.vel)), &[]) };
            let __w_self_vel = hp5::rt::whole(&raw mut (self.vel));
            let dt = hp5::rt::cap!(dt);
            let mut __t = __hp5.task(hp5::rt::site!("step:18", "tests/cases/ok/borrowed_containers.rs", 18));
            __t.access(&__v_self_vel, hp5::rt::Mode::InOut, &[]);
            __t.access(&__v_self_pos, hp5::rt::Mode::In, &[]);
            let __body = move || {
                let self_pos = unsafe { __w_self_pos.get() };
                let mut self_vel = unsafe { __w_self_vel.get_mut() };
                {
                    for (v, p) in self_vel.iter_mut().zip(self_pos.iter()) {
                        *v -= dt * p;
                    }
                }
            };
            unsafe { __t.spawn(__body) };
        }
        __hp5.end();
    }
}
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn zips(a: &mut [f64], n: usize) -> Vec<f64> {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("zips", "tests/cases/ok/borrowed_containers.rs", 26));
    let __hp5_value = {
    let c = vec![0.5; n]; let __hp5_hold_671 = __hp5.hold();
    let mut out: Vec<f64> = Vec::new(); let __hp5_hold_711 = __hp5.hold();
    // hp5: tests/cases/ok/borrowed_containers.rs:30 #[hp5::task]
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
        let __w_a = hp5::rt::whole(&raw const (*a));
        let c = hp5::rt::cap!(c);
        let mut __t = __hp5.task(hp5::rt::site!("zips:30", "tests/cases/ok/borrowed_containers.rs", 30));
        __t.access(&__v_a, hp5::rt::Mode::InOut, &[hp5::rt::ALL]);
        let __body = move || {
            let mut a = unsafe { __w_a.get_mut() };
            {
                for (x, y) in a.iter_mut().zip(&(*c)) {
                    *x += y;
                }
            }
        };
        unsafe { __t.spawn(__body) };
    }
    // hp5: tests/cases/ok/borrowed_containers.rs:36 #[hp5::task]
    {
        let __v_out = unsafe { __hp5.array("out", hp5::rt::scalar(&raw mut (out)), &[]) };
        let __w_out = hp5::rt::whole(&raw mut (out));
        let c = hp5::rt::cap!(c);
        let mut __t = __hp5.task(hp5::rt::site!("zips:36", "tests/cases/ok/borrowed_containers.rs", 36));
        __t.access(&__v_out, hp5::rt::Mode::InOut, &[]);
        let __body = move || {
            let mut out = unsafe { __w_out.get_mut() };
            {
                out.extend(&(*c));
            }
        };
        unsafe { __t.spawn(__body) };
    }
    // hp5: tests/cases/ok/borrowed_containers.rs:40 #[hp5::task]
    {
        let __v_out = unsafe { __hp5.array("out", hp5::rt::scalar(&raw mut (out)), &[]) };
        let __w_out = hp5::rt::whole(&raw mut (out));
        let c = hp5::rt::cap!(c);
        let mut __t = __hp5.task(hp5::rt::site!("zips:40", "tests/cases/ok/borrowed_containers.rs", 40));
        __t.access(&__v_out, hp5::rt::Mode::InOut, &[]);
        let __body = move || {
            let mut out = unsafe { __w_out.get_mut() };
            {
                out.extend_from_slice(&(*c));
            }
        };
        unsafe { __t.spawn(__body) };
    }
    __hp5.wait();
    out
    };
    __hp5.end();
    __hp5_value
}
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn loops(a: &mut [f64], n: usize) -> f64 {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("loops", "tests/cases/ok/borrowed_containers.rs", 47));
    let __hp5_value = {
    let c = vec![0.5; n]; let __hp5_hold_1049 = __hp5.hold();
    let k = [1.0, 2.0];
    // hp5: tests/cases/ok/borrowed_containers.rs:51 #[hp5::task]
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
        let c = hp5::rt::cap!(c);
        let mut __t = __hp5.task(hp5::rt::site!("loops:51", "tests/cases/ok/borrowed_containers.rs", 51));
        __t.access(&__v_a, hp5::rt::Mode::InOut, &[(0, 1)]);
        let k = hp5::rt::cap_owned!(k);
        let a = __v_a.view();
        let __body = move || {
            let mut a = a;
            {
                for x in &(*c) {
                    a[0] += x;
                }
                for x in &k {
                    a[0] += x;
                }
            }
        };
        unsafe { __t.spawn(__body) };
    }
    // hp5: tests/cases/ok/borrowed_containers.rs:60 #[hp5::task]
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
        let __w_a = hp5::rt::whole(&raw const (*a));
        let mut __t = __hp5.task(hp5::rt::site!("loops:60", "tests/cases/ok/borrowed_containers.rs", 60));
        __t.access(&__v_a, hp5::rt::Mode::InOut, &[hp5::rt::ALL]);
        let k = hp5::rt::cap_owned!(k);
        let __body = move || {
            let mut a = unsafe { __w_a.get_mut() };
            {
                for (x, y) in a.iter_mut().zip(&k) {
                    *x += y;
                }
            }
        };
        unsafe { __t.spawn(__body) };
    }
    __hp5.wait();
    a[0]
    };
    __hp5.end();
    __hp5_value
}
struct T {
    v: Vec<f64>,
    s: f64,
}
impl T {
    #[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
    fn go(&mut self) {
        let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("go", "tests/cases/ok/borrowed_containers.rs", 74));
        // hp5: tests/cases/ok/borrowed_containers.rs:76 #[hp5::task]
        {
            let __v_self_s = unsafe { __hp5.array("self.s", hp5::rt::scalar(&raw mut (self.s)), &[]) };
            let __v_self_v = unsafe { __hp5.array("self.v", hp5::rt::scalar(&raw const (self.v)), &[]) };
            let __w_self_v = hp5::rt::whole(&raw const (self.v));
            let mut __t = __hp5.task(hp5::rt::site!("go:76", "tests/cases/ok/borrowed_containers.rs", 76));
            __t.access(&__v_self_s, hp5::rt::Mode::InOut, &[]);
            __t.access(&__v_self_v, hp5::rt::Mode::In, &[]);
            let self_s = __v_self_s.view();
            let __body = move || {
                let mut self_s = self_s;
                let self_v = unsafe { __w_self_v.get() };
                {
                    for x in &(*self_v) {
                        (*self_s) += x;
                    }
                }
            };
            unsafe { __t.spawn(__body) };
        }
        // hp5: tests/cases/ok/borrowed_containers.rs:82 #[hp5::task]
        {
            let __v_self_s = unsafe { __hp5.array("self.s", hp5::rt::scalar(&raw const (self.s)), &[]) };
            let __v_self_v = unsafe { __hp5.array("self.v", hp5::rt::scalar(&raw mut (self.v)), &[]) };
            let __w_self_v = hp5::rt::whole(&raw mut (self.v));
            let mut __t = __hp5.task(hp5::rt::site!("go:82", "tests/cases/ok/borrowed_containers.rs", 82));
            __t.access(&__v_self_v, hp5::rt::Mode::InOut, &[]);
            __t.access(&__v_self_s, hp5::rt::Mode::In, &[]);
            let self_s = __v_self_s.view();
            let __body = move || {
                let self_s = self_s;
                let mut self_v = unsafe { __w_self_v.get_mut() };
                {
                    for x in &mut (*self_v) {
                        *x += (*self_s);
                    }
                }
            };
            unsafe { __t.spawn(__body) };
        }
        __hp5.end();
    }
}
fn total<'a, I: IntoIterator<Item = &'a f64>>(i: I) -> f64 {
    i.into_iter().sum()
}
struct W {
    w: Vec<f64>,
    names: Vec<String>,
    t: [f64; 3],
}
struct S {
    v: Vec<f64>,
    s: f64,
    w: W,
    cols: Vec<Vec<f64>>,
}
impl S {
    #[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
    fn go(&mut self, by_value: Vec<f64>, map: HashMap<String, f64>, tt: [f64; 2]) {
        let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("go", "tests/cases/ok/borrowed_containers.rs", 105));
        // hp5: tests/cases/ok/borrowed_containers.rs:107 #[hp5::task]
        {
            let __v_self_v = unsafe { __hp5.array("self.v", hp5::rt::scalar(&raw mut (self.v)), &[]) };
            let __w_self_v = hp5::rt::whole(&raw mut (self.v));
            let __v_self_s = unsafe { __hp5.array("self.s", hp5::rt::scalar(&raw mut (self.s)), &[]) };
            let self_w_w = hp5::rt::cap!(self.w.w);
            let self_w_t = hp5::rt::cap!(self.w.t);
            let mut __t = __hp5.task(hp5::rt::site!("go:107", "tests/cases/ok/borrowed_containers.rs", 107));
            __t.access(&__v_self_v, hp5::rt::Mode::InOut, &[]);
            __t.access(&__v_self_s, hp5::rt::Mode::InOut, &[]);
            let self_s = __v_self_s.view();
            let __body = move || {
                let mut self_v = unsafe { __w_self_v.get_mut() };
                let mut self_s = self_s;
                {
                    for (x, y) in self_v.iter_mut().zip(&(*self_w_w)) {
                        *x += y;
                    }
                    (*self_s) += total(&(*self_w_w)) + total(&self_w_t);
                }
            };
            unsafe { __t.spawn(__body) };
        }
        // hp5: tests/cases/ok/borrowed_containers.rs:114 #[hp5::task]
        {
            let __v_self_v = unsafe { __hp5.array("self.v", hp5::rt::scalar(&raw mut (self.v)), &[]) };
            let __w_self_v = hp5::rt::whole(&raw mut (self.v));
            let __v_self_s = unsafe { __hp5.array("self.s", hp5::rt::scalar(&raw mut (self.s)), &[]) };
            let by_value = hp5::rt::cap!(by_value);
            let map = hp5::rt::cap!(map);
            let tt = hp5::rt::cap!(tt);
            let mut __t = __hp5.task(hp5::rt::site!("go:114", "tests/cases/ok/borrowed_containers.rs", 114));
            __t.access(&__v_self_v, hp5::rt::Mode::InOut, &[]);
            __t.access(&__v_self_s, hp5::rt::Mode::InOut, &[]);
            let self_s = __v_self_s.view();
            let __body = move || {
                let mut self_v = unsafe { __w_self_v.get_mut() };
                let mut self_s = self_s;
                {
                    for (x, y) in self_v.iter_mut().zip(&(*by_value)) {
                        *x += y;
                    }
                    for (_, y) in &(*map) {
                        (*self_s) += y;
                    }
                    (*self_s) += total(&(*by_value)) + total(&tt);
                }
            };
            unsafe { __t.spawn(__body) };
        }
        for i in 0..self.cols.len() {
            // hp5: tests/cases/ok/borrowed_containers.rs:125 #[hp5::task]
            {
                let __v_self_v = unsafe { __hp5.array("self.v", hp5::rt::scalar(&raw const (self.v)), &[]) };
                let __w_self_v = hp5::rt::whole(&raw const (self.v));
                let __v_self_cols = unsafe { __hp5.array("self.cols", hp5::rt::flat(&raw mut self.cols), &[0]) };
                let by_value = hp5::rt::cap!(by_value);
                let mut __t = __hp5.task(hp5::rt::site!("go:125", "tests/cases/ok/borrowed_containers.rs", 125));
                __t.access(&__v_self_cols, hp5::rt::Mode::InOut, &[((i as isize), (i as isize) + 1)]);
                __t.access(&__v_self_v, hp5::rt::Mode::In, &[]);
                let __s0_self_cols = [((i as isize), (i as isize) + 1)];
                let i = hp5::rt::cap_owned!(i);
                let self_cols = __v_self_cols.view();
                let __body = move || {
                    let self_v = unsafe { __w_self_v.get() };
                    let mut self_cols = self_cols.within(&__s0_self_cols);
                    {
                        for (x, y) in self_cols[i].iter_mut().zip(&(*by_value)) {
                            *x += y;
                        }
                        for (x, y) in self_cols[i].iter_mut().zip(&(*self_v)) {
                            *x += y;
                        }
                    }
                };
                unsafe { __t.spawn(__body) };
            }
        }
        for i in 0..self.cols.len() {
            // hp5: tests/cases/ok/borrowed_containers.rs:136 #[hp5::task]
            {
                let __v_self_s = unsafe { __hp5.array("self.s", hp5::rt::scalar(&raw mut (self.s)), &[]) };
                let __v_self_cols = unsafe { __hp5.array("self.cols", hp5::rt::flat(&raw mut self.cols), &[0]) };
                let mut __t = __hp5.task(hp5::rt::site!("go:136", "tests/cases/ok/borrowed_containers.rs", 136));
                __t.access(&__v_self_cols, hp5::rt::Mode::InOut, &[((i as isize), (i as isize) + 1)]);
                __t.access(&__v_self_s, hp5::rt::Mode::InOut, &[]);
                __t.access(&__v_self_cols, hp5::rt::Mode::In, &[((i as isize), (i as isize) + 1)]);
                let __s0_self_cols = [((i as isize), (i as isize) + 1)];
                let i = hp5::rt::cap_owned!(i);
                let self_s = __v_self_s.view();
                let self_cols = __v_self_cols.view();
                let __body = move || {
                    let mut self_s = self_s;
                    let mut self_cols = self_cols.within(&__s0_self_cols);
                    {
                        for y in &self_cols[i] {
                            (*self_s) += y;
                        }
                        for y in &mut self_cols[i] {
                            *y += 1.0;
                        }
                        (*self_s) += total(&self_cols[i]);
                    }
                };
                unsafe { __t.spawn(__body) };
            }
        }
        let names = &self.w.names;
        // hp5: tests/cases/ok/borrowed_containers.rs:148 #[hp5::task]
        {
            let __v_self_v = unsafe { __hp5.array("self.v", hp5::rt::scalar(&raw const (self.v)), &[]) };
            let __w_self_v = hp5::rt::whole(&raw const (self.v));
            let __v_self_s = unsafe { __hp5.array("self.s", hp5::rt::scalar(&raw const (self.s)), &[]) };
            let mut __t = __hp5.task(hp5::rt::site!("go:148", "tests/cases/ok/borrowed_containers.rs", 148));
            __t.access(&__v_self_s, hp5::rt::Mode::InOut, &[]);
            __t.access(&__v_self_v, hp5::rt::Mode::In, &[]);
            let names = hp5::rt::cap_owned!(names);
            let self_s = __v_self_s.view();
            let __body = move || {
                let self_v = unsafe { __w_self_v.get() };
                let mut self_s = self_s;
                {
                    for n in names {
                        (*self_s) += n.len() as f64;
                    }
                    (*self_s) += total(&(*self_v));
                }
            };
            unsafe { __t.spawn(__body) };
        }
        __hp5.end();
    }
}
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn free(a: &mut Vec<f64>, b: &Vec<f64>, c: &[f64]) -> f64 {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("free", "tests/cases/ok/borrowed_containers.rs", 157));
    let __hp5_value = {
    let mut s = 0.0; let __hp5_hold_3476 = __hp5.hold();
    let own: Vec<f64> = b.iter().map(|x| x + 1.0).collect(); let __hp5_hold_3537 = __hp5.hold();
    let arr = [0.5; 4];
    let text = String::from("abc"); let __hp5_hold_3597 = __hp5.hold();
    // hp5: tests/cases/ok/borrowed_containers.rs:163 #[hp5::task]
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::scalar(&raw mut (*a)), &[]) };
        let __v_s = unsafe { __hp5.array("s", hp5::rt::scalar(&raw mut (s)), &[]) };
        let b = hp5::rt::cap!(b);
        let c = hp5::rt::cap!(c);
        let own = hp5::rt::cap!(own);
        let mut __t = __hp5.task(hp5::rt::site!("free:163", "tests/cases/ok/borrowed_containers.rs", 163));
        __t.access(&__v_a, hp5::rt::Mode::InOut, &[]);
        __t.access(&__v_s, hp5::rt::Mode::InOut, &[]);
        __t.access(&__v_a, hp5::rt::Mode::In, &[]);
        let arr = hp5::rt::cap_owned!(arr);
        let a = __v_a.view();
        let s = __v_s.view();
        let __body = move || {
            let mut a = a;
            let mut s = s;
            {
                for x in &mut *a {
                    *x += 1.0;
                }
                for x in a.iter_mut().zip(b).map(|(x, y)| {
                    *x += y;
                    x
                }) {
                    *x += 0.5;
                }
                (*s) += total(b) + total(c) + total(&(*own)) + total(&arr) + total(a.iter());
            }
        };
        unsafe { __t.spawn(__body) };
    }
    // hp5: tests/cases/ok/borrowed_containers.rs:176 #[hp5::task]
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::scalar(&raw mut (*a)), &[]) };
        let __v_s = unsafe { __hp5.array("s", hp5::rt::scalar(&raw mut (s)), &[]) };
        let __v_text = unsafe { __hp5.array("text", hp5::rt::scalar(&raw const (text)), &[]) };
        let __w_text = hp5::rt::whole(&raw const (text));
        let own = hp5::rt::cap!(own);
        let b = hp5::rt::cap!(b);
        let c = hp5::rt::cap!(c);
        let mut __t = __hp5.task(hp5::rt::site!("free:176", "tests/cases/ok/borrowed_containers.rs", 176));
        __t.access(&__v_a, hp5::rt::Mode::InOut, &[]);
        __t.access(&__v_s, hp5::rt::Mode::InOut, &[]);
        __t.access(&__v_text, hp5::rt::Mode::In, &[]);
        let arr = hp5::rt::cap_owned!(arr);
        let a = __v_a.view();
        let s = __v_s.view();
        let __body = move || {
            let mut a = a;
            let mut s = s;
            let text = unsafe { __w_text.get() };
            {
                for (x, y) in a.iter_mut().zip(&(*own)) {
                    *x += y;
                }
                for (x, y) in a.iter_mut().zip(&arr) {
                    *x += y;
                }
                for ch in text.chars() {
                    (*s) += ch as u32 as f64;
                }
                let mut more: Vec<f64> = Vec::new();
                more.extend(&(*own));
                more.extend(b);
                more.extend(c);
                (*s) += more.len() as f64;
                (*s) += (*own).iter().chain(&(*own)).sum::<f64>();
                assert_eq!(&(*own), &(*own));
            }
        };
        unsafe { __t.spawn(__body) };
    }
    __hp5.wait();
    s
    };
    __hp5.end();
    __hp5_value
}
fn main() {
    let mut sim = Sim {
        pos: vec![1.0, 2.0],
        vel: vec![0.5, 0.25],
    };
    for _ in 0..3 {
        sim.step(0.1);
    }
    println!("{:?} {:?}", sim.pos, sim.vel);
    let mut a = vec![1.0; 4];
    println!("{:?}", zips(&mut a, 4));
    println!("{:?}", a);

    let mut a = vec![1.0; 4];
    println!("{:?}", loops(&mut a, 4));
    let mut t = T { v: a, s: 0.0 };
    t.go();
    println!("{:?}", t.v);

    let mut s = S {
        v: vec![1.0, 2.0],
        s: 0.0,
        w: W {
            w: vec![0.5, 0.25],
            names: vec!["a".into(), "bc".into()],
            t: [1.0, 2.0, 3.0],
        },
        cols: vec![vec![1.0, 2.0]; 3],
    };
    let mut m = HashMap::new();
    m.insert("x".to_string(), 2.0);
    s.go(vec![2.0, 3.0], m, [1.0, 1.5]);
    println!("{:?} {} {:?}", s.v, s.s, s.cols);
    let mut a = vec![1.0; 4];
    println!("{}", free(&mut a, &vec![1.0, 2.0, 3.0, 4.0], &[0.25, 4.0]));
    println!("{:?}", a);
}
