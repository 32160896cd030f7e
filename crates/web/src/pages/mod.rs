//! Everybody's pages: HTML made from the desk's views.
//!
//! A page is the same bytes for everybody who asks for it, so it is rendered once per version of its
//! tournament. Words come from a language file, figures and dates from the same file's rules; names are
//! written as they are and always escaped.

mod answer;
mod assets;
mod board_svg;
pub mod desk;
mod event_page;
mod figures;
mod frame;
mod html;
mod http;
mod office_page;
mod office_words;
pub(crate) mod officer;
pub(crate) mod play;
mod print;
mod qr;
mod route;
mod rules_page;
mod screen;
pub(crate) mod sign_in;
mod site_page;
mod spoilers;
pub(crate) mod table;
pub(crate) mod watch;
mod words;

pub use answer::{Cached, PageCache};
pub use assets::{Asset, asset, asset_url};
pub use frame::Frame;
pub use html::Html;
pub(crate) use http::{away, missing, router};
pub use route::{EventRoute, SHEETS, Sheet, render_event};
pub use site_page::{HomeEvent, home, not_found, rulebook_page, rulebooks_page};
pub(crate) use table::Doors;
pub use words::{LanguageError, Words, english};
