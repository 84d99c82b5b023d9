//! Functions of the file that only read what a parameter leads to, `float **rows`, although its type lets them
//! write: no pointer on the way is set or kept, and none is handed to a function that may write through it.

use tree_sitter::Node;

use crate::c::parse::names::{identifiers, through_macros};
use crate::c::parse::source::{Source, children, field, peel};
use crate::c::semantics::declarations::{self, Declared, Level};
use crate::c::semantics::pointer_types;

/// A function, and the place of a parameter that has been asked for.
type Asked = Vec<(String, String)>;

/// The function names elements of what the parameter leads to, numbers, and hands parts of it to functions alone
/// that do the same. Whether it writes such elements is told by its uses.
pub(in crate::c) fn names_elements(file: &Source, function: &str, parameter: &Declared) -> bool {
    is_read(file, function, parameter, &mut Vec::new())
}

fn is_read(file: &Source, function: &str, parameter: &Declared, asked: &mut Asked) -> bool {
    let key = (function.to_owned(), parameter.name.clone());
    if asked.contains(&key) {
        return true; // a call by itself writes nothing that the rest does not
    }
    asked.push(key);
    let numbers = !parameter.levels().is_empty()
        && pointer_types::is_plain(file, parameter, 0)
        && !pointer_types::points_to_struct(file, parameter);
    let code = file.function(function).and_then(|f| field(f, "body"));
    let Some(code) = code.filter(|_| numbers && !file.scopes.has_several(function)) else {
        return false;
    };
    Names { file, code }.only_lead_on(&parameter.name, parameter.levels().len(), asked)
}

struct Names<'s> {
    file: &'s Source,
    code: Node<'s>,
}

impl Names<'_> {
    /// Wherever the code has a name of so many levels, it is the way to an element, or to a pointer that is read
    /// as well.
    fn only_lead_on(&self, name: &str, levels: usize, asked: &mut Asked) -> bool {
        let file = self.file;
        let all = identifiers(file, self.code).into_iter();
        let mut all = all.filter(|(word, node)| match *word == name {
            true => !is_declared(*node),
            false => file.macros.contains_key(*word),
        });
        all.all(|(word, node)| match word == name {
            true => self.leads_on(node, levels, asked),
            false => !through_macros(file, vec![word.to_owned()]).contains(name),
        })
    }

    fn leads_on(&self, name: Node, levels: usize, asked: &mut Asked) -> bool {
        let (mut at, mut left) = (name, levels);
        loop {
            let Some(around) = at.parent() else {
                return false;
            };
            let operator = || field(around, "operator").map_or("", |o| self.file.text(o));
            let is_argument = field(around, "argument") == Some(at);
            match around.kind() {
                "parenthesized_expression" => {}
                "subscript_expression" if is_argument && left > 0 => left -= 1,
                "pointer_expression" if operator() == "*" && left > 0 => left -= 1,
                "pointer_expression" => return false,
                "binary_expression" if left > 0 => match operator() {
                    "+" | "-" => {}
                    sign => return ["==", "!=", "&&", "||"].contains(&sign),
                },
                "sizeof_expression" => return true,
                _ if left == 0 => return true,
                "argument_list" => return self.is_read_by(around, at, left, asked),
                "init_declarator" => return self.is_kept_to_read(around, left, asked),
                _ => return false,
            }
            at = around;
        }
    }

    /// A function of the file is handed it, which only reads.
    fn is_read_by(&self, list: Node, argument: Node, left: usize, asked: &mut Asked) -> bool {
        let file = self.file;
        let number = children(list).iter().position(|a| *a == argument);
        let callee = list.parent().and_then(|call| field(call, "function"));
        let Some((number, callee)) = number.zip(callee.map(peel)) else {
            return false;
        };
        let name = file.text(callee);
        let own = declarations::find(file, callee, name).is_none_or(|d| d.is_function());
        let function = file
            .function(name)
            .filter(|_| callee.kind() == "identifier" && own && !file.macros.contains_key(name));
        let parameters = function.map_or_else(Vec::new, |f| declarations::parameters(file, f));
        parameters.get(number).is_some_and(|parameter| {
            let levels = parameter.levels().len();
            levels == left
                && ((levels == 1 && parameter.is_const(file))
                    || is_read(file, name, parameter, asked))
        })
    }

    /// A pointer of the function begins with it, `float *row = rows[i]`, is set to nothing else, and is read.
    fn is_kept_to_read(&self, node: Node, left: usize, asked: &mut Asked) -> bool {
        let file = self.file;
        let Some(declaration) = node.parent().filter(|p| p.kind() == "declaration") else {
            return false;
        };
        let declarator = field(node, "declarator");
        let names = declarations::names(file, declaration, false);
        let found = names.into_iter().find(|d| Some(d.declarator) == declarator);
        found.is_some_and(|found| {
            let pointers = found.levels().iter().all(|level| *level == Level::Pointer);
            pointers
                && found.levels().len() == left
                && !found.is_static(file)
                && self.only_lead_on(&found.name, left, asked)
        })
    }
}

/// The name is that which a declarator declares.
fn is_declared(name: Node) -> bool {
    let mut at = name;
    while let Some(around) = at.parent() {
        match around.kind() {
            "init_declarator" => return field(around, "declarator") == Some(at),
            "declaration" | "parameter_declaration" => return true,
            kind if kind.ends_with("_declarator") => at = around,
            _ => return false,
        }
    }
    false
}
