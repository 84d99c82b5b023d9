//! The walk over the concrete tree: its helpers, and what stands at the top of a program.

use tree_sitter::Node;

use crate::diag::{Diagnostic, Diagnostics, codes};
use crate::highp5::ast::{
    Coordinator, Definition, Function, Name, Parameter, Program, Span, Text, Type, TypeDefinition,
    TypeKind,
};
use crate::highp5::report::error;

/// How deep statements and expressions may nest.
pub(super) const DEEPEST: usize = 150;

/// What the walk carries along.
pub(super) struct Convert<'a> {
    text: &'a str,
    diagnostics: &'a mut Diagnostics,
    /// Nesting of statements and expressions.
    pub(super) depth: usize,
    /// True once nesting that is too deep was reported.
    pub(super) too_deep: bool,
}

impl<'a> Convert<'a> {
    pub(super) fn new(text: &'a str, diagnostics: &'a mut Diagnostics) -> Self {
        Convert {
            text,
            diagnostics,
            depth: 0,
            too_deep: false,
        }
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Goes one level deeper: `deeper` if that is still allowed, else `given_up`.
    pub(super) fn nested<T>(
        &mut self,
        node: Node,
        deeper: impl FnOnce(&mut Self) -> T,
        given_up: impl FnOnce(&mut Self) -> T,
    ) -> T {
        if self.depth >= DEEPEST {
            if !self.too_deep {
                self.too_deep = true;
                self.report(
                    error(
                        codes::TOO_DEEP,
                        format!("this nests more than {DEEPEST} levels deep"),
                        span(node),
                    )
                    .help("take it apart, with locals or functions"),
                );
            }
            return given_up(self);
        }
        self.depth += 1;
        let result = deeper(self);
        self.depth -= 1;
        result
    }

    pub(super) fn text(&self, node: Node) -> &'a str {
        self.text.get(node.byte_range()).unwrap_or("")
    }

    /// A name of a variable, function, stage or parameter: it begins in lower case.
    pub(super) fn variable(&mut self, node: Node) -> Name {
        let name = self.name(node);
        if !name.text.starts_with(|c: char| c.is_ascii_lowercase()) {
            self.report(
                error(
                    codes::H_NAMING,
                    format!("`{}` names no type or space here, so it must begin in lower case", name.text),
                    name.span,
                )
                .help("names of types begin in upper case, all others in lower case; a space is one upper-case letter"),
            );
        }
        name
    }

    /// A name of a type: upper case, two letters or more.
    pub(super) fn type_name(&mut self, node: Node) -> Name {
        let name = self.name(node);
        if name.text.len() < 2 || !name.text.starts_with(|c: char| c.is_ascii_uppercase()) {
            self.report(
                error(
                    codes::H_NAMING,
                    format!("`{}` cannot be a type", name.text),
                    name.span,
                )
                .help("names of types begin in upper case and have two letters or more"),
            );
        }
        name
    }

    /// A name of a space: one upper-case letter, or `Root`.
    pub(super) fn space_name(&mut self, node: Node) -> Name {
        let mut name = self.name(node);
        let mut chars = name.text.chars();
        let letter = chars.next().is_some_and(|c| c.is_ascii_uppercase()) && chars.next().is_none();
        if name.text.eq_ignore_ascii_case("root") {
            "Root".clone_into(&mut name.text);
        } else if !letter {
            self.report(
                error(
                    codes::H_NAMING,
                    format!("`{}` cannot be a space", name.text),
                    name.span,
                )
                .help("a space is one upper-case letter, or `Root`"),
            );
        }
        name
    }

    /// A name, whatever it names.
    pub(super) fn name(&mut self, node: Node) -> Name {
        Name {
            text: self.text(node).to_owned(),
            span: span(node),
        }
    }

    /// The names in the fields `name` of a node.
    pub(super) fn variables(&mut self, node: Node) -> Vec<Name> {
        fields(node, "name")
            .into_iter()
            .map(|n| self.variable(n))
            .collect()
    }

    /// A string constant.
    pub(super) fn string(&mut self, node: Node) -> Text {
        let raw = self.text(node);
        let inner = raw
            .strip_prefix('"')
            .and_then(|t| t.strip_suffix('"'))
            .unwrap_or(raw);
        Text {
            value: unescape(inner),
            span: span(node),
        }
    }

    /// A number without sign, of at most `most`.
    pub(super) fn number(&mut self, node: Node, most: u64) -> u64 {
        match self.text(node).parse::<u64>() {
            Ok(value) if value <= most => value,
            _ => {
                let diagnostic = error(
                    codes::H_NUMBER,
                    format!("`{}` is greater than {most}", self.text(node)),
                    span(node),
                );
                self.report(diagnostic);
                1
            }
        }
    }

    // ---- the top of a program

