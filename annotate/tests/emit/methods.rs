struct Grid<T> { u: Vec<T>, v: Vec<T>, n: usize, m: usize, norm: T }
trait Num: Copy + Send + Sync + std::ops::Add<Output = Self> + std::ops::Mul<Output = Self> + PartialOrd {}
impl Num for f64 {}
impl Num for i64 {}

impl<T: Num> Grid<T> {
    fn at(&self, i: usize, j: usize) -> usize { i * self.m + j }
    fn weight(&self, i: usize) -> usize { i % self.n }

    /// Smooths.
    #[hp5::region(serial(smooth_serial))]
    pub fn smooth(&mut self, c: T, rounds: usize) -> T {
        let (n, m) = (self.n, self.m);
        for _ in 0..rounds {
            #[hp5::task_tile(i = 3)]
            for i in 1..self.n - 1 {
                for j in 1..self.m - 1 {
                    self.v[i * m + j] = (self.u[(i - 1) * m + j] + self.u[(i + 1) * m + j] + self.u[i * m + j]) * c;
                }
            }
            std::mem::swap(&mut self.u, &mut self.v);
        }
        #[hp5::task]
        {
            for k in 0..n * m {
                if self.u[k] > self.norm { self.norm = self.u[k]; }
            }
        }
        #[hp5::task_wait]
        self.norm
    }

    #[hp5::region]
    fn weighted(&mut self, out: &mut [usize]) {
        #[hp5::task_tile(i = 4)]
        for i in 0..out.len() { out[i] = self.weight(i) + self.at(1, i) + self.u.len(); }
        self.n += 1;
        #[hp5::task_tile(i = 4)]
        for i in 0..out.len() { out[i] += self.weight(i); }
        #[hp5::task]
        { self.m += 1; }
        #[hp5::task_tile(i = 4)]
        for i in 0..out.len() { out[i] += self.m; }
    }
}

#[hp5::region]
fn borrow<'a>(a: &'a mut [i64], by: &i64, (k, l): (i64, i64), norm: &mut i64) -> &'a [i64] {
    #[hp5::task_tile(i = 4, reduction(+: norm))]
    for i in 0..a.len() { a[i] += *by + k * l; *norm += a[i]; }
    a
}

fn main() {
    let mut g = Grid { u: (0..60).map(|x| (x % 7) as f64).collect(), v: vec![0.0; 60], n: 10, m: 6, norm: 0.0 };
    println!("{}", g.smooth(0.25, 5));
    println!("{:?}", g.u);
    let mut out = vec![0; 20];
    g.weighted(&mut out);
    println!("{out:?} {} {}", g.n, g.m);
    let mut a = vec![1, 2, 3, 4, 5, 6, 7];
    let mut norm = 3;
    println!("{:?}", borrow(&mut a, &10, (2, 3), &mut norm));
    println!("{norm}");
    let mut h = Grid { u: vec![1i64; 24], v: vec![0; 24], n: 6, m: 4, norm: 0 };
    println!("{} {}", h.smooth_serial(1, 2), h.smooth(1, 1));
}
