//! Bodies: statements, places and expressions with types.

use super::{FunctionId, LocalId, SpaceId, TaskId, Type, VariableId};
use crate::highp5::ast::{BinaryOp, Language, Span, UnaryOp};

/// Statements with their locals.
#[derive(Debug, Clone, Default)]
pub struct Body {
    /// Parameters, indices and locals. Each name of the text has one, whatever block it is in.
    pub locals: Vec<Local>,
    /// What is done.
    pub statements: Vec<Statement>,
}

/// A local variable.
#[derive(Debug, Clone)]
pub struct Local {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// Where it is first named.
    pub span: Span,
}

/// A statement.
#[derive(Debug, Clone)]
pub struct Statement {
    /// What.
    pub kind: StatementKind,
    /// In the text.
    pub span: Span,
}

impl Statement {
    /// True if it, or a statement inside of it, is of some kind.
    pub fn any(&self, is: &impl Fn(&StatementKind) -> bool) -> bool {
        let mut found = false;
        self.each(&mut |kind| found |= is(kind));
        found
    }

    /// Visits it and all statements inside of it, in the order of the text.
    pub fn each<'s>(&'s self, visit: &mut impl FnMut(&'s StatementKind)) {
        visit(&self.kind);
        let mut inside = |list: &'s [Statement]| list.iter().for_each(|s| s.each(visit));
        match &self.kind {
            StatementKind::For(_, body)
            | StatementKind::Sequence { body, .. }
            | StatementKind::While(body, _) => inside(body),
            StatementKind::If(branches, otherwise) => {
                branches.iter().for_each(|(_, body)| inside(body));
                inside(otherwise);
            }
            _ => {}
        }
    }
}

/// See [`Statement`].
// Programs are small, and boxes would be in the way of matching.
#[allow(clippy::large_enum_variant)]
#[derive(Debug, Clone)]
pub enum StatementKind {
    /// The value has the place's type. A place of array type is that of an environment: it
    /// then shares the value's array (and may be read from a file that was bound to it).
    Assign(Place, Expr),
    /// A call for its effect.
    Evaluate(Expr),
    /// Folds the value into a reduction's result.
    Reduce {
        /// The variable.
        target: VariableId,
        /// The space in whose LPUs the result is: the stage's or an ancestor.
        space: SpaceId,
        /// How.
        operator: Reduction,
        /// What: of the variable's type, but for `maxEntry` and `minEntry`.
        value: Expr,
        /// `maxEntry`, `minEntry`: the index whose value is the result.
        entry: Option<LocalId>,
    },
    /// Leaves a function.
    Return(Expr),
    /// Nested loops over indices, outermost first.
    For(Vec<LoopRange>, Vec<Statement>),
    /// A loop in order.
    Sequence {
        /// The index, Integer.
        index: LocalId,
        /// What it runs over.
        range: SequenceRange,
        /// 1 if absent; negative: downwards.
        step: Option<Expr>,
        /// Rounds where it is false are left out.
        condition: Option<Expr>,
        /// What is repeated.
        body: Vec<Statement>,
    },
    /// Repeats the body while the condition, tested behind it, holds.
    While(Vec<Statement>, Expr),
    /// The first branch whose condition holds, or the last list.
    If(Vec<(Expr, Vec<Statement>)>, Vec<Statement>),
    /// Code in another language.
    Extern(ExternCode),
    /// Execution of a task (coordinator).
    Execute {
        /// The task.
        task: TaskId,
        /// A local of type [`Type::Environment`].
        environment: LocalId,
        /// Arguments of Initialize, of the types of its parameters.
        initialize: Vec<Expr>,
        /// Partition arguments, `Integer`.
        partition: Vec<Expr>,
    },
    /// `bind_input`, `bind_output` and their older names (coordinator).
    Bind {
        /// Which way.
        bind: Bind,
        /// A local of type [`Type::Environment`].
        environment: LocalId,
        /// An environmental variable of its task.
        variable: VariableId,
        /// Name of the file.
        file: Expr,
    },
}

/// Which way data go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bind {
    /// From a file, before the first task that uses the variable.
    Input,
    /// To a file, after the tasks so far.
    Output,
}

/// Operators of reductions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Reduction {
    Sum,
    Product,
    Max,
    Min,
    /// The index of the greatest value; the least index, if several have it.
    MaxEntry,
    /// The index of the least value; the least index, if several have it.
    MinEntry,
    LogicalAnd,
    LogicalOr,
    BitAnd,
    BitOr,
}

/// One index of a parallel loop.
#[derive(Debug, Clone)]
pub struct LoopRange {
    /// The index, Integer.
    pub index: LocalId,
    /// The array (or Range) that it runs over: of a task's variable, the part that the LPU has.
    pub over: Place,
    /// Dimension of the array, from 0; 0 for a Range.
    pub dimension: u8,
    /// Indices for which it is false are left out; may use all indices so far.
    pub condition: Option<Expr>,
}

