//! Ranges within ranges.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn rows(d: &mut [u64], w: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("rows", "tests/cases/ok/ranges_within_ranges.rs", 3));
    let n = d.len() / w;
    // hp5: tests/cases/ok/ranges_within_ranges.rs:6 #[hp5::task_tile(i = 3)], parallel
    {
        let __v_d = unsafe { __hp5.array("d", hp5::rt::flat(&raw const d).rows((w as isize)), &[0, 0]) };
        let w = hp5::rt::cap!(w);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("rows:6", "tests/cases/ok/ranges_within_ranges.rs", 6), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 3, 0));
        __loop.access(&__v_d, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), hp5::rt::ALL]);
        let n = hp5::rt::cap_owned!(n);
        let d = __v_d.view();
        let __body = __loop.body(move |__i_part| {
            let n = hp5::rt::again(&n);
            let w = hp5::rt::again(&w);
            let mut d = d;
            for i in __i_part.clone() {
                let r = &mut d[hp5::rt::part(i * w.., ..w)];
                r[0] += i as u64;
                r[w - 1] += 1;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/ranges_within_ranges.rs:12 #[hp5::task_tile(i = 3)], parallel
    {
        let __v_d = unsafe { __hp5.array("d", hp5::rt::flat(&raw const d).rows((w as isize)), &[0, 0]) };
        let w = hp5::rt::cap!(w);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("rows:12", "tests/cases/ok/ranges_within_ranges.rs", 12), hp5::rt::Order::Parallel, hp5::rt::chunks(1..n, 3, 0));
        __loop.access(&__v_d, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi), hp5::rt::ALL]);
        let n = hp5::rt::cap_owned!(n);
        let d = __v_d.view();
        let __body = __loop.body(move |__i_part| {
            let n = hp5::rt::again(&n);
            let w = hp5::rt::again(&w);
            let d = d;
            for i in __i_part.clone() {
                let (a, b) = (&d[hp5::rt::part((i - 1) * w.., ..w)], &d[hp5::rt::part(i * w..(i + 1) * w, 1..=2)]);
                std::hint::black_box(a[0] + b[1]);
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/ranges_within_ranges.rs:17 #[hp5::task_tile(i = 3)], ordered
    {
        let __v_d = unsafe { __hp5.array("d", hp5::rt::flat(&raw const d).rows((w as isize)), &[0, 0]) };
        let w = hp5::rt::cap!(w);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("rows:17", "tests/cases/ok/ranges_within_ranges.rs", 17), hp5::rt::Order::Ordered, hp5::rt::chunks(0..n, 3, 0));
        __loop.access(&__v_d, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi + 1), hp5::rt::ALL]);
        let n = hp5::rt::cap_owned!(n);
        let d = __v_d.view();
        let __body = __loop.body(move |__i_part| {
            let n = hp5::rt::again(&n);
            let w = hp5::rt::again(&w);
            let mut d = d;
            for i in __i_part.clone() {
                d[hp5::rt::part(i * w..(i + 1) * w, 2..4)].fill(i as u64); //~ HP5-W0104 | d[i * w..(i + 1) * w][2..4]
                d[hp5::rt::part(i * w.., ..w)].swap(0, 1);
                d[hp5::rt::part(i * w..i * w + w, 1..)].reverse();
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/ranges_within_ranges.rs:23 #[hp5::task]
    {
        let __v_d = unsafe { __hp5.array("d", hp5::rt::flat(&raw const d).rows((w as isize)), &[0, 0]) };
        let mut __t = __hp5.task(hp5::rt::site!("rows:23", "tests/cases/ok/ranges_within_ranges.rs", 23));
        __t.access(&__v_d, hp5::rt::Mode::InOut, &[hp5::rt::ALL, hp5::rt::ALL]);
        let d = __v_d.view();
        let __body = move || {
            let mut d = d;
            {
                d[hp5::rt::part(.., ..2)].swap(0, 1);
                let last = &mut d[hp5::rt::part(2.., 3..)]; //~ HP5-W0101 | d[2..][3..]
                last[0] = 77;
            }
        };
        unsafe { __t.spawn(__body) };
    }
    // hp5: tests/cases/ok/ranges_within_ranges.rs:29 #[hp5::task]
    {
        let __v_d = unsafe { __hp5.array("d", hp5::rt::flat(&raw const d).rows((w as isize)), &[0, 0]) };
        let __w_d = hp5::rt::whole(&raw const (*d));
        let mut __t = __hp5.task(hp5::rt::site!("rows:29", "tests/cases/ok/ranges_within_ranges.rs", 29));
        __t.access(&__v_d, hp5::rt::Mode::InOut, &[hp5::rt::ALL, hp5::rt::ALL]);
        let __body = move || {
            let mut d = unsafe { __w_d.get_mut() };
            {
                d[4..8][..][0] += 1;
            }
        };
        unsafe { __t.spawn(__body) };
    }
    __hp5.end();
}

/// Rows of an array of rows.
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn headers(a: &mut Vec<Vec<u64>>) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("headers", "tests/cases/ok/ranges_within_ranges.rs", 36));
    // hp5: tests/cases/ok/ranges_within_ranges.rs:38 #[hp5::task]
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
        let mut __t = __hp5.task(hp5::rt::site!("headers:38", "tests/cases/ok/ranges_within_ranges.rs", 38));
        __t.access(&__v_a, hp5::rt::Mode::InOut, &[(0, 1)]);
        let __s0_a = [(0, 1)];
        let a = __v_a.view();
        let __body = move || {
            let mut a = a.within(&__s0_a);
            {
                a[0][1] += 1;
            }
        };
        unsafe { __t.spawn(__body) };
    }
    // hp5: tests/cases/ok/ranges_within_ranges.rs:42 #[hp5::task]
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
        let __w_a = hp5::rt::whole(&raw const (a));
        let mut __t = __hp5.task(hp5::rt::site!("headers:42", "tests/cases/ok/ranges_within_ranges.rs", 42));
        __t.access(&__v_a, hp5::rt::Mode::InOut, &[hp5::rt::ALL]);
        __t.access(&__v_a, hp5::rt::Mode::In, &[(0, 1)]);
        let __body = move || {
            let mut a = &mut **unsafe { __w_a.get_mut() };
            {
                a[1..][..2][0][1] += a[0][1];
                for row in &mut a[1..][..2] {
                    row[0] += 1;
                }
            }
        };
        unsafe { __t.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn cells(a: &mut [[u64; 2]], s: &str, text: &mut [usize]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("cells", "tests/cases/ok/ranges_within_ranges.rs", 51));
    // hp5: tests/cases/ok/ranges_within_ranges.rs:53 #[hp5::task_tile(i = 3)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[3]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("cells:53", "tests/cases/ok/ranges_within_ranges.rs", 53), hp5::rt::Order::Parallel, hp5::rt::chunks(0..6, 3, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let a = __v_a.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __i_part = __chunks;
            let mut a = a.within(&__s0_a);
            for i in __i_part.clone() {
                a[i][1] += 1;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/ranges_within_ranges.rs:57 #[hp5::task_tile(i = 3)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[3]) };
        let __v_text = unsafe { __hp5.array("text", hp5::rt::flat(&raw const text), &[3]) };
        let s = hp5::rt::cap!(s);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("cells:57", "tests/cases/ok/ranges_within_ranges.rs", 57), hp5::rt::Order::Parallel, hp5::rt::chunks(0..3, 3, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(2 * __i_lo, 2 * __i_hi)]);
        __loop.access(&__v_text, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_text = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let a = __v_a.view();
        let text = __v_text.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_text = __s0_text.of(&__chunks);
            let __i_part = __chunks;
            let s = hp5::rt::again(&s);
            let mut a = a;
            let mut text = text.within(&__s0_text);
            for i in __i_part.clone() {
                a[hp5::rt::part(i * 2.., ..2)].reverse();
                text[i] += s[i..][..2].len();
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

fn main() {
    let mut d: Vec<u64> = (0..240).collect();
    rows(&mut d, 6);
    let mut a = vec![vec![1, 2]; 4];
    headers(&mut a);
    let mut c = [[1, 2], [3, 4], [5, 6], [7, 8], [9, 10], [11, 12]];
    let mut text = [0; 3];
    cells(&mut c, "abcdefgh", &mut text);
    println!("{d:?} {a:?} {c:?} {text:?}");
}
