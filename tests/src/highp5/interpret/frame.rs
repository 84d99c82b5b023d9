//! LPUs at work: their scalars and parts of arrays, what they get on entering a space and
//! what they give back on leaving it.

use hp5_annotate::highp5::typed::{Along, Part as Cut, PartitionFunction, SpaceId, VariableId};

use super::array::{Part, Sets};
use super::machine::Machine;
use super::parts::{Function, Positions, cut};
use super::random::Random;
use super::value::Value;
use super::{Error, Outcome};

/// An LPU between entering and leaving its space, or a sub-partition of one.
#[derive(Debug, Clone)]
pub struct Frame {
    /// Its space.
    pub space: SpaceId,
    /// The LPU that it is a piece of.
    pub parent: Option<usize>,
    /// True for a sub-partition of the parent, which has the same space.
    pub piece: bool,
    /// Its coordinates.
    pub lpu: Vec<i32>,
    /// Space and number of the LPUs from below Root down to it.
    pub path: Vec<(char, u64)>,
    /// Variables that are no arrays.
    pub scalars: Vec<Option<Value>>,
    /// Those that were assigned to.
    pub assigned: Vec<bool>,
    /// Arrays, as far as the space holds them.
    pub parts: Vec<Option<Part>>,
}

impl Frame {
    /// Root's only LPU, of a task with so many variables.
    #[must_use]
    pub fn root(variables: usize) -> Frame {
        Frame {
            space: SpaceId::ROOT,
            parent: None,
            piece: false,
            lpu: Vec::new(),
            path: Vec::new(),
            scalars: vec![None; variables],
            assigned: vec![false; variables],
            parts: vec![None; variables],
        }
    }
}

/// What pieces of an array there are along the dimensions of a space.
struct Grid<'p> {
    cut: &'p Cut,
    /// The frame whose part is cut.
    source: usize,
    /// Per dimension of the space: the dimension of the array and its pieces.
    along: Vec<Option<(usize, Vec<Positions>)>>,
}

impl Grid<'_> {
    /// Indices of the piece at a coordinate: padded, owned.
    fn piece(&self, from: &Part, at: &[usize]) -> (Sets, Sets) {
        let (mut sets, mut owned) = (from.sets.clone(), from.sets.clone());
        for (&coordinate, along) in at.iter().zip(&self.along) {
            if let Some((dimension, pieces)) = along {
                let set = &from.sets[*dimension];
                let indices = |list: &[usize]| list.iter().map(|&p| set[p]).collect();
                let none = Positions {
                    owned: Vec::new(),
                    padded: Vec::new(),
                };
                let piece = pieces.get(coordinate).unwrap_or(&none);
                owned[*dimension] = indices(&piece.owned);
                sets[*dimension] = indices(&piece.padded);
            }
        }
        (sets, owned)
    }

    fn is_cut(&self) -> bool {
        self.along.iter().any(Option::is_some)
    }
}

