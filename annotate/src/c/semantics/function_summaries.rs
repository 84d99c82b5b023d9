//! What is known of a function as a whole, found out once: each of its tasks asks for it.

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

use tree_sitter::Node;

use crate::c::parse::names::identifiers;
use crate::c::parse::source::{Source, any, changed_by, children, place_name, root_of, words};
use crate::c::semantics::calls;
use crate::c::semantics::calls::is_called;
use crate::c::semantics::declarations::parameter_list;
use crate::c::semantics::integer_types::Kinds;
use crate::c::semantics::local_types::Own;
use crate::c::semantics::modified_variables::{Outside, changed, pointed_at};
use crate::ir::Span;

/// A macro, and the functions that attributes in it name.
pub(in crate::c) type Cleaning = (String, Vec<String>);

/// What is known of the functions of a file.
#[derive(Debug, Default)]
pub(in crate::c) struct Functions {
    /// Those that were asked for, by where they begin.
    known: RefCell<HashMap<usize, Rc<Function>>>,
    /// The names of those that set pointers that are members: see `pointer_sources`.
    pub(in crate::c) setters: OnceCell<HashSet<String>>,
    /// Variables and members that hold addresses: see `integer_pointers`.
    pub(in crate::c) carriers: OnceCell<HashSet<String>>,
    /// The names of those that code has pointers to, how many parameters they have, and whether they take more.
    pointed_to: OnceCell<Vec<(String, (usize, bool))>>,
    /// Variables that code of the file sets somewhere.
    assigned: OnceCell<HashSet<String>>,
    /// Variables whose address code of the file takes.
    pointed_at: OnceCell<HashSet<String>>,
    /// Macros for attributes by which functions are called at the ends of blocks; `None`: it has no such attributes.
    pub(in crate::c) cleaning: OnceCell<Option<Vec<Cleaning>>>,
    /// By where they begin: they may end the program, or show what it has done so far.
    pub(in crate::c) ends: RefCell<HashMap<usize, bool>>,
    /// Functions and parameters: see `unchanged_structs`.
    pub(in crate::c) unchanged: RefCell<HashMap<(String, String), bool>>,
    /// Functions that code of the file calls.
    called: OnceCell<HashSet<String>>,
}

impl Functions {
    /// Functions that code of the file calls, and names in its macros.
    pub(in crate::c) fn called(&self, src: &Source) -> &HashSet<String> {
        self.called.get_or_init(|| calls::called(src))
    }

    /// Variables that code of the file sets somewhere, or members of them.
    pub(in crate::c) fn assigned(&self, src: &Source) -> &HashSet<String> {
        self.assigned.get_or_init(|| {
            let (mut names, mut stack) = (HashSet::new(), vec![src.tree.root_node()]);
            while let Some(node) = stack.pop() {
                let name = changed_by(node).and_then(|place| place_name(src, place));
                names.extend(name.map(|name| root_of(&name).to_owned()));
                stack.extend(children(node));
            }
            names
        })
    }

    /// Variables whose address code of the file takes, or that of a member.
    pub(in crate::c) fn pointed_at(&self, src: &Source) -> &HashSet<String> {
        let places = || pointed_at(src, src.tree.root_node()).into_iter();
        let roots = || places().map(|place| root_of(&place).to_owned()).collect();
        self.pointed_at.get_or_init(roots)
    }

    /// The functions of the file that a call through a pointer may call, which has so many arguments, if that is
    /// known.
    pub(in crate::c) fn pointed_to<'s>(
        &self,
        src: &'s Source,
        arguments: Option<usize>,
    ) -> Vec<(&str, Node<'s>)> {
        let all = self.pointed_to.get_or_init(|| {
            let named = identifiers(src, src.tree.root_node()).into_iter();
            let named = named.filter(|(name, node)| {
                let declares = (node.parent()).is_some_and(|p| p.kind() == "function_declarator");
                !declares && !is_called(*node) && src.function(name).is_some()
            });
            let in_macros = src.macros.values().flat_map(|known| words(&known.value));
            let in_macros = in_macros.filter(|name| src.function(name).is_some());
            let names: BTreeSet<&str> = named.map(|(name, _)| name).chain(in_macros).collect();
            let with_count =
                |name: &str| Some((name.to_owned(), parameters(src, src.function(name)?)));
            names.into_iter().filter_map(with_count).collect()
        });
        let fits = |(most, more): (usize, bool)| {
            arguments.is_none_or(|count| count == most || (more && count > most))
        };
        let found = all.iter().filter(|(_, count)| fits(*count));
        found
            .filter_map(|(name, _)| Some((name.as_str(), src.function(name)?)))
            .collect()
    }
}

