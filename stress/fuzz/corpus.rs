//! The valid (and the deliberately wrong) programs that mutation starts from.

use std::fs;
use std::path::{Path, PathBuf};

use hp5_stress::random::c::render::render;
use hp5_stress::random::generate::program;

use crate::Language;

/// Larger files make slow inputs and find nothing more.
const LARGEST: u64 = 32 << 10;

/// The texts of `tests/cases` and of the examples in a language, and a few of our own.
///
/// # Errors
/// When a directory cannot be read.
pub fn read(language: Language) -> Result<Vec<String>, String> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut paths = Vec::new();
    let (folders, extension, own) = match language {
        Language::Rust => (["tests/cases", "examples/rust"], "rs", &OWN[..]),
        Language::C => (["tests/cases/c", "examples/c"], "c", &OWN_C[..]),
    };
    for dir in folders {
        find(&top.join(dir), extension, &mut paths)?;
    }
    paths.sort();
    let mut texts: Vec<String> = own.iter().map(|text| (*text).to_owned()).collect();
    if language == Language::C {
        // Programs of every kind that the generator knows.
        texts.extend((0..40).map(|seed| render(&program(seed), 0)));
    }
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

fn find(dir: &Path, extension: &str, paths: &mut Vec<PathBuf>) -> Result<(), String> {
    if !dir.is_dir() {
        return Ok(());
    }
    let entries = fs::read_dir(dir).map_err(|e| format!("{}: {e}", dir.display()))?;
    for entry in entries {
        let path = entry.map_err(|e| format!("{}: {e}", dir.display()))?.path();
        if path.is_dir() {
            if !path.ends_with("target") {
                find(&path, extension, paths)?;
            }
        } else if path.extension().is_some_and(|e| e == extension)
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

/// The same in C.
const OWN_C: [&str; 4] = [
    "void f(int n, int m, double *a, double *b) {\n#pragma hp5 region begin\n#pragma hp5 array_tile dimtile(32, *) dim(n, m) arrvar(a, b)\n    for (int t = 0; t < 9; t++) {\n#pragma hp5 do tasktile(32, 64) in(a[:][:]) priority(t)\n        for (int i = 1; i < n - 1; i++)\n            for (int j = 1; j < m - 1; j++)\n                b[i * m + j] = a[(i - 1) * m + j] + a[i * m + j + 1];\n#pragma hp5 task_wait\n        double *c = a;\n        a = b;\n        b = c;\n    }\n#pragma hp5 region end\n}\n",
    "struct p { int n; double u[8][8]; };\ndouble g(struct p *p) {\n    double s = 0;\n#pragma hp5 region name(x)\n    {\n#pragma hp5 task_tile(i = 8) reduction(+: s), if(p->n > 3), priority(1)\n        for (int i = p->n - 1; i >= 0; i--)\n            s += p->u[i][i];\n#pragma hp5 task nested inout(p->u) name(\"x\")\n        {\n#pragma hp5 task\n            p->u[0][1] = 1;\n        }\n    }\n    return s;\n}\n",
    "#define N 16\n#define AT(i, j) x[(i) * N + (j)]\nstatic int x[N * N], t;\nvoid h(void) {\n#pragma acemesh region begin\n#pragma acemesh array_tile dimtile(4) default\n#pragma acemesh do tasktile(4) private(t) reduction(ordered +: t) map(acc)\n    for (int i = 0; i <= N - 1; i += 2)\n        for (int j = i; j < N; j++)\n            AT(i, j) = AT(j, i) * 2;\n#pragma acemesh region end\n}\n",
    "static void put(double *to, const double *from, int n) {\n    for (int k = 0; k < n; k++) to[k] = from[k];\n}\nvoid k(int n, double **c, double (*d)[n]) {\n#pragma hp5 region begin\n#pragma hp5 do tasktile(4) in(d(i, *)) out(c(i:i:1, *))\n    for (int i = 0; i < n; ++i)\n        put(c[i], d[i], n);\n#pragma hp5 region end\n}\n",
];
