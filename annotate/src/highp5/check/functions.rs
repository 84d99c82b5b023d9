//! Instances of functions, one per list of argument types.

use super::body::{Context, Elab, LocalKind, Ty};
use super::{Checker, unused};
use crate::diag::{Diagnostic, codes};
use crate::highp5::ast::{self, StatementKind};
use crate::highp5::report::error;
use crate::highp5::typed::{Body, Function, LocalId, SpaceId, Type};

/// An instance; its id is that in `Program::functions`.
pub(super) struct Instance {
    function: usize,
    types: Vec<Type>,
    /// What it gives, as far as known.
    pub(super) result: Option<Type>,
    pub(super) done: bool,
    /// It uses random numbers or embedded code.
    pub(super) differs: bool,
    found: Vec<Diagnostic>,
    /// Instances that it calls.
    calls: Vec<usize>,
    /// Called from a stage or the coordinator, as these were finally made.
    used: bool,
}

impl Instance {
    /// True if errors were found in it.
    pub(super) fn is_wrong(&self) -> bool {
        !self.found.is_empty()
    }
}

impl<'a> Checker<'a> {
    /// The instance of a function for these types of arguments.
    pub(super) fn instance(&mut self, function: usize, types: Vec<Type>) -> usize {
        let known = self
            .instances
            .iter()
            .position(|i| i.function == function && i.types == types);
        if let Some(known) = known {
            return known;
        }
        let ast: &'a ast::Function = &self.ast.functions[function];
        let id = self.instances.len();
        self.instances.push(Instance {
            function,
            types: types.clone(),
            result: None,
            done: false,
            differs: false,
            found: Vec::new(),
            calls: Vec::new(),
            used: false,
        });
        self.program.functions.push(Function {
            name: ast.name.text.clone(),
            parameters: Vec::new(),
            result: Type::Nothing,
            body: Body::default(),
            span: ast.name.span,
        });
        let mut elab = Elab::new(self, None, Context::Function, SpaceId::ROOT);
        elab.instance = Some(id);
        let parameters: Vec<(LocalId, bool)> = ast
            .parameters
            .iter()
            .zip(types)
            .map(|(p, ty)| {
                let kind = LocalKind::Parameter(p.reference);
                let local = elab.add_local(&p.name.text, p.name.span, kind, Ty::Known(ty));
                (local, p.reference)
            })
            .collect();
        let body = elab.body(&ast.body.statements);
        let found = std::mem::take(&mut elab.found);
        let differs = elab.uses.differs;
        let calls = elab.called.iter().copied().collect();
        let result = elab.result.take().map(|ty| elab.settled(&ty));
        let instance = &mut self.instances[id];
        instance.found = found;
        instance.differs = differs;
        instance.calls = calls;
        instance.done = true;
        instance.result.clone_from(&result);
        if result.is_some() && !returns(&ast.body.statements) {
            instance.found.push(
                error(
                    codes::H_TYPE,
                    format!(
                        "`{}` does not return a value on every way through it",
                        ast.name.text
                    ),
                    ast.name.span,
                )
                .help("end it with a `return`"),
            );
        }
        let made = &mut self.program.functions[id];
        made.parameters = parameters;
        made.result = result.unwrap_or(Type::Nothing);
        made.body = body;
        id
    }

    /// Marks instances that something calls, and what they call.
    pub(super) fn use_instances(&mut self, ids: impl IntoIterator<Item = usize>) {
        let mut todo: Vec<usize> = ids.into_iter().collect();
        while let Some(id) = todo.pop() {
            if !self.instances[id].used {
                self.instances[id].used = true;
                todo.extend(self.instances[id].calls.iter().copied());
            }
        }
    }

    /// Reports what was found in instances that are used; the others, which were made while
    /// types were still open, become empty. Also says which functions are never called.
    pub(super) fn report_instances(&mut self) {
        for id in 0..self.instances.len() {
            if self.instances[id].used {
                let found = std::mem::take(&mut self.instances[id].found);
                self.found.extend(found);
            } else {
                let function = &mut self.program.functions[id];
                function.parameters.clear();
                function.body = Body::default();
                function.result = Type::Nothing;
            }
        }
        let wrong = self
            .found
            .iter()
            .any(|d| d.severity == crate::diag::Severity::Error);
        for (index, function) in self.ast.functions.iter().enumerate() {
            let used = self.instances.iter().any(|i| i.used && i.function == index);
            if !used && !wrong {
                self.found.push(unused("function", &function.name));
            }
        }
    }
}

impl Elab<'_, '_, '_> {
    /// Notes the type of a `return`; gives the type that all of them have.
    pub(super) fn returned(&mut self, ty: Ty) -> Ty {
        let before = self.result.clone();
        let joined = match (&before, ty) {
            (None, ty) => ty,
            (Some(before), Ty::Failed) => before.clone(),
            (Some(Ty::Known(a)), Ty::Known(b)) if a.is_number() && b.is_number() => {
                Ty::Known(wider(a, &b))
            }
            (Some(Ty::Constant), Ty::Known(b)) if b.is_number() => {
                Ty::Known(if b == Type::Integer { Type::Double } else { b })
            }
            (Some(before), _) => before.clone(),
        };
        if joined != Ty::Failed && before.as_ref() != Some(&joined) {
            self.changed = true;
            let settled = self.settled(&joined);
            if let Some(instance) = self.instance {
                self.checker.instances[instance].result = Some(settled);
            }
            self.result = Some(joined.clone());
        }
        joined
    }
}

fn wider(a: &Type, b: &Type) -> Type {
    let rank = |t: &Type| match t {
        Type::Integer => 0,
        Type::Single => 1,
        _ => 2,
    };
    if rank(a) >= rank(b) {
        a.clone()
    } else {
        b.clone()
    }
}

/// True if every way through statements ends in a `return`.
fn returns(statements: &[ast::Statement]) -> bool {
    statements.iter().any(|s| match &s.kind {
        StatementKind::Return(_) => true,
        StatementKind::If {
            branches,
            otherwise: Some(otherwise),
        } => returns(&otherwise.statements) && branches.iter().all(|(_, b)| returns(&b.statements)),
        StatementKind::While { body, .. } => returns(&body.statements),
        _ => false,
    })
}
