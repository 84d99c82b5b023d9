//! Expressions, as the language has them: Integers wrap, division by 0 and indices outside of
//! the part are faults.

use std::collections::{BTreeMap, BTreeSet};

use super::cells::{self, Seat};
use super::ends::Ends;
use super::subscript::Around;
use super::{NotYet, Text, not_yet, types};
use crate::highp5::ast::{BinaryOp, UnaryOp};
use crate::highp5::typed::{
    Body, Builtin, Expr, ExprKind, LocalId, Place, Program, Root, SpaceId, Statement, Step, Task,
    Type, VariableId,
};

/// Where an expression stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum At {
    /// In a function: arrays are what it is handed of them.
    Function,
    /// In a stage: arrays are what the LPU sees of them.
    Stage,
    /// In Initialize or the Computation section: arrays have bounds, and no elements yet.
    Begin,
    /// In the coordinator.
    Coordinator,
}

/// A body in which expressions stand.
pub(super) struct Scope<'p> {
    pub(super) program: &'p Program,
    pub(super) at: At,
    pub(super) task: Option<&'p Task>,
    pub(super) body: &'p Body,
    /// The program's tasks, where the coordinator is.
    pub(super) tasks: &'p [Task],
    /// Name and text of the file, there.
    pub(super) text: Option<(&'p str, &'p str)>,
    /// Inputs that are read when the program starts.
    pub(super) early: Vec<&'p Statement>,
    /// Locals of the coordinator that may stand for values which tasks still make.
    pub(super) deferred: BTreeSet<LocalId>,
    /// Arrays that end in environments, there.
    pub(super) ends: Ends,
    /// The loops around, and which subscripts they have held against the parts.
    pub(super) around: Around,
    /// Elements, by their addresses as text, whose values stand in something else.
    pub(super) instead: BTreeMap<String, String>,
    /// The space of a stage.
    pub(super) space: SpaceId,
    /// Variables of the task that change.
    pub(super) changing: BTreeSet<VariableId>,
    /// Those that the stage sets.
    pub(super) written: BTreeSet<Seat>,
    /// Parameters of a function that are references.
    pub(super) references: BTreeSet<LocalId>,
    /// Whether it is a function that may call itself.
    pub(super) recursive: bool,
}

/// What a variable that is no array is called.
pub(super) fn variable(id: VariableId) -> String {
    format!("v{}", id.0)
}

/// What a stage calls an array as a space has it.
pub(super) fn seen(variable: VariableId, space: SpaceId) -> String {
    format!("s{}_{}", variable.0, space.0)
}

/// What a stage calls an earlier version of it.
pub(super) fn seen_before(variable: VariableId, space: SpaceId, lag: u32) -> String {
    match lag {
        0 => seen(variable, space),
        lag => format!("{}_{lag}", seen(variable, space)),
    }
}

