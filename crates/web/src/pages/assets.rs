//! Static files: compiled in, named by their content, compressed once.

use std::io::Write as _;
use std::sync::OnceLock;

use bytes::Bytes;

#[derive(Debug)]
pub struct Asset {
    /// Its name in the repository: `outflank.css`.
    pub name: &'static str,
    /// Its name with the hash of its content: `outflank.3f2a9c01.css`.
    pub hashed: String,
    pub media_type: &'static str,
    pub bytes: Bytes,
    pub gzip: Bytes,
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

/// Each file with the parts it is put together from; the one stylesheet has six.
const FILES: &[(&str, &str, &str)] = files! {
    "outflank.css" CSS ["outflank.css" "pages.css" "desk.css" "table.css" "watch.css" "office.css"],
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
    ALL.get_or_init(|| FILES.iter().map(|file| Asset::new(*file)).collect())
}

impl Asset {
    fn new((name, media_type, text): (&'static str, &'static str, &'static str)) -> Self {
        let bytes = text.as_bytes();
        let hash = blake3::hash(bytes).to_hex();
        let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
        Self {
            name,
            hashed: format!("{stem}.{}.{ending}", &hash[..10]),
            media_type,
            bytes: Bytes::from_static(bytes),
            gzip: gzip(bytes),
        }
    }
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
