//! Nests that fold terms into one value per element: `hp5_program::Tiled` in the place of loops.
//!
//! These shapes are known, for indices `i`, `j` and terms over `k`, in order or not:
//!
//! ```text
//! do { x[i][j] = .. x[i][j] .. } for i, j, k in ..
//! do { do { x[i][j] = .. x[i][j] .. } for k in .. } for i, j in ..
//! do { t = ..  do { t = .. t .. } for k in ..  x[i][j] = .. t .. } for i, j in ..
//! ```
//!
//! A subscript may be fixed instead of an index. Where other elements of `x` are read, it is
//! tested before whether these are apart from what is written, whatever the indices are.
//!
//! Elements are folded side by side, each with its terms in their order, so values are those of
//! the nest as it stands. That needs bodies in which turns of `i`, `j` have nothing to do with
//! one another, and which cannot fail half way: everything is in the parts for sure
//! ([`Scope::trusted`]), and no Integer is divided.

use std::collections::BTreeSet;

use super::access::{Uses, subscripts};
use super::expr::Scope;
use super::shape::{Shape, Terms, is_element, shape};
use super::subscript::{Subscript, changed, times};
use super::{NotYet, Text, not_yet, scalar};
use crate::highp5::ast::{BinaryOp, UnaryOp};
use crate::highp5::typed::{
    Builtin, Expr, ExprKind, LocalId, LoopRange, Place, Root, SpaceId, Statement, StatementKind,
    Step, Type, VariableId,
};

/// An element: variable, space, and its subscripts as indices plus constants.
pub(super) type Element = (VariableId, SpaceId, Vec<Subscript>);

/// The indices that tiles are made of.
struct Sides {
    row: Option<LocalId>,
    column: Option<LocalId>,
}

/// A nest as a fold.
pub(super) struct Tiling {
    /// What settles the terms; it stands before.
    pub(super) limits: String,
    /// What has to hold; nothing where it holds for sure.
    pub(super) apart: Vec<String>,
    /// The fold.
    pub(super) text: String,
}

