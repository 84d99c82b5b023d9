//! Description files: the shipped ones, round trips, and what is said about wrong ones.

use pcubes::describe::{BUILT_IN, DescribeError};
use pcubes::{Bytes, Exchange, Figure, Grain, Hertz, Latency, Machine, Role, Space};

fn built_in(name: &str) -> Machine {
    Machine::named(name).unwrap_or_else(|error| panic!("{error}"))
}

fn units(machine: &Machine) -> Vec<(String, u64)> {
    let levels = machine.levels().expect("uniform");
    levels
        .iter()
        .map(|(space, n)| (space.name.clone(), *n))
        .collect()
}

fn find<'m>(machine: &'m Machine, name: &str) -> &'m Space {
    machine
        .root()
        .walk()
        .find(|(_, s)| s.name == name)
        .unwrap_or_else(|| panic!("no {name}"))
        .1
}

#[test]
fn every_built_in_machine_loads_and_round_trips() {
    assert!(BUILT_IN.len() >= 6);
    for (name, _) in BUILT_IN {
        let machine = built_in(name);
        let again = Machine::from_toml(&machine.to_toml(), "again")
            .unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(again, machine, "{name}");
        assert!(
            machine.source.is_some() && machine.about.is_some(),
            "{name} says where it is from"
        );
        assert!(!machine.place(Some(8), Grain::Core).is_empty());
    }
}

#[test]
fn every_description_in_the_folder_is_built_in() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/machines");
    let mut files: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| {
            entry
                .unwrap()
                .file_name()
                .to_string_lossy()
                .replace(".pcubes.toml", "")
        })
        .collect();
    let mut known: Vec<&str> = BUILT_IN.iter().map(|entry| entry.0).collect();
    files.sort_unstable();
    known.sort_unstable();
    assert_eq!(files, known);
}

#[test]
fn hermes_is_as_the_text_says() {
    let hermes = built_in("hermes");
    let wanted = [
        ("Cluster", 1),
        ("Node", 4),
        ("CPU", 16),
        ("NUMA-Node", 32),
        ("Core-Pair", 128),
        ("Core", 256),
    ];
    assert_eq!(units(&hermes), wanted.map(|(name, n)| (name.to_owned(), n)));
    assert_eq!(find(&hermes, "CPU").memory.unwrap().size, Bytes(64 << 30));
    assert!(!find(&hermes, "CPU").is_assumed(Figure::MemorySize));
    let computing: Vec<&str> = hermes
        .root()
        .walk()
        .filter(|(_, s)| s.compute.is_some())
        .map(|(_, s)| s.name.as_str())
        .collect();
    assert_eq!(
        computing,
        ["Core-Pair"],
        "a pair shares its floating-point unit"
    );
    let exchanges: Vec<_> = ["CPU", "NUMA-Node", "Core-Pair", "Core"]
        .map(|s| find(&hermes, s).exchange)
        .into();
    assert!(
        exchanges.windows(2).all(|w| w[0] == w[1]),
        "uniform from core to CPU"
    );
    let core = &hermes.ppus()[0];
    assert_eq!(core.private_cache.unwrap().size, Bytes(16 << 10));
    assert_eq!(
        core.shared_cache.unwrap().size,
        Bytes(8 << 20),
        "RAM is no cache"
    );
}

#[test]
fn the_k20_is_as_the_text_says() {
    let k20 = built_in("K20");
    assert_eq!(
        units(&k20).iter().map(|u| u.1).collect::<Vec<_>>(),
        [1, 15, 240]
    );
    let warp = find(&k20, "Warp");
    assert_eq!(warp.compute.unwrap().operations, Some(32));
    assert_eq!(warp.compute.unwrap().clock, Some(Hertz(44_000_000)));
    assert!(warp.memory.is_none());
    let sm = find(&k20, "SM");
    assert_eq!(sm.exchange, Some(Exchange::None));
    assert_eq!(
        (sm.movement.unwrap().width, sm.movement.unwrap().bandwidth),
        (Some(Bytes(128)), Some(15))
    );
    assert_eq!(
        sm.movement.unwrap().latency,
        Some("100..300 cycles".parse::<Latency>().unwrap())
    );
}

