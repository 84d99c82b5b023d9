//! What a program made from HighP5 calls beside the runtime: its arguments, the arrays of its
//! environments, what an LPU sees of them, and arithmetic as the language has it.
//!
//! The generated text is `hp5_annotate::highp5::emit`'s; what it means is said in
//! `annotate/docs/semantics.md`, how it becomes tasks in `annotate/docs/lowering.md`. Every
//! fault of a run is a [`Fault`]: bodies of tasks leave the first one with [`Faults`], and
//! later bodies of the same execution do nothing.
#![deny(missing_docs)]

mod arguments;
mod array;
mod copies;
mod extremes;
mod fault;
mod fold;
mod ground;
mod number;
mod pages;
mod places;
mod progress;
mod random;
mod range;
mod reach;
mod room;
mod run;
mod scalar;
mod section;
mod seen;
mod store;
mod sweeps;
mod task;
mod tiled;
mod times;
mod turns;
mod unit;
mod value;

pub use arguments::{Argument, Kind, Parsed, Program, main};
pub use array::{Bounds, Stored, distinct, sized};
pub use copies::Stores;
pub use extremes::Extremes;
pub use fault::{Fault, Faults};
pub use fold::{
    And, BitAnd, BitOr, Entry, Fold, Max, Min, Or, Partial, PartialSlot, Product, Sum, Tree,
    WholeProduct, WholeSum, combine, partial,
};
pub use ground::{Bare, alone};
pub use hp5::highp5::{KeyGrid, declare, partition};
pub use hp5::rt;
pub use hp5_arrays as arrays;
pub use number::{divide, greater, less, power, remainder};
pub use places::{Given, Mapped, Places, TaskSpaces, among};
pub use random::{Generator, Generators, GeneratorsWithin, Random};
pub use range::Range;
pub use reach::{Effect, Level, Reading, Step, Visit};
pub use run::{Cells, Run};
pub use scalar::{Cell, Later, Read, Same, Scalar, Slot, Write};
pub use section::{Ends, Section, WHOLE, ends, members, moved};
pub use seen::{Core, Handle, Seen, amount, at_space, is_along, part, stretches};
pub use store::Store;
pub use sweeps::{Beside, sweep};
pub use task::{spawn, spawn_again};
pub use tiled::{Real, Steps, Tiled, Vectors};
pub use turns::{Turns, turns};
pub use unit::{Active, Guard, Unit, enter, enter_pieces, leave, pieces, settled};
pub use value::{DEEPEST, List, Zero, nth};
