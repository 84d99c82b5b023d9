//! Rows elsewhere: arrays of pointers, and other names of what these lead to.
//!
//! Of `rows[i][j]` the graph knows where the pointers lie. A program may use the same elements by other
//! names, as `data[k]` or by another array of pointers, and nothing in its text need say so:
//!
//! ```c
//! m->data = all; for (i = 0; i < n; i++) row[i] = all + i * n; m->row = row;
//! ```
//!
//! So the region is told, before tasks that use them are registered, where rows begin and how far tasks
//! reach into them. What is told of later and lies in one of them is used together with the pointers: a
//! task that writes some of `data` counts as one that writes all of `rows`. So does one that writes a row, where rows
//! overlap. What tasks used before the rows are told of comes before all of their users, by an empty task.

mod pointers;

use std::collections::{BTreeMap, HashMap};
use std::ffi::c_void;
use std::ops::Range;
use std::sync::Arc;

use runtime::rt::{self, Mode};

use crate::array::{Array, Shape};
use crate::race::Uses;
use crate::region::{Region, region_of};
use crate::site::{self, Site};
use crate::status::{Failure, Status, status};

/// The rows to which an array of pointers leads.
pub(crate) struct Rows {
    /// Where they begin, in order.
    starts: Vec<usize>,
    /// Which bytes are used, from where they begin.
    reach: Range<isize>,
}

impl Rows {
    /// Some row has a byte of the memory.
    pub(crate) fn meet(&self, memory: &Range<usize>) -> bool {
        let from = memory
            .start
            .saturating_add_signed(self.reach.end.saturating_neg());
        let past = memory
            .end
            .saturating_add_signed(self.reach.start.saturating_neg());
        // Those that begin at `from` end where the memory begins.
        let first = self.starts.partition_point(|&start| start <= from);
        self.starts.get(first).is_some_and(|&start| start < past)
    }

    /// Where the first row begins that does not lie before these bytes; where these begin if they meet.
    pub(crate) fn next(&self, bytes: &Range<usize>) -> usize {
        if self.meet(bytes) {
            return bytes.start;
        }
        let past = bytes
            .end
            .saturating_add_signed(self.reach.start.saturating_neg());
        let behind = self.starts.partition_point(|&start| start < past);
        let next = self.starts.get(behind);
        next.map_or(usize::MAX, |start| {
            start.saturating_add_signed(self.reach.start)
        })
    }

    /// A row that begins there has a byte of one of others.
    fn meets(&self, start: usize, others: &[Arc<Rows>]) -> bool {
        let at = |by| start.saturating_add_signed(by);
        let row = at(self.reach.start)..at(self.reach.end);
        others.iter().any(|rows| rows.meet(&row))
    }

    /// Two of them have a byte in common. (Two pointers to one row: see [`hp5_rows`].)
    fn overlap(&self) -> bool {
        let bytes = self
            .reach
            .end
            .saturating_sub(self.reach.start)
            .unsigned_abs();
        self.starts.windows(2).any(|two| two[1] - two[0] < bytes)
    }

    /// The rows' memory.
    fn memory(&self) -> impl Iterator<Item = Range<usize>> {
        let at = |start: usize, by| start.saturating_add_signed(by);
        let reach = self.reach.clone();
        let rows = self.starts.iter();
        rows.map(move |&start| at(start, reach.start)..at(start, reach.end))
    }
}

/// How tasks use all that stands for rows.
#[derive(Clone)]
enum Whole {
    /// An array of the region.
    Array(Array),
    /// The memory of pointers of which nobody told the lengths.
    Bytes(Range<usize>),
}

/// Lists of rows of one place that reach differently far, beyond which some are taken to reach as far as others.
const LISTS: usize = 32;

/// What stands for rows: an array's base, or a key.
struct Place {
    whole: Whole,
    /// The rows; of those that reach equally far each list less than half as long as the one before: who tells of
    /// one row at a time has few lists.
    rows: Vec<Arc<Rows>>,
    /// Where the pointers lie that lead to them: from the first byte to behind the last one.
    pointers: BTreeMap<usize, usize>,
    /// What else stands for some of them, told of before; the place itself, where rows of it have bytes in common.
    others: Vec<usize>,
}

