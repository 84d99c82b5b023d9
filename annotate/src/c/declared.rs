//! Declarations: what type a name has where it is used.

use tree_sitter::Node;

use super::syntax::{Source, children, declared_name, field, name_node};
use crate::ir::Span;

/// A declaration of one name.
#[derive(Debug, Clone)]
pub(super) struct Declared<'t> {
    /// The name.
    pub(super) name: String,
    /// The declaration, or the parameter.
    pub(super) node: Node<'t>,
    /// The declarator, initialiser aside.
    pub(super) declarator: Node<'t>,
    /// The value that it begins with.
    pub(super) value: Option<Node<'t>>,
    /// At file scope, or `static`, or `extern`.
    pub(super) lasting: bool,
}

/// What a name is, seen from a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// A number, a struct: something that is copied.
    Value,
    /// A pointer, or a parameter that is written as an array.
    Pointer,
    /// An array, whose elements lie where the name is.
    Array,
}

impl<'t> Declared<'t> {
    /// What it is.
    pub(super) fn form(&self) -> Form {
        let mut form = Form::Value;
        // The declarator nearest to the name says what the name is.
        for at in chain(self.declarator) {
            match at.kind() {
                "pointer_declarator" => form = Form::Pointer,
                "array_declarator" => form = Form::Array,
                "function_declarator" => form = Form::Value,
                _ => {}
            }
        }
        match form {
            Form::Array if self.node.kind() == "parameter_declaration" => Form::Pointer,
            other => other,
        }
    }

    /// A function, not a pointer to one.
    pub(super) fn is_function(&self) -> bool {
        // The declarator nearest to the name, parentheses aside.
        let kinds = chain(self.declarator).map(|at| at.kind());
        let nearest =
            kinds.filter(|k| k.ends_with("_declarator") && *k != "parenthesized_declarator");
        nearest.last() == Some("function_declarator")
    }

    /// Lengths that the declarator gives, outermost first; `None` for `[]`.
    pub(super) fn lengths(&self) -> Vec<Option<Span>> {
        let arrays = chain(self.declarator).filter(|at| at.kind() == "array_declarator");
        let mut list: Vec<_> = arrays
            .map(|at| field(at, "size").map(|size| size.byte_range()))
            .collect();
        list.reverse();
        list
    }

    /// Levels of pointers in the declarator.
    pub(super) fn stars(&self) -> usize {
        let pointers = chain(self.declarator).filter(|at| at.kind() == "pointer_declarator");
        pointers.count()
    }

    /// A pointer of which the program says that nothing else leads to what it writes there.
    pub(super) fn is_restricted(&self, src: &Source) -> bool {
        let mut qualifiers = chain(self.declarator).flat_map(children);
        let says = |node: Node| {
            node.kind() == "type_qualifier" && src.text(node).trim_matches('_') == "restrict"
        };
        self.stars() == 1 && qualifiers.any(says)
    }

    /// Type words in front of the declarator, storage left out: `const double`.
    pub(super) fn words(&self, src: &Source) -> String {
        let mut words = Vec::new();
        let mut cursor = self.node.walk();
        for child in self.node.children(&mut cursor) {
            match child.kind() {
                "storage_class_specifier" => {}
                "type_qualifier" => words.push(src.text(child)),
                _ if field(self.node, "type") == Some(child) => words.push(src.text(child)),
                _ if child.start_byte() >= self.declarator.start_byte() => break,
                _ => {}
            }
        }
        words.join(" ")
    }

    /// Does a pointer to it only read?
    pub(super) fn is_const(&self, src: &Source) -> bool {
        self.words(src).split_whitespace().any(|w| w == "const")
    }

    /// The declaration of a variable of this type under another declarator text for the name.
    pub(super) fn with_name(&self, src: &Source, name: &str) -> String {
        let declarator = src.text(self.declarator);
        let at = name_node(self.declarator).map(|name| {
            let start = self.declarator.start_byte();
            (name.start_byte() - start, name.end_byte() - start)
        });
        match at {
            Some((from, to)) => format!(
                "{} {}{name}{}",
                self.words(src),
                &declarator[..from],
                &declarator[to..]
            ),
            None => format!("{} {name}", self.words(src)),
        }
    }

