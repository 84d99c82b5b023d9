//! A machine as text: its tree with all figures, equal siblings drawn once.

use std::fmt::Write as _;

use crate::discover::cpuset::write_list;
use crate::machine::Machine;
use crate::space::{Exchange, Figure, Role, Space};

/// The figures of a space in words, label and text; assumed ones with a star.
pub(crate) fn figures(space: &Space) -> Vec<(&'static str, String)> {
    let star = |text: String, figure: Figure| {
        if space.is_assumed(figure) {
            text + "*"
        } else {
            text
        }
    };
    let mut lines = Vec::new();
    let mut line = |label, parts: [Option<String>; 4]| {
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        if !parts.is_empty() {
            lines.push((label, parts.join(", ")));
        }
    };
    if let Some(compute) = space.compute {
        let operations = compute
            .operations
            .map(|n| star(counted(n, "operation"), Figure::ComputeOperations));
        let clock = compute
            .clock
            .map(|clock| star(clock.to_string(), Figure::ComputeClock));
        line(
            "compute",
            [operations.map(|text| text + " a cycle"), clock, None, None],
        );
    }
    if let Some(memory) = space.memory {
        line(
            "memory",
            [
                Some(star(memory.size.rounded(), Figure::MemorySize)),
                memory
                    .transactions
                    .map(|n| star(n.to_string(), Figure::MemoryTransactions) + " at a time"),
                memory
                    .width
                    .map(|w| star(w.to_string(), Figure::MemoryWidth) + " wide"),
                memory
                    .latency
                    .map(|l| star(l.to_string(), Figure::MemoryLatency)),
            ],
        );
    }
    if let Some(exchange) = space.exchange {
        let text = match exchange {
            Exchange::None => "none among siblings".to_owned(),
            Exchange::Latency(latency) => format!("{latency} among siblings"),
        };
        line(
            "exchange",
            [Some(star(text, Figure::Exchange)), None, None, None],
        );
    }
    if let Some(movement) = space.movement {
        let latency = movement
            .latency
            .map(|l| star(l.to_string(), Figure::MovementLatency) + " to the parent");
        let latency = latency.or_else(|| Some("to the parent".to_owned()));
        let width = movement
            .width
            .map(|w| star(w.to_string(), Figure::MovementWidth) + " wide");
        let bandwidth = movement
            .bandwidth
            .map(|n| star(n.to_string(), Figure::MovementBandwidth) + " at a time");
        line("movement", [latency, width, bandwidth, None]);
    }
    if let Some(note) = &space.note {
        line("note", [Some(note.clone()), None, None, None]);
    }
    lines
}

fn counted(n: u32, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

/// What a space and its count are called: "4 x core", or "machine" for a single one on top.
pub(crate) fn title(space: &Space, top: bool) -> String {
    let star = if space.is_assumed(Figure::Count) {
        "*"
    } else {
        ""
    };
    if top && space.count == 1 {
        space.name.clone()
    } else {
        format!("{}{star} x {}", space.count, space.name)
    }
}

/// True when some figure of the machine is an assumption.
pub(crate) fn has_assumptions(machine: &Machine) -> bool {
    machine
        .root()
        .walk()
        .any(|(_, space)| !space.assumed.is_empty())
}

/// What the leaves are, in one line: "256 PPUs (Core)".
pub(crate) fn summary(machine: &Machine) -> String {
    let mut kinds: Vec<&str> = Vec::new();
    for (_, leaf) in machine
        .root()
        .walk()
        .filter(|(_, space)| space.spaces.is_empty())
    {
        if !kinds.contains(&leaf.name.as_str()) {
            kinds.push(&leaf.name);
        }
    }
    let count = machine.ppu_count();
    let mut text = format!(
        "{count} PPU{} ({})",
        if count == 1 { "" } else { "s" },
        kinds.join(", ")
    );
    let cores = machine.ppus().last().map_or(0, |p| p.core + 1);
    let threads = machine.root().walk().any(|(_, s)| s.role == Role::Thread);
    if threads && machine.ppus().len() as u64 == count {
        _ = write!(
            text,
            " on {cores} core{}",
            if cores == 1 { "" } else { "s" }
        );
    }
    if !machine.cpus().is_empty() {
        _ = write!(text, "; processors {}", write_list(machine.cpus()));
    }
    if let Some(quota) = machine.cpu_quota {
        _ = write!(text, "; the control group pays for {quota}");
    }
    text
}

impl Machine {
    /// The machine for people to read: a tree of spaces with their figures in the units that
    /// read best, each kind of unit once with its count. Assumed figures have a star.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut out = self.name.clone();
        if let Some(about) = &self.about {
            _ = write!(out, ": {about}");
        }
        _ = writeln!(out, "\n{}", summary(self));
        if let Some(source) = &self.source {
            _ = writeln!(out, "source: {source}");
        }
        out.push('\n');
        space(&mut out, self.root(), "", "", true);
        if has_assumptions(self) {
            out.push_str("\n* assumed\n");
        }
        out
    }
}

