//! HP5 beside its peers: empty tasks, METG, real kernels.

fn main() {}
