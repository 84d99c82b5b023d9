//! Processors: how many there are, how many this process gets, and how PPUs fill them.

use std::collections::BTreeSet;

use pcubes::discover::CpuSet;
use pcubes::{Crowd, Grain, Machine, Placement};

use super::finding::{Finding, Level};
use super::keeper::Keeper;
use super::probe::{Probe, many};
use super::ranks::Ranks;
use super::variables::{Bind, Settings};

/// What the findings about processors are made of.
pub struct Processors {
    /// Processors of the node that are online.
    pub online: CpuSet,
    /// Those that this process may use.
    pub mask: CpuSet,
    /// Cores of the node.
    pub node_cores: usize,
    /// The machine that the runtime sees.
    pub machine: Machine,
    /// Where it places its PPUs.
    pub placement: Placement,
    /// What they are bound to.
    pub bind: Bind,
    /// They are as many as a variable says, not as many as suit.
    pub asked: bool,
    /// Processors' worth of time that the control group grants.
    pub quota: Option<f64>,
}

impl Processors {
    /// Finds out; what the kernel does not tell is taken from what the runtime sees.
    #[must_use]
    pub fn find(probe: &Probe, settings: &Settings) -> Processors {
        let machine = if probe.is_here() {
            pcubes::discover::discover()
        } else {
            pcubes::discover::discover_sysfs(&probe.root)
                .unwrap_or_else(|_| Machine::new("unknown", pcubes::Space::new("core", 1)))
        };
        let seen = || {
            machine
                .ppus()
                .iter()
                .filter_map(|p| p.cpu)
                .collect::<CpuSet>()
        };
        let online = probe
            .list("/sys/devices/system/cpu/online")
            .unwrap_or_else(seen);
        let mask = pcubes::discover::allowed(&probe.root).map_or_else(seen, |m| m.and(&online));
        let grain = if settings.bind == Bind::Thread {
            Grain::Thread
        } else {
            Grain::Core
        };
        let placement = machine.place(settings.ppus, grain);
        Processors {
            node_cores: node_cores(probe, &online),
            online,
            mask,
            placement,
            bind: settings.bind,
            asked: settings.ppus.is_some(),
            quota: probe.quota(),
            machine,
        }
    }

    /// Number of PPUs.
    #[must_use]
    pub fn ppus(&self) -> usize {
        self.placement.len()
    }

    /// Who shares what.
    #[must_use]
    pub fn crowd(&self) -> Crowd {
        let bound = self.bind != Bind::None;
        let cpu = |worker| self.placement.cpu(worker).filter(|_| bound);
        let cpus: Vec<Option<u32>> = (0..self.ppus()).map(cpu).collect();
        self.machine.crowd(&cpus)
    }

    /// PPUs that there were if nothing limited their time and no variable their number.
    #[must_use]
    pub fn unlimited(&self) -> usize {
        let ppus = self.machine.ppus();
        match self.bind {
            Bind::Thread => ppus.len().max(1),
            _ => ppus.last().map_or(1, |ppu| ppu.core + 1),
        }
    }
}

/// All findings about processors.
#[must_use]
pub fn findings(probe: &Probe, found: &Processors, ranks: Option<&Ranks>) -> Vec<Finding> {
    let mut list = vec![mask(probe, found, ranks)];
    list.extend(isolated(probe, found));
    list.push(quota(probe, found));
    list.push(ppus(found));
    list.push(load(probe, found));
    list
}

fn mask(probe: &Probe, found: &Processors, ranks: Option<&Ranks>) -> Finding {
    let topic = "processors";
    let (mask, online) = (found.mask.len(), found.online.len());
    let what = if mask < online {
        let (one, all) = (&found.mask, &found.online);
        format!("{mask} of the {online} that are online: {one} (of {all})")
    } else {
        format!("all {online} that are online: {}", found.online)
    };
    if mask >= online {
        return Finding::ok(topic, what);
    }
    if let Some(ranks) = ranks.filter(|ranks| mask >= online / ranks.local) {
        return Finding::ok(
            topic,
            format!("{what}, a part for each of {} ranks", ranks.local),
        );
    }
    let cure = match ranks {
        Some(ranks) => ranks.launcher.one_each(found.share(ranks.local)),
        None if in_cpuset(probe, found) => Keeper::find(probe).processors(&found.online),
        None => format!("taskset -c {} PROGRAM", found.online),
    };
    if mask == 1 {
        let so = "everything runs on one processor: no number of PPUs makes it faster";
        return Finding::new(Level::Warning, topic, what).so(so).cure(cure);
    }
    let so =
        "the affinity mask (taskset, a launcher, a container's cpuset) keeps PPUs off the others";
    Finding::new(Level::Note, topic, what).so(so).cure(cure)
}