/// Pointers that were told of: how many, and how far tasks reach behind each.
type Told = (usize, Range<isize>);

/// All rows of a region.
#[derive(Default)]
pub(crate) struct AllRows {
    places: HashMap<usize, Place>,
    /// By where the pointers lie.
    told: HashMap<usize, Told>,
}

impl AllRows {
    /// Places that stand for rows in which some of the memory lies, or for rows of `place` itself.
    fn others(&self, place: usize, memory: &Range<usize>) -> Vec<usize> {
        let all = self.places.iter().filter(|(other, _)| **other != place);
        let meets = |one: &Place| one.rows.iter().any(|rows| rows.meet(memory));
        let mut found: Vec<usize> = Vec::new();
        found.extend(all.filter(|(_, one)| meets(one)).map(|(other, _)| *other));
        let own = self.places.get(&place);
        for other in own.into_iter().flat_map(|own| &own.others) {
            if !found.contains(other) {
                found.push(*other);
            }
        }
        // In an order that does not change from run to run.
        found.sort_unstable();
        found
    }

    /// The rows for which a place stands.
    pub(crate) fn of(&self, place: usize) -> impl Iterator<Item = &Arc<Rows>> {
        self.places
            .get(&place)
            .into_iter()
            .flat_map(|one| &one.rows)
    }

    fn knows(&self, table: usize, count: usize, reach: &Range<isize>) -> bool {
        let told = self.told.get(&table);
        told.is_some_and(|(known, of)| {
            count <= *known && of.start <= reach.start && reach.end <= of.end
        })
    }

    /// The place is known by another array now, or by more bytes.
    fn stand(&mut self, place: usize, whole: Whole) {
        if let Some(known) = self.places.get_mut(&place) {
            known.stand(whole);
        }
    }

    /// The pointers of a table that the place is not yet known to lead through, by where they lie.
    fn new_pointers(&self, place: usize, table: usize, starts: &[usize]) -> Vec<usize> {
        let place = self.places.get(&place);
        let all = starts.iter().enumerate().filter(|(n, start)| {
            let at = table + n * size_of::<usize>();
            **start != 0 && !place.is_some_and(|place| place.has_pointer(at))
        });
        all.map(|(_, start)| *start).collect()
    }

    /// Some of the rows that begin there have bytes of those that the place is known to stand for.
    fn has_bytes_of(&self, place: usize, rows: &Rows, starts: &[usize]) -> bool {
        let known = self.places.get(&place).map_or(&[][..], |place| &place.rows);
        starts.iter().any(|&start| rows.meets(start, known))
    }

    /// The pointers that lie there are among those that a place leads through.
    fn lead_through(&mut self, place: usize, pointers: Range<usize>) {
        if let Some(place) = self.places.get_mut(&place) {
            place.add_pointers(pointers);
        }
    }

    /// Takes rows in for which a place stands. `twice`: several pointers lead to one of them, or to bytes of one
    /// that was known before.
    fn add(&mut self, at: usize, (rows, twice): (Rows, bool), whole: Whole) {
        let others = self.places.iter().filter(|(other, one)| {
            let meets = |known: &Arc<Rows>| rows.memory().any(|row| known.meet(&row));
            **other != at && one.rows.iter().any(meets)
        });
        let mut others: Vec<usize> = others.map(|(other, _)| *other).collect();
        others.extend((twice || rows.overlap()).then_some(at));
        let place = self.places.entry(at).or_insert_with(|| Place {
            whole: whole.clone(),
            rows: Vec::new(),
            pointers: BTreeMap::new(),
            others: Vec::new(),
        });
        for other in others {
            if !place.others.contains(&other) {
                place.others.push(other);
            }
        }
        place.stand(whole);
        place.add(rows);
    }
}

impl Place {
    fn add(&mut self, mut rows: Rows) {
        let many = self.rows.len() >= LISTS;
        while let Some(last) = self.rows.pop_if(|last| {
            last.starts.len() <= 2 * rows.starts.len() && (many || last.reach == rows.reach)
        }) {
            rows.starts.extend(&last.starts);
            rows.starts.sort_unstable();
            rows.starts.dedup();
            let (own, other) = (rows.reach, &last.reach);
            rows.reach = own.start.min(other.start)..own.end.max(other.end);
        }
        self.rows.push(Arc::new(rows));
    }

