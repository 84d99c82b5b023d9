//! Tests of the safe library.

mod nesting;
mod replaying;

use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;
use crate::Runtime;

fn on(ppus: usize, f: impl FnOnce()) {
    Runtime::builder()
        .ppus(ppus)
        .build()
        .expect("a runtime")
        .install(f);
}

fn grid(n: usize, m: usize, tile: [usize; 2]) -> TiledArray<'static, i64, 2> {
    TiledArray::from_vec((0..(n * m) as i64).collect(), [n, m], tile).expect("fits")
}

#[test]
fn every_element_is_in_one_tile() {
    on(2, || {
        let mut a = grid(7, 5, [3, 2]);
        let before: Vec<i64> = a.as_slice().to_vec();
        let stats = region(|r| {
            let a = r.array(&mut a);
            assert_eq!(a.tiles(), [3, 3]);
            for tile in a.iter() {
                r.task("add").update(tile).run(|(mut tile,)| {
                    let [rows, columns] = tile.shape();
                    for i in 0..rows {
                        for j in 0..columns {
                            let global = (tile.origin()[0] + i) * 5 + tile.origin()[1] + j;
                            assert_eq!(tile[[i, j]], global as i64);
                            tile[[i, j]] += 100;
                        }
                    }
                });
            }
        })
        .expect("no task fails");
        assert_eq!(stats.tasks, 9);
        let after: Vec<i64> = before.iter().map(|x| x + 100).collect();
        assert_eq!(a.into_vec(), after);
    });
}

#[test]
fn reads_and_writes_are_ordered_as_registered() {
    for ppus in [1, 2, 8] {
        on(ppus, || {
            let mut a = grid(4, 64, [1, 8]);
            region(|r| {
                let a = r.array(&mut a);
                for step in 1..50 {
                    for j in 0..8 {
                        let (from, to) = ((step - 1) % 4, step % 4);
                        let left = a.tile([from, (j + 7) % 8]);
                        r.task(format!("step {step}"))
                            .read(left)
                            .read(a.tile([from, j]))
                            .write(a.tile([to, j]))
                            .run(|(left, from, mut to)| {
                                for k in 0..8 {
                                    to[[0, k]] = left[[0, 7 - k]].wrapping_mul(3) ^ from[[0, k]];
                                }
                            });
                    }
                }
            })
            .expect("no task fails");
            let mut expected: Vec<Vec<i64>> =
                (0..4).map(|i| (i * 64..(i + 1) * 64).collect()).collect();
            for step in 1..50 {
                let from = expected[(step - 1) % 4].clone();
                for j in 0..8 {
                    for k in 0..8 {
                        let left = from[(j + 7) % 8 * 8 + 7 - k];
                        expected[step % 4][j * 8 + k] = left.wrapping_mul(3) ^ from[j * 8 + k];
                    }
                }
            }
            assert_eq!(a.as_slice(), expected.concat());
        });
    }
}

#[test]
fn borrowed_storage_is_the_callers_again() {
    let mut elements = vec![1.0_f32; 30];
    let weights = [2.0_f32; 30];
    let mut a = TiledArray::from_mut_slice(&mut elements, [2, 3, 5], [1, 2, 5]).expect("fits");
    let w = TiledArray::from_slice(&weights, [2, 3, 5], [1, 2, 5]).expect("fits");
    region(|r| {
        let (a, w) = (r.array(&mut a), r.input(&w));
        for (tile, weight) in a.iter().zip(w.iter()) {
            r.task("scale")
                .update(tile)
                .read(weight)
                .run(|(mut tile, weight)| {
                    let [planes, rows, _] = tile.shape();
                    for i in 0..planes {
                        for j in 0..rows {
                            for (x, w) in tile.row_mut(i, j).iter_mut().zip(weight.row(i, j)) {
                                *x *= w;
                            }
                        }
                    }
                });
        }
    })
    .expect("no task fails");
    assert_eq!(elements, [2.0; 30]);
}

