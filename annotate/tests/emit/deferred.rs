#[hp5::region]
fn deferred(v: &[i64]) -> (i64, i64) {
    let mut s;
    s = 0;
    let (mut lo, hi): (i64, i64);
    lo = i64::MAX;
    hi = 5;
    #[hp5::task_tile(i = 4, reduction(+: s))]
    #[hp5::reduction(min: lo)]
    for i in 0..v.len() { s += v[i] * hi; lo = lo.min(v[i]); }
    for k in 0..3 {
        let mut part;
        part = k;
        #[hp5::task_tile(i = 4, reduction(+: part))]
        for i in 0..v.len() { part += v[i]; }
        #[hp5::task_wait]
        s += part;
    }
    for _ in 0..2 {
        let mut count = 0usize;
        let mut biggest: i64 = 0;
        #[hp5::task_tile(i = 4, reduction(+: count))]
        #[hp5::reduction(max: biggest)]
        for i in 0..v.len() { if v[i] > 3 { count += 1; } biggest = biggest.max(v[i]); }
        #[hp5::task_wait]
        println!("{count} {biggest} {}", count + 1);
        s += count as i64;
    }
    (s, lo)
}

#[hp5::annotated]
fn blocks(n: usize) -> i64 {
    let mut a = vec![0i64; n];
    let mut sum = 0;
    let last;
    #[hp5::region]
    {
        #[hp5::task_tile(i = 4)]
        for i in 0..n { a[i] = i as i64; }
        #[hp5::task_wait]
        last = a[n - 1];
    }
    #[hp5::region(name("second"))]
    {
        #[hp5::task_tile(i = 4, reduction(+: sum))]
        for i in 0..n { sum += a[i]; }
    }
    sum + last
}

fn main() {
    println!("{:?} {}", deferred(&[1, 5, 3, 9, 2, 8, 8, 1, 0]), blocks(30));
}
