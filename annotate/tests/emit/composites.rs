struct Field { planes: Vec<Vec<f64>>, scale: f64, tags: Vec<String> }

impl Field {
    #[hp5::region]
    fn filter(&mut self, rounds: usize) -> usize {
        let depth = self.planes.len();
        let names: Vec<String> = (0..depth).map(|p| format!("plane {p}")).collect();
        for r in 0..rounds {
            #[hp5::task_tile(p = 2, nested)]
            for p in 0..self.planes.len() {
                let n = self.planes[p].len();
                let shift = self.scale * r as f64;
                #[hp5::task_tile(i = 4)]
                for i in 0..n { self.planes[p][i] = self.planes[p][i] * 0.5 + shift + names[p].len() as f64; }
                let mut tmp = vec![0.0; n];
                #[hp5::task_tile(i = 4)]
                for i in 0..n { tmp[i] = self.planes[p][i] + self.tags.len() as f64; }
                let mut sum = 0.0;
                #[hp5::task_tile(i = 4, reduction(ordered +: sum))]
                for i in 0..n { sum += tmp[i]; }
                #[hp5::task]
                { self.planes[p][0] += sum; }
            }
        }
        depth
    }
}

#[hp5::region]
fn deep(a: &mut [i64], k: i64) -> i64 {
    let mut count = 0;
    #[hp5::task(nested)]
    {
        #[hp5::task_tile(i = 10, nested)]
        for i in 0..a.len() {
            #[hp5::task]
            { a[i] += k; }
        }
        #[hp5::task]
        { count += 1; }
        #[hp5::task_wait]
        let first = a[0];
        #[hp5::task]
        { count += first; }
    }
    #[hp5::task_wait]
    count
}

fn main() {
    let planes = (0..5).map(|p| (0..13 + p).map(|i| (i * p) as f64).collect()).collect();
    let mut f = Field { planes, scale: 0.25, tags: vec!["a".into(), "b".into()] };
    println!("{} {:?}", f.filter(3), f.planes);
    let mut a: Vec<i64> = (0..25).collect();
    println!("{} {a:?}", deep(&mut a, 7));
}
