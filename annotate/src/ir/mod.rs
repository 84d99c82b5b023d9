//! The region IR: what front ends build and every pass and emitter reads.
//!
//! The IR never rewrites text. It says, by byte spans into the source, where the
//! directives, loops, accesses and captured names are and what was found out about
//! them; the emitter turns that into a list of disjoint edits. Expressions that the
//! emitted program evaluates are kept as source text in the target language.
//!
//! Words: *region*, *task*, *section*, *template* as in DESIGN; *generating code* is
//! the code of a region outside its tasks, which runs at once and registers tasks.

mod computed;
pub(crate) mod cut;
pub mod formula;
mod generating;
mod handed;
mod how;
mod lines;
pub mod offset;
pub mod poly;
pub mod print;
mod rust_text;
mod tiled;
pub mod validate;
mod values;

use std::ops::Range;

pub use computed::{Computed, Precise};
pub use generating::{Addition, Given, Join, LapLoop, RegionForm};
pub use how::{How, Sure};
pub(crate) use lines::Lines;
pub use offset::Offset;
pub(crate) use poly::as_isize;
pub use poly::{Poly, RowSum};
pub(crate) use rust_text::rust_text;
pub use values::{Residue, Wrap, WrapOf};

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
    /// Called from another region, it is a part of that one.
    pub joined: bool,
    /// Where this does not hold, the code runs as it stands.
    pub condition: Option<String>,
    /// It is joined, and its tasks use what the function itself owns: it waits when it is left
    /// (filled by `passes::lifetime` and `passes::waits`, in C where pointers lead there, by `c::locals`).
    pub waits_at_end: bool,
    /// Calls in generating code that hand this region to a joined one (filled by `passes::joins`).
    pub joins: Vec<Join>,
    /// Variables of the cut loops of the composite tasks around, outermost first.
    pub outer: Vec<String>,
    /// Names in indices that are declared inside, with where they are known (filled by `passes::row_names`).
    pub row_names: Vec<(String, Span)>,
    /// The block of generating code, braces included.
    pub body: Span,
    /// The tail expression, when the block has one.
    pub tail: Option<Span>,
    /// `array_tile` directives in source order.
    pub templates: Vec<Template>,
    /// Tasks and waits in source order (flattened; their spans say the nesting).
    pub steps: Vec<Step>,
    /// Arrays and scalars that tasks touch.
    pub variables: Vec<Variable>,
    /// Nested arrays that are views here, as the code of a composite task around has them (filled by `passes`).
    pub views: Vec<Variable>,
    /// Locals of generating code to promote (filled by `passes::lifetime`).
    pub promoted: Vec<Promotion>,
    /// What generating code needs in addition (filled by `passes::lifetime` and `passes::waits`).
    pub additions: Vec<Addition>,
    /// It stands in a loop and registers the same tasks in each turn: byte before which its
    /// recording is made (filled by `passes::replay`).
    pub recording: Option<usize>,
    /// Loops whose turns register the same tasks (filled by `passes::replay`).
    pub laps: Vec<LapLoop>,
}

impl Region {
    /// A region of which nothing is known but where it is.
    #[must_use]
    pub fn new(name: String, line: usize, form: RegionForm, body: Span) -> Region {
        Region {
            name,
            line,
            form,
            body,
            joined: false,
            condition: None,
            waits_at_end: false,
            views: Vec::new(),
            joins: Vec::new(),
            outer: Vec::new(),
            row_names: Vec::new(),
            tail: None,
            templates: Vec::new(),
            steps: Vec::new(),
            variables: Vec::new(),
            promoted: Vec::new(),
            additions: Vec::new(),
            recording: None,
            laps: Vec::new(),
        }
    }
}

/// An `array_tile` directive: how arrays are cut from its place on.
#[derive(Debug, Clone)]
pub struct Template {
    /// The directive's span.
    pub span: Span,
    /// The code it governs: from the directive to the end of its block.
    pub scope: Span,
    /// Source text of the array (`a`, `self.u`; `None` for `default`) and its tile sizes.
    pub arrays: Vec<(Option<String>, Vec<TileSize>)>,
    /// Lengths of these arrays, outermost first, where the directive gives them (C's `dim(..)`):
    /// source text, and its value if that is a number.
    pub lengths: Vec<(String, Option<i64>)>,
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
    /// Of an array: so many parts (source text), with boundaries rounded down, or of one size, rounded up.
    Parts {
        /// How many.
        count: String,
        /// Of one size.
        ceil: bool,
    },
}

