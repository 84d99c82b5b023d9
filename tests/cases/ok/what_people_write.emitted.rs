//! What people write: filters, automata, means, products, histograms, prefix sums, particles, without clauses but
//! for reductions.

#[derive(Clone, Copy, Default)]
struct P {
    x: f64,
    y: f64,
    vx: f64,
    vy: f64,
}

// Blur with clamp.
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn blur(src: &[f32], dst: &mut [f32], w: usize, h: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("blur", "tests/cases/ok/what_people_write.rs", 13));
    // hp5: tests/cases/ok/what_people_write.rs:15 #[hp5::task_tile(y = 8)], parallel
    {
        let __v_src = unsafe { __hp5.array("src", hp5::rt::flat(&raw const src).rows((w as isize)), &[8, 0]) };
        let __v_dst = unsafe { __hp5.array("dst", hp5::rt::flat(&raw const dst).rows((w as isize)), &[8, 0]) };
        let h = hp5::rt::cap!(h);
        let w = hp5::rt::cap!(w);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("blur:15", "tests/cases/ok/what_people_write.rs", 15), hp5::rt::Order::Parallel, hp5::rt::chunks(0..h, 8, 0));
        __loop.access(&__v_dst, hp5::rt::Mode::Out, |[(__y_lo, __y_hi)]| [(__y_lo, __y_hi), (0, (w as isize))]);
        __loop.access(&__v_src, hp5::rt::Mode::In, |[(__y_lo, __y_hi)]| [hp5::rt::ALL, hp5::rt::ALL]);
        let __s0_dst = __loop.section(|[(__y_lo, __y_hi)]| [(__y_lo, __y_hi), (0, (w as isize))]);
        let src = __v_src.view();
        let dst = __v_dst.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_dst = __s0_dst.of(&__chunks);
            let __y_part = __chunks;
            let h = hp5::rt::again(&h);
            let w = hp5::rt::again(&w);
            let src = src;
            let mut dst = dst.within(&__s0_dst);
            for y in __y_part.clone() {
                for x in 0..w {
                    let mut acc = 0.0;
                    let mut n = 0;
                    for dy in -1i32..=1 {
                        for dx in -1i32..=1 {
                            let yy = y as i32 + dy;
                            let xx = x as i32 + dx;
                            if yy >= 0 && yy < h as i32 && xx >= 0 && xx < w as i32 {
                                acc += src[yy as usize * w + xx as usize];
                                n += 1;
                            }
                        }
                    }
                    dst[y * w + x] = acc / n as f32;
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

// Life with wrap.
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn life(cur: &[u8], next: &mut [u8], w: usize, h: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("life", "tests/cases/ok/what_people_write.rs", 36));
    // hp5: tests/cases/ok/what_people_write.rs:38 #[hp5::task_tile(y = 8)], parallel
    {
        let __v_cur = unsafe { __hp5.array("cur", hp5::rt::flat(&raw const cur).rows((w as isize)), &[8, 0]) };
        let __v_next = unsafe { __hp5.array("next", hp5::rt::flat(&raw const next).rows((w as isize)), &[8, 0]) };
        let h = hp5::rt::cap!(h);
        let w = hp5::rt::cap!(w);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("life:38", "tests/cases/ok/what_people_write.rs", 38), hp5::rt::Order::Parallel, hp5::rt::chunks(0..h, 8, 0));
        __loop.access(&__v_next, hp5::rt::Mode::Out, |[(__y_lo, __y_hi)]| [(__y_lo, __y_hi), (0, (w as isize))]);
        __loop.access(&__v_cur, hp5::rt::Mode::In, |[(__y_lo, __y_hi)]| [hp5::rt::ALL, hp5::rt::ALL]);
        let __s0_next = __loop.section(|[(__y_lo, __y_hi)]| [(__y_lo, __y_hi), (0, (w as isize))]);
        let cur = __v_cur.view();
        let next = __v_next.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_next = __s0_next.of(&__chunks);
            let __y_part = __chunks;
            let h = hp5::rt::again(&h);
            let w = hp5::rt::again(&w);
            let cur = cur;
            let mut next = next.within(&__s0_next);
            for y in __y_part.clone() {
                let up = (y + h - 1) % h;
                let down = (y + 1) % h;
                for x in 0..w {
                    let left = (x + w - 1) % w;
                    let right = (x + 1) % w;
                    let n = cur[up * w + left]
                        + cur[up * w + x]
                        + cur[up * w + right]
                        + cur[y * w + left]
                        + cur[y * w + right]
                        + cur[down * w + left]
                        + cur[down * w + x]
                        + cur[down * w + right];
                    next[y * w + x] = if n == 3 || (n == 2 && cur[y * w + x] == 1) {
                        1
                    } else {
                        0
                    };
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

// Lbm-like with constant directions.
const Q: usize = 9;
const CX: [i32; 9] = [0, 1, 0, -1, 0, 1, -1, -1, 1];
const CY: [i32; 9] = [0, 0, 1, 0, -1, 1, 1, -1, -1];
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn lbm(f: &[f64], g: &mut [f64], nx: usize, ny: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("lbm", "tests/cases/ok/what_people_write.rs", 66));
    // hp5: tests/cases/ok/what_people_write.rs:68 #[hp5::task_tile(y = 4)], parallel
    {
        let __v_f = unsafe { __hp5.array("f", hp5::rt::flat(&raw const f), &[0]) };
        let __v_g = unsafe { __hp5.array("g", hp5::rt::flat(&raw const g).planes((nx as isize), (Q as isize)), &[4, 0, 0]) };
        let ny = hp5::rt::cap!(ny);
        let nx = hp5::rt::cap!(nx);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("lbm:68", "tests/cases/ok/what_people_write.rs", 68), hp5::rt::Order::Parallel, hp5::rt::chunks(0..ny, 4, 0));
        __loop.access(&__v_g, hp5::rt::Mode::Out, |[(__y_lo, __y_hi)]| [(__y_lo, __y_hi), (0, (nx as isize)), (0, (Q as isize))]);
        __loop.access(&__v_f, hp5::rt::Mode::In, |[(__y_lo, __y_hi)]| [hp5::rt::ALL]);
        let __s0_g = __loop.section(|[(__y_lo, __y_hi)]| [(__y_lo, __y_hi), (0, (nx as isize)), (0, (Q as isize))]);
        let f = __v_f.view();
        let g = __v_g.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_g = __s0_g.of(&__chunks);
            let __y_part = __chunks;
            let ny = hp5::rt::again(&ny);
            let nx = hp5::rt::again(&nx);
            let f = f;
            let mut g = g.within(&__s0_g);
            for y in __y_part.clone() {
                for x in 0..nx {
                    for q in 0..Q {
                        let xs = (x as i32 - CX[q] + nx as i32) as usize % nx;
                        let ys = (y as i32 - CY[q] + ny as i32) as usize % ny;
                        g[(y * nx + x) * Q + q] = f[(ys * nx + xs) * Q + q];
                    }
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/what_people_write.rs:78 #[hp5::task_tile(y = 4)], parallel
    {
        let __v_g = unsafe { __hp5.array("g", hp5::rt::flat(&raw const g).planes((nx as isize), (Q as isize)), &[4, 0, 0]) };
        let ny = hp5::rt::cap!(ny);
        let nx = hp5::rt::cap!(nx);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("lbm:78", "tests/cases/ok/what_people_write.rs", 78), hp5::rt::Order::Parallel, hp5::rt::chunks(0..ny, 4, 0));
        __loop.access(&__v_g, hp5::rt::Mode::InOut, |[(__y_lo, __y_hi)]| [(__y_lo, __y_hi), (0, (nx as isize)), hp5::rt::ALL]);
        let g = __v_g.view();
        let __body = __loop.body(move |__y_part| {
            let ny = hp5::rt::again(&ny);
            let nx = hp5::rt::again(&nx);
            let mut g = g;
            for y in __y_part.clone() {
                for x in 0..nx {
                    let cell = &mut g[(y * nx + x) * Q..(y * nx + x + 1) * Q];
                    let rho: f64 = cell.iter().sum();
                    for v in cell.iter_mut() {
                        *v += 0.1 * (rho / 9.0 - *v);
                    }
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

// Kmeans assign + update.
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn kmeans(pts: &[f64], cent: &mut [f64], label: &mut [usize], n: usize, k: usize, d: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("kmeans", "tests/cases/ok/what_people_write.rs", 91));
    for _ in __hp5.rounds(1, 0..3) {
        // hp5: tests/cases/ok/what_people_write.rs:94 #[hp5::task_tile(i = 64)], parallel
        {
            let __v_pts = unsafe { __hp5.array("pts", hp5::rt::flat(&raw const pts).rows((d as isize)), &[64, 0]) };
            let __v_cent = unsafe { __hp5.array("cent", hp5::rt::flat(&raw const cent).rows((d as isize)), &[1, 0]) };
            let __v_label = unsafe { __hp5.array("label", hp5::rt::flat(&raw const label), &[64]) };
            let n = hp5::rt::cap!(n);
            let k = hp5::rt::cap!(k);
            let d = hp5::rt::cap!(d);
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("kmeans:94", "tests/cases/ok/what_people_write.rs", 94), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 64, 0));
            __loop.access(&__v_label, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            __loop.access(&__v_pts, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (d as isize))]);
            __loop.access(&__v_cent, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(0, (k as isize)), (0, (d as isize))]);
            let __c0_pts = 0 < (k as isize);
            let __s0_pts = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (d as isize))]);
            let __s0_cent = __loop.section(|[(__i_lo, __i_hi)]| [(0, (k as isize)), (0, (d as isize))]);
            let __s0_label = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let pts = __v_pts.view();
            let cent = __v_cent.view();
            let label = __v_label.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_pts = __s0_pts.of(&__chunks);
                let __s0_cent = __s0_cent.of(&__chunks);
                let __s0_label = __s0_label.of(&__chunks);
                let __i_part = __chunks;
                let n = hp5::rt::again(&n);
                let k = hp5::rt::again(&k);
                let d = hp5::rt::again(&d);
                if __c0_pts { let _ = pts.within(&__s0_pts); }
                let pts = pts.within(&hp5::rt::CHECKED);
                let cent = cent.within(&__s0_cent);
                let mut label = label.within(&__s0_label);
                for i in __i_part.clone() {
                    let mut best = 0;
                    let mut bd = f64::MAX;
                    for c in 0..k {
                        let mut dist = 0.0;
                        for j in 0..d {
                            let t = pts[i * d + j] - cent[c * d + j];
                            dist += t * t;
                        }
                        if dist < bd {
                            bd = dist;
                            best = c;
                        }
                    }
                    label[i] = best;
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        // hp5: tests/cases/ok/what_people_write.rs:111 #[hp5::task_tile(c = 1)], parallel
        {
            let __v_pts = unsafe { __hp5.array("pts", hp5::rt::flat(&raw const pts).rows((d as isize)), &[64, 0]) };
            let __v_cent = unsafe { __hp5.array("cent", hp5::rt::flat(&raw const cent).rows((d as isize)), &[1, 0]) };
            let __v_label = unsafe { __hp5.array("label", hp5::rt::flat(&raw const label), &[64]) };
            let k = hp5::rt::cap!(k);
            let d = hp5::rt::cap!(d);
            let n = hp5::rt::cap!(n);
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("kmeans:111", "tests/cases/ok/what_people_write.rs", 111), hp5::rt::Order::Parallel, hp5::rt::chunks(0..k, 1, 0));
            __loop.access(&__v_cent, hp5::rt::Mode::InOut, |[(__c_lo, __c_hi)]| [(__c_lo, __c_hi), (0, (d as isize))]);
            __loop.access(&__v_pts, hp5::rt::Mode::In, |[(__c_lo, __c_hi)]| [(0, (n as isize)), (0, (d as isize))]);
            __loop.access(&__v_label, hp5::rt::Mode::In, |[(__c_lo, __c_hi)]| [(0, (n as isize))]);
            let __s0_cent = __loop.section(|[(__c_lo, __c_hi)]| [(__c_lo, __c_hi), (0, (d as isize))]);
            let __s0_label = __loop.section(|[(__c_lo, __c_hi)]| [(0, (n as isize))]);
            let pts = __v_pts.view();
            let cent = __v_cent.view();
            let label = __v_label.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_cent = __s0_cent.of(&__chunks);
                let __s0_label = __s0_label.of(&__chunks);
                let __c_part = __chunks;
                let k = hp5::rt::again(&k);
                let d = hp5::rt::again(&d);
                let n = hp5::rt::again(&n);
                let pts = pts;
                let mut cent = cent;
                let mut __in_cent = cent.within(&__s0_cent);
                let label = label.within(&__s0_label);
                for c in __c_part.clone() {
                    let mut cnt = 0;
                    for j in 0..d {
                        __in_cent[c * d + j] = 0.0;
                    }
                    for i in 0..n {
                        if label[i] == c {
                            cnt += 1;
                            for j in 0..d {
                                cent[c * d + j] += pts[i * d + j];
                            }
                        }
                    }
                    if cnt > 0 {
                        for j in 0..d {
                            cent[c * d + j] /= cnt as f64;
                        }
                    }
                }
            });
            unsafe { __loop.spawn(__body) };
        }
    }
    __hp5.end();
}

// Matmul.
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn matmul(a: &[Vec<f64>], b: &[Vec<f64>], c: &mut [Vec<f64>]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("matmul", "tests/cases/ok/what_people_write.rs", 135));
    // hp5: tests/cases/ok/what_people_write.rs:137 #[hp5::task_tile(i = 8, j = 8)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::nested::<2, _>(&raw const a), &[8, 0]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::nested::<2, _>(&raw const b), &[0, 8]) };
        let __v_c = unsafe { __hp5.array("c", hp5::rt::nested::<2, _>(&raw const c), &[8, 8]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("matmul:137", "tests/cases/ok/what_people_write.rs", 137), hp5::rt::Order::Parallel, (
            hp5::rt::chunks(0..a.len(), 8, 0),
            hp5::rt::chunks(0..b[0].len(), 8, 0),
        ));
        __loop.access(&__v_c, hp5::rt::Mode::Out, |[(__i_lo, __i_hi), (__j_lo, __j_hi)]| [(__i_lo, __i_hi), (__j_lo, __j_hi)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi), (__j_lo, __j_hi)]| [(__i_lo, __i_hi), (0, ((b.len()) as isize))]);
        __loop.access(&__v_b, hp5::rt::Mode::In, |[(__i_lo, __i_hi), (__j_lo, __j_hi)]| [(0, ((b.len()) as isize)), (__j_lo, __j_hi)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi), (__j_lo, __j_hi)]| [(__i_lo, __i_hi), (0, ((b.len()) as isize))]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi), (__j_lo, __j_hi)]| [(0, ((b.len()) as isize)), (__j_lo, __j_hi)]);
        let __s0_c = __loop.section(|[(__i_lo, __i_hi), (__j_lo, __j_hi)]| [(__i_lo, __i_hi), (__j_lo, __j_hi)]);
        let a = __v_a.view();
        let b = __v_b.view();
        let c = __v_c.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __s0_b = __s0_b.of(&__chunks);
            let __s0_c = __s0_c.of(&__chunks);
            let (__i_part, __j_part) = __chunks;
            let a = a.within(&__s0_a);
            let b = b.within(&__s0_b);
            let mut c = c.within(&__s0_c);
            for i in __i_part.clone() {
                for j in __j_part.clone() {
                    let mut s = 0.0;
                    for k in 0..b.len() {
                        s += a[(i, k)] * b[(k, j)];
                    }
                    c[(i, j)] = s;
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

// Histogram by blocks.
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn histogram(data: &[u8], part: &mut [Vec<u32>], out: &mut [u32], bs: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("histogram", "tests/cases/ok/what_people_write.rs", 150));
    // hp5: tests/cases/ok/what_people_write.rs:152 #[hp5::task_tile(b = 1)], parallel
    {
        let __v_data = unsafe { __hp5.array("data", hp5::rt::flat(&raw const data), &[0]) };
        let __v_part = unsafe { __hp5.array("part", hp5::rt::nested::<2, _>(&raw const part), &[1, 0]) };
        let bs = hp5::rt::cap!(bs);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("histogram:152", "tests/cases/ok/what_people_write.rs", 152), hp5::rt::Order::Parallel, hp5::rt::chunks(0..part.len(), 1, 0));
        __loop.access(&__v_part, hp5::rt::Mode::InOut, |[(__b_lo, __b_hi)]| [(__b_lo, __b_hi), hp5::rt::ALL]);
        __loop.access(&__v_data, hp5::rt::Mode::In, |[(__b_lo, __b_hi)]| [(__b_lo * (bs as isize), __b_hi * (bs as isize))]);
        let data = __v_data.view();
        let part = __v_part.view();
        let __body = __loop.body(move |__b_part| {
            let bs = hp5::rt::again(&bs);
            let data = data;
            let mut part = part;
            for b in __b_part.clone() {
                let lo = b * bs;
                let hi = ((b + 1) * bs).min(data.len());
                for i in lo..hi {
                    part[(b, data[i] as usize)] += 1;
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/what_people_write.rs:160 #[hp5::task]
    {
        let __v_part = unsafe { __hp5.array("part", hp5::rt::nested::<2, _>(&raw const part), &[1, 0]) };
        let __w_part = hp5::rt::whole(&raw const (part));
        let __v_out = unsafe { __hp5.array("out", hp5::rt::flat(&raw const out), &[0]) };
        let mut __t = __hp5.task(hp5::rt::site!("histogram:160", "tests/cases/ok/what_people_write.rs", 160));
        __t.access(&__v_out, hp5::rt::Mode::InOut, &[(0, 256)]);
        __t.access(&__v_part, hp5::rt::Mode::In, &[hp5::rt::ALL, hp5::rt::ALL]);
        let out = __v_out.view();
        let __body = move || {
            let part = unsafe { __w_part.get() };
            let mut out = out;
            for p in part.iter() {
                for v in 0..256 {
                    out[v] += p[v];
                }
            }
        };
        unsafe { __t.spawn(__body) };
    }
    __hp5.end();
}

// Prefix sums.
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn prefix(v: &mut [i64], sums: &mut [i64], bs: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("prefix", "tests/cases/ok/what_people_write.rs", 169));
    let nb = v.len().div_ceil(bs);
    let n = v.len();
    // hp5: tests/cases/ok/what_people_write.rs:173 #[hp5::task_tile(b = 1)], ordered
    {
        let __v_v = unsafe { __hp5.array("v", hp5::rt::flat(&raw const v), &[0]) };
        let __v_sums = unsafe { __hp5.array("sums", hp5::rt::flat(&raw const sums), &[1]) };
        let bs = hp5::rt::cap!(bs);
        let mut __loop = __hp5.task_loop(hp5::rt::site!("prefix:173", "tests/cases/ok/what_people_write.rs", 173), hp5::rt::Order::Ordered);
        for __b_part in hp5::rt::chunks(0..nb, 1, 0) {
            let (__b_lo, __b_hi) = hp5::rt::ends(&__b_part);
            let mut __t = __loop.task();
            let (__at0_lo, __at0_hi) = {
                let mut __ends = (isize::MAX, isize::MIN);
                for b in __b_part.clone() {
                    let (__first, __past): (isize, isize) = (((b as i128) * (bs as i128)) as isize, ((((b as i128) * (bs as i128)) + (bs as i128)).min((n as i128)) - 1) as isize);
                    if __first < __past {
                        __ends = (__ends.0.min(__first), __ends.1.max(__past));
                    }
                }
                if __ends.0 < __ends.1 { __ends } else { (0, 0) }
            };
            let (__at1_lo, __at1_hi) = {
                let mut __ends = (isize::MAX, isize::MIN);
                for b in __b_part.clone() {
                    let (__first, __past): (isize, isize) = (((b as i128) * (bs as i128) + 1) as isize, ((((b as i128) * (bs as i128)) + (bs as i128)).min((n as i128))) as isize);
                    if __first < __past {
                        __ends = (__ends.0.min(__first), __ends.1.max(__past));
                    }
                }
                if __ends.0 < __ends.1 { __ends } else { (0, 0) }
            };
            let (__at2_lo, __at2_hi) = {
                let mut __ends = (isize::MAX, isize::MIN);
                for b in __b_part.clone() {
                    let (__first, __past): (isize, isize) = (((((b as i128) * (bs as i128)) + (bs as i128)).min((n as i128)) - 1) as isize, ((((b as i128) * (bs as i128)) + (bs as i128)).min((n as i128))) as isize);
                    if __first < __past {
                        __ends = (__ends.0.min(__first), __ends.1.max(__past));
                    }
                }
                if __ends.0 < __ends.1 { __ends } else { (0, 0) }
            };
            __t.access(&__v_v, hp5::rt::Mode::InOut, &[(__at1_lo, __at1_hi)]);
            __t.access(&__v_sums, hp5::rt::Mode::Out, &[(__b_lo, __b_hi)]);
            __t.access(&__v_v, hp5::rt::Mode::In, &[(__at0_lo, __at0_hi)]);
            __t.access(&__v_v, hp5::rt::Mode::In, &[(__at2_lo, __at2_hi)]);
            let __s0_sums = [(__b_lo, __b_hi)];
            let nb = hp5::rt::cap_owned!(nb);
            let n = hp5::rt::cap_owned!(n);
            let __b_part = __b_part.clone();
            let v = __v_v.view();
            let sums = __v_sums.view();
            let __body = move || {
                let mut v = v;
                let mut sums = sums.within(&__s0_sums);
                for b in __b_part.clone() {
                    let lo = b * bs;
                    let hi = ((b + 1) * bs).min(n);
                    for i in lo + 1..hi {
                        v[i] += v[i - 1];
                    }
                    sums[b] = v[hi - 1];
                }
            };
            unsafe { __t.spawn(__body) };
        }
        __loop.finish();
    }
    // hp5: tests/cases/ok/what_people_write.rs:182 #[hp5::task]
    {
        let __v_sums = unsafe { __hp5.array("sums", hp5::rt::flat(&raw const sums), &[1]) };
        let mut __t = __hp5.task(hp5::rt::site!("prefix:182", "tests/cases/ok/what_people_write.rs", 182));
        __t.access(&__v_sums, hp5::rt::Mode::InOut, &[(1, (nb as isize))]);
        __t.access(&__v_sums, hp5::rt::Mode::In, &[(0, (nb as isize) - 1)]);
        let __c0_sums = 1 < (nb as isize);
        let __s0_sums = [(0, (nb as isize))];
        let nb = hp5::rt::cap_owned!(nb);
        let sums = __v_sums.view();
        let __body = move || {
            if __c0_sums { let _ = sums.within(&__s0_sums); }
            let mut sums = sums.within(&hp5::rt::CHECKED);
            for b in 1..nb {
                sums[b] += sums[b - 1];
            }
        };
        unsafe { __t.spawn(__body) };
    }
    // hp5: tests/cases/ok/what_people_write.rs:186 #[hp5::task_tile(b = 1)], parallel
    {
        let __v_v = unsafe { __hp5.array("v", hp5::rt::flat(&raw const v), &[0]) };
        let __v_sums = unsafe { __hp5.array("sums", hp5::rt::flat(&raw const sums), &[1]) };
        let bs = hp5::rt::cap!(bs);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("prefix:186", "tests/cases/ok/what_people_write.rs", 186), hp5::rt::Order::Parallel, hp5::rt::chunks(1..nb, 1, 0));
        __loop.access(&__v_v, hp5::rt::Mode::InOut, |[(__b_lo, __b_hi)]| [(__b_lo * (bs as isize), __b_hi * (bs as isize))]);
        __loop.access(&__v_sums, hp5::rt::Mode::In, |[(__b_lo, __b_hi)]| [(__b_lo - 1, __b_hi - 1)]);
        let nb = hp5::rt::cap_owned!(nb);
        let n = hp5::rt::cap_owned!(n);
        let v = __v_v.view();
        let sums = __v_sums.view();
        let __body = __loop.body(move |__b_part| {
            let nb = hp5::rt::again(&nb);
            let bs = hp5::rt::again(&bs);
            let n = hp5::rt::again(&n);
            let mut v = v;
            let sums = sums;
            for b in __b_part.clone() {
                let lo = b * bs;
                let hi = ((b + 1) * bs).min(n);
                for i in lo..hi {
                    v[i] += sums[b - 1];
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

// Particles.
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn push(ps: &mut [P], ex: &[f64], nx: usize, dt: f64) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("push", "tests/cases/ok/what_people_write.rs", 197));
    // hp5: tests/cases/ok/what_people_write.rs:199 #[hp5::task_tile(i = 64)], parallel
    {
        let __v_ps = unsafe { __hp5.array("ps", hp5::rt::flat(&raw const ps), &[64]) };
        let __v_ex = unsafe { __hp5.array("ex", hp5::rt::flat(&raw const ex), &[0]) };
        let nx = hp5::rt::cap!(nx);
        let dt = hp5::rt::cap!(dt);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("push:199", "tests/cases/ok/what_people_write.rs", 199), hp5::rt::Order::Parallel, hp5::rt::chunks(0..ps.len(), 64, 0));
        __loop.access(&__v_ps, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_ex, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [hp5::rt::ALL]);
        let __s0_ps = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let ps = __v_ps.view();
        let ex = __v_ex.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_ps = __s0_ps.of(&__chunks);
            let __i_part = __chunks;
            let nx = hp5::rt::again(&nx);
            let dt = hp5::rt::again(&dt);
            let mut ps = ps.within(&__s0_ps);
            let ex = ex;
            for i in __i_part.clone() {
                let p = &mut ps[i];
                let cell = (p.x as usize).min(nx - 1);
                p.vx += ex[cell] * dt;
                p.x += p.vx * dt;
                p.y += p.vy * dt;
                if p.x < 0.0 {
                    p.x += nx as f64;
                }
                if p.x >= nx as f64 {
                    p.x -= nx as f64;
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

// Nbody.
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn nbody(ps: &mut [P], acc: &mut [(f64, f64)]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("nbody", "tests/cases/ok/what_people_write.rs", 216));
    let n = ps.len();
    // hp5: tests/cases/ok/what_people_write.rs:219 #[hp5::task_tile(i = 16)], parallel
    {
        let __v_ps = unsafe { __hp5.array("ps", hp5::rt::flat(&raw const ps), &[16]) };
        let __v_acc = unsafe { __hp5.array("acc", hp5::rt::flat(&raw const acc), &[16]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("nbody:219", "tests/cases/ok/what_people_write.rs", 219), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 16, 0));
        __loop.access(&__v_acc, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_ps, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(0, (n as isize))]);
        __loop.access(&__v_ps, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_acc = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let n = hp5::rt::cap_owned!(n);
        let ps = __v_ps.view();
        let acc = __v_acc.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_acc = __s0_acc.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let ps = ps;
            let mut acc = acc.within(&__s0_acc);
            for i in __i_part.clone() {
                let (mut ax, mut ay) = (0.0, 0.0);
                for j in 0..n {
                    if i != j {
                        let dx = ps[j].x - ps[i].x;
                        let dy = ps[j].y - ps[i].y;
                        let r = (dx * dx + dy * dy + 0.01).sqrt();
                        ax += dx / (r * r * r);
                        ay += dy / (r * r * r);
                    }
                }
                acc[i] = (ax, ay);
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/what_people_write.rs:233 #[hp5::task_tile(i = 16)], parallel
    {
        let __v_ps = unsafe { __hp5.array("ps", hp5::rt::flat(&raw const ps), &[16]) };
        let __v_acc = unsafe { __hp5.array("acc", hp5::rt::flat(&raw const acc), &[16]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("nbody:233", "tests/cases/ok/what_people_write.rs", 233), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 16, 0));
        __loop.access(&__v_ps, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_acc, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_ps = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_acc = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let n = hp5::rt::cap_owned!(n);
        let ps = __v_ps.view();
        let acc = __v_acc.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_ps = __s0_ps.of(&__chunks);
            let __s0_acc = __s0_acc.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let mut ps = ps.within(&__s0_ps);
            let acc = acc.within(&__s0_acc);
            for i in __i_part.clone() {
                ps[i].vx += acc[i].0;
                ps[i].vy += acc[i].1;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

// Mandelbrot.
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn mandel(img: &mut [u32], w: usize, h: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("mandel", "tests/cases/ok/what_people_write.rs", 241));
    // hp5: tests/cases/ok/what_people_write.rs:243 #[hp5::task_tile(y = 4)], parallel
    {
        let __v_img = unsafe { __hp5.array("img", hp5::rt::flat(&raw const img).rows((w as isize)), &[4, 0]) };
        let h = hp5::rt::cap!(h);
        let w = hp5::rt::cap!(w);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("mandel:243", "tests/cases/ok/what_people_write.rs", 243), hp5::rt::Order::Parallel, hp5::rt::chunks(0..h, 4, 0));
        __loop.access(&__v_img, hp5::rt::Mode::Out, |[(__y_lo, __y_hi)]| [(__y_lo, __y_hi), (0, (w as isize))]);
        let __s0_img = __loop.section(|[(__y_lo, __y_hi)]| [(__y_lo, __y_hi), (0, (w as isize))]);
        let img = __v_img.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_img = __s0_img.of(&__chunks);
            let __y_part = __chunks;
            let h = hp5::rt::again(&h);
            let w = hp5::rt::again(&w);
            let mut img = img.within(&__s0_img);
            for y in __y_part.clone() {
                for x in 0..w {
                    let (cr, ci) = (
                        x as f64 / w as f64 * 3.0 - 2.0,
                        y as f64 / h as f64 * 2.0 - 1.0,
                    );
                    let (mut zr, mut zi, mut it) = (0.0, 0.0, 0);
                    while zr * zr + zi * zi < 4.0 && it < 50 {
                        let t = zr * zr - zi * zi + cr;
                        zi = 2.0 * zr * zi + ci;
                        zr = t;
                        it += 1;
                    }
                    img[y * w + x] = it;
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

// Red-black.
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn red_black(u: &mut [f64], n: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("red_black", "tests/cases/ok/what_people_write.rs", 263));
    for _ in __hp5.rounds(1, 0..3) {
        for color in __hp5.laps(1, 0..2) {
            // hp5: tests/cases/ok/what_people_write.rs:267 #[hp5::task_tile(i = 8)], ordered
            {
                let __v_u = unsafe { __hp5.array("u", hp5::rt::flat(&raw const u).rows((n as isize)), &[8, 0]) };
                let n = hp5::rt::cap!(n);
                let mut __loop = __hp5.loop_tasks(hp5::rt::site!("red_black:267", "tests/cases/ok/what_people_write.rs", 267), hp5::rt::Order::Ordered, hp5::rt::chunks(1..n - 1, 8, 0));
                __loop.access(&__v_u, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (1, (n as isize) - 1)]);
                __loop.access(&__v_u, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi + 1), (0, (n as isize))]);
                let color = hp5::rt::cap_owned!(color);
                let u = __v_u.view();
                let __body = __loop.body(move |__i_part| {
                    let n = hp5::rt::again(&n);
                    let color = hp5::rt::again(&color);
                    let mut u = u;
                    for i in __i_part.clone() {
                        let start = 1 + (i + color) % 2;
                        for j in (start..n - 1).step_by(2) {
                            u[i * n + j] = 0.25
                                * (u[(i - 1) * n + j]
                                    + u[(i + 1) * n + j]
                                    + u[i * n + j - 1]
                                    + u[i * n + j + 1]);
                        }
                    }
                });
                unsafe { __loop.spawn(__body) };
            }
        }
    }
    __hp5.end();
}

// Spmv csr.
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn spmv(ptr: &[usize], col: &[usize], val: &[f64], x: &[f64], y: &mut [f64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("spmv", "tests/cases/ok/what_people_write.rs", 283));
    // hp5: tests/cases/ok/what_people_write.rs:285 #[hp5::task_tile(r = 16)], parallel
    {
        let __v_ptr = unsafe { __hp5.array("ptr", hp5::rt::flat(&raw const ptr), &[16]) };
        let __v_val = unsafe { __hp5.array("val", hp5::rt::flat(&raw const val), &[0]) };
        let __v_col = unsafe { __hp5.array("col", hp5::rt::flat(&raw const col), &[0]) };
        let __v_x = unsafe { __hp5.array("x", hp5::rt::flat(&raw const x), &[0]) };
        let __v_y = unsafe { __hp5.array("y", hp5::rt::flat(&raw const y), &[16]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("spmv:285", "tests/cases/ok/what_people_write.rs", 285), hp5::rt::Order::Parallel, hp5::rt::chunks(0..y.len(), 16, 0));
        __loop.access(&__v_y, hp5::rt::Mode::Out, |[(__r_lo, __r_hi)]| [(__r_lo, __r_hi)]);
        __loop.access(&__v_ptr, hp5::rt::Mode::In, |[(__r_lo, __r_hi)]| [(__r_lo, __r_hi + 1)]);
        __loop.access(&__v_val, hp5::rt::Mode::In, |[(__r_lo, __r_hi)]| [hp5::rt::ALL]);
        __loop.access(&__v_col, hp5::rt::Mode::In, |[(__r_lo, __r_hi)]| [hp5::rt::ALL]);
        __loop.access(&__v_x, hp5::rt::Mode::In, |[(__r_lo, __r_hi)]| [hp5::rt::ALL]);
        let __s0_ptr = __loop.section(|[(__r_lo, __r_hi)]| [(__r_lo, __r_hi + 1)]);
        let __s0_y = __loop.section(|[(__r_lo, __r_hi)]| [(__r_lo, __r_hi)]);
        let ptr = __v_ptr.view();
        let val = __v_val.view();
        let col = __v_col.view();
        let x = __v_x.view();
        let y = __v_y.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_ptr = __s0_ptr.of(&__chunks);
            let __s0_y = __s0_y.of(&__chunks);
            let __r_part = __chunks;
            let ptr = ptr.within(&__s0_ptr);
            let val = val;
            let col = col;
            let x = x;
            let mut y = y.within(&__s0_y);
            for r in __r_part.clone() {
                let mut s = 0.0;
                for k in ptr[r]..ptr[r + 1] {
                    s += val[k] * x[col[k]];
                }
                y[r] = s;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

// Transpose + grayscale with iterators in body.
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn gray(rgb: &[u8], out: &mut [u8], w: usize, h: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("gray", "tests/cases/ok/what_people_write.rs", 296));
    // hp5: tests/cases/ok/what_people_write.rs:298 #[hp5::task_tile(y = 4)], parallel
    {
        let __v_rgb = unsafe { __hp5.array("rgb", hp5::rt::flat(&raw const rgb).rows(3 * (w as isize)), &[4, 0]) };
        let __v_out = unsafe { __hp5.array("out", hp5::rt::flat(&raw const out).rows((w as isize)), &[4, 0]) };
        let h = hp5::rt::cap!(h);
        let w = hp5::rt::cap!(w);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("gray:298", "tests/cases/ok/what_people_write.rs", 298), hp5::rt::Order::Parallel, hp5::rt::chunks(0..h, 4, 0));
        __loop.access(&__v_out, hp5::rt::Mode::Out, |[(__y_lo, __y_hi)]| [(__y_lo, __y_hi), (0, (w as isize))]);
        __loop.access(&__v_rgb, hp5::rt::Mode::In, |[(__y_lo, __y_hi)]| [(__y_lo, __y_hi), (0, 3 * (w as isize))]);
        let __c0_rgb = 0 < (w as isize);
        let __s0_rgb = __loop.section(|[(__y_lo, __y_hi)]| [(__y_lo, __y_hi), (0, 3 * (w as isize))]);
        let __s0_out = __loop.section(|[(__y_lo, __y_hi)]| [(__y_lo, __y_hi), (0, (w as isize))]);
        let rgb = __v_rgb.view();
        let out = __v_out.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_rgb = __s0_rgb.of(&__chunks);
            let __s0_out = __s0_out.of(&__chunks);
            let __y_part = __chunks;
            let h = hp5::rt::again(&h);
            let w = hp5::rt::again(&w);
            if __c0_rgb { let _ = rgb.within(&__s0_rgb); }
            let rgb = rgb.within(&hp5::rt::CHECKED);
            let mut out = out.within(&__s0_out);
            for y in __y_part.clone() {
                for x in 0..w {
                    let p = (y * w + x) * 3;
                    let (r, g, b) = (rgb[p] as u32, rgb[p + 1] as u32, rgb[p + 2] as u32);
                    out[y * w + x] = ((r * 77 + g * 150 + b * 29) >> 8) as u8;
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/what_people_write.rs:306 #[hp5::task_tile(y = 4)], parallel
    {
        let __v_out = unsafe { __hp5.array("out", hp5::rt::flat(&raw const out).rows((w as isize)), &[4, 0]) };
        let h = hp5::rt::cap!(h);
        let w = hp5::rt::cap!(w);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("gray:306", "tests/cases/ok/what_people_write.rs", 306), hp5::rt::Order::Parallel, hp5::rt::chunks(0..h, 4, 0));
        __loop.access(&__v_out, hp5::rt::Mode::InOut, |[(__y_lo, __y_hi)]| [(__y_lo, __y_hi), hp5::rt::ALL]);
        let out = __v_out.view();
        let __body = __loop.body(move |__y_part| {
            let h = hp5::rt::again(&h);
            let w = hp5::rt::again(&w);
            let mut out = out;
            for y in __y_part.clone() {
                let row = &mut out[y * w..(y + 1) * w];
                row.reverse();
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

// Floyd.
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn floyd(d: &mut [u32], n: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("floyd", "tests/cases/ok/what_people_write.rs", 314));
    for k in 0..n {
        // hp5: tests/cases/ok/what_people_write.rs:317 #[hp5::task_tile(i = 8)], ordered
        {
            let __v_d = unsafe { __hp5.array("d", hp5::rt::flat(&raw const d).rows((n as isize)), &[8, 0]) };
            let n = hp5::rt::cap!(n);
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("floyd:317", "tests/cases/ok/what_people_write.rs", 317), hp5::rt::Order::Ordered, hp5::rt::chunks(0..n, 8, 0));
            __loop.access(&__v_d, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (n as isize))]);
            __loop.access(&__v_d, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), ((k as isize), (k as isize) + 1)]);
            __loop.access(&__v_d, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [((k as isize), (k as isize) + 1), (0, (n as isize))]);
            __loop.access(&__v_d, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (n as isize))]);
            let __s0_d = __loop.section(|[(__i_lo, __i_hi)]| [((k as isize), (k as isize) + 1), (0, (n as isize))]);
            let __s1_d = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (n as isize))]);
            let k = hp5::rt::cap_owned!(k);
            let d = __v_d.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_d = __s0_d.of(&__chunks);
                let __s1_d = __s1_d.of(&__chunks);
                let __i_part = __chunks;
                let n = hp5::rt::again(&n);
                let k = hp5::rt::again(&k);
                let mut d = d;
                let _ = d.within(&__s0_d);
                let _ = d.within(&__s1_d);
                let mut __in_d = d.within(&hp5::rt::CHECKED);
                for i in __i_part.clone() {
                    for j in 0..n {
                        let t = d[i * n + k].saturating_add(__in_d[k * n + j]);
                        if t < __in_d[i * n + j] {
                            d[i * n + j] = t;
                        }
                    }
                }
            });
            unsafe { __loop.spawn(__body) };
        }
    }
    __hp5.end();
}

// Matrix chain dp (wavefront).
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn chain(m: &mut [Vec<u64>], p: &[u64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("chain", "tests/cases/ok/what_people_write.rs", 330));
    let n = p.len() - 1;
    for len in 2..=n {
        // hp5: tests/cases/ok/what_people_write.rs:334 #[hp5::task_tile(i = 4)], parallel
        {
            let __v_m = unsafe { __hp5.array("m", hp5::rt::nested::<2, _>(&raw const m), &[4, 4]) };
            let __v_p = unsafe { __hp5.array("p", hp5::rt::flat(&raw const p), &[4]) };
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("chain:334", "tests/cases/ok/what_people_write.rs", 334), hp5::rt::Order::Parallel, hp5::rt::chunks(0..=n - len, 4, 0));
            __loop.access(&__v_m, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (__i_lo + (len as isize) - 1, __i_hi + (len as isize) - 1)]);
            __loop.access(&__v_m, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (__i_lo, __i_hi + (len as isize) - 2)]);
            __loop.access(&__v_m, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo + 1, __i_hi + (len as isize) - 1), (__i_lo + (len as isize) - 1, __i_hi + (len as isize) - 1)]);
            __loop.access(&__v_m, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (__i_lo + (len as isize) - 1, __i_hi + (len as isize) - 1)]);
            __loop.access(&__v_p, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            __loop.access(&__v_p, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo + 1, __i_hi + (len as isize) - 1)]);
            __loop.access(&__v_p, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo + (len as isize), __i_hi + (len as isize))]);
            let n = hp5::rt::cap_owned!(n);
            let len = hp5::rt::cap_owned!(len);
            let m = __v_m.view();
            let p = __v_p.view();
            let __body = __loop.body(move |__i_part| {
                let n = hp5::rt::again(&n);
                let len = hp5::rt::again(&len);
                let mut m = m;
                let p = p;
                for i in __i_part.clone() {
                    let j = i + len - 1;
                    m[(i, j)] = u64::MAX;
                    for k in i..j {
                        let c = m[(i, k)] + m[(k + 1, j)] + p[i] * p[k + 1] * p[j + 1];
                        if c < m[(i, j)] {
                            m[(i, j)] = c;
                        }
                    }
                }
            });
            unsafe { __loop.spawn(__body) };
        }
    }
    __hp5.end();
}

