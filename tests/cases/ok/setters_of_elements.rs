//! Methods of elements, `layers[k].set(i, j, v)`, whose index is computed from the element itself.

struct Layer {
    w: usize,
    d: Vec<f64>,
}
impl Layer {
    fn set(&mut self, i: usize, j: usize, v: f64) {
        self.d[i * self.w + j] = v;
    }
    fn get(&self, i: usize, j: usize) -> f64 {
        self.d[i * self.w + j]
    }
    fn put(&mut self, k: usize, v: [f64; 2]) {
        self.d[k] = v[0] + v[1];
    }
}
#[hp5::region]
fn fill(layers: &mut Vec<Layer>, n: usize) {
    for k in 0..layers.len() {
        for i in 0..n {
            #[hp5::task]
            {
                for j in 0..n {
                    let old = layers[k].get(i, j);
                    layers[k].set(i, j, old + (i * j) as f64);
                }
            }
        }
    }
    for k in 0..layers.len() {
        #[hp5::task]
        {
            let v = layers[k].get(1, 1) + 1.0;
            layers[k].set(0, 0, v);
            layers[k].put(3, [1.0, k as f64]);
        }
    }
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
