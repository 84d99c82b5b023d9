//! Locals of one name, of which some are references that tasks write through and others values that they take along; optional values and closures between tasks.

fn slow(x: f64) -> f64 {
    for k in 0..3000_u32 {
        std::hint::black_box(k);
    }
    x
}
#[derive(Clone, Debug)]
struct Best {
    at: usize,
    name: String,
}
#[hp5::region]
fn best(a: &[f64], out: &mut [f64]) -> usize {
    let mut best: Option<Best> = None;
    let mut other: Option<usize> = Some(a.len() - 1);
    #[hp5::task]
    {
        for i in 0..a.len() {
            if best.as_ref().is_none_or(|b| a[b.at] < a[i]) {
                best = Some(Best {
                    at: i,
                    name: format!("n{i}"),
                });
            }
        }
        slow(1.0);
        other = other.map(|n| n + 1);
    }
    #[hp5::task]
    {
        if let Some(b) = &best {
            out[b.at] = slow(b.name.len() as f64); //~ HP5-W0101
        }
        if let Some(n) = other {
            out[0] = n as f64;
        }
    }
    #[hp5::task]
    {
        match best {
            Some(ref mut b) => b.at += 1,
            None => {}
        }
        while let Some(n) = other {
            other = if n > 3 { Some(n - 1) } else { None };
        }
        if let (Some(x), None) = (best.as_ref(), other) {
            out[1] += x.at as f64;
        }
    }
    let Some(x) = best else { return 0 }; //~ HP5-W0102
    x.at + x.name.len()
}
#[hp5::region]
fn closures(a: &mut [f64], b: &mut Vec<f64>, n: usize) -> f64 {
    let mut sum = 0.0;
    let add = |x: f64, y: f64| x * 2.0 + y;
    for i in 0..n {
        #[hp5::task]
        {
            a[i] = slow(add(a[i], i as f64));
        }
    }
    let total: f64 = a.iter().map(|x| add(*x, 1.0)).sum(); //~ HP5-W0102
    for i in 0..n {
        #[hp5::task]
        {
            let mut bump = |k: usize| a[k] += slow(1.0); //~ HP5-W0101
            bump(i);
            if i > 0 {
                bump(i - 1);
            }
        }
    }
    let mut grow = |x: f64| b.push(x);
    grow(total);
    #[hp5::task]
    {
        sum += slow(b[0]) + a[0];
        b.push(sum);
    }
    b.push(1.0); //~ HP5-W0102
    let last = b.last().copied().unwrap_or(0.0);
    #[hp5::task(inout(a))]
    {
        a.sort_by(|x, y| y.partial_cmp(x).unwrap());
    }
    #[hp5::task]
    {
        sum += a.iter().rev().take(2).sum::<f64>() + last;
    }
    sum //~ HP5-W0102
}
#[hp5::region]
fn two_names(p: &mut [(f64, [f64; 2])], out: &mut [f64]) {
    for (i, (x, [y, z])) in p.iter().enumerate() {
        #[hp5::task]
        {
            out[i] += slow(x + y * z);
        }
    }
    for (i, (y, [x, _])) in p.iter_mut().enumerate() { //~ HP5-W0102
        #[hp5::task]
        {
            *x += out[i];
            *y = slow(*x);
        }
    }
    let (x, y) = (out[0], out[1]);
    #[hp5::task]
    {
        out[2] += slow(x + y);
    }
    let (y, x) = (out[2], out[1]); //~ HP5-W0102
    #[hp5::task]
    {
        out[3] += slow(x - y);
    }
}
fn main() {
    let a: Vec<f64> = (0..8).map(|k| ((k * 5) % 7) as f64).collect();
    let mut out = vec![0.0; 8];
    println!("{} {:?}", best(&a, &mut out), out);
    let mut a = a;
    let mut b = vec![];
    println!("{} {:?} {:?}", closures(&mut a, &mut b, 6), a, b);
    let mut p = vec![(1.0, [2.0, 3.0]), (0.5, [0.25, 4.0])];
    two_names(&mut p, &mut out);
    println!("{:?} {:?}", p, out);
}
