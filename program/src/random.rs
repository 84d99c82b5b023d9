//! Random numbers of LPUs: SplitMix64, seeded by the task's seed and the way to the LPU
//! (`annotate/docs/semantics.md`, "Random numbers").

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hp5::highp5::partition::{SpaceId, Spaces};
use hp5::rt::{Mode, Task};

use crate::unit::Unit;

const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

/// A generator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Random {
    state: u64,
}

#[inline]
fn mix(state: u64) -> u64 {
    let mut z = state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

impl Random {
    /// Of Root, and of the coordinator.
    #[must_use]
    pub fn seeded(seed: i32) -> Random {
        Random {
            state: mix(u64::from(seed.cast_unsigned())),
        }
    }

    /// As it begins for an LPU of the space with this letter, of this number among those that
    /// divide the LPU around, whose generator began as `self`.
    #[must_use]
    pub fn below(self, space: char, number: usize) -> Random {
        let letter = u64::from(u32::from(space)) << 32;
        let own = STEP.wrapping_mul((number as u64).wrapping_add(1)) ^ letter;
        Random {
            state: mix(self.state.wrapping_add(own)),
        }
    }

    #[inline]
    fn draw(&mut self) -> u64 {
        self.state = self.state.wrapping_add(STEP);
        mix(self.state)
    }

    /// `random()`: from 0 up to, not including, 1.
    #[inline]
    pub fn real(&mut self) -> f64 {
        (self.draw() >> 11) as f64 * (1.0 / 9_007_199_254_740_992.0)
    }

    /// `random_integer(low, high)`: both included; `low`, with nothing drawn, if `high` is not
    /// above it.
    #[inline]
    pub fn integer(&mut self, low: i32, high: i32) -> i32 {
        if high <= low {
            return low;
        }
        let count = i64::from(high) - i64::from(low) + 1;
        let drawn = self.draw() % count.cast_unsigned();
        (i64::from(low) + drawn.cast_signed()) as i32
    }
}

/// The generator of an LPU, which tasks use in turn.
#[derive(Debug, Clone)]
pub struct Generator(Arc<Mutex<Random>>);

impl Generator {
    /// Locks it for the body of a task that declared it. Nobody else is there: tasks that
    /// declare one generator run one after the other.
    pub fn lock(&self) -> MutexGuard<'_, Random> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The generators of all LPUs that divide one, by their numbers.
#[derive(Debug, Clone)]
pub struct GeneratorsWithin(Arc<Mutex<Vec<Random>>>);

impl GeneratorsWithin {
    /// See [`Generator::lock`].
    pub fn lock(&self) -> MutexGuard<'_, Vec<Random>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// From below Root: space and number.
type Way = Vec<(char, usize)>;

/// The generators of an execution.
#[derive(Debug)]
pub struct Generators {
    root: Random,
    /// Names of the spaces, by number.
    letters: Vec<char>,
    made: RefCell<HashMap<Way, Generator>>,
    /// Of LPUs that are walked within those that they divide, by these and their space.
    within: RefCell<HashMap<(Way, SpaceId), GeneratorsWithin>>,
}

impl Generators {
    /// With Root's as it begins, and as Initialize left it; and the letters of spaces in the
    /// order of [`Spaces`](crate::partition::Spaces), blanks for sub-partitions: they are
    /// not on the way.
    #[must_use]
    pub fn new(root: Random, now: Random, letters: Vec<char>) -> Generators {
        let now = Generator(Arc::new(Mutex::new(now)));
        Generators {
            root,
            letters,
            made: RefCell::new(HashMap::from([(Vec::new(), now)])),
            within: RefCell::default(),
        }
    }

    /// Declares that a task draws numbers of an LPU.
    pub fn declare<C>(&self, unit: &Unit<C>, task: &mut Task<'_>) -> Generator {
        let way = self.way(unit);
        let begins = || Generator(Arc::new(Mutex::new(self.first(&way))));
        let mut made = self.made.borrow_mut();
        let generator = match made.get(&way) {
            Some(generator) => generator.clone(),
            None => {
                let generator = begins();
                made.insert(way, generator.clone());
                generator
            }
        };
        task.access_key(Arc::as_ptr(&generator.0).addr(), Mode::InOut);
        generator
    }

    /// Declares that a task draws numbers of all LPUs that divide one in `space`. Those of the
    /// space are declared in no other way.
    pub fn declare_within<C>(
        &self,
        unit: &Unit<C>,
        (spaces, space): (&Spaces, SpaceId),
        task: &mut Task<'_>,
    ) -> GeneratorsWithin {
        let begins = |way: &Way| {
            let counts = unit.lpu().child_counts(spaces, space);
            let (first, letter) = (self.first(way), self.letter(space));
            let below = |number| first.below(letter, number);
            let all = (0..counts.iter().product()).map(below).collect();
            GeneratorsWithin(Arc::new(Mutex::new(all)))
        };
        let mut within = self.within.borrow_mut();
        let entry = within.entry((self.way(unit), space));
        let made = entry.or_insert_with_key(|(way, _)| begins(way)).clone();
        task.access_key(Arc::as_ptr(&made.0).addr(), Mode::InOut);
        made
    }

    fn letter(&self, space: SpaceId) -> char {
        self.letters.get(space.0).copied().unwrap_or('?')
    }

    /// The way to a unit.
    fn way<C>(&self, unit: &Unit<C>) -> Way {
        let mut way = Vec::new();
        let mut at = unit;
        while let (Some(around), Some(space)) = (at.around(), at.lpu().space()) {
            let letter = self.letter(space);
            if letter != ' ' {
                way.push((letter, at.number()));
            }
            at = around;
        }
        way.reverse();
        way
    }

    /// As the generator at the end of a way begins.
    fn first(&self, way: &Way) -> Random {
        let below =
            |random: Random, &(letter, number): &(char, usize)| random.below(letter, number);
        way.iter().fold(self.root, below)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_language() {
        // By hand from the formulas of the language reference.
        let mut root = Random::seeded(0);
        assert_eq!(root.state, 0);
        assert_eq!(root.draw(), 0xE220_A839_7B1D_CDAF);
        let one = Random::seeded(7).below('B', 3);
        let own = STEP.wrapping_mul(4) ^ (66 << 32);
        assert_eq!(one.state, mix(mix(7).wrapping_add(own)));
        assert_ne!(one, Random::seeded(7).below('C', 3));
        assert_eq!(root.integer(5, 5), 5);
        assert!((0..100).all(|_| (-2..=2).contains(&root.integer(-2, 2))));
        assert!((0..100).all(|_| (0.0..1.0).contains(&root.real())));
    }
}
