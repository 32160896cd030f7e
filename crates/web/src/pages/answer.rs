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

/// How many bytes of pages are kept; then all are dropped and made again when they are asked for.
const KEPT_BYTES_MAX: usize = 48 * 1024 * 1024;
/// What a page takes besides its own bytes.
const PAGE_BYTES: usize = 512;

/// A page and the value it was made from.
type Kept<T> = (Weak<T>, Arc<Cached>);

/// Pages made from values of one type, each kept as long as its value is the latest.
#[derive(Debug)]
pub struct PageCache<T> {
    pages: Mutex<Pages<T>>,
}

#[derive(Debug)]
struct Pages<T> {
    kept: HashMap<String, Kept<T>>,
    bytes: usize,
}

impl<T> Pages<T> {
    fn keep(&mut self, address: &str, value: &Arc<T>, page: &Arc<Cached>) {
        let bytes = |page: &Cached| page.plain.len() + page.gzip.len() + PAGE_BYTES;
        let new = address.len() + bytes(page);
        if let Some((_, old)) = self.kept.remove(address) {
            self.bytes -= address.len() + bytes(&old);
        }
        if self.bytes + new > KEPT_BYTES_MAX {
            self.kept = HashMap::new();
            self.bytes = 0;
        }
        if new <= KEPT_BYTES_MAX {
            let kept = (Arc::downgrade(value), Arc::clone(page));
            self.kept.insert(address.to_owned(), kept);
            self.bytes += new;
        }
    }
}

impl<T> Default for PageCache<T> {
    fn default() -> Self {
        Self {
            pages: Mutex::new(Pages {
                kept: HashMap::new(),
                bytes: 0,
            }),
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
        if let Some((_, page)) = lock().kept.get(address).filter(|(kept, _)| is_this(kept)) {
            return Ok(Arc::clone(page));
        }
        // Two who ask at once both make it: no reader waits for another's page.
        let page = Arc::new(Cached::new(make()?));
        lock().keep(address, value, &page);
        Ok(page)
    }
}

#[cfg(test)]
mod tests {
    use crate::pages::answer::*;

    #[test]
    fn the_bytes_that_are_kept_are_bounded() {
        let cache = PageCache::default();
        let value = Arc::new(1);
        let mut most = 0;
        for number in 0..200 {
            let address = format!("/t/x?open={number}");
            let made = cache.page(&address, &value, || Ok("x".repeat(1024 * 1024)));
            made.unwrap();
            let pages = cache.pages.lock().unwrap();
            let counted = pages.kept.values().map(|(_, page)| page.plain.len()).sum();
            most = most.max(counted);
            assert!(pages.bytes <= KEPT_BYTES_MAX);
        }
        assert!((1..=KEPT_BYTES_MAX).contains(&most), "{most}");
    }

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
