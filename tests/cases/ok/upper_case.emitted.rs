//! Variables in upper case, as formulas have them.
#![allow(non_snake_case)]

const FIRST: usize = 2;

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn product(A: &[f64], B: &[f64], C: &mut [f64], N: usize) -> f64 {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("product", "tests/cases/ok/upper_case.rs", 6));
    let __hp5_value = {
    let mut S = 0.0; let __hp5_hold_206 = __hp5.hold();
    for L in 0..3 {
        let mut T = __hp5.keep(vec![0.0; N * N]);
        // hp5: tests/cases/ok/upper_case.rs:11 #[hp5::task_tile(I = 2)], parallel
        {
            let __v_A = unsafe { __hp5.array("A", hp5::rt::flat(&raw const A).rows((N as isize)), &[2, 0]) };
            let __v_B = unsafe { __hp5.array("B", hp5::rt::flat(&raw const B).rows((N as isize)), &[0, 0]) };
            let __v_T = unsafe { __hp5.array("T", hp5::rt::flat(&raw mut T).rows((N as isize)), &[2, 0]) };
            let N = hp5::rt::cap!(N);
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("product:11", "tests/cases/ok/upper_case.rs", 11), hp5::rt::Order::Parallel, hp5::rt::chunks(0..N, 2, 0));
            __loop.access(&__v_T, hp5::rt::Mode::InOut, |[(__I_lo, __I_hi)]| [(__I_lo, __I_hi), (0, (N as isize))]);
            __loop.access(&__v_A, hp5::rt::Mode::In, |[(__I_lo, __I_hi)]| [(__I_lo, __I_hi), (0, (N as isize))]);
            __loop.access(&__v_B, hp5::rt::Mode::In, |[(__I_lo, __I_hi)]| [(0, (N as isize)), (0, (N as isize))]);
            let __s0_A = __loop.section(|[(__I_lo, __I_hi)]| [(__I_lo, __I_hi), (0, (N as isize))]);
            let __s0_B = __loop.section(|[(__I_lo, __I_hi)]| [(0, (N as isize)), (0, (N as isize))]);
            let __s0_T = __loop.section(|[(__I_lo, __I_hi)]| [(__I_lo, __I_hi), (0, (N as isize))]);
            let A = __v_A.view();
            let B = __v_B.view();
            let T = __v_T.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_A = __s0_A.of(&__chunks);
                let __s0_B = __s0_B.of(&__chunks);
                let __s0_T = __s0_T.of(&__chunks);
                let __I_part = __chunks;
                let N = hp5::rt::again(&N);
                let A = A.within(&__s0_A);
                let B = B.within(&__s0_B);
                let mut T = T.within(&__s0_T);
                for I in __I_part.clone() {
                    for J in 0..N {
                        for K in 0..N {
                            T[I * N + J] += A[I * N + K] * B[K * N + J];
                        }
                    }
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        // hp5: tests/cases/ok/upper_case.rs:19 #[hp5::task_tile(I = 3)], parallel
        {
            let __v_T = unsafe { __hp5.array("T", hp5::rt::flat(&raw const T).rows((N as isize)), &[2, 0]) };
            let __v_C = unsafe { __hp5.array("C", hp5::rt::flat(&raw const C).rows((N as isize)), &[3, 0]) };
            let N = hp5::rt::cap!(N);
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("product:19", "tests/cases/ok/upper_case.rs", 19), hp5::rt::Order::Parallel, hp5::rt::chunks(0..N, 3, 0));
            __loop.access(&__v_C, hp5::rt::Mode::InOut, |[(__I_lo, __I_hi)]| [(__I_lo, __I_hi), (0, (N as isize))]);
            __loop.access(&__v_T, hp5::rt::Mode::In, |[(__I_lo, __I_hi)]| [((N as isize) - __I_hi, (N as isize) - __I_lo), (0, (N as isize))]);
            let __s0_T = __loop.section(|[(__I_lo, __I_hi)]| [((N as isize) - __I_hi, (N as isize) - __I_lo), (0, (N as isize))]);
            let __s0_C = __loop.section(|[(__I_lo, __I_hi)]| [(__I_lo, __I_hi), (0, (N as isize))]);
            let L = hp5::rt::cap_owned!(L);
            let T = __v_T.view();
            let C = __v_C.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_T = __s0_T.of(&__chunks);
                let __s0_C = __s0_C.of(&__chunks);
                let __I_part = __chunks;
                let N = hp5::rt::again(&N);
                let L = hp5::rt::again(&L);
                let T = T.within(&__s0_T);
                let mut C = C.within(&__s0_C);
                for I in __I_part.clone() {
                    for J in 0..N {
                        C[I * N + J] += T[(N - 1 - I) * N + J] + L as f64;
                    }
                }
            });
            unsafe { __loop.spawn(__body) };
        }
    }
    // hp5: tests/cases/ok/upper_case.rs:26 #[hp5::task_tile(I = 3, reduction(+: S))], parallel
    {
        let __v_C = unsafe { __hp5.array("C", hp5::rt::flat(&raw const C).rows((N as isize)), &[3, 0]) };
        let __v_S = unsafe { __hp5.array("S", hp5::rt::scalar(&raw mut (S)), &[]) };
        let __red_S = unsafe { __hp5.reduction::<hp5::rt::op::Add, _>(&__v_S) };
        let N = hp5::rt::cap!(N);
        let mut __loop = __hp5.task_loop(hp5::rt::site!("product:26", "tests/cases/ok/upper_case.rs", 26), hp5::rt::Order::Parallel);
        for __I_part in hp5::rt::chunks(0..N * N, 3, 0) {
            let (__I_lo, __I_hi) = hp5::rt::ends(&__I_part);
            let mut __t = __loop.task();
            __t.access(&__v_C, hp5::rt::Mode::In, &[(0, 1), (__I_lo, __I_hi)]);
            let __slot_S = __red_S.slot(&mut __t);
            let __I_part = __I_part.clone();
            let C = __v_C.view();
            let __body = move || {
                let C = C;
                let mut S = __slot_S.identity();
                for I in __I_part.clone() {
                    S += C[I];
                }
                __slot_S.put(S);
            };
            unsafe { __t.spawn(__body) };
        }
        __loop.finish();
        __red_S.combine(hp5::rt::site!("product:26", "tests/cases/ok/upper_case.rs", 26));
    }
    __hp5.wait(); // hp5: put in, see the translator's warning
    S //~ HP5-W0102 | S
    };
    __hp5.end();
    __hp5_value
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn steps(A: &mut [i64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("steps", "tests/cases/ok/upper_case.rs", 33));
    {
    let mut M = FIRST;
    while M < A.len() {
        let (LOW, HIGH) = (M - 2, M);
        // hp5: tests/cases/ok/upper_case.rs:38 #[hp5::task]
        {
            let __v_A = unsafe { __hp5.array("A", hp5::rt::flat(&raw const A), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("steps:38", "tests/cases/ok/upper_case.rs", 38));
            __t.access(&__v_A, hp5::rt::Mode::InOut, &[((LOW as isize) + 1, (HIGH as isize) + 1)]);
            __t.access(&__v_A, hp5::rt::Mode::In, &[((LOW as isize), (HIGH as isize))]);
            let __c0_A = (LOW as isize) < (HIGH as isize);
            let __s0_A = [((LOW as isize), (HIGH as isize) + 1)];
            let LOW = hp5::rt::cap_owned!(LOW);
            let HIGH = hp5::rt::cap_owned!(HIGH);
            let A = __v_A.view();
            let __body = move || {
                if __c0_A { let _ = A.within(&__s0_A); }
                let mut A = A.within(&hp5::rt::CHECKED);
                {
                    for K in LOW..HIGH {
                        A[K + 1] += A[K];
                    }
                }
            };
            unsafe { __t.spawn(__body) };
        }
        M += 3;
    }
    let W = vec![1; A.len()]; let __hp5_hold_1092 = __hp5.hold();
    for (K, X) in W.iter().enumerate() {
        // hp5: tests/cases/ok/upper_case.rs:48 #[hp5::task]
        {
            let __v_A = unsafe { __hp5.array("A", hp5::rt::flat(&raw const A), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("steps:48", "tests/cases/ok/upper_case.rs", 48));
            __t.access(&__v_A, hp5::rt::Mode::InOut, &[((K as isize), (K as isize) + 1)]);
            let __s0_A = [((K as isize), (K as isize) + 1)];
            let K = hp5::rt::cap_owned!(K);
            let X = hp5::rt::cap_owned!(X);
            let A = __v_A.view();
            let __body = move || {
                let mut A = A.within(&__s0_A);
                {
                    A[K] += X * K as i64;
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    }
    __hp5.end();
}

fn main() {
    let N = 9;
    let A: Vec<f64> = (0..N * N).map(|k| (k % 5) as f64).collect();
    let B: Vec<f64> = (0..N * N).map(|k| (k % 3) as f64).collect();
    let mut C = vec![0.0; N * N];
    println!("{} {C:?}", product(&A, &B, &mut C, N));
    let mut D: Vec<i64> = (0..25).collect();
    steps(&mut D);
    println!("{D:?}");
}
