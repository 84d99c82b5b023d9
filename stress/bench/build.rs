//! Compiles the inner kernels that HP5 and its peers share (`peers/kernels/kern.c`), with the
//! flags that `peers/kernels/kernels.mk` gives the peers.

fn main() {
    for file in ["kern.c", "kern.h"] {
        println!("cargo::rerun-if-changed=peers/kernels/{file}");
    }
    cc::Build::new()
        .file("peers/kernels/kern.c")
        .std("gnu11")
        .opt_level(3)
        .flag("-march=native")
        .flag("-ffp-contract=fast")
        .warnings(true)
        .extra_warnings(true)
        .compile("hp5_bench_kern");
    // sqrt
    println!("cargo::rustc-link-lib=m");
}
