//! Lengths and tile sizes that are parameters of types.

struct Matrix<const R: usize, const C: usize>([[i64; C]; R]);

impl<const R: usize, const C: usize> Matrix<R, C> {
    const HALF: usize = R / 2;

    #[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
    fn fold<const TILE: usize>(&mut self, by: &[i64; C]) {
        let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("fold", "tests/cases/ok/const_generics.rs", 8));
        // hp5: tests/cases/ok/const_generics.rs:10 #[hp5::task_tile(i = TILE)], parallel
        {
            let __v_by = unsafe { __hp5.array("by", hp5::rt::flat(&raw const by), &[0]) };
            let __v_self_0 = unsafe { __hp5.array("self.0", hp5::rt::nested::<2, _>(&raw mut self.0), &[(TILE) as usize, 0]) };
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("fold:10", "tests/cases/ok/const_generics.rs", 10), hp5::rt::Order::Parallel, hp5::rt::chunks(0..R, (TILE) as usize, hp5::rt::offset((TILE) as usize, &[(1, 0, 0, (TILE) as usize)])));
            __loop.access(&__v_self_0, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (C as isize))]);
            __loop.access(&__v_by, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(0, (C as isize))]);
            let __s0_by = __loop.section(|[(__i_lo, __i_hi)]| [(0, (C as isize))]);
            let __s0_self_0 = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (C as isize))]);
            let by = __v_by.view();
            let self_0 = __v_self_0.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_by = __s0_by.of(&__chunks);
                let __s0_self_0 = __s0_self_0.of(&__chunks);
                let __i_part = __chunks;
                let by = by.within(&__s0_by);
                let mut self_0 = self_0.within(&__s0_self_0);
                for i in __i_part.clone() {
                    for j in 0..C {
                        self_0[(i, j)] += by[C - 1 - j];
                    }
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        // hp5: tests/cases/ok/const_generics.rs:16 #[hp5::task_tile(i = 2)], ordered
        {
            let __v_self_0 = unsafe { __hp5.array("self.0", hp5::rt::nested::<2, _>(&raw mut self.0), &[(TILE) as usize, 0]) };
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("fold:16", "tests/cases/ok/const_generics.rs", 16), hp5::rt::Order::Ordered, hp5::rt::chunks(0..Self::HALF, 2, 0));
            __loop.access(&__v_self_0, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (C as isize))]);
            __loop.access(&__v_self_0, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [((R as isize) - __i_hi, (R as isize) - __i_lo), (0, (C as isize))]);
            let __s0_self_0 = __loop.section(|[(__i_lo, __i_hi)]| [((R as isize) - __i_hi, (R as isize) - __i_lo), (0, (C as isize))]);
            let __s1_self_0 = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (C as isize))]);
            let self_0 = __v_self_0.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_self_0 = __s0_self_0.of(&__chunks);
                let __s1_self_0 = __s1_self_0.of(&__chunks);
                let __i_part = __chunks;
                let mut self_0 = self_0.within_all(&[&__s0_self_0, &__s1_self_0]);
                for i in __i_part.clone() {
                    for j in 0..C {
                        self_0[(i, j)] += self_0[(R - 1 - i, j)];
                    }
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        __hp5.end();
    }
}

fn main() {
    let mut matrix = Matrix([[1, 2, 3], [4, 5, 6], [7, 8, 9], [1, 0, 1], [2, 2, 2]]);
    matrix.fold::<2>(&[10, 20, 30]);
    println!("{:?}", matrix.0);
}
