//! What a run has finished is kept in files, so that an interrupted run continues to the same bytes.

use std::path::{Path, PathBuf};

use outflank_engine::{Origin, weights_per_phase};

use crate::failure::Failure;

/// The files of one run.
pub(crate) struct Checkpoints {
    folder: PathBuf,
}

impl Checkpoints {
    pub(crate) fn new(folder: &Path, origin: Origin) -> Result<Self, Failure> {
        let folder = folder.join(format!("{}-{}", origin.seed, origin.positions));
        std::fs::create_dir_all(&folder).map_err(|error| {
            Failure::Step(format!("{} could not be made: {error}", folder.display()))
        })?;
        Ok(Self { folder })
    }

    fn path(&self, generation: u32, phase: usize) -> PathBuf {
        self.folder.join(format!("{generation}-{phase:02}.bin"))
    }

    /// The weights of a phase, if they are finished.
    pub(crate) fn read(&self, generation: u32, phase: usize) -> Option<Vec<i8>> {
        let bytes = std::fs::read(self.path(generation, phase)).ok()?;
        let weights: Vec<i8> = bytes.into_iter().map(u8::cast_signed).collect();
        (weights.len() == weights_per_phase()).then_some(weights)
    }

    /// Forgets a phase; it does not matter if it is not there.
    pub(crate) fn remove(&self, generation: u32, phase: usize) {
        std::fs::remove_file(self.path(generation, phase)).ok();
    }

    /// Keeps the weights of a phase; a file appears only when it is complete.
    pub(crate) fn write(
        &self,
        generation: u32,
        phase: usize,
        weights: &[i8],
    ) -> Result<(), Failure> {
        let path = self.path(generation, phase);
        let half = path.with_extension("half");
        let bytes: Vec<u8> = weights
            .iter()
            .map(|weight| weight.cast_unsigned())
            .collect();
        std::fs::write(&half, bytes)
            .and_then(|()| std::fs::rename(&half, &path))
            .map_err(|error| {
                Failure::Step(format!("{} could not be written: {error}", path.display()))
            })
    }
}
