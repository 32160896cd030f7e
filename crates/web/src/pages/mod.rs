//! Everybody's pages: HTML made from the desk's views.
//!
//! A page is the same bytes for everybody who asks for it, so it is rendered once per version of its
//! tournament. Words come from a language file, figures and dates from the same file's rules; names are
//! written as they are and always escaped.

pub(crate) mod answer;
pub(crate) mod assets;
pub(crate) mod board_svg;
pub(crate) mod figures;
pub(crate) mod frame;
pub(crate) mod glossary;
pub(crate) mod html;
pub(crate) mod notice;
pub(crate) mod qr;
pub(crate) mod spoilers;
pub(crate) mod words;

pub(crate) use crate::board::table::Doors;
pub use crate::help::{Guide, GuideError, PICTURES, Picture, Section, guides};
pub use crate::public::print::{SHEETS, Sheet};
pub use crate::public::site::{glossary_page, rulebook_page, rulebooks_page};
pub use crate::public::tournament::EventPage;
pub use answer::{Cached, PageCache};
pub use assets::{Asset, asset, asset_url};
pub use frame::Frame;
pub use glossary::{Term, glossary};
pub use html::Html;
pub use words::{LanguageError, Words, english};
