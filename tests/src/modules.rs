//! The graph of imports among the files of a crate: its source files go in, who names whose items comes out.
//!
//! Re-exports are resolved: who names `crate::rt::Region` uses the file that defines it, and `pub use` itself is
//! no use. Test code is left out. Calls of methods are not seen, since only the compiler knows their types.

use std::collections::{BTreeMap, BTreeSet};

use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::EdgeRef;
use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};

use crate::tree::File;

/// Segments of a path, or of a module's place in its crate.
type Path = Vec<String>;

/// How often a name may lead to another one.
const DEEPEST: usize = 12;

/// The files of a crate, and by which names each uses which others.
#[derive(Debug)]
pub struct Modules {
    graph: DiGraph<String, BTreeSet<String>>,
}

impl Modules {
    /// Of the files below `folder` (`runtime/src`).
    ///
    /// # Panics
    /// When a file is no Rust.
    #[must_use]
    pub fn of(folder: &str, files: &[File]) -> Modules {
        let (names, tree) = read(folder, files);
        let mut graph = DiGraph::new();
        let nodes: Vec<NodeIndex> = names.into_iter().map(|n| graph.add_node(n)).collect();
        let mut arrows: BTreeMap<(usize, usize), BTreeSet<String>> = BTreeMap::new();
        for (at, module) in &tree.modules {
            for path in &module.named {
                let found = tree.absolute(at, path, 0);
                let found = found.and_then(|path| tree.definition(&path, 0));
                if let Some((file, name)) = found.filter(|(file, _)| *file != module.file) {
                    arrows.entry((module.file, file)).or_default().insert(name);
                }
            }
        }
        for ((from, to), names) in arrows {
            graph.add_edge(nodes[from], nodes[to], names);
        }
        Modules { graph }
    }

    /// Files that reach one another, in circles of two and more; the largest first.
    #[must_use]
    pub fn circles(&self) -> Vec<Vec<&str>> {
        let mut all: Vec<Vec<&str>> = tarjan_scc(&self.graph)
            .into_iter()
            .filter(|circle| circle.len() > 1)
            .map(|circle| circle.iter().map(|&n| self.graph[n].as_str()).collect())
            .collect();
        all.iter_mut().for_each(|circle| circle.sort_unstable());
        all.sort_by_key(|circle| std::cmp::Reverse(circle.len()));
        all
    }

    /// Who uses whom, by which names.
    pub fn arrows(&self) -> impl Iterator<Item = (&str, &str, &BTreeSet<String>)> {
        self.graph.edge_references().map(|edge| {
            let (from, to) = (&self.graph[edge.source()], &self.graph[edge.target()]);
            (from.as_str(), to.as_str(), edge.weight())
        })
    }
}

/// What stands in a module.
struct Module {
    file: usize,
    /// Names that it defines.
    items: BTreeSet<String>,
    /// What its `use` call by which name.
    imports: BTreeMap<String, Path>,
    /// Modules of which it takes all.
    globs: Vec<Path>,
    /// Paths that it uses, `pub use` left out.
    named: BTreeSet<Path>,
}

#[derive(Default)]
struct Tree {
    modules: BTreeMap<Path, Module>,
}

impl Tree {
    /// A path from the crate's root, as the module at `at` means it; none of another crate's.
    fn absolute(&self, at: &[String], path: &[String], depth: usize) -> Option<Path> {
        let first = path.first()?.as_str();
        if first == "crate" {
            return Some(path[1..].to_vec());
        }
        if first == "self" || first == "super" {
            let rest = path.iter().skip_while(|s| *s == "self" || *s == "super");
            let up = path.iter().take_while(|s| *s == "self" || *s == "super");
            let up = up.filter(|s| *s == "super").count();
            let base = &at[..at.len().checked_sub(up)?];
            return Some(base.iter().chain(rest).cloned().collect());
        }
        let inner = || at.iter().chain(path).cloned();
        if self
            .modules
            .contains_key(&inner().take(at.len() + 1).collect::<Path>())
        {
            return Some(inner().collect());
        }
        let import = self.modules.get(at)?.imports.get(first)?;
        if depth == DEEPEST || import == path {
            return None;
        }
        let mut whole = self.absolute(at, import, depth + 1)?;
        whole.extend_from_slice(&path[1..]);
        Some(whole)
    }

