//! Halves, ends, blocks and windows of an array: tasks on them run at the same time, and no wait is put in.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn halves(v: &mut [f64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("halves", "tests/cases/ok/halves.rs", 3));
    let (l, r) = v.split_at_mut(500);
    // hp5: tests/cases/ok/halves.rs:6 #[hp5::task]
    {
        let __v_l = unsafe { __hp5.array("l", hp5::rt::flat(&raw const l), &[0]) };
        let __w_l = hp5::rt::whole(&raw const (*l));
        let mut __t = __hp5.task(hp5::rt::site!("halves:6", "tests/cases/ok/halves.rs", 6));
        __t.access(&__v_l, hp5::rt::Mode::InOut, &[hp5::rt::ALL]);
        let __body = move || {
            let mut l = unsafe { __w_l.get_mut() };
            for x in l.iter_mut() {
                *x += 1.0;
            }
        };
        unsafe { __t.spawn(__body) };
    }
    // hp5: tests/cases/ok/halves.rs:10 #[hp5::task]
    {
        let __v_r = unsafe { __hp5.array("r", hp5::rt::flat(&raw const r), &[0]) };
        let __w_r = hp5::rt::whole(&raw const (*r));
        let mut __t = __hp5.task(hp5::rt::site!("halves:10", "tests/cases/ok/halves.rs", 10));
        __t.access(&__v_r, hp5::rt::Mode::InOut, &[hp5::rt::ALL]);
        let __body = move || {
            let mut r = unsafe { __w_r.get_mut() };
            for x in r.iter_mut() {
                *x *= 2.0;
            }
        };
        unsafe { __t.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn quarters(v: &mut Vec<f64>, m: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("quarters", "tests/cases/ok/halves.rs", 16));
    let (l, r) = v.split_at_mut(m);
    let (a, b) = l.split_at_mut(m / 2);
    let (c, d) = r.split_at_mut(m / 2);
    // hp5: tests/cases/ok/halves.rs:21 #[hp5::task]
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
        let __w_a = hp5::rt::whole(&raw const (*a));
        let mut __t = __hp5.task(hp5::rt::site!("quarters:21", "tests/cases/ok/halves.rs", 21));
        __t.access(&__v_a, hp5::rt::Mode::InOut, &[hp5::rt::ALL]);
        let __body = move || {
            let mut a = unsafe { __w_a.get_mut() };
            add(a, 1.0);
        };
        unsafe { __t.spawn(__body) };
    }
    // hp5: tests/cases/ok/halves.rs:23 #[hp5::task]
    {
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
        let __w_b = hp5::rt::whole(&raw const (*b));
        let mut __t = __hp5.task(hp5::rt::site!("quarters:23", "tests/cases/ok/halves.rs", 23));
        __t.access(&__v_b, hp5::rt::Mode::InOut, &[hp5::rt::ALL]);
        let __body = move || {
            let mut b = unsafe { __w_b.get_mut() };
            add(b, 2.0);
        };
        unsafe { __t.spawn(__body) };
    }
    // hp5: tests/cases/ok/halves.rs:25 #[hp5::task]
    {
        let __v_c = unsafe { __hp5.array("c", hp5::rt::flat(&raw const c), &[0]) };
        let __w_c = hp5::rt::whole(&raw const (*c));
        let mut __t = __hp5.task(hp5::rt::site!("quarters:25", "tests/cases/ok/halves.rs", 25));
        __t.access(&__v_c, hp5::rt::Mode::InOut, &[hp5::rt::ALL]);
        let __body = move || {
            let mut c = unsafe { __w_c.get_mut() };
            add(c, 3.0);
        };
        unsafe { __t.spawn(__body) };
    }
    // hp5: tests/cases/ok/halves.rs:27 #[hp5::task]
    {
        let __v_d = unsafe { __hp5.array("d", hp5::rt::flat(&raw const d), &[0]) };
        let __w_d = hp5::rt::whole(&raw const (*d));
        let mut __t = __hp5.task(hp5::rt::site!("quarters:27", "tests/cases/ok/halves.rs", 27));
        __t.access(&__v_d, hp5::rt::Mode::InOut, &[hp5::rt::ALL]);
        let __body = move || {
            let mut d = unsafe { __w_d.get_mut() };
            for x in d {
                *x += 4.0;
            }
        };
        unsafe { __t.spawn(__body) };
    }
    __hp5.end();
}
fn add(a: &mut [f64], by: f64) {
    a.iter_mut().for_each(|x| *x += by);
}