// Reductions.
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn norms(a: &[f64], b: &[f64]) -> (f64, f64) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("norms", "tests/cases/ok/what_people_write.rs", 349));
    let __hp5_value = {
    let mut dot = 0.0; let __hp5_hold_9272 = __hp5.hold();
    let mut most = f64::MIN; let __hp5_hold_9301 = __hp5.hold();
    // hp5: tests/cases/ok/what_people_write.rs:353 #[hp5::task_tile(i = 64, reduction(+: dot), reduction(max: most))], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[64]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[64]) };
        let __v_dot = unsafe { __hp5.array("dot", hp5::rt::scalar(&raw mut (dot)), &[]) };
        let __red_dot = unsafe { __hp5.reduction::<hp5::rt::op::Add, _>(&__v_dot) };
        let __v_most = unsafe { __hp5.array("most", hp5::rt::scalar(&raw mut (most)), &[]) };
        let __red_most = unsafe { __hp5.reduction::<hp5::rt::op::Max, _>(&__v_most) };
        let mut __loop = __hp5.task_loop(hp5::rt::site!("norms:353", "tests/cases/ok/what_people_write.rs", 353), hp5::rt::Order::Parallel);
        for __i_part in hp5::rt::chunks(0..a.len(), 64, 0) {
            let (__i_lo, __i_hi) = hp5::rt::ends(&__i_part);
            let mut __t = __loop.task();
            __t.access(&__v_a, hp5::rt::Mode::In, &[(__i_lo, __i_hi)]);
            __t.access(&__v_b, hp5::rt::Mode::In, &[(__i_lo, __i_hi)]);
            let __slot_dot = __red_dot.slot(&mut __t);
            let __slot_most = __red_most.slot(&mut __t);
            let __s0_a = [(__i_lo, __i_hi)];
            let __s0_b = [(__i_lo, __i_hi)];
            let __i_part = __i_part.clone();
            let a = __v_a.view();
            let b = __v_b.view();
            let __body = move || {
                let a = a.within(&__s0_a);
                let b = b.within(&__s0_b);
                let mut dot = __slot_dot.identity();
                let mut most = __slot_most.identity();
                for i in __i_part.clone() {
                    dot += a[i] * b[i];
                    most = most.max(a[i]);
                }
                __slot_dot.put(dot);
                __slot_most.put(most);
            };
            unsafe { __t.spawn(__body) };
        }
        __loop.finish();
        __red_dot.combine(hp5::rt::site!("norms:353", "tests/cases/ok/what_people_write.rs", 353));
        __red_most.combine(hp5::rt::site!("norms:353", "tests/cases/ok/what_people_write.rs", 353));
    }
    __hp5.wait();
    (dot, most)
    };
    __hp5.end();
    __hp5_value
}

