//! Conditions, matches, inner loops with breaks, and whiles in bodies.

#[hp5::region]
fn classify(a: &[i32], b: &mut [i32], limit: i32) {
    let n = a.len();
    #[hp5::task_tile(i = 10)]
    for i in 0..n {
        let mut v = a[i];
        if i > 0 && a[i - 1] > v {
            v += 1;
        } else if i + 1 < n {
            v -= a[i + 1] / 2;
        }
        let mut count = 0;
        while v > limit {
            v /= 2;
            count += 1;
        }
        for k in 0..8 {
            if k == v {
                break;
            }
            if k % 2 == 0 {
                continue;
            }
            count += 1;
        }
        b[i] = match count {
            0 => -1,
            1..=3 => v,
            _ if v < 0 => count,
            _ => v * count,
        };
    }
}

fn main() {
    let a: Vec<i32> = (0..101).map(|i| (i * 53) % 97 - 20).collect();
    let mut b = vec![0; a.len()];
    classify(&a, &mut b, 12);
    println!("{} {:?}", b.iter().sum::<i32>(), &b[..12]);
}
