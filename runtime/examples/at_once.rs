//! Nanoseconds per empty task, registered one by one and by one call: independent, chain,
//! wavefront. `at_once [edge] [shape] [each|once]`; under callgrind, `register_each` and
//! `register_once` hold what registration costs.

use std::time::Instant;

use hp5::rt::{self, Array, Flat, Mode, Order, Region, chunks};

const TASK: &rt::Site = rt::site!("t", file!(), line!());

fn nothing() {
    // SAFETY: no instruction at all; the compiler does not know that.
    unsafe { std::arch::asm!("") }
}

#[inline(never)]
fn register_each(region: &Region, array: &Array<Flat<u64>>, shape: &str, n: usize) {
    let (id, m) = (array.id(), n + 1);
    for i in 1..m {
        for j in 1..m {
            let mut task = region.task(TASK);
            match shape {
                "independent" => task.access_tile(id, i * m + j, Mode::InOut),
                "chain" => task.access_tile(id, 0, Mode::InOut),
                _ => {
                    task.access_tile(id, (i - 1) * m + j, Mode::In);
                    task.access_tile(id, i * m + j - 1, Mode::In);
                    task.access_tile(id, i * m + j, Mode::InOut);
                }
            }
            // SAFETY: the body touches nothing.
            unsafe { task.spawn(nothing) };
        }
    }
}

#[inline(never)]
fn register_once(region: &Region, array: &Array<Flat<u64>>, shape: &str, n: usize) {
    let nest = (chunks(1..n + 1, 1, 0), chunks(1..n + 1, 1, 0));
    let mut tasks = region.loop_tasks(TASK, Order::Ordered, nest);
    match shape {
        "chain" => tasks.access(array, Mode::InOut, |[_, _]| [(0, 1), (0, 1)]),
        "independent" => tasks.access(array, Mode::InOut, |[i, j]| [i, j]),
        _ => {
            tasks.access(array, Mode::In, |[i, j]| [(i.0 - 1, i.0), j]);
            tasks.access(array, Mode::In, |[i, (j, _)]| [i, (j - 1, j)]);
            tasks.access(array, Mode::InOut, |[i, j]| [i, j])
        }
    };
    // SAFETY: the body touches nothing.
    unsafe { tasks.spawn(|_| nothing()) };
}

fn pass(shape: &str, form: &str, n: usize) -> (f64, f64) {
    let data = vec![0_u64; (n + 1) * (n + 1)];
    let start = Instant::now();
    let region = Region::begin(rt::site!("empty", file!(), line!()));
    // SAFETY: the vector outlives the region.
    let array = unsafe { region.array("a", rt::flat(&raw const data).rows(n + 1), &[1, 1]) };
    match form {
        "each" => register_each(&region, &array, shape, n),
        _ => register_once(&region, &array, shape, n),
    }
    let registered = start.elapsed();
    region.end();
    let per = |d: std::time::Duration| d.as_nanos() as f64 / (n * n) as f64;
    (per(registered), per(start.elapsed()))
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let edge = arguments
        .first()
        .and_then(|n| n.parse().ok())
        .unwrap_or(256);
    let asked = |n: usize, name: &str| arguments.get(n).is_none_or(|asked| asked == name);
    for shape in ["independent", "chain", "wavefront"] {
        for form in ["each", "once"] {
            if asked(1, shape) && asked(2, form) {
                let best = |list: &[(f64, f64)], which: fn(&(f64, f64)) -> f64| {
                    list.iter().map(which).fold(f64::INFINITY, f64::min)
                };
                let all: Vec<_> = (0..15).map(|_| pass(shape, form, edge)).collect();
                let (registered, total) = (best(&all, |t| t.0), best(&all, |t| t.1));
                println!("{shape:12} {form}: {total:.0} ns, registration {registered:.0} ns");
            }
        }
    }
}
