//! Mappings explained: what is known, what stays a formula, and all examples.

use std::path::{Path, PathBuf};

use pcubes::Machine;
use pcubes::mapping::{MapFile, Store};
use pcubes::partition::ArrayId;

use super::*;
use crate::diag::Diagnostics;
use crate::diag::text::render_all;
use crate::highp5::typed::Program;

fn checked(text: &str) -> Program {
    let mut diagnostics = Diagnostics::default();
    let program = crate::highp5::check(text, &mut diagnostics);
    program.unwrap_or_else(|| panic!("{}", render_all("t.hp5", text, &diagnostics.list, false)))
}

fn given(dims: &[&str], arguments: &[&str]) -> Given {
    let mut given = Given::default();
    dims.iter().for_each(|d| given.dimensions(d).unwrap());
    arguments.iter().for_each(|a| given.argument(a).unwrap());
    given
}

const STENCIL: &str = r#"
Program (args) {
    e = new TaskEnvironment(name: "Stencil")
    bind_input(e, "plate", args.file)
    execute(task: "Stencil"; environment: e; initialize: args.n; partition: args.k, 2, args.p)
}

Task "Stencil":
    Define:
        plate: 2d Array of Real double-precision
        round, most: Integer
    Environment:
        plate: link
    Initialize (most):
    Stages:
        refine(plate) {
            do {
                plate[i][j] at (current) = 0.5 * (plate[i-1][j] + plate[i+1][j]) at (current - 1)
            } for i, j in plate and i > plate.local.dimension1.range.min \
                and i < plate.local.dimension1.range.max
        }
    Computation:
        Repeat for round in [1...most] {
            Space A {
                Space B {
                    Epoch {
                        refine(plate)
                    }
                }
            }
        }
    Partition (k, l, p):
        Space A <2d> {
            plate: block_count(k, 1) padding(p)
        }
        Space B <1d> divides Space A partitions {
            plate<dim2>: block_count(l)
        }
"#;

#[test]
fn a_mapping_is_explained_with_numbers() {
    let program = checked(STENCIL);
    let machine = Machine::named("hermes").unwrap();
    let text = "\"Stencil\" { Space A: CPU Space B: Core }";
    let map = MapFile::read(text, "s.map").unwrap();
    let given = given(&["plate=1000x600"], &["k=20", "p=3", "n=7"]);
    let executions = executions(&program, &given).unwrap();
    assert_eq!(executions.len(), 1);
    let found = explain(&program, &executions[0], &machine, Some(&map)).unwrap();
    let wanted = "\
\"Stencil\" on Hermes
  space   mapped to     executed by              at a time              LPUs  bytes per LPU
  Root    Cluster (6)*  one Core-Pair                    1                 1        9.2 MiB
  A <2d>  CPU (4)       one Core-Pair of it             16  20 (20 x 1 each)        525 KiB
  B <1d>  Core (1)      the Core-Pair around it         40                40        262 KiB
  an LPU of Root holds plate 1000 x 600 (9.2 MiB)
  an LPU of A holds plate 56 x 600 (525 KiB)
  an LPU of B holds plate 56 x 300 (262 KiB)
";
    assert_eq!(found.to_text(&machine), wanted);
    assert!(found.warnings(&machine).is_empty());
}

#[test]
fn what_does_not_fit_is_said() {
    let program = checked(STENCIL);
    let given = given(&["plate=8000x6000"], &["k=2", "p=1", "n=7"]);
    let execution = executions(&program, &given).unwrap().remove(0);
    let machine = Machine::named("hermes").unwrap();
    let text = "\"Stencil\" { Space A: CPU Space B: Core-Pair }";
    let map = MapFile::read(text, "s.map").unwrap();
    let found = explain(&program, &execution, &machine, Some(&map)).unwrap();
    let warning = "space B: 183 MiB per LPU do not fit in the 2 MiB of a Core-Pair; they lie in \
                   the 64 GiB of its CPU and are staged in and out";
    assert_eq!(found.warnings(&machine), [warning]);
    let space = &found.spaces[2];
    assert!(matches!(space.store, Store::Staged { .. }), "{space:?}");
    let small = Machine::synthetic("package:1(size=1MiB) core:2").unwrap();
    let found = explain(&program, &execution, &small, None).unwrap();
    let warnings = found.warnings(&small);
    assert!(
        warnings[0].ends_with("fit in no memory of the machine"),
        "{warnings:?}"
    );
}

