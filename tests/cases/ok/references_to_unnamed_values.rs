//! References to values without a name, which go with the block that the reference is declared in: tasks wait
//! for that.

fn slow(x: f64) -> f64 {
    for k in 0..3000_u32 {
        std::hint::black_box(k);
    }
    x
}

fn made(k: usize) -> Vec<f64> {
    (0..8).map(|i| (i * k % 5) as f64 + 0.5).collect()
}

#[hp5::region]
fn of_calls(b: &mut [f64], a: &Vec<f64>) {
    for k in 0..4 {
        let made = &made(k); //~ HP5-W0102
        let copy = &a.clone()[..];
        #[hp5::task]
        {
            b[0] = slow(b[0] * 0.5 + made[1] - copy[2]);
        }
        #[hp5::task]
        {
            b[0] = slow(b[0] * 0.5 + made[3] - copy[4]);
        }
    }
}

#[hp5::region]
fn of_literals(b: &mut [f64], a: &[f64]) {
    for k in 0..4 {
        let x = k as f64;
        let list = &vec![x; 5]; //~ HP5-W0102
        let pair = &[1.0, x];
        let next = &(x + 1.0);
        // This one stays for good.
        let fixed = &[1.0, 2.0];
        let either = if k > 1 { &made(k)[..] } else { a };
        #[hp5::task]
        {
            b[0] = slow(b[0] * 0.5 + list[1] - pair[1] + *next + fixed[0]);
        }
        #[hp5::task]
        {
            b[0] = slow(b[0] * 0.5 + list[1] - pair[0] + *next + fixed[1] + either[2]);
        }
    }
}

#[hp5::region]
fn written(b: &mut [f64]) {
    for k in 0..4 {
        let t = &mut made(k); //~ HP5-W0102
        #[hp5::task]
        {
            t[1] = slow(t[1] + 1.0);
        }
        #[hp5::task]
        {
            b[0] = slow(b[0] * 0.5 + t[1]);
        }
    }
}

/// Parts of what has a name: nothing waits.
#[hp5::region]
fn of_names(b: &mut [f64], a: &Vec<Vec<f64>>) {
    for k in 0..4 {
        let t = made(k);
        let part = &t[2..];
        let row = &a[k][..];
        #[hp5::task]
        {
            b[k] = slow(b[k] * 0.5 + part[1] - row[2]);
        }
    }
}

fn main() {
    let a = made(3);
    let mut b = vec![1.0; 8];
    of_calls(&mut b, &a);
    println!("{b:?}");
    of_literals(&mut b, &a);
    println!("{b:?}");
    written(&mut b);
    println!("{b:?}");
    of_names(&mut b, &vec![a; 4]);
    println!("{b:?}");
}