    fn has_pointer(&self, at: usize) -> bool {
        let before = self.pointers.range(..=at).next_back();
        before.is_some_and(|(_, end)| at < *end)
    }

    fn add_pointers(&mut self, Range { mut start, mut end }: Range<usize>) {
        while let Some((&from, &to)) =
            (self.pointers.range(..=end).next_back()).filter(|(_, to)| **to >= start)
        {
            (start, end) = (start.min(from), end.max(to));
            self.pointers.remove(&from);
        }
        self.pointers.insert(start, end);
    }

    /// The place is known by another array now, or by more bytes.
    fn stand(&mut self, whole: Whole) {
        self.whole = match (&self.whole, whole) {
            (Whole::Bytes(a), Whole::Bytes(b)) => {
                Whole::Bytes(a.start.min(b.start)..a.end.max(b.end))
            }
            (_, whole) => whole,
        };
    }
}

/// What declares an access: a task, or the tasks of a loop.
pub(crate) trait Declares {
    /// All of an array; true if some of it was declared before, and one of the two is written.
    fn all(&mut self, array: &rt::Array<Shape>, mode: Mode) -> bool;
    /// Bytes of no array, in the same way.
    fn bytes(&mut self, bytes: Range<usize>, mode: Mode) -> bool;
}

impl Declares for rt::Task<'_> {
    fn all(&mut self, array: &rt::Array<Shape>, mode: Mode) -> bool {
        self.access_all(array, mode)
    }

    fn bytes(&mut self, bytes: Range<usize>, mode: Mode) -> bool {
        self.access_memory(bytes, mode)
    }
}

/// What else stands for what a task uses, and how it uses it.
#[derive(Default)]
pub(crate) struct Others(Vec<(usize, Mode)>);

impl Others {
    fn add(&mut self, place: usize, mode: Mode) {
        match self.0.iter_mut().find(|(known, _)| *known == place) {
            Some((_, known)) if *known == mode => {}
            Some((_, known)) => *known = Mode::InOut,
            None => self.0.push((place, mode)),
        }
    }
}

impl Region {
    /// Notes what else stands for memory that a task uses as `place` (an array's base, or a key).
    pub(crate) fn note_rows(
        &self,
        place: usize,
        memory: &Range<usize>,
        mode: Mode,
        others: &mut Others,
    ) {
        let rows = self.rows().borrow();
        if rows.places.is_empty() {
            return;
        }
        // What is written in part is read, too.
        let mode = if mode == Mode::In { mode } else { Mode::InOut };
        for place in rows.others(place, memory) {
            others.add(place, mode);
        }
    }

    /// Declares what was noted, behind all else that the task uses; true if it uses some of it by other
    /// names, too.
    ///
    /// # Errors
    /// An array that the region does not have.
    pub(crate) fn declare_rows(
        &self,
        Others(others): Others,
        task: &mut impl Declares,
        uses: &mut Uses,
    ) -> Result<bool, Failure> {
        let mut known_before = false;
        for (place, mode) in others {
            let known = self
                .rows()
                .borrow()
                .places
                .get(&place)
                .map(|known| known.whole.clone());
            match &known {
                Some(Whole::Array(number)) => {
                    let arrays = self.arrays().borrow();
                    uses.tiles(arrays.get(*number)?.array.view_ref(), &[]);
                }
                _ => uses.key(place),
            }
            if let Some(whole) = known {
                known_before |= self.declare_all(&whole, mode, task)?;
            }
        }
        Ok(known_before)
    }

    fn declare_all(
        &self,
        whole: &Whole,
        mode: Mode,
        task: &mut impl Declares,
    ) -> Result<bool, Failure> {
        Ok(match whole {
            Whole::Array(number) => {
                let arrays = self.arrays().borrow();
                task.all(&arrays.get(*number)?.array, mode)
            }
            Whole::Bytes(bytes) => task.bytes(bytes.clone(), mode),
        })
    }
}

