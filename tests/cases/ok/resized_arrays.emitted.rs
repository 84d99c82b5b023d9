//! Arrays that tasks make longer or shorter, which moves their elements.

fn fill(list: &mut Vec<f64>, count: usize) {
    for k in 0..count {
        list.push(k as f64);
    }
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn grow(list: &mut Vec<f64>, rows: &mut [Vec<i32>], sums: &mut [f64], rounds: usize) -> usize {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("grow", "tests/cases/ok/resized_arrays.rs", 9));
    let __hp5_value = {
    for r in __hp5.laps(1, 0..rounds) {
        // hp5: tests/cases/ok/resized_arrays.rs:12 #[hp5::task]
        {
            let __v_list = unsafe { __hp5.array("list", hp5::rt::scalar(&raw const (list)), &[]) };
            let __w_list = hp5::rt::whole(&raw const (list));
            let mut __t = __hp5.task(hp5::rt::site!("grow:12", "tests/cases/ok/resized_arrays.rs", 12));
            __t.access(&__v_list, hp5::rt::Mode::InOut, &[]);
            let r = hp5::rt::cap_owned!(r);
            let __body = move || {
                let mut list = &mut **unsafe { __w_list.get_mut() };
                {
                    list.push(r as f64);
                }
            };
            unsafe { __t.spawn(__body) };
        }
        // hp5: tests/cases/ok/resized_arrays.rs:16 #[hp5::task]
        {
            let __v_list = unsafe { __hp5.array("list", hp5::rt::scalar(&raw const (list)), &[]) };
            let __w_list = hp5::rt::whole(&raw const (list));
            let mut __t = __hp5.task(hp5::rt::site!("grow:16", "tests/cases/ok/resized_arrays.rs", 16));
            __t.access(&__v_list, hp5::rt::Mode::InOut, &[]);
            let r = hp5::rt::cap_owned!(r);
            let __body = move || {
                let mut list = &mut **unsafe { __w_list.get_mut() };
                {
                    list[r] += 0.5;
                }
            };
            unsafe { __t.spawn(__body) };
        }
        // hp5: tests/cases/ok/resized_arrays.rs:20 #[hp5::task]
        {
            let __v_list = unsafe { __hp5.array("list", hp5::rt::scalar(&raw const (list)), &[]) };
            let __w_list = hp5::rt::whole(&raw const (list));
            let mut __t = __hp5.task(hp5::rt::site!("grow:20", "tests/cases/ok/resized_arrays.rs", 20));
            __t.access(&__v_list, hp5::rt::Mode::InOut, &[]);
            let __body = move || {
                let mut list = &mut **unsafe { __w_list.get_mut() };
                fill(list, 10);
            };
            unsafe { __t.spawn(__body) };
        }
        // hp5: tests/cases/ok/resized_arrays.rs:22 #[hp5::task]
        {
            let __v_rows = unsafe { __hp5.array("rows", hp5::rt::scalar(&raw const (rows)), &[]) };
            let __w_rows = hp5::rt::whole(&raw const (rows));
            let mut __t = __hp5.task(hp5::rt::site!("grow:22", "tests/cases/ok/resized_arrays.rs", 22));
            __t.access(&__v_rows, hp5::rt::Mode::InOut, &[]);
            let r = hp5::rt::cap_owned!(r);
            let __body = move || {
                let mut rows = &mut **unsafe { __w_rows.get_mut() };
                {
                    rows[r % 2].push(r as i32);
                }
            };
            unsafe { __t.spawn(__body) };
        }
        // hp5: tests/cases/ok/resized_arrays.rs:26 #[hp5::task]
        {
            let __v_rows = unsafe { __hp5.array("rows", hp5::rt::scalar(&raw const (rows)), &[]) };
            let __w_rows = hp5::rt::whole(&raw const (rows));
            let mut __t = __hp5.task(hp5::rt::site!("grow:26", "tests/cases/ok/resized_arrays.rs", 26));
            __t.access(&__v_rows, hp5::rt::Mode::InOut, &[]);
            let r = hp5::rt::cap_owned!(r);
            let __body = move || {
                let mut rows = &mut **unsafe { __w_rows.get_mut() };
                {
                    rows[r % 2][r / 2] += 1;
                }
            };
            unsafe { __t.spawn(__body) };
        }
        // hp5: tests/cases/ok/resized_arrays.rs:30 #[hp5::task_tile(i = 2)], parallel
        {
            let __v_list = unsafe { __hp5.array("list", hp5::rt::scalar(&raw const (list)), &[]) };
            let __w_list = hp5::rt::whole(&raw const (list));
            let __v_sums = unsafe { __hp5.array("sums", hp5::rt::flat(&raw const sums), &[2]) };
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("grow:30", "tests/cases/ok/resized_arrays.rs", 30), hp5::rt::Order::Parallel, hp5::rt::chunks(0..sums.len(), 2, 0));
            __loop.access(&__v_sums, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            __loop.access(&__v_list, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| []);
            let __s0_sums = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let sums = __v_sums.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_sums = __s0_sums.of(&__chunks);
                let __i_part = __chunks;
                let list = &**unsafe { __w_list.get() };
                let mut sums = sums.within(&__s0_sums);
                for i in __i_part.clone() {
                    sums[i] += list[i];
                }
            });
            unsafe { __loop.spawn(__body) };
        }
    }
    __hp5.wait(); // hp5: put in, see the translator's warning
    let n = list.len(); //~ HP5-W0102 | list
    // hp5: tests/cases/ok/resized_arrays.rs:36 #[hp5::task_tile(i = 8)], ordered
    {
        let __v_list = unsafe { __hp5.array("list", hp5::rt::scalar(&raw const (list)), &[]) };
        let __w_list = hp5::rt::whole(&raw const (list));
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("grow:36", "tests/cases/ok/resized_arrays.rs", 36), hp5::rt::Order::Ordered, hp5::rt::chunks(0..n, 8, 0));
        __loop.access(&__v_list, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| []);
        let n = hp5::rt::cap_owned!(n);
        let __body = __loop.body(move |__i_part| {
            let n = hp5::rt::again(&n);
            let mut list = &mut **unsafe { __w_list.get_mut() };
            for i in __i_part.clone() {
                list[i] *= 2.0;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    n
    };
    __hp5.end();
    __hp5_value
}

fn main() {
    let (mut list, mut rows, mut sums) = (Vec::new(), vec![vec![]; 2], vec![0.0; 5]);
    let n = grow(&mut list, &mut rows, &mut sums, 8);
    println!("{n} {list:?} {rows:?} {sums:?}");
}