/// What a `do in sequence` runs over.
#[derive(Debug, Clone)]
pub enum SequenceRange {
    /// A value of type Range (a field like `x.local.dimension1.range` visits the LPU's indices).
    Range(Expr),
    /// A dimension (from 0) of an array.
    Dimension(Place, u8),
}

/// A variable, or a part of one.
#[derive(Debug, Clone)]
pub struct Place {
    /// Where it starts.
    pub root: Root,
    /// Version: epochs before the current one.
    pub lag: u32,
    /// Ways down, outermost first.
    pub steps: Vec<Step>,
    /// Type of the part.
    pub ty: Type,
    /// In the text.
    pub span: Span,
}

/// Where a [`Place`] starts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Root {
    /// A local.
    Local(LocalId),
    /// A variable of the task, as it is in this space.
    Variable(VariableId, SpaceId),
    /// A partition argument, `Integer`.
    Partition(usize),
    /// `lpuId[k]`, `Integer`: the LPU's coordinate `k` (from 0) in the space of the stage.
    LpuId(u8),
    /// `args.name`, by its place in `Coordinator::arguments`.
    Argument(usize),
    /// A variable of the environment in a local.
    Environment(LocalId, VariableId),
}

/// One step down.
#[derive(Debug, Clone)]
pub enum Step {
    /// `[i]`, of an array (global index), a static array or a list.
    Index(Expr),
    /// `.name` of a record, by its place.
    Field(usize),
    /// `.local`: only dimensions follow.
    Local,
    /// `.dimensionN`, from 0.
    Dimension(u8),
    /// `.dimension`: all.
    Shape,
    /// `.range`.
    Range,
    /// `.min`.
    Min,
    /// `.max`.
    Max,
    /// `.length` of a dimension, range or list: how many.
    Length,
}

/// An expression.
#[derive(Debug, Clone)]
pub struct Expr {
    /// What.
    pub kind: ExprKind,
    /// Its type.
    pub ty: Type,
    /// In the text.
    pub span: Span,
}

/// See [`Expr`].
#[derive(Debug, Clone)]
pub enum ExprKind {
    /// Of type Integer.
    Integer(i32),
    /// Of type Single or Double.
    Real(f64),
    /// Of type Boolean.
    Boolean(bool),
    /// Of type Character.
    Character(u8),
    /// Of type Text.
    Text(String),
    /// The value of a place.
    Read(Place),
    /// Integer to a real type, or Single to Double.
    Convert(Box<Expr>),
    /// `-x` of a number, `!x` of a Boolean.
    Unary(UnaryOp, Box<Expr>),
    /// Operands have one type; `in` has an Integer and a Range, `**` numbers of which the
    /// left has the expression's type and the right the same or Integer.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `[min...max]` of Integers.
    Range(Box<Expr>, Box<Expr>),
    /// A function's instance.
    Call(FunctionId, Vec<Argument>),
    /// A built-in; see there for types.
    Builtin(Builtin, Vec<Expr>),
    /// `new T(..)`: values by place of the element; elements without are zero.
    Record(Vec<(usize, Expr)>),
    /// `new List of T`.
    List,
    /// `new TaskEnvironment(name: ..)`.
    Environment,
}

/// An argument of a function.
#[derive(Debug, Clone)]
pub enum Argument {
    /// Passed by value (arrays and lists: not copied, not changed).
    Value(Expr),
    /// Passed by reference.
    Reference(Place),
}

/// Built-in functions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Builtin {
    /// `Integer` or real, as its argument.
    Abs,
    /// Two or more arguments of one type.
    Min,
    Max,
    /// Real functions: result and arguments of one real type.
    Sqrt,
    Exp,
    Log,
    Log2,
    Log10,
    Pow,
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Atan2,
    Sinh,
    Cosh,
    Tanh,
    /// Real to real.
    Floor,
    Ceil,
    Round,
    /// Conversions: of any number, Character or Boolean.
    ToInteger,
    ToSingle,
    ToDouble,
    ToCharacter,
    /// `random()`: Double in [0, 1).
    Random,
    /// `random_integer(lo, hi)`: both inclusive.
    RandomInteger,
    /// `init_rand()`, `init_rand(seed)`: in Initialize.
    InitRandom,
    /// `append(list, value)`: a statement; its first argument reads the list's place.
    Append,
    /// `print(..)` in the coordinator, of any scalars: a line.
    Print,
}

/// Embedded code.
#[derive(Debug, Clone)]
pub struct ExternCode {
    /// Its language.
    pub language: Language,
    /// Headers or `use` paths.
    pub includes: Vec<String>,
    /// Libraries.
    pub libraries: Vec<String>,
    /// The code.
    pub code: String,
    /// Variables that occur in the code as words, by name; all may be changed by it.
    pub variables: Vec<(String, Place)>,
}
