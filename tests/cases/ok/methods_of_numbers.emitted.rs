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
    #[allow(dead_code)] fn lookup(&self, i: usize) -> u64 {
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

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn mark(f: &mut [u64], p: usize, table: &Table, by: u64) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("mark", "tests/cases/ok/methods_of_numbers.rs", 54));
    {
    let n = f.len();
    let far = other::far(); let __hp5_hold_980 = __hp5.hold();
    for lo in (0..n).step_by(64) {
        // hp5: tests/cases/ok/methods_of_numbers.rs:60 #[hp5::task]
        {
            let __v_f = unsafe { __hp5.array("f", hp5::rt::flat(&raw const f), &[64]) };
            let p = hp5::rt::cap!(p);
            let table = hp5::rt::cap!(table);
            let far = hp5::rt::cap!(far);
            let by = hp5::rt::cap!(by);
            let mut __t = __hp5.task(hp5::rt::site!("mark:60", "tests/cases/ok/methods_of_numbers.rs", 60));
            __t.access(&__v_f, hp5::rt::Mode::InOut, &[(((lo.div_ceil(p)) as isize) * (p as isize), (((lo + 64).min(n)) as isize))]);
            __t.access(&__v_f, hp5::rt::Mode::In, &[(((lo.div_ceil(p)) as isize) * (p as isize), (((lo + 64).min(n)) as isize))]);
            let lo = hp5::rt::cap_owned!(lo);
            let n = hp5::rt::cap_owned!(n);
            let f = __v_f.view();
            let __body = move || {
                let mut f = f;
                {
                    let hi = (lo + 64).min(n);
                    let first = lo.div_ceil(p) * p;
                    for k in (first..hi).step_by(p) {
                        f[k] = 1 + lo.next_multiple_of(3) as u64 + table.rows[1_usize][0] + (*far).value() + by.reverse_bits() % 3;
                        f[k] += u64::from(f[k].is_power_of_two()) + u64::from(p.ilog2());
                    }
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn counted(f: &mut [u64], c: &mut Count) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("counted", "tests/cases/ok/methods_of_numbers.rs", 72));
    for lo in (0..f.len()).step_by(64) {
        // hp5: tests/cases/ok/methods_of_numbers.rs:76 #[hp5::task]
        {
            let __v_c = unsafe { __hp5.array("c", hp5::rt::scalar(&raw const (c)), &[]) };
            let __w_c = hp5::rt::whole(&raw const (c));
            let __v_f = unsafe { __hp5.array("f", hp5::rt::flat(&raw const f), &[64]) };
            let mut __t = __hp5.task(hp5::rt::site!("counted:76", "tests/cases/ok/methods_of_numbers.rs", 76));
            __t.access(&__v_f, hp5::rt::Mode::Out, &[((lo as isize), (((lo + 64).min(300)) as isize))]);
            __t.access(&__v_c, hp5::rt::Mode::InOut, &[]);
            let __s0_f = [((lo as isize), (((lo + 64).min(300)) as isize))];
            let lo = hp5::rt::cap_owned!(lo);
            let f = __v_f.view();
            let __body = move || {
                let mut c = &mut **unsafe { __w_c.get_mut() };
                let mut f = f.within(&__s0_f);
                for k in lo..(lo + 64).min(300) {
                    f[k] = c.get(0);
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    __hp5.end();
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
