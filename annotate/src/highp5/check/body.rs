//! Bodies: locals, and inference by repetition.
//!
//! A body is made again and again until a pass finds out nothing new: widths of locals that
//! were first assigned from real constants, types of program arguments and Initialize
//! parameters (`Ty::Open`), results of recursive functions. Only the last pass is kept.

use std::collections::{BTreeMap, BTreeSet};

use super::Checker;
use crate::diag::{Diagnostic, codes};
use crate::highp5::ast::{self, Span};
use crate::highp5::report::error;
use crate::highp5::typed::{
    Binding, Body, Expr, Local, LocalId, Space, SpaceId, Type, Variable, VariableId,
};

/// A task while it is checked.
pub(super) struct TaskScope<'a> {
    pub(super) ast: &'a ast::Task,
    pub(super) variables: Vec<Variable>,
    pub(super) partition: Vec<String>,
    pub(super) spaces: Vec<Space>,
}

/// Where a body stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Context {
    Stage,
    /// Conditions, ranges and arguments of a Computation section.
    Flow,
    Initialize,
    Function,
    Coordinator,
}

/// What is known of a type.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Ty {
    Known(Type),
    /// A real number made of constants alone: of the width that is wanted.
    Constant,
    /// Not known yet; an index into `Elab::opens`.
    Open(usize),
    /// Wrong, and reported.
    Failed,
}

/// An expression with what is known of its type.
pub(super) struct Ex {
    pub(super) expr: Expr,
    pub(super) ty: Ty,
}

/// A type that is to be found out by its uses.
pub(super) struct Open {
    pub(super) name: String,
    pub(super) span: Span,
    pub(super) ty: Option<Type>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LocalKind {
    Free,
    Index,
    /// Of a function; by reference?
    Parameter(bool),
    /// A parameter of a stage that stands for a value.
    Value,
}

pub(super) struct LocalState {
    pub(super) name: String,
    pub(super) span: Span,
    pub(super) kind: LocalKind,
    pub(super) ty: Ty,
    /// First assigned from real constants: `ty` follows from the widths of later values.
    flexible: bool,
    width: Option<Type>,
    single: bool,
    /// Assigned in this pass, before what is looked at.
    visible: bool,
}

/// What a body uses.
#[derive(Default)]
pub(super) struct Uses {
    pub(super) reads: BTreeSet<VariableId>,
    pub(super) writes: BTreeSet<VariableId>,
    /// Variables of which the LPU's own part decides something (`.local`, loops).
    pub(super) parts: BTreeSet<VariableId>,
    /// `lpuId`, random numbers or embedded code: LPUs differ.
    pub(super) differs: bool,
    /// Greatest lag of each variable with its place.
    pub(super) lags: BTreeMap<VariableId, (u32, Span)>,
    /// Arrays that were reported as missing in the space.
    pub(super) missing: BTreeSet<VariableId>,
    /// Variables whose dimensions are assigned.
    pub(super) shaped: BTreeSet<VariableId>,
}

/// Makes one body.
pub(super) struct Elab<'c, 'a, 't> {
    pub(super) checker: &'c mut Checker<'a>,
    pub(super) task: Option<&'t TaskScope<'a>>,
    pub(super) context: Context,
    pub(super) space: SpaceId,
    /// Parameters of a stage.
    pub(super) bindings: Vec<(String, Binding)>,
    pub(super) locals: Vec<LocalState>,
    pub(super) opens: Vec<Open>,
    /// Open types that are used together: what one is found to be, so is the other.
    pub(super) alike: Vec<(usize, usize)>,
    pub(super) found: Vec<Diagnostic>,
    pub(super) changed: bool,
    pub(super) uses: Uses,
    /// Indices of the `for` loops around, outermost first.
    pub(super) loops: Vec<Vec<LocalId>>,
    /// What a function gives so far.
    pub(super) result: Option<Ty>,
    /// The function's instance.
    pub(super) instance: Option<usize>,
    /// The name of the coordinator's arguments.
    pub(super) arguments: Option<&'a str>,
    /// Instances of functions that the last pass calls.
    pub(super) called: BTreeSet<usize>,
}

/// How deep statements and expressions nest at most, through instances of functions.
const DEEPEST: usize = 400;

/// Most passes: each finds out something about one of finitely many things, but a mistake
/// here must not hang.
const MOST_PASSES: usize = 1000;

