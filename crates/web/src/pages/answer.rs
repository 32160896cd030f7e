//! Pages kept ready: rendered once per version, compressed once, sent to everybody.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;

use super::assets::gzip;

/// A page as it is sent.
#[derive(Debug, Clone)]
pub struct Cached {
    /// The version of the tournament it was made from.
    pub version: u64,
    /// The page.
    pub html: Bytes,
    /// The same compressed.
    pub gzip: Bytes,
    /// Its entity tag.
    pub etag: String,
}

impl Cached {
    /// Makes a page ready.
    #[must_use]
    pub fn new(version: u64, html: String) -> Self {
        let hash = blake3::hash(html.as_bytes()).to_hex();
        Self {
            version,
            gzip: gzip(html.as_bytes()),
            etag: format!("\"{}\"", &hash[..20]),
            html: Bytes::from(html),
        }
    }
}

/// How many pages are kept; then all are dropped and made again when they are asked for.
const KEPT_MAX: usize = 2000;

/// The pages of all tournaments in their latest version.
#[derive(Debug, Default)]
pub struct PageCache {
    pages: Mutex<HashMap<String, Arc<Cached>>>,
}

impl PageCache {
    /// The page at an address in this version, made if it is not there. Nothing if there is no such page.
    pub fn page(
        &self,
        address: &str,
        version: u64,
        make: impl FnOnce() -> Option<String>,
    ) -> Option<Arc<Cached>> {
        let lock = || self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(page) = lock().get(address).filter(|page| page.version == version) {
            return Some(Arc::clone(page));
        }
        // Two who ask at once both make it: no reader waits for another's page.
        let page = Arc::new(Cached::new(version, make()?));
        let mut pages = lock();
        if pages.len() >= KEPT_MAX {
            pages.clear();
        }
        pages.insert(address.to_owned(), Arc::clone(&page));
        Some(page)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_made_once_per_version() {
        let cache = PageCache::default();
        let mut made = 0;
        for version in [1, 1, 2, 2, 1] {
            let page = cache.page("/t/x", version, || {
                made += 1;
                Some(format!("version {version}"))
            });
            assert_eq!(page.expect("made").html, format!("version {version}"));
        }
        assert_eq!(made, 3);
        assert!(cache.page("/t/none", 1, || None).is_none());
    }
}
