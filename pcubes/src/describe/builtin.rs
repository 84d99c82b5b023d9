//! Descriptions that come with the crate: the machines of the HighP5 paper.

/// Names and texts of the built-in descriptions.
pub const BUILT_IN: &[(&str, &str)] = &[
    ("hermes", include_str!("../../machines/hermes.pcubes.toml")),
    ("k20", include_str!("../../machines/k20.pcubes.toml")),
    ("mira", include_str!("../../machines/mira.pcubes.toml")),
    (
        "xeon-6438y",
        include_str!("../../machines/xeon-6438y.pcubes.toml"),
    ),
    (
        "i5-cluster",
        include_str!("../../machines/i5-cluster.pcubes.toml"),
    ),
    (
        "i5-cluster-efficient",
        include_str!("../../machines/i5-cluster-efficient.pcubes.toml"),
    ),
    ("super1", include_str!("../../machines/super1.pcubes.toml")),
    (
        "e5-2670",
        include_str!("../../machines/e5-2670.pcubes.toml"),
    ),
];

/// The text of the built-in description `name` (in any case); `None` when there is none.
#[must_use]
pub fn built_in(name: &str) -> Option<&'static str> {
    BUILT_IN
        .iter()
        .find(|(known, _)| known.eq_ignore_ascii_case(name))
        .map(|entry| entry.1)
}