impl<'c, 'a, 't> Elab<'c, 'a, 't> {
    pub(super) fn new(
        checker: &'c mut Checker<'a>,
        task: Option<&'t TaskScope<'a>>,
        context: Context,
        space: SpaceId,
    ) -> Self {
        Elab {
            checker,
            task,
            context,
            space,
            bindings: Vec::new(),
            locals: Vec::new(),
            opens: Vec::new(),
            alike: Vec::new(),
            found: Vec::new(),
            changed: false,
            uses: Uses::default(),
            loops: Vec::new(),
            result: None,
            instance: None,
            arguments: None,
            called: BTreeSet::new(),
        }
    }

    /// Repeats a pass until it finds out nothing new; its findings stay in `found`.
    pub(super) fn repeat<T>(&mut self, mut pass: impl FnMut(&mut Self) -> T) -> T {
        let kept = self.found.len();
        for _ in 0..MOST_PASSES {
            self.changed = false;
            self.found.truncate(kept);
            self.uses = Uses::default();
            self.called.clear();
            self.loops.clear();
            for local in &mut self.locals {
                local.visible = matches!(local.kind, LocalKind::Parameter(_) | LocalKind::Value);
            }
            let made = pass(self);
            self.solve_alike();
            if !self.changed {
                return made;
            }
        }
        pass(self)
    }

    /// The locals, with their types.
    pub(super) fn finish(&mut self) -> Vec<Local> {
        let locals = std::mem::take(&mut self.locals);
        locals
            .into_iter()
            .map(|local| Local {
                ty: self.settled(&local.resolved()),
                name: local.name,
                span: local.span,
            })
            .collect()
    }

    /// A body of statements.
    pub(super) fn body(&mut self, statements: &'a [ast::Statement]) -> Body {
        let statements = self.repeat(|e| e.statements(statements));
        self.report_opens();
        Body {
            locals: self.finish(),
            statements,
        }
    }

    /// Reports types that were not found out.
    pub(super) fn report_opens(&mut self) {
        let open: Vec<_> = self
            .opens
            .iter()
            .filter(|o| o.ty.is_none())
            .map(|o| (o.name.clone(), o.span))
            .collect();
        for (name, span) in open {
            self.found.push(
                error(
                    codes::H_NO_TYPE,
                    format!("the type of `{name}` cannot be inferred"),
                    span,
                )
                .help("use it where a type is known: assign it to a variable of a task, compare it with a number, pass it as a partition argument"),
            );
        }
    }

    /// The type that stands in the program.
    pub(super) fn settled(&self, ty: &Ty) -> Type {
        match ty {
            Ty::Known(ty) => ty.clone(),
            Ty::Constant => Type::Double,
            Ty::Open(open) => self.opens[*open].ty.clone().unwrap_or(Type::Integer),
            Ty::Failed => Type::Nothing,
        }
    }

    /// Goes one level deeper; `None` if that is too deep, which is reported. (Functions that call
    /// one another are instantiated one in another.)
    pub(super) fn deeper<T>(
        &mut self,
        span: Span,
        inside: impl FnOnce(&mut Self) -> T,
    ) -> Option<T> {
        if self.checker.depth >= DEEPEST {
            let message = "functions call one another too deeply here";
            self.report(error(codes::TOO_DEEP, message, span));
            return None;
        }
        self.checker.depth += 1;
        let made = inside(self);
        self.checker.depth -= 1;
        Some(made)
    }

