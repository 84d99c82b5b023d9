//! Functions: one Rust function per instance.
//!
//! Arguments by reference are copied in and copied back, as the language says: two of them may
//! be one place. Arrays are handed on as what the LPU sees of them.

use std::collections::BTreeSet;

use super::access::Uses;
use super::expr::{At, Scope};
use super::{Emitter, Text, not_yet, types};
use crate::highp5::typed::{
    Argument, Binding, ExprKind, FunctionId, Program, Root, Statement, StatementKind, Type,
};

/// Functions that a function calls.
fn calls(program: &Program, id: FunctionId) -> BTreeSet<FunctionId> {
    Uses::of(&program.functions[id.0].body.statements).calls
}

/// All functions that these call, directly or not, with themselves.
pub(super) fn reached(
    program: &Program,
    from: impl IntoIterator<Item = FunctionId>,
) -> BTreeSet<FunctionId> {
    let mut found = BTreeSet::new();
    let mut todo: Vec<FunctionId> = from.into_iter().collect();
    while let Some(id) = todo.pop() {
        if found.insert(id) {
            todo.extend(calls(program, id));
        }
    }
    found
}

/// True where random numbers are drawn, in functions that are called too.
pub(super) fn draws(program: &Program, uses: &Uses<'_>) -> bool {
    let own = |id: &FunctionId| Uses::of(&program.functions[id.0].body.statements).draws;
    uses.draws || reached(program, uses.calls.iter().copied()).iter().any(own)
}

/// True for what neither draws random numbers nor calls embedded code, directly or not.
pub(super) fn is_pure(program: &Program, uses: &Uses<'_>) -> bool {
    let functions = reached(program, uses.calls.iter().copied());
    let mut bodies = functions.iter().map(|id| &program.functions[id.0].body);
    !draws(program, uses) && !bodies.any(|body| is_foreign(&body.statements))
}

fn is_foreign(statements: &[Statement]) -> bool {
    let foreign = |kind: &StatementKind| matches!(kind, StatementKind::Extern(_));
    statements.iter().any(|statement| statement.any(&foreign))
}

fn function_draws(program: &Program, id: FunctionId) -> bool {
    draws(program, &Uses::of(&program.functions[id.0].body.statements))
}

fn is_recursive(program: &Program, id: FunctionId) -> bool {
    reached(program, calls(program, id)).contains(&id)
}

fn name(id: FunctionId) -> String {
    format!("function_{}", id.0)
}

/// The functions that a program uses.
pub(super) fn used(program: &Program) -> BTreeSet<FunctionId> {
    let mut uses = Uses::default();
    let mut used = BTreeSet::new();
    for task in &program.tasks {
        for stage in &task.stages {
            uses.statements(&stage.body.statements);
            for (_, binding) in &stage.parameters {
                if let Binding::Value(_, value) = binding {
                    uses.expr(value);
                }
            }
        }
        if let Some(initialize) = &task.initialize {
            uses.statements(&initialize.body.statements);
        }
        used.extend(super::flow::calls(&task.flow));
    }
    if let Some(coordinator) = &program.coordinator {
        uses.statements(&coordinator.body.statements);
    }
    used.extend(uses.calls);
    reached(program, used)
}

impl Emitter<'_> {
    /// The functions that the program uses.
    pub(super) fn functions(&self) -> Text {
        let used = used(self.program);
        used.into_iter().map(|id| self.function(id)).collect()
    }

    fn function(&self, id: FunctionId) -> Text {
        let known = &self.program.functions[id.0];
        let mut scope = Scope::new(self.program, At::Function, None, &known.body);
        let mut list = Vec::new();
        let mut parameters = Vec::new();
        for (local, reference) in &known.parameters {
            let of = &known.body.locals[local.0];
            parameters.push(*local);
            let called = scope.local(*local);
            list.push(match &of.ty {
                Type::Array(element, rank) => {
                    let element = types::value(element, "an element", of.span)?;
                    format!("{called}: &Seen<{element}, {rank}>")
                }
                ty if *reference => {
                    format!(
                        "{called}: &mut {}",
                        types::value(ty, "a parameter", of.span)?
                    )
                }
                ty => format!(
                    "mut {called}: {}",
                    types::value(ty, "a parameter", of.span)?
                ),
            });
            if *reference && !matches!(of.ty, Type::Array(..)) {
                scope.references.insert(*local);
            }
        }
        let mut begin = String::new();
        if is_recursive(self.program, id) {
            list.push("depth: u32".to_owned());
            begin += "if depth >= DEEPEST { return Err(Fault::Deep(DEEPEST)); }\n";
        }
        if function_draws(self.program, id) {
            list.push("random: &mut Random".to_owned());
        }
        scope.recursive = is_recursive(self.program, id);
        begin += &scope.locals(&parameters)?;
        let body = scope.statements(&known.body.statements)?;
        let (result, end) = match &known.result {
            Type::Nothing => ("()".to_owned(), "Ok(())"),
            ty => (
                types::value(ty, "a result", known.span)?,
                "Ok(Zero::zero())",
            ),
        };
        Ok(format!(
            "// Function {}.\nfn {}({}) -> Result<{result}, Fault> {{\n{begin}{body}{end}\n}}\n\n",
            known.name,
            name(id),
            list.join(", ")
        ))
    }
}

impl Scope<'_> {
    /// A call.
    pub(super) fn call(&self, id: FunctionId, arguments: &[Argument]) -> Text {
        let (mut before, mut back) = (String::new(), String::new());
        let mut list = Vec::new();
        for (n, argument) in arguments.iter().enumerate() {
            let array = match argument {
                Argument::Value(value) => match &value.kind {
                    ExprKind::Read(place) if matches!(value.ty, Type::Array(..)) => Some(place),
                    _ => None,
                },
                Argument::Reference(place) if matches!(place.ty, Type::Array(..)) => Some(place),
                Argument::Reference(_) => None,
            };
            if let Some(place) = array {
                list.push(match (self.array_at(place), &place.root) {
                    (Some(array), _) => array,
                    (None, Root::Environment(local, variable)) => {
                        before += &format!(
                            "let array_{n} = {}.borrow().get_{}()?;\nrun.wait()?;\nlet array_{n} = Seen::whole_of(&array_{n});\n",
                            self.local(*local),
                            variable.0
                        );
                        format!("&array_{n}")
                    }
                    _ => return not_yet("an array as an argument here", place.span),
                });
                continue;
            }
            match argument {
                Argument::Value(value) => {
                    before += &format!("let given_{n} = {};\n", self.expr(value)?);
                    list.push(format!("given_{n}"));
                }
                Argument::Reference(place) => {
                    before += &format!("let mut given_{n} = {};\n", self.read(place)?);
                    back += &self.assign(place, &format!("given_{n}"), &place.ty)?;
                    list.push(format!("&mut given_{n}"));
                }
            }
        }
        if is_recursive(self.program, id) {
            list.push(match self.recursive {
                true => "depth + 1".to_owned(),
                false => "0".to_owned(),
            });
        }
        if function_draws(self.program, id) {
            list.push("random".to_owned());
        }
        Ok(format!(
            "{{\n{before}let result = {}({})?;\n{back}result\n}}",
            name(id),
            list.join(", ")
        ))
    }
}
