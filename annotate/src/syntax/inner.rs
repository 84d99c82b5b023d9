//! Types by what is inside of their values: what may change though it is shared, such as a `Mutex` or an atomic,
//! and raw pointers. An index of the names of a file, made once.

use std::cell::{OnceCell, RefCell};
use std::collections::{HashMap, HashSet};

use tree_sitter::Node;

use crate::syntax::names::words;
use crate::syntax::rust::{Source, children, field};

/// Parts of the names of library types whose values may change though they are shared.
const CHANGING: [&str; 11] = [
    "Cell", "Atomic", "Mutex", "Lock", "Once", "Lazy", "Sender", "Receiver", "channel", "Condvar",
    "LocalKey",
];

/// Other library types by which something changes though they are shared.
const OTHERS: [&str; 8] = [
    "File",
    "Stdout",
    "Stderr",
    "TcpStream",
    "SegQueue",
    "ArrayQueue",
    "DashMap",
    "DashSet",
];

/// Stands for a raw pointer among the names that a type is made of.
const POINTER: &str = "*";

/// What the names of a file stand for.
#[derive(Debug, Default)]
pub(crate) struct Inner {
    /// Names that the file gives a meaning: to a type, an alias, something imported, a trait.
    defined: HashSet<String>,
    /// Of these, what may change though it is shared. A trait does where a type does that has it, and so does a
    /// type with raw pointers that is the only one to have what these lead to: one with a `Drop` of its own.
    changing: HashSet<String>,
    /// Of these, what holds raw pointers.
    pointing: HashSet<String>,
    /// Something in the file may change though it is shared.
    any: bool,
    /// Names of functions that make a pointer of a number, directly or through others.
    casting: OnceCell<HashSet<String>>,
    /// Whether functions change what they have by shared references: of those that were asked for, by the place
    /// of the function and the name of the parameter.
    asked: RefCell<HashMap<(usize, String), bool>>,
    /// Whether expressions have such a thing, or a pointer, in their values: of those that were asked for.
    valued: RefCell<HashMap<(usize, bool), bool>>,
}

impl Inner {
    /// That of a file.
    pub(crate) fn of(src: &Source) -> Inner {
        let mut found = Found::default();
        let mut stack = vec![src.tree.root_node()];
        while let Some(node) = stack.pop() {
            found.item(src, node);
            stack.extend(children(node));
        }
        let mut inner = Inner {
            defined: found.defined(),
            ..Inner::default()
        };
        let users = found.users();
        let begin = || [POINTER, "NonNull"].map(str::to_owned).into();
        let is_owner = |word: &str| found.dropped.contains(word);
        let named = found.words.iter().filter(|word| inner.changes(word));
        let mut named: Vec<String> = named.cloned().collect();
        let pointing = reached(&users, begin(), |_| true);
        named.extend(pointing.into_iter().filter(|word| is_owner(word)));
        inner.pointing = reached(&users, begin(), |word| !is_owner(word));
        inner.any = !named.is_empty();
        inner.changing = reached(&users, named.clone(), |_| true);
        inner
            .changing
            .extend(named.into_iter().filter(|word| is_owner(word)));
        inner
    }

    /// Something in the file may change though it is shared.
    pub(crate) fn any(&self) -> bool {
        self.any
    }

    /// What a word of a type stands for may change though it is shared.
    pub(crate) fn changes(&self, word: &str) -> bool {
        match self.defined.contains(word) {
            true => self.changing.contains(word),
            false => OTHERS.contains(&word) || CHANGING.iter().any(|part| word.contains(part)),
        }
    }

    /// What a word of a type stands for is, or holds, a raw pointer.
    pub(crate) fn points(&self, word: &str) -> bool {
        self.pointing.contains(word) || word == "NonNull"
    }

    /// Names of functions that make a pointer of a number, as `find` says the first time.
    pub(crate) fn casting(&self, find: impl FnOnce() -> HashSet<String>) -> &HashSet<String> {
        self.casting.get_or_init(find)
    }

    /// Whether the value of an expression has something in it, a pointer or what may change: as `find` says the
    /// first time.
    pub(crate) fn valued(&self, node: Node, pointer: bool, find: impl FnOnce() -> bool) -> bool {
        let key = (node.id(), pointer);
        if let Some(known) = self.valued.borrow().get(&key) {
            return *known;
        }
        let found = find();
        self.valued.borrow_mut().insert(key, found);
        found
    }

