//! Citations above Rust tests: `/// clauses: A, B`, and `/// runs: PATH` above the test that runs case files.

use crate::failure::Finding;
use crate::repository::TextFile;
use crate::rust_text::{self, Line, Part};

/// A word of a citation and the line it stands in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cited {
    pub(crate) text: String,
    pub(crate) line: usize,
}

/// A test with citations above it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CitingTest {
    /// The file it stands in.
    pub(crate) path: String,
    /// The line of its `fn`.
    pub(crate) line: usize,
    /// The modules written out in the file around it.
    pub(crate) modules: Vec<String>,
    pub(crate) name: String,
    pub(crate) clauses: Vec<Cited>,
    pub(crate) runs: Vec<Cited>,
}

/// The citing tests of one Rust file, and the citations that stand where none can count.
pub(crate) fn scan(file: &TextFile) -> (Vec<CitingTest>, Vec<Finding>) {
    let mut scan = Scan {
        file,
        tests: Vec::new(),
        findings: Vec::new(),
        above: Above::default(),
        nesting: Nesting::default(),
    };
    for line in rust_text::lines(&file.text) {
        scan.line(&line);
    }
    (scan.tests, scan.findings)
}

struct Scan<'a> {
    file: &'a TextFile,
    tests: Vec<CitingTest>,
    findings: Vec<Finding>,
    above: Above,
    nesting: Nesting,
}

/// The comments and attributes read since the last item.
#[derive(Default)]
struct Above {
    clauses: Vec<Cited>,
    runs: Vec<Cited>,
    /// The list that the next comment line continues, because the last one ended with a comma.
    open_list: Option<List>,
    /// An attribute whose brackets are not closed yet.
    open_attribute: String,
    has_test_attribute: bool,
}

#[derive(Clone, Copy)]
enum List {
    Clauses,
    Runs,
}

impl Scan<'_> {
    fn line(&mut self, line: &Line<'_>) {
        match line.starts_as {
            None | Some(Part::Literal) => {}
            Some(Part::Comment) => self.comment(line),
            Some(Part::Code) => self.code(line),
        }
        self.nesting.read(&line.code);
    }

    fn comment(&mut self, line: &Line<'_>) {
        let text = line.raw.trim();
        if let Some(doc) = text.strip_prefix("///") {
            self.above.doc(doc.trim(), line.number);
        } else if text
            .strip_prefix("//")
            .is_some_and(|comment| list_start(comment.trim_start_matches(['!', ' '])).is_some())
        {
            self.findings.push(Finding::at(
                &self.file.path,
                line.number,
                "a citation that does not count: write it with /// above the #[test]",
            ));
        }
    }

    fn code(&mut self, line: &Line<'_>) {
        let rest = self.above.attributes(line.code.trim());
        if rest.is_empty() {
            return;
        }
        let above = std::mem::take(&mut self.above);
        if above.clauses.is_empty() && above.runs.is_empty() {
            return;
        }
        match function_name(&rest) {
            Some(name) if above.has_test_attribute => self.tests.push(CitingTest {
                path: self.file.path.clone(),
                line: line.number,
                modules: self.nesting.modules(),
                name: name.to_owned(),
                clauses: above.clauses,
                runs: above.runs,
            }),
            Some(_) | None => self.findings.push(Finding::at(
                &self.file.path,
                line.number,
                "a citation above something that is no #[test]: move it to the test that shows the clause",
            )),
        }
    }
}

impl Above {
    fn doc(&mut self, text: &str, line: usize) {
        let (list, words) = match (list_start(text), self.open_list) {
            (Some((list, words)), _) => (list, words),
            (None, Some(list)) => (list, text),
            (None, None) => return,
        };
        let target = match list {
            List::Clauses => &mut self.clauses,
            List::Runs => &mut self.runs,
        };
        target.extend(
            words
                .split(',')
                .map(str::trim)
                .filter(|word| !word.is_empty())
                .map(|word| Cited {
                    text: word.to_owned(),
                    line,
                }),
        );
        self.open_list = words.ends_with(',').then_some(list);
    }

    /// Takes the attributes off the front of a line; returns the rest.
    fn attributes(&mut self, code: &str) -> String {
        let mut rest = code.to_owned();
        while !self.open_attribute.is_empty() || rest.starts_with("#[") || rest.starts_with("#![") {
            let mut depth = bracket_depth(&self.open_attribute);
            let end = rest.char_indices().find_map(|(at, letter)| {
                match letter {
                    '[' => depth += 1,
                    ']' => depth -= 1,
                    _ => {}
                }
                (letter == ']' && depth == 0).then_some(at + 1)
            });
            let Some(end) = end else {
                self.open_attribute.push_str(&rest);
                return String::new();
            };
            self.open_attribute.push_str(&rest[..end]);
            if is_test_attribute(&self.open_attribute) {
                self.has_test_attribute = true;
            }
            self.open_attribute.clear();
            rest = rest[end..].trim_start().to_owned();
        }
        rest
    }
}

/// The list a comment begins, and the words after the colon.
fn list_start(text: &str) -> Option<(List, &str)> {
    let starts = [("clauses:", List::Clauses), ("runs:", List::Runs)];
    starts
        .into_iter()
        .find_map(|(start, list)| Some((list, text.strip_prefix(start)?.trim())))
}

fn bracket_depth(text: &str) -> i32 {
    text.chars().fold(0, |depth, letter| match letter {
        '[' => depth + 1,
        ']' => depth - 1,
        _ => depth,
    })
}

