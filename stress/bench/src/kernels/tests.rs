//! The kernels against plain formulas, HP5 against the serial program, and the reports.

use super::graph::{Serial, Sink, Use, tasks};
use super::harness::Measured;
use super::plan::{KernelsArgs, SWEEPS, sizes};
use super::problem::{Kernel, Problem, Size};
use super::room::Room;
use super::{harness, show, side};
use crate::common::Common;
use hp5::rt::{Mode, Site};

fn solved(size: Size) -> Problem {
    let mut problem = Problem::new(size);
    tasks(&mut problem, 0..size.sweeps, &mut Serial);
    problem
}

fn size(kernel: Kernel, n: usize, tile: usize, sweeps: usize) -> Size {
    Size::new(kernel, n, tile, sweeps).expect("a size that the kernel takes")
}

/// Element (i, j) of a matrix in tiles.
fn element(p: &Problem, data: &[f64], i: usize, j: usize) -> f64 {
    let (t, m) = (p.size.tile, p.size.tiles());
    data[((i / t * m + j / t) * t + i % t) * t + j % t]
}

fn far(found: f64, meant: f64) -> bool {
    (found - meant).abs() > 1e-9 * (1.0 + meant.abs())
}

#[test]
fn factors_multiply_back() {
    for kernel in [Kernel::Cholesky, Kernel::Lu] {
        for tile in [8, 24, 48] {
            let size = size(kernel, 48, tile, 1);
            let (before, after) = (Problem::new(size), solved(size));
            let at = |i, j| element(&after, &after.a, i, j);
            for i in 0..48 {
                for j in if kernel == Kernel::Lu { 0 } else { i }..48 {
                    let upto = i.min(j) + 1;
                    let product: f64 = match kernel {
                        Kernel::Cholesky => (0..upto).map(|k| at(k, i) * at(k, j)).sum(),
                        _ => (0..upto)
                            .map(|k| {
                                if k == i {
                                    at(k, j)
                                } else {
                                    at(i, k) * at(k, j)
                                }
                            })
                            .sum(),
                    };
                    let meant = element(&before, &before.a, i, j);
                    assert!(
                        !far(product, meant),
                        "{kernel:?} {tile} ({i}, {j}): {product} {meant}"
                    );
                }
            }
        }
    }
}

#[test]
fn jacobi_is_the_mean_of_four() {
    let n = 24;
    let size = size(Kernel::Jacobi, n, 6, 4);
    let mut grid = Problem::new(size).a.to_vec();
    for _ in 0..4 {
        let from = grid.clone();
        for i in 1..n - 1 {
            for j in 1..n - 1 {
                let at = |i: usize, j: usize| from[i * n + j];
                grid[i * n + j] =
                    0.25 * (at(i - 1, j) + at(i + 1, j) + at(i, j - 1) + at(i, j + 1));
            }
        }
    }
    let problem = solved(size);
    for (k, (&found, &meant)) in problem.last_grid().iter().zip(&grid).enumerate() {
        assert!(!far(found, meant), "point {k}: {found} {meant}");
    }
}

#[test]
fn smith_waterman_finds_the_best_score() {
    let n = 48;
    let letters = Problem::new(size(Kernel::SmithWaterman, n, n, 1));
    // The textbook's three matrices.
    let at = |i: usize, j: usize| i * (n + 1) + j;
    let never = -1_000_000;
    let (mut h, mut e, mut f) = (
        vec![0; at(n, n) + 1],
        vec![never; at(n, n) + 1],
        vec![never; at(n, n) + 1],
    );
    for i in 1..=n {
        for j in 1..=n {
            let same = letters.rows[i - 1] == letters.columns[j - 1];
            e[at(i, j)] = (e[at(i, j - 1)] - 2).max(h[at(i, j - 1)] - 8);
            f[at(i, j)] = (f[at(i - 1, j)] - 2).max(h[at(i - 1, j)] - 8);
            let diagonal = h[at(i - 1, j - 1)] + if same { 5 } else { -4 };
            h[at(i, j)] = diagonal.max(e[at(i, j)]).max(f[at(i, j)]).max(0);
        }
    }
    let meant = *h.iter().max().expect("it has elements");
    assert!(meant > 20, "the letters must have something in common");
    for tile in [1, 8, 16, 48] {
        let problem = solved(size(Kernel::SmithWaterman, n, tile, 1));
        let tiles = problem.borders.chunks(problem.words());
        let best = tiles.map(|words| words[4 * tile + 2]).max();
        assert_eq!(best, Some(meant), "tile {tile}");
    }
}

