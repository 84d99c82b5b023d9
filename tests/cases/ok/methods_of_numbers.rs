//! Methods of numbers and of bindings without `mut` write nothing, whatever other functions are called. A
//! method that takes `&mut self` writes, also where methods of that name read elsewhere.

#![deny(unsafe_code)]

struct Count {
    n: Vec<u64>,
}

impl Count {
    fn get(&mut self, i: usize) -> u64 {
        self.n[i] += 1;
        self.n[i]
    }

    fn ilog2(&mut self) -> u64 {
        self.get(0)
    }
}

fn min(a: &mut usize) -> usize {
    *a += 1;
    *a
}

fn div_ceil(a: &mut usize) -> usize {
    min(a)
}

struct Table {
    rows: Vec<Vec<u64>>,
}

impl Table {
    fn lookup(&self, i: usize) -> u64 {
        self.rows[i][0]
    }
}

mod other {
    pub struct Far(pub u64);

    impl Far {
        pub fn value(&self) -> u64 {
            self.0
        }
    }

    pub fn far() -> Far {
        Far(3)
    }
}

#[hp5::region]
fn mark(f: &mut [u64], p: usize, table: &Table, by: u64) {
    let n = f.len();
    let far = other::far();
    #[hp5::array_tile(f: [64])]
    for lo in (0..n).step_by(64) {
        #[hp5::task]
        {
            let hi = (lo + 64).min(n);
            let first = lo.div_ceil(p) * p;
            for k in (first..hi).step_by(p) {
                f[k] = 1 + lo.next_multiple_of(3) as u64 + table.lookup(1) + far.value() + by.reverse_bits() % 3;
                f[k] += u64::from(f[k].is_power_of_two()) + u64::from(p.ilog2());
            }
        }
    }
}

#[hp5::region]
fn counted(f: &mut [u64], c: &mut Count) {
    #[hp5::array_tile(f: [64])]
    for lo in (0..f.len()).step_by(64) {
        #[hp5::task]
        for k in lo..(lo + 64).min(300) {
            f[k] = c.get(0);
        }
    }
}

fn main() {
    let mut f = vec![0; 300];
    let mut k = 1;
    println!("{} {}", min(&mut k), div_ceil(&mut k));
    mark(&mut f, 7, &Table { rows: vec![vec![1]; 2] }, 5);
    println!("{f:?}");
    let mut c = Count { n: vec![0; 3] };
    counted(&mut f, &mut c);
    println!("{} {f:?}", c.ilog2());
}
