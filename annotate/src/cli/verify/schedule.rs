//! The schedules that a program is run under, and the command that runs it so again.

use std::ffi::OsString;
use std::path::Path;

use crate::cli::quote::quoted;

/// Who chooses the order of tasks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// The scheduler, undisturbed.
    Plain,
    /// A seed alone: one task at a time, the same order each time.
    Seed(u64),
    /// The scheduler, disturbed by a seed, with delays, truly parallel.
    Chaos(u64),
}

/// One way to run the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Schedule {
    /// Who chooses.
    pub order: Order,
    /// On how many PPUs.
    pub ppus: u32,
}

/// Variables that say how a program is run. They are taken from the environment of the runs
/// unless the schedule sets them; other HP5_* variables stay as the person has set them.
pub const OURS: [&str; 9] = [
    "HP5_NUM_PPUS",
    "HP5_REPLAY",
    "HP5_SEED",
    "HP5_CHAOS",
    "HP5_TRACE",
    "HP5_DOT",
    "HP5_SVG",
    "HP5_QUIET",
    "HP5_SERIAL",
];

impl Schedule {
    /// The variables that make it. Every second seed records and replays whatever loop it can,
    /// where an undisturbed run does so for long ones only.
    #[must_use]
    pub fn variables(self) -> Vec<(&'static str, String)> {
        let seed = match self.order {
            Order::Plain => None,
            Order::Seed(seed) => Some(("HP5_SEED", seed)),
            Order::Chaos(seed) => Some(("HP5_CHAOS", seed)),
        };
        let replays = seed.is_some_and(|(_, seed)| seed % 2 == 0);
        let replay = replays.then(|| ("HP5_REPLAY", "always".to_owned()));
        let seed = seed.map(|(name, seed)| (name, seed.to_string()));
        let ppus = ("HP5_NUM_PPUS", self.ppus.to_string());
        seed.into_iter().chain(replay).chain([ppus]).collect()
    }

    /// What it is called.
    #[must_use]
    pub fn name(self) -> String {
        let ppus = match self.ppus {
            1 => "1 PPU".to_owned(),
            n => format!("{n} PPUs"),
        };
        match self.order {
            Order::Plain => format!("plain on {ppus}"),
            Order::Seed(seed) => format!("HP5_SEED={seed} on {ppus}"),
            Order::Chaos(seed) => format!("HP5_CHAOS={seed} on {ppus}"),
        }
    }

    /// True when running it again runs the same.
    #[must_use]
    pub fn is_exact(self) -> bool {
        matches!(self.order, Order::Seed(_)) || self.ppus == 1
    }

    /// A line for the shell that runs `program` so.
    #[must_use]
    pub fn command(self, program: &Path, args: &[OsString], inherited: &[&str]) -> String {
        let set = self.variables();
        // What is set outside and not here would come in again.
        let cleared = inherited
            .iter()
            .filter(|name| set.iter().all(|(n, _)| n != *name));
        let mut words: Vec<String> = cleared.map(|name| format!("{name}=")).collect();
        words.extend(set.iter().map(|(name, value)| format!("{name}={value}")));
        words.push(quoted(&program.to_string_lossy()));
        words.extend(args.iter().map(|arg| quoted(&arg.to_string_lossy())));
        words.join(" ")
    }
}

/// All schedules in the order in which they are tried: those that can be repeated exactly
/// come first, so that the first that fails is one of them if any of them does.
#[must_use]
pub fn plan(ppus: &[u32], seeds: impl Iterator<Item = u64> + Clone) -> Vec<Schedule> {
    let each = |order: Order| ppus.iter().map(move |&ppus| Schedule { order, ppus });
    seeds
        .clone()
        .map(Order::Seed)
        .chain(std::iter::once(Order::Plain))
        .chain(seeds.map(Order::Chaos))
        .flat_map(each)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_seed_is_tried_both_ways_on_every_number_of_ppus() {
        let plan = plan(&[1, 2, 8], 5..=6);
        assert_eq!(plan.len(), 3 * (2 + 1 + 2));
        assert_eq!(plan[0].name(), "HP5_SEED=5 on 1 PPU");
        assert_eq!(plan[5].name(), "HP5_SEED=6 on 8 PPUs");
        assert_eq!(plan[6].name(), "plain on 1 PPU");
        assert_eq!(plan[14].name(), "HP5_CHAOS=6 on 8 PPUs");
    }

    #[test]
    fn the_command_is_one_for_a_shell() {
        let schedule = Schedule {
            order: Order::Seed(3),
            ppus: 2,
        };
        let args = ["--n", "it's", ""].map(OsString::from);
        assert_eq!(
            schedule.command(Path::new("a b/c"), &args, &["HP5_CHAOS", "HP5_SEED"]),
            r"HP5_CHAOS= HP5_SEED=3 HP5_NUM_PPUS=2 'a b/c' --n 'it'\''s' ''"
        );
        assert!(schedule.is_exact());
        let schedule = Schedule {
            order: Order::Chaos(4),
            ppus: 1,
        };
        assert_eq!(
            schedule.command(Path::new("a"), &[], &["HP5_REPLAY"]),
            "HP5_CHAOS=4 HP5_REPLAY=always HP5_NUM_PPUS=1 a"
        );
    }
}
