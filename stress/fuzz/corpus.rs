//! The valid (and the deliberately wrong) programs that mutation starts from.

use std::fs;
use std::path::{Path, PathBuf};

/// Larger files make slow inputs and find nothing more.
const LARGEST: u64 = 32 << 10;

/// The texts of `tests/cases` and `examples/rust`, and a few of our own.
///
/// # Errors
/// When a directory cannot be read.
pub fn read() -> Result<Vec<String>, String> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut paths = Vec::new();
    for dir in ["tests/cases", "examples/rust"] {
        find(&top.join(dir), &mut paths)?;
    }
    paths.sort();
    let mut texts: Vec<String> = OWN.iter().map(|text| (*text).to_owned()).collect();
    for path in paths {
        let bytes = fs::read(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        texts.extend(
            String::from_utf8(bytes)
                .ok()
                .filter(|text| text.contains("hp5")),
        );
    }
    Ok(texts)
}

fn find(dir: &Path, paths: &mut Vec<PathBuf>) -> Result<(), String> {
    if !dir.is_dir() {
        return Ok(());
    }
    let entries = fs::read_dir(dir).map_err(|e| format!("{}: {e}", dir.display()))?;
    for entry in entries {
        let path = entry.map_err(|e| format!("{}: {e}", dir.display()))?.path();
        if path.is_dir() {
            if !path.ends_with("target") {
                find(&path, paths)?;
            }
        } else if path.extension().is_some_and(|e| e == "rs")
            && fs::metadata(&path).is_ok_and(|m| m.len() <= LARGEST)
        {
            paths.push(path);
        }
    }
    Ok(())
}

/// Enough to start from in a tree without cases.
const OWN: [&str; 4] = [
    "#[hp5::region(serial(s), name(\"r\"))]\nfn f(a: &mut Vec<f64>, b: &mut Vec<f64>, m: usize) {\n    #[hp5::array_tile(a: [32, *], default: [*, 16])]\n    for _ in 0..9 {\n        #[hp5::task_tile(i = 32, j = 64, in(a[i-1..=i+1, ..]), out(b))]\n        for i in 1..m - 1 {\n            for j in 1..m - 1 {\n                b[i * m + j] = a[(i - 1) * m + j] + a[i * m + j + 1];\n            }\n        }\n        #[hp5::task_wait]\n        std::mem::swap(a, b);\n    }\n}\n",
    "impl P {\n    #[hp5::region]\n    pub fn g(&mut self) -> Result<f64, E> {\n        let mut s = 0.0;\n        #[hp5::task_tile(i = 8, reduction(+: s), if(self.n > 3), priority(i))]\n        for i in (0..self.n).rev().step_by(2) { s += self.u[i][i]; }\n        #[hp5::task(nested, inout(self.u), name(\"x\"))]\n        { self.u[0][1] = s; }\n        Ok(s)\n    }\n}\n",
    "#[hp5::annotated]\nfn h(x: &mut [[i32; 4]; 4]) {\n    #[hp5::region]\n    unsafe {\n        #[hp5::task(map(acc), private(t))]\n        x[0][0] += { let t = 1; t };\n    }\n}\n",
    "#[hp5::region]\nfn k(c: &mut ndarray::Array2<f64>) {\n    #[hp5::task_tile(i = 4)]\n    for i in 0..=c.nrows() { for j in i..c.ncols() { c[[i, j]] = c[(j, i)] * 2.0; } }\n}\n",
];
