//! Variables that are declared with neither value nor type, or with a part of it, and that tasks have of their
//! own: what is left of the declaration needs a type too.

type Pair = (f32, f32);

#[hp5::region]
fn several(a: &[f32], b: &mut [f32]) {
    let (mut t, mut s);
    let mut k;
    #[hp5::task_tile(i = 8)]
    for i in 0..a.len() {
        t = a[i] * 2.0;
        s = t + 1.0;
        k = i % 3;
        b[i] = t * s + k as f32;
    }
}

#[hp5::region]
fn one_of_two(a: &[f32], b: &mut [f32]) -> f32 {
    let (mut t, mut s);
    #[hp5::task_tile(i = 8)]
    for i in 0..a.len() {
        t = a[i] * 2.0;
        b[i] = t * 3.0;
    }
    s = a[2];
    s += 1.0;
    s
}

#[hp5::region]
fn in_two_tasks(a: &[f32], b: &mut [f32]) {
    let (mut t, mut s);
    #[hp5::task_tile(i = 8)]
    for i in 0..a.len() {
        t = a[i] * 2.0;
        b[i] = t * 3.0;
    }
    #[hp5::task_tile(i = 8)]
    for i in 0..a.len() {
        s = i + 1;
        b[i] *= s as f32;
    }
}

#[hp5::region]
fn with_placeholders(a: &[f32], b: &mut [f32]) {
    let mut v: Vec<_>;
    let (mut t, mut s): (f32, _);
    let ((mut x, mut y), mut z): ((f32, f32), _);
    #[hp5::task_tile(i = 8)]
    for i in 0..a.len() {
        v = vec![a[i]; 3];
        t = v[1];
        s = i as f64;
        (x, y) = (t, t + 1.0);
        z = x * y;
        b[i] = z + t + s as f32;
    }
}

/// The numbers of a pair are `f32`, which what is assigned does not show.
#[hp5::region]
fn of_an_alias(a: &[f32], b: &mut [f32]) {
    let (mut t, mut s): Pair;
    #[hp5::task_tile(i = 8)]
    for i in 0..a.len() {
        t = 16777216.0;
        t += 1.0;
        s = t - 16777216.0;
        b[i] += a[i] + s as f32;
    }
}

#[hp5::region]
fn of_one_name(a: &[f32], b: &mut [f32], c: &mut [f64]) {
    {
        let mut t;
        #[hp5::task_tile(i = 8)]
        for i in 0..a.len() {
            t = a[i];
            b[i] = t * 3.0;
        }
    }
    {
        let mut t;
        #[hp5::task_tile(i = 8)]
        for i in 0..c.len() {
            t = 2.0;
            c[i] += t;
        }
    }
}

#[hp5::region]
fn hidden_later(a: &[f32], b: &mut [f32]) {
    let mut t;
    #[hp5::task_tile(i = 8, private(t))]
    for i in 0..a.len() {
        t = a[i];
        b[i] = t * 3.0;
    }
    let mut t = 5;
    t += b.len();
    #[hp5::task_tile(i = 8)]
    for i in 0..a.len() {
        b[i] += t as f32;
    }
}

#[hp5::region]
fn in_a_loop(a: &[f32], b: &mut [f32]) {
    for _ in 0..3 {
        let mut t;
        let u;
        #[hp5::task]
        {
            t = a[0];
            t += 1.0;
            u = t;
            b[0] += t + u;
        }
    }
}

#[hp5::region]
fn in_nested_tasks(a: &[f32], b: &mut [f32]) {
    for lo in (0..40).step_by(20) {
        #[hp5::task(nested, inout(b[lo..lo + 20]), in(a[lo..lo + 20]))]
        {
            let mut t;
            #[hp5::task_tile(i = 5)]
            for i in lo..lo + 20 {
                t = a[i];
                b[i] += t * 3.0;
            }
        }
    }
}

#[hp5::annotated]
fn around_a_block(a: &[f32], b: &mut [f32], by: usize) {
    let mut t;
    #[hp5::region]
    {
        #[hp5::task_tile(i = 8)]
        for i in 0..a.len() {
            t = a[i];
            b[i] += t * 3.0;
        }
    }
    let mut t;
    #[hp5::region(if(by > 3))]
    {
        #[hp5::task_tile(i = 8)]
        for i in 0..a.len() {
            t = a[i];
            b[i] += t * 5.0;
        }
    }
}

#[hp5::annotated]
fn around_two_blocks(a: &[f32], b: &mut [f32]) {
    let mut t: f32;
    #[hp5::region]
    {
        #[hp5::task_tile(i = 8)]
        for i in 0..a.len() {
            t = a[i];
            b[i] += t * 3.0;
        }
    }
    #[hp5::region]
    {
        // Another one of its own.
        #[hp5::task_tile(i = 8)]
        for i in 0..a.len() {
            t = a[i];
            b[i] += t * 5.0;
        }
    }
}

fn main() {
    let a: Vec<f32> = (0..40).map(|x| x as f32 / 7.0).collect();
    let mut b = vec![0.0; 40];
    let mut c = vec![0.0; 40];
    several(&a, &mut b);
    println!("{b:?}");
    println!("{}", one_of_two(&a, &mut b));
    in_two_tasks(&a, &mut b);
    println!("{b:?}");
    with_placeholders(&a, &mut b);
    println!("{b:?}");
    of_an_alias(&a, &mut b);
    println!("{b:?}");
    of_one_name(&a, &mut b, &mut c);
    println!("{b:?} {c:?}");
    hidden_later(&a, &mut b);
    println!("{b:?}");
    in_a_loop(&a, &mut b);
    in_nested_tasks(&a, &mut b);
    around_a_block(&a, &mut b, 2);
    around_a_block(&a, &mut b, 5);
    around_two_blocks(&a, &mut b);
    println!("{b:?}");
}
