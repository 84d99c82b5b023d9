//! What a loop's sections meet, beside what sections of single tasks do.

use crate::graph::access::Access;
use crate::graph::geometry::Mode;
use crate::rt::loops::nest::DEEPEST;
use crate::rt::loops::section::{Plan, Section};
use crate::rt::{self, Region};

/// A small generator: the sections are the same in each run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: isize) -> isize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) as isize % end
    }
}

#[test]
fn a_part_of_a_tile_counts_as_what_it_has_of_it() {
    let region = Region::begin(rt::site!("sizes", file!(), line!()));
    let a = vec![0_f64; 120 * 700];
    // SAFETY: no task uses it.
    let array = unsafe { region.array("a", rt::flat(&raw const a).rows(700), &[48, 128]) };
    let table = region.table_of(array.id());
    let entry = table.entry(array.id());
    let mut numbers = Numbers(7);
    let mut sizes = std::collections::BTreeSet::new();
    for _ in 0..500 {
        let at: [isize; 4] = std::array::from_fn(|_| numbers.below(3) - 1);
        let section = |[(i, i_end), (j, j_end)]: [(isize, isize); 2]| {
            [(i + at[0], i_end + at[1]), (j + at[2], j_end + at[3])]
        };
        let rows = (numbers.below(110), 1 + numbers.below(50));
        let columns = (numbers.below(690), 1 + numbers.below(200));
        let [rows, columns] = [rows, columns].map(|(from, count)| (from, from + count));
        let mut corners = [(0, 0); DEEPEST];
        corners[0] = rows;
        let mut plan = Plan::new(array.id(), entry, Mode::In, &Section::new(section));
        plan.begin_row(1, &corners);
        let (mut by_loop, mut alone) = (Vec::new(), Vec::new());
        plan.tiles(1, columns, |tile: Access| by_loop.push(tile));
        let section = section([rows, columns]);
        if section[1].0 >= 0 && section[1].1 <= 700 {
            entry.lower(array.id(), &section, Mode::In, |tile| alone.push(tile));
            assert_eq!(by_loop, alone, "{section:?}");
        }
        sizes.extend(by_loop.iter().map(|tile| tile.size().bytes()));
    }
    drop(table);
    region.try_end().unwrap();
    assert_eq!(sizes.first(), Some(&64), "one element: its cache line");
    assert_eq!(sizes.last(), Some(&49_152), "all of a tile");
    assert!(sizes.len() > 40, "{sizes:?}");
}
