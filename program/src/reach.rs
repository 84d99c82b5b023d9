//! Whether the LPUs of a space may work in place though they hold elements in common
//! (`annotate/docs/lowering.md`, "Padding").
//!
//! By the semantics each LPU works on a copy of its padded part between entering a space (a
//! *visit*) and leaving it. In place it works on what it owns alone and reads what its
//! neighbours have computed meanwhile. Nobody can tell as long as all that an LPU reads in its
//! padding is what it would have computed there itself. So the visit is gone through once
//! without LPUs, keeping for each array and side how many elements beyond the owned ones are
//! still what the neighbour has: the padding at first, and less with each stage that reads
//! beside the element that it writes. Where that falls below 0, copies are needed.

use std::sync::OnceLock;

use crate::Fault;

/// A step of a Computation section, as far as this is concerned.
#[derive(Debug, Clone)]
pub enum Step {
    /// Assignments of a stage.
    Stage(Vec<Effect>),
    /// A repeat of so many rounds; [`usize::MAX`] where that is not known.
    Repeat(usize, Vec<Step>),
    /// A visit of a space inside.
    Visit(Vec<Level>, Vec<Step>),
    /// What some LPUs do and others do not.
    Some(Vec<Step>),
    /// An epoch that advances these arrays.
    Epoch(Vec<usize>, Vec<Step>),
}

/// What the LPUs of a space hold of an array.
#[derive(Debug, Clone)]
pub struct Level {
    /// Its number.
    pub array: usize,
    /// Its name.
    pub name: &'static str,
    /// Padding of each dimension, towards index 0 and towards the end.
    pub padding: Vec<(usize, usize)>,
    /// LPUs own elements in common.
    pub shared: bool,
}

/// Assignments to an array, in a loop.
#[derive(Debug, Clone)]
pub struct Effect {
    /// Which array; none for reductions.
    pub array: Option<usize>,
    /// The array whose dimensions the loop runs over.
    pub over: usize,
    /// Loops of which the LPU's owned part can do alone what the assignments do there.
    pub separable: bool,
    /// The values do not depend on the LPU.
    pub uniform: bool,
    /// A reduction is in the same loop.
    pub folds: bool,
    /// For each dimension of `over`: how many elements at the two edges of the LPU's padded part
    /// are left out.
    pub left_out: Vec<(usize, usize)>,
    /// What is read.
    pub reads: Vec<Reading>,
}

/// Elements of an array that are read in a loop.
#[derive(Debug, Clone)]
pub struct Reading {
    /// Its number.
    pub array: usize,
    /// The version is the one that is written.
    pub current: bool,
    /// For each of its dimensions: the dimension of the loop's array that it goes with, and how
    /// far to both sides of the loop's index is read; none if the subscript is anything else.
    pub along: Vec<Option<(usize, usize, usize)>>,
}

/// Valid elements beyond the owned ones per dimension and side; none where there is no padding,
/// so that nothing else can be read.
type Valid = Vec<[Option<usize>; 2]>;

#[derive(Debug, Clone, PartialEq, Eq)]
struct State {
    array: usize,
    padding: Valid,
    valid: Valid,
    shared: bool,
    /// Copies of LPUs may differ in what they own.
    torn: bool,
    /// `valid` has become less by epochs alone.
    counted: bool,
}

/// The levels of visits around, the outermost first.
type Stack = Vec<Vec<State>>;

/// True in checked runs (`HP5_CHECKED=1`): LPUs that own elements in common have copies of them
/// always, so that when they leave their space it is seen whether they agree.
fn is_checked() -> bool {
    static CHECKED: OnceLock<bool> = OnceLock::new();
    *CHECKED.get_or_init(|| hp5::rt::flag_variable("HP5_CHECKED"))
}

/// A visit of a space.
#[derive(Debug)]
pub struct Visit {
    space: &'static str,
    levels: Vec<Level>,
    steps: Vec<Step>,
}

impl Visit {
    /// Of a space whose LPUs hold `levels` and do `steps`.
    #[must_use]
    pub fn new(space: &'static str, levels: Vec<Level>, steps: Vec<Step>) -> Visit {
        Visit {
            space,
            levels,
            steps,
        }
    }

    /// True when the LPUs may do the steps in place.
    #[must_use]
    pub fn in_place(&self) -> bool {
        if self.levels.iter().any(|level| level.shared) && is_checked() {
            return false;
        }
        self.all().is_ok()
    }

