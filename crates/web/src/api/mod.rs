//! The HTTP API under `/api/v1`. Its routes are in the table of `routes.rs`, with the [`Operation`]s of this folder.

pub(crate) mod access;
pub(crate) mod affairs;
mod answers;
mod asked;
pub(crate) mod document_page;
pub(crate) mod federations;
pub(crate) mod files;
pub(crate) mod games;
pub(crate) mod log;
mod openapi;
mod operation;
mod parameters;
mod queries;
mod shapes;
pub(crate) mod tournaments;
pub(crate) mod various;

pub use openapi::document;
pub use operation::{Content, Length, Operation, Query, SchemaOf};
