//! Static files: compiled in, named by their content, compressed once.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::sync::{Arc, OnceLock};

use axum::extract::Path;
use bytes::Bytes;

use crate::pages::Cached;
use crate::respond::{Problem, StaticFile};

#[derive(Debug)]
pub struct Asset {
    /// Its name in the repository: `outflank.css`.
    pub name: &'static str,
    /// Its name with the hash of its content: `outflank.3f2a9c01.css`.
    pub hashed: String,
    pub media_type: &'static str,
    pub content: Arc<Cached>,
}

const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";

macro_rules! files {
    ($($name:literal $media_type:ident [$($part:literal)+],)+) => {
        &[$((
            $name,
            $media_type,
            concat!($(include_str!(concat!("../../static/", $part))),+),
        ),)+]
    };
}

/// Its name, its media type and its text.
type File = (&'static str, &'static str, &'static str);

/// Each file with the parts it is put together from; the one stylesheet has six.
const FILES: &[File] = files! {
    "outflank.css" CSS ["outflank.css" "pages.css" "desk.css" "table.css" "watch.css" "office.css"],
    "help.css" CSS ["help.css"],
    "live.js" SCRIPT ["live.js"],
    "position.js" SCRIPT ["position.js"],
    "board.js" SCRIPT ["board.js"],
    "live-worker.js" SCRIPT ["live-worker.js"],
    "dom.js" SCRIPT ["dom.js"],
    "clock.js" SCRIPT ["clock.js"],
    "table.js" SCRIPT ["table.js"],
    "queue.js" SCRIPT ["queue.js"],
    "line.js" SCRIPT ["line.js"],
    "judge.js" SCRIPT ["judge.js"],
    "judge-steps.js" SCRIPT ["judge-steps.js"],
    "judge-more.js" SCRIPT ["judge-more.js"],
    "judge-flag.js" SCRIPT ["judge-flag.js"],
    "judge-parts.js" SCRIPT ["judge-parts.js"],
    "judge-notices.js" SCRIPT ["judge-notices.js"],
    "judge-words.js" SCRIPT ["judge-words.js"],
    "clock-page.js" SCRIPT ["clock-page.js"],
    "tables.js" SCRIPT ["tables.js"],
    "find.js" SCRIPT ["find.js"],
    "screen.js" SCRIPT ["screen.js"],
    "boards.js" SCRIPT ["boards.js"],
    "watch.js" SCRIPT ["watch.js"],
    "charts.js" SCRIPT ["charts.js"],
    "play.js" SCRIPT ["play.js"],
    "play-line.js" SCRIPT ["play-line.js"],
    "play-words.js" SCRIPT ["play-words.js"],
    "assist.js" SCRIPT ["assist.js"],
    "speak.js" SCRIPT ["speak.js"],
    "stream.js" SCRIPT ["stream.js"],
    "swap.js" SCRIPT ["swap.js"],
    "score.js" SCRIPT ["score.js"],
    "service-worker.js" SCRIPT ["service-worker.js"],
    "icon.svg" SVG ["icon.svg"],
    "desk.js" SCRIPT ["desk.js"],
    "desk-send.js" SCRIPT ["desk-send.js"],
    "desk-results.js" SCRIPT ["desk-results.js"],
    "desk-pairing.js" SCRIPT ["desk-pairing.js"],
    "desk-people.js" SCRIPT ["desk-people.js"],
    "desk-dispute.js" SCRIPT ["desk-dispute.js"],
};

fn all() -> &'static [Asset] {
    static ALL: OnceLock<Vec<Asset>> = OnceLock::new();
    ALL.get_or_init(|| {
        let names: Vec<String> = FILES.iter().map(|(name, ..)| hashed_name(name)).collect();
        (FILES.iter().map(|file| Asset::new(*file, &names))).collect()
    })
}

/// How modules name each other: `"/static/dom.js"`.
fn reference(name: &str) -> String {
    format!("\"/static/{name}\"")
}

/// The name with the hash of the file and of everything it names: what changes below changes the name, so that a
/// module can be kept for ever with its imports.
fn hashed_name(name: &str) -> String {
    let mut closure = BTreeSet::from([name]);
    let mut open = vec![name];
    while let Some(name) = open.pop() {
        let text = FILES
            .iter()
            .find(|(one, ..)| *one == name)
            .map_or("", |(.., text)| *text);
        let named = FILES
            .iter()
            .filter(|(one, ..)| text.contains(&reference(one)));
        open.extend(
            named
                .map(|(one, ..)| *one)
                .filter(|one| closure.insert(one)),
        );
    }
    let mut hasher = blake3::Hasher::new();
    for (name, _, text) in FILES.iter().filter(|(one, ..)| closure.contains(one)) {
        hasher.update(name.as_bytes()).update(text.as_bytes());
    }
    let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
    format!("{stem}.{}.{ending}", &hasher.finalize().to_hex()[..10])
}

impl Asset {
    fn new((name, media_type, text): File, names: &[String]) -> Self {
        let mut text = text.to_owned();
        for ((name, ..), hashed) in FILES.iter().zip(names) {
            text = text.replace(&reference(name), &reference(hashed));
        }
        let own = FILES.iter().position(|(one, ..)| *one == name);
        let hashed = own.map_or_else(String::new, |place| names[place].clone());
        Self {
            name,
            hashed,
            media_type,
            content: Arc::new(Cached::new(text)),
        }
    }
}

/// `/static/{file}`.
pub(crate) async fn file(Path(name): Path<String>) -> Result<StaticFile, Problem> {
    let asset = asset(&name).ok_or_else(|| Problem::not_found("file"))?;
    Ok(StaticFile {
        asset,
        is_hashed: name == asset.hashed,
    })
}

/// `/service-worker.js`: its address says which pages it is for. With TLS the pages beside a board can be opened again
/// without a network; without TLS browsers do not run it.
pub(crate) async fn service_worker() -> Result<StaticFile, Problem> {
    file(Path("service-worker.js".to_owned())).await
}

/// A static file by its name, with or without the hash.
#[must_use]
pub fn asset(name: &str) -> Option<&'static Asset> {
    (all().iter()).find(|asset| asset.name == name || asset.hashed == name)
}

/// Where a static file is found: `/static/outflank.3f2a9c01.css`.
#[must_use]
pub fn asset_url(name: &str) -> String {
    asset(name).map_or_else(
        || format!("/static/{name}"),
        |asset| format!("/static/{}", asset.hashed),
    )
}

pub(crate) fn gzip(bytes: &[u8]) -> Bytes {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::new(6));
    let written = encoder.write_all(bytes).and_then(|()| encoder.finish());
    Bytes::from(written.expect("writing to memory cannot fail"))
}
