//! Short names, and a mark that changes whenever a list of what they name does.

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError, RwLock};

/// Marks one state of a list: another state has another mark, which is told by its place in memory.
#[derive(Debug, Default)]
pub struct ListMark(());

/// IDs by short name. A name may be out of date: a caller compares it with what it finds.
pub(crate) struct Slugs<I> {
    ids: RwLock<BTreeMap<String, I>>,
    mark: RwLock<Arc<ListMark>>,
}

impl<I> Default for Slugs<I> {
    fn default() -> Self {
        Self {
            ids: RwLock::default(),
            mark: RwLock::default(),
        }
    }
}

impl<I: Clone + PartialEq> Slugs<I> {
    /// Notes that something on the list has changed, and its short name.
    pub(crate) fn note(&self, id: &I, slug: Option<&str>) {
        *self.mark.write().unwrap_or_else(PoisonError::into_inner) = Arc::default();
        if let Some(slug) = slug.filter(|slug| self.id(slug).as_ref() != Some(id)) {
            let mut ids = self.ids.write().unwrap_or_else(PoisonError::into_inner);
            ids.insert(slug.to_owned(), id.clone());
        }
    }

    pub(crate) fn id(&self, slug: &str) -> Option<I> {
        let ids = self.ids.read().unwrap_or_else(PoisonError::into_inner);
        ids.get(slug).cloned()
    }

    pub(crate) fn mark(&self) -> Arc<ListMark> {
        Arc::clone(&self.mark.read().unwrap_or_else(PoisonError::into_inner))
    }
}
