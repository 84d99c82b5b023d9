//! Fixed two-dimensional arrays behind references.

const N: usize = 24;
const M: usize = 20;

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn blur(a: &[[f32; M]; N], b: &mut [[f32; M]; N]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("blur", "tests/cases/ok/fixed_arrays.rs", 6));
    // hp5: tests/cases/ok/fixed_arrays.rs:8 #[hp5::task_tile(i = 5)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::nested::<2, _>(&raw const a), &[5, 0]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::nested::<2, _>(&raw const b), &[5, 0]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("blur:8", "tests/cases/ok/fixed_arrays.rs", 8), hp5::rt::Order::Parallel, hp5::rt::chunks(1..N - 1, 5, 0));
        __loop.access(&__v_b, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (M as isize))]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi + 1), (0, (M as isize))]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi), (0, (M as isize))]);
        let __s1_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo + 1, __i_hi + 1), (0, (M as isize))]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (M as isize))]);
        let a = __v_a.view();
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __s1_a = __s1_a.of(&__chunks);
            let __s0_b = __s0_b.of(&__chunks);
            let __i_part = __chunks;
            let a = a.within_all(&[&__s0_a, &__s1_a]);
            let mut b = b.within(&__s0_b);
            for i in __i_part.clone() {
                for j in 0..M {
                    b[(i, j)] = (a[(i - 1, j)] + 2.0 * a[(i, j)] + a[(i + 1, j)]) / 4.0;
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

fn main() {
    let mut a = [[0.0_f32; M]; N];
    let mut b = [[0.0_f32; M]; N];
    for (i, row) in a.iter_mut().enumerate() {
        for (j, x) in row.iter_mut().enumerate() {
            *x = ((i * 31 + j * 17) % 23) as f32;
        }
    }
    blur(&a, &mut b);
    blur(&b, &mut a);
    let sum = a.iter().flatten().fold(0.0, |sum: f32, x| sum + x);
    println!("{:08x} {:08x}", sum.to_bits(), b[7][9].to_bits());
}
