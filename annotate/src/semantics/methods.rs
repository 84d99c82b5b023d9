//! Methods that the file itself defines, by name and by the type of what they are called on.

use tree_sitter::Node;

use crate::semantics::types::{is_primitive, reference, tidy};
use crate::syntax::items::{find_item, is_implemented_by_macro, is_imported};
use crate::syntax::names::words;
use crate::syntax::rust::{Source, children, field};

/// Aliases beyond this number are not looked through.
const DEPTH: usize = 16;

/// Types whose methods the standard library, `ndarray` and `nalgebra` define.
const LIBRARY: [&str; 42] = [
    "[",
    "str",
    "Vec",
    "String",
    "Box",
    "Rc",
    "Arc",
    "Cow",
    "Option",
    "Result",
    "Range",
    "VecDeque",
    "BinaryHeap",
    "LinkedList",
    "HashMap",
    "HashSet",
    "BTreeMap",
    "BTreeSet",
    "Array",
    "Array0",
    "Array1",
    "Array2",
    "Array3",
    "Array4",
    "Array5",
    "Array6",
    "ArrayD",
    "ArrayBase",
    "ArrayView1",
    "ArrayView2",
    "ArrayView3",
    "ArrayViewMut1",
    "ArrayViewMut2",
    "ArrayViewMut3",
    "DMatrix",
    "DVector",
    "SMatrix",
    "SVector",
    "OMatrix",
    "OVector",
    "RowDVector",
    "Matrix",
];

/// The methods of this name in the file, those of types that the receiver is not of left out. What traits
/// only declare is among them.
pub(crate) fn named<'t>(src: &'t Source, name: &str, receiver: Option<&str>) -> Vec<Node<'t>> {
    let all = src.functions(name).into_iter().chain(src.declared(name));
    let may_be =
        |item: &Node| is_method(src, *item) && receiver.is_none_or(|ty| may_be_of(src, *item, ty));
    all.filter(may_be).collect()
}

/// The function is called on a value.
pub(crate) fn is_method(src: &Source, item: Node) -> bool {
    let list = field(item, "parameters").map(children).unwrap_or_default();
    let first = list.iter().find(|p| p.kind() != "attribute_item");
    first.is_some_and(|p| {
        p.kind() == "self_parameter" || field(*p, "pattern").is_some_and(|n| src.text(n) == "self")
    })
}

/// The type is neither one of a library that is known here nor one that the file defines: its methods may
/// do anything.
pub(crate) fn is_foreign(src: &Source, ty: &str) -> bool {
    let head = head(src, ty);
    !(is_primitive(&head)
        || is_defined(src, &head)
        || LIBRARY.contains(&head.as_str()) && !is_imported(src, &head))
}

/// The `impl` or the trait that an item is in.
pub(crate) fn owner(item: Node) -> Option<Node> {
    let mut node = item;
    while !matches!(node.kind(), "impl_item" | "trait_item") {
        node = node.parent()?;
    }
    Some(node)
}

fn is_defined(src: &Source, head: &str) -> bool {
    let mut kinds = ["struct_item", "enum_item", "union_item"].into_iter();
    kinds.any(|kind| find_item(src, kind, head).is_some())
}

/// The method may be one of values of this type.
fn may_be_of(src: &Source, method: Node, ty: &str) -> bool {
    let Some(owner) = owner(method) else {
        return false;
    };
    let is_for = |item: Node| {
        let target = field(item, "type").map_or("", |t| src.text(t));
        let generic = field(item, "type_parameters").is_some_and(|list| {
            words(src.text(list)).any(|word| word == target.trim_start_matches('&').trim())
        });
        generic || head(src, target) == head(src, ty)
    };
    // A bound may be all that is known of the type.
    if is_foreign(src, ty) {
        return true;
    }
    match owner.kind() {
        "impl_item" => is_for(owner),
        _ => {
            let name = field(owner, "name").map_or("", |n| src.text(n));
            let implements = |item: &Node| {
                item.kind() == "impl_item"
                    && field(*item, "trait").is_some_and(|t| src.text(t).contains(name))
                    && is_for(*item)
            };
            is_implemented_by_macro(src, name) || items(src).iter().any(implements)
        }
    }
}

/// Items of the file and of its modules.
fn items(src: &Source) -> Vec<Node<'_>> {
    let (mut list, mut stack) = (Vec::new(), vec![src.tree.root_node()]);
    while let Some(node) = stack.pop() {
        for child in children(node) {
            match child.kind() {
                "mod_item" | "declaration_list" => stack.push(child),
                _ => list.push(child),
            }
        }
    }
    list
}

/// `Grid` of `&mut grid::Grid<f64>`, `[` of slices and arrays; aliases of the file looked through.
pub(crate) fn head(src: &Source, ty: &str) -> String {
    let mut ty = tidy(ty);
    for _ in 0..DEPTH {
        while let Some((_, target)) = reference(&ty) {
            ty = target.to_owned();
        }
        if ty.starts_with('[') {
            return "[".to_owned();
        }
        let path = ty.split('<').next().unwrap_or("").trim();
        let path = path.trim_end_matches("::");
        let last = path.rsplit("::").next().unwrap_or("").to_owned();
        let alias = find_item(src, "type_item", &last).and_then(|item| field(item, "type"));
        match alias {
            Some(target) => ty = tidy(src.text(target)),
            None => return last,
        }
    }
    ty
}
