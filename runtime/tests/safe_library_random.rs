//! Random programs on the safe library: whatever tiles their tasks read and write, under
//! perturbed schedules, the arrays end as if the tasks had run one after the other.

use hp5::Runtime;
use hp5::api::{TiledArray, region};

/// A small generator of its own, so that a failure can be repeated by its seed.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % bound
    }
}

/// What one task does: mixes the sums of the tiles that it reads into those that it writes.
struct Step {
    reads: Vec<(usize, [usize; 2])>,
    writes: Vec<(usize, [usize; 2])>,
    overwrites: bool,
    salt: u64,
}

struct Program {
    extents: [usize; 2],
    tiles: Vec<[usize; 2]>,
    steps: Vec<Step>,
}

fn program(random: &mut Random) -> Program {
    let extents = [1 + random.below(9), 1 + random.below(9)];
    let arrays = 1 + random.below(3);
    let tiles: Vec<[usize; 2]> = (0..arrays)
        .map(|_| [1 + random.below(5), 1 + random.below(5)])
        .collect();
    let tile = |random: &mut Random| {
        let array = random.below(arrays);
        (
            array,
            std::array::from_fn(|d| random.below(extents[d].div_ceil(tiles[array][d]))),
        )
    };
    let steps = (0..random.below(60))
        .map(|_| {
            let mut writes: Vec<(usize, [usize; 2])> =
                (0..1 + random.below(3)).map(|_| tile(random)).collect();
            writes.sort_unstable();
            writes.dedup();
            let reads = (0..random.below(4))
                .map(|_| tile(random))
                .filter(|read| !writes.contains(read))
                .collect();
            Step {
                reads,
                writes,
                overwrites: random.below(3) == 0,
                salt: random.below(1000) as u64,
            }
        })
        .collect();
    Program {
        extents,
        tiles,
        steps,
    }
}

fn mix(old: u64, sum: u64, salt: u64, at: usize) -> u64 {
    (old.rotate_left(7) ^ sum)
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        .wrapping_add(salt + at as u64)
}

fn start(program: &Program) -> Vec<Vec<u64>> {
    let elements = program.extents.iter().product::<usize>() as u64;
    (0..program.tiles.len() as u64)
        .map(|a| (a * 100..a * 100 + elements).collect())
        .collect()
}

/// Offsets of a tile's elements in a plain array.
fn elements(
    program: &Program,
    (array, at): (usize, [usize; 2]),
) -> impl Iterator<Item = usize> + use<> {
    let ([n, m], [t, u]) = (program.extents, program.tiles[array]);
    let rows = at[0] * t..(at[0] * t + t).min(n);
    rows.flat_map(move |i| (at[1] * u..(at[1] * u + u).min(m)).map(move |j| i * m + j))
}

fn serial(program: &Program) -> Vec<Vec<u64>> {
    let mut arrays = start(program);
    for step in &program.steps {
        let read = |&tile: &(usize, [usize; 2])| {
            elements(program, tile)
                .map(|k| arrays[tile.0][k])
                .fold(0, u64::wrapping_add)
        };
        let sum = step.reads.iter().map(read).fold(0, u64::wrapping_add);
        for &tile in &step.writes {
            for (at, k) in elements(program, tile).enumerate() {
                let old = if step.overwrites {
                    0
                } else {
                    arrays[tile.0][k]
                };
                arrays[tile.0][k] = mix(old, sum, step.salt, at);
            }
        }
    }
    arrays
}

fn parallel(program: &Program) -> Vec<Vec<u64>> {
    let arrays = start(program).into_iter().zip(&program.tiles);
    let mut arrays: Vec<TiledArray<'_, u64, 2>> = arrays
        .map(|(data, &tile)| TiledArray::from_vec(data, program.extents, tile).expect("fits"))
        .collect();
    region(|r| {
        let tiles: Vec<_> = arrays.iter_mut().map(|array| r.array(array)).collect();
        for step in &program.steps {
            let named = |list: &[(usize, [usize; 2])]| {
                list.iter()
                    .map(|&(a, at)| tiles[a].tile(at))
                    .collect::<Vec<_>>()
            };
            let task = r.task("step").reads(named(&step.reads));
            let writes = named(&step.writes);
            let task = if step.overwrites {
                task.writes(writes)
            } else {
                task.updates(writes)
            };
            task.run(|(reads, mut writes)| {
                let rows = reads
                    .iter()
                    .flat_map(|tile| (0..tile.shape()[0]).map(|i| tile.row(i)));
                let sum = rows.flatten().fold(0, |sum: u64, x| sum.wrapping_add(*x));
                for tile in &mut writes {
                    let columns = tile.shape()[1];
                    for i in 0..tile.shape()[0] {
                        for (j, x) in tile.row_mut(i).iter_mut().enumerate() {
                            let old = if step.overwrites { 0 } else { *x };
                            *x = mix(old, sum, step.salt, i * columns + j);
                        }
                    }
                }
            });
        }
    })
    .expect("no task fails");
    arrays.into_iter().map(TiledArray::into_vec).collect()
}

#[test]
fn random_programs_equal_their_serial_selves() {
    let runtimes: Vec<Runtime> = [1, 2, 8]
        .iter()
        .map(|&ppus| {
            Runtime::builder()
                .ppus(ppus)
                .chaos(ppus as u64)
                .build()
                .expect("a runtime")
        })
        .collect();
    for seed in 1..=120 {
        let program = program(&mut Random(seed * 0x9e37_79b9));
        let expected = serial(&program);
        for runtime in &runtimes {
            let found = runtime.install(|| parallel(&program));
            assert_eq!(found, expected, "seed {seed}, {} PPUs", runtime.ppus());
        }
    }
}
