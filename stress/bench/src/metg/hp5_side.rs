//! METG under HP5: each buffer is an array whose tiles are points.

use hp5::Runtime;
use hp5::rt::{self, Mode, Region, Site};

use super::pattern::Steps;
use super::side::{Setting, converse};

const TASK: &Site = rt::site!("point", file!(), line!());

/// Answers until the input ends.
///
/// # Errors
/// A runtime that does not start, a wrong outcome, a failed region.
pub(super) fn measure(setting: &Setting) -> Result<(), String> {
    let runtime = Runtime::builder()
        .ppus(setting.threads)
        .build()
        .map_err(|e| e.to_string())?;
    let steps = &Steps::new(&setting.pattern, setting.width)?;
    let keys = keys(setting.width);
    runtime.install(|| {
        let region = Region::begin(rt::site!("metg", file!(), line!()));
        // SAFETY: the keys outlive the region and are not touched.
        let arrays = unsafe { arrays(&region, &keys) };
        let outcome = if setting.replay {
            replayed(setting, &region, arrays, steps)
        } else {
            converse(setting, steps, || {
                for _ in 0..setting.laps {
                    lap(&region, arrays, steps);
                }
                region.try_wait().map_err(|e| e.to_string())
            })
        };
        let ended = region.try_end().map_err(|e| e.to_string());
        outcome.and(ended.map(drop))
    })
}

/// Records one lap and replays it for all steps.
fn replayed(
    setting: &Setting,
    region: &Region,
    arrays: [u32; 2],
    steps: &Steps,
) -> Result<(), String> {
    let laps = u32::try_from(setting.laps).map_err(|_| "too many steps".to_owned())?;
    let wait = || region.try_wait().map_err(|e| e.to_string());
    let mut tape = region.record();
    tape.lap(|region| lap(region, arrays, steps));
    wait()?;
    converse(setting, steps, || {
        tape.replay(laps).map_err(|e| e.to_string())?;
        wait()
    })
}

/// The arrays that stand for the points of each buffer.
///
/// # Safety
/// `keys` outlive the region's graph, and nobody touches them meanwhile.
pub(crate) unsafe fn arrays(region: &Region, keys: &[Vec<u64>; 2]) -> [u32; 2] {
    // SAFETY: the caller's promise.
    let array = |keys: &Vec<u64>| unsafe { region.array("points", rt::flat(keys), &[1]) }.id();
    [array(&keys[0]), array(&keys[1])]
}

/// Keys for [`arrays`]: the points themselves are a line each.
pub(crate) fn keys(width: usize) -> [Vec<u64>; 2] {
    [vec![0; width], vec![0; width]]
}

/// Registers the steps of one lap.
pub(crate) fn lap(region: &Region, arrays: [u32; 2], steps: &Steps) {
    let place = |key: usize| (arrays[key / steps.width], key % steps.width);
    for point in &steps.points {
        let mut task = region.task(TASK);
        if !steps.trivial {
            for &key in &point.ins {
                let (array, tile) = place(key);
                task.access_tile(array, tile, Mode::In);
            }
            let (array, tile) = place(point.out);
            task.access_tile(array, tile, Mode::Out);
        }
        // SAFETY: the body reads and writes the points that it declared; they, and the
        // point itself, outlive the region. Points of `trivial` are atomic.
        unsafe { task.spawn_repeat(move || steps.run(point)) };
    }
}