#[test]
fn arrays_that_cannot_be_are_typed_errors() {
    let length = TiledArray::from_vec(vec![0; 5], [2, 3], [1, 1]).unwrap_err();
    assert_eq!(
        length,
        ArrayError::Length {
            extents: vec![2, 3],
            expected: 6,
            found: 5
        }
    );
    let empty = TiledArray::from_vec(vec![0; 6], [2, 3], [1, 0]).unwrap_err();
    assert_eq!(
        empty,
        ArrayError::EmptyTile {
            tile: vec![1, 0],
            dimension: 1
        }
    );
    let deep = TiledArray::from_vec(vec![0; 1], [1; 5], [1; 5]).unwrap_err();
    assert_eq!(deep, ArrayError::Dimensions { found: 5 });
    let none = TiledArray::from_vec(vec![0; 1], [], []).unwrap_err();
    assert_eq!(none, ArrayError::Dimensions { found: 0 });
    let large = TiledArray::from_vec(vec![0; 1], [usize::MAX, 2], [1, 1]).unwrap_err();
    assert_eq!(
        large,
        ArrayError::TooLarge {
            extents: vec![usize::MAX, 2]
        }
    );
}

#[test]
fn empty_arrays_have_no_tiles() {
    for extents in [[0, 3], [3, 0], [usize::MAX, 0]] {
        let mut a = TiledArray::from_vec(Vec::<u8>::new(), extents, [2, 2]).expect("no elements");
        let stats = region(|r| {
            let a = r.array(&mut a);
            assert_eq!(a.iter().count(), 0);
            assert!(a.get([0, 0]).is_none());
        })
        .expect("nothing runs");
        assert_eq!(stats.tasks, 0);
        assert!(a.into_vec().is_empty());
    }
}

#[test]
fn a_tile_declared_twice_is_an_error_that_names_it() {
    let mut a = grid(4, 4, [2, 2]).named("a");
    let ran = AtomicUsize::new(0);
    let error = region(|r| {
        let a = r.array(&mut a);
        r.task("fine")
            .read(a.tile([0, 0]))
            .read(a.tile([0, 0]))
            .run(|_| {
                ran.fetch_add(1, Ordering::Relaxed);
            });
        r.task("wrong")
            .read(a.tile([1, 0]))
            .write(a.tile([1, 0]))
            .run(|_| unreachable!());
        r.task("after")
            .update(a.tile([1, 0]))
            .run(|_| unreachable!());
    })
    .unwrap_err();
    assert_eq!((error.task.as_str(), ran.into_inner()), ("wrong", 1));
    assert!(
        error
            .message
            .contains("tile a[2..4, 0..2] is declared twice"),
        "{error}"
    );
    assert!(error.file.ends_with("api/tests/mod.rs"), "{error}");
}

#[test]
fn a_shared_array_cannot_be_written() {
    let elements = [1, 2, 3, 4];
    let mut a = TiledArray::from_slice(&elements, [4], [2]).expect("fits");
    let error = region(|r| {
        let a = r.array(&mut a);
        r.task("write").write(a.tile([0])).run(|_| unreachable!());
    })
    .unwrap_err();
    assert!(error.message.contains("for reading only"), "{error}");
    let own = grid(2, 2, [1, 1]);
    let error = region(|r| {
        let own = r.input(&own);
        r.task("write").updates(own.iter()).run(|_| unreachable!());
    })
    .unwrap_err();
    assert!(error.message.contains("for reading only"), "{error}");
}

#[test]
fn a_panic_in_a_body_names_task_line_and_tiles() {
    let mut a = grid(4, 4, [2, 4]).named("a");
    let mut line = 0;
    let error = region(|r| {
        let a = r.array(&mut a);
        r.task("first")
            .write(a.tile([0, 0]))
            .run(|(mut t,)| t[[0, 0]] = 7);
        line = line!() + 1;
        r.task("breaks")
            .update(a.tile([0, 0]))
            .run(|(t,)| assert_eq!(t[[0, 0]], 8));
        r.task("after")
            .update(a.tile([0, 0]))
            .run(|(mut t,)| t[[0, 0]] = 9);
    })
    .unwrap_err();
    assert_eq!(
        (error.task.as_str(), error.line, error.cancelled),
        ("breaks", line, 1)
    );
    assert_eq!(error.tiles, ["inout a[0..2, 0..4]"]);
    assert_eq!(a[[0, 0]], 7, "what ran before is kept");
}

