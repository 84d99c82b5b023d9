//! Scalars that some task hands on by a reference, and some task uses as they are: a random seed.

fn slow(x: f64) -> f64 {
    (0..300).fold(x, |y, k| {
        std::hint::black_box(y * 0.999 + 0.001 * (k % 3) as f64)
    })
}

fn random(seed: &mut u64) -> u64 {
    *seed = *seed * 48271 % 65537;
    *seed
}

fn up(x: &mut f64) {
    *x += 1.0;
}

#[derive(Clone, Copy)]
struct Pair {
    first: f64,
    second: f64,
}

struct Generator {
    seed: u64,
}

impl Generator {
    fn next(&mut self) -> f64 {
        random(&mut self.seed) as f64
    }
}

// A seed.
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn seeds(a: &mut [f64]) -> u64 {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("seeds", "tests/cases/ok/values_handed_on.rs", 35));
    let __hp5_value = {
    let mut seed = 42u64; let __hp5_hold_642 = __hp5.hold();
    for i in 0..4 {
        // hp5: tests/cases/ok/values_handed_on.rs:39 #[hp5::task]
        {
            let __v_seed = unsafe { __hp5.array("seed", hp5::rt::scalar(&raw mut (seed)), &[]) };
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("seeds:39", "tests/cases/ok/values_handed_on.rs", 39));
            __t.access(&__v_a, hp5::rt::Mode::Out, &[((i as isize), (i as isize) + 1)]);
            __t.access(&__v_seed, hp5::rt::Mode::InOut, &[]);
            let __s0_a = [((i as isize), (i as isize) + 1)];
            let i = hp5::rt::cap_owned!(i);
            let seed = __v_seed.view();
            let a = __v_a.view();
            let __body = move || {
                let mut seed = seed;
                let mut a = a.within(&__s0_a);
                {
                    a[i] = random(&mut (*seed)) as f64;
                }
            };
            unsafe { __t.spawn(__body) };
        }
        // hp5: tests/cases/ok/values_handed_on.rs:43 #[hp5::task]
        {
            let __v_seed = unsafe { __hp5.array("seed", hp5::rt::scalar(&raw const (seed)), &[]) };
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("seeds:43", "tests/cases/ok/values_handed_on.rs", 43));
            __t.access(&__v_a, hp5::rt::Mode::Out, &[((i as isize) + 1, (i as isize) + 2)]);
            __t.access(&__v_seed, hp5::rt::Mode::In, &[]);
            let __s0_a = [((i as isize) + 1, (i as isize) + 2)];
            let i = hp5::rt::cap_owned!(i);
            let seed = __v_seed.view();
            let a = __v_a.view();
            let __body = move || {
                let seed = seed;
                let mut a = a.within(&__s0_a);
                {
                    let x = (*seed);
                    a[i + 1] = slow(x as f64) + 2.0 * (*seed) as f64;
                }
            };
            unsafe { __t.spawn(__body) };
        }
        if i == 2 {
            __hp5.wait(); // hp5: put in, see the translator's warning
            random(&mut seed); //~ HP5-W0102
        }
    }
    __hp5.wait();
    seed
    };
    __hp5.end();
    __hp5_value
}

