//! Parameters that are references, exchanged, replaced and copied by tasks: what they refer to is meant.
#[derive(Clone, Copy, Debug)]
struct State {
    n: i32,
    u: [i32; 8],
}

fn exchange<T>(x: &mut T, y: &mut T) {
    std::mem::swap(x, y);
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn states(a: &mut [i32], s: &mut State, t: &mut State) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("states", "tests/cases/ok/references_taken_whole.rs", 12));
    {
    // hp5: tests/cases/ok/references_taken_whole.rs:14 #[hp5::task]
    {
        let __v_s = unsafe { __hp5.array("s", hp5::rt::scalar(&raw const (s)), &[]) };
        let __w_s = hp5::rt::whole(&raw const (s));
        let __v_t = unsafe { __hp5.array("t", hp5::rt::scalar(&raw const (t)), &[]) };
        let __w_t = hp5::rt::whole(&raw const (t));
        let mut __t = __hp5.task(hp5::rt::site!("states:14", "tests/cases/ok/references_taken_whole.rs", 14));
        __t.access(&__v_s, hp5::rt::Mode::InOut, &[]);
        __t.access(&__v_t, hp5::rt::Mode::InOut, &[]);
        let __body = move || {
            let mut s = &mut **unsafe { __w_s.get_mut() };
            let mut t = &mut **unsafe { __w_t.get_mut() };
            std::mem::swap(s, t);
        };
        unsafe { __t.spawn(__body) };
    }
    // hp5: tests/cases/ok/references_taken_whole.rs:16 #[hp5::task]
    {
        let __v_s = unsafe { __hp5.array("s", hp5::rt::scalar(&raw const (s)), &[]) };
        let __w_s = hp5::rt::whole(&raw const (s));
        let __v_t = unsafe { __hp5.array("t", hp5::rt::scalar(&raw const (t)), &[]) };
        let __w_t = hp5::rt::whole(&raw const (t));
        let mut __t = __hp5.task(hp5::rt::site!("states:16", "tests/cases/ok/references_taken_whole.rs", 16));
        __t.access(&__v_s, hp5::rt::Mode::InOut, &[]);
        __t.access(&__v_t, hp5::rt::Mode::InOut, &[]);
        let __body = move || {
            let mut s = &mut **unsafe { __w_s.get_mut() };
            let mut t = &mut **unsafe { __w_t.get_mut() };
            exchange(s, t);
        };
        unsafe { __t.spawn(__body) };
    }
    // hp5: tests/cases/ok/references_taken_whole.rs:18 #[hp5::task]
    {
        let __v_s = unsafe { __hp5.array("s", hp5::rt::scalar(&raw const (s)), &[]) };
        let __w_s = hp5::rt::whole(&raw const (s));
        let __v_t = unsafe { __hp5.array("t", hp5::rt::scalar(&raw const (t)), &[]) };
        let __w_t = hp5::rt::whole(&raw const (t));
        let mut __t = __hp5.task(hp5::rt::site!("states:18", "tests/cases/ok/references_taken_whole.rs", 18));
        __t.access(&__v_s, hp5::rt::Mode::InOut, &[]);
        __t.access(&__v_t, hp5::rt::Mode::InOut, &[]);
        let __body = move || {
            let mut s = &mut **unsafe { __w_s.get_mut() };
            let mut t = &mut **unsafe { __w_t.get_mut() };
            {
                std::mem::swap(t, s);
                s.n += 1;
            }
        };
        unsafe { __t.spawn(__body) };
    }
    __hp5.wait(); // hp5: put in, see the translator's warning
    let first = &mut *s; let __hp5_hold_504 = __hp5.hold(); //~ HP5-W0102
    // hp5: tests/cases/ok/references_taken_whole.rs:24 #[hp5::task]
    {
        let __v_t = unsafe { __hp5.array("t", hp5::rt::scalar(&raw const (t)), &[]) };
        let __w_t = hp5::rt::whole(&raw const (t));
        let __v_first = unsafe { __hp5.array("first", hp5::rt::scalar(&raw const (first)), &[]) };
        let __w_first = hp5::rt::whole(&raw const (first));
        let mut __t = __hp5.task(hp5::rt::site!("states:24", "tests/cases/ok/references_taken_whole.rs", 24));
        __t.access(&__v_t, hp5::rt::Mode::InOut, &[]);
        __t.access(&__v_first, hp5::rt::Mode::InOut, &[]);
        let __body = move || {
            let mut t = &mut **unsafe { __w_t.get_mut() };
            let mut first = &mut **unsafe { __w_first.get_mut() };
            std::mem::swap(first, t);
        };
        unsafe { __t.spawn(__body) };
    }
    // hp5: tests/cases/ok/references_taken_whole.rs:26 #[hp5::task_tile(i = 2)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[2]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("states:26", "tests/cases/ok/references_taken_whole.rs", 26), hp5::rt::Order::Parallel, hp5::rt::chunks(0..8, 2, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let a = __v_a.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __i_part = __chunks;
            let mut a = a.within(&__s0_a);
            for i in __i_part.clone() {
                a[i] += i as i32;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn copies(a: &mut [i32], s: &mut State, t: &mut State, by: &mut i32) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("copies", "tests/cases/ok/references_taken_whole.rs", 32));
    // hp5: tests/cases/ok/references_taken_whole.rs:34 #[hp5::task]
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[2]) };
        let __v_s_n = unsafe { __hp5.array("s.n", hp5::rt::scalar(&raw mut (s.n)), &[]) };
        let t = &**hp5::rt::cap!(t);
        let by = &**hp5::rt::cap!(by);
        let mut __t = __hp5.task(hp5::rt::site!("copies:34", "tests/cases/ok/references_taken_whole.rs", 34));
        __t.access(&__v_a, hp5::rt::Mode::InOut, &[(3, 4)]);
        __t.access(&__v_s_n, hp5::rt::Mode::Out, &[]);
        let __s0_a = [(3, 4)];
        let a = __v_a.view();
        let s_n = __v_s_n.view();
        let __body = move || {
            let mut a = a.within(&__s0_a);
            let mut s_n = s_n;
            {
                let copy = *t;
                a[3] += copy.u[2] + *by;
                (*s_n) = copy.n;
            }
        };
        unsafe { __t.spawn(__body) };
    }
    // hp5: tests/cases/ok/references_taken_whole.rs:40 #[hp5::task_tile(i = 2)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[2]) };
        let t = &**hp5::rt::cap!(t);
        let by = &**hp5::rt::cap!(by);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("copies:40", "tests/cases/ok/references_taken_whole.rs", 40), hp5::rt::Order::Parallel, hp5::rt::chunks(0..8, 2, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let a = __v_a.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __i_part = __chunks;
            let t = hp5::rt::again(&t);
            let by = hp5::rt::again(&by);
            let mut a = a.within(&__s0_a);
            for i in __i_part.clone() {
                let State { u, .. } = *t;
                a[i] += u[i] * *by;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(dead_code)] fn add(s: &mut State) {
    s.n += 7;
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn set(a: &mut [i32], s: &mut State, t: &mut State) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("set", "tests/cases/ok/references_taken_whole.rs", 51));
    // hp5: tests/cases/ok/references_taken_whole.rs:53 #[hp5::task]
    {
        let __v_s = unsafe { __hp5.array("s", hp5::rt::scalar(&raw mut (*s)), &[]) };
        let __v_t = unsafe { __hp5.array("t", hp5::rt::scalar(&raw const (*t)), &[]) };
        let mut __t = __hp5.task(hp5::rt::site!("set:53", "tests/cases/ok/references_taken_whole.rs", 53));
        __t.access(&__v_s, hp5::rt::Mode::Out, &[]);
        __t.access(&__v_t, hp5::rt::Mode::In, &[]);
        let s = __v_s.view();
        let t = __v_t.view();
        let __body = move || {
            let mut s = s;
            let t = t;
            *s = State { n: 2, ..*t };
        };
        unsafe { __t.spawn(__body) };
    }
    // hp5: tests/cases/ok/references_taken_whole.rs:55 #[hp5::task]
    {
        let __v_s = unsafe { __hp5.array("s", hp5::rt::scalar(&raw mut (*s)), &[]) };
        let __v_t = unsafe { __hp5.array("t", hp5::rt::scalar(&raw mut (*t)), &[]) };
        let mut __t = __hp5.task(hp5::rt::site!("set:55", "tests/cases/ok/references_taken_whole.rs", 55));
        __t.access(&__v_s, hp5::rt::Mode::InOut, &[]);
        __t.access(&__v_t, hp5::rt::Mode::InOut, &[]);
        let s = __v_s.view();
        let t = __v_t.view();
        let __body = move || {
            let mut s = s;
            let s = &mut *s;
            let mut t = t;
            let t = &mut *t;
            std::mem::swap(s, t);
        };
        unsafe { __t.spawn(__body) };
    }
    // hp5: tests/cases/ok/references_taken_whole.rs:57 #[hp5::task]
    {
        let __v_s = unsafe { __hp5.array("s", hp5::rt::scalar(&raw mut (*s)), &[]) };
        let __v_t = unsafe { __hp5.array("t", hp5::rt::scalar(&raw mut (*t)), &[]) };
        let mut __t = __hp5.task(hp5::rt::site!("set:57", "tests/cases/ok/references_taken_whole.rs", 57));
        __t.access(&__v_s, hp5::rt::Mode::InOut, &[]);
        __t.access(&__v_t, hp5::rt::Mode::Out, &[]);
        __t.access(&__v_s, hp5::rt::Mode::In, &[]);
        let s = __v_s.view();
        let t = __v_t.view();
        let __body = move || {
            let mut s = s;
            let mut t = t;
            {
                *t = *s;
                s.n += 7;
            }
        };
        unsafe { __t.spawn(__body) };
    }
    // hp5: tests/cases/ok/references_taken_whole.rs:62 #[hp5::task]
    {
        let __v_s = unsafe { __hp5.array("s", hp5::rt::scalar(&raw mut (*s)), &[]) };
        let __v_t = unsafe { __hp5.array("t", hp5::rt::scalar(&raw mut (*t)), &[]) };
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
        let mut __t = __hp5.task(hp5::rt::site!("set:62", "tests/cases/ok/references_taken_whole.rs", 62));
        __t.access(&__v_a, hp5::rt::Mode::InOut, &[(1, 2)]);
        __t.access(&__v_s, hp5::rt::Mode::InOut, &[]);
        __t.access(&__v_t, hp5::rt::Mode::InOut, &[]);
        __t.access(&__v_t, hp5::rt::Mode::In, &[]);
        let __s0_a = [(1, 2)];
        let s = __v_s.view();
        let t = __v_t.view();
        let a = __v_a.view();
        let __body = move || {
            let mut s = s;
            let s = &mut *s;
            let mut t = t;
            let t = &mut *t;
            let mut a = a.within(&__s0_a);
            {
                a[1] += t.n;
                exchange(t, s);
            }
        };
        unsafe { __t.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn lists(a: &mut Vec<i32>, b: &mut Vec<i32>) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("lists", "tests/cases/ok/references_taken_whole.rs", 69));
    // hp5: tests/cases/ok/references_taken_whole.rs:71 #[hp5::task]
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::scalar(&raw const (a)), &[]) };
        let __w_a = hp5::rt::whole(&raw const (a));
        let __v_b = unsafe { __hp5.array("b", hp5::rt::scalar(&raw const (b)), &[]) };
        let __w_b = hp5::rt::whole(&raw const (b));
        let mut __t = __hp5.task(hp5::rt::site!("lists:71", "tests/cases/ok/references_taken_whole.rs", 71));
        __t.access(&__v_a, hp5::rt::Mode::InOut, &[]);
        __t.access(&__v_b, hp5::rt::Mode::InOut, &[]);
        let __body = move || {
            let mut a = &mut **unsafe { __w_a.get_mut() };
            let mut b = &mut **unsafe { __w_b.get_mut() };
            exchange(a, b);
        };
        unsafe { __t.spawn(__body) };
    }
    // hp5: tests/cases/ok/references_taken_whole.rs:73 #[hp5::task]
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::scalar(&raw const (a)), &[]) };
        let __w_a = hp5::rt::whole(&raw const (a));
        let __v_b = unsafe { __hp5.array("b", hp5::rt::scalar(&raw const (b)), &[]) };
        let __w_b = hp5::rt::whole(&raw const (b));
        let mut __t = __hp5.task(hp5::rt::site!("lists:73", "tests/cases/ok/references_taken_whole.rs", 73));
        __t.access(&__v_a, hp5::rt::Mode::Out, &[]);
        __t.access(&__v_b, hp5::rt::Mode::In, &[]);
        let __body = move || {
            let mut a = &mut **unsafe { __w_a.get_mut() };
            let b = &**unsafe { __w_b.get() };
            a[3] = b[4] + 1;
        };
        unsafe { __t.spawn(__body) };
    }
    // hp5: tests/cases/ok/references_taken_whole.rs:75 #[hp5::task]
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::scalar(&raw const (a)), &[]) };
        let __w_a = hp5::rt::whole(&raw const (a));
        let __v_b = unsafe { __hp5.array("b", hp5::rt::scalar(&raw const (b)), &[]) };
        let __w_b = hp5::rt::whole(&raw const (b));
        let mut __t = __hp5.task(hp5::rt::site!("lists:75", "tests/cases/ok/references_taken_whole.rs", 75));
        __t.access(&__v_a, hp5::rt::Mode::InOut, &[]);
        __t.access(&__v_b, hp5::rt::Mode::InOut, &[]);
        let __body = move || {
            let mut a = &mut **unsafe { __w_a.get_mut() };
            let mut b = &mut **unsafe { __w_b.get_mut() };
            std::mem::swap(a, b);
        };
        unsafe { __t.spawn(__body) };
    }
    // hp5: tests/cases/ok/references_taken_whole.rs:77 #[hp5::task_tile(i = 2)], ordered
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::scalar(&raw const (a)), &[]) };
        let __w_a = hp5::rt::whole(&raw const (a));
        let __v_b = unsafe { __hp5.array("b", hp5::rt::scalar(&raw const (b)), &[]) };
        let __w_b = hp5::rt::whole(&raw const (b));
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("lists:77", "tests/cases/ok/references_taken_whole.rs", 77), hp5::rt::Order::Ordered, hp5::rt::chunks(0..8, 2, 0));
        __loop.access(&__v_b, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| []);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| []);
        let __body = __loop.body(move |__i_part| {
            let a = &**unsafe { __w_a.get() };
            let mut b = &mut **unsafe { __w_b.get_mut() };
            for i in __i_part.clone() {
                b[i] += a[i];
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

mod by {
    /// The longer of two lists first.
    pub fn length(a: &mut Vec<i32>, b: &mut Vec<i32>) {
        if a.len() < b.len() {
            super::exchange(a, b);
        }
    }
    pub trait Grow {
        fn grow(&mut self, by: usize);
    }
    impl Grow for Vec<i32> {
        fn grow(&mut self, by: usize) {
            more(self, by);
        }
    }
    fn more(list: &mut Vec<i32>, count: usize) {
        if count > 0 {
            list.push(count as i32);
            more(list, count - 1);
        }
    }
}
use by::Grow;

struct Pair {
    a: Vec<i32>,
    b: Vec<i32>,
}

impl Pair {
    fn turn(a: &mut Vec<i32>, b: &mut Vec<i32>) {
        std::mem::swap(a, b);
    }

    #[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
    fn fields(&mut self) {
        let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("fields", "tests/cases/ok/references_taken_whole.rs", 117));
        // hp5: tests/cases/ok/references_taken_whole.rs:119 #[hp5::task]
        {
            let __v_self_a = unsafe { __hp5.array("self.a", hp5::rt::scalar(&raw mut (self.a)), &[]) };
            let __w_self_a = hp5::rt::whole(&raw mut (self.a));
            let __v_self_b = unsafe { __hp5.array("self.b", hp5::rt::scalar(&raw mut (self.b)), &[]) };
            let __w_self_b = hp5::rt::whole(&raw mut (self.b));
            let mut __t = __hp5.task(hp5::rt::site!("fields:119", "tests/cases/ok/references_taken_whole.rs", 119));
            __t.access(&__v_self_a, hp5::rt::Mode::InOut, &[]);
            __t.access(&__v_self_b, hp5::rt::Mode::InOut, &[]);
            let __body = move || {
                let mut self_a = unsafe { __w_self_a.get_mut() };
                let mut self_b = unsafe { __w_self_b.get_mut() };
                Self::turn(&mut (*self_a), &mut (*self_b));
            };
            unsafe { __t.spawn(__body) };
        }
        // hp5: tests/cases/ok/references_taken_whole.rs:121 #[hp5::task]
        {
            let __v_self_a = unsafe { __hp5.array("self.a", hp5::rt::scalar(&raw mut (self.a)), &[]) };
            let __w_self_a = hp5::rt::whole(&raw mut (self.a));
            let __v_self_b = unsafe { __hp5.array("self.b", hp5::rt::scalar(&raw const (self.b)), &[]) };
            let __w_self_b = hp5::rt::whole(&raw const (self.b));
            let mut __t = __hp5.task(hp5::rt::site!("fields:121", "tests/cases/ok/references_taken_whole.rs", 121));
            __t.access(&__v_self_a, hp5::rt::Mode::InOut, &[]);
            __t.access(&__v_self_b, hp5::rt::Mode::In, &[]);
            let __body = move || {
                let mut self_a = unsafe { __w_self_a.get_mut() };
                let self_b = unsafe { __w_self_b.get() };
                {
                    self_a[1] += self_b[2];
                }
            };
            unsafe { __t.spawn(__body) };
        }
        // hp5: tests/cases/ok/references_taken_whole.rs:125 #[hp5::task]
        {
            let __v_self_a = unsafe { __hp5.array("self.a", hp5::rt::scalar(&raw mut (self.a)), &[]) };
            let __w_self_a = hp5::rt::whole(&raw mut (self.a));
            let __v_self_b = unsafe { __hp5.array("self.b", hp5::rt::scalar(&raw mut (self.b)), &[]) };
            let __w_self_b = hp5::rt::whole(&raw mut (self.b));
            let mut __t = __hp5.task(hp5::rt::site!("fields:125", "tests/cases/ok/references_taken_whole.rs", 125));
            __t.access(&__v_self_a, hp5::rt::Mode::InOut, &[]);
            __t.access(&__v_self_b, hp5::rt::Mode::InOut, &[]);
            let __body = move || {
                let mut self_a = unsafe { __w_self_a.get_mut() };
                let mut self_b = unsafe { __w_self_b.get_mut() };
                Self::turn(&mut (*self_a), &mut (*self_b));
            };
            unsafe { __t.spawn(__body) };
        }
        // hp5: tests/cases/ok/references_taken_whole.rs:127 #[hp5::task]
        {
            let __v_self_a = unsafe { __hp5.array("self.a", hp5::rt::scalar(&raw const (self.a)), &[]) };
            let __w_self_a = hp5::rt::whole(&raw const (self.a));
            let __v_self_b = unsafe { __hp5.array("self.b", hp5::rt::scalar(&raw mut (self.b)), &[]) };
            let __w_self_b = hp5::rt::whole(&raw mut (self.b));
            let mut __t = __hp5.task(hp5::rt::site!("fields:127", "tests/cases/ok/references_taken_whole.rs", 127));
            __t.access(&__v_self_b, hp5::rt::Mode::InOut, &[]);
            __t.access(&__v_self_a, hp5::rt::Mode::In, &[]);
            let __body = move || {
                let self_a = unsafe { __w_self_a.get() };
                let mut self_b = unsafe { __w_self_b.get_mut() };
                {
                    self_b[2] += self_a[1];
                }
            };
            unsafe { __t.spawn(__body) };
        }
        __hp5.end();
    }
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn by_functions(a: &mut Vec<i32>, b: &mut Vec<i32>, rows: &mut [[i32; 4]], sum: &mut i32) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("by_functions", "tests/cases/ok/references_taken_whole.rs", 134));
    // hp5: tests/cases/ok/references_taken_whole.rs:136 #[hp5::task]
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::scalar(&raw const (a)), &[]) };
        let __w_a = hp5::rt::whole(&raw const (a));
        let __v_b = unsafe { __hp5.array("b", hp5::rt::scalar(&raw const (b)), &[]) };
        let __w_b = hp5::rt::whole(&raw const (b));
        let mut __t = __hp5.task(hp5::rt::site!("by_functions:136", "tests/cases/ok/references_taken_whole.rs", 136));
        __t.access(&__v_a, hp5::rt::Mode::InOut, &[]);
        __t.access(&__v_b, hp5::rt::Mode::InOut, &[]);
        let __body = move || {
            let mut a = &mut **unsafe { __w_a.get_mut() };
            let mut b = &mut **unsafe { __w_b.get_mut() };
            by::length(a, b);
        };
        unsafe { __t.spawn(__body) };
    }
    // hp5: tests/cases/ok/references_taken_whole.rs:138 #[hp5::task]
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::scalar(&raw const (a)), &[]) };
        let __w_a = hp5::rt::whole(&raw const (a));
        let __v_b = unsafe { __hp5.array("b", hp5::rt::scalar(&raw const (b)), &[]) };
        let __w_b = hp5::rt::whole(&raw const (b));
        let mut __t = __hp5.task(hp5::rt::site!("by_functions:138", "tests/cases/ok/references_taken_whole.rs", 138));
        __t.access(&__v_a, hp5::rt::Mode::InOut, &[]);
        __t.access(&__v_b, hp5::rt::Mode::In, &[]);
        let __body = move || {
            let mut a = &mut **unsafe { __w_a.get_mut() };
            let b = &**unsafe { __w_b.get() };
            a[7] += b[3];
        };
        unsafe { __t.spawn(__body) };
    }
    // hp5: tests/cases/ok/references_taken_whole.rs:140 #[hp5::task]
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::scalar(&raw const (a)), &[]) };
        let __w_a = hp5::rt::whole(&raw const (a));
        let mut __t = __hp5.task(hp5::rt::site!("by_functions:140", "tests/cases/ok/references_taken_whole.rs", 140));
        __t.access(&__v_a, hp5::rt::Mode::InOut, &[]);
        let __body = move || {
            let mut a = &mut **unsafe { __w_a.get_mut() };
            a.grow(5);
        };
        unsafe { __t.spawn(__body) };
    }
    // hp5: tests/cases/ok/references_taken_whole.rs:142 #[hp5::task]
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::scalar(&raw const (a)), &[]) };
        let __w_a = hp5::rt::whole(&raw const (a));
        let __v_b = unsafe { __hp5.array("b", hp5::rt::scalar(&raw const (b)), &[]) };
        let __w_b = hp5::rt::whole(&raw const (b));
        let __v_sum = unsafe { __hp5.array("sum", hp5::rt::scalar(&raw mut (*sum)), &[]) };
        let mut __t = __hp5.task(hp5::rt::site!("by_functions:142", "tests/cases/ok/references_taken_whole.rs", 142));
        __t.access(&__v_a, hp5::rt::Mode::InOut, &[]);
        __t.access(&__v_b, hp5::rt::Mode::InOut, &[]);
        __t.access(&__v_sum, hp5::rt::Mode::InOut, &[]);
        __t.access(&__v_a, hp5::rt::Mode::In, &[]);
        let sum = __v_sum.view();
        let __body = move || {
            let mut a = &mut **unsafe { __w_a.get_mut() };
            let mut b = &mut **unsafe { __w_b.get_mut() };
            let mut sum = sum;
            {
                let all = std::mem::take(b);
                *sum += all.iter().sum::<i32>() + a[10];
                *b = std::mem::replace(a, all);
            }
        };
        unsafe { __t.spawn(__body) };
    }
    // hp5: tests/cases/ok/references_taken_whole.rs:148 #[hp5::task]
    {
        let __v_rows = unsafe { __hp5.array("rows", hp5::rt::nested::<2, _>(&raw const rows), &[1, 0]) };
        let __w_rows = hp5::rt::whole(&raw const (rows));
        let mut __t = __hp5.task(hp5::rt::site!("by_functions:148", "tests/cases/ok/references_taken_whole.rs", 148));
        __t.access(&__v_rows, hp5::rt::Mode::InOut, &[hp5::rt::ALL, hp5::rt::ALL]);
        let __body = move || {
            let mut rows = unsafe { __w_rows.get_mut() };
            {
                let (first, rest) = rows.split_at_mut(1);
                std::mem::swap(&mut first[0], &mut rest[0]);
            }
        };
        unsafe { __t.spawn(__body) };
    }
    // hp5: tests/cases/ok/references_taken_whole.rs:153 #[hp5::task_tile(i = 1)], parallel
    {
        let __v_rows = unsafe { __hp5.array("rows", hp5::rt::nested::<2, _>(&raw const rows), &[1, 0]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("by_functions:153", "tests/cases/ok/references_taken_whole.rs", 153), hp5::rt::Order::Parallel, hp5::rt::chunks(0..3, 1, 0));
        __loop.access(&__v_rows, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (1, 2)]);
        let __s0_rows = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (1, 2)]);
        let rows = __v_rows.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_rows = __s0_rows.of(&__chunks);
            let __i_part = __chunks;
            let mut rows = rows.within(&__s0_rows);
            for i in __i_part.clone() {
                rows[(i, 1)] += 1;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/references_taken_whole.rs:157 #[hp5::task]
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::scalar(&raw const (a)), &[]) };
        let __w_a = hp5::rt::whole(&raw const (a));
        let __v_b = unsafe { __hp5.array("b", hp5::rt::scalar(&raw const (b)), &[]) };
        let __w_b = hp5::rt::whole(&raw const (b));
        let mut __t = __hp5.task(hp5::rt::site!("by_functions:157", "tests/cases/ok/references_taken_whole.rs", 157));
        __t.access(&__v_b, hp5::rt::Mode::InOut, &[]);
        __t.access(&__v_a, hp5::rt::Mode::In, &[]);
        let __body = move || {
            let a = &**unsafe { __w_a.get() };
            let mut b = &mut **unsafe { __w_b.get_mut() };
            b[2] += a[1];
        };
        unsafe { __t.spawn(__body) };
    }
    __hp5.end();
}

fn main() {
    let mut s = State { n: 1, u: [2; 8] };
    let mut t = State { n: 5, u: [3; 8] };
    let (mut a, mut b): (Vec<i32>, Vec<i32>) = ((0..8).collect(), (10..18).collect());
    states(&mut a, &mut s, &mut t);
    println!("{s:?} {t:?}");
    copies(&mut a, &mut s, &mut t, &mut 7);
    set(&mut a, &mut s, &mut t);
    lists(&mut a, &mut b);
    println!("{s:?} {t:?} {a:?} {b:?}");
    let (mut rows, mut sum) = ([[1; 4], [2; 4], [3; 4]], 0);
    b.push(9);
    by_functions(&mut a, &mut b, &mut rows, &mut sum);
    println!("{a:?} {b:?} {rows:?} {sum}");
    let mut pair = Pair { a, b };
    pair.fields();
    println!("{:?} {:?}", pair.a, pair.b);
}
