//! What names, types and values of Rust mean, as far as the syntax tree tells.

pub(crate) mod functions;
pub(crate) mod headers;
pub(crate) mod held;
pub(crate) mod inner;
pub(crate) mod methods;
pub(crate) mod owning;
pub(crate) mod pointers;
pub(crate) mod roots;
pub(crate) mod scopes;
pub(crate) mod types;
pub(crate) mod values;
