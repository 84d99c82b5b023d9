//! Reductions into arrays: each task has one of its own, which are folded element by element.

struct Counts {
    per_class: Vec<u32>,
    seen: usize,
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn histogram(values: &[u64], hist: &mut [u32], sums: &mut Vec<f64>) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("histogram", "tests/cases/ok/reduction_arrays.rs", 8));
    // hp5: tests/cases/ok/reduction_arrays.rs:10 #[hp5::task_tile(i = 16, reduction(+: hist, sums))], parallel
    {
        let __v_values = unsafe { __hp5.array("values", hp5::rt::flat(&raw const values), &[16]) };
        let __v_hist = unsafe { __hp5.array("hist", hp5::rt::flat(&raw const hist), &[]) };
        let __red_hist = unsafe { __hp5.reduction::<hp5::rt::op::Add, _>(&__v_hist) };
        let __v_sums = unsafe { __hp5.array("sums", hp5::rt::flat(&raw const sums), &[]) };
        let __red_sums = unsafe { __hp5.reduction::<hp5::rt::op::Add, _>(&__v_sums) };
        let mut __loop = __hp5.task_loop(hp5::rt::site!("histogram:10", "tests/cases/ok/reduction_arrays.rs", 10), hp5::rt::Order::Parallel);
        for __i_part in hp5::rt::chunks(0..values.len(), 16, 0) {
            let (__i_lo, __i_hi) = hp5::rt::ends(&__i_part);
            let mut __t = __loop.task();
            __t.access(&__v_values, hp5::rt::Mode::In, &[(__i_lo, __i_hi)]);
            let __slot_hist = __red_hist.slot(&mut __t);
            let __slot_sums = __red_sums.slot(&mut __t);
            let __s0_values = [(__i_lo, __i_hi)];
            let __i_part = __i_part.clone();
            let values = __v_values.view();
            let __body = move || {
                let values = values.within(&__s0_values);
                let mut __acc_hist = __slot_hist.identity();
                let hist = &mut __acc_hist[..];
                let mut __acc_sums = __slot_sums.identity();
                let sums = &mut __acc_sums[..];
                for i in __i_part.clone() {
                    let k = values[i] as usize % hist.len();
                    hist[k] += 1;
                    sums[k % 3] = sums[k % 3] + 1.0 / (1.0 + values[i] as f64);
                }
                __slot_hist.put(__acc_hist);
                __slot_sums.put(__acc_sums);
            };
            unsafe { __t.spawn(__body) };
            __red_hist.fold(hp5::rt::site!("histogram:10", "tests/cases/ok/reduction_arrays.rs", 10));
            __red_sums.fold(hp5::rt::site!("histogram:10", "tests/cases/ok/reduction_arrays.rs", 10));
        }
        __loop.finish();
        __red_hist.combine(hp5::rt::site!("histogram:10", "tests/cases/ok/reduction_arrays.rs", 10));
        __red_sums.combine(hp5::rt::site!("histogram:10", "tests/cases/ok/reduction_arrays.rs", 10));
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn extremes(values: &[u64]) -> ([u64; 4], [bool; 4], u64) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("extremes", "tests/cases/ok/reduction_arrays.rs", 18));
    let __hp5_value = {
    let mut most = [0_u64; 4]; let __hp5_hold_582 = __hp5.hold();
    let mut all = [true; 4]; let __hp5_hold_611 = __hp5.hold();
    // hp5: tests/cases/ok/reduction_arrays.rs:22 #[hp5::task_tile(i = 16, reduction(max: most), reduction(&&: all))], parallel
    {
        let __v_values = unsafe { __hp5.array("values", hp5::rt::flat(&raw const values), &[16]) };
        let __v_most = unsafe { __hp5.array("most", hp5::rt::flat(&raw mut most), &[]) };
        let __red_most = unsafe { __hp5.reduction::<hp5::rt::op::Max, _>(&__v_most) };
        let __v_all = unsafe { __hp5.array("all", hp5::rt::flat(&raw mut all), &[]) };
        let __red_all = unsafe { __hp5.reduction::<hp5::rt::op::And, _>(&__v_all) };
        let mut __loop = __hp5.task_loop(hp5::rt::site!("extremes:22", "tests/cases/ok/reduction_arrays.rs", 22), hp5::rt::Order::Parallel);
        for __i_part in hp5::rt::chunks(0..values.len(), 16, 0) {
            let (__i_lo, __i_hi) = hp5::rt::ends(&__i_part);
            let mut __t = __loop.task();
            __t.access(&__v_values, hp5::rt::Mode::In, &[(__i_lo, __i_hi)]);
            let __slot_most = __red_most.slot(&mut __t);
            let __slot_all = __red_all.slot(&mut __t);
            let __s0_values = [(__i_lo, __i_hi)];
            let __i_part = __i_part.clone();
            let values = __v_values.view();
            let __body = move || {
                let values = values.within(&__s0_values);
                let mut __acc_most = __slot_most.identity();
                let most = &mut __acc_most[..];
                let mut __acc_all = __slot_all.identity();
                let all = &mut __acc_all[..];
                for i in __i_part.clone() {
                    most[i % 4] = most[i % 4].max(values[i]);
                    if values[i] > 990 {
                        all[i % 4] = false;
                    }
                }
                __slot_most.put(__acc_most);
                __slot_all.put(__acc_all);
            };
            unsafe { __t.spawn(__body) };
            __red_most.fold(hp5::rt::site!("extremes:22", "tests/cases/ok/reduction_arrays.rs", 22));
            __red_all.fold(hp5::rt::site!("extremes:22", "tests/cases/ok/reduction_arrays.rs", 22));
        }
        __loop.finish();
        __red_most.combine(hp5::rt::site!("extremes:22", "tests/cases/ok/reduction_arrays.rs", 22));
        __red_all.combine(hp5::rt::site!("extremes:22", "tests/cases/ok/reduction_arrays.rs", 22));
    }
    let mut bits = vec![0_u64; 3]; let __hp5_hold_876 = __hp5.hold();
    // hp5: tests/cases/ok/reduction_arrays.rs:30 #[hp5::task_tile(i = 16)] #[hp5::reduction(^: bits)], parallel
    {
        let __v_values = unsafe { __hp5.array("values", hp5::rt::flat(&raw const values), &[16]) };
        let __v_bits = unsafe { __hp5.array("bits", hp5::rt::flat(&raw mut bits), &[]) };
        let __red_bits = unsafe { __hp5.reduction::<hp5::rt::op::BitXor, _>(&__v_bits) };
        let mut __loop = __hp5.task_loop(hp5::rt::site!("extremes:30", "tests/cases/ok/reduction_arrays.rs", 30), hp5::rt::Order::Parallel);
        for __i_part in hp5::rt::chunks(0..values.len(), 16, 0) {
            let (__i_lo, __i_hi) = hp5::rt::ends(&__i_part);
            let mut __t = __loop.task();
            __t.access(&__v_values, hp5::rt::Mode::In, &[(__i_lo, __i_hi)]);
            let __slot_bits = __red_bits.slot(&mut __t);
            let __s0_values = [(__i_lo, __i_hi)];
            let __i_part = __i_part.clone();
            let values = __v_values.view();
            let __body = move || {
                let values = values.within(&__s0_values);
                let mut __acc_bits = __slot_bits.identity();
                let bits = &mut __acc_bits[..];
                for i in __i_part.clone() {
                    bits[i % 3] ^= values[i].rotate_left((i % 60) as u32);
                }
                __slot_bits.put(__acc_bits);
            };
            unsafe { __t.spawn(__body) };
            __red_bits.fold(hp5::rt::site!("extremes:30", "tests/cases/ok/reduction_arrays.rs", 30));
        }
        __loop.finish();
        __red_bits.combine(hp5::rt::site!("extremes:30", "tests/cases/ok/reduction_arrays.rs", 30));
    }
    __hp5.wait();
    (most, all, bits.iter().fold(0, |a, b| a ^ b))
    };
    __hp5.end();
    __hp5_value
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn tables(values: &[u64], rows: &mut [Vec<u64>], cubes: &mut [[[u16; 2]; 3]; 2]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("tables", "tests/cases/ok/reduction_arrays.rs", 39));
    // hp5: tests/cases/ok/reduction_arrays.rs:41 #[hp5::task_tile(i = 20, reduction(+: rows, cubes))], parallel
    {
        let __v_values = unsafe { __hp5.array("values", hp5::rt::flat(&raw const values), &[20]) };
        let __v_rows = unsafe { __hp5.array("rows", hp5::rt::nested::<2, _>(&raw const rows), &[]) };
        let __red_rows = unsafe { __hp5.reduction::<hp5::rt::op::Add, _>(&__v_rows) };
        let __v_cubes = unsafe { __hp5.array("cubes", hp5::rt::nested::<3, _>(&raw const cubes), &[]) };
        let __red_cubes = unsafe { __hp5.reduction::<hp5::rt::op::Add, _>(&__v_cubes) };
        let mut __loop = __hp5.task_loop(hp5::rt::site!("tables:41", "tests/cases/ok/reduction_arrays.rs", 41), hp5::rt::Order::Parallel);
        for __i_part in hp5::rt::chunks(0..values.len(), 20, 0) {
            let (__i_lo, __i_hi) = hp5::rt::ends(&__i_part);
            let mut __t = __loop.task();
            __t.access(&__v_values, hp5::rt::Mode::In, &[(__i_lo, __i_hi)]);
            let __slot_rows = __red_rows.slot(&mut __t);
            let __slot_cubes = __red_cubes.slot(&mut __t);
            let __s0_values = [(__i_lo, __i_hi)];
            let __i_part = __i_part.clone();
            let values = __v_values.view();
            let __body = move || {
                let values = values.within(&__s0_values);
                let mut __acc_rows = __slot_rows.identity();
                let rows = &mut __acc_rows[..];
                let mut __acc_cubes = __slot_cubes.identity();
                let cubes = &mut __acc_cubes[..];
                for i in __i_part.clone() {
                    let v = values[i] as usize;
                    rows[v % 2][v % 3] += values[i];
                    cubes[v % 2][v % 3][i % 2] += 1;
                }
                __slot_rows.put(__acc_rows);
                __slot_cubes.put(__acc_cubes);
            };
            unsafe { __t.spawn(__body) };
            __red_rows.fold(hp5::rt::site!("tables:41", "tests/cases/ok/reduction_arrays.rs", 41));
            __red_cubes.fold(hp5::rt::site!("tables:41", "tests/cases/ok/reduction_arrays.rs", 41));
        }
        __loop.finish();
        __red_rows.combine(hp5::rt::site!("tables:41", "tests/cases/ok/reduction_arrays.rs", 41));
        __red_cubes.combine(hp5::rt::site!("tables:41", "tests/cases/ok/reduction_arrays.rs", 41));
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn fields(values: &[u64], counts: &mut Counts) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("fields", "tests/cases/ok/reduction_arrays.rs", 49));
    // hp5: tests/cases/ok/reduction_arrays.rs:51 #[hp5::task_tile(i = 16, reduction(+: counts.per_class, counts.seen))], parallel
    {
        let __v_values = unsafe { __hp5.array("values", hp5::rt::flat(&raw const values), &[16]) };
        let __v_counts_per_class = unsafe { __hp5.array("counts.per_class", hp5::rt::flat(&raw mut counts.per_class), &[]) };
        let __red_counts_per_class = unsafe { __hp5.reduction::<hp5::rt::op::Add, _>(&__v_counts_per_class) };
        let __v_counts_seen = unsafe { __hp5.array("counts.seen", hp5::rt::scalar(&raw mut (counts.seen)), &[]) };
        let __red_counts_seen = unsafe { __hp5.reduction::<hp5::rt::op::Add, _>(&__v_counts_seen) };
        let counts_per_class = hp5::rt::cap!(counts.per_class);
        let counts_seen = hp5::rt::cap!(counts.seen);
        let mut __loop = __hp5.task_loop(hp5::rt::site!("fields:51", "tests/cases/ok/reduction_arrays.rs", 51), hp5::rt::Order::Parallel);
        for __i_part in hp5::rt::chunks(0..values.len(), 16, 0) {
            let (__i_lo, __i_hi) = hp5::rt::ends(&__i_part);
            let mut __t = __loop.task();
            __t.access(&__v_values, hp5::rt::Mode::In, &[(__i_lo, __i_hi)]);
            let __slot_counts_per_class = __red_counts_per_class.slot(&mut __t);
            let __slot_counts_seen = __red_counts_seen.slot(&mut __t);
            let __s0_values = [(__i_lo, __i_hi)];
            let __i_part = __i_part.clone();
            let values = __v_values.view();
            let __body = move || {
                let values = values.within(&__s0_values);
                let mut __acc_counts_per_class = __slot_counts_per_class.identity();
                let counts_per_class = &mut __acc_counts_per_class[..];
                let mut counts_seen = __slot_counts_seen.identity();
                for i in __i_part.clone() {
                    counts_per_class[values[i] as usize % 5] += 1;
                    counts_seen += 1;
                }
                __slot_counts_per_class.put(__acc_counts_per_class);
                __slot_counts_seen.put(counts_seen);
            };
            unsafe { __t.spawn(__body) };
            __red_counts_per_class.fold(hp5::rt::site!("fields:51", "tests/cases/ok/reduction_arrays.rs", 51));
        }
        __loop.finish();
        __red_counts_per_class.combine(hp5::rt::site!("fields:51", "tests/cases/ok/reduction_arrays.rs", 51));
        __red_counts_seen.combine(hp5::rt::site!("fields:51", "tests/cases/ok/reduction_arrays.rs", 51));
    }
    __hp5.end();
}

fn main() {
    let values: Vec<u64> = (0..500).map(|i| (i * 7919) % 1013).collect();
    let (mut hist, mut sums) = (vec![1; 7], vec![0.0; 3]);
    histogram(&values, &mut hist, &mut sums);
    // Sums are grouped by tasks: they may differ in rounding from the serial program's.
    let sums: Vec<String> = sums.iter().map(|s| format!("{s:.9}")).collect();
    println!("{hist:?} {sums:?} {:?}", extremes(&values));
    let (mut rows, mut cubes) = (vec![vec![0; 3], vec![5; 3]], [[[0; 2]; 3]; 2]);
    tables(&values, &mut rows, &mut cubes);
    let mut counts = Counts { per_class: vec![0; 5], seen: 3 };
    fields(&values, &mut counts);
    println!("{rows:?} {cubes:?} {:?} {}", counts.per_class, counts.seen);
}
