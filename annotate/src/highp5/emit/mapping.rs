//! What the program knows of its mapping: the spaces of its tasks, and the file given with it.

use super::Emitter;
use crate::highp5::map::order;
use crate::highp5::typed::{SpaceId, Task};

impl Emitter<'_> {
    /// The fields of the program that are about mappings.
    pub(super) fn mappings(&self) -> String {
        let mut text = String::from("tasks: &[\n");
        for task in &self.program.tasks {
            text += &format!("TaskSpaces {{ name: {:?}, spaces: &[\n", task.name);
            let order = order(task);
            for &at in &order {
                let space = &task.spaces[at];
                let parent = space.parent.filter(|&parent| parent != SpaceId::ROOT);
                let parent = parent.and_then(|p| order.iter().position(|&o| o == p.0));
                text += &format!(
                    "Mapped {{ name: {:?}, parent: {parent:?}, cuts: {}, dynamic: {} }},\n",
                    space.name,
                    space.dimensions > 0,
                    space.dynamic
                );
            }
            text += "] },\n";
        }
        text += "],\n";
        match self.mapping {
            Some((file, mapping)) => {
                text + &format!("mapping: Some(Given {{ file: {file:?}, text: {mapping:?} }}),\n")
            }
            None => text + "mapping: None,\n",
        }
    }
}

/// Where the spaces of task `id` are worked on: `places`.
pub(super) fn places(id: usize, task: &Task) -> String {
    let numbered = order(task).into_iter().enumerate();
    let list: Vec<String> = numbered
        .map(|(at, space)| format!("(space_{space}, {at})"))
        .collect();
    format!("let places = run.places({id}, &[{}]);\n", list.join(", "))
}