impl Scope<'_> {
    /// A nest as a fold, if it is one. `lo` and `hi` of its own indices are settled; no
    /// condition is left.
    pub(super) fn tiled(
        &mut self,
        ranges: &[LoopRange],
        body: &[Statement],
    ) -> Result<Option<Tiling>, NotYet> {
        let Some(shape) = shape(ranges, body) else {
            return Ok(None);
        };
        let Some((own, others)) = self.allowed(ranges, body, &shape) else {
            return Ok(None);
        };
        let sides = self.sides(ranges, &shape, &own);
        if sides.row.is_none() && sides.column.is_none() {
            return Ok(None);
        }
        let moves =
            |id: LocalId| id == shape.terms.index() || ranges.iter().any(|range| range.index == id);
        let others = others.iter().map(|other| apart(&own, other, moves));
        let (Some(apart), Some((limits, runs))) = (
            others.collect::<Option<Vec<String>>>(),
            self.terms_of(&shape.terms, body)?,
        ) else {
            return Ok(None);
        };
        let mut text = format!("{{\nlet terms: Vec<Steps> = {runs}.collect();\n");
        let mut closing = String::from("}\n");
        if shape.local.is_none() {
            // Without terms no element is touched.
            text += "if !terms.is_empty() {\n";
            closing += "}\n";
        }
        for range in ranges {
            let id = range.index;
            if id == shape.terms.index() || Some(id) == sides.row || Some(id) == sides.column {
                continue;
            }
            text += &self.open(range);
            closing += "}\n}\n";
        }
        for (name, side) in [("rows", sides.row), ("columns", sides.column)] {
            let range = ranges.iter().find(|range| Some(range.index) == side);
            match range {
                Some(range) => text += &format!("for {name} in {} {{\n", self.runs(range)),
                None => text += &format!("{{\nlet {name}: Steps = (0, 1, 1);\n"),
            }
            closing += "}\n";
        }
        text += &self.closures(&shape, &sides)?;
        text += &closing;
        Ok(Some(Tiling {
            limits,
            apart,
            text,
        }))
    }

    /// What settles the terms, and their runs; `None` where conditions are left.
    fn terms_of(
        &self,
        terms: &Terms<'_>,
        body: &[Statement],
    ) -> Result<Option<(String, String)>, NotYet> {
        Ok(match terms {
            Terms::Own(range) => Some((String::new(), self.runs(range))),
            Terms::Inner(range) => {
                let (bounds, left) = self.bounds(std::slice::from_ref(*range), body)?;
                let none = left.iter().all(Vec::is_empty);
                none.then(|| (bounds, self.runs(range)))
            }
            Terms::InOrder(the) => {
                let (bounds, left) = self.bounds_in_order(the)?;
                let n = the.index.0;
                left.is_empty()
                    .then(|| (bounds, format!("r{n}.runs(lo{n}, hi{n})")))
            }
        })
    }

    /// The subscripts of the target, where turns of the nest may be taken side by side; and
    /// other elements of what is written that are read, which have to be apart.
    fn allowed(
        &self,
        ranges: &[LoopRange],
        body: &[Statement],
        shape: &Shape<'_>,
    ) -> Option<(Vec<Subscript>, Vec<Vec<Subscript>>)> {
        let (_, _, own) = self.trusted_element(shape.target)?;
        let inside = |id: LocalId| ranges.iter().any(|range| range.index == id);
        let folded = |id: LocalId| id == shape.terms.index();
        if !distinct(&own) || own.iter().any(|at| at.index.is_some_and(folded)) {
            return None;
        }
        let has = |id: LocalId| own.iter().any(|own| own.index == Some(id));
        if !ranges.iter().all(|r| folded(r.index) || has(r.index)) {
            return None;
        }
        let uses = Uses::of(body);
        // What is written is this turn's alone.
        let mut written = BTreeSet::new();
        for place in &uses.assigned {
            match place.root {
                Root::Variable(..) => {
                    let (id, _, at) = self.trusted_element(place)?;
                    written.insert(id);
                    (at == own).then_some(())?;
                }
                Root::Local(id) if shape.local.is_some_and(|(local, _)| local == id) => {
                    place.steps.is_empty().then_some(())?;
                }
                _ => return None,
            }
        }
        let mut others = Vec::new();
        for place in &uses.places {
            if subscripts(place).is_none() {
                continue;
            }
            let (id, _, at) = self.trusted_element(place)?;
            if place.lag == 0 && written.contains(&id) && at != own && !others.contains(&at) {
                others.push(at);
            }
        }
        let values = uses_values(body);
        if !values.iter().all(|value| self.cannot_fail(value)) {
            return None;
        }
        // Which terms there are is settled before the nest.
        let mut changed = changed(&uses);
        changed.extend(ranges.iter().map(|range| range.index));
        let settled = match &shape.terms {
            Terms::Own(_) => true,
            Terms::Inner(range) => !inside(range.index),
            Terms::InOrder(the) => {
                !inside(the.index)
                    && the.step.is_none()
                    && self.ends_with_its_loops(the.index)
                    && self.fixed_range(the.range, &changed).is_some()
            }
        };
        let limits = shape.terms.limits();
        let free = |place: &&Place| match place.root {
            Root::Local(id) => folded(id) || !changed.contains(&id),
            _ => true,
        };
        let own_terms = matches!(shape.terms, Terms::Own(_));
        if !settled || !(own_terms || limits.places.iter().all(free)) {
            return None;
        }
        // Nobody looks at the local behind the nest.
        let unseen = shape.local.is_none_or(|(id, _)| {
            self.is_scalar(id) && times(body, id) == times(&self.body.statements, id)
        });
        unseen.then_some((own, others))
    }

    /// Columns: the index that is the last subscript wherever it is one. Rows: the innermost of
    /// the others that the target has.
    fn sides(&self, ranges: &[LoopRange], shape: &Shape<'_>, own: &[Subscript]) -> Sides {
        let inside = |id: &LocalId| ranges.iter().any(|range| range.index == *id);
        let mut uses = Uses::default();
        uses.expr(shape.value);
        let last = |id: &LocalId| {
            uses.places.iter().all(|place| {
                let Some((_, _, list)) = subscripts(place) else {
                    return true;
                };
                let before = self.trusted_subscripts(&list[..list.len() - 1]);
                before.is_none_or(|list| list.iter().all(|at| at.index != Some(*id)))
            })
        };
        let column = own.last().and_then(|at| at.index);
        let column = column.filter(|id| inside(id) && last(id));
        let mut rows = own.iter().rev().filter_map(|at| at.index);
        let row = rows.find(|id| inside(id) && Some(*id) != column);
        Sides { row, column }
    }

    fn is_scalar(&self, id: LocalId) -> bool {
        scalar(&self.body.locals[id.0].ty).is_some()
    }

    /// An element whose subscripts were held against the part before the loops.
    pub(super) fn trusted_element(&self, place: &Place) -> Option<Element> {
        let (id, space, _) = subscripts(place)?;
        let indices = self.element_of(place)?.indices;
        (indices.len() == place.steps.len()).then_some(())?;
        Some((id, space, self.trusted_subscripts(&indices)?))
    }

    /// True for expressions that have a value whatever their operands are.
    pub(super) fn cannot_fail(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Integer(_)
            | ExprKind::Real(_)
            | ExprKind::Boolean(_)
            | ExprKind::Character(_) => true,
            ExprKind::Read(place) => {
                let plain = |step: &Step| !matches!(step, Step::Index(_));
                self.trusted_element(place).is_some() || place.steps.iter().all(plain)
            }
            ExprKind::Convert(inner) | ExprKind::Unary(_, inner) => self.cannot_fail(inner),
            ExprKind::Binary(operator, left, right) => {
                use BinaryOp as B;
                let divides = matches!(operator, B::Divide | B::Remainder | B::Power);
                !(divides && left.ty == Type::Integer)
                    && self.cannot_fail(left)
                    && self.cannot_fail(right)
            }
            ExprKind::Builtin(builtin, arguments) => {
                use Builtin as B;
                let acts = matches!(
                    builtin,
                    B::Random | B::RandomInteger | B::InitRandom | B::Append | B::Print
                );
                !acts && arguments.iter().all(|argument| self.cannot_fail(argument))
            }
            _ => false,
        }
    }

    /// The value of type `hp5_program::Tiled`, and its run.
    fn closures(&mut self, shape: &Shape<'_>, sides: &Sides) -> Text {
        let name = |side: Option<LocalId>| side.map_or("_".to_owned(), |id| format!("i{}", id.0));
        let (row, column) = (name(sides.row), name(sides.column));
        let term = name(Some(shape.terms.index()));
        let as_locals = |ids: &[Option<LocalId>]| {
            let one = |id: &LocalId| format!("let {} = i{} as i32;\n", self.local(*id), id.0);
            ids.iter().flatten().map(one).collect::<String>()
        };
        let at = as_locals(&[sides.row, sides.column]);
        let at_term = as_locals(&[Some(shape.terms.index())]) + &at;
        let (ty, begin, given) = match shape.local {
            Some((id, begin)) => {
                let known = &self.body.locals[id.0];
                let Some(ty) = scalar(&known.ty) else {
                    return not_yet("this local", known.span);
                };
                let given = format!("let {} = value;\n", self.local(id));
                (ty, self.expr(begin)?, given)
            }
            None => {
                let Some(ty) = scalar(&shape.target.ty) else {
                    return not_yet("this element", shape.target.span);
                };
                let element = self.element(shape.target)?;
                self.instead.insert(element.clone(), "value".to_owned());
                (ty, format!("unsafe {{ *{element} }}"), String::new())
            }
        };
        let wide = self.wide(shape, sides, ty);
        let step = self.expr(shape.value);
        self.instead.clear();
        let mut end = match shape.local {
            None => format!("unsafe {{ *{} = value; }}\n", self.element(shape.target)?),
            Some(_) => String::new(),
        };
        end += &self.statements(shape.end)?;
        let (step, run) = (
            step?,
            match wide? {
                Some(wide) => format!("run_by_vectors(&{wide}, rows"),
                None => "run(rows".to_owned(),
            },
        );
        Ok(format!(
            "Tiled {{\nbegin: |{row}: i64, {column}: i64| -> {ty} {{\n{at}{begin}\n}},\n\
             step: |value: {ty}, {row}: i64, {term}: i64, {column}: i64| -> {ty} {{\n{at_term}{given}{step}\n}},\n\
             end: |{row}: i64, {column}: i64, value: {ty}| {{\n{at}{given}{end}}},\n\
             }}.{run}, columns, &terms);\n"
        ))
    }

    /// The value of type `hp5_program::Vectors`, where a step is made of the operations of vectors.
    fn wide(
        &mut self,
        shape: &Shape<'_>,
        sides: &Sides,
        ty: &str,
    ) -> Result<Option<String>, NotYet> {
        let Some(column) = sides.column.filter(|_| matches!(ty, "f64" | "f32")) else {
            return Ok(None);
        };
        let mut vector = Vector {
            ty: shape.value.ty.clone(),
            value: shape.local.map(|(id, _)| id),
            tile: [sides.row, Some(column), Some(shape.terms.index())],
            packed: [Vec::new(), Vec::new()],
        };
        let Some(step) = vector.value(self, shape.value)? else {
            return Ok(None);
        };
        let [down, along] = &vector.packed;
        let list = |elements: &[String], around: fn(&str) -> String| {
            let all = elements.iter().map(|element| around(element) + ", ");
            all.collect::<String>()
        };
        let n = column.0;
        let lanes = format!("{ty}::lanes(|lane| {{ let i{n} = i{n} + lane as i64; ");
        let down_values: String = down
            .iter()
            .map(|element| format!("{lanes}unsafe {{ *{element} }} }}), "))
            .collect();
        let term = format!("i{}", shape.terms.index().0);
        let row = sides.row.map_or("_".to_owned(), |id| format!("i{}", id.0));
        let down_types = format!("<{ty} as Real>::Lanes, ").repeat(down.len());
        let along_types = format!("{ty}, ").repeat(along.len());
        Ok(Some(format!(
            "Vectors {{\ndown: |{term}: i64, i{n}: i64| -> ({down_types}) {{ ({down_values}) }},\n\
             along: |{row}: i64, {term}: i64| -> ({along_types}) {{ ({}) }},\n\
             step: |value: <{ty} as Real>::Lanes, down: ({down_types}), along: ({along_types})| {{\n{step}\n}},\n}}",
            list(along, |element| format!("unsafe {{ *{element} }}"))
        )))
    }
}

