//! Variables in upper case, as formulas have them.
#![allow(non_snake_case)]

const FIRST: usize = 2;

#[hp5::region]
fn product(A: &[f64], B: &[f64], C: &mut [f64], N: usize) -> f64 {
    let mut S = 0.0;
    for L in 0..3 {
        let mut T = vec![0.0; N * N];
        #[hp5::task_tile(I = 2)]
        for I in 0..N {
            for J in 0..N {
                for K in 0..N {
                    T[I * N + J] += A[I * N + K] * B[K * N + J];
                }
            }
        }
        #[hp5::task_tile(I = 3)]
        for I in 0..N {
            for J in 0..N {
                C[I * N + J] += T[(N - 1 - I) * N + J] + L as f64;
            }
        }
    }
    #[hp5::task_tile(I = 3, reduction(+: S))]
    for I in 0..N * N {
        S += C[I];
    }
    S //~ HP5-W0102 | S
}

#[hp5::region]
fn steps(A: &mut [i64]) {
    let mut M = FIRST;
    while M < A.len() {
        let (LOW, HIGH) = (M - 2, M);
        #[hp5::task]
        {
            for K in LOW..HIGH {
                A[K + 1] += A[K];
            }
        }
        M += 3;
    }
    let W = vec![1; A.len()];
    for (K, X) in W.iter().enumerate() {
        #[hp5::task]
        {
            A[K] += X * K as i64;
        }
    }
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
