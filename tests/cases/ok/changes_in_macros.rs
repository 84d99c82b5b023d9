//! Macros of the standard library whose arguments change what tasks share.

fn slow(x: f64) -> f64 {
    (0..300).fold(x, |y, k| {
        std::hint::black_box(y * 0.999 + 0.001 * (k % 3) as f64)
    })
}

fn random(seed: &mut u64) -> u64 {
    *seed = *seed * 48271 % 65537;
    *seed
}

struct Counter {
    count: u64,
}

impl Counter {
    fn next(&mut self) -> u64 {
        self.count += 1;
        self.count
    }

    fn now(&self) -> u64 {
        self.count
    }
}

// In generating code.
#[hp5::region]
fn between(a: &mut [f64], seeds: &mut [u64], list: &mut Vec<f64>, c: &mut Counter) {
    let mut seed = 42;
    for i in 0..5 {
        #[hp5::task]
        {
            a[i] = slow(slow(seed as f64 + seeds[1] as f64)) + c.now() as f64;
        }
        #[hp5::task]
        {
            a[i + 1] = slow(list[0]) + list.len() as f64;
        }
        assert!(random(&mut seed) > 0);
        assert_ne!(random(&mut seeds[1]), 0, "{i}"); //~ HP5-W0102
        println!("{} {:?}", c.next(), list.pop());
    }
}

// In tasks.
#[hp5::region]
fn inside(a: &mut [f64], seeds: &mut [u64], list: &mut Vec<f64>, c: &mut Counter) -> u64 {
    let mut seed = 42;
    for i in 0..5 {
        #[hp5::task]
        {
            assert!(random(&mut seed) > 0);
            a[i] += slow(seed as f64);
        }
        #[hp5::task]
        {
            let both = vec![random(&mut seeds[2]), c.next()];
            assert!(list.pop().is_some());
            a[i] += slow(list[0]) + both[0] as f64;
        }
        #[hp5::task]
        {
            a[i + 1] += (c.now() + seeds[2] + seed) as f64;
        }
    }
    #[hp5::task_wait]
    seed
}

fn main() {
    let mut a = vec![0.5; 8];
    let mut seeds = vec![5, 6, 7];
    let mut list: Vec<f64> = (0..20).map(|k| k as f64).collect();
    let mut c = Counter { count: 0 };
    between(&mut a, &mut seeds, &mut list, &mut c);
    println!("{a:?} {seeds:?} {list:?}");
    let seed = inside(&mut a, &mut seeds, &mut list, &mut c);
    println!("{a:?} {seeds:?} {list:?} {seed} {}", c.now());
}