#[test]
fn an_index_outside_the_tile_fails_the_task() {
    let mut a = grid(4, 4, [2, 2]);
    let error = region(|r| {
        let a = r.array(&mut a);
        r.task("reach")
            .write(a.tile([0, 0]))
            .run(|(mut t,)| t[[0, 2]] = 1);
    })
    .unwrap_err();
    assert!(error.message.contains("[0, 2]"), "{error}");
    assert_eq!(a[[0, 2]], 2, "the neighbour tile is untouched");
}

#[test]
fn reductions_fold_in_registration_order() {
    for ppus in [1, 2, 8] {
        on(ppus, || {
            let (mut sum, mut least, mut all) = (1.0_f64, 5_i32, true);
            let mut seen = 0.0;
            region(|r| -> Result<(), RegionError> {
                let (sum, least, all) = (r.value(&mut sum), r.value(&mut least), r.value(&mut all));
                let (add, min, and) = (
                    r.reduction(Add, sum),
                    r.reduction(Min, least),
                    r.reduction(And, all),
                );
                for k in 0..100 {
                    r.task("part").reduce(&add).reduce(&min).reduce(&and).run(
                        move |(mut s, mut m, mut a)| {
                            *s += 1.0 / f64::from(k + 1);
                            *m = (*m).min(10 - k);
                            *a = *a && k < 200;
                        },
                    );
                }
                add.combine();
                min.combine();
                drop(and);
                r.task("double")
                    .update(sum.tile())
                    .run(|(mut sum,)| sum[0] *= 2.0);
                seen = r.get(sum)?;
                Ok(())
            })
            .expect("no task fails");
            let expected = (1.0
                + (0..100)
                    .map(|k| 1.0 / f64::from(k + 1))
                    .fold(0.0, |s, x| s + x))
                * 2.0;
            assert!((sum - expected).abs() < 1e-12);
            assert_eq!((seen.to_bits(), least, all), (sum.to_bits(), -89, true));
        });
    }
}

#[test]
fn commutative_updates_are_one_at_a_time() {
    on(8, || {
        let mut count = TiledArray::from_vec(vec![0_u64], [1], [1]).expect("fits");
        let inside = AtomicUsize::new(0);
        region(|r| {
            let count = r.array(&mut count);
            for _ in 0..200 {
                r.task("count")
                    .commutative(count.tile([0]))
                    .run(|(mut count,)| {
                        assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0);
                        count[0] += 1;
                        inside.fetch_sub(1, Ordering::SeqCst);
                    });
            }
        })
        .expect("no task fails");
        assert_eq!(count.as_slice(), [200]);
    });
}

#[test]
fn looking_waits_and_keeps_tasks_out() {
    let mut a = TiledArray::from_vec(vec![1.0_f64; 8], [8], [4]).expect("fits");
    let mut steps = 0;
    region(|r| -> Result<(), RegionError> {
        let a = r.array(&mut a);
        while r.look(a, |a| a[7])? < 100.0 {
            steps += 1;
            for tile in a.iter() {
                r.task("double")
                    .update(tile)
                    .run(|(mut t,)| t.row_mut().iter_mut().for_each(|x| *x *= 2.0));
            }
        }
        Ok(())
    })
    .expect("no task fails");
    assert_eq!((steps, a[[0]]), (7, 128.0));
    let error = region(|r| {
        let a = r.array(&mut a);
        r.look(a, |_| {
            r.task("inside").write(a.tile([0])).run(|_| unreachable!())
        })
    })
    .unwrap_err();
    assert!(error.message.contains("inside `look`"), "{error}");
}

