//! Lengths of nested arrays as bounds, inside of bodies too.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn sums(a: &Vec<Vec<Vec<i64>>>, b: &mut Vec<Vec<i64>>) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("sums", "tests/cases/ok/nested_metadata.rs", 3));
    // hp5: tests/cases/ok/nested_metadata.rs:5 #[hp5::task_tile(i = 3)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::nested::<3, _>(&raw const a), &[3, 0, 0]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::nested::<2, _>(&raw const b), &[3, 0]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("sums:5", "tests/cases/ok/nested_metadata.rs", 5), hp5::rt::Order::Parallel, hp5::rt::chunks(0..a.len(), 3, 0));
        __loop.access(&__v_b, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, ((a[0].len()) as isize))]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, ((a[0].len()) as isize)), (0, ((a[0][0].len()) as isize))]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, ((a[0].len()) as isize)), (0, ((a[0][0].len()) as isize))]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, ((a[0].len()) as isize))]);
        let a = __v_a.view();
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __s0_b = __s0_b.of(&__chunks);
            let __i_part = __chunks;
            let a = a.within(&__s0_a);
            let mut b = b.within(&__s0_b);
            for i in __i_part.clone() {
                for j in 0..a.plane(0).len() {
                    let mut sum = 0;
                    for k in 0..a.plane(0).row(0).len() {
                        sum += a[(i, j, k)] * (k as i64 + 1);
                    }
                    b[(i, j)] = sum + b.row(i).len() as i64;
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

fn main() {
    let a: Vec<Vec<Vec<i64>>> =
        (0..8).map(|i| (0..5).map(|j| (0..6).map(|k| i * j + k).collect()).collect()).collect();
    let mut b = vec![vec![0; 5]; 8];
    sums(&a, &mut b);
    println!("{} {:?}", b.iter().flatten().sum::<i64>(), b[7]);
}
