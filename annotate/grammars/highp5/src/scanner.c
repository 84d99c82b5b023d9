// Newlines end statements: `_end` is a token without width that stands where a statement
// may end and what follows cannot go on with it.
//
// It stands before `}` and at the end of the file, and at a newline unless the next token
// is one that only ever continues: a binary operator, `.`, `,`, `)`, `]`, `:`, `;`, or one of
// the words below. A `(` or `[` on a new line begins something new. A backslash before the
// newline, and a newline inside parentheses (where the parser does not ask for `_end`),
// always continue.

#include "tree_sitter/parser.h"

#include <stddef.h>
#include <string.h>

enum TokenType { END, ERROR_SENTINEL };

void *tree_sitter_highp5_external_scanner_create(void) { return NULL; }
void tree_sitter_highp5_external_scanner_destroy(void *payload) { (void)payload; }
unsigned tree_sitter_highp5_external_scanner_serialize(void *payload, char *buffer) {
  (void)payload;
  (void)buffer;
  return 0;
}
void tree_sitter_highp5_external_scanner_deserialize(void *payload, const char *buffer,
                                                     unsigned length) {
  (void)payload;
  (void)buffer;
  (void)length;
}

static bool is_letter(int32_t c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static bool is_space(int32_t c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// Words that continue a statement on the next line.
static bool continues(const char *word) {
  static const char *const words[] = {"and", "or", "at", "for", "while", "in", "step"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    if (strcmp(word, words[i]) == 0) return true;
  }
  return false;
}

bool tree_sitter_highp5_external_scanner_scan(void *payload, TSLexer *lexer,
                                              const bool *valid_symbols) {
  (void)payload;
  if (!valid_symbols[END] || valid_symbols[ERROR_SENTINEL]) return false;
  lexer->mark_end(lexer);
  lexer->result_symbol = END;
  bool newline = false;
  for (;;) {
    if (lexer->eof(lexer)) return true;
    int32_t c = lexer->lookahead;
    if (c == '\n') {
      newline = true;
      lexer->advance(lexer, true);
    } else if (is_space(c)) {
      lexer->advance(lexer, true);
    } else if (c == '\\') {
      // Joins this line to the next.
      return false;
    } else if (c == '/') {
      lexer->advance(lexer, true);
      if (lexer->lookahead != '/') return false;
      while (!lexer->eof(lexer) && lexer->lookahead != '\n') lexer->advance(lexer, true);
    } else {
      break;
    }
  }
  int32_t c = lexer->lookahead;
  if (c == '}') return true;
  if (!newline) return false;
  if (c == '!') {
    lexer->advance(lexer, true);
    return lexer->lookahead != '=';
  }
  if (strchr("=+-*%<>&^|.,):;]", (int)c) != NULL && c < 128) return false;
  if (!is_letter(c)) return true;
  char word[8];
  size_t length = 0;
  while (is_letter(lexer->lookahead)) {
    int32_t letter = lexer->lookahead;
    if (letter >= 'A' && letter <= 'Z') letter += 'a' - 'A';
    if (length < sizeof word - 1) word[length] = (char)letter;
    length++;
    lexer->advance(lexer, true);
  }
  if (length >= sizeof word) return true;
  word[length] = '\0';
  return !continues(word);
}
