//! Pages kept ready: rendered once per version, compressed once, sent to everybody.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use bytes::Bytes;

use crate::pages::assets::gzip;

/// A page as it is sent.
#[derive(Debug, Clone)]
pub struct Cached {
    pub html: Bytes,
    pub gzip: Bytes,
    pub etag: String,
}

impl Cached {
    /// Makes a page ready.
    #[must_use]
    pub fn new(html: String) -> Self {
        let hash = blake3::hash(html.as_bytes()).to_hex();
        Self {
            gzip: gzip(html.as_bytes()),
            etag: format!("\"{}\"", &hash[..20]),
            html: Bytes::from(html),
        }
    }
}

/// How many pages are kept; then all are dropped and made again when they are asked for.
const KEPT_MAX: usize = 2000;

/// A page and the value it was made from.
type Kept<T> = (Weak<T>, Arc<Cached>);

/// Pages made from values of one type, each kept as long as its value is the latest.
#[derive(Debug)]
pub struct PageCache<T> {
    pages: Mutex<HashMap<String, Kept<T>>>,
}

impl<T> Default for PageCache<T> {
    fn default() -> Self {
        Self {
            pages: Mutex::default(),
        }
    }
}

impl<T> PageCache<T> {
    /// The page at an address made from this very value, made if it is not there. Nothing if there is
    /// no such page. Values are compared by identity: a name that was erased changes no version, but it
    /// makes another value.
    pub fn page(
        &self,
        address: &str,
        value: &Arc<T>,
        make: impl FnOnce() -> Option<String>,
    ) -> Option<Arc<Cached>> {
        let lock = || self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        // The weak reference keeps the place in memory taken, so that no later value has the same.
        let is_this = |kept: &Weak<T>| std::ptr::eq(kept.as_ptr(), Arc::as_ptr(value));
        if let Some((_, page)) = lock().get(address).filter(|(kept, _)| is_this(kept)) {
            return Some(Arc::clone(page));
        }
        // Two who ask at once both make it: no reader waits for another's page.
        let page = Arc::new(Cached::new(make()?));
        let mut pages = lock();
        if pages.len() >= KEPT_MAX {
            pages.clear();
        }
        let kept = (Arc::downgrade(value), Arc::clone(&page));
        pages.insert(address.to_owned(), kept);
        Some(page)
    }
}

#[cfg(test)]
mod tests {
    use crate::pages::answer::*;

    #[test]
    fn a_page_is_made_once_per_value() {
        let cache = PageCache::default();
        let (one, two) = (Arc::new(1), Arc::new(2));
        let mut made = 0;
        for value in [&one, &one, &two, &two, &one] {
            let page = cache.page("/t/x", value, || {
                made += 1;
                Some(format!("value {value}"))
            });
            assert_eq!(page.expect("made").html, format!("value {value}"));
        }
        assert_eq!(made, 3);
        assert!(cache.page("/t/none", &one, || None).is_none());
    }
}