/// Counts tasks and checks what is declared.
struct Declared {
    tasks: usize,
    tiles: usize,
}

impl Sink for Declared {
    fn task(&mut self, site: &'static Site, tiles: &[Use], _: impl Fn() + Send + Copy) {
        self.tasks += 1;
        assert!(
            tiles.iter().all(|t| t.0 < 2 && t.1 < self.tiles),
            "{site:?} {tiles:?}"
        );
        let written = tiles.iter().filter(|t| t.2 != Mode::In).count();
        assert_eq!(written, 1, "{site:?} {tiles:?}");
        for (n, tile) in tiles.iter().enumerate() {
            let twice = tiles[..n].iter().any(|t| (t.0, t.1) == (tile.0, tile.1));
            assert!(!twice, "{site:?} {tiles:?}");
        }
    }
}

#[test]
fn arrays_begin_at_pages() {
    for len in [0, 1, 511, 512, 513] {
        let mut room = Room::<f64>::new(len);
        assert_eq!(room.as_ptr() as usize % 4096, 0);
        assert!(room.len() == len && room.iter().all(|&x| x == 0.0));
        room.iter_mut().for_each(|x| *x = 1.0);
        assert_eq!(room.iter().sum::<f64>() as usize, len);
    }
}

#[test]
fn tasks_are_counted_and_declare_tiles_that_there_are() {
    for kernel in Kernel::ALL {
        let size = size(kernel, 48, 8, 4);
        let mut sink = Declared {
            tasks: 0,
            tiles: 36,
        };
        tasks(&mut Problem::new(size), 0..size.sweeps, &mut sink);
        assert_eq!(sink.tasks, size.tasks(), "{kernel:?}");
    }
}

fn arguments(size: &Size, ppus: usize) -> Vec<String> {
    let numbers = [size.n, size.tile, size.sweeps, ppus].map(|n| n.to_string());
    [vec![size.kernel.name().to_owned()], numbers.to_vec()].concat()
}

#[test]
fn hp5_gives_the_serial_answer_bit_for_bit() {
    for kernel in Kernel::ALL {
        for (tile, ppus) in [(8, 1), (8, 2), (24, 3)] {
            let size = size(kernel, 96, tile, 6);
            let serial = side::serial(size);
            for variant in [None, Some("loops")] {
                let mut words = arguments(&size, ppus);
                words.extend(variant.map(str::to_owned));
                let hp5 = side::run("hp5", &words).expect("it runs");
                assert_eq!(
                    (&hp5.sum, hp5.tasks),
                    (&serial.sum, serial.tasks),
                    "{kernel:?} {tile} {ppus} {variant:?}"
                );
            }
        }
    }
}

#[test]
fn replayed_laps_give_the_serial_answer_bit_for_bit() {
    for (tile, ppus, sweeps) in [(8, 2, 12), (24, 3, 40), (48, 1, 2)] {
        let size = size(Kernel::Jacobi, 96, tile, sweeps);
        let serial = side::serial(size);
        for variant in ["replay", "laps"] {
            let mut words = arguments(&size, ppus);
            words.push(variant.to_owned());
            let hp5 = side::run("hp5", &words).expect("it runs");
            assert_eq!(hp5.sum, serial.sum, "{variant} {tile} {ppus}");
        }
    }
    let mut words = arguments(&size(Kernel::Lu, 96, 8, 1), 2);
    words.push("replay".to_owned());
    assert!(side::run("hp5", &words).is_err());
}

