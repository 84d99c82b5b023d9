//! The variables of HP5 itself: wrong names, wrong values, and values that cost time.
//!
//! The runtime refuses a wrong value when it starts and cannot see a wrong name at all.

use pcubes::Machine;

use super::finding::{Finding, Level};
use super::probe::Probe;
use crate::cli::quote::quoted;
use crate::directive::distance;

const TOPIC: &str = "variables";

/// All variables that the runtime and the tools look at. A test of the tree holds this list
/// against their sources.
pub const KNOWN: [&str; 20] = [
    "HP5_BIND",
    "HP5_CACHE",
    "HP5_CHAOS",
    "HP5_CHECKED",
    "HP5_DOT",
    "HP5_MACHINE",
    "HP5_MAP",
    "HP5_MAX_TASKS",
    "HP5_NUM_PPUS",
    "HP5_PROGRESS",
    "HP5_QUIET",
    "HP5_REPLAY",
    "HP5_SEED",
    "HP5_SERIAL",
    "HP5_STACK",
    "HP5_SVG",
    "HP5_TIMES",
    "HP5_TRACE",
    "HP5_TRACE_FLOWS",
    "HP5_WATCHDOG",
];

/// What people call them after other runtimes.
const ALIASES: [(&str, &str); 8] = [
    ("HP5_NUM_THREADS", "HP5_NUM_PPUS"),
    ("HP5_THREADS", "HP5_NUM_PPUS"),
    ("HP5_NUM_WORKERS", "HP5_NUM_PPUS"),
    ("HP5_WORKERS", "HP5_NUM_PPUS"),
    ("HP5_NCPU", "HP5_NUM_PPUS"),
    ("HP5_PROC_BIND", "HP5_BIND"),
    ("HP5_AFFINITY", "HP5_BIND"),
    ("HP5_TIMEOUT", "HP5_WATCHDOG"),
];

/// Most PPUs that the runtime starts.
const MOST_PPUS: usize = 4096;

/// What PPUs are bound to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Bind {
    /// Nothing.
    None,
    /// A core each.
    #[default]
    Core,
    /// A hardware thread each.
    Thread,
}

/// What the variables ask for, as far as it can be.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    /// `HP5_NUM_PPUS`.
    pub ppus: Option<usize>,
    /// `HP5_BIND`.
    pub bind: Bind,
    /// `HP5_MACHINE`, read.
    pub machine: Option<Machine>,
}

