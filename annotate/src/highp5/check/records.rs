//! User types, and types as written.

use super::{Checker, unknown};
use crate::diag::codes;
use crate::highp5::ast::{self, TypeKind};
use crate::highp5::report::error;
use crate::highp5::typed::{Record, RecordId, Type};

impl Checker<'_> {
    /// Makes records of user types, each after those that it holds.
    pub(super) fn records(&mut self) {
        let mut state = vec![State::New; self.ast.types.len()];
        for index in 0..self.ast.types.len() {
            self.record(index, &mut state);
        }
    }

    fn record(&mut self, index: usize, state: &mut [State]) {
        let ast = self.ast;
        let definition = &ast.types[index];
        match state[index] {
            State::Done => return,
            State::Open => {
                state[index] = State::Done;
                self.found.push(error(
                    codes::H_RECURSION,
                    format!("type {} contains itself", definition.name.text),
                    definition.name.span,
                ));
                return;
            }
            State::New => state[index] = State::Open,
        }
        for element in &definition.elements {
            if let Some(name) = named(&element.ty)
                && let Some(inner) = ast.types.iter().position(|t| t.name.text == name)
            {
                self.record(inner, state);
            }
        }
        self.once("element", definition.elements.iter().flat_map(|e| &e.names));
        let mut fields = Vec::new();
        for element in &definition.elements {
            let Some(ty) = self.ty(&element.ty) else {
                continue;
            };
            if !is_static(&ty) {
                self.found.push(
                    error(
                        codes::H_TYPE,
                        format!("a user type cannot hold {}", self.name_of(&ty)),
                        element.ty.span,
                    )
                    .help("elements are scalars, static arrays and other user types"),
                );
                continue;
            }
            fields.extend(element.names.iter().map(|n| (n.text.clone(), ty.clone())));
        }
        state[index] = State::Done;
        self.program.records.push(Record {
            name: definition.name.text.clone(),
            fields,
            span: definition.name.span,
        });
    }

    /// A type as written; `None` if it was reported.
    pub(super) fn ty(&mut self, ty: &ast::Type) -> Option<Type> {
        Some(match &ty.kind {
            TypeKind::Integer => Type::Integer,
            TypeKind::Single => Type::Single,
            TypeKind::Double => Type::Double,
            TypeKind::Character => Type::Character,
            TypeKind::Boolean => Type::Boolean,
            TypeKind::Text => Type::Text,
            TypeKind::Range => Type::Range,
            TypeKind::Named(name) => {
                let records = &self.program.records;
                let Some(index) = records.iter().position(|r| r.name == *name) else {
                    if !self.ast.types.iter().any(|t| t.name.text == *name) {
                        let known = self.ast.types.iter().map(|t| t.name.text.as_str());
                        let basic = ["Integer", "Real", "Boolean", "Character", "String", "Range"];
                        let found = unknown("type", name, ty.span, known.chain(basic));
                        self.found.push(found);
                    }
                    return None;
                };
                Type::Record(RecordId(index))
            }
            TypeKind::Static { sizes, element } => {
                let element = self.ty(element)?;
                for (size, span) in sizes {
                    if *size == 0 {
                        let message = "a static array has one element or more";
                        self.found.push(error(codes::H_NUMBER, message, *span));
                    }
                }
                let total = sizes.iter().try_fold(1u64, |n, (s, _)| n.checked_mul(*s));
                if total.is_none_or(|n| n > 1 << 20) {
                    let message = "a static array has at most 1048576 elements";
                    self.found
                        .push(error(codes::H_NUMBER, message, ty.span).help("use a dynamic array"));
                }
                let sizes: Vec<u64> = sizes.iter().map(|(s, _)| *s).collect();
                Type::Static(Box::new(element), sizes)
            }
            TypeKind::Dynamic { rank, element, .. } => {
                let rank = u8::try_from(rank.0).unwrap_or(1);
                Type::Array(Box::new(self.ty(element)?), rank)
            }
            TypeKind::List(element) => Type::List(Box::new(self.ty(element)?)),
        })
    }
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    New,
    Open,
    Done,
}

/// The user type in a type.
fn named(ty: &ast::Type) -> Option<&str> {
    match &ty.kind {
        TypeKind::Named(name) => Some(name),
        TypeKind::Static { element, .. } | TypeKind::Dynamic { element, .. } => named(element),
        TypeKind::List(element) => named(element),
        _ => None,
    }
}

/// True for what a user type may hold.
fn is_static(ty: &Type) -> bool {
    match ty {
        Type::Integer
        | Type::Single
        | Type::Double
        | Type::Boolean
        | Type::Character
        | Type::Text
        | Type::Range
        | Type::Record(_) => true,
        Type::Static(element, _) => is_static(element),
        _ => false,
    }
}
