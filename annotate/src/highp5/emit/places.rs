//! Places: elements of user types, static arrays and lists, as they are read and assigned.

use super::access::Element;
use super::expr::{At, Scope, seen, seen_before};
use super::subscript::Subscript;
use super::{NotYet, Text, not_yet, types};
use crate::highp5::ast::Span;
use crate::highp5::typed::{Expr, LocalId, Place, Root, Step, Type, VariableId};

/// Where steps lead from a value.
struct Way {
    /// Text that has to stand before.
    before: String,
    /// The place.
    place: String,
}

impl Scope<'_> {
    /// The type of a local that is an array, or of a variable of the task that is one: its
    /// elements' type, and how many dimensions it has.
    fn array_type(&self, root: &Root) -> Option<(&Type, usize)> {
        let ty = match root {
            Root::Local(id) => &self.body.locals[id.0].ty,
            Root::Variable(id, _) => &self.task?.variables[id.0].ty,
            _ => return None,
        };
        match ty {
            Type::Array(element, rank) => Some((element, usize::from(*rank))),
            _ => None,
        }
    }

    /// What an array is called here: what the LPU sees of it.
    pub(super) fn array(&self, root: &Root) -> Option<String> {
        self.array_type(root)?;
        match root {
            Root::Variable(id, space) if self.at == At::Stage => Some(seen(*id, *space)),
            Root::Local(id) => Some(self.local(*id)),
            _ => None,
        }
    }

    /// What the version of an array is called that a place is of.
    pub(super) fn array_at(&self, place: &Place) -> Option<String> {
        match place.root {
            Root::Variable(id, space) if self.at == At::Stage && place.lag > 0 => {
                Some(seen_before(id, space, place.lag))
            }
            _ => self.array(&place.root),
        }
    }

    /// An element of an array, if a place is (in) one.
    pub(super) fn element_of<'e>(&self, place: &'e Place) -> Option<Element<'e>> {
        let (_, rank) = self.array_type(&place.root)?;
        let index = |step: &'e Step| match step {
            Step::Index(index) => Some(index),
            _ => None,
        };
        let indices: Vec<&Expr> = place.steps.iter().take(rank).map_while(index).collect();
        (indices.len() == rank).then(|| Element {
            array: place.root.clone(),
            indices,
        })
    }

    /// The address of an element of an array.
    pub(super) fn element(&self, place: &Place) -> Text {
        let (Some(element), Some(array)) = (self.element_of(place), self.array_at(place)) else {
            return not_yet("an element here", place.span);
        };
        if let Some(trusted) = self.trusted_subscripts(&element.indices) {
            let list: Vec<String> = trusted.iter().map(Subscript::text).collect();
            return Ok(format!("{array}.within([{}])", list.join(", ")));
        }
        let list: Vec<String> = element
            .indices
            .iter()
            .map(|index| self.expr(index))
            .collect::<Result<_, NotYet>>()?;
        let list = list.join(", ");
        Ok(match self.is_near(&array) {
            true => format!(
                "{{ let at = [{list}]; match {array}.near(at) {{ Some(place) => place, \
                 None => return Err({array}.outside(at)) }} }}"
            ),
            false => format!("{array}.at([{list}])?"),
        })
    }

    /// The part of an array's element that a place is, and the element's address.
    fn in_element(&self, place: &Place, mutable: bool) -> Result<Option<(String, Way)>, NotYet> {
        let Some((element, rank)) = self.array_type(&place.root) else {
            return Ok(None);
        };
        if self.element_of(place).is_none() {
            return Ok(None);
        }
        let address = self.element(place)?;
        let rest = &place.steps[rank..];
        let base = "(*element)".to_owned();
        let way = self.way(base, element, rest, mutable, place.span)?;
        Ok(Some((address, way)))
    }

    /// Follows steps from a value of a type. Indices of what is to be changed are found
    /// before, as they may read it.
    fn way(
        &self,
        base: String,
        ty: &Type,
        steps: &[Step],
        mutable: bool,
        span: Span,
    ) -> Result<Way, NotYet> {
        let mut before = String::new();
        let (mut place, mut ty) = (base, ty.clone());
        for (n, step) in steps.iter().enumerate() {
            let mut index_of = |index: &Expr| -> Text {
                let index = self.expr(index)?;
                if !mutable {
                    return Ok(index);
                }
                before += &format!("let index_{n} = {index};\n");
                Ok(format!("index_{n}"))
            };
            (place, ty) = match (step, &ty) {
                (Step::Index(index), Type::Static(element, sizes)) => {
                    let index = index_of(index)?;
                    let rest = match &sizes[1..] {
                        [] => (**element).clone(),
                        rest => Type::Static(element.clone(), rest.to_vec()),
                    };
                    (format!("{place}[nth({index}, {})?]", sizes[0]), rest)
                }
                (Step::Index(index), Type::List(element)) => {
                    let index = index_of(index)?;
                    let at = if mutable { "at_mut" } else { "at" };
                    (format!("(*{place}.{at}({index})?)"), (**element).clone())
                }
                (Step::Field(field), Type::Record(id)) => {
                    let (name, ty) = &self.program.records[id.0].fields[*field];
                    (format!("{place}.{}", types::field(name)), ty.clone())
                }
                (Step::Length, Type::List(_)) => (format!("{place}.length()"), Type::Integer),
                (Step::Range, Type::Range | Type::Dimension) => (place, Type::Range),
                (Step::Min, Type::Range | Type::Dimension) => {
                    (format!("{place}.min"), Type::Integer)
                }
                (Step::Max, Type::Range | Type::Dimension) => {
                    (format!("{place}.max"), Type::Integer)
                }
                (Step::Length, Type::Range | Type::Dimension) => {
                    (format!("{place}.length()"), Type::Integer)
                }
                _ => return not_yet("a part of this value", span),
            };
        }
        Ok(Way { before, place })
    }

    /// A value that is read: copied, or cloned where it has to be.
    fn taken(&self, place: String, ty: &Type) -> String {
        match types::is_copied(ty, &self.program.records) {
            true => place,
            false => format!("{place}.clone()"),
        }
    }

    /// Reads a local or a variable that is no array, called `name`.
    pub(super) fn read_value(&self, name: String, ty: &Type, place: &Place) -> Text {
        let way = self.way(name, ty, &place.steps, false, place.span)?;
        Ok(self.taken(way.place, &place.ty))
    }

    /// Reads an array: an element, or something of its shape.
    pub(super) fn read_array(&self, place: &Place) -> Text {
        if let Some((address, way)) = self.in_element(place, false)? {
            if let Some(value) = self.instead.get(&address) {
                return Ok(value.clone());
            }
            let value = self.taken(way.place, &place.ty);
            return Ok(format!(
                "{{ let element = {address}; unsafe {{ {value} }} }}"
            ));
        }
        if let (At::Begin, Root::Variable(id, _), [Step::Shape]) =
            (self.at, &place.root, &place.steps[..])
        {
            return Ok(format!("b{}", id.0));
        }
        let (local, rest) = match place.steps.split_first() {
            Some((Step::Local, rest)) => (true, rest),
            _ => (false, &place.steps[..]),
        };
        let Some((Step::Dimension(d), rest)) = rest.split_first() else {
            return not_yet("a whole array as a value", place.span);
        };
        let range = match (self.array(&place.root), &place.root, local) {
            (Some(array), _, true) => format!("{array}.local({d})"),
            (Some(array), _, false) => format!("{array}.whole({d})"),
            (None, Root::Variable(id, _), false) => format!("b{}[{d}].range()", id.0),
            _ => return not_yet("a local range outside of a stage", place.span),
        };
        let way = self.way(range, &Type::Range, rest, false, place.span)?;
        Ok(way.place)
    }

    /// Reads a variable of an environment: in the coordinator, which waits for its value. An
    /// array is handed on as it is; its elements are there when all tasks are done.
    pub(super) fn read_environment(
        &self,
        local: LocalId,
        variable: VariableId,
        place: &Place,
    ) -> Text {
        let Type::Environment(task) = self.body.locals[local.0].ty else {
            return not_yet("an environment of no task", place.span);
        };
        let ty = &self.program.tasks[task.0].variables[variable.0].ty;
        // A borrow that ends here: the statement around may change the environment.
        let get = format!(
            "{{ let held = {}.borrow().get_{}()?; held }}",
            self.local(local),
            variable.0
        );
        let Type::Array(element, rank) = ty else {
            let value = format!("run.value(&{get})?");
            return self.read_value(value, ty, place);
        };
        let rank = usize::from(*rank);
        match &place.steps[..] {
            [] => Ok(get),
            [Step::Dimension(d), rest @ ..] => {
                let range = format!("{get}.bounds()[{d}].range()");
                Ok(self
                    .way(range, &Type::Range, rest, false, place.span)?
                    .place)
            }
            steps if steps.len() >= rank => {
                let mut list = Vec::new();
                for step in &steps[..rank] {
                    match step {
                        Step::Index(index) => list.push(self.expr(index)?),
                        _ => return not_yet("a part of an environment's variable", place.span),
                    }
                }
                let base = "(*element)".to_owned();
                let way = self.way(base, element, &steps[rank..], false, place.span)?;
                Ok(format!(
                    "{{ let array = {get}; run.wait()?; let element = Seen::whole_of(&array).at([{}])?; \
                     // SAFETY: no task is pending.\n\
                     unsafe {{ {} }} }}",
                    list.join(", "),
                    self.taken(way.place, &place.ty)
                ))
            }
            _ => not_yet("a part of an environment's variable", place.span),
        }
    }

    /// Assigns to a part of what `base` is.
    fn put(&self, base: String, ty: &Type, steps: &[Step], value: &str, span: Span) -> Text {
        let (steps, set) = match steps.split_last() {
            Some((Step::Min, rest)) => (rest, Some("set_min")),
            Some((Step::Max, rest)) => (rest, Some("set_max")),
            _ => (steps, None),
        };
        let way = self.way(base, ty, steps, true, span)?;
        let done = match set {
            Some(set) => format!("{}.{set}(value);", way.place),
            None => format!("{} = value;", way.place),
        };
        Ok(format!(
            "{{\nlet value = {value};\n{}{done}\n}}\n",
            way.before
        ))
    }

    /// Assigns to a local, a variable of the task, or an element of an array.
    pub(super) fn assign_value(&self, place: &Place, value: &str) -> Text {
        if let Some((address, way)) = self.in_element(place, true)? {
            // The value first: it may fail, and the place is a pointer.
            let done = match place.steps.last() {
                Some(Step::Min | Step::Max) => return not_yet("this assignment", place.span),
                _ => format!("unsafe {{ {} = value; }}", way.place),
            };
            return Ok(format!(
                "{{\nlet value = {value};\n{}let element = {address};\n{done}\n}}\n",
                way.before
            ));
        }
        match &place.root {
            Root::Local(id) => {
                let ty = &self.body.locals[id.0].ty;
                self.put(self.local_value(*id), ty, &place.steps, value, place.span)
            }
            Root::Variable(id, space) => {
                let Some(task) = self.task else {
                    return not_yet("a variable of a task", place.span);
                };
                let ty = &task.variables[id.0].ty;
                let name = self.scalar(*id, *space);
                let set = match self.written.contains(&(*id, *space)) {
                    true => format!("{}.set = true;\n", name.trim_end_matches(".value")),
                    false if self.at == At::Begin => String::new(),
                    false => return not_yet("an assignment to this variable", place.span),
                };
                Ok(self.put(name, ty, &place.steps, value, place.span)? + &set)
            }
            _ => not_yet("an assignment to this", place.span),
        }
    }

    /// Adds to a list.
    pub(super) fn append(&self, list: &Place, value: &str) -> Text {
        let (base, ty, set) = match &list.root {
            Root::Local(id) => (
                self.local_value(*id),
                &self.body.locals[id.0].ty,
                String::new(),
            ),
            Root::Variable(id, space) => {
                let Some(task) = self.task else {
                    return not_yet("a variable of a task", list.span);
                };
                let name = self.scalar(*id, *space);
                let set = match self.written.contains(&(*id, *space)) {
                    true => format!("{}.set = true;\n", name.trim_end_matches(".value")),
                    false => String::new(),
                };
                (name, &task.variables[id.0].ty, set)
            }
            _ => return not_yet("a list here", list.span),
        };
        let way = self.way(base, ty, &list.steps, true, list.span)?;
        Ok(format!(
            "{{\nlet value = {value};\n{}{}.push(value);\n{set}}}",
            way.before, way.place
        ))
    }

    /// True for a variable of the task that is an array.
    pub(super) fn is_array(&self, id: VariableId) -> bool {
        let known = self.task.map(|task| &task.variables[id.0].ty);
        matches!(known, Some(Type::Array(..)))
    }
}