/// Writes a space and all below it: `head` before its title, `rest` before what follows.
fn space(out: &mut String, this: &Space, head: &str, rest: &str, top: bool) {
    _ = writeln!(out, "{head}{}", title(this, top));
    let rail = if this.spaces.is_empty() {
        "   "
    } else {
        "│  "
    };
    for (label, text) in figures(this) {
        _ = writeln!(out, "{rest}{rail}{label:<9} {text}");
    }
    for (index, sub) in this.spaces.iter().enumerate() {
        let last = index + 1 == this.spaces.len();
        let (branch, below) = if last {
            ("└─ ", "   ")
        } else {
            ("├─ ", "│  ")
        };
        space(
            out,
            sub,
            &format!("{rest}{branch}"),
            &format!("{rest}{below}"),
            false,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_k20_reads_well() {
        let wanted = "\
K20: NVIDIA Tesla K20: 15 streaming multiprocessors, 2496 streaming cores
240 PPUs (Warp)
source: HighP5, sections 3.3.1 and 3.4 and figure 2

GPU
│  memory    6 GiB, 15 at a time, 128 B wide, 100..300 cycles*
│  note      the latency is that of data movement to a multiprocessor
└─ 15 x SM
   │  memory    48 KiB, 1* at a time, 64 B wide, 1 cycle
   │  exchange  none among siblings
   │  movement  100..300 cycles to the parent, 128 B wide, 15 at a time
   │  note      64 KiB of shared memory, of which programs have 48
   └─ 16 x Warp
         compute   32 operations a cycle, 44 MHz
         movement  1 cycle to the parent, 64 B wide, 1 at a time

* assumed
";
        assert_eq!(Machine::named("k20").unwrap().to_text(), wanted);
    }

    #[test]
    fn a_discovered_machine_names_its_processors() {
        let mut machine = Machine::synthetic("package:1 core:2 pu:2")
            .unwrap()
            .with_cpus(vec![0, 2, 1, 3]);
        machine.cpu_quota = Some(1);
        let text = machine.to_text();
        let wanted = "4 PPUs (pu) on 2 cores; processors 0,2,1,3; the control group pays for 1\n";
        assert!(text.contains(wanted), "{text}");
        assert!(!text.contains("assumed"), "{text}");
    }

    #[test]
    fn kinds_of_core_are_branches() {
        let fast = Space::new("fast", 2).with(Space::new("pu", 2));
        let machine = Machine::new(
            "m",
            Space::new("machine", 1)
                .with(fast)
                .with(Space::new("slow", 4)),
        );
        assert!(
            machine
                .to_text()
                .ends_with("\nmachine\n├─ 2 x fast\n│  └─ 2 x pu\n└─ 4 x slow\n")
        );
    }
}
