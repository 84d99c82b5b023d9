//! The attribute macros of HP5.
