//! Programs written against the safe library, held against their serial selves bit for bit.

use hp5::api::{Add, Max, TiledArray, region};
use hp5::{RegionError, Runtime};

fn on_any_number_of_ppus(run: impl Fn()) {
    for ppus in [1, 2, 8] {
        Runtime::builder()
            .ppus(ppus)
            .build()
            .expect("a runtime")
            .install(&run);
    }
}

fn noise(n: usize) -> Vec<f64> {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1_u64 << 53) as f64
    };
    (0..n).map(|_| next()).collect()
}

/// Row blocks; a block's sweep reads its neighbours of the sweep before.
#[test]
fn jacobi() {
    let (n, m, rows, sweeps) = (37, 29, 5, 12);
    let start = noise(n * m);
    let (mut from, mut to) = (start.clone(), start.clone());
    for _ in 0..sweeps {
        for i in 1..n - 1 {
            for j in 1..m - 1 {
                let at = |i: usize, j: usize| from[i * m + j];
                to[i * m + j] = 0.25 * (at(i - 1, j) + at(i + 1, j) + at(i, j - 1) + at(i, j + 1));
            }
        }
        std::mem::swap(&mut from, &mut to);
    }
    on_any_number_of_ppus(|| {
        let mut a = TiledArray::from_vec(start.clone(), [n, m], [rows, m]).expect("fits");
        let mut b = TiledArray::from_vec(start.clone(), [n, m], [rows, m]).expect("fits");
        region(|r| {
            let (mut a, mut b) = (r.array(&mut a), r.array(&mut b));
            let blocks = a.tiles()[0];
            for _ in 0..sweeps {
                for k in 0..blocks {
                    let above = a.tile([k.saturating_sub(1), 0]);
                    let below = a.tile([(k + 1).min(blocks - 1), 0]);
                    let task = r
                        .task("block")
                        .read(above)
                        .read(a.tile([k, 0]))
                        .read(below)
                        .write(b.tile([k, 0]));
                    task.run(|(above, here, below, mut to)| {
                        let [rows, _] = here.shape();
                        for i in 0..rows {
                            let global = here.origin()[0] + i;
                            if global == 0 || global == n - 1 {
                                continue;
                            }
                            let up = if i == 0 {
                                above.row(above.shape()[0] - 1)
                            } else {
                                here.row(i - 1)
                            };
                            let down = if i + 1 == rows {
                                below.row(0)
                            } else {
                                here.row(i + 1)
                            };
                            let (mid, to) = (here.row(i), to.row_mut(i));
                            for j in 1..m - 1 {
                                to[j] = 0.25 * (up[j] + down[j] + mid[j - 1] + mid[j + 1]);
                            }
                        }
                    });
                }
                std::mem::swap(&mut a, &mut b);
            }
        })
        .expect("no task fails");
        assert_eq!(
            a.as_slice(),
            if sweeps % 2 == 0 { &from[..] } else { &to[..] }
        );
    });
}

/// Tiles in both dimensions; a wavefront comes out of the declarations.
#[test]
fn longest_common_subsequence() {
    let letters = |seed: usize, n: usize| {
        (0..n)
            .map(|i| (i * i * seed + i / 3) % 4)
            .collect::<Vec<_>>()
    };
    let (x, y) = (letters(7, 50), letters(11, 43));
    let mut serial = vec![vec![0_u32; y.len() + 1]; x.len() + 1];
    for i in 1..=x.len() {
        for j in 1..=y.len() {
            serial[i][j] = if x[i - 1] == y[j - 1] {
                serial[i - 1][j - 1] + 1
            } else {
                serial[i - 1][j].max(serial[i][j - 1])
            };
        }
    }
    on_any_number_of_ppus(|| {
        let extents = [x.len() + 1, y.len() + 1];
        let mut table = TiledArray::from_vec(vec![0_u32; extents[0] * extents[1]], extents, [8, 8])
            .expect("fits");
        let stats = region(|r| {
            let table = r.array(&mut table);
            let (x, y) = (&x, &y);
            for tile in table.iter() {
                let at = [tile.origin()[0] / 8, tile.origin()[1] / 8];
                let back = |di: usize, dj: usize| {
                    let (i, j) = (at[0].checked_sub(di)?, at[1].checked_sub(dj)?);
                    table.get([i, j])
                };
                let task = r.task("tile").update(tile);
                let task = task.reads(back(1, 1)).reads(back(1, 0)).reads(back(0, 1));
                task.run(|(mut t, corner, above, left)| {
                    let [rows, columns] = t.shape();
                    for i in 0..rows {
                        for j in 0..columns {
                            let (gi, gj) = (t.origin()[0] + i, t.origin()[1] + j);
                            if gi == 0 || gj == 0 {
                                continue;
                            }
                            let get =
                                |di: usize, dj: usize| match (i.checked_sub(di), j.checked_sub(dj))
                                {
                                    (Some(i), Some(j)) => t[[i, j]],
                                    (None, Some(j)) => above[0][[above[0].shape()[0] - 1, j]],
                                    (Some(i), None) => left[0][[i, left[0].shape()[1] - 1]],
                                    (None, None) => {
                                        corner[0]
                                            [[corner[0].shape()[0] - 1, corner[0].shape()[1] - 1]]
                                    }
                                };
                            t[[i, j]] = if x[gi - 1] == y[gj - 1] {
                                get(1, 1) + 1
                            } else {
                                get(1, 0).max(get(0, 1))
                            };
                        }
                    }
                });
            }
        })
        .expect("no task fails");
        assert_eq!(stats.tasks as usize, 7 * 6);
        assert_eq!(table.into_vec(), serial.concat());
    });
}

