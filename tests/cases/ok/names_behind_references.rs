//! Patterns that take a value from behind a reference bind values, which go with their turn: tasks wait for them.

fn slow(x: f64) -> f64 {
    for k in 0..3000_u32 {
        std::hint::black_box(k);
    }
    x
}

#[hp5::region]
fn in_a_loop(b: &mut [f64], c: &[f64]) {
    let mut x = 0.5;
    #[hp5::task]
    {
        x += b[0];
    }
    for (k, &x) in //~ HP5-W0102
        c.iter().enumerate() //~ HP5-W0102
    {
        #[hp5::task]
        {
            b[k] = slow(x);
        }
    }
    #[hp5::task]
    {
        b[0] += x;
    }
}

#[hp5::region]
fn changed(b: &mut [f64], c: &[f64]) {
    for (k, &(mut x)) in c.iter().enumerate() { //~ HP5-W0102
        #[hp5::task]
        {
            x = slow(x + 1.0);
            b[k] = x;
        }
        #[hp5::task]
        {
            b[k] += x;
        }
    }
}

#[hp5::region]
fn in_pairs(b: &mut [f64], c: &[[f64; 2]]) {
    for (z, q) in c.iter().zip([[1.0, 2.0], [3.0, 5.0]]) { //~ HP5-W0102
        #[hp5::task]
        {
            b[0] = slow(b[0] * 0.5 + z[0] - z[1] + q[0]);
        }
    }
    for (z, k) in c.iter().cloned().zip(1..) { //~ HP5-W0102
        #[hp5::task]
        {
            b[0] = slow(b[0] * 0.5 + z[0] - z[1] + k as f64);
        }
    }
}

fn made(k: usize) -> Vec<f64> {
    (0..8).map(|i| (i * k % 5) as f64 + 0.5).collect()
}

#[hp5::region]
fn parts_of_a_value_without_a_name(b: &mut [f64]) {
    for k in 0..6 {
        for (i, part) in made(k).chunks(4).enumerate() { //~ HP5-W0102
            #[hp5::task]
            {
                b[i] = slow(b[i] * 0.5 + part[1] + part[2]);
            }
        }
    }
}

fn main() {
    let c: Vec<f64> = (0..40).map(|k| 0.25 * k as f64).collect();
    let mut b = vec![1.0; 40];
    in_a_loop(&mut b, &c);
    println!("{:?}", b);
    changed(&mut b, &c);
    println!("{:?}", b);
    in_pairs(&mut b, &[[0.5, 0.25], [2.0, 8.0], [1.0, 7.0]]);
    println!("{:?}", b);
    parts_of_a_value_without_a_name(&mut b);
    println!("{:?}", b);
}
