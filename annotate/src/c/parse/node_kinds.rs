//! What walks over code do with each kind of node that the grammar of C has. A kind that is not listed here is
//! taken for code of which nothing is known.

use tree_sitter::Node;

/// What a node is to a walk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::c) enum Kind {
    /// A statement, or a part of one: it does what its parts do.
    Statement,
    /// A declaration of variables, or a part of one.
    Declaration,
    /// An expression: its value is computed from its parts.
    Expression,
    /// A type, a name, a word, a line of the preprocessor: it does nothing, but for lengths in it.
    Still,
    /// It may use whatever there is: assembly, handlers of exceptions.
    Unknown,
}

/// What a node is.
pub(in crate::c) fn of(node: Node) -> Kind {
    listed(node.kind()).unwrap_or(Kind::Unknown)
}

/// What the lists say of a kind, one of all those that nodes with a name have.
fn listed(kind: &str) -> Option<Kind> {
    Some(match kind {
        "attributed_statement"
        | "break_statement"
        | "case_statement"
        | "compound_statement"
        | "continue_statement"
        | "declaration_list"
        | "do_statement"
        | "else_clause"
        | "expression_statement"
        | "for_statement"
        | "function_definition"
        | "goto_statement"
        | "if_statement"
        | "labeled_statement"
        | "linkage_specification"
        | "preproc_elif"
        | "preproc_elifdef"
        | "preproc_else"
        | "preproc_if"
        | "preproc_ifdef"
        | "return_statement"
        | "switch_statement"
        | "translation_unit"
        | "while_statement" => Kind::Statement,
        "array_declarator"
        | "attributed_declarator"
        | "declaration"
        | "function_declarator"
        | "init_declarator"
        | "parameter_declaration"
        | "parameter_list"
        | "parenthesized_declarator"
        | "pointer_declarator"
        | "type_definition" => Kind::Declaration,
        "alignof_expression"
        | "argument_list"
        | "assignment_expression"
        | "binary_expression"
        | "call_expression"
        | "cast_expression"
        | "char_literal"
        | "comma_expression"
        | "compound_literal_expression"
        | "concatenated_string"
        | "conditional_expression"
        | "extension_expression"
        | "false"
        | "field_expression"
        | "generic_expression"
        | "identifier"
        | "initializer_list"
        | "initializer_pair"
        | "null"
        | "number_literal"
        | "offsetof_expression"
        | "parenthesized_expression"
        | "pointer_expression"
        | "preproc_defined"
        | "sizeof_expression"
        | "string_literal"
        | "subscript_designator"
        | "subscript_expression"
        | "subscript_range_designator"
        | "true"
        | "type_descriptor"
        | "unary_expression"
        | "update_expression" => Kind::Expression,
        "abstract_array_declarator"
        | "abstract_function_declarator"
        | "abstract_parenthesized_declarator"
        | "abstract_pointer_declarator"
        | "alignas_qualifier"
        | "attribute"
        | "attribute_declaration"
        | "attribute_specifier"
        | "bitfield_clause"
        | "character"
        | "comment"
        | "enum_specifier"
        | "enumerator"
        | "enumerator_list"
        | "escape_sequence"
        | "field_declaration"
        | "field_declaration_list"
        | "field_designator"
        | "field_identifier"
        | "macro_type_specifier"
        | "ms_based_modifier"
        | "ms_call_modifier"
        | "ms_declspec_modifier"
        | "ms_pointer_modifier"
        | "ms_restrict_modifier"
        | "ms_signed_ptr_modifier"
        | "ms_unaligned_ptr_modifier"
        | "ms_unsigned_ptr_modifier"
        | "preproc_arg"
        | "preproc_call"
        | "preproc_def"
        | "preproc_directive"
        | "preproc_function_def"
        | "preproc_include"
        | "preproc_params"
        | "primitive_type"
        | "sized_type_specifier"
        | "statement_identifier"
        | "storage_class_specifier"
        | "string_content"
        | "struct_specifier"
        | "system_lib_string"
        | "type_identifier"
        | "type_qualifier"
        | "union_specifier"
        | "variadic_parameter" => Kind::Still,
        "ERROR"
        | "gnu_asm_clobber_list"
        | "gnu_asm_expression"
        | "gnu_asm_goto_list"
        | "gnu_asm_input_operand"
        | "gnu_asm_input_operand_list"
        | "gnu_asm_output_operand"
        | "gnu_asm_output_operand_list"
        | "gnu_asm_qualifier"
        | "seh_except_clause"
        | "seh_finally_clause"
        | "seh_leave_statement"
        | "seh_try_statement" => Kind::Unknown,
        _ => return None,
    })
}

#[cfg(test)]
mod fed;
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_the_grammar_is_listed() {
        let language = tree_sitter::Language::from(tree_sitter_c::LANGUAGE);
        let count = u16::try_from(language.node_kind_count()).expect("a grammar of C");
        let named = (0..count)
            .filter(|id| language.node_kind_is_named(*id) && language.node_kind_is_visible(*id));
        let kinds = named.filter_map(|id| language.node_kind_for_id(id));
        let missing: Vec<&str> = kinds.filter(|kind| listed(kind).is_none()).collect();
        assert!(
            missing.is_empty(),
            "say in `listed`, and in `annotate/src/c/parse/node_kinds/fed.rs`, what walks do with {missing:?}"
        );
    }

    #[test]
    fn what_no_list_has_is_unknown() {
        assert_eq!(listed("statement_of_a_later_c"), None);
    }
}