#[test]
fn a_failed_wait_can_be_handed_on_or_survived() {
    let mut a = grid(2, 2, [1, 1]);
    let handed_on = region(|r| -> Result<(), RegionError> {
        let _ = r.array(&mut a);
        r.task("breaks").run(|()| panic!("deliberate"));
        r.wait()?;
        Ok(())
    })
    .unwrap_err();
    assert_eq!(
        (handed_on.task.as_str(), handed_on.message.as_str()),
        ("breaks", "deliberate")
    );
    let stats = region(|r| {
        let a = r.array(&mut a);
        r.task("breaks").run(|()| panic!("deliberate"));
        assert!(r.wait().is_err());
        r.task("works")
            .write(a.tile([1, 1]))
            .run(|(mut t,)| t[[0, 0]] = 5);
    })
    .expect("the failure was taken by the wait");
    assert_eq!((stats.tasks, a[[1, 1]]), (2, 5));
}

#[test]
fn bodies_borrow_what_outlives_the_region() {
    let table = [3, 1, 2];
    let log = std::sync::Mutex::new(Vec::new());
    region(|r| {
        for (k, value) in table.iter().enumerate() {
            let log = &log;
            r.task("log")
                .priority(k as i32)
                .run(move |()| log.lock().expect("no panic").push(*value));
        }
    })
    .expect("no task fails");
    let mut seen = log.into_inner().expect("no panic");
    seen.sort_unstable();
    assert_eq!(seen, [1, 2, 3]);
}

#[test]
fn many_tiles_as_a_vector() {
    let mut a = grid(4, 4, [2, 2]);
    let mut sum = TiledArray::from_vec(vec![0_i64], [1], [1]).expect("fits");
    region(|r| {
        let (a, sum) = (r.array(&mut a), r.array(&mut sum));
        r.task("clear a row")
            .writes((0..2).map(|j| a.tile([1, j])))
            .run(|(tiles,)| {
                for mut tile in tiles {
                    (0..2).for_each(|i| tile.row_mut(i).fill(1));
                }
            });
        r.task("sum")
            .reads(a.iter())
            .write(sum.tile([0]))
            .run(|(tiles, mut sum)| {
                sum[0] = tiles
                    .iter()
                    .map(|t| t.row(0).iter().chain(t.row(1)).sum::<i64>())
                    .sum();
            });
    })
    .expect("no task fails");
    assert_eq!(sum[[0]], (0..8).sum::<i64>() + 8);
}

#[cfg(feature = "ndarray")]
#[test]
fn ndarray_storage() {
    use ndarray::{Array2, Array3, s};
    let mut whole = Array2::<f64>::ones((6, 10));
    let mut part = whole.slice_mut(s![1..5, 2..9]);
    let mut a = TiledArray::from_ndarray_mut(&mut part, [2, 4]).expect("row-major with gaps");
    region(|r| {
        let a = r.array(&mut a);
        for tile in a.iter() {
            r.task("fill")
                .write(tile)
                .run(|(mut t,)| (0..t.shape()[0]).for_each(|i| t.row_mut(i).fill(2.0)));
        }
    })
    .expect("no task fails");
    assert_eq!(a.into_vec(), [2.0; 28]);
    assert_eq!(whole.sum(), 60.0 + 28.0);
    let turned = whole.t();
    assert!(matches!(
        TiledArray::from_ndarray(&turned, [1, 1]),
        Err(ArrayError::Strides { .. })
    ));
    let mut cube =
        Array3::<i32>::from_shape_fn((2, 3, 4), |(i, j, k)| (i * 100 + j * 10 + k) as i32);
    assert_eq!(
        TiledArray::from_ndarray(&cube, [1, 1, 4])
            .expect("row-major")
            .tiles(),
        [2, 3, 1]
    );
    // Rows without gaps, but in another order: not a slice.
    cube.swap_axes(0, 1);
    let turned =
        TiledArray::from_ndarray(&cube, [1, 1, 4]).expect("elements of a row side by side");
    assert!(std::panic::catch_unwind(|| turned.as_slice().len()).is_err());
    assert_eq!(turned.into_vec()[4..8], [100, 101, 102, 103]);
}
