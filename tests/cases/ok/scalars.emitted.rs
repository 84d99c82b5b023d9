//! Scalars are captured by value at registration: generating code may change them at once.

#[derive(Clone, Copy)]
struct Weights {
    near: f32,
    far: f32,
}

struct Settings {
    shift: f32,
    label: String,
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn steps(a: &mut Vec<f32>, settings: &Settings, count: u16) -> f32 {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("steps", "tests/cases/ok/scalars.rs", 14));
    let __hp5_value = {
    let mut dt = 0.5_f32;
    let mut weights = Weights { near: 0.25, far: 0.125 };
    let offset = settings.label.len();
    for step in 0..count {
        // hp5: tests/cases/ok/scalars.rs:20 #[hp5::task_tile(i = 13)], parallel
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[13]) };
            let settings = hp5::rt::cap!(settings);
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("steps:20", "tests/cases/ok/scalars.rs", 20), hp5::rt::Order::Parallel, hp5::rt::chunks(0..a.len(), 13, 0));
            __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let dt = hp5::rt::cap_owned!(dt);
            let weights = hp5::rt::cap_owned!(weights);
            let step = hp5::rt::cap_owned!(step);
            let offset = hp5::rt::cap_owned!(offset);
            let a = __v_a.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_a = __s0_a.of(&__chunks);
                let __i_part = __chunks;
                let dt = hp5::rt::again(&dt);
                let weights = hp5::rt::again(&weights);
                let step = hp5::rt::again(&step);
                let settings = hp5::rt::again(&settings);
                let offset = hp5::rt::again(&offset);
                let mut a = a.within(&__s0_a);
                for i in __i_part.clone() {
                    a[i] += dt * weights.near + weights.far * f32::from(step) + settings.shift + offset as f32;
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        dt *= 0.75;
        __hp5.wait(); // hp5: put in, see the translator's warning
        weights.near += dt; //~ HP5-W0102
        weights.far = -weights.far;
    }
    dt
    };
    __hp5.end();
    __hp5_value
}

fn main() {
    let settings = Settings { shift: 0.0625, label: "four".to_owned() };
    let mut a = vec![1.0; 50];
    let dt = steps(&mut a, &settings, 7);
    println!("{:08x} {:08x}", dt.to_bits(), a.iter().fold(0.0, |s: f32, x| s + x).to_bits());
}
