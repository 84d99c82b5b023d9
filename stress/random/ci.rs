//! 300 random programs equal their serial elision, bit for bit, on every schedule tried.

use hp5_stress::random::{Language, campaign, clauses, idioms};

#[test]
fn random_programs_equal_their_serial_elision() {
    let programs = std::env::var("HP5_RANDOM_PROGRAMS")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(300);
    let report = campaign(programs, 1, |line| println!("{line}"));
    assert!(report.is_good(), "{report}");
    println!("{report}");
}

/// What people write: each is right or refused.
#[test]
fn programs_of_idioms_equal_their_serial_elision() {
    let report = idioms::campaign(Language::Rust, 50, 1, |line| println!("{line}"));
    assert!(report.is_good(), "{report}");
    println!("{report}");
}

/// Clauses that are too small are noticed, exact ones are taken.
#[test]
fn clauses_that_are_too_small_are_noticed() {
    let report = clauses::campaign(Language::Rust, 50, 1, |line| println!("{line}"));
    assert!(report.is_good(), "{report}");
    println!("{report}");
}
