//! Elements that are written, and whose indices name their own array: `a[a.len() - 1 - i] = x`.

struct Ring(Vec<u64>);

impl std::ops::Index<usize> for Ring {
    type Output = u64;
    fn index(&self, i: usize) -> &u64 {
        let n = self.0.len();
        &self.0[i % n]
    }
}

impl std::ops::IndexMut<usize> for Ring {
    fn index_mut(&mut self, i: usize) -> &mut u64 {
        let n = self.0.len();
        &mut self.0[i % n]
    }
}

#[hp5::region]
fn backwards(a: &mut [u64], b: &mut [u64; 64], g: &mut [[u64; 8]]) {
    #[hp5::task_tile(i = 8)]
    for i in 0..a.len() {
        a[a.len() - 1 - i] = (i * i) as u64;
    }
    #[hp5::task_tile(i = 8)]
    for i in 0..a.len() {
        b[b.len() - 1 - i] += a[(i + 9) % a.len()]; //~ HP5-W0101
    }
    #[hp5::task_tile(i = 2)]
    for i in 0..g.len() {
        for j in 0..8 {
            g[g.len() - 1 - i][g[i].len() - 1 - j] = (i * 8 + j) as u64; //~ HP5-W0101
        }
    }
    #[hp5::task]
    {
        a[a.len() - 1] += b[b.len() / 2];
        let last = &mut b[b.len() - 2];
        *last = 3;
    }
}

#[hp5::region]
fn chased(next: &mut [usize], pairs: &mut [(usize, u64)]) {
    #[hp5::task]
    {
        next[next[0]] = 5; //~ HP5-W0101
        next[next[1] % 3] += 2;
        (next[next.len() - 4], next[0]) = (8, 9);
    }
    #[hp5::task_tile(i = 2)]
    for i in 0..pairs.len() {
        pairs[pairs[i].0].1 = i as u64; //~ HP5-W0101
    }
}

#[hp5::region]
fn around(ring: &mut Ring, b: &mut [u64], n: usize) {
    #[hp5::task_tile(i = 8)]
    for i in 0..n {
        ring[i + 3] = (i * 7) as u64; //~ HP5-W0101
    }
    #[hp5::task_tile(i = 8)]
    for i in 0..n {
        b[i] = ring[i + n / 2]; //~ HP5-W0101
    }
}

fn main() {
    let (mut a, mut b, mut g) = (vec![0; 64], [1; 64], vec![[0; 8]; 6]);
    backwards(&mut a, &mut b, &mut g);
    println!("{a:?} {b:?} {g:?}");
    let mut next = vec![1; 16];
    let mut pairs: Vec<(usize, u64)> = (0..10).map(|k| (9 - k, 0)).collect();
    chased(&mut next, &mut pairs);
    println!("{next:?} {pairs:?}");
    let (mut ring, mut b) = (Ring(vec![0; 32]), vec![0; 32]);
    around(&mut ring, &mut b, 32);
    println!("{:?} {b:?}", ring.0);
}
