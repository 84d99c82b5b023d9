//! Every finding that the doctor can make is made by some test, whole.
//!
//! That a finding has a consequence and a cure is for its type to hold; that these say
//! something for [`Machine::expect`](super::fixture::Machine::expect). What neither holds is
//! that a test looks at each of them.

use std::collections::BTreeSet;

use super::confined;
use crate::cli::doctor::finding::begun;

/// Where findings are begun.
const SOURCES: [(&str, &str); 7] = [
    ("clock.rs", include_str!("../clock.rs")),
    ("memory.rs", include_str!("../memory.rs")),
    ("mod.rs", include_str!("../mod.rs")),
    ("pools.rs", include_str!("../pools.rs")),
    ("processors.rs", include_str!("../processors.rs")),
    ("ranks.rs", include_str!("../ranks.rs")),
    ("variables.rs", include_str!("../variables.rs")),
];

/// The tests that make them.
const TESTS: [fn(); 16] = [
    super::a_mask_is_told_and_a_mask_of_one_is_warned_of,
    super::quotas_of_both_versions_are_read_with_their_fraction,
    super::ppus_are_held_against_cores_and_processors,
    super::ranks_with_all_processors_overlap,
    super::ranks_with_a_part_each_are_well_unless_the_parts_meet,
    super::variables_of_thread_pools_are_told,
    super::libraries_of_a_program_decide,
    super::memory_is_held_against_limits_pages_and_nodes,
    super::several_memories_are_noticed,
    super::frequencies_are_looked_at,
    super::load_and_isolated_processors_are_told,
    super::wrong_names_and_values_of_our_variables_are_found,
    confined::a_quota_that_costs_no_ppu_is_well_unless_it_was_felt,
    confined::cures_do_not_ask_for_more_than_is_paid_for,
    confined::processors_that_the_control_group_keeps_are_asked_of_its_keeper,
    confined::programs_that_cannot_be_looked_into_are_told,
];

/// Lines on which the sources begin a finding.
fn places() -> BTreeSet<(&'static str, u32)> {
    let lines = SOURCES.iter().flat_map(|(name, text)| {
        let numbered = (1..).zip(text.lines());
        let begin = numbered.filter(|(_, line)| line.contains("Finding::new("));
        begin.map(move |(number, _)| (*name, number))
    });
    lines.collect()
}

#[test]
fn every_finding_is_made_by_a_test() {
    for test in TESTS {
        test();
    }
    let made: BTreeSet<(&str, u32)> = begun::places()
        .into_iter()
        .filter_map(|(file, line)| Some((file.rsplit_once("/doctor/")?.1, line)))
        .collect();
    let all = places();
    let never: Vec<_> = all.difference(&made).collect();
    assert!(never.is_empty(), "made by no test: {never:?}");
    assert!(all.len() > 40, "the sources begin more than {}", all.len());
    // Each file in which findings are begun is looked at.
    let strangers: Vec<_> = made.difference(&all).collect();
    let own = |(file, _): &&&(&str, u32)| *file == "finding.rs" || file.starts_with("tests");
    let strangers: Vec<_> = strangers.iter().filter(|place| !own(place)).collect();
    assert!(strangers.is_empty(), "not in `SOURCES`: {strangers:?}");
}
