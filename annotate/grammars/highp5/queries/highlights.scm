; Keywords

[
  "task" "type" "class" "function" "program"
  "define" "environment" "initialize" "stages" "computation" "partition"
  "do" "for" "foreach" "each" "in" "sequence" "step" "if" "else" "while" "return" "reduce"
  "execute" "new" "repeat" "where" "epoch" "space" "divides" "partitions"
  "sub-partition" "dynamic" "reduction" "format" "relative" "to" "at" "current"
  "replicated" "padding" "ordered" "unordered" "array" "list" "of"
] @keyword

(un_partitioned) @keyword
(mode) @keyword
(order) @keyword
[ "and" "or" ] @keyword.operator

; Types

(basic_type) @type.builtin
(real_type) @type.builtin
(precision) @type.builtin
(named_type) @type
(type_definition name: (identifier) @type)
(dimensionality) @constant

; Names

(task name: (string) @title)
(stage name: (identifier) @function)
(function name: (identifier) @function)
(stage_flow stage: (identifier) @function.call)
(call function: (identifier) @function.call)
(instruction function: (identifier) @function.builtin)
(space name: (identifier) @namespace)
(space_flow space: (identifier) @namespace)
(space_argument space: (identifier) @namespace)
(divides parent: (identifier) @namespace)
(relative space: (identifier) @namespace)
(parameters name: (identifier) @variable.parameter)
(function_parameter name: (identifier) @variable.parameter)
(definition name: (identifier) @variable)
(data_name name: (identifier) @variable)
(data_name dimension: (identifier) @property)
(field name: (identifier) @property)
(element_definition name: (identifier) @property)
(named_argument name: (identifier) @property)
(execute_argument label: (identifier) @property)
((identifier) @variable.builtin (#any-of? @variable.builtin "lpuId"))

; Constants

(integer) @number
(real) @number
(boolean) @boolean
(string) @string
(character) @character

; The rest

(extern_code) @embedded
(extern_statement "{" @punctuation.bracket)
(header) @string.special
(comment) @comment
[ "+" "-" "*" "/" "%" "**" "<<" ">>" "&" "^" "|" "==" "!=" "<" ">" "<=" ">=" "=" "!" "..." ] @operator
[ "(" ")" "[" "]" "{" "}" ] @punctuation.bracket
[ "," ";" ":" "." ] @punctuation.delimiter