/// `#[test]`, `#[tokio::test]`, `#[tokio::test(…)]`.
fn is_test_attribute(attribute: &str) -> bool {
    let path = attribute
        .trim_start_matches("#[")
        .trim_end_matches(']')
        .split('(')
        .next()
        .unwrap_or("")
        .trim();
    path == "test" || path.ends_with("::test")
}

fn function_name(code: &str) -> Option<&str> {
    let mut words = rust_text::words(code);
    words
        .find(|word| !matches!(*word, "pub" | "crate" | "async" | "const"))
        .filter(|word| *word == "fn")
        .and_then(|_| words.next())
}

/// The braces around the current line, and which of them are modules.
#[derive(Default)]
struct Nesting {
    depth: usize,
    modules: Vec<(usize, String)>,
    /// The code since the last brace or semicolon.
    statement: String,
}

impl Nesting {
    fn modules(&self) -> Vec<String> {
        self.modules.iter().map(|(_, name)| name.clone()).collect()
    }

    fn read(&mut self, code: &str) {
        for letter in code.chars() {
            match letter {
                '{' => {
                    self.depth += 1;
                    let words: Vec<&str> = rust_text::words(&self.statement).collect();
                    if let [.., "mod", name] = words[..] {
                        self.modules.push((self.depth, name.to_owned()));
                    }
                    self.statement.clear();
                }
                '}' => {
                    if self
                        .modules
                        .last()
                        .is_some_and(|(depth, _)| *depth == self.depth)
                    {
                        self.modules.pop();
                    }
                    self.depth = self.depth.saturating_sub(1);
                    self.statement.clear();
                }
                ';' => self.statement.clear(),
                other => self.statement.push(other),
            }
        }
        self.statement.push(' ');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repository::text_file;

    fn scanned(text: &str) -> (Vec<CitingTest>, Vec<Finding>) {
        scan(&text_file("crates/board/src/square.rs", text))
    }

    #[track_caller]
    fn check(text: &str, expected: &[(&str, &[&str])]) {
        let (tests, findings) = scanned(text);
        assert_eq!(findings, []);
        let found: Vec<(String, Vec<String>)> = tests
            .into_iter()
            .map(|test| {
                let mut path = test.modules;
                path.push(test.name);
                let clauses = test.clauses.into_iter().map(|cited| cited.text).collect();
                (path.join("::"), clauses)
            })
            .collect();
        let expected: Vec<(String, Vec<String>)> = expected
            .iter()
            .map(|(name, clauses)| {
                let clauses = clauses.iter().map(|id| (*id).to_owned()).collect();
                ((*name).to_owned(), clauses)
            })
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_citation_above_a_test_counts() {
        check(
            "#[cfg(test)]\nmod tests {\n    /// Black begins.\n    /// clauses: USOA-3.1, WOC-IV.4.p4\n    #[test]\n    fn black_begins() {}\n}\n",
            &[("tests::black_begins", &["USOA-3.1", "WOC-IV.4.p4"])],
        );
    }

    #[test]
    fn other_attributes_comments_and_lines_may_stand_between() {
        check(
            "/// clauses: USOA-3.1,\n///   USOA-3.2\n/// And more.\n#[cfg(\n    any(unix)\n)]\n// why\n#[test] #[should_panic(expected = \"]\")]\npub(crate) fn a() { x() }\n",
            &[("a", &["USOA-3.1", "USOA-3.2"])],
        );
        check(
            "#[tokio::test(flavor = \"multi_thread\")]\n/// clauses: USOA-3.1\nasync fn a() {}\n",
            &[("a", &["USOA-3.1"])],
        );
    }

    #[test]
    fn a_citation_inside_proptest_counts() {
        check(
            "mod properties {\nproptest! {\n    #![proptest_config(ProptestConfig::with_cases(9))]\n\n    /// clauses: USOA-3.7\n    #[test]\n    fn flips_hold(game in games()) { prop_assert!(x); }\n}\n}\n/// clauses: USOA-3.8\n#[test]\nfn b() {}\n",
            &[
                ("properties::flips_hold", &["USOA-3.7"]),
                ("b", &["USOA-3.8"]),
            ],
        );
    }

    #[test]
    fn nested_modules_close_where_they_end() {
        check(
            "mod a { mod b {\n/// clauses: X-1\n#[test]\nfn f() { if x { y } }\n}\n/// clauses: X-2\n#[test]\nfn g() {}\n}\n",
            &[("a::b::f", &["X-1"]), ("a::g", &["X-2"])],
        );
    }

    #[test]
    fn what_stands_in_a_string_is_no_citation() {
        check(
            "let x = \"\n/// clauses: X-1\n#[test]\nfn f() {}\n\";\n",
            &[],
        );
    }

    #[test]
    fn runs_names_case_files() {
        let (tests, findings) = scanned(
            "/// runs: crates/game/tests/cases, crates/x/tests/v.toml#scoring\n#[test]\nfn cases() {}\n",
        );
        assert_eq!(findings, []);
        let runs: Vec<&str> = tests[0]
            .runs
            .iter()
            .map(|cited| cited.text.as_str())
            .collect();
        assert_eq!(
            runs,
            ["crates/game/tests/cases", "crates/x/tests/v.toml#scoring"]
        );
    }

    #[test]
    fn a_citation_that_cannot_count_is_a_finding() {
        for text in [
            "/// clauses: X-1\nfn no_test() {}\n",
            "/// clauses: X-1\nstruct A;\n",
            "// clauses: X-1\n#[test]\nfn f() {}\n",
            "//! clauses: X-1\n",
        ] {
            assert_eq!(scanned(text).1.len(), 1, "{text}");
        }
    }
}
