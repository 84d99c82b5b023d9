//! The region IR: what every front end builds and every pass and emitter reads.
//!
//! The IR never rewrites text. It says, by byte spans into the source, where the
//! directives, loops, accesses and captured names are and what was found out about
//! them; the emitter turns that into a list of disjoint edits. Expressions that the
//! emitted program evaluates are kept as source text in the target language.
//!
//! Words: *region*, *task*, *section*, *template* as in DESIGN; *generating code* is
//! the code of a region outside its tasks, which runs at once and registers tasks.

use std::ops::Range;

/// Byte range in the source file.
pub type Span = Range<usize>;

/// Index into [`Region::variables`].
pub type VarId = usize;

/// All that was found in one source file.
#[derive(Debug, Default)]
pub struct Unit {
    /// Outermost regions in source order; nested ones hang off their task.
    pub regions: Vec<Region>,
    /// Every directive attribute of the file: all are removed in emitted code.
    pub directives: Vec<Span>,
}

/// One `region` directive and what it holds.
#[derive(Debug)]
pub struct Region {
    /// `name("..")`, else the function's name.
    pub name: String,
    /// Line (1-based) of the directive.
    pub line: usize,
    /// Where the region's code is.
    pub form: RegionForm,
    /// `array_tile` directives in source order.
    pub templates: Vec<Template>,
    /// Tasks, waits in source order (flattened; their spans say the nesting).
    pub steps: Vec<Step>,
    /// Arrays and scalars that tasks touch.
    pub variables: Vec<Variable>,
    /// Locals of generating code to promote (filled by `passes::lifetime`).
    pub promoted: Vec<Promotion>,
}

/// What kind of code a region directive stands on.
#[derive(Debug)]
pub enum RegionForm {
    /// A function or method.
    Function {
        /// The whole item, attributes excluded.
        item: Span,
        /// The body block, braces included.
        body: Span,
        /// The tail expression, when the body has one.
        tail: Option<Span>,
        /// `serial(ident)`: name under which the elided function is kept.
        serial: Option<String>,
    },
    /// A block statement or expression.
    Block {
        /// The block, braces included.
        body: Span,
        /// The tail expression, when the block has one.
        tail: Option<Span>,
    },
    /// The body of a task with the `nested` clause (a composite task).
    Nested {
        /// The task's body block, braces included.
        body: Span,
    },
}

/// An `array_tile` directive: how arrays are cut from its place on.
#[derive(Debug, Clone)]
pub struct Template {
    /// The directive's span.
    pub span: Span,
    /// The span of code it governs: from the directive to the end of its block.
    pub scope: Span,
    /// Source text of the array (`a`, `self.u`) and one tile size per dimension;
    /// `None` for the `default:` entry's name.
    pub arrays: Vec<(Option<String>, Vec<TileSize>)>,
}

/// Tile size of one dimension.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TileSize {
    /// `*`: the dimension is not cut.
    Whole,
    /// A literal.
    Fixed(u64),
    /// A loop-invariant expression (source text).
    Expr(String),
}

/// A task directive, a task loop or a wait.
#[derive(Debug)]
pub enum Step {
    /// `task_tile` on a loop nest.
    Loop(TaskLoop),
    /// `task` on a block, call or statement.
    Task(Task),
    /// `task_wait`, or one that `passes::waits` found missing.
    Wait {
        /// Where the wait goes (an insertion point is an empty span).
        at: usize,
        /// Inserted by us rather than written by the user.
        implicit: bool,
    },
}

/// What a shared name is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum VarKind {
    /// `a[e]`: linear storage; with row lengths it is a 2- or 3-dimensional array
    /// in row-major order (`[m]` for `a[i*m + j]`, `[m, p]` for `a[(i*m + j)*p + k]`).
    Flat {
        /// Loop-invariant row lengths (source text), outermost first.
        rows: Vec<String>,
    },
    /// `a[i][j]..`.
    Nested {
        /// Number of index brackets, 1 to 4.
        dims: usize,
    },
    /// `a[[i, j]]` or `a[(i, j)]`.
    Grid {
        /// Number of dimensions, 1 to 4.
        dims: usize,
    },
    /// A scalar (or a value used as a whole) that tasks write.
    Scalar,
}

/// An array or scalar that tasks of a region touch.
#[derive(Debug, Clone)]
pub struct Variable {
    /// Source text: `a`, `self.u`.
    pub name: String,
    /// Identifier for emitted code: `a`, `self_u`.
    pub binding: String,
    /// What it is.
    pub kind: VarKind,
    /// The template in force, if any: entries per dimension (deduced ones included).
    pub declared_inside: Option<Span>,
}

/// A local of generating code that outlives its scope.
#[derive(Debug, Clone)]
pub struct Promotion {
    /// Its name.
    pub name: String,
    /// The initialiser expression to wrap in `keep(..)`.
    pub init: Span,
    /// True when it is a scalar, whose uses become `(*x)`.
    pub scalar: bool,
    /// Uses of the name in generating code (spans of the identifier).
    pub uses: Vec<Span>,
}

/// How a task uses a variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Read.
    In,
    /// Written without being read.
    Out,
    /// Read and written.
    InOut,
}