#[test]
fn what_is_not_known_stays_a_formula() {
    let program = checked(STENCIL);
    let machine = Machine::named("hermes").unwrap();
    let execution = executions(&program, &given(&[], &["k=4"]))
        .unwrap()
        .remove(0);
    let found = explain(&program, &execution, &machine, None).unwrap();
    let unknown = ["plate.dimension1", "plate.dimension2", "partition.p"];
    assert_eq!(found.unknown, unknown);
    let b = &found.spaces[2];
    assert_eq!((b.grid.clone(), b.lpus), (vec!["2".to_owned()], Some(8)));
    let lens = [
        "ceil(plate.dimension1 / 4) + 2*p",
        "ceil((plate.dimension2 + 2*p) / 2)",
    ];
    assert_eq!(b.arrays[0].1, lens);
    assert!(b.bytes.is_none() && b.placed.by_default);
}

const SIZES: &str = r#"
Program (args) {
    first = new TaskEnvironment(name: "First")
    second = new TaskEnvironment(name: "Second")
    half = args.n / 2
    round = 0
    do {
        execute(task: "First"; environment: first; initialize: half + 1; partition: 2 * args.b)
        second.w = first.v
        if (round == 0) {
            execute(task: "Second"; environment: second; partition: max(args.b, 3))
        }
        round = round + 1
    } while (round < 3)
}

Type Cell:
    kind: Character
    value: Real double-precision
    near: Array [3] of Integer

Task "First":
    Define:
        v: 2d Array of Cell
        size: Integer
    Environment:
        v: create
    Initialize (size):
        v.dimension1.range.min = 0
        v.dimension1.range.max = size * 2 - 1
        v.dimension2 = v.dimension1
    Stages:
        clear(v) { do { v[i][j].kind = 'a' } for i, j in v }
    Computation:
        Space A { clear(v) }
    Partition (b):
        Space A <1d> { v: block_size(b) }

Task "Second":
    Define:
        w: 2d Array of Cell
        u: 1d Array of Real single-precision
    Environment:
        w: link
        u: create
    Initialize:
        u.dimension1.range.max = w.dimension2.range.max + 1
    Stages:
        first(u, w) { do { w[i][j].value = u[j] } for i, j in w }
    Computation:
        Space B {
            Space C {
                Repeat foreach sub-partition { first(u, w) }
            }
        }
    Partition (s):
        Space B <1d> {
            w: block_stride(s)
            u: replicated
        }
        Space C <1d> divides Space B partitions {
            w<dim2>, u: block_size(s)
            Sub-partition <1d> <ordered> {
                u: block_size(2) descending
            }
        }
"#;

#[test]
fn sizes_follow_through_tasks_and_environments() {
    let program = checked(SIZES);
    let list = executions(&program, &given(&[], &["n=20", "b=2"])).unwrap();
    assert_eq!(list.len(), 2, "{list:?}");
    let (first, second) = (&list[0], &list[1]);
    assert_eq!(first.extents[0], [Some(22), Some(22)]);
    assert_eq!(first.partition, [Some(4)]);
    assert_eq!(second.extents[0], [Some(22), Some(22)]);
    assert_eq!(second.extents[1], [Some(23)]);
    assert_eq!(second.partition, [Some(3)]);

    let machine = Machine::synthetic("package:2(size=1GiB) core:4").unwrap();
    let text = "\"Second\" { Space B: core Space C: core }";
    let map = MapFile::read(text, "m.map").unwrap();
    let found = explain(&program, second, &machine, Some(&map)).unwrap();
    let b = &found.spaces[1];
    // Dealt to eight cores in blocks of three: the first have two of them, but 22 rows end.
    assert_eq!((b.lpus, b.at_a_time), (Some(8), 8));
    assert_eq!(b.arrays[0].1, ["3", "22"]);
    // A cell is a Character, seven bytes of nothing, 8 bytes, three Integers, four of nothing.
    assert_eq!(b.arrays[0].2, Some(3 * 22 * 32));
    let c = &found.spaces[2];
    assert_eq!(c.lpus, Some(8 * 8));
    assert_eq!(c.piece, Some(3 * 3 * 32 + 2 * 4));
}

