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
        // No frame pointers either: the peers have none.
        .debug(false)
        .flag("-march=native")
        .flag("-ffp-contract=fast")
        // What precedes a loop must not make it faster here than there.
        .flag("-falign-functions=64")
        .flag("-falign-loops=64")
        .warnings(true)
        .extra_warnings(true)
        .compile("hp5_bench_kern");
    // sqrt
    println!("cargo::rustc-link-lib=m");
}
