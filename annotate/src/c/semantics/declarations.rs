//! Declarations: what type a name has where it is used.

use tree_sitter::Node;

use crate::c::parse::directives::named;
use crate::c::parse::foreign_pragmas::pragma_of;
use crate::c::parse::source::{Source, children, declared_name, field, name_node, words};
use crate::c::semantics::scope_index;
use crate::ir::Span;

/// A declaration of one name.
#[derive(Debug, Clone)]
pub(in crate::c) struct Declared<'t> {
    /// The name.
    pub(in crate::c) name: String,
    /// The declaration, or the parameter.
    pub(in crate::c) node: Node<'t>,
    /// The declarator, initialiser aside.
    pub(in crate::c) declarator: Node<'t>,
    /// The value that it begins with.
    pub(in crate::c) value: Option<Node<'t>>,
    /// At file scope, or `static`, or `extern`.
    pub(in crate::c) lasting: bool,
    /// The definition of its type, where that is one of arrays: `typedef double grid[N][N]`.
    pub(in crate::c) of: Option<Box<Declared<'t>>>,
    /// What its type's name hides, where that is a pointer: `typedef double *row`.
    pub(in crate::c) hidden: Option<Hidden>,
}

/// A pointer that the name of a type hides.
#[derive(Debug, Clone, Copy)]
pub(in crate::c) struct Hidden {
    stars: usize,
    /// It only reads.
    reads: bool,
}

/// What an index goes through.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::c) enum Level {
    /// A pointer: what it leads to lies elsewhere.
    Pointer,
    /// An array, of this length.
    Array(Option<Span>),
}

/// What a name is, seen from a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::c) enum Form {
    /// A number, a struct: something that is copied.
    Value,
    /// A pointer, or a parameter that is written as an array.
    Pointer,
    /// An array, whose elements lie where the name is.
    Array,
}

impl<'t> Declared<'t> {
    /// What it is known by: where it is declared.
    pub(in crate::c) fn key(&self) -> usize {
        self.declarator.start_byte()
    }

