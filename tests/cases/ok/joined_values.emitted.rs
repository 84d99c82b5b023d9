//! Numbers that tasks of joined regions write, and that tasks of the caller have copies of.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn count(x: &mut u32, by: u32) {
    let __hp5 = unsafe { hp5::rt::Joined::begin(hp5::rt::site!("count", "tests/cases/ok/joined_values.rs", 3)) };
    // hp5: tests/cases/ok/joined_values.rs:5 #[hp5::task]
    {
        let __v_x = unsafe { __hp5.array("x", hp5::rt::scalar(&raw mut (*x)), &[]) };
        let by = hp5::rt::cap!(by);
        let mut __t = __hp5.task(hp5::rt::site!("count:5", "tests/cases/ok/joined_values.rs", 5));
        __t.access(&__v_x, hp5::rt::Mode::InOut, &[]);
        __t.access(&__v_x, hp5::rt::Mode::In, &[]);
        let x = __v_x.view();
        let __body = move || {
            let mut x = x;
            {
                for _ in 0..by {
                    *x = x.wrapping_mul(3) + 1;
                }
            }
        };
        unsafe { __t.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn all(out: &mut [u32], limit: u32) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("all", "tests/cases/ok/joined_values.rs", 13));
    {
    let mut total = 1; let __hp5_hold_365 = __hp5.hold();
    for t in 0..8 {
        { let __hp5_hand = __hp5.hand("tests/cases/ok/joined_values.rs", 3); count(&mut total, 100) };
        __hp5.wait(); // hp5: put in, see the translator's warning
        //~ HP5-W0102
        // hp5: tests/cases/ok/joined_values.rs:19 #[hp5::task]
        {
            let __v_out = unsafe { __hp5.array("out", hp5::rt::flat(&raw const out), &[1]) };
            let limit = hp5::rt::cap!(limit);
            let mut __t = __hp5.task(hp5::rt::site!("all:19", "tests/cases/ok/joined_values.rs", 19));
            __t.access(&__v_out, hp5::rt::Mode::InOut, &[((t as isize), (t as isize) + 1)]);
            let __s0_out = [((t as isize), (t as isize) + 1)];
            let t = hp5::rt::cap_owned!(t);
            let total = hp5::rt::cap_owned!(total);
            let out = __v_out.view();
            let __body = move || {
                let mut out = out.within(&__s0_out);
                {
                    out[t] += total % limit;
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    }
    __hp5.end();
}

fn main() {
    let mut out = vec![0; 8];
    all(&mut out, 1000);
    println!("{out:?}");
}
