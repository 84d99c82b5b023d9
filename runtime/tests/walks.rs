//! The order in which one PPU goes through sweeps over tiles that do not fit its cache: each step
//! over one tile takes one through all sweeps that can follow, as far as their tiles fit.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use hp5::rt::{self, Mode, Region, Site};
use hp5::{Bind, Runtime};

const TILES: usize = 60;

/// Bytes of a tile.
const TILE: usize = 100_000;

/// Of which a chain may fill half.
const MACHINE: &str = "package:1 l2:1(size=3MiB) core:1 pu:1";

const STEP: &Site = rt::site!("step", file!(), line!());

/// Sweeps that each read what the one before wrote in a tile and its two neighbours, all of them
/// behind one task: the sweeps and tiles of the tasks in the order in which they ran.
fn order(sweeps: usize) -> Vec<(usize, usize)> {
    let runtime = Runtime::builder()
        .ppus(1)
        .bind(Bind::None)
        .machine(MACHINE)
        .build()
        .unwrap();
    let arrays: Vec<Vec<u8>> = (0..=sweeps).map(|_| vec![0; TILES * TILE]).collect();
    let (ran, open) = (Mutex::new(Vec::new()), AtomicBool::new(false));
    runtime.install(|| {
        let region = Region::begin(rt::site!("sweeps", file!(), line!()));
        let array = |data: &Vec<u8>| {
            // SAFETY: the vector outlives the region, and no body touches it.
            unsafe { region.array("a", rt::flat(&raw const *data), &[TILE]) }.id()
        };
        let arrays: Vec<u32> = arrays.iter().map(array).collect();
        let mut gate = region.task(STEP);
        gate.access_key(1, Mode::Out);
        let open = &open;
        // SAFETY: the body touches no declared memory.
        unsafe { gate.spawn(move || while !open.load(Ordering::Acquire) {}) };
        for sweep in 0..sweeps {
            for tile in 0..TILES {
                let mut task = region.task(STEP);
                task.access_tile(arrays[sweep + 1], tile, Mode::Out);
                for near in tile.saturating_sub(1)..(tile + 2).min(TILES) {
                    task.access_tile(arrays[sweep], near, Mode::In);
                }
                if sweep == 0 {
                    task.access_key(1, Mode::In);
                }
                let ran = &ran;
                // SAFETY: as above.
                unsafe { task.spawn(move || ran.lock().unwrap().push((sweep, tile))) };
            }
        }
        open.store(true, Ordering::Release);
        region.end();
    });
    ran.into_inner().unwrap()
}

#[test]
fn a_walk_takes_all_sweeps_along_that_fit() {
    let order = order(3);
    assert_eq!(order.len(), 3 * TILES);
    let mut at = vec![[0; 3]; TILES];
    for (place, &(sweep, tile)) in order.iter().enumerate() {
        at[tile][sweep] = place;
    }
    // A thread that steps in for the one on the seat may begin a walk of its own.
    let close = (1..TILES - 3).filter(|&tile| at[tile][2] < at[tile + 3][0]);
    let close = close.count();
    assert!(close > TILES * 3 / 4, "{close} of {TILES}: {order:?}");
}
