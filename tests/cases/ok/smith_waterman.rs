//! Dynamic programming in two dimensions: dependences from the left, above, and between.

#[hp5::region]
#[hp5::array_tile(h: [6, 6])]
fn align(s: &[u8], t: &[u8], h: &mut Vec<Vec<i32>>) {
    #[hp5::task_tile(i = 6, j = 6)]
    for i in 1..=s.len() {
        for j in 1..=t.len() {
            let same = if s[i - 1] == t[j - 1] { 3 } else { -2 };
            let best = (h[i - 1][j - 1] + same).max(h[i - 1][j] - 1).max(h[i][j - 1] - 1);
            h[i][j] = best.max(0);
        }
    }
}

fn main() {
    let s: Vec<u8> = (0..47_u32).map(|i| b"acgt"[(i * i % 7 % 4) as usize]).collect();
    let t: Vec<u8> = (0..39_u32).map(|i| b"acgt"[(i * 5 % 11 % 4) as usize]).collect();
    let mut h = vec![vec![0; t.len() + 1]; s.len() + 1];
    align(&s, &t, &mut h);
    println!("{:?} {}", h.iter().flatten().max(), h.iter().flatten().sum::<i32>());
}
