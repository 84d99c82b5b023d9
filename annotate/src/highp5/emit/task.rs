//! A task: its environment, and the function that executes it.

use super::cells;
use super::epoch;
use super::expr::{At, Scope, variable};
use super::flow::{self, Walk, array, environment};
use super::stage::parameters;
use super::{Emitter, NotYet, Text, again, not_yet, reach, types, valued, within};
use crate::highp5::ast::{Mode, Order};
use crate::highp5::map::order;
use crate::highp5::typed::{
    Along, Amount, Part, PartitionFunction, SpaceId, Stage, SubPartition, Task, TaskId, Type,
    Variable, VariableId,
};

impl Emitter<'_> {
    /// The type of a task's environments.
    pub(super) fn environment(&self, id: usize, task: &Task) -> Text {
        let (mut fields, mut getters) = (String::new(), String::new());
        for (at, known) in task.variables.iter().enumerate() {
            if known.mode.is_none() {
                continue;
            }
            let ty = match &known.ty {
                Type::Array(..) => format!(
                    "Rc<Stored<{}>>",
                    array(task, crate::highp5::typed::VariableId(at))?.0
                ),
                ty => format!("Rc<Cell<{}>>", types::value(ty, "a variable", known.span)?),
            };
            fields += &format!("f{at}: Option<{ty}>,\n");
            getters += &format!(
                "fn get_{at}(&self) -> Result<{ty}, Fault> {{ self.f{at}.clone().ok_or(Fault::Missing {{ variable: {:?}, task: {:?} }}) }}\n",
                known.name, task.name
            );
        }
        let name = environment(TaskId(id));
        Ok(format!(
            "#[derive(Default)]\nstruct {name} {{\n{fields}}}\n\nimpl {name} {{\n{getters}}}\n\n"
        ))
    }

    /// The function that executes a task, and those of its stages.
    pub(super) fn task(&self, id: usize, task: &Task) -> Text {
        let changing = cells::changing(self.program, task)?;
        let mut text = cells::definition(id, task, &changing)?;
        for stage in &task.stages {
            text += &self.stage(id, task, stage, &changing)?;
        }
        let mut list = String::new();
        if let Some(initialize) = &task.initialize {
            let scope = Scope::new(self.program, At::Begin, Some(task), &initialize.body);
            for (name, ty) in parameters(&scope, &initialize.parameters)? {
                list += &format!(", mut {name}: {ty}");
            }
        }
        text += &format!(
            "fn execute_{id}(run: &Run, environment: &RefCell<Environment{id}>, partition: [i32; {}]{list}) -> Result<(), Fault> {{\nrun.begin()?;\n",
            task.partition.len()
        );
        let mut walk = Walk {
            program: self.program,
            id,
            task,
            space: SpaceId::ROOT,
            changing: &changing,
            same: epoch::same(self.program, task, &changing),
            within: std::collections::BTreeSet::new(),
            valued: valued::arrays(task),
            tasks_of: None,
            clears: Vec::new(),
            partial: Vec::new(),
            again: false,
            pieces: std::collections::BTreeSet::new(),
        };
        walk.within = within::spaces(&walk)?;
        text += &self.begin(task)?;
        text += &self.spaces(&walk)?;
        text += &format!(
            "let generators = Generators::new(Random::seeded(seed), drawn, vec![{}]);\n",
            letters(task)
        );
        let cell = |id: &VariableId| format!("v{0}: Cell::new(v{0}.clone())", id.0);
        let list: Vec<String> = changing.iter().map(cell).collect();
        text += &format!(
            "let u0 = vec![Active::new(Unit::root(&spaces, {} {{ {} }}))];\n",
            cells::cells(id),
            list.join(", ")
        );
        if super::apart::has_epochs(&task.flow) {
            text += "let all0 = u0.clone();\n";
        }
        text += &self.flow(&mut walk, &task.flow)?;
        for (at, _) in task.variables.iter().enumerate().filter(|(_, v)| v.lag > 0) {
            text += &format!("st{at}.finish(run);\n");
        }
        for (at, known) in task
            .variables
            .iter()
            .enumerate()
            .filter(|(_, v)| v.mode.is_some())
        {
            let value = match known.ty {
                Type::Array(..) if is_read_alone(task, at) => format!("e{at}"),
                Type::Array(..) => format!("x{at}"),
                _ if changing.contains(&VariableId(at)) => {
                    format!("u0[0].cells().v{at}.clone()")
                }
                _ => format!("Cell::new(v{at}.clone())"),
            };
            text += &format!("environment.borrow_mut().f{at} = Some({value});\n");
        }
        Ok(text + "Ok(())\n}\n\n")
    }

    /// Variables as Initialize leaves them, and arrays.
    fn begin(&self, task: &Task) -> Text {
        let mut text = String::from(
            "let mut seed = 0;\nlet mut drawn = Random::seeded(seed);\nlet random = &mut drawn;\n",
        );
        let mut arrays = String::new();
        let mut list = String::new();
        for (at, known) in task.variables.iter().enumerate() {
            let linked = linked(known);
            if !matches!(known.ty, Type::Array(..)) {
                text += &scalar_begins(at, known, linked)?;
                continue;
            }
            let (element, rank) = array(task, VariableId(at))?;
            if linked {
                let get = match known.mode {
                    Some(Mode::LinkOrCreate) => format!("environment.borrow().f{at}.clone()"),
                    _ => format!("Some(environment.borrow().get_{at}()?)"),
                };
                text += &format!(
                    "let y{at}: Option<Rc<Stored<{element}>>> = {get};\nlet mut b{at} = [Bounds::NONE; {rank}];\n\
                     if let Some(array) = &y{at} {{ b{at}.copy_from_slice(array.bounds()); }}\n"
                );
                arrays += &format!(
                    "let x{at}: Rc<Stored<{element}>> = match y{at} {{ Some(array) => array, None => Stored::new({:?}, &b{at})? }};\n",
                    known.name
                );
            } else {
                text += &format!("let mut b{at} = [Bounds::NONE; {rank}];\n");
                arrays += &match again::may_be(task, VariableId(at)) {
                    true => format!(
                        "let (x{at}, {}) = run.array::<{element}>({:?}, &b{at})?;\n",
                        again::name(VariableId(at)),
                        known.name
                    ),
                    false => format!(
                        "let x{at}: Rc<Stored<{element}>> = Stored::new({:?}, &b{at})?;\n",
                        known.name
                    ),
                };
            }
            if linked && is_written(task, at) {
                list += &format!("({:?}, x{at}.identity()), ", known.name);
            }
        }
        let mut unshared = String::new();
        for (at, known) in task.variables.iter().enumerate() {
            if is_read_alone(task, at) {
                unshared += &format!(
                    "let e{at} = x{at}.clone();\nlet x{at} = run.unshared({:?}, &x{at}, &written)?;\n",
                    known.name
                );
            }
        }
        if let Some(initialize) = &task.initialize {
            let mut scope = Scope::new(self.program, At::Begin, Some(task), &initialize.body);
            self.sets_no_linked(task, &initialize.body.statements)?;
            text += &scope.locals(&initialize.parameters)?;
            text += &scope.statements(&initialize.body.statements)?;
        }
        Ok(format!(
            "{text}{arrays}let written = distinct({:?}, &[{list}])?;\n{unshared}",
            task.name
        ))
    }

    /// Initialize must leave the dimensions of linked arrays as they are.
    fn sets_no_linked(
        &self,
        task: &Task,
        statements: &[crate::highp5::typed::Statement],
    ) -> Result<(), NotYet> {
        let uses = super::access::Uses::of(statements);
        for place in uses.assigned {
            if let crate::highp5::typed::Root::Variable(id, _) = place.root
                && matches!(task.variables[id.0].ty, Type::Array(..))
                && task.variables[id.0].mode == Some(Mode::Link)
            {
                return not_yet("dimensions of a linked array that are set", place.span);
            }
        }
        Ok(())
    }

    /// Spaces, keys and the region.
    fn spaces(&self, walk: &Walk<'_>) -> Text {
        let (id, task) = (walk.id, walk.task);
        let mut text = String::from("let mut spaces = Spaces::new(vec![\n");
        for (at, known) in task.variables.iter().enumerate() {
            let extents = match known.ty {
                Type::Array(..) => format!("x{at}.extents()"),
                _ => "Vec::new()".to_owned(),
            };
            text += &format!(
                "Shape {{ name: {:?}.into(), extents: {extents} }},\n",
                known.name
            );
        }
        text += "]);\n";
        for at in order(task) {
            text += &self.space(id, task, at)?;
        }
        text += &super::mapping::places(id, task);
        for space in &walk.within {
            text += &format!(
                "let {} = places.within(&spaces, space_{});\n",
                within::name(*space),
                space.0
            );
        }
        text += "let spaces = Arc::new(spaces);\nlet faults = run.faults();\n";
        for (at, known) in task.variables.iter().enumerate() {
            if !matches!(known.ty, Type::Array(..)) {
                continue;
            }
            let (element, rank) = array(task, VariableId(at))?;
            let versions = match known.lag {
                0 => String::new(),
                lag => format!(".with_versions(run, {lag}, {})?", !linked(known)),
            };
            let among: Vec<String> = (1..task.spaces.len())
                .filter(|&s| task.spaces[s].parts.iter().any(|p| p.variable.0 == at))
                .map(|s| match walk.within.contains(&SpaceId(s)) {
                    // Tasks use what those hold that its LPUs divide.
                    true => format!("(!{}).then_some(space_{s})", within::name(SpaceId(s))),
                    false => format!("Some(space_{s})"),
                })
                .collect();
            let past = taken_past(task, VariableId(at));
            text += &format!(
                "let g{at} = run.cells({:?}, &x{at}, || Keys::of_owned(&spaces, ArrayId({at}), &among([{}]), MOST_KEYS))?;\n\
                 let st{at}: Stores<{element}, {rank}> = Stores::new(ArrayId({at}), Store::new({0:?}, &x{at}, g{at}){versions}){past};\n",
                known.name,
                among.join(", ")
            );
        }
        for id in &walk.valued {
            let name = &task.variables[id.0].name;
            text += &format!("let m{0} = run.extremes({name:?}, &x{0});\n", id.0);
        }
        Ok(text + "let region = run.region();\n")
    }

    fn space(&self, id: usize, task: &Task, at: usize) -> Text {
        let space = &task.spaces[at];
        let number = order(task).iter().position(|&other| other == at);
        let dealt = format!("run.dealt({id}, {})", number.unwrap_or(0));
        let parent = match space.parent {
            Some(parent) if parent != SpaceId::ROOT => match space.divides_sub_partitions {
                true => format!("Some(sub_{})", parent.0),
                false => format!("Some(space_{})", parent.0),
            },
            _ => "None".to_owned(),
        };
        let mut lines = String::new();
        for part in &space.parts {
            lines += &line(task, part, &dealt)?;
        }
        let mut text = format!(
            "let space_{at} = spaces.add(Space {{ name: {:?}.into(), parent: {parent}, dimensions: {}, \
             lines: vec![{lines}], order: vec![] }})?;\n",
            space.name, space.dimensions
        );
        if let Some(sub) = &space.sub_partition {
            let mut lines = String::new();
            for part in &sub.parts {
                lines += &line(task, part, &dealt)?;
            }
            // What it does not cut is whole in each piece.
            for part in &space.parts {
                if sub
                    .parts
                    .iter()
                    .all(|other| other.variable != part.variable)
                {
                    lines += &format!(
                        "Line {{ array: ArrayId({}), axes: vec![], relative_to: None }}, ",
                        part.variable.0
                    );
                }
            }
            text += &format!(
                "let sub_{at} = spaces.add(Space {{ name: {:?}.into(), parent: Some(space_{at}), dimensions: {}, \
                 lines: vec![{lines}], order: vec![{}] }})?;\n",
                format!("{}'s sub-partition", space.name),
                sub.dimensions,
                directions(sub)
            );
        }
        Ok(text)
    }
}

