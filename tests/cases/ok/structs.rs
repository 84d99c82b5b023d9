//! Arrays of structs: a body touches fields of elements.

#[derive(Clone, Copy, Default)]
struct Body {
    x: f64,
    v: f64,
}

#[hp5::region]
fn drift(bodies: &mut Vec<Body>, forces: &mut Vec<f64>, steps: usize) {
    let n = bodies.len();
    for _ in 0..steps {
        #[hp5::task_tile(i = 6)]
        for i in 0..n {
            let mut force = 0.0;
            for j in 0..n {
                let d = bodies[j].x - bodies[i].x;
                force += d / (1.0 + d * d);
            }
            forces[i] = force;
        }
        #[hp5::task_tile(i = 6)]
        for i in 0..n {
            bodies[i].v += 0.01 * forces[i];
            bodies[i].x += bodies[i].v;
        }
    }
}

fn main() {
    let mut bodies: Vec<Body> = (0..32).map(|i| Body { x: f64::from((i * 13) % 32), ..Body::default() }).collect();
    let mut forces = vec![0.0; 32];
    drift(&mut bodies, &mut forces, 5);
    let sum = bodies.iter().fold(0.0, |s, b| s + b.x * 3.0 + b.v);
    println!("{:016x}", sum.to_bits());
}
