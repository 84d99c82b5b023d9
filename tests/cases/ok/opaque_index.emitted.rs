//! Indices that analysis cannot see: a gather is widened, which is said where tasks write the array; a scatter
//! is declared.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn gather(a: &[i64], order: &[usize], b: &mut [i64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("gather", "tests/cases/ok/opaque_index.rs", 4));
    // hp5: tests/cases/ok/opaque_index.rs:6 #[hp5::task_tile(i = 8)], parallel
    {
        let __v_order = unsafe { __hp5.array("order", hp5::rt::flat(&raw const order), &[8]) };
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[8]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("gather:6", "tests/cases/ok/opaque_index.rs", 6), hp5::rt::Order::Parallel, hp5::rt::chunks(0..b.len(), 8, 0));
        __loop.access(&__v_b, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_order, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [hp5::rt::ALL]);
        let __s0_order = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let order = __v_order.view();
        let a = __v_a.view();
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_order = __s0_order.of(&__chunks);
            let __s0_b = __s0_b.of(&__chunks);
            let __i_part = __chunks;
            let order = order.within(&__s0_order);
            let a = a;
            let mut b = b.within(&__s0_b);
            for i in __i_part.clone() {
                b[i] = a[order[i]];
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn gather_after(a: &mut [i64], order: &[usize], b: &mut [i64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("gather_after", "tests/cases/ok/opaque_index.rs", 12));
    // hp5: tests/cases/ok/opaque_index.rs:14 #[hp5::task_tile(i = 8)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[8]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("gather_after:14", "tests/cases/ok/opaque_index.rs", 14), hp5::rt::Order::Parallel, hp5::rt::chunks(0..a.len(), 8, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let a = __v_a.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __i_part = __chunks;
            let mut a = a.within(&__s0_a);
            for i in __i_part.clone() {
                a[i] += 3;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/opaque_index.rs:18 #[hp5::task_tile(i = 8)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[8]) };
        let __v_order = unsafe { __hp5.array("order", hp5::rt::flat(&raw const order), &[8]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[8]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("gather_after:18", "tests/cases/ok/opaque_index.rs", 18), hp5::rt::Order::Parallel, hp5::rt::chunks(0..b.len(), 8, 0));
        __loop.access(&__v_b, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [hp5::rt::ALL]);
        __loop.access(&__v_order, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_order = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let a = __v_a.view();
        let order = __v_order.view();
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_order = __s0_order.of(&__chunks);
            let __s0_b = __s0_b.of(&__chunks);
            let __i_part = __chunks;
            let a = a;
            let order = order.within(&__s0_order);
            let mut b = b.within(&__s0_b);
            for i in __i_part.clone() {
                b[i] -= a[order[i]]; //~ HP5-W0101
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn scatter(keys: &[usize], bins: &mut [i64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("scatter", "tests/cases/ok/opaque_index.rs", 24));
    // hp5: tests/cases/ok/opaque_index.rs:27 #[hp5::task_tile(i = 8, in(keys[i]), inout(bins[..]))], ordered
    {
        let __v_keys = unsafe { __hp5.array("keys", hp5::rt::flat(&raw const keys), &[8]) };
        let __v_bins = unsafe { __hp5.array("bins", hp5::rt::flat(&raw const bins), &[4]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("scatter:27", "tests/cases/ok/opaque_index.rs", 27), hp5::rt::Order::Ordered, hp5::rt::chunks(0..keys.len(), 8, 0));
        __loop.access(&__v_bins, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [hp5::rt::ALL]);
        __loop.access(&__v_keys, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_keys = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let keys = __v_keys.view();
        let bins = __v_bins.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_keys = __s0_keys.of(&__chunks);
            let __i_part = __chunks;
            let keys = keys.within(&__s0_keys);
            let mut bins = bins;
            for i in __i_part.clone() {
                bins[keys[i] % 10] += i as i64;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

fn main() {
    let order: Vec<usize> = (0..55).map(|i| (i * 21) % 55).collect();
    let mut a: Vec<i64> = (0..55).map(|i| i * i).collect();
    let mut b = vec![0; 55];
    gather(&a, &order, &mut b);
    gather_after(&mut a, &order, &mut b);
    let mut bins = vec![0; 10];
    scatter(&order, &mut bins);
    println!("{:?} {bins:?}", &b[..10]);
}
