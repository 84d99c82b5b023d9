//! Where functions of a file leave ways to memory: `init(&blocks[k], all + k * n)` sets what `blocks` leads to
//! to a part of `all` where `b->u = p` stands in it.
//!
//! Of each function it is found out which of its parameters and of the variables of the file it sets inside
//! to what others of them lead to, itself or by what it calls. At each call that is said of what the caller
//! hands on. Parameters that are set themselves are the function's own.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use tree_sitter::Node;

use crate::c::parse::source::{Source, root_of};
use crate::c::points_to::alias_classes::{From, Pair, Set, reached, sets};
use crate::c::points_to::call_arguments::{Call, Calls};
use crate::c::semantics::constants::is_plain;
use crate::c::semantics::declarations::{self, Form};

/// What calls in functions of a file make one, by the first byte of the function.
#[derive(Default)]
pub(in crate::c) struct Stored {
    within: HashMap<usize, Vec<Pair>>,
    lasting: HashSet<String>,
    /// By function: names of its own variables, where the file may have others by these.
    own: HashMap<usize, HashSet<String>>,
}

/// A function, with what its own code sets.
struct Function {
    parameters: HashSet<String>,
    /// Names that are its own variables, wherever it sets from them or hands them on.
    own: HashSet<String>,
    sets: Vec<Set>,
    /// Pairs of names that calls in it set inside.
    calls: BTreeSet<Pair>,
    /// Those of its parameters and of the variables of the file that it sets inside, with what from.
    stores: BTreeSet<Pair>,
}

impl Stored {
    pub(in crate::c) fn of(src: &Source, calls: &Calls) -> Stored {
        let mut functions: BTreeMap<usize, Function> = BTreeMap::new();
        let mut callers: HashMap<usize, Vec<(usize, &Call)>> = HashMap::new();
        for (caller, call) in calls
            .iter()
            .flat_map(|(f, made)| made.iter().map(|c| (*f, c)))
        {
            let of_function = callers.entry(call.function).or_default();
            of_function.push((caller, call));
            for start in [caller, call.function] {
                functions
                    .entry(start)
                    .or_insert_with(|| Function::of(src, start));
            }
        }
        let all = functions.values().flat_map(|f| &f.sets);
        let mut lasting: HashSet<String> = all.flat_map(|set| set.lasting.clone()).collect();
        for (caller, made) in calls {
            let handed = made.iter().flat_map(|call| handed(src, call));
            let (of_file, own): (Vec<_>, Vec<_>) = handed.partition(|(_, lasts)| *lasts);
            let of_file: HashSet<String> = of_file.into_iter().map(|(name, _)| name).collect();
            if let Some(function) = functions.get_mut(caller) {
                function.own.extend(own.into_iter().map(|(name, _)| name));
                function.own.retain(|name| !of_file.contains(name));
            }
            lasting.extend(of_file);
        }
        // Those that are called mostly stand in front.
        let mut open: BTreeSet<usize> = functions.keys().copied().collect();
        while let Some(start) = open.pop_first() {
            let Some(stores) = functions
                .get_mut(&start)
                .and_then(|f| f.find_stores(&lasting))
            else {
                continue;
            };
            for (caller, call) in callers.get(&start).into_iter().flatten() {
                let pairs = at_call(src, call, &stores);
                if let Some(caller_is) = functions.get_mut(caller) {
                    caller_is.calls.extend(pairs);
                    open.insert(*caller);
                }
            }
        }
        let mut stored = Stored {
            lasting,
            ..Stored::default()
        };
        for (start, function) in functions {
            let calls = function.calls.into_iter().collect();
            stored.within.insert(start, calls);
            stored.own.insert(start, function.own);
        }
        stored
    }

    /// What calls in a function make one: what is set inside first.
    pub(in crate::c) fn within(&self, function: Node) -> &[Pair] {
        let pairs = self.within.get(&function.start_byte());
        pairs.map_or(&[], Vec::as_slice)
    }

