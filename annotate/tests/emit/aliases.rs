#[hp5::region]
fn split(a: &mut [i64]) -> i64 {
    let n = a.len();
    let (left, right) = a.split_at_mut(n / 2);
    for k in 0..3 {
        #[hp5::task_tile(i = 4)]
        for i in 0..left.len() { left[i] += right[i] * k; }
        #[hp5::task_tile(i = 4)]
        for i in 0..right.len() { right[i] += left[i]; }
    }
    #[hp5::task_wait]
    let s = a[0] + a[n - 1];
    s
}

#[hp5::region]
fn rows(a: &mut [Vec<i64>]) {
    for (k, row) in a.iter_mut().enumerate() {
        #[hp5::task_tile(i = 5)]
        for i in 1..row.len() { row[i] = row[i - 1] + k as i64; }
    }
}

#[hp5::region]
fn maybe(a: &mut Option<Vec<i64>>, b: &mut Vec<i64>) {
    if let Some(v) = a.as_mut() {
        #[hp5::task_tile(i = 4)]
        for i in 0..b.len() { v[i] = b[i] * 2; }
    }
    let r = &mut b[2..];
    #[hp5::task_tile(i = 4)]
    for i in 0..r.len() { r[i] += 1; }
    b[3] += 10;
}

#[hp5::region]
fn shadow(a: &mut [i64]) -> i64 {
    let a = &mut a[1..];
    #[hp5::task_tile(i = 4)]
    for i in 0..a.len() { a[i] *= 3; }
    let b = a.iter().sum::<i64>();
    #[hp5::task]
    { a[0] += b; }
    let a = a[0];
    a
}

#[hp5::region]
fn owned_behind() -> i64 {
    let mut total = 0;
    for k in 0..5 {
        let mut v = vec![k; 20];
        let r = v.as_mut_slice();
        #[hp5::task_tile(i = 3)]
        for i in 0..r.len() { r[i] += i as i64; }
        #[hp5::task]
        { for i in 0..r.len() { total += r[i]; } }
    }
    #[hp5::task_wait]
    total
}

#[hp5::region]
fn consumed(n: usize) -> Vec<i64> {
    let mut list = vec![1; n];
    #[hp5::task_tile(i = 3)]
    for i in 0..n { list[i] += i as i64; }
    #[hp5::task_wait]
    list
}

#[hp5::region]
fn broken_out(n: usize) -> (Vec<i64>, usize) {
    let mut rounds = 0;
    let v = loop {
        let mut list = vec![0; n];
        #[hp5::task_tile(i = 3)]
        for i in 0..n { list[i] = (i * rounds) as i64; }
        rounds += 1;
        #[hp5::task_wait]
        if rounds > 3 { break list; }
    };
    (v, rounds)
}

struct Out { list: Vec<i64>, sum: i64 }

#[hp5::region]
fn packed(n: usize) -> Out {
    let mut list = vec![0; n];
    let mut sum = 0;
    #[hp5::task_tile(i = 4, reduction(+: sum))]
    for i in 0..n { list[i] = i as i64; sum += i as i64; }
    #[hp5::task_wait]
    Out { list, sum }
}

fn main() {
    let mut a: Vec<i64> = (0..30).collect();
    println!("{} {:?}", split(&mut a), a);
    let mut r = vec![vec![1; 12]; 4];
    rows(&mut r);
    println!("{r:?}");
    let mut o = Some(vec![0; 30]);
    maybe(&mut o, &mut a);
    println!("{o:?} {a:?}");
    println!("{} {:?}", shadow(&mut a), a);
    println!("{}", owned_behind());
    println!("{:?} {:?}", consumed(10), broken_out(7));
    let p = packed(9);
    println!("{:?} {}", p.list, p.sum);
}
