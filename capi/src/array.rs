//! Arrays of a region, and how tasks name what they use of them.

mod elements;

pub(crate) use elements::Found;

use std::collections::HashMap;
use std::ffi::{c_char, c_void};
use std::sync::Arc;

use runtime::rt::{self, Geometry, Mode as Known, View};

use crate::region::{Region, region_of};
use crate::status::{self, Failure, all, guard, string, there};

/// Most dimensions of an array, and most loops around one another.
pub const HP5_MAX_DIMS: usize = 6;

/// Number of an array in its region.
pub type Array = u32;

/// What `hp5_array` returns when it fails.
pub const HP5_NO_ARRAY: Array = u32::MAX;

/// How a task uses what it names.
pub type Mode = u32;
/// It reads.
pub const HP5_IN: Mode = 1;
/// It overwrites without reading.
pub const HP5_OUT: Mode = 2;
/// It reads and writes.
pub const HP5_INOUT: Mode = 3;
/// It reads and writes, in any order among the commutative users, one at a time.
pub const HP5_COMMUTATIVE: Mode = 4;

/// The array's rows are reached through an array of pointers (`double **`), to which `base` points.
pub const HP5_POINTERS: u32 = 1;
/// An inner index may run over into the next row: a section that does is the whole array.
pub const HP5_LINEAR: u32 = 2;

/// Indices of one dimension: from `lower` on, without `upper`. 0 to `PTRDIFF_MAX` are all of them.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The first index.
    pub lower: isize,
    /// One past the last.
    pub upper: isize,
}

/// What an array is, and how it is cut into tiles (its template). Rows lie one after the other, the
/// last dimension innermost.
#[repr(C)]
pub struct ArrayInfo {
    /// For people; NULL is "".
    pub name: *const c_char,
    /// Its first element; its rows' pointers with `HP5_POINTERS`. An array is known by this address.
    pub base: *const c_void,
    /// Size of an element in bytes.
    pub element_bytes: usize,
    /// Number of dimensions, 0 (a scalar) to `HP5_MAX_DIMS`.
    pub dims: u32,
    /// `HP5_POINTERS`, `HP5_LINEAR`, or 0.
    pub flags: u32,
    /// Elements per dimension. What tasks use beyond them is ordered as the nearest element is.
    pub extents: *const usize,
    /// Elements of a tile per dimension, or `hp5_parts(n)` or `hp5_parts_ceil(n)`; 0: the whole dimension.
    /// NULL: one tile.
    pub tile: *const usize,
}

impl Bounds {
    /// As the runtime has them: all of a dimension does not run over into the next row.
    pub(crate) fn known(self) -> (isize, isize) {
        match (self.lower, self.upper) {
            (0, isize::MAX) => rt::ALL,
            bounds => bounds,
        }
    }
}

/// A geometry that can be copied.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Shape {
    base: usize,
    bytes: usize,
    dims: usize,
    extents: [usize; HP5_MAX_DIMS],
    tile: [usize; HP5_MAX_DIMS],
    element_bytes: usize,
    linear: bool,
    pointers: bool,
}

impl View for Shape {
    fn geometry(&self) -> Geometry {
        Geometry {
            base: self.base,
            bytes: self.bytes,
            extents: self.extents[..self.dims].into(),
            element_bytes: self.element_bytes,
            linear: self.linear,
            open: true,
            cells: 0,
        }
    }
}

impl Shape {
    /// Where its first element is, or the first of its rows' pointers.
    pub(crate) fn base(&self) -> usize {
        self.base
    }

    /// Number of dimensions.
    pub(crate) fn dims(&self) -> usize {
        self.dims
    }

