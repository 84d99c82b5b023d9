//! Methods with type arguments (`sum::<f64>()`): what they are called on is used.

#[hp5::region]
fn totals(a: &mut [f64], b: &mut [f64], rounds: usize) {
    let n = a.len();
    for t in 0..rounds {
        #[hp5::task_tile(i = 4)]
        for i in 0..n {
            a[i] += (i + t) as f64;
        }
        #[hp5::task]
        {
            b[t] = a.iter().sum::<f64>();
        }
        #[hp5::task]
        {
            let large = a.iter().copied().filter(|x| *x > 3.0).collect::<Vec<f64>>();
            b[t] += large.len() as f64 + large.iter().map(|x| x * 0.5).product::<f64>().min(9.0);
        }
        #[hp5::task_tile(i = 3)]
        for i in 1..n - 1 {
            a[i] += a[i - 1..i + 2].iter().copied().fold::<f64, _>(0.0, f64::max) * 0.25;
        }
        #[hp5::task]
        a.iter_mut().take(5).for_each::<fn(&mut f64)>(|x| *x = x.sqrt());
    }
}

#[hp5::region]
fn last(a: &mut Vec<u64>) -> u64 {
    let mut found = 5;
    #[hp5::task_tile(i = 2)]
    for i in 0..a.len() {
        a[i] = a[i] * 7 % 31;
    }
    #[hp5::task]
    {
        found += a.iter().max().copied().unwrap_or(0) + a.iter().sum::<u64>();
    }
    found //~ HP5-W0102 | found
}

fn main() {
    let mut a: Vec<f64> = (0..37).map(|i| f64::from(i % 7)).collect();
    let mut b = vec![0.0; 6];
    totals(&mut a, &mut b, 6);
    println!("{a:?}\n{b:?}");
    println!("{}", last(&mut (0..40).collect()));
}