impl TileSize {
    /// As an argument of emitted code: 0 means whole.
    #[must_use]
    pub fn to_rust(&self) -> String {
        match self {
            TileSize::Whole => "0".to_owned(),
            TileSize::Fixed(n) => n.to_string(),
            TileSize::Expr(text) => format!("({text}) as usize"),
            TileSize::Parts { count, ceil } => {
                let ceil = if *ceil { "_ceil" } else { "" };
                format!("hp5::rt::parts{ceil}(({count}) as usize)")
            }
        }
    }

    /// The expression of the program that it is computed from.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match self {
            TileSize::Expr(text) | TileSize::Parts { count: text, .. } => Some(text),
            TileSize::Whole | TileSize::Fixed(_) => None,
        }
    }
}

/// A task directive, a task loop or a wait.
#[derive(Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "nearly all steps are tasks, and there are few of them"
)]
pub enum Step {
    /// `task_tile` on a loop nest, or `task` on a statement (no tiled loops).
    Task(Task),
    /// `task_wait`, or one that `passes::waits` found missing.
    Wait {
        /// Byte before which the wait goes.
        at: usize,
        /// Inserted by us rather than written by the user.
        implicit: bool,
    },
}

/// What a shared name is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum VarKind {
    /// `a[e]`: linear storage; with row lengths it is a 2- or 3-dimensional array in
    /// row-major order.
    Flat {
        /// Loop-invariant row lengths, outermost first: `[m]` for `a[i * m + j]`.
        rows: Vec<Poly>,
    },
    /// `a[i][j]..`.
    Nested {
        /// Number of index brackets, 2 or 3.
        dims: usize,
    },
    /// `a[[i, j]]` or `a[(i, j)]`.
    Grid {
        /// Number of dimensions, 1 to 4.
        dims: usize,
    },
    /// A value that tasks write as a whole.
    Scalar {
        /// It is reached through a reference, `*x`.
        deref: bool,
    },
    /// An array that is only passed whole.
    Opaque,
}

impl VarKind {
    /// Number of logical dimensions.
    #[must_use]
    pub fn dims(&self) -> usize {
        match self {
            VarKind::Flat { rows } => rows.len() + 1,
            VarKind::Nested { dims } | VarKind::Grid { dims } => *dims,
            VarKind::Scalar { .. } | VarKind::Opaque => 0,
        }
    }
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
    /// Some task writes it.
    pub written: bool,
    /// Tasks write it, and a reference to all of `self` covers it: a number, a fixed array, a struct.
    pub in_self: bool,
}

/// A local of generating code that outlives its scope.
#[derive(Debug, Clone)]
pub struct Promotion {
    /// Its name.
    pub name: String,
    /// The initialiser expression to wrap in `keep(..)`.
    pub init: Span,
    /// The declared type, to wrap in `Kept<..>`.
    pub ty: Option<Span>,
    /// Uses of the name in generating code, which become `(*x)`.
    pub uses: Vec<Span>,
    /// Where the name is in scope.
    pub scope: Span,
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

impl Mode {
    /// True when the access may change the variable.
    #[must_use]
    pub fn writes(self) -> bool {
        self != Mode::In
    }

    /// Clause name, and name in emitted code.
    #[must_use]
    pub fn names(self) -> (&'static str, &'static str) {
        match self {
            Mode::In => ("in", "In"),
            Mode::Out => ("out", "Out"),
            Mode::InOut => ("inout", "InOut"),
        }
    }
}

/// What an access expression looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Shape {
    /// `a[i]`, `a[i][j]`, `a[i][j][k]`: one index per bracket.
    Element,
    /// `a[[i, j]]`, `a[(i, j)]`.
    Grid,
    /// `a[lo..hi]`.
    Slice,
    /// `a` by itself, `&a`, `a.iter()`, in a macro.
    Whole,
    /// `x = ..`, `x += ..`.
    Scalar,
    /// `*x = ..`.
    Deref,
    /// `a.len()`: no element is touched.
    Meta,
}

