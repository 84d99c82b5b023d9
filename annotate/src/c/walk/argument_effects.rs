//! What calls do with what they are given: values, parts of arrays, structs, functions.

use tree_sitter::Node;

use crate::c::parse::source::{Source, field, peel};
use crate::c::semantics::declarations::Declared;
use crate::c::walk::accesses::Body;
use crate::c::walk::library_models::only_looks;
use crate::ir::Mode;

/// A number that has no room for an address.
fn is_small_number(src: &Source, parameter: &Declared) -> bool {
    const SMALL: [&str; 9] = [
        "int",
        "unsigned",
        "unsigned int",
        "float",
        "double",
        "char",
        "short",
        "unsigned char",
        "unsigned short",
    ];
    parameter.levels().is_empty() && SMALL.contains(&parameter.plain_words(src).as_str())
}

impl Body<'_> {
    /// An argument of a call of `name`: a function of the file, or one `of_library`, whose call is a statement alone,
    /// and which copies pointers.
    pub(in crate::c) fn walk_argument(
        &mut self,
        src: &Source,
        name: &str,
        function: Option<(&str, Node)>,
        of_library: Option<(bool, bool)>,
        given: (&[Declared], &[Node]),
        n: usize,
    ) {
        let (parameters, arguments) = given;
        let argument = arguments[n];
        if let Some(function) = function
            && self.walk_part(src, function, parameters, (arguments, n))
        {
            return;
        }
        if let Some((alone, ways)) = of_library
            && (self.walk_called_back(src, argument)
                || (alone && !ways && self.walk_copied(src, name, (arguments, n))))
        {
            return;
        }
        let parameter = parameters.get(n);
        if parameter.is_some_and(|p| is_small_number(self.file, p)) {
            return self.walk(src, argument);
        }
        let reads = match (parameter, of_library) {
            (Some(parameter), _) => self.only_reads(src, name, parameter, argument),
            (None, Some((_, ways))) => !ways && only_looks(name, n),
            (None, None) => false,
        };
        let noted = function.map_or_else(Vec::new, |function| {
            self.walk_member_elements(src, function, given, n)
        });
        if !noted.is_empty() && self.is_struct_by_elements(name, &parameters[n], &noted) {
            return self.walk(src, argument);
        }
        let before = self.uses.len();
        self.stays_set = parameter.is_some_and(|p| !self.sets_through(name, p));
        self.address(src, argument, if reads { Mode::In } else { Mode::InOut });
        self.stays_set = false;
        if parameter.is_some_and(|p| self.goes_beyond(name, p)) {
            let mut behind = self.uses.split_off(before);
            (behind.iter_mut()).for_each(|used| self.somewhere_behind(used));
            self.uses.append(&mut behind);
        }
        if let Some(parameter) = parameter {
            self.walk_members(src, (name, &parameter.name), argument, &noted);
        }
    }

    /// A function that another one is given to call, `qsort(a, n, sizeof *a, by_value)`: what those of the file
    /// use of its variables counts. False for what is no function.
    fn walk_called_back(&mut self, src: &Source, argument: Node) -> bool {
        let mut at = peel(argument);
        while let Some(inner) = match at.kind() {
            "cast_expression" => field(at, "value"),
            "pointer_expression" => field(at, "argument"),
            _ => None,
        } {
            at = peel(inner);
        }
        let (file, name) = (self.file, src.text(at));
        if at.kind() != "identifier" {
            return false;
        }
        if let Some(known) = file.function(name).filter(|_| !self.is_variable(src, at)) {
            self.walk_callee(known, name, at);
            return true;
        }
        let points = (self.declaration(src, at)).is_some_and(|d| d.points_to_function(file));
        if points {
            for (name, known) in file.functions.pointed_to(file, None) {
                self.walk_callee(known, name, at);
            }
        }
        points
    }
}
