//! One name for an array and for a number that tasks write, and for arrays of different depths.

#[hp5::region]
fn number(a: &mut [f64]) {
    #[hp5::task_tile(i = 4)]
    for i in 0..a.len() {
        a[i] += 1.0;
    }
    {
        let mut a = 0.0;
        #[hp5::task]
        {
            a += 1.0; //~ HP5-E0022 | a
        }
    }
}

#[hp5::region]
fn depth(a: &mut [Vec<f64>]) {
    #[hp5::task]
    {
        a[0][1] += 1.0;
    }
    let a = &mut a[1];
    #[hp5::task]
    {
        a[1] += 1.0; //~ HP5-E0022 | a[1]
    }
}

#[hp5::region]
fn behind(a: &mut [f64]) {
    {
        let mut x = 0.0;
        #[hp5::task]
        {
            x += a[0];
        }
    }
    for x in a.iter_mut() {
        #[hp5::task]
        {
            *x += 1.0; //~ HP5-E0022 | *x
        }
    }
}

#[hp5::region]
fn items(v: &mut [f64], w: &mut [f64]) {
    for x in v.chunks_mut(6) {
        #[hp5::task]
        {
            x[0] += 1.0;
        }
    }
    for x in w.iter_mut() { //~ HP5-W0102 | w
        #[hp5::task]
        {
            *x += 7.0; //~ HP5-E0022 | *x
        }
    }
}

#[hp5::region]
fn gone_through(v: &mut [u64], w: &mut [u64]) {
    for x in v.chunks_mut(6) {
        #[hp5::task]
        {
            for p in x.iter_mut() {
                *p += 1;
            }
        }
    }
    for x in w.iter_mut() { //~ HP5-W0102 | w
        #[hp5::task]
        {
            *x = x.wrapping_mul(7); //~ HP5-E0022 | *x
        }
    }
}

fn main() {}
