//! Methods of the program that are named like borrowing ones: what they give decides, a value or a reference.

fn slow(x: f64) -> f64 {
    for k in 0..3000_u32 {
        std::hint::black_box(k);
    }
    x
}

struct Grid {
    d: Vec<f64>,
    w: usize,
}

impl Grid {
    fn row(&self, k: usize) -> Vec<f64> {
        self.d[k * self.w..(k + 1) * self.w].to_vec()
    }

    fn column(&self, k: usize) -> Vec<f64> {
        self.d.iter().skip(k).step_by(self.w).copied().collect()
    }

    fn get(&self, k: usize) -> Option<Vec<f64>> {
        (k < self.w).then(|| self.row(k))
    }

    fn as_rows(&self) -> Vec<Vec<f64>> {
        (0..self.w).map(|k| self.row(k)).collect()
    }

    fn copy_mut(&self, k: usize) -> Vec<f64> {
        self.row(k)
    }

    fn slice(&self, k: usize) -> &[f64] {
        &self.d[k * self.w..(k + 1) * self.w]
    }
}

trait Lines {
    fn first(&self, k: usize) -> Vec<f64>;
}

impl Lines for Vec<f64> {
    fn first(&self, k: usize) -> Vec<f64> {
        self[..k].to_vec()
    }
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn values(b: &mut [f64], m: &Grid, v: &Vec<f64>) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("values", "tests/cases/ok/own_methods_that_give_values.rs", 51));
    for k in 0..4 {
        let row = __hp5.keep(m.row(k));
        let column = __hp5.keep(m.column(k));
        let copy = __hp5.keep(m.copy_mut(k));
        let first = __hp5.keep(v.first(4));
        // hp5: tests/cases/ok/own_methods_that_give_values.rs:58 #[hp5::task]
        {
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
            let __v_row = unsafe { __hp5.array("row", hp5::rt::flat(&raw const row), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("values:58", "tests/cases/ok/own_methods_that_give_values.rs", 58));
            __t.access(&__v_b, hp5::rt::Mode::InOut, &[(0, 1)]);
            __t.access(&__v_b, hp5::rt::Mode::In, &[(0, 1)]);
            __t.access(&__v_row, hp5::rt::Mode::In, &[(1, 3)]);
            let __s0_b = [(0, 1)];
            let __s0_row = [(1, 3)];
            let b = __v_b.view();
            let row = __v_row.view();
            let __body = move || {
                let mut b = b.within(&__s0_b);
                let row = row.within(&__s0_row);
                {
                    b[0] = slow(b[0] * 0.5 + row[1] - row[2]);
                }
            };
            unsafe { __t.spawn(__body) };
        }
        // hp5: tests/cases/ok/own_methods_that_give_values.rs:62 #[hp5::task]
        {
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
            let __v_column = unsafe { __hp5.array("column", hp5::rt::flat(&raw const column), &[0]) };
            let __v_copy = unsafe { __hp5.array("copy", hp5::rt::flat(&raw const copy), &[0]) };
            let __v_first = unsafe { __hp5.array("first", hp5::rt::flat(&raw const first), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("values:62", "tests/cases/ok/own_methods_that_give_values.rs", 62));
            __t.access(&__v_b, hp5::rt::Mode::InOut, &[(0, 1)]);
            __t.access(&__v_b, hp5::rt::Mode::In, &[(0, 1)]);
            __t.access(&__v_column, hp5::rt::Mode::In, &[(1, 2)]);
            __t.access(&__v_copy, hp5::rt::Mode::In, &[(2, 3)]);
            __t.access(&__v_first, hp5::rt::Mode::In, &[(3, 4)]);
            let __s0_b = [(0, 1)];
            let __s0_column = [(1, 2)];
            let __s0_copy = [(2, 3)];
            let __s0_first = [(3, 4)];
            let b = __v_b.view();
            let column = __v_column.view();
            let copy = __v_copy.view();
            let first = __v_first.view();
            let __body = move || {
                let mut b = b.within(&__s0_b);
                let column = column.within(&__s0_column);
                let copy = copy.within(&__s0_copy);
                let first = first.within(&__s0_first);
                {
                    b[0] = slow(b[0] * 0.5 + column[1] - copy[2] + first[3]);
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn in_patterns(b: &mut [f64], m: &Grid) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("in_patterns", "tests/cases/ok/own_methods_that_give_values.rs", 69));
    {
    for k in 0..4 {
        if let Some(row) = m.get(k) { let __hp5_hold_1571 = __hp5.hold(); //~ HP5-W0102
            // hp5: tests/cases/ok/own_methods_that_give_values.rs:73 #[hp5::task]
            {
                let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
                let __v_row = unsafe { __hp5.array("row", hp5::rt::flat(&raw const row), &[0]) };
                let mut __t = __hp5.task(hp5::rt::site!("in_patterns:73", "tests/cases/ok/own_methods_that_give_values.rs", 73));
                __t.access(&__v_b, hp5::rt::Mode::InOut, &[(0, 1)]);
                __t.access(&__v_b, hp5::rt::Mode::In, &[(0, 1)]);
                __t.access(&__v_row, hp5::rt::Mode::In, &[(1, 3)]);
                let __s0_b = [(0, 1)];
                let __s0_row = [(1, 3)];
                let b = __v_b.view();
                let row = __v_row.view();
                let __body = move || {
                    let mut b = b.within(&__s0_b);
                    let row = row.within(&__s0_row);
                    {
                        b[0] = slow(b[0] * 0.5 + row[1] - row[2]);
                    }
                };
                unsafe { __t.spawn(__body) };
            }
            // hp5: tests/cases/ok/own_methods_that_give_values.rs:77 #[hp5::task]
            {
                let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
                let __v_row = unsafe { __hp5.array("row", hp5::rt::flat(&raw const row), &[0]) };
                let mut __t = __hp5.task(hp5::rt::site!("in_patterns:77", "tests/cases/ok/own_methods_that_give_values.rs", 77));
                __t.access(&__v_b, hp5::rt::Mode::InOut, &[(0, 1)]);
                __t.access(&__v_b, hp5::rt::Mode::In, &[(0, 1)]);
                __t.access(&__v_row, hp5::rt::Mode::In, &[(2, 4)]);
                let __s0_b = [(0, 1)];
                let __s0_row = [(2, 4)];
                let b = __v_b.view();
                let row = __v_row.view();
                let __body = move || {
                    let mut b = b.within(&__s0_b);
                    let row = row.within(&__s0_row);
                    {
                        b[0] = slow(b[0] * 0.5 + row[3] - row[2]);
                    }
                };
                unsafe { __t.spawn(__body) };
            }
        }
    }
    for (k, row) in m.as_rows().iter().enumerate() { let __hp5_hold_1878 = __hp5.hold(); //~ HP5-W0102
        // hp5: tests/cases/ok/own_methods_that_give_values.rs:84 #[hp5::task]
        {
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
            let __v_row = unsafe { __hp5.array("row", hp5::rt::flat(&raw const row), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("in_patterns:84", "tests/cases/ok/own_methods_that_give_values.rs", 84));
            __t.access(&__v_b, hp5::rt::Mode::InOut, &[(0, 1)]);
            __t.access(&__v_b, hp5::rt::Mode::In, &[(0, 1)]);
            __t.access(&__v_row, hp5::rt::Mode::In, &[(1, 3)]);
            let __s0_b = [(0, 1)];
            let __s0_row = [(1, 3)];
            let b = __v_b.view();
            let row = __v_row.view();
            let __body = move || {
                let mut b = b.within(&__s0_b);
                let row = row.within(&__s0_row);
                {
                    b[0] = slow(b[0] * 0.5 + row[1] - row[2]);
                }
            };
            unsafe { __t.spawn(__body) };
        }
        // hp5: tests/cases/ok/own_methods_that_give_values.rs:88 #[hp5::task]
        {
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
            let __v_row = unsafe { __hp5.array("row", hp5::rt::flat(&raw const row), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("in_patterns:88", "tests/cases/ok/own_methods_that_give_values.rs", 88));
            __t.access(&__v_b, hp5::rt::Mode::InOut, &[((k as isize), (k as isize) + 1)]);
            __t.access(&__v_b, hp5::rt::Mode::In, &[(0, 1)]);
            __t.access(&__v_row, hp5::rt::Mode::In, &[(2, 4)]);
            let __s0_b = [(0, 1)];
            let __s1_b = [((k as isize), (k as isize) + 1)];
            let __s0_row = [(2, 4)];
            let k = hp5::rt::cap_owned!(k);
            let b = __v_b.view();
            let row = __v_row.view();
            let __body = move || {
                let _ = b.within(&__s0_b);
                let _ = b.within(&__s1_b);
                let mut b = b.within(&hp5::rt::CHECKED);
                let row = row.within(&__s0_row);
                {
                    b[k] = slow(b[0] * 0.5 + row[3] - row[2]);
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn behind_a_bound<M: Lines>(b: &mut [f64], m: &M) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("behind_a_bound", "tests/cases/ok/own_methods_that_give_values.rs", 95));
    for k in 4..8 {
        let first = __hp5.keep(m.first(k));
        // hp5: tests/cases/ok/own_methods_that_give_values.rs:99 #[hp5::task]
        {
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
            let __v_first = unsafe { __hp5.array("first", hp5::rt::flat(&raw const first), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("behind_a_bound:99", "tests/cases/ok/own_methods_that_give_values.rs", 99));
            __t.access(&__v_b, hp5::rt::Mode::InOut, &[(0, 1)]);
            __t.access(&__v_b, hp5::rt::Mode::In, &[(0, 1)]);
            __t.access(&__v_first, hp5::rt::Mode::In, &[(1, 3)]);
            let __s0_b = [(0, 1)];
            let __s0_first = [(1, 3)];
            let b = __v_b.view();
            let first = __v_first.view();
            let __body = move || {
                let mut b = b.within(&__s0_b);
                let first = first.within(&__s0_first);
                {
                    b[0] = slow(b[0] * 0.5 + first[1] - first[2]);
                }
            };
            unsafe { __t.spawn(__body) };
        }
        // hp5: tests/cases/ok/own_methods_that_give_values.rs:103 #[hp5::task]
        {
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
            let __v_first = unsafe { __hp5.array("first", hp5::rt::flat(&raw const first), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("behind_a_bound:103", "tests/cases/ok/own_methods_that_give_values.rs", 103));
            __t.access(&__v_b, hp5::rt::Mode::InOut, &[(0, 1)]);
            __t.access(&__v_b, hp5::rt::Mode::In, &[(0, 1)]);
            __t.access(&__v_first, hp5::rt::Mode::In, &[(2, 4)]);
            let __s0_b = [(0, 1)];
            let __s0_first = [(2, 4)];
            let b = __v_b.view();
            let first = __v_first.view();
            let __body = move || {
                let mut b = b.within(&__s0_b);
                let first = first.within(&__s0_first);
                {
                    b[0] = slow(b[0] * 0.5 + first[3] - first[2]);
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    __hp5.end();
}

/// A reference: nothing waits.
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn references(b: &mut [f64], m: &Grid) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("references", "tests/cases/ok/own_methods_that_give_values.rs", 111));
    for k in 0..4 {
        let row = m.slice(k);
        // hp5: tests/cases/ok/own_methods_that_give_values.rs:115 #[hp5::task]
        {
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
            let __v_row = unsafe { __hp5.array("row", hp5::rt::flat(&raw const row), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("references:115", "tests/cases/ok/own_methods_that_give_values.rs", 115));
            __t.access(&__v_b, hp5::rt::Mode::InOut, &[((k as isize), (k as isize) + 1)]);
            __t.access(&__v_b, hp5::rt::Mode::In, &[((k as isize), (k as isize) + 1)]);
            __t.access(&__v_row, hp5::rt::Mode::In, &[(1, 3)]);
            let __s0_b = [((k as isize), (k as isize) + 1)];
            let __s0_row = [(1, 3)];
            let k = hp5::rt::cap_owned!(k);
            let b = __v_b.view();
            let row = __v_row.view();
            let __body = move || {
                let mut b = b.within(&__s0_b);
                let row = row.within(&__s0_row);
                {
                    b[k] = slow(b[k] * 0.5 + row[1] - row[2]);
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    __hp5.end();
}

fn main() {
    let v: Vec<f64> = (0..16).map(|i| (i * 7 % 5) as f64 + 0.5).collect();
    let mut b = vec![1.0; 16];
    let m = Grid { d: v.clone(), w: 4 };
    values(&mut b, &m, &v);
    println!("{b:?}");
    in_patterns(&mut b, &m);
    println!("{b:?}");
    behind_a_bound(&mut b, &v);
    println!("{b:?}");
    references(&mut b, &m);
    println!("{b:?}");
}
