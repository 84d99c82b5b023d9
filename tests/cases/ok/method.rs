//! Regions in methods: arrays and scalars are fields of `self`.

struct Plate {
    u: Vec<f64>,
    v: Vec<f64>,
    rows: usize,
    columns: usize,
    factor: f64,
}

impl Plate {
    fn new(rows: usize, columns: usize) -> Plate {
        let u: Vec<f64> = (0..rows * columns).map(|k| ((k * 5) % 43) as f64).collect();
        Plate { v: u.clone(), u, rows, columns, factor: 0.25 }
    }

    #[hp5::region]
    #[hp5::array_tile(default: [6, *])]
    fn step(&mut self, steps: usize) {
        for _ in 0..steps {
            #[hp5::task_tile(i = 6)]
            for i in 1..self.rows - 1 {
                for j in 1..self.columns - 1 {
                    self.v[i * self.columns + j] = self.factor
                        * (self.u[(i - 1) * self.columns + j]
                            + self.u[(i + 1) * self.columns + j]
                            + self.u[i * self.columns + j - 1]
                            + self.u[i * self.columns + j + 1]);
                }
            }
            std::mem::swap(&mut self.u, &mut self.v);
        }
    }

    #[hp5::region]
    fn total(&self) -> i64 {
        let mut total = 0;
        #[hp5::task_tile(k = 50, reduction(+: total))]
        for k in 0..self.u.len() {
            total += self.u[k] as i64;
        }
        #[hp5::task_wait]
        let result = total;
        result
    }
}

fn main() {
    let mut plate = Plate::new(27, 19);
    plate.step(5);
    println!("{:016x} {}", plate.u.iter().fold(0.0, |s, x| s + x).to_bits(), plate.total());
}
