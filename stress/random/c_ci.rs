//! Random programs in C equal what the C compiler makes of them as they are, bit for bit, on every
//! schedule tried.

use hp5_stress::random::c::campaign;
use hp5_stress::random::{Language, clauses, idioms};

#[test]
fn random_programs_in_c_equal_their_serial_selves() {
    let programs = std::env::var("HP5_RANDOM_PROGRAMS")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(100);
    let report = campaign(programs, 1, false, |line| println!("{line}"));
    assert!(report.failures.is_empty(), "{report}");
    assert!(report.tasks >= programs, "{report}");
    println!("{report}");
}

/// What is found out about tasks is all that they touch, in whatever way they are written.
#[test]
fn checked_random_programs_in_c_are_right() {
    let report = campaign(30, 5000, true, |line| println!("{line}"));
    assert!(report.failures.is_empty(), "{report}");
    println!("{report}");
}

/// What people write: each is right or refused.
#[test]
fn programs_of_idioms_in_c_equal_their_serial_selves() {
    let report = idioms::campaign(Language::C, 50, 1, |line| println!("{line}"));
    assert!(report.is_good(), "{report}");
    println!("{report}");
}

/// Clauses that are too small are noticed, exact ones are taken.
#[test]
fn clauses_in_c_that_are_too_small_are_noticed() {
    let report = clauses::campaign(Language::C, 60, 1, |line| println!("{line}"));
    assert!(report.is_good(), "{report}");
    println!("{report}");
}
