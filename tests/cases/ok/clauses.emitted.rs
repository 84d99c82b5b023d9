//! `if`, `priority`, `name` and `map`, with declared sections, inside the directive and
//! stacked.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn run(a: &[i32], b: &mut [i32], big: bool) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("clauses of every kind", "tests/cases/ok/clauses.rs", 4));
    let n = a.len();
    // hp5: tests/cases/ok/clauses.rs:7 #[hp5::task_tile(i = 6, in(a[i - 1..=i + 1]), out(b[i]), if(big), priority(2), name("middle"))], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[6]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[6]) };
        let __if: bool = big;
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("middle", "tests/cases/ok/clauses.rs", 7), hp5::rt::Order::Parallel, hp5::rt::chunks(1..n - 1, if __if { 6 } else { hp5::rt::WHOLE }, 0));
        __loop.access(&__v_b, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi + 1)]);
        __loop.priority(2);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi + 1)]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let n = hp5::rt::cap_owned!(n);
        let a = __v_a.view();
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __s0_b = __s0_b.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let a = a.within(&__s0_a);
            let mut b = b.within(&__s0_b);
            for i in __i_part.clone() {
                b[i] = a[i - 1] + a[i] * 2 + a[i + 1];
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/clauses.rs:11 #[hp5::task(if(n > 3))] #[hp5::inout(b[0..1])] #[hp5::priority(n as i32)] #[hp5::name(format!("first of {n}"))] #[hp5::map(master)]
    {
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[6]) };
        let __if: bool = n > 3;
        let mut __t = __hp5.task(hp5::rt::site!("clauses of every kind:11", "tests/cases/ok/clauses.rs", 11));
        __t.access(&__v_b, hp5::rt::Mode::InOut, &[(0, 1)]);
        { __t.priority((n as i32) as i32); }
        { __t.name(format!("first of {n}")); }
        let __s0_b = [(0, 1)];
        let b = __v_b.view();
        let __body = move || {
            let mut b = b.within(&__s0_b);
            {
                b[0] += 7;
            }
        };
        unsafe { __t.spawn(__body) };
        if !__if { __hp5.wait(); }
    }
    // hp5: tests/cases/ok/clauses.rs:19 #[hp5::task(inout(b), map(acc))]
    {
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[6]) };
        let big = hp5::rt::cap!(big);
        let mut __t = __hp5.task(hp5::rt::site!("clauses of every kind:19", "tests/cases/ok/clauses.rs", 19));
        __t.access(&__v_b, hp5::rt::Mode::InOut, &[((n as isize) - 1, (n as isize))]);
        let __s0_b = [((n as isize) - 1, (n as isize))];
        let n = hp5::rt::cap_owned!(n);
        let b = __v_b.view();
        let __body = move || {
            let mut b = b.within(&__s0_b);
            {
                b[n - 1] -= if big { 7 } else { 8 };
            }
        };
        unsafe { __t.spawn(__body) };
    }
    __hp5.end();
}

fn main() {
    for (n, big) in [(3, true), (40, true), (40, false)] {
        let a: Vec<i32> = (0..n).map(|i| (i * i) % 31).collect();
        let mut b = vec![1; a.len()];
        run(&a, &mut b, big);
        println!("{n} {big}: {}", b.iter().sum::<i32>());
    }
}
