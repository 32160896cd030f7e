//! Pages, the HTTP API and the live streams. Only this crate knows HTTP.

pub mod pages;
