//! Tests of tapes of the safe library.

use super::*;

/// One sweep of a stencil in tiles of 8.
fn sweep<'s, 'e>(r: &'s Scope<'s, 'e>, from: Tiles<'s, i64, 1>, to: Tiles<'s, i64, 1>, salt: i64) {
    let last = from.tiles()[0] - 1;
    for t in 0..=last {
        let around = (t.saturating_sub(1)..=(t + 1).min(last)).map(|t| from.tile([t]));
        r.task("sweep")
            .reads(around)
            .write(to.tile([t]))
            .run_again(move |(around, mut out)| {
                let sum: i64 = around
                    .iter()
                    .map(|view| (0..view.len()).fold(salt, |sum, i| sum * 3 % 1009 + view[i]))
                    .sum();
                (0..out.len()).for_each(|i| out[i] = (sum + i as i64) % 2003);
            });
    }
}

fn serial(from: &[i64], to: &mut [i64], salt: i64) {
    let last = from.len() / 8 - 1;
    for t in 0..=last {
        let sum: i64 = (t.saturating_sub(1)..=(t + 1).min(last))
            .map(|t| {
                let tile = &from[8 * t..8 * t + 8];
                tile.iter().fold(salt, |sum, x| sum * 3 % 1009 + x)
            })
            .sum();
        (0..8).for_each(|i| to[8 * t + i] = (sum + i as i64) % 2003);
    }
}

fn start() -> (Vec<i64>, Vec<i64>) {
    ((0..64).collect(), vec![0; 64])
}

#[test]
fn laps_are_handed_in_and_replayed() {
    for ppus in [1, 2, 8] {
        on(ppus, || {
            let (x, y) = start();
            let mut a = TiledArray::from_vec(x, [64], [8]).expect("fits");
            let mut b = TiledArray::from_vec(y, [64], [8]).expect("fits");
            let mut looked = 0;
            let stats = region(|r| {
                let (a, b) = (r.array(&mut a), r.array(&mut b));
                let mut tape = r.record();
                for salt in 0..600 {
                    let registered = tape.lap(|| {
                        sweep(r, a, b, salt);
                        sweep(r, b, a, salt + 1);
                        2
                    });
                    assert_eq!(registered, 2);
                }
                looked = r.look(a, |a| a[0]).expect("no task fails");
                tape.replay(30).expect("bodies that can run again");
                let refused = r.look(a, |_| tape.replay(1)).expect("no task fails");
                assert_eq!(refused, Err(ReplayError::Looking));
            })
            .expect("no task fails");
            let (mut x, mut y) = start();
            for lap in 0..630 {
                if lap == 600 {
                    assert_eq!(looked, x[0]);
                }
                let salt = lap.min(599);
                serial(&x, &mut y, salt);
                serial(&y, &mut x, salt + 1);
            }
            assert_eq!((a.into_vec(), b.into_vec()), (x, y));
            assert_eq!(stats.replay.laps, 630);
            assert_eq!(stats.tasks, 630 * 16);
            assert_eq!(stats.replay.first_difference, None);
            assert!(stats.replay.matched >= 30 * 16, "{:?}", stats.replay);
        });
    }
}

#[test]
fn a_body_that_runs_once_is_not_replayed() {
    on(2, || {
        let ran = AtomicUsize::new(0);
        region(|r| {
            let mut tape = r.record();
            assert_eq!(tape.replay(1), Err(ReplayError::Empty));
            let ran = &ran;
            tape.lap(|| {
                r.task("once").run(move |()| {
                    ran.fetch_add(1, Ordering::Relaxed);
                });
            });
            let error = tape.replay(3).expect_err("it runs once").to_string();
            assert!(error.contains("`once` runs once only"), "{error}");
            assert!(error.contains("run_again"), "{error}");
        })
        .expect("no task fails");
        assert_eq!(ran.into_inner(), 1);
    });
}

#[test]
fn a_tape_that_is_forgotten_runs_what_is_on_it() {
    for ppus in [1, 2] {
        on(ppus, || {
            let ran = AtomicUsize::new(0);
            let ran = &ran;
            let add = move |()| {
                ran.fetch_add(1, Ordering::Relaxed);
            };
            region(|r| {
                let mut tape = r.record();
                tape.lap(|| (0..5).for_each(|_| r.task("add").run_again(add)));
                std::mem::forget(tape);
            })
            .expect("no task fails");
            assert_eq!(ran.load(Ordering::Relaxed), 5);
            region(|r| {
                r.task("composite").run_composite(move |r, ()| {
                    let mut tape = r.record();
                    tape.lap(|| (0..5).for_each(|_| r.task("add").run_again(add)));
                    std::mem::forget(tape);
                });
            })
            .expect("no task fails");
            assert_eq!(ran.load(Ordering::Relaxed), 10);
        });
    }
}

#[test]
fn laps_inside_composites() {
    for ppus in [1, 2, 8] {
        on(ppus, || {
            let mut a = grid(16, 8, [4, 8]);
            region(|r| {
                let a = r.array(&mut a);
                for _ in 0..3 {
                    for part in a.iter() {
                        r.task("part").update(part).run_composite(|r, (part,)| {
                            let rows = r.adopt(part.cut([1, 8]).expect("sizes above 0"));
                            let mut tape = r.record();
                            tape.lap(|| {
                                for row in rows.iter() {
                                    r.task("row").update(row).run_again(|(mut row,)| {
                                        row.row_mut(0).iter_mut().for_each(|x| *x += 1);
                                    });
                                }
                            });
                            tape.replay(20).expect("bodies that can run again");
                        });
                    }
                }
            })
            .expect("no task fails");
            let want: Vec<i64> = (0..128).map(|x| x + 63).collect();
            assert_eq!(a.into_vec(), want);
        });
    }
}
