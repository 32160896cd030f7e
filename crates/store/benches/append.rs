//! How fast the log is.

fn main() {}
