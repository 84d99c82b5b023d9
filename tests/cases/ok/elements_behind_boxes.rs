//! Elements that are boxes or references, of which bodies write what they refer to.

#[hp5::region]
fn boxes(v: &mut [Box<f64>], w: &mut [&mut f64]) {
    for i in 0..v.len() {
        #[hp5::task]
        {
            *v[i] += i as f64;
        }
    }
    for i in 0..w.len() {
        #[hp5::task]
        {
            *w[i] += *v[i];
        }
    }
}
struct T {
    b: Vec<Box<f64>>,
    o: Vec<Option<Box<f64>>>,
}
impl T {
    #[hp5::region]
    fn go(&mut self) {
        for i in 0..self.b.len() {
            #[hp5::task]
            {
                *self.b[i] += i as f64;
                if let Some(x) = &mut self.o[i] {
                    **x += 1.0;
                }
            }
        }
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