#[test]
fn bad_input_is_told() {
    let told = |kernel, n, tile, sweeps, word: &str| {
        let said = Size::new(kernel, n, tile, sweeps).expect_err("it is wrong");
        assert!(said.contains(word), "{said}");
    };
    told(Kernel::Jacobi, 100, 33, 2, "divide");
    told(Kernel::Jacobi, 100, 0, 2, "divide");
    told(Kernel::Jacobi, 0, 1, 2, "size 0");
    told(Kernel::Jacobi, usize::MAX, 1, 2, "size");
    told(Kernel::Jacobi, 100, 10, 0, "sweeps");
    told(Kernel::Lu, 100, 10, 1, "multiple of 8");
    let args = KernelsArgs {
        sweeps: 3,
        ..KernelsArgs::default()
    };
    assert!(sizes(Kernel::Jacobi, &args, true).is_err());
    for words in [
        &["lu"][..],
        &["lu", "96", "8", "1", "x"],
        &["qr", "96", "8", "1", "2"],
    ] {
        let words: Vec<String> = words.iter().map(|&w| w.to_owned()).collect();
        assert!(side::run("hp5", &words).is_err(), "{words:?}");
    }
    let fine = arguments(&size(Kernel::Lu, 96, 8, 1), 2);
    assert!(side::run("nobody", &fine).is_err());
}

#[test]
fn built_in_sizes_suit_their_kernels() {
    let args = KernelsArgs {
        sweeps: SWEEPS,
        ..KernelsArgs::default()
    };
    for kernel in Kernel::ALL {
        for quick in [false, true] {
            let sizes = sizes(kernel, &args, quick).expect("sizes that the kernel takes");
            assert!(sizes.len() >= 2);
            assert!(sizes.is_sorted_by_key(|size| size.tile), "{kernel:?}");
        }
    }
}

fn absent() -> Common {
    Common {
        reps: 1,
        ppus: 2,
        json: None,
        svg: None,
        peers: "/nowhere".into(),
        only: Vec::new(),
        quick: true,
    }
}

/// Peers that are not there are named with what to do; ratios need a peer.
#[test]
fn rows_of_absent_peers_say_so() {
    let row = |id: &'static str, sort, times: &[f64]| harness::Row::of_samples(id, sort, times);
    use crate::systems::{NOT_BUILT, Sort};
    let mut gone = row("gomp", Some(Sort::Dynamic), &[]);
    gone.trouble = Some(NOT_BUILT.to_owned());
    let rows = vec![
        row("serial", None, &[0.2]),
        row("hp5", Some(Sort::Hp5), &[0.05, 0.04, 0.07]),
        gone,
        row("llvm", Some(Sort::Dynamic), &[0.5, 0.4, 0.6]),
        row("tbb", Some(Sort::Prebuilt), &[0.1]),
    ];
    let at = harness::AtTile {
        tile: 8,
        tasks: 1000,
        rows,
    };
    let found = show::ratios_at(&at);
    assert_eq!(found[3..], [None; 4]);
    assert!(!far(found[0].expect("a peer ran"), 0.4), "{found:?}");
    assert!(!far(found[1].expect("a peer ran"), 0.1), "{found:?}");
    let pairs = found[2].expect("a peer ran");
    assert!(
        !far(pairs, 0.5),
        "one pair with tbb, 0.1 in three with llvm: {found:?}"
    );
    let measured = Measured {
        kernel: "lu",
        n: 80,
        sweeps: 1,
        tiles: vec![at],
    };
    let text: String = show::tables(&measured, 2)
        .iter()
        .map(ToString::to_string)
        .collect();
    for part in [
        NOT_BUILT,
        "40.0 (50.0)",
        "400 (500)",
        "1000      200 ",
        "0.40",
    ] {
        assert!(text.contains(part), "{part} is missing:\n{text}");
    }
    let svg = show::plot(&[measured], 2);
    assert!(svg.contains("serial / 2") && !svg.contains("NaN"));
    assert_eq!(svg.matches("<circle").count(), 4);
}

#[test]
fn unknown_names_are_told() {
    let mut common = absent();
    common.only = vec!["qr".to_owned()];
    let said = super::run(&common, &KernelsArgs::default()).expect_err("no such kernel");
    assert!(
        said.contains("qr") && said.contains("cholesky") && said.contains("gomp"),
        "{said}"
    );
}
