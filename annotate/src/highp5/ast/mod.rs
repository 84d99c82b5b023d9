//! The syntax tree of a HighP5 program: what stands in the text, with spans, nothing resolved.
//!
//! Made by [`crate::highp5::syntax`]; read by [`crate::highp5::check`]. Already settled here:
//! letter case and spellings of keywords, `dimN`/`dimensionN` numbers in partitions, the
//! labels of `execute`, and which array elements an `at (current - k)` behind parentheses
//! belongs to. Names, types and versions are the checker's business.
//!
//! Everything that a checker may say something about has a [`Span`].

mod expr;

pub use expr::{Argument, BinaryOp, Condition, Expr, ExprKind, Index, Lag, NamedArgument, UnaryOp};

/// A range of bytes of the program text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// The byte behind the last.
    pub end: usize,
}

impl Span {
    /// From the start of `self` to the end of `other`.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        Span {
            start: self.start,
            end: other.end,
        }
    }
}

impl From<Span> for std::ops::Range<usize> {
    fn from(span: Span) -> Self {
        span.start..span.end
    }
}

impl From<std::ops::Range<usize>> for Span {
    fn from(range: std::ops::Range<usize>) -> Self {
        Span {
            start: range.start,
            end: range.end,
        }
    }
}

/// A name where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// As written.
    pub text: String,
    /// Where.
    pub span: Span,
}

/// A string constant (name of a task, of a variable, of a reduction) without its quotes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    /// Its value; escapes are resolved.
    pub value: String,
    /// Where, quotes included.
    pub span: Span,
}

/// A program: one file.
#[derive(Debug, Clone, Default)]
pub struct Program {
    /// `Type`/`Class` definitions, in source order.
    pub types: Vec<TypeDefinition>,
    /// Functions, in source order.
    pub functions: Vec<Function>,
    /// Tasks, in source order.
    pub tasks: Vec<Task>,
    /// `Program (args)`: one, if the program is right.
    pub coordinators: Vec<Coordinator>,
}

/// `Type Name:` or `Class Name:`.
#[derive(Debug, Clone)]
pub struct TypeDefinition {
    /// The type.
    pub name: Name,
    /// Its elements, in order of definition.
    pub elements: Vec<Definition>,
}

/// `a, b: type`, in a user type or a Define section.
#[derive(Debug, Clone)]
pub struct Definition {
    /// What is defined.
    pub names: Vec<Name>,
    /// Its type.
    pub ty: Type,
    /// The word `Reduction`, if it stands there.
    pub reduction: Option<Span>,
}

/// A type as written.
#[derive(Debug, Clone)]
pub struct Type {
    /// What.
    pub kind: TypeKind,
    /// Where.
    pub span: Span,
}

/// See [`Type`].
#[derive(Debug, Clone)]
pub enum TypeKind {
    /// `Integer`: 32 bits.
    Integer,
    /// `Real`, `Real single-precision`: 32 bits.
    Single,
    /// `Real double-precision`: 64 bits.
    Double,
    /// `Character`.
    Character,
    /// `Boolean`.
    Boolean,
    /// `String`.
    Text,
    /// `Range`.
    Range,
    /// A user's type, or `TaskEnvironment`.
    Named(String),
    /// `Array [m][n] of T`.
    Static {
        /// Sizes, outermost first.
        sizes: Vec<(u64, Span)>,
        /// Element type.
        element: Box<Type>,
    },
    /// `2d Array of T format F`.
    Dynamic {
        /// Dimensions, as written (1 to 4 are valid).
        rank: (u32, Span),
        /// Element type.
        element: Box<Type>,
        /// `format`, if given.
        format: Option<Name>,
    },
    /// `List of T`.
    List(Box<Type>),
}

/// A task. Sections that are missing are empty; a repeated one was reported.
#[derive(Debug, Clone)]
pub struct Task {
    /// Its name.
    pub name: Text,
    /// Define.
    pub definitions: Vec<Definition>,
    /// Environment.
    pub environment: Vec<Linkage>,
    /// Initialize, if there is one.
    pub initialize: Option<Initialize>,
    /// Stages.
    pub stages: Vec<Stage>,
    /// Computation.
    pub computation: Vec<Flow>,
    /// Partition.
    pub partition: Partition,
    /// The whole task.
    pub span: Span,
}

/// `a, b: link`.
#[derive(Debug, Clone)]
pub struct Linkage {
    /// Variables of the task.
    pub names: Vec<Name>,
    /// How they are had.
    pub mode: Mode,
    /// Where the mode stands.
    pub span: Span,
}

/// How an environmental variable comes to a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// `link`: there before.
    Link,
    /// `create`: made by the task.
    Create,
    /// `link-or-create`: made by the task if it is not there.
    LinkOrCreate,
}

/// The Initialize section.
#[derive(Debug, Clone)]
pub struct Initialize {
    /// Initialization parameters.
    pub parameters: Vec<Name>,
    /// What it does.
    pub body: Vec<Statement>,
    /// The section.
    pub span: Span,
}

