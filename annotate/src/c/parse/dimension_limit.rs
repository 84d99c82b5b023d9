//! Arrays of more brackets than the library has dimensions, `u[t][z][y][x][mu][a][b]`: what the last ones
//! choose from counts as one element.

use crate::ir::{Region, Shape};
use crate::passes::tasks_mut;

/// `HP5_MAX_DIMS` of `hp5.h`.
pub(in crate::c) const MOST: usize = 6;

/// Lets uses, clauses and templates speak of the first dimensions alone.
pub(in crate::c) fn run(region: &mut Region) {
    for task in tasks_mut(region) {
        for used in &mut task.uses {
            if used.shape == Shape::Element {
                used.indices.truncate(MOST);
                used.index.truncate(MOST);
            }
        }
        let sections = task.declared.iter_mut().filter_map(|d| d.section.as_mut());
        sections.for_each(|section| section.truncate(MOST));
    }
    for template in &mut region.templates {
        (template.arrays.iter_mut()).for_each(|(_, sizes)| sizes.truncate(MOST));
        template.lengths.truncate(MOST);
    }
}
