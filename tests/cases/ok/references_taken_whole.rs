//! Parameters that are references, exchanged, replaced and copied by tasks: what they refer to is meant.
#[derive(Clone, Copy, Debug)]
struct State {
    n: i32,
    u: [i32; 8],
}

fn exchange<T>(x: &mut T, y: &mut T) {
    std::mem::swap(x, y);
}

#[hp5::region]
fn states(a: &mut [i32], s: &mut State, t: &mut State) {
    #[hp5::task]
    std::mem::swap(s, t);
    #[hp5::task]
    exchange(s, t);
    #[hp5::task]
    {
        std::mem::swap(t, s);
        s.n += 1;
    }
    let first = &mut *s; //~ HP5-W0102
    #[hp5::task]
    std::mem::swap(first, t);
    #[hp5::task_tile(i = 2)]
    for i in 0..8 {
        a[i] += i as i32;
    }
}

#[hp5::region]
fn copies(a: &mut [i32], s: &mut State, t: &mut State, by: &mut i32) {
    #[hp5::task]
    {
        let copy = *t;
        a[3] += copy.u[2] + *by;
        s.n = copy.n;
    }
    #[hp5::task_tile(i = 2)]
    for i in 0..8 {
        let State { u, .. } = *t;
        a[i] += u[i] * *by;
    }
}

fn add(s: &mut State) {
    s.n += 7;
}

#[hp5::region]
fn set(a: &mut [i32], s: &mut State, t: &mut State) {
    #[hp5::task]
    *s = State { n: 2, ..*t };
    #[hp5::task]
    std::mem::swap(s, t);
    #[hp5::task]
    {
        *t = *s;
        add(s);
    }
    #[hp5::task]
    {
        a[1] += t.n;
        exchange(t, s);
    }
}

#[hp5::region]
fn lists(a: &mut Vec<i32>, b: &mut Vec<i32>) {
    #[hp5::task]
    exchange(a, b);
    #[hp5::task]
    a[3] = b[4] + 1;
    #[hp5::task]
    std::mem::swap(a, b);
    #[hp5::task_tile(i = 2)]
    for i in 0..8 {
        b[i] += a[i];
    }
}

fn main() {
    let mut s = State { n: 1, u: [2; 8] };
    let mut t = State { n: 5, u: [3; 8] };
    let (mut a, mut b): (Vec<i32>, Vec<i32>) = ((0..8).collect(), (10..18).collect());
    states(&mut a, &mut s, &mut t);
    println!("{s:?} {t:?}");
    copies(&mut a, &mut s, &mut t, &mut 7);
    set(&mut a, &mut s, &mut t);
    lists(&mut a, &mut b);
    println!("{s:?} {t:?} {a:?} {b:?}");
}