/// A compute stage.
#[derive(Debug, Clone)]
pub struct Stage {
    /// Its name.
    pub name: Name,
    /// Parameters; all are passed by reference.
    pub parameters: Vec<Name>,
    /// What it does.
    pub body: Block,
}

/// Statements in braces.
#[derive(Debug, Clone)]
pub struct Block {
    /// In order.
    pub statements: Vec<Statement>,
    /// Braces included.
    pub span: Span,
}

/// One step of a Computation section.
#[derive(Debug, Clone)]
pub struct Flow {
    /// What.
    pub kind: FlowKind,
    /// All of it.
    pub span: Span,
}

/// See [`Flow`].
#[derive(Debug, Clone)]
pub enum FlowKind {
    /// `Space A { .. }`.
    Space {
        /// The space entered.
        space: Name,
        /// What happens in it.
        body: Vec<Flow>,
    },
    /// `Repeat for i in RANGE step s { .. }`.
    RepeatFor {
        /// The index: a variable of the task, or new.
        index: Name,
        /// A range.
        range: Expr,
        /// The step, 1 if absent.
        step: Option<Expr>,
        /// What is repeated.
        body: Vec<Flow>,
    },
    /// `Repeat foreach sub-partition { .. }`.
    RepeatSubPartitions {
        /// What is repeated.
        body: Vec<Flow>,
    },
    /// `Repeat while cond { .. }`.
    RepeatWhile {
        /// Tested before each round.
        condition: Condition,
        /// What is repeated.
        body: Vec<Flow>,
    },
    /// `Where cond { .. }`, `If cond { .. }`: a guard on the LPU.
    Where {
        /// LPUs where it is false skip the body.
        condition: Condition,
        /// What is guarded.
        body: Vec<Flow>,
    },
    /// `Epoch { .. }`.
    Epoch {
        /// What is done before versions advance.
        body: Vec<Flow>,
    },
    /// `stage(args)`.
    Stage {
        /// The stage.
        stage: Name,
        /// Its arguments.
        arguments: Vec<Argument>,
    },
}

/// The Partition section.
#[derive(Debug, Clone, Default)]
pub struct Partition {
    /// Partition arguments; all are integers.
    pub parameters: Vec<Name>,
    /// Spaces, in source order.
    pub spaces: Vec<Space>,
    /// The section; empty if there is none.
    pub span: Span,
}

/// A logical processing space.
#[derive(Debug, Clone)]
pub struct Space {
    /// One upper-case letter.
    pub name: Name,
    /// Its LPUs' coordinates.
    pub shape: Shape,
    /// Where the shape stands (the name, if it is absent).
    pub shape_span: Span,
    /// The word `dynamic`, if there.
    pub dynamic: Option<Span>,
    /// What it divides; the Root space if absent.
    pub divides: Option<Divides>,
    /// Data in it.
    pub data: Vec<Data>,
    /// Its un-named sub-partitions; one, if the program is right.
    pub sub_partitions: Vec<SubPartition>,
    /// All of it.
    pub span: Span,
}

/// Dimensions of a space.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// `<2d>`; 1 to 4 are valid.
    Dimensions(u32),
    /// `<un-partitioned>`: one LPU.
    UnPartitioned,
    /// Not given: an error unless the space holds no data that is cut.
    Absent,
}

/// `divides Space X partitions` or `.. sub-partitions`.
#[derive(Debug, Clone)]
pub struct Divides {
    /// The parent.
    pub parent: Name,
    /// True where it divides the parent's sub-partitions.
    pub sub_partitions: bool,
}

/// Variables and how they are cut: `a<dim2>, b: block_size(k), replicated`.
#[derive(Debug, Clone)]
pub struct Data {
    /// Variables.
    pub variables: Vec<DataName>,
    /// One instruction for each dimension of the space; none: whole in every LPU.
    pub instructions: Vec<Instruction>,
    /// `relative to Space X`.
    pub relative: Option<Name>,
    /// All of it.
    pub span: Span,
}

/// A variable of a [`Data`], maybe with the dimensions that are cut.
#[derive(Debug, Clone)]
pub struct DataName {
    /// The variable.
    pub name: Name,
    /// `<dim2, dim1>`: numbers from 1, as written.
    pub dimensions: Vec<(u32, Span)>,
}

/// One partition instruction.
#[derive(Debug, Clone)]
pub struct Instruction {
    /// What.
    pub kind: InstructionKind,
    /// Where.
    pub span: Span,
}

/// See [`Instruction`].
#[derive(Debug, Clone)]
pub enum InstructionKind {
    /// `replicated`.
    Replicated,
    /// A partition function.
    Function {
        /// Its name.
        name: Name,
        /// Its arguments.
        arguments: Vec<Amount>,
        /// Arguments of `padding`; none if it is absent.
        padding: Vec<Amount>,
        /// `ascending` or `descending`, in an ordered sub-partition.
        order: Option<(Order, Span)>,
    },
}

