//! Names that a body itself gives a meaning: constants, what an arm's pattern binds and asks,
//! fractions, what a macro changes.

const STEP: usize = 0;

macro_rules! bump {
    ($x:expr) => {
        $x += 3
    };
}

macro_rules! each {
    ($i:ident, $n:expr, $do:expr) => {
        for $i in 0..$n {
            $do;
        }
    };
}

#[hp5::region]
fn bodies(a: &mut [f64], b: &mut [f64], rounds: usize) {
    let n = a.len();
    let width = 1.5;
    let mut at = 0;
    for t in 0..rounds {
        #[hp5::task_tile(i = 4)]
        for i in 0..n - 3 {
            const STEP: usize = 3;
            b[i + STEP] = a[i] + 1.0;
        }
        #[hp5::task]
        {
            let twice = width + width;
            a[twice as usize] += 1.0; //~ HP5-W0101 | a[twice as usize]
            a[STEP] += 1.0;
        }
        #[hp5::task]
        match t {
            k if a[k + 2] > 3.0 => { //~ HP5-W0101 | k
                b[0] = a[k];
            }
            k if b[3] > 1.0 => b[k] += 2.0, //~ HP5-W0101 | k
            _ => b[1] = 4.0,
        }
        #[hp5::task]
        {
            a[3] += b[0] + b[1];
        }
        #[hp5::task]
        {
            let mut k = t; //~ HP5-W0101 | k
            bump!(k);
            a[k] += 5.0;
        }
        #[hp5::task]
        {
            bump!(at);
            assert!(at < 99, "{at} {at:?} {at:3x}");
            b[at % n] += a[t + 3]; //~ HP5-W0101 | b[at % n]
        }
        #[hp5::task]
        {
            each!(p, 3, a[p] += b[p]);
            [b[5], b[6]] = [b[6], b[5]];
        }
        #[hp5::task_tile(i = 5)]
        for i in 0..n {
            a[i] += b[n - 1 - i] * 0.125;
        }
    }
}

fn main() {
    let mut a: Vec<f64> = (0..31).map(f64::from).collect();
    let mut b = vec![0.0; 31];
    bodies(&mut a, &mut b, 5);
    println!("{a:?}\n{b:?}");
}
