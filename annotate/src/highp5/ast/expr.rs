//! Expressions.

use super::{Name, Span, Text, Type};

/// An expression.
#[derive(Debug, Clone)]
pub struct Expr {
    /// What.
    pub kind: ExprKind,
    /// Where.
    pub span: Span,
}

/// See [`Expr`].
#[derive(Debug, Clone)]
pub enum ExprKind {
    /// `12`.
    Integer(i64),
    /// `0.25`, with the number of decimals written.
    Real(f64),
    /// `TRUE`, `FALSE`.
    Boolean(bool),
    /// `'a'`.
    Character(char),
    /// `"text"`.
    Text(String),
    /// A variable, parameter or index.
    Name(String),
    /// `base.name`.
    Field {
        /// Of what.
        base: Box<Expr>,
        /// Which.
        name: Name,
    },
    /// `base[index]`; `a[i][j]` is an index of an index.
    Index {
        /// Of what.
        base: Box<Expr>,
        /// Which elements.
        index: Index,
    },
    /// `place at (current - k)`; the base is a name, field or index.
    At {
        /// The place.
        base: Box<Expr>,
        /// The version.
        lag: Lag,
    },
    /// `function(args)`.
    Call {
        /// The function.
        function: Name,
        /// Its arguments.
        arguments: Vec<Argument>,
    },
    /// `-x`, `!x`.
    Unary {
        /// Which.
        operator: UnaryOp,
        /// Of what.
        operand: Box<Expr>,
    },
    /// `a + b`.
    Binary {
        /// Which.
        operator: BinaryOp,
        /// Left.
        left: Box<Expr>,
        /// Right.
        right: Box<Expr>,
    },
    /// `[min...max]`, both inclusive.
    Range {
        /// First.
        min: Box<Expr>,
        /// Last.
        max: Box<Expr>,
    },
    /// `new T(name: value, ..)`.
    New {
        /// The type.
        ty: Type,
        /// Named arguments.
        arguments: Vec<NamedArgument>,
    },
}

/// What stands between brackets behind an array.
#[derive(Debug, Clone)]
pub enum Index {
    /// `[i]`.
    At(Box<Expr>),
    /// `[i...j]`.
    Bounds(Box<Expr>, Box<Expr>),
    /// `[...]`.
    Everything,
}

/// A version: so many epochs before the current one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lag {
    /// 0 for `at (current)`.
    pub epochs: u32,
    /// True where the element itself carries the `at`; false where it came from parentheses
    /// around the element, and is to be ignored for what has no versions (locals).
    pub own: bool,
    /// Where the `at` stands.
    pub span: Span,
}

/// `name: value`.
#[derive(Debug, Clone)]
pub struct NamedArgument {
    /// Which.
    pub name: Name,
    /// Its value.
    pub value: Expr,
}

/// An argument of a call or of a stage.
#[derive(Debug, Clone)]
pub struct Argument {
    /// `Space A:`, of a stage.
    pub space: Option<Name>,
    /// `&`, of a function.
    pub reference: Option<Span>,
    /// The value.
    pub value: Expr,
}

/// A condition; a single `=` in it was turned into `==` (the paper's listings write it so),
/// and reported with a warning.
pub type Condition = Expr;

/// Operators before an operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnaryOp {
    /// `!`.
    Not,
    /// `-`.
    Minus,
}

/// Operators between operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum BinaryOp {
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Equal,
    NotEqual,
    Less,
    Greater,
    LessEqual,
    GreaterEqual,
    /// `value in range`.
    In,
    ShiftLeft,
    ShiftRight,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Power,
}

impl BinaryOp {
    /// The comparison that holds with its operands exchanged; none for other operators.
    #[must_use]
    pub fn mirrored(self) -> Option<BinaryOp> {
        use BinaryOp as B;
        match self {
            B::Less => Some(B::Greater),
            B::Greater => Some(B::Less),
            B::LessEqual => Some(B::GreaterEqual),
            B::GreaterEqual => Some(B::LessEqual),
            _ => None,
        }
    }

    /// As written (`and` and `&&` are both `and`).
    #[must_use]
    pub fn symbol(self) -> &'static str {
        use BinaryOp as B;
        match self {
            B::Or => "or",
            B::And => "and",
            B::BitOr => "|",
            B::BitXor => "^",
            B::BitAnd => "&",
            B::Equal => "==",
            B::NotEqual => "!=",
            B::Less => "<",
            B::Greater => ">",
            B::LessEqual => "<=",
            B::GreaterEqual => ">=",
            B::In => "in",
            B::ShiftLeft => "<<",
            B::ShiftRight => ">>",
            B::Add => "+",
            B::Subtract => "-",
            B::Multiply => "*",
            B::Divide => "/",
            B::Remainder => "%",
            B::Power => "**",
        }
    }

    /// The operator of a symbol.
    #[must_use]
    pub fn of(symbol: &str) -> Option<BinaryOp> {
        use BinaryOp as B;
        [
            B::Or,
            B::And,
            B::BitOr,
            B::BitXor,
            B::BitAnd,
            B::Equal,
            B::NotEqual,
            B::Less,
            B::Greater,
            B::LessEqual,
            B::GreaterEqual,
            B::In,
            B::ShiftLeft,
            B::ShiftRight,
            B::Add,
            B::Subtract,
            B::Multiply,
            B::Divide,
            B::Remainder,
            B::Power,
        ]
        .into_iter()
        .find(|op| op.symbol() == symbol)
    }
}

impl Expr {
    /// The variable at the root of a place (`a` of `a[i].b at (current)`).
    #[must_use]
    pub fn root(&self) -> Option<&str> {
        let mut expr = self;
        loop {
            match &expr.kind {
                ExprKind::Name(name) => return Some(name),
                ExprKind::Field { base, .. }
                | ExprKind::Index { base, .. }
                | ExprKind::At { base, .. } => expr = base,
                _ => return None,
            }
        }
    }

    /// The expression as a text constant, if it is one.
    #[must_use]
    pub fn text(&self) -> Option<Text> {
        match &self.kind {
            ExprKind::Text(value) => Some(Text {
                value: value.clone(),
                span: self.span,
            }),
            _ => None,
        }
    }
}
