//! Generating code: what it stands on, and what passes found out about it, calls that join, loops of laps, waits.

use super::Span;

/// What kind of code a region directive stands on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RegionForm {
    /// A function or method.
    Function {
        /// The whole item, attributes excluded.
        item: Span,
        /// The name in the signature.
        name: Span,
        /// `serial(ident)`: name under which the elided function is kept.
        serial: Option<String>,
    },
    /// A block statement or expression.
    Block,
    /// A statement that is no block (C). What stands between the directive and the statement is part of the
    /// region's code.
    Statement {
        /// The directive.
        directive: Span,
    },
    /// The body of a task with the `nested` clause (a composite task).
    Nested,
}

/// A call whose function registers its tasks into the caller's region.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Join {
    /// The call.
    pub call: Span,
    /// Line of the joined region's directive.
    pub line: usize,
    /// Arguments by which the function reaches memory.
    pub given: Vec<Given>,
}

/// An argument by which a function reaches memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Given {
    /// The argument.
    pub argument: Span,
    /// Places that it may refer into.
    pub names: Vec<String>,
    /// The function's tasks may write there.
    pub written: bool,
    /// The function is given the value, not a reference.
    pub owned: bool,
    /// The name that it is all of, behind `&` and `&mut`.
    pub whole: Option<String>,
    /// Index brackets in it.
    pub brackets: usize,
}

/// A loop of generating code whose turns register the same tasks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LapLoop {
    /// The loop.
    pub span: Span,
    /// The range that it runs over.
    pub turns: Span,
    /// Line, 1-based.
    pub line: usize,
    /// After so many turns the tasks are the same again.
    pub period: usize,
    /// Its turns do nothing else, and bodies are told nothing that differs: they may run
    /// again without being registered.
    pub replays: bool,
}

/// Something that emitted generating code has and the source has not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Addition {
    /// After byte `at`: whatever way the scope is left, all tasks are waited for, because
    /// they use the local `name`, which is declared at `declared` and is not promoted.
    Hold {
        /// Where the guard goes.
        at: usize,
        /// The local.
        name: String,
        /// Its pattern.
        declared: Span,
        /// Why it is not promoted; `None` where holding costs nothing.
        why: Option<&'static str>,
    },
    /// A wait at the begin of this expression, each time that it is evaluated.
    WaitFirst(Span),
    /// The program asks whether tasks use the place before it is set, or what it leads to is given back, and waits if
    /// so (C).
    AskFirst {
        /// The assignment, or the call.
        set: Span,
        /// What is set.
        place: Span,
        /// It asks for what the place leads to, too.
        behind: bool,
    },
    /// A wait behind the task that is this statement, each time that it is registered.
    WaitBehind(Span),
}