impl Machine<'_> {
    /// The nearest LPU from `frame` up that holds the array.
    pub fn holder(&self, frame: usize, variable: VariableId) -> Outcome<usize> {
        let mut at = frame;
        while self.frames[at].parts[variable.0].is_none() {
            at = self.frames[at].parent.ok_or_else(|| {
                let name = &self.task.variables[variable.0].name;
                Error::unsound(format!("the array {name} is in no space around"))
            })?;
        }
        Ok(at)
    }

    /// The LPU of a space that `frame` is in: the innermost piece of it.
    pub fn upwards(&self, frame: usize, space: SpaceId) -> Outcome<usize> {
        let mut at = frame;
        while self.frames[at].space != space {
            at = self.frames[at].parent.ok_or_else(|| {
                let name = &self.task.spaces[space.0].name;
                Error::unsound(format!("Space {name} is not around this place"))
            })?;
        }
        Ok(at)
    }

    fn function(&self, function: PartitionFunction) -> Outcome<Function> {
        let amount = |a| self.amount(a);
        match function {
            PartitionFunction::BlockSize(s) => Function::BlockSize(amount(s)?),
            PartitionFunction::BlockCount(c) => Function::BlockCount(amount(c)?),
            PartitionFunction::BlockStride(s, l) => Function::BlockStride(
                amount(s)?,
                match l {
                    Some(l) => amount(l)?,
                    None => self.setting.ppus.max(1),
                },
            ),
        }
        .checked()
    }

    fn grid<'c>(&mut self, parent: usize, cut_of: &'c Cut) -> Outcome<Grid<'c>> {
        let variable = cut_of.variable;
        let source = match cut_of.relative {
            Some(space) => self.upwards(parent, space)?,
            None => self.holder(parent, variable)?,
        };
        let sets = match &self.frames[source].parts[variable.0] {
            Some(part) => part.sets.clone(),
            None => return Err(Error::new("an array is relative to a space without it")),
        };
        let mut along = Vec::new();
        for one in &cut_of.along {
            along.push(match *one {
                Along::Replicated => None,
                Along::Cut {
                    dimension,
                    function,
                    padding: (low, high),
                    ..
                } => {
                    let dimension = usize::from(dimension);
                    let padding = (self.padding(low)?, self.padding(high)?);
                    let function = self.function(function)?;
                    Some((dimension, cut(sets[dimension].len(), function, padding)))
                }
            });
        }
        Ok(Grid {
            cut: cut_of,
            source,
            along,
        })
    }

    /// What LPUs have changed of arrays that `space` takes from further out goes there first.
    pub fn flush_for(&mut self, space: SpaceId, lpus: &[usize]) -> Outcome<()> {
        let task = self.task;
        for cut in &task.spaces[space.0].parts {
            let Some(from) = cut.relative else { continue };
            for &lpu in lpus {
                let source = self.upwards(lpu, from)?;
                self.flush(lpu, source, cut.variable)?;
            }
        }
        Ok(())
    }

    /// What LPUs between `from` and `to` have changed of an array goes up to `to`.
    fn flush(&mut self, from: usize, to: usize, variable: VariableId) -> Outcome<()> {
        let mut at = from;
        while at != to {
            let Some(parent) = self.frames[at].parent else {
                break;
            };
            if self.frames[at].parts[variable.0].is_some() {
                let holder = self.holder(parent, variable)?;
                self.give_back(&[at], holder, variable)?;
            }
            at = parent;
        }
        Ok(())
    }

    /// Writes the changes that `pieces` made to an array into the part of `holder`.
    fn give_back(&mut self, pieces: &[usize], holder: usize, variable: VariableId) -> Outcome<()> {
        let Some(mut part) = self.frames[holder].parts[variable.0].take() else {
            return Ok(());
        };
        let theirs: Vec<&Part> = pieces
            .iter()
            .filter_map(|&f| self.frames[f].parts[variable.0].as_ref())
            .collect();
        let name = &self.task.variables[variable.0].name;
        let done = part.take_back(&theirs, name);
        self.frames[holder].parts[variable.0] = Some(part);
        done
    }

    /// The LPUs of `space` below `parent`, those without anything left out.
    pub fn enter(&mut self, parent: usize, space: SpaceId) -> Outcome<Vec<usize>> {
        let task = self.task;
        let declared = &task.spaces[space.0];
        let mut grids = Vec::new();
        for part in &declared.parts {
            grids.push(self.grid(parent, part)?);
        }
        let counts = counts(&grids, usize::from(declared.dimensions));
        if counts.iter().product::<usize>() > 1 << 20 {
            return Err(Error::new(format!("too many LPUs: {counts:?}")));
        }
        let letter = declared.name.chars().next().unwrap_or('?');
        let mut entered = Vec::new();
        for (number, at) in coordinates(&counts).into_iter().enumerate() {
            let mut frame = self.child(parent, space, false);
            frame.lpu = at
                .iter()
                .map(|&c| i32::try_from(c).unwrap_or(i32::MAX))
                .collect();
            frame.path.push((letter, number as u64));
            if self.fill(&mut frame, &grids, &at, &[])? {
                self.frames.push(frame);
                entered.push(self.frames.len() - 1);
            }
        }
        Ok(entered)
    }

    /// The sub-partitions of an LPU's part in the order in which they are taken.
    pub fn pieces(&mut self, lpu: usize) -> Outcome<Vec<Vec<usize>>> {
        let task = self.task;
        let declared = &task.spaces[self.frames[lpu].space.0];
        let Some(sub) = &declared.sub_partition else {
            return Err(Error::new("this space has no sub-partition"));
        };
        let mut grids = Vec::new();
        for part in &sub.parts {
            grids.push(self.grid(lpu, part)?);
        }
        let counts = counts(&grids, usize::from(sub.dimensions));
        let descends = |d: usize| {
            sub.parts.iter().any(|p| {
                matches!(p.along.get(d), Some(Along::Cut { order: Some(order), .. })
                    if *order == hp5_annotate::highp5::ast::Order::Descending)
            })
        };
        let mut list = coordinates(&counts);
        list.sort_by_key(|at| {
            let key = |(d, &c): (usize, &usize)| if descends(d) { counts[d] - c } else { c };
            at.iter().enumerate().map(key).collect::<Vec<usize>>()
        });
        Ok(list)
    }

    /// The sub-partition at a coordinate, as a frame; `None` if there is nothing in it.
    pub fn enter_piece(&mut self, lpu: usize, at: &[usize]) -> Outcome<Option<usize>> {
        let task = self.task;
        let declared = &task.spaces[self.frames[lpu].space.0];
        let Some(sub) = &declared.sub_partition else {
            return Err(Error::new("this space has no sub-partition"));
        };
        let mut grids = Vec::new();
        for part in &sub.parts {
            grids.push(self.grid(lpu, part)?);
        }
        let mut frame = self.child(lpu, self.frames[lpu].space, true);
        let whole: Vec<VariableId> = (0..task.variables.len())
            .map(VariableId)
            .filter(|v| self.frames[lpu].parts[v.0].is_some())
            .filter(|v| sub.parts.iter().all(|p| p.variable != *v))
            .collect();
        if !self.fill(&mut frame, &grids, at, &whole)? {
            return Ok(None);
        }
        self.frames.push(frame);
        Ok(Some(self.frames.len() - 1))
    }

    fn child(&self, parent: usize, space: SpaceId, piece: bool) -> Frame {
        let above = &self.frames[parent];
        Frame {
            space,
            parent: Some(parent),
            piece,
            lpu: above.lpu.clone(),
            path: above.path.clone(),
            scalars: above.scalars.clone(),
            assigned: vec![false; above.scalars.len()],
            parts: vec![None; above.parts.len()],
        }
    }

    /// Gives a frame its parts; false if there is nothing for it to do.
    fn fill(
        &self,
        frame: &mut Frame,
        grids: &[Grid<'_>],
        at: &[usize],
        whole: &[VariableId],
    ) -> Outcome<bool> {
        let any_cut = grids.iter().any(Grid::is_cut);
        let mut busy = grids.is_empty();
        for grid in grids {
            let variable = grid.cut.variable;
            let from = self.frames[grid.source].parts[variable.0].as_ref();
            let from = from.ok_or_else(|| Error::new("the array to be cut is not there"))?;
            let (sets, owned) = grid.piece(from, at);
            let empty = owned.iter().any(|set| set.is_empty());
            busy |= !empty && (grid.is_cut() || !any_cut);
            frame.parts[variable.0] = Some(from.piece(sets, owned));
        }
        let parent = frame.parent.unwrap_or(0);
        for variable in whole {
            if let Some(from) = &self.frames[parent].parts[variable.0] {
                let sets = from.sets.clone();
                frame.parts[variable.0] = Some(from.piece(sets.clone(), sets));
            }
        }
        Ok(busy)
    }

    /// LPUs that leave their space (or pieces that end) give back what they own.
    pub fn leave(&mut self, frames: &[usize]) -> Outcome<()> {
        for variable in (0..self.task.variables.len()).map(VariableId) {
            // By holder, in order of the LPUs.
            let mut holders: Vec<(usize, Vec<usize>)> = Vec::new();
            for &frame in frames {
                if self.frames[frame].parts[variable.0].is_none() {
                    continue;
                }
                let holder = self.source_of(frame, variable)?;
                match holders.iter_mut().find(|(h, _)| *h == holder) {
                    Some((_, pieces)) => pieces.push(frame),
                    None => holders.push((holder, vec![frame])),
                }
            }
            for (holder, pieces) in holders {
                self.give_back(&pieces, holder, variable)?;
            }
        }
        self.give_back_scalars(frames)?;
        // Frames are only ever left innermost first.
        if let Some(&first) = frames.first() {
            self.frames.truncate(first);
        }
        Ok(())
    }

    /// The frame that a part was taken from.
    fn source_of(&self, frame: usize, variable: VariableId) -> Outcome<usize> {
        let own = &self.frames[frame];
        let parent = own.parent.ok_or_else(|| Error::new("Root is not left"))?;
        let space = &self.task.spaces[own.space.0];
        let cuts = match (&space.sub_partition, own.piece) {
            (Some(sub), true) => &sub.parts,
            _ => &space.parts,
        };
        let relative = cuts.iter().find(|c| c.variable == variable);
        match relative.and_then(|c| c.relative) {
            Some(space) => self.upwards(parent, space),
            None => self.holder(parent, variable),
        }
    }

    fn give_back_scalars(&mut self, frames: &[usize]) -> Outcome<()> {
        for variable in 0..self.task.variables.len() {
            let mut given: Vec<(usize, Value)> = Vec::new();
            for &frame in frames {
                let own = &self.frames[frame];
                let (Some(parent), true) = (own.parent, own.assigned[variable]) else {
                    continue;
                };
                if self.task.own.contains(&(VariableId(variable), own.space)) {
                    continue;
                }
                let Some(value) = own.scalars[variable].clone() else {
                    continue;
                };
                let other = given.iter().find(|(p, v)| *p == parent && !v.same(&value));
                if other.is_some() {
                    let name = &self.task.variables[variable].name;
                    return Err(Error::new(format!(
                        "two LPUs leave different values in {name}"
                    )));
                }
                given.push((parent, value));
            }
            for (parent, value) in given {
                self.frames[parent].scalars[variable] = Some(value);
                self.frames[parent].assigned[variable] = true;
            }
        }
        Ok(())
    }

    /// The generator of an LPU, which goes on from stage to stage.
    pub fn random(&mut self, frame: usize) -> &mut Random {
        let path = &self.frames[frame].path;
        let seeded = Random::seeded(self.seed);
        let own = path
            .iter()
            .fold(seeded, |r, &(space, lpu)| r.below(space, lpu));
        self.generators.entry(path.clone()).or_insert(own)
    }
}

/// LPUs along each dimension of a space: as many as any array has pieces.
fn counts(grids: &[Grid<'_>], dimensions: usize) -> Vec<usize> {
    let along = |d: usize| {
        let pieces = grids.iter().filter_map(|g| g.along.get(d)?.as_ref());
        pieces.map(|(_, list)| list.len()).max().unwrap_or(1)
    };
    (0..dimensions).map(along).collect()
}

/// All coordinates below `counts`, the last one running fastest.
fn coordinates(counts: &[usize]) -> Vec<Vec<usize>> {
    counts.iter().fold(vec![Vec::new()], |list, &count| {
        let longer = |at: Vec<usize>| {
            (0..count).map(move |c| {
                let mut at = at.clone();
                at.push(c);
                at
            })
        };
        list.into_iter().flat_map(longer).collect()
    })
}