/// One occurrence of a variable in a task body.
#[derive(Debug, Clone)]
pub struct Use {
    /// Source text of the variable.
    pub name: String,
    /// The whole access expression, `a[i - 1][j]`.
    pub span: Span,
    /// The variable part alone, `a` or `self.u`.
    pub base: Span,
    /// Each index expression, in order.
    pub indices: Vec<Span>,
    /// The indices as polynomials over loop atoms and invariants; `None`: not affine. For
    /// slices: lower and upper bound.
    pub index: Vec<Option<Poly>>,
    /// What it looks like.
    pub shape: Shape,
    /// Line, 1-based.
    pub line: usize,
    /// `a[..] = e` is `Out`, `a[..] += e` or `&mut a[..]` is `InOut`, else `In`.
    pub mode: Mode,
    /// A bare `&mut` that is handed to a call: a clause may say that it is only read. In C any pointer
    /// that is handed on, or followed by other names.
    pub reborrow: bool,
    /// A compound assignment (for `--checked`).
    pub compound: bool,
    /// Executed once per iteration for sure.
    pub unconditional: bool,
    /// The same, where these loops around have turns, of whose variables no index tells; `None`: it is
    /// under a condition.
    pub under: Option<Vec<String>>,
    /// Under a condition on a variable of an inner loop that its indices name, `if (i > 0) .. a[i - 1]`:
    /// it may not come to where that loop's bounds lead.
    pub guarded: bool,
    /// Inside a macro's arguments, where nothing can be rewritten.
    pub in_macro: bool,
}

/// Extent of a section in one dimension: polynomials over `__<var>_lo`, `__<var>_hi`
/// (half-open bounds of the task's chunk of tiled loop `var`) and invariants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Extent {
    /// The whole dimension.
    All,
    /// From `lo` (included) to `hi` (excluded).
    Range {
        /// First index.
        lo: Poly,
        /// One past the last index.
        hi: Poly,
    },
}

impl Extent {
    /// As an argument of emitted code.
    #[must_use]
    pub fn to_rust(&self) -> String {
        match self {
            Extent::All => "hp5::rt::ALL".to_owned(),
            Extent::Range { lo, hi } => format!("({}, {})", lo.to_isize(), hi.to_isize()),
        }
    }
}

/// What a task declares on one variable: one entry of the registration.
#[derive(Debug, Clone)]
pub struct Access {
    /// Which variable.
    pub var: VarId,
    /// Mode.
    pub mode: Mode,
    /// One extent per (logical) dimension; empty for scalars.
    pub section: Vec<Extent>,
}

/// How a task's body sees a variable.
#[derive(Debug, Clone)]
pub struct Binding {
    /// Which variable.
    pub var: VarId,
    /// By what.
    pub how: How,
    /// Of [`How::Whole`]: what the name refers to, not the reference.
    pub behind: bool,
    /// Of [`How::Whole`]: the name is a reference, and the body has one of its own to the same place.
    pub referred: bool,
    /// Of [`How::Whole`]: what the body calls might move the elements, which tasks know by their addresses.
    pub may_move: bool,
    /// The body writes it.
    pub mutable: bool,
    /// And does so through a pointer to be written through (filled by `passes::to_write`).
    pub to_write: bool,
    /// One tile size per dimension, as the template in force says.
    pub template: Vec<TileSize>,
    /// Accesses whose bounds are checked once per task: all of [`How::Trusted`], some of [`How::View`].
    pub sure: Vec<Sure>,
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
    /// A `&mut` reference, of which the body reads what it refers to (`*s`).
    pub referred: bool,
    /// The body has a reference to what the name stands for, which its type shows: `(*name)` there.
    pub behind: bool,
}

