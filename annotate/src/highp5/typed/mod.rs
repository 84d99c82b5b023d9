//! The checked program: every name resolved, every type known, every rule of the language held.
//!
//! Made by [`crate::highp5::check`] out of the syntax tree; the mapper, the lowering and the
//! reference interpreter start here and need not look at the syntax tree. What differs from
//! the text:
//!
//! - Stages are *instances*: one per call in the Computation section, with parameters replaced
//!   by the task's variables. A parameter bound to anything but a variable is a local that is
//!   set on entry ([`Binding::Value`]).
//! - Functions are instances too, one per list of argument types.
//! - Conversions that the text leaves out are [`ExprKind::Convert`]; operands of an arithmetic
//!   or comparing operator have one type (but `in`, `**` and shifts).
//! - `a = b = c` is two assignments; `=` in conditions is `==`; indices of parallel loops have
//!   their dimension; partition instructions are dealt to the dimensions of space and array.

mod code;
mod validate;

pub use code::{
    Argument, Bind, Body, Builtin, Expr, ExprKind, ExternCode, Local, LoopRange, Place, Reduction,
    Root, SequenceRange, Statement, StatementKind, Step,
};
pub use validate::validate;

use std::collections::BTreeSet;

use crate::highp5::ast::{self, Span};

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub usize);
    )*};
}

ids! {
    /// Index into [`Program::records`].
    RecordId;
    /// Index into [`Program::functions`].
    FunctionId;
    /// Index into [`Program::tasks`].
    TaskId;
    /// Index into [`Task::variables`].
    VariableId;
    /// Index into [`Task::spaces`].
    SpaceId;
    /// Index into [`Task::stages`].
    StageId;
    /// Index into [`Body::locals`].
    LocalId;
}

impl SpaceId {
    /// The Root space: one LPU that holds every variable whole.
    pub const ROOT: SpaceId = SpaceId(0);
}

/// A checked program.
#[derive(Debug, Clone, Default)]
pub struct Program {
    /// User types; a record only holds records before it.
    pub records: Vec<Record>,
    /// Instances of functions.
    pub functions: Vec<Function>,
    /// Tasks, in source order.
    pub tasks: Vec<Task>,
    /// The coordinator; `None` in a file that has none (checked, but not to be run).
    pub coordinator: Option<Coordinator>,
}

/// A user type.
#[derive(Debug, Clone)]
pub struct Record {
    /// Its name.
    pub name: String,
    /// Elements, in order of definition.
    pub fields: Vec<(String, Type)>,
    /// Its name in the text.
    pub span: Span,
}

/// A type.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Type {
    /// 32 bits, signed, wrapping.
    Integer,
    /// 32 bits.
    Single,
    /// 64 bits.
    Double,
    /// True or false.
    Boolean,
    /// One byte.
    Character,
    /// A string.
    Text,
    /// Least and greatest index, both inclusive.
    Range,
    /// A dimension of an array: its range.
    Dimension,
    /// All dimensions of an array of this rank.
    Shape(u8),
    /// A user type.
    Record(RecordId),
    /// Element type and sizes; a value that is copied on assignment.
    Static(Box<Type>, Vec<u64>),
    /// Element type and rank (1 to 4) of a dynamic array.
    Array(Box<Type>, u8),
    /// Element type of a list.
    List(Box<Type>),
    /// An environment of this task.
    Environment(TaskId),
    /// What a function without `return` gives.
    Nothing,
}

impl Type {
    /// True for `Integer`, `Single` and `Double`.
    #[must_use]
    pub fn is_number(&self) -> bool {
        matches!(self, Type::Integer | Type::Single | Type::Double)
    }

    /// True for `Single` and `Double`.
    #[must_use]
    pub fn is_real(&self) -> bool {
        matches!(self, Type::Single | Type::Double)
    }
}

