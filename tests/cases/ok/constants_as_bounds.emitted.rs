//! Elements of constant arrays, fields of constant structs, and limits of types are numbers.

struct Shape {
    rows: usize,
    columns: usize,
}

const SIZES: [usize; 3] = [40, 12, 20];
const SHAPE: Shape = Shape { rows: 20, columns: 30 };
static EDGES: (usize, usize) = (1, 19);

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn smooth(us: &[[f64; 40]], out: &mut [[f64; 40]], line: &mut [u32]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("smooth", "tests/cases/ok/constants_as_bounds.rs", 12));
    // hp5: tests/cases/ok/constants_as_bounds.rs:14 #[hp5::task_tile(k = 4)], parallel
    {
        let __v_us = unsafe { __hp5.array("us", hp5::rt::nested::<2, _>(&raw const us), &[4, 0]) };
        let __v_out = unsafe { __hp5.array("out", hp5::rt::nested::<2, _>(&raw const out), &[4, 0]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("smooth:14", "tests/cases/ok/constants_as_bounds.rs", 14), hp5::rt::Order::Parallel, hp5::rt::chunks(0..SIZES[2], 4, 0));
        __loop.access(&__v_out, hp5::rt::Mode::Out, |[(__k_lo, __k_hi)]| [(__k_lo, __k_hi), (1, 39)]);
        __loop.access(&__v_us, hp5::rt::Mode::In, |[(__k_lo, __k_hi)]| [(__k_lo, __k_hi), (0, 40)]);
        let __s0_us = __loop.section(|[(__k_lo, __k_hi)]| [(__k_lo, __k_hi), (0, 40)]);
        let __s0_out = __loop.section(|[(__k_lo, __k_hi)]| [(__k_lo, __k_hi), (1, 39)]);
        let us = __v_us.view();
        let out = __v_out.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_us = __s0_us.of(&__chunks);
            let __s0_out = __s0_out.of(&__chunks);
            let __k_part = __chunks;
            let us = us.within(&__s0_us);
            let mut out = out.within(&__s0_out);
            for k in __k_part.clone() {
                for i in 1..SIZES[0] - 1 {
                    out[(k, i)] = us[(k, i - 1)] + us[(k, i + 1)];
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/constants_as_bounds.rs:20 #[hp5::task_tile(k = 4)], parallel
    {
        let __v_us = unsafe { __hp5.array("us", hp5::rt::nested::<2, _>(&raw const us), &[4, 0]) };
        let __v_out = unsafe { __hp5.array("out", hp5::rt::nested::<2, _>(&raw const out), &[4, 0]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("smooth:20", "tests/cases/ok/constants_as_bounds.rs", 20), hp5::rt::Order::Parallel, hp5::rt::chunks(EDGES.0..EDGES.1, 4, 0));
        __loop.access(&__v_out, hp5::rt::Mode::InOut, |[(__k_lo, __k_hi)]| [(__k_lo, __k_hi), (20, 30)]);
        __loop.access(&__v_us, hp5::rt::Mode::In, |[(__k_lo, __k_hi)]| [(__k_lo - 1, __k_hi - 1), (20, 30)]);
        let __s0_us = __loop.section(|[(__k_lo, __k_hi)]| [(__k_lo - 1, __k_hi - 1), (20, 30)]);
        let __s0_out = __loop.section(|[(__k_lo, __k_hi)]| [(__k_lo, __k_hi), (20, 30)]);
        let us = __v_us.view();
        let out = __v_out.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_us = __s0_us.of(&__chunks);
            let __s0_out = __s0_out.of(&__chunks);
            let __k_part = __chunks;
            let us = us.within(&__s0_us);
            let mut out = out.within(&__s0_out);
            for k in __k_part.clone() {
                for i in SHAPE.rows..SHAPE.columns {
                    out[(k, i)] += us[(k - 1, i)];
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/constants_as_bounds.rs:26 #[hp5::task_tile(k = 32)], parallel
    {
        let __v_line = unsafe { __hp5.array("line", hp5::rt::flat(&raw const line), &[32]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("smooth:26", "tests/cases/ok/constants_as_bounds.rs", 26), hp5::rt::Order::Parallel, hp5::rt::chunks(0..u8::MAX as usize, 32, 0));
        __loop.access(&__v_line, hp5::rt::Mode::InOut, |[(__k_lo, __k_hi)]| [(__k_lo, __k_hi)]);
        let __s0_line = __loop.section(|[(__k_lo, __k_hi)]| [(__k_lo, __k_hi)]);
        let line = __v_line.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_line = __s0_line.of(&__chunks);
            let __k_part = __chunks;
            let mut line = line.within(&__s0_line);
            for k in __k_part.clone() {
                line[k] /= 2;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

fn main() {
    let us: Vec<[f64; 40]> = (0..20).map(|k| std::array::from_fn(|i| (k * i) as f64)).collect();
    let mut out = us.clone();
    let mut line: Vec<u32> = (0..300).collect();
    smooth(&us, &mut out, &mut line);
    println!("{out:?} {line:?}");
}
