//! Joined calls that are given a row of an array of rows, beside tasks that index the array.

fn slow(x: f64) -> f64 {
    for k in 0..3000_u32 {
        std::hint::black_box(k);
    }
    x
}

#[hp5::region(joined)]
fn smooth(u: &mut [f64]) {
    for i in 0..6 {
        #[hp5::task]
        {
            u[i] = slow(u[i] * 0.5 + 1.0);
        }
    }
}

#[hp5::region(joined)]
fn whole(u: &mut Vec<f64>) {
    #[hp5::task] //~ HP5-W0102
    {
        for x in u.iter_mut() {
            *x = slow(*x * 0.5 + 1.0);
        }
    }
}

#[hp5::region(joined)]
fn restrict(f: &[f64], c: &mut [f64]) {
    for i in 0..6 {
        #[hp5::task]
        {
            c[i] = slow(c[i] + f[5 - i]);
        }
    }
}

#[hp5::region]
fn f(u: &mut Vec<Vec<f64>>) {
    for l in 0..4 {
        smooth(&mut u[l]); //~ HP5-W0102
        #[hp5::task] //~ HP5-W0102
        {
            u[l][3] = u[l][3] + 2.0;
        }
    }
    for l in 0..3 {
        #[hp5::task]
        {
            u[l + 1][2] += slow(u[l][3]);
        }
        whole(&mut u[l]); //~ HP5-W0102
        #[hp5::task] //~ HP5-W0102
        {
            u[l][2] += slow(u[l + 1][3]);
        }
    }
}

#[hp5::region]
fn g(u: &mut Vec<Vec<f64>>) {
    for l in (0..3).rev() {
        smooth(&mut u[l]); //~ HP5-W0102
        let (fine, coarse) = u.split_at_mut(l + 1);
        restrict(&fine[l], &mut coarse[0]);
        for i in 0..6 {
            #[hp5::task] //~ HP5-W0102
            {
                u[l][i] = slow(u[l][i] + u[l + 1][i]);
            }
        }
    }
    for l in 1..4 {
        let (a, b) = u.split_at_mut(l);
        restrict(&a[l - 1], &mut b[0]); //~ HP5-W0102
        whole(&mut b[0]);
        #[hp5::task] //~ HP5-W0102
        {
            u[l - 1][1] = slow(u[l][1]);
        }
    }
}

fn main() {
    let mut u: Vec<Vec<f64>> = (0..4)
        .map(|k| (0..6).map(|j| (k * j) as f64).collect())
        .collect();
    f(&mut u);
    println!("{:?}", u);
    g(&mut u);
    println!("{:?}", u);
}