/// A value for all columns of a vector at once.
struct Vector {
    ty: Type,
    /// The local that has the value so far, if it is one.
    value: Option<LocalId>,
    /// Indices that vary within a tile: row, column, term.
    tile: [Option<LocalId>; 3],
    /// Elements that all rows use, and that all columns use.
    packed: [Vec<String>; 2],
}

impl Vector {
    /// `None` for what vectors have no operation for.
    fn value(&mut self, scope: &Scope<'_>, expr: &Expr) -> Result<Option<String>, NotYet> {
        if expr.ty != self.ty {
            return self.same_for_all(scope, expr);
        }
        Ok(match &expr.kind {
            ExprKind::Read(place) if place.steps.is_empty() => match place.root {
                Root::Local(id) if Some(id) == self.value => Some("value".to_owned()),
                _ => self.same_for_all(scope, expr)?,
            },
            ExprKind::Read(place) if is_element(place) => self.element(scope, place)?,
            ExprKind::Unary(UnaryOp::Minus, inner) => {
                self.value(scope, inner)?.map(|inner| format!("(-{inner})"))
            }
            ExprKind::Binary(operator, left, right) => {
                use BinaryOp as B;
                let known = matches!(operator, B::Add | B::Subtract | B::Multiply | B::Divide);
                let (left, right) = (self.value(scope, left)?, self.value(scope, right)?);
                match (left, right) {
                    (Some(left), Some(right)) if known => {
                        Some(format!("({left} {} {right})", operator.symbol()))
                    }
                    _ => None,
                }
            }
            _ => self.same_for_all(scope, expr)?,
        })
    }

