//! Tasks on references that a loop hands out, used as a whole: chunks, rows, elements.

#[derive(Clone, Default)]
struct Cell {
    x: f64,
    list: Vec<f64>,
}

impl Cell {
    fn advance(&mut self, by: f64) {
        self.x += by;
        self.list.push(self.x);
    }
}

#[hp5::region]
fn chunks(a: &mut [f64], b: &mut [f64], rounds: usize) {
    let n = a.len();
    for t in 0..rounds {
        for (k, part) in //~ HP5-W0102 | (k, part)
            a.chunks_mut(5).enumerate() //~ HP5-W0102 | a
        {
            #[hp5::task]
            for x in part.iter_mut() {
                *x += (k + t) as f64;
            }
        }
        #[hp5::task_tile(i = 4)]
        for i in 0..n {
            b[i] += a[n - 1 - i];
        }
        for lo in (0..n).step_by(6) {
            let (_, high) = a.split_at_mut(lo); //~ HP5-W0102 | a
            let (part, _) = high.split_at_mut(6.min(n - lo)); //~ HP5-W0102 | (part, _)
            #[hp5::task]
            part.reverse();
        }
    }
}

#[hp5::region]
fn rows(u: &mut Vec<Vec<f64>>, b: &mut [f64], rounds: usize) {
    let n = u.len();
    for t in 0..rounds {
        for row in //~ HP5-W0102 | row
            u.iter_mut() //~ HP5-W0102 | u
        {
            #[hp5::task]
            row.sort_by(|x, y| y.total_cmp(x));
        }
        #[hp5::task_tile(i = 3)]
        for i in 0..n {
            b[i] += u[n - 1 - i][i];
        }
        for i in 0..n {
            let row = //~ HP5-W0102 | row
                &mut u[i]; //~ HP5-W0102 | u
            #[hp5::task]
            row.rotate_left(t % 3);
            #[hp5::task] //~ HP5-W0102 | #[hp5::task]
            {
                u[i][0] += b[n - 1 - i];
            }
        }
    }
}

#[hp5::region]
fn cells(list: &mut [Cell], sums: &mut [f64], rounds: usize) {
    let n = list.len();
    for t in 0..rounds {
        for cell in //~ HP5-W0102 | cell
            list.iter_mut() //~ HP5-W0102 | list
        {
            #[hp5::task]
            cell.advance(t as f64 + 0.5);
        }
        #[hp5::task_tile(i = 2)]
        for i in 0..n {
            sums[i] += list[n - 1 - i].x + list[i].list.len() as f64;
        }
    }
}

fn main() {
    let mut a: Vec<f64> = (0..33).map(f64::from).collect();
    let mut b = vec![0.0; 33];
    chunks(&mut a, &mut b, 4);
    println!("{a:?}\n{b:?}");
    let mut u: Vec<Vec<f64>> = (0..12).map(|i| (0..12).map(|j| f64::from(i * j % 7)).collect()).collect();
    let mut b = vec![0.0; 12];
    rows(&mut u, &mut b, 4);
    println!("{u:?}\n{b:?}");
    let mut list = vec![Cell::default(); 11];
    let mut sums = vec![0.0; 11];
    cells(&mut list, &mut sums, 4);
    println!("{sums:?} {:?}", list[3].list);
}
