//! LPUs of several spaces over one array, as tasks: their keys make the edges that their
//! elements ask for, and no others, on the real runtime.

use std::collections::{BTreeSet, HashMap};

use hp5::Runtime;
use hp5::highp5::partition::{
    ArrayId, Axis, Cut, Function, Held, Keys, Line, Lpu, MOST_KEYS, Padding, Shape, Space, SpaceId,
    Spaces, axes,
};
use hp5::highp5::{KeyGrid, declare};
use hp5::observe::capture_records;
use hp5::observe::record::{TaskKind, TaskRecord};
use hp5::rt::{self, Mode, Region, flat};

const ROWS: usize = 13;
const COLUMNS: usize = 11;
const PLATE: ArrayId = ArrayId(0);

fn cuts(first: Function, second: Function, padding: usize) -> Vec<Axis> {
    let cut = |function| {
        let padding = match function {
            Function::BlockSize(_) | Function::BlockCount(_) => Padding::both(padding),
            _ => Padding::default(),
        };
        Cut::new(function, padding).unwrap()
    };
    axes(2, &[], &[cut(first), cut(second)], 2).unwrap()
}

fn add(spaces: &mut Spaces, parent: Option<SpaceId>, axes: Vec<Axis>) -> SpaceId {
    let line = Line {
        array: PLATE,
        axes,
        relative_to: None,
    };
    let space = Space {
        name: "S".into(),
        parent,
        dimensions: 2,
        lines: vec![line],
        order: Vec::new(),
    };
    spaces.add(space).unwrap()
}

/// Padded blocks with smaller ones inside, dealt columns, strided rows: nothing fits anything.
fn spaces() -> (Spaces, Vec<SpaceId>) {
    let shape = Shape {
        name: "plate".into(),
        extents: vec![ROWS, COLUMNS],
    };
    let mut spaces = Spaces::new(vec![shape]);
    let dealt = Function::BlockStride { size: 2, count: 3 };
    let a = add(
        &mut spaces,
        None,
        cuts(Function::BlockCount(3), Function::BlockCount(2), 2),
    );
    let b = add(
        &mut spaces,
        Some(a),
        cuts(Function::BlockSize(3), Function::Whole, 1),
    );
    let c = add(&mut spaces, None, cuts(Function::Whole, dealt, 0));
    let d = add(
        &mut spaces,
        None,
        cuts(Function::stride(4), Function::BlockSize(5), 0),
    );
    (spaces, vec![a, b, c, d])
}

fn elements(part: &[Held], set: impl Fn(&Held) -> Vec<usize>) -> Vec<usize> {
    let (rows, columns) = (set(&part[0]), set(&part[1]));
    let row = |&i: &usize| {
        columns
            .iter()
            .map(move |j| i * COLUMNS + j)
            .collect::<Vec<_>>()
    };
    rows.iter().flat_map(row).collect()
}

fn owned(lpu: &Lpu) -> Vec<usize> {
    elements(lpu.part(PLATE).unwrap(), |held| held.owned.iter().collect())
}

fn padded(lpu: &Lpu) -> Vec<usize> {
    elements(lpu.part(PLATE).unwrap(), |held| {
        held.padded.iter().collect()
    })
}

/// One visit of each space: every LPU reads its padded part into a sum, then every LPU mixes
/// its sum into what it owns. (Entering and leaving of `annotate/docs/lowering.md`.)
fn visits(spaces: &Spaces, among: &[SpaceId]) -> Vec<(Lpu, bool)> {
    let mut list = Vec::new();
    for round in 0..3 {
        for n in 0..among.len() {
            let lpus = spaces.lpus(among[(n + round) % among.len()]);
            list.extend(lpus.iter().map(|lpu| (lpu.clone(), false)));
            list.extend(lpus.iter().map(|lpu| (lpu.clone(), true)));
        }
    }
    list
}

fn mix(values: &mut [u64], element: usize, sum: u64) {
    values[element] = values[element]
        .wrapping_mul(31)
        .wrapping_add(sum)
        .rotate_left(7);
}

fn sum_of(values: &[u64], list: &[usize]) -> u64 {
    list.iter()
        .fold(7, |sum: u64, &e| sum.wrapping_mul(33) ^ values[e])
}

