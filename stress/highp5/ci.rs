//! 300 random HighP5 programs give the same answer however their arrays are cut, and what the
//! checker accepts of damaged ones has a meaning.

use hp5_stress::highp5::{campaign, damage};

fn count() -> usize {
    let count = std::env::var("HP5_RANDOM_PROGRAMS").ok();
    count.and_then(|n| n.parse().ok()).unwrap_or(300)
}

#[test]
fn random_programs_do_not_depend_on_their_partitions() {
    let programs = count();
    let report = campaign(programs, 1);
    assert!(report.is_good(), "{report}");
    println!("{report}");
}

#[test]
fn accepted_programs_have_a_meaning() {
    let report = damage(count(), 1);
    assert!(report.is_good(), "{report}");
    println!("{report}");
}
