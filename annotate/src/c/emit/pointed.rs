//! What tasks use of blocks that pointers lead to ([`block_arrays`](crate::c::points_to::block_arrays)), as the graph knows it.

use crate::c::emit::{Context, value};
use crate::c::points_to::block_arrays::{Blocks, depth, first, inside};
use crate::edit::Edits;
use crate::ir::{Access, Addition, Poly, Task, Variable};

impl Context<'_> {
    /// What a task uses of the block that a pointer leads to: its address, and how many bytes that is if it
    /// is known. `None` where the graph knows the variable otherwise.
    pub(super) fn pointed(&self, task: &Task, access: &Access) -> Option<(String, Option<String>)> {
        let depth = self.blocks(task, access.var)?;
        let variable = &self.region.variables[access.var];
        let indices = first(variable, access, depth)?;
        let brackets: String = indices.iter().map(|i| format!("[{}]", value(i))).collect();
        let block = format!("{}{brackets}", variable.name);
        let there = self.guards(task).guarded(&block);
        if !self.knows_blocks() {
            return Some((format!("(const void *)({there})"), None));
        }
        let (lo, hi) = inside(variable, access, depth)?;
        let bytes = |n: &Poly| format!("({}) * (ptrdiff_t)sizeof ({block})[0]", value(n));
        let place = format!("(const char *)({there}) + {}", bytes(&lo));
        Some((place, Some(bytes(&hi.minus(&lo)?))))
    }

    /// The variable is one of pointers to blocks, which all tasks use block by block: how many indices
    /// lead to a pointer.
    pub(super) fn blocks(&self, task: &Task, var: usize) -> Option<usize> {
        let used = task.bindings.iter().any(|b| b.var == var);
        let depth = self.block_arrays().depths.get(&var).copied();
        depth.filter(|_| used)
    }

    /// Of all blocks it is known which elements tasks use.
    pub(super) fn knows_blocks(&self) -> bool {
        self.block_arrays().sized
    }

    fn block_arrays(&self) -> &Blocks {
        self.blocks
            .get_or_init(|| Blocks::of(self.src, self.region, self.shares))
    }

    /// It may be one of pointers to blocks, if clauses say so.
    pub(super) fn leads_to_blocks(&self, variable: &Variable) -> bool {
        let mut all = self.region.variables.iter();
        let var = all.position(|v| v.name == variable.name);
        var.is_some_and(|var| depth(self.src, self.region, self.shares, var).is_some())
    }

    /// The pointer that leads to a block which a task uses, where code between tasks may set it: tasks read it
    /// when they run.
    pub(super) fn pointer_to(&self, task: &Task, access: &Access) -> Option<String> {
        let depth = (self.blocks(task, access.var)).filter(|_| self.asks())?;
        let variable = &self.region.variables[access.var];
        let indices = first(variable, access, depth)?;
        let brackets: String = indices.iter().map(|i| format!("[{}]", value(i))).collect();
        Some(format!("{}{brackets}", variable.name))
    }

    /// Code between the region's tasks sets pointers to blocks.
    pub(super) fn asks(&self) -> bool {
        let mut all = self.region.additions.iter();
        all.any(|addition| matches!(addition, Addition::AskFirst { .. }))
    }

    /// Before a pointer is set that leads to a block, or the block is given back, waits if tasks use it.
    pub(super) fn ask_first(&self, edits: &mut Edits) {
        for addition in &self.region.additions {
            let Addition::AskFirst { set, place, behind } = addition else {
                continue;
            };
            let place = self.src.slice(place);
            let mut ask =
                format!("(hp5_look(hp5_here, (size_t)&({place}), sizeof ({place}), HP5_INOUT), ");
            if *behind {
                let block = format!("hp5_look_behind(hp5_here, (size_t)&({place}), HP5_INOUT), ");
                ask.push_str(&block);
            }
            edits.insert(set.start, ask);
            edits.replace(set.end..set.end, ")");
        }
    }
}
