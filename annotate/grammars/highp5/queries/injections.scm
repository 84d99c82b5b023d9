((extern_statement
  (extern_language name: (string) @injection.language)
  code: (extern_code) @injection.content)
  (#set! injection.include-children))
((comment) @injection.content
  (#set! injection.language "comment"))