// A number whose type is not written down.
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn inferred(a: &mut [f64]) -> f64 {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("inferred", "tests/cases/ok/values_handed_on.rs", 57));
    let __hp5_value = {
    let mut t = 0.5; let __hp5_hold_1105 = __hp5.hold();
    // hp5: tests/cases/ok/values_handed_on.rs:60 #[hp5::task]
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
        let __v_t = unsafe { __hp5.array("t", hp5::rt::scalar(&raw const (t)), &[]) };
        let mut __t = __hp5.task(hp5::rt::site!("inferred:60", "tests/cases/ok/values_handed_on.rs", 60));
        __t.access(&__v_a, hp5::rt::Mode::Out, &[(0, 1)]);
        __t.access(&__v_t, hp5::rt::Mode::In, &[]);
        let __s0_a = [(0, 1)];
        let a = __v_a.view();
        let t = __v_t.view();
        let __body = move || {
            let mut a = a.within(&__s0_a);
            let t = t;
            {
                a[0] = slow((*t));
            }
        };
        unsafe { __t.spawn(__body) };
    }
    // hp5: tests/cases/ok/values_handed_on.rs:64 #[hp5::task]
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
        let __v_t = unsafe { __hp5.array("t", hp5::rt::scalar(&raw mut (t)), &[]) };
        let mut __t = __hp5.task(hp5::rt::site!("inferred:64", "tests/cases/ok/values_handed_on.rs", 64));
        __t.access(&__v_a, hp5::rt::Mode::InOut, &[(1, 2)]);
        __t.access(&__v_t, hp5::rt::Mode::InOut, &[]);
        __t.access(&__v_a, hp5::rt::Mode::In, &[hp5::rt::ALL]);
        __t.access(&__v_t, hp5::rt::Mode::In, &[]);
        let a = __v_a.view();
        let t = __v_t.view();
        let __body = move || {
            let mut a = a;
            let mut t = t;
            {
                up(&mut (*t));
                a[1] = (*t) + a[((*t) as usize).min(3)]; //~ HP5-W0101
            }
        };
        unsafe { __t.spawn(__body) };
    }
    // hp5: tests/cases/ok/values_handed_on.rs:69 #[hp5::task]
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
        let __v_t = unsafe { __hp5.array("t", hp5::rt::scalar(&raw mut (t)), &[]) };
        let mut __t = __hp5.task(hp5::rt::site!("inferred:69", "tests/cases/ok/values_handed_on.rs", 69));
        __t.access(&__v_a, hp5::rt::Mode::InOut, &[(1, 2)]);
        __t.access(&__v_t, hp5::rt::Mode::InOut, &[]);
        let __s0_a = [(1, 2)];
        let a = __v_a.view();
        let t = __v_t.view();
        let __body = move || {
            let mut a = a.within(&__s0_a);
            let mut t = t;
            {
                std::mem::swap(&mut (*t), &mut a[1]);
            }
        };
        unsafe { __t.spawn(__body) };
    }
    // hp5: tests/cases/ok/values_handed_on.rs:73 #[hp5::task]
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
        let __v_t = unsafe { __hp5.array("t", hp5::rt::scalar(&raw const (t)), &[]) };
        let mut __t = __hp5.task(hp5::rt::site!("inferred:73", "tests/cases/ok/values_handed_on.rs", 73));
        __t.access(&__v_a, hp5::rt::Mode::Out, &[(2, 4)]);
        __t.access(&__v_t, hp5::rt::Mode::In, &[]);
        let __s0_a = [(2, 4)];
        let a = __v_a.view();
        let t = __v_t.view();
        let __body = move || {
            let mut a = a.within(&__s0_a);
            let t = t;
            {
                a[2] = 2.0 * (*t);
                let q = (*t);
                a[3] = q;
            }
        };
        unsafe { __t.spawn(__body) };
    }
    __hp5.wait();
    t
    };
    __hp5.end();
    __hp5_value
}