    /// File and name of the item that a path from the root means; none for a module.
    fn definition(&self, path: &[String], depth: usize) -> Option<(usize, String)> {
        let (at, module) = self.inside(path);
        let name = path.get(at.len())?;
        self.followed(path, depth)
            .or_else(|| Some((module.file, name.clone())))
    }

    /// As `definition`; none where the module does not show that it has the name.
    fn followed(&self, path: &[String], depth: usize) -> Option<(usize, String)> {
        let (at, module) = self.inside(path);
        let rest = &path[at.len()..];
        let name = rest.first()?;
        if module.items.contains(name) || name == "*" {
            return Some((module.file, name.clone()));
        }
        if depth == DEEPEST {
            return None;
        }
        let through = |import: &Path, rest: &[String]| {
            let mut whole = self.absolute(at, import, 0)?;
            whole.extend_from_slice(rest);
            Some(whole)
        };
        if let Some(import) = module.imports.get(name) {
            return self.definition(&through(import, &rest[1..])?, depth + 1);
        }
        let mut globs = module.globs.iter().filter_map(|glob| through(glob, rest));
        globs.find_map(|path| self.followed(&path, depth + 1))
    }

    /// The innermost module of a path.
    fn inside<'p>(&self, path: &'p [String]) -> (&'p [String], &Module) {
        let known = |n: &usize| self.modules.contains_key(&path[..*n]);
        let n = (0..=path.len()).rev().find(known).unwrap_or(0);
        (&path[..n], &self.modules[&path[..n]])
    }
}

/// The names of the files, and the modules.
fn read(folder: &str, files: &[File]) -> (Vec<String>, Tree) {
    let (mut names, mut tree, mut tests) = (Vec::new(), Tree::default(), Vec::new());
    for file in files {
        let Some(inner) = file.path.strip_prefix(folder) else {
            continue;
        };
        let inner = inner.trim_start_matches('/').trim_end_matches(".rs");
        // Programs are crates of their own.
        if inner.starts_with("bin/") || inner == "main" {
            continue;
        }
        let parsed = syn::parse_file(&file.text);
        let parsed = parsed.unwrap_or_else(|e| panic!("{}: {e}", file.path));
        let mut at: Path = inner.split('/').map(str::to_owned).collect();
        at.pop_if(|last| last == "mod" || last == "lib");
        let mut reader = Reader {
            file: names.len(),
            folder: inner.split('/').map(str::to_owned).collect(),
            at,
            tree: &mut tree,
            tests: &mut tests,
        };
        reader.open();
        reader.visit_file(&parsed);
        names.push(inner.to_owned());
    }
    let is_test = |at: &Path| tests.iter().any(|test: &Path| at.starts_with(test));
    tree.modules.retain(|at, _| !is_test(at));
    (names, tree)
}

struct Reader<'a> {
    file: usize,
    /// The file's place, whose last word is not in the paths of `#[path]`.
    folder: Path,
    at: Path,
    tree: &'a mut Tree,
    /// Modules that are there for tests alone.
    tests: &'a mut Vec<Path>,
}

