//! LPUs against the definition: lists of indices, cut element by element.

use super::*;
use crate::partition::cut::{Cut, Function, Padding};
use crate::partition::line::axes;
use crate::partition::random::{Random, by_definition, padded};

/// Indices of an LPU in one dimension: owned, padded, and the core.
type Lists = Vec<(Vec<usize>, Vec<usize>, Vec<usize>)>;

/// An LPU by definition.
struct Brute {
    space: Option<usize>,
    at: Vec<usize>,
    parts: Vec<Option<Lists>>,
    /// From the root down.
    around: Vec<(Option<usize>, Vec<Option<Lists>>)>,
}

fn brute(spaces: &Spaces, id: Option<SpaceId>) -> Vec<Brute> {
    let Some(id) = id else {
        let all = |n: usize| (0..n).collect::<Vec<usize>>();
        let list = |&n: &usize| (all(n), all(n), all(n));
        let whole = |shape: &Shape| Some(shape.extents.iter().map(list).collect());
        return vec![Brute {
            space: None,
            at: Vec::new(),
            parts: spaces.arrays.iter().map(whole).collect(),
            around: Vec::new(),
        }];
    };
    let space = spaces.space(id);
    let around = brute(spaces, space.parent);
    around
        .iter()
        .flat_map(|lpu| brute_children(spaces, id, lpu))
        .collect()
}

fn brute_children(spaces: &Spaces, id: SpaceId, lpu: &Brute) -> Vec<Brute> {
    let space = spaces.space(id);
    let mut chain: Vec<(Option<usize>, Vec<Option<Lists>>)> = lpu.around.to_vec();
    chain.push((lpu.space, lpu.parts.clone()));
    let base = |line: &Line| -> Lists {
        let mut up = chain.iter().rev();
        let found = match line.relative_to {
            Some(to) => up.find(|(space, _)| *space == Some(to.0)),
            None => up.find(|(_, parts)| parts[line.array.0].is_some()),
        };
        found.unwrap().1[line.array.0].clone().unwrap()
    };
    let mut counts = vec![None; space.dimensions];
    for line in &space.lines {
        for axis in &line.axes {
            let n = base(line)[axis.array].1.len();
            let parts = by_definition(axis.cut.function(), n).len();
            counts[axis.space] = counts[axis.space].max(Some(parts));
        }
    }
    let counts: Vec<usize> = counts.into_iter().map(|c| c.unwrap_or(1)).collect();
    let mut all = vec![Vec::new()];
    for &count in &counts {
        let more = |at: &Vec<usize>| {
            let at = at.clone();
            (0..count)
                .map(move |c| [at.clone(), vec![c]].concat())
                .collect::<Vec<_>>()
        };
        all = all.iter().flat_map(more).collect();
    }
    let make = |at: Vec<usize>| {
        let mut parts = vec![None; spaces.arrays.len()];
        for line in &space.lines {
            let base = base(line);
            let mut part: Lists = base
                .iter()
                .map(|(_, p, c)| (p.clone(), p.clone(), c.clone()))
                .collect();
            for axis in &line.axes {
                let around = &base[axis.array].1;
                let cut = by_definition(axis.cut.function(), around.len());
                let owned = cut.get(at[axis.space]).cloned().unwrap_or_default();
                let padded = padded(axis.cut.padding(), around.len(), &owned);
                let global = |list: &[usize]| list.iter().map(|&k| around[k]).collect();
                let owned: Vec<usize> = global(&owned);
                let is_core = |i: &usize| base[axis.array].2.contains(i);
                let core = owned.iter().copied().filter(is_core).collect();
                part[axis.array] = (owned, global(&padded), core);
            }
            parts[line.array.0] = Some(part);
        }
        Brute {
            space: Some(id.0),
            at,
            parts,
            around: chain.clone(),
        }
    };
    all.into_iter().map(make).collect()
}

fn lists(part: &[Held]) -> Lists {
    let list = |held: &Held| {
        let core = held.core().iter().collect();
        (
            held.owned.iter().collect(),
            held.padded.iter().collect(),
            core,
        )
    };
    part.iter().map(list).collect()
}

#[test]
fn lpus_hold_what_the_definition_says() {
    let mut random = Random::new(5);
    let mut seen = 0;
    for _ in 0..600 {
        let spaces = random.spaces(14);
        for (id, _) in spaces.iter() {
            let wanted = brute(&spaces, Some(id));
            if wanted.len() > 300 {
                continue;
            }
            let lpus = spaces.lpus(id);
            assert_eq!(lpus.len(), wanted.len(), "{spaces:?}");
            for (lpu, wanted) in lpus.iter().zip(&wanted) {
                seen += 1;
                assert_eq!(lpu.at(), wanted.at);
                for (array, wanted) in wanted.parts.iter().enumerate() {
                    let part = lpu.part(ArrayId(array)).map(lists);
                    assert_eq!(&part, wanted, "{spaces:?}");
                }
            }
        }
    }
    assert!(seen > 5_000, "{seen}");
}

