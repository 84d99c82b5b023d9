//! 300 random HighP5 programs give the same answer however their arrays are cut.

use hp5_stress::highp5::campaign;

#[test]
fn random_programs_do_not_depend_on_their_partitions() {
    let programs = std::env::var("HP5_RANDOM_PROGRAMS")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(300);
    let report = campaign(programs, 1);
    assert!(report.is_good(), "{report}");
    println!("{report}");
}
