//! Arrays that are cut into a number of parts.

#[hp5::region]
fn scan(a: &mut [u64], sums: &mut [u64], parts: usize) {
    let n = a.len();
    #[hp5::array_tile(a: [parts(parts)], sums: [1])]
    for b in 0..parts {
        let (lo, hi) = (b * n / parts, (b + 1) * n / parts);
        #[hp5::task(inout(a[lo..hi]), out(sums[b]))]
        {
            let mut sum = 0;
            for k in lo..hi {
                sum += a[k];
                a[k] = sum;
            }
            sums[b] = sum;
        }
    }
    #[hp5::array_tile(a: [parts(parts, ceil)], if(n > 3))]
    #[hp5::task_tile(i = 9)]
    for i in 1..n {
        a[i] += a[i - 1] % 3;
    }
}

fn main() {
    for (n, parts) in [(103, 7), (5, 9), (64, 8), (3, 1)] {
        let mut a: Vec<u64> = (0..n).collect();
        let mut sums = vec![0; parts];
        scan(&mut a, &mut sums, parts);
        println!("{a:?} {sums:?}");
    }
}
