//! Values of types without `Clone` that are made between tasks: tasks use them where they are, and what changes
//! them waits.

mod other {
    pub struct Far(pub u64);

    impl Far {
        pub fn new(k: u64) -> Self {
            Far(k)
        }

        pub fn value(&self) -> u64 {
            self.0
        }

        pub fn more(&mut self) {
            self.0 += 1;
        }
    }

    pub fn far() -> Far {
        Far(3)
    }
}

use other::Far;

#[derive(PartialEq)]
enum Mode {
    Fast,
    Slow(u64),
}

struct Cut {
    lo: usize,
    hi: usize,
    mode: Mode,
}

impl Cut {
    fn make(lo: usize) -> Cut {
        Cut { lo, hi: lo + 64, mode: Mode::Slow(lo as u64) }
    }

    fn next(&self) -> Cut {
        Cut::make(self.hi)
    }
}

struct Two<T>(T, T);

fn slow(n: u64) -> Option<Mode> {
    if n > 1 { Some(Mode::Slow(n)) } else { None }
}

fn read(far: &Far, k: usize) -> u64 {
    if k % 2 == 0 { far.0 } else { far.value() + 1 }
}

#[hp5::region]
fn made_in_many_ways(f: &mut [u64]) {
    let far = other::far();
    let by_name = Far(7);
    let by_type: Far = Far::new(8);
    let (left, right) = (Far(1), Far::new(2));
    let moved = by_type;
    #[hp5::array_tile(f: [64])]
    for lo in (0..300).step_by(64) {
        let inner = Far(lo as u64);
        #[hp5::task]
        for k in lo..(lo + 64).min(300) {
            f[k] = far.value() + far.0 + read(&by_name, k) + read(&moved, 3) + left.value() + right.0;
            f[k] += inner.value() + match inner { Far(x) => x };
        }
    }
}

#[hp5::region]
fn compared(f: &mut [u64], given: Mode) {
    let mode = if f.len() > 3 { Mode::Fast } else { Mode::Slow(1) };
    let other = match f.len() {
        0 => Mode::Fast,
        n => Mode::Slow(n as u64),
    };
    let maybe = slow(9);
    let two = Two(3, 4);
    #[hp5::array_tile(f: [64])]
    for lo in (0..300).step_by(64) {
        let cut = Cut::make(lo);
        let next = cut.next();
        #[hp5::task]
        for k in cut.lo..cut.hi.min(300) {
            f[k] = next.lo as u64 + two.0 + two.1;
            if mode == Mode::Fast {
                f[k] += 1;
            }
            if given == Mode::Fast {
                f[k] += 10;
            }
            if let Mode::Slow(x) = other {
                f[k] += x;
            }
            if let Some(Mode::Slow(x)) = &maybe {
                f[k] += x;
            }
            f[k] += match cut.mode {
                Mode::Slow(x) => x,
                Mode::Fast => 2,
            };
        }
    }
}

#[hp5::region]
fn changed_between_tasks(f: &mut [u64]) {
    let mut far = Far(7);
    #[hp5::array_tile(f: [64])]
    for lo in (0..300).step_by(64) {
        #[hp5::task]
        for k in lo..(lo + 64).min(300) {
            f[k] += far.value();
        }
        far.more(); //~ HP5-W0102
    }
}

#[hp5::region]
fn in_nested_tasks(f: &mut [u64]) {
    let given = Mode::Slow(3);
    for lo in (0..200).step_by(100) {
        let cut = Cut::make(lo);
        #[hp5::task(nested, inout(f[lo..lo + 100]))]
        {
            let inner = Mode::Slow(lo as u64);
            #[hp5::task_tile(i = 50)]
            for i in lo..lo + 100 {
                f[i] += cut.hi as u64 + format!("{}", cut.lo).len() as u64;
                if given == Mode::Slow(3) && inner != Mode::Fast {
                    f[i] += 1;
                }
            }
        }
    }
}

fn main() {
    let mut v = vec![0; 300];
    made_in_many_ways(&mut v);
    println!("{v:?}");
    compared(&mut v, Mode::Fast);
    println!("{v:?}");
    changed_between_tasks(&mut v);
    println!("{v:?}");
    in_nested_tasks(&mut v);
    println!("{v:?}");
}
