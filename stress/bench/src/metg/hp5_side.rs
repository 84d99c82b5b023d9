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
    // What stands for the points of each buffer; the points themselves are a line each.
    let keys = [vec![0_u64; setting.width], vec![0_u64; setting.width]];
    runtime.install(|| {
        let region = Region::begin(rt::site!("metg", file!(), line!()));
        // SAFETY: the keys outlive the region and are not touched.
        let arrays = [&keys[0], &keys[1]]
            .map(|keys| unsafe { region.array("points", rt::flat(keys), &[1]) }.id());
        let outcome = match setting.replay {
            true => Err("this build of HP5 has no record and replay".to_owned()),
            false => converse(setting, steps, || {
                for _ in 0..setting.laps {
                    lap(&region, arrays, steps);
                }
                region.try_wait().map_err(|e| e.to_string())
            }),
        };
        let ended = region.try_end().map_err(|e| e.to_string());
        outcome.and(ended.map(drop))
    })
}

/// Registers the steps of one lap.
fn lap(region: &Region, arrays: [u32; 2], steps: &Steps) {
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
