//! Laps overlap: what does not wait for a slow task of one lap goes on in the next ones.
//!
//! A slow chain on one tile and a quick one on another; with a barrier at the end of a lap no quick
//! task would begin before the slow one of the lap before has ended.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use hp5::Runtime;
use hp5::rt::{self, Mode, Region, Tape};

const LAPS: usize = 12;

/// When a task began and ended.
type Runs = Mutex<Vec<(Instant, Instant)>>;

fn register(region: &Region, tiles: &[u64; 2], runs: &[Runs; 2]) {
    // SAFETY: callers keep `tiles` and `runs` until the region has ended; no body touches `tiles`.
    let array = unsafe { region.array("tiles", rt::flat(&raw const *tiles), &[1]) };
    for (tile, millis) in [(0, 3), (1, 0)] {
        let mut task = region.task(rt::site!("chain", file!(), line!()));
        task.access_tile(array.id(), tile, Mode::InOut);
        let runs = &runs[tile];
        let body = move || {
            let begun = Instant::now();
            std::thread::sleep(Duration::from_millis(millis));
            runs.lock().unwrap().push((begun, Instant::now()));
        };
        // SAFETY: the body touches nothing but the list of runs, which is kept, behind its lock.
        unsafe { task.spawn_repeat(body) };
    }
}

/// How many quick tasks began before the slow one of the lap before had ended.
fn overlapping(laps: impl Fn(&Region, &mut Tape<'_>, &dyn Fn(&Region))) -> usize {
    let tiles = [0_u64; 2];
    let runs: [Runs; 2] = [Mutex::default(), Mutex::default()];
    let runtime = Runtime::builder().ppus(2).bind(hp5::Bind::None).build();
    runtime.unwrap().install(|| {
        let region = Region::begin(rt::site!("laps", file!(), line!()));
        let mut tape = region.record();
        laps(&region, &mut tape, &|region| {
            register(region, &tiles, &runs)
        });
        drop(tape);
        region.end();
    });
    let [slow, quick] = runs.map(|runs| runs.into_inner().unwrap());
    assert_eq!((slow.len(), quick.len()), (LAPS, LAPS));
    for chain in [&slow, &quick] {
        let in_order = chain.windows(2).all(|pair| pair[0].1 <= pair[1].0);
        assert!(in_order, "a chain on one tile runs in order");
    }
    let pairs = slow.iter().zip(&quick[1..]);
    pairs.filter(|(slow, quick)| quick.0 < slow.1).count()
}

#[test]
fn laps_that_are_replayed_overlap() {
    let overlaps = overlapping(|_, tape, lap| {
        tape.lap(lap);
        tape.replay(LAPS as u32 - 1).unwrap();
    });
    assert!(
        overlaps > 0,
        "each lap waited for the end of the one before"
    );
}

#[test]
fn laps_that_are_held_against_the_recording_overlap() {
    let overlaps = overlapping(|_, tape, lap| (0..LAPS).for_each(|_| tape.lap(lap)));
    assert!(
        overlaps > 0,
        "each lap waited for the end of the one before"
    );
}

#[test]
fn a_wait_between_laps_is_a_barrier() {
    let overlaps = overlapping(|region, tape, lap| {
        for _ in 0..LAPS {
            tape.lap(lap);
            region.wait();
        }
    });
    assert_eq!(overlaps, 0, "the count notices a barrier");
}
