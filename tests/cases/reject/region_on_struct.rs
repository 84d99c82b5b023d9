//! `region` on something without code.

#[hp5::region] //~ HP5-E0003
struct Plate {
    cells: Vec<f64>,
}

fn main() {
    let _ = Plate { cells: Vec::new() }.cells;
}