fn sum(a: &[f64]) -> f64 {
    a.iter().sum()
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn from_halves(v: &[f64], out: &mut [f64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("from_halves", "tests/cases/ok/halves.rs", 40));
    let (l, r) = v.split_at(500);
    // hp5: tests/cases/ok/halves.rs:43 #[hp5::task]
    {
        let __v_out = unsafe { __hp5.array("out", hp5::rt::flat(&raw const out), &[0]) };
        let mut __t = __hp5.task(hp5::rt::site!("from_halves:43", "tests/cases/ok/halves.rs", 43));
        __t.access(&__v_out, hp5::rt::Mode::Out, &[(0, 1)]);
        let __s0_out = [(0, 1)];
        let l = hp5::rt::cap_owned!(l);
        let out = __v_out.view();
        let __body = move || {
            let mut out = out.within(&__s0_out);
            out[0] = sum(l);
        };
        unsafe { __t.spawn(__body) };
    }
    // hp5: tests/cases/ok/halves.rs:45 #[hp5::task]
    {
        let __v_out = unsafe { __hp5.array("out", hp5::rt::flat(&raw const out), &[0]) };
        let mut __t = __hp5.task(hp5::rt::site!("from_halves:45", "tests/cases/ok/halves.rs", 45));
        __t.access(&__v_out, hp5::rt::Mode::Out, &[(1, 2)]);
        let __s0_out = [(1, 2)];
        let r = hp5::rt::cap_owned!(r);
        let out = __v_out.view();
        let __body = move || {
            let mut out = out.within(&__s0_out);
            out[1] = sum(r);
        };
        unsafe { __t.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn first(v: &mut [f64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("first", "tests/cases/ok/halves.rs", 49));
    let __hp5_value = {
    if let Some((head, tail)) = v.split_first_mut() {
        // hp5: tests/cases/ok/halves.rs:52 #[hp5::task]
        {
            let __v_head = unsafe { __hp5.array("head", hp5::rt::scalar(&raw mut (*head)), &[]) };
            let mut __t = __hp5.task(hp5::rt::site!("first:52", "tests/cases/ok/halves.rs", 52));
            __t.access(&__v_head, hp5::rt::Mode::InOut, &[]);
            let head = __v_head.view();
            let __body = move || {
                let mut head = head;
                *head += 1.0;
            };
            unsafe { __t.spawn(__body) };
        }
        // hp5: tests/cases/ok/halves.rs:54 #[hp5::task]
        {
            let __v_tail = unsafe { __hp5.array("tail", hp5::rt::flat(&raw const tail), &[0]) };
            let __w_tail = hp5::rt::whole(&raw const (*tail));
            let mut __t = __hp5.task(hp5::rt::site!("first:54", "tests/cases/ok/halves.rs", 54));
            __t.access(&__v_tail, hp5::rt::Mode::InOut, &[hp5::rt::ALL]);
            let __body = move || {
                let mut tail = unsafe { __w_tail.get_mut() };
                add(tail, 1.0);
            };
            unsafe { __t.spawn(__body) };
        }
    }
    };
    __hp5.end();
    __hp5_value
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn blocks(v: &mut [f64], w: &[f64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("blocks", "tests/cases/ok/halves.rs", 59));
    for part in v.chunks_mut(100) {
        // hp5: tests/cases/ok/halves.rs:62 #[hp5::task]
        {
            let __v_part = unsafe { __hp5.array("part", hp5::rt::flat(&raw const part), &[0]) };
            let __w_part = hp5::rt::whole(&raw const (*part));
            let mut __t = __hp5.task(hp5::rt::site!("blocks:62", "tests/cases/ok/halves.rs", 62));
            __t.access(&__v_part, hp5::rt::Mode::InOut, &[hp5::rt::ALL]);
            let __body = move || {
                let mut part = unsafe { __w_part.get_mut() };
                add(part, 1.0);
            };
            unsafe { __t.spawn(__body) };
        }
    }
    for (part, other) in v.chunks_exact_mut(100).zip(w.chunks(100)) {
        // hp5: tests/cases/ok/halves.rs:66 #[hp5::task]
        {
            let __v_part = unsafe { __hp5.array("part", hp5::rt::flat(&raw const part), &[0]) };
            let __w_part = hp5::rt::whole(&raw const (*part));
            let mut __t = __hp5.task(hp5::rt::site!("blocks:66", "tests/cases/ok/halves.rs", 66));
            __t.access(&__v_part, hp5::rt::Mode::InOut, &[hp5::rt::ALL]);
            let other = hp5::rt::cap_owned!(other);
            let __body = move || {
                let mut part = unsafe { __w_part.get_mut() };
                for (x, y) in part.iter_mut().zip(other) {
                    *x += y;
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    for (k, part) in v.chunks_mut(250).enumerate() {
        // hp5: tests/cases/ok/halves.rs:72 #[hp5::task]
        {
            let __v_part = unsafe { __hp5.array("part", hp5::rt::flat(&raw const part), &[0]) };
            let __w_part = hp5::rt::whole(&raw const (*part));
            let mut __t = __hp5.task(hp5::rt::site!("blocks:72", "tests/cases/ok/halves.rs", 72));
            __t.access(&__v_part, hp5::rt::Mode::InOut, &[hp5::rt::ALL]);
            let k = hp5::rt::cap_owned!(k);
            let __body = move || {
                let mut part = unsafe { __w_part.get_mut() };
                for x in part.iter_mut() {
                    *x += k as f64;
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    let (l, r) = v.split_at_mut(500);
    // hp5: tests/cases/ok/halves.rs:78 #[hp5::task_tile(i = 100)], parallel
    {
        let __v_r = unsafe { __hp5.array("r", hp5::rt::flat(&raw const r), &[100]) };
        let __v_l = unsafe { __hp5.array("l", hp5::rt::flat(&raw const l), &[100]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("blocks:78", "tests/cases/ok/halves.rs", 78), hp5::rt::Order::Parallel, hp5::rt::chunks(0..l.len(), 100, 0));
        __loop.access(&__v_l, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_r, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_r = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_l = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let r = __v_r.view();
        let l = __v_l.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_r = __s0_r.of(&__chunks);
            let __s0_l = __s0_l.of(&__chunks);
            let __i_part = __chunks;
            let r = r.within(&__s0_r);
            let mut l = l.within(&__s0_l);
            for i in __i_part.clone() {
                l[i] += r[i];
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/halves.rs:82 #[hp5::task_tile(i = 100)], parallel
    {
        let __v_r = unsafe { __hp5.array("r", hp5::rt::flat(&raw const r), &[100]) };
        let __v_w = unsafe { __hp5.array("w", hp5::rt::flat(&raw const w), &[100]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("blocks:82", "tests/cases/ok/halves.rs", 82), hp5::rt::Order::Parallel, hp5::rt::chunks(0..r.len(), 100, 0));
        __loop.access(&__v_r, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_w, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_r = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_w = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let r = __v_r.view();
        let w = __v_w.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_r = __s0_r.of(&__chunks);
            let __s0_w = __s0_w.of(&__chunks);
            let __i_part = __chunks;
            let mut r = r.within(&__s0_r);
            let w = w.within(&__s0_w);
            for i in __i_part.clone() {
                r[i] += w[i];
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/halves.rs:86 #[hp5::task]
    {
        let __v_r = unsafe { __hp5.array("r", hp5::rt::flat(&raw const r), &[100]) };
        let __w_r = hp5::rt::whole(&raw const (*r));
        let __v_l = unsafe { __hp5.array("l", hp5::rt::flat(&raw const l), &[100]) };
        let __w_l = hp5::rt::whole(&raw const (*l));
        let mut __t = __hp5.task(hp5::rt::site!("blocks:86", "tests/cases/ok/halves.rs", 86));
        __t.access(&__v_l, hp5::rt::Mode::InOut, &[hp5::rt::ALL]);
        __t.access(&__v_r, hp5::rt::Mode::In, &[hp5::rt::ALL]);
        let __body = move || {
            let r = unsafe { __w_r.get() };
            let mut l = unsafe { __w_l.get_mut() };
            for (x, y) in l.iter_mut().zip(r.iter()) {
                *x += y;
            }
        };
        unsafe { __t.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn moving(v: &[f64], out: &mut [f64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("moving", "tests/cases/ok/halves.rs", 92));
    for (k, win) in v.windows(3).enumerate().step_by(10) {
        // hp5: tests/cases/ok/halves.rs:95 #[hp5::task]
        {
            let __v_win = unsafe { __hp5.array("win", hp5::rt::flat(&raw const win), &[0]) };
            let __v_out = unsafe { __hp5.array("out", hp5::rt::flat(&raw const out), &[100]) };
            let mut __t = __hp5.task(hp5::rt::site!("moving:95", "tests/cases/ok/halves.rs", 95));
            __t.access(&__v_out, hp5::rt::Mode::Out, &[((k as isize), (k as isize) + 1)]);
            __t.access(&__v_win, hp5::rt::Mode::In, &[(0, 3)]);
            let __s0_win = [(0, 3)];
            let __s0_out = [((k as isize), (k as isize) + 1)];
            let k = hp5::rt::cap_owned!(k);
            let win = __v_win.view();
            let out = __v_out.view();
            let __body = move || {
                let win = win.within(&__s0_win);
                let mut out = out.within(&__s0_out);
                out[k] = win[0] + win[1] + win[2];
            };
            unsafe { __t.spawn(__body) };
        }
    }
    // hp5: tests/cases/ok/halves.rs:98 #[hp5::task_tile(i = 100)], parallel
    {
        let __v_out = unsafe { __hp5.array("out", hp5::rt::flat(&raw const out), &[100]) };
        let __v_v = unsafe { __hp5.array("v", hp5::rt::flat(&raw const v), &[0]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("moving:98", "tests/cases/ok/halves.rs", 98), hp5::rt::Order::Parallel, hp5::rt::chunks(0..v.len() - 2, 100, 0));
        __loop.access(&__v_out, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_v, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi + 2)]);
        let __s0_out = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let out = __v_out.view();
        let v = __v_v.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_out = __s0_out.of(&__chunks);
            let __i_part = __chunks;
            let mut out = out.within(&__s0_out);
            let v = v;
            for i in __i_part.clone() {
                out[i] += v[i..i + 3].iter().sum::<f64>();
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

fn main() {
    let mut v: Vec<f64> = (0..1000).map(|x| x as f64).collect();
    let mut out = vec![0.0; 1000];
    halves(&mut v);
    quarters(&mut v, 600);
    let w = v.clone();
    from_halves(&w, &mut out);
    first(&mut v);
    blocks(&mut v, &w);
    moving(&v, &mut out);
    println!("{} {} {:?} {:?}", v[0], v[999], v, out);
}