/// Reads the variables.
#[must_use]
pub fn settings(probe: &Probe) -> (Settings, Vec<Finding>) {
    let mut findings = Vec::new();
    let mut settings = Settings::default();
    let ppus = probe.var("HP5_NUM_PPUS");
    settings.ppus = ppus
        .and_then(|text| text.parse().ok())
        .filter(|n| (1..=MOST_PPUS).contains(n));
    if let (Some(text), None) = (ppus, settings.ppus) {
        let expected = format!("a whole number from 1 to {MOST_PPUS}");
        findings.push(refused(
            "HP5_NUM_PPUS",
            text,
            &expected,
            "unset HP5_NUM_PPUS",
        ));
    }
    match probe.var("HP5_BIND") {
        None | Some("core") => {}
        Some("none") => settings.bind = Bind::None,
        Some("thread") => settings.bind = Bind::Thread,
        Some(text) => {
            let cure = "export HP5_BIND=core";
            findings.push(refused("HP5_BIND", text, "none, core or thread", cure));
        }
    }
    match probe.var("HP5_REPLAY") {
        None | Some("1") => {}
        Some("0") => {
            let finding = Finding::new(Level::Note, TOPIC, "HP5_REPLAY=0 is set");
            let so =
                "loops of one shape are registered turn by turn, and not recorded and replayed";
            findings.push(finding.so(so).cure("unset HP5_REPLAY"));
        }
        Some("always") => {
            let finding = Finding::new(Level::Warning, TOPIC, "HP5_REPLAY=always is set");
            let so = "loops are recorded where it does not pay as well: for tests";
            findings.push(finding.so(so).cure("unset HP5_REPLAY"));
        }
        Some(text) => {
            let cure = "unset HP5_REPLAY";
            findings.push(refused("HP5_REPLAY", text, "0, 1 or always", cure));
        }
    }
    for (name, cure) in [
        ("HP5_CHAOS", "unset HP5_CHAOS"),
        ("HP5_SEED", "unset HP5_SEED"),
    ] {
        match probe.var(name) {
            Some(text) if text.parse::<u64>().is_err() => {
                findings.push(refused(name, text, "a seed: a whole number", cure));
            }
            Some(seed) => findings.push(for_tests(name, seed, cure)),
            None => {}
        }
    }
    max_tasks(probe, &mut findings);
    if let Some(text) = probe.var("HP5_WATCHDOG") {
        match text.strip_suffix(",all").unwrap_or(text).parse::<f64>() {
            Ok(0.0) => {}
            Ok(seconds) if std::time::Duration::try_from_secs_f64(seconds).is_ok() => {
                let what = format!("HP5_WATCHDOG={text}: a watchdog notes every task");
                let finding = Finding::new(Level::Note, TOPIC, what);
                let so = "a task costs some tenths of a microsecond more";
                findings.push(finding.so(so).cure("unset HP5_WATCHDOG"));
            }
            _ => {
                let cure = "export HP5_WATCHDOG=30";
                findings.push(refused("HP5_WATCHDOG", text, "a number of seconds", cure));
            }
        }
    }
    if let Some(text) = probe.var("HP5_TRACE_FLOWS")
        && !["cross", "all", "none"].contains(&text)
    {
        let cure = "export HP5_TRACE_FLOWS=cross";
        findings.push(refused("HP5_TRACE_FLOWS", text, "cross, all or none", cure));
    }
    for name in ["HP5_QUIET", "HP5_PROGRESS", "HP5_CHECKED", "HP5_TIMES"] {
        if let Some(text) = probe.var(name).filter(|text| !["0", "1"].contains(text)) {
            findings.push(refused(name, text, "0 or 1", &format!("export {name}=1")));
        }
    }
    if let Some(text) = probe.var("HP5_STACK")
        && !is_stack(text)
    {
        let expected = "bytes, or with K, M or G behind the number, from 128K to 64G";
        findings.push(refused("HP5_STACK", text, expected, "unset HP5_STACK"));
    }
    if let Some(name) = probe.var("HP5_MACHINE") {
        match Machine::named(name) {
            Ok(machine) => settings.machine = Some(machine),
            Err(error) => {
                let what = format!("HP5_MACHINE={name}: {error}");
                let finding = Finding::new(Level::Error, TOPIC, what);
                findings.push(
                    finding
                        .so("programs do not start")
                        .cure("unset HP5_MACHINE  # or set it to one of: hp5 machine --list"),
                );
            }
        }
    }
    observers(probe, &mut findings);
    names(probe, &mut findings);
    if findings.is_empty() {
        let set: Vec<String> = KNOWN
            .iter()
            .filter_map(|name| Some(format!("{name}={}", probe.var(name)?)))
            .collect();
        findings.push(Finding::ok(
            TOPIC,
            if set.is_empty() {
                "no HP5_* variable is set".to_owned()
            } else {
                set.join(" ")
            },
        ));
    }
    (settings, findings)
}

/// A size that the runtime takes for a stack.
fn is_stack(text: &str) -> bool {
    let (number, shift) = match text.as_bytes().last().map(u8::to_ascii_uppercase) {
        Some(b'K') => (&text[..text.len() - 1], 10),
        Some(b'M') => (&text[..text.len() - 1], 20),
        Some(b'G') => (&text[..text.len() - 1], 30),
        _ => (text, 0),
    };
    let bytes = number.parse::<u64>().ok();
    let bytes = bytes.and_then(|number| number.checked_mul(1 << shift));
    bytes.is_some_and(|bytes| (128 << 10..=64 << 30).contains(&bytes))
}

