//! Names that a body itself gives a meaning: constants, what an arm's pattern binds and asks,
//! fractions, what a macro changes.

const STEP: usize = 0;

macro_rules! bump {
    ($x:expr) => {
        $x += 3
    };
}

macro_rules! each {
    ($i:ident, $n:expr, $do:expr) => {
        for $i in 0..$n {
            $do;
        }
    };
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn bodies(a: &mut [f64], b: &mut [f64], rounds: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("bodies", "tests/cases/ok/names_in_bodies.rs", 20));
    {
    let n = a.len();
    let width = 1.5;
    let mut at = 0; let __hp5_hold_477 = __hp5.hold();
    for t in 0..rounds {
        // hp5: tests/cases/ok/names_in_bodies.rs:26 #[hp5::task_tile(i = 4)], parallel
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[4]) };
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[4]) };
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("bodies:26", "tests/cases/ok/names_in_bodies.rs", 26), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n - 3, 4, 1));
            __loop.access(&__v_b, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo + 3, __i_hi + 3)]);
            __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo + 3, __i_hi + 3)]);
            let n = hp5::rt::cap_owned!(n);
            let a = __v_a.view();
            let b = __v_b.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_a = __s0_a.of(&__chunks);
                let __s0_b = __s0_b.of(&__chunks);
                let __i_part = __chunks;
                let n = hp5::rt::again(&n);
                let a = a.within(&__s0_a);
                let mut b = b.within(&__s0_b);
                for i in __i_part.clone() {
                    const STEP: usize = 3;
                    b[i + STEP] = a[i] + 1.0;
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        // hp5: tests/cases/ok/names_in_bodies.rs:31 #[hp5::task]
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[4]) };
            let mut __t = __hp5.task(hp5::rt::site!("bodies:31", "tests/cases/ok/names_in_bodies.rs", 31));
            __t.access(&__v_a, hp5::rt::Mode::InOut, &[hp5::rt::ALL]);
            let width = hp5::rt::cap_owned!(width);
            let a = __v_a.view();
            let __body = move || {
                let mut a = a;
                {
                    let twice = width + width;
                    a[twice as usize] += 1.0; //~ HP5-W0101 | a[twice as usize]
                    a[STEP] += 1.0;
                }
            };
            unsafe { __t.spawn(__body) };
        }
        // hp5: tests/cases/ok/names_in_bodies.rs:37 #[hp5::task]
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[4]) };
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[4]) };
            let mut __t = __hp5.task(hp5::rt::site!("bodies:37", "tests/cases/ok/names_in_bodies.rs", 37));
            __t.access(&__v_b, hp5::rt::Mode::InOut, &[hp5::rt::ALL]);
            __t.access(&__v_a, hp5::rt::Mode::In, &[hp5::rt::ALL]);
            __t.access(&__v_b, hp5::rt::Mode::In, &[(3, 4)]);
            let t = hp5::rt::cap_owned!(t);
            let a = __v_a.view();
            let b = __v_b.view();
            let __body = move || {
                let a = a;
                let mut b = b;
                match t {
                    k if a[k + 2] > 3.0 => { //~ HP5-W0101 | k
                        b[0] = a[k];
                    }
                    k if b[3] > 1.0 => b[k] += 2.0, //~ HP5-W0101 | k
                    _ => b[1] = 4.0,
                }
            };
            unsafe { __t.spawn(__body) };
        }
        // hp5: tests/cases/ok/names_in_bodies.rs:45 #[hp5::task]
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[4]) };
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[4]) };
            let mut __t = __hp5.task(hp5::rt::site!("bodies:45", "tests/cases/ok/names_in_bodies.rs", 45));
            __t.access(&__v_a, hp5::rt::Mode::InOut, &[(3, 4)]);
            __t.access(&__v_b, hp5::rt::Mode::In, &[(0, 2)]);
            let __s0_a = [(3, 4)];
            let __s0_b = [(0, 2)];
            let a = __v_a.view();
            let b = __v_b.view();
            let __body = move || {
                let mut a = a.within(&__s0_a);
                let b = b.within(&__s0_b);
                {
                    a[3] += b[0] + b[1];
                }
            };
            unsafe { __t.spawn(__body) };
        }
        // hp5: tests/cases/ok/names_in_bodies.rs:49 #[hp5::task]
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[4]) };
            let mut __t = __hp5.task(hp5::rt::site!("bodies:49", "tests/cases/ok/names_in_bodies.rs", 49));
            __t.access(&__v_a, hp5::rt::Mode::InOut, &[hp5::rt::ALL]);
            let t = hp5::rt::cap_owned!(t);
            let a = __v_a.view();
            let __body = move || {
                let mut a = a;
                {
                    let mut k = t; //~ HP5-W0101 | k
                    bump!(k);
                    a[k] += 5.0;
                }
            };
            unsafe { __t.spawn(__body) };
        }
        // hp5: tests/cases/ok/names_in_bodies.rs:55 #[hp5::task]
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[4]) };
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[4]) };
            let __v_at = unsafe { __hp5.array("at", hp5::rt::scalar(&raw mut (at)), &[]) };
            let mut __t = __hp5.task(hp5::rt::site!("bodies:55", "tests/cases/ok/names_in_bodies.rs", 55));
            __t.access(&__v_b, hp5::rt::Mode::InOut, &[hp5::rt::ALL]);
            __t.access(&__v_at, hp5::rt::Mode::InOut, &[]);
            __t.access(&__v_a, hp5::rt::Mode::In, &[((t as isize) + 3, (t as isize) + 4)]);
            __t.access(&__v_at, hp5::rt::Mode::In, &[]);
            let __s0_a = [((t as isize) + 3, (t as isize) + 4)];
            let n = hp5::rt::cap_owned!(n);
            let t = hp5::rt::cap_owned!(t);
            let a = __v_a.view();
            let b = __v_b.view();
            let at = __v_at.view();
            let __body = move || {
                let a = a.within(&__s0_a);
                let mut b = b;
                let mut at = at;
                {
                    bump!((*at));
                    assert!((*at) < 99, "{at} {at:?} {at:3x}");
                    b[(*at) % n] += a[t + 3]; //~ HP5-W0101 | b[at % n]
                }
            };
            unsafe { __t.spawn(__body) };
        }
        // hp5: tests/cases/ok/names_in_bodies.rs:61 #[hp5::task]
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[4]) };
            let __w_a = hp5::rt::whole(&raw const (*a));
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[4]) };
            let __w_b = hp5::rt::whole(&raw const (*b));
            let mut __t = __hp5.task(hp5::rt::site!("bodies:61", "tests/cases/ok/names_in_bodies.rs", 61));
            __t.access(&__v_a, hp5::rt::Mode::InOut, &[hp5::rt::ALL]);
            __t.access(&__v_b, hp5::rt::Mode::InOut, &[hp5::rt::ALL]);
            __t.access(&__v_b, hp5::rt::Mode::In, &[(5, 7)]);
            let __body = move || {
                let mut a = unsafe { __w_a.get_mut() };
                let mut b = unsafe { __w_b.get_mut() };
                {
                    each!(p, 3, a[p] += b[p]);
                    [b[5], b[6]] = [b[6], b[5]];
                }
            };
            unsafe { __t.spawn(__body) };
        }
        // hp5: tests/cases/ok/names_in_bodies.rs:66 #[hp5::task_tile(i = 5)], parallel
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[4]) };
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[4]) };
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("bodies:66", "tests/cases/ok/names_in_bodies.rs", 66), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 5, 0));
            __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            __loop.access(&__v_b, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(-__i_hi + (n as isize), -__i_lo + (n as isize))]);
            let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(-__i_hi + (n as isize), -__i_lo + (n as isize))]);
            let n = hp5::rt::cap_owned!(n);
            let a = __v_a.view();
            let b = __v_b.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_a = __s0_a.of(&__chunks);
                let __s0_b = __s0_b.of(&__chunks);
                let __i_part = __chunks;
                let n = hp5::rt::again(&n);
                let mut a = a.within(&__s0_a);
                let b = b.within(&__s0_b);
                for i in __i_part.clone() {
                    a[i] += b[n - 1 - i] * 0.125;
                }
            });
            unsafe { __loop.spawn(__body) };
        }
    }
    }
    __hp5.end();
}

fn main() {
    let mut a: Vec<f64> = (0..31).map(f64::from).collect();
    let mut b = vec![0.0; 31];
    bodies(&mut a, &mut b, 5);
    println!("{a:?}\n{b:?}");
}
