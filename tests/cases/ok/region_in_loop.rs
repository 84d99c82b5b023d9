//! A region on a block in a loop: recorded in one turn, kept for the next. The second one
//! registers other tasks in each turn and is a region of its own each time.

#[hp5::annotated]
fn main() {
    let n = 60;
    let mut a: Vec<i64> = (0..n).map(|i| i * i % 37).collect();
    let mut sums = Vec::new();
    'turns: for turn in 0..12 {
        let shift = turn * 3;
        #[hp5::region(name("whole"))]
        {
            #[hp5::task_tile(i = 7)]
            for i in 1..a.len() {
                a[i] = (a[i] + a[i - 1] * 5 + shift) % 1009;
            }
        }
        #[hp5::region(name("part"))]
        {
            #[hp5::task_tile(i = 7)]
            for i in turn as usize..a.len() {
                a[i] = (a[i] * 3 + 1) % 1013;
            }
        }
        sums.push(a.iter().sum::<i64>());
        if turn == 10 {
            break 'turns;
        }
    }
    println!("{sums:?}");
}
