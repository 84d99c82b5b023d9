//! Tasks reach beyond their declared sections by indices from a list that is written out, and by chosen ones.

#[hp5::region]
fn run(b: &mut [f64], n: usize, c: usize) {
    for i in 0..n {
        #[hp5::task(inout(b[i]))]
        {
            for j in [i, i + 1] {
                b[j] *= 0.5; //~ HP5-E0009 | b[j]
            }
        }
        #[hp5::task(inout(b[i]))]
        {
            for &j in &[i, i + 1] {
                b[j] *= 0.5; //~ HP5-E0009 | b[j]
            }
        }
        #[hp5::task(inout(b[i]))]
        {
            for j in [i, i + 1].iter() {
                b[*j] *= 0.5; //~ HP5-E0009 | b[*j]
            }
        }
        #[hp5::task(inout(b[i]))]
        {
            for (j, _) in [(i, 1), (i + 1, 2)] {
                b[j] *= 0.5; //~ HP5-E0009 | b[j]
            }
        }
        #[hp5::task(inout(b[i]))]
        {
            for (k, j) in [i, i + 1].iter().enumerate() {
                b[*j] *= k as f64; //~ HP5-E0009 | b[*j]
            }
        }
        #[hp5::task(inout(b[i]))]
        {
            let j = match c {
                0 => i,
                1 => i + 1,
                _ => i,
            };
            b[j] *= 0.5; //~ HP5-E0009 | b[j]
        }
    }
}

fn main() {}
