//! References to values without a name, which go with the block that the reference is declared in: tasks wait
//! for that.

fn slow(x: f64) -> f64 {
    for k in 0..3000_u32 {
        std::hint::black_box(k);
    }
    x
}

fn made(k: usize) -> Vec<f64> {
    (0..8).map(|i| (i * k % 5) as f64 + 0.5).collect()
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn of_calls(b: &mut [f64], a: &Vec<f64>) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("of_calls", "tests/cases/ok/references_to_unnamed_values.rs", 15));
    {
    for k in 0..4 {
        let made = &made(k); let __hp5_hold_422 = __hp5.hold(); //~ HP5-W0102
        let copy = &a.clone()[..]; let __hp5_hold_471 = __hp5.hold();
        // hp5: tests/cases/ok/references_to_unnamed_values.rs:20 #[hp5::task]
        {
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
            let __v_made = unsafe { __hp5.array("made", hp5::rt::flat(&raw const made), &[0]) };
            let __v_copy = unsafe { __hp5.array("copy", hp5::rt::flat(&raw const copy), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("of_calls:20", "tests/cases/ok/references_to_unnamed_values.rs", 20));
            __t.access(&__v_b, hp5::rt::Mode::InOut, &[(0, 1)]);
            __t.access(&__v_b, hp5::rt::Mode::In, &[(0, 1)]);
            __t.access(&__v_made, hp5::rt::Mode::In, &[(1, 2)]);
            __t.access(&__v_copy, hp5::rt::Mode::In, &[(2, 3)]);
            let __s0_b = [(0, 1)];
            let __s0_made = [(1, 2)];
            let __s0_copy = [(2, 3)];
            let b = __v_b.view();
            let made = __v_made.view();
            let copy = __v_copy.view();
            let __body = move || {
                let mut b = b.within(&__s0_b);
                let made = made.within(&__s0_made);
                let copy = copy.within(&__s0_copy);
                {
                    b[0] = slow(b[0] * 0.5 + made[1] - copy[2]);
                }
            };
            unsafe { __t.spawn(__body) };
        }
        // hp5: tests/cases/ok/references_to_unnamed_values.rs:24 #[hp5::task]
        {
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
            let __v_made = unsafe { __hp5.array("made", hp5::rt::flat(&raw const made), &[0]) };
            let __v_copy = unsafe { __hp5.array("copy", hp5::rt::flat(&raw const copy), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("of_calls:24", "tests/cases/ok/references_to_unnamed_values.rs", 24));
            __t.access(&__v_b, hp5::rt::Mode::InOut, &[(0, 1)]);
            __t.access(&__v_b, hp5::rt::Mode::In, &[(0, 1)]);
            __t.access(&__v_made, hp5::rt::Mode::In, &[(3, 4)]);
            __t.access(&__v_copy, hp5::rt::Mode::In, &[(4, 5)]);
            let __s0_b = [(0, 1)];
            let __s0_made = [(3, 4)];
            let __s0_copy = [(4, 5)];
            let b = __v_b.view();
            let made = __v_made.view();
            let copy = __v_copy.view();
            let __body = move || {
                let mut b = b.within(&__s0_b);
                let made = made.within(&__s0_made);
                let copy = copy.within(&__s0_copy);
                {
                    b[0] = slow(b[0] * 0.5 + made[3] - copy[4]);
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn of_literals(b: &mut [f64], a: &[f64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("of_literals", "tests/cases/ok/references_to_unnamed_values.rs", 31));
    {
    for k in 0..4 {
        let x = k as f64;
        let list = &vec![x; 5]; let __hp5_hold_812 = __hp5.hold(); //~ HP5-W0102
        let pair = &[1.0, x]; let __hp5_hold_856 = __hp5.hold();
        let next = &(x + 1.0); let __hp5_hold_887 = __hp5.hold();
        // This one stays for good.
        let fixed = &[1.0, 2.0];
        let either = if k > 1 { &made(k)[..] } else { a }; let __hp5_hold_1015 = __hp5.hold();
        // hp5: tests/cases/ok/references_to_unnamed_values.rs:41 #[hp5::task]
        {
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
            let __v_list = unsafe { __hp5.array("list", hp5::rt::flat(&raw const list), &[0]) };
            let __v_pair = unsafe { __hp5.array("pair", hp5::rt::flat(&raw const pair), &[0]) };
            let __v_fixed = unsafe { __hp5.array("fixed", hp5::rt::flat(&raw const fixed), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("of_literals:41", "tests/cases/ok/references_to_unnamed_values.rs", 41));
            __t.access(&__v_b, hp5::rt::Mode::InOut, &[(0, 1)]);
            __t.access(&__v_b, hp5::rt::Mode::In, &[(0, 1)]);
            __t.access(&__v_list, hp5::rt::Mode::In, &[(1, 2)]);
            __t.access(&__v_pair, hp5::rt::Mode::In, &[(1, 2)]);
            __t.access(&__v_fixed, hp5::rt::Mode::In, &[(0, 1)]);
            let __s0_b = [(0, 1)];
            let __s0_list = [(1, 2)];
            let __s0_pair = [(1, 2)];
            let __s0_fixed = [(0, 1)];
            let next = hp5::rt::cap_owned!(next);
            let b = __v_b.view();
            let list = __v_list.view();
            let pair = __v_pair.view();
            let fixed = __v_fixed.view();
            let __body = move || {
                let mut b = b.within(&__s0_b);
                let list = list.within(&__s0_list);
                let pair = pair.within(&__s0_pair);
                let fixed = fixed.within(&__s0_fixed);
                {
                    b[0] = slow(b[0] * 0.5 + list[1] - pair[1] + *next + fixed[0]);
                }
            };
            unsafe { __t.spawn(__body) };
        }
        // hp5: tests/cases/ok/references_to_unnamed_values.rs:45 #[hp5::task]
        {
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
            let __v_list = unsafe { __hp5.array("list", hp5::rt::flat(&raw const list), &[0]) };
            let __v_pair = unsafe { __hp5.array("pair", hp5::rt::flat(&raw const pair), &[0]) };
            let __v_fixed = unsafe { __hp5.array("fixed", hp5::rt::flat(&raw const fixed), &[0]) };
            let __v_either = unsafe { __hp5.array("either", hp5::rt::flat(&raw const either), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("of_literals:45", "tests/cases/ok/references_to_unnamed_values.rs", 45));
            __t.access(&__v_b, hp5::rt::Mode::InOut, &[(0, 1)]);
            __t.access(&__v_b, hp5::rt::Mode::In, &[(0, 1)]);
            __t.access(&__v_list, hp5::rt::Mode::In, &[(1, 2)]);
            __t.access(&__v_pair, hp5::rt::Mode::In, &[(0, 1)]);
            __t.access(&__v_fixed, hp5::rt::Mode::In, &[(1, 2)]);
            __t.access(&__v_either, hp5::rt::Mode::In, &[(2, 3)]);
            let __s0_b = [(0, 1)];
            let __s0_list = [(1, 2)];
            let __s0_pair = [(0, 1)];
            let __s0_fixed = [(1, 2)];
            let __s0_either = [(2, 3)];
            let next = hp5::rt::cap_owned!(next);
            let b = __v_b.view();
            let list = __v_list.view();
            let pair = __v_pair.view();
            let fixed = __v_fixed.view();
            let either = __v_either.view();
            let __body = move || {
                let mut b = b.within(&__s0_b);
                let list = list.within(&__s0_list);
                let pair = pair.within(&__s0_pair);
                let fixed = fixed.within(&__s0_fixed);
                let either = either.within(&__s0_either);
                {
                    b[0] = slow(b[0] * 0.5 + list[1] - pair[0] + *next + fixed[1] + either[2]);
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn written(b: &mut [f64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("written", "tests/cases/ok/references_to_unnamed_values.rs", 52));
    {
    for k in 0..4 {
        let t = &mut made(k); let __hp5_hold_1363 = __hp5.hold(); //~ HP5-W0102
        // hp5: tests/cases/ok/references_to_unnamed_values.rs:56 #[hp5::task]
        {
            let __v_t = unsafe { __hp5.array("t", hp5::rt::flat(&raw const t), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("written:56", "tests/cases/ok/references_to_unnamed_values.rs", 56));
            __t.access(&__v_t, hp5::rt::Mode::InOut, &[(1, 2)]);
            __t.access(&__v_t, hp5::rt::Mode::In, &[(1, 2)]);
            let __s0_t = [(1, 2)];
            let t = __v_t.view();
            let __body = move || {
                let mut t = t.within(&__s0_t);
                {
                    t[1] = slow(t[1] + 1.0);
                }
            };
            unsafe { __t.spawn(__body) };
        }
        // hp5: tests/cases/ok/references_to_unnamed_values.rs:60 #[hp5::task]
        {
            let __v_t = unsafe { __hp5.array("t", hp5::rt::flat(&raw const t), &[0]) };
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("written:60", "tests/cases/ok/references_to_unnamed_values.rs", 60));
            __t.access(&__v_b, hp5::rt::Mode::InOut, &[(0, 1)]);
            __t.access(&__v_t, hp5::rt::Mode::In, &[(1, 2)]);
            __t.access(&__v_b, hp5::rt::Mode::In, &[(0, 1)]);
            let __s0_t = [(1, 2)];
            let __s0_b = [(0, 1)];
            let t = __v_t.view();
            let b = __v_b.view();
            let __body = move || {
                let t = t.within(&__s0_t);
                let mut b = b.within(&__s0_b);
                {
                    b[0] = slow(b[0] * 0.5 + t[1]);
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    }
    __hp5.end();
}

/// Parts of what has a name: nothing waits.
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn of_names(b: &mut [f64], a: &Vec<Vec<f64>>) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("of_names", "tests/cases/ok/references_to_unnamed_values.rs", 68));
    for k in 0..4 {
        let t = __hp5.keep(made(k));
        let part = &(*t)[2..];
        let row = &a[k][..];
        // hp5: tests/cases/ok/references_to_unnamed_values.rs:74 #[hp5::task]
        {
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
            let __v_part = unsafe { __hp5.array("part", hp5::rt::flat(&raw const part), &[0]) };
            let __v_row = unsafe { __hp5.array("row", hp5::rt::flat(&raw const row), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("of_names:74", "tests/cases/ok/references_to_unnamed_values.rs", 74));
            __t.access(&__v_b, hp5::rt::Mode::InOut, &[((k as isize), (k as isize) + 1)]);
            __t.access(&__v_b, hp5::rt::Mode::In, &[((k as isize), (k as isize) + 1)]);
            __t.access(&__v_part, hp5::rt::Mode::In, &[(1, 2)]);
            __t.access(&__v_row, hp5::rt::Mode::In, &[(2, 3)]);
            let __s0_b = [((k as isize), (k as isize) + 1)];
            let __s0_part = [(1, 2)];
            let __s0_row = [(2, 3)];
            let k = hp5::rt::cap_owned!(k);
            let b = __v_b.view();
            let part = __v_part.view();
            let row = __v_row.view();
            let __body = move || {
                let mut b = b.within(&__s0_b);
                let part = part.within(&__s0_part);
                let row = row.within(&__s0_row);
                {
                    b[k] = slow(b[k] * 0.5 + part[1] - row[2]);
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    __hp5.end();
}

fn main() {
    let a = made(3);
    let mut b = vec![1.0; 8];
    of_calls(&mut b, &a);
    println!("{b:?}");
    of_literals(&mut b, &a);
    println!("{b:?}");
    written(&mut b);
    println!("{b:?}");
    of_names(&mut b, &vec![a; 4]);
    println!("{b:?}");
}