    /// Whether a function changes what it has by a shared reference: as `find` says the first time. While it is
    /// being found out, the answer is that it may.
    pub(crate) fn asked(&self, function: Node, name: &str, find: impl FnOnce() -> bool) -> bool {
        let key = (function.start_byte(), name.to_owned());
        if let Some(known) = self.asked.borrow().get(&key) {
            return *known;
        }
        self.asked.borrow_mut().insert(key.clone(), true);
        let found = find();
        self.asked.borrow_mut().insert(key, found);
        found
    }
}

/// The names of a file, as they are met.
#[derive(Default)]
struct Found {
    /// Names that are given a meaning, by the words of what they stand for.
    made_of: Vec<(String, Vec<String>)>,
    traits: HashSet<String>,
    /// Traits, by the words of a type that has them.
    had_by: Vec<(String, Vec<String>)>,
    /// Types with a `Drop` of their own.
    dropped: HashSet<String>,
    /// All words that may name types.
    words: HashSet<String>,
}

impl Found {
    fn item(&mut self, src: &Source, node: Node) {
        let text = |part: &str| field(node, part).map(|n| src.text(n).to_owned());
        let made_of = match node.kind() {
            "struct_item" | "enum_item" | "union_item" => field(node, "body"),
            "type_item" => field(node, "type"),
            "use_as_clause" => field(node, "path"),
            "trait_item" => {
                self.traits.extend(text("name"));
                return;
            }
            "impl_item" => {
                let name = text("trait").unwrap_or_default();
                let head = name.split('<').next().unwrap_or("").trim();
                let name = head.rsplit("::").next().unwrap_or("").to_owned();
                let parts = [field(node, "type"), field(node, "type_parameters")];
                let parts = parts.into_iter().flatten();
                let words = parts.flat_map(|part| names_in(src, part)).collect();
                let words: Vec<String> = words;
                if name == "Drop" {
                    self.dropped.extend(words.first().cloned());
                }
                self.had_by.push((name, words));
                return;
            }
            "type_identifier" | "identifier" => {
                let word = src.text(node);
                let is_type = word.starts_with(char::is_uppercase) || word.contains("channel");
                if is_type && !self.words.contains(word) {
                    self.words.insert(word.to_owned());
                }
                return;
            }
            _ => return,
        };
        let is_import = node.kind() == "use_as_clause";
        let words = made_of.map_or_else(Vec::new, |part| match is_import {
            // The path leads to what its last word names.
            true => words(src.text(part))
                .last()
                .map(str::to_owned)
                .into_iter()
                .collect(),
            false => names_in(src, part),
        });
        let name = text(if is_import { "alias" } else { "name" });
        self.made_of.extend(name.map(|name| (name, words)));
    }

    fn defined(&self) -> HashSet<String> {
        let types = self.made_of.iter().map(|(name, _)| name);
        types.chain(&self.traits).cloned().collect()
    }

    /// What each word is a part of.
    fn users(&self) -> HashMap<&str, Vec<&str>> {
        let own = self.had_by.iter();
        let had_by = own.filter(|(name, _)| self.traits.contains(name));
        let mut users: HashMap<&str, Vec<&str>> = HashMap::new();
        for (name, words) in self.made_of.iter().chain(had_by) {
            for word in words {
                users.entry(word).or_default().push(name);
            }
        }
        users
    }
}

/// The names of types in a node, and whether there are raw pointers.
fn names_in(src: &Source, node: Node) -> Vec<String> {
    let (mut names, mut stack) = (Vec::new(), vec![node]);
    while let Some(node) = stack.pop() {
        match node.kind() {
            "type_identifier" => names.push(src.text(node).to_owned()),
            "pointer_type" => names.push(POINTER.to_owned()),
            "generic_type" if src.text(node).contains("PhantomData<") => continue,
            _ => {}
        }
        stack.extend(children(node));
    }
    names
}

/// All that is made of these, directly or through others, as far as that is wanted.
fn reached(
    users: &HashMap<&str, Vec<&str>>,
    begin: Vec<String>,
    wanted: impl Fn(&str) -> bool,
) -> HashSet<String> {
    let (mut found, mut stack) = (HashSet::new(), begin);
    while let Some(word) = stack.pop() {
        for user in users.get(word.as_str()).into_iter().flatten() {
            if wanted(user) && found.insert((*user).to_owned()) {
                stack.push((*user).to_owned());
            }
        }
    }
    found
}