fn refused(name: &str, value: &str, expected: &str, cure: &str) -> Finding {
    Finding::new(
        Level::Error,
        TOPIC,
        format!("{name}={value}: expected {expected}"),
    )
    .so("programs do not start")
    .cure(cure)
}

fn for_tests(name: &str, seed: &str, cure: &str) -> Finding {
    let so = if name == "HP5_SEED" {
        "tasks run one at a time in an order that the seed gives: for tests, no use of several PPUs"
    } else {
        "the order of tasks is disturbed and tasks are delayed: for tests, slow"
    };
    Finding::new(Level::Warning, TOPIC, format!("{name}={seed} is set"))
        .so(so)
        .cure(cure)
}

fn max_tasks(probe: &Probe, findings: &mut Vec<Finding>) {
    let Some(text) = probe.var("HP5_MAX_TASKS") else {
        return;
    };
    match text.parse::<u64>() {
        Ok(1..64) => {
            let what = format!("HP5_MAX_TASKS={text} tasks of a region are in flight at most");
            let finding = Finding::new(Level::Warning, TOPIC, what);
            let so = "so few leave PPUs without work while the registering thread waits";
            findings.push(finding.so(so).cure("unset HP5_MAX_TASKS"));
        }
        Ok(1..) => {}
        _ => {
            let expected = "a whole number from 1";
            findings.push(refused(
                "HP5_MAX_TASKS",
                text,
                expected,
                "unset HP5_MAX_TASKS",
            ));
        }
    }
}

fn observers(probe: &Probe, findings: &mut Vec<Finding>) {
    let set: Vec<&str> = ["HP5_TRACE", "HP5_DOT", "HP5_SVG"]
        .into_iter()
        .filter(|name| probe.var(name).is_some())
        .collect();
    if !set.is_empty() {
        let what = format!("{} set: every task is recorded", set.join(", "));
        let finding = Finding::new(Level::Note, TOPIC, what);
        let so = "costs memory for each task, and some time where tasks are short";
        findings.push(finding.so(so).cure(format!("unset {}", set.join(" "))));
    }
}

/// Names that nobody looks at.
fn names(probe: &Probe, findings: &mut Vec<Finding>) {
    for (name, value) in &probe.env {
        let upper = name.to_uppercase();
        if !upper.starts_with("HP5_") || KNOWN.contains(&name.as_str()) {
            continue;
        }
        let alias = ALIASES.iter().find(|(alias, _)| *alias == upper);
        let near = KNOWN.iter().map(|known| (distance(known, &upper), *known));
        // A few letters of what follows the common prefix.
        let near = near
            .min()
            .filter(|(n, known)| *n <= 3.min((known.len() - 4) / 2));
        let meant = alias
            .map(|(_, known)| *known)
            .or(near.map(|(_, known)| known));
        let mut what = format!("{name} is no variable of HP5");
        let mut cure = format!("unset {name}");
        if let Some(known) = meant {
            what += &format!(": did you mean {known}?");
            cure += &format!("; export {known}={}", quoted(translated(known, value)));
        }
        let finding = Finding::new(Level::Warning, TOPIC, what);
        findings.push(finding.so("it is ignored").cure(cure));
    }
}

/// The value that `known` takes for what was meant for another name: binding has other words
/// elsewhere (`close`, `true`, lists of processors).
fn translated<'v>(known: &str, value: &'v str) -> &'v str {
    if known != "HP5_BIND" || matches!(value, "none" | "core" | "thread") {
        return value;
    }
    match value.to_lowercase().as_str() {
        "false" | "0" | "disabled" => "none",
        "threads" => "thread",
        _ => "core",
    }
}