#[test]
fn mira_is_as_the_text_says() {
    let mira = built_in("mira");
    assert_eq!(
        units(&mira).iter().map(|u| u.1).collect::<Vec<_>>(),
        [48, 96, 49152, 49152, 786_432, 3_145_728]
    );
    assert_eq!(
        find(&mira, "Hyper-Thread").compute.unwrap().clock,
        Some(Hertz(400_000_000))
    );
    assert_eq!(find(&mira, "Node").memory.unwrap().size, Bytes(16 << 30));
    assert_eq!(mira.place(Some(64), Grain::Core).len(), 64);
}

#[test]
fn the_test_beds_have_the_units_of_the_text() {
    for (name, leaves) in [
        ("xeon-6438y", 128),
        ("i5-cluster", 8 * 6 * 2),
        ("i5-cluster-efficient", 8 * 8),
        ("super1", 8 * (16 + 13 * 16)),
        ("e5-2670", 1000),
    ] {
        assert_eq!(built_in(name).ppu_count(), leaves, "{name}");
    }
    let super1 = built_in("super1");
    assert_eq!(find(&super1, "GPU").role, Role::Accelerator);
    assert_eq!(
        find(&super1, "Node").spaces.len(),
        2,
        "the GPU lies beside the CPU"
    );
}

#[test]
fn this_machine_and_irregular_ones_round_trip() {
    let mut here = pcubes::discover::discover();
    here.cpu_quota = Some(3);
    assert_eq!(
        Machine::from_toml(&here.to_toml(), "here").unwrap_or_else(|e| panic!("{e}")),
        here
    );
    let fast = Space::new("core", 2).with(Space::new("thread", 2));
    let mut slow = Space {
        note: Some("say \"slow\"\\\n".into()),
        ..Space::new("core", 3)
    };
    slow.spaces.push(Space {
        role: Role::Core,
        ..Space::new("thread", 1)
    });
    let l2 = Space::new("l2", 1).with(slow);
    let root = Space::new("machine \u{1F5A5}", 2)
        .with(fast.clone())
        .with(l2)
        .with(fast);
    let machine = Machine::new("odd = [name]", root);
    let text = machine.to_toml();
    assert_eq!(
        Machine::from_toml(&text, "odd").unwrap_or_else(|e| panic!("{e}\n{text}")),
        machine
    );
}

#[test]
fn the_documented_example_is_read() {
    let text = include_str!("../src/describe/mod.rs");
    let example: Vec<&str> = text
        .lines()
        .skip_while(|line| *line != "//! ```toml")
        .skip(1)
        .take_while(|line| *line != "//! ```")
        .map(|line| line.trim_start_matches("//!"))
        .collect();
    let machine = Machine::from_toml(&example.join("\n"), "docs").unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(
        units(&machine).iter().map(|u| u.1).collect::<Vec<_>>(),
        [1, 2, 16]
    );
}

/// The error that `text` gives, which must point at `place` and say `says` and `helps`.
fn wrong(text: &str, place: (usize, &str), says: &str, helps: &str) {
    let error: DescribeError = Machine::from_toml(text, "m.pcubes.toml").expect_err(text);
    let shown = error.to_string();
    assert_eq!(error.line, place.0, "{shown}");
    let line = text.lines().nth(place.0 - 1).unwrap_or_default();
    assert_eq!(error.source_line, line, "{shown}");
    let pointed: String = line
        .chars()
        .skip(error.column - 1)
        .take(error.width)
        .collect();
    assert!(pointed.contains(place.1), "points at `{pointed}`\n{shown}");
    assert!(error.message.contains(says), "{shown}");
    assert!(
        error.help.clone().unwrap_or_default().contains(helps),
        "{shown}"
    );
    assert!(shown.contains("m.pcubes.toml:"), "{shown}");
}

