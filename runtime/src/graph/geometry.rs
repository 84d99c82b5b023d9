//! Where an array lies and what shape it has, as the dependence tables see it.

use smallvec::SmallVec;

/// The whole dimension, in a section.
pub const ALL: (isize, isize) = (isize::MIN, isize::MAX);

/// Extents per dimension; one to four as a rule, none for a scalar.
pub type Extents = SmallVec<[usize; 4]>;

/// What a view tells the tables about the array behind it.
///
/// Two views with the same `base` are the same array: keys are addresses, so swapping
/// two `Vec` headers swaps the arrays and nothing else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Geometry {
    /// Address that identifies the array: its first element, or the spine of a nested one.
    pub base: usize,
    /// Length in bytes of the address range from `base` that no other live array may overlap.
    pub bytes: usize,
    /// Logical extents, outermost first; empty for a scalar.
    pub extents: Extents,
    /// Size of one element in bytes.
    pub element_bytes: usize,
    /// The extents are a shape laid over linear storage, so that an inner index may run
    /// over into the next row; a section that does is widened to the whole array.
    pub linear: bool,
    /// Its program may use more than the extents say (C: `double v[1]` at the end of a struct, a
    /// parameter `double a[8]`, a pointer moved on): what lies beyond a dimension is ordered as its
    /// nearest index is. Of other arrays it is nothing, since no view gives it.
    pub open: bool,
    /// 0 where extents count elements. Where they count cells of some other making
    /// ([`crate::highp5::KeyGrid`]), a number that tells makings of equal extents apart.
    pub cells: u64,
}

impl Geometry {
    /// True when the section leaves an inner dimension of a shape over linear storage: the
    /// elements meant are then in other rows.
    pub(crate) fn overruns(&self, section: &[(isize, isize)]) -> bool {
        let inner = section.iter().zip(&self.extents).skip(1);
        let leaves = |(&(lo, hi), &extent): (&(isize, isize), &usize)| {
            (lo, hi) != ALL && lo < hi && (lo < 0 || hi > extent as isize)
        };
        self.linear && inner.into_iter().any(leaves)
    }
}

/// A copyable handle to an array's elements: what a task body indexes.
pub trait View: Copy {
    /// Address, extent and element size of the array.
    fn geometry(&self) -> Geometry;
}

/// How a task uses a tile (DESIGN, semantics 2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Reads.
    In,
    /// Overwrites without reading.
    Out,
    /// Reads and writes.
    InOut,
    /// Reads and writes in any order among the commutative users, one at a time.
    Commutative,
}

impl Mode {
    /// True when the tile's content may change.
    #[must_use]
    pub fn writes(self) -> bool {
        self != Mode::In
    }

    /// The clause that declares it.
    #[must_use]
    pub fn clause(self) -> &'static str {
        match self {
            Mode::In => "in",
            Mode::Out => "out",
            Mode::InOut => "inout",
            Mode::Commutative => "commutative",
        }
    }
}
