//! Description files at random: mutilated ones are refused with a place, made-up machines
//! round trip and can be placed on.

use pcubes::describe::BUILT_IN;
use pcubes::{Bytes, Exchange, Figure, Grain, Latency, Machine, Space};

/// A deterministic stream of numbers below a bound (Knuth's constants).
fn random(seed: u64) -> impl FnMut(usize) -> usize {
    let mut state = seed;
    move |bound| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound.max(1)
    }
}

#[test]
fn mutilated_descriptions_are_errors_with_a_place_never_a_panic() {
    let mut number = random(7);
    let junk = [
        "\"",
        "[[space]]",
        "in = \"x\"",
        "=",
        "\n",
        "0",
        "99999999999999999999",
        "ä",
        "{",
        "name = ",
        "\u{0}",
    ];
    let (mut good, mut bad) = (0, 0);
    for round in 0..1500 {
        let mut text = BUILT_IN[round % BUILT_IN.len()].1.to_owned();
        for _ in 0..=number(3) {
            let boundaries: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
            let at = boundaries[number(boundaries.len())];
            let end = (at + number(40)).min(text.len());
            let end = (end..=text.len())
                .find(|&e| text.is_char_boundary(e))
                .unwrap_or(at);
            let piece = if number(2) == 0 {
                String::new()
            } else {
                junk[number(junk.len())].to_owned()
            };
            text.replace_range(at..end, &piece);
        }
        match Machine::from_toml(&text, "mutilated") {
            Ok(machine) => {
                good += 1;
                let again = Machine::from_toml(&machine.to_toml(), "again");
                assert_eq!(again.unwrap_or_else(|e| panic!("{e}\n{text}")), machine);
                assert!(!machine.to_text().is_empty() && !machine.to_svg().is_empty());
            }
            Err(error) => {
                bad += 1;
                assert!(
                    error.line >= 1 && error.line <= text.lines().count() + 1,
                    "{error}\n{text}"
                );
                assert!(error.column >= 1 && !error.message.is_empty(), "{error}");
            }
        }
    }
    assert!(good > 50 && bad > 300, "{good} good, {bad} bad");
}

#[test]
fn random_machines_round_trip_and_place() {
    fn grow(number: &mut impl FnMut(usize) -> usize, depth: usize) -> Space {
        let names = ["node", "package", "l3", "l2", "core", "thread", "thing"];
        let mut space = Space::new(names[number(names.len())], 1 + number(3));
        if number(2) == 0 {
            space.memory = Some(pcubes::Memory::of(Bytes(number(1 << 30) as u64)));
        }
        if number(3) == 0 {
            space.exchange = Some(Exchange::Latency(Latency::nanoseconds(
                number(100_000) as f64 / 7.0,
            )));
            space.assumed.insert(Figure::Exchange);
        }
        for _ in 0..if depth < 4 { number(3) } else { 0 } {
            space.spaces.push(grow(number, depth + 1));
        }
        space
    }
    let mut number = random(11);
    for _ in 0..200 {
        let machine = Machine::new("random", grow(&mut number, 0));
        assert_eq!(
            Machine::from_toml(&machine.to_toml(), "r").unwrap_or_else(|e| panic!("{e}")),
            machine
        );
        assert_eq!(machine.ppus().len() as u64, machine.ppu_count());
        for workers in [1, 2, 7, machine.ppus().len(), machine.ppus().len() + 3] {
            let placement = machine.place(Some(workers), Grain::Core);
            assert_eq!(placement.len(), workers);
            let last = workers - 1;
            let mut seen: Vec<usize> = placement.victims(last).concat();
            let distances: Vec<u32> = seen
                .iter()
                .map(|&other| placement.distance(last, other))
                .collect();
            assert!(distances.is_sorted(), "{distances:?}");
            seen.push(last);
            seen.sort_unstable();
            assert_eq!(seen, (0..workers).collect::<Vec<_>>());
            assert!(placement.working_set(last).0 > 0);
        }
    }
}
