//! Regions in methods: arrays and scalars are fields of `self`.

struct Plate {
    u: Vec<f64>,
    v: Vec<f64>,
    rows: usize,
    columns: usize,
    factor: f64,
}

impl Plate {
    fn new(rows: usize, columns: usize) -> Plate {
        let u: Vec<f64> = (0..rows * columns).map(|k| ((k * 5) % 43) as f64).collect();
        Plate { v: u.clone(), u, rows, columns, factor: 0.25 }
    }

    #[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
    fn step(&mut self, steps: usize) {
        let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("step", "tests/cases/ok/method.rs", 17));
        for _ in __hp5.rounds(2, 0..steps) {
            // hp5: tests/cases/ok/method.rs:21 #[hp5::task_tile(i = 6)], parallel
            {
                let __v_self_u = unsafe { __hp5.array("self.u", hp5::rt::flat(&raw const self.u).rows((self.columns as isize)), &[6, 0]) };
                let __v_self_v = unsafe { __hp5.array("self.v", hp5::rt::flat(&raw mut self.v).rows((self.columns as isize)), &[6, 0]) };
                let self_rows = hp5::rt::cap!(self.rows);
                let self_columns = hp5::rt::cap!(self.columns);
                let self_factor = hp5::rt::cap!(self.factor);
                let mut __loop = __hp5.loop_tasks(hp5::rt::site!("step:21", "tests/cases/ok/method.rs", 21), hp5::rt::Order::Parallel, hp5::rt::chunks(1..self.rows - 1, 6, 0));
                __loop.access(&__v_self_v, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (1, (self.columns as isize) - 1)]);
                __loop.access(&__v_self_u, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi + 1), (0, (self.columns as isize))]);
                let __s0_self_u = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi + 1), (1, (self.columns as isize) - 1)]);
                let __s0_self_v = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (1, (self.columns as isize) - 1)]);
                let self_u = __v_self_u.view();
                let self_v = __v_self_v.view();
                let __body = __loop.body(move |__chunks| {
                    let __s0_self_u = __s0_self_u.of(&__chunks);
                    let __s0_self_v = __s0_self_v.of(&__chunks);
                    let __i_part = __chunks;
                    let self_rows = hp5::rt::again(&self_rows);
                    let self_columns = hp5::rt::again(&self_columns);
                    let self_factor = hp5::rt::again(&self_factor);
                    let self_u = self_u.within(&__s0_self_u);
                    let mut self_v = self_v.within(&__s0_self_v);
                    for i in __i_part.clone() {
                        for j in 1..self_columns - 1 {
                            self_v[i * self_columns + j] = self_factor
                                * (self_u[(i - 1) * self_columns + j]
                                    + self_u[(i + 1) * self_columns + j]
                                    + self_u[i * self_columns + j - 1]
                                    + self_u[i * self_columns + j + 1]);
                        }
                    }
                });
                unsafe { __loop.spawn(__body) };
            }
            std::mem::swap(&mut self.u, &mut self.v);
        }
        __hp5.end();
    }

    #[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
    fn total(&self) -> i64 {
        let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("total", "tests/cases/ok/method.rs", 35));
        let __hp5_value = {
        let mut total = 0; let __hp5_hold_1139 = __hp5.hold();
        // hp5: tests/cases/ok/method.rs:38 #[hp5::task_tile(k = 50, reduction(+: total))], parallel
        {
            let __v_self_u = unsafe { __hp5.array("self.u", hp5::rt::flat(&raw const self.u), &[50]) };
            let __v_total = unsafe { __hp5.array("total", hp5::rt::scalar(&raw mut (total)), &[]) };
            let __red_total = unsafe { __hp5.reduction::<hp5::rt::op::Add, _>(&__v_total) };
            let mut __loop = __hp5.task_loop(hp5::rt::site!("total:38", "tests/cases/ok/method.rs", 38), hp5::rt::Order::Parallel);
            for __k_part in hp5::rt::chunks(0..self.u.len(), 50, 0) {
                let (__k_lo, __k_hi) = hp5::rt::ends(&__k_part);
                let mut __t = __loop.task();
                __t.access(&__v_self_u, hp5::rt::Mode::In, &[(__k_lo, __k_hi)]);
                let __slot_total = __red_total.slot(&mut __t);
                let __s0_self_u = [(__k_lo, __k_hi)];
                let __k_part = __k_part.clone();
                let self_u = __v_self_u.view();
                let __body = move || {
                    let self_u = self_u.within(&__s0_self_u);
                    let mut total = __slot_total.identity();
                    for k in __k_part.clone() {
                        total += self_u[k] as i64;
                    }
                    __slot_total.put(total);
                };
                unsafe { __t.spawn(__body) };
            }
            __loop.finish();
            __red_total.combine(hp5::rt::site!("total:38", "tests/cases/ok/method.rs", 38));
        }
        __hp5.wait();
        let result = total;
        result
        };
        __hp5.end();
        __hp5_value
    }
}

fn main() {
    let mut plate = Plate::new(27, 19);
    plate.step(5);
    println!("{:016x} {}", plate.u.iter().fold(0.0, |s, x| s + x).to_bits(), plate.total());
}
