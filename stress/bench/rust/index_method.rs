//! Two fields of one struct, each updated from the other, indexed by a method of it.

#[derive(Clone)]
struct Field {
    nx: usize,
    ny: usize,
    e: Vec<f32>,
    h: Vec<f32>,
}

impl Field {
    fn at(&self, i: usize, j: usize) -> usize {
        i * self.ny + j
    }

    #[hp5::region]
    fn run(&mut self, steps: usize) {
        for _ in 0..steps {
            #[hp5::task_tile(i = 32)]
            for i in 0..self.nx - 1 {
                for j in 0..self.ny {
                    let k = self.at(i, j);
                    self.h[k] -= 0.5 * (self.e[k + self.ny] - self.e[k]);
                }
            }
            #[hp5::task_tile(i = 32)]
            for i in 1..self.nx {
                for j in 0..self.ny {
                    let k = self.at(i, j);
                    self.e[k] += 0.5 * (self.h[k] - self.h[k - self.ny]);
                }
            }
        }
    }
}

fn main() {
    let steps = hp5_bench_rust::times(600);
    let (nx, ny) = (400, 400);
    let e: Vec<f32> = (0..nx * ny).map(|k| (k % 31) as f32).collect();
    let h = vec![0.0; e.len()];
    let mut field = Field { nx, ny, e, h };
    field.run(1);
    hp5_bench_rust::timed(|| field.run(steps));
    hp5_bench_rust::checksum(field.e.iter().chain(&field.h).map(|x| u64::from(x.to_bits())));
}
