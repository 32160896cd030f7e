//! From bytes to the fields of a tournament, and back to text.

use crate::tournament_file::codec::inline;
use crate::tournament_file::fields::Top;
use crate::tournament_file::json::{Node, Path, Source};
use crate::tournament_file::problem::{Problem, ReadError, What};
use crate::tournament_file::{FILE_BYTES_MAX, Lines, TournamentFile, VERSION};

impl TournamentFile {
    /// Takes a file apart. The lines say where each part is.
    ///
    /// # Errors
    ///
    /// [`ReadError`] with every field that is not as it should be.
    pub fn read(bytes: &[u8]) -> Result<(Self, Lines), ReadError> {
        let whole = |line: Option<usize>, what: What| ReadError {
            problems: vec![Problem {
                line,
                field: String::new(),
                what,
            }],
        };
        if bytes.len() > FILE_BYTES_MAX {
            return Err(whole(None, What::TooLarge));
        }
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let before = &bytes[..error.valid_up_to()];
            let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
            whole(Some(line), What::NotText)
        })?;
        let mut source = Source::new(text.strip_prefix('\u{feff}').unwrap_or(text));
        let file = source.top().and_then(|top| file(&mut source, top));
        match file {
            Some(file) if source.problems.is_empty() => Ok((file, source.lines)),
            Some(_) | None => Err(ReadError {
                problems: source.problems,
            }),
        }
    }

    /// The file's text, one line per entrant and per game. Reading it gives this value again.
    #[must_use]
    pub fn write(&self) -> String {
        let fields = Top::object(self).fields;
        let version = inline(&VERSION);
        format!(
            "{{\n  \"outflank\": {version},\n  {}\n}}\n",
            fields.join(",\n  ")
        )
    }
}

fn file<'a>(source: &mut Source<'a>, top: Node<'a, 'static>) -> Option<TournamentFile> {
    let mut fields = source.object(top)?;
    match fields.take("outflank") {
        None => source.wrong(top, What::Missing("outflank")),
        Some(raw) => {
            let version = Node::inside(raw, Path::Field(&Path::Top, "outflank"));
            let number = source.number::<i64>(version, "the file's version, 1");
            if let Some(number) = number
                && number != i64::from(VERSION)
            {
                source.wrong(version, What::Version(number));
                // Fields of another version would only be reported one by one.
                return None;
            }
        }
    }
    Top::read_fields(source, fields)
}
