//! Pages kept ready: rendered once per version, compressed once, sent to everybody.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use axum::http::HeaderValue;
use bytes::Bytes;

use crate::pages::assets::gzip;
use crate::respond::Problem;

/// A page or a file as it is sent.
#[derive(Debug, Clone)]
pub struct Cached {
    pub plain: Bytes,
    pub gzip: Bytes,
    pub etag: HeaderValue,
}

impl Cached {
    #[must_use]
    pub fn new(text: String) -> Self {
        let hash = blake3::hash(text.as_bytes()).to_hex();
        let etag = HeaderValue::from_str(&format!("\"{}\"", &hash[..20]));
        Self {
            gzip: gzip(text.as_bytes()),
            etag: etag.expect("a tag has only quotation marks, letters and digits"),
            plain: Bytes::from(text),
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
    /// The page at an address made from this very value, made if it is not there. Values are compared by
    /// identity: a name that was erased changes no version, but it makes another value.
    ///
    /// # Errors
    /// What `make` says; nothing is kept then.
    pub fn page(
        &self,
        address: &str,
        value: &Arc<T>,
        make: impl FnOnce() -> Result<String, Problem>,
    ) -> Result<Arc<Cached>, Problem> {
        let lock = || self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        // The weak reference keeps the place in memory taken, so that no later value has the same.
        let is_this = |kept: &Weak<T>| std::ptr::eq(kept.as_ptr(), Arc::as_ptr(value));
        if let Some((_, page)) = lock().get(address).filter(|(kept, _)| is_this(kept)) {
            return Ok(Arc::clone(page));
        }
        // Two who ask at once both make it: no reader waits for another's page.
        let page = Arc::new(Cached::new(make()?));
        let mut pages = lock();
        if pages.len() >= KEPT_MAX {
            pages.clear();
        }
        let kept = (Arc::downgrade(value), Arc::clone(&page));
        pages.insert(address.to_owned(), kept);
        Ok(page)
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
                Ok(format!("value {value}"))
            });
            assert_eq!(page.unwrap().plain, format!("value {value}"));
        }
        assert_eq!(made, 3);
        let missing = cache.page("/t/none", &one, || Err(Problem::not_found("page")));
        assert_eq!(missing.unwrap_err().status, 404);
    }
}
