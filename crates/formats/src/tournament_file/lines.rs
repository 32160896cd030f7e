//! Where in the text a field stands.

use std::collections::BTreeMap;

/// The lines of a file's fields, by path: `played[2].games[0]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lines {
    known: BTreeMap<String, usize>,
}

impl Lines {
    pub(crate) fn put(&mut self, path: String, line: usize) {
        self.known.insert(path, line);
    }

    /// The line of a field, or of the nearest field around it whose line is known.
    #[must_use]
    pub fn of(&self, path: &str) -> Option<usize> {
        let mut path = path;
        loop {
            if let Some(line) = self.known.get(path) {
                return Some(*line);
            }
            path = &path[..path.rfind(['.', '['])?];
        }
    }
}