/// A reduction clause.
#[derive(Debug, Clone)]
pub struct Reduction {
    /// Name in `hp5::rt::op`, or `Own`.
    pub op: &'static str,
    /// An operator of the program's own: source text.
    pub own: Option<String>,
    /// In serial order, bit for bit.
    pub ordered: bool,
    /// Source text of the scalar.
    pub name: String,
    /// Where the clause is.
    pub span: Span,
    /// As [`Binding::to_write`].
    pub to_write: bool,
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

/// A section that the user declared, lowered.
#[derive(Debug, Clone)]
pub struct Declared {
    /// Source text of the variable.
    pub name: String,
    /// Mode.
    pub mode: Mode,
    /// Where the item is.
    pub span: Span,
    /// `None`: left to analysis.
    pub section: Option<Vec<Extent>>,
}

/// A task: its code, what it touches, its clauses.
#[derive(Debug, Default)]
pub struct Task {
    /// Line of the directive, 1-based.
    pub line: usize,
    /// The directive as written, one line, for comments in emitted code.
    pub text: String,
    /// First byte of its directives.
    pub start: usize,
    /// The directive's span, for diagnostics.
    pub directive: Span,
    /// The statement that the directive stands on, attributes excluded.
    pub stmt: Span,
    /// The tiled loops, outermost first; none for a `task`.
    pub loops: Vec<TiledLoop>,
    /// All loops of the nest, for sections: the tiled ones, then those inside the body.
    pub inner: Vec<LoopInfo>,
    /// Names that never change, by their values: `m` is `n + 2`.
    pub facts: Vec<(String, Poly)>,
    /// Loops of generating code around it, by the plain names of their variables.
    pub around: Vec<LoopInfo>,
    /// What atoms leave when they are divided by numbers.
    pub residues: Vec<Residue>,
    /// Row lengths of its arrays that are sums (filled by `passes::sums`).
    pub sums: Vec<RowSum>,
    /// Names that are never negative.
    pub unsigned: Vec<String>,
    /// What has to hold where it is registered for indices to be what they are taken for (C).
    pub wraps: Vec<Wrap>,
    /// In a loop that is replayed: its bodies must be able to run again.
    pub repeats: bool,
    /// Proven free of dependences between tasks of the loop.
    pub parallel: bool,
    /// Each task of the loop meets the next one, so that they run one after the other.
    pub chain: bool,
    /// Occurrences of variables.
    pub uses: Vec<Use>,
    /// What is asked for its length, `rows[i].len()`: uses of the elements where a task of
    /// the region makes such longer or shorter.
    pub asked: Vec<Use>,
    /// Names whose arrays the body may make longer or shorter, and moves thereby; with the number of
    /// index brackets: 1 of `rows[i].push(x)`.
    pub resized: Vec<(String, usize)>,
    /// Fields that uses of `self` as a whole may read; `None`: any.
    pub self_fields: Option<Vec<String>>,
    /// The body changes what `self` refers to by other names than its fields: all of it is one variable.
    pub takes_self: bool,
    /// Declared by clauses.
    pub declared: Vec<Declared>,
    /// What is registered; the one with the highest access weight first.
    pub accesses: Vec<Access>,
    /// How the body sees its variables.
    pub bindings: Vec<Binding>,
    /// Ends of declared sections that are computed in each turn, and united over the turns of a task.
    pub computed: Vec<Computed>,
    /// Variables of which the task visibly touches nothing but what its clauses declare (filled by
    /// `passes::sections`).
    pub held: Vec<String>,
    /// Uses by pointers and calls, of arrays of which clauses say what is used; they are in no other list.
    pub handed: Vec<Use>,
    /// What clauses are held against where indices have quotients in them.
    pub precise: Option<Precise>,
    /// Names captured by value or reference (filled by `passes::capture`).
    pub captures: Vec<Capture>,
    /// `private(..)` names.
    pub privates: Vec<String>,
    /// Of these, what is declared without a value, with the declaration (filled by `passes::unset`).
    pub unset: Vec<(String, Span)>,
    /// Reductions.
    pub reductions: Vec<Reduction>,
    /// `if(expr)` source text.
    pub condition: Option<String>,
    /// `final(expr)` source text: where it holds, regions in what the task calls run as they stand (C).
    pub included: Option<String>,
    /// `priority(expr)` source text.
    pub priority: Option<String>,
    /// `name(..)` source text (a literal or an expression).
    pub name: Option<String>,
    /// `map(..)`.
    pub target: Target,
    /// The body's own region for `nested`.
    pub nested: Option<Box<Region>>,
}

/// A loop of the analysed code; its variable is known by an atom of its own.
#[derive(Debug, Clone)]
pub struct LoopInfo {
    /// `j@3`: unique in the task.
    pub atom: String,
    /// Least value; `None`: unknown.
    pub lo: Option<Poly>,
    /// One past the greatest value; `None`: unknown.
    pub hi: Option<Poly>,
    /// Every value between the bounds is taken: no step, no bound that is a mere estimate.
    pub exact: bool,
}

/// One tiled loop of a `task_tile` nest.
#[derive(Debug, Clone)]
pub struct TiledLoop {
    /// Loop variable.
    pub var: String,
    /// Its atom.
    pub atom: String,
    /// The iterated expression (`1..n - 1`, `(0..n).step_by(2)`, ..): replaced in emitted code.
    pub iterated: Span,
    /// First value and one past the last, by outer tiled loops; `None`: unknown.
    pub bounds: (Option<Poly>, Option<Poly>),
    /// The bare range inside it, as text (`1..n - 1`, `0..=n`).
    pub range: String,
    /// `step_by(expr)` text.
    pub step: Option<String>,
    /// `.rev()`, and whether it is applied after the step.
    pub rev: bool,
    /// Tile size.
    pub tile: TileSize,
    /// Where the names of the tile size mean what they mean here; `None`: in all of the region.
    pub tile_seen: Option<Span>,
    /// Modulo offset.
    pub offset: Offset,
    /// The bounds depend on an outer tiled variable: least and greatest bound; the body clips.
    pub hull: Option<(Poly, Poly)>,
}
