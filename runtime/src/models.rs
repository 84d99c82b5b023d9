//! The protocols as models see them.