#[test]
fn errors_point_at_the_line_and_say_what_to_do() {
    let core = "name = \"m\"\n[[space]]\nname = \"core\"\n";
    let with = |line: &str| format!("{core}{line}\n");
    wrong(
        &with("cuont = 4"),
        (4, "cuont"),
        "no key `cuont`",
        "did you mean `count`?",
    );
    wrong(
        &with("memory = { size = \"1 MiB\", hight = 3 }"),
        (4, "hight"),
        "no key `hight`",
        "Keys here are size",
    );
    wrong(
        &with("memory = { size = \"32 KB\" }"),
        (4, "32 KB"),
        "`32 KB` is not a size",
        "\"32 KiB\"",
    );
    wrong(
        &with("memory = { size = 64 }"),
        (4, "64"),
        "integer `64`",
        "a size in quotes",
    );
    wrong(
        &with("memory = { width = \"8 B\" }"),
        (4, "width"),
        "memory without a size",
        "leave the memory out",
    );
    wrong(
        &with("compute = { clock = \"2.3 GiB\" }"),
        (4, "2.3 GiB"),
        "not a frequency",
        "2.3 GHz",
    );
    wrong(
        &with("exchange = \"soon\""),
        (4, "soon"),
        "`soon` is not a latency",
        "\"none\"",
    );
    wrong(
        &with("movement = { latency = \"3 GHz\" }"),
        (4, "3 GHz"),
        "not a latency",
        "cycles",
    );
    wrong(
        &with("count = 0"),
        (4, "0"),
        "a count of 0",
        "counts begin at 1",
    );
    wrong(
        &with("count = -2"),
        (4, "-2"),
        "a count of -2",
        "counts begin at 1",
    );
    wrong(&with("count = \"4\""), (4, "\"4\""), "string", "i64");
    wrong(
        &with("role = \"kernel\""),
        (4, "kernel"),
        "no role `kernel`",
        "cluster, machine",
    );
    wrong(
        &with("assumed = [\"exchange\"]"),
        (4, "exchange"),
        "assumed but not given",
        "this space has count",
    );
    wrong(
        &with("assumed = [\"speed\"]"),
        (4, "speed"),
        "no figure `speed`",
        "this space has count",
    );
    wrong(
        &with("assumed = [\"count\", \"count\"]"),
        (4, "count"),
        "assumed twice",
        "take one",
    );
    wrong(
        &with("in = \"core\""),
        (4, "core"),
        "lies in no other",
        "take the `in` away",
    );
    wrong(
        &with("[[space]]\nname = \"core\""),
        (5, "core"),
        "second space is called `core`",
        "id = ",
    );
    wrong(
        &with("[[space]]\nname = \"pu\"\nin = \"cores\""),
        (6, "cores"),
        "called `cores`",
        "did you mean `core`?",
    );
    wrong(
        &with("[[space]]\nname = \"pu\"\nin = \"pu\""),
        (6, "pu"),
        "no space above",
        "above it in the file: core",
    );
    wrong(
        &with("[[space]]\ncount = 2"),
        (4, "[[space]]"),
        "no `name`",
        "name = \"core\"",
    );
    wrong(
        &with("count = 2000000000000"),
        (3, "core"),
        "more than any machine has",
        "not totals",
    );
    wrong(
        "name = \"m\"\ncpus = \"0-3\"\n[[space]]\nname = \"core\"\ncount = 3",
        (2, "0-3"),
        "4 processors",
        "0-3,8",
    );
    wrong(
        "name = \"m\"\ncpus = \"x\"\n[[space]]\nname = \"core\"",
        (2, "x"),
        "no list of processors",
        "0-3,8",
    );
    wrong("name = \"m\"\n[[space]\nname = 1", (2, ""), "", "");
    wrong(
        "[[space]]\nname = \"core\"",
        (1, ""),
        "no `name`",
        "called something",
    );
    wrong("name = \"m\"", (1, ""), "without spaces", "[[space]]");
}

#[test]
fn absurd_files_are_errors_not_overflows() {
    let deep: String = (0..100)
        .map(|n| format!("[[space]]\nname = \"s{n}\"\n"))
        .collect();
    wrong(
        &format!("name = \"m\"\n{deep}"),
        (1 + 65 * 2, "s64"),
        "more than 64 levels",
        "in = ",
    );
    for text in [
        "",
        "\u{feff}",
        "\0\u{1}",
        "name = \"\\uD800\"",
        "[[[[[[[[",
        "name = 'a'\nspace = 3",
    ] {
        assert!(Machine::from_toml(text, "f").is_err(), "{text:?}");
    }
}

#[test]
fn unknown_names_are_answered_with_the_known_ones() {
    let error = Machine::named("hermse").unwrap_err();
    assert!(
        error.to_string().contains("did you mean `hermes`?"),
        "{error}"
    );
    let error = Machine::named("/no/such.pcubes.toml").unwrap_err();
    assert!(
        error
            .to_string()
            .contains("cannot read the machine description"),
        "{error}"
    );
    assert!(
        error.to_string().contains("built-in machines: hermes"),
        "{error}"
    );
}
