//! The diagnostics, one line each: code, title, explanation.

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $code:literal, $title:literal, $why:literal;)*) => {
        $(#[doc = $title] pub const $name: &str = $code;)*
        /// Code, title and explanation of every diagnostic.
        pub const TABLE: &[(&str, &str, &str)] = &[$(($code, $title, $why)),*];
    };
}

codes! {
    SYNTAX = "HP5-E0001", "a directive that cannot be read", "The text inside the directive does not follow the grammar `name(clause, ..)`; see docs/directives.md.";
    UNKNOWN_NAME = "HP5-E0002", "an unknown directive or clause", "Only the names in docs/directives.md are known.";
    PLACE = "HP5-E0003", "a directive where it cannot stand", "`task_tile` stands on a `for` loop, `task` on a block, a call or another statement, `region` on a function or a block; tasks, waits and templates stand inside a region.";
    TILE_ZERO = "HP5-E0004", "a tile size of 0", "A tile holds at least one element. Write `*` to leave a dimension whole.";
    DIMENSIONS = "HP5-E0005", "a wrong number of dimensions", "A template or section has one entry for each dimension of its array.";
    NO_SUCH_LOOP = "HP5-E0006", "a tiled loop that is not there", "Every name in `task_tile(i = 64, ..)` is the variable of a loop of the nest, outermost first.";
    IMPERFECT = "HP5-E0007", "tiled loops that are not perfectly nested", "Between the loops of a `task_tile` nest only `let` statements may stand: tiling repeats what is there.";
    NOT_PERMUTABLE = "HP5-E0008", "a tiling that would change the result", "Running the nest tile by tile is only legal when every dependence points forward in every tiled loop. Tile only the outermost loop, or skew the nest.";
    CLAUSE_TOO_SMALL = "HP5-E0009", "a clause that covers less than the code accesses", "A declared section is a promise to the scheduler. An access outside of it could run at the same time as the task that writes the element. Widen the clause or delete it and let analysis deduce it.";
    WRITE_TO_IN = "HP5-E0010", "a write to what is only declared as read", "A variable that a task writes stands in `out` or `inout`.";
    LEAVES_TASK = "HP5-E0011", "control flow that leaves a task", "A task runs later, maybe on another PPU: `return`, `?` and `break` or `continue` of a loop outside cannot leave it.";
    BAD_FUNCTION = "HP5-E0012", "a function that cannot be a region", "A `const` or `async` function cannot wait for tasks.";
    REDUCTION = "HP5-E0013", "a reduction that does not fit its use", "A reduction variable is a scalar that the body only updates with the operator of the clause.";
    BINDS_VALUE = "HP5-E0014", "a task whose value is used", "A task runs later, so its value cannot be bound here. Write to a variable declared before, and wait for the task before reading it.";
    WHOLE_USE = "HP5-E0015", "an array passed whole where only a part is declared", "Two tasks with the same `&mut` array would alias. Pass the slice that the clause declares (`&mut a[lo..hi]`), or declare the whole array.";
    TOO_DEEP = "HP5-E0016", "an expression nested too deeply", "Expressions beyond a few hundred levels are not analysed.";
    SOURCE_SYNTAX = "HP5-E0017", "source that does not parse", "The file has a syntax error near a directive; the compiler's message will say more.";
    DUPLICATE = "HP5-E0018", "a clause given twice", "Give each clause once; lists may have several items.";
    OVERLAP = "HP5-E0019", "an array and a part of it, both used by tasks", "`self.grid` and `self.grid.u` are told apart by their addresses, so a task that changes one is not ordered with a task that uses the other. Use one of the two forms in all tasks of the region.";
    WIDENED = "HP5-W0101", "a section widened to the whole dimension", "The index is not affine in the loop variables, so the task is taken to touch all of the dimension. Declare the section if you know it is smaller.";
    IMPLICIT_WAIT = "HP5-W0102", "a wait that was put in", "Code outside tasks uses what pending tasks touch; the program waits here. Write `#[hp5::task_wait]` to say so.";
    SERIAL_SCALAR = "HP5-W0103", "tasks that wait for one another because of a scalar", "Every task updates the same scalar. If it is a reduction, declare `reduction(op: x)`; if it is scratch, declare `private(x)`.";
    ROWS = "HP5-W0104", "rows that could not be told apart", "`a[i * m + j]` is row `i`, column `j` only while `j` stays below `m`. Where bounds do not show that, two rows may share elements, so the tasks of the loop run in the order of the serial program. Write bounds in terms of the row length.";
    ACCELERATOR = "HP5-N0201", "map(acc) runs on a PPU", "Accelerators are not supported yet; the task runs on a PPU with the same result.";
    ORDERED_LOOP = "HP5-N0202", "tasks of a loop that depend on one another", "The loop carries dependences, so its tasks run in the order of their tiles (a wavefront).";
    REGISTERED_ANEW = "HP5-N0203", "a loop that is registered anew in each turn", "A loop of generating code that does nothing but register tasks, with the same tiles in each turn, is recorded once and replayed from then on. This one is not, for the reason given: its tasks are registered in each turn, which costs some time per task.";
}
