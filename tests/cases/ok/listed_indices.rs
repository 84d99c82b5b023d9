//! Indices from lists that are written out: each of their values counts, also against clauses.

fn slow(x: f64) -> f64 {
    for k in 0..3000_u32 {
        std::hint::black_box(k);
    }
    x
}

#[hp5::region]
fn deduced(b: &mut [f64], n: usize) {
    for i in 0..n {
        #[hp5::task]
        {
            for j in [i, i + 1] {
                b[j] = slow(b[j] * 0.5 + i as f64);
            }
        }
    }
    for i in 0..n {
        #[hp5::task(inout(b[i..=i + 1]))]
        {
            for (j, w) in [(i, 0.5), (i + 1, 0.25)] {
                b[j] = slow(b[j] * w + i as f64);
            }
            for (k, &j) in [i + 1, i].iter().enumerate() {
                b[j] = slow(b[j] * 0.5 + k as f64);
            }
            for j in [i, i + 1].iter() {
                b[*j] = slow(b[*j] * 0.5);
            }
            let j = match i % 3 {
                0 => i,
                1 => i + 1,
                _ => i,
            };
            b[j] = slow(b[j] * 0.5);
        }
    }
}

#[hp5::region]
fn unproven(b: &mut [f64], n: usize, m: usize, list: &[usize]) {
    for i in 0..n {
        #[hp5::task(inout(b[i..=i + 1]))]
        {
            for j in [i, i + m] {
                b[j] = slow(b[j] * 0.5 + i as f64); //~ HP5-W0110
            }
        }
        #[hp5::task(inout(b[i..=i + 1]))]
        {
            let own = [i, i + 1];
            let mut turns = own.iter();
            while let Some(j) = turns.next() {
                b[*j] = slow(b[*j] * 0.5 + i as f64); //~ HP5-W0110
            }
            for k in 0..2 {
                b[own[k]] += 1.0;
            }
            own.iter().for_each(|&j| b[j] += 1.0);
        }
        #[hp5::task(inout(b[0..=n]))]
        {
            for j in list.iter().copied() {
                b[j] = slow(b[j] * 0.5 + i as f64);
            }
        }
    }
}

fn main() {
    let mut b: Vec<f64> = (0..12).map(|k| k as f64).collect();
    deduced(&mut b, 11);
    println!("{b:?}");
    unproven(&mut b, 11, 1, &[1, 2]);
    println!("{b:?}");
}
