//! Sweeps in functions of their own, whose tasks are one graph: joined regions.

const M: usize = 40;

/// A sweep; `p` and `q` may be any two of the caller's arrays.
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn blur(n: usize, p: &[f64], q: &mut [f64], weights: &[f64; 3]) {
    let __hp5 = unsafe { hp5::rt::Joined::begin(hp5::rt::site!("blur", "tests/cases/ok/joined.rs", 6)) };
    let last = n - 1;
    // hp5: tests/cases/ok/joined.rs:10 #[hp5::task_tile(i = 8, j = 16)], parallel
    {
        let __v_weights = unsafe { __hp5.array("weights", hp5::rt::flat(&raw const weights), &[0]) };
        let __v_p = unsafe { __hp5.array("p", hp5::rt::flat(&raw const p).rows((M as isize)), &[8, 16]) };
        let __v_q = unsafe { __hp5.array("q", hp5::rt::flat(&raw const q).rows((M as isize)), &[8, 16]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("blur:10", "tests/cases/ok/joined.rs", 10), hp5::rt::Order::Parallel, (
            hp5::rt::chunks(1..last, 8, 0),
            hp5::rt::chunks(1..M - 1, 16, 0),
        ));
        __loop.access(&__v_q, hp5::rt::Mode::Out, |[(__i_lo, __i_hi), (__j_lo, __j_hi)]| [(__i_lo, __i_hi), (__j_lo, __j_hi)]);
        __loop.access(&__v_p, hp5::rt::Mode::In, |[(__i_lo, __i_hi), (__j_lo, __j_hi)]| [(__i_lo - 1, __i_hi + 1), (__j_lo - 1, __j_hi + 1)]);
        __loop.access(&__v_weights, hp5::rt::Mode::In, |[(__i_lo, __i_hi), (__j_lo, __j_hi)]| [(0, 3)]);
        let __s0_weights = __loop.section(|[(__i_lo, __i_hi), (__j_lo, __j_hi)]| [(0, 3)]);
        let __s0_p = __loop.section(|[(__i_lo, __i_hi), (__j_lo, __j_hi)]| [(__i_lo - 1, __i_hi + 1), (__j_lo, __j_hi)]);
        let __s0_q = __loop.section(|[(__i_lo, __i_hi), (__j_lo, __j_hi)]| [(__i_lo, __i_hi), (__j_lo, __j_hi)]);
        let last = hp5::rt::cap_owned!(last);
        let weights = __v_weights.view();
        let p = __v_p.view();
        let q = __v_q.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_weights = __s0_weights.of(&__chunks);
            let __s0_p = __s0_p.of(&__chunks);
            let __s0_q = __s0_q.of(&__chunks);
            let (__i_part, __j_part) = __chunks;
            let last = hp5::rt::again(&last);
            let weights = weights.within(&__s0_weights);
            let p = p.within(&__s0_p);
            let mut q = q.within(&__s0_q);
            for i in __i_part.clone() {
                for j in __j_part.clone() {
                    q[i * M + j] = weights[1] * p[i * M + j]
                        + weights[0] * (p[(i - 1) * M + j] + p[i * M + j - 1])
                        + weights[2] * (p[(i + 1) * M + j] + p[i * M + j + 1]) * 0.5;
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

/// Joins what calls it, and is joined.
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn twice(n: usize, p: &mut Vec<f64>, q: &mut Vec<f64>) {
    let __hp5 = unsafe { hp5::rt::Joined::begin(hp5::rt::site!("twice", "tests/cases/ok/joined.rs", 21)) };
    let mut weights = __hp5.keep([0.25, 0.5, 0.25]);
    (*weights)[0] += 0.125;
    { let __hp5_hand = __hp5.hand("tests/cases/ok/joined.rs", 6); blur(n, p, q, &(*weights)) };
    { let __hp5_hand = __hp5.hand("tests/cases/ok/joined.rs", 6); blur(n, q, p, &(*weights)) };
    __hp5.end();
}

/// Reads what tasks of the caller write: waits for them.
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn damp(p: &mut [f64], at: usize) {
    let __hp5 = unsafe { hp5::rt::Joined::begin(hp5::rt::site!("damp", "tests/cases/ok/joined.rs", 30)) };
    __hp5.wait(); // hp5: put in, see the translator's warning
    let most = if p[at] > 2.0 { 0.5 } else { 0.75 }; //~ HP5-W0102 | p
    let n = p.len() / M;
    // hp5: tests/cases/ok/joined.rs:34 #[hp5::task_tile(i = 8)], parallel
    {
        let __v_p = unsafe { __hp5.array("p", hp5::rt::flat(&raw const p).rows((M as isize)), &[8, 0]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("damp:34", "tests/cases/ok/joined.rs", 34), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 8, 0));
        __loop.access(&__v_p, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (M as isize))]);
        let __s0_p = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (M as isize))]);
        let n = hp5::rt::cap_owned!(n);
        let most = hp5::rt::cap_owned!(most);
        let p = __v_p.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_p = __s0_p.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let most = hp5::rt::again(&most);
            let mut p = p.within(&__s0_p);
            for i in __i_part.clone() {
                for j in 0..M {
                    p[i * M + j] *= most;
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

/// Its tasks use a variable of its own, which becomes the region's.
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn measure(p: &[f64], peak: &mut f64, rounds: &mut u32) {
    let __hp5 = unsafe { hp5::rt::Joined::begin(hp5::rt::site!("measure", "tests/cases/ok/joined.rs", 43)) };
    let mut most = __hp5.keep(vec![0.0; p.len() / M]);
    // hp5: tests/cases/ok/joined.rs:46 #[hp5::task_tile(i = 4)], parallel
    {
        let __v_most = unsafe { __hp5.array("most", hp5::rt::flat(&raw mut most), &[4]) };
        let __v_p = unsafe { __hp5.array("p", hp5::rt::flat(&raw const p).rows((M as isize)), &[4, 0]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("measure:46", "tests/cases/ok/joined.rs", 46), hp5::rt::Order::Parallel, hp5::rt::chunks(0..p.len() / M, 4, 0));
        __loop.access(&__v_most, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_p, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (M as isize))]);
        __loop.access(&__v_most, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __c0_most = 0 < (M as isize);
        let __s0_most = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_p = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (M as isize))]);
        let most = __v_most.view();
        let p = __v_p.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_most = __s0_most.of(&__chunks);
            let __s0_p = __s0_p.of(&__chunks);
            let __i_part = __chunks;
            if __c0_most { let _ = most.within(&__s0_most); }
            let mut most = most.within(&hp5::rt::CHECKED);
            let p = p.within(&__s0_p);
            for i in __i_part.clone() {
                for j in 0..M {
                    most[i] = f64::max(most[i], p[i * M + j]);
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/joined.rs:52 #[hp5::task]
    {
        let __v_most = unsafe { __hp5.array("most", hp5::rt::flat(&raw const most), &[4]) };
        let __v_p = unsafe { __hp5.array("p", hp5::rt::flat(&raw const p).rows((M as isize)), &[4, 0]) };
        let __v_peak = unsafe { __hp5.array("peak", hp5::rt::scalar(&raw mut (*peak)), &[]) };
        let __v_rounds = unsafe { __hp5.array("rounds", hp5::rt::scalar(&raw mut (*rounds)), &[]) };
        let mut __t = __hp5.task(hp5::rt::site!("measure:52", "tests/cases/ok/joined.rs", 52));
        __t.access(&__v_peak, hp5::rt::Mode::InOut, &[]);
        __t.access(&__v_rounds, hp5::rt::Mode::InOut, &[]);
        __t.access(&__v_most, hp5::rt::Mode::In, &[(0, ((hp5::rt::quotient(p.len(), M)) as isize))]);
        __t.access(&__v_peak, hp5::rt::Mode::In, &[]);
        let __s0_most = [(0, ((hp5::rt::quotient(p.len(), M)) as isize))];
        let most = __v_most.view();
        let p = __v_p.view();
        let peak = __v_peak.view();
        let rounds = __v_rounds.view();
        let __body = move || {
            let most = most.within(&__s0_most);
            let p = p;
            let mut peak = peak;
            let mut rounds = rounds;
            {
                for i in 0..p.len() / M {
                    *peak = *peak * 0.5 + most[i];
                }
                *rounds += 1;
            }
        };
        unsafe { __t.spawn(__body) };
    }
    __hp5.end();
}

/// What its tasks are given as a value is gone when it returns: it waits.
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn add(p: &mut [f64], rows: Vec<f64>, mut count: u32) {
    let __hp5 = unsafe { hp5::rt::Joined::begin(hp5::rt::site!("add", "tests/cases/ok/joined.rs", 62)) };
    {
        let __hp5_hold = __hp5.hold();
    // hp5: tests/cases/ok/joined.rs:64 #[hp5::task_tile(i = 8)], parallel
    {
        let __v_rows = unsafe { __hp5.array("rows", hp5::rt::flat(&raw const rows), &[8]) };
        let __v_p = unsafe { __hp5.array("p", hp5::rt::flat(&raw const p).rows((M as isize)), &[8, 0]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("add:64", "tests/cases/ok/joined.rs", 64), hp5::rt::Order::Parallel, hp5::rt::chunks(0..rows.len(), 8, 0));
        __loop.access(&__v_p, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, 1)]);
        __loop.access(&__v_rows, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_rows = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_p = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, 1)]);
        let rows = __v_rows.view();
        let p = __v_p.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_rows = __s0_rows.of(&__chunks);
            let __s0_p = __s0_p.of(&__chunks);
            let __i_part = __chunks;
            let rows = rows.within(&__s0_rows);
            let mut p = p.within(&__s0_p);
            for i in __i_part.clone() {
                p[i * M] += rows[i];
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/joined.rs:68 #[hp5::task]
    {
        let __v_p = unsafe { __hp5.array("p", hp5::rt::flat(&raw const p).rows((M as isize)), &[8, 0]) };
        let __v_count = unsafe { __hp5.array("count", hp5::rt::scalar(&raw mut (count)), &[]) };
        let mut __t = __hp5.task(hp5::rt::site!("add:68", "tests/cases/ok/joined.rs", 68));
        __t.access(&__v_p, hp5::rt::Mode::InOut, &[(0, 1), (0, 1)]);
        __t.access(&__v_count, hp5::rt::Mode::InOut, &[]);
        __t.access(&__v_count, hp5::rt::Mode::In, &[]);
        let __s0_p = [(0, 1), (0, 1)];
        let p = __v_p.view();
        let count = __v_count.view();
        let __body = move || {
            let mut p = p.within(&__s0_p);
            let mut count = count;
            {
                (*count) += 1;
                p[0] += f64::from((*count));
            }
        };
        unsafe { __t.spawn(__body) };
    }
    }
    __hp5.end();
}

/// Tasks read what they do not declare: it waits, since the caller may change that next.
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn shift(p: &mut [f64], by: &Step) {
    let __hp5 = unsafe { hp5::rt::Joined::begin(hp5::rt::site!("shift", "tests/cases/ok/joined.rs", 76)) };
    {
        let __hp5_hold = __hp5.hold();
    if p.is_empty() {
        return;
    }
    __hp5.wait(); // hp5: put in, see the translator's warning
    //~ HP5-W0102 | #[hp5::task_tile(i = 100)]
    // hp5: tests/cases/ok/joined.rs:81 #[hp5::task_tile(i = 100)], parallel
    {
        let __v_p = unsafe { __hp5.array("p", hp5::rt::flat(&raw const p), &[100]) };
        let by = hp5::rt::cap!(by);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("shift:81", "tests/cases/ok/joined.rs", 81), hp5::rt::Order::Parallel, hp5::rt::chunks(0..p.len(), 100, 0));
        __loop.access(&__v_p, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_p = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let p = __v_p.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_p = __s0_p.of(&__chunks);
            let __i_part = __chunks;
            let by = hp5::rt::again(&by);
            let mut p = p.within(&__s0_p);
            for i in __i_part.clone() {
                p[i] += by.length;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    }
    __hp5.end();
}

struct Step {
    length: f64,
}

struct Grid {
    cells: Vec<f64>,
    next: Vec<f64>,
}

impl Grid {
    #[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
    fn copy(from: &[f64], to: &mut [f64]) {
        let __hp5 = unsafe { hp5::rt::Joined::begin(hp5::rt::site!("copy", "tests/cases/ok/joined.rs", 97)) };
        // hp5: tests/cases/ok/joined.rs:99 #[hp5::task_tile(i = 64)], parallel
        {
            let __v_from = unsafe { __hp5.array("from", hp5::rt::flat(&raw const from), &[64]) };
            let __v_to = unsafe { __hp5.array("to", hp5::rt::flat(&raw const to), &[64]) };
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("copy:99", "tests/cases/ok/joined.rs", 99), hp5::rt::Order::Parallel, hp5::rt::chunks(0..from.len(), 64, 0));
            __loop.access(&__v_to, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            __loop.access(&__v_from, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let __s0_from = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let __s0_to = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let from = __v_from.view();
            let to = __v_to.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_from = __s0_from.of(&__chunks);
                let __s0_to = __s0_to.of(&__chunks);
                let __i_part = __chunks;
                let from = from.within(&__s0_from);
                let mut to = to.within(&__s0_to);
                for i in __i_part.clone() {
                    to[i] = from[i] + 1.0;
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        __hp5.end();
    }

    #[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
    fn turn(&mut self, times: usize) {
        let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("turn", "tests/cases/ok/joined.rs", 105));
        for _ in 0..times {
            { let __hp5_hand = __hp5.hand("tests/cases/ok/joined.rs", 97); Self::copy(&self.cells, &mut self.next) };
            std::mem::swap(&mut self.cells, &mut self.next);
        }
        __hp5.end();
    }
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn steps(a: &mut Vec<f64>, b: &mut Vec<f64>, count: usize) -> f64 {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("steps", "tests/cases/ok/joined.rs", 114));
    let __hp5_value = {
    let n = a.len() / M;
    let weights = [0.25, 0.5, 0.25]; let __hp5_hold_3044 = __hp5.hold();
    let mut c = vec![1.0; a.len()]; let __hp5_hold_3080 = __hp5.hold();
    let (mut peak, mut rounds, mut shown) = (0.0, 0, 0.0); let __hp5_hold_3139 = __hp5.hold();
    let mut step = Step { length: 0.5 }; let __hp5_hold_3180 = __hp5.hold();
    for t in 0..count {
        let mut own = __hp5.keep(vec![0.5; a.len()]);
        { let __hp5_hand = __hp5.hand("tests/cases/ok/joined.rs", 6); blur(n, a, &mut (*own), &weights) };
        { let __hp5_hand = __hp5.hand("tests/cases/ok/joined.rs", 6); blur(n, &(*own), b, &weights) };
        { let __hp5_hand = __hp5.hand("tests/cases/ok/joined.rs", 21); twice(n, b, &mut c) };
        { let __hp5_hand = __hp5.hand("tests/cases/ok/joined.rs", 43); measure(b, &mut peak, &mut rounds) };
        if t % 2 == 1 {
            { let __hp5_hand = __hp5.hand("tests/cases/ok/joined.rs", 30); damp(b, n / 3 * M) };
        }
        { let __hp5_hand = __hp5.hand("tests/cases/ok/joined.rs", 6); blur(n - t, &c[t * M..], &mut a[t * M..], &weights) };
        let rows = vec![0.25; 5];
        { let __hp5_hand = __hp5.hand("tests/cases/ok/joined.rs", 62); add(&mut c[M..], rows, t as u32) };
        __hp5.wait(); // hp5: put in, see the translator's warning
        add(&mut c, a[..3].to_vec(), 7); //~ HP5-W0102 | c
        { let __hp5_hand = __hp5.hand("tests/cases/ok/joined.rs", 76); shift(b, &step) };
        __hp5.wait(); // hp5: put in, see the translator's warning
        step.length *= 0.5; //~ HP5-W0102 | step
        std::mem::swap(a, b);
        // hp5: tests/cases/ok/joined.rs:137 #[hp5::task_tile(i = 4)], parallel
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a).rows((M as isize)), &[4, 0]) };
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b).rows((M as isize)), &[4, 0]) };
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("steps:137", "tests/cases/ok/joined.rs", 137), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 4, 0));
            __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (M as isize))]);
            __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (M as isize))]);
            __loop.access(&__v_b, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (M as isize))]);
            let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (M as isize))]);
            let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (M as isize))]);
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
                    for j in 0..M {
                        a[i * M + j] = 0.5 * (a[i * M + j] + b[i * M + j]);
                    }
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        if t == 2 {
            shown = b[n / 2 * M + 7] + peak;
        }
    }
    for x in &c {
        shown += *x;
    }
    shown + peak + f64::from(rounds)
    };
    __hp5.end();
    __hp5_value
}

fn main() {
    let mut a: Vec<f64> = (0..50 * M).map(|k| ((k * 37) % 17) as f64).collect();
    let mut b: Vec<f64> = (0..50 * M).map(|k| ((k * 3) % 5) as f64).collect();
    let shown = steps(&mut a, &mut b, 6);
    blur(50, &a, &mut b, &[0.5, 0.25, 0.25]);
    let mut grid = Grid { cells: a, next: b };
    grid.turn(5);
    for list in [&grid.cells, &grid.next] {
        println!("{:016x}", list.iter().fold(0, |h: u64, x| h.rotate_left(5) ^ x.to_bits()));
    }
    println!("{shown}");
}
