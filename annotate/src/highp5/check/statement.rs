//! Statements, but loops.

use super::body::{Context, Elab, Ex, LocalKind, Ty};
use super::expr::known;
use super::places::Way;
use crate::diag::codes;
use crate::highp5::ast::{self, ExprKind as A, Name, Span, StatementKind as S, Text};
use crate::highp5::report::{error, list};
use crate::highp5::typed::{
    Binding, Expr, ExprKind, ExternCode, LocalId, Place, Reduction, Root, Statement, StatementKind,
    Type,
};

impl<'a> Elab<'_, 'a, '_> {
    /// Statements in order.
    pub(super) fn statements(&mut self, statements: &'a [ast::Statement]) -> Vec<Statement> {
        let mut made = Vec::new();
        for statement in statements {
            self.deeper(statement.span, |e| e.statement(statement, &mut made));
        }
        made
    }

    fn statement(&mut self, statement: &'a ast::Statement, made: &mut Vec<Statement>) {
        let span = statement.span;
        let kind = match &statement.kind {
            S::Assign { targets, value } => return self.assign(targets, value, span, made),
            S::Call(call) => self.call_statement(call),
            S::Reduce {
                target,
                operator,
                value,
            } => self.reduce(target, operator, value),
            S::Return(value) => self.give(value, span),
            S::For { ranges, body } => self.parallel(ranges, body),
            S::Sequence {
                index,
                range,
                step,
                condition,
                body,
            } => self.sequence(index, range, step.as_ref(), condition.as_ref(), body),
            S::While { condition, body } => {
                let body = self.statements(&body.statements);
                let condition = self.value(condition, &Type::Boolean);
                Some(StatementKind::While(body, condition))
            }
            S::If {
                branches,
                otherwise,
            } => {
                let branches = branches
                    .iter()
                    .map(|(condition, body)| {
                        let condition = self.value(condition, &Type::Boolean);
                        (condition, self.statements(&body.statements))
                    })
                    .collect();
                let otherwise = otherwise
                    .as_ref()
                    .map(|b| self.statements(&b.statements))
                    .unwrap_or_default();
                Some(StatementKind::If(branches, otherwise))
            }
            S::Extern(code) => self.embedded(code, span),
            S::Execute(execute) => self.execute(execute, span),
        };
        made.extend(kind.map(|kind| Statement { kind, span }));
    }

    // ---- assignments

    fn assign(
        &mut self,
        targets: &'a [ast::Expr],
        value: &'a ast::Expr,
        span: Span,
        made: &mut Vec<Statement>,
    ) {
        if let Some(kind) = self.load(targets, value) {
            made.extend(kind.map(|kind| Statement { kind, span }));
            return;
        }
        let mut value = self.expr(value);
        for target in targets.iter().rev() {
            let Some((place, assigned)) = self.assign_one(target, value) else {
                return;
            };
            let kind = StatementKind::Assign(place.clone(), assigned);
            made.push(Statement { kind, span });
            // The next target gets what this one now holds.
            let ty = Ty::Known(place.ty.clone());
            value = Ex {
                ty,
                ..known(ExprKind::Read(place.clone()), place.ty, target.span)
            };
        }
    }

    fn assign_one(&mut self, target: &'a ast::Expr, value: Ex) -> Option<(Place, Expr)> {
        if let A::Name(name) = &target.kind
            && self.local(name).is_none()
            && self.variable(name).is_none()
            && !self.bindings.iter().any(|(b, _)| b == name)
        {
            return self.first_value(name, target.span, value);
        }
        let way = self.place(target)?;
        if !self.assignable(&way) {
            return None;
        }
        let place = self.made(&way);
        if let Root::Local(id) = place.root
            && place.steps.is_empty()
            && self.is_flexible(id)
        {
            return Some(self.assign_flexible(id, place, value));
        }
        let value = match &way.ty {
            Ty::Known(ty) => {
                let ty = ty.clone();
                self.require(value, &ty)
            }
            Ty::Open(open) => {
                if let Ty::Known(ty) = &value.ty {
                    self.solve(*open, &ty.clone());
                }
                value.expr
            }
            _ => value.expr,
        };
        Some((place, value))
    }

    /// The first value of a local, which fixes its type.
    fn first_value(&mut self, name: &str, span: Span, mut value: Ex) -> Option<(Place, Expr)> {
        if !name.starts_with(|c: char| c.is_ascii_lowercase()) {
            let message = format!("`{name}` must begin in lower case to be a variable");
            self.report(error(codes::H_NAMING, message, span));
        }
        let problem = match &value.ty {
            Ty::Known(Type::Array(..)) => Some("a local cannot hold an array"),
            Ty::Known(Type::Shape(_) | Type::Dimension) => {
                Some("a local cannot hold dimensions of an array")
            }
            Ty::Known(Type::Nothing) => Some("this gives no value"),
            _ => None,
        };
        if let Some(problem) = problem {
            self.report(error(codes::H_TYPE, problem, value.expr.span));
            value.ty = Ty::Failed;
        }
        if self.context == Context::Flow {
            return None;
        }
        let constant = value.ty == Ty::Constant;
        let id = self.define_local(name, span, value.ty.clone());
        let place = self.local_place(id, span);
        if constant {
            return Some(self.assign_flexible(id, place, value));
        }
        Some((place, value.expr))
    }