    /// What it is.
    pub(in crate::c) fn form(&self) -> Form {
        let mut form = match self.hidden {
            Some(_) => Form::Pointer,
            None => Form::Value,
        };
        // The declarator nearest to the name says what the name is.
        for at in self.declarators() {
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

    /// Declarators from the outermost to the name, those of its type's definition first.
    fn declarators(&self) -> Vec<Node<'t>> {
        let of = self.of.as_ref().map(|of| of.declarators());
        let mut all = of.unwrap_or_default();
        all.extend(chain(self.declarator));
        all
    }

    /// A function, not a pointer to one.
    pub(in crate::c) fn is_function(&self) -> bool {
        // The declarator nearest to the name, parentheses aside.
        let kinds = chain(self.declarator).map(|at| at.kind());
        let nearest =
            kinds.filter(|k| k.ends_with("_declarator") && *k != "parenthesized_declarator");
        nearest.last() == Some("function_declarator")
    }

    /// It is declared `static`.
    pub(in crate::c) fn is_static(&self, src: &Source) -> bool {
        let says = |c: &Node| c.kind() == "storage_class_specifier" && src.text(*c) == "static";
        specifiers(self.node).iter().any(says)
    }

    /// A pointer to a function, by its declarator or by its type's.
    pub(in crate::c) fn points_to_function(&self, src: &Source) -> bool {
        let by_declarator = chain(self.declarator).any(|at| at.kind() == "function_declarator");
        let of = |of: Declared| of.is_function() || of.points_to_function(src);
        let by_type = || definition(src, self.node).is_some_and(of);
        (by_declarator && !self.is_function()) || by_type()
    }

    /// Lengths that the declarator gives, outermost first; `None` for `[]`.
    pub(in crate::c) fn lengths(&self) -> Vec<Option<Span>> {
        let arrays = self.declarators().into_iter();
        let arrays = arrays.filter(|at| at.kind() == "array_declarator");
        let mut list: Vec<_> = arrays
            .map(|at| field(at, "size").map(|size| size.byte_range()))
            .collect();
        list.reverse();
        list
    }

    /// What indices of it go through, outermost first.
    pub(in crate::c) fn levels(&self) -> Vec<Level> {
        let own = self.declarators().into_iter().rev();
        let own = own.filter_map(|at| match at.kind() {
            "array_declarator" => Some(Level::Array(field(at, "size").map(|n| n.byte_range()))),
            "pointer_declarator" => Some(Level::Pointer),
            _ => None,
        });
        let hidden = self.hidden.map_or(0, |hidden| hidden.stars);
        own.chain(std::iter::repeat_n(Level::Pointer, hidden))
            .collect()
    }

    /// The length of an array, also of one that is a parameter; not of one that it points to.
    pub(in crate::c) fn own_length(&self) -> Option<Span> {
        let mut kinds = self.declarators().into_iter().rev();
        let nearest = kinds.find(|at| !at.kind().ends_with("identifier"))?;
        let array = nearest.kind() == "array_declarator";
        array.then(|| self.lengths().into_iter().next()).flatten()?
    }

    /// Levels of pointers in the declarator.
    pub(in crate::c) fn stars(&self) -> usize {
        let pointers = self.declarators().into_iter();
        let own = pointers.filter(|at| at.kind() == "pointer_declarator");
        own.count() + self.hidden.map_or(0, |hidden| hidden.stars)
    }

    /// Levels of pointers behind what the name itself is.
    pub(in crate::c) fn inner_stars(&self) -> usize {
        let mut declarators = self.declarators().into_iter().rev();
        let shapes = |at: &Node| matches!(at.kind(), "array_declarator" | "pointer_declarator");
        let nearest = declarators.find(shapes);
        let is_array = nearest.is_some_and(|at| at.kind() == "array_declarator");
        self.stars().saturating_sub(usize::from(!is_array))
    }

    /// A pointer of which the program says that nothing else leads to what it writes there.
    pub(in crate::c) fn is_restricted(&self, src: &Source) -> bool {
        let mut qualifiers = chain(self.declarator).flat_map(children);
        let says = |node: Node| {
            node.kind() == "type_qualifier" && src.text(node).trim_matches('_') == "restrict"
        };
        self.stars() == 1 && qualifiers.any(says)
    }

    /// Type words in front of the declarator, storage left out: `const double`.
    pub(in crate::c) fn words(&self, src: &Source) -> String {
        let mut words = Vec::new();
        if self.node == self.declarator {
            return "int".to_owned(); // by its name alone
        }
        let of = field(self.node, "type");
        for child in specifiers(self.node) {
            match child.kind() {
                "storage_class_specifier" => {}
                "type_qualifier" => words.push(src.text(child).to_owned()),
                _ if of == Some(child) => words.push(match &self.of {
                    Some(of) => of.words(src),
                    None => named_type(src, child).to_owned(),
                }),
                _ => {}
            }
        }
        words.join(" ")
    }

    /// The words of a value's type; for a name that the file defines, what it stands for.
    pub(in crate::c) fn plain_words(&self, src: &Source) -> String {
        let of = definition(src, self.node).filter(|of| of.form() == Form::Value);
        of.map_or_else(|| self.words(src), |of| of.plain_words(src))
    }

    /// Its type has a name that neither C nor the file defines: it may be any.
    pub(in crate::c) fn is_of_unseen_type(&self, src: &Source) -> bool {
        match definition(src, self.node) {
            Some(of) => of.is_of_unseen_type(src),
            None => field(self.node, "type").is_some_and(|of| of.kind() == "type_identifier"),
        }
    }

    /// A struct whose type has no name: each text of it is another type.
    pub(in crate::c) fn is_of_unnamed_type(&self) -> bool {
        field(self.node, "type").is_some_and(|of| {
            matches!(of.kind(), "struct_specifier" | "union_specifier")
                && field(of, "name").is_none()
        })
    }

    /// What it leads to, or its elements, are constant at each level: who has it only reads. Of a value, itself.
    pub(in crate::c) fn is_const(&self, src: &Source) -> bool {
        let own = chain(self.declarator).filter(|at| is_level(*at));
        let own: Vec<Node> = own.collect();
        let behind = own.iter().rev().skip(1);
        let mut pointers = behind.filter(|at| at.kind() == "pointer_declarator");
        let says = has_const(src, &specifiers(self.node));
        let base = match (self.hidden, &self.of) {
            (Some(hidden), _) => hidden.reads && (own.is_empty() || says),
            (None, Some(of)) => of.is_const(src) || (says && of.stars() == 0),
            (None, None) => says,
        };
        base && pointers.all(|at| has_const(src, &children(*at)))
    }

    /// Its own bytes are constant, of an array those of its elements; what its pointers lead to need not be.
    pub(in crate::c) fn is_fixed(&self, src: &Source) -> bool {
        let own: Vec<Node> = chain(self.declarator).collect();
        let own = own.into_iter().rev();
        let mut other = own.filter(|at| is_level(*at) && at.kind() != "array_declarator");
        match other.next() {
            Some(pointer) => has_const(src, &children(pointer)),
            None => {
                let of = || definition(src, self.node);
                has_const(src, &specifiers(self.node)) || of().is_some_and(|of| of.is_fixed(src))
            }
        }
    }

    /// The declaration of a variable of this type under another declarator text for the name.
    pub(in crate::c) fn with_name(&self, src: &Source, name: &str) -> String {
        format!("{} {}", self.words(src), self.declarator_of(src, name))
    }

    /// The declarator, with those of its type's definition, under another text for the name.
    fn declarator_of(&self, src: &Source, name: &str) -> String {
        let at = name_node(self.declarator).map(|name| name.byte_range());
        self.replaced(src, at, name)
    }

    /// Text of the declarator with a part of it replaced, as the name of what its type's definition
    /// declares.
    fn replaced(&self, src: &Source, part: Option<Span>, by: &str) -> String {
        let all = self.declarator.byte_range();
        let own = match part {
            Some(part) => format!(
                "{}{by}{}",
                src.slice(&(all.start..part.start)),
                src.slice(&(part.end..all.end))
            ),
            None => by.to_owned(),
        };
        match &self.of {
            Some(of) if own.starts_with('*') => of.declarator_of(src, &format!("({own})")),
            Some(of) => of.declarator_of(src, &own),
            None => own,
        }
    }

    /// Declares a pointer to what the name's elements are: `double (*a)[m]` for `double a[n][m]`.
    pub(in crate::c) fn as_pointer(&self, src: &Source, name: &str) -> String {
        let pointer = self.pointer_of(src, name);
        let declarator = pointer.unwrap_or_else(|| self.declarator_of(src, name));
        format!("{} {declarator}", self.words(src))
    }

    /// The declarator in which the array declarator nearest to the name is a pointer; `None` where
    /// the name is no array.
    fn pointer_of(&self, src: &Source, name: &str) -> Option<String> {
        let shapes = |at: &Node| matches!(at.kind(), "array_declarator" | "pointer_declarator");
        match chain(self.declarator).filter(shapes).last() {
            None => self.of.as_ref()?.pointer_of(src, name),
            Some(array) if array.kind() == "array_declarator" => {
                let pointer = format!("(*{name})");
                Some(self.replaced(src, Some(array.byte_range()), &pointer))
            }
            Some(_) => None,
        }
    }
}

/// The definition in the file of the declaration's type.
pub(in crate::c) fn definition<'t>(src: &Source, node: Node<'t>) -> Option<Declared<'t>> {
    let name = field(node, "type").filter(|of| of.kind() == "type_identifier")?;
    type_named(src, node, src.text(name))
}

