//! The tests of this crate, in one program: each file beside this one is a module of it.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod grand_prix;
mod members;
mod people;
mod properties;
mod rated;
mod rating;
mod records;
mod selection;
mod stored;
mod support {
    pub(crate) mod archive;
    pub(crate) mod office;
}
mod vectors;
