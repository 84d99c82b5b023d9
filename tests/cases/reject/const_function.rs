//! A `const` function cannot either.

#[hp5::region] //~ HP5-E0012
const fn scale(a: u32) -> u32 {
    a * 2
}

fn main() {
    scale(2);
}
