//! 300 random programs equal their serial elision, bit for bit, on every schedule tried.

use hp5_stress::random::campaign;

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
