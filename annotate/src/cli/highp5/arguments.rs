//! Arguments of a HighP5 program, before it is built: what is wrong with them is said by the
//! same words as the program itself would (`hp5_program::Parsed`).

use std::ffi::OsString;

use crate::highp5::typed::{Program, ProgramArgument, Type};

/// Refuses words that are no `name=value`, unknown, double and missing names, and values of
/// another type.
pub(super) fn check(program: &Program, words: &[OsString]) -> Result<(), String> {
    let known = known(program);
    let fault = |what: String| Err(format!("{what}\n{}", usage(program)));
    let mut given: Vec<&str> = Vec::new();
    let words: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
    for word in &words {
        let Some((name, value)) = word.split_once('=') else {
            return fault(format!("`{word}` is no argument: write name=value"));
        };
        let Some(argument) = known.iter().find(|argument| argument.name == name) else {
            return fault(format!("the program has no argument `{name}`"));
        };
        if !fits(&argument.ty, value) {
            return fault(format!(
                "`{value}` is no value for `{name}`, which is {}",
                kind(&argument.ty)
            ));
        }
        if given.contains(&name) {
            return fault(format!("`{name}` is given twice"));
        }
        given.push(name);
    }
    let missing = known.iter().find(|a| !given.contains(&a.name.as_str()));
    missing.map_or(Ok(()), |a| fault(format!("`{}` is missing", a.name)))
}

/// The program's arguments with their types.
pub(super) fn usage(program: &Program) -> String {
    let mut text = "arguments, as name=value:".to_owned();
    for argument in known(program) {
        text += &format!("\n  {:<20} {}", argument.name, kind(&argument.ty));
    }
    if known(program).is_empty() {
        text += " none";
    }
    text
}

fn known(program: &Program) -> &[ProgramArgument] {
    let coordinator = program.coordinator.as_ref();
    coordinator.map_or(&[], |coordinator| &coordinator.arguments)
}

fn kind(ty: &Type) -> &'static str {
    match ty {
        Type::Integer => "Integer",
        Type::Single | Type::Double => "Real",
        Type::Boolean => "Boolean (TRUE or FALSE)",
        Type::Character => "Character",
        _ => "String",
    }
}

fn fits(ty: &Type, value: &str) -> bool {
    match ty {
        Type::Integer => value.parse::<i32>().is_ok(),
        Type::Single | Type::Double => value.parse::<f64>().is_ok(),
        Type::Boolean => ["true", "false"]
            .iter()
            .any(|v| value.eq_ignore_ascii_case(v)),
        Type::Character => value.len() == 1,
        _ => true,
    }
}
