//! Tests of views.