impl Reader<'_> {
    fn open(&mut self) {
        let (at, file) = (self.at.clone(), self.file);
        self.tree.modules.entry(at).or_insert(Module {
            file,
            items: BTreeSet::new(),
            imports: BTreeMap::new(),
            globs: Vec::new(),
            named: BTreeSet::new(),
        });
    }

    fn module(&mut self) -> &mut Module {
        self.tree
            .modules
            .get_mut(&self.at)
            .expect("it was opened before its items were read")
    }

    fn child(&self, name: &str) -> Path {
        self.at
            .iter()
            .map(String::as_str)
            .chain([name])
            .map(str::to_owned)
            .collect()
    }

    fn import(&mut self, tree: &syn::UseTree, path: &mut Path, is_public: bool) {
        let (end, name) = match tree {
            syn::UseTree::Path(inner) => {
                path.push(inner.ident.to_string());
                self.import(&inner.tree, path, is_public);
                path.pop();
                return;
            }
            syn::UseTree::Group(group) => {
                group
                    .items
                    .iter()
                    .for_each(|tree| self.import(tree, path, is_public));
                return;
            }
            syn::UseTree::Name(name) => (name.ident.to_string(), name.ident.to_string()),
            syn::UseTree::Rename(name) => (name.ident.to_string(), name.rename.to_string()),
            syn::UseTree::Glob(_) => ("*".to_owned(), "*".to_owned()),
        };
        let mut whole = path.clone();
        let name = match end.as_str() {
            "self" if name == "self" => path.last().cloned().unwrap_or_default(),
            _ => name,
        };
        whole.extend((end != "self").then(|| end.clone()));
        let module = self.module();
        match end.as_str() {
            "*" => module.globs.push(path.clone()),
            _ => drop(module.imports.insert(name, whole.clone())),
        }
        if !is_public {
            module.named.insert(whole);
        }
    }

    /// A module that stands in another file.
    fn declare(&mut self, item: &syn::ItemMod) {
        let name = item.ident.to_string();
        let path = item.attrs.iter().find(|a| a.path().is_ident("path"));
        let Some(path) = path.and_then(text) else {
            return;
        };
        let folder = &self.folder[..self.folder.len() - 1];
        let words = path.trim_end_matches(".rs").split('/').map(str::to_owned);
        let root = ["crate".to_owned()].into_iter();
        let whole: Path = root.chain(folder.iter().cloned()).chain(words).collect();
        if whole[1..] != self.child(&name) {
            self.module().imports.insert(name, whole);
        }
    }

    /// Paths of a macro's words.
    fn scan(&mut self, words: TokenStream) {
        let (mut path, mut colons) = (Path::new(), 0);
        for word in words {
            match word {
                TokenTree::Ident(word) => {
                    if colons != 2 {
                        self.name(&mut path);
                    }
                    path.push(word.to_string());
                    colons = 0;
                }
                TokenTree::Punct(mark) if mark.as_char() == ':' => colons += 1,
                TokenTree::Group(group) => {
                    self.name(&mut path);
                    self.scan(group.stream());
                }
                _ => self.name(&mut path),
            }
        }
        self.name(&mut path);
    }

    fn name(&mut self, path: &mut Path) {
        let path = std::mem::take(path);
        if path.len() > 1 {
            self.module().named.insert(path);
        }
    }
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        let (attributes, name) = told(item);
        if is_test(attributes) {
            if let syn::Item::Mod(inner) = item {
                self.tests.push(self.child(&inner.ident.to_string()));
            }
            return;
        }
        if let Some(name) = name {
            self.module().items.insert(name.to_string());
        }
        match item {
            syn::Item::Use(item) => {
                let is_public = !matches!(item.vis, syn::Visibility::Inherited);
                self.import(&item.tree, &mut Path::new(), is_public);
            }
            syn::Item::Mod(item) => match &item.content {
                None => self.declare(item),
                Some((_, items)) => {
                    self.at.push(item.ident.to_string());
                    self.open();
                    items.iter().for_each(|item| self.visit_item(item));
                    self.at.pop();
                }
            },
            _ => visit::visit_item(self, item),
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        if !is_test(&item.attrs) {
            visit::visit_impl_item_fn(self, item);
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let words = path.segments.iter().map(|s| s.ident.to_string());
        self.name(&mut words.collect());
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        self.visit_path(&call.path);
        self.scan(call.tokens.clone());
    }

    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}

    fn visit_visibility(&mut self, _: &'ast syn::Visibility) {}
}

/// The text of `#[name = "text"]`.
fn text(attribute: &syn::Attribute) -> Option<String> {
    let syn::Meta::NameValue(meta) = &attribute.meta else {
        return None;
    };
    match &meta.value {
        syn::Expr::Lit(syn::ExprLit {
            lit: syn::Lit::Str(text),
            ..
        }) => Some(text.value()),
        _ => None,
    }
}

/// True of what only tests have.
fn is_test(attributes: &[syn::Attribute]) -> bool {
    fn names_test(words: TokenStream) -> bool {
        let mut is_negated = false;
        words.into_iter().any(|word| match word {
            TokenTree::Ident(word) => {
                is_negated = word == "not";
                word == "test"
            }
            TokenTree::Group(group) => {
                let negated = std::mem::take(&mut is_negated);
                !negated && names_test(group.stream())
            }
            _ => false,
        })
    }
    attributes.iter().any(|attribute| {
        let is_condition = attribute.path().is_ident("cfg");
        let condition = attribute.meta.require_list().ok().filter(|_| is_condition);
        attribute.path().is_ident("test") || condition.is_some_and(|c| names_test(c.tokens.clone()))
    })
}

