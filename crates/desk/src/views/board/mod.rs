pub mod table;
pub mod watch;

/// A value of the game as the text people read.
pub(crate) fn as_text<S: serde::Serializer>(
    value: &impl std::fmt::Display,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}