    /// A value for a local whose width follows from its values.
    fn assign_flexible(&mut self, id: LocalId, place: Place, mut value: Ex) -> (Place, Expr) {
        if let Ty::Known(width) = &value.ty
            && width.is_real()
        {
            self.widen(id, &width.clone());
        }
        let ty = self.settled(&self.local_ty(id));
        if value.ty == Ty::Constant {
            self.retarget(&mut value.expr, &ty);
            return (place, value.expr);
        }
        let place = self.local_place(id, place.span);
        let value = self.require(value, &ty);
        (place, value)
    }

    pub(super) fn local_place(&self, id: LocalId, span: Span) -> Place {
        Place {
            root: Root::Local(id),
            lag: 0,
            steps: Vec::new(),
            ty: self.settled(&self.local_ty(id)),
            span,
        }
    }

    // ---- calls and returns

    fn call_statement(&mut self, call: &'a ast::Expr) -> Option<StatementKind> {
        if let A::Call {
            function,
            arguments,
        } = &call.kind
            && self.context == Context::Coordinator
            && let Some(kind) = self.bind(function, arguments, call.span)
        {
            return kind;
        }
        let made = self.expr(call);
        (made.ty != Ty::Failed).then_some(StatementKind::Evaluate(made.expr))
    }

    fn give(&mut self, value: &'a ast::Expr, span: Span) -> Option<StatementKind> {
        let value = self.expr(value);
        if self.context != Context::Function {
            self.report(
                error(codes::H_PLACE, "`return` outside of a function", span)
                    .help("stages give nothing: they assign to their parameters"),
            );
            return None;
        }
        let problem = match &value.ty {
            Ty::Known(Type::Array(..)) => Some("a function cannot give an array"),
            Ty::Known(Type::Nothing) => Some("this gives no value"),
            _ => None,
        };
        if let Some(problem) = problem {
            let help = "pass the array by reference (`&`)";
            self.report(error(codes::H_TYPE, problem, value.expr.span).help(help));
            return None;
        }
        let ty = self.returned(value.ty.clone());
        let ty = self.settled(&ty);
        Some(StatementKind::Return(self.require(value, &ty)))
    }

    // ---- reductions

    fn reduce(
        &mut self,
        target: &Name,
        operator: &Text,
        value: &'a ast::Expr,
    ) -> Option<StatementKind> {
        if self.context != Context::Stage {
            self.report(error(
                codes::H_PLACE,
                "`reduce` stands in stages",
                operator.span,
            ));
            return None;
        }
        let operator = self.reduction(operator)?;
        let entry = matches!(operator, Reduction::MaxEntry | Reduction::MinEntry);
        let index = match self.loops.last().map(Vec::as_slice) {
            Some([only]) if entry => Some(*only),
            Some(_) if !entry => None,
            None => {
                self.report(error(
                    codes::H_PLACE,
                    "`reduce` stands in a loop over what is reduced",
                    target.span,
                ));
                return None;
            }
            _ => {
                self.report(
                    error(
                        codes::H_REDUCTION,
                        "which index is the result? the innermost loop has several",
                        target.span,
                    )
                    .help("maxEntry and minEntry stand in a loop with one index"),
                );
                return None;
            }
        };
        let value = self.expr(value);
        let Some((variable, space)) = self.variable(&target.text) else {
            self.report(
                error(
                    codes::H_REDUCTION,
                    format!("`{}` is no variable of the task", target.text),
                    target.span,
                )
                .help("define it with the word Reduction, and pass it to the stage"),
            );
            return None;
        };
        let definition = &self.task?.variables[variable.0];
        let ty = definition.ty.clone();
        if !definition.reduction {
            let found = error(
                codes::H_REDUCTION,
                format!("`{}` is not declared as a reduction", definition.name),
                target.span,
            )
            .also(
                definition.span.into(),
                "write the word Reduction behind its type",
            );
            self.report(found);
            return None;
        }
        let value = self.reduced(operator, &ty, value, target.span)?;
        Some(StatementKind::Reduce {
            target: variable,
            space,
            operator,
            value,
            entry: index,
        })
    }

