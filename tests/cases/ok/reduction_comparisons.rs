//! Comparisons that update a reduction, and what else they may do.

#[hp5::region]
fn bounds(a: &[f64]) -> (f64, f64, bool, bool, (f64, usize)) {
    let (mut least, mut most) = (f64::MAX, f64::MIN);
    let (mut all, mut any) = (true, false);
    #[hp5::task_tile(i = 8, reduction(min: least), reduction(max: most))]
    for i in 0..a.len() {
        if a[i] < least {
            let found = a[i];
            least = found;
        }
        most = if a[i] > most { a[i] } else { most };
    }
    #[hp5::task_tile(i = 8, reduction(&&: all), reduction(||: any))]
    for i in 0..a.len() {
        if all {
            all = a[i] > -1.0;
        }
        if a[i] > 30.0 {
            any = true;
        }
        match any {
            true => {}
            false => any = a[i] == 7.0,
        }
    }
    let mut found = (f64::MIN, 0);
    let mut best = f64::MIN;
    #[hp5::task_tile(i = 8, reduction(ordered max: best))]
    for i in 0..a.len() {
        if a[i] > best {
            best = a[i];
            found = (best, i); //~ HP5-W0103 | found
        }
    }
    #[hp5::task_wait]
    (least, most, all, any, found)
}

fn main() {
    let a: Vec<f64> = (0..67).map(|i| f64::from(i * 37 % 41)).collect();
    println!("{:?}", bounds(&a));
    let a: Vec<f64> = (0..67).map(|i| f64::from(70 - i)).collect();
    println!("{:?}", bounds(&a));
}
