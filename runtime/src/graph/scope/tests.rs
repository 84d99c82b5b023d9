//! Scopes in one another.

use super::*;

#[test]
fn scopes_around_are_found_in_few_steps() {
    let scopes: Vec<Box<Scope>> = (0..5000).map(|_| Box::new(Scope::new(1, 1))).collect();
    let reference = |n: usize| ScopeRef(NonNull::from(&*scopes[n]));
    for (n, scope) in scopes.iter().enumerate() {
        scope.reset(None, n.checked_sub(1).map(reference), 0, false);
    }
    let stranger = Box::new(Scope::new(1, 1));
    stranger.reset(None, Some(reference(7)), 0, false);
    for from in (0..scopes.len()).step_by(97).chain([4999]) {
        for to in (0..scopes.len()).step_by(101) {
            let steps = scopes[from].steps_to(reference(to));
            assert_eq!(steps.is_some(), to <= from, "{from} {to}");
            assert!(steps.unwrap_or(0) <= 40, "{from} {to}: {steps:?}");
        }
    }
    let stranger = ScopeRef(NonNull::from(&*stranger));
    assert!(stranger.is_within(reference(7)) && !stranger.is_within(reference(8)));
    assert!(!scopes[9].is_within(stranger) && !reference(4999).is_within(stranger));
}
