//! References inside of values, `t.chunks(2).collect()`, `View { d: &t }`: what they refer into stays until tasks
//! that use the value are done.

fn slow(x: f64) -> f64 {
    for k in 0..3000_u32 {
        std::hint::black_box(k);
    }
    x
}

fn made(k: usize) -> Vec<f64> {
    (0..8).map(|i| (i * k % 5) as f64 + 0.5).collect()
}

#[derive(Clone, Copy)]
struct View<'a> {
    d: &'a [f64],
}

impl<'a> View<'a> {
    fn new(d: &'a [f64]) -> View<'a> {
        View { d }
    }

    fn at(&self, i: usize) -> f64 {
        self.d[i]
    }
}

#[hp5::region]
fn lists(b: &mut [f64]) {
    for k in 0..4 {
        let t = made(k);
        let u = made(k + 1); //~ HP5-W0102
        let typed: Vec<&[f64]> = t.chunks(2).collect();
        let inferred = u.chunks(2).collect::<Vec<_>>();
        let mapped: Vec<&[f64]> = (0..4).map(|i| &u[i..]).collect();
        let slices = [t.as_slice(), u.as_slice()];
        #[hp5::task]
        {
            b[0] = slow(b[0] * 0.5 + typed[0][1] - inferred[1][1]);
        }
        #[hp5::task]
        {
            b[0] = slow(b[0] * 0.5 + mapped[0][1] - slices[1][1]);
        }
    }
}

#[hp5::region]
fn filled_later(b: &mut [f64]) {
    for k in 0..4 {
        let t = made(k);
        let u = made(k + 1);
        let mut list = Vec::new();
        list.push(&t[..]);
        let mut pair: [&[f64]; 2] = [&[]; 2];
        pair[1] = &u; //~ HP5-W0102
        #[hp5::task]
        {
            b[0] = slow(b[0] * 0.5 + list[0][1] - pair[1][1]);
        }
        #[hp5::task]
        {
            b[0] = slow(b[0] * 0.5 + list[0][3] - pair[1][4]);
        }
    }
}

#[hp5::region]
fn views(b: &mut [f64]) {
    for k in 0..4 {
        let t = made(k);
        let u = made(k + 1);
        let made = View::new(&t);
        let d = &u[1..];
        let literal = View { d };
        let pair = (t.as_slice(), u.as_slice());
        #[hp5::task]
        {
            b[0] = slow(b[0] * 0.5 + made.at(1) - literal.d[1]);
        }
        #[hp5::task]
        {
            b[0] = slow(b[0] * 0.5 + pair.0[2] - pair.1[2]);
        }
    }
}

#[hp5::region]
fn assigned(b: &mut [f64]) {
    let mut r: &[f64];
    for k in 0..4 {
        let t = made(k);
        r = &t;
        #[hp5::task]
        {
            b[0] = slow(b[0] * 0.5 + r[1]);
        }
        #[hp5::task]
        {
            b[0] = slow(b[0] * 0.5 - r[2]);
        }
    }
}

#[hp5::region]
fn in_loops(b: &mut [f64]) {
    for k in 0..4 {
        let t = made(k);
        let rows: Vec<&[f64]> = t.chunks(2).collect();
        for row in rows.iter() {
            #[hp5::task]
            {
                b[0] = slow(b[0] * 0.5 + row[1]);
            }
        }
    }
}

fn main() {
    let mut b = vec![1.0; 8];
    lists(&mut b);
    println!("{b:?}");
    filled_later(&mut b);
    println!("{b:?}");
    views(&mut b);
    println!("{b:?}");
    assigned(&mut b);
    println!("{b:?}");
    in_loops(&mut b);
    println!("{b:?}");
}
