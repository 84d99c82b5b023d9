//! `private` of what the caller owns: slices, vectors, arrays and numbers behind references, parameters by
//! value, parts of arrays, fields. Each task has its own; the caller's are not changed.

struct Filter {
    line: Vec<f64>,
    out: Vec<f64>,
    by: usize,
}

impl Filter {
    #[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
    fn run(&mut self, a: &[f64]) {
        let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("run", "tests/cases/ok/private_parameters.rs", 11));
        // hp5: tests/cases/ok/private_parameters.rs:13 #[hp5::task_tile(i = 4, private(self.line))], parallel
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[4]) };
            let __v_self_out = unsafe { __hp5.array("self.out", hp5::rt::flat(&raw mut self.out), &[4]) };
            let self_by = hp5::rt::cap!(self.by);
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("run:13", "tests/cases/ok/private_parameters.rs", 13), hp5::rt::Order::Parallel, hp5::rt::chunks(0..a.len(), 4, 0));
            __loop.access(&__v_self_out, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let __c0_a = 0 < ((self.line.len()) as isize);
            let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let __s0_self_out = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let self_line = hp5::rt::cap_owned!(self.line);
            let a = __v_a.view();
            let self_out = __v_self_out.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_a = __s0_a.of(&__chunks);
                let __s0_self_out = __s0_self_out.of(&__chunks);
                let __i_part = __chunks;
                let self_by = hp5::rt::again(&self_by);
                let self_line = hp5::rt::again(&self_line);
                if __c0_a { let _ = a.within(&__s0_a); }
                let a = a.within(&hp5::rt::CHECKED);
                let mut self_out = self_out.within(&__s0_self_out);
                let mut self_line = self_line;
                for i in __i_part.clone() {
                    for k in 0..self_line.len() {
                        self_line[k] = a[i] + (k + self_by) as f64;
                    }
                    self_out[i] = self_line.iter().sum::<f64>();
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        __hp5.end();
    }
}

fn set(part: &mut [f64], x: f64) {
    for e in part.iter_mut() {
        *e = x;
    }
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn many<'a, T: Copy + Send + Sync + From<u8>>(
    line: &'a mut [[f64; 3]],
    vector: &mut Vec<f64>,
    mut any: Vec<T>,
    array: &mut [f64; 4],
    mut own: [f64; 4],
    x: &mut f64,
    rhs: &mut [[f64; 16]],
) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("many", "tests/cases/ok/private_parameters.rs", 29));
    let part = &mut vector[1..5];
    // hp5: tests/cases/ok/private_parameters.rs:40 #[hp5::task_tile(k = 4, private(line, part, any, array, own, x))], parallel
    {
        let __v_rhs = unsafe { __hp5.array("rhs", hp5::rt::nested::<2, _>(&raw const rhs), &[4, 0]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("many:40", "tests/cases/ok/private_parameters.rs", 40), hp5::rt::Order::Parallel, hp5::rt::chunks(0..32, 4, 0));
        __loop.access(&__v_rhs, hp5::rt::Mode::InOut, |[(__k_lo, __k_hi)]| [(__k_lo, __k_hi), (0, 16)]);
        let __s0_rhs = __loop.section(|[(__k_lo, __k_hi)]| [(__k_lo, __k_hi), (0, 16)]);
        let line = ::std::borrow::ToOwned::to_owned(&*line);
        let part = ::std::borrow::ToOwned::to_owned(&*part);
        let any = hp5::rt::cap_owned!(any);
        let array = ::std::borrow::ToOwned::to_owned(&*array);
        let own = hp5::rt::cap_owned!(own);
        let x = ::std::borrow::ToOwned::to_owned(&*x);
        let rhs = __v_rhs.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_rhs = __s0_rhs.of(&__chunks);
            let __k_part = __chunks;
            let line = hp5::rt::again(&line);
            let part = hp5::rt::again(&part);
            let any = hp5::rt::again(&any);
            let array = hp5::rt::again(&array);
            let own = hp5::rt::again(&own);
            let x = hp5::rt::again(&x);
            let mut rhs = rhs.within(&__s0_rhs);
            let mut __own_line = line;
            let mut line: &mut [[f64; 3]] = &mut __own_line;
            let mut __own_part = part;
            let mut part = &mut __own_part;
            let mut any = any;
            let mut __own_array = array;
            let mut array: &mut [f64; 4] = &mut __own_array;
            let mut own = own;
            let mut __own_x = x;
            let mut x: &mut f64 = &mut __own_x;
            for k in __k_part.clone() {
                for i in 0..16 {
                    line[i][1] = 1.0 + (i + k) as f64;
                }
                set(part, k as f64);
                any[0] = T::from(1);
                array[1] = 2.0;
                own[2] = 3.0 + k as f64;
                *x = 3.0;
                for i in 0..16 {
                    rhs[(k, i)] /= line[i][1] + part[2] + array[1] + own[2] + *x;
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
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
