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
    UNKNOWN_NAME = "HP5-E0002", "an unknown name in a directive", "Only the directives and clauses of docs/directives.md are known. What a clause of C names is declared in the program.";
    PLACE = "HP5-E0003", "a directive where it cannot stand", "`task_tile` stands on a `for` loop, `task` on a block, a call or another statement, `region` on a function or a block; tasks, waits and templates stand inside a region.";
    TILE_ZERO = "HP5-E0004", "a tile size of 0", "A tile holds at least one element. Write `*` to leave a dimension whole.";
    DIMENSIONS = "HP5-E0005", "a wrong number of dimensions", "A template or section has one entry for each dimension of its array.";
    NO_SUCH_LOOP = "HP5-E0006", "a tiled loop that is not there", "Every name in `task_tile(i = 64, ..)` is the variable of a loop of the nest, outermost first.";
    IMPERFECT = "HP5-E0007", "tiled loops that are not perfectly nested", "Between the loops of a `task_tile` nest only `let` statements may stand: tiling repeats what is there.";
    NOT_PERMUTABLE = "HP5-E0008", "a tiling that would change the result", "Running the nest tile by tile is only legal when every dependence points forward in every tiled loop. Tile only the outermost loop, or skew the nest.";
    CLAUSE_TOO_SMALL = "HP5-E0009", "a clause that covers less than the code accesses", "A declared section is a promise to the scheduler. An access outside of it could run at the same time as the task that writes the element. Widen the clause or delete it and let analysis deduce it.";
    WRITE_TO_IN = "HP5-E0010", "a write to what is only declared as read", "A variable that a task writes stands in `out` or `inout`.";
    LEAVES_TASK = "HP5-E0011", "control flow that leaves a task", "A task runs later, maybe on another PPU: `return`, `?` and `break` or `continue` of a loop outside cannot leave it.";
    BAD_FUNCTION = "HP5-E0012", "a function that cannot be a region", "A `const` or `async` function cannot wait for tasks. A function whose region is `joined` returns before its tasks are done: it has no value, and is given places by reference, not `self`.";
    REDUCTION = "HP5-E0013", "a reduction that does not fit its use", "A reduction variable is a scalar that the body only updates with the operator of the clause.";
    BINDS_VALUE = "HP5-E0014", "a task whose value is used", "A task runs later, so its value cannot be bound here. Write to a variable declared before, and wait for the task before reading it.";
    WHOLE_USE = "HP5-E0015", "an array passed whole where only a part is declared", "Two tasks with the same `&mut` array would alias. Pass the slice that the clause declares (`&mut a[lo..hi]`), or declare the whole array.";
    TOO_DEEP = "HP5-E0016", "an expression nested too deeply", "Expressions beyond a few hundred levels are not analysed.";
    SOURCE_SYNTAX = "HP5-E0017", "source that does not parse", "The file has a syntax error near a directive; the compiler's message will say more.";
    DUPLICATE = "HP5-E0018", "a clause or task given twice", "Give each clause once, and a statement one task directive; lists may have several items.";
    OVERLAP = "HP5-E0019", "an array and a part of it, both used by tasks", "`self.grid` and `self.grid.u` are told apart by their addresses, so a task that changes one is not ordered with a task that uses the other. Use one of the two forms in all tasks of the region.";
    UNSHARED = "HP5-E0020", "something that threads cannot share, used by tasks", "Tasks run at the same time on several threads, so what they use must be `Sync`. A `Cell` or `RefCell` that tasks write, and what a raw pointer points to, are not seen by the analysis either, so their order would be lost. Use arrays, scalars and reductions for what tasks write, `Arc` for what they share, an atomic or a `Mutex` for what nothing depends on.";
    CUT = "HP5-E0021", "a cut that depends on the loops that it cuts", "Tasks are cut before any of them runs. Tile sizes and the condition of a tiled loop are known before its nest; its bounds may change with outer loops' variables only by sums and multiples, as `i + 1` or `2 * i`. Where they change otherwise, as with `first[i]`, tile only the loops around that one.";
    WIDENED = "HP5-W0101", "a section widened to the whole dimension", "The index is not affine in the loop variables, so the task is taken to touch all of the dimension. Declare the section if you know it is smaller.";
    IMPLICIT_WAIT = "HP5-W0102", "a wait that was put in", "Code outside tasks uses what pending tasks touch; the program waits here. Write `#[hp5::task_wait]` to say so.";
    SERIAL_SCALAR = "HP5-W0103", "tasks that wait for one another because of a scalar", "Every task updates the same scalar. If it is a reduction, declare `reduction(op: x)`; if it is scratch, declare `private(x)`.";
    ROWS = "HP5-W0104", "rows that could not be told apart", "`a[i * m + j]` is row `i`, column `j` only while `j` stays below `m`. Where bounds do not show that, two rows may share elements, so the tasks of the loop run in the order of the serial program. Write bounds in terms of the row length.";
    ACCELERATOR = "HP5-N0201", "map(acc) runs on a PPU", "Accelerators are not supported yet; the task runs on a PPU with the same result.";
    ORDERED_LOOP = "HP5-N0202", "tasks of a loop that depend on one another", "The loop carries dependences, so its tasks run in the order of their tiles (a wavefront).";
    REGISTERED_ANEW = "HP5-N0203", "a loop that is registered anew in each turn", "A loop of generating code that does nothing but register tasks, with the same tiles in each turn, is recorded once and replayed from then on. This one is not, for the reason given: its tasks are registered in each turn, which costs some time per task.";

    NOT_JOINED = "HP5-N0204", "a call that does not join", "The called function has a joined region, but this call does not hand it the caller's: the called region is one of its own, which waits for its tasks before the call returns. A call joins where it is a statement of its own in the region's generating code, outside of tasks, and its arguments run no code of the program.";

    C_NOT_YET = "HP5-E0501", "C that is not translated yet", "The directive or the code is right, but the C front end does not translate it yet; docs/c.md lists what it does.";
    C_LEAVES = "HP5-E0502", "a jump out of a region", "The end of a region waits for its tasks. `return`, `goto`, `break` and `continue` that jump over it would leave tasks behind.";
    C_JOINED = "HP5-E0510", "code beside a joined region", "A joined region is part of the region that calls it, whose tasks may be running. Code of its function that reads or writes memory, or calls something, has to stand in the region, where it is seen and waits if it must, or in the caller.";
    C_EXTENT = "HP5-E0503", "an array whose lengths are not known", "A tile is known by its place in the array, for which the array's lengths are needed. Pointers have none: `dim(n, m)` of the template says them.";

    C_CONDITIONAL = "HP5-E0504", "code that only the preprocessor knows", "Sources are analysed as they are written, before the preprocessor. Code of a region under `#if`, code that is included there, macros that have more than one definition or one under a condition, and macros of headers that are more than numbers are not seen that way. `hp5cc` preprocesses such files by itself; `hp5-annotate --cpp` does.";

    C_STATIC = "HP5-E0505", "a static variable in a task", "A `static` variable keeps its value from one call to the next. Tasks run at the same time and in another order than calls do in the serial program, so they cannot share it. A variable of the file can: tasks that use it are ordered.";
    C_UNSEEN = "HP5-E0506", "code of a task that is not seen", "What a task touches is found out in its code and in functions of the same file. Behind a pointer to a function or in assembly it is not: a clause `in`, `out` or `inout` has to say what the task uses, all of it that other tasks write.";

    H_SYNTAX = "HP5-E0301", "text that is not HighP5", "The program does not follow the grammar; the message says what could stand there. Statements end with their line: a line goes on only behind an operator, a comma or a backslash, or where the next line begins with an operator, `and`, `or`, `for`, `while`, `step`, `in` or `at`. See docs/highp5.md.";
    H_NAMING = "HP5-E0302", "a name in the wrong letter case", "Names of variables, stages and functions begin in lower case; names of types in upper case and have two letters or more; a space is one upper-case letter, or Root.";
    H_TWICE = "HP5-E0303", "a name given twice", "Within one task (variables, stages, spaces), within one program (tasks, functions, types) and within one list of parameters each name is given once.";
    H_UNKNOWN = "HP5-E0304", "an unknown name", "Every variable, stage, space, function, type, task, field and argument that is used has to be defined: variables in the Define section of their task or by a first assignment, stages under Stages, spaces under Partition.";
    H_TYPE = "HP5-E0305", "types that do not go together", "Types are fixed by the Define sections, and for locals by the first assignment. Integers become reals and single-precision reals become double where they have to; nothing else is converted silently: write integer(x), single(x) or double(x).";
    H_NO_TYPE = "HP5-E0306", "a type that cannot be inferred", "The type of a local is that of what is assigned to it first, that of a program argument is that of what it is used as. Where neither says anything there is no type.";
    H_NOT_ASSIGNABLE = "HP5-E0307", "an assignment to what cannot be assigned", "Indices of loops, partition arguments, lpuId, program arguments, earlier versions of a variable, and parameters that stand for values cannot be assigned. Dimensions of arrays are set in Initialize only.";
    H_ARGUMENTS = "HP5-E0308", "arguments that do not fit", "A call gives as many arguments as there are parameters, in their order; `&` only where the function declares it; `Space A:` only in calls of stages.";
    H_SECTION = "HP5-E0309", "a section that is missing or out of place", "A task has the sections Define, Environment, Initialize, Stages, Computation and Partition in this order; Define and Computation cannot be left out, and no section stands twice. A program has one coordinator.";
    H_HIERARCHY = "HP5-E0310", "a space that cannot be entered", "The Computation section enters a space from the space that it divides, or from one further up: what is written inside `Space A { }` can only enter spaces that divide A, directly or not.";
    H_NOT_IN_SPACE = "HP5-E0311", "an array in a space that does not hold it", "A stage sees the arrays that the Partition section assigns to its space. Assign the array to the space, or pass it from an ancestor that holds it (`Space A: x`).";
    H_VERSION = "HP5-E0312", "a version that is not kept", "`x at (current - k)` names the value of a task's variable k epochs ago. Versions advance when an Epoch block that uses the variable is left; without one nothing earlier is ever kept. Only the current version can be assigned.";
    H_REDUCTION = "HP5-E0313", "a reduction that does not fit", "The result of reduce() is a scalar that Define declares with the word Reduction, in the space of the stage or an ancestor of it. Operators are sum, product, max, min (numbers), maxEntry, minEntry (give the Integer index), land, lor (Boolean), band, bor (Integer).";
    H_PARTITION = "HP5-E0314", "a partition that does not fit", "The instructions for an array stand for the dimensions of the space, in order; those that cut are dealt to the dimensions of the array, or to those in `<dim2>`. block_size, block_count and stride take one argument per dimension, block_stride one or two for one dimension; padding goes with block_size and block_count.";
    H_REPLICATED = "HP5-E0315", "a write to replicated data", "Several LPUs hold the same data, so they would write over one another. Write it in a space where one LPU holds it, or under a `Where` that picks one LPU, or compute it from replicated data alone (all LPUs then write the same).";
    H_PLACE = "HP5-E0316", "a statement where it cannot stand", "`execute`, `bind_input` and `bind_output` stand in the coordinator, `reduce` in loops of stages, `return` in functions, `init_rand` in Initialize, `Repeat foreach sub-partition` in a space that has one.";
    H_RECURSION = "HP5-E0317", "a definition by itself", "A type cannot contain itself, a space cannot divide itself, and a function that calls itself must have a `return` before the call whose type says what it gives.";
    H_INDEX = "HP5-E0318", "an index without a dimension", "`for i, j in a` deals the indices to the dimensions of a in order. With fewer indices than dimensions each index runs over the dimension in which the loop's body indexes the array with it; where that is not one dimension, write `for i in a.dimension2`.";
    H_ENVIRONMENT = "HP5-E0319", "an environment that does not fit", "An environment belongs to the task that `new TaskEnvironment(name: ..)` names; its variables are those of the task's Environment section.";
    H_EXTERN = "HP5-E0320", "embedded code that does not fit", "An @Extern block names its language (Rust, C or C++) and can use and change numbers, Booleans, Characters and user types of the code around it; a local that it assigns has to have a value before.";
    H_NUMBER = "HP5-E0321", "a number out of range", "Integers have 32 bits, arrays and spaces 1 to 4 dimensions, constants at most 2147483647.";
    H_DIMENSIONS = "HP5-E0322", "an array without dimensions", "An array that a task links has the dimensions of the data that are bound to it. All others get theirs in Initialize, for instance `c.dimension1 = a.dimension1`.";
    H_PAST = "HP5-E0323", "a write past a space that holds the array", "LPUs of a space have parts of their own of the arrays that it holds, from entering to leaving it. What a stage inside writes to the array as a space further out has it (`Space A: x`, or a part that is `relative to` that space) they do not see, and they write over it when they leave. Write the array as the space between has it, or from outside of that space.";
    H_NOT_YET = "HP5-E0401", "a construct that is not translated yet", "The program is right, and the interpreter of the tests runs it, but `--emit` and `hp5 run` do not translate this construct yet. docs/lowering.md lists what they do translate.";
    H_EQUALS = "HP5-W0301", "`=` in a condition", "The paper's listings compare with `=` in conditions, so it is read as `==` there; everywhere else `=` assigns.";
    H_POWER = "HP5-W0302", "a power in a product", "`**` binds as `*`, `/` and `%` do, from left to right: `a * b ** 2` is `(a * b) ** 2`. Write parentheses.";
    H_STALE = "HP5-W0303", "padding that is too narrow", "An LPU works on its own copy of its padded part between entering and leaving a space. Each epoch uses up one row of padding, so after more epochs than there is padding the part's edge is computed from stale values.";
    H_UNUSED = "HP5-W0304", "something that is not used", "A stage that no Computation calls is not checked: its types come from its calls. The same holds for functions.";
}