/// The definition of a type of this name, for code at `node`.
pub(in crate::c) fn type_named<'t>(
    src: &Source,
    node: Node<'t>,
    name: &str,
) -> Option<Declared<'t>> {
    let spans = src.typedefs.get(name)?.iter().rev();
    let before = spans.filter(|span| span.end <= node.start_byte());
    let mut found = before.filter_map(|span| {
        let root = std::iter::successors(Some(node), Node::parent).last()?;
        let mut definition = root.descendant_for_byte_range(span.start, span.end)?;
        while definition.kind() != "type_definition" {
            definition = definition.parent()?;
        }
        let block = src.around(definition, &["compound_statement"]);
        let is_seen = block.is_none_or(|block| block.end_byte() >= node.end_byte());
        is_seen.then_some(definition)
    });
    let all = names(src, found.next()?, true);
    all.into_iter().find(|d| d.name == name)
}

/// A type as other declarations name it: of `struct s { int n; }`, `struct s`.
fn named_type<'s>(src: &'s Source, of: Node) -> &'s str {
    match (field(of, "name"), field(of, "body")) {
        (Some(name), Some(_)) => src.slice(&(of.start_byte()..name.end_byte())),
        _ => src.text(of),
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

/// The declarators of a declaration, with the values that what they declare begins with.
pub(in crate::c) fn declarators(node: Node) -> Vec<(Node, Option<Node>)> {
    let mut cursor = node.walk();
    node.children_by_field_name("declarator", &mut cursor)
        .filter_map(|found| match found.kind() {
            "init_declarator" => Some((field(found, "declarator")?, field(found, "value"))),
            _ => Some((found, None)),
        })
        .collect()
}

/// What a function gives, as if its name were a variable of that type.
pub(in crate::c) fn returned<'s>(src: &'s Source, function: Node<'s>) -> Option<Declared<'s>> {
    names(src, function, true).into_iter().next()
}

/// The names that a declaration declares.
pub(in crate::c) fn names<'t>(src: &Source, node: Node<'t>, lasting: bool) -> Vec<Declared<'t>> {
    let common = Common::of(src, node, lasting);
    let all = declarators(node).into_iter();
    all.filter_map(|found| common.declared(src, node, found))
        .collect()
}