    fn reduction(&mut self, operator: &Text) -> Option<Reduction> {
        // "max_entry" is "maxEntry".
        let joined = operator.value.replace('_', "");
        let known = REDUCTIONS
            .iter()
            .find(|(name, _)| joined.eq_ignore_ascii_case(name));
        if known.is_none() {
            let names: Vec<String> = REDUCTIONS.iter().map(|r| format!("\"{}\"", r.0)).collect();
            self.report(
                error(
                    codes::H_REDUCTION,
                    format!("no reduction \"{}\"", operator.value),
                    operator.span,
                )
                .help(format!("write {}", list(&names))),
            );
        }
        known.map(|(_, reduction)| *reduction)
    }

    /// The value of a reduction, of the type that its operator and result take.
    fn reduced(&mut self, operator: Reduction, ty: &Type, value: Ex, target: Span) -> Option<Expr> {
        use Reduction as R;
        let fits = match operator {
            R::Sum | R::Product | R::Max | R::Min => ty.is_number(),
            R::MaxEntry | R::MinEntry | R::BitAnd | R::BitOr => *ty == Type::Integer,
            R::LogicalAnd | R::LogicalOr => *ty == Type::Boolean,
        };
        if !fits {
            let name = REDUCTIONS
                .iter()
                .find(|r| r.1 == operator)
                .map_or("", |r| r.0);
            let message = format!("\"{name}\" gives no {}", self.checker.name_of(ty));
            self.report(error(codes::H_REDUCTION, message, target));
            return None;
        }
        if !matches!(operator, R::MaxEntry | R::MinEntry) {
            return Some(self.require(value, ty));
        }
        match &value.ty {
            Ty::Known(ty) if !ty.is_number() => {
                let message = format!("entries of {} have no order", self.words(&value.ty));
                self.report(error(codes::H_TYPE, message, value.expr.span));
                None
            }
            _ => Some(value.expr),
        }
    }

    // ---- embedded code

    fn embedded(&mut self, code: &ast::Extern, span: Span) -> Option<StatementKind> {
        if !matches!(self.context, Context::Stage | Context::Function) {
            self.report(error(
                codes::H_PLACE,
                "embedded code stands in functions and stages",
                span,
            ));
            return None;
        }
        self.uses.differs = true;
        let mut variables: Vec<(String, Place)> = Vec::new();
        for word in words(&code.code.value) {
            if variables.iter().any(|(known, _)| known == word) {
                continue;
            }
            if let Some(place) = self.embedded_variable(word, span) {
                variables.push((word.to_owned(), place));
            }
        }
        Some(StatementKind::Extern(ExternCode {
            language: code.language,
            includes: code.includes.iter().map(|t| t.value.clone()).collect(),
            libraries: code.libraries.iter().map(|t| t.value.clone()).collect(),
            code: code.code.value.clone(),
            variables,
        }))
    }

    /// A variable that embedded code may use.
    fn embedded_variable(&mut self, name: &str, span: Span) -> Option<Place> {
        let place = if let Some(id) = self.local(name) {
            self.local_place(id, span)
        } else {
            let (variable, space) = self.variable(name)?;
            let ty = self.task?.variables[variable.0].ty.clone();
            if embeddable(&ty) {
                self.uses.reads.insert(variable);
                self.uses.writes.insert(variable);
            }
            Place {
                root: Root::Variable(variable, space),
                lag: 0,
                steps: Vec::new(),
                ty,
                span,
            }
        };
        embeddable(&place.ty).then_some(place)
    }

    /// A parameter of a stage that stands for a value becomes a local.
    pub(super) fn value_parameter(&mut self, name: &Name, value: Expr) {
        let ty = Ty::Known(value.ty.clone());
        let id = self.add_local(&name.text, name.span, LocalKind::Value, ty);
        self.bindings
            .push((name.text.clone(), Binding::Value(id, value)));
    }

    /// True for a local of this name that is assigned somewhere.
    pub(super) fn is_environment(&self, way: &Way) -> Option<LocalId> {
        match (&way.root, &way.ty) {
            (Root::Local(id), Ty::Known(Type::Environment(_))) => Some(*id),
            _ => None,
        }
    }
}

/// Names of reductions.
const REDUCTIONS: [(&str, Reduction); 10] = [
    ("sum", Reduction::Sum),
    ("product", Reduction::Product),
    ("max", Reduction::Max),
    ("min", Reduction::Min),
    ("maxEntry", Reduction::MaxEntry),
    ("minEntry", Reduction::MinEntry),
    ("land", Reduction::LogicalAnd),
    ("lor", Reduction::LogicalOr),
    ("band", Reduction::BitAnd),
    ("bor", Reduction::BitOr),
];

/// True for types that embedded code can use.
fn embeddable(ty: &Type) -> bool {
    matches!(
        ty,
        Type::Integer
            | Type::Single
            | Type::Double
            | Type::Boolean
            | Type::Character
            | Type::Record(_)
    )
}

/// The words of a text that could be names.
fn words(code: &str) -> impl Iterator<Item = &str> {
    code.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .filter(|w| w.starts_with(|c: char| c.is_ascii_lowercase()))
}
