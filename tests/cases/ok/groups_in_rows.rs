//! Images of several channels: rows are told apart, whatever the group is called. No clause, nothing said.

#[hp5::region]
fn invert(from: &[u8], to: &mut [u8], w: usize, h: usize) {
    #[hp5::task_tile(y = 4)]
    for y in 0..h {
        for x in 0..w {
            for c in 0..3 {
                to[(y * w + x) * 3 + c] = 255 - from[(y * w + x) * 3 + c];
            }
        }
    }
    #[hp5::task_tile(y = 4)]
    for y in 0..h {
        for x in 0..w {
            to[(y * w + x) * 3] /= 2;
            to[(y * w + x) * 3 + 1] /= 3;
            to[(y * w + x) * 3 + 2] /= 4;
        }
    }
}

#[hp5::region]
fn fade(to: &mut [u8], w: usize, h: usize, channels: usize) {
    #[hp5::task_tile(y = 4)]
    for y in 0..h {
        for x in 0..w {
            for c in 0..channels {
                to[(y * w + x) * channels + c] /= 2;
            }
        }
    }
}

fn main() {
    let from: Vec<u8> = (0..3000).map(|k| (k % 256) as u8).collect();
    let mut to = vec![0; 3000];
    invert(&from, &mut to, 100, 10);
    fade(&mut to, 75, 10, 4);
    println!("{to:?}");
}