/// Tells a region of rows that lie elsewhere: what stands for `place` in tasks (the base of an array
/// with `HP5_POINTERS`, or a key) leads through `count` pointers of `table`, from number `first` on, to rows,
/// of which tasks use the bytes from `lower` on, without `upper`; `PTRDIFF_MAX`: nobody knows, as far as
/// the next row. Tasks that use some of these bytes by another name,
/// told of later, are ordered with those that use `place`. Before tasks that use it are registered;
/// to tell it again costs little. `table` may be `place`, or, of `double ***`, one of those that its
/// pointers lead to. Pointers that are NULL lead nowhere.
///
/// # Safety
/// `region` is NULL or an open region, on its thread; `site` is NULL or made by `HP5_SITE`. There are so
/// many pointers, or the kernel may be asked which are there (`process_vm_readv`); what they lead to is
/// not touched.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hp5_rows(
    region: *mut Region,
    site: *mut Site,
    place: *const c_void,
    table: *const *const c_void,
    first: isize,
    count: isize,
    lower: isize,
    upper: isize,
) -> Status {
    status(|| {
        // SAFETY: the caller's promise.
        let region = unsafe { region_of(region)? };
        let (place, reach) = (place.addr(), lower..upper);
        if table.is_null() || count <= 0 || reach.is_empty() {
            return Ok(());
        }
        let table = table.wrapping_offset(first);
        let count = count.unsigned_abs();
        let whole = region.whole(place, table.addr()..table.wrapping_add(count).addr());
        if region.rows().borrow().knows(table.addr(), count, &reach) {
            region.rows().borrow_mut().stand(place, whole);
            return Ok(());
        }
        let mut starts = pointers::read(table.addr(), count);
        let new = (region.rows().borrow()).new_pointers(place, table.addr(), &starts);
        starts.retain(|&start| start != 0);
        starts.sort_unstable();
        let pointers = starts.len();
        starts.dedup();
        let twice = starts.len() < pointers;
        let told = (count, reach.clone());
        let reach = match upper {
            isize::MAX => lower..lower.saturating_add(shortest(&starts)),
            _ => reach,
        };
        let rows = Rows { starts, reach };
        let again = region.rows().borrow().has_bytes_of(place, &rows, &new);
        // SAFETY: the caller's promise.
        let site = unsafe { site::known(site)? };
        if region.place().is_some() {
            // The sanitizer is told of bodies, and would not see the empty task between them.
            region.rt().try_wait()?;
            region.waited();
        }
        let mut declared = Ok(false);
        region.rt().order_after(site, rows.memory(), |task| {
            declared = region.declare_all(&whole, Mode::InOut, task);
        });
        declared?;
        let mut all_rows = region.rows().borrow_mut();
        all_rows.add(place, (rows, twice || again), whole);
        all_rows.lead_through(place, table.addr()..table.wrapping_add(count).addr());
        region.watch().rows_told();
        all_rows.told.insert(table.addr(), told);
        Ok(())
    })
}

/// Whether a pointer leads to memory of so many bytes: what translated programs ask before they go through one which
/// a task goes through only under a condition, `if (n->kind == LEAF) n->leaf->u[i] = 0;`, and that may be anything
/// otherwise. Where the kernel may not be asked (some containers) it is true of all but NULL.
#[unsafe(no_mangle)]
pub extern "C" fn hp5_readable(place: *const c_void, bytes: usize) -> bool {
    pointers::is_readable(place.addr(), bytes)
}

/// The shortest way from a row to the next one: rows of one length in one block, or blocks of their own
/// of that length, are no longer.
fn shortest(starts: &[usize]) -> isize {
    let ways = starts.windows(2).map(|two| two[1] - two[0]);
    ways.min()
        .map_or(1, |bytes| isize::try_from(bytes).unwrap_or(1))
}

