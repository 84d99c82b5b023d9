//! Found from the included file, because all of `src` is written beside it.

/// 2.
pub const TWO: f64 = 2.0;
