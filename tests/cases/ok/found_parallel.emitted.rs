//! Loops that are shown to be parallel by what their functions say of numbers.

struct Lattice {
    nx: usize,
    ny: usize,
    f: Vec<[f64; 9]>,
    g: Vec<[f64; 9]>,
}

impl Lattice {
    // Cells of an array, by rows and columns, of which each is an array.
    #[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
    fn turn(&mut self) {
        let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("turn", "tests/cases/ok/found_parallel.rs", 12));
        let nx = self.nx;
        for _ in __hp5.rounds(1, 0..4) {
            // hp5: tests/cases/ok/found_parallel.rs:16 #[hp5::task_tile(y = 2)], parallel
            {
                let __v_self_f = unsafe { __hp5.array("self.f", hp5::rt::flat(&raw const self.f).rows((nx as isize)), &[2, 0]) };
                let __v_self_g = unsafe { __hp5.array("self.g", hp5::rt::flat(&raw mut self.g).rows((nx as isize)), &[2, 0]) };
                let self_ny = hp5::rt::cap!(self.ny);
                let mut __loop = __hp5.loop_tasks(hp5::rt::site!("turn:16", "tests/cases/ok/found_parallel.rs", 16), hp5::rt::Order::Parallel, hp5::rt::chunks(0..self.ny, 2, 0));
                __loop.access(&__v_self_g, hp5::rt::Mode::InOut, |[(__y_lo, __y_hi)]| [(__y_lo, __y_hi), (0, (nx as isize))]);
                __loop.access(&__v_self_f, hp5::rt::Mode::In, |[(__y_lo, __y_hi)]| [(__y_lo, __y_hi), (0, (nx as isize))]);
                let __s0_self_f = __loop.section(|[(__y_lo, __y_hi)]| [(__y_lo, __y_hi), (0, (nx as isize))]);
                let __s0_self_g = __loop.section(|[(__y_lo, __y_hi)]| [(__y_lo, __y_hi), (0, (nx as isize))]);
                let nx = hp5::rt::cap_owned!(nx);
                let self_f = __v_self_f.view();
                let self_g = __v_self_g.view();
                let __body = __loop.body(move |__chunks| {
                    let __s0_self_f = __s0_self_f.of(&__chunks);
                    let __s0_self_g = __s0_self_g.of(&__chunks);
                    let __y_part = __chunks;
                    let nx = hp5::rt::again(&nx);
                    let self_ny = hp5::rt::again(&self_ny);
                    let self_f = self_f.within(&__s0_self_f);
                    let mut self_g = self_g.within(&__s0_self_g);
                    for y in __y_part.clone() {
                        for x in 0..nx {
                            let mut sum = 0.0;
                            for q in 0..9 {
                                sum += self_f[y * nx + x][q];
                            }
                            for q in 0..9 {
                                self_g[y * nx + x][q] = self_f[y * nx + x][q] - 0.1 * sum;
                            }
                        }
                    }
                });
                unsafe { __loop.spawn(__body) };
            }
            // hp5: tests/cases/ok/found_parallel.rs:28 #[hp5::task_tile(y = 2)], parallel
            {
                let __v_self_f = unsafe { __hp5.array("self.f", hp5::rt::flat(&raw mut self.f).rows((nx as isize)), &[2, 0]) };
                let __v_self_g = unsafe { __hp5.array("self.g", hp5::rt::flat(&raw const self.g).rows((nx as isize)), &[2, 0]) };
                let self_ny = hp5::rt::cap!(self.ny);
                let mut __loop = __hp5.loop_tasks(hp5::rt::site!("turn:28", "tests/cases/ok/found_parallel.rs", 28), hp5::rt::Order::Parallel, hp5::rt::chunks(1..self.ny - 1, 2, 0));
                __loop.access(&__v_self_f, hp5::rt::Mode::InOut, |[(__y_lo, __y_hi)]| [(__y_lo, __y_hi), (1, (nx as isize) - 1)]);
                __loop.access(&__v_self_g, hp5::rt::Mode::In, |[(__y_lo, __y_hi)]| [(__y_lo - 1, __y_hi + 1), (1, (nx as isize))]);
                let __s0_self_f = __loop.section(|[(__y_lo, __y_hi)]| [(__y_lo, __y_hi), (1, (nx as isize) - 1)]);
                let __s0_self_g = __loop.section(|[(__y_lo, __y_hi)]| [(__y_lo - 1, __y_hi - 1), (2, (nx as isize))]);
                let __s1_self_g = __loop.section(|[(__y_lo, __y_hi)]| [(__y_lo + 1, __y_hi + 1), (1, (nx as isize) - 1)]);
                let nx = hp5::rt::cap_owned!(nx);
                let self_f = __v_self_f.view();
                let self_g = __v_self_g.view();
                let __body = __loop.body(move |__chunks| {
                    let __s0_self_f = __s0_self_f.of(&__chunks);
                    let __s0_self_g = __s0_self_g.of(&__chunks);
                    let __s1_self_g = __s1_self_g.of(&__chunks);
                    let __y_part = __chunks;
                    let nx = hp5::rt::again(&nx);
                    let self_ny = hp5::rt::again(&self_ny);
                    let mut self_f = self_f.within(&__s0_self_f);
                    let _ = self_g.within(&__s0_self_g);
                    let _ = self_g.within(&__s1_self_g);
                    let self_g = self_g.within(&hp5::rt::CHECKED);
                    for y in __y_part.clone() {
                        for x in 1..nx - 1 {
                            for q in 0..8 {
                                self_f[y * nx + x][q] = self_g[(y - 1) * nx + x + 1][q] + self_g[(y + 1) * nx + x][q];
                            }
                            self_f[y * nx + x][8] += 1.0;
                        }
                    }
                });
                unsafe { __loop.spawn(__body) };
            }
        }
        __hp5.end();
    }
}