impl<'p> Scope<'p> {
    pub(super) fn new(
        program: &'p Program,
        at: At,
        task: Option<&'p Task>,
        body: &'p Body,
    ) -> Scope<'p> {
        Scope {
            program,
            at,
            task,
            body,
            tasks: &[],
            text: None,
            early: Vec::new(),
            deferred: BTreeSet::new(),
            ends: Ends::new(),
            around: Around::Nothing,
            instead: BTreeMap::new(),
            space: SpaceId::ROOT,
            changing: BTreeSet::new(),
            written: BTreeSet::new(),
            references: BTreeSet::new(),
            recursive: false,
        }
    }

    /// What a variable that is no array is called here.
    pub(super) fn scalar(&self, id: VariableId, space: SpaceId) -> String {
        let name = match self.at == At::Stage && self.changing.contains(&id) {
            true => cells::name(self.space, (id, space)),
            false => variable(id),
        };
        match self.written.contains(&(id, space)) {
            true => format!("{name}.value"),
            false => name,
        }
    }

    /// What a local is called.
    pub(super) fn local(&self, id: LocalId) -> String {
        let name = &self.body.locals[id.0].name;
        let name = name.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        format!("l{}_{}", id.0, name.take(1).collect::<String>())
    }

    /// The value of a local.
    pub(super) fn local_value(&self, id: LocalId) -> String {
        match self.references.contains(&id) {
            true => format!("(*{})", self.local(id)),
            false => self.local(id),
        }
    }

    pub(super) fn expr(&self, expr: &Expr) -> Text {
        Ok(match &expr.kind {
            ExprKind::Integer(value) => format!("({value}_i32)"),
            ExprKind::Real(value) => real(*value, &expr.ty),
            ExprKind::Boolean(value) => value.to_string(),
            ExprKind::Character(value) => format!("{value}_u8"),
            ExprKind::Text(text) => format!("{text:?}.to_owned()"),
            ExprKind::Read(place) => self.read(place)?,
            ExprKind::Convert(inner) => match super::scalar(&expr.ty) {
                Some(ty) => format!("({} as {ty})", self.expr(inner)?),
                None => return not_yet("this conversion", expr.span),
            },
            ExprKind::Unary(operator, inner) => {
                let value = self.expr(inner)?;
                match (operator, &inner.ty) {
                    (UnaryOp::Minus, Type::Integer) => format!("{value}.wrapping_neg()"),
                    (UnaryOp::Minus, _) => format!("(-{value})"),
                    _ => format!("(!{value})"),
                }
            }
            ExprKind::Binary(operator, left, right) => self.binary(*operator, left, right)?,
            ExprKind::Range(min, max) => {
                format!("Range::new({}, {})", self.expr(min)?, self.expr(max)?)
            }
            ExprKind::Builtin(builtin, arguments) => self.builtin(*builtin, arguments, expr)?,
            ExprKind::Environment => match expr.ty {
                Type::Environment(task) => {
                    format!("Rc::new(RefCell::new(Environment{}::default()))", task.0)
                }
                _ => return not_yet("an environment of no task", expr.span),
            },
            ExprKind::Call(function, arguments) => self.call(*function, arguments)?,
            ExprKind::Record(fields) => {
                let ty = types::value(&expr.ty, "a value", expr.span)?;
                let Type::Record(id) = expr.ty else {
                    return not_yet("this value", expr.span);
                };
                let names = &self.program.records[id.0].fields;
                let mut text = format!("{{\nlet mut record: {ty} = Zero::zero();\n");
                for (field, value) in fields {
                    let name = types::field(&names[*field].0);
                    text += &format!("record.{name} = {};\n", self.expr(value)?);
                }
                text + "record\n}"
            }
            ExprKind::List => {
                let ty = types::value(&expr.ty, "a list", expr.span)?;
                format!("<{ty} as Zero>::zero()")
            }
        })
    }

    fn binary(&self, operator: BinaryOp, left: &Expr, right: &Expr) -> Text {
        use BinaryOp as B;
        let whole = left.ty == Type::Integer;
        if let (B::In, Some((array, d))) = (operator, self.local_range(right)) {
            return Ok(format!(
                "{array}.holds({d}, i64::from({}))",
                self.expr(left)?
            ));
        }
        let (a, b) = (self.expr(left)?, self.expr(right)?);
        let method = |name: &str| format!("{a}.{name}({b})");
        Ok(match operator {
            B::Or => format!("({a} || {b})"),
            B::And => format!("({a} && {b})"),
            B::In => format!("{b}.contains({a})"),
            B::ShiftLeft => format!("{a}.wrapping_shl({b} as u32)"),
            B::ShiftRight => format!("{a}.wrapping_shr({b} as u32)"),
            B::Add if whole => method("wrapping_add"),
            B::Subtract if whole => method("wrapping_sub"),
            B::Multiply if whole => method("wrapping_mul"),
            B::Divide if whole => format!("divide({a}, {b})?"),
            B::Remainder if whole => format!("remainder({a}, {b})?"),
            B::Power if whole => format!("power({a}, {b})?"),
            B::Power if right.ty == Type::Integer => method("powi"),
            B::Power => method("powf"),
            other => format!("({a} {} {b})", other.symbol()),
        })
    }

    /// The array and the dimension of which a value is the local range.
    fn local_range(&self, value: &Expr) -> Option<(String, u8)> {
        let ExprKind::Read(place) = &value.kind else {
            return None;
        };
        match place.steps[..] {
            [Step::Local, Step::Dimension(d)] | [Step::Local, Step::Dimension(d), Step::Range] => {
                Some((self.array(&place.root)?, d))
            }
            _ => None,
        }
    }

    fn builtin(&self, builtin: Builtin, arguments: &[Expr], whole: &Expr) -> Text {
        let given: Vec<String> = arguments
            .iter()
            .map(|argument| self.expr(argument))
            .collect::<Result<_, NotYet>>()?;
        if let (Builtin::InitRandom, true) = (builtin, self.at == At::Begin) {
            let seed = given.first().map_or("0", String::as_str);
            return Ok(format!(
                "{{ seed = {seed}; *random = Random::seeded(seed); }}"
            ));
        }
        if builtin == Builtin::Random {
            return Ok("random.real()".to_owned());
        }
        let Some(first) = given.first() else {
            return not_yet("this call", whole.span);
        };
        let integer = arguments[0].ty == Type::Integer;
        let method = match builtin {
            Builtin::Abs if integer => "wrapping_abs",
            Builtin::Abs => "abs",
            Builtin::Sqrt => "sqrt",
            Builtin::Exp => "exp",
            Builtin::Log => "ln",
            Builtin::Log2 => "log2",
            Builtin::Log10 => "log10",
            Builtin::Pow => "powf",
            Builtin::Sin => "sin",
            Builtin::Cos => "cos",
            Builtin::Tan => "tan",
            Builtin::Asin => "asin",
            Builtin::Acos => "acos",
            Builtin::Atan => "atan",
            Builtin::Atan2 => "atan2",
            Builtin::Sinh => "sinh",
            Builtin::Cosh => "cosh",
            Builtin::Tanh => "tanh",
            Builtin::Floor => "floor",
            Builtin::Ceil => "ceil",
            Builtin::Round => "round",
            Builtin::Min | Builtin::Max => {
                let name = match builtin {
                    Builtin::Min => "less",
                    _ => "greater",
                };
                let fold = |all: String, one: &String| format!("{name}({all}, {one})");
                return Ok(given[1..].iter().fold(first.clone(), fold));
            }
            Builtin::ToInteger => return Ok(format!("({first} as i32)")),
            Builtin::ToSingle | Builtin::ToDouble => {
                let ty = match builtin {
                    Builtin::ToSingle => "f32",
                    _ => "f64",
                };
                let narrow = matches!(arguments[0].ty, Type::Boolean | Type::Character);
                return Ok(match narrow {
                    true => format!("({first} as i32 as {ty})"),
                    false => format!("({first} as {ty})"),
                });
            }
            // A real goes over an Integer, whose low byte it is.
            Builtin::ToCharacter => return Ok(format!("({first} as i32 as u8)")),
            Builtin::Print if self.at == At::Coordinator => {
                let pattern = vec!["{}"; given.len()].join(" ");
                let shown = |(text, of): (&String, &Expr)| match of.ty {
                    Type::Character => format!("char::from({text})"),
                    _ => text.clone(),
                };
                let shown: Vec<String> = given.iter().zip(arguments).map(shown).collect();
                return Ok(format!("println!(\"{pattern}\", {})", shown.join(", ")));
            }
            Builtin::RandomInteger => {
                return Ok(format!(
                    "{{ let low = {first}; let high = {}; random.integer(low, high) }}",
                    given[1]
                ));
            }
            Builtin::Append => {
                return match &arguments[0].kind {
                    ExprKind::Read(list) => self.append(list, &given[1]),
                    _ => not_yet("this call", whole.span),
                };
            }
            Builtin::Random | Builtin::InitRandom | Builtin::Print => {
                return not_yet("this call", whole.span);
            }
        };
        Ok(format!("{first}.{method}({})", given[1..].join(", ")))
    }

    /// The value of a place.
    pub(super) fn read(&self, place: &Place) -> Text {
        match &place.root {
            Root::Local(id) => match &self.body.locals[id.0].ty {
                Type::Array(..) => self.read_array(place),
                Type::Environment(_) => Ok(format!("{}.clone()", self.local(*id))),
                ty if self.deferred.contains(id) => {
                    self.read_value(format!("run.value(&{})?", self.local(*id)), ty, place)
                }
                ty => self.read_value(self.local_value(*id), ty, place),
            },
            Root::Variable(id, _) if self.is_array(*id) => self.read_array(place),
            Root::Variable(id, space) => match self.task {
                Some(task) => {
                    let ty = &task.variables[id.0].ty;
                    self.read_value(self.scalar(*id, *space), ty, place)
                }
                None => not_yet("a variable of a task", place.span),
            },
            Root::Partition(at) => Ok(format!("partition[{at}]")),
            Root::LpuId(dimension) => match self.at {
                At::Stage => Ok(format!(
                    "lpu.at().get({dimension}).map_or(0, |&at| at as i32)"
                )),
                _ => not_yet("lpuId outside of a stage", place.span),
            },
            Root::Argument(at) => Ok(format!("a{at}.clone()")),
            Root::Environment(local, variable) => self.read_environment(*local, *variable, place),
        }
    }
}

fn real(value: f64, ty: &Type) -> String {
    let name = match ty {
        Type::Single => "f32",
        _ => "f64",
    };
    match value.is_finite() {
        true if *ty == Type::Single && !(value as f32).is_finite() => format!("{name}::INFINITY"),
        true => format!("({value:?}_f64 as {name})"),
        false => format!("{name}::INFINITY"),
    }
}
