//! Methods of elements, `layers[k].set(i, j, v)`, whose index is computed from the element itself.

struct Layer {
    w: usize,
    d: Vec<f64>,
}
impl Layer {
    #[allow(dead_code)] fn set(&mut self, i: usize, j: usize, v: f64) {
        self.d[i * self.w + j] = v;
    }
    #[allow(dead_code)] fn get(&self, i: usize, j: usize) -> f64 {
        self.d[i * self.w + j]
    }
    #[allow(dead_code)] fn put(&mut self, k: usize, v: [f64; 2]) {
        self.d[k] = v[0] + v[1];
    }
}
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn fill(layers: &mut Vec<Layer>, n: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("fill", "tests/cases/ok/setters_of_elements.rs", 18));
    for k in 0..layers.len() {
        for i in __hp5.laps(1, 0..n) {
            // hp5: tests/cases/ok/setters_of_elements.rs:22 #[hp5::task]
            {
                let __v_layers = unsafe { __hp5.array("layers", hp5::rt::flat(&raw const layers), &[0]) };
                let n = hp5::rt::cap!(n);
                let mut __t = __hp5.task(hp5::rt::site!("fill:22", "tests/cases/ok/setters_of_elements.rs", 22));
                __t.access(&__v_layers, hp5::rt::Mode::InOut, &[((k as isize), (k as isize) + 1)]);
                __t.access(&__v_layers, hp5::rt::Mode::In, &[((k as isize), (k as isize) + 1)]);
                let __c0_layers = 0 < (n as isize);
                let __s0_layers = [((k as isize), (k as isize) + 1)];
                let k = hp5::rt::cap_owned!(k);
                let i = hp5::rt::cap_owned!(i);
                let layers = __v_layers.view();
                let __body = move || {
                    if __c0_layers { let _ = layers.within(&__s0_layers); }
                    let mut layers = layers.within(&hp5::rt::CHECKED);
                    {
                        for j in 0..n {
                            let old = layers[k].d[i * layers[k].w + j];
                            { let hp5_at = i * layers[k].w + j; layers[k].d[hp5_at] = (old + (i * j) as f64); };
                        }
                    }
                };
                unsafe { __t.spawn(__body) };
            }
        }
    }
    for k in 0..layers.len() {
        // hp5: tests/cases/ok/setters_of_elements.rs:32 #[hp5::task]
        {
            let __v_layers = unsafe { __hp5.array("layers", hp5::rt::flat(&raw const layers), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("fill:32", "tests/cases/ok/setters_of_elements.rs", 32));
            __t.access(&__v_layers, hp5::rt::Mode::InOut, &[((k as isize), (k as isize) + 1)]);
            __t.access(&__v_layers, hp5::rt::Mode::In, &[((k as isize), (k as isize) + 1)]);
            let __s0_layers = [((k as isize), (k as isize) + 1)];
            let k = hp5::rt::cap_owned!(k);
            let layers = __v_layers.view();
            let __body = move || {
                let mut layers = layers.within(&__s0_layers);
                {
                    let v = layers[k].d[1_usize * layers[k].w + 1_usize] + 1.0;
                    { let hp5_at = 0_usize * layers[k].w + 0_usize; layers[k].d[hp5_at] = v; };
                    layers[k].d[3_usize] = ((1.0) as f64) + (k as f64);
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    __hp5.end();
}
fn main() {
    let mut l: Vec<Layer> = (0..3)
        .map(|k| Layer {
            w: 4,
            d: vec![k as f64; 16],
        })
        .collect();
    fill(&mut l, 4);
    for x in &l {
        println!("{:?}", x.d);
    }
}
