//! Values that have references in them: tasks that use one, and code that uses what they refer to, keep their order.

use std::collections::HashMap;

fn slow(x: f64) -> f64 {
    for k in 0..3000_u32 {
        std::hint::black_box(k);
    }
    x
}

fn sum(r: &[f64]) -> f64 {
    r.iter().sum()
}

struct Mut<'a> {
    d: &'a mut [f64],
}

impl<'a> Mut<'a> {
    fn new(d: &'a mut [f64]) -> Self {
        Mut { d }
    }

    fn attach(&mut self, d: &'a mut [f64]) {
        self.d = d;
    }

    fn set(&mut self, i: usize, x: f64) {
        self.d[i] = x;
    }
}

#[hp5::region]
fn collected(a: &mut [f64], w: usize) -> f64 {
    for t in 0..3 {
        let mut blocks: Vec<&mut [f64]> = a.chunks_mut(w).collect(); //~ HP5-W0102
        for i in 0..4 {
            #[hp5::task]
            {
                blocks[i][1] = slow(blocks[i][1] * 0.5 + t as f64);
            }
        }
        for i in 0..8 {
            #[hp5::task] //~ HP5-W0102
            {
                a[i] = slow(a[i] * 0.75 + 1.0);
            }
        }
    }
    let mut each = a.iter_mut().collect::<Vec<_>>();
    each.reverse();
    for i in 0..8 {
        #[hp5::task]
        {
            *each[i] = slow(*each[i] * 0.5 + i as f64);
        }
    }
    a[3] + a[5] //~ HP5-W0102
}

#[hp5::region]
fn of_halves(a: &mut [f64], h: usize) {
    let (top, bottom) = a.split_at_mut(h);
    let both = [top, bottom];
    for p in 0..2 {
        for i in 0..3 {
            #[hp5::task]
            {
                both[p][i] = slow(both[p][i] * 0.5 + 3.0);
            }
        }
    }
    for i in 0..8 {
        #[hp5::task] //~ HP5-W0102
        {
            a[i] = slow(a[i] * 0.75 + 1.0);
        }
    }
}

#[hp5::region]
fn of_structs(a: &mut [f64], b: &mut [f64]) {
    let mut m = Mut::new(a);
    #[hp5::task]
    {
        m.set(3, slow(3.0));
    }
    #[hp5::task] //~ HP5-W0102
    {
        b[4] = a[3] + b[2];
    }
    let mut t = Mut { d: &mut a[..] }; //~ HP5-W0102
    t.d = &mut b[..];
    for i in 0..6 {
        #[hp5::task]
        {
            t.d[i] = slow(t.d[i] + 2.0);
        }
    }
    for i in 0..8 {
        #[hp5::task] //~ HP5-W0102
        {
            b[i] *= 0.5;
        }
    }
    let mut none: [f64; 0] = [];
    let mut s = Mut { d: &mut none }; //~ HP5-W0102
    s.attach(b);
    #[hp5::task]
    {
        s.set(1, slow(5.0));
    }
    #[hp5::task] //~ HP5-W0102
    {
        a[2] = b[1];
    }
}

#[hp5::region]
fn of_lists(a: &mut [f64], b: &mut [f64]) {
    let mut list = Vec::new();
    list.push(&mut a[..]);
    list.push(&mut b[..]);
    for i in 0..6 {
        #[hp5::task]
        {
            list[0][i] = slow(list[1][i] + 2.0);
        }
    }
    for i in 0..8 {
        #[hp5::task] //~ HP5-W0102
        {
            a[i] += b[i] + 1.0;
        }
    }
    let mut map: HashMap<usize, &mut [f64]> = HashMap::new();
    map.insert(3, a); //~ HP5-W0102
    #[hp5::task]
    {
        map.get_mut(&3).unwrap()[1] = slow(5.0);
    }
    #[hp5::task] //~ HP5-W0102
    {
        b[0] = a[1];
    }
}

#[hp5::region]
fn shared(a: &mut [f64], b: &mut [f64]) {
    let r: &[f64] = &a[..];
    for i in 0..8 {
        #[hp5::task]
        {
            b[i] = slow(b[i]) + sum(r);
        }
    }
    for i in 0..8 {
        #[hp5::task] //~ HP5-W0102
        {
            a[i] = a[i] * 0.75 + 1.0;
        }
    }
}

#[hp5::region]
fn in_turns(b: &mut [f64]) {
    for t in 0..6 {
        let mut own = vec![t as f64; 8];
        let mut rows: Vec<&mut [f64]> = own.chunks_mut(4).collect(); //~ HP5-W0102
        #[hp5::task]
        {
            rows[1][2] = slow(rows[1][2] + 1.0);
        }
        #[hp5::task]
        {
            b[t] = slow(rows[1][2]);
        }
    }
}

#[hp5::annotated]
fn before_the_region(a: &mut [f64], b: &mut [f64]) {
    let r = &mut a[..];
    let q = [&mut b[..]];
    #[hp5::region]
    {
        for i in 0..8 {
            #[hp5::task]
            {
                r[i] = slow(r[i] * 0.5 + q[0][i]);
            }
        }
        for i in 0..8 {
            #[hp5::task] //~ HP5-W0102
            {
                b[i] += a[i];
            }
        }
    }
}

fn scaled(x: &[f64], c: f64) -> Vec<f64> {
    x.iter().map(|v| v * c).collect()
}

/// These have no references in them: the turns run side by side.
#[hp5::region]
fn values_alone(a: &mut [f64], b: &[f64]) {
    for t in 0..3 {
        let part = scaled(b, 0.5);
        let index: Vec<usize> = (0..8).map(|i| (i * 3) % 8).collect();
        let weights = (0..8).map(|i| i as f64).collect::<Vec<_>>();
        let squares = b.iter().map(|x| x * x).collect::<Vec<f64>>();
        let ends = [t as f64, part[1]];
        for i in 0..8 {
            #[hp5::task]
            {
                a[i] += slow(weights[i] * squares[i] + ends[0] - ends[1] + index[i] as f64);
            }
        }
    }
}

fn main() {
    let mut a: Vec<f64> = (0..8).map(|k| k as f64).collect();
    let mut b: Vec<f64> = (0..8).map(|k| 0.5 * k as f64).collect();
    println!("{} {:?}", collected(&mut a, 2), a);
    of_halves(&mut a, 4);
    println!("{a:?}");
    of_structs(&mut a, &mut b);
    println!("{a:?} {b:?}");
    of_lists(&mut a, &mut b);
    println!("{a:?} {b:?}");
    shared(&mut a, &mut b);
    println!("{a:?} {b:?}");
    in_turns(&mut b);
    before_the_region(&mut a, &mut b);
    values_alone(&mut a, &b);
    println!("{a:?} {b:?}");
}
