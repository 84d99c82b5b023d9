//! LPUs as the walk through the Computation section has them: with their variables, and with
//! the guards that may keep them out.
//!
//! `C` is the program's own: a [`Cell`] for each variable of the task that changes.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use hp5::highp5::partition::{Lpu, SpaceId, Spaces};
use hp5::rt::{Mode, Region, Site, Task};

use crate::Fault;
use crate::fault::Faults;
use crate::scalar::{Cell, Same, Slot, join};

/// An LPU between entering and leaving its space.
#[derive(Debug)]
pub struct Unit<C>(Rc<Inner<C>>);

#[derive(Debug)]
struct Inner<C> {
    seat: Rc<Seat>,
    cells: C,
    around: Option<Unit<C>>,
    /// It is a sub-partition of the one around.
    piece: bool,
}

/// An LPU, and those that divide it: these are what they are however often the walk comes by.
#[derive(Debug)]
struct Seat {
    lpu: Lpu,
    /// Among the LPUs that divide the one around.
    number: usize,
    /// Those that are not idle, by their space, as far as they are kept.
    inside: RefCell<Vec<(SpaceId, Seats)>>,
}

/// LPUs that divide one LPU, by one space.
type Seats = Rc<[Rc<Seat>]>;

/// LPUs that divide one LPU are kept for the next time where they are no more than this.
const KEPT: usize = 4096;

impl Seat {
    fn new(lpu: Lpu, number: usize) -> Rc<Seat> {
        Rc::new(Seat {
            lpu,
            number,
            inside: RefCell::default(),
        })
    }

    /// The LPUs of a space that divide it, without idle ones.
    fn inside(&self, spaces: &Spaces, space: SpaceId) -> Seats {
        let kept = self.inside.borrow();
        if let Some((_, list)) = kept.iter().find(|(id, _)| *id == space) {
            return list.clone();
        }
        drop(kept);
        let children = self.lpu.children(spaces, space);
        let seat = |lpu: Lpu| {
            let along = lpu.at().iter().zip(lpu.counts());
            let number = along.fold(0, |number, (at, count)| number * count + at);
            Seat::new(lpu, number)
        };
        let list: Rc<[Rc<Seat>]> = children.filter(|lpu| !lpu.is_idle()).map(seat).collect();
        if list.len() <= KEPT {
            self.inside.borrow_mut().push((space, list.clone()));
        }
        list
    }
}

impl<C> Clone for Unit<C> {
    fn clone(&self) -> Self {
        Unit(self.0.clone())
    }
}

impl<C> Unit<C> {
    /// Root's only LPU.
    #[must_use]
    pub fn root(spaces: &Spaces, cells: C) -> Unit<C> {
        Unit(Rc::new(Inner {
            seat: Seat::new(spaces.root(), 0),
            cells,
            around: None,
            piece: false,
        }))
    }

    /// The LPU.
    #[must_use]
    pub fn lpu(&self) -> &Lpu {
        &self.0.seat.lpu
    }

    /// Its variables.
    #[must_use]
    pub fn cells(&self) -> &C {
        &self.0.cells
    }

    /// The unit that its space divides.
    #[must_use]
    pub fn around(&self) -> Option<&Unit<C>> {
        self.0.around.as_ref()
    }

    /// Its place among the LPUs that divide the one around, idle ones counted.
    #[must_use]
    pub fn number(&self) -> usize {
        self.0.seat.number
    }

    /// True where the unit around has the results that this one has: of a piece of it, and of
    /// the only LPU of an un-partitioned space.
    pub(crate) fn is_part_of_around(&self) -> bool {
        self.0.piece || self.lpu().counts().is_empty()
    }

    /// True for one and the same.
    #[must_use]
    pub fn is(&self, other: &Unit<C>) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }

    /// The unit of a space (`None`: Root) that it is in, or itself.
    ///
    /// # Panics
    /// When there is none: the checker lets programs name spaces around alone.
    #[must_use]
    pub fn at_space(&self, space: Option<SpaceId>) -> &Unit<C> {
        let mut at = self;
        while at.lpu().space() != space {
            at = at.around().expect("the space is around");
        }
        at
    }
}

/// A unit, and what decides whether it takes part.
#[derive(Debug)]
pub struct Active<C> {
    /// The unit.
    pub unit: Unit<C>,
    guard: Guard,
}

/// Whether an LPU takes part, if a task has to find out.
#[derive(Debug, Clone, Default)]
pub struct Guard(Option<Arc<Slot<bool>>>);

impl Guard {
    /// True when it keeps the LPU out; in the body of a task that declared it.
    ///
    /// # Errors
    /// When the task that decides failed.
    pub fn is_off(&self) -> Result<bool, Fault> {
        match &self.0 {
            Some(slot) => Ok(!*slot.get()?),
            None => Ok(false),
        }
    }
}