/// What all names of a declaration have in common.
struct Common<'t> {
    lasting: bool,
    of: Option<Box<Declared<'t>>>,
    hidden: Option<Hidden>,
}

impl<'t> Common<'t> {
    fn of(src: &Source, node: Node<'t>, lasting: bool) -> Common<'t> {
        let of = definition(src, node);
        let hidden = of.as_ref().filter(|of| {
            let is_function = chain(of.declarator).any(|at| at.kind() == "function_declarator");
            of.form() == Form::Pointer && !is_function
        });
        let hidden = hidden.map(|of| Hidden {
            stars: of.stars(),
            reads: of.is_const(src),
        });
        let of = of.filter(|of| of.form() == Form::Array).map(Box::new);
        let lasting = lasting
            || specifiers(node).iter().any(|c| {
                c.kind() == "storage_class_specifier" && matches!(src.text(*c), "static" | "extern")
            });
        Common {
            lasting,
            of,
            hidden,
        }
    }

    fn declared(
        &self,
        src: &Source,
        node: Node<'t>,
        (declarator, value): (Node<'t>, Option<Node<'t>>),
    ) -> Option<Declared<'t>> {
        Some(Declared {
            name: declared_name(src, declarator)?,
            node,
            declarator,
            value,
            lasting: self.lasting,
            of: self.of.clone(),
            hidden: self.hidden,
        })
    }
}

/// A declarator of a pointer, an array or a function.
fn is_level(at: Node) -> bool {
    let levels = [
        "pointer_declarator",
        "array_declarator",
        "function_declarator",
    ];
    levels.contains(&at.kind())
}

/// One of these nodes says `const`.
fn has_const(src: &Source, nodes: &[Node]) -> bool {
    let says = |n: &Node| n.kind() == "type_qualifier" && src.text(*n).trim_matches('_') == "const";
    nodes.iter().any(says)
}

/// What stands in front of the names of a declaration.
fn specifiers(node: Node) -> Vec<Node> {
    let mut cursor = node.walk();
    let mut list = Vec::new();
    if cursor.goto_first_child() {
        while cursor.field_name() != Some("declarator") {
            list.push(cursor.node());
            if !cursor.goto_next_sibling() {
                break;
            }
        }
    }
    list
}

