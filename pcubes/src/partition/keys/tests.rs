//! Keys against elements: the edges that keys cause are those that elements cause.

use std::collections::{BTreeSet, HashMap};

use super::*;
use crate::partition::cut::{Cut, Function, Padding};
use crate::partition::line::{Axis, axes};
use crate::partition::random::Random;
use crate::partition::space::{Line, Shape, Space};

/// What a task uses: its elements, and its keys.
struct Use {
    elements: BTreeSet<Vec<usize>>,
    keys: Vec<usize>,
    writes: bool,
}

fn product(part: &[&Indices]) -> BTreeSet<Vec<usize>> {
    let mut all = BTreeSet::from([Vec::new()]);
    for set in part {
        let more = |index: &Vec<usize>| {
            let index = index.clone();
            set.iter()
                .map(move |i| [index.clone(), vec![i]].concat())
                .collect::<Vec<_>>()
        };
        all = all.iter().flat_map(more).collect();
    }
    all
}

/// Edges of tasks in order: read after write, write after read, write after write.
fn edges<K: std::hash::Hash + Eq + Clone>(
    uses: &[Use],
    of: impl Fn(&Use) -> Vec<K>,
) -> BTreeSet<(usize, usize)> {
    let mut writer: HashMap<K, usize> = HashMap::new();
    let mut readers: HashMap<K, Vec<usize>> = HashMap::new();
    let mut edges = BTreeSet::new();
    for (task, one) in uses.iter().enumerate() {
        for key in of(one) {
            match one.writes {
                false => {
                    edges.extend(writer.get(&key).map(|&before| (before, task)));
                    readers.entry(key).or_default().push(task);
                }
                true => {
                    let before = readers.remove(&key).unwrap_or_default();
                    // A reader since then stands between.
                    if before.is_empty() {
                        edges.extend(writer.get(&key).map(|&before| (before, task)));
                    }
                    edges.extend(before.into_iter().map(|before| (before, task)));
                    writer.insert(key, task);
                }
            }
        }
    }
    edges
}

/// Edges with what follows from them: who waits for whom.
fn waits(edges: &BTreeSet<(usize, usize)>) -> BTreeSet<(usize, usize)> {
    let mut all = edges.clone();
    loop {
        let mut more = all.clone();
        for &(a, b) in &all {
            more.extend(all.range((b, 0)..(b + 1, 0)).map(|&(_, c)| (a, c)));
        }
        if more.len() == all.len() {
            return all;
        }
        all = more;
    }
}

fn some_uses(random: &mut Random, spaces: &Spaces, array: ArrayId, keys: &Keys) -> Vec<Use> {
    let with = |(id, space): (SpaceId, &Space)| space.line(array).is_some().then_some(id);
    let lpus: Vec<Lpu> = spaces
        .iter()
        .filter_map(with)
        .flat_map(|id| spaces.lpus(id))
        .collect();
    let count = 24.min(lpus.len() * 3);
    (0..count)
        .map(|_| {
            let part = lpus[random.below(lpus.len())].part(array).unwrap();
            let (writes, narrow) = (random.below(2) == 0, random.below(3) == 0);
            let sets = part.iter().map(|held| match writes {
                true => &held.owned,
                false => &held.padded,
            });
            let set = match (writes, narrow) {
                (true, false) => keys.owned(part),
                (false, false) => keys.padded(part),
                // All of it, said as a section.
                (true, true) => keys.owned_within(part, std::slice::from_ref(&(0..usize::MAX))),
                (false, true) => keys.padded_within(part, &[]),
            };
            assert_eq!(set.len(), set.numbers().len());
            Use {
                elements: product(&sets.collect::<Vec<_>>()),
                keys: set.numbers(),
                writes,
            }
        })
        .collect()
}

