//! Elements of constant arrays, fields of constant structs, and limits of types are numbers.

struct Shape {
    rows: usize,
    columns: usize,
}

const SIZES: [usize; 3] = [40, 12, 20];
const SHAPE: Shape = Shape { rows: 20, columns: 30 };
static EDGES: (usize, usize) = (1, 19);

#[hp5::region]
fn smooth(us: &[[f64; 40]], out: &mut [[f64; 40]], line: &mut [u32]) {
    #[hp5::task_tile(k = 4)]
    for k in 0..SIZES[2] {
        for i in 1..SIZES[0] - 1 {
            out[k][i] = us[k][i - 1] + us[k][i + 1];
        }
    }
    #[hp5::task_tile(k = 4)]
    for k in EDGES.0..EDGES.1 {
        for i in SHAPE.rows..SHAPE.columns {
            out[k][i] += us[k - 1][i];
        }
    }
    #[hp5::task_tile(k = 32)]
    for k in 0..u8::MAX as usize {
        line[k] /= 2;
    }
}

fn main() {
    let us: Vec<[f64; 40]> = (0..20).map(|k| std::array::from_fn(|i| (k * i) as f64)).collect();
    let mut out = us.clone();
    let mut line: Vec<u32> = (0..300).collect();
    smooth(&us, &mut out, &mut line);
    println!("{out:?} {line:?}");
}
