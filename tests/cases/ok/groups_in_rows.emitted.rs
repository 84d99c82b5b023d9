//! Images of several channels: rows are told apart, whatever the group is called. No clause, nothing said.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn invert(from: &[u8], to: &mut [u8], w: usize, h: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("invert", "tests/cases/ok/groups_in_rows.rs", 3));
    // hp5: tests/cases/ok/groups_in_rows.rs:5 #[hp5::task_tile(y = 4)], parallel
    {
        let __v_from = unsafe { __hp5.array("from", hp5::rt::flat(&raw const from).rows(3 * (w as isize)), &[4, 0]) };
        let __v_to = unsafe { __hp5.array("to", hp5::rt::flat(&raw const to).rows(3 * (w as isize)), &[4, 0]) };
        let h = hp5::rt::cap!(h);
        let w = hp5::rt::cap!(w);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("invert:5", "tests/cases/ok/groups_in_rows.rs", 5), hp5::rt::Order::Parallel, hp5::rt::chunks(0..h, 4, 0));
        __loop.access(&__v_to, hp5::rt::Mode::Out, |[(__y_lo, __y_hi)]| [(__y_lo, __y_hi), (0, 3 * (w as isize))]);
        __loop.access(&__v_from, hp5::rt::Mode::In, |[(__y_lo, __y_hi)]| [(__y_lo, __y_hi), (0, 3 * (w as isize))]);
        let __c0_from = 0 < (w as isize);
        let __c0_to = 0 < (w as isize);
        let __s0_from = __loop.section(|[(__y_lo, __y_hi)]| [(__y_lo, __y_hi), (0, 3 * (w as isize))]);
        let __s0_to = __loop.section(|[(__y_lo, __y_hi)]| [(__y_lo, __y_hi), (0, 3 * (w as isize))]);
        let from = __v_from.view();
        let to = __v_to.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_from = __s0_from.of(&__chunks);
            let __s0_to = __s0_to.of(&__chunks);
            let __y_part = __chunks;
            let h = hp5::rt::again(&h);
            let w = hp5::rt::again(&w);
            if __c0_from { let _ = from.within(&__s0_from); }
            let from = from.within(&hp5::rt::CHECKED);
            if __c0_to { let _ = to.within(&__s0_to); }
            let mut to = to.within(&hp5::rt::CHECKED);
            for y in __y_part.clone() {
                for x in 0..w {
                    for c in 0..3 {
                        to[(y * w + x) * 3 + c] = 255 - from[(y * w + x) * 3 + c];
                    }
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/groups_in_rows.rs:13 #[hp5::task_tile(y = 4)], parallel
    {
        let __v_to = unsafe { __hp5.array("to", hp5::rt::flat(&raw const to).rows(3 * (w as isize)), &[4, 0]) };
        let h = hp5::rt::cap!(h);
        let w = hp5::rt::cap!(w);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("invert:13", "tests/cases/ok/groups_in_rows.rs", 13), hp5::rt::Order::Parallel, hp5::rt::chunks(0..h, 4, 0));
        __loop.access(&__v_to, hp5::rt::Mode::InOut, |[(__y_lo, __y_hi)]| [(__y_lo, __y_hi), (0, 3 * (w as isize))]);
        let __c0_to = 0 < (w as isize);
        let __s0_to = __loop.section(|[(__y_lo, __y_hi)]| [(__y_lo, __y_hi), (0, 3 * (w as isize))]);
        let to = __v_to.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_to = __s0_to.of(&__chunks);
            let __y_part = __chunks;
            let h = hp5::rt::again(&h);
            let w = hp5::rt::again(&w);
            if __c0_to { let _ = to.within(&__s0_to); }
            let mut to = to.within(&hp5::rt::CHECKED);
            for y in __y_part.clone() {
                for x in 0..w {
                    to[(y * w + x) * 3] /= 2;
                    to[(y * w + x) * 3 + 1] /= 3;
                    to[(y * w + x) * 3 + 2] /= 4;
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn fade(to: &mut [u8], w: usize, h: usize, channels: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("fade", "tests/cases/ok/groups_in_rows.rs", 23));
    // hp5: tests/cases/ok/groups_in_rows.rs:25 #[hp5::task_tile(y = 4)], parallel
    {
        let __v_to = unsafe { __hp5.array("to", hp5::rt::flat(&raw const to).planes((w as isize), (channels as isize)), &[4, 0, 0]) };
        let h = hp5::rt::cap!(h);
        let w = hp5::rt::cap!(w);
        let channels = hp5::rt::cap!(channels);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("fade:25", "tests/cases/ok/groups_in_rows.rs", 25), hp5::rt::Order::Parallel, hp5::rt::chunks(0..h, 4, 0));
        __loop.access(&__v_to, hp5::rt::Mode::InOut, |[(__y_lo, __y_hi)]| [(__y_lo, __y_hi), (0, (w as isize)), (0, (channels as isize))]);
        let __s0_to = __loop.section(|[(__y_lo, __y_hi)]| [(__y_lo, __y_hi), (0, (w as isize)), (0, (channels as isize))]);
        let to = __v_to.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_to = __s0_to.of(&__chunks);
            let __y_part = __chunks;
            let h = hp5::rt::again(&h);
            let w = hp5::rt::again(&w);
            let channels = hp5::rt::again(&channels);
            let mut to = to.within(&__s0_to);
            for y in __y_part.clone() {
                for x in 0..w {
                    for c in 0..channels {
                        to[(y * w + x) * channels + c] /= 2;
                    }
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

fn main() {
    let from: Vec<u8> = (0..3000).map(|k| (k % 256) as u8).collect();
    let mut to = vec![0; 3000];
    invert(&from, &mut to, 100, 10);
    fade(&mut to, 75, 10, 4);
    println!("{to:?}");
}
