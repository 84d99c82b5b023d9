//! Arrays that tasks make longer or shorter, which moves their elements.

fn fill(list: &mut Vec<f64>, count: usize) {
    for k in 0..count {
        list.push(k as f64);
    }
}

#[hp5::region]
fn grow(list: &mut Vec<f64>, rows: &mut [Vec<i32>], sums: &mut [f64], rounds: usize) -> usize {
    for r in 0..rounds {
        #[hp5::task]
        {
            list.push(r as f64);
        }
        #[hp5::task]
        {
            list[r] += 0.5;
        }
        #[hp5::task]
        fill(list, 10);
        #[hp5::task]
        {
            rows[r % 2].push(r as i32);
        }
        #[hp5::task]
        {
            rows[r % 2][r / 2] += 1;
        }
        #[hp5::task_tile(i = 2)]
        for i in 0..sums.len() {
            sums[i] += list[i];
        }
    }
    let n = list.len(); //~ HP5-W0102 | list
    #[hp5::task_tile(i = 8)]
    for i in 0..n {
        list[i] *= 2.0;
    }
    n
}

fn main() {
    let (mut list, mut rows, mut sums) = (Vec::new(), vec![vec![]; 2], vec![0.0; 5]);
    let n = grow(&mut list, &mut rows, &mut sums, 8);
    println!("{n} {list:?} {rows:?} {sums:?}");
}
