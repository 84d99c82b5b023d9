//! Patterns that take a value from behind a reference bind values, which go with their turn: tasks wait for them.

fn slow(x: f64) -> f64 {
    for k in 0..3000_u32 {
        std::hint::black_box(k);
    }
    x
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn in_a_loop(b: &mut [f64], c: &[f64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("in_a_loop", "tests/cases/ok/names_behind_references.rs", 10));
    {
    let mut x = 0.5; let __hp5_hold_292 = __hp5.hold();
    // hp5: tests/cases/ok/names_behind_references.rs:13 #[hp5::task]
    {
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
        let __v_x = unsafe { __hp5.array("x", hp5::rt::scalar(&raw mut (x)), &[]) };
        let mut __t = __hp5.task(hp5::rt::site!("in_a_loop:13", "tests/cases/ok/names_behind_references.rs", 13));
        __t.access(&__v_x, hp5::rt::Mode::InOut, &[]);
        __t.access(&__v_b, hp5::rt::Mode::In, &[(0, 1)]);
        let __s0_b = [(0, 1)];
        let b = __v_b.view();
        let x = __v_x.view();
        let __body = move || {
            let b = b.within(&__s0_b);
            let mut x = x;
            {
                (*x) += b[0];
            }
        };
        unsafe { __t.spawn(__body) };
    }
    __hp5.wait(); // hp5: put in, see the translator's warning
    for (k, &x) in //~ HP5-W0102
        c.iter().enumerate() //~ HP5-W0102
    { let __hp5_hold_422 = __hp5.hold();
        // hp5: tests/cases/ok/names_behind_references.rs:20 #[hp5::task]
        {
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
            let __v_x = unsafe { __hp5.array("x", hp5::rt::scalar(&raw const (x)), &[]) };
            let mut __t = __hp5.task(hp5::rt::site!("in_a_loop:20", "tests/cases/ok/names_behind_references.rs", 20));
            __t.access(&__v_b, hp5::rt::Mode::Out, &[((k as isize), (k as isize) + 1)]);
            __t.access(&__v_x, hp5::rt::Mode::In, &[]);
            let __s0_b = [((k as isize), (k as isize) + 1)];
            let k = hp5::rt::cap_owned!(k);
            let b = __v_b.view();
            let x = __v_x.view();
            let __body = move || {
                let mut b = b.within(&__s0_b);
                let x = x;
                {
                    b[k] = slow((*x));
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    // hp5: tests/cases/ok/names_behind_references.rs:25 #[hp5::task]
    {
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
        let __v_x = unsafe { __hp5.array("x", hp5::rt::scalar(&raw const (x)), &[]) };
        let mut __t = __hp5.task(hp5::rt::site!("in_a_loop:25", "tests/cases/ok/names_behind_references.rs", 25));
        __t.access(&__v_b, hp5::rt::Mode::InOut, &[(0, 1)]);
        __t.access(&__v_x, hp5::rt::Mode::In, &[]);
        let __s0_b = [(0, 1)];
        let b = __v_b.view();
        let x = __v_x.view();
        let __body = move || {
            let mut b = b.within(&__s0_b);
            let x = x;
            {
                b[0] += (*x);
            }
        };
        unsafe { __t.spawn(__body) };
    }
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn changed(b: &mut [f64], c: &[f64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("changed", "tests/cases/ok/names_behind_references.rs", 31));
    {
    for (k, &(mut x)) in c.iter().enumerate() { let __hp5_hold_650 = __hp5.hold(); //~ HP5-W0102
        // hp5: tests/cases/ok/names_behind_references.rs:34 #[hp5::task]
        {
            let __v_x = unsafe { __hp5.array("x", hp5::rt::scalar(&raw const (x)), &[]) };
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("changed:34", "tests/cases/ok/names_behind_references.rs", 34));
            __t.access(&__v_b, hp5::rt::Mode::Out, &[((k as isize), (k as isize) + 1)]);
            __t.access(&__v_x, hp5::rt::Mode::InOut, &[]);
            __t.access(&__v_x, hp5::rt::Mode::In, &[]);
            let __s0_b = [((k as isize), (k as isize) + 1)];
            let k = hp5::rt::cap_owned!(k);
            let x = __v_x.view();
            let b = __v_b.view();
            let __body = move || {
                let mut x = x;
                let mut b = b.within(&__s0_b);
                {
                    (*x) = slow((*x) + 1.0);
                    b[k] = (*x);
                }
            };
            unsafe { __t.spawn(__body) };
        }
        // hp5: tests/cases/ok/names_behind_references.rs:39 #[hp5::task]
        {
            let __v_x = unsafe { __hp5.array("x", hp5::rt::scalar(&raw const (x)), &[]) };
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("changed:39", "tests/cases/ok/names_behind_references.rs", 39));
            __t.access(&__v_b, hp5::rt::Mode::InOut, &[((k as isize), (k as isize) + 1)]);
            __t.access(&__v_x, hp5::rt::Mode::In, &[]);
            let __s0_b = [((k as isize), (k as isize) + 1)];
            let k = hp5::rt::cap_owned!(k);
            let x = __v_x.view();
            let b = __v_b.view();
            let __body = move || {
                let x = x;
                let mut b = b.within(&__s0_b);
                {
                    b[k] += (*x);
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn in_pairs(b: &mut [f64], c: &[[f64; 2]]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("in_pairs", "tests/cases/ok/names_behind_references.rs", 46));
    {
    for (z, q) in c.iter().zip([[1.0, 2.0], [3.0, 5.0]]) { let __hp5_hold_950 = __hp5.hold(); //~ HP5-W0102
        // hp5: tests/cases/ok/names_behind_references.rs:49 #[hp5::task]
        {
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
            let __v_z = unsafe { __hp5.array("z", hp5::rt::flat(&raw const z), &[0]) };
            let __v_q = unsafe { __hp5.array("q", hp5::rt::flat(&raw const q), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("in_pairs:49", "tests/cases/ok/names_behind_references.rs", 49));
            __t.access(&__v_b, hp5::rt::Mode::InOut, &[(0, 1)]);
            __t.access(&__v_b, hp5::rt::Mode::In, &[(0, 1)]);
            __t.access(&__v_z, hp5::rt::Mode::In, &[(0, 2)]);
            __t.access(&__v_q, hp5::rt::Mode::In, &[(0, 1)]);
            let __s0_b = [(0, 1)];
            let __s0_z = [(0, 2)];
            let __s0_q = [(0, 1)];
            let b = __v_b.view();
            let z = __v_z.view();
            let q = __v_q.view();
            let __body = move || {
                let mut b = b.within(&__s0_b);
                let z = z.within(&__s0_z);
                let q = q.within(&__s0_q);
                {
                    b[0] = slow(b[0] * 0.5 + z[0] - z[1] + q[0]);
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    for (z, k) in c.iter().cloned().zip(1..) { let __hp5_hold_1116 = __hp5.hold(); //~ HP5-W0102
        // hp5: tests/cases/ok/names_behind_references.rs:55 #[hp5::task]
        {
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
            let __v_z = unsafe { __hp5.array("z", hp5::rt::flat(&raw const z), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("in_pairs:55", "tests/cases/ok/names_behind_references.rs", 55));
            __t.access(&__v_b, hp5::rt::Mode::InOut, &[(0, 1)]);
            __t.access(&__v_b, hp5::rt::Mode::In, &[(0, 1)]);
            __t.access(&__v_z, hp5::rt::Mode::In, &[(0, 2)]);
            let __s0_b = [(0, 1)];
            let __s0_z = [(0, 2)];
            let k = hp5::rt::cap_owned!(k);
            let b = __v_b.view();
            let z = __v_z.view();
            let __body = move || {
                let mut b = b.within(&__s0_b);
                let z = z.within(&__s0_z);
                {
                    b[0] = slow(b[0] * 0.5 + z[0] - z[1] + k as f64);
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    }
    __hp5.end();
}

fn made(k: usize) -> Vec<f64> {
    (0..8).map(|i| (i * k % 5) as f64 + 0.5).collect()
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn parts_of_a_value_without_a_name(b: &mut [f64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("parts_of_a_value_without_a_name", "tests/cases/ok/names_behind_references.rs", 66));
    {
    for k in 0..6 {
        for (i, part) in made(k).chunks(4).enumerate() { let __hp5_hold_1476 = __hp5.hold(); //~ HP5-W0102
            // hp5: tests/cases/ok/names_behind_references.rs:70 #[hp5::task]
            {
                let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
                let __v_part = unsafe { __hp5.array("part", hp5::rt::flat(&raw const part), &[0]) };
                let mut __t = __hp5.task(hp5::rt::site!("parts_of_a_value_without_a_name:70", "tests/cases/ok/names_behind_references.rs", 70));
                __t.access(&__v_b, hp5::rt::Mode::InOut, &[((i as isize), (i as isize) + 1)]);
                __t.access(&__v_b, hp5::rt::Mode::In, &[((i as isize), (i as isize) + 1)]);
                __t.access(&__v_part, hp5::rt::Mode::In, &[(1, 3)]);
                let __s0_b = [((i as isize), (i as isize) + 1)];
                let __s0_part = [(1, 3)];
                let i = hp5::rt::cap_owned!(i);
                let b = __v_b.view();
                let part = __v_part.view();
                let __body = move || {
                    let mut b = b.within(&__s0_b);
                    let part = part.within(&__s0_part);
                    {
                        b[i] = slow(b[i] * 0.5 + part[1] + part[2]);
                    }
                };
                unsafe { __t.spawn(__body) };
            }
        }
    }
    }
    __hp5.end();
}

fn main() {
    let c: Vec<f64> = (0..40).map(|k| 0.25 * k as f64).collect();
    let mut b = vec![1.0; 40];
    in_a_loop(&mut b, &c);
    println!("{:?}", b);
    changed(&mut b, &c);
    println!("{:?}", b);
    in_pairs(&mut b, &[[0.5, 0.25], [2.0, 8.0], [1.0, 7.0]]);
    println!("{:?}", b);
    parts_of_a_value_without_a_name(&mut b);
    println!("{:?}", b);
}
