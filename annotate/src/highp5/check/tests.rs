//! What the checker makes of the example programs.

use std::fs;

use crate::diag::{Diagnostics, Severity};
use crate::highp5::examples::examples;

#[test]
fn the_examples_are_accepted() {
    let mut wrong = Vec::new();
    for path in examples() {
        let text = fs::read_to_string(&path).unwrap();
        let mut found = Diagnostics::default();
        let program = crate::highp5::check(&text, &mut found);
        if let Some(program) = &program {
            wrong.extend(crate::highp5::typed::validate(program).err());
        }
        for d in &found.list {
            let line = text[..d.primary.span.start].lines().count();
            wrong.push(format!(
                "{}:{line}: {} {} {:?}",
                path.display(),
                d.code,
                d.message,
                d.notes
            ));
        }
        assert_eq!(
            program.is_none(),
            found.list.iter().any(|d| d.severity == Severity::Error)
        );
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
