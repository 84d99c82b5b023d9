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

    #[allow(dead_code)] fn now(&self) -> u64 {
        self.count
    }
}

// In generating code.
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn between(a: &mut [f64], seeds: &mut [u64], list: &mut Vec<f64>, c: &mut Counter) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("between", "tests/cases/ok/changes_in_macros.rs", 30));
    let mut seed = 42;
    for i in 0..5 {
        // hp5: tests/cases/ok/changes_in_macros.rs:34 #[hp5::task]
        {
            let __v_seeds = unsafe { __hp5.array("seeds", hp5::rt::flat(&raw const seeds), &[0]) };
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
            let c = hp5::rt::cap!(c);
            let mut __t = __hp5.task(hp5::rt::site!("between:34", "tests/cases/ok/changes_in_macros.rs", 34));
            __t.access(&__v_a, hp5::rt::Mode::Out, &[((i as isize), (i as isize) + 1)]);
            __t.access(&__v_seeds, hp5::rt::Mode::In, &[(1, 2)]);
            let __s0_seeds = [(1, 2)];
            let __s0_a = [((i as isize), (i as isize) + 1)];
            let i = hp5::rt::cap_owned!(i);
            let seed = hp5::rt::cap_owned!(seed);
            let seeds = __v_seeds.view();
            let a = __v_a.view();
            let __body = move || {
                let seeds = seeds.within(&__s0_seeds);
                let mut a = a.within(&__s0_a);
                {
                    a[i] = slow(slow(seed as f64 + seeds[1] as f64)) + c.count as f64;
                }
            };
            unsafe { __t.spawn(__body) };
        }
        // hp5: tests/cases/ok/changes_in_macros.rs:38 #[hp5::task]
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
            let __v_list = unsafe { __hp5.array("list", hp5::rt::flat(&raw const list), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("between:38", "tests/cases/ok/changes_in_macros.rs", 38));
            __t.access(&__v_a, hp5::rt::Mode::Out, &[((i as isize) + 1, (i as isize) + 2)]);
            __t.access(&__v_list, hp5::rt::Mode::In, &[(0, 1)]);
            let __s0_a = [((i as isize) + 1, (i as isize) + 2)];
            let __s0_list = [(0, 1)];
            let i = hp5::rt::cap_owned!(i);
            let a = __v_a.view();
            let list = __v_list.view();
            let __body = move || {
                let mut a = a.within(&__s0_a);
                let list = list.within(&__s0_list);
                {
                    a[i + 1] = slow(list[0]) + list.len() as f64;
                }
            };
            unsafe { __t.spawn(__body) };
        }
        assert!(random(&mut seed) > 0);
        __hp5.wait(); // hp5: put in, see the translator's warning
        assert_ne!(random(&mut seeds[1]), 0, "{i}"); //~ HP5-W0102
        println!("{} {:?}", c.next(), list.pop());
    }
    __hp5.end();
}

