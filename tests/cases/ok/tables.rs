//! Tables that are asked by keys.

use std::collections::BTreeMap;

#[hp5::region]
fn ask(a: &mut [u64], table: &BTreeMap<String, u64>, names: &[String]) {
    let n = a.len();
    for _ in 0..2 {
        #[hp5::task_tile(i = 3)]
        for i in 0..n {
            a[i] += table[&names[i]] * table["n0"];
        }
        #[hp5::task_tile(i = 3)]
        for i in 1..n {
            a[i] += a[n - i] % 7;
        }
    }
}

fn main() {
    let names: Vec<String> = (0..14).map(|i| format!("n{i}")).collect();
    let table = names.iter().enumerate().map(|(i, name)| (name.clone(), i as u64 + 3)).collect();
    let mut a: Vec<u64> = (0..14).collect();
    ask(&mut a, &table, &names);
    println!("{a:?}");
}
