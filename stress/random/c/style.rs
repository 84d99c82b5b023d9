//! How a random program is written in C.

use crate::random::program::{Array, Program, Storage};
use crate::random::rng::Rng;

/// How arrays of several dimensions that rows are taken of are passed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rows {
    /// `double **a`: pointers to rows.
    Pointers,
    /// `double (*a)[m]`, or `double a[n][m]`: a variable length.
    Lengths,
}

/// Choices that do not change what a program computes.
#[derive(Debug, Clone)]
pub struct Style {
    /// Loop variables are declared at the top of the function.
    pub outside: bool,
    /// Type of loop variables and lengths.
    pub integer: &'static str,
    /// Arrays in flat memory are members of a struct that the function gets a pointer to.
    pub packed: bool,
    /// Elements of flat arrays of several dimensions are written by macros.
    pub macros: bool,
    /// Arrays of fixed lengths are variables of the file.
    pub global: bool,
    /// How nested arrays are passed.
    pub rows: Rows,
    /// `region` on a block.
    pub block: bool,
    /// Sections as `a[first:length]`, else as triplets.
    pub lengths: bool,
    /// Locals come from `calloc`.
    pub heap: bool,
    /// `restrict` on pointers.
    pub restrict: bool,
    /// `#pragma acemesh`.
    pub acemesh: bool,
    /// Elements are reached through pointers that the code sets before: to the element, or to its row.
    pub pointers: bool,
    /// Some tasks reach flat arrays of two dimensions by tables of pointers to their rows, and others
    /// directly. With templates for the tables, or without.
    pub tables: Option<bool>,
}

impl Style {
    /// The style of a program: its seed says it.
    #[must_use]
    pub fn of(program: &Program) -> Style {
        let mut rng = Rng::new(program.seed ^ 0xC0DE);
        let mut style = Style {
            outside: rng.percent(35),
            integer: rng.pick::<&str>(&["int", "int", "long", "ptrdiff_t"]),
            packed: rng.percent(25),
            macros: rng.percent(30),
            global: rng.percent(50),
            rows: *rng.pick(&[Rows::Pointers, Rows::Lengths]),
            block: rng.percent(30),
            lengths: rng.percent(50),
            heap: rng.percent(40),
            restrict: rng.percent(30),
            acemesh: rng.percent(15),
            pointers: rng.percent(40),
            // Where regions join, all lengths have to be known.
            tables: (rng.percent(25)).then(|| rng.percent(50) || !program.functions.is_empty()),
        };
        // What a table leads to is reached without the parameter, too.
        style.restrict &= style.tables.is_none();
        style
    }

    /// `array` is a member of the struct.
    #[must_use]
    pub fn is_member(&self, array: &Array) -> bool {
        self.packed && array.is_parameter() && array.is_flat()
    }

    /// `array` has a table of pointers to its rows, too.
    #[must_use]
    pub fn has_table(&self, array: &Array) -> bool {
        self.tables.is_some() && array.is_parameter() && array.is_flat() && array.dims.len() == 2
    }

    /// `array` is a variable of the file.
    #[must_use]
    pub fn is_global(&self, array: &Array) -> bool {
        self.global && array.is_parameter() && array.storage == Storage::Fixed
    }
}