/// True when the control group grants no more processors than the mask has: no program can
/// widen its mask beyond them.
fn in_cpuset(probe: &Probe, found: &Processors) -> bool {
    let files = [
        "cpuset.cpus.effective",
        "cpuset.effective_cpus",
        "cpuset.cpus",
    ];
    let set = probe.group_text("cpuset", &files);
    set.and_then(|text| CpuSet::parse(&text))
        .is_some_and(|set| !set.is_empty() && found.mask.contains_all(&set.and(&found.online)))
}

impl Processors {
    /// The PPUs that each of so many ranks should have.
    #[must_use]
    pub fn share(&self, ranks: usize) -> usize {
        (self.node_cores / ranks.max(1)).max(1)
    }
}

/// Cores of the node, those included that this process may not use; processors where the
/// kernel does not tell.
fn node_cores(probe: &Probe, online: &CpuSet) -> usize {
    let core = |cpu: u32| {
        let dir = format!("/sys/devices/system/cpu/cpu{cpu}/topology");
        let files = ["core_cpus_list", "thread_siblings_list"];
        let list = files
            .iter()
            .find_map(|file| probe.read(format!("{dir}/{file}")));
        list.unwrap_or_else(|| cpu.to_string())
    };
    online.iter().map(core).collect::<BTreeSet<_>>().len()
}

fn isolated(probe: &Probe, found: &Processors) -> Option<Finding> {
    let isolated = probe
        .list("/sys/devices/system/cpu/isolated")?
        .and(&found.mask);
    if isolated.is_empty() {
        return None;
    }
    let what = format!("processors {isolated} are isolated: the kernel balances no threads there");
    Some(if found.bind == Bind::None {
        Finding::new(Level::Warning, "processors", what)
            .so("PPUs that are not bound stay where the first of them started")
            .cure("export HP5_BIND=core")
    } else {
        let so = "PPUs are bound, so each has its own; other threads that the program starts stay \
                  where they begin, if need be all on one processor";
        let cure = "ps -Lo tid,psr,comm -p PID; taskset -cp CPU TID  # for each that is no PPU";
        Finding::new(Level::Note, "processors", what)
            .so(so)
            .cure(cure)
    })
}

