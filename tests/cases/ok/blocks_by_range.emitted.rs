//! Blocks that the program cuts itself lie apart: `b * block .. (b + 1) * block`.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn scan(a: &mut [u64], block: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("scan", "tests/cases/ok/blocks_by_range.rs", 3));
    let blocks = a.len() / block;
    // hp5: tests/cases/ok/blocks_by_range.rs:6 #[hp5::task_tile(b = 1)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
        let block = hp5::rt::cap!(block);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("scan:6", "tests/cases/ok/blocks_by_range.rs", 6), hp5::rt::Order::Parallel, hp5::rt::chunks(0..blocks, 1, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__b_lo, __b_hi)]| [(__b_lo * (block as isize) + 1, __b_hi * (block as isize))]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__b_lo, __b_hi)]| [(__b_lo * (block as isize), __b_hi * (block as isize) - 1)]);
        let blocks = hp5::rt::cap_owned!(blocks);
        let a = __v_a.view();
        let __body = __loop.body(move |__b_part| {
            let blocks = hp5::rt::again(&blocks);
            let block = hp5::rt::again(&block);
            let mut a = a;
            for b in __b_part.clone() {
                for k in b * block + 1..(b + 1) * block {
                    a[k] += a[k - 1];
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/blocks_by_range.rs:12 #[hp5::task_tile(b = 2)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
        let block = hp5::rt::cap!(block);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("scan:12", "tests/cases/ok/blocks_by_range.rs", 12), hp5::rt::Order::Parallel, hp5::rt::chunks(0..blocks, 2, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__b_lo, __b_hi)]| [(__b_lo * (block as isize), __b_hi * (block as isize))]);
        let blocks = hp5::rt::cap_owned!(blocks);
        let a = __v_a.view();
        let __body = __loop.body(move |__b_part| {
            let blocks = hp5::rt::again(&blocks);
            let block = hp5::rt::again(&block);
            let mut a = a;
            for b in __b_part.clone() {
                for k in b * block..b * block + block {
                    a[k] *= 2;
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

fn main() {
    let mut a = vec![1; 1000];
    scan(&mut a, 100);
    println!("{a:?}");
}
