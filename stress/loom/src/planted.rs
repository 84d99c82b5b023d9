//! Proof of the proof: models run again with a bug planted, which they must find.

use std::process::Command;

/// Checks that model `test` of the calling program fails when `bug` is planted, and that it
/// fails because the checker, or the model, saw the bug: the report must have one of `signs`
/// in it.
///
/// # Panics
/// When the model passes, or fails for another reason.
pub fn finds(test: &str, bug: &str, signs: &[&str]) {
    let program = std::env::current_exe().expect("the path of this test program");
    let run = Command::new(program)
        .args([test, "--exact", "--nocapture"])
        .env("HP5_PLANT", bug)
        // Until it is found; where schedules are drawn, luck is not to decide.
        .env("HP5_MODEL_SCHEDULES", "20")
        .output();
    let run = run.expect("this test program runs");
    let report = format!(
        "{}{}",
        String::from_utf8_lossy(&run.stdout),
        String::from_utf8_lossy(&run.stderr)
    );
    assert!(
        report.contains("running 1 test"),
        "there is no model `{test}`:\n{report}"
    );
    assert!(
        !run.status.success(),
        "`{test}` does not notice the bug `{bug}`"
    );
    assert!(
        signs.iter().any(|sign| report.contains(sign)),
        "`{test}` failed, but not for `{bug}`:\n{report}"
    );
}

/// A whole number from the environment.
///
/// # Panics
/// When it is no number: a longer run that was asked for must not be a short one.
pub fn number(variable: &str, otherwise: u64) -> u64 {
    match std::env::var(variable) {
        Ok(text) => match text.trim().parse() {
            Ok(number) => number,
            Err(_) => panic!("{variable}={text}: expected a whole number"),
        },
        Err(_) => otherwise,
    }
}