/// A task.
#[derive(Debug, Clone)]
pub struct Task {
    /// Its name.
    pub name: String,
    /// Its variables, in order of definition; after them indices of `Repeat` that the Define
    /// section does not name.
    pub variables: Vec<Variable>,
    /// Initialization; the number of its parameters is how many `execute` gives.
    pub initialize: Option<Initialize>,
    /// Names of partition arguments; all are `Integer`.
    pub partition: Vec<String>,
    /// Spaces: Root first, then in source order.
    pub spaces: Vec<Space>,
    /// Instances of stages, one per call, in the order of the Computation section.
    pub stages: Vec<Stage>,
    /// The Computation section. It starts in the Root space.
    pub flow: Vec<Flow>,
    /// Scalars that LPUs of a space keep for themselves: their values are not handed back.
    pub own: BTreeSet<(VariableId, SpaceId)>,
    /// The task in the text.
    pub span: Span,
}

/// A variable of a task.
#[derive(Debug, Clone)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// Declared `Reduction`.
    pub reduction: bool,
    /// How it comes to the task, if it is environmental.
    pub mode: Option<ast::Mode>,
    /// Versions kept beside the current one: the greatest `k` of `at (current - k)`.
    pub lag: u32,
    /// Its name in the text.
    pub span: Span,
}

/// The Initialize section.
#[derive(Debug, Clone)]
pub struct Initialize {
    /// Parameters; locals of the body.
    pub parameters: Vec<LocalId>,
    /// What it does.
    pub body: Body,
}

/// A logical processing space.
#[derive(Debug, Clone)]
pub struct Space {
    /// One letter, or `Root`.
    pub name: String,
    /// 1 to 4; 0 for Root and un-partitioned spaces (one LPU).
    pub dimensions: u8,
    /// LPUs are dealt to PPUs as these become free.
    pub dynamic: bool,
    /// What it divides; `None` for Root alone.
    pub parent: Option<SpaceId>,
    /// True where it divides the sub-partitions of the parent's LPUs.
    pub divides_sub_partitions: bool,
    /// Arrays in it, with how they are cut. Root has none listed: it holds all.
    pub parts: Vec<Part>,
    /// Its un-named sub-partition.
    pub sub_partition: Option<SubPartition>,
    /// The space in the Partition section (the task's name, for Root).
    pub span: Span,
}

/// An array in a space.
#[derive(Debug, Clone)]
pub struct Part {
    /// The array.
    pub variable: VariableId,
    /// For each dimension of the space (or sub-partition), in order.
    pub along: Vec<Along>,
    /// The space whose part is cut, where it is not the nearest ancestor that holds the array.
    pub relative: Option<SpaceId>,
    /// The variable's name in the Partition section.
    pub span: Span,
}

/// What happens to an array along one dimension of a space.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Along {
    /// LPUs along this dimension have the same.
    Replicated,
    /// LPUs along this dimension have pieces of a dimension of the array.
    Cut {
        /// Dimension of the array, from 0.
        dimension: u8,
        /// How.
        function: PartitionFunction,
        /// Elements more towards index 0 and towards the end.
        padding: (Amount, Amount),
        /// In which order sub-partitions are taken (`None`: unordered).
        order: Option<ast::Order>,
    },
}

/// Partition functions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PartitionFunction {
    /// Blocks of this size.
    BlockSize(Amount),
    /// So many blocks.
    BlockCount(Amount),
    /// Blocks of the first size are dealt in turn to as many LPUs as the second says, or to as
    /// many as there are PPUs for them. `stride(l)` is `BlockStride(1, l)`.
    BlockStride(Amount, Option<Amount>),
}

/// A number known at launch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Amount {
    /// This.
    Constant(u64),
    /// A partition argument, by its place in [`Task::partition`].
    Parameter(usize),
}

/// An un-named sub-partition.
#[derive(Debug, Clone)]
pub struct SubPartition {
    /// 1 to 4.
    pub dimensions: u8,
    /// `<ordered>`.
    pub ordered: bool,
    /// Arrays that it cuts; the others of the space are whole in every piece.
    pub parts: Vec<Part>,
    /// In the text.
    pub span: Span,
}