    pub(super) fn program(&mut self, root: Node) -> Program {
        let mut program = Program::default();
        for node in children(root) {
            match node.kind() {
                "type_definition" => {
                    let definition = self.type_definition(node);
                    program.types.push(definition);
                }
                "function" => {
                    let function = self.function(node);
                    program.functions.push(function);
                }
                "task" => {
                    let task = self.task(node);
                    program.tasks.push(task);
                }
                "coordinator" => {
                    let coordinator = self.coordinator(node);
                    program.coordinators.push(coordinator);
                }
                _ => {}
            }
        }
        program
    }

    fn type_definition(&mut self, node: Node) -> TypeDefinition {
        TypeDefinition {
            name: self.type_name(field(node, "name")),
            elements: of_kind(node, "element_definition")
                .into_iter()
                .map(|element| self.definition(element))
                .collect(),
        }
    }

    /// `a, b: type Reduction`.
    pub(super) fn definition(&mut self, node: Node) -> Definition {
        Definition {
            names: self.variables(node),
            ty: self.ty(field(node, "type")),
            reduction: node.child_by_field_name("reduction").map(span),
        }
    }

    /// A type.
    pub(super) fn ty(&mut self, node: Node) -> Type {
        let kind = match node.kind() {
            "basic_type" => match self.text(node).to_ascii_lowercase().as_str() {
                "integer" => TypeKind::Integer,
                "character" => TypeKind::Character,
                "boolean" => TypeKind::Boolean,
                "string" => TypeKind::Text,
                _ => TypeKind::Range,
            },
            "real_type" => {
                let double = node
                    .child_by_field_name("precision")
                    .is_some_and(|p| self.text(p).to_ascii_lowercase().starts_with("double"));
                if double {
                    TypeKind::Double
                } else {
                    TypeKind::Single
                }
            }
            "static_array" => TypeKind::Static {
                sizes: fields(node, "size")
                    .into_iter()
                    .map(|size| (self.number(size, 1 << 20), span(size)))
                    .collect(),
                element: Box::new(self.ty(field(node, "element"))),
            },
            "dynamic_array" => {
                let rank = field(node, "rank");
                TypeKind::Dynamic {
                    rank: (self.rank(rank), span(rank)),
                    element: Box::new(self.ty(field(node, "element"))),
                    format: node.child_by_field_name("format").map(|f| self.name(f)),
                }
            }
            "list_type" => TypeKind::List(Box::new(self.ty(field(node, "element")))),
            _ => TypeKind::Named(self.type_name(node).text),
        };
        Type {
            kind,
            span: span(node),
        }
    }

    /// The number in `2d`: 1 to 4.
    pub(super) fn rank(&mut self, node: Node) -> u32 {
        let digits = self.text(node).trim_end_matches(['d', 'D']);
        match digits.parse::<u32>() {
            Ok(rank @ 1..=4) => rank,
            _ => {
                let diagnostic = error(
                    codes::H_NUMBER,
                    format!(
                        "`{}`: arrays and spaces have 1 to 4 dimensions",
                        self.text(node)
                    ),
                    span(node),
                );
                self.report(diagnostic);
                1
            }
        }
    }

    fn function(&mut self, node: Node) -> Function {
        let parameters = of_kind(node, "function_parameter")
            .into_iter()
            .map(|p| Parameter {
                name: self.variable(field(p, "name")),
                reference: p.child_by_field_name("reference").is_some(),
            })
            .collect();
        Function {
            name: self.variable(field(node, "name")),
            parameters,
            body: self.block(field(node, "body")),
        }
    }

    fn coordinator(&mut self, node: Node) -> Coordinator {
        Coordinator {
            arguments: self.variable(field(node, "arguments")),
            body: self.block(field(node, "body")),
        }
    }
}

/// Escapes of string and character constants: `\n`, `\t`, `\\`, `\"`, `\'`, `\0`.
pub(super) fn unescape(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            result.push(c);
            continue;
        }
        match chars.next() {
            Some('n') => result.push('\n'),
            Some('t') => result.push('\t'),
            Some('r') => result.push('\r'),
            Some('0') => result.push('\0'),
            Some(other) => result.push(other),
            None => {}
        }
    }
    result
}

/// Where a node stands.
pub(super) fn span(node: Node) -> Span {
    node.byte_range().into()
}

/// The child in a field. The grammar gives every node that is asked its fields, so a missing
/// one (a tree with errors, which is not converted) gives the node itself.
pub(super) fn field<'t>(node: Node<'t>, name: &str) -> Node<'t> {
    node.child_by_field_name(name).unwrap_or(node)
}

/// All children in a field.
pub(super) fn fields<'t>(node: Node<'t>, name: &str) -> Vec<Node<'t>> {
    let mut cursor = node.walk();
    node.children_by_field_name(name, &mut cursor)
        .filter(Node::is_named)
        .collect()
}

/// Named children, comments left out.
pub(super) fn children<'t>(node: Node<'t>) -> Vec<Node<'t>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor)
        .filter(|n| !n.is_extra())
        .collect()
}

/// Named children of a kind.
pub(super) fn of_kind<'t>(node: Node<'t>, kind: &str) -> Vec<Node<'t>> {
    children(node)
        .into_iter()
        .filter(|n| n.kind() == kind)
        .collect()
}
