//! What `examples/highp5/README.md` says of each program: its arguments run with the inputs
//! that are there, and its maps fit their machines.

use std::collections::BTreeMap;

use hp5_annotate::highp5::typed::{
    Bind, ExprKind, ProgramArgument, Root, Statement, StatementKind, Type,
};
use hp5_arrays::{Element, read};
use hp5_tests::highp5::interpret::{Array, Outputs, Setting, Value};
use hp5_tests::program::run;
use hp5_tests::tools::tool;

use super::{Example, folder, programs};

/// Arguments by program, from the page's last block.
fn commands() -> BTreeMap<String, Vec<(String, String)>> {
    let page = std::fs::read_to_string(folder().join("README.md")).unwrap();
    let block = page
        .split("```text\n")
        .nth(1)
        .expect("a block of arguments");
    let block = block.split("```").next().unwrap_or("");
    let pair = |word: &str| {
        let (name, value) = word.split_once('=').expect("name=value");
        (name.to_owned(), value.to_owned())
    };
    let command = |line: &str| {
        let (name, arguments) = line.split_once(": ").expect("program: arguments");
        let arguments = arguments.split_whitespace().map(pair).collect();
        (name.to_owned(), arguments)
    };
    block.lines().map(command).collect()
}

/// Type and number of dimensions of what arguments are bound to as inputs.
fn bound(example: &Example) -> BTreeMap<String, (Type, usize)> {
    let coordinator = example.program.coordinator.as_ref().expect("a program");
    let mut found = BTreeMap::new();
    let mut list: Vec<&Statement> = coordinator.body.statements.iter().collect();
    while let Some(statement) = list.pop() {
        match &statement.kind {
            StatementKind::While(body, _) => list.extend(body),
            StatementKind::Bind {
                bind: Bind::Input,
                environment,
                variable,
                file,
            } => {
                let Type::Environment(task) = coordinator.body.locals[environment.0].ty else {
                    panic!("no environment");
                };
                let ExprKind::Read(place) = &file.kind else {
                    panic!("an argument names the file");
                };
                let Root::Argument(at) = place.root else {
                    panic!("an argument names the file");
                };
                let ty = &example.program.tasks[task.0].variables[variable.0].ty;
                let Type::Array(element, rank) = ty else {
                    panic!("an array is bound");
                };
                let name = coordinator.arguments[at].name.clone();
                found.insert(name, ((**element).clone(), usize::from(*rank)));
            }
            _ => {}
        }
    }
    found
}

fn input(file: &str, (element, rank): &(Type, usize)) -> Array {
    fn all<T: Element>(file: &str, rank: usize, value: impl Fn(T) -> Value) -> Array {
        let array = read::<T>(file, rank).unwrap_or_else(|e| panic!("{e}"));
        Array::new(&array.sizes, array.data.into_iter().map(value).collect())
    }
    match element {
        Type::Integer => all(file, *rank, Value::Integer),
        Type::Single => all(file, *rank, Value::Single),
        Type::Double => all(file, *rank, Value::Double),
        Type::Boolean => all(file, *rank, Value::Boolean),
        Type::Character => all(file, *rank, Value::Character),
        other => panic!("no files of {other:?}"),
    }
}

fn value(argument: &ProgramArgument, word: &str) -> Value {
    let wrong = || panic!("{}={word} is no {:?}", argument.name, argument.ty);
    match argument.ty {
        Type::Integer => word.parse().map_or_else(|_| wrong(), Value::Integer),
        Type::Single | Type::Double => word.parse().map_or_else(|_| wrong(), Value::Double),
        _ => Value::from(word),
    }
}

fn outputs(name: &str, words: &[(String, String)]) -> Outputs {
    let example = Example::new(name);
    let inputs = bound(&example);
    let mut setting = Setting::default();
    let coordinator = example.program.coordinator.as_ref().expect("a program");
    for argument in &coordinator.arguments {
        let word = words.iter().find(|(n, _)| *n == argument.name);
        let (_, word) = word.unwrap_or_else(|| panic!("{name}: no {}", argument.name));
        setting = setting.argument(&argument.name, value(argument, word));
        if let Some(wanted) = inputs.get(&argument.name) {
            let path = folder().join(name).join(word);
            let array = input(&path.to_string_lossy(), wanted);
            setting.inputs.insert(word.clone(), array);
        }
    }
    let unknown = |w: &&(String, String)| coordinator.arguments.iter().all(|a| a.name != w.0);
    assert_eq!(words.iter().find(unknown), None, "{name}");
    example.run(&setting)
}

#[test]
fn every_command_runs() {
    let commands = commands();
    assert!(
        commands.keys().eq(&programs()),
        "a command for each program"
    );
    for (name, words) in commands.iter().filter(|(name, _)| *name != "extern") {
        let found = outputs(name, words);
        assert!(found.arrays.len() + found.scalars.len() > 0, "{name}");
        let real = |name: &str| found.scalars[name].real().unwrap();
        let array = |name: &str| found.arrays[name].reals().unwrap();
        // Some of the ways to tell that the page names.
        match name.as_str() {
            "sieve" => assert_eq!(real("count.txt"), 25.0),
            "monte-carlo" => assert!((0.4..0.6).contains(&(real("area.txt") / 6400.0))),
            "radix-sort" => assert!(array("sorted.txt").is_sorted()),
            "row-histogram" => {
                let rows = array("histogram.txt");
                assert!(rows.chunks(4).all(|row| row.iter().sum::<f64>() == 12.0));
            }
            "pipeline" => {
                let scaled = array("out.txt");
                assert_eq!(scaled.iter().copied().fold(1.0, f64::min), 0.0);
                assert_eq!(scaled.iter().copied().fold(0.0, f64::max), 1.0);
            }
            "stencil" => assert!(array("out.txt").iter().all(|t| (0.0..=100.0).contains(t))),
            _ => {}
        }
    }
}

#[test]
fn every_map_fits_its_machine() {
    for name in programs() {
        let file = |name: &str| name.to_owned();
        let program = format!("examples/highp5/{name}/{name}.hp5");
        for (map, machine) in [("local", None), ("hermes", Some("hermes"))] {
            let map = format!("examples/highp5/{name}/{map}.map");
            let mut words = vec![file("map"), program.clone(), file("--map"), map.clone()];
            words.extend(
                machine
                    .into_iter()
                    .flat_map(|m| [file("--machine"), file(m)]),
            );
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let ended = run(tool("hp5", &words));
            assert_eq!(
                ended.status,
                Some(0),
                "{map}: {}{}",
                ended.stdout,
                ended.stderr
            );
        }
    }
}
