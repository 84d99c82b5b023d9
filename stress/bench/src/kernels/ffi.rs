//! The inner kernels in C (`peers/kernels/kern.c`), which every system calls.

use std::ffi::{c_int, c_long};

// SAFETY: as declared in `kern.h`; each touches only what it is given, in the lengths that `t` and
// `n` stand for there.
unsafe extern "C" {
    pub fn kern_potrf(t: c_long, a: *mut f64);
    pub fn kern_trsm_t(t: c_long, u: *const f64, b: *mut f64);
    pub fn kern_syrk(t: c_long, a: *const f64, c: *mut f64);
    pub fn kern_gemm_tn(t: c_long, a: *const f64, b: *const f64, c: *mut f64);

    pub fn kern_getrf(t: c_long, a: *mut f64);
    pub fn kern_trsm_l(t: c_long, l: *const f64, b: *mut f64);
    pub fn kern_trsm_u(t: c_long, u: *const f64, b: *mut f64);
    pub fn kern_gemm_nn(t: c_long, a: *const f64, b: *const f64, c: *mut f64);

    pub fn kern_jacobi(
        n: c_long,
        t: c_long,
        ti: c_long,
        tj: c_long,
        from: *const f64,
        to: *mut f64,
    );

    pub fn kern_sw_words(t: c_long) -> c_long;
    pub fn kern_sw(
        t: c_long,
        rows: *const u8,
        columns: *const u8,
        up: *const c_int,
        left: *const c_int,
        own: *mut c_int,
    );

    pub fn kern_fill_matrix(n: c_long, t: c_long, symmetric: c_int, a: *mut f64);
    pub fn kern_fill_grid(n: c_long, a: *mut f64, b: *mut f64);
    pub fn kern_fill_letters(n: c_long, seed: u64, letters: *mut u8);
    pub fn kern_sum(words: u64, data: *const u64) -> u64;
    pub fn kern_sum_ints(count: u64, data: *const c_int) -> u64;
}
