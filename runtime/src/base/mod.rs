//! What every layer may use: errors, environment variables, settings, sites, kinds.

pub(crate) mod config;
pub(crate) mod environment;
pub(crate) mod error;
pub(crate) mod float;
pub(crate) mod kinds;
pub(crate) mod site;
