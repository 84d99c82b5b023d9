//! Parts of arrays that functions of the file are given: `f(u[i], n)`, `f(&a[i * m], m)`. Which elements
//! they use shows in the functions, whose subscripts are made ones of the array.

use std::collections::HashMap;

use tree_sitter::Node;

use crate::c::parse::source::{Source, children, expression, field, root_of, words};
use crate::c::semantics::affine::Env;
use crate::c::semantics::declarations::{self, Declared, Form, Level};
use crate::c::semantics::integer_arithmetic::Int;
use crate::c::semantics::integer_types::is_narrow;
use crate::c::semantics::pointer_types::{self, levels};
use crate::c::semantics::subarrays::Part;
use crate::c::walk::accesses::Body;
use crate::c::walk::mod_ref::Given;
use crate::c::walk::subarrays::unqualified;
use crate::ir::{LoopInfo, Mode, Poly, Shape, Use, Wrap};

/// The index of an element by dimension, as far as it is known.
pub(in crate::c) type Index = Vec<Option<Poly>>;

/// What is done to an element, and whether under a condition.
pub(in crate::c) type Effect = (Mode, bool);

/// What a function does with what it is given, in its own words.
#[derive(Debug, Clone, Default)]
pub(in crate::c) struct Callee {
    /// What it uses of what its parameters lead to.
    pub(in crate::c) uses: Vec<Use>,
    /// The loops that it does so in.
    pub(in crate::c) loops: Vec<LoopInfo>,
    /// What has to hold of its values.
    pub(in crate::c) wraps: Vec<Wrap>,
    /// Elements of the file's variables that it uses, where its indices say which ones.
    pub(in crate::c) elements: Vec<Use>,
    /// It calls itself, maybe through others.
    pub(in crate::c) recursive: bool,
}

/// A call: the arguments by the names that the function has for them.
pub(in crate::c) struct Call<'c> {
    at: Node<'c>,
    /// Where the function's code ends.
    inside: Node<'c>,
    values: HashMap<String, Option<Poly>>,
    /// Places whose members the function names.
    places: HashMap<String, Given>,
    /// The function's loops under names of their own.
    loops: HashMap<String, String>,
}

impl<'s> Body<'s> {
    /// Notes which elements a function of the file uses of a part of an array that it is given as an
    /// argument; false where that does not show.
    pub(in crate::c) fn walk_part(
        &mut self,
        src: &Source,
        function: (&str, Node),
        parameters: &[Declared],
        (arguments, n): (&[Node], usize),
    ) -> bool {
        let (name, _) = function;
        let (Some(parameter), Some(callee)) = (parameters.get(n), self.callees.get(name)) else {
            return false;
        };
        if self.entered.iter().any(|entered| entered == name) {
            return false;
        }
        let part = self.part(src, arguments[n]);
        // What a function does with a struct that it is given is told by members.
        let numbers = !pointer_types::points_to_struct(self.file, parameter);
        let whole = || self.whole(src, arguments[n]).filter(|_| numbers);
        let Some(part) = part.or_else(whole) else {
            return false;
        };
        let left = part.left();
        let one_type = levels(parameter) == left
            && part.of == unqualified(self.file, parameter)
            && self.has_rows_of(parameter, &part);
        let of_it = |u: &&Use| root_of(&u.name) == parameter.name;
        let uses = callee.uses.iter().filter(of_it).cloned();
        let plain = left == 1 && pointer_types::is_plain(self.file, parameter, 0);
        let members = |u: &Use| u.name != parameter.name;
        let handed = |u: &Use| u.shape == Shape::Whole && u.reborrow;
        let uses: Vec<Use> = uses.collect();
        let within = plain && uses.iter().any(handed) && self.stays_within(name, parameter);
        let uses: Vec<Use> = (uses.into_iter())
            .map(
                |used| match plain && (members(&used) || (within && handed(&used))) {
                    true => whole_element(used, &parameter.name),
                    false => used,
                },
            )
            .collect();
        let shows = |u: &Use| {
            let indexed = match u.shape {
                Shape::Element => u.index.len() == left,
                Shape::Deref => left == 1,
                // Its own value is looked at, or it is handed on: of a block, all of that.
                Shape::Whole => (!u.reborrow && u.mode == Mode::In) || part.is_block(),
                _ => false,
            };
            indexed && u.name == parameter.name
        };
        if !one_type || uses.is_empty() || !uses.iter().all(shows) {
            return false;
        }
        let given = (parameters, arguments);
        let Some((call, loops)) = self.enter(src, function, given, arguments[n]) else {
            return false;
        };
        let Some(found) = self.elements(&call, &part, &uses, &loops) else {
            return false;
        };
        let Some(told) = self.said_of_values(&call, name) else {
            return false;
        };
        self.env.hold(told);
        self.loops.extend(loops);
        self.walk_way(src, arguments[n]);
        for (how, index) in found {
            self.note_part(&part, self.span(arguments[n]), how, index);
        }
        true
    }