#[test]
fn edges_of_keys_are_edges_of_elements() {
    let mut random = Random::new(8);
    let (mut drawn, mut fewer) = (0, 0);
    for round in 0..600 {
        let spaces = random.spaces(10);
        let among: Vec<SpaceId> = spaces.iter().map(|(id, _)| id).collect();
        let array = ArrayId(random.below(spaces.arrays().len()));
        let elements: usize = spaces.arrays()[array.0].extents.iter().product();
        if elements > 150 || among.iter().any(|&id| spaces.lpus(id).len() > 100) {
            continue;
        }
        let exact = Keys::of_array(&spaces, array, &among, MOST_KEYS);
        assert!(exact.is_exact());
        let uses = some_uses(&mut random, &spaces, array, &exact);
        let by_elements = edges(&uses, |one| one.elements.iter().cloned().collect());
        let by_keys = edges(&uses, |one| one.keys.clone());
        assert_eq!(by_keys, by_elements, "round {round}: {spaces:?}");
        drawn += by_keys.len();

        // Paddings that are only read need no keys of their own.
        let owned = Keys::of_owned(&spaces, array, &among, MOST_KEYS);
        assert!(owned.len() <= exact.len());
        fewer += usize::from(owned.len() < exact.len());
        let uses = some_uses(&mut random, &spaces, array, &owned);
        let by_elements = edges(&uses, |one| one.elements.iter().cloned().collect());
        let by_keys = edges(&uses, |one| one.keys.clone());
        assert_eq!(
            waits(&by_keys),
            waits(&by_elements),
            "round {round}: {spaces:?}"
        );

        let coarse = Keys::of_array(&spaces, array, &among, 6);
        assert!(coarse.len() <= 6 && coarse.is_empty() == exact.is_empty());
        let uses = some_uses(&mut random, &spaces, array, &coarse);
        for (n, one) in uses.iter().enumerate() {
            for other in &uses[..n] {
                let meet = !one.elements.is_disjoint(&other.elements);
                let share = one.keys.iter().any(|key| other.keys.contains(key));
                assert!(share || !meet, "round {round}: {spaces:?}");
            }
        }
    }
    assert!(drawn > 3_000, "{drawn}");
    assert!(fewer > 20, "{fewer}");
}

#[test]
fn sections_of_indices_are_the_keys_of_their_elements() {
    let mut random = Random::new(9);
    let mut narrower = 0;
    for _ in 0..300 {
        let spaces = random.spaces(10);
        let among: Vec<SpaceId> = spaces.iter().map(|(id, _)| id).collect();
        let array = ArrayId(0);
        let keys = Keys::of_array(&spaces, array, &among, MOST_KEYS);
        let extents = &spaces.arrays()[0].extents;
        let section: Vec<_> = extents
            .iter()
            .map(|&n| random.below(n + 1)..random.below(n + 3))
            .collect();
        for lpu in among.iter().flat_map(|&id| spaces.lpus(id)).take(40) {
            let Some(part) = lpu.part(array) else {
                continue;
            };
            let sets: Vec<&Indices> = part.iter().map(|held| &held.padded).collect();
            let inside = |index: &&Vec<usize>| {
                index
                    .iter()
                    .zip(&section)
                    .all(|(i, range)| range.contains(i))
            };
            let all = product(&sets);
            let wanted: BTreeSet<usize> = all
                .iter()
                .filter(inside)
                .map(|index| keys.of(index))
                .collect();
            let set = keys.padded_within(part, &section);
            assert_eq!(set.numbers(), wanted.into_iter().collect::<Vec<_>>());
            narrower += usize::from(set.len() < keys.padded(part).len() && !set.is_empty());
        }
    }
    assert!(narrower > 100, "{narrower}");
}

fn space(name: &str, parent: Option<SpaceId>, axes: Vec<Axis>) -> Space {
    Space {
        name: name.into(),
        parent,
        dimensions: 2,
        lines: vec![Line {
            array: ArrayId(0),
            axes,
            relative_to: None,
        }],
        order: Vec::new(),
    }
}

fn two(first: Function, second: Function, padding: usize) -> Vec<Axis> {
    let padding = |function| match function {
        Function::BlockStride { .. } | Function::Whole => Padding::default(),
        _ => Padding::both(padding),
    };
    let cut = |function| Cut::new(function, padding(function)).unwrap();
    axes(2, &[], &[cut(first), cut(second)], 2).unwrap()
}

fn over(extents: &[usize]) -> Spaces {
    Spaces::new(vec![Shape {
        name: "a".into(),
        extents: extents.to_vec(),
    }])
}

