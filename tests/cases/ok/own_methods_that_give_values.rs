//! Methods of the program that are named like borrowing ones: what they give decides, a value or a reference.

fn slow(x: f64) -> f64 {
    for k in 0..3000_u32 {
        std::hint::black_box(k);
    }
    x
}

struct Grid {
    d: Vec<f64>,
    w: usize,
}

impl Grid {
    fn row(&self, k: usize) -> Vec<f64> {
        self.d[k * self.w..(k + 1) * self.w].to_vec()
    }

    fn column(&self, k: usize) -> Vec<f64> {
        self.d.iter().skip(k).step_by(self.w).copied().collect()
    }

    fn get(&self, k: usize) -> Option<Vec<f64>> {
        (k < self.w).then(|| self.row(k))
    }

    fn as_rows(&self) -> Vec<Vec<f64>> {
        (0..self.w).map(|k| self.row(k)).collect()
    }

    fn copy_mut(&self, k: usize) -> Vec<f64> {
        self.row(k)
    }

    fn slice(&self, k: usize) -> &[f64] {
        &self.d[k * self.w..(k + 1) * self.w]
    }
}

trait Lines {
    fn first(&self, k: usize) -> Vec<f64>;
}

impl Lines for Vec<f64> {
    fn first(&self, k: usize) -> Vec<f64> {
        self[..k].to_vec()
    }
}

#[hp5::region]
fn values(b: &mut [f64], m: &Grid, v: &Vec<f64>) {
    for k in 0..4 {
        let row = m.row(k);
        let column = m.column(k);
        let copy = m.copy_mut(k);
        let first = v.first(4);
        #[hp5::task]
        {
            b[0] = slow(b[0] * 0.5 + row[1] - row[2]);
        }
        #[hp5::task]
        {
            b[0] = slow(b[0] * 0.5 + column[1] - copy[2] + first[3]);
        }
    }
}

#[hp5::region]
fn in_patterns(b: &mut [f64], m: &Grid) {
    for k in 0..4 {
        if let Some(row) = m.get(k) { //~ HP5-W0102
            #[hp5::task]
            {
                b[0] = slow(b[0] * 0.5 + row[1] - row[2]);
            }
            #[hp5::task]
            {
                b[0] = slow(b[0] * 0.5 + row[3] - row[2]);
            }
        }
    }
    for (k, row) in m.as_rows().iter().enumerate() { //~ HP5-W0102
        #[hp5::task]
        {
            b[0] = slow(b[0] * 0.5 + row[1] - row[2]);
        }
        #[hp5::task]
        {
            b[k] = slow(b[0] * 0.5 + row[3] - row[2]);
        }
    }
}

#[hp5::region]
fn behind_a_bound<M: Lines>(b: &mut [f64], m: &M) {
    for k in 4..8 {
        let first = m.first(k);
        #[hp5::task]
        {
            b[0] = slow(b[0] * 0.5 + first[1] - first[2]);
        }
        #[hp5::task]
        {
            b[0] = slow(b[0] * 0.5 + first[3] - first[2]);
        }
    }
}

/// A reference: nothing waits.
#[hp5::region]
fn references(b: &mut [f64], m: &Grid) {
    for k in 0..4 {
        let row = m.slice(k);
        #[hp5::task]
        {
            b[k] = slow(b[k] * 0.5 + row[1] - row[2]);
        }
    }
}

fn main() {
    let v: Vec<f64> = (0..16).map(|i| (i * 7 % 5) as f64 + 0.5).collect();
    let mut b = vec![1.0; 16];
    let m = Grid { d: v.clone(), w: 4 };
    values(&mut b, &m, &v);
    println!("{b:?}");
    in_patterns(&mut b, &m);
    println!("{b:?}");
    behind_a_bound(&mut b, &v);
    println!("{b:?}");
    references(&mut b, &m);
    println!("{b:?}");
}
