//! The federation's office: ratings that anybody can recompute.
#![deny(clippy::float_arithmetic, clippy::disallowed_methods)]

pub mod rating;
