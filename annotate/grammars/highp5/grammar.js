/**
 * @file HighP5: tasks over hierarchies of logical processing spaces.
 *
 * Follows the grammar in the appendix of "HighP5: Programming using Partitioned Parallel
 * Processing Spaces" (2024) and its listings; where the two differ, and what else is
 * accepted, is in annotate/docs/highp5.md. The grammar is LR(1) without conflicts, so the
 * place where a text stops being a program is exact.
 */
/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

// Loosest first.
const PREC = {
  or: 1,
  and: 2,
  bit_or: 3,
  bit_xor: 4,
  bit_and: 5,
  equality: 6,
  relation: 7,
  shift: 9,
  sum: 10,
  product: 11,
  sign: 12,
  at: 13,
  call: 14,
};

const word = (text) => new RegExp(text, "i");
/** A keyword in any letter case; it appears in the tree in lower case. */
const kw = (text) => alias(word(text), text);
/** A keyword with several spellings, the first of which appears in the tree. */
const spelled = (name, pattern) => alias(new RegExp(pattern, "i"), name);
const list = (rule, separator) => seq(rule, repeat(seq(separator, rule)));

module.exports = grammar({
  name: "highp5",

  word: ($) => $._word,

  // `_end` ends a statement at a newline, before `}` and at the end of the file;
  // `_error` is never valid: seeing it asked for means that the parser recovers.
  externals: ($) => [$._end, $._error],

  extras: ($) => [/\s/, /\\[ \t]*\r?\n/, $.comment],

  supertypes: ($) => [$.component, $.section, $.statement, $.flow, $.expression, $.type],

  // Words that begin or join statements, so never names of variables. All other keywords
  // are names wherever the grammar does not ask for the keyword.
  reserved: {
    global: ($) => [
      word("do"),
      word("for"),
      word("in"),
      word("if"),
      word("else"),
      word("while"),
      word("and"),
      word("or"),
      word("at"),
      word("return"),
      word("reduce"),
      word("execute"),
      word("new"),
      word("space"),
      word("repeat"),
      word("where"),
      word("epoch"),
      word("true"),
      word("false"),
    ],
  },

  rules: {
    source_file: ($) => repeat($.component),

    component: ($) => choice($.type_definition, $.task, $.function, $.coordinator),

    // ---- user types

    type_definition: ($) =>
      seq(
        choice(kw("type"), kw("class")),
        field("name", $.identifier),
        ":",
        repeat1($.element_definition),
      ),
    element_definition: ($) => seq($._names, ":", field("type", $.type)),
    _names: ($) => list(field("name", $.identifier), ","),

    type: ($) =>
      choice($._static_type, $.dynamic_array, $.list_type),
    _static_type: ($) => choice($._scalar_type, $.static_array),
    _scalar_type: ($) => choice($.basic_type, $.real_type, $.named_type),
    basic_type: (_) =>
      choice(kw("integer"), kw("character"), kw("boolean"), kw("string"), kw("range")),
    real_type: ($) => seq(kw("real"), optional(field("precision", $.precision))),
    precision: (_) => choice(...["single", "double"].map(width)),
    named_type: ($) => $.identifier,
    static_array: ($) =>
      seq(
        kw("array"),
        repeat1(seq("[", field("size", $.integer), "]")),
        kw("of"),
        field("element", $._scalar_type),
      ),
    dynamic_array: ($) =>
      seq(
        field("rank", $.dimensionality),
        kw("array"),
        kw("of"),
        field("element", $._static_type),
        optional(seq(kw("format"), field("format", $.identifier))),
      ),
    list_type: ($) => seq(kw("list"), kw("of"), field("element", $._static_type)),

    // ---- tasks

    task: ($) => seq(kw("task"), field("name", $.string), ":", repeat($.section)),
    section: ($) =>
      choice($.define, $.environment, $.initialize, $.stages, $.computation, $.partition),

    define: ($) => seq(kw("define"), optional(":"), repeat($.definition)),
    definition: ($) =>
      seq($._names, ":", field("type", $.type), optional(field("reduction", kw("reduction")))),

    environment: ($) => seq(kw("environment"), optional(":"), repeat($.linkage)),
    linkage: ($) => seq($._names, ":", field("mode", $.mode)),
    mode: (_) =>
      choice(
        kw("link"),
        kw("create"),
        spelled("link-or-create", "link_or_create"),
        seq(kw("link"), "-", kw("or"), "-", kw("create")),
      ),

    initialize: ($) =>
      seq(kw("initialize"), optional($.parameters), optional(":"), repeat($.statement)),
    parameters: ($) => seq("(", optional($._names), ")"),

    stages: ($) => seq(kw("stages"), optional(":"), repeat($.stage)),
    stage: ($) => seq(field("name", $.identifier), $.parameters, field("body", $.block)),

    computation: ($) => seq(kw("computation"), optional(":"), repeat($.flow)),
    flow: ($) =>
      choice($.space_flow, $.repeat_flow, $.where_flow, $.epoch_flow, $.stage_flow),
    flow_block: ($) => seq("{", repeat($.flow), "}"),
    space_flow: ($) =>
      seq(kw("space"), field("space", $.identifier), field("body", $.flow_block)),
    repeat_flow: ($) =>
      seq(
        kw("repeat"),
        choice(
          seq(
            kw("for"),
            field("index", $.identifier),
            kw("in"),
            field("range", $.expression),
            optional(seq(kw("step"), field("step", $.expression))),
          ),
          seq(
            choice(kw("foreach"), seq(kw("for"), kw("each"))),
            spelled("sub-partition", "sub[-_]?partitions?"),
          ),
          seq(kw("while"), field("condition", $._condition)),
        ),
        field("body", $.flow_block),
      ),
    where_flow: ($) =>
      seq(
        choice(kw("where"), kw("if")),
        field("condition", $._condition),
        field("body", $.flow_block),
      ),
    epoch_flow: ($) => seq(kw("epoch"), field("body", $.flow_block)),
    stage_flow: ($) => seq(field("stage", $.identifier), $.arguments),

    partition: ($) =>
      seq(kw("partition"), optional($.parameters), optional(":"), repeat($.space)),
    space: ($) =>
      seq(
        kw("space"),
        field("name", $.identifier),
        optional(
          seq(
            "<",
            field(
              "shape",
              choice($.dimensionality, alias($._un_partitioned, $.un_partitioned)),
            ),
            ">",
          ),
        ),
        optional(seq("<", field("dynamic", kw("dynamic")), ">")),
        optional($.divides),
        "{",
        repeat(choice($.data, $.sub_partition)),
        "}",
      ),
    _un_partitioned: (_) => token(/un[-_]?partitioned/i),
    divides: ($) =>
      seq(
        kw("divides"),
        kw("space"),
        field("parent", $.identifier),
        field(
          "what",
          choice(
            spelled("partitions", "partitions?"),
            spelled("sub-partition", "sub[-_]?partitions?"),
          ),
        ),
      ),
    data: ($) =>
      seq(
        list($.data_name, ","),
        optional(
          seq(
            ":",
            list($.instruction, ","),
            optional(seq(optional(";"), $.relative)),
          ),
        ),
      ),
    data_name: ($) =>
      seq(
        field("name", $.identifier),
        optional(seq("<", list(field("dimension", $.identifier), ","), ">")),
      ),
    instruction: ($) =>
      choice(
        field("replicated", kw("replicated")),
        seq(
          field("function", $.identifier),
          "(",
          optional(list(field("argument", $._amount), ",")),
          ")",
          optional(
            seq(kw("padding"), "(", list(field("padding", $._amount), ","), ")"),
          ),
          optional(field("order", $.order)),
        ),
      ),
    _amount: ($) => choice($.identifier, $.integer),
    order: (_) =>
      choice(spelled("ascending", "ascend(s|ing)"), spelled("descending", "descend(s|ing)")),
    relative: ($) =>
      seq(
        choice(seq(kw("relative"), kw("to")), spelled("relative", "relative[-_]to")),
        kw("space"),
        field("space", $.identifier),
      ),
    sub_partition: ($) =>
      seq(
        spelled("sub-partition", "sub[-_]?partitions?"),
        optional(seq("<", field("rank", $.dimensionality), ">")),
        optional(
          seq("<", field("nature", choice(kw("ordered"), kw("unordered"))), ">"),
        ),
        "{",
        repeat($.data),
        "}",
      ),
    dimensionality: (_) => token(/[0-9]+[dD]/),

    // ---- functions and the coordinator

    function: ($) =>
      seq(
        kw("function"),
        field("name", $.identifier),
        "(",
        optional(list($.function_parameter, ",")),
        ")",
        field("body", $.block),
      ),
    function_parameter: ($) => seq(optional(field("reference", "&")), field("name", $.identifier)),

    coordinator: ($) =>
      seq(kw("program"), "(", field("arguments", $.identifier), ")", field("body", $.block)),

    // ---- statements

    block: ($) => seq("{", repeat($.statement), "}"),
    statement: ($) =>
      choice(
        $.assignment_statement,
        $.call_statement,
        $.execute_statement,
        $.reduce_statement,
        $.return_statement,
        $.for_statement,
        $.sequence_statement,
        $.while_statement,
        $.if_statement,
        $.extern_statement,
      ),
    assignment_statement: ($) => seq($.assignment, $._end),
    assignment: ($) =>
      seq(
        field("target", $._target),
        "=",
        field("value", choice($.assignment, $.expression)),
      ),
    call_statement: ($) => seq($.call, $._end),
    return_statement: ($) =>
      seq(kw("return"), field("value", $.expression), $._end),
    reduce_statement: ($) =>
      seq(
        kw("reduce"),
        "(",
        field("target", $.identifier),
        ",",
        field("operator", $.string),
        ",",
        field("value", $.expression),
        ")",
        $._end,
      ),
    execute_statement: ($) =>
      seq(
        kw("execute"),
        "(",
        list($.execute_argument, ";"),
        optional(";"),
        ")",
        $._end,
      ),
    execute_argument: ($) =>
      seq(
        optional(seq(field("label", $.identifier), ":")),
        list(field("value", $.expression), ","),
      ),
    for_statement: ($) =>
      seq(
        kw("do"),
        field("body", $.block),
        kw("for"),
        list($.index_range, ";"),
        $._end,
      ),
    index_range: ($) =>
      seq(
        $._names,
        kw("in"),
        field("over", $._place),
        optional(seq($._and, field("condition", $.expression))),
      ),
    sequence_statement: ($) =>
      seq(
        kw("do"),
        kw("in"),
        kw("sequence"),
        field("body", $.block),
        kw("for"),
        field("index", $.identifier),
        kw("in"),
        field("range", choice($._place, $.range)),
        optional(seq(kw("step"), field("step", $._step))),
        optional(seq($._and, field("condition", $.expression))),
        $._end,
      ),
    // Arithmetic, so that an `and` behind it belongs to the loop.
    _step: ($) =>
      choice(
        $._place,
        $._number,
        $.parenthesized,
        alias($.step_sign, $.unary),
        alias($.step_arithmetic, $.binary),
      ),
    step_sign: ($) =>
      prec(PREC.sign, seq(field("operator", "-"), field("operand", $._step))),
    step_arithmetic: ($) => arithmetic($, $._step),
    while_statement: ($) =>
      seq(
        kw("do"),
        field("body", $.block),
        kw("while"),
        field("condition", $._condition),
        $._end,
      ),
    if_statement: ($) =>
      seq(
        kw("if"),
        field("condition", $._condition),
        field("then", $.block),
        optional(
          seq(kw("else"), field("else", choice($.block, $.if_statement))),
        ),
      ),
    extern_statement: ($) =>
      seq(
        token(/@extern/i),
        "{",
        repeat(choice($.extern_language, $.extern_includes, $.extern_libraries)),
        field("code", $.extern_code),
        "}",
      ),
    extern_language: ($) => seq(token(/@language/i), field("name", $.string)),
    extern_includes: ($) => seq(token(/@includes/i), $._headers),
    extern_libraries: ($) => seq(token(/@libraries/i), $._headers),
    _headers: ($) => seq("{", optional(list(field("name", choice($.string, $.header)), ",")), "}"),
    header: (_) => token(/[A-Za-z0-9_.\/:+-]+/),
    extern_code: (_) => token(/\$\{([^}]|\}+[^}$])*\}+\$/),

    // ---- expressions

    // The paper's listings compare with `=` in conditions.
    _condition: ($) =>
      choice($.expression, $.comparison, alias($.parenthesized_comparison, $.parenthesized)),
    comparison: ($) =>
      seq(field("left", $.expression), "=", field("right", $.expression)),
    parenthesized_comparison: ($) => seq("(", $.comparison, ")"),

    expression: ($) =>
      choice(
        $._place,
        $.at,
        $._number,
        $.string,
        $.character,
        $.boolean,
        $.parenthesized,
        $.range,
        $.new,
        $.unary,
        $.binary,
      ),
    _place: ($) =>
      choice($.identifier, $.field, $.index, $.call),
    _target: ($) => choice($._place, alias($.target_at, $.at)),
    target_at: ($) => prec(PREC.at, version($, $._place)),
    _number: ($) => choice($.integer, $.real),
    parenthesized: ($) => seq("(", $.expression, ")"),
    field: ($) =>
      prec(PREC.call, seq(field("base", $._place), ".", field("name", $.identifier))),
    index: ($) =>
      prec(
        PREC.call,
        seq(
          field("base", $._place),
          "[",
          field("index", choice($.expression, $.bounds, $.everything)),
          "]",
        ),
      ),
    bounds: ($) =>
      seq(field("min", $.expression), "...", field("max", $.expression)),
    everything: (_) => "...",
    range: ($) => seq("[", $.bounds, "]"),
    call: ($) =>
      prec(PREC.call, seq(field("function", $.identifier), $.arguments)),
    arguments: ($) =>
      seq("(", optional(list(choice($.expression, $.space_argument, $.reference_argument), ",")), ")"),
    space_argument: ($) =>
      seq(kw("space"), field("space", $.identifier), ":", field("value", $.expression)),
    reference_argument: ($) => seq("&", field("value", $._place)),
    new: ($) =>
      seq(
        kw("new"),
        field("type", $.type),
        optional(
          seq("(", optional(seq($.named_argument, repeat(seq(optional(","), $.named_argument)))), ")"),
        ),
      ),
    named_argument: ($) =>
      seq(field("name", $.identifier), ":", field("value", $.expression)),
    at: ($) => prec(PREC.at, version($, choice($._place, $.parenthesized))),
    unary: ($) =>
      prec(
        PREC.sign,
        seq(field("operator", choice("!", "-")), field("operand", $.expression)),
      ),
    binary: ($) =>
      choice(
        ...[
          [PREC.or, $._or],
          [PREC.and, $._and],
          [PREC.bit_or, "|"],
          [PREC.bit_xor, "^"],
          [PREC.bit_and, "&"],
          [PREC.equality, choice("==", "!=")],
          [PREC.relation, choice("<", ">", "<=", ">=", kw("in"))],
          [PREC.shift, choice("<<", ">>")],
          [PREC.sum, choice("+", "-")],
          [PREC.product, choice("*", "/", "%", "**")],
        ].map(([precedence, operator]) =>
          prec.left(
            precedence,
            seq(
              field("left", $.expression),
              field("operator", operator),
              field("right", $.expression),
            ),
          ),
        ),
      ),
    _and: (_) => choice(kw("and"), alias("&&", "and")),
    _or: (_) => choice(kw("or"), alias("||", "or")),

    // ---- tokens

    // Before `_word`, which would win where both match.
    boolean: (_) => choice(kw("true"), kw("false")),
    identifier: ($) => $._word,
    _word: (_) => /[A-Za-z_][A-Za-z0-9_]*/,
    integer: (_) => /[0-9]+/,
    real: (_) => /[0-9]+\.[0-9]+([eE][+-]?[0-9]+)?|[0-9]+[eE][+-]?[0-9]+/,
    string: (_) => /"([^"\\\n]|\\[^\n])*"/,
    character: (_) => /'([^'\\\n]|\\[^\n])'/,
    comment: (_) => token(/\/\/[^\n]*/),
  },
});

function width(name) {
  return prec.right(
    choice(seq(kw(name), optional(seq("-", kw("precision")))), kw(name + "_precision")),
  );
}

function version($, base) {
  return seq(
    field("base", base),
    kw("at"),
    "(",
    kw("current"),
    optional(seq("-", field("lag", $.integer))),
    ")",
  );
}

function arithmetic($, operand) {
  return choice(
    ...[
      [PREC.sum, choice("+", "-")],
      [PREC.product, choice("*", "/", "%", "**")],
    ].map(([precedence, operator]) =>
      prec.left(
        precedence,
        seq(
          field("left", operand),
          field("operator", operator),
          field("right", operand),
        ),
      ),
    ),
  );
}
