//! The ways in which every program is run: on 1, 2 and 8 PPUs, mapped and not, on the schedule
//! that comes up and on disturbed ones, with repeats that are replayed and that are not. What it writes is the same in all of them.

use std::fmt;

use hp5_tests::repository;

/// How programs are run.
pub(super) struct Way {
    /// `HP5_NUM_PPUS`.
    pub(super) ppus: usize,
    /// The mapping beside the program.
    map: Option<&'static str>,
    /// `HP5_CHAOS`: the seed of a disturbed schedule.
    chaos: Option<u64>,
    /// `HP5_REPLAY`.
    replay: &'static str,
}

/// Without a mapping, by the one for this machine and by the one for Hermes; as tasks come, and in
/// an order that chance says, with delays; repeats replayed wherever they can be, or where it pays,
/// or never.
const WAYS: [Way; 6] = [
    Way::new(1, None, None, "0"),
    Way::new(1, None, None, "always"),
    Way::new(2, Some("local.map"), None, "1"),
    Way::new(2, None, Some(1), "always"),
    Way::new(8, Some("hermes.map"), None, "always"),
    Way::new(8, Some("local.map"), Some(2), "0"),
];

/// Those on so many PPUs.
pub(super) fn ways(ppus: usize) -> impl Iterator<Item = &'static Way> {
    let list = WAYS.iter().filter(move |way| way.ppus == ppus);
    assert!(list.clone().count() > 0, "no way to run on {ppus} PPUs");
    list
}

impl Way {
    const fn new(
        ppus: usize,
        map: Option<&'static str>,
        chaos: Option<u64>,
        replay: &'static str,
    ) -> Way {
        Way {
            ppus,
            map,
            chaos,
            replay,
        }
    }

    /// The variables for a program; one that is no example has no mappings.
    pub(super) fn variables(&self, name: &str) -> Vec<(&'static str, String)> {
        let mut list = vec![
            ("HP5_NUM_PPUS", self.ppus.to_string()),
            ("HP5_REPLAY", self.replay.to_owned()),
        ];
        list.extend(self.chaos.map(|seed| ("HP5_CHAOS", seed.to_string())));
        let folder = repository().join("examples/highp5").join(name);
        if let Some(map) = self.map.filter(|_| folder.is_dir()) {
            let machine = match map {
                "hermes.map" => "hermes",
                // Any machine has the levels of this one's mapping: this one may be flat.
                _ => "package:2 core:8",
            };
            list.push(("HP5_MAP", folder.join(map).to_string_lossy().into_owned()));
            list.push(("HP5_MACHINE", machine.to_owned()));
        }
        list
    }
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (map, chaos) = (self.map.unwrap_or("no mapping"), self.chaos);
        write!(f, "{} PPUs, {map}, HP5_REPLAY={}", self.ppus, self.replay)?;
        chaos.map_or(Ok(()), |seed| write!(f, ", HP5_CHAOS={seed}"))
    }
}
