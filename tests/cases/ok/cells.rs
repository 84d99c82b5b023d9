//! Small arrays as elements, taken as wholes at one place and by their parts at another: under the name of
//! a type, without one, and in a module.
mod gas {
    pub type State = [f64; 3];
    pub fn flux(u: &State) -> State {
        [u[1], u[1] * u[1] / u[0] + 0.4 * u[2], (u[2] + u[0]) * u[1] / u[0]]
    }
    pub fn speed(u: &State) -> f64 {
        (u[1] / u[0]).abs() + u[2].sqrt()
    }
    pub struct Tube {
        pub u: Vec<State>,
        pub f: Vec<State>,
    }
    impl Tube {
        #[hp5::region]
        pub fn advance(&mut self, steps: usize) -> f64 {
            let n = self.u.len();
            let mut fastest = 0.0f64;
            for _ in 0..steps {
                #[hp5::task_tile(i = 8, reduction(max: fastest))]
                for i in 0..n {
                    fastest = fastest.max(speed(&self.u[i]));
                }
                #[hp5::task_tile(i = 8)]
                for i in 1..n {
                    let (l, r) = (self.u[i - 1], self.u[i]);
                    let (fl, fr) = (flux(&l), flux(&r));
                    for k in 0..3 {
                        self.f[i][k] = 0.5 * (fl[k] + fr[k]) - 0.1 * (r[k] - l[k]);
                    }
                }
                #[hp5::task_tile(i = 8)]
                for i in 1..n - 1 {
                    for k in 0..3 {
                        self.u[i][k] -= 0.2 * (self.f[i + 1][k] - self.f[i][k]);
                    }
                }
            }
            #[hp5::task_wait]
            fastest
        }
    }
}

#[hp5::region]
fn histograms(keys: &[u64], blocks: usize) -> Vec<[usize; 16]> {
    let per = keys.len() / blocks;
    let mut counts = vec![[0usize; 16]; blocks];
    #[hp5::task_tile(b = 2)]
    for b in 0..blocks {
        counts[b] = [0; 16];
        for &key in &keys[b * per..(b + 1) * per] {
            counts[b][(key % 16) as usize] += 1;
        }
    }
    #[hp5::task_wait]
    counts
}

#[hp5::region]
fn clear(rows: &mut Vec<[i32; 4]>, corners: &mut [[i32; 4]; 20]) {
    let n = rows.len();
    #[hp5::array_tile(rows: [4])]
    #[hp5::task_tile(i = 4)]
    for i in 0..n {
        rows[i] = [i as i32; 4];
        rows[i][2] -= 7;
    }
    #[hp5::task_tile(i = 4)]
    for i in 1..n {
        corners[i] = rows[i];
        corners[i][0] = rows[i - 1][2];
    }
}

fn main() {
    let start = |i: usize| if i < 48 { [1.0, 0.1, 2.5] } else { [0.125, 0.0, 0.25] };
    let mut tube = gas::Tube { u: (0..96).map(start).collect(), f: vec![[0.0; 3]; 97] };
    let fastest = tube.advance(12);
    let bits = tube.u.iter().flatten().fold(0u64, |h, x| h.rotate_left(7) ^ x.to_bits());
    println!("{fastest} {bits:016x}");
    let keys: Vec<u64> = (0..640u64).map(|k| k * k * 31 / 7).collect();
    println!("{:?}", histograms(&keys, 10));
    let (mut rows, mut corners) = (vec![[1; 4]; 20], [[3; 4]; 20]);
    clear(&mut rows, &mut corners);
    println!("{rows:?} {corners:?}");
}
