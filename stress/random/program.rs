//! What a random program is made of, as plain data.

/// Type of elements and values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Elem {
    /// `f64`: the order of operations shows in the bits.
    F64,
    /// `i64`, kept small by remainders.
    I64,
}

/// How an array is stored and passed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Storage {
    /// `&mut Vec<T>`, row-major.
    Flat,
    /// `&mut [T]`, row-major.
    Slice,
    /// `&mut Vec<Vec<T>>` (and deeper).
    Nested,
    /// `&mut [[T; M]; N]`.
    Fixed,
}

/// Whose an array is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// A parameter of the region.
    Parameter,
    /// A local of generating code (a flat `Vec` of zeros).
    Local,
    /// A parameter of a function whose region is joined.
    Formal,
}

/// An array.
#[derive(Debug, Clone, PartialEq)]
pub struct Array {
    /// Its name.
    pub name: String,
    /// Type of its elements.
    pub elem: Elem,
    /// Storage.
    pub storage: Storage,
    /// Lengths, 1 to 3 of them.
    pub dims: Vec<usize>,
    /// Row lengths are written as parameters of the function, not as numbers.
    pub named_rows: bool,
    /// Whose it is.
    pub place: Place,
}

impl Array {
    /// The region is given it.
    #[must_use]
    pub fn is_parameter(&self) -> bool {
        self.place == Place::Parameter
    }

    /// All of it is one piece of memory.
    #[must_use]
    pub fn is_flat(&self) -> bool {
        matches!(self.storage, Storage::Flat | Storage::Slice)
    }
}

/// One index.
#[derive(Debug, Clone, PartialEq)]
pub enum Index {
    /// `coefficient * variable + second + offset`; a coefficient of 0 has no variable.
    Affine {
        /// 0, 1, 2, 3 or -1.
        coefficient: i64,
        /// Loop variable.
        variable: String,
        /// Another loop variable, added.
        second: Option<String>,
        /// Constant part.
        offset: i64,
    },
    /// `(variable * factor + offset) % modulus`: not affine.
    Opaque {
        /// Loop variable.
        variable: String,
        /// Factor.
        factor: i64,
        /// Constant part.
        offset: i64,
        /// Length of the dimension.
        modulus: i64,
    },
}

/// An element of an array.
#[derive(Debug, Clone, PartialEq)]
pub struct Access {
    /// Number of the array.
    pub array: usize,
    /// One index per dimension.
    pub index: Vec<Index>,
}

/// A value.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// An element.
    Read(Access),
    /// A loop variable.
    Loop(String),
    /// A local or captured scalar, with its type.
    Scalar(String, Elem),
    /// A constant.
    Constant(i64),
}

/// A condition.
#[derive(Debug, Clone, PartialEq)]
pub enum Condition {
    /// `variable % n == r`.
    Congruent(String, i64, i64),
    /// `variable > n`.
    Above(String, i64),
    /// `first + second < n`.
    SumBelow(String, String, i64),
    /// `element > n`.
    Large(Access, i64),
}

/// Code of a body.
#[derive(Debug, Clone, PartialEq)]
pub enum Stmt {
    /// `target = mix(values)` or `target += mix(values)`.
    Assign {
        /// What is written.
        target: Access,
        /// `+=`.
        compound: bool,
        /// Operands.
        values: Vec<Value>,
    },
    /// `let name: T = mix(values)`.
    Let {
        /// Name.
        name: String,
        /// Type.
        elem: Elem,
        /// Operands.
        values: Vec<Value>,
    },
    /// `scalar += mix(values)`.
    Reduce {
        /// Which scalar.
        scalar: usize,
        /// Operands.
        values: Vec<Value>,
    },
    /// `if`.
    If {
        /// Condition.
        condition: Condition,
        /// First branch.
        then: Vec<Stmt>,
        /// Second branch, left out when empty.
        otherwise: Vec<Stmt>,
    },
    /// A loop.
    For(Loop),
}

