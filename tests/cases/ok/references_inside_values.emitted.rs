//! References inside of values, `t.chunks(2).collect()`, `View { d: &t }`: what they refer into stays until tasks
//! that use the value are done.

fn slow(x: f64) -> f64 {
    for k in 0..3000_u32 {
        std::hint::black_box(k);
    }
    x
}

#[allow(dead_code)] fn made(k: usize) -> Vec<f64> {
    (0..8).map(|i| (i * k % 5) as f64 + 0.5).collect()
}

#[derive(Clone, Copy)]
struct View<'a> {
    d: &'a [f64],
}

impl<'a> View<'a> {
    fn new(d: &'a [f64]) -> View<'a> {
        View { d }
    }

    #[allow(dead_code)] fn at(&self, i: usize) -> f64 {
        self.d[i]
    }
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn lists(b: &mut [f64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("lists", "tests/cases/ok/references_inside_values.rs", 30));
    {
    for k in 0..4 {
        let t = __hp5.keep(made(k));
        let u = made(k + 1); let __hp5_hold_703 = __hp5.hold(); //~ HP5-W0102
        let typed: hp5::rt::Kept<Vec<&[f64]>> = __hp5.keep((*t).chunks(2).collect());
        let inferred = __hp5.keep(u.chunks(2).collect::<Vec<_>>());
        let mapped: hp5::rt::Kept<Vec<&[f64]>> = __hp5.keep((0..4).map(|i| &u[i..]).collect());
        let slices = __hp5.keep([(*t).as_slice(), u.as_slice()]);
        // hp5: tests/cases/ok/references_inside_values.rs:39 #[hp5::task]
        {
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
            let __v_typed = unsafe { __hp5.array("typed", hp5::rt::nested::<2, _>(&raw const typed), &[0, 0]) };
            let __v_inferred = unsafe { __hp5.array("inferred", hp5::rt::nested::<2, _>(&raw const inferred), &[0, 0]) };
            let mut __t = __hp5.task(hp5::rt::site!("lists:39", "tests/cases/ok/references_inside_values.rs", 39));
            __t.access(&__v_b, hp5::rt::Mode::InOut, &[(0, 1)]);
            __t.access(&__v_typed, hp5::rt::Mode::In, &[(0, 1), (1, 2)]);
            __t.access(&__v_inferred, hp5::rt::Mode::In, &[(1, 2), (1, 2)]);
            __t.access(&__v_b, hp5::rt::Mode::In, &[(0, 1)]);
            let __s0_b = [(0, 1)];
            let __s0_typed = [(0, 1), (1, 2)];
            let __s0_inferred = [(1, 2), (1, 2)];
            let b = __v_b.view();
            let typed = __v_typed.view();
            let inferred = __v_inferred.view();
            let __body = move || {
                let mut b = b.within(&__s0_b);
                let typed = typed.within(&__s0_typed);
                let inferred = inferred.within(&__s0_inferred);
                {
                    b[0] = slow(b[0] * 0.5 + typed[(0, 1)] - inferred[(1, 1)]);
                }
            };
            unsafe { __t.spawn(__body) };
        }
        // hp5: tests/cases/ok/references_inside_values.rs:43 #[hp5::task]
        {
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
            let __v_mapped = unsafe { __hp5.array("mapped", hp5::rt::nested::<2, _>(&raw const mapped), &[0, 0]) };
            let __v_slices = unsafe { __hp5.array("slices", hp5::rt::nested::<2, _>(&raw const slices), &[0, 0]) };
            let mut __t = __hp5.task(hp5::rt::site!("lists:43", "tests/cases/ok/references_inside_values.rs", 43));
            __t.access(&__v_b, hp5::rt::Mode::InOut, &[(0, 1)]);
            __t.access(&__v_mapped, hp5::rt::Mode::In, &[(0, 1), (1, 2)]);
            __t.access(&__v_slices, hp5::rt::Mode::In, &[(1, 2), (1, 2)]);
            __t.access(&__v_b, hp5::rt::Mode::In, &[(0, 1)]);
            let __s0_b = [(0, 1)];
            let __s0_mapped = [(0, 1), (1, 2)];
            let __s0_slices = [(1, 2), (1, 2)];
            let b = __v_b.view();
            let mapped = __v_mapped.view();
            let slices = __v_slices.view();
            let __body = move || {
                let mut b = b.within(&__s0_b);
                let mapped = mapped.within(&__s0_mapped);
                let slices = slices.within(&__s0_slices);
                {
                    b[0] = slow(b[0] * 0.5 + mapped[(0, 1)] - slices[(1, 1)]);
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn filled_later(b: &mut [f64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("filled_later", "tests/cases/ok/references_inside_values.rs", 50));
    for k in 0..4 {
        let t = __hp5.keep(made(k));
        let u = __hp5.keep(made(k + 1));
        let mut list = __hp5.keep(Vec::new());
        (*list).push(&(*t)[..]);
        let mut pair: hp5::rt::Kept<[&[f64]; 2]> = __hp5.keep([&[]; 2]);
        __hp5.wait(); // hp5: put in, see the translator's warning
        (*pair)[1] = &(*u); //~ HP5-W0102
        // hp5: tests/cases/ok/references_inside_values.rs:59 #[hp5::task]
        {
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
            let __v_list = unsafe { __hp5.array("list", hp5::rt::nested::<2, _>(&raw const list), &[0, 0]) };
            let __v_pair = unsafe { __hp5.array("pair", hp5::rt::nested::<2, _>(&raw const pair), &[0, 0]) };
            let mut __t = __hp5.task(hp5::rt::site!("filled_later:59", "tests/cases/ok/references_inside_values.rs", 59));
            __t.access(&__v_b, hp5::rt::Mode::InOut, &[(0, 1)]);
            __t.access(&__v_list, hp5::rt::Mode::In, &[(0, 1), (1, 2)]);
            __t.access(&__v_pair, hp5::rt::Mode::In, &[(1, 2), (1, 2)]);
            __t.access(&__v_b, hp5::rt::Mode::In, &[(0, 1)]);
            let __s0_b = [(0, 1)];
            let __s0_list = [(0, 1), (1, 2)];
            let __s0_pair = [(1, 2), (1, 2)];
            let b = __v_b.view();
            let list = __v_list.view();
            let pair = __v_pair.view();
            let __body = move || {
                let mut b = b.within(&__s0_b);
                let list = list.within(&__s0_list);
                let pair = pair.within(&__s0_pair);
                {
                    b[0] = slow(b[0] * 0.5 + list[(0, 1)] - pair[(1, 1)]);
                }
            };
            unsafe { __t.spawn(__body) };
        }
        // hp5: tests/cases/ok/references_inside_values.rs:63 #[hp5::task]
        {
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
            let __v_list = unsafe { __hp5.array("list", hp5::rt::nested::<2, _>(&raw const list), &[0, 0]) };
            let __v_pair = unsafe { __hp5.array("pair", hp5::rt::nested::<2, _>(&raw const pair), &[0, 0]) };
            let mut __t = __hp5.task(hp5::rt::site!("filled_later:63", "tests/cases/ok/references_inside_values.rs", 63));
            __t.access(&__v_b, hp5::rt::Mode::InOut, &[(0, 1)]);
            __t.access(&__v_list, hp5::rt::Mode::In, &[(0, 1), (3, 4)]);
            __t.access(&__v_pair, hp5::rt::Mode::In, &[(1, 2), (4, 5)]);
            __t.access(&__v_b, hp5::rt::Mode::In, &[(0, 1)]);
            let __s0_b = [(0, 1)];
            let __s0_list = [(0, 1), (3, 4)];
            let __s0_pair = [(1, 2), (4, 5)];
            let b = __v_b.view();
            let list = __v_list.view();
            let pair = __v_pair.view();
            let __body = move || {
                let mut b = b.within(&__s0_b);
                let list = list.within(&__s0_list);
                let pair = pair.within(&__s0_pair);
                {
                    b[0] = slow(b[0] * 0.5 + list[(0, 3)] - pair[(1, 4)]);
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn views(b: &mut [f64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("views", "tests/cases/ok/references_inside_values.rs", 70));
    for k in 0..4 {
        let t = __hp5.keep(made(k));
        let u = __hp5.keep(made(k + 1));
        let made = View::new(&(*t));
        let d = &(*u)[1..];
        let literal = View { d };
        let pair = ((*t).as_slice(), (*u).as_slice());
        // hp5: tests/cases/ok/references_inside_values.rs:79 #[hp5::task]
        {
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("views:79", "tests/cases/ok/references_inside_values.rs", 79));
            __t.access(&__v_b, hp5::rt::Mode::InOut, &[(0, 1)]);
            __t.access(&__v_b, hp5::rt::Mode::In, &[(0, 1)]);
            let __s0_b = [(0, 1)];
            let made = hp5::rt::cap_owned!(made);
            let literal = hp5::rt::cap_owned!(literal);
            let b = __v_b.view();
            let __body = move || {
                let mut b = b.within(&__s0_b);
                {
                    b[0] = slow(b[0] * 0.5 + made.d[1_usize] - literal.d[1]);
                }
            };
            unsafe { __t.spawn(__body) };
        }
        // hp5: tests/cases/ok/references_inside_values.rs:83 #[hp5::task]
        {
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("views:83", "tests/cases/ok/references_inside_values.rs", 83));
            __t.access(&__v_b, hp5::rt::Mode::InOut, &[(0, 1)]);
            __t.access(&__v_b, hp5::rt::Mode::In, &[(0, 1)]);
            let __s0_b = [(0, 1)];
            let pair = hp5::rt::cap_owned!(pair);
            let b = __v_b.view();
            let __body = move || {
                let mut b = b.within(&__s0_b);
                {
                    b[0] = slow(b[0] * 0.5 + pair.0[2] - pair.1[2]);
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn assigned(b: &mut [f64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("assigned", "tests/cases/ok/references_inside_values.rs", 90));
    let mut r: &[f64];
    for k in 0..4 {
        let t = __hp5.keep(made(k));
        r = &(*t);
        // hp5: tests/cases/ok/references_inside_values.rs:96 #[hp5::task]
        {
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
            let __v_r = unsafe { __hp5.array("r", hp5::rt::flat(&raw const r), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("assigned:96", "tests/cases/ok/references_inside_values.rs", 96));
            __t.access(&__v_b, hp5::rt::Mode::InOut, &[(0, 1)]);
            __t.access(&__v_b, hp5::rt::Mode::In, &[(0, 1)]);
            __t.access(&__v_r, hp5::rt::Mode::In, &[(1, 2)]);
            let __s0_b = [(0, 1)];
            let __s0_r = [(1, 2)];
            let b = __v_b.view();
            let r = __v_r.view();
            let __body = move || {
                let mut b = b.within(&__s0_b);
                let r = r.within(&__s0_r);
                {
                    b[0] = slow(b[0] * 0.5 + r[1]);
                }
            };
            unsafe { __t.spawn(__body) };
        }
        // hp5: tests/cases/ok/references_inside_values.rs:100 #[hp5::task]
        {
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
            let __v_r = unsafe { __hp5.array("r", hp5::rt::flat(&raw const r), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("assigned:100", "tests/cases/ok/references_inside_values.rs", 100));
            __t.access(&__v_b, hp5::rt::Mode::InOut, &[(0, 1)]);
            __t.access(&__v_b, hp5::rt::Mode::In, &[(0, 1)]);
            __t.access(&__v_r, hp5::rt::Mode::In, &[(2, 3)]);
            let __s0_b = [(0, 1)];
            let __s0_r = [(2, 3)];
            let b = __v_b.view();
            let r = __v_r.view();
            let __body = move || {
                let mut b = b.within(&__s0_b);
                let r = r.within(&__s0_r);
                {
                    b[0] = slow(b[0] * 0.5 - r[2]);
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn in_loops(b: &mut [f64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("in_loops", "tests/cases/ok/references_inside_values.rs", 107));
    for k in 0..4 {
        let t = __hp5.keep(made(k));
        let rows: hp5::rt::Kept<Vec<&[f64]>> = __hp5.keep((*t).chunks(2).collect());
        for row in (*rows).iter() {
            // hp5: tests/cases/ok/references_inside_values.rs:113 #[hp5::task]
            {
                let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
                let __v_row = unsafe { __hp5.array("row", hp5::rt::flat(&raw const row), &[0]) };
                let mut __t = __hp5.task(hp5::rt::site!("in_loops:113", "tests/cases/ok/references_inside_values.rs", 113));
                __t.access(&__v_b, hp5::rt::Mode::InOut, &[(0, 1)]);
                __t.access(&__v_b, hp5::rt::Mode::In, &[(0, 1)]);
                __t.access(&__v_row, hp5::rt::Mode::In, &[(1, 2)]);
                let __s0_b = [(0, 1)];
                let __s0_row = [(1, 2)];
                let b = __v_b.view();
                let row = __v_row.view();
                let __body = move || {
                    let mut b = b.within(&__s0_b);
                    let row = row.within(&__s0_row);
                    {
                        b[0] = slow(b[0] * 0.5 + row[1]);
                    }
                };
                unsafe { __t.spawn(__body) };
            }
        }
    }
    __hp5.end();
}

fn main() {
    let mut b = vec![1.0; 8];
    lists(&mut b);
    println!("{b:?}");
    filled_later(&mut b);
    println!("{b:?}");
    views(&mut b);
    println!("{b:?}");
    assigned(&mut b);
    println!("{b:?}");
    in_loops(&mut b);
    println!("{b:?}");
}
