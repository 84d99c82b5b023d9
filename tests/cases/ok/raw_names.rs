//! Keywords as names, `r#in`: the names that emitted code makes of them are names, too.

struct State {
    r#in: Vec<f64>,
    r#dyn: usize,
}

#[hp5::region]
fn add(r#in: &mut Vec<f64>, r#type: f64, b: &[Vec<f64>]) {
    let r#mod = 4;
    #[hp5::task_tile(i = 8, inout(r#in[i]), in(b[r#mod, i]))]
    for i in 0..r#in.len() {
        r#in[i] += r#type * b[r#mod][i];
    }
}

#[hp5::region(serial(r#const))]
fn total(b: &mut [Vec<f64>], r#while: usize) -> f64 {
    let mut r#fn = 0.0;
    let mut r#use = 0.0;
    #[hp5::task_tile(i = 2)]
    for i in 0..b.len() {
        for r#mod in 0..r#while {
            b[i][r#mod] += 2.0;
        }
    }
    #[hp5::task_tile(i = 2, reduction(ordered +: r#fn))]
    for i in 0..b.len() {
        r#fn += b[i][0];
    }
    #[hp5::task_tile(i = 2, reduction(+: r#use))]
    for i in 0..b.len() {
        r#use += b[i][1];
    }
    #[hp5::task(nested)]
    {
        #[hp5::task_tile(i = 2)]
        for i in 0..b.len() {
            for j in 0..r#while {
                b[i][j] += 1.0;
            }
        }
    }
    #[hp5::task_wait]
    r#fn + r#use
}

impl State {
    #[hp5::region]
    fn r#move(&mut self) {
        #[hp5::task_tile(i = 8)]
        for i in 1..self.r#dyn {
            self.r#in[i] = self.r#in[i - 1] + 2.0;
        }
    }
}

fn main() {
    let mut b: Vec<Vec<f64>> = (0..7)
        .map(|i| (0..40).map(|j| f64::from(i * j)).collect())
        .collect();
    let mut state = State {
        r#in: vec![1.5; 40],
        r#dyn: 33,
    };
    add(&mut state.r#in, 0.5, &b);
    state.r#move();
    let sum = total(&mut b, 5);
    println!("{sum} {:?} {:?}", state.r#in, b[6]);
}