/// The declaration of `name` that holds at `at`.
pub(in crate::c) fn find<'s>(src: &'s Source, at: Node<'s>, name: &str) -> Option<Declared<'s>> {
    let site = src.scopes.find(name, &at.byte_range())?;
    let named = src.over(&site.name);
    // From the declaration inward to the name: others that it declares are not looked at.
    let mut path = src.ancestors(named);
    path.push(named);
    let is_parameter = site.form == scope_index::Form::Parameter;
    let around = path.iter().rev().nth(1).map_or("", |around| around.kind());
    if is_parameter && around == "parameter_list" {
        return Some(implicit(src, named));
    }
    let declares = |node: &Node| match node.kind() {
        "declaration" => is_parameter || node.byte_range() == site.at,
        kind => is_parameter && kind == "parameter_declaration",
    };
    let depth = path.iter().rposition(declares)?;
    let (node, first) = (path[depth], *path.get(depth + 1)?);
    let declarator = match first.kind() {
        "init_declarator" => (field(first, "declarator")?, field(first, "value")),
        _ => (first, None),
    };
    let lasting = !is_parameter && is_lasting(&path[..depth]);
    Common::of(src, node, lasting).declared(src, node, declarator)
}

/// What stands in these is declared outside of functions.
fn is_lasting(around: &[Node]) -> bool {
    let outermost = |of: &Node| of.kind() == "translation_unit" || of.kind().starts_with("preproc");
    around.last().is_some_and(outermost)
        && !around.iter().any(|n| n.kind() == "function_definition")
}

/// What sort of type the declaration names, or the definition of that type does.
pub(in crate::c) fn kind_of_type<'t>(src: &'t Source, found: &Declared<'t>) -> &'t str {
    let of = definition(src, found.node);
    let node = of.as_ref().map_or(found.node, |of| of.node);
    field(node, "type").map_or("", |of| of.kind())
}

/// What stands between the parentheses of a function.
pub(in crate::c) fn parameter_list(function: Node) -> Vec<Node> {
    // `int (*f(int n))(void)` has its own nearest to its name.
    let declarators = field(function, "declarator").into_iter().flat_map(chain);
    let own = declarators.filter(|at| at.kind() == "function_declarator");
    let list = own
        .last()
        .and_then(|f| field(f, "parameters"))
        .map(children);
    list.unwrap_or_default()
}

/// A parameter that has nothing but a name.
fn implicit<'t>(src: &Source, name: Node<'t>) -> Declared<'t> {
    Declared {
        name: src.text(name).to_owned(),
        node: name,
        declarator: name,
        value: None,
        lasting: false,
        of: None,
        hidden: None,
    }
}

/// The parameters of a function.
pub(in crate::c) fn parameters<'t>(src: &Source, function: Node<'t>) -> Vec<Declared<'t>> {
    let list = parameter_list(function);
    // `int f(a, n) double *a; int n; { .. }`
    let old = children(function).into_iter();
    let old = old.filter(|c| c.kind() == "declaration");
    let mut old: Vec<Declared> = old.flat_map(|d| names(src, d, false)).collect();
    // Those without a declaration are numbers of type `int`.
    let bare = list.iter().filter(|p| p.kind() == "identifier");
    let bare = bare.filter(|p| old.iter().all(|d| d.name != src.text(**p)));
    let bare: Vec<Declared> = bare.map(|p| implicit(src, *p)).collect();
    old.extend(bare);
    old.sort_by_key(|d| list.iter().position(|p| src.text(*p) == d.name));
    let new = list
        .into_iter()
        .filter(|p| p.kind() == "parameter_declaration");
    new.flat_map(|p| names(src, p, false)).chain(old).collect()
}

/// Each thread has a variable of its own, by a word of its declaration or by OpenMP's `threadprivate(a, b)`.
pub(in crate::c) fn is_of_thread(src: &Source, found: &Declared) -> bool {
    let storage = ["_Thread_local", "__thread", "thread_local"];
    let before = found.node.start_byte()..found.declarator.start_byte();
    let named = src.foreign.iter().filter_map(|foreign| {
        let rest = named(pragma_of(src.slice(&foreign.span))?, "omp")?;
        named(rest.trim_start(), "threadprivate")
    });
    let by_omp = || named.flat_map(words).any(|name| name == found.name);
    words(src.slice(&before)).any(|word| storage.contains(&word)) || (found.lasting && by_omp())
}