// In tasks.
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn inside(a: &mut [f64], seeds: &mut [u64], list: &mut Vec<f64>, c: &mut Counter) -> u64 {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("inside", "tests/cases/ok/changes_in_macros.rs", 49));
    let __hp5_value = {
    let mut seed = 42; let __hp5_hold_1192 = __hp5.hold();
    for i in 0..5 {
        // hp5: tests/cases/ok/changes_in_macros.rs:53 #[hp5::task]
        {
            let __v_seed = unsafe { __hp5.array("seed", hp5::rt::scalar(&raw mut (seed)), &[]) };
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("inside:53", "tests/cases/ok/changes_in_macros.rs", 53));
            __t.access(&__v_a, hp5::rt::Mode::InOut, &[((i as isize), (i as isize) + 1)]);
            __t.access(&__v_seed, hp5::rt::Mode::InOut, &[]);
            __t.access(&__v_seed, hp5::rt::Mode::In, &[]);
            let __s0_a = [((i as isize), (i as isize) + 1)];
            let i = hp5::rt::cap_owned!(i);
            let seed = __v_seed.view();
            let a = __v_a.view();
            let __body = move || {
                let mut seed = seed;
                let mut a = a.within(&__s0_a);
                {
                    assert!(random(&mut (*seed)) > 0);
                    a[i] += slow((*seed) as f64);
                }
            };
            unsafe { __t.spawn(__body) };
        }
        // hp5: tests/cases/ok/changes_in_macros.rs:58 #[hp5::task]
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
            let __v_seeds = unsafe { __hp5.array("seeds", hp5::rt::flat(&raw const seeds), &[0]) };
            let __w_seeds = hp5::rt::whole(&raw const (*seeds));
            let __v_c = unsafe { __hp5.array("c", hp5::rt::scalar(&raw const (c)), &[]) };
            let __w_c = hp5::rt::whole(&raw const (c));
            let __v_list = unsafe { __hp5.array("list", hp5::rt::scalar(&raw const (list)), &[]) };
            let __w_list = hp5::rt::whole(&raw const (list));
            let mut __t = __hp5.task(hp5::rt::site!("inside:58", "tests/cases/ok/changes_in_macros.rs", 58));
            __t.access(&__v_a, hp5::rt::Mode::InOut, &[((i as isize), (i as isize) + 1)]);
            __t.access(&__v_seeds, hp5::rt::Mode::InOut, &[hp5::rt::ALL]);
            __t.access(&__v_c, hp5::rt::Mode::InOut, &[]);
            __t.access(&__v_list, hp5::rt::Mode::InOut, &[]);
            __t.access(&__v_list, hp5::rt::Mode::In, &[]);
            let __s0_a = [((i as isize), (i as isize) + 1)];
            let i = hp5::rt::cap_owned!(i);
            let a = __v_a.view();
            let __body = move || {
                let mut a = a.within(&__s0_a);
                let mut seeds = unsafe { __w_seeds.get_mut() };
                let mut c = unsafe { __w_c.get_mut() };
                let mut list = unsafe { __w_list.get_mut() };
                {
                    let both = vec![random(&mut seeds[2]), (*c).next()];
                    assert!((*list).pop().is_some());
                    a[i] += slow(list[0]) + both[0] as f64;
                }
            };
            unsafe { __t.spawn(__body) };
        }
        // hp5: tests/cases/ok/changes_in_macros.rs:64 #[hp5::task]
        {
            let __v_seed = unsafe { __hp5.array("seed", hp5::rt::scalar(&raw const (seed)), &[]) };
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
            let __v_seeds = unsafe { __hp5.array("seeds", hp5::rt::flat(&raw const seeds), &[0]) };
            let __v_c = unsafe { __hp5.array("c", hp5::rt::scalar(&raw const (c)), &[]) };
            let __w_c = hp5::rt::whole(&raw const (c));
            let mut __t = __hp5.task(hp5::rt::site!("inside:64", "tests/cases/ok/changes_in_macros.rs", 64));
            __t.access(&__v_a, hp5::rt::Mode::InOut, &[((i as isize) + 1, (i as isize) + 2)]);
            __t.access(&__v_seeds, hp5::rt::Mode::In, &[(2, 3)]);
            __t.access(&__v_seed, hp5::rt::Mode::In, &[]);
            __t.access(&__v_c, hp5::rt::Mode::In, &[]);
            let __s0_a = [((i as isize) + 1, (i as isize) + 2)];
            let __s0_seeds = [(2, 3)];
            let i = hp5::rt::cap_owned!(i);
            let seed = __v_seed.view();
            let a = __v_a.view();
            let seeds = __v_seeds.view();
            let __body = move || {
                let seed = seed;
                let mut a = a.within(&__s0_a);
                let seeds = seeds.within(&__s0_seeds);
                let c = &**unsafe { __w_c.get() };
                {
                    a[i + 1] += (c.count + seeds[2] + (*seed)) as f64;
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    __hp5.wait();
    seed
    };
    __hp5.end();
    __hp5_value
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
