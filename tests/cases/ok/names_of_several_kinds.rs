//! One name for several things: numbers that are indices, elements, rows, parts, and values of a task's own.

fn slow(x: f64) -> f64 {
    (0..300).fold(x, |y, k| {
        std::hint::black_box(y * 0.999 + 0.001 * (k % 3) as f64)
    })
}

fn sum(x: &[f64]) -> f64 {
    x.iter().sum()
}

// Elements and rows.
#[hp5::region]
fn elements_and_rows(a: &mut [f64], u: &mut [Vec<f64>]) {
    for x in a.iter_mut() { //~ HP5-W0102


        #[hp5::task]
        {
            *x = slow(*x + 1.0);
        }
    }
    for x in u.iter_mut() { //~ HP5-W0102


        #[hp5::task]
        {
            x[0] += 1.0;
            x.push(2.0);
        }
    }
    for x in a.iter_mut() { //~ HP5-W0102


        #[hp5::task]
        {
            *x *= slow(*x);
        }
    }
}

// Elements and parts.
#[hp5::region]
fn elements_and_parts(a: &mut [f64], b: &mut [f64]) {
    let mut items = a.iter_mut();
    while let Some(x) = items.next() { //~ HP5-W0102


        #[hp5::task]
        {
            *x = *x * 2.0 + slow(*x);
        }
    }
    for (x, y) in a.chunks_mut(4).zip(b.rchunks_mut(3)) { //~ HP5-W0102


        #[hp5::task]
        {
            x[0] += slow(y[0]);
            y[1] = x[1];
        }
    }
    if let Some(x) = a.first_mut() { //~ HP5-W0102


        #[hp5::task]
        {
            *x = 1.0 - slow(*x);
        }
    }
}

// Indices, rows and numbers.
#[hp5::region]
fn indices(a: &mut [f64], u: &mut [Vec<f64>], at: &[usize]) {
    for r in at {
        #[hp5::task]
        {
            a[*r] += 1.0 + *r as f64;
        }
    }
    for &r in at {
        #[hp5::task]
        {
            a[r] *= 2.0;
        }
    }
    for r in u.iter_mut() { //~ HP5-W0102


        #[hp5::task]
        {
            r[0] += 1.0;
        }
    }
    for r in u.iter() { //~ HP5-W0102


        #[hp5::task]
        {
            a[0] += sum(r) + r.len() as f64;
        }
    }
    let r = &u[1][1..];
    #[hp5::task]
    {
        a[1] += r[0];
    }
    let r = a[3]; //~ HP5-W0102
    #[hp5::task]
    {
        a[2] = r * 2.0;
    }
}

fn main() {
    let mut a = vec![0.5; 8];
    let mut b = vec![0.25; 9];
    let mut u = vec![vec![0.5; 4]; 3];
    elements_and_rows(&mut a, &mut u);
    println!("{a:?} {u:?}");
    elements_and_parts(&mut a, &mut b);
    println!("{a:?} {b:?}");
    indices(&mut a, &mut u, &[1, 3, 1]);
    println!("{a:?} {u:?}");
}
