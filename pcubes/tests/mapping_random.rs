//! Mapping files and the authors' machine descriptions at random: mutilated ones are refused
//! with a place, and whatever is accepted can be mapped.

use pcubes::Machine;
use pcubes::mapping::{Levels, MapFile, Store, Wish};

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

const MACHINE: &str = "\
Model: CPU-Only-Model      // a comment
Space 6:          Node      (1)
Space 5<unit>:    Socket    (4)
Space 4<segment>: CPU       (4)   // memory is separate from here up
Space 3:          NUMA-Node (2)
Space 2:          Core-Pair (4)
Space 1<core>:    Core      (2)   // core numbering starts here
Model: Hybrid-Model
Space 3<gpu>: GPU (1)
Space 2: SM (15)
Space 1: Warp (16)
";

const MAPPING: &str = "\
// all tasks
\"5-point Stencil\" {
    Space Root: Socket   // one of four
    Space A: CPU, Space B: 2
}
\"Block LU\" { Space A: 6; Space B: Core-Pair }
";

/// Takes a piece out of a text, or puts another one in its place.
fn mutilated(text: &str, junk: &[&str], number: &mut impl FnMut(usize) -> usize) -> String {
    let mut text = text.to_owned();
    for _ in 0..=number(3) {
        let boundaries: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        let Some(&at) = boundaries.get(number(boundaries.len())) else {
            break;
        };
        let end = (at + number(12)).min(text.len());
        let end = (end..=text.len())
            .find(|&e| text.is_char_boundary(e))
            .unwrap_or(at);
        let piece = ["", junk[number(junk.len())]][number(2)];
        text.replace_range(at..end, piece);
    }
    text
}

#[test]
fn mutilated_machines_are_errors_with_a_place_never_a_panic() {
    let mut number = random(8);
    let junk = [
        "Space",
        "(",
        ")",
        "<core>",
        ":",
        "\n",
        "0",
        "99999999999999999999",
        "ä",
        "//",
        "Model: X",
        "\u{0}",
        "1",
    ];
    let (mut good, mut bad) = (0, 0);
    for _ in 0..3000 {
        let text = mutilated(MACHINE, &junk, &mut number);
        match Machine::from_ml(&text, "mutilated.ml") {
            Ok(machines) => {
                good += 1;
                for machine in machines {
                    let again = Machine::from_toml(&machine.to_toml(), "again");
                    assert_eq!(again.unwrap_or_else(|e| panic!("{e}\n{text}")), machine);
                    assert!(!Levels::of(&machine).list().is_empty());
                }
            }
            Err(error) => {
                bad += 1;
                assert!(error.line > 0 && error.column > 0, "{error}\n{text}");
                assert!(error.help.is_some(), "{error}");
            }
        }
    }
    assert!(good > 300 && bad > 300, "{good} {bad}");
}

#[test]
fn mutilated_mappings_are_errors_with_a_place_never_a_panic() {
    let mut number = random(9);
    let junk = [
        "\"",
        "Space",
        "{",
        "}",
        ":",
        "\n",
        "0",
        "99999999999999999999",
        "ä",
        "//",
        "Root",
        "A",
        "\u{0}",
        "Core",
    ];
    let machine = Machine::from_ml(MACHINE, "m.ml").unwrap().remove(0);
    let levels = Levels::of(&machine);
    let wish = |name, parent| Wish {
        name,
        parent,
        level: None,
        cuts: true,
    };
    let spaces = [wish("A", None), wish("B", Some(0))];
    let (mut mapped, mut bad, mut impossible) = (0, 0, 0);
    for _ in 0..3000 {
        let text = mutilated(MAPPING, &junk, &mut number);
        let file = match MapFile::read(&text, "mutilated.map") {
            Ok(file) => file,
            Err(error) => {
                bad += 1;
                assert!(error.line > 0 && error.column > 0, "{error}\n{text}");
                assert!(error.help.is_some(), "{error}");
                continue;
            }
        };
        for task in file.tasks() {
            match levels.map(Some(&file), Some(task), &spaces) {
                Ok(found) => {
                    mapped += 1;
                    for placed in &found.spaces {
                        assert!(placed.ppus >= 1 && placed.ppus <= 256);
                        let store = levels.store(found.root, *placed, 1 << 40, placed.ppus);
                        assert_eq!(store, Store::Unknown);
                    }
                }
                Err(error) => {
                    impossible += 1;
                    assert!(error.line > 0 && error.help.is_some(), "{error}\n{text}");
                }
            }
        }
    }
    assert!(
        mapped > 300 && bad > 300 && impossible > 50,
        "{mapped} {bad} {impossible}"
    );
}

#[test]
fn models_of_a_file_are_named() {
    let folder = std::env::temp_dir().join(format!("pcubes-ml-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("two.ml");
    std::fs::write(&file, MACHINE).unwrap();
    let name = file.to_str().unwrap();
    let hybrid = Machine::named(&format!("{name}#hybrid-model")).unwrap();
    assert_eq!(hybrid.ppu_count(), 240);
    let error = Machine::named(name).unwrap_err();
    assert!(error.message.ends_with("holds 2 models"), "{error}");
    let error = Machine::named(&format!("{name}#other")).unwrap_err();
    assert!(error.help.unwrap().contains("two.ml#CPU-Only-Model"));
    std::fs::write(&file, "Space 1: Core (8)").unwrap();
    assert_eq!(Machine::named(name).unwrap().name, "two");
    assert!(Machine::named("/no/such/machine.ml").is_err());
    std::fs::remove_dir_all(&folder).unwrap();
}