    /// In checked runs: sees that no epoch reads what is out of date in a padding, which is so once
    /// more epochs have passed than it is wide.
    ///
    /// # Errors
    /// The array whose padding is too narrow.
    pub fn holds_padding(&self) -> Result<(), Fault> {
        match self.all() {
            Err(Why::UsedUp(array)) if is_checked() => {
                let known = self.levels.iter().find(|level| level.array == array);
                Err(Fault::Stale {
                    array: known.map_or("an array", |level| level.name),
                    space: self.space,
                })
            }
            _ => Ok(()),
        }
    }

    fn all(&self) -> Result<(), Why> {
        go(&self.steps, &mut vec![entered(&self.levels)], None)
    }
}

/// Why steps need copies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Why {
    /// A stage reads what is out of date in the padding of this array.
    UsedUp(usize),
    /// In place LPUs might see something else.
    Else,
}

fn entered(levels: &[Level]) -> Vec<State> {
    let side = |n: usize| (n > 0).then_some(n);
    let state = |level: &Level| {
        let padding: Valid = level
            .padding
            .iter()
            .map(|&(low, high)| [side(low), side(high)])
            .collect();
        State {
            array: level.array,
            valid: padding.clone(),
            padding,
            shared: level.shared,
            torn: false,
            counted: true,
        }
    };
    levels.iter().map(state).collect()
}

/// `some`: the level whose LPUs do not all come here.
fn go(steps: &[Step], stack: &mut Stack, some: Option<usize>) -> Result<(), Why> {
    steps.iter().try_for_each(|step| match step {
        Step::Stage(effects) => {
            let before = stack.clone();
            if !effects.iter().all(|effect| is_safe(effect, effects, stack)) {
                return Err(Why::Else);
            }
            let mut effects = effects.iter();
            effects.try_for_each(|effect| apply(effect, stack, &before, some))
        }
        Step::Repeat(rounds, body) => {
            for _ in 0..*rounds {
                let before = stack.clone();
                let done = go(body, stack, some);
                // How often is not known.
                done.map_err(|why| {
                    if *rounds == usize::MAX {
                        Why::Else
                    } else {
                        why
                    }
                })?;
                if *stack == before {
                    break;
                }
            }
            Ok(())
        }
        Step::Visit(levels, body) => {
            stack.push(entered(levels));
            let fine = go(body, stack, some);
            stack.pop();
            fine
        }
        Step::Some(body) => go(body, stack, Some(stack.len() - 1)),
        Step::Epoch(arrays, body) => {
            // Versions of LPUs that are not here would be advanced too.
            let level = stack.len() - 1;
            let held = |array: &usize| stack.iter().flatten().any(|state| state.array == *array);
            if some.is_some_and(|at| at < level) && arrays.iter().any(held) {
                return Err(Why::Else);
            }
            go(body, stack, some)
        }
    })
}

/// Nothing that a stage reads of other LPUs' elements is written by them in the same stage: of
/// what it writes it reads only the element beside the one that it assigns, in loops that visit
/// only what the LPU owns.
fn is_safe(effect: &Effect, all: &[Effect], stack: &Stack) -> bool {
    let written = |array: usize| all.iter().any(|e| e.array == Some(array));
    let mut readings = effect.reads.iter();
    readings.all(|reading| {
        !reading.current
            || !written(reading.array)
            || stack.iter().all(|states| {
                let find = |array| states.iter().find(|state| state.array == array);
                let Some(state) = find(reading.array) else {
                    return true;
                };
                let target = effect.array.filter(|_| !effect.folds).and_then(find);
                !state.shared && is_beside(state, target, &reading.along)
            })
    })
}

/// True if an element that is read is in the padding of no side, the loop visiting what the LPU
/// owns of `target`.
fn is_beside(
    state: &State,
    target: Option<&State>,
    along: &[Option<(usize, usize, usize)>],
) -> bool {
    let pairs = state.padding.iter().zip(along);
    pairs.into_iter().all(|(sides, along)| {
        (0..2).all(|side| {
            sides[side].is_none()
                || along.is_some_and(|(d, low, high)| {
                    let bounded = target.and_then(|target| target.padding.get(d));
                    [low, high][side] == 0 && bounded.is_some_and(|sides| sides[side].is_some())
                })
        })
    })
}

