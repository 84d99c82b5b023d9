//! Nanoseconds per empty task: independent, chain, wavefront; registered each time.
use hp5::rt::{self, Mode, Region};
use std::time::Instant;

fn pass(shape: &str, n: usize) -> (f64, f64) {
    let data = vec![0_u64; n * n];
    let start = Instant::now();
    let region = Region::begin(rt::site!("empty", file!(), line!()));
    let array = unsafe { region.array("a", rt::flat(&raw const data), &[1]) };
    let id = array.id();
    for i in 0..n {
        for j in 0..n {
            let mut task = region.task(rt::site!("t", file!(), line!()));
            match shape {
                "independent" => task.access_tile(id, i * n + j, Mode::InOut),
                "chain" => task.access_tile(id, 0, Mode::InOut),
                _ => {
                    if i > 0 { task.access_tile(id, (i - 1) * n + j, Mode::In); }
                    if j > 0 { task.access_tile(id, i * n + j - 1, Mode::In); }
                    task.access_tile(id, i * n + j, Mode::InOut);
                }
            }
            unsafe { task.spawn(|| unsafe { std::arch::asm!("") }) };
        }
    }
    let registered = start.elapsed();
    region.end();
    let per = |d: std::time::Duration| d.as_nanos() as f64 / (n * n) as f64;
    (per(registered), per(start.elapsed()))
}

fn replay(shape: &str, n: usize, laps: u32) -> (f64, f64) {
    let data = vec![0_u64; n * n];
    let region = Region::begin(rt::site!("empty", file!(), line!()));
    let array = unsafe { region.array("a", rt::flat(&raw const data), &[1]) };
    let id = array.id();
    let start = Instant::now();
    let mut tape = region.record();
    tape.lap(|region| for i in 0..n {
        for j in 0..n {
            let mut task = region.task(rt::site!("t", file!(), line!()));
            match shape {
                "independent" => task.access_tile(id, i * n + j, Mode::InOut),
                "chain" => task.access_tile(id, 0, Mode::InOut),
                _ => {
                    if i > 0 { task.access_tile(id, (i - 1) * n + j, Mode::In); }
                    if j > 0 { task.access_tile(id, i * n + j - 1, Mode::In); }
                    task.access_tile(id, i * n + j, Mode::InOut);
                }
            }
            unsafe { task.spawn_repeat(|| unsafe { std::arch::asm!("") }) };
        }
    });
    let recorded = start.elapsed();
    region.wait();
    let start = Instant::now();
    tape.replay(laps).unwrap();
    region.wait();
    let replayed = start.elapsed();
    drop(tape);
    region.end();
    let per = |d: std::time::Duration| d.as_nanos() as f64 / (n * n) as f64;
    (per(recorded), per(replayed) / laps as f64)
}

fn main() {
    let n = std::env::args().nth(1).and_then(|a| a.parse().ok()).unwrap_or(256);
    for shape in ["independent", "chain", "wavefront"].into_iter().filter(|s| std::env::args().nth(2).is_none_or(|a| a == *s)) {
        let mut all: Vec<_> = (0..15).map(|_| pass(shape, n)).collect();
        all.sort_by(|a, b| a.1.total_cmp(&b.1));
        let mut once: Vec<_> = (0..9).map(|_| replay(shape, n, 1)).collect();
        once.sort_by(|a, b| a.1.total_cmp(&b.1));
        let mut ten: Vec<_> = (0..9).map(|_| replay(shape, n, 10)).collect();
        ten.sort_by(|a, b| a.1.total_cmp(&b.1));
        println!("{shape:12} recording {:.0} replay x1 best {:.0} median {:.0}; x10 best {:.0} median {:.0}", once[0].0, once[0].1, once[4].1, ten[0].1, ten[4].1);
        println!("{shape:12} total best {:.0} median {:.0} (registration {:.0}) ns; {:?}", all[0].1, all[7].1, all[0].0, hp5::last_region().map(|s| (s.steals_total(), s.mailbox, s.kept)));
    }
}
