//! Whether values of a type own all that is behind them: the type as it is written, with the structs and
//! enums of the file that stand in it.

use tree_sitter::Node;

use crate::semantics::types::{PRIMITIVES, tidy};
use crate::syntax::items::find_item;
use crate::syntax::names::words;
use crate::syntax::rust::{Source, children, field};

/// Types inside of types beyond which it is not known.
const DEPTH: usize = 8;

/// Types that own their values, which are written behind them.
const CONTAINERS: [&str; 25] = [
    "Vec",
    "String",
    "Option",
    "Result",
    "Box",
    "VecDeque",
    "BinaryHeap",
    "HashMap",
    "HashSet",
    "BTreeMap",
    "BTreeSet",
    "Array0",
    "Array1",
    "Array2",
    "Array3",
    "Array4",
    "Array5",
    "Array6",
    "ArrayD",
    "DMatrix",
    "DVector",
    "IntoIter",
    "Range",
    "std",
    "vec",
];

/// The type that an alias of the file stands for; another type as it is.
pub(crate) fn aliased(src: &Source, ty: &str) -> String {
    let name = ty.split('<').next().unwrap_or("").trim();
    let target = find_item(src, "type_item", name).and_then(|item| field(item, "type"));
    target.map_or(ty.to_owned(), |target| tidy(src.text(target)))
}

/// Values of the type are copied where they are used, as far as the file shows: none of a container, or of a struct or
/// an enum of the file that is not `Copy`.
pub(crate) fn may_be_copied(src: &Source, ty: &str) -> bool {
    let head = ty.split('<').next().unwrap_or("").trim();
    let name = head.rsplit("::").next().unwrap_or(head);
    let mut kinds = ["struct_item", "enum_item"].into_iter();
    match kinds.find_map(|kind| find_item(src, kind, name)) {
        Some(item) => {
            let attributes = std::iter::successors(Some(item), Node::prev_named_sibling).skip(1);
            let mut attributes = attributes.take_while(|at| at.kind() == "attribute_item");
            attributes.any(|at| words(src.text(at)).any(|word| word == "Copy"))
                || src.text.contains(&format!("Copy for {name}"))
        }
        None => matches!(name, "Option" | "Result" | "Range") || !CONTAINERS.contains(&name),
    }
}

/// There are references in values of the type, as far as the file shows.
pub(crate) fn has_references(src: &Source, ty: &str) -> bool {
    let of_file = |word: &str| {
        let mut kinds = ["struct_item", "enum_item", "type_item"].into_iter();
        let item = kinds.find_map(|kind| find_item(src, kind, word));
        item.is_some_and(|item| src.text(item).contains('\''))
    };
    ty.contains(['&', '\'']) || words(ty).any(of_file)
}

/// Nothing in values of the type is a reference.
pub(crate) fn owns(src: &Source, ty: &str) -> bool {
    owns_at(src, ty, 0)
}

fn owns_at(src: &Source, ty: &str, depth: usize) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '&' | '*' | '\'');
    let mut words = ty.split(|c| !is_part(c)).filter(|word| !word.is_empty());
    // A slice is only there behind a reference, but in a box.
    let slice = ty.contains('[') && !ty.contains(';') && !ty.contains("Box<");
    !slice && depth < DEPTH && words.all(|word| owns_word(src, word, depth))
}

fn owns_word(src: &Source, word: &str, depth: usize) -> bool {
    if PRIMITIVES.contains(&word) || word.bytes().all(|b| b.is_ascii_digit()) {
        return true;
    }
    let mut kinds = ["struct_item", "enum_item", "type_item", "const_item"].into_iter();
    match kinds.find_map(|kind| find_item(src, kind, word)) {
        Some(item) if item.kind() == "const_item" => true,
        Some(item) if item.kind() == "type_item" => field(item, "type")
            .is_some_and(|target| owns_at(src, &tidy(src.text(target)), depth + 1)),
        Some(item) => owns_item(src, item, depth + 1),
        None => CONTAINERS.contains(&word),
    }
}

/// A struct or an enum of the file with nothing but such types in it, those that it is given aside, and
/// without code that runs when it goes.
fn owns_item(src: &Source, item: Node, depth: usize) -> bool {
    let name = field(item, "name").map_or("", |n| src.text(n));
    if src.text.contains(&format!("Drop for {name}")) {
        return false;
    }
    let parameters = field(item, "type_parameters")
        .map(children)
        .unwrap_or_default();
    let given: Vec<&str> = parameters.iter().map(|p| src.text(*p)).collect();
    let given = |name: &str| {
        given
            .iter()
            .any(|g| g.split(':').next().is_some_and(|g| g.trim() == name))
    };
    let mut stack = vec![item];
    while let Some(node) = stack.pop() {
        let owned = match node.kind() {
            "lifetime" | "reference_type" | "pointer_type" | "dynamic_type" | "function_type"
            | "abstract_type" | "macro_invocation" => false,
            "type_identifier" if field(item, "name") != Some(node) => {
                let name = src.text(node);
                given(name) || depth < DEPTH && owns_word(src, name, depth)
            }
            _ => true,
        };
        if !owned {
            return false;
        }
        stack.extend(
            children(node)
                .into_iter()
                .filter(|c| c.kind() != "attribute_item"),
        );
    }
    true
}
