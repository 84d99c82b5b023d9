//! What is drawn where, and that it stays small and well-formed.

use super::*;
use crate::observe::fixtures;
use crate::record::run_record::TaskKind;

/// Tags must nest and texts be escaped; a stand-in for an XML parser, which is not among
/// the dependencies.
fn well_formed(svg: &str) {
    let mut open: Vec<&str> = Vec::new();
    for piece in svg.split('<').skip(1) {
        let (tag, text) = piece
            .split_once('>')
            .unwrap_or_else(|| panic!("a tag without an end: {piece}"));
        assert!(
            !text.contains('"') && tag.matches('"').count().is_multiple_of(2),
            "{piece}"
        );
        for entity in text.split('&').skip(1) {
            assert!(
                ["amp;", "lt;", "gt;", "quot;"]
                    .iter()
                    .any(|known| entity.starts_with(known)),
                "{piece}"
            );
        }
        match tag.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop(), Some(name)),
            None if tag.ends_with('/') => {}
            None => open.push(tag.split(' ').next().unwrap_or(tag)),
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

fn drawn(record: &RunRecord) -> Vec<Piece> {
    pieces(
        record,
        &Sites::of(record),
        Layout::of(record).width() / Layout::of(record).span as f64,
    )
}

#[test]
fn a_box_per_task_where_and_when_it_ran() {
    let mut run = fixtures::record(3);
    for (task, ppu, start, end) in [
        (0, 0, 1_000, 501_000),
        (1, 1, 501_000, 1_001_000),
        (2, 0, 751_000, 1_001_000),
    ] {
        run.add_slice(task, ppu, start, end);
    }
    let svg = render(&run);
    well_formed(&svg);
    let layout = Layout::of(&run);
    let half = layout.left + layout.width() / 2.0;
    let (y, height) = (layout.y(1), layout.box_height());
    let want = format!(
        "<rect x=\"{half:.2}\" y=\"{y:.1}\" width=\"{:.2}\" height=\"{height:.1}\"",
        layout.width() / 2.0
    );
    assert!(svg.contains(&want), "{want} is missing in {svg}");
    assert!(
        svg.contains("<title>t1\nm.rs:11\n0.500000 to 1.000000 ms (500.000 us), PPU 1</title>"),
        "{svg}"
    );
    assert!(
        svg.contains("PPU 0: 75.0% busy") && svg.contains("idle, 37.5% of the PPUs' time"),
        "{svg}"
    );
    assert!(
        svg.contains("t0 (m.rs:10): 1 task, 500.000 us, 40.0% of the work"),
        "{svg}"
    );
    assert!(
        svg.contains(">0.0 ms</text>") && svg.contains(">0.9 ms</text>"),
        "{svg}"
    );
}

#[test]
fn names_cannot_break_the_picture() {
    let mut run = RunRecord::new("<script>&\"'\u{0}\u{1b}", "a&b.rs", 1);
    run.ppus = vec!["<0>".to_owned()];
    let tile = [("m<T>".to_owned(), vec![0..4], "in")];
    run.add_task(
        "größe ∑ <b> \"x\" ]]>",
        "a&b.rs",
        3,
        TaskKind::User,
        0,
        tile,
    );
    run.add_slice(0, 0, 0, 5_000_000);
    let svg = render(&run);
    well_formed(&svg);
    assert!(!svg.contains("<script>") && !svg.contains('\u{1b}'));
    assert!(svg.contains("größe ∑ &lt;b&gt;") && svg.contains("in m&lt;T&gt;[0..4]"));
}

#[test]
fn narrow_boxes_are_merged_and_nothing_is_lost() {
    let run = fixtures::wide(10_000, 4);
    let pieces = drawn(&run);
    assert!(pieces.len() < 6_000, "{}", pieces.len());
    assert_eq!(pieces.iter().map(|piece| piece.count).sum::<u64>(), 10_000);
    // 900 of every 1000 ns are busy.
    assert!(
        pieces
            .iter()
            .filter(|p| p.task.is_none())
            .all(|p| p.share > 0.8 && p.share < 1.0),
        "{pieces:?}"
    );
    for pair in pieces.windows(2) {
        assert!(
            pair[0].ppu < pair[1].ppu || pair[0].end_ns <= pair[1].start_ns,
            "boxes overlap: {pair:?}"
        );
    }
}

#[test]
fn idle_gaps_stay_visible() {
    let mut run = fixtures::record(2_000);
    for task in 0..2_000_u32 {
        let late = if task < 1_000 { 0 } else { 5_000_000 };
        let start = u64::from(task) * 1_000 + late;
        run.add_slice(task, 0, start, start + 1_000);
    }
    let pieces = drawn(&run);
    assert!(
        pieces
            .iter()
            .all(|piece| piece.end_ns <= 1_000_000 || piece.start_ns >= 6_000_000),
        "{pieces:?}"
    );
}

#[test]
fn a_task_that_waits_shows_what_ran_meanwhile() {
    let mut run = fixtures::record(2);
    run.add_slice(0, 0, 0, 1_000);
    run.add_slice(1, 0, 200, 500);
    let pieces = drawn(&run);
    let depths: Vec<_> = pieces
        .iter()
        .map(|piece| (piece.task, piece.depth))
        .collect();
    assert_eq!(depths, [(Some(0), 0), (Some(1), 1)]);
    assert_eq!(boxes::busy(&run), [1_000, 0]);
}

#[test]
fn the_critical_path_is_framed() {
    let mut run = fixtures::record(3);
    for (task, ppu, start, end) in [(0, 0, 0, 100), (1, 0, 100, 150), (2, 1, 100, 300)] {
        run.add_slice(task, ppu, start, end);
    }
    run.add_edge(0, 1, crate::record::run_record::EdgeKind::Raw);
    run.add_edge(0, 2, crate::record::run_record::EdgeKind::Raw);
    let critical: Vec<_> = drawn(&run)
        .iter()
        .filter(|piece| piece.critical)
        .map(|piece| piece.task)
        .collect();
    assert_eq!(critical, [Some(0), Some(2)]);
    run.stats.replay.laps = 12;
    run.stats.replay.matched = 9;
    run.stats.replay.plain = 1;
    let svg = render(&run);
    assert!(svg.contains("90.0% of 12 laps replayed"));
    assert!(
        svg.contains("critical path 300 ns  ·  parallelism 1.2")
            && svg.contains(">on the critical path</text>")
    );
    assert_eq!(svg.matches(CRITICAL).count(), 3, "two boxes and the legend");
}

#[test]
fn ticks_are_round_and_few() {
    assert_eq!(
        [
            tick_distance(1),
            tick_distance(13),
            tick_distance(1_000_000)
        ],
        [1, 2, 100_000]
    );
    for span in [1, 7, 99, 12_345, 987_654_321, u64::MAX] {
        assert!(span / tick_distance(span) <= 12, "{span}");
    }
}

#[test]
fn nothing_and_very_much() {
    well_formed(&render(&RunRecord::new("empty", "f.rs", 1)));
    let mut no_time = fixtures::record(1);
    no_time.add_slice(0, 0, 5, 5);
    well_formed(&render(&no_time));
    let begin = std::time::Instant::now();
    let svg = render(&fixtures::wide(100_000, 200));
    well_formed(&svg);
    assert!(begin.elapsed().as_secs() < 30, "{:?}", begin.elapsed());
    let mut many_lines = fixtures::record(0);
    for line in 0..40 {
        many_lines.add_task("t", "m.rs", line, TaskKind::User, 0, []);
        many_lines.add_slice(line, 0, u64::from(line) * 10, u64::from(line) * 10 + 10);
    }
    assert!(render(&many_lines).contains("and 16 more source lines, 160 ns, 40.0% of the work"));
}