/// Parts that overlap are summed before anyone of the space writes, in order.
fn in_order(visits: &[(Lpu, bool)]) -> Vec<u64> {
    let mut values: Vec<u64> = (0..ROWS * COLUMNS).map(|n| n as u64).collect();
    let mut sums: HashMap<(SpaceId, String), u64> = HashMap::new();
    for (lpu, leaves) in visits {
        let key = (lpu.space().unwrap(), path(lpu));
        match leaves {
            false => _ = sums.insert(key, sum_of(&values, &padded(lpu))),
            true => owned(lpu)
                .iter()
                .for_each(|&e| mix(&mut values, e, sums[&key])),
        }
    }
    values
}

fn path(lpu: &Lpu) -> String {
    let above = lpu.around().map(path).unwrap_or_default();
    format!("{above}/{:?}", lpu.at())
}

/// Pairs of visits of which the later one has to wait for the earlier one, directly or not.
fn by_elements(visits: &[(Lpu, bool)]) -> Vec<BTreeSet<usize>> {
    let mut before: Vec<BTreeSet<usize>> = Vec::new();
    let uses: Vec<BTreeSet<usize>> = visits
        .iter()
        .map(|(lpu, leaves)| {
            if *leaves { owned(lpu) } else { padded(lpu) }
                .into_iter()
                .collect()
        })
        .collect();
    for (n, (_, writes)) in visits.iter().enumerate() {
        let mut all = BTreeSet::new();
        for (m, (_, wrote)) in visits[..n].iter().enumerate() {
            if (*writes || *wrote) && !uses[n].is_disjoint(&uses[m]) {
                all.insert(m);
                all.extend(before[m].iter().copied());
            }
        }
        before.push(all);
    }
    before
}

fn closed(edges: impl Iterator<Item = (usize, usize)>, tasks: usize) -> Vec<BTreeSet<usize>> {
    let mut direct = vec![BTreeSet::new(); tasks];
    edges.for_each(|(from, to)| _ = direct[to].insert(from));
    let mut before: Vec<BTreeSet<usize>> = Vec::new();
    for set in direct {
        let further = set
            .iter()
            .flat_map(|&from: &usize| before[from].iter().copied());
        let further: BTreeSet<usize> = further.collect();
        before.push(&set | &further);
    }
    before
}

/// The address of elements or of a sum, for a body on another thread.
struct Place<T>(*mut T);

// SAFETY: bodies touch what their keys stand for, and the sum of their own LPU.
unsafe impl<T> Send for Place<T> {}

impl<T> Place<T> {
    /// The whole place, so that a closure does not take its field alone.
    fn get(&self) -> *mut T {
        self.0
    }
}

fn register(
    region: &Region,
    visits: &[(Lpu, bool)],
    keys: &Keys,
    values: &mut Vec<u64>,
    sums: &mut [u64],
) {
    // SAFETY: the vector outlives the region (its caller ends it) and keeps its length.
    let (grid, data) = unsafe {
        let grid = KeyGrid::over(values.as_slice(), keys);
        (
            region.array("plate", grid, &keys.ones()),
            flat(&raw mut *values),
        )
    };
    let sums = sums.as_mut_ptr();
    let mut places = HashMap::new();
    for (lpu, leaves) in visits {
        let next = places.len();
        let place = *places.entry((lpu.space(), path(lpu))).or_insert(next);
        // SAFETY: there is a sum for each visit.
        let place = Place(unsafe { sums.add(place) });
        let mut data = data;
        let mut task = region.task(rt::site!("visit", "partition_keys.rs", 1));
        let part = lpu.part(PLATE).unwrap();
        if *leaves {
            declare(&mut task, &grid, &keys.owned(part), Mode::InOut);
            task.access_key(place.0.addr(), Mode::In);
            let list = owned(lpu);
            // SAFETY: the body writes what the LPU owns and reads its sum; both are declared.
            unsafe {
                task.spawn(move || {
                    let sum = *place.get();
                    for e in list {
                        data[e] = data[e].wrapping_mul(31).wrapping_add(sum).rotate_left(7);
                    }
                });
            }
        } else {
            declare(&mut task, &grid, &keys.padded(part), Mode::In);
            task.access_key(place.0.addr(), Mode::Out);
            let list = padded(lpu);
            // SAFETY: as above, the other way round.
            unsafe {
                task.spawn(move || {
                    let next = |sum: u64, &e: &usize| sum.wrapping_mul(33) ^ data[e];
                    *place.get() = list.iter().fold(7, next);
                });
            }
        }
    }
}