/// The order of sub-partitions along a dimension.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// From low indices to high.
    Ascending,
    /// From high to low.
    Descending,
}

/// An argument of a partition function.
#[derive(Debug, Clone)]
pub enum Amount {
    /// A number.
    Constant(u64, Span),
    /// A partition argument.
    Parameter(Name),
}

impl Amount {
    /// Where it stands.
    #[must_use]
    pub fn span(&self) -> Span {
        match self {
            Amount::Constant(_, span) => *span,
            Amount::Parameter(name) => name.span,
        }
    }
}

/// An un-named sub-partition: the order in which the data of one LPU are staged.
#[derive(Debug, Clone)]
pub struct SubPartition {
    /// Dimensions, as written.
    pub rank: Option<(u32, Span)>,
    /// `<ordered>`; `<unordered>` if absent.
    pub ordered: bool,
    /// How data are cut.
    pub data: Vec<Data>,
    /// All of it.
    pub span: Span,
}

/// A function: sequential, polymorphic.
#[derive(Debug, Clone)]
pub struct Function {
    /// Its name.
    pub name: Name,
    /// Parameters.
    pub parameters: Vec<Parameter>,
    /// What it does.
    pub body: Block,
}

/// A parameter of a function.
#[derive(Debug, Clone)]
pub struct Parameter {
    /// Its name.
    pub name: Name,
    /// `&`: passed by reference.
    pub reference: bool,
}

/// `Program (args) { .. }`.
#[derive(Debug, Clone)]
pub struct Coordinator {
    /// The name of the program's arguments (`args`).
    pub arguments: Name,
    /// What it does.
    pub body: Block,
}

/// A statement of a stage, function, Initialize section or coordinator.
#[derive(Debug, Clone)]
pub struct Statement {
    /// What.
    pub kind: StatementKind,
    /// All of it.
    pub span: Span,
}

/// See [`Statement`].
// Programs are small, and boxes would be in the way of matching.
#[allow(clippy::large_enum_variant)]
#[derive(Debug, Clone)]
pub enum StatementKind {
    /// `a = b = value`.
    Assign {
        /// Left to right; the last one is assigned first.
        targets: Vec<Expr>,
        /// The value.
        value: Expr,
    },
    /// A call for its effect.
    Call(Expr),
    /// `reduce(result, "sum", value)`.
    Reduce {
        /// The variable that gets the result.
        target: Name,
        /// The operator.
        operator: Text,
        /// What is reduced.
        value: Expr,
    },
    /// `return value`.
    Return(Expr),
    /// `do { } for i, j in a and cond; k in b`.
    For {
        /// Outermost first.
        ranges: Vec<IndexRange>,
        /// What is done for each index.
        body: Block,
    },
    /// `do in sequence { } for i in RANGE step s and cond`.
    Sequence {
        /// The index.
        index: Name,
        /// A range, or an array's dimension.
        range: Expr,
        /// The step, 1 if absent.
        step: Option<Expr>,
        /// Indices for which it is false are left out.
        condition: Option<Expr>,
        /// What is done for each index.
        body: Block,
    },
    /// `do { } while cond`: the condition is tested behind the body.
    While {
        /// Go on?
        condition: Condition,
        /// What is repeated.
        body: Block,
    },
    /// `if cond { } else if cond { } else { }`.
    If {
        /// Conditions with what is done where they are the first to hold.
        branches: Vec<(Condition, Block)>,
        /// `else`.
        otherwise: Option<Block>,
    },
    /// `@Extern { .. }`.
    Extern(Extern),
    /// `execute(task: "T"; environment: e; initialize: ..; partition: ..)`.
    Execute(Execute),
}

/// `i, j in a and cond`.
#[derive(Debug, Clone)]
pub struct IndexRange {
    /// Indices, outermost first.
    pub names: Vec<Name>,
    /// The array, or a dimension of one.
    pub over: Expr,
    /// Indices for which it is false are left out.
    pub condition: Option<Expr>,
}

/// An execution of a task; labels that were left out are filled in.
#[derive(Debug, Clone)]
pub struct Execute {
    /// The task.
    pub task: Text,
    /// The environment.
    pub environment: Expr,
    /// Initialization parameters.
    pub initialize: Vec<Expr>,
    /// Partition arguments.
    pub partition: Vec<Expr>,
}

/// Code in another language.
#[derive(Debug, Clone)]
pub struct Extern {
    /// Which.
    pub language: Language,
    /// Headers (or Rust paths to `use`), as written.
    pub includes: Vec<Text>,
    /// Libraries to link with.
    pub libraries: Vec<Text>,
    /// The code between `${` and `}$`.
    pub code: Text,
}

/// Languages of [`Extern`] code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// `"Rust"`.
    Rust,
    /// `"C"`.
    C,
    /// `"C++"`.
    Cpp,
}
