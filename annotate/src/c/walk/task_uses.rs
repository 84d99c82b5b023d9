//! What tasks of a region use, by families of names, and by the names in their code.

use std::collections::{HashMap, HashSet};

use tree_sitter::Node;

use crate::c::parse::names::{all_names, identifiers, statement};
use crate::c::parse::source::{Source, children, root_of};
use crate::c::points_to::alias_classes::Families;
use crate::ir::{Region, Step, Task, Variable};
use crate::passes::{tasks, variables::shared_uses};

/// The variables that tasks use, by the heads of their families.
pub(in crate::c) fn touched(
    region: &Region,
    families: &Families,
) -> HashMap<String, Vec<Variable>> {
    let mut map: HashMap<String, Vec<Variable>> = HashMap::new();
    for variable in &region.variables {
        let head = families.head(root_of(&variable.name));
        map.entry(head).or_default().push(variable.clone());
    }
    map
}

/// Where the tasks stand that use a family; all tasks for none.
pub(in crate::c) fn tasks_of(
    region: &Region,
    families: &Families,
    head: Option<&str>,
) -> Vec<usize> {
    let of = |name: &str| head.is_none_or(|head| families.head(root_of(name)) == head);
    let uses = |task: &&Task| {
        // Also one that does nothing but print.
        head.is_none()
            || shared_uses(task).any(|u| of(&u.name))
            || task.declared.iter().any(|d| of(&d.name))
            || task.reductions.iter().any(|r| of(&r.name))
    };
    tasks(region).filter(uses).map(|t| t.stmt.start).collect()
}

/// Names that code of tasks declares as those of the file, `extern int n;`: it has no copies of them.
pub(in crate::c) fn extern_in_tasks(src: &Source, region: &Region) -> HashSet<String> {
    let mut names = HashSet::new();
    for step in &region.steps {
        let Step::Task(task) = step else {
            continue;
        };
        let mut stack: Vec<Node> = statement(src, task).into_iter().collect();
        while let Some(node) = stack.pop() {
            let says = |c: &Node| c.kind() == "storage_class_specifier" && src.text(*c) == "extern";
            if node.kind() == "declaration" && children(node).iter().any(says) {
                names.extend(
                    identifiers(src, node)
                        .into_iter()
                        .map(|(n, _)| n.to_owned()),
                );
            }
            stack.extend(children(node));
        }
    }
    names
}

pub(in crate::c) fn named_by_tasks(src: &Source, region: &Region) -> HashSet<String> {
    let mut names = HashSet::new();
    for step in &region.steps {
        if let Step::Task(task) = step {
            let stmt = statement(src, task);
            names.extend(stmt.into_iter().flat_map(|s| all_names(src, s)));
        }
    }
    names
}