fn directions(sub: &SubPartition) -> String {
    let descends = |d: usize| {
        sub.parts.iter().any(|part| {
            matches!(
                part.along.get(d),
                Some(Along::Cut {
                    order: Some(Order::Descending),
                    ..
                })
            )
        })
    };
    let name = |d| match descends(d) {
        true => "Direction::Descending",
        false => "Direction::Ascending",
    };
    let list: Vec<&str> = (0..usize::from(sub.dimensions)).map(name).collect();
    list.join(", ")
}

/// What a space says about an array.
///
/// `dealt` says how many PPUs there are for it.
fn line(task: &Task, part: &Part, dealt: &str) -> Text {
    let mut axes = String::new();
    for (space, along) in part.along.iter().enumerate() {
        let Along::Cut {
            dimension,
            function,
            padding,
            ..
        } = along
        else {
            continue;
        };
        let function = match function {
            PartitionFunction::BlockSize(size) => format!("BlockSize({})", amount(task, *size, 1)),
            PartitionFunction::BlockCount(count) => {
                format!("BlockCount({})", amount(task, *count, 1))
            }
            PartitionFunction::BlockStride(size, Some(count)) => format!(
                "BlockStride {{ size: {}, count: {} }}",
                amount(task, *size, 1),
                amount(task, *count, 1)
            ),
            PartitionFunction::BlockStride(size, None) => {
                format!(
                    "BlockStride {{ size: {}, count: {dealt} }}",
                    amount(task, *size, 1)
                )
            }
        };
        axes += &format!(
            "Axis {{ space: {space}, array: {dimension}, cut: Cut::new(Function::{function}, Padding {{ low: {}, high: {} }})? }}, ",
            amount(task, padding.0, 0),
            amount(task, padding.1, 0)
        );
    }
    let relative = match part.relative {
        Some(SpaceId::ROOT) => "Some(partition::SpaceId::ROOT)".to_owned(),
        Some(space) => format!("Some(space_{})", space.0),
        None => "None".to_owned(),
    };
    Ok(format!(
        "Line {{ array: ArrayId({}), axes: vec![{axes}], relative_to: {relative} }}, ",
        part.variable.0
    ))
}

