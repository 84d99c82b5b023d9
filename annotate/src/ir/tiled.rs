//! What stands for the chunks of a tiled loop.

use super::TiledLoop;

impl TiledLoop {
    /// The name of the chunk in emitted Rust.
    #[must_use]
    pub fn chunk(&self) -> String {
        format!("__{}_part", self.var)
    }

    /// The atom that stands for the chunk's lower bound.
    #[must_use]
    pub fn lo_atom(&self) -> String {
        format!("__{}_lo", self.var)
    }

    /// Known divisor of the distance between two values of the variable: a literal step,
    /// where all tasks count from the same bound.
    #[must_use]
    pub fn step_number(&self) -> i64 {
        let step = self
            .step
            .as_ref()
            .filter(|_| self.hull.is_none() && !self.rev);
        step.and_then(|text| text.trim().parse().ok())
            .filter(|n| *n > 0)
            .unwrap_or(1)
    }

    /// The atom that stands for the chunk's upper bound.
    #[must_use]
    pub fn hi_atom(&self) -> String {
        format!("__{}_hi", self.var)
    }
}