/// Takes a stage's assignments into account, unless they need copies.
fn apply(
    effect: &Effect,
    stack: &mut Stack,
    before: &Stack,
    some: Option<usize>,
) -> Result<(), Why> {
    // Sides on which a part without padding leaves its edge out. LPUs of spaces further out cut
    // what they have in common in different places, so there they may differ from then on.
    let mut edges: Vec<[bool; 2]> = vec![[false; 2]; effect.left_out.len()];
    for (level, states) in stack.iter_mut().enumerate().rev() {
        let after = after(effect, states, &before[level])?;
        let find = |array: usize| states.iter().position(|state| state.array == array);
        let over = find(effect.over).map(|at| states[at].padding.clone());
        if effect.folds || effect.array.is_none() {
            // All that the loop visits counts, also in the padding.
            let enough = over.iter().flatten().zip(&effect.left_out).enumerate().all(
                |(d, (sides, &(low, high)))| {
                    let out = [low, high];
                    (0..2).all(|side| {
                        let beyond = sides[side].unwrap_or(0).saturating_sub(out[side]);
                        let valid = after.get(d).and_then(|sides| sides[side]);
                        match effect.array {
                            Some(_) => beyond == 0,
                            None => valid.is_none_or(|valid| beyond <= valid),
                        }
                    })
                },
            );
            if !enough {
                return Err(Why::Else);
            }
        }
        let Some(at) = effect.array.and_then(find) else {
            continue;
        };
        let torn = !effect.uniform || some.is_some_and(|of| of >= level);
        let state = &mut states[at];
        let padded = state.padding.iter().flatten().any(Option::is_some);
        if padded && !effect.separable {
            return Err(Why::Else);
        }
        if state.shared && (torn || padded && !effect.separable) {
            state.torn = true;
        }
        for d in 0..state.valid.len() {
            let out = effect
                .left_out
                .get(d)
                .map_or([0, 0], |&(low, high)| [low, high]);
            for side in 0..2 {
                let Some(valid) = state.valid[d][side] else {
                    continue;
                };
                let padding = state.padding[d][side].unwrap_or(0);
                // An element that is left out near the edge is not what its owner has.
                let Some(mut now) = padding.checked_sub(out[side]) else {
                    return Err(Why::Else);
                };
                if let Some(read) = after.get(d).and_then(|sides| sides[side]) {
                    now = now.min(read);
                }
                let edge = edges.get(d).is_some_and(|sides| sides[side]);
                state.counted &= !(torn || edge);
                state.valid[d][side] = Some(if torn || edge { 0 } else { now.min(valid) });
            }
        }
        for (d, sides) in edges.iter_mut().enumerate() {
            let (low, high) = effect.left_out[d];
            for (side, out) in [low, high].into_iter().enumerate() {
                let padded = state
                    .padding
                    .get(d)
                    .is_some_and(|sides| sides[side].is_some());
                sides[side] |= out > 0 && !padded;
            }
        }
    }
    Ok(())
}

