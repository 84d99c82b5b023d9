//! Variables of tasks that are set again: where code runs straight on they are what they were set to last, behind
//! an `if` one of two. What loops, closures, arms of a `match` and references set is not known, and all indices
//! that are made of it are one finding.

#[hp5::region]
fn set_again(a: &mut [f64], b: &mut [f64], n: usize) {
    #[hp5::task_tile(i = 10)]
    for i in 0..n {
        let mut k = i;
        k += 1;
        a[k] = b[i];
    }
    #[hp5::task_tile(i = 10)]
    for i in 1..n {
        let mut k = i * 2;
        let twice = k;
        k = i - 1;
        b[k] += twice as f64;
        k += 1;
        a[k] += 1.0;
    }
    #[hp5::task_tile(i = 10)]
    for i in 0..n {
        let k;
        if i > 5 {
            k = i;
        } else {
            k = i + 1;
        }
        a[k] += 1.0;
    }
    #[hp5::task_tile(i = 10)]
    for i in 0..n {
        let mut k = i;
        if i % 2 == 0 {
            k += 1;
        }
        b[i] += a[k];
        let w = if i == 0 { i } else { i - 1 };
        b[i] += a[w];
        let mut s = 0; //~ HP5-W0101
        for _ in 0..3 {
            b[i] += a[s + i];
            s += 1;
        }
        b[i] += a[s];
    }
    #[hp5::task_tile(i = 10)]
    for i in 0..n {
        let mut k = 0;
        while k < 3 {
            b[i] += a[k];
            k += 1;
        }
        let mut j = i; //~ HP5-W0101
        bump(&mut j);
        b[i] += a[j];
        let mut m = i; //~ HP5-W0101
        match i % 3 {
            0 => m = 0,
            1 => m += 1,
            _ => {}
        }
        b[i] += a[m];
        let mut q = i; //~ HP5-W0101
        let mut f = |x: usize| q = x;
        f(7);
        b[i] += a[q];
        let mut p = i; //~ HP5-W0101
        'out: {
            if i == 9 {
                break 'out;
            }
            p = 3;
            if i > 4 {
                break 'out;
            }
            p = 5;
        }
        b[i] += a[p];
        let (mut u, mut v) = (i, 0);
        (u, v) = (v, u);
        b[i] += a[u]; //~ HP5-W0101
        b[i] += a[v]; //~ HP5-W0101
        let mut z = i; //~ HP5-W0101
        if i > 3 && {
            z = 2;
            true
        } {
            b[i] += 0.5;
        }
        b[i] += a[z];
        let mut z = 4;
        {
            let mut z = 9;
            z += 1;
            b[i] += a[z];
        }
        b[i] += a[z];
        z += 1;
        b[i] += a[z];
        let r = 3;
        b[i] += a[r.min(i)];
    }
}

fn bump(j: &mut usize) {
    *j = 11;
}

#[hp5::region]
fn causes(a: &mut [f64], b: &mut [f64], c: &[f64], idx: &[usize], n: usize) {
    #[hp5::task_tile(i = 10)]
    for i in 0..n {
        let k = idx[i]; //~ HP5-W0101
        a[k] += c[k] * c[k + 1];
        b[k] += c[k + 2];
        let m = k + 1;
        a[m] = b[m];
    }
    #[hp5::task_tile(i = 10)]
    for i in 0..n {
        for j in idx[i]..idx[i + 1] { //~ HP5-W0101
            a[i] += b[j] + c[j] * b[j + 1];
        }
    }
    #[hp5::task_tile(i = 10)]
    for i in 0..n {
        a[idx[i] % 7] += 1.0;
        b[idx[i]] += 1.0; //~ HP5-W0101 | idx[i]
        b[idx[i]] += c[idx[i]];
    }
}

fn main() {
    let mut a: Vec<f64> = (0..210).map(|x| (x % 17) as f64).collect();
    let mut b = a.clone();
    set_again(&mut a, &mut b, 200);
    let c = a.clone();
    let idx: Vec<usize> = (0..210).map(|x| x * 13 % 200).collect();
    causes(&mut a, &mut b, &c, &idx, 200);
    println!("{:?} {:?}", a, b);
}