/// The paper's LU: columns dealt, then blocks of what was dealt. A tile each, and a task over
/// a column of tiles names only these.
#[test]
fn lu_has_a_key_per_block() {
    let mut spaces = over(&[64, 64]);
    let dealt = Function::BlockStride { size: 8, count: 3 };
    let b = spaces
        .add(space("B", None, two(dealt, Function::Whole, 0)))
        .unwrap();
    let blocks = two(Function::BlockSize(8), Function::BlockSize(8), 0);
    let c = spaces.add(space("C", Some(b), blocks)).unwrap();
    let keys = Keys::of_array(&spaces, ArrayId(0), &[b, c], MOST_KEYS);
    assert_eq!(keys.template(), Some(vec![8, 8]));
    let lpu = &spaces.lpus(b)[2];
    let part = lpu.part(ArrayId(0)).unwrap();
    assert_eq!(lpu.owned_keys(&keys, ArrayId(0)).unwrap().len(), 2 * 8);
    let column = keys.owned_within(part, &[0..64, 17..18]);
    assert_eq!(column.numbers(), [2 * 8 + 2, 5 * 8 + 2]);
    assert_eq!(column.section(), None);
    assert_eq!(
        lpu.padded_keys(&keys, ArrayId(0)),
        lpu.owned_keys(&keys, ArrayId(0))
    );
}

/// A stencil: the halo is a strip of cells of its own, so a neighbour that reads it waits for
/// nothing else, and parts are sections of the grid of keys.
#[test]
fn halos_are_cells() {
    let mut spaces = over(&[30, 30]);
    let blocks = two(Function::BlockCount(3), Function::BlockCount(1), 1);
    let a = spaces.add(space("A", None, blocks)).unwrap();
    let keys = Keys::of_array(&spaces, ArrayId(0), &[a], MOST_KEYS);
    // 0..9, 9, 10, 11..19, 19, 20, 21..30
    assert_eq!(keys.counts(), [7, 1]);
    assert_eq!(keys.template(), None);
    let middle = &spaces.lpus(a)[1];
    let owned = middle.owned_keys(&keys, ArrayId(0)).unwrap();
    let padded = middle.padded_keys(&keys, ArrayId(0)).unwrap();
    assert_eq!(owned.section(), Some(vec![(2, 5), (0, 1)]));
    assert_eq!(padded.section(), Some(vec![(1, 6), (0, 1)]));
    let keys = Keys::of_owned(&spaces, ArrayId(0), &[a], MOST_KEYS);
    assert_eq!(keys.template(), Some(vec![10, 30]));
    let padded = middle.padded_keys(&keys, ArrayId(0)).unwrap();
    assert_eq!(padded.section(), Some(vec![(0, 3), (0, 1)]));
}

/// A transpose by stride: residues in one dimension, blocks in the other.
#[test]
fn strides_meet_blocks_in_residues() {
    let mut spaces = over(&[24, 24]);
    let strided = two(Function::stride(4), Function::Whole, 0);
    let blocked = two(Function::BlockCount(2), Function::BlockCount(3), 0);
    let a = spaces.add(space("A", None, strided)).unwrap();
    let b = spaces.add(space("B", None, blocked)).unwrap();
    let keys = Keys::of_array(&spaces, ArrayId(0), &[a, b], MOST_KEYS);
    assert_eq!(keys.counts(), [8, 3]);
    let lpu = &spaces.lpus(a)[1];
    assert_eq!(lpu.owned_keys(&keys, ArrayId(0)).unwrap().len(), 2 * 3);
}

#[test]
fn an_array_without_elements_has_no_keys() {
    let mut spaces = over(&[0, 5]);
    let blocks = two(Function::BlockCount(2), Function::BlockSize(3), 1);
    let a = spaces.add(space("A", None, blocks)).unwrap();
    let keys = Keys::of_array(&spaces, ArrayId(0), &[a], MOST_KEYS);
    assert!(keys.is_empty());
    let lpu = &spaces.lpus(a)[0];
    let set = lpu.padded_keys(&keys, ArrayId(0)).unwrap();
    assert!(set.is_empty() && set.numbers().is_empty() && set.section().is_some());
}

/// The grid of the paper's Monte Carlo program: an LPU per cell, 10^8 of them. None is looked
/// at, and keys are as many as the runtime's table takes.
#[test]
fn a_space_of_many_lpus_has_keys_all_the_same() {
    let mut spaces = over(&[10_240, 10_240]);
    let one = two(Function::BlockSize(1), Function::BlockSize(1), 0);
    let a = spaces.add(space("A", None, one)).unwrap();
    let keys = Keys::of_array(&spaces, ArrayId(0), &[a], MOST_KEYS);
    assert_eq!(keys.counts(), [1280, 640]);
    let lpu = spaces.root().child(&spaces, a, &[10_239, 17]);
    let set = lpu.owned_keys(&keys, ArrayId(0)).unwrap();
    assert_eq!(set.numbers(), [1279 * 640 + 1]);
    assert!(!keys.is_exact());
}