/// One occurrence of an element access (or whole use) in a task body.
#[derive(Debug, Clone)]
pub struct Use {
    /// The whole access expression, `a[i - 1][j]`.
    pub span: Span,
    /// The variable part alone, `a` or `self.u`.
    pub base: Span,
    /// Each index expression, in order (empty: used as a whole or scalar).
    pub indices: Vec<Span>,
    /// Line, 1-based.
    pub line: usize,
    /// `a[..] = e` is `Out`, `a[..] += e` or `&mut a[..]` is `InOut`, else `In`.
    pub mode: Mode,
    /// Executed once per iteration for sure (no `if`, `match`, `break`, .. around it).
    pub unconditional: bool,
    /// The analysed section of this one access over the whole task.
    pub section: Vec<Extent>,
    /// Affine in loop variables with loop-invariant rest, so that `section` is exact.
    pub affine: bool,
}

/// Extent of a section in one dimension, as Rust `isize` expressions over
/// `__<var>_lo`, `__<var>_hi` (half-open bounds of the task's chunk of tiled loop `var`)
/// and loop-invariant names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Extent {
    /// The whole dimension.
    All,
    /// From `lo` (included) to `hi` (excluded).
    Range {
        /// First index.
        lo: String,
        /// One past the last index.
        hi: String,
    },
}

/// What a task declares on one variable after analysis: one entry of the registration.
/// A variable may have several (an `In` halo and an `Out` core, say).
#[derive(Debug, Clone)]
pub struct Access {
    /// Which variable.
    pub var: VarId,
    /// Mode.
    pub mode: Mode,
    /// One extent per (logical) dimension; empty for scalars.
    pub section: Vec<Extent>,
    /// Template entries in force here, one per dimension (`Whole` when there is none).
    pub template: Vec<TileSize>,
}

/// A name that a body uses and that is bound outside of it.
#[derive(Debug, Clone)]
pub struct Capture {
    /// Source text: `n`, `self.n`, `self`.
    pub name: String,
    /// Identifier in emitted code: `n`, `self_n`.
    pub binding: String,
    /// Spans in the body to rename when `binding != name`.
    pub uses: Vec<Span>,
    /// Declared in the region's generating code (then cloned, not borrowed).
    pub inside: bool,
}

/// A reduction clause.
#[derive(Debug, Clone)]
pub struct Reduction {
    /// Name in `hp5::rt::op`: `Add`, `Mul`, `Min`, `Max`, `BitAnd`, `BitOr`, `BitXor`, `And`, `Or`.
    pub op: &'static str,
    /// `ordered`: in serial order, bit for bit.
    pub ordered: bool,
    /// The scalar.
    pub var: VarId,
}

/// Where a task may run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Target {
    /// Any PPU.
    #[default]
    Ppu,
    /// `map(master)`.
    Master,
    /// `map(acc)`: falls back to a PPU until accelerators land.
    Accelerator,
}

/// A task: its code, what it touches, its clauses.
#[derive(Debug)]
pub struct Task {
    /// Line of the directive, 1-based.
    pub line: usize,
    /// The directive as written, one line, for comments in emitted code.
    pub text: String,
    /// The statement that the directive stands on, attributes excluded.
    pub stmt: Span,
    /// The code of the body (for loops: the innermost tiled loop's block, braces included).
    pub body: Span,
    /// Declared after analysis; the one with the highest access weight first.
    pub accesses: Vec<Access>,
    /// Occurrences, for rewriting and for `--checked`: (variable, use).
    pub uses: Vec<(VarId, Use)>,
    /// Variables whose bounds may be checked once per task (`within`).
    pub trusted: Vec<VarId>,
    /// Names captured by value or reference (filled by `passes::capture`).
    pub captures: Vec<Capture>,
    /// `private(..)` names.
    pub privates: Vec<String>,
    /// Reductions.
    pub reductions: Vec<Reduction>,
    /// `if(expr)` source text.
    pub condition: Option<String>,
    /// `priority(expr)` source text.
    pub priority: Option<String>,
    /// `name(..)` source text (a literal or an expression).
    pub name: Option<String>,
    /// `map(..)`.
    pub target: Target,
    /// The body's own region for `nested`.
    pub nested: Option<Box<Region>>,
}

/// One tiled loop of a `task_tile` nest.
#[derive(Debug, Clone)]
pub struct TiledLoop {
    /// Loop variable.
    pub var: String,
    /// The whole `for` statement.
    pub stmt: Span,
    /// The iterated expression (`1..n - 1`, `(0..n).step_by(2)`, ..): replaced in emitted code.
    pub iterated: Span,
    /// The bare range inside it, as text (`1..n - 1`, `0..=n`).
    pub range: String,
    /// Lower bound text (inclusive).
    pub lo: String,
    /// Upper bound text.
    pub hi: String,
    /// `..=`.
    pub inclusive: bool,
    /// `step_by(expr)` text.
    pub step: Option<String>,
    /// `.rev()`.
    pub rev: bool,
    /// Tile size: literal or expression.
    pub tile: TileSize,
    /// Modulo offset chosen at translation time.
    pub offset: Offset,
    /// The bounds depend on an outer tiled variable: (least lo, greatest hi) texts over
    /// `__<outer>_lo/_hi`, and the body must clip.
    pub hull: Option<(String, String)>,
}

/// Modulo offset of one tiled loop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Offset {
    /// Chosen by `passes::offset`.
    Known(u64),
    /// To be chosen at run time: Rust text of the constraints `(k, o1, o2, dtile)`.
    Runtime(String),
    /// No offset separates the tasks: artificial tasks will stand after the loop.
    None,
}

/// A `task_tile` directive on a loop nest.
#[derive(Debug)]
pub struct TaskLoop {
    /// Body, clauses, accesses.
    pub task: Task,
    /// The tiled loops, outermost first.
    pub loops: Vec<TiledLoop>,
    /// Proven free of dependences between its tasks.
    pub parallel: bool,
}
