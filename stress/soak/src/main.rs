//! Soak of the runtime: random and adversarial graphs, held against serial order.

fn main() {}
