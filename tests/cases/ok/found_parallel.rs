//! Loops that are shown to be parallel by what their functions say of numbers.

struct Lattice {
    nx: usize,
    ny: usize,
    f: Vec<[f64; 9]>,
    g: Vec<[f64; 9]>,
}

impl Lattice {
    // Cells of an array, by rows and columns, of which each is an array.
    #[hp5::region]
    fn turn(&mut self) {
        let nx = self.nx;
        for _ in 0..4 {
            #[hp5::task_tile(y = 2)]
            for y in 0..self.ny {
                for x in 0..nx {
                    let mut sum = 0.0;
                    for q in 0..9 {
                        sum += self.f[y * nx + x][q];
                    }
                    for q in 0..9 {
                        self.g[y * nx + x][q] = self.f[y * nx + x][q] - 0.1 * sum;
                    }
                }
            }
            #[hp5::task_tile(y = 2)]
            for y in 1..self.ny - 1 {
                for x in 1..nx - 1 {
                    for q in 0..8 {
                        self.f[y * nx + x][q] = self.g[(y - 1) * nx + x + 1][q] + self.g[(y + 1) * nx + x][q];
                    }
                    self.f[y * nx + x][8] += 1.0;
                }
            }
        }
    }
}

struct Plate {
    n: usize,
    u: Vec<f64>,
    v: Vec<f64>,
}

impl Plate {
    // One number by two names.
    #[hp5::region]
    fn turn(&mut self) {
        let n = self.n;
        #[hp5::task_tile(i = 2)]
        for i in 1..n - 1 {
            for j in 0..self.n {
                self.u[i * n + j] = self.v[(i - 1) * self.n + j] + self.v[(i + 1) * n + j];
            }
        }
        #[hp5::task_tile(i = 2)]
        for i in 1..self.n - 1 {
            for j in 0..n {
                self.u[i * self.n + j] += 1.0;
                self.v[i * n + j] = self.u[i * n + j];
            }
        }
    }

    // The field is another number when the second loop runs.
    #[hp5::region]
    fn halved(&mut self) {
        let n = self.n;
        self.n /= 2;
        #[hp5::task_tile(i = 2)]
        for i in 0..self.n {
            for j in 0..self.n {
                self.u[i * n + j] += 1.0;
            }
        }
        #[hp5::task_tile(i = 2)]
        for i in 0..n {
            for j in 0..self.n {
                self.u[i * self.n + j] *= 1.5; //~ HP5-W0101
            }
        }
    }
}

// Both halves of a symmetric matrix: rows meet in the diagonal alone.
#[hp5::region]
fn covariance(data: &[Vec<f64>], cov: &mut [Vec<f64>]) {
    let (n, m) = (data.len(), cov.len());
    #[hp5::task_tile(i = 2)]
    for i in 0..m {
        for j in i..m {
            let mut sum = 0.0;
            for k in 0..n {
                sum += data[k][i] * data[k][j];
            }
            cov[i][j] = sum / (n as f64 - 1.0);
            cov[j][i] = cov[i][j];
        }
    }
    // These do meet.
    #[hp5::task_tile(i = 2)]
    for i in 0..m - 1 {
        for j in i + 1..m {
            cov[i][j] += cov[i + 1][j]; //~ HP5-N0202
        }
    }
}

#[hp5::region]
fn butterflies(a: &mut [i64]) {
    let n = a.len();
    let mut len = 2;
    while len <= n {
        let half = len / 2;
        #[hp5::task_tile(b = 1)]
        for b in 0..n / len {
            for k in 0..half {
                let t = a[b * len + k + half];
                a[b * len + k + half] = a[b * len + k] - t;
                a[b * len + k] += 2 * t;
            }
        }
        len *= 2;
    }
}

// Closures that run through ranges, and counters.
#[hp5::region]
fn iterators(a: &[f64], b: &[f64], c: &mut [f64], n: usize) {
    #[hp5::task_tile(i = 2)]
    for i in 0..n {
        for j in 0..n {
            c[i * n + j] = (0..n).map(|k| a[i * n + k] * b[k * n + j]).sum();
        }
    }
    #[hp5::task_tile(i = 2)]
    for i in 0..n {
        let last = (0..n).rev().filter(|&k| c[i * n + k] > 3.0).fold(0.0, |s, k| s + c[i * n + k]);
        (0..n).for_each(|j| c[i * n + j] *= 0.5);
        c[i * n] += last;
        for (j, x) in c[i * n..(i + 1) * n].iter_mut().enumerate() {
            *x += a[i * n + j];
        }
    }
}

fn main() {
    let cell = |k: usize| std::array::from_fn(|q| ((k * 7 + q * 3) % 11) as f64);
    let f: Vec<[f64; 9]> = (0..12 * 9).map(cell).collect();
    let mut lattice = Lattice { nx: 12, ny: 9, g: f.clone(), f };
    lattice.turn();
    println!("{:?} {:?}", lattice.f[40], lattice.g[77]);
    let u: Vec<f64> = (0..144).map(|k| (k % 13) as f64).collect();
    let mut plate = Plate { n: 12, v: u.clone(), u };
    plate.turn();
    plate.halved();
    println!("{:?} {:?}", plate.u, plate.v);
    let data: Vec<Vec<f64>> = (0..9).map(|i| (0..14).map(|j| ((i * j) % 5) as f64).collect()).collect();
    let mut cov = vec![vec![0.0; 14]; 14];
    covariance(&data, &mut cov);
    println!("{cov:?}");
    let mut a: Vec<i64> = (0..64).map(|k| k * k % 17).collect();
    butterflies(&mut a);
    println!("{a:?}");
    let a: Vec<f64> = (0..100).map(|k| (k % 7) as f64).collect();
    let mut c = vec![0.0; 100];
    iterators(&a, &plate.u, &mut c, 10);
    println!("{c:?}");
}