fn main() {
    let (w, h) = (37, 29);
    let src: Vec<f32> = (0..w * h).map(|k| (k % 23) as f32).collect();
    let mut dst = vec![0.0; w * h];
    blur(&src, &mut dst, w, h);
    let cur: Vec<u8> = (0..w * h).map(|k| (k * 7 % 5 == 0) as u8).collect();
    let mut next = vec![0; w * h];
    life(&cur, &mut next, w, h);
    let f: Vec<f64> = (0..w * h * Q).map(|k| (k % 31) as f64).collect();
    let mut g = f.clone();
    lbm(&f, &mut g, w, h);
    let pts: Vec<f64> = (0..300 * 2).map(|k| (k * 37 % 101) as f64).collect();
    let mut cent = pts[..8].to_vec();
    let mut label = vec![0; 300];
    kmeans(&pts, &mut cent, &mut label, 300, 4, 2);
    let a: Vec<Vec<f64>> = (0..20)
        .map(|i| (0..17).map(|j| (i * j % 7) as f64).collect())
        .collect();
    let b: Vec<Vec<f64>> = (0..17)
        .map(|i| (0..22).map(|j| (i + j) as f64).collect())
        .collect();
    let mut c = vec![vec![0.0; 22]; 20];
    matmul(&a, &b, &mut c);
    let data: Vec<u8> = (0..1000).map(|k| (k * 11 % 256) as u8).collect();
    let mut part = vec![vec![0; 256]; 10];
    let mut out = vec![0; 256];
    histogram(&data, &mut part, &mut out, 100);
    let mut v: Vec<i64> = (0..500).map(|k| k % 13 - 6).collect();
    let mut sums = vec![0; 10];
    prefix(&mut v, &mut sums, 50);
    let mut ps: Vec<P> = (0..200)
        .map(|k| P {
            x: (k % 20) as f64,
            y: k as f64,
            vx: (k % 3) as f64,
            vy: 0.5,
        })
        .collect();
    let ex: Vec<f64> = (0..20).map(|k| k as f64 * 0.1).collect();
    push(&mut ps, &ex, 20, 0.5);
    let mut acc = vec![(0.0, 0.0); 200];
    nbody(&mut ps, &mut acc);
    let mut img = vec![0; w * h];
    mandel(&mut img, w, h);
    let mut u: Vec<f64> = (0..400).map(|k| (k % 9) as f64).collect();
    red_black(&mut u, 20);
    let ptr: Vec<usize> = (0..=40).map(|r| r * 3).collect();
    let col: Vec<usize> = (0..120).map(|k| k * 7 % 40).collect();
    let val: Vec<f64> = (0..120).map(|k| k as f64).collect();
    let x: Vec<f64> = (0..40).map(|k| k as f64 * 0.5).collect();
    let mut y = vec![0.0; 40];
    spmv(&ptr, &col, &val, &x, &mut y);
    let rgb: Vec<u8> = (0..w * h * 3).map(|k| (k % 256) as u8).collect();
    let mut gr = vec![0; w * h];
    gray(&rgb, &mut gr, w, h);
    let mut d: Vec<u32> = (0..400)
        .map(|k| if k % 3 == 0 { k % 50 } else { u32::MAX / 2 })
        .collect();
    floyd(&mut d, 20);
    let p: Vec<u64> = (0..12).map(|k| k * 3 % 7 + 1).collect();
    let mut m = vec![vec![0; 11]; 11];
    chain(&mut m, &p);
    let n = norms(&val, &val);
    let psum: Vec<(f64, f64)> = ps.iter().map(|p| (p.x, p.vx)).collect();
    println!(
        "{dst:?} {next:?} {g:?} {cent:?} {label:?} {c:?} {out:?} {v:?} {psum:?} {acc:?} {img:?} {u:?} {y:?} {gr:?} {d:?} {m:?} {n:?}"
    );
}