/// A call of a stage.
#[derive(Debug, Clone)]
pub struct Stage {
    /// Its name.
    pub name: String,
    /// The space that it runs in.
    pub space: SpaceId,
    /// Parameters, in order, with what they stand for.
    pub parameters: Vec<(String, Binding)>,
    /// What an LPU does. Values of parameters are set first.
    pub body: Body,
    /// Variables that it reads or tests, ascending.
    pub reads: Vec<VariableId>,
    /// Variables that it may assign to, ascending (without targets of reductions).
    pub writes: Vec<VariableId>,
    /// The call in the text.
    pub span: Span,
}

/// What a parameter of a stage stands for.
#[derive(Debug, Clone)]
pub enum Binding {
    /// A variable, as it is in this space (the stage's, or an ancestor).
    Variable(VariableId, SpaceId),
    /// A value that is computed on entry.
    Value(LocalId, Expr),
}

/// One step of a Computation section.
#[derive(Debug, Clone)]
pub struct Flow {
    /// What.
    pub kind: FlowKind,
    /// In the text.
    pub span: Span,
}

/// See [`Flow`]. Conditions and ranges are evaluated in each LPU of the space around.
#[derive(Debug, Clone)]
pub enum FlowKind {
    /// Enters a space below the one around (maybe not directly below).
    Space(SpaceId, Vec<Flow>),
    /// For each value of a range, ascending (descending if the step is negative).
    RepeatFor {
        /// Integer; set before each round.
        index: VariableId,
        /// Of type `Range`.
        range: Expr,
        /// 1 if absent.
        step: Option<Expr>,
        /// What is repeated.
        body: Vec<Flow>,
    },
    /// For each sub-partition of the LPU.
    RepeatSubPartitions {
        /// The space whose LPU is taken piece by piece.
        space: SpaceId,
        /// What is repeated.
        body: Vec<Flow>,
    },
    /// While the condition, tested before each round, holds.
    RepeatWhile(Expr, Vec<Flow>),
    /// LPUs where the condition is false skip the body.
    Where(Expr, Vec<Flow>),
    /// When the body is left, the versions of these variables advance by one.
    Epoch {
        /// Variables with versions that the body uses.
        variables: Vec<VariableId>,
        /// What is done.
        body: Vec<Flow>,
    },
    /// Runs a stage in every LPU.
    Stage(StageId),
}

impl FlowKind {
    /// The flows inside; none of a stage.
    #[must_use]
    pub fn body(&self) -> Option<&[Flow]> {
        match self {
            FlowKind::Stage(_) => None,
            FlowKind::Space(_, body)
            | FlowKind::RepeatWhile(_, body)
            | FlowKind::Where(_, body)
            | FlowKind::RepeatFor { body, .. }
            | FlowKind::RepeatSubPartitions { body, .. }
            | FlowKind::Epoch { body, .. } => Some(body),
        }
    }
}

/// An instance of a function.
#[derive(Debug, Clone)]
pub struct Function {
    /// Its name in the text; instances share it.
    pub name: String,
    /// Parameters: locals of the body, and whether they are passed by reference (`&`).
    /// Arrays and lists are never copied; without `&` the body does not change them.
    pub parameters: Vec<(LocalId, bool)>,
    /// What it gives; [`Type::Nothing`] without `return`.
    pub result: Type,
    /// What it does.
    pub body: Body,
    /// Its name in the text.
    pub span: Span,
}

/// The coordinator.
#[derive(Debug, Clone)]
pub struct Coordinator {
    /// `args.name`: the program's arguments, in order of first use.
    pub arguments: Vec<ProgramArgument>,
    /// What it does.
    pub body: Body,
}

/// An argument of the program.
#[derive(Debug, Clone)]
pub struct ProgramArgument {
    /// Its name.
    pub name: String,
    /// `Integer`, `Single`, `Double`, `Boolean`, `Character` or `Text`.
    pub ty: Type,
    /// Its first use.
    pub span: Span,
}
