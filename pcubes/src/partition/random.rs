//! For tests: numbers, cuts and hierarchies of spaces, and what they mean by definition.

use crate::partition::cut::{Cut, Function, Padding};
use crate::partition::line::Axis;
use crate::partition::space::{ArrayId, Line, Shape, Space, SpaceId, Spaces};

/// A deterministic stream of numbers (Knuth's constants).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// One below `bound`; 0 for a bound of 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound.max(1)
    }

    pub(crate) fn cut(&mut self) -> Cut {
        let (a, b) = (1 + self.below(12), 1 + self.below(7));
        let padding = Padding {
            low: self.below(4),
            high: self.below(4),
        };
        let none = Padding::default();
        let (function, padding) = match self.below(5) {
            0 => (Function::BlockSize(a), padding),
            1 => (Function::BlockCount(a), padding),
            2 => (Function::stride(a), none),
            3 => (Function::BlockStride { size: a, count: b }, none),
            _ => (Function::Whole, none),
        };
        Cut::new(function, padding).unwrap()
    }

    /// Arrays of one to three dimensions, and a few spaces that divide one another.
    pub(crate) fn spaces(&mut self, extent: usize) -> Spaces {
        let shape = |n: usize, random: &mut Random| Shape {
            name: format!("a{n}"),
            extents: (0..1 + random.below(3))
                .map(|_| random.below(extent))
                .collect(),
        };
        let count = 1 + self.below(3);
        let mut spaces = Spaces::new((0..count).map(|n| shape(n, self)).collect());
        for n in 0..1 + self.below(4) {
            let parent = self.below(n + 1).checked_sub(1).map(SpaceId);
            let dimensions = self.below(3);
            let mut lines = Vec::new();
            for array in 0..count {
                if self.below(4) > 0 {
                    let relative_to = self.around_with(&spaces, parent, ArrayId(array));
                    let rank = spaces.arrays()[array].extents.len();
                    lines.push(Line {
                        array: ArrayId(array),
                        axes: self.axes(rank, dimensions),
                        relative_to,
                    });
                }
            }
            let space = Space {
                name: format!("S{n}"),
                parent,
                dimensions,
                lines,
                order: Vec::new(),
            };
            spaces.add(space).unwrap();
        }
        spaces
    }

    fn around_with(
        &mut self,
        spaces: &Spaces,
        parent: Option<SpaceId>,
        array: ArrayId,
    ) -> Option<SpaceId> {
        let parent = parent.filter(|_| self.below(3) == 0)?;
        let around = std::iter::once(parent).chain(spaces.around(parent));
        let with: Vec<_> = around
            .filter(|&id| spaces.space(id).line(array).is_some())
            .collect();
        with.get(self.below(with.len() + 1)).copied()
    }

    fn axes(&mut self, rank: usize, dimensions: usize) -> Vec<Axis> {
        let mut free: Vec<usize> = (0..rank).collect();
        let mut axes = Vec::new();
        for space in 0..dimensions {
            if free.is_empty() || self.below(4) == 0 {
                continue;
            }
            let array = free.remove(self.below(free.len()));
            let cut = self.cut();
            axes.push(Axis { space, array, cut });
        }
        axes
    }
}

/// The table of [`crate::partition::cut`], word for word, position by position.
pub(crate) fn by_definition(function: Function, n: usize) -> Vec<Vec<usize>> {
    let mut parts: Vec<Vec<usize>> = Vec::new();
    match function {
        Function::Whole => parts.push((0..n).collect()),
        Function::BlockSize(size) => {
            for at in 0..n {
                if at % size == 0 {
                    parts.push(Vec::new());
                }
                parts.last_mut().unwrap().push(at);
            }
        }
        Function::BlockCount(count) => {
            let mut next = 0;
            for part in 0..count {
                let len = n / count + usize::from(part < n % count);
                parts.push((next..next + len).collect());
                next += len;
            }
        }
        Function::BlockStride { size, count } => {
            parts = vec![Vec::new(); count];
            let (mut to, mut dealt) = (0, 0);
            for at in 0..n {
                if dealt == size {
                    (to, dealt) = ((to + 1) % count, 0);
                }
                parts[to].push(at);
                dealt += 1;
            }
        }
    }
    parts
}

/// The positions of `n` that are near enough to an owned one.
pub(crate) fn padded(padding: Padding, n: usize, owned: &[usize]) -> Vec<usize> {
    let Padding { low, high } = padding;
    let near = |at: usize| {
        let near = |&own: &usize| at + low >= own && at <= own + high;
        owned.iter().any(near)
    };
    (0..n).filter(|&at| near(at)).collect()
}