#[test]
fn every_element_has_the_owner_that_owns_it() {
    let mut random = Random::new(6);
    let mut owned = 0;
    for _ in 0..300 {
        let spaces = random.spaces(9);
        for (id, space) in spaces.iter() {
            let around = match space.parent {
                None => vec![spaces.root()],
                Some(parent) => spaces.lpus(parent),
            };
            for lpu in around.iter().take(20) {
                for line in &space.lines {
                    owned += owners_own(&spaces, id, lpu, line);
                }
            }
        }
    }
    assert!(owned > 2_000, "{owned}");
}

fn owners_own(spaces: &Spaces, id: SpaceId, around: &Lpu, line: &Line) -> usize {
    let extents = &spaces.arrays()[line.array.0].extents;
    let children: Vec<Lpu> = around.children(spaces, id).collect();
    let total: usize = extents.iter().product();
    let mut count = 0;
    for element in 0..total.min(200) {
        let mut rest = element;
        let mut index: Vec<usize> = extents
            .iter()
            .rev()
            .map(|&n| (rest % n, rest /= n).0)
            .collect();
        index.reverse();
        let owner = around.owner(spaces, id, line.array, &index);
        for child in &children {
            let part = child.part(line.array).unwrap();
            let owns = part
                .iter()
                .zip(&index)
                .all(|(held, &i)| held.owned.contains(i));
            let said = owner.as_ref().is_some_and(|owner| {
                owner
                    .iter()
                    .zip(child.at())
                    .all(|(o, c)| o.is_none_or(|o| o == *c))
            });
            assert_eq!(owns, said, "{spaces:?} {index:?} {owner:?}");
            count += usize::from(owns);
        }
    }
    count
}

fn one(name: &str, extents: &[usize]) -> Vec<Shape> {
    vec![Shape {
        name: name.to_owned(),
        extents: extents.to_vec(),
    }]
}

fn space(name: &str, parent: Option<SpaceId>, dimensions: usize, axes: Vec<Axis>) -> Space {
    Space {
        name: name.to_owned(),
        parent,
        dimensions,
        lines: vec![Line {
            array: ArrayId(0),
            axes,
            relative_to: None,
        }],
        order: Vec::new(),
    }
}

fn blocks(counts: &[usize], padding: usize) -> Vec<Axis> {
    let cut = |&n: &usize| Cut::new(Function::BlockCount(n), Padding::both(padding)).unwrap();
    let cuts: Vec<Cut> = counts.iter().map(cut).collect();
    axes(counts.len(), &[], &cuts, counts.len()).unwrap()
}

#[test]
fn dimensions_are_cut_independently() {
    let mut random = Random::new(11);
    let mut compared = 0;
    for _ in 0..400 {
        let spaces = random.spaces(9);
        for (id, space) in spaces.iter() {
            let lpus = spaces.lpus(id);
            for line in space.lines.iter().filter(|_| lpus.len() < 300) {
                for d in 0..spaces.arrays()[line.array.0].extents.len() {
                    let of = |lpu: &Lpu| lpu.part(line.array).map(|part| part[d].clone());
                    let list = |held: &Held| lists(std::slice::from_ref(held)).remove(0);
                    let held = lpus.iter().filter_map(of);
                    let mut all: Vec<_> = held.map(|held| list(&held)).collect();
                    all.retain(|(_, padded, _)| !padded.is_empty());
                    all.sort();
                    all.dedup();
                    let along = spaces.held_along(id, line.array, d);
                    let mut along: Vec<_> = along.iter().map(list).collect();
                    along.sort();
                    along.dedup();
                    // A parent's LPUs may all be beyond the parts of another dimension.
                    assert!(all.iter().all(|held| along.contains(held)), "{spaces:?}");
                    assert!(lpus.is_empty() || along.iter().all(|held| all.contains(held)));
                    compared += all.len();
                }
            }
        }
    }
    assert!(compared > 2_000, "{compared}");
}

#[test]
fn cores_are_disjoint_and_cover() {
    let mut random = Random::new(10);
    let mut checked = 0;
    for _ in 0..400 {
        let mut spaces = Spaces::new(one("x", &[random.below(40)]));
        let mut parent = None;
        for depth in 0..3 {
            let cut = random.cut();
            let cuts = axes(1, &[], &[cut], 1).unwrap();
            let is_whole = cuts.is_empty();
            let next = space("S", parent, usize::from(!is_whole), cuts);
            let id = spaces.add(next).unwrap();
            let mut seen = vec![0; spaces.arrays()[0].extents[0]];
            for lpu in spaces.lpus(id) {
                let core = lpu.part(ArrayId(0)).unwrap()[0].core();
                core.iter().for_each(|i| seen[i] += 1);
            }
            assert!(seen.iter().all(|&times| times == 1), "{depth}: {spaces:?}");
            checked += seen.len();
            parent = Some(id);
        }
    }
    assert!(checked > 10_000, "{checked}");
}

