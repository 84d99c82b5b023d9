//! Source in, emitted source or diagnostics out, as text (`tests/cases/{ok,reject}`).
//!
//! Expected texts stand beside each case: `NAME.emitted.rs` and, when something is said
//! about an accepted program, `NAME.stderr`. `HP5_BLESS=1` writes them anew; what a case is
//! about stands in its `//~` remarks and is held in any event.

use hp5_tests::case::Case;
use hp5_tests::expect::compare;
use hp5_tests::translate::{Translated, translate};

mod ok {
    use super::*;

    fn check(name: &str) {
        let case = Case::load("ok", name);
        let done = translate(&case.shown_path(), &case.source, false);
        holds_remarks(&case, &done);
        let text = done
            .text
            .unwrap_or_else(|| panic!("was rejected:\n{}", done.stderr));
        let results = [
            compare(&case.beside("emitted.rs"), &text),
            compare(&case.beside("stderr"), &done.stderr),
        ];
        for result in results {
            result.unwrap_or_else(|difference| panic!("{difference}"));
        }
    }

    include!(concat!(env!("OUT_DIR"), "/ok.rs"));
}

mod reject {
    use super::*;

    fn check(name: &str) {
        let case = Case::load("reject", name);
        let done = translate(&case.shown_path(), &case.source, false);
        assert!(
            done.text.is_none(),
            "was accepted:\n{}",
            done.text.unwrap_or_default()
        );
        assert!(
            !case.remarks().is_empty(),
            "the case does not say what is wrong in it (`//~ CODE`)"
        );
        holds_remarks(&case, &done);
        compare(&case.beside("stderr"), &done.stderr)
            .unwrap_or_else(|difference| panic!("{difference}"));
    }

    include!(concat!(env!("OUT_DIR"), "/reject.rs"));
}

mod checked {
    use super::*;

    /// Analysis cannot see what is wrong with these: they translate without an error.
    fn check(name: &str) {
        let case = Case::load("checked", name);
        for checked in [false, true] {
            let done = translate(&case.shown_path(), &case.source, checked);
            assert!(done.text.is_some(), "was rejected:\n{}", done.stderr);
        }
    }

    include!(concat!(env!("OUT_DIR"), "/checked.rs"));
}

/// Every remark has its diagnostic, and every error its remark; where there is no error,
/// every warning too.
fn holds_remarks(case: &Case, done: &Translated) {
    let mut left = done.found.clone();
    for remark in case.remarks() {
        let fits = |f: &hp5_tests::translate::Found| {
            f.line == remark.line
                && f.code.starts_with(&remark.code)
                && remark
                    .text
                    .as_ref()
                    .is_none_or(|text| f.places.contains(text))
        };
        let at = left.iter().position(fits);
        let at =
            at.unwrap_or_else(|| panic!("line {}: no {remark:?} in\n{}", remark.line, done.stderr));
        left.remove(at);
    }
    let counts = if done.text.is_some() {
        ["HP5-E", "HP5-W"]
    } else {
        ["HP5-E"; 2]
    };
    let unsaid: Vec<_> = left
        .iter()
        .filter(|f| counts.iter().any(|kind| f.code.starts_with(kind)))
        .collect();
    assert!(
        unsaid.is_empty(),
        "not expected by any `//~`: {unsaid:?}\n{}",
        done.stderr
    );
}