// Structs, some handed on whole, some by their fields, an option, and one of a function's parameters.
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn values(a: &mut [f64], own: &mut Generator, mut pair: Pair) -> usize {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("values", "tests/cases/ok/values_handed_on.rs", 84));
    let __hp5_value = {
    let mut k = 0; let __hp5_hold_1667 = __hp5.hold();
    let mut other = Generator { seed: 5 }; let __hp5_hold_1710 = __hp5.hold();
    let mut last = None; let __hp5_hold_1735 = __hp5.hold();
    for i in 0..6 {
        // hp5: tests/cases/ok/values_handed_on.rs:90 #[hp5::task]
        {
            let __v_pair = unsafe { __hp5.array("pair", hp5::rt::scalar(&raw mut (pair)), &[]) };
            let __v_k = unsafe { __hp5.array("k", hp5::rt::scalar(&raw mut (k)), &[]) };
            let __v_own = unsafe { __hp5.array("own", hp5::rt::scalar(&raw const (own)), &[]) };
            let __w_own = hp5::rt::whole(&raw const (own));
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("values:90", "tests/cases/ok/values_handed_on.rs", 90));
            __t.access(&__v_a, hp5::rt::Mode::Out, &[hp5::rt::ALL]);
            __t.access(&__v_pair, hp5::rt::Mode::InOut, &[]);
            __t.access(&__v_k, hp5::rt::Mode::InOut, &[]);
            __t.access(&__v_own, hp5::rt::Mode::InOut, &[]);
            __t.access(&__v_k, hp5::rt::Mode::In, &[]);
            let pair = __v_pair.view();
            let k = __v_k.view();
            let a = __v_a.view();
            let __body = move || {
                let mut pair = pair;
                let mut k = k;
                let mut own = &mut **unsafe { __w_own.get_mut() };
                let mut a = a;
                {
                    up(&mut (*pair).first);
                    (*k) += 1;
                    a[(*k)] = slow(own.next()); //~ HP5-W0101
                }
            };
            unsafe { __t.spawn(__body) };
        }
        // hp5: tests/cases/ok/values_handed_on.rs:96 #[hp5::task]
        {
            let __v_pair = unsafe { __hp5.array("pair", hp5::rt::scalar(&raw const (pair)), &[]) };
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
            let __v_other = unsafe { __hp5.array("other", hp5::rt::scalar(&raw mut (other)), &[]) };
            let __w_other = hp5::rt::whole(&raw mut (other));
            let __v_last = unsafe { __hp5.array("last", hp5::rt::scalar(&raw mut (last)), &[]) };
            let mut __t = __hp5.task(hp5::rt::site!("values:96", "tests/cases/ok/values_handed_on.rs", 96));
            __t.access(&__v_a, hp5::rt::Mode::InOut, &[(0, 1)]);
            __t.access(&__v_other, hp5::rt::Mode::InOut, &[]);
            __t.access(&__v_last, hp5::rt::Mode::Out, &[]);
            __t.access(&__v_pair, hp5::rt::Mode::In, &[]);
            let __s0_a = [(0, 1)];
            let i = hp5::rt::cap_owned!(i);
            let pair = __v_pair.view();
            let a = __v_a.view();
            let last = __v_last.view();
            let __body = move || {
                let pair = pair;
                let mut a = a.within(&__s0_a);
                let mut other = unsafe { __w_other.get_mut() };
                let mut last = last;
                {
                    let now = (*pair);
                    a[0] += other.next() + now.first + now.second;
                    (*last) = Some(i);
                }
            };
            unsafe { __t.spawn(__body) };
        }
        __hp5.wait(); // hp5: put in, see the translator's warning
        //~ HP5-W0102
        // hp5: tests/cases/ok/values_handed_on.rs:102 #[hp5::task]
        {
            let __v_k = unsafe { __hp5.array("k", hp5::rt::scalar(&raw const (k)), &[]) };
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
            let __v_other = unsafe { __hp5.array("other", hp5::rt::scalar(&raw mut (other)), &[]) };
            let __w_other = hp5::rt::whole(&raw mut (other));
            let __v_last = unsafe { __hp5.array("last", hp5::rt::scalar(&raw mut (last)), &[]) };
            let mut __t = __hp5.task(hp5::rt::site!("values:102", "tests/cases/ok/values_handed_on.rs", 102));
            __t.access(&__v_a, hp5::rt::Mode::InOut, &[((k as isize), (k as isize) + 1)]);
            __t.access(&__v_other, hp5::rt::Mode::InOut, &[]);
            __t.access(&__v_last, hp5::rt::Mode::InOut, &[]);
            __t.access(&__v_k, hp5::rt::Mode::In, &[]);
            let __s0_a = [((k as isize), (k as isize) + 1)];
            let k = __v_k.view();
            let a = __v_a.view();
            let last = __v_last.view();
            let __body = move || {
                let k = k;
                let mut a = a.within(&__s0_a);
                let mut other = unsafe { __w_other.get_mut() };
                let mut last = last;
                {
                    a[(*k)] += other.next() * (*last).map_or(0.0, |x| x as f64);
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    __hp5.wait();
    k + last.unwrap_or(0)
    };
    __hp5.end();
    __hp5_value
}

// What is copied is named by its place, what would be moved by a reference.
struct Moved {
    x: f64,
}

fn more(moved: &mut Moved, list: &mut Vec<f64>) {
    moved.x += 1.0;
    list.push(moved.x);
}

fn half(value: &mut Option<f64>) {
    *value = value.map(|x| x / 2.0);
}

fn start() -> Option<f64> {
    Some(0.5)
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn copied_and_moved(a: &mut [f64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("copied_and_moved", "tests/cases/ok/values_handed_on.rs", 129));
    {
    let mut list = vec![1.0]; let __hp5_hold_2641 = __hp5.hold();
    let mut moved = Moved { x: 1.0 }; let __hp5_hold_2679 = __hp5.hold();
    let mut option = Some(0.5); let __hp5_hold_2711 = __hp5.hold();
    let mut other = start(); let __hp5_hold_2740 = __hp5.hold();
    let mut both = (1.0, 2); let __hp5_hold_2769 = __hp5.hold();
    // hp5: tests/cases/ok/values_handed_on.rs:136 #[hp5::task]
    {
        let __v_moved = unsafe { __hp5.array("moved", hp5::rt::scalar(&raw mut (moved)), &[]) };
        let __w_moved = hp5::rt::whole(&raw mut (moved));
        let __v_list = unsafe { __hp5.array("list", hp5::rt::scalar(&raw mut (list)), &[]) };
        let __w_list = hp5::rt::whole(&raw mut (list));
        let __v_option = unsafe { __hp5.array("option", hp5::rt::scalar(&raw mut (option)), &[]) };
        let __v_other = unsafe { __hp5.array("other", hp5::rt::scalar(&raw mut (other)), &[]) };
        let __v_both = unsafe { __hp5.array("both", hp5::rt::scalar(&raw mut (both)), &[]) };
        let mut __t = __hp5.task(hp5::rt::site!("copied_and_moved:136", "tests/cases/ok/values_handed_on.rs", 136));
        __t.access(&__v_moved, hp5::rt::Mode::InOut, &[]);
        __t.access(&__v_list, hp5::rt::Mode::InOut, &[]);
        __t.access(&__v_option, hp5::rt::Mode::InOut, &[]);
        __t.access(&__v_other, hp5::rt::Mode::InOut, &[]);
        __t.access(&__v_both, hp5::rt::Mode::InOut, &[]);
        let option = __v_option.view();
        let other = __v_other.view();
        let both = __v_both.view();
        let __body = move || {
            let mut moved = unsafe { __w_moved.get_mut() };
            let mut list = unsafe { __w_list.get_mut() };
            let mut option = option;
            let mut other = other;
            let mut both = both;
            {
                more(&mut (*moved), &mut (*list));
                half(&mut (*option));
                half(&mut (*other));
                std::mem::swap(&mut (*both), &mut (3.0, 4));
            }
        };
        unsafe { __t.spawn(__body) };
    }
    // hp5: tests/cases/ok/values_handed_on.rs:143 #[hp5::task]
    {
        let __v_option = unsafe { __hp5.array("option", hp5::rt::scalar(&raw const (option)), &[]) };
        let __v_other = unsafe { __hp5.array("other", hp5::rt::scalar(&raw const (other)), &[]) };
        let __v_both = unsafe { __hp5.array("both", hp5::rt::scalar(&raw const (both)), &[]) };
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
        let mut __t = __hp5.task(hp5::rt::site!("copied_and_moved:143", "tests/cases/ok/values_handed_on.rs", 143));
        __t.access(&__v_a, hp5::rt::Mode::Out, &[(0, 3)]);
        __t.access(&__v_option, hp5::rt::Mode::In, &[]);
        __t.access(&__v_other, hp5::rt::Mode::In, &[]);
        __t.access(&__v_both, hp5::rt::Mode::In, &[]);
        let option = __v_option.view();
        let other = __v_other.view();
        let both = __v_both.view();
        let a = __v_a.view();
        let __body = move || {
            let option = option;
            let other = other;
            let both = both;
            let mut a = a;
            {
                let (first, second) = (*both);
                a[0] = first * second as f64;
                a[1] = match (*option) {
                    Some(x) => x,
                    None => 0.0,
                };
                if let Some(x) = (*other) {
                    a[2] = x;
                }
            }
        };
        unsafe { __t.spawn(__body) };
    }
    // hp5: tests/cases/ok/values_handed_on.rs:155 #[hp5::task]
    {
        let __v_moved = unsafe { __hp5.array("moved", hp5::rt::scalar(&raw const (moved)), &[]) };
        let __w_moved = hp5::rt::whole(&raw const (moved));
        let __v_list = unsafe { __hp5.array("list", hp5::rt::scalar(&raw const (list)), &[]) };
        let __w_list = hp5::rt::whole(&raw const (list));
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
        let mut __t = __hp5.task(hp5::rt::site!("copied_and_moved:155", "tests/cases/ok/values_handed_on.rs", 155));
        __t.access(&__v_a, hp5::rt::Mode::Out, &[(3, 4)]);
        __t.access(&__v_moved, hp5::rt::Mode::In, &[]);
        __t.access(&__v_list, hp5::rt::Mode::In, &[]);
        let __s0_a = [(3, 4)];
        let a = __v_a.view();
        let __body = move || {
            let moved = unsafe { __w_moved.get() };
            let list = unsafe { __w_list.get() };
            let mut a = a.within(&__s0_a);
            {
                let last = list;
                let own = moved;
                a[3] = last[1] + own.x;
            }
        };
        unsafe { __t.spawn(__body) };
    }
    }
    __hp5.end();
}

// Several at once.
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn taken_apart(a: &mut [f64]) -> f64 {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("taken_apart", "tests/cases/ok/values_handed_on.rs", 164));
    let __hp5_value = {
    let mut x = 1.0; let __hp5_hold_3407 = __hp5.hold();
    let mut y = 2.0; let __hp5_hold_3428 = __hp5.hold();
    // hp5: tests/cases/ok/values_handed_on.rs:168 #[hp5::task]
    {
        let __v_x = unsafe { __hp5.array("x", hp5::rt::scalar(&raw mut (x)), &[]) };
        let __v_y = unsafe { __hp5.array("y", hp5::rt::scalar(&raw mut (y)), &[]) };
        let mut __t = __hp5.task(hp5::rt::site!("taken_apart:168", "tests/cases/ok/values_handed_on.rs", 168));
        __t.access(&__v_x, hp5::rt::Mode::InOut, &[]);
        __t.access(&__v_y, hp5::rt::Mode::InOut, &[]);
        __t.access(&__v_x, hp5::rt::Mode::In, &[]);
        __t.access(&__v_y, hp5::rt::Mode::In, &[]);
        let x = __v_x.view();
        let y = __v_y.view();
        let __body = move || {
            let mut x = x;
            let mut y = y;
            {
                ((*x), (*y)) = ((*y), slow((*x)));
            }
        };
        unsafe { __t.spawn(__body) };
    }
    // hp5: tests/cases/ok/values_handed_on.rs:172 #[hp5::task]
    {
        let __v_x = unsafe { __hp5.array("x", hp5::rt::scalar(&raw mut (x)), &[]) };
        let __v_y = unsafe { __hp5.array("y", hp5::rt::scalar(&raw mut (y)), &[]) };
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
        let mut __t = __hp5.task(hp5::rt::site!("taken_apart:172", "tests/cases/ok/values_handed_on.rs", 172));
        __t.access(&__v_a, hp5::rt::Mode::InOut, &[(1, 2)]);
        __t.access(&__v_x, hp5::rt::Mode::InOut, &[]);
        __t.access(&__v_y, hp5::rt::Mode::InOut, &[]);
        __t.access(&__v_a, hp5::rt::Mode::In, &[(0, 2)]);
        __t.access(&__v_x, hp5::rt::Mode::In, &[]);
        __t.access(&__v_y, hp5::rt::Mode::In, &[]);
        let __s0_a = [(0, 2)];
        let x = __v_x.view();
        let y = __v_y.view();
        let a = __v_a.view();
        let __body = move || {
            let mut x = x;
            let mut y = y;
            let mut a = a.within(&__s0_a);
            {
                ((*x), a[1]) = (a[1], (*x));
                [_, (*y)] = [(*x), a[0] + (*y)];
            }
        };
        unsafe { __t.spawn(__body) };
    }
    // hp5: tests/cases/ok/values_handed_on.rs:177 #[hp5::task]
    {
        let __v_x = unsafe { __hp5.array("x", hp5::rt::scalar(&raw const (x)), &[]) };
        let __v_y = unsafe { __hp5.array("y", hp5::rt::scalar(&raw const (y)), &[]) };
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
        let mut __t = __hp5.task(hp5::rt::site!("taken_apart:177", "tests/cases/ok/values_handed_on.rs", 177));
        __t.access(&__v_a, hp5::rt::Mode::Out, &[(0, 1)]);
        __t.access(&__v_x, hp5::rt::Mode::In, &[]);
        __t.access(&__v_y, hp5::rt::Mode::In, &[]);
        let __s0_a = [(0, 1)];
        let x = __v_x.view();
        let y = __v_y.view();
        let a = __v_a.view();
        let __body = move || {
            let x = x;
            let y = y;
            let mut a = a.within(&__s0_a);
            {
                a[0] = slow((*x)) + (*y);
            }
        };
        unsafe { __t.spawn(__body) };
    }
    __hp5.wait();
    (x, a[2]) = (a[0] + y, x);
    x
    };
    __hp5.end();
    __hp5_value
}

fn main() {
    let mut a = vec![0.5; 8];
    println!("{} {a:?}", seeds(&mut a));
    println!("{} {a:?}", inferred(&mut a));
    let pair = Pair {
        first: 1.0,
        second: 2.0,
    };
    println!("{} {a:?}", values(&mut a, &mut Generator { seed: 3 }, pair));
    println!("{} {a:?}", taken_apart(&mut a));
    copied_and_moved(&mut a);
    println!("{a:?}");
}
