//! The guides inside the program: `/help`, one page per guide, their pictures and a search.

mod guide;
mod picture;
mod search;

use std::sync::{Arc, OnceLock};

use askama::Template;
use axum::extract::{Path, State};
use serde::Deserialize;

use crate::Web;
use crate::extract::Query;
use crate::pages::frame::Frame;
use crate::respond::{Problem, ProgramPicture, Shared};

pub use guide::{Guide, GuideError, Section};
pub use picture::{PICTURES, Picture};
use search::{Hit, search};

macro_rules! sources {
    ($($name:literal)+) => {
        &[$(($name, include_str!(concat!("../../help/en/", $name, ".md"))),)+]
    };
}

/// The guides in the order of the list.
const ENGLISH: &[(&str, &str)] = sources! {
    "first-tournament"
    "judge"
    "players"
    "federation"
    "moving"
    "trouble"
};

#[must_use]
pub fn guides() -> &'static [Guide] {
    static READ: OnceLock<Vec<Guide>> = OnceLock::new();
    READ.get_or_init(|| {
        let read = |(name, source): &(&'static str, &str)| {
            Guide::parse(name, source).expect("the English guides are checked by the tests")
        };
        ENGLISH.iter().map(read).collect()
    })
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct SearchQuery {
    q: String,
}

#[derive(Template)]
#[template(path = "help/index.html")]
struct IndexPage<'a> {
    f: &'a Frame,
    guides: &'a [Guide],
    query: &'a str,
    hits: Vec<Hit<'a>>,
}

/// `/help`: the list of guides, or what a search finds in them.
pub(crate) async fn index(
    State(web): State<Arc<Web>>,
    Query(typed): Query<SearchQuery>,
) -> Result<Shared, Problem> {
    Shared::of(&IndexPage {
        f: &Frame::of_site(&web.base()),
        guides: guides(),
        query: typed.q.trim(),
        hits: search(guides(), &typed.q),
    })
}

#[derive(Template)]
#[template(path = "help/guide.html")]
struct GuidePage<'a> {
    f: &'a Frame,
    guide: &'a Guide,
    guides: &'a [Guide],
}

pub(crate) async fn page(
    State(web): State<Arc<Web>>,
    Path(name): Path<String>,
) -> Result<Shared, Problem> {
    let guide = guides().iter().find(|guide| guide.name == name);
    Shared::of(&GuidePage {
        f: &Frame::of_site(&web.base()),
        guide: guide.ok_or_else(|| Problem::not_found("guide"))?,
        guides: guides(),
    })
}

pub(crate) async fn picture(Path(name): Path<String>) -> Result<ProgramPicture, Problem> {
    let picture = Picture::named(&name).ok_or_else(|| Problem::not_found("picture"))?;
    Ok(ProgramPicture {
        media_type: "image/webp",
        bytes: picture.bytes,
        is_hashed: name != picture.name,
    })
}
