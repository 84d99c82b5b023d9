//! Dynamic programming in two dimensions: dependences from the left, above, and between.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn align(s: &[u8], t: &[u8], h: &mut Vec<Vec<i32>>) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("align", "tests/cases/ok/smith_waterman.rs", 3));
    // hp5: tests/cases/ok/smith_waterman.rs:6 #[hp5::task_tile(i = 6, j = 6)], ordered
    {
        let __v_s = unsafe { __hp5.array("s", hp5::rt::flat(&raw const s), &[6]) };
        let __v_t = unsafe { __hp5.array("t", hp5::rt::flat(&raw const t), &[6]) };
        let __v_h = unsafe { __hp5.array("h", hp5::rt::nested::<2, _>(&raw const h), &[6, 6]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("align:6", "tests/cases/ok/smith_waterman.rs", 6), hp5::rt::Order::Ordered, (
            hp5::rt::chunks(1..=s.len(), 6, 0),
            hp5::rt::chunks(1..=t.len(), 6, 0),
        ));
        __loop.access(&__v_h, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi), (__j_lo, __j_hi)]| [(__i_lo, __i_hi), (__j_lo, __j_hi)]);
        __loop.access(&__v_h, hp5::rt::Mode::In, |[(__i_lo, __i_hi), (__j_lo, __j_hi)]| [(__i_lo - 1, __i_hi), (__j_lo - 1, __j_hi)]);
        __loop.access(&__v_s, hp5::rt::Mode::In, |[(__i_lo, __i_hi), (__j_lo, __j_hi)]| [(__i_lo - 1, __i_hi - 1)]);
        __loop.access(&__v_t, hp5::rt::Mode::In, |[(__i_lo, __i_hi), (__j_lo, __j_hi)]| [(__j_lo - 1, __j_hi - 1)]);
        let __s0_s = __loop.section(|[(__i_lo, __i_hi), (__j_lo, __j_hi)]| [(__i_lo - 1, __i_hi - 1)]);
        let __s0_t = __loop.section(|[(__i_lo, __i_hi), (__j_lo, __j_hi)]| [(__j_lo - 1, __j_hi - 1)]);
        let __s0_h = __loop.section(|[(__i_lo, __i_hi), (__j_lo, __j_hi)]| [(__i_lo - 1, __i_hi), (__j_lo - 1, __j_hi)]);
        let s = __v_s.view();
        let t = __v_t.view();
        let h = __v_h.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_s = __s0_s.of(&__chunks);
            let __s0_t = __s0_t.of(&__chunks);
            let __s0_h = __s0_h.of(&__chunks);
            let (__i_part, __j_part) = __chunks;
            let s = s.within(&__s0_s);
            let t = t.within(&__s0_t);
            let mut h = h.within(&__s0_h);
            for i in __i_part.clone() {
                for j in __j_part.clone() {
                    let same = if s[i - 1] == t[j - 1] { 3 } else { -2 };
                    let best = (h[(i - 1, j - 1)] + same).max(h[(i - 1, j)] - 1).max(h[(i, j - 1)] - 1);
                    h[(i, j)] = best.max(0);
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

fn main() {
    let s: Vec<u8> = (0..47_u32).map(|i| b"acgt"[(i * i % 7 % 4) as usize]).collect();
    let t: Vec<u8> = (0..39_u32).map(|i| b"acgt"[(i * 5 % 11 % 4) as usize]).collect();
    let mut h = vec![vec![0; t.len() + 1]; s.len() + 1];
    align(&s, &t, &mut h);
    println!("{:?} {}", h.iter().flatten().max(), h.iter().flatten().sum::<i32>());
}
