//! `private` of what the caller owns: slices, vectors, arrays and numbers behind references, parameters by
//! value, parts of arrays, fields. Each task has its own; the caller's are not changed.

struct Filter {
    line: Vec<f64>,
    out: Vec<f64>,
    by: usize,
}

impl Filter {
    #[hp5::region]
    fn run(&mut self, a: &[f64]) {
        #[hp5::task_tile(i = 4, private(self.line))]
        for i in 0..a.len() {
            for k in 0..self.line.len() {
                self.line[k] = a[i] + (k + self.by) as f64;
            }
            self.out[i] = self.line.iter().sum::<f64>();
        }
    }
}

fn set(part: &mut [f64], x: f64) {
    for e in part.iter_mut() {
        *e = x;
    }
}

#[hp5::region]
fn many<'a, T: Copy + Send + Sync + From<u8>>(
    line: &'a mut [[f64; 3]],
    vector: &mut Vec<f64>,
    mut any: Vec<T>,
    array: &mut [f64; 4],
    mut own: [f64; 4],
    x: &mut f64,
    rhs: &mut [[f64; 16]],
) {
    let part = &mut vector[1..5];
    #[hp5::task_tile(k = 4, private(line, part, any, array, own, x))]
    for k in 0..32 {
        for i in 0..16 {
            line[i][1] = 1.0 + (i + k) as f64;
        }
        set(part, k as f64);
        any[0] = T::from(1);
        array[1] = 2.0;
        own[2] = 3.0 + k as f64;
        *x = 3.0;
        for i in 0..16 {
            rhs[k][i] /= line[i][1] + part[2] + array[1] + own[2] + *x;
        }
    }
}

fn main() {
    let a: Vec<f64> = (0..50).map(f64::from).collect();
    let mut filter = Filter { line: vec![0.0; 8], out: vec![0.0; 50], by: 3 };
    filter.run(&a);
    println!("{:?}", filter.out);
    let mut rhs = vec![[1.0; 16]; 32];
    many(&mut vec![[0.0; 3]; 16], &mut vec![0.0; 8], vec![1u8; 3], &mut [0.0; 4], [0.0; 4], &mut 1.0, &mut rhs);
    println!("{rhs:?}");
}