/// How many parameters a function has, and whether it takes more.
fn parameters(src: &Source, function: Node) -> (usize, bool) {
    let list = parameter_list(function);
    let more = list.iter().any(|p| p.kind() == "variadic_parameter");
    let nothing = |p: &Node| src.text(*p) == "void";
    let counted = list
        .iter()
        .filter(|p| p.kind() != "variadic_parameter" && !nothing(p));
    (counted.count(), more)
}

/// What is known of a function.
#[derive(Debug)]
pub(in crate::c) struct Function {
    /// What its names are.
    pub(in crate::c) kinds: Rc<Kinds>,
    /// Variables whose address it takes.
    pub(in crate::c) pointed_at: Rc<HashSet<String>>,
    /// It has labels: code may be come to from anywhere.
    pub(in crate::c) has_labels: bool,
    /// By where numbers are declared, and their names: they are never below 0.
    pub(in crate::c) natural: RefCell<HashMap<(usize, String), bool>>,
    /// The types, enumerators and functions that it defines.
    pub(in crate::c) own: OnceCell<Vec<Own>>,
    /// What it does with names that are not its own.
    pub(in crate::c) outside: OnceCell<Outside>,
    /// Its blocks, by where they begin.
    blocks: RefCell<HashMap<usize, Rc<Block>>>,
    /// The variables that its statements change, by these.
    changed: RefCell<HashMap<Span, Rc<HashSet<String>>>>,
}

impl Function {
    /// What is known of the function `node`.
    pub(in crate::c) fn of(src: &Source, node: Node) -> Rc<Function> {
        let known = src
            .functions
            .known
            .borrow()
            .get(&node.start_byte())
            .cloned();
        known.unwrap_or_else(|| {
            let found = Rc::new(Function {
                kinds: Rc::new(Kinds::of(src, node)),
                pointed_at: Rc::new(pointed_at(src, node)),
                has_labels: any(node, &|n| n.kind() == "labeled_statement"),
                natural: RefCell::default(),
                own: OnceCell::new(),
                outside: OnceCell::new(),
                blocks: RefCell::default(),
                changed: RefCell::default(),
            });
            let mut all = src.functions.known.borrow_mut();
            all.insert(node.start_byte(), found.clone());
            found
        })
    }

    /// What is known of a block of the function.
    pub(in crate::c) fn block(&self, src: &Source, node: Node) -> Rc<Block> {
        let known = self.blocks.borrow().get(&node.start_byte()).cloned();
        known.unwrap_or_else(|| {
            let found = Rc::new(Block::of(self, src, node));
            let mut all = self.blocks.borrow_mut();
            all.insert(node.start_byte(), found.clone());
            found
        })
    }

    /// Variables that a statement of the function may change.
    pub(in crate::c) fn changed(&self, src: &Source, statement: Node) -> Rc<HashSet<String>> {
        let place = statement.byte_range();
        let known = self.changed.borrow().get(&place).cloned();
        known.unwrap_or_else(|| {
            let found = Rc::new(changed(src, statement));
            self.changed.borrow_mut().insert(place, found.clone());
            found
        })
    }
}

/// The statements of a block: where they begin, and what they change.
#[derive(Debug)]
pub(in crate::c) struct Block {
    starts: Vec<usize>,
    /// The numbers of the declarations among them.
    declarations: Vec<usize>,
    /// The numbers of the statements that may change a variable, in order.
    changed: HashMap<String, Vec<usize>>,
}

impl Block {
    fn of(function: &Function, src: &Source, node: Node) -> Block {
        let mut block = Block {
            starts: Vec::new(),
            declarations: Vec::new(),
            changed: HashMap::new(),
        };
        for (n, statement) in children(node).into_iter().enumerate() {
            block.starts.push(statement.start_byte());
            if statement.kind() == "declaration" {
                block.declarations.push(n);
            }
            for name in function.changed(src, statement).iter() {
                block.changed.entry(name.clone()).or_default().push(n);
            }
        }
        block
    }

    /// The number of a statement.
    pub(in crate::c) fn number(&self, statement: Node) -> usize {
        let start = statement.start_byte();
        self.starts.partition_point(|other| *other < start)
    }

    /// Where the declarations in front of a statement begin, and their numbers, the last one first.
    pub(in crate::c) fn declarations(&self, before: usize) -> impl Iterator<Item = (usize, usize)> {
        let count = self.declarations.partition_point(|n| *n < before);
        let numbers = self.declarations[..count].iter().rev();
        numbers.map(|&n| (n, self.starts[n]))
    }

    /// A statement behind this one and up to that one may change the variable.
    pub(in crate::c) fn changes(&self, name: &str, (behind, last): (usize, usize)) -> bool {
        let numbers = self.changed.get(name).map_or(&[][..], Vec::as_slice);
        let next = numbers.partition_point(|n| *n <= behind);
        numbers.get(next).is_some_and(|n| *n <= last)
    }
}
