//! How a subcommand ends badly, and what it then prints.

use std::fmt;

/// One thing that is wrong, at one place: printed as `file:line: what, what to do`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Finding {
    /// Path from the root of the repository.
    pub(crate) path: String,
    /// Line, counted from 1; `None` when the whole file (or its absence) is meant.
    pub(crate) line: Option<usize>,
    /// What is wrong and what to do about it.
    pub(crate) what: String,
}

impl Finding {
    pub(crate) fn at(path: &str, line: usize, what: impl Into<String>) -> Self {
        Self {
            path: path.to_owned(),
            line: Some(line),
            what: what.into(),
        }
    }

    pub(crate) fn in_file(path: &str, what: impl Into<String>) -> Self {
        Self {
            path: path.to_owned(),
            line: None,
            what: what.into(),
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}: {}", self.path, self.what),
            None => write!(f, "{}: {}", self.path, self.what),
        }
    }
}

/// Why a subcommand did not succeed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The answer is "no": these places are wrong.
    Found(Vec<Finding>),
    /// A program we started did not succeed; the text says which and what to do.
    Step(String),
    /// A file could not be read or written, or did not parse.
    File(String),
    /// Wrong use, or the machine lacks something: the text says precisely what to do.
    Use(String),
}

impl Failure {
    /// 1 when the answer is "no", 2 on wrong use.
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Self::Found(_) | Self::Step(_) | Self::File(_) => 1,
            Self::Use(_) => 2,
        }
    }

    /// `Ok` when nothing was found.
    pub(crate) fn unless_empty(mut findings: Vec<Finding>) -> Result<(), Self> {
        if findings.is_empty() {
            return Ok(());
        }
        findings.sort();
        findings.dedup();
        Err(Self::Found(findings))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Found(findings) => {
                for finding in findings {
                    writeln!(f, "{finding}")?;
                }
                match findings.len() {
                    1 => write!(f, "1 thing to put right"),
                    many => write!(f, "{many} things to put right"),
                }
            }
            Self::Step(text) | Self::File(text) | Self::Use(text) => write!(f, "{text}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn findings_print_one_line_each_in_order() {
        let failure = Failure::unless_empty(vec![
            Finding::at("b.rs", 3, "second"),
            Finding::in_file("a.rs", "first"),
        ])
        .unwrap_err();
        assert_eq!(
            failure.to_string(),
            "a.rs: first\nb.rs:3: second\n2 things to put right"
        );
        assert_eq!(failure.exit_code(), 1);
    }
}