    /// # Safety
    /// As for [`hp5_array`].
    unsafe fn new(info: &ArrayInfo) -> Result<Shape, Failure> {
        let wrong = |what: &str| Err(Failure::misuse(format!("hp5_array: {what}")));
        let dims = info.dims as usize;
        if dims > HP5_MAX_DIMS {
            return wrong(&format!("{dims} dimensions: at most {HP5_MAX_DIMS}"));
        }
        if info.base.is_null() {
            return wrong("the array's base is NULL");
        }
        if info.element_bytes == 0 {
            return wrong("elements of 0 bytes");
        }
        if info.flags & !(HP5_POINTERS | HP5_LINEAR) != 0 {
            return wrong("flags that are none");
        }
        let mut shape = Shape {
            base: info.base.addr(),
            bytes: 0,
            dims,
            extents: [0; HP5_MAX_DIMS],
            tile: [0; HP5_MAX_DIMS],
            element_bytes: info.element_bytes,
            linear: info.flags & HP5_LINEAR != 0,
            pointers: info.flags & HP5_POINTERS != 0,
        };
        // SAFETY: the caller's promise.
        let extents = unsafe { all(info.extents, dims, "hp5_array: the extents")? };
        shape.extents[..dims].copy_from_slice(extents);
        if !info.tile.is_null() {
            // SAFETY: as above.
            let tile = unsafe { all(info.tile, dims, "hp5_array: the tile")? };
            shape.tile[..dims].copy_from_slice(tile);
        }
        let (counted, unit) = match (info.flags & HP5_POINTERS != 0, extents.first()) {
            (true, Some(rows)) => (std::slice::from_ref(rows), size_of::<*const c_void>()),
            _ => (extents, info.element_bytes),
        };
        let bytes = (counted.iter()).try_fold(unit, |bytes, &n| bytes.checked_mul(n));
        match bytes.filter(|&bytes| shape.base.checked_add(bytes).is_some()) {
            Some(bytes) => shape.bytes = bytes,
            None => return wrong("the array is larger than the address space"),
        }
        Ok(shape)
    }

    /// Addresses that stand for the tiles which a section meets: their first elements. (For
    /// `race.rs`: the graph has its own keys.)
    pub(crate) fn tiles(&self, section: &[(isize, isize)], mut with: impl FnMut(usize)) {
        let section = match self.runs_over(section) {
            true => &[],
            false => section,
        };
        let cut = |d: usize| {
            let extent = self.extents[d];
            let (lower, upper) = section.get(d).copied().unwrap_or(rt::ALL);
            // What lies beyond counts with the nearest tile.
            let within = |index: isize| {
                let index = usize::try_from(index).unwrap_or(0);
                index.min(extent.saturating_sub(1))
            };
            let cut = rt::Cut::new(extent, self.tile[d]);
            let tiles = match lower < upper {
                true => cut.tile_of(within(lower))..cut.tile_of(within(upper - 1)) + 1,
                false => 0..0,
            };
            (tiles, cut)
        };
        let mut starts = vec![0_usize];
        for d in 0..self.dims {
            let (tiles, cut) = cut(d);
            let extent = self.extents[d];
            let first = move |tile| cut.first_of(tile);
            let next = |&at: &usize| tiles.clone().map(first).map(move |i| at * extent + i);
            starts = starts.iter().flat_map(next).collect();
        }
        let address = |start: usize| {
            self.base
                .wrapping_add(start.wrapping_mul(self.element_bytes))
        };
        starts.into_iter().for_each(|start| with(address(start)));
    }
}

/// Arrays that are found again at once.
const RECENT: usize = 64;

/// The arrays of a region, by number.
pub(crate) struct Arrays {
    known: Vec<Option<Named>>,
    /// Numbers of arrays that were told of, by their bases, since the last new one (which may have
    /// taken the place of others): a program tells of the same ones again with every task.
    recent: [Array; RECENT],
    /// The last one that was told of with a base.
    by_base: HashMap<usize, Array>,
}

/// An array, and what people call it.
#[derive(Clone)]
pub(crate) struct Named {
    pub(crate) array: rt::Array<Shape>,
    pub(crate) name: Arc<str>,
}

