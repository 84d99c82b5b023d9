//! Elements that are boxes or references, of which bodies write what they refer to.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn boxes(v: &mut [Box<f64>], w: &mut [&mut f64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("boxes", "tests/cases/ok/elements_behind_boxes.rs", 3));
    for i in 0..v.len() {
        // hp5: tests/cases/ok/elements_behind_boxes.rs:6 #[hp5::task]
        {
            let __v_v = unsafe { __hp5.array("v", hp5::rt::flat(&raw const v), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("boxes:6", "tests/cases/ok/elements_behind_boxes.rs", 6));
            __t.access(&__v_v, hp5::rt::Mode::InOut, &[((i as isize), (i as isize) + 1)]);
            let __s0_v = [((i as isize), (i as isize) + 1)];
            let i = hp5::rt::cap_owned!(i);
            let v = __v_v.view();
            let __body = move || {
                let mut v = v.within(&__s0_v);
                {
                    *v[i] += i as f64;
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    for i in 0..w.len() {
        // hp5: tests/cases/ok/elements_behind_boxes.rs:12 #[hp5::task]
        {
            let __v_v = unsafe { __hp5.array("v", hp5::rt::flat(&raw const v), &[0]) };
            let __v_w = unsafe { __hp5.array("w", hp5::rt::flat(&raw const w), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("boxes:12", "tests/cases/ok/elements_behind_boxes.rs", 12));
            __t.access(&__v_w, hp5::rt::Mode::InOut, &[((i as isize), (i as isize) + 1)]);
            __t.access(&__v_v, hp5::rt::Mode::In, &[((i as isize), (i as isize) + 1)]);
            let __s0_v = [((i as isize), (i as isize) + 1)];
            let __s0_w = [((i as isize), (i as isize) + 1)];
            let i = hp5::rt::cap_owned!(i);
            let v = __v_v.view();
            let w = __v_w.view();
            let __body = move || {
                let v = v.within(&__s0_v);
                let mut w = w.within(&__s0_w);
                {
                    *w[i] += *v[i];
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    __hp5.end();
}
struct T {
    b: Vec<Box<f64>>,
    o: Vec<Option<Box<f64>>>,
}
impl T {
    #[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
    fn go(&mut self) {
        let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("go", "tests/cases/ok/elements_behind_boxes.rs", 23));
        for i in 0..self.b.len() {
            // hp5: tests/cases/ok/elements_behind_boxes.rs:26 #[hp5::task]
            {
                let __v_self_b = unsafe { __hp5.array("self.b", hp5::rt::flat(&raw mut self.b), &[0]) };
                let __v_self_o = unsafe { __hp5.array("self.o", hp5::rt::flat(&raw mut self.o), &[0]) };
                let mut __t = __hp5.task(hp5::rt::site!("go:26", "tests/cases/ok/elements_behind_boxes.rs", 26));
                __t.access(&__v_self_b, hp5::rt::Mode::InOut, &[((i as isize), (i as isize) + 1)]);
                __t.access(&__v_self_o, hp5::rt::Mode::InOut, &[((i as isize), (i as isize) + 1)]);
                let __s0_self_b = [((i as isize), (i as isize) + 1)];
                let __s0_self_o = [((i as isize), (i as isize) + 1)];
                let i = hp5::rt::cap_owned!(i);
                let self_b = __v_self_b.view();
                let self_o = __v_self_o.view();
                let __body = move || {
                    let mut self_b = self_b.within(&__s0_self_b);
                    let mut self_o = self_o.within(&__s0_self_o);
                    {
                        *self_b[i] += i as f64;
                        if let Some(x) = &mut self_o[i] {
                            **x += 1.0;
                        }
                    }
                };
                unsafe { __t.spawn(__body) };
            }
        }
        __hp5.end();
    }
}
fn main() {
    let mut a = vec![1.0, 2.0, 3.0, 4.0];
    let mut v: Vec<Box<f64>> = (0..4).map(|k| Box::new(k as f64)).collect();
    {
        let mut w: Vec<&mut f64> = a.iter_mut().collect();
        boxes(&mut v, &mut w);
    }
    let mut t = T {
        o: v.iter().map(|x| Some(x.clone())).collect(),
        b: v,
    };
    t.go();
    println!("{:?} {:?} {:?}", t.b, t.o, a);
}
