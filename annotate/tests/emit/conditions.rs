#[hp5::region]
fn until(a: &mut [f64], b: &mut [f64]) -> usize {
    let n = a.len();
    let mut rounds = 0;
    while a[0] < 100.0 && rounds < 50 {
        #[hp5::task_tile(i = 4)]
        for i in 0..n { b[i] = a[i] * 1.5 + 1.0; }
        #[hp5::task_tile(i = 4)]
        for i in 0..n { a[i] = b[i]; }
        rounds += 1;
    }
    rounds
}

#[hp5::region]
fn checks(a: &mut Vec<f64>, b: &mut Vec<f64>) -> f64 {
    let n = a.len();
    let mut log = 0.0;
    'outer: for r in 0..40 {
        for half in 0..2 {
            #[hp5::task_tile(i = 5)]
            for i in 1..n - 1 { b[i] = 0.25 * a[i - 1] + 0.5 * a[i] + 0.25 * a[i + 1]; }
            std::mem::swap(a, b);
            if r % 10 == 3 && half == 0 {
                continue 'outer;
            }
            if r % 10 == 9 {
                log += a[n / 2];
                if log > 30.0 { break 'outer; }
            } else if b[1] > 1e9 {
                return -1.0;
            }
        }
    }
    log
}

#[hp5::region]
fn branches(a: &mut [i64], kind: u8) -> i64 {
    let n = a.len();
    match kind {
        0 => {
            #[hp5::task_tile(i = 4)]
            for i in 0..n { a[i] += 1; }
        }
        1 if n > 3 => {
            #[hp5::task]
            { a[1] = 77; }
        }
        _ => {}
    }
    match a[1] {
        77 => 1,
        x => x,
    }
}

#[hp5::region]
fn pass(a: &mut Vec<i64>) -> i64 {
    let n = a.len();
    #[hp5::task_tile(i = 4)]
    for i in 0..n { a[i] += 1; }
    let s = total(a);
    #[hp5::task_tile(i = 4)]
    for i in 0..n { a[i] += 1; }
    a.push(s);
    #[hp5::task_tile(i = 4)]
    for i in 0..a.len() { a[i] += 1; }
    println!("{} {}", a.len(), a[0]);
    bump(a);
    total(a)
}
fn total(a: &[i64]) -> i64 { a.iter().sum() }
fn bump(a: &mut Vec<i64>) { a[0] += 100; }

#[hp5::region]
fn text(a: &mut [i64], mut name: String) -> String {
    for k in 0..3 {
        #[hp5::task_tile(i = 4)]
        for i in 0..a.len() { a[i] += name.len() as i64 + name.matches('x').count() as i64; }
        name.push('x');
        let more = format!("{name}{k}");
        #[hp5::task]
        { a[0] += more.len() as i64; }
    }
    name
}

fn main() {
    let (mut a, mut b) = (vec![1.0; 20], vec![0.0; 20]);
    println!("{} {:?}", until(&mut a, &mut b), a);
    println!("{} {:?}", checks(&mut a, &mut b), b);
    let mut c: Vec<i64> = (0..12).collect();
    println!("{} {} {}", branches(&mut c, 0), branches(&mut c, 1), branches(&mut c, 2));
    println!("{} {c:?}", pass(&mut c));
    println!("{} {c:?}", text(&mut c, "axe".to_owned()));
}
