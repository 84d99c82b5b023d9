//! Formatting and unusual places.
mod inner {
    pub mod deep {
        /// Docs before.
        #[hp5::region(
            name("long name"),
            serial(spread_serial)
        )]
        #[hp5::array_tile(default: [8])] // a remark
        /// Docs after.
        #[inline]
        pub(crate) fn spread(a: &mut [u32], /* by */ by: u32) {
            // before
            #[hp5::task_tile(
                i = 4,
                inout(a[i])
            )]
            #[hp5::priority(3)]
            // between
            for i in 0..a.len() { // after
                a[i] += by; /* inside */
            } // behind
            #[hp5::task_wait]
            {}
        }
    }
}

struct S;
impl S {

    #[hp5::region]
    fn go(a: &mut [[f64; 8]; 10], n: usize) -> f64 {
        const HALF: f64 = 0.5;
        fn helper(x: f64) -> f64 { x + 1.0 }
        #[hp5::task_tile(i = 3, j = 4)]
        for i in 0..n {
            for j in 0..8 {
                let x = helper(a[i][j]);
                let y = { let x = x * HALF; x };
                a[i][j] = if let Some(z) = Some(y) { z } else { 0.0 };
            }
        }
        #[hp5::task_wait]
        a[0][0] + a[n - 1][7]
    }
}

#[hp5::region]
fn unsafe_and_strings(a: &mut Vec<u8>) {
    #[hp5::task_tile(i = 4)]
    for i in 0..a.len() {
        let text = "two
    lines";
        a[i] = unsafe { *text.as_bytes().get_unchecked(i % 3) };
    }
    #[hp5::task(name("hello \"you\""))]
    a[0] = b'"';
}

#[hp5::region] fn oneliner(a: &mut [i32]) { #[hp5::task_tile(i = 2)] for i in 0..a.len() { a[i] += 1; } }

#[hp5::region]
fn where_clause<T>(a: &mut [T], b: &[T]) -> Result<(), String>
where
    T: Copy + Send + Sync + std::ops::AddAssign,
{
    if a.len() != b.len() { return Err("lengths".to_string()); }
    #[hp5::task_tile(i = 3)]
    for i in (0..a.len()).rev() { a[i] += b[i]; }
    Ok(())
}

#[hp5::region]
fn empty() {}

#[hp5::region]
fn diverges(a: &mut [i32]) -> i32 {
    #[hp5::task]
    { a[0] = 5; }
    #[hp5::task_wait]
    return a[0];
}

#[hp5::region]
fn labelled(a: &mut [i32]) -> i32 {
    let mut total = 0;
    #[hp5::task_tile(i = 2, reduction(+: total))]
    'rows: for i in 0..a.len() {
        for j in 0..10 {
            if j > i { break; }
            if j == 5 { break; }
            total += a[i] + j as i32;
        }
    }
    #[hp5::task_wait]
    total
}

fn main() {
    let mut a = vec![1; 21];
    inner::deep::spread(&mut a, 4);
    inner::deep::spread_serial(&mut a, 4);
    println!("{a:?}");
    let mut g = [[1.0; 8]; 10];
    println!("{} {g:?}", S::go(&mut g, 10));
    let mut v = vec![0; 9];
    unsafe_and_strings(&mut v);
    println!("{v:?}");
    let mut i = [1, 2, 3, 4, 5];
    oneliner(&mut i);
    println!("{i:?} {:?} {:?}", where_clause(&mut [1.5, 2.5], &[1.0, 1.0]), where_clause(&mut [1], &[]));
    empty();
    println!("{} {}", diverges(&mut i), labelled(&mut i));
}
