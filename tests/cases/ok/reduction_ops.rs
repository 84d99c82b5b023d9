//! Every reduction operator.

#[hp5::region]
fn fold(a: &[i64], b: &[bool]) -> (i64, i64, i64, i64, i64, i64, i64, bool, bool) {
    let (mut sum, mut product, mut least, mut most) = (5, 1, i64::MAX, i64::MIN);
    let (mut meet, mut join, mut odd) = (-1_i64, 0_i64, 0_i64);
    let (mut all, mut any) = (true, false);
    #[hp5::task_tile(i = 10, reduction(+: sum), reduction(*: product))]
    for i in 0..a.len() {
        sum += a[i];
        product *= 1 + i64::from(a[i] % 40 == 7);
    }
    #[hp5::task_tile(i = 10)]
    #[hp5::reduction(min: least)]
    #[hp5::reduction(max: most)]
    for i in 0..a.len() {
        least = least.min(a[i]);
        most = most.max(a[i]);
    }
    #[hp5::task_tile(i = 10, reduction(&: meet), reduction(|: join), reduction(^: odd))]
    for i in 0..a.len() {
        meet &= a[i] | 0xff00;
        join |= a[i];
        odd ^= a[i];
    }
    #[hp5::task_tile(i = 10, reduction(&&: all), reduction(||: any))]
    for i in 0..b.len() {
        all = all && (b[i] || i < 3);
        any = any || b[i];
    }
    #[hp5::task_wait]
    let result = (sum, product, least, most, meet, join, odd, all, any);
    result
}

fn main() {
    let a: Vec<i64> = (0..83).map(|i| (i * 7919) % 1013 - 400).collect();
    let b: Vec<bool> = (0..83).map(|i| i % 11 != 5).collect();
    println!("{:?}", fold(&a, &b));
    println!("{:?}", fold(&[], &[]));
}
