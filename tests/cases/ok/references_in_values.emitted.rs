//! Values that have references in them: tasks that use one, and code that uses what they refer to, keep their order.

use std::collections::HashMap;

#[allow(dead_code)] fn slow(x: f64) -> f64 {
    for k in 0..3000_u32 {
        std::hint::black_box(k);
    }
    x
}

fn sum(r: &[f64]) -> f64 {
    r.iter().sum()
}

struct Mut<'a> {
    d: &'a mut [f64],
}

impl<'a> Mut<'a> {
    fn new(d: &'a mut [f64]) -> Self {
        Mut { d }
    }

    fn attach(&mut self, d: &'a mut [f64]) {
        self.d = d;
    }

    #[allow(dead_code)] fn set(&mut self, i: usize, x: f64) {
        self.d[i] = x;
    }
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn collected(a: &mut [f64], w: usize) -> f64 {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("collected", "tests/cases/ok/references_in_values.rs", 34));
    let __hp5_value = {
    for t in 0..3 {
        let mut blocks: Vec<&mut [f64]> = a.chunks_mut(w).collect(); let __hp5_hold_761 = __hp5.hold(); //~ HP5-W0102
        for i in 0..4 {
            // hp5: tests/cases/ok/references_in_values.rs:39 #[hp5::task]
            {
                let __v_blocks = unsafe { __hp5.array("blocks", hp5::rt::nested::<2, _>(&raw mut blocks), &[0, 0]) };
                let mut __t = __hp5.task(hp5::rt::site!("collected:39", "tests/cases/ok/references_in_values.rs", 39));
                __t.access(&__v_blocks, hp5::rt::Mode::InOut, &[((i as isize), (i as isize) + 1), (1, 2)]);
                __t.access(&__v_blocks, hp5::rt::Mode::In, &[((i as isize), (i as isize) + 1), (1, 2)]);
                let __s0_blocks = [((i as isize), (i as isize) + 1), (1, 2)];
                let i = hp5::rt::cap_owned!(i);
                let t = hp5::rt::cap_owned!(t);
                let blocks = __v_blocks.view();
                let __body = move || {
                    let mut blocks = blocks.within(&__s0_blocks);
                    {
                        blocks[(i, 1)] = slow(blocks[(i, 1)] * 0.5 + t as f64);
                    }
                };
                unsafe { __t.spawn(__body) };
            }
        }
        for i in 0..8 {
            __hp5.wait(); // hp5: put in, see the translator's warning
            //~ HP5-W0102
            // hp5: tests/cases/ok/references_in_values.rs:45 #[hp5::task]
            {
                let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
                let mut __t = __hp5.task(hp5::rt::site!("collected:45", "tests/cases/ok/references_in_values.rs", 45));
                __t.access(&__v_a, hp5::rt::Mode::InOut, &[((i as isize), (i as isize) + 1)]);
                __t.access(&__v_a, hp5::rt::Mode::In, &[((i as isize), (i as isize) + 1)]);
                let __s0_a = [((i as isize), (i as isize) + 1)];
                let i = hp5::rt::cap_owned!(i);
                let a = __v_a.view();
                let __body = move || {
                    let mut a = a.within(&__s0_a);
                    {
                        a[i] = slow(a[i] * 0.75 + 1.0);
                    }
                };
                unsafe { __t.spawn(__body) };
            }
        }
    }
    let mut each = a.iter_mut().collect::<Vec<_>>(); let __hp5_hold_1138 = __hp5.hold();
    each.reverse();
    for i in 0..8 {
        // hp5: tests/cases/ok/references_in_values.rs:54 #[hp5::task]
        {
            let __v_each = unsafe { __hp5.array("each", hp5::rt::flat(&raw mut each), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("collected:54", "tests/cases/ok/references_in_values.rs", 54));
            __t.access(&__v_each, hp5::rt::Mode::InOut, &[((i as isize), (i as isize) + 1)]);
            __t.access(&__v_each, hp5::rt::Mode::In, &[((i as isize), (i as isize) + 1)]);
            let __s0_each = [((i as isize), (i as isize) + 1)];
            let i = hp5::rt::cap_owned!(i);
            let each = __v_each.view();
            let __body = move || {
                let mut each = each.within(&__s0_each);
                {
                    *each[i] = slow(*each[i] * 0.5 + i as f64);
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    __hp5.wait(); // hp5: put in, see the translator's warning
    a[3] + a[5] //~ HP5-W0102
    };
    __hp5.end();
    __hp5_value
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn of_halves(a: &mut [f64], h: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("of_halves", "tests/cases/ok/references_in_values.rs", 62));
    {
    let (top, bottom) = a.split_at_mut(h);
    let both = [top, bottom]; let __hp5_hold_1442 = __hp5.hold();
    for p in 0..2 {
        for i in 0..3 {
            // hp5: tests/cases/ok/references_in_values.rs:68 #[hp5::task]
            {
                let __v_both = unsafe { __hp5.array("both", hp5::rt::nested::<2, _>(&raw const both), &[0, 0]) };
                let mut __t = __hp5.task(hp5::rt::site!("of_halves:68", "tests/cases/ok/references_in_values.rs", 68));
                __t.access(&__v_both, hp5::rt::Mode::InOut, &[((p as isize), (p as isize) + 1), ((i as isize), (i as isize) + 1)]);
                __t.access(&__v_both, hp5::rt::Mode::In, &[((p as isize), (p as isize) + 1), ((i as isize), (i as isize) + 1)]);
                let __s0_both = [((p as isize), (p as isize) + 1), ((i as isize), (i as isize) + 1)];
                let p = hp5::rt::cap_owned!(p);
                let i = hp5::rt::cap_owned!(i);
                let both = __v_both.view();
                let __body = move || {
                    let mut both = both.within(&__s0_both);
                    {
                        both[(p, i)] = slow(both[(p, i)] * 0.5 + 3.0);
                    }
                };
                unsafe { __t.spawn(__body) };
            }
        }
    }
    for i in 0..8 {
        __hp5.wait(); // hp5: put in, see the translator's warning
        //~ HP5-W0102
        // hp5: tests/cases/ok/references_in_values.rs:75 #[hp5::task]
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("of_halves:75", "tests/cases/ok/references_in_values.rs", 75));
            __t.access(&__v_a, hp5::rt::Mode::InOut, &[((i as isize), (i as isize) + 1)]);
            __t.access(&__v_a, hp5::rt::Mode::In, &[((i as isize), (i as isize) + 1)]);
            let __s0_a = [((i as isize), (i as isize) + 1)];
            let i = hp5::rt::cap_owned!(i);
            let a = __v_a.view();
            let __body = move || {
                let mut a = a.within(&__s0_a);
                {
                    a[i] = slow(a[i] * 0.75 + 1.0);
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn of_structs(a: &mut [f64], b: &mut [f64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("of_structs", "tests/cases/ok/references_in_values.rs", 82));
    let __hp5_value = {
    let mut m = Mut::new(a); let __hp5_hold_1832 = __hp5.hold();
    // hp5: tests/cases/ok/references_in_values.rs:85 #[hp5::task]
    {
        let __v_m = unsafe { __hp5.array("m", hp5::rt::scalar(&raw mut (m)), &[]) };
        let __w_m = hp5::rt::whole(&raw mut (m));
        let mut __t = __hp5.task(hp5::rt::site!("of_structs:85", "tests/cases/ok/references_in_values.rs", 85));
        __t.access(&__v_m, hp5::rt::Mode::InOut, &[]);
        let __body = move || {
            let mut m = unsafe { __w_m.get_mut() };
            {
                m.d[3_usize] = (slow(3.0));
            }
        };
        unsafe { __t.spawn(__body) };
    }
    __hp5.wait(); // hp5: put in, see the translator's warning
    //~ HP5-W0102
    // hp5: tests/cases/ok/references_in_values.rs:89 #[hp5::task]
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
        let mut __t = __hp5.task(hp5::rt::site!("of_structs:89", "tests/cases/ok/references_in_values.rs", 89));
        __t.access(&__v_b, hp5::rt::Mode::InOut, &[(4, 5)]);
        __t.access(&__v_a, hp5::rt::Mode::In, &[(3, 4)]);
        __t.access(&__v_b, hp5::rt::Mode::In, &[(2, 3)]);
        let __s0_a = [(3, 4)];
        let __s0_b = [(2, 5)];
        let a = __v_a.view();
        let b = __v_b.view();
        let __body = move || {
            let a = a.within(&__s0_a);
            let mut b = b.within(&__s0_b);
            {
                b[4] = a[3] + b[2];
            }
        };
        unsafe { __t.spawn(__body) };
    }
    __hp5.wait(); // hp5: put in, see the translator's warning
    let mut t = Mut { d: &mut a[..] }; let __hp5_hold_2007 = __hp5.hold(); //~ HP5-W0102
    t.d = &mut b[..];
    for i in __hp5.laps(1, 0..6) {
        // hp5: tests/cases/ok/references_in_values.rs:96 #[hp5::task]
        {
            let __v_t = unsafe { __hp5.array("t", hp5::rt::scalar(&raw mut (t)), &[]) };
            let __w_t = hp5::rt::whole(&raw mut (t));
            let mut __t = __hp5.task(hp5::rt::site!("of_structs:96", "tests/cases/ok/references_in_values.rs", 96));
            __t.access(&__v_t, hp5::rt::Mode::InOut, &[]);
            __t.access(&__v_t, hp5::rt::Mode::In, &[]);
            let i = hp5::rt::cap_owned!(i);
            let __body = move || {
                let mut t = unsafe { __w_t.get_mut() };
                {
                    t.d[i] = slow(t.d[i] + 2.0);
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    for i in 0..8 {
        __hp5.wait(); // hp5: put in, see the translator's warning
        //~ HP5-W0102
        // hp5: tests/cases/ok/references_in_values.rs:102 #[hp5::task]
        {
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("of_structs:102", "tests/cases/ok/references_in_values.rs", 102));
            __t.access(&__v_b, hp5::rt::Mode::InOut, &[((i as isize), (i as isize) + 1)]);
            let __s0_b = [((i as isize), (i as isize) + 1)];
            let i = hp5::rt::cap_owned!(i);
            let b = __v_b.view();
            let __body = move || {
                let mut b = b.within(&__s0_b);
                {
                    b[i] *= 0.5;
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    let mut none: [f64; 0] = []; let __hp5_hold_2290 = __hp5.hold();
    __hp5.wait(); // hp5: put in, see the translator's warning
    let mut s = Mut { d: &mut none }; let __hp5_hold_2328 = __hp5.hold(); //~ HP5-W0102
    s.attach(b);
    // hp5: tests/cases/ok/references_in_values.rs:110 #[hp5::task]
    {
        let __v_s = unsafe { __hp5.array("s", hp5::rt::scalar(&raw mut (s)), &[]) };
        let __w_s = hp5::rt::whole(&raw mut (s));
        let mut __t = __hp5.task(hp5::rt::site!("of_structs:110", "tests/cases/ok/references_in_values.rs", 110));
        __t.access(&__v_s, hp5::rt::Mode::InOut, &[]);
        let __body = move || {
            let mut s = unsafe { __w_s.get_mut() };
            {
                s.d[1_usize] = (slow(5.0));
            }
        };
        unsafe { __t.spawn(__body) };
    }
    __hp5.wait(); // hp5: put in, see the translator's warning
    //~ HP5-W0102
    // hp5: tests/cases/ok/references_in_values.rs:114 #[hp5::task]
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
        let mut __t = __hp5.task(hp5::rt::site!("of_structs:114", "tests/cases/ok/references_in_values.rs", 114));
        __t.access(&__v_a, hp5::rt::Mode::Out, &[(2, 3)]);
        __t.access(&__v_b, hp5::rt::Mode::In, &[(1, 2)]);
        let __s0_a = [(2, 3)];
        let __s0_b = [(1, 2)];
        let a = __v_a.view();
        let b = __v_b.view();
        let __body = move || {
            let mut a = a.within(&__s0_a);
            let b = b.within(&__s0_b);
            {
                a[2] = b[1];
            }
        };
        unsafe { __t.spawn(__body) };
    }
    };
    __hp5.end();
    __hp5_value
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn of_lists(a: &mut [f64], b: &mut [f64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("of_lists", "tests/cases/ok/references_in_values.rs", 120));
    let __hp5_value = {
    let mut list = Vec::new(); let __hp5_hold_2581 = __hp5.hold();
    list.push(&mut a[..]);
    list.push(&mut b[..]);
    for i in 0..6 {
        // hp5: tests/cases/ok/references_in_values.rs:126 #[hp5::task]
        {
            let __v_list = unsafe { __hp5.array("list", hp5::rt::nested::<2, _>(&raw mut list), &[0, 0]) };
            let mut __t = __hp5.task(hp5::rt::site!("of_lists:126", "tests/cases/ok/references_in_values.rs", 126));
            __t.access(&__v_list, hp5::rt::Mode::InOut, &[(0, 1), ((i as isize), (i as isize) + 1)]);
            __t.access(&__v_list, hp5::rt::Mode::In, &[(1, 2), ((i as isize), (i as isize) + 1)]);
            let __s0_list = [(0, 2), ((i as isize), (i as isize) + 1)];
            let i = hp5::rt::cap_owned!(i);
            let list = __v_list.view();
            let __body = move || {
                let mut list = list.within(&__s0_list);
                {
                    list[(0, i)] = slow(list[(1, i)] + 2.0);
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    for i in 0..8 {
        __hp5.wait(); // hp5: put in, see the translator's warning
        //~ HP5-W0102
        // hp5: tests/cases/ok/references_in_values.rs:132 #[hp5::task]
        {
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("of_lists:132", "tests/cases/ok/references_in_values.rs", 132));
            __t.access(&__v_a, hp5::rt::Mode::InOut, &[((i as isize), (i as isize) + 1)]);
            __t.access(&__v_b, hp5::rt::Mode::In, &[((i as isize), (i as isize) + 1)]);
            let __s0_b = [((i as isize), (i as isize) + 1)];
            let __s0_a = [((i as isize), (i as isize) + 1)];
            let i = hp5::rt::cap_owned!(i);
            let b = __v_b.view();
            let a = __v_a.view();
            let __body = move || {
                let b = b.within(&__s0_b);
                let mut a = a.within(&__s0_a);
                {
                    a[i] += b[i] + 1.0;
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    let mut map: HashMap<usize, &mut [f64]> = HashMap::new(); let __hp5_hold_2926 = __hp5.hold();
    __hp5.wait(); // hp5: put in, see the translator's warning
    map.insert(3, a); //~ HP5-W0102
    // hp5: tests/cases/ok/references_in_values.rs:139 #[hp5::task]
    {
        let __v_map = unsafe { __hp5.array("map", hp5::rt::scalar(&raw mut (map)), &[]) };
        let __w_map = hp5::rt::whole(&raw mut (map));
        let mut __t = __hp5.task(hp5::rt::site!("of_lists:139", "tests/cases/ok/references_in_values.rs", 139));
        __t.access(&__v_map, hp5::rt::Mode::InOut, &[]);
        let __body = move || {
            let mut map = unsafe { __w_map.get_mut() };
            {
                map.get_mut(&3).unwrap()[1] = slow(5.0);
            }
        };
        unsafe { __t.spawn(__body) };
    }
    __hp5.wait(); // hp5: put in, see the translator's warning
    //~ HP5-W0102
    // hp5: tests/cases/ok/references_in_values.rs:143 #[hp5::task]
    {
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
        let mut __t = __hp5.task(hp5::rt::site!("of_lists:143", "tests/cases/ok/references_in_values.rs", 143));
        __t.access(&__v_b, hp5::rt::Mode::Out, &[(0, 1)]);
        __t.access(&__v_a, hp5::rt::Mode::In, &[(1, 2)]);
        let __s0_b = [(0, 1)];
        let __s0_a = [(1, 2)];
        let b = __v_b.view();
        let a = __v_a.view();
        let __body = move || {
            let mut b = b.within(&__s0_b);
            let a = a.within(&__s0_a);
            {
                b[0] = a[1];
            }
        };
        unsafe { __t.spawn(__body) };
    }
    };
    __hp5.end();
    __hp5_value
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn shared(a: &mut [f64], b: &mut [f64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("shared", "tests/cases/ok/references_in_values.rs", 149));
    let r: &[f64] = &a[..];
    for i in 0..8 {
        // hp5: tests/cases/ok/references_in_values.rs:153 #[hp5::task]
        {
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("shared:153", "tests/cases/ok/references_in_values.rs", 153));
            __t.access(&__v_b, hp5::rt::Mode::InOut, &[((i as isize), (i as isize) + 1)]);
            __t.access(&__v_b, hp5::rt::Mode::In, &[((i as isize), (i as isize) + 1)]);
            let __s0_b = [((i as isize), (i as isize) + 1)];
            let i = hp5::rt::cap_owned!(i);
            let r = hp5::rt::cap_owned!(r);
            let b = __v_b.view();
            let __body = move || {
                let mut b = b.within(&__s0_b);
                {
                    b[i] = slow(b[i]) + sum(r);
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    for i in 0..8 {
        __hp5.wait(); // hp5: put in, see the translator's warning
        //~ HP5-W0102
        // hp5: tests/cases/ok/references_in_values.rs:159 #[hp5::task]
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("shared:159", "tests/cases/ok/references_in_values.rs", 159));
            __t.access(&__v_a, hp5::rt::Mode::InOut, &[((i as isize), (i as isize) + 1)]);
            __t.access(&__v_a, hp5::rt::Mode::In, &[((i as isize), (i as isize) + 1)]);
            let __s0_a = [((i as isize), (i as isize) + 1)];
            let i = hp5::rt::cap_owned!(i);
            let a = __v_a.view();
            let __body = move || {
                let mut a = a.within(&__s0_a);
                {
                    a[i] = a[i] * 0.75 + 1.0;
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn in_turns(b: &mut [f64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("in_turns", "tests/cases/ok/references_in_values.rs", 166));
    {
    for t in 0..6 {
        let mut own = __hp5.keep(vec![t as f64; 8]);
        let mut rows: Vec<&mut [f64]> = (*own).chunks_mut(4).collect(); let __hp5_hold_3595 = __hp5.hold(); //~ HP5-W0102
        // hp5: tests/cases/ok/references_in_values.rs:171 #[hp5::task]
        {
            let __v_rows = unsafe { __hp5.array("rows", hp5::rt::nested::<2, _>(&raw mut rows), &[0, 0]) };
            let mut __t = __hp5.task(hp5::rt::site!("in_turns:171", "tests/cases/ok/references_in_values.rs", 171));
            __t.access(&__v_rows, hp5::rt::Mode::InOut, &[(1, 2), (2, 3)]);
            __t.access(&__v_rows, hp5::rt::Mode::In, &[(1, 2), (2, 3)]);
            let __s0_rows = [(1, 2), (2, 3)];
            let rows = __v_rows.view();
            let __body = move || {
                let mut rows = rows.within(&__s0_rows);
                {
                    rows[(1, 2)] = slow(rows[(1, 2)] + 1.0);
                }
            };
            unsafe { __t.spawn(__body) };
        }
        // hp5: tests/cases/ok/references_in_values.rs:175 #[hp5::task]
        {
            let __v_rows = unsafe { __hp5.array("rows", hp5::rt::nested::<2, _>(&raw const rows), &[0, 0]) };
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("in_turns:175", "tests/cases/ok/references_in_values.rs", 175));
            __t.access(&__v_b, hp5::rt::Mode::Out, &[((t as isize), (t as isize) + 1)]);
            __t.access(&__v_rows, hp5::rt::Mode::In, &[(1, 2), (2, 3)]);
            let __s0_rows = [(1, 2), (2, 3)];
            let __s0_b = [((t as isize), (t as isize) + 1)];
            let t = hp5::rt::cap_owned!(t);
            let rows = __v_rows.view();
            let b = __v_b.view();
            let __body = move || {
                let rows = rows.within(&__s0_rows);
                let mut b = b.within(&__s0_b);
                {
                    b[t] = slow(rows[(1, 2)]);
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn before_the_region(a: &mut [f64], b: &mut [f64]) {
    let r = &mut a[..];
    let q = [&mut b[..]];
    {
        let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("region:186", "tests/cases/ok/references_in_values.rs", 186));
        for i in 0..8 {
            // hp5: tests/cases/ok/references_in_values.rs:189 #[hp5::task]
            {
                let __v_r = unsafe { __hp5.array("r", hp5::rt::flat(&raw const r), &[0]) };
                let __v_q = unsafe { __hp5.array("q", hp5::rt::nested::<2, _>(&raw const q), &[0, 0]) };
                let mut __t = __hp5.task(hp5::rt::site!("region:186:189", "tests/cases/ok/references_in_values.rs", 189));
                __t.access(&__v_r, hp5::rt::Mode::InOut, &[((i as isize), (i as isize) + 1)]);
                __t.access(&__v_q, hp5::rt::Mode::In, &[(0, 1), ((i as isize), (i as isize) + 1)]);
                __t.access(&__v_r, hp5::rt::Mode::In, &[((i as isize), (i as isize) + 1)]);
                let __s0_r = [((i as isize), (i as isize) + 1)];
                let __s0_q = [(0, 1), ((i as isize), (i as isize) + 1)];
                let i = hp5::rt::cap_owned!(i);
                let r = __v_r.view();
                let q = __v_q.view();
                let __body = move || {
                    let mut r = r.within(&__s0_r);
                    let q = q.within(&__s0_q);
                    {
                        r[i] = slow(r[i] * 0.5 + q[(0, i)]);
                    }
                };
                unsafe { __t.spawn(__body) };
            }
        }
        for i in 0..8 {
            __hp5.wait(); // hp5: put in, see the translator's warning
            //~ HP5-W0102
            // hp5: tests/cases/ok/references_in_values.rs:195 #[hp5::task]
            {
                let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
                let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
                let mut __t = __hp5.task(hp5::rt::site!("region:186:195", "tests/cases/ok/references_in_values.rs", 195));
                __t.access(&__v_b, hp5::rt::Mode::InOut, &[((i as isize), (i as isize) + 1)]);
                __t.access(&__v_a, hp5::rt::Mode::In, &[((i as isize), (i as isize) + 1)]);
                let __s0_a = [((i as isize), (i as isize) + 1)];
                let __s0_b = [((i as isize), (i as isize) + 1)];
                let i = hp5::rt::cap_owned!(i);
                let a = __v_a.view();
                let b = __v_b.view();
                let __body = move || {
                    let a = a.within(&__s0_a);
                    let mut b = b.within(&__s0_b);
                    {
                        b[i] += a[i];
                    }
                };
                unsafe { __t.spawn(__body) };
            }
        }
        __hp5.end();
    }
}

fn scaled(x: &[f64], c: f64) -> Vec<f64> {
    x.iter().map(|v| v * c).collect()
}

/// These have no references in them: the turns run side by side.
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn values_alone(a: &mut [f64], b: &[f64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("values_alone", "tests/cases/ok/references_in_values.rs", 208));
    for t in 0..3 {
        let part = scaled(b, 0.5);
        let index: hp5::rt::Kept<Vec<usize>> = __hp5.keep((0..8).map(|i| (i * 3) % 8).collect());
        let weights = __hp5.keep((0..8).map(|i| i as f64).collect::<Vec<_>>());
        let squares = __hp5.keep(b.iter().map(|x| x * x).collect::<Vec<f64>>());
        let ends = __hp5.keep([t as f64, part[1]]);
        for i in 0..8 {
            // hp5: tests/cases/ok/references_in_values.rs:217 #[hp5::task]
            {
                let __v_weights = unsafe { __hp5.array("weights", hp5::rt::flat(&raw const weights), &[0]) };
                let __v_squares = unsafe { __hp5.array("squares", hp5::rt::flat(&raw const squares), &[0]) };
                let __v_ends = unsafe { __hp5.array("ends", hp5::rt::flat(&raw const ends), &[0]) };
                let __v_index = unsafe { __hp5.array("index", hp5::rt::flat(&raw const index), &[0]) };
                let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
                let mut __t = __hp5.task(hp5::rt::site!("values_alone:217", "tests/cases/ok/references_in_values.rs", 217));
                __t.access(&__v_a, hp5::rt::Mode::InOut, &[((i as isize), (i as isize) + 1)]);
                __t.access(&__v_weights, hp5::rt::Mode::In, &[((i as isize), (i as isize) + 1)]);
                __t.access(&__v_squares, hp5::rt::Mode::In, &[((i as isize), (i as isize) + 1)]);
                __t.access(&__v_ends, hp5::rt::Mode::In, &[(0, 2)]);
                __t.access(&__v_index, hp5::rt::Mode::In, &[((i as isize), (i as isize) + 1)]);
                let __s0_weights = [((i as isize), (i as isize) + 1)];
                let __s0_squares = [((i as isize), (i as isize) + 1)];
                let __s0_ends = [(0, 2)];
                let __s0_index = [((i as isize), (i as isize) + 1)];
                let __s0_a = [((i as isize), (i as isize) + 1)];
                let i = hp5::rt::cap_owned!(i);
                let weights = __v_weights.view();
                let squares = __v_squares.view();
                let ends = __v_ends.view();
                let index = __v_index.view();
                let a = __v_a.view();
                let __body = move || {
                    let weights = weights.within(&__s0_weights);
                    let squares = squares.within(&__s0_squares);
                    let ends = ends.within(&__s0_ends);
                    let index = index.within(&__s0_index);
                    let mut a = a.within(&__s0_a);
                    {
                        a[i] += slow(weights[i] * squares[i] + ends[0] - ends[1] + index[i] as f64);
                    }
                };
                unsafe { __t.spawn(__body) };
            }
        }
    }
    __hp5.end();
}

fn main() {
    let mut a: Vec<f64> = (0..8).map(|k| k as f64).collect();
    let mut b: Vec<f64> = (0..8).map(|k| 0.5 * k as f64).collect();
    println!("{} {:?}", collected(&mut a, 2), a);
    of_halves(&mut a, 4);
    println!("{a:?}");
    of_structs(&mut a, &mut b);
    println!("{a:?} {b:?}");
    of_lists(&mut a, &mut b);
    println!("{a:?} {b:?}");
    shared(&mut a, &mut b);
    println!("{a:?} {b:?}");
    in_turns(&mut b);
    before_the_region(&mut a, &mut b);
    values_alone(&mut a, &b);
    println!("{a:?} {b:?}");
}