    /// In the function it is a variable of the file.
    pub(in crate::c) fn lasts(&self, function: Node, name: &str) -> bool {
        let own = self.own.get(&function.start_byte());
        self.lasting.contains(name) && !own.is_some_and(|own| own.contains(name))
    }
}

impl Function {
    /// The one at this byte.
    fn of(src: &Source, start: usize) -> Function {
        let node = src.function_at(start);
        let parameters = node.map_or_else(Vec::new, |node| declarations::parameters(src, node));
        let lead = parameters.into_iter().filter(|d| d.form() != Form::Value);
        let sets = node.map_or_else(Vec::new, |node| sets(src, node));
        let lasting: HashSet<&String> = sets.iter().flat_map(|set| &set.lasting).collect();
        let named = sets.iter().flat_map(|set| [&set.pair.0, &set.pair.1]);
        let own = named.filter(|name| !lasting.contains(name)).cloned();
        Function {
            parameters: lead.map(|d| d.name).collect(),
            own: own.collect(),
            sets,
            calls: BTreeSet::new(),
            stores: BTreeSet::new(),
        }
    }

    /// Finds out what it sets inside, itself and by calls; `None` where all of that was known.
    fn find_stores(&mut self, lasting: &HashSet<String>) -> Option<BTreeSet<Pair>> {
        let (mut plain, mut all) = (From::default(), From::default());
        let lasts = |name: &str| lasting.contains(name) && !self.own.contains(name);
        let mut inside: Vec<&Pair> = self.calls.iter().collect();
        for set in &self.sets {
            let (to, from) = &set.pair;
            all.entry(to).or_default().push(from);
            if set.inside || lasts(to) {
                inside.push(&set.pair);
            } else {
                plain.entry(to).or_default().push(from);
            }
        }
        for (to, from) in &self.calls {
            all.entry(to).or_default().push(from);
        }
        let counts = |name: &&str| self.parameters.contains(*name) || lasts(name);
        let mut stores = BTreeSet::new();
        for (to, from) in inside {
            let sources = reached(&all, from);
            for base in reached(&plain, to).into_iter().filter(&counts) {
                let sources = sources.iter().filter(|name| **name != base && counts(name));
                stores.extend(sources.map(|name| (base.to_owned(), (*name).to_owned())));
            }
        }
        if stores == self.stores {
            return None;
        }
        self.stores = stores.clone();
        Some(stores)
    }
}

/// The variables that a call hands on, and whether they are those of the file.
fn handed(src: &Source, call: &Call) -> Vec<(String, bool)> {
    let root = src.tree.root_node();
    let here = root.descendant_for_byte_range(call.at, call.at);
    let names = call
        .given
        .iter()
        .map(|(_, place)| root_of(place).to_owned());
    let lasts = |name: &str| declarations::find(src, here?, name).map(|d| d.lasting);
    names
        .map(|name| (lasts(&name).unwrap_or(true), name))
        .map(|(lasts, name)| (name, lasts))
        .collect()
}

/// What a call makes one, of a function that sets this inside, by the caller's names.
fn at_call(src: &Source, call: &Call, stores: &BTreeSet<Pair>) -> Vec<Pair> {
    let here = src.tree.root_node();
    let here = here.descendant_for_byte_range(call.at, call.at);
    let of_caller = |name: &str| {
        let mut given = call.given.iter();
        let Some((_, place)) = given.find(|(parameter, _)| parameter == name) else {
            // A parameter that gets something that is no place leads nowhere known.
            return (!call.parameters.contains(name)).then(|| name.to_owned());
        };
        let root = root_of(place);
        let plain = here.is_none_or(|here| is_plain(src, here, root));
        (!plain).then(|| root.to_owned())
    };
    let pairs = stores
        .iter()
        .filter_map(|(to, from)| of_caller(to).zip(of_caller(from)));
    pairs.filter(|(to, from)| to != from).collect()
}