    /// Declares a pointer to what the name's elements are: `double (*a)[m]` for `double a[n][m]`.
    pub(super) fn as_pointer(&self, src: &Source, name: &str) -> String {
        // The array declarator nearest to the name becomes the pointer.
        let mut array = None;
        for at in chain(self.declarator) {
            match at.kind() {
                "array_declarator" => array = Some(at),
                "pointer_declarator" => array = None,
                _ => {}
            }
        }
        let Some(array) = array else {
            return self.with_name(src, name);
        };
        let start = self.declarator.start_byte();
        let text = src.text(self.declarator);
        format!(
            "{} {}(*{name}){}",
            self.words(src),
            &text[..array.start_byte() - start],
            &text[array.end_byte() - start..]
        )
    }
}

/// Declarators from the outermost to the name.
fn chain(declarator: Node) -> impl Iterator<Item = Node> {
    std::iter::successors(Some(declarator), |at| {
        field(*at, "declarator").or_else(|| {
            let inside = (at.kind() == "parenthesized_declarator").then(|| children(*at));
            inside?.first().copied()
        })
    })
}

/// The names that a declaration declares.
pub(super) fn names<'t>(src: &Source, node: Node<'t>, lasting: bool) -> Vec<Declared<'t>> {
    let mut cursor = node.walk();
    let fixed = lasting
        || children(node).iter().any(|c| {
            c.kind() == "storage_class_specifier" && matches!(src.text(*c), "static" | "extern")
        });
    node.children_by_field_name("declarator", &mut cursor)
        .filter_map(|found| {
            let (declarator, value) = match found.kind() {
                "init_declarator" => (field(found, "declarator")?, field(found, "value")),
                _ => (found, None),
            };
            Some(Declared {
                name: declared_name(src, declarator)?,
                node,
                declarator,
                value,
                lasting: fixed,
            })
        })
        .collect()
}

/// The declaration of `name` that holds at `at`.
pub(super) fn find<'s>(src: &'s Source, at: Node<'s>, name: &str) -> Option<Declared<'s>> {
    let of = |node: Node<'s>, lasting: bool| {
        names(src, node, lasting)
            .into_iter()
            .find(|d| d.name == name)
    };
    let mut node = at;
    loop {
        let mut sibling = Some(node);
        while let Some(before) = sibling {
            if before.kind() == "declaration" && before.end_byte() <= at.end_byte() {
                let lasting = node.parent().is_none_or(|p| {
                    p.kind() == "translation_unit" || p.kind().starts_with("preproc")
                });
                let lasting = lasting && src.around(before, &["function_definition"]).is_none();
                if let Some(found) = of(before, lasting) {
                    return Some(found);
                }
            }
            sibling = before.prev_named_sibling();
        }
        let parent = node.parent()?;
        match parent.kind() {
            "for_statement" => {
                let initial = field(parent, "initializer").filter(|i| i.kind() == "declaration");
                if let Some(found) = initial.and_then(|i| of(i, false)) {
                    return Some(found);
                }
            }
            "function_definition" => {
                if let Some(found) = parameters(src, parent).into_iter().find(|d| d.name == name) {
                    return Some(found);
                }
            }
            _ => {}
        }
        node = parent;
    }
}

/// The parameters of a function.
pub(super) fn parameters<'t>(src: &Source, function: Node<'t>) -> Vec<Declared<'t>> {
    let mut at = field(function, "declarator");
    while let Some(node) = at.filter(|n| n.kind() != "function_declarator") {
        at = field(node, "declarator");
    }
    let list = at.and_then(|f| field(f, "parameters")).map(children);
    let list = list.unwrap_or_default();
    // `int f(a, n) double *a; int n; { .. }`
    let old = children(function).into_iter();
    let old = old.filter(|c| c.kind() == "declaration");
    let mut old: Vec<Declared> = old.flat_map(|d| names(src, d, false)).collect();
    old.sort_by_key(|d| list.iter().position(|p| src.text(*p) == d.name));
    let new = list
        .into_iter()
        .filter(|p| p.kind() == "parameter_declaration");
    new.flat_map(|p| names(src, p, false)).chain(old).collect()
}