/// Listing 5: both levels of padding, seen from inside.
#[test]
fn the_papers_stencil_pads_twice() {
    let mut spaces = Spaces::new(one("plate", &[64, 64]));
    let a = spaces.add(space("A", None, 2, blocks(&[4, 1], 4))).unwrap();
    let b = spaces
        .add(space("B", Some(a), 2, blocks(&[2, 2], 1)))
        .unwrap();
    let upper = &spaces.lpus(a)[1];
    let held = |lpu: &Lpu, d: usize| {
        let held = &lpu.part(ArrayId(0)).unwrap()[d];
        (
            held.owned.as_interval().unwrap(),
            held.padded.as_interval().unwrap(),
        )
    };
    assert_eq!(held(upper, 0), (16..32, 12..36));
    assert_eq!(held(upper, 1), (0..64, 0..64));
    let lower: Vec<Lpu> = upper.children(&spaces, b).collect();
    assert_eq!(held(&lower[0], 0), (12..24, 12..25));
    assert_eq!(held(&lower[3], 0), (24..36, 23..36));
    assert_eq!(held(&lower[3], 1), (32..64, 31..64));
    assert_eq!(lower[3].elements(ArrayId(0)), Some(13 * 33));
}

#[test]
fn relative_parts_skip_the_space_between() {
    let mut spaces = Spaces::new(one("x", &[24]));
    let a = spaces.add(space("A", None, 1, blocks(&[2], 0))).unwrap();
    let b = spaces.add(space("B", Some(a), 1, blocks(&[3], 0))).unwrap();
    let mut relative = space("C", Some(b), 1, blocks(&[6], 0));
    relative.lines[0].relative_to = Some(a);
    let c = spaces.add(relative.clone()).unwrap();
    let lpus = spaces.lpus(c);
    assert_eq!(lpus.len(), 2 * 3 * 6);
    let part = lpus[35].part(ArrayId(0)).unwrap()[0].owned.as_interval();
    assert_eq!(part, Some(22..24));
    relative.parent = None;
    let error = spaces.add(relative).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`x` is relative to a space that does not hold it around space C"
    );
}

#[test]
fn ordered_sub_partitions_come_in_their_order() {
    let mut spaces = Spaces::new(one("x", &[4, 6]));
    let mut sub = space("A's parts", None, 2, blocks(&[2, 3], 0));
    sub.order = vec![Direction::Ascending, Direction::Descending];
    let id = spaces.add(sub).unwrap();
    let order: Vec<_> = spaces
        .lpus(id)
        .iter()
        .map(|lpu| lpu.at().to_vec())
        .collect();
    let wanted = [[0, 2], [0, 1], [0, 0], [1, 2], [1, 1], [1, 0]];
    assert_eq!(order, wanted);
}

#[test]
fn lpus_without_work_are_idle() {
    let mut spaces = Spaces::new(one("x", &[3]));
    let id = spaces.add(space("A", None, 1, blocks(&[5], 1))).unwrap();
    let idle: Vec<bool> = spaces.lpus(id).iter().map(Lpu::is_idle).collect();
    assert_eq!(idle, [false, false, false, true, true]);
    let none = spaces.add(space("B", None, 0, Vec::new())).unwrap();
    assert!(!spaces.lpus(none)[0].is_idle());
}

#[test]
fn hierarchies_that_cannot_be_are_refused() {
    let mut spaces = Spaces::new(one("x", &[3]));
    let parent = spaces.add(space("A", Some(SpaceId(0)), 1, Vec::new()));
    assert_eq!(parent, Err(SpaceError::Parent("A".into())));
    let beyond = spaces.add(space("A", None, 0, blocks(&[5], 0)));
    assert!(matches!(beyond, Err(SpaceError::Axis { .. })), "{beyond:?}");
    let mut twice = space("A", None, 1, Vec::new());
    twice.lines.push(twice.lines[0].clone());
    assert!(matches!(spaces.add(twice), Err(SpaceError::Twice { .. })));
}

#[test]
fn lpus_in_turn_are_those_at_once() {
    let mut random = Random::new(29);
    let mut seen = 0;
    for _ in 0..300 {
        let spaces = random.spaces(14);
        for (id, space) in spaces.iter() {
            let around = match space.parent {
                Some(parent) => spaces.lpus(parent),
                None => vec![spaces.root()],
            };
            for lpu in &around {
                let all = lpu.children(&spaces, id).enumerate();
                let mut all = all.filter(|(_, child)| !child.is_idle());
                let mut within = lpu.within(&spaces, id);
                // Some are kept, so that the next one needs memory of its own.
                let mut kept = Vec::new();
                while let Some((number, child)) = within.next() {
                    let (expected, other) = all.next().unwrap();
                    assert_eq!(number, expected);
                    assert_eq!((child.at(), child.counts()), (other.at(), other.counts()));
                    for array in (0..spaces.arrays().len()).map(ArrayId) {
                        assert_eq!(child.part(array), other.part(array));
                        assert_eq!(child.sees(array), other.sees(array));
                    }
                    if random.below(4) == 0 {
                        kept.push((child.clone(), other));
                    }
                    seen += 1;
                }
                assert!(all.next().is_none());
                assert!(kept.iter().all(|(child, other)| child.at() == other.at()));
            }
        }
    }
    assert!(seen > 1000);
}