/// Attributes and name of an item.
fn told(item: &syn::Item) -> (&[syn::Attribute], Option<&syn::Ident>) {
    use syn::Item;
    match item {
        Item::Const(i) => (&i.attrs, Some(&i.ident)),
        Item::Enum(i) => (&i.attrs, Some(&i.ident)),
        Item::Fn(i) => (&i.attrs, Some(&i.sig.ident)),
        Item::Macro(i) => (&i.attrs, i.ident.as_ref()),
        Item::Mod(i) => (&i.attrs, Some(&i.ident)),
        Item::Static(i) => (&i.attrs, Some(&i.ident)),
        Item::Struct(i) => (&i.attrs, Some(&i.ident)),
        Item::Trait(i) => (&i.attrs, Some(&i.ident)),
        Item::Type(i) => (&i.attrs, Some(&i.ident)),
        Item::Union(i) => (&i.attrs, Some(&i.ident)),
        Item::Impl(i) => (&i.attrs, None),
        Item::Use(i) => (&i.attrs, None),
        Item::ForeignMod(i) => (&i.attrs, None),
        _ => (&[], None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(files: &[(&str, &str)]) -> Vec<String> {
        let files = files.iter().map(|&(path, text)| File {
            path: format!("it/src/{path}"),
            text: text.to_owned(),
        });
        let modules = Modules::of("it/src", &files.collect::<Vec<_>>());
        let arrows = modules.arrows().map(|(from, to, names)| {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            format!("{from} -> {to}: {}", names.join(", "))
        });
        arrows.collect()
    }

    #[test]
    fn uses_paths_and_macros_are_arrows() {
        let arrows = of(&[
            ("lib.rs", "mod a; mod b; mod c; pub use a::One;"),
            (
                "a.rs",
                "pub struct One; pub fn two() {} pub mod inner { pub const THREE: u8 = 3; }",
            ),
            (
                "b.rs",
                "use crate::a::{self, One}; fn f(_: One) { a::two(); }",
            ),
            (
                "c.rs",
                "fn f() { assert!(super::a::inner::THREE == 3); let _: crate::One; std::mem::take(&mut 1); }",
            ),
        ]);
        assert_eq!(arrows, ["b -> a: One, two", "c -> a: One, THREE"]);
    }

    #[test]
    fn names_are_followed_through_facades() {
        let arrows = of(&[
            ("lib.rs", "mod low; mod high; pub mod face;"),
            (
                "low/mod.rs",
                "mod deep; pub use self::deep::*; pub(crate) use deep::Renamed as Other;",
            ),
            ("low/deep.rs", "pub fn all() {} pub struct Renamed;"),
            ("face.rs", "pub use crate::low::all;"),
            (
                "high.rs",
                "use crate::face; fn f(_: crate::low::Other) { face::all(); }",
            ),
        ]);
        assert_eq!(arrows, ["high -> low/deep: Renamed, all"]);
    }

    #[test]
    fn tests_and_other_crates_are_no_arrows() {
        let arrows = of(&[
            (
                "lib.rs",
                "mod a; mod b; #[cfg(all(test, not(other)))] mod tests;",
            ),
            (
                "a.rs",
                "pub fn f() {} #[cfg(test)] mod more { use crate::b::g; }",
            ),
            (
                "b.rs",
                "#[cfg(not(test))] use crate::a::f; #[test] fn it() { crate::a::other(); } pub fn g() {}",
            ),
            ("tests.rs", "use crate::a::f;"),
            ("bin/main.rs", "use it::a::f;"),
        ]);
        assert_eq!(arrows, ["b -> a: f"]);
    }

    #[test]
    fn circles_are_found() {
        let files = [
            ("a.rs", "use crate::b::B; pub struct A;"),
            ("b.rs", "use crate::c::C; pub struct B;"),
            ("c.rs", "use crate::a::A; use crate::d::D; pub struct C;"),
            ("d.rs", "pub struct D;"),
            ("lib.rs", ""),
        ];
        let files = files.map(|(path, text)| File {
            path: format!("it/src/{path}"),
            text: text.to_owned(),
        });
        let modules = Modules::of("it/src", &files);
        assert_eq!(modules.circles(), [["a", "b", "c"]]);
    }
}
