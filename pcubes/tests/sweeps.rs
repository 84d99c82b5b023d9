//! Sweeps in wide paddings: what every LPU computes on a copy of its padded part, again and
//! again in the padding, is what cores computed in place give, as long as each padding is as
//! wide as the sweeps between two visits (`annotate/docs/lowering.md`, "Padding", case 4).

use pcubes::partition::{
    ArrayId, Axis, Cut, Function, Indices, Line, Lpu, Padding, Shape, Space, SpaceId, Spaces, axes,
};

/// A deterministic stream of numbers below a bound (Knuth's constants).
fn random(seed: u64) -> impl FnMut(usize) -> usize {
    let mut state = seed;
    move |bound| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound.max(1)
    }
}

const PLATE: ArrayId = ArrayId(0);

/// A program in the manner of the paper's listing 5: two levels, sweeps within each.
struct Program {
    spaces: Spaces,
    a: SpaceId,
    b: SpaceId,
    rows: usize,
    columns: usize,
    /// Visits of A, of B in each, epochs in each.
    rounds: [usize; 3],
}

type Plate = Vec<u64>;

impl Program {
    fn random(number: &mut impl FnMut(usize) -> usize, enough: bool) -> Program {
        let (rows, columns) = (1 + number(20), 1 + number(14));
        let rounds = [1 + number(2), 1 + number(3), 1 + number(2)];
        let sweeps = [rounds[1] * rounds[2], rounds[2]];
        let mut spaces = Spaces::new(vec![Shape {
            name: "plate".into(),
            extents: vec![rows, columns],
        }]);
        let mut parent = None;
        let mut ids = Vec::new();
        for sweeps in sweeps {
            let padding = match enough {
                true => sweeps + number(2),
                false => sweeps.saturating_sub(1 + number(2)),
            };
            let space = Space {
                name: "S".into(),
                parent,
                dimensions: 2,
                lines: vec![Line {
                    array: PLATE,
                    axes: cuts(number, padding),
                    relative_to: None,
                }],
                order: Vec::new(),
            };
            let id = spaces.add(space).unwrap();
            parent = Some(id);
            ids.push(id);
        }
        Program {
            spaces,
            a: ids[0],
            b: ids[1],
            rows,
            columns,
            rounds,
        }
    }

    fn start(&self) -> Plate {
        (0..self.rows * self.columns)
            .map(|n| n as u64 * 977)
            .collect()
    }

    /// One sweep over `rows` x `columns` of an LPU that sees its padded part.
    fn sweep(&self, lpu: &Lpu, rows: &Indices, columns: &Indices, from: &Plate, to: &mut Plate) {
        let part = lpu.part(PLATE).unwrap();
        let inside = |d: usize, index: usize| {
            let padded = &part[d].padded;
            padded.first().is_some_and(|min| index > min)
                && padded.last().is_some_and(|max| index < max)
        };
        let at = |i: usize, j: usize| from[i * self.columns + j];
        for i in rows.iter().filter(|&i| inside(0, i)) {
            for j in columns.iter().filter(|&j| inside(1, j)) {
                let near = [at(i - 1, j), at(i + 1, j), at(i, j - 1), at(i, j + 1)];
                let mixed = near.iter().fold(at(i, j), |sum, &x| {
                    sum.wrapping_mul(31).wrapping_add(x).rotate_left(9)
                });
                to[i * self.columns + j] = mixed;
            }
        }
    }

    /// By the semantics: an LPU enters with a copy of what the one around it has, and leaves
    /// what it owns. The copy is kept at the plate's size; what lies outside of the padded
    /// part is set to nonsense, so that a look at it would show.
    fn on_copies(&self) -> Plate {
        let mut plate = self.start();
        for _ in 0..self.rounds[0] {
            let root = self.spaces.root();
            self.visit(&root, self.a, &mut plate, &|a, copy| {
                for _ in 0..self.rounds[1] {
                    self.visit(a, self.b, copy, &|b, copy| {
                        let part = b.part(PLATE).unwrap();
                        for _ in 0..self.rounds[2] {
                            let old = copy.clone();
                            self.sweep(b, &part[0].padded, &part[1].padded, &old, copy);
                        }
                    });
                }
            });
        }
        plate
    }

    fn visit(
        &self,
        around: &Lpu,
        space: SpaceId,
        plate: &mut Plate,
        work: &dyn Fn(&Lpu, &mut Plate),
    ) {
        let entered = plate.clone();
        for lpu in around.children(&self.spaces, space) {
            let part = lpu.part(PLATE).unwrap();
            let mut copy = vec![0xdead_beef; plate.len()];
            for i in part[0].padded.iter() {
                for j in part[1].padded.iter() {
                    copy[i * self.columns + j] = entered[i * self.columns + j];
                }
            }
            work(&lpu, &mut copy);
            for i in part[0].owned.iter() {
                for j in part[1].owned.iter() {
                    plate[i * self.columns + j] = copy[i * self.columns + j];
                }
            }
        }
    }

    /// In place: as many sweeps, each over the cores of the inner space.
    fn on_cores(&self) -> Plate {
        let mut plate = self.start();
        let lpus = self.spaces.lpus(self.b);
        for _ in 0..self.rounds.iter().product() {
            let old = plate.clone();
            for lpu in &lpus {
                let part = lpu.part(PLATE).unwrap();
                self.sweep(lpu, &part[0].core(), &part[1].core(), &old, &mut plate);
            }
        }
        plate
    }
}

fn cuts(number: &mut impl FnMut(usize) -> usize, padding: usize) -> Vec<Axis> {
    let mut cut = || {
        let function = match number(2) {
            0 => Function::BlockSize(1 + number(9)),
            _ => Function::BlockCount(1 + number(5)),
        };
        Cut::new(function, Padding::both(padding)).unwrap()
    };
    let both = [cut(), cut()];
    axes(2, &[], &both, 2).unwrap()
}

#[test]
fn cores_in_place_give_what_copies_give_where_paddings_are_wide_enough() {
    let mut number = random(21);
    for round in 0..400 {
        let program = Program::random(&mut number, true);
        assert!(
            program.on_copies() == program.on_cores(),
            "round {round}: {:?}",
            program.spaces
        );
    }
}

/// So the condition is needed: narrower paddings give stale values, which in-place sweeps
/// would not.
#[test]
fn in_narrower_paddings_values_are_stale() {
    let mut number = random(22);
    let programs = (0..200).map(|_| Program::random(&mut number, false));
    let differ = programs.filter(|program| program.on_copies() != program.on_cores());
    let count = differ.count();
    assert!(count > 40, "{count}");
}
