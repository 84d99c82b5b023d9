//! Calls as tasks: what they touch is declared, and they receive exactly that.

fn fill(part: &mut [u64], from: u64) {
    for (k, x) in part.iter_mut().enumerate() {
        *x = from + (k as u64) * (k as u64);
    }
}

fn combine(left: &[u64], right: &[u64], out: &mut [u64]) {
    for k in 0..out.len() {
        out[k] = left[k] ^ right[k].rotate_left(5);
    }
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn pipeline(a: &mut Vec<u64>, b: &mut Vec<u64>, c: &mut Vec<u64>) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("pipeline", "tests/cases/ok/task_call.rs", 15));
    let n = a.len();
    for lo in (0..n).step_by(16) {
        let hi = (lo + 16).min(n);
        // hp5: tests/cases/ok/task_call.rs:21 #[hp5::task(out(a[lo..hi]))]
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[16]) };
            let mut __t = __hp5.task(hp5::rt::site!("pipeline:21", "tests/cases/ok/task_call.rs", 21));
            __t.access(&__v_a, hp5::rt::Mode::Out, &[((lo as isize), (hi as isize))]);
            let lo = hp5::rt::cap_owned!(lo);
            let hi = hp5::rt::cap_owned!(hi);
            let a = __v_a.view();
            let __body = move || {
                let mut a = a;
                fill(&mut a[lo..hi], lo as u64);
            };
            unsafe { __t.spawn(__body) };
        }
        // hp5: tests/cases/ok/task_call.rs:23 #[hp5::task(out(b[lo..hi]))]
        {
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[16]) };
            let mut __t = __hp5.task(hp5::rt::site!("pipeline:23", "tests/cases/ok/task_call.rs", 23));
            __t.access(&__v_b, hp5::rt::Mode::Out, &[((lo as isize), (hi as isize))]);
            let lo = hp5::rt::cap_owned!(lo);
            let hi = hp5::rt::cap_owned!(hi);
            let b = __v_b.view();
            let __body = move || {
                let mut b = b;
                fill(&mut b[lo..hi], 3 * lo as u64);
            };
            unsafe { __t.spawn(__body) };
        }
        // hp5: tests/cases/ok/task_call.rs:25 #[hp5::task(in(a[lo..hi], b[lo..hi]), out(c[lo..hi]))]
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[16]) };
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[16]) };
            let __v_c = unsafe { __hp5.array("c", hp5::rt::flat(&raw const c), &[16]) };
            let mut __t = __hp5.task(hp5::rt::site!("pipeline:25", "tests/cases/ok/task_call.rs", 25));
            __t.access(&__v_c, hp5::rt::Mode::Out, &[((lo as isize), (hi as isize))]);
            __t.access(&__v_a, hp5::rt::Mode::In, &[((lo as isize), (hi as isize))]);
            __t.access(&__v_b, hp5::rt::Mode::In, &[((lo as isize), (hi as isize))]);
            let lo = hp5::rt::cap_owned!(lo);
            let hi = hp5::rt::cap_owned!(hi);
            let a = __v_a.view();
            let b = __v_b.view();
            let c = __v_c.view();
            let __body = move || {
                let a = a;
                let b = b;
                let mut c = c;
                combine(&a[lo..hi], &b[lo..hi], &mut c[lo..hi]);
            };
            unsafe { __t.spawn(__body) };
        }
    }
    __hp5.end();
}

fn main() {
    for n in [1, 16, 75] {
        let (mut a, mut b, mut c) = (vec![0; n], vec![0; n], vec![0; n]);
        pipeline(&mut a, &mut b, &mut c);
        println!("{n}: {:016x}", c.iter().fold(0, |s: u64, x| s.rotate_left(1) ^ x));
    }
}
