//! One finding lists all that each turn sets for itself and that the caller may look at.

fn set(part: &mut [f64], x: f64) {
    for e in part.iter_mut() {
        *e = x;
    }
}

#[hp5::region]
fn solve(line: &mut [[f64; 3]], part: &mut [f64], t: &mut f64, rhs: &mut [[f64; 16]]) {
    #[hp5::task_tile(k = 4)]
    for k in 0..32 {
        for i in 0..16 {
            line[i][1] = 1.0 + (i + k) as f64; //~ HP5-W0103 | line[i][1]
        }
        set(part, k as f64);
        *t = 3.0;
        for i in 0..16 {
            rhs[k][i] /= line[i][1] + *t + part[2];
        }
    }
}

fn main() {
    let mut rhs = vec![[1.0; 16]; 32];
    solve(&mut vec![[0.0; 3]; 16], &mut [0.0; 4], &mut 1.0, &mut rhs);
    println!("{rhs:?}");
}
