//! Indices from lists that are written out: each of their values counts, also against clauses.

fn slow(x: f64) -> f64 {
    for k in 0..3000_u32 {
        std::hint::black_box(k);
    }
    x
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn deduced(b: &mut [f64], n: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("deduced", "tests/cases/ok/listed_indices.rs", 10));
    for i in 0..n {
        // hp5: tests/cases/ok/listed_indices.rs:13 #[hp5::task]
        {
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("deduced:13", "tests/cases/ok/listed_indices.rs", 13));
            __t.access(&__v_b, hp5::rt::Mode::InOut, &[((i as isize), (i as isize) + 2)]);
            __t.access(&__v_b, hp5::rt::Mode::In, &[((i as isize), (i as isize) + 2)]);
            let i = hp5::rt::cap_owned!(i);
            let b = __v_b.view();
            let __body = move || {
                let mut b = b;
                {
                    for j in [i, i + 1] {
                        b[j] = slow(b[j] * 0.5 + i as f64);
                    }
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    for i in 0..n {
        // hp5: tests/cases/ok/listed_indices.rs:21 #[hp5::task(inout(b[i..=i + 1]))]
        {
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("deduced:21", "tests/cases/ok/listed_indices.rs", 21));
            __t.access(&__v_b, hp5::rt::Mode::InOut, &[((i as isize), (i as isize) + 2)]);
            let i = hp5::rt::cap_owned!(i);
            let b = __v_b.view();
            let __body = move || {
                let mut b = b;
                {
                    for (j, w) in [(i, 0.5), (i + 1, 0.25)] {
                        b[j] = slow(b[j] * w + i as f64);
                    }
                    for (k, &j) in [i + 1, i].iter().enumerate() {
                        b[j] = slow(b[j] * 0.5 + k as f64);
                    }
                    for j in [i, i + 1].iter() {
                        b[*j] = slow(b[*j] * 0.5);
                    }
                    let j = match i % 3 {
                        0 => i,
                        1 => i + 1,
                        _ => i,
                    };
                    b[j] = slow(b[j] * 0.5);
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn unproven(b: &mut [f64], n: usize, m: usize, list: &[usize]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("unproven", "tests/cases/ok/listed_indices.rs", 42));
    for i in 0..n {
        // hp5: tests/cases/ok/listed_indices.rs:45 #[hp5::task(inout(b[i..=i + 1]))]
        {
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
            let m = hp5::rt::cap!(m);
            let mut __t = __hp5.task(hp5::rt::site!("unproven:45", "tests/cases/ok/listed_indices.rs", 45));
            __t.access(&__v_b, hp5::rt::Mode::InOut, &[((i as isize), (i as isize) + 2)]);
            let i = hp5::rt::cap_owned!(i);
            let b = __v_b.view();
            let __body = move || {
                let mut b = b;
                {
                    for j in [i, i + m] {
                        b[j] = slow(b[j] * 0.5 + i as f64); //~ HP5-W0110
                    }
                }
            };
            unsafe { __t.spawn(__body) };
        }
        // hp5: tests/cases/ok/listed_indices.rs:51 #[hp5::task(inout(b[i..=i + 1]))]
        {
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("unproven:51", "tests/cases/ok/listed_indices.rs", 51));
            __t.access(&__v_b, hp5::rt::Mode::InOut, &[((i as isize), (i as isize) + 2)]);
            let i = hp5::rt::cap_owned!(i);
            let b = __v_b.view();
            let __body = move || {
                let mut b = b;
                {
                    let own = [i, i + 1];
                    let mut turns = own.iter();
                    while let Some(j) = turns.next() {
                        b[*j] = slow(b[*j] * 0.5 + i as f64); //~ HP5-W0110
                    }
                    for k in 0..2 {
                        b[own[k]] += 1.0;
                    }
                    own.iter().for_each(|&j| b[j] += 1.0);
                }
            };
            unsafe { __t.spawn(__body) };
        }
        // hp5: tests/cases/ok/listed_indices.rs:63 #[hp5::task(inout(b[0..=n]))]
        {
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
            let list = hp5::rt::cap!(list);
            let mut __t = __hp5.task(hp5::rt::site!("unproven:63", "tests/cases/ok/listed_indices.rs", 63));
            __t.access(&__v_b, hp5::rt::Mode::InOut, &[(0, (n as isize) + 1)]);
            let i = hp5::rt::cap_owned!(i);
            let b = __v_b.view();
            let __body = move || {
                let mut b = b;
                {
                    for j in list.iter().copied() {
                        b[j] = slow(b[j] * 0.5 + i as f64);
                    }
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    __hp5.end();
}

fn main() {
    let mut b: Vec<f64> = (0..12).map(|k| k as f64).collect();
    deduced(&mut b, 11);
    println!("{b:?}");
    unproven(&mut b, 11, 1, &[1, 2]);
    println!("{b:?}");
}