impl Region {
    /// What stands for all rows of a place.
    fn whole(&self, place: usize, table: Range<usize>) -> Whole {
        match self.arrays().borrow().at(place) {
            Some(array) => Whole::Array(array),
            None => Whole::Bytes(table.start.min(place)..table.end.max(place.saturating_add(1))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(starts: &[usize], reach: Range<isize>) -> Rows {
        let starts = starts.to_vec();
        Rows { starts, reach }
    }

    #[test]
    fn rows_meet_what_has_a_byte_of_them() {
        let rows = rows(&[100, 200, 300], -8..16);
        for memory in [92..93, 115..116, 0..93, 210..211, 150..193, 315..900] {
            assert!(rows.meet(&memory), "{memory:?}");
        }
        for memory in [0..92, 116..192, 216..292, 316..900] {
            assert!(!rows.meet(&memory), "{memory:?}");
        }
    }

    #[test]
    fn rows_told_of_one_by_one_are_few_lists() {
        let mut all = AllRows::default();
        for n in 0..1000 {
            all.add(7, (rows(&[1000 + 10 * n], 0..8), false), Whole::Bytes(7..8));
        }
        assert!(all.of(7).count() < 12, "{}", all.of(7).count());
        assert_eq!(all.of(7).map(|rows| rows.starts.len()).sum::<usize>(), 1000);
        assert_eq!(all.others(1, &(10_005..10_006)), [7]);
        assert_eq!(all.others(1, &(10_008..10_010)), [] as [usize; 0]);
        assert_eq!(all.others(7, &(10_005..10_006)), [] as [usize; 0]);
    }

    #[test]
    fn tables_of_rows_that_overlap_stand_for_themselves() {
        let mut all = AllRows::default();
        all.add(7, (rows(&[100, 108], 0..8), false), Whole::Bytes(7..8));
        all.add(8, (rows(&[200, 207], 0..8), false), Whole::Bytes(8..9));
        all.add(9, (rows(&[300, 400], 0..8), true), Whole::Bytes(9..10));
        let own = [7, 8, 9].map(|place| all.others(place, &(place..place + 1)));
        assert_eq!(own, [vec![], vec![8], vec![9]]);
    }

    /// `double ***all`, where `all[0]` and `all[1]` lead to the same rows, or to others.
    #[test]
    fn rows_of_two_tables_of_one_place_are_compared() {
        let (tables, mut all) = ([1000, 2000], AllRows::default());
        let tell = |all: &mut AllRows, table: usize, starts: &[usize], reach| {
            let new = all.new_pointers(7, table, starts);
            let rows = rows(starts, 0..reach);
            let again = all.has_bytes_of(7, &rows, &new);
            all.add(7, (rows, again), Whole::Bytes(7..8));
            all.lead_through(7, table..table + size_of_val(starts));
            all.others(7, &(7..8))
        };
        let none: Vec<usize> = Vec::new();
        assert_eq!(tell(&mut all, tables[0], &[100, 200], 60), none);
        // The same pointers, more of them, and other rows, which do not reach as far.
        assert_eq!(tell(&mut all, tables[0], &[100, 200, 300], 100), none);
        assert_eq!(tell(&mut all, tables[0] + 8, &[200, 300], 100), none);
        assert_eq!(tell(&mut all, tables[1], &[400, 430], 30), none);
        assert_eq!(tell(&mut all, tables[1], &[400, 430, 460, 490], 30), none);
        assert_eq!(tell(&mut all, tables[1] + 64, &[399], 1), [7]);
    }

    #[test]
    fn pointers_that_lie_side_by_side_are_one_range() {
        let mut all = AllRows::default();
        all.add(7, (rows(&[100], 0..8), false), Whole::Bytes(7..8));
        for range in [80..96, 0..16, 32..48, 16..32, 40..64] {
            all.lead_through(7, range);
        }
        let place = all.places.get(&7).expect("it was added");
        assert_eq!(place.pointers, BTreeMap::from([(0, 64), (80, 96)]));
        let known = [0, 56, 64, 72, 80, 96].map(|at| place.has_pointer(at));
        assert_eq!(known, [true, true, false, false, true, false]);
    }

    #[test]
    fn tables_of_the_same_rows_stand_for_one_another() {
        let mut all = AllRows::default();
        all.add(7, (rows(&[100, 200], 0..8), false), Whole::Bytes(7..8));
        all.add(9, (rows(&[204, 400], 0..8), false), Whole::Bytes(9..10));
        assert_eq!(all.others(9, &(9..10)), [7]);
        assert_eq!(all.others(7, &(7..8)), [] as [usize; 0]);
    }

    #[test]
    fn rows_of_unknown_lengths_reach_to_the_next_one() {
        assert_eq!(shortest(&[8, 40, 56]), 16);
        assert_eq!(shortest(&[8]), 1);
    }
}
