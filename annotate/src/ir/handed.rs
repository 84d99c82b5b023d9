//! What the code of a composite task is told of the region around it.

use super::{Region, RegionForm, Task, Template};

impl Region {
    /// Tells the code of a composite task which templates are in force around it, and which loops.
    pub fn hand_down(&self, task: &mut Task) {
        let Some(inside) = &mut task.nested else {
            return;
        };
        let around = (self.templates.iter()).filter(|t| t.scope.contains(&inside.body.start));
        inside.templates = around
            .map(|t| Template {
                scope: inside.body.clone(),
                ..t.clone()
            })
            .collect();
        let loops = task.loops.iter().map(|l| l.var.clone());
        inside.outer = self.outer.iter().cloned().chain(loops).collect();
    }

    /// True for a template that stands around the composite task whose code this is: it holds
    /// here where it fits.
    #[must_use]
    pub fn is_from_around(&self, template: &Template) -> bool {
        self.form == RegionForm::Nested && !self.body.contains(&template.span.start)
    }
}