struct Plate {
    n: usize,
    u: Vec<f64>,
    v: Vec<f64>,
}

impl Plate {
    // One number by two names.
    #[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
    fn turn(&mut self) {
        let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("turn", "tests/cases/ok/found_parallel.rs", 49));
        let n = self.n;
        // hp5: tests/cases/ok/found_parallel.rs:52 #[hp5::task_tile(i = 2)], parallel
        {
            let __v_self_v = unsafe { __hp5.array("self.v", hp5::rt::flat(&raw const self.v).rows((n as isize)), &[2, 0]) };
            let __v_self_u = unsafe { __hp5.array("self.u", hp5::rt::flat(&raw mut self.u).rows((n as isize)), &[2, 0]) };
            let self_n = hp5::rt::cap!(self.n);
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("turn:52", "tests/cases/ok/found_parallel.rs", 52), hp5::rt::Order::Parallel, hp5::rt::chunks(1..n - 1, 2, 0));
            __loop.access(&__v_self_u, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (n as isize))]);
            __loop.access(&__v_self_v, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi + 1), (0, (n as isize))]);
            let __s0_self_v = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi + 1), (0, (n as isize))]);
            let __s0_self_u = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (n as isize))]);
            let n = hp5::rt::cap_owned!(n);
            let self_v = __v_self_v.view();
            let self_u = __v_self_u.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_self_v = __s0_self_v.of(&__chunks);
                let __s0_self_u = __s0_self_u.of(&__chunks);
                let __i_part = __chunks;
                let n = hp5::rt::again(&n);
                let self_n = hp5::rt::again(&self_n);
                let self_v = self_v.within(&__s0_self_v);
                let mut self_u = self_u.within(&__s0_self_u);
                for i in __i_part.clone() {
                    for j in 0..self_n {
                        self_u[i * n + j] = self_v[(i - 1) * self_n + j] + self_v[(i + 1) * n + j];
                    }
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        // hp5: tests/cases/ok/found_parallel.rs:58 #[hp5::task_tile(i = 2)], parallel
        {
            let __v_self_v = unsafe { __hp5.array("self.v", hp5::rt::flat(&raw mut self.v).rows((n as isize)), &[2, 0]) };
            let __v_self_u = unsafe { __hp5.array("self.u", hp5::rt::flat(&raw mut self.u).rows((n as isize)), &[2, 0]) };
            let self_n = hp5::rt::cap!(self.n);
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("turn:58", "tests/cases/ok/found_parallel.rs", 58), hp5::rt::Order::Parallel, hp5::rt::chunks(1..self.n - 1, 2, 0));
            __loop.access(&__v_self_v, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (n as isize))]);
            __loop.access(&__v_self_u, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (n as isize))]);
            __loop.access(&__v_self_u, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (n as isize))]);
            let __s0_self_v = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (n as isize))]);
            let __s0_self_u = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (n as isize))]);
            let n = hp5::rt::cap_owned!(n);
            let self_v = __v_self_v.view();
            let self_u = __v_self_u.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_self_v = __s0_self_v.of(&__chunks);
                let __s0_self_u = __s0_self_u.of(&__chunks);
                let __i_part = __chunks;
                let n = hp5::rt::again(&n);
                let self_n = hp5::rt::again(&self_n);
                let mut self_v = self_v.within(&__s0_self_v);
                let mut self_u = self_u.within(&__s0_self_u);
                for i in __i_part.clone() {
                    for j in 0..n {
                        self_u[i * self_n + j] += 1.0;
                        self_v[i * n + j] = self_u[i * n + j];
                    }
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        __hp5.end();
    }

    // The field is another number when the second loop runs.
    #[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
    fn halved(&mut self) {
        let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("halved", "tests/cases/ok/found_parallel.rs", 68));
        let n = self.n;
        self.n /= 2;
        // hp5: tests/cases/ok/found_parallel.rs:72 #[hp5::task_tile(i = 2)], ordered
        {
            let __v_self_u = unsafe { __hp5.array("self.u", hp5::rt::flat(&raw mut self.u), &[0]) };
            let self_n = hp5::rt::cap!(self.n);
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("halved:72", "tests/cases/ok/found_parallel.rs", 72), hp5::rt::Order::Ordered, hp5::rt::chunks(0..self.n, 2, 0));
            __loop.access(&__v_self_u, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo * (n as isize), __i_hi * (n as isize) - (n as isize) + (self.n as isize))]);
            let __c0_self_u = 0 < (self.n as isize);
            let __s0_self_u = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo * (n as isize), __i_hi * (n as isize) - (n as isize) + (self.n as isize))]);
            let n = hp5::rt::cap_owned!(n);
            let self_u = __v_self_u.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_self_u = __s0_self_u.of(&__chunks);
                let __i_part = __chunks;
                let n = hp5::rt::again(&n);
                let self_n = hp5::rt::again(&self_n);
                if __c0_self_u { let _ = self_u.within(&__s0_self_u); }
                let mut self_u = self_u.within(&hp5::rt::CHECKED);
                for i in __i_part.clone() {
                    for j in 0..self_n {
                        self_u[i * n + j] += 1.0;
                    }
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        // hp5: tests/cases/ok/found_parallel.rs:78 #[hp5::task_tile(i = 2)], parallel
        {
            let __v_self_u = unsafe { __hp5.array("self.u", hp5::rt::flat(&raw mut self.u), &[0]) };
            let self_n = hp5::rt::cap!(self.n);
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("halved:78", "tests/cases/ok/found_parallel.rs", 78), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 2, 0));
            __loop.access(&__v_self_u, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [hp5::rt::ALL]);
            let n = hp5::rt::cap_owned!(n);
            let self_u = __v_self_u.view();
            let __body = __loop.body(move |__i_part| {
                let n = hp5::rt::again(&n);
                let self_n = hp5::rt::again(&self_n);
                let mut self_u = self_u;
                for i in __i_part.clone() {
                    for j in 0..self_n {
                        self_u[i * self_n + j] *= 1.5; //~ HP5-W0101
                    }
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        __hp5.end();
    }
}

// Both halves of a symmetric matrix: rows meet in the diagonal alone.
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn covariance(data: &[Vec<f64>], cov: &mut [Vec<f64>]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("covariance", "tests/cases/ok/found_parallel.rs", 88));
    let (n, m) = (data.len(), cov.len());
    // hp5: tests/cases/ok/found_parallel.rs:91 #[hp5::task_tile(i = 2)], parallel
    {
        let __v_data = unsafe { __hp5.array("data", hp5::rt::nested::<2, _>(&raw const data), &[0, 2]) };
        let __v_cov = unsafe { __hp5.array("cov", hp5::rt::nested::<2, _>(&raw const cov), &[2, 0]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("covariance:91", "tests/cases/ok/found_parallel.rs", 91), hp5::rt::Order::Parallel, hp5::rt::chunks(0..m, 2, 0));
        __loop.access(&__v_cov, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (__i_lo, (m as isize))]);
        __loop.access(&__v_cov, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, (m as isize)), (__i_lo, __i_hi)]);
        __loop.access(&__v_data, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(0, (n as isize)), (__i_lo, __i_hi)]);
        __loop.access(&__v_data, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(0, (n as isize)), (__i_lo, (m as isize))]);
        __loop.access(&__v_cov, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (__i_lo, (m as isize))]);
        let m = hp5::rt::cap_owned!(m);
        let n = hp5::rt::cap_owned!(n);
        let data = __v_data.view();
        let cov = __v_cov.view();
        let __body = __loop.body(move |__i_part| {
            let m = hp5::rt::again(&m);
            let n = hp5::rt::again(&n);
            let data = data;
            let mut cov = cov;
            for i in __i_part.clone() {
                for j in i..m {
                    let mut sum = 0.0;
                    for k in 0..n {
                        sum += data[(k, i)] * data[(k, j)];
                    }
                    cov[(i, j)] = sum / (n as f64 - 1.0);
                    cov[(j, i)] = cov[(i, j)];
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // These do meet.
    // hp5: tests/cases/ok/found_parallel.rs:103 #[hp5::task_tile(i = 2)], ordered
    {
        let __v_cov = unsafe { __hp5.array("cov", hp5::rt::nested::<2, _>(&raw const cov), &[2, 0]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("covariance:103", "tests/cases/ok/found_parallel.rs", 103), hp5::rt::Order::Ordered, hp5::rt::chunks(0..m - 1, 2, 0));
        __loop.access(&__v_cov, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (__i_lo + 1, (m as isize))]);
        __loop.access(&__v_cov, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo + 1, __i_hi + 1), (__i_lo + 1, (m as isize))]);
        let m = hp5::rt::cap_owned!(m);
        let cov = __v_cov.view();
        let __body = __loop.body(move |__i_part| {
            let m = hp5::rt::again(&m);
            let mut cov = cov;
            for i in __i_part.clone() {
                for j in i + 1..m {
                    cov[(i, j)] += cov[(i + 1, j)]; //~ HP5-N0202
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn butterflies(a: &mut [i64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("butterflies", "tests/cases/ok/found_parallel.rs", 111));
    let n = a.len();
    let mut len = 2;
    while len <= n {
        let half = len / 2;
        // hp5: tests/cases/ok/found_parallel.rs:117 #[hp5::task_tile(b = 1)], parallel
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a).rows((len as isize)), &[1, 0]) };
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("butterflies:117", "tests/cases/ok/found_parallel.rs", 117), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n / len, 1, 0));
            __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__b_lo, __b_hi)]| [(__b_lo, __b_hi), ((half as isize), 2 * (half as isize))]);
            __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__b_lo, __b_hi)]| [(__b_lo, __b_hi), (0, (half as isize))]);
            __loop.access(&__v_a, hp5::rt::Mode::In, |[(__b_lo, __b_hi)]| [(__b_lo, __b_hi), ((half as isize), 2 * (half as isize))]);
            __loop.access(&__v_a, hp5::rt::Mode::In, |[(__b_lo, __b_hi)]| [(__b_lo, __b_hi), (0, (half as isize))]);
            let __s0_a = __loop.section(|[(__b_lo, __b_hi)]| [(__b_lo, __b_hi), ((half as isize), 2 * (half as isize))]);
            let __s1_a = __loop.section(|[(__b_lo, __b_hi)]| [(__b_lo, __b_hi), (0, (half as isize))]);
            let n = hp5::rt::cap_owned!(n);
            let len = hp5::rt::cap_owned!(len);
            let half = hp5::rt::cap_owned!(half);
            let a = __v_a.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_a = __s0_a.of(&__chunks);
                let __s1_a = __s1_a.of(&__chunks);
                let __b_part = __chunks;
                let n = hp5::rt::again(&n);
                let len = hp5::rt::again(&len);
                let half = hp5::rt::again(&half);
                let _ = a.within(&__s0_a);
                let _ = a.within(&__s1_a);
                let mut a = a.within(&hp5::rt::CHECKED);
                for b in __b_part.clone() {
                    for k in 0..half {
                        let t = a[b * len + k + half];
                        a[b * len + k + half] = a[b * len + k] - t;
                        a[b * len + k] += 2 * t;
                    }
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        len *= 2;
    }
    __hp5.end();
}