/// Right-looking LU without pivoting; every update of a tile has its own place in the order.
#[test]
fn tiled_lu() {
    let (n, t) = (26, 6);
    let mut start = noise(n * n);
    (0..n).for_each(|i| start[i * n + i] += n as f64);
    let mut serial = start.clone();
    for k in 0..n {
        for i in k + 1..n {
            serial[i * n + k] /= serial[k * n + k];
            for j in k + 1..n {
                serial[i * n + j] -= serial[i * n + k] * serial[k * n + j];
            }
        }
    }
    on_any_number_of_ppus(|| {
        let mut a = TiledArray::from_vec(start.clone(), [n, n], [t, t])
            .expect("fits")
            .named("a");
        region(|r| {
            let a = r.array(&mut a);
            let tiles = a.tiles()[0];
            for k in 0..tiles {
                r.task("factor")
                    .priority(2)
                    .update(a.tile([k, k]))
                    .run(|(mut d,)| {
                        let n = d.shape()[0];
                        for k in 0..n {
                            for i in k + 1..n {
                                d[[i, k]] /= d[[k, k]];
                                for j in k + 1..n {
                                    d[[i, j]] -= d[[i, k]] * d[[k, j]];
                                }
                            }
                        }
                    });
                for j in k + 1..tiles {
                    r.task("row")
                        .priority(1)
                        .read(a.tile([k, k]))
                        .update(a.tile([k, j]))
                        .run(|(d, mut u)| {
                            for k in 0..d.shape()[0] {
                                for i in k + 1..d.shape()[0] {
                                    for j in 0..u.shape()[1] {
                                        u[[i, j]] -= d[[i, k]] * u[[k, j]];
                                    }
                                }
                            }
                        });
                }
                for i in k + 1..tiles {
                    r.task("column")
                        .priority(1)
                        .read(a.tile([k, k]))
                        .update(a.tile([i, k]))
                        .run(|(d, mut l)| {
                            for k in 0..d.shape()[0] {
                                for i in 0..l.shape()[0] {
                                    l[[i, k]] /= d[[k, k]];
                                    for j in k + 1..d.shape()[1] {
                                        l[[i, j]] -= l[[i, k]] * d[[k, j]];
                                    }
                                }
                            }
                        });
                    for j in k + 1..tiles {
                        r.task("update")
                            .read(a.tile([i, k]))
                            .read(a.tile([k, j]))
                            .update(a.tile([i, j]))
                            .run(|(l, u, mut c)| {
                                for k in 0..l.shape()[1] {
                                    for i in 0..c.shape()[0] {
                                        for j in 0..c.shape()[1] {
                                            c[[i, j]] -= l[[i, k]] * u[[k, j]];
                                        }
                                    }
                                }
                            });
                    }
                }
            }
        })
        .expect("no task fails");
        assert_eq!(
            a.into_vec(),
            serial,
            "the same operations per element in the same order"
        );
    });
}

/// A reduction per step decides whether there is another.
#[test]
fn power_iteration_until_converged() {
    let n = 40;
    let matrix = noise(n * n);
    let blocks = 4;
    let mut answers: Vec<(u64, usize)> = Vec::new();
    for ppus in [1, 2, 8] {
        Runtime::builder()
            .ppus(ppus)
            .build()
            .expect("a runtime")
            .install(|| {
                let a = TiledArray::from_slice(&matrix, [n, n], [n / blocks, n]).expect("fits");
                let mut x = TiledArray::from_vec(vec![1.0; n], [n], [n / blocks]).expect("fits");
                let mut y = TiledArray::from_vec(vec![0.0; n], [n], [n / blocks]).expect("fits");
                let (mut norm, mut change, mut steps) = (0.0_f64, 0.0_f64, 0);
                region(|r| -> Result<(), RegionError> {
                    let (a, x, y) = (r.input(&a), r.array(&mut x), r.array(&mut y));
                    let (norm, change) = (r.value(&mut norm), r.value(&mut change));
                    loop {
                        r.task("reset").write(norm.tile()).write(change.tile()).run(
                            |(mut n, mut c)| {
                                n[0] = 0.0;
                                c[0] = 0.0;
                            },
                        );
                        let sum = r.reduction(Add, norm);
                        for k in 0..blocks {
                            let task = r
                                .task("multiply")
                                .read(a.tile([k, 0]))
                                .reads(x.iter())
                                .write(y.tile([k]));
                            task.reduce(&sum).run(|(a, x, mut y, mut sum)| {
                                for i in 0..y.len() {
                                    let x = x.iter().flat_map(|x| x.row());
                                    y[i] = a.row(i).iter().zip(x).map(|(a, x)| a * x).sum();
                                    *sum += y[i] * y[i];
                                }
                            });
                        }
                        sum.combine();
                        let most = r.reduction(Max, change);
                        for k in 0..blocks {
                            let task = r
                                .task("scale")
                                .read(y.tile([k]))
                                .read(norm.tile())
                                .update(x.tile([k]));
                            task.reduce(&most).run(|(y, norm, mut x, mut most)| {
                                for i in 0..x.len() {
                                    let new = y[i] / norm[0].sqrt();
                                    *most = most.max((new - x[i]).abs());
                                    x[i] = new;
                                }
                            });
                        }
                        most.combine();
                        steps += 1;
                        if r.get(change)? < 1e-12 || steps == 200 {
                            return Ok(());
                        }
                    }
                })
                .expect("no task fails");
                assert!(steps < 200, "converged");
                answers.push((norm.to_bits(), steps));
            });
    }
    assert!(
        answers.windows(2).all(|pair| pair[0] == pair[1]),
        "{answers:?}"
    );
}
