//! What an expression of code between tasks runs that its text does not show: functions, by whatever expression
//! they are called, macros that call some, assembly, code of a kind that nobody knows.

use tree_sitter::Node;

use crate::c::parse::names::through_macros;
use crate::c::parse::node_kinds::{self, Kind};
use crate::c::parse::source::{
    EXPANSIONS, Source, cast_like, children, expression, field, types_in, words,
};
use crate::c::semantics::affine::expanded;
use crate::c::semantics::calls::{Target, is_unknown, target};
use crate::c::semantics::function_summaries::Cleaning;
use crate::c::semantics::{cast_disambiguation, declarations};
use crate::c::walk::call_graph::{self, ends};

/// Something that is run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::c) enum Run {
    /// A function of the file.
    Function(String),
    /// Nothing is known of what it does; what it is called.
    Unknown(String),
    /// It may end the program, or show what it has done so far to others; what it is called.
    Ends(String),
}

/// Longest text by which something is called in messages.
const LONGEST: usize = 40;

/// What an expression of the file runs.
pub(in crate::c) fn of(file: &Source, expression: Node) -> Vec<Run> {
    let mut walk = Walk {
        file,
        at: expression,
        found: Vec::new(),
        macros: 0,
    };
    walk.walk(file, expression);
    walk.found
}

/// The names of functions by which the compiler's attributes say what is called where a variable's block ends.
pub(in crate::c) fn cleanups(file: &Source, src: &Source, declaration: Node) -> Vec<String> {
    let macros = file.functions.cleaning.get_or_init(|| {
        let any = file.text.contains("cleanup");
        any.then(|| cleaning_macros(&file.text))
    });
    let Some(macros) = macros else {
        return Vec::new();
    };
    // Attributes in front of it are not shown to the parser.
    let before = &src.text[..declaration.start_byte()];
    let start = before.rfind([';', '{', '}', ':']).map_or(0, |at| at + 1);
    let text = src.slice(&(start..declaration.end_byte()));
    let by_macro = macros
        .iter()
        .filter(|(name, _)| words(text).any(|word| word == name));
    let named = by_macro.flat_map(|(_, functions)| functions.clone());
    cleaning(&src.with_macros(text))
        .into_iter()
        .chain(named)
        .collect()
}

/// The names behind the attribute in a text.
fn cleaning(text: &str) -> Vec<String> {
    let mut all = words(text);
    let mut names = Vec::new();
    while let Some(word) = all.next() {
        if word.trim_matches('_') == "cleanup" {
            names.extend(all.next().map(str::to_owned));
        }
    }
    names
}

/// Macros that stand for such attributes.
fn cleaning_macros(text: &str) -> Vec<Cleaning> {
    let text = text.replace("\\\n", " ");
    let lines = text.lines().filter_map(|line| {
        let rest = line.trim_start().strip_prefix('#')?.trim_start();
        let rest = rest.strip_prefix("define")?;
        let name = words(rest).next()?.to_owned();
        Some((name, cleaning(rest)))
    });
    lines
        .filter(|(_, functions)| !functions.is_empty())
        .collect()
}

struct Walk<'s> {
    file: &'s Source,
    /// Where in the file the expression stands.
    at: Node<'s>,
    found: Vec<Run>,
    /// Macros around that are being looked into.
    macros: usize,
}