#[test]
fn keys_order_what_elements_order() {
    let (spaces, among) = spaces();
    let visits = visits(&spaces, &among);
    let keys = Keys::of_array(&spaces, PLATE, &among, MOST_KEYS);
    assert!(keys.is_exact() && keys.template().is_none());
    let wanted = in_order(&visits);
    for (ppus, chaos) in [(1, 0), (2, 1), (2, 2), (4, 3)] {
        let runtime = Runtime::builder().ppus(ppus).chaos(chaos).build().unwrap();
        let mut values: Vec<u64> = (0..ROWS * COLUMNS).map(|n| n as u64).collect();
        let mut sums = vec![0; visits.len()];
        let ((), records) = capture_records(|| {
            runtime.install(|| {
                let region = Region::begin(rt::site!("visits", "partition_keys.rs", 2));
                register(&region, &visits, &keys, &mut values, &mut sums);
                region.end();
            });
        });
        assert!(values == wanted, "{ppus} PPUs, seed {chaos}");
        let record = &records[0];
        let edges = record
            .edges
            .iter()
            .map(|e| (e.from as usize, e.to as usize));
        let drawn = closed(edges, record.tasks.len());
        // Entering and leaving of one LPU meet in its sum, and in its elements too.
        assert_eq!(drawn, by_elements(&visits), "{ppus} PPUs, seed {chaos}");
    }
}

#[test]
fn keys_that_were_taken_together_order_no_less() {
    let (spaces, among) = spaces();
    let visits = visits(&spaces, &among);
    let wanted = in_order(&visits);
    for most in [1, 5, 40] {
        let keys = Keys::of_array(&spaces, PLATE, &among, most);
        assert!(keys.len() <= most);
        let runtime = Runtime::builder().ppus(3).chaos(4).build().unwrap();
        let mut values: Vec<u64> = (0..ROWS * COLUMNS).map(|n| n as u64).collect();
        let mut sums = vec![0; visits.len()];
        runtime.install(|| {
            let region = Region::begin(rt::site!("visits", "partition_keys.rs", 3));
            register(&region, &visits, &keys, &mut values, &mut sums);
            region.end();
        });
        assert!(values == wanted, "{most} keys at most");
    }
}

/// Blocks, then strides, over one array: as many keys, which are not the same ones.
#[test]
fn keys_of_another_making_are_remapped() {
    let shape = |name: &str| Shape {
        name: name.into(),
        extents: vec![64, 1],
    };
    let spaces = |function| {
        let mut spaces = Spaces::new(vec![shape("x")]);
        let id = add(&mut spaces, None, cuts(function, Function::Whole, 0));
        (spaces, id)
    };
    let makings = [spaces(Function::BlockCount(4)), spaces(Function::stride(4))];
    let keys = makings
        .each_ref()
        .map(|(spaces, id)| Keys::of_array(spaces, PLATE, &[*id], MOST_KEYS));
    assert_eq!(keys[0].counts(), keys[1].counts());
    assert_ne!(keys[0].fingerprint(), keys[1].fingerprint());
    let mut values = vec![1_u64; 64];
    let mut wanted = values.clone();
    let step = |value: u64, round: usize, c: usize| value * 3 + (round * 4 + c) as u64;
    let ((), records) = capture_records(|| {
        let runtime = Runtime::builder().ppus(3).chaos(5).build().unwrap();
        runtime.install(|| {
            let region = Region::begin(rt::site!("makings", "partition_keys.rs", 4));
            for round in 0..6 {
                let ((spaces, id), keys) = (&makings[round % 2], &keys[round % 2]);
                // SAFETY: the vector outlives the region and keeps its length.
                let (grid, data) = unsafe {
                    let grid = KeyGrid::over(values.as_slice(), keys);
                    (region.array("x", grid, &keys.ones()), flat(&raw mut values))
                };
                for (c, lpu) in spaces.lpus(*id).iter().enumerate() {
                    let list: Vec<usize> = lpu.part(PLATE).unwrap()[0].owned.iter().collect();
                    list.iter()
                        .for_each(|&i| wanted[i] = step(wanted[i], round, c));
                    let mut data = data;
                    let mut task = region.task(rt::site!("part", "partition_keys.rs", 5));
                    declare(
                        &mut task,
                        &grid,
                        &lpu.owned_keys(keys, PLATE).unwrap(),
                        Mode::InOut,
                    );
                    // SAFETY: the body touches what its keys stand for.
                    unsafe {
                        task.spawn(move || {
                            list.iter().for_each(|&i| data[i] = step(data[i], round, c))
                        });
                    }
                }
            }
            region.end();
        });
    });
    assert!(values == wanted);
    let is_remap = |task: &&TaskRecord| task.kind == TaskKind::Remap;
    assert_eq!(records[0].tasks.iter().filter(is_remap).count(), 5);
}
