//! Closures that are called behind `*`, and types whose elements are behind their own `Deref`.

use std::ops::{Deref, DerefMut};

struct Tail(Vec<u64>);

impl Deref for Tail {
    type Target = [u64];
    fn deref(&self) -> &[u64] {
        &self.0[1..]
    }
}

impl DerefMut for Tail {
    fn deref_mut(&mut self) -> &mut [u64] {
        &mut self.0[1..]
    }
}

#[hp5::region]
fn elements(tail: &mut Tail, b: &mut [u64]) {
    #[hp5::task_tile(i = 8)]
    for i in 0..32 {
        tail[i] = (i * i) as u64; //~ HP5-W0105 | tail
    }
    #[hp5::task_tile(i = 8)]
    for i in 0..32 {
        b[i] = tail.0[i];
    }
}

#[hp5::region]
fn calls(a: &[u64], b: &mut [u64], f: &mut (dyn FnMut(u64) -> u64 + Send + Sync)) {
    #[hp5::task_tile(i = 8)]
    for i in 0..a.len() {
        b[i] = (*f)(a[i]); //~ HP5-W0105 | f
    }
    #[hp5::task]
    {
        b[0] += (*f)(1);
    }
}

fn main() {
    let (mut tail, mut b) = (Tail(vec![1; 40]), vec![0; 32]);
    elements(&mut tail, &mut b);
    println!("{b:?}");
    let mut kept = 1;
    calls(&tail.0, &mut vec![0; 40], &mut |x| {
        kept = kept * 3 % 1_000 + x;
        kept
    });
    println!("{kept}");
}
