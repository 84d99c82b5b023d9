//! Sets of processors as the kernel writes them: `0-3,8,10-11`.

use std::collections::BTreeSet;
use std::fmt;

/// Processors by the operating system's numbers.
#[derive(Debug, Clone, PartialEq, Eq, Default, PartialOrd, Ord)]
pub struct CpuSet(pub(crate) BTreeSet<u32>);

/// No kernel numbers its processors beyond this.
const MOST_CPUS: u32 = 1 << 20;

impl CpuSet {
    /// Reads a list such as `0-3,8`; `None` when it is none. An empty text is the empty set.
    #[must_use]
    pub fn parse(text: &str) -> Option<CpuSet> {
        let mut set = BTreeSet::new();
        for part in text
            .trim()
            .split(',')
            .map(str::trim)
            .filter(|part| !part.is_empty())
        {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            let (first, last): (u32, u32) = (first.parse().ok()?, last.parse().ok()?);
            if first > last || last >= MOST_CPUS {
                return None;
            }
            set.extend(first..=last);
        }
        Some(CpuSet(set))
    }

    /// The processors of both.
    #[must_use]
    pub fn and(&self, other: &CpuSet) -> CpuSet {
        CpuSet(self.0.intersection(&other.0).copied().collect())
    }

    /// True when it has no processor.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Number of processors.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The processors in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.0.iter().copied()
    }

    pub(crate) fn first(&self) -> Option<u32> {
        self.0.first().copied()
    }

    /// True when all of `other` are in it.
    #[must_use]
    pub fn contains_all(&self, other: &CpuSet) -> bool {
        other.0.is_subset(&self.0)
    }

    pub(crate) fn meets(&self, other: &CpuSet) -> bool {
        !self.0.is_disjoint(&other.0)
    }
}

impl FromIterator<u32> for CpuSet {
    fn from_iter<I: IntoIterator<Item = u32>>(cpus: I) -> Self {
        CpuSet(cpus.into_iter().collect())
    }
}

/// Writes numbers, in the order given, as a list with runs: `0-3,8`.
pub(crate) fn write_list(cpus: &[u32]) -> String {
    let runs = cpus.chunk_by(|a, b| a.checked_add(1) == Some(*b));
    let text = |run: &[u32]| match run {
        [one] => one.to_string(),
        [first, .., last] => format!("{first}-{last}"),
        [] => String::new(),
    };
    runs.map(text).collect::<Vec<_>>().join(",")
}

/// Reads a list in the order written, repetitions refused: what [`write_list`] writes.
pub(crate) fn read_list(text: &str) -> Option<Vec<u32>> {
    let mut cpus = Vec::new();
    for part in text.split(',').filter(|_| !text.trim().is_empty()) {
        cpus.extend(CpuSet::parse(part).filter(|set| !set.is_empty())?.0);
    }
    let distinct = cpus.iter().collect::<BTreeSet<_>>().len() == cpus.len();
    distinct.then_some(cpus)
}

impl fmt::Display for CpuSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&write_list(&self.0.iter().copied().collect::<Vec<_>>()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_read_and_write() {
        for text in ["0-3,8,10-11", "5", "", "0,2,4"] {
            assert_eq!(CpuSet::parse(text).unwrap().to_string(), text);
        }
        for text in ["a", "3-1", "1-", "-1", "0-99999999", "1;2"] {
            assert_eq!(CpuSet::parse(text), None, "{text}");
        }
    }

    #[test]
    fn ordered_lists_keep_their_order() {
        assert_eq!(write_list(&[0, 4, 1, 2, 3]), "0,4,1-3");
        assert_eq!(read_list("0,4,1-3"), Some(vec![0, 4, 1, 2, 3]));
        assert_eq!(read_list(""), Some(vec![]));
        assert_eq!(read_list("1,,2"), None);
        assert_eq!(read_list("1-3,2"), None);
    }
}
