//! Ranges within ranges.

#[hp5::region]
fn rows(d: &mut [u64], w: usize) {
    let n = d.len() / w;
    #[hp5::task_tile(i = 3)]
    for i in 0..n {
        let r = &mut d[i * w..][..w];
        r[0] += i as u64;
        r[w - 1] += 1;
    }
    #[hp5::task_tile(i = 3)]
    for i in 1..n {
        let (a, b) = (&d[(i - 1) * w..][..w], &d[i * w..(i + 1) * w][1..=2]);
        std::hint::black_box(a[0] + b[1]);
    }
    #[hp5::task_tile(i = 3)]
    for i in 0..n {
        d[i * w..(i + 1) * w][2..4].fill(i as u64); //~ HP5-W0104 | d[i * w..(i + 1) * w][2..4]
        d[i * w..][..w].swap(0, 1);
        d[i * w..i * w + w][1..].reverse();
    }
    #[hp5::task]
    {
        d[..][..2].swap(0, 1);
        let last = &mut d[2..][3..]; //~ HP5-W0101 | d[2..][3..]
        last[0] = 77;
    }
    #[hp5::task]
    {
        d[4..8][..][0] += 1;
    }
}

/// Rows of an array of rows.
#[hp5::region]
fn headers(a: &mut Vec<Vec<u64>>) {
    #[hp5::task]
    {
        a[0][1] += 1;
    }
    #[hp5::task]
    {
        a[1..][..2][0][1] += a[0][1];
        for row in &mut a[1..][..2] {
            row[0] += 1;
        }
    }
}

#[hp5::region]
fn cells(a: &mut [[u64; 2]], s: &str, text: &mut [usize]) {
    #[hp5::task_tile(i = 3)]
    for i in 0..6 {
        a[i][1] += 1;
    }
    #[hp5::task_tile(i = 3)]
    for i in 0..3 {
        a[i * 2..][..2].reverse();
        text[i] += s[i..][..2].len();
    }
}

fn main() {
    let mut d: Vec<u64> = (0..240).collect();
    rows(&mut d, 6);
    let mut a = vec![vec![1, 2]; 4];
    headers(&mut a);
    let mut c = [[1, 2], [3, 4], [5, 6], [7, 8], [9, 10], [11, 12]];
    let mut text = [0; 3];
    cells(&mut c, "abcdefgh", &mut text);
    println!("{d:?} {a:?} {c:?} {text:?}");
}