// Closures that run through ranges, and counters.
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn iterators(a: &[f64], b: &[f64], c: &mut [f64], n: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("iterators", "tests/cases/ok/found_parallel.rs", 130));
    // hp5: tests/cases/ok/found_parallel.rs:132 #[hp5::task_tile(i = 2)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a).rows((n as isize)), &[2, 0]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b).rows((n as isize)), &[0, 0]) };
        let __v_c = unsafe { __hp5.array("c", hp5::rt::flat(&raw const c).rows((n as isize)), &[2, 0]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("iterators:132", "tests/cases/ok/found_parallel.rs", 132), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 2, 0));
        __loop.access(&__v_c, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (n as isize))]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (n as isize))]);
        __loop.access(&__v_b, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(0, (n as isize)), (0, (n as isize))]);
        let __s0_c = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (n as isize))]);
        let a = __v_a.view();
        let b = __v_b.view();
        let c = __v_c.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_c = __s0_c.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let a = a;
            let b = b;
            let mut c = c.within(&__s0_c);
            for i in __i_part.clone() {
                for j in 0..n {
                    c[i * n + j] = (0..n).map(|k| a[i * n + k] * b[k * n + j]).sum();
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/found_parallel.rs:138 #[hp5::task_tile(i = 2)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a).rows((n as isize)), &[2, 0]) };
        let __v_c = unsafe { __hp5.array("c", hp5::rt::flat(&raw const c).rows((n as isize)), &[2, 0]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("iterators:138", "tests/cases/ok/found_parallel.rs", 138), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 2, 0));
        __loop.access(&__v_c, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), hp5::rt::ALL]);
        __loop.access(&__v_c, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, 1)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (n as isize))]);
        __loop.access(&__v_c, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (n as isize))]);
        let __s0_c = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, 1)]);
        let a = __v_a.view();
        let c = __v_c.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_c = __s0_c.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let a = a;
            let mut c = c;
            let mut __in_c = c.within(&__s0_c);
            for i in __i_part.clone() {
                let last = (0..n).rev().filter(|&k| c[i * n + k] > 3.0).fold(0.0, |s, k| s + c[i * n + k]);
                (0..n).for_each(|j| c[i * n + j] *= 0.5);
                __in_c[i * n] += last;
                for (j, x) in c[i * n..(i + 1) * n].iter_mut().enumerate() {
                    *x += a[i * n + j];
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

fn main() {
    let cell = |k: usize| std::array::from_fn(|q| ((k * 7 + q * 3) % 11) as f64);
    let f: Vec<[f64; 9]> = (0..12 * 9).map(cell).collect();
    let mut lattice = Lattice { nx: 12, ny: 9, g: f.clone(), f };
    lattice.turn();
    println!("{:?} {:?}", lattice.f[40], lattice.g[77]);
    let u: Vec<f64> = (0..144).map(|k| (k % 13) as f64).collect();
    let mut plate = Plate { n: 12, v: u.clone(), u };
    plate.turn();
    plate.halved();
    println!("{:?} {:?}", plate.u, plate.v);
    let data: Vec<Vec<f64>> = (0..9).map(|i| (0..14).map(|j| ((i * j) % 5) as f64).collect()).collect();
    let mut cov = vec![vec![0.0; 14]; 14];
    covariance(&data, &mut cov);
    println!("{cov:?}");
    let mut a: Vec<i64> = (0..64).map(|k| k * k % 17).collect();
    butterflies(&mut a);
    println!("{a:?}");
    let a: Vec<f64> = (0..100).map(|k| (k % 7) as f64).collect();
    let mut c = vec![0.0; 100];
    iterators(&a, &plate.u, &mut c, 10);
    println!("{c:?}");
}
