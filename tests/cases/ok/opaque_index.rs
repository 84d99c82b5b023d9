//! Indices that analysis cannot see: a gather is widened, which is said where tasks write the array; a scatter
//! is declared.

#[hp5::region]
fn gather(a: &[i64], order: &[usize], b: &mut [i64]) {
    #[hp5::task_tile(i = 8)]
    for i in 0..b.len() {
        b[i] = a[order[i]];
    }
}

#[hp5::region]
fn gather_after(a: &mut [i64], order: &[usize], b: &mut [i64]) {
    #[hp5::task_tile(i = 8)]
    for i in 0..a.len() {
        a[i] += 3;
    }
    #[hp5::task_tile(i = 8)]
    for i in 0..b.len() {
        b[i] -= a[order[i]]; //~ HP5-W0101
    }
}

#[hp5::region]
#[hp5::array_tile(bins: [4])]
fn scatter(keys: &[usize], bins: &mut [i64]) {
    #[hp5::task_tile(i = 8, in(keys[i]), inout(bins[..]))]
    for i in 0..keys.len() {
        bins[keys[i] % 10] += i as i64;
    }
}

fn main() {
    let order: Vec<usize> = (0..55).map(|i| (i * 21) % 55).collect();
    let mut a: Vec<i64> = (0..55).map(|i| i * i).collect();
    let mut b = vec![0; 55];
    gather(&a, &order, &mut b);
    gather_after(&mut a, &order, &mut b);
    let mut bins = vec![0; 10];
    scatter(&order, &mut bins);
    println!("{:?} {bins:?}", &b[..10]);
}