impl Walk<'_> {
    fn walk(&mut self, text: &Source, node: Node) {
        let mut stack = vec![node];
        while let Some(node) = stack.pop() {
            match node.kind() {
                // Lengths of types are computed, values are not.
                "sizeof_expression" => {
                    stack.extend(field(node, "type"));
                    stack.extend(field(node, "value").map_or_else(Vec::new, types_in));
                }
                "identifier" => self.name(text, node),
                "call_expression" => stack.extend(self.call(text, node)),
                "declaration" if !cleanups(self.file, text, node).is_empty() => {
                    self.found.push(Run::Unknown("cleanup".to_owned()));
                    stack.extend(children(node));
                }
                _ if node_kinds::of(node) == Kind::Unknown => {
                    self.found.push(Run::Unknown(called(text, node)));
                }
                _ => stack.extend(children(node)),
            }
        }
    }

    /// A macro without arguments may stand for anything.
    fn name(&mut self, text: &Source, node: Node) {
        if let Some(value) = expanded(text, node) {
            self.expand(text.text(node), &value);
        }
    }

    /// A call; returns what is left of it to look at.
    fn call<'t>(&mut self, text: &Source, node: Node<'t>) -> Vec<Node<'t>> {
        let arguments = field(node, "arguments").into_iter();
        let of_callee = match target(text, node) {
            None => return children(node),
            Some(Target::Through(function)) => {
                self.found.push(Run::Unknown(called(text, function)));
                Some(function)
            }
            Some(Target::Named(function)) => {
                let name = text.text(function);
                match text.macros.get(name).map(|known| &known.parameters) {
                    Some(Some(_)) => self.macro_call(text, node, name),
                    Some(None) => {
                        let handed = field(node, "arguments").map_or("()", |a| text.text(a));
                        let value = expanded(text, function).unwrap_or_default();
                        self.expand(name, &format!("{value}{handed}"));
                        return Vec::new();
                    }
                    None => self.named(text, node, name),
                }
                None
            }
        };
        arguments.chain(of_callee).collect()
    }

    fn macro_call(&mut self, text: &Source, call: Node, name: &str) {
        match expanded(text, call) {
            Some(value) => self.expand(name, &value),
            None => self.words_of(name, text.text(call)),
        }
    }

    /// A function that is called by its name, or a variable that points to one.
    fn named(&mut self, text: &Source, call: Node, name: &str) {
        let (file, name) = (self.file, name.to_owned());
        let variable = declarations::find(file, self.at, &name).is_some_and(|d| !d.is_function());
        let function = file.function(&name).filter(|_| !variable);
        let is_cast = cast_like(call).is_some()
            && !variable
            && function.is_none()
            && (cast_disambiguation::may_be_type(text, &name) || name.ends_with("_t"));
        if is_cast {
            return;
        }
        let run = match function {
            _ if variable => Run::Unknown(name),
            Some(function) if ends(file, function) => Run::Ends(name),
            Some(_) => Run::Function(name),
            None if call_graph::ends_by_name(&name) => Run::Ends(name),
            None if is_unknown(file, &name) => Run::Unknown(name),
            None => return,
        };
        self.found.push(run);
    }

    /// Looks into what a macro stands for.
    fn expand(&mut self, name: &str, value: &str) {
        if self.macros >= EXPANSIONS {
            return self.found.push(Run::Unknown(name.to_owned()));
        }
        let file = self.file;
        let parsed = expression(value, file);
        // Statements are no expression, but in braces.
        let parsed = parsed.or_else(|| expression(&format!("({{ {value}; }})"), file));
        let Some((inner, inside)) = parsed.as_ref().and_then(|p| Some((p, p.value()?))) else {
            return self.words_of(name, value);
        };
        self.macros += 1;
        self.walk(inner, inside);
        self.macros -= 1;
    }

    /// Of a macro that is no expression: whether its words are those of functions that are not known.
    fn words_of(&mut self, name: &str, value: &str) {
        let file = self.file;
        let all = through_macros(file, words(value).map(str::to_owned).collect());
        let text = file.with_macros(value);
        let is_called = |word: &str| {
            text.match_indices(word)
                .any(|(at, _)| text[at + word.len()..].trim_start().starts_with('('))
        };
        let known = |word: &String| {
            const WORDS: [&str; 6] = ["if", "for", "while", "switch", "sizeof", "return"];
            file.macros.contains_key(word) || WORDS.contains(&word.as_str())
        };
        let unknown = |word: &String| {
            file.function(word).is_some()
                || (!known(word) && is_called(word) && is_unknown(file, word))
        };
        if text.contains(")(") || text.contains("asm") || all.iter().any(unknown) {
            self.found.push(Run::Unknown(name.to_owned()));
        }
    }
}

/// What something is called in messages: the first words of its text.
fn called(text: &Source, node: Node) -> String {
    let whole = text.text(node).split_whitespace().collect::<Vec<_>>();
    let mut short = whole.join(" ");
    if short.len() > LONGEST {
        let end = (0..LONGEST).rev().find(|at| short.is_char_boundary(*at));
        short.truncate(end.unwrap_or(0));
        short.push_str("..");
    }
    short
}
