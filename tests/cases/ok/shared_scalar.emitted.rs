//! A scalar that every task updates, without a clause: the tasks follow one another.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn chain(a: &[f64], b: &mut [f64]) -> f64 {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("chain", "tests/cases/ok/shared_scalar.rs", 3));
    let __hp5_value = {
    let mut carry = 0.0; let __hp5_hold_170 = __hp5.hold();
    // hp5: tests/cases/ok/shared_scalar.rs:6 #[hp5::task_tile(i = 6)], ordered
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[6]) };
        let __v_carry = unsafe { __hp5.array("carry", hp5::rt::scalar(&raw mut (carry)), &[]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[6]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("chain:6", "tests/cases/ok/shared_scalar.rs", 6), hp5::rt::Order::Ordered, hp5::rt::chunks(0..a.len(), 6, 0));
        __loop.access(&__v_b, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_carry, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| []);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_carry, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| []);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let a = __v_a.view();
        let carry = __v_carry.view();
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __s0_b = __s0_b.of(&__chunks);
            let __i_part = __chunks;
            let a = a.within(&__s0_a);
            let mut carry = carry;
            let mut b = b.within(&__s0_b);
            for i in __i_part.clone() {
                (*carry) = 0.5 * (*carry) + a[i]; //~ HP5-W0103 | carry
                b[i] = (*carry);
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.wait();
    let last = carry;
    last
    };
    __hp5.end();
    __hp5_value
}

fn main() {
    let a: Vec<f64> = (0..45).map(|i| f64::from((i * 23) % 19)).collect();
    let mut b = vec![0.0; 45];
    let last = chain(&a, &mut b);
    println!("{:016x} {:016x}", last.to_bits(), b.iter().fold(0.0, |s, x| s + x).to_bits());
}