    fn element(&mut self, scope: &Scope<'_>, place: &Place) -> Result<Option<String>, NotYet> {
        let element = scope.element(place)?;
        if scope.instead.contains_key(&element) {
            return Ok(Some("value".to_owned()));
        }
        let Some((_, _, at)) = scope.trusted_element(place) else {
            return Ok(None);
        };
        let [row, column, _] = self.tile;
        let has = |id: Option<LocalId>| id.is_some() && at.iter().any(|at| at.index == id);
        if has(row) && has(column) {
            return Ok(None);
        }
        let all = &mut self.packed[usize::from(!has(column))];
        let known = all.iter().position(|other| *other == element);
        let at = known.unwrap_or_else(|| {
            all.push(element);
            all.len() - 1
        });
        Ok(Some(match has(column) {
            true => format!("down.{at}"),
            false => format!("along.{at}.splat()"),
        }))
    }

    /// A value that does not vary within a tile.
    fn same_for_all(&self, scope: &Scope<'_>, expr: &Expr) -> Result<Option<String>, NotYet> {
        let mut uses = Uses::default();
        uses.expr(expr);
        let varies = uses.places.iter().any(|place| match place.root {
            Root::Local(id) => Some(id) == self.value || self.tile.contains(&Some(id)),
            _ => is_element(place),
        });
        match varies || expr.ty != self.ty {
            true => Ok(None),
            false => Ok(Some(format!("({}).splat()", scope.expr(expr)?))),
        }
    }
}