impl Default for Arrays {
    fn default() -> Self {
        Arrays {
            known: Vec::new(),
            recent: [HP5_NO_ARRAY; RECENT],
            by_base: HashMap::new(),
        }
    }
}

impl Arrays {
    fn place(shape: &Shape) -> usize {
        // One multiplication spreads addresses; its upper bits are mixed.
        (shape.base as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) as usize >> (usize::BITS - 6)
    }

    /// The array of this shape, if it was told of a short while ago.
    fn find(&self, shape: &Shape) -> Option<Array> {
        let number = self.recent[Arrays::place(shape)];
        let known = self.known.get(number as usize)?.as_ref()?;
        (known.array.view_ref() == shape).then_some(number)
    }

    fn add(&mut self, array: rt::Array<Shape>, name: &str) -> Array {
        let number = array.id() as usize;
        if self.known.len() <= number {
            self.known.resize(number + 1, None);
            self.recent = [HP5_NO_ARRAY; RECENT];
        }
        self.recent[Arrays::place(&array.view())] = array.id();
        self.by_base.insert(array.view().base, array.id());
        let name = name.into();
        self.known[number] = Some(Named { array, name });
        array.id()
    }

    /// The number of the array that begins there.
    pub(crate) fn at(&self, base: usize) -> Option<Array> {
        self.by_base.get(&base).copied()
    }

    /// The array of a number.
    ///
    /// # Errors
    /// The region has none of this number.
    pub(crate) fn get(&self, number: Array) -> Result<&Named, Failure> {
        let known = self.known.get(number as usize).and_then(Option::as_ref);
        known.ok_or_else(|| {
            // Why there is none was said when it was to be made.
            let why = status::last("hp5_array:").filter(|_| number == HP5_NO_ARRAY);
            why.unwrap_or_else(|| Failure::misuse(format!(
                "the region has no array {number}: arrays are of one region, and begun by hp5_array in it"
            )))
        })
    }
}

/// The mode of a number.
pub(crate) fn mode(number: Mode) -> Result<Known, Failure> {
    match number {
        HP5_IN => Ok(Known::In),
        HP5_OUT => Ok(Known::Out),
        HP5_INOUT => Ok(Known::InOut),
        HP5_COMMUTATIVE => Ok(Known::Commutative),
        other => Err(Failure::misuse(format!(
            "mode {other}: expected HP5_IN, HP5_OUT, HP5_INOUT or HP5_COMMUTATIVE"
        ))),
    }
}

/// Tells a region of an array, or finds it again: the same base under the same shape and tile is
/// the same array. The same memory under another tile, shape or overlapping range is remapped: what
/// uses it from here on waits for all that used it before, by whatever array; one task uses one of
/// several that overlap.
///
/// Returns the array's number in this region, or `HP5_NO_ARRAY`.
///
/// # Safety
/// `region` is NULL or an open region, on its thread. The array's memory stays where it is until
/// the region's tasks are done, and other code does not touch what pending tasks use. The texts and
/// lists of `info` are what they say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hp5_array(region: *mut Region, info: *const ArrayInfo) -> Array {
    guard(|| {
        // SAFETY: the caller's promise.
        let (region, info) = unsafe { (region_of(region)?, there(info, "hp5_array: the info")?) };
        // SAFETY: as above.
        let shape = unsafe { Shape::new(info)? };
        if let Some(found) = region.arrays().borrow().find(&shape) {
            return Ok(found);
        }
        // SAFETY: as above.
        let name = unsafe { string(info.name) };
        let (name, tile) = (name.unwrap_or_default(), &shape.tile[..shape.dims]);
        // SAFETY: as above.
        let array = unsafe { region.rt().array(&name, shape, tile) };
        Ok(region.arrays().borrow_mut().add(array, &name))
    })
    .unwrap_or(HP5_NO_ARRAY)
}
