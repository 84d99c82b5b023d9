//! Random coordinators: how often the task is executed, on which environments, and in between.
//!
//! Of every four programs one has two environments, whose arrays may be the same, taken in turns,
//! and one another's; their executions are in a loop and under a condition, and cut arrays
//! differently. The others execute the task once or twice.

use super::Maker;
use crate::random::rng::Rng;

impl Maker {
    /// True for programs with two environments.
    pub(super) fn has_two(&self) -> bool {
        self.seed % 4 == 2
    }

    /// What is done between the inputs and the outputs.
    pub(super) fn executions(&self) -> String {
        if self.has_two() {
            return self.two();
        }
        self.execute("    ", "env", false)
            .repeat(1 + usize::from(self.twice))
    }

    /// An execution, with the partition arguments in their order or the other way round.
    fn execute(&self, blank: &str, environment: &str, reversed: bool) -> String {
        let mut arguments: Vec<String> =
            (0..self.parameters).map(|p| format!("args.p{p}")).collect();
        if reversed {
            arguments.reverse();
        }
        let partition = match arguments.is_empty() {
            true => String::new(),
            false => format!("; partition: {}", arguments.join(", ")),
        };
        format!("{blank}execute(task: \"Random\"; environment: {environment}{partition})\n")
    }

    /// Two environments.
    fn two(&self) -> String {
        // Its own numbers: the task is what it would be with one environment.
        let rng = &mut Rng::new(!self.seed);
        let mut text = "    other = new TaskEnvironment(name: \"Random\")\n".to_owned();
        let alike = self.grids[0] == self.grids[1];
        let (first, second) = match alike && rng.percent(50) {
            true => ("g1", "g0"),
            false => ("g0", "g1"),
        };
        let own = rng.percent(40);
        for (name, from) in [("g0", first), ("g1", second), ("line", "line")] {
            text += &match own {
                true => format!("    bind_input(other, \"{name}\", args.in_{from})\n"),
                false => format!("    other.{name} = env.{from}\n"),
            };
        }
        text += "    round = 0\n    do {\n";
        let blank = "        ";
        text += &self.execute(blank, "env", false);
        let reversed = rng.percent(70);
        let other = self.execute("            ", "other", reversed);
        let condition = *rng.pick(&[
            "round % 2 == 0",
            "env.count > 2",
            "round > 0 or env.count < 3",
        ]);
        text += &format!("{blank}if ({condition}) {{\n{other}{blank}}}");
        text += &match rng.percent(30) {
            true => {
                let again = self.execute("            ", "env", !reversed);
                format!(" else {{\n{again}{blank}}}\n")
            }
            false => "\n".to_owned(),
        };
        // What one has made is what the other goes on with.
        let made = (2..self.grids.len()).find(|&g| self.grids[g] == self.grids[1]);
        if let Some(made) = made.filter(|_| rng.percent(60)) {
            text += &format!("{blank}other.g1 = env.g{made}\n");
        }
        if own && rng.percent(50) {
            text += &format!("{blank}other.line = env.line\n");
        }
        text + "        round = round + 1\n    } while round < 2\n"
    }
}
