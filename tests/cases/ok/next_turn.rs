//! Bodies that go on with the next turn of their loop, and labels inside of bodies.

#[hp5::region]
fn turns(a: &mut [i64], b: &mut [i64], n: usize) {
    #[hp5::task_tile(i = 4)]
    for i in 0..n {
        if a[i] % 3 == 0 {
            continue;
        }
        b[i] += a[i];
    }
    #[hp5::task_tile(i = 3)]
    'rows: for i in 1..n {
        for k in 0..4 {
            if a[i] + k > 17 {
                continue 'rows;
            }
            if k == 2 {
                break;
            }
            b[i] += b[i - 1] % 5 + k;
        }
        a[i] -= 1;
    }
    #[hp5::task_tile(i = 4)]
    for i in 0..n {
        let Some(half) = a[i].checked_div(b[i] % 4) else { continue };
        let found = 'find: {
            for k in 0..n {
                if b[k] > half {
                    break 'find k;
                }
            }
            n
        };
        'outer: for k in 0..3 {
            for l in 0..3 {
                if k * l == 2 {
                    break 'outer;
                }
                if l > k {
                    continue 'outer;
                }
                a[i] += (found + k * 10 + l) as i64;
            }
        }
    }
}

#[hp5::region]
fn nests(g: &mut [Vec<i64>], n: usize) {
    #[hp5::task_tile(i = 3, j = 4)]
    for i in 0..n {
        for j in 0..n {
            if (i + j) % 2 == 0 {
                continue;
            }
            g[i][j] += (i * 10 + j) as i64;
        }
    }
}

fn main() {
    let mut a: Vec<i64> = (0..29).collect();
    let mut b: Vec<i64> = (0..29).map(|k| k * 7 % 11).collect();
    turns(&mut a, &mut b, 29);
    println!("{a:?}\n{b:?}");
    let mut g = vec![vec![1; 10]; 10];
    nests(&mut g, 10);
    println!("{g:?}");
}
