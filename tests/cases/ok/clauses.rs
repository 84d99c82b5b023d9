//! `if`, `priority`, `name` and `map`, with declared sections, inside the directive and
//! stacked.

#[hp5::region(name("clauses of every kind"))]
fn run(a: &[i32], b: &mut [i32], big: bool) {
    let n = a.len();
    #[hp5::task_tile(i = 6, in(a[i - 1..=i + 1]), out(b[i]), if(big), priority(2), name("middle"))]
    for i in 1..n - 1 {
        b[i] = a[i - 1] + a[i] * 2 + a[i + 1];
    }
    #[hp5::task(if(n > 3))]
    #[hp5::inout(b[0..1])]
    #[hp5::priority(n as i32)]
    #[hp5::name(format!("first of {n}"))]
    #[hp5::map(master)]
    {
        b[0] += 7;
    }
    #[hp5::task(inout(b), map(acc))]
    {
        b[n - 1] -= if big { 7 } else { 8 };
    }
}

fn main() {
    for (n, big) in [(3, true), (40, true), (40, false)] {
        let a: Vec<i32> = (0..n).map(|i| (i * i) % 31).collect();
        let mut b = vec![1; a.len()];
        run(&a, &mut b, big);
        println!("{n} {big}: {}", b.iter().sum::<i32>());
    }
}