/// How far beyond the owned elements of the loop's array the values of an assignment are right,
/// where anything bounds that, unless they are not even in the owned ones. What a stage has
/// written is in the current version alone: others are as they were `before` it.
fn after(effect: &Effect, states: &[State], before: &[State]) -> Result<Valid, Why> {
    let mut bounds: Valid = vec![[None; 2]; effect.left_out.len()];
    for reading in &effect.reads {
        let states = if reading.current { states } else { before };
        let Some(state) = states.iter().find(|state| state.array == reading.array) else {
            continue;
        };
        if state.torn {
            return Err(Why::Else);
        }
        for (sides, along) in state.valid.iter().zip(&reading.along) {
            for side in 0..2 {
                let Some(valid) = sides[side] else { continue };
                let &(d, low, high) = along.as_ref().ok_or(Why::Else)?;
                let left = valid.checked_sub([low, high][side]);
                let left = left.ok_or(match state.counted && !reading.current {
                    true => Why::UsedUp(state.array),
                    false => Why::Else,
                })?;
                let bound = &mut bounds.get_mut(d).ok_or(Why::Else)?[side];
                *bound = Some(bound.map_or(left, |bound| bound.min(left)));
            }
        }
    }
    Ok(bounds)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn in_place(levels: &[Level], steps: &[Step]) -> bool {
        Visit::new("A", levels.to_vec(), steps.to_vec()).in_place()
    }

    fn levels(padding: usize) -> Vec<Level> {
        vec![Level {
            array: 0,
            name: "u",
            padding: vec![(padding, padding)],
            shared: false,
        }]
    }

    fn sweep(current: bool) -> Step {
        Step::Stage(vec![Effect {
            array: Some(0),
            over: 0,
            separable: true,
            uniform: true,
            folds: false,
            left_out: vec![(1, 1)],
            reads: vec![Reading {
                array: 0,
                current,
                along: vec![Some((0, 1, 1))],
            }],
        }])
    }

    #[test]
    fn each_sweep_takes_one_of_the_padding() {
        let visit = |rounds| vec![Step::Repeat(rounds, vec![sweep(false)])];
        assert!(in_place(&levels(3), &visit(3)));
        assert!(!in_place(&levels(3), &visit(4)));
        assert!(!in_place(&levels(3), &visit(usize::MAX)));
        assert!(in_place(&levels(0), &visit(usize::MAX)));
        let why = |rounds| Visit::new("A", levels(3), visit(rounds)).all();
        assert_eq!((why(3), why(4)), (Ok(()), Err(Why::UsedUp(0))));
        // Neighbours write in the same stage what is read.
        assert!(!in_place(&levels(3), &[sweep(true)]));
    }

    /// A reduction of what a sweep reads, in the same loop.
    #[test]
    fn versions_before_are_what_they_were_when_a_stage_began() {
        let beside = |current| Reading {
            array: 0,
            current,
            along: vec![Some((0, 1, 1))],
        };
        let stage = |current| {
            let effect = |array, reading| Effect {
                array,
                over: 0,
                separable: array.is_some(),
                uniform: true,
                folds: true,
                left_out: vec![(1, 1)],
                reads: vec![reading],
            };
            vec![Step::Stage(vec![
                effect(Some(0), beside(false)),
                effect(None, beside(current)),
            ])]
        };
        assert!(in_place(&levels(1), &stage(false)));
        assert!(!in_place(&levels(1), &stage(true)));
        let twice = [stage(false), stage(false)].concat();
        assert!(!in_place(&levels(1), &twice));
    }

    #[test]
    fn all_levels_have_to_be_wide_enough() {
        let inner = |padding| {
            let body = vec![Step::Repeat(2, vec![sweep(false)])];
            vec![Step::Repeat(2, vec![Step::Visit(levels(padding), body)])]
        };
        assert!(in_place(&levels(4), &inner(2)));
        assert!(!in_place(&levels(4), &inner(1)));
        assert!(!in_place(&levels(3), &inner(2)));
    }

    /// Edges of parts without padding lie in the middle of the padded part around, elsewhere for
    /// each of its LPUs.
    #[test]
    fn edges_inside_of_a_padded_part_are_nobody_elses() {
        let inner = |rounds| {
            let body = vec![Step::Repeat(rounds, vec![sweep(false)])];
            vec![Step::Visit(levels(0), body)]
        };
        assert!(in_place(&levels(4), &inner(1)));
        assert!(!in_place(&levels(4), &inner(2)));
        assert!(in_place(&levels(0), &inner(2)));
    }

    #[test]
    fn what_some_do_is_not_read_by_others() {
        let mut line = levels(0);
        line[0].shared = true;
        let write = |reads: bool| {
            let reading = Reading {
                array: 0,
                current: true,
                along: vec![Some((0, 0, 0))],
            };
            Step::Stage(vec![Effect {
                array: Some(if reads { 1 } else { 0 }),
                over: 0,
                separable: true,
                uniform: true,
                folds: false,
                left_out: vec![(0, 0)],
                reads: if reads { vec![reading] } else { vec![] },
            }])
        };
        let some = || Step::Some(vec![write(false)]);
        assert!(in_place(&line, &[some()]));
        assert!(in_place(&line, &[write(true), some()]));
        assert!(!in_place(&line, &[some(), write(true)]));
        assert!(in_place(&line, &[write(false), write(true)]));
    }

    #[test]
    fn a_sum_counts_paddings_too() {
        let fold = |array, out| {
            Step::Stage(vec![Effect {
                array,
                over: 0,
                separable: true,
                uniform: true,
                folds: true,
                left_out: vec![(out, out)],
                reads: vec![],
            }])
        };
        assert!(in_place(&levels(1), &[fold(None, 0)]));
        assert!(in_place(&levels(1), &[fold(Some(0), 1)]));
        assert!(!in_place(&levels(2), &[fold(Some(0), 1)]));
    }
}