    /// The call, and the function's loops under names that no other loop has.
    pub(in crate::c) fn enter<'c>(
        &mut self,
        src: &Source,
        (name, node): (&str, Node<'c>),
        (parameters, arguments): (&[Declared], &[Node]),
        at: Node<'c>,
    ) -> Option<(Call<'c>, Vec<LoopInfo>)> {
        let inside = children(field(node, "body")?).last().copied()?;
        let values = parameters.iter().zip(arguments).map(|(p, argument)| {
            let number = p.form() == Form::Value && !is_narrow(&p.plain_words(self.file));
            let int = Int::of(&p.plain_words(self.file));
            let value = || self.env.stored(src, *argument, int);
            let value = number.then(value).flatten();
            (p.name.clone(), value)
        });
        let places = parameters
            .iter()
            .zip(arguments)
            .filter_map(|(p, argument)| {
                let given = self.given(src, *argument)?;
                Some((p.name.clone(), given))
            });
        let mut call = Call {
            at,
            inside,
            values: values.collect(),
            places: places.collect(),
            loops: HashMap::new(),
        };
        let mut loops = Vec::new();
        for info in self.callees.get(name)?.loops.clone() {
            let var = info.atom.split('@').next().unwrap_or_default();
            let atom = self.env.fresh(&format!("{name}:{var}"));
            call.loops.insert(info.atom.clone(), atom.clone());
            let bound = |bound: &Option<Poly>| self.said(&call, bound.as_ref()?);
            loops.push(LoopInfo {
                lo: bound(&info.lo),
                hi: bound(&info.hi),
                atom,
                exact: false,
            });
        }
        Some((call, loops))
    }

    /// What has to hold of the function's values; `None` where that cannot be said at the call.
    pub(in crate::c) fn said_of_values(&self, call: &Call, name: &str) -> Option<Vec<Wrap>> {
        let wraps = self.callees.get(name)?.wraps.iter();
        let told = wraps.map(|wrap| {
            let value = self.said(call, &wrap.value)?;
            Some(Wrap { value, ..*wrap })
        });
        told.collect()
    }

    /// Rows of what a parameter is are not seen to have other lengths than those of what it is given.
    fn has_rows_of(&self, parameter: &Declared, part: &Part) -> bool {
        let number = |level: &Level| match level {
            Level::Array(Some(length)) => {
                let root = self.file.tree.root_node();
                let length = root.descendant_for_byte_range(length.start, length.end)?;
                self.number(&Env::default().poly(self.file, length)?)
            }
            _ => None,
        };
        let own = parameter.levels();
        let given = &part.levels[part.before.len()..];
        let mut rows = own.iter().zip(given).skip(1);
        rows.all(|(own, given)| {
            let pointers = [own, given].map(|level| *level == Level::Pointer);
            let lengths = number(own).zip(number(given));
            pointers[0] == pointers[1] && lengths.is_none_or(|(own, given)| own == given)
        })
    }

    /// The elements of the array, with what is done to them; `None` where some may lie in other rows than the part.
    fn elements(
        &self,
        call: &Call,
        part: &Part,
        uses: &[Use],
        loops: &[LoopInfo],
    ) -> Option<Vec<(Effect, Index)>> {
        let mut list: Vec<(Effect, Index)> = Vec::new();
        for used in uses
            .iter()
            .filter(|u| u.shape != Shape::Whole || u.reborrow)
        {
            let mut own = used.index.iter();
            let (first, rest) = match used.shape {
                Shape::Element => (own.next()?.clone(), own.as_slice()),
                Shape::Deref => (Some(Poly::constant(0)), &[][..]),
                _ => (None, &[][..]),
            };
            let said = |index: &Option<Poly>| self.said(call, index.as_ref()?);
            let first = said(&first).and_then(|index| index.plus(&part.first));
            (self.stays(part, first.as_ref(), loops)).then_some(())?;
            let before = part.before.iter().cloned().map(Some);
            let index = before.chain([first]).chain(rest.iter().map(said));
            let one = ((used.mode, used.guarded), index.collect());
            if !list.contains(&one) {
                list.push(one);
            }
        }
        Some(list)
    }

    /// What the function says of its parameters and loops, said of what it is given.
    pub(in crate::c) fn said(&self, call: &Call, value: &Poly) -> Option<Poly> {
        // First under names that none of them has: what is given may have a parameter's name.
        let (mut renamed, mut values) = (value.clone(), Vec::new());
        for atom in value.atoms() {
            let by = match (call.loops.get(atom), call.values.get(atom)) {
                (Some(loop_), _) => Poly::atom(loop_.as_str()),
                (None, Some(given)) => given.clone()?,
                (None, None) if !atom.contains('@') && self.is_everywhere(call, atom) => continue,
                (None, None) => self.member_said(call, atom)?,
            };
            let between = format!("?{}", values.len());
            renamed = renamed.substitute(atom, &Poly::atom(between.as_str()))?;
            values.push((between, by));
        }
        (values.iter()).try_fold(renamed, |value, (between, by)| {
            value.substitute(between, by)
        })
    }

    /// The value of a member of what the function is given, `p->n`, by its name at the call.
    fn member_said(&self, call: &Call, atom: &str) -> Option<Poly> {
        let is_path = |c: char| c.is_alphanumeric() || "_.->".contains(c);
        let parameter = root_of(atom);
        let given = call
            .places
            .get(parameter)
            .filter(|_| atom.chars().all(is_path))?;
        let parsed = expression(&given.member(parameter, atom)?, self.file)?;
        self.env.poly(&parsed, parsed.value()?)
    }

    /// It names nothing but what is the same in the function and at its call.
    fn is_everywhere(&self, call: &Call, text: &str) -> bool {
        words(&self.file.with_macros(text)).all(|word| {
            let found = declarations::find(self.file, call.inside, word);
            let own = found.is_some_and(|found| !found.lasting);
            let here = self.env.is_local(word) || self.env.assigned.contains(word);
            !own && !here && !call.values.contains_key(word) && !self.is_hidden(word, call.at)
        })
    }
}

/// What uses a member of the struct that a parameter points to, as a use of the struct. Writing a part keeps
/// the rest.
fn whole_element(used: Use, parameter: &str) -> Use {
    Use {
        name: parameter.to_owned(),
        shape: Shape::Deref,
        mode: if used.mode == Mode::Out {
            Mode::InOut
        } else {
            used.mode
        },
        ..used
    }
}
