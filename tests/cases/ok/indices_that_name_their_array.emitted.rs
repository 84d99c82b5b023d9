//! Elements that are written, and whose indices name their own array: `a[a.len() - 1 - i] = x`.

struct Ring(Vec<u64>);

impl std::ops::Index<usize> for Ring {
    type Output = u64;
    fn index(&self, i: usize) -> &u64 {
        let n = self.0.len();
        &self.0[i % n]
    }
}

impl std::ops::IndexMut<usize> for Ring {
    fn index_mut(&mut self, i: usize) -> &mut u64 {
        let n = self.0.len();
        &mut self.0[i % n]
    }
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn backwards(a: &mut [u64], b: &mut [u64; 64], g: &mut [[u64; 8]]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("backwards", "tests/cases/ok/indices_that_name_their_array.rs", 20));
    // hp5: tests/cases/ok/indices_that_name_their_array.rs:22 #[hp5::task_tile(i = 8)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("backwards:22", "tests/cases/ok/indices_that_name_their_array.rs", 22), hp5::rt::Order::Parallel, hp5::rt::chunks(0..a.len(), 8, 0));
        __loop.access(&__v_a, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(((a.len()) as isize) - __i_hi, ((a.len()) as isize) - __i_lo)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(((a.len()) as isize) - __i_hi, ((a.len()) as isize) - __i_lo)]);
        let a = __v_a.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __i_part = __chunks;
            let mut a = a.within(&__s0_a);
            for i in __i_part.clone() {
                hp5::rt::again(&a)[a.len() - 1 - i] = (i * i) as u64;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/indices_that_name_their_array.rs:26 #[hp5::task_tile(i = 8)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("backwards:26", "tests/cases/ok/indices_that_name_their_array.rs", 26), hp5::rt::Order::Parallel, hp5::rt::chunks(0..a.len(), 8, 0));
        __loop.access(&__v_b, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(((b.len()) as isize) - __i_hi, ((b.len()) as isize) - __i_lo)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [hp5::rt::ALL]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(((b.len()) as isize) - __i_hi, ((b.len()) as isize) - __i_lo)]);
        let a = __v_a.view();
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_b = __s0_b.of(&__chunks);
            let __i_part = __chunks;
            let a = a;
            let mut b = b.within(&__s0_b);
            for i in __i_part.clone() {
                hp5::rt::again(&b)[b.len() - 1 - i] += a[(i + 9) % a.len()]; //~ HP5-W0101
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/indices_that_name_their_array.rs:30 #[hp5::task_tile(i = 2)], parallel
    {
        let __v_g = unsafe { __hp5.array("g", hp5::rt::nested::<2, _>(&raw const g), &[0, 0]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("backwards:30", "tests/cases/ok/indices_that_name_their_array.rs", 30), hp5::rt::Order::Parallel, hp5::rt::chunks(0..g.len(), 2, 0));
        __loop.access(&__v_g, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(((g.len()) as isize) - __i_hi, ((g.len()) as isize) - __i_lo), hp5::rt::ALL]);
        let g = __v_g.view();
        let __body = __loop.body(move |__i_part| {
            let mut g = g;
            for i in __i_part.clone() {
                for j in 0..8 {
                    hp5::rt::again(&g)[(g.len() - 1 - i, g.row(i).len() - 1 - j)] = (i * 8 + j) as u64; //~ HP5-W0101
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/indices_that_name_their_array.rs:36 #[hp5::task]
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
        let mut __t = __hp5.task(hp5::rt::site!("backwards:36", "tests/cases/ok/indices_that_name_their_array.rs", 36));
        __t.access(&__v_a, hp5::rt::Mode::InOut, &[(((a.len()) as isize) - 1, ((a.len()) as isize))]);
        __t.access(&__v_b, hp5::rt::Mode::InOut, &[(((b.len()) as isize) - 2, ((b.len()) as isize) - 1)]);
        __t.access(&__v_b, hp5::rt::Mode::In, &[(((b.len() / 2) as isize), ((b.len() / 2) as isize) + 1)]);
        let __s0_a = [(((a.len()) as isize) - 1, ((a.len()) as isize))];
        let __s0_b = [(((b.len() / 2) as isize), ((b.len() / 2) as isize) + 1)];
        let __s1_b = [(((b.len()) as isize) - 2, ((b.len()) as isize) - 1)];
        let a = __v_a.view();
        let b = __v_b.view();
        let __body = move || {
            let mut a = a.within(&__s0_a);
            let _ = b.within(&__s0_b);
            let _ = b.within(&__s1_b);
            let mut b = b.within(&hp5::rt::CHECKED);
            {
                hp5::rt::again(&a)[a.len() - 1] += b[b.len() / 2];
                let last = &mut hp5::rt::again(&b)[b.len() - 2];
                *last = 3;
            }
        };
        unsafe { __t.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn chased(next: &mut [usize], pairs: &mut [(usize, u64)]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("chased", "tests/cases/ok/indices_that_name_their_array.rs", 44));
    // hp5: tests/cases/ok/indices_that_name_their_array.rs:46 #[hp5::task]
    {
        let __v_next = unsafe { __hp5.array("next", hp5::rt::flat(&raw const next), &[0]) };
        let mut __t = __hp5.task(hp5::rt::site!("chased:46", "tests/cases/ok/indices_that_name_their_array.rs", 46));
        __t.access(&__v_next, hp5::rt::Mode::InOut, &[hp5::rt::ALL]);
        __t.access(&__v_next, hp5::rt::Mode::In, &[(0, 2)]);
        let next = __v_next.view();
        let __body = move || {
            let mut next = next;
            {
                hp5::rt::again(&next)[next[0]] = 5; //~ HP5-W0101
                hp5::rt::again(&next)[next[1] % 3] += 2;
                (hp5::rt::again(&next)[next.len() - 4], next[0]) = (8, 9);
            }
        };
        unsafe { __t.spawn(__body) };
    }
    // hp5: tests/cases/ok/indices_that_name_their_array.rs:52 #[hp5::task_tile(i = 2)], ordered
    {
        let __v_pairs = unsafe { __hp5.array("pairs", hp5::rt::flat(&raw const pairs), &[2]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("chased:52", "tests/cases/ok/indices_that_name_their_array.rs", 52), hp5::rt::Order::Ordered, hp5::rt::chunks(0..pairs.len(), 2, 0));
        __loop.access(&__v_pairs, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [hp5::rt::ALL]);
        __loop.access(&__v_pairs, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_pairs = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let pairs = __v_pairs.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_pairs = __s0_pairs.of(&__chunks);
            let __i_part = __chunks;
            let mut pairs = pairs;
            let mut __in_pairs = pairs.within(&__s0_pairs);
            for i in __i_part.clone() {
                hp5::rt::again(&pairs)[__in_pairs[i].0].1 = i as u64; //~ HP5-W0101
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn around(ring: &mut Ring, b: &mut [u64], n: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("around", "tests/cases/ok/indices_that_name_their_array.rs", 58));
    // hp5: tests/cases/ok/indices_that_name_their_array.rs:60 #[hp5::task_tile(i = 8)], ordered
    {
        let __v_ring_0 = unsafe { __hp5.array("ring.0", hp5::rt::flat(&raw mut ring.0), &[0]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("around:60", "tests/cases/ok/indices_that_name_their_array.rs", 60), hp5::rt::Order::Ordered, hp5::rt::chunks(0..n, 8, 0));
        __loop.access(&__v_ring_0, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [hp5::rt::ALL]);
        let ring_0 = __v_ring_0.view();
        let __body = __loop.body(move |__i_part| {
            let n = hp5::rt::again(&n);
            let mut ring_0 = ring_0;
            for i in __i_part.clone() {
                hp5::rt::again(&ring_0)[(i + 3) % (ring_0.len())] = (i * 7) as u64; //~ HP5-W0101
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/indices_that_name_their_array.rs:64 #[hp5::task_tile(i = 8)], parallel
    {
        let __v_ring_0 = unsafe { __hp5.array("ring.0", hp5::rt::flat(&raw const ring.0), &[0]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[8]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("around:64", "tests/cases/ok/indices_that_name_their_array.rs", 64), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 8, 0));
        __loop.access(&__v_b, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_ring_0, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [hp5::rt::ALL]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let ring_0 = __v_ring_0.view();
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_b = __s0_b.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let ring_0 = ring_0;
            let mut b = b.within(&__s0_b);
            for i in __i_part.clone() {
                b[i] = ring_0[(i + n / 2) % (ring_0.len())]; //~ HP5-W0101
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

fn main() {
    let (mut a, mut b, mut g) = (vec![0; 64], [1; 64], vec![[0; 8]; 6]);
    backwards(&mut a, &mut b, &mut g);
    println!("{a:?} {b:?} {g:?}");
    let mut next = vec![1; 16];
    let mut pairs: Vec<(usize, u64)> = (0..10).map(|k| (9 - k, 0)).collect();
    chased(&mut next, &mut pairs);
    println!("{next:?} {pairs:?}");
    let (mut ring, mut b) = (Ring(vec![0; 32]), vec![0; 32]);
    around(&mut ring, &mut b, 32);
    println!("{:?} {b:?}", ring.0);
}
