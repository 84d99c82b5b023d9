//! Directives among comments, other attributes, strings that look like directives, and
//! text beyond ASCII; lines keep their places.

/// Says `#[hp5::task]` without meaning it.
#[allow(clippy::needless_range_loop)]
// größer, 加 1
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn grow(größe: &mut [i64], ω: i64) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("grow", "tests/cases/ok/doubled_directives.rs", 6));
    let text = "#[hp5::task_tile(i = 0)] for i in 0..";
    // four
    /* and */
    #[allow(clippy::needless_range_loop)]
    // hp5: tests/cases/ok/doubled_directives.rs:10 #[hp5::task_tile(i = 4)], parallel
    {
        let __v_größe = unsafe { __hp5.array("größe", hp5::rt::flat(&raw const größe), &[4]) };
        let ω = hp5::rt::cap!(ω);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("grow:10", "tests/cases/ok/doubled_directives.rs", 10), hp5::rt::Order::Parallel, hp5::rt::chunks(0..größe.len(), 4, 0));
        __loop.access(&__v_größe, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_größe = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let text = hp5::rt::cap_owned!(text);
        let größe = __v_größe.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_größe = __s0_größe.of(&__chunks);
            let __i_part = __chunks;
            let ω = hp5::rt::again(&ω);
            let text = hp5::rt::again(&text);
            let mut größe = größe.within(&__s0_größe);
            for i in __i_part.clone() {
                // 每個
                größe[i] += ω + text.len() as i64;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(non_snake_case)]
fn main() {
    let mut größe = vec![1; 10];
    grow(&mut größe, 4);
    println!("{größe:?} é");
}