impl<C> Clone for Active<C> {
    fn clone(&self) -> Self {
        Active {
            unit: self.unit.clone(),
            guard: self.guard.clone(),
        }
    }
}

impl<C> Active<C> {
    /// A unit that takes part.
    #[must_use]
    pub fn new(unit: Unit<C>) -> Active<C> {
        Active {
            unit,
            guard: Guard(None),
        }
    }

    /// The LPU.
    #[must_use]
    pub fn lpu(&self) -> &Lpu {
        self.unit.lpu()
    }

    /// Its variables.
    #[must_use]
    pub fn cells(&self) -> &C {
        self.unit.cells()
    }

    /// True when it takes part for sure.
    #[must_use]
    pub fn is_certain(&self) -> bool {
        self.guard.0.is_none()
    }

    /// Declares that a task looks whether the LPU takes part.
    pub fn guard(&self, task: &mut Task<'_>) -> Guard {
        if let Some(slot) = &self.guard.0 {
            slot.declare(task, Mode::In);
        }
        self.guard.clone()
    }

    /// The same unit, taking part when `slot` says so (which has heard the guard so far).
    #[must_use]
    pub fn when(&self, slot: Arc<Slot<bool>>) -> Active<C> {
        Active {
            unit: self.unit.clone(),
            guard: Guard(Some(slot)),
        }
    }
}

/// The units that take part, when that is known: tasks run meanwhile.
///
/// # Errors
/// When a task failed.
pub fn settled<C>(
    units: &[Active<C>],
    region: &Region,
    faults: &Faults,
) -> Result<Vec<Active<C>>, Fault> {
    let mut kept = Vec::new();
    for active in units {
        let on = match &active.guard.0 {
            Some(slot) => *slot.wait(region, faults)?,
            None => true,
        };
        if on {
            kept.push(Active::new(active.unit.clone()));
        }
    }
    Ok(kept)
}

/// The LPUs of a space that divide those of `around` and have something to do; `cells` makes
/// their variables.
#[must_use]
pub fn enter<C>(
    around: &[Active<C>],
    spaces: &Spaces,
    space: SpaceId,
    cells: impl Fn(&C) -> C,
) -> Vec<Active<C>> {
    let mut inside = Vec::new();
    for active in around {
        for seat in active.unit.0.seat.inside(spaces, space).iter() {
            let unit = Unit(Rc::new(Inner {
                seat: seat.clone(),
                cells: cells(active.cells()),
                around: Some(active.unit.clone()),
                piece: false,
            }));
            inside.push(Active {
                unit,
                guard: active.guard.clone(),
            });
        }
    }
    inside
}

/// The pieces of sub-partitions that LPUs have, in their order: by round, at most one for each
/// LPU.
#[must_use]
pub fn pieces<C>(units: &[Active<C>], spaces: &Spaces, sub: SpaceId) -> Vec<Vec<(Active<C>, Lpu)>> {
    let mut rounds: Vec<Vec<(Active<C>, Lpu)>> = Vec::new();
    for active in units {
        for (round, piece) in active.lpu().children(spaces, sub).enumerate() {
            rounds.resize_with(rounds.len().max(round + 1), Vec::new);
            if !piece.is_idle() {
                rounds[round].push((active.clone(), piece));
            }
        }
    }
    rounds
}

/// The pieces of one round stand in for their LPUs.
#[must_use]
pub fn enter_pieces<C>(round: &[(Active<C>, Lpu)], cells: impl Fn(&C) -> C) -> Vec<Active<C>> {
    let enter = |(active, lpu): &(Active<C>, Lpu)| Active {
        unit: Unit(Rc::new(Inner {
            cells: cells(active.cells()),
            around: Some(active.unit.clone()),
            seat: Seat::new(lpu.clone(), 0),
            piece: true,
        })),
        guard: active.guard.clone(),
    };
    round.iter().map(enter).collect()
}

/// The units leave their space: what they assigned to a variable goes to the units around.
///
/// # Errors
/// When two of them leave different values.
pub fn leave<C, T: Clone + Same + Send + Sync>(
    units: &[Active<C>],
    walk: (&Region, &'static Site, &Faults),
    name: &'static str,
    cell: impl Fn(&C) -> &Cell<T>,
) -> Result<(), Fault> {
    let siblings = |a: &Active<C>, b: &Active<C>| match (a.unit.around(), b.unit.around()) {
        (Some(a), Some(b)) => a.is(b),
        _ => false,
    };
    for group in units.chunk_by(siblings) {
        if let Some(around) = group[0].unit.around() {
            let from: Vec<&Cell<T>> = group.iter().map(|active| cell(active.cells())).collect();
            join(walk, name, cell(around.cells()), &from)?;
        }
    }
    Ok(())
}