/// True where no element of the one is one of the other, whatever these indices are between their
/// `lo` and `hi`; `None` where that cannot be.
fn apart(
    one: &[Subscript],
    other: &[Subscript],
    moves: impl Fn(LocalId) -> bool,
) -> Option<String> {
    let ends = |at: &Subscript| match at.index.filter(|id| moves(*id)) {
        Some(id) => (
            format!("(lo{} + ({}))", id.0, at.more),
            format!("(hi{} + ({}))", id.0, at.more),
        ),
        None => (format!("({})", at.text()), format!("({})", at.text())),
    };
    let along = |(one, other): (&Subscript, &Subscript)| {
        let ((low, high), (from, to)) = (ends(one), ends(other));
        (one != other).then(|| format!("{high} < {from} || {to} < {low}"))
    };
    let list: Vec<String> = one.iter().zip(other).filter_map(along).collect();
    (!list.is_empty()).then(|| format!("({})", list.join(" || ")))
}

/// All values that a body assigns, and conditions of loops in it are none of them.
fn uses_values(body: &[Statement]) -> Vec<&Expr> {
    let mut values = Vec::new();
    for statement in body {
        match &statement.kind {
            StatementKind::Assign(_, value) => values.push(value),
            StatementKind::For(_, inner) | StatementKind::Sequence { body: inner, .. } => {
                values.extend(uses_values(inner));
            }
            _ => {}
        }
    }
    values
}

/// True where no index is in two subscripts.
pub(super) fn distinct(own: &[Subscript]) -> bool {
    let mut seen = BTreeSet::new();
    own.iter()
        .filter_map(|at| at.index)
        .all(|id| seen.insert(id))
}