fn quota(probe: &Probe, found: &Processors) -> Finding {
    let topic = "quota";
    let Some(quota) = found.quota else {
        return Finding::ok(topic, "no control group limits processor time");
    };
    let text = format!("{quota:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    let what = format!("the control group grants the time of {text} processors");
    let ppus = found.ppus();
    let whole = (quota.floor() as usize).max(1);
    // Only what PPUs there are can use up the time.
    if ppus as f64 > quota && (found.asked || quota < 1.0) {
        let so = format!(
            "{} use it up early in each period, then all of them are stopped until the next one",
            many(ppus, "PPU")
        );
        let cure = if quota < 1.0 {
            Keeper::find(probe).time(1)
        } else {
            format!("export HP5_NUM_PPUS={whole}")
        };
        return Finding::new(Level::Warning, topic, what).so(so).cure(cure);
    }
    let mut so = Vec::new();
    let full = found.unlimited();
    if whole < full {
        so.push(format!("{} at most instead of {full}", many(whole, "PPU")));
    }
    let count = |key| probe.group_count("cpu", "cpu.stat", key).unwrap_or(0);
    let (stopped, periods) = (count("nr_throttled "), count("nr_periods "));
    if stopped > 0 {
        so.push(format!(
            "the group was stopped in {stopped} of {periods} periods so far"
        ));
    }
    if so.is_empty() {
        return Finding::ok(topic, format!("{what}, enough for all PPUs"));
    }
    let more = (quota.ceil() as usize).saturating_add(1).max(full);
    Finding::new(Level::Note, topic, what)
        .so(so.join("; "))
        .cure(Keeper::find(probe).time(more))
}

fn ppus(found: &Processors) -> Finding {
    let topic = "ppus";
    let crowd = found.crowd();
    let n = many(crowd.workers, "PPU");
    let processors = many(crowd.processors, "processor");
    let cores = many(crowd.cores, "core");
    let place = format!("{n} on {cores}, {processors}");
    let paid_for = found.quota.map_or(usize::MAX, |quota| quota as usize);
    let mut per_core = format!("export HP5_NUM_PPUS={}", crowd.cores.min(paid_for.max(1)));
    if found.bind == Bind::Thread {
        // Else so many would stand on the hardware threads of half as many cores.
        per_core += " HP5_BIND=core";
    }
    if crowd.workers > crowd.processors {
        let mut what = place;
        if let Some((cpu, sharing)) = crowd.on_processor.first() {
            let sharing: Vec<String> = sharing.iter().map(usize::to_string).collect();
            what += &format!("; processor {cpu} has the PPUs {}", sharing.join(", "));
        }
        return Finding::new(Level::Warning, topic, what)
            .so("PPUs take turns on a processor: a task that others wait for waits for its turn")
            .cure(per_core);
    }
    if !crowd.on_core.is_empty() {
        let (cpus, sharing) = &crowd.on_core[0];
        let text = |list: &mut dyn Iterator<Item = String>| list.collect::<Vec<_>>().join(", ");
        let what = format!(
            "{place}; the PPUs {} share a core (processors {}){}",
            text(&mut sharing.iter().map(usize::to_string)),
            text(&mut cpus.iter().map(u32::to_string)),
            match crowd.on_core.len() {
                1 => String::new(),
                n => format!(", as do {}", many(n - 1, "other set")),
            }
        );
        let so =
            "two hardware threads of a core compute hardly faster than one, and halve its caches";
        let level = if found.bind == Bind::Thread {
            Level::Note
        } else {
            Level::Warning
        };
        return Finding::new(level, topic, what).so(so).cure(per_core);
    }
    let unused = crowd.cores.saturating_sub(crowd.workers);
    let paid = found
        .quota
        .is_some_and(|quota| quota < (crowd.workers + 1) as f64);
    if unused > 0 && !paid {
        let so = format!("{} without a PPU", many(unused, "core"));
        return Finding::new(Level::Note, topic, place)
            .so(so)
            .cure("unset HP5_NUM_PPUS");
    }
    let own = match (found.bind, paid && unused > 0) {
        (Bind::None, _) => "they are not bound",
        (_, true) => "as many as the control group pays for",
        _ => "each has a core to itself",
    };
    Finding::ok(topic, format!("{place}: {own}"))
}

/// Others that run already.
fn load(probe: &Probe, found: &Processors) -> Finding {
    let topic = "load";
    let load = probe.read("/proc/loadavg");
    let Some(load) = load.and_then(|text| text.split_whitespace().next()?.parse::<f64>().ok())
    else {
        return Finding::ok(topic, "the kernel does not tell what else runs");
    };
    let online = found.online.len() as f64;
    let what =
        format!("{load:.2} threads ran on average in the last minute, on {online} processors");
    let free = online - load;
    if load < 0.5 || free >= found.ppus() as f64 {
        return Finding::ok(topic, what);
    }
    let so = "PPUs that share a processor with others make everybody wait at the end of a region; \
              times measured now say little";
    let level = if load > online {
        Level::Warning
    } else {
        Level::Note
    };
    let mut cure =
        "ps -eo pcpu,pid,user,comm --sort=-pcpu | head  # wait for these, or end them".to_owned();
    if free >= 1.0 {
        cure += &format!(", or: export HP5_NUM_PPUS={}", free as usize);
    }
    Finding::new(level, topic, what).so(so).cure(cure)
}
