//! Tasks of composite tasks that ask lengths of rows, of arrays that they use, of others that only the composite
//! task or the region around uses, and of such that are made in it.

struct Grid {
    cells: Vec<Vec<f64>>,
    n: usize,
}

#[hp5::region]
fn of_arrays_around(a: &mut [i64], b: &mut [Vec<f64>], c: &mut [[[f64; 3]; 5]; 8]) {
    #[hp5::task(nested, inout(a, b))]
    {
        #[hp5::task_tile(i = 5)]
        for i in 1..=7 {
            for j in (2..c[0].len()).rev() {
                let row = c[i % 8][0].len() as i64;
                a[(j - 2) * 5 + j - 2] = (7 * a[((i * 4 + 1) % 6) * 5 + j - 2] + row) % 1009; //~ HP5-W0101
            }
        }
        #[hp5::task_tile(i = 2)]
        for i in 0..c[1][2].len() {
            b[i][0] += 1.0;
        }
    }
    #[hp5::task_tile(i = 9)]
    for i in 2..8 {
        a[(i - 2) * 5] += (3 * (c[i][4][2] as i64 % 1009) + 1) % 1009;
    }
}

#[hp5::region]
fn in_clauses_and_lengths(a: &mut [i64], c: &[Vec<f64>]) {
    #[hp5::task(nested, inout(a), in(c))]
    {
        #[hp5::task_tile(i = c[0].len(), if(c[1].len() > 2))]
        for i in 0..a.len() {
            a[i] += 1;
        }
        #[hp5::task_tile(i = 4)]
        for i in 0..c[0].len() {
            a[i + c[1].len()] += c[0][i] as i64;
        }
        let rows = c[0].len();
        #[hp5::task_tile(i = 4)]
        for i in 0..rows {
            a[i] += 2;
        }
    }
}

#[hp5::region]
fn two_levels(a: &mut [i64], c: &[Vec<f64>]) {
    #[hp5::task(nested, inout(a))]
    {
        #[hp5::task(nested, inout(a))]
        {
            #[hp5::task_tile(i = 4)]
            for i in 0..c[0].len() {
                a[i] += c[i % 2].len() as i64;
            }
        }
    }
    #[hp5::task]
    {
        a[0] += c[0][1] as i64;
    }
}

#[hp5::region]
fn made_inside(a: &mut [i64], c: &[Vec<f64>]) {
    #[hp5::task(nested, inout(a))]
    {
        let d = vec![vec![1.5; 6]; 4];
        #[hp5::task_tile(i = 4)]
        for i in 0..d[0].len() { //~ HP5-W0101
            a[i] += (d[1][i] * 2.0) as i64 + c[0].len() as i64;
        }
    }
    #[hp5::task]
    {
        a[0] += c[0][1] as i64;
    }
}

#[hp5::region]
fn of_fields(a: &mut [i64], grid: &mut Grid) {
    #[hp5::task(nested, inout(a))]
    {
        #[hp5::task_tile(i = 4)]
        for i in 0..grid.cells[0].len() {
            a[i] += (grid.cells[1].len() * grid.n) as i64;
        }
    }
    #[hp5::task_tile(i = 4)]
    for i in 0..4 {
        grid.cells[i][0] += 1.0;
    }
}

fn main() {
    let mut a: Vec<i64> = (0..30).collect();
    let mut b = vec![vec![1.0; 10]; 6];
    let mut c = [[[2.0; 3]; 5]; 8];
    of_arrays_around(&mut a, &mut b, &mut c);
    println!("{a:?} {b:?}");
    in_clauses_and_lengths(&mut a, &b);
    println!("{a:?}");
    two_levels(&mut a, &b);
    println!("{a:?}");
    made_inside(&mut a, &b);
    println!("{a:?}");
    let mut grid = Grid { cells: b, n: 3 };
    of_fields(&mut a, &mut grid);
    println!("{a:?} {:?}", grid.cells);
}