#[test]
fn spaces_of_a_task_are_built_as_they_are_written() {
    let program = checked(SIZES);
    let list = executions(&program, &given(&[], &["n=20", "b=2"])).unwrap();
    let built = build(&program.tasks[1], &list[1], &[1, 5, 1]).unwrap();
    let (b, c) = (built.ids[1].unwrap(), built.ids[2].unwrap());
    let lpus = built.spaces.lpus(b);
    assert_eq!(lpus.len(), 5, "as many as there are PPUs");
    let w = built.arrays[0].unwrap();
    let rows: Vec<usize> = lpus[1].part(w).unwrap()[0].owned.iter().collect();
    assert_eq!(rows, [3, 4, 5, 18, 19, 20]);
    assert_eq!(built.spaces.lpus(c).len(), 5 * 8);
    let sub = built.subs[2].unwrap();
    let last = built.spaces.lpus(c)[7].clone();
    let pieces: Vec<_> = last
        .children(&built.spaces, sub)
        .map(|piece| {
            piece.part(ArrayId(1)).unwrap()[0]
                .owned
                .as_interval()
                .unwrap()
        })
        .collect();
    assert_eq!((pieces.len(), pieces[0].clone()), (1, 21..23));
    let first = built.spaces.lpus(c)[0].clone();
    let pieces: Vec<_> = first
        .children(&built.spaces, sub)
        .map(|piece| {
            piece.part(ArrayId(1)).unwrap()[0]
                .owned
                .as_interval()
                .unwrap()
        })
        .collect();
    assert_eq!(pieces, [2..3, 0..2], "descending");
}

#[test]
fn what_a_person_gives_is_held_against_the_program() {
    let program = checked(STENCIL);
    let said = |dims: &[&str], arguments: &[&str]| {
        let error = executions(&program, &given(dims, arguments)).unwrap_err();
        error.to_string()
    };
    let cases = [
        (
            said(&["plat=3x4"], &[]),
            "no task has an array `plat`\n  help: \"Stencil\" has plate",
        ),
        (
            said(&["plate=3"], &[]),
            "`plate` has 2 dimensions, 1 are given",
        ),
        (
            said(&["most=3"], &[]),
            "no task has an array `most`\n  help: \"Stencil\" has plate",
        ),
        (
            said(&[], &["x=3"]),
            "the program has no argument `x`\n  help: its arguments are file, n, k, p",
        ),
        (
            said(&[], &["k=many"]),
            "`many` is no value for `k`, which is an Integer",
        ),
        (
            said(&[], &["k=3000000000"]),
            "`3000000000` is no value for `k`, which is an Integer",
        ),
    ];
    for (found, wanted) in cases {
        assert_eq!(found, wanted);
    }
    let mut given = Given::default();
    assert!(given.argument("k").is_err() && given.argument("=3").is_err());
    for dims in ["a", "a=", "a=3x", "=3", "a=1x2x3x4x5", "a=99999999999"] {
        assert!(given.dimensions(dims).is_err(), "{dims}");
    }
    given.dimensions("Stencil.plate=30x40").unwrap();
    assert_eq!(
        given.dimensions("Stencil.plate=1x1"),
        Err(GivenError::Twice("Stencil.plate".into()))
    );
    let execution = executions(&program, &given).unwrap().remove(0);
    assert_eq!(execution.extents[0], [Some(30), Some(40)]);
}

#[test]
fn arguments_that_cut_nothing_are_said() {
    let program = checked(STENCIL);
    let machine = Machine::named("k20").unwrap();
    for (argument, says) in [
        (
            "k=0",
            "partition argument k of \"Stencil\" is 0; sizes and counts begin at 1",
        ),
        (
            "p=-1",
            "partition argument p of \"Stencil\" is -1; sizes and counts begin at 1",
        ),
    ] {
        let other = if argument.starts_with('k') {
            "p=1"
        } else {
            "k=1"
        };
        let given = given(&["plate=8x8"], &[argument, other]);
        let execution = executions(&program, &given).unwrap().remove(0);
        let error = explain(&program, &execution, &machine, None).unwrap_err();
        assert_eq!(error.to_string(), says);
    }
}

