//! Lengths of elements that tasks make longer or shorter are read; those of rows that stay are not.

fn slow(seed: u64) -> u64 {
    (0..20_000).fold(seed, |v, _| v.wrapping_mul(6_364_136_223_846_793_005).rotate_left(9))
}

fn grow(list: &mut Vec<u64>) {
    let x = slow(9);
    list.push(x);
}

#[hp5::region]
fn tasks(lens: &mut [usize], lists: &mut [Vec<u64>]) {
    #[hp5::task_tile(i = 1)]
    for i in 0..lists.len() {
        let x = slow(i as u64);
        lists[i].push(x);
    }
    #[hp5::task_tile(i = 1)]
    for i in 0..lists.len() {
        lens[i] = lists[i].len();
    }
    #[hp5::task]
    {
        grow(&mut lists[1]);
    }
    #[hp5::task]
    {
        lens[3] = lists[1].len() + lists[1].is_empty() as usize;
    }
}

#[hp5::region]
fn between(lens: &mut [usize], lists: &mut [Vec<u64>]) {
    #[hp5::task]
    {
        let x = slow(3);
        lists[1].extend([x, x]);
    }
    lens[0] = lists[1].len(); //~ HP5-W0102 | lists
    #[hp5::task]
    {
        let x = slow(4);
        lists[1] = vec![x; 7];
    }
    #[hp5::task_tile(i = 1)]
    for i in 0..lists[1].len() { //~ HP5-W0102 | lists
        lens[i] += 1;
    }
    #[hp5::task] //~ HP5-W0102 | #[hp5::task]
    {
        let x = slow(5);
        let list = &mut lists[1];
        list.push(x);
    }
    #[hp5::task]
    {
        let list = &lists[1];
        lens[1] += list.len();
    }
}

#[hp5::region]
fn of_whole(lens: &mut [usize], list: &mut Vec<u64>) {
    #[hp5::task]
    {
        grow(list);
    }
    #[hp5::task]
    {
        lens[0] = list.len();
    }
    #[hp5::task]
    {
        let x = slow(7);
        list.push(x);
    }
    #[hp5::task]
    {
        lens[1] = list.len() + list.is_empty() as usize;
    }
}

#[hp5::region]
fn words(lens: &mut [usize], words: &mut [String]) {
    #[hp5::task]
    {
        let x = slow(6);
        words[1].push(if x == 0 { 'a' } else { 'b' });
    }
    #[hp5::task]
    {
        lens[0] = words[1].len();
    }
}

#[hp5::region]
fn pairs(lens: &mut [usize], pairs: &mut [[Vec<u64>; 2]]) {
    #[hp5::task]
    {
        grow(&mut pairs[1][0]);
    }
    #[hp5::task]
    {
        lens[0] = pairs[1][0].len();
    }
    #[hp5::task]
    {
        lens[1] = pairs[1].len();
    }
}

// Nobody resizes the rows: the tasks stay parallel.
#[hp5::region]
fn rows(rows: &mut [Vec<u64>], sums: &mut [u64]) {
    #[hp5::task_tile(i = 2)]
    for i in 0..rows.len() {
        for j in 0..rows[0].len() {
            rows[i][j] += (i + j) as u64;
        }
    }
    #[hp5::task_tile(i = 2)]
    for i in 0..sums.len() {
        for j in 0..rows[i].len() {
            sums[i] += rows[i][j];
        }
    }
}

fn main() {
    let lists = || vec![Vec::new(); 3];
    let mut lens = vec![0; 7];
    tasks(&mut lens, &mut lists());
    println!("{lens:?}");
    between(&mut lens, &mut lists());
    println!("{lens:?}");
    of_whole(&mut lens, &mut vec![1]);
    println!("{lens:?}");
    words(&mut lens, &mut [String::new(), String::new()]);
    println!("{lens:?}");
    pairs(&mut lens, &mut [[vec![], vec![]], [vec![], vec![]]]);
    println!("{lens:?}");
    let mut sums = vec![0; 6];
    rows(&mut vec![vec![1; 5]; 6], &mut sums);
    println!("{sums:?}");
}