/// A loop with its body.
#[derive(Debug, Clone, PartialEq)]
pub struct Loop {
    /// Variable.
    pub variable: String,
    /// Text of the lower bound.
    pub lo: String,
    /// Text of the upper bound.
    pub hi: String,
    /// `..=`.
    pub inclusive: bool,
    /// `step_by`, 1 for none.
    pub step: usize,
    /// `.rev()`.
    pub reverse: bool,
    /// Body.
    pub body: Vec<Stmt>,
}

/// A template: array and tile sizes (0 is `*`).
pub type Template = (usize, Vec<usize>);

/// A step of generating code.
#[derive(Debug, Clone, PartialEq)]
pub enum Step {
    /// A `task_tile` nest.
    Nest {
        /// Templates set before it.
        templates: Vec<Template>,
        /// Tiled loops with tile sizes, outermost first.
        tiles: Vec<(String, usize)>,
        /// Clauses, as text.
        clauses: Vec<String>,
        /// The loops.
        nest: Loop,
    },
    /// A `task` on a block.
    Block {
        /// Clauses, as text.
        clauses: Vec<String>,
        /// Code.
        body: Vec<Stmt>,
    },
    /// A composite task.
    Composite {
        /// Clauses, as text.
        clauses: Vec<String>,
        /// What it registers.
        steps: Vec<Step>,
    },
    /// A generating loop.
    Repeat {
        /// Variable.
        variable: String,
        /// How often.
        times: usize,
        /// Local arrays, declared anew in every turn.
        locals: Vec<usize>,
        /// What it repeats.
        steps: Vec<Step>,
        /// Arrays whose headers are swapped at the end of a turn.
        swap: Option<(usize, usize)>,
    },
    /// A call of a function whose region is joined.
    Call {
        /// Number of the function.
        function: usize,
        /// What it is given for its arrays.
        arrays: Vec<usize>,
        /// What it is given for its numbers.
        numbers: Vec<String>,
    },
    /// `task_wait`.
    Wait,
    /// `name = element`, with or without a `task_wait`.
    Peek {
        /// Which captured scalar is set.
        scalar: String,
        /// Its type.
        elem: Elem,
        /// What is read, constant indices.
        access: Access,
        /// A `task_wait` stands before it.
        explicit: bool,
    },
    /// A captured scalar changes.
    Scale {
        /// Which.
        scalar: String,
    },
}

/// A scalar that bodies reduce into; `s<number>` in the program.
#[derive(Debug, Clone, PartialEq)]
pub struct Scalar {
    /// Type.
    pub elem: Elem,
    /// The reduction clause that nests with it have, such as `reduction(+: s0)`; none: the
    /// tasks follow one another.
    pub clause: Option<String>,
}

/// A function whose region is joined. It gets `k` and `q` too, as values.
#[derive(Debug, Clone, PartialEq)]
pub struct Function {
    /// Name.
    pub name: String,
    /// Its arrays, of place [`Place::Formal`], and whether it may write them.
    pub arrays: Vec<(usize, bool)>,
    /// Numbers that it uses as indices, each with its least and greatest value.
    pub numbers: Vec<(String, i64, i64)>,
    /// What it does.
    pub steps: Vec<Step>,
}

/// A whole program.
#[derive(Debug, Clone, PartialEq)]
pub struct Program {
    /// What it was made from.
    pub seed: u64,
    /// Arrays, parameters first.
    pub arrays: Vec<Array>,
    /// Reduced scalars.
    pub scalars: Vec<Scalar>,
    /// Templates at the function.
    pub templates: Vec<Template>,
    /// `default` template by number of dimensions.
    pub default: Option<Vec<usize>>,
    /// The steps.
    pub steps: Vec<Step>,
    /// Functions that steps call; each calls none but those before it.
    pub functions: Vec<Function>,
}

impl Program {
    /// Steps of the region and of all functions.
    pub fn bodies(&self) -> impl Iterator<Item = &Vec<Step>> {
        std::iter::once(&self.steps).chain(self.functions.iter().map(|f| &f.steps))
    }

    /// As [`bodies`](Self::bodies), to change them.
    pub fn bodies_mut(&mut self) -> impl Iterator<Item = &mut Vec<Step>> {
        std::iter::once(&mut self.steps).chain(self.functions.iter_mut().map(|f| &mut f.steps))
    }
}