pub(super) fn amount(task: &Task, amount: Amount, least: u8) -> String {
    match amount {
        Amount::Constant(n) => n.to_string(),
        Amount::Parameter(at) => format!(
            "amount({:?}, {:?}, partition[{at}], {least})?",
            task.name, task.partition[at]
        ),
    }
}

/// The letters of spaces in the order in which they are made, with blanks for sub-partitions.
fn letters(task: &Task) -> String {
    let mut list = Vec::new();
    for at in order(task) {
        let space = &task.spaces[at];
        list.push(format!("{:?}", space.name.chars().next().unwrap_or('?')));
        list.extend(space.sub_partition.iter().map(|_| "' '".to_owned()));
    }
    list.join(", ")
}

pub(super) fn linked(known: &Variable) -> bool {
    matches!(known.mode, Some(Mode::Link | Mode::LinkOrCreate))
}

fn is_written(task: &Task, at: usize) -> bool {
    let writes = |stage: &Stage| stage.writes.iter().any(|w| w.0 == at);
    task.stages.iter().any(writes)
}

/// True for an array that the task only reads, and that may be one with another that it writes: it
/// then reads what the array was before.
fn is_read_alone(task: &Task, at: usize) -> bool {
    let known = &task.variables[at];
    let mut others = task.variables.iter().enumerate();
    let array = matches!(known.ty, Type::Array(..));
    array
        && linked(known)
        && !is_written(task, at)
        && others.any(|(n, other)| other.ty == known.ty && linked(other) && is_written(task, n))
}

/// A variable that is no array, before Initialize.
fn scalar_begins(at: usize, known: &Variable, linked: bool) -> Text {
    let ty = types::value(&known.ty, "a variable", known.span)?;
    let name = variable(crate::highp5::typed::VariableId(at));
    let value = match known.mode {
        Some(Mode::LinkOrCreate) => format!(
            "match &environment.borrow().f{at} {{ Some(cell) => run.value(cell)?, None => Zero::zero() }}"
        ),
        _ if linked => format!("run.value(&environment.borrow().get_{at}()?)?"),
        _ => "Zero::zero()".to_owned(),
    };
    Ok(format!("let mut {name}: {ty} = {value};\n"))
}

/// Which spaces take an array from further out than the nearest one that holds it, and from where.
fn taken_past(task: &Task, id: VariableId) -> String {
    let past = |space| {
        let (from, _) = reach::past(task, space, id)?;
        Some(format!("(space_{}, {})", space.0, flow::space(from)))
    };
    let list: Vec<String> = (1..task.spaces.len())
        .map(SpaceId)
        .filter_map(past)
        .collect();
    match list.is_empty() {
        true => String::new(),
        false => format!(".taken_past(&[{}])", list.join(", ")),
    }
}
