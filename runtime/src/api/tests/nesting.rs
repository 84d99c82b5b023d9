//! Tests of composite tasks, adopted arrays and regions inside bodies.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::{grid, on};
use crate::api::{RegionError, TiledArray, region};

#[test]
fn composites_cut_their_tiles_further() {
    for ppus in [1, 2, 8] {
        on(ppus, || {
            let mut a = grid(16, 12, [8, 6]);
            let total = AtomicUsize::new(0);
            region(|r| {
                let a = r.array(&mut a);
                for tile in a.iter() {
                    r.task("outer").update(tile).run_composite(|r, (tile,)| {
                        let inner = r
                            .adopt(tile.cut([3, 4]).expect("no zero"))
                            .iter()
                            .collect::<Vec<_>>();
                        for _ in 0..3 {
                            for &part in &inner {
                                r.task("inner").update(part).run(|(mut part,)| {
                                    for i in 0..part.shape()[0] {
                                        part.row_mut(i).iter_mut().for_each(|x| *x = *x * 2 + 1);
                                    }
                                    total.fetch_add(1, Ordering::Relaxed);
                                });
                            }
                        }
                    });
                }
                for tile in a.iter() {
                    r.task("after").update(tile).run(|(mut tile,)| {
                        for i in 0..tile.shape()[0] {
                            tile.row_mut(i).iter_mut().for_each(|x| *x -= 7);
                        }
                    });
                }
            })
            .expect("no task fails");
            // ((x * 2 + 1) * 2 + 1) * 2 + 1 = 8 x + 7
            let expected: Vec<i64> = (0..16 * 12).map(|x| 8 * x).collect();
            assert_eq!(a.into_vec(), expected);
            assert_eq!(total.into_inner(), 4 * 6 * 3);
        });
    }
}

#[test]
fn misuse_inside_a_composite_fails_it() {
    let mut a = grid(4, 4, [4, 4]);
    let error = region(|r| {
        let a = r.array(&mut a);
        r.task("outer")
            .update(a.tile([0, 0]))
            .run_composite(|r, (tile,)| {
                let inner = r.adopt(tile.cut([2, 2]).expect("no zero"));
                r.task("twice")
                    .write(inner.tile([0, 0]))
                    .write(inner.tile([0, 0]))
                    .run(|_| unreachable!());
            });
    })
    .unwrap_err();
    assert!(error.message.contains("declared twice"), "{error}");
}

#[test]
fn adopted_arrays_are_freed_when_the_region_has_ended() {
    struct Counted<'a>(&'a AtomicUsize);
    impl Drop for Counted<'_> {
        fn drop(&mut self) {
            self.0.fetch_add(1, Ordering::SeqCst);
        }
    }
    let dropped = AtomicUsize::new(0);
    let (count, counted) = (&dropped, || Counted(&dropped));
    region(|r| -> Result<(), RegionError> {
        let temporary =
            TiledArray::from_vec((0..6).map(|_| counted()).collect(), [6], [2]).expect("fits");
        let temporary = r.adopt(temporary);
        for tile in temporary.iter() {
            r.task("use")
                .read(tile)
                .run(|(tile,)| assert_eq!(tile.len(), 2));
        }
        r.wait()?;
        assert_eq!(count.load(Ordering::SeqCst), 0);
        r.task("composite")
            .reads(temporary.iter())
            .run_composite(|r, (tiles,)| {
                let inner = TiledArray::from_vec(vec![Counted(count)], [1], [1]).expect("fits");
                let inner = r.adopt(inner);
                r.task("inner")
                    .read(inner.tile([0]))
                    .run(move |(one,)| assert_eq!((one.len(), tiles.len()), (1, 3)));
            });
        Ok(())
    })
    .expect("no task fails");
    assert_eq!(dropped.into_inner(), 7);
}

#[test]
fn regions_inside_bodies() {
    on(2, || {
        let mut a = grid(8, 8, [8, 4]);
        region(|r| {
            let a = r.array(&mut a);
            for tile in a.iter() {
                r.task("outer").update(tile).run(|(tile,)| {
                    let mut inner = tile.cut([1, 4]).expect("no zero");
                    region(|r| {
                        let inner = r.array(&mut inner);
                        inner.iter().for_each(|row| {
                            r.task("row")
                                .write(row)
                                .run(|(mut row,)| row.row_mut(0).fill(3))
                        });
                    })
                    .expect("no task fails");
                    assert_eq!(inner[[7, 3]], 3);
                });
            }
        })
        .expect("no task fails");
        assert_eq!(a.as_slice(), [3; 64]);
    });
}
