//! No template and none to deduce: the arrays are one tile each, and tasks follow one
//! another.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn histogram(keys: &[u8], counts: &mut [u32; 16], weights: &mut [u32; 16]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("histogram", "tests/cases/ok/template_none.rs", 4));
    // hp5: tests/cases/ok/template_none.rs:6 #[hp5::task]
    {
        let __v_keys = unsafe { __hp5.array("keys", hp5::rt::flat(&raw const keys), &[0]) };
        let __v_counts = unsafe { __hp5.array("counts", hp5::rt::flat(&raw const counts), &[0]) };
        let mut __t = __hp5.task(hp5::rt::site!("histogram:6", "tests/cases/ok/template_none.rs", 6));
        __t.access(&__v_counts, hp5::rt::Mode::InOut, &[hp5::rt::ALL]);
        __t.access(&__v_keys, hp5::rt::Mode::In, &[(0, ((keys.len()) as isize))]);
        let __s0_keys = [(0, ((keys.len()) as isize))];
        let keys = __v_keys.view();
        let counts = __v_counts.view();
        let __body = move || {
            let keys = keys.within(&__s0_keys);
            let mut counts = counts;
            for k in 0..keys.len() {
                counts[(keys[k] & 15) as usize] += 1; //~ HP5-W0101
            }
        };
        unsafe { __t.spawn(__body) };
    }
    // hp5: tests/cases/ok/template_none.rs:10 #[hp5::task]
    {
        let __v_counts = unsafe { __hp5.array("counts", hp5::rt::flat(&raw const counts), &[0]) };
        let __v_weights = unsafe { __hp5.array("weights", hp5::rt::flat(&raw const weights), &[0]) };
        let mut __t = __hp5.task(hp5::rt::site!("histogram:10", "tests/cases/ok/template_none.rs", 10));
        __t.access(&__v_weights, hp5::rt::Mode::Out, &[(0, 16)]);
        __t.access(&__v_counts, hp5::rt::Mode::In, &[(0, 16)]);
        let __s0_counts = [(0, 16)];
        let __s0_weights = [(0, 16)];
        let counts = __v_counts.view();
        let weights = __v_weights.view();
        let __body = move || {
            let counts = counts.within(&__s0_counts);
            let mut weights = weights.within(&__s0_weights);
            for k in 0..16 {
                weights[k] = counts[k] * k as u32;
            }
        };
        unsafe { __t.spawn(__body) };
    }
    __hp5.end();
}

fn main() {
    let keys: Vec<u8> = (0..200_u32).map(|i| (i * i % 251) as u8).collect();
    let (mut counts, mut weights) = ([0; 16], [0; 16]);
    histogram(&keys, &mut counts, &mut weights);
    println!("{counts:?}\n{weights:?}");
}
