//! Blocks and plain statements as tasks, on scalars behind references and whole arrays.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn diamond(a: &mut Vec<f64>, left: &mut f64, right: &mut f64) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("diamond", "tests/cases/ok/task_block.rs", 3));
    // hp5: tests/cases/ok/task_block.rs:5 #[hp5::task]
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
        let mut __t = __hp5.task(hp5::rt::site!("diamond:5", "tests/cases/ok/task_block.rs", 5));
        __t.access(&__v_a, hp5::rt::Mode::InOut, &[(0, ((a.len()) as isize))]);
        let __s0_a = [(0, ((a.len()) as isize))];
        let a = __v_a.view();
        let __body = move || {
            let mut a = a.within(&__s0_a);
            for k in 0..a.len() {
                a[k] += k as f64;
            }
        };
        unsafe { __t.spawn(__body) };
    }
    // hp5: tests/cases/ok/task_block.rs:9 #[hp5::task(in(a), out(left))]
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
        let __w_a = hp5::rt::whole(&raw const (a));
        let __v_left = unsafe { __hp5.array("left", hp5::rt::scalar(&raw mut (*left)), &[]) };
        let mut __t = __hp5.task(hp5::rt::site!("diamond:9", "tests/cases/ok/task_block.rs", 9));
        __t.access(&__v_left, hp5::rt::Mode::Out, &[]);
        __t.access(&__v_a, hp5::rt::Mode::In, &[hp5::rt::ALL]);
        let left = __v_left.view();
        let __body = move || {
            let a = &**unsafe { __w_a.get() };
            let mut left = left;
            {
                *left = a.iter().fold(0.0, |s, x| s + x);
            }
        };
        unsafe { __t.spawn(__body) };
    }
    // hp5: tests/cases/ok/task_block.rs:13 #[hp5::task(in(a), out(right))]
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
        let __w_a = hp5::rt::whole(&raw const (a));
        let __v_right = unsafe { __hp5.array("right", hp5::rt::scalar(&raw mut (*right)), &[]) };
        let mut __t = __hp5.task(hp5::rt::site!("diamond:13", "tests/cases/ok/task_block.rs", 13));
        __t.access(&__v_right, hp5::rt::Mode::Out, &[]);
        __t.access(&__v_a, hp5::rt::Mode::In, &[hp5::rt::ALL]);
        let right = __v_right.view();
        let __body = move || {
            let a = &**unsafe { __w_a.get() };
            let mut right = right;
            {
                *right = a.iter().fold(f64::MIN, |s, x| s.max(*x));
            }
        };
        unsafe { __t.spawn(__body) };
    }
    // hp5: tests/cases/ok/task_block.rs:17 #[hp5::task]
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
        let __v_left = unsafe { __hp5.array("left", hp5::rt::scalar(&raw const (*left)), &[]) };
        let __v_right = unsafe { __hp5.array("right", hp5::rt::scalar(&raw const (*right)), &[]) };
        let mut __t = __hp5.task(hp5::rt::site!("diamond:17", "tests/cases/ok/task_block.rs", 17));
        __t.access(&__v_a, hp5::rt::Mode::Out, &[(0, 1)]);
        __t.access(&__v_left, hp5::rt::Mode::In, &[]);
        __t.access(&__v_right, hp5::rt::Mode::In, &[]);
        let __s0_a = [(0, 1)];
        let a = __v_a.view();
        let left = __v_left.view();
        let right = __v_right.view();
        let __body = move || {
            let mut a = a.within(&__s0_a);
            let left = left;
            let right = right;
            a[0] = *left + *right;
        };
        unsafe { __t.spawn(__body) };
    }
    __hp5.end();
}

fn main() {
    let mut a: Vec<f64> = (0..40).map(|i| f64::from(i % 9) / 3.0).collect();
    let (mut left, mut right) = (0.0, 0.0);
    diamond(&mut a, &mut left, &mut right);
    println!("{:016x} {:016x} {:016x}", left.to_bits(), right.to_bits(), a[0].to_bits());
}