/// Sizes and counts as large as they can be are explained, not multiplied to nonsense.
#[test]
fn the_largest_sizes_are_no_overflow() {
    let text = SIZES.replace("[3] of Integer", "[1048576] of Integer");
    let program = checked(&text);
    let machine = Machine::named("mira").unwrap();
    let dims = ["w=2147483647x2147483647", "u=2147483647"];
    for b in ["b=1", "b=1000000000", "b=2147483647"] {
        for execution in executions(&program, &given(&dims, &["n=2000000000", b])).unwrap() {
            let found = explain(&program, &execution, &machine, None).unwrap();
            assert!(!found.to_text(&machine).is_empty());
        }
    }
    let program = checked(STENCIL);
    let given = given(
        &["plate=2147483647x2147483647"],
        &["k=2147483647", "p=2147483647"],
    );
    let execution = executions(&program, &given).unwrap().remove(0);
    let found = explain(&program, &execution, &machine, None).unwrap();
    assert_eq!(found.spaces[2].lpus, Some(2 * 2_147_483_647));
    assert_eq!(found.spaces[1].store, Store::Nowhere);
}

fn examples() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/highp5");
    let mut list: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir())
        .collect();
    list.sort();
    list
}

/// Every example with both of its maps: no number stands where a formula should, none is
/// missing where all sizes are given, and no size is too awkward.
#[test]
fn examples_are_explained_for_any_size() {
    let machines = [
        ("hermes.map", Machine::named("hermes").unwrap()),
        (
            "local.map",
            Machine::synthetic("numa:1(size=8GiB) l3:1(size=32MiB) core:2").unwrap(),
        ),
    ];
    let mut known = 0;
    let list = examples();
    assert!(list.len() >= 15, "{list:?}");
    for folder in list {
        let name = folder.file_name().unwrap().to_str().unwrap().to_owned();
        let text = std::fs::read_to_string(folder.join(format!("{name}.hp5"))).unwrap();
        let program = checked(&text);
        for (map, machine) in &machines {
            let path = folder.join(map);
            let text = std::fs::read_to_string(&path).unwrap();
            let text = match *map {
                // What discovery calls the whole is `machine`; this one is made up.
                "local.map" => text.replace("machine", "numa"),
                _ => text,
            };
            let file = MapFile::read(&text, map).unwrap_or_else(|e| panic!("{name}: {e}"));
            let tasks: Vec<&str> = program.tasks.iter().map(|t| t.name.as_str()).collect();
            file.check_tasks(&tasks)
                .unwrap_or_else(|e| panic!("{name}: {e}"));
            for size in [None, Some(1), Some(7), Some(64)] {
                known += explained(&name, &program, machine, &file, size);
            }
        }
    }
    assert!(known > 60, "{known}");
}

/// How many executions are known whole; with all arrays of one size, and all arguments small.
fn explained(
    name: &str,
    program: &Program,
    machine: &Machine,
    map: &MapFile,
    size: Option<usize>,
) -> usize {
    let mut given = Given::default();
    if let Some(size) = size {
        for task in &program.tasks {
            for variable in &task.variables {
                if let crate::highp5::typed::Type::Array(_, rank) = variable.ty {
                    let sizes = vec![size; usize::from(rank)];
                    given.dims.insert(variable.name.clone(), sizes);
                }
            }
        }
        for argument in program.coordinator.iter().flat_map(|c| &c.arguments) {
            if argument.ty == crate::highp5::typed::Type::Integer {
                given
                    .arguments
                    .insert(argument.name.clone(), "3".to_owned());
            }
        }
    }
    // One name may be arrays of several ranks.
    let Ok(list) = executions(program, &given) else {
        return 0;
    };
    let mut known = 0;
    for execution in &list {
        let found = explain(program, execution, machine, Some(map));
        let found = found.unwrap_or_else(|error| panic!("{name}: {error}"));
        let text = found.to_text(machine);
        assert!(text.lines().count() > found.spaces.len(), "{text}");
        if found.unknown.is_empty() {
            known += 1;
            assert!(
                found
                    .spaces
                    .iter()
                    .all(|s| s.lpus.is_some() && s.bytes.is_some()),
                "{text}"
            );
        }
    }
    known
}
