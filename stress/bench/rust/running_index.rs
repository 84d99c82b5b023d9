//! Columns of an image, each walked by an index that a counted loop advances.

#[hp5::region]
fn columns(from: &[[u8; 3]], to: &mut [[u8; 3]], w: usize, h: usize) {
    #[hp5::task_tile(x = 64)]
    for x in 0..w {
        let mut at = x;
        let mut sum = 0_u32;
        for _ in 0..h {
            sum = sum / 2 + u32::from(from[at][0]);
            to[at][0] = (sum & 255) as u8;
            at += w;
        }
    }
}

fn main() {
    let times = hp5_bench_rust::times(24);
    let (w, h) = (1024, 1024);
    let from: Vec<[u8; 3]> = (0..w * h).map(|k| [(k * 31 % 251) as u8, 0, 0]).collect();
    let mut to = from.clone();
    columns(&from, &mut to, w, 2);
    hp5_bench_rust::timed(|| (0..times).for_each(|_| columns(&from, &mut to, w, h)));
    hp5_bench_rust::checksum(to.iter().map(|pixel| u64::from(pixel[0])));
}
