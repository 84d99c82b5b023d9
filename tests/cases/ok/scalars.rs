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

#[hp5::region]
fn steps(a: &mut Vec<f32>, settings: &Settings, count: u16) -> f32 {
    let mut dt = 0.5_f32;
    let mut weights = Weights { near: 0.25, far: 0.125 };
    let offset = settings.label.len();
    for step in 0..count {
        #[hp5::task_tile(i = 13)]
        for i in 0..a.len() {
            a[i] += dt * weights.near + weights.far * f32::from(step) + settings.shift + offset as f32;
        }
        dt *= 0.75;
        weights.near += dt; //~ HP5-W0102
        weights.far = -weights.far;
    }
    dt
}

fn main() {
    let settings = Settings { shift: 0.0625, label: "four".to_owned() };
    let mut a = vec![1.0; 50];
    let dt = steps(&mut a, &settings, 7);
    println!("{:08x} {:08x}", dt.to_bits(), a.iter().fold(0.0, |s: f32, x| s + x).to_bits());
}