    /// Reports something.
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.found.push(diagnostic);
    }

    /// A type in words.
    pub(super) fn words(&self, ty: &Ty) -> String {
        match ty {
            Ty::Known(ty) => self.checker.name_of(ty),
            Ty::Constant => "a real constant".into(),
            Ty::Open(_) | Ty::Failed => "an unknown type".into(),
        }
    }

    // ---- locals

    /// A new local.
    pub(super) fn add_local(&mut self, name: &str, span: Span, kind: LocalKind, ty: Ty) -> LocalId {
        let flexible = ty == Ty::Constant;
        self.locals.push(LocalState {
            name: name.to_owned(),
            span,
            kind,
            ty,
            flexible,
            width: None,
            single: false,
            visible: true,
        });
        LocalId(self.locals.len() - 1)
    }

    /// The visible local of a name: the index of a loop around, or one that was assigned.
    pub(super) fn local(&self, name: &str) -> Option<LocalId> {
        let index = self
            .loops
            .iter()
            .rev()
            .flatten()
            .find(|id| self.locals[id.0].name == name);
        index.copied().or_else(|| {
            let free = |l: &LocalState| l.visible && l.name == name && l.kind != LocalKind::Index;
            self.locals.iter().position(free).map(LocalId)
        })
    }

    /// What is known of a local's type.
    pub(super) fn local_ty(&self, id: LocalId) -> Ty {
        match self.locals[id.0].resolved() {
            Ty::Open(open) => match &self.opens[open].ty {
                Some(ty) => Ty::Known(ty.clone()),
                None => Ty::Open(open),
            },
            other => other,
        }
    }

    /// A local that gets its first value in this pass.
    pub(super) fn define_local(&mut self, name: &str, span: Span, ty: Ty) -> LocalId {
        let known = self
            .locals
            .iter()
            .position(|l| l.name == name && l.kind == LocalKind::Free);
        if let Some(index) = known {
            let local = &mut self.locals[index];
            local.visible = true;
            // What the first value's type is may have been found out since the last pass.
            if !local.flexible && local.ty != ty {
                local.flexible = ty == Ty::Constant;
                local.ty = ty;
                self.changed = true;
            }
            return LocalId(index);
        }
        self.add_local(name, span, LocalKind::Free, ty)
    }

    /// The index of a loop; one for all loops with an index of this name that are not nested.
    pub(super) fn index_local(&mut self, name: &ast::Name) -> LocalId {
        if self
            .loops
            .iter()
            .flatten()
            .any(|id| self.locals[id.0].name == name.text)
        {
            self.report(error(
                codes::H_TWICE,
                format!(
                    "`{}` is already the index of a loop around this one",
                    name.text
                ),
                name.span,
            ));
        }
        let known = self
            .locals
            .iter()
            .position(|l| l.name == name.text && l.kind == LocalKind::Index);
        match known {
            Some(index) => LocalId(index),
            None => self.add_local(
                &name.text,
                name.span,
                LocalKind::Index,
                Ty::Known(Type::Integer),
            ),
        }
    }

    /// A value of a real width was assigned to a local of open width.
    pub(super) fn widen(&mut self, id: LocalId, width: &Type) {
        let local = &mut self.locals[id.0];
        let wider = match local.width {
            None => true,
            Some(Type::Single) => *width == Type::Double,
            _ => false,
        };
        if local.flexible && wider {
            local.width = Some(width.clone());
            self.changed = true;
        }
    }

    /// A local of open width is read where single precision is wanted.
    pub(super) fn narrow(&mut self, id: LocalId) {
        let local = &mut self.locals[id.0];
        if local.flexible && !local.single && local.width.is_none() {
            local.single = true;
            self.changed = true;
        }
    }

    /// True for a local whose width follows from what is assigned to it.
    pub(super) fn is_flexible(&self, id: LocalId) -> bool {
        self.locals[id.0].flexible
    }

    /// Open types that are used with one that was found out become what it is.
    fn solve_alike(&mut self) {
        for (a, b) in std::mem::take(&mut self.alike) {
            match (self.opens[a].ty.clone(), self.opens[b].ty.clone()) {
                (Some(ty), None) => self.solve(b, &ty),
                (None, Some(ty)) => self.solve(a, &ty),
                _ => {}
            }
        }
    }

    /// An open type was found out.
    pub(super) fn solve(&mut self, open: usize, ty: &Type) {
        if self.opens[open].ty.is_none() {
            self.opens[open].ty = Some(ty.clone());
            self.changed = true;
        }
    }
}

impl LocalState {
    fn resolved(&self) -> Ty {
        if !self.flexible {
            return self.ty.clone();
        }
        match &self.width {
            Some(width) => Ty::Known(width.clone()),
            None if self.single => Ty::Known(Type::Single),
            None => Ty::Constant,
        }
    }
}

impl Ex {
    /// A wrong expression.
    pub(super) fn failed(span: Span) -> Ex {
        Ex {
            expr: Expr {
                kind: crate::highp5::typed::ExprKind::Integer(0),
                ty: Type::Nothing,
                span,
            },
            ty: Ty::Failed,
        }
    }
}
