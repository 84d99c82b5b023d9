//! What walks over code do with each kind of node that the grammar of Rust has. Code of a region with a kind
//! that is not listed here, or that nobody can follow, is refused.

use tree_sitter::Node;

use crate::diag::{Diagnostic, Diagnostics, Severity, codes};
use crate::syntax::rust::children;

/// What a node is to a walk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// It has a way of its own in walks: places, loops, branches, bindings, calls, macros, jumps.
    Own,
    /// It does what its parts do.
    Parts,
    /// Types, patterns, literals, items and words: nothing is used there that stands outside.
    Still,
    /// It may run what nobody sees, or in another order.
    Unknown,
}

/// What the lists say of a kind, one of all those that nodes with a name have.
fn listed(kind: &str) -> Option<Kind> {
    Some(match kind {
        "assignment_expression"
        | "attribute_item"
        | "binary_expression"
        | "block"
        | "break_expression"
        | "call_expression"
        | "closure_expression"
        | "closure_parameters"
        | "compound_assignment_expr"
        | "const_item"
        | "continue_expression"
        | "field_expression"
        | "field_initializer"
        | "for_expression"
        | "function_item"
        | "identifier"
        | "if_expression"
        | "index_expression"
        | "label"
        | "let_condition"
        | "let_declaration"
        | "loop_expression"
        | "macro_definition"
        | "macro_invocation"
        | "match_arm"
        | "match_expression"
        | "match_pattern"
        | "mutable_specifier"
        | "primitive_type"
        | "reference_expression"
        | "return_expression"
        | "scoped_identifier"
        | "self"
        | "static_item"
        | "struct_expression"
        | "struct_item"
        | "token_tree"
        | "try_expression"
        | "type_arguments"
        | "type_cast_expression"
        | "unary_expression"
        | "use_declaration"
        | "while_expression" => Kind::Own,
        "arguments"
        | "array_expression"
        | "async_block"
        | "await_expression"
        | "base_field_initializer"
        | "const_block"
        | "else_clause"
        | "expression_statement"
        | "field_initializer_list"
        | "generic_function"
        | "let_chain"
        | "match_block"
        | "parenthesized_expression"
        | "range_expression"
        | "shorthand_field_initializer"
        | "source_file"
        | "try_block"
        | "tuple_expression"
        | "unsafe_block" => Kind::Parts,
        "abstract_type"
        | "array_type"
        | "associated_type"
        | "attribute"
        | "block_comment"
        | "boolean_literal"
        | "bounded_type"
        | "bracketed_type"
        | "captured_pattern"
        | "char_literal"
        | "const_parameter"
        | "crate"
        | "declaration_list"
        | "doc_comment"
        | "dynamic_type"
        | "empty_statement"
        | "enum_item"
        | "enum_variant"
        | "enum_variant_list"
        | "escape_sequence"
        | "extern_crate_declaration"
        | "extern_modifier"
        | "field_declaration"
        | "field_declaration_list"
        | "field_identifier"
        | "field_pattern"
        | "float_literal"
        | "for_lifetimes"
        | "foreign_mod_item"
        | "fragment_specifier"
        | "function_modifiers"
        | "function_signature_item"
        | "function_type"
        | "generic_pattern"
        | "generic_type"
        | "generic_type_with_turbofish"
        | "higher_ranked_trait_bound"
        | "impl_item"
        | "inner_attribute_item"
        | "inner_doc_comment_marker"
        | "integer_literal"
        | "lifetime"
        | "lifetime_parameter"
        | "line_comment"
        | "macro_rule"
        | "metavariable"
        | "mod_item"
        | "mut_pattern"
        | "negative_literal"
        | "never_type"
        | "or_pattern"
        | "ordered_field_declaration_list"
        | "outer_doc_comment_marker"
        | "parameter"
        | "parameters"
        | "pointer_type"
        | "qualified_type"
        | "range_pattern"
        | "raw_string_literal"
        | "ref_pattern"
        | "reference_pattern"
        | "reference_type"
        | "remaining_field_pattern"
        | "removed_trait_bound"
        | "scoped_type_identifier"
        | "scoped_use_list"
        | "self_parameter"
        | "shebang"
        | "shorthand_field_identifier"
        | "slice_pattern"
        | "string_content"
        | "string_literal"
        | "struct_pattern"
        | "super"
        | "token_binding_pattern"
        | "token_repetition"
        | "token_repetition_pattern"
        | "token_tree_pattern"
        | "trait_bounds"
        | "trait_item"
        | "tuple_pattern"
        | "tuple_struct_pattern"
        | "tuple_type"
        | "type_binding"
        | "type_identifier"
        | "type_item"
        | "type_parameter"
        | "type_parameters"
        | "union_item"
        | "unit_expression"
        | "unit_type"
        | "use_as_clause"
        | "use_bounds"
        | "use_list"
        | "use_wildcard"
        | "variadic_parameter"
        | "visibility_modifier"
        | "where_clause"
        | "where_predicate" => Kind::Still,
        "gen_block" | "yield_expression" => Kind::Unknown,
        _ => return None,
    })
}

/// Refuses code that walks cannot follow.
pub(super) fn report(code: Node, diags: &mut Diagnostics) {
    let mut stack = vec![code];
    while let Some(node) = stack.pop() {
        let unknown = listed(node.kind()).is_none_or(|kind| kind == Kind::Unknown);
        // What does not parse is told by itself.
        if unknown && !node.is_error() {
            let what = node.kind().replace('_', " ");
            let message = format!("what code does in a {what} is not known");
            let place = node.byte_range();
            let d = Diagnostic::new(Severity::Error, codes::PLACE, message, place);
            diags.push(d.help("put it into a function outside of the region, and say by clauses what a call of that uses"));
            continue;
        }
        stack.extend(children(node));
    }
}

#[cfg(test)]
mod fed;
