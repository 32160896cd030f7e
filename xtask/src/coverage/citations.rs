//! Citations above Rust tests: `/// clauses: A, B`, `/// text of: A, B` above a test that sees no more than the catalogue's
//! own words on a page, and `/// runs: PATH` above the test that runs case files.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

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
    /// Clauses whose text is seen on a page made from the catalogue, and nothing else.
    pub(crate) texts: Vec<Cited>,
    pub(crate) runs: Vec<Cited>,
}

/// The citing tests of one Rust file, and the citations that stand where none can count.
pub(crate) fn scan(file: &TextFile) -> (Vec<CitingTest>, Vec<Finding>) {
    let mut scan = Scan {
        file,
        tests: Vec::new(),
        findings: Vec::new(),
        modules: Vec::new(),
    };
    scan.items(rust_text::tokens(&file.text));
    for line in rust_text::lines(&file.text) {
        scan.comment(&line);
    }
    (scan.tests, scan.findings)
}

struct Scan<'a> {
    file: &'a TextFile,
    tests: Vec<CitingTest>,
    findings: Vec<Finding>,
    /// The modules around the tokens that are read.
    modules: Vec<String>,
}

/// The documentation and attributes read since the last item.
#[derive(Default)]
struct Above {
    clauses: Vec<Cited>,
    texts: Vec<Cited>,
    runs: Vec<Cited>,
    /// The list that the next comment line continues, because the last one ended with a comma.
    open_list: Option<List>,
    has_test_attribute: bool,
}

#[derive(Clone, Copy)]
enum List {
    Clauses,
    Texts,
    Runs,
}

impl Scan<'_> {
    /// Reads items, and whatever may have items in it: modules, functions, macros.
    fn items(&mut self, tokens: TokenStream) {
        let mut above = Above::default();
        let mut tokens = tokens.into_iter().peekable();
        while let Some(token) = tokens.next() {
            let line = token.span().start().line;
            match token {
                TokenTree::Punct(sign) if sign.as_char() == '#' => {
                    let is_sign = |next: &TokenTree| matches!(next, TokenTree::Punct(_));
                    let is_inner = tokens.next_if(is_sign).is_some();
                    let is_group = |next: &TokenTree| matches!(next, TokenTree::Group(_));
                    if let Some(TokenTree::Group(inside)) = tokens.next_if(is_group)
                        && !is_inner
                    {
                        above.attribute(inside.stream(), line);
                    }
                }
                TokenTree::Ident(word)
                    if ["pub", "async", "const"].iter().any(|one| word == one) => {}
                // What `pub` is limited to.
                TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis => {
                    self.items(group.stream());
                }
                TokenTree::Ident(word) if word == "fn" || word == "mod" => {
                    let name = tokens
                        .next()
                        .map_or_else(String::new, |name| name.to_string());
                    let is_function = word == "fn";
                    let function = is_function.then_some(name.as_str());
                    self.item(std::mem::take(&mut above), function, line);
                    if let Some(TokenTree::Group(body)) = tokens.peek()
                        && !is_function
                    {
                        self.modules.push(name);
                        self.items(body.stream());
                        self.modules.pop();
                        tokens.next();
                    }
                }
                TokenTree::Group(group) => {
                    self.item(std::mem::take(&mut above), None, line);
                    self.items(group.stream());
                }
                TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => {
                    self.item(std::mem::take(&mut above), None, line);
                }
            }
        }
    }

    fn item(&mut self, above: Above, function: Option<&str>, line: usize) {
        if above.clauses.is_empty() && above.texts.is_empty() && above.runs.is_empty() {
            return;
        }
        match function {
            Some(name) if above.has_test_attribute => self.tests.push(CitingTest {
                path: self.file.path.clone(),
                line,
                modules: self.modules.clone(),
                name: name.to_owned(),
                clauses: above.clauses,
                texts: above.texts,
                runs: above.runs,
            }),
            Some(_) | None => self.findings.push(Finding::at(
                &self.file.path,
                line,
                "a citation above something that is not a #[test]: move it to the test that shows the clause",
            )),
        }
    }

    /// A citation in another comment than `///` is a mistake.
    fn comment(&mut self, line: &Line<'_>) {
        let text = line.raw.trim();
        if line.starts_as == Some(Part::Comment)
            && !text.starts_with("///")
            && let Some(comment) = text.strip_prefix("//")
            && list_start(comment.trim_start_matches(['!', ' '])).is_some()
        {
            self.findings.push(Finding::at(
                &self.file.path,
                line.number,
                "a citation that does not count: write it with /// above the #[test]",
            ));
        }
    }
}

impl Above {
    fn attribute(&mut self, inside: TokenStream, line: usize) {
        let words: Vec<TokenTree> = inside.into_iter().collect();
        match &words[..] {
            // A line of documentation.
            [TokenTree::Ident(doc), _, TokenTree::Literal(text)] if doc == "doc" => {
                self.doc(text.to_string().trim_matches('"').trim(), line);
            }
            // `test`, `tokio::test`, `tokio::test(…)`.
            [.., TokenTree::Ident(last)] | [.., TokenTree::Ident(last), TokenTree::Group(_)] => {
                self.has_test_attribute |= last == "test";
            }
            _ => {}
        }
    }

    fn doc(&mut self, text: &str, line: usize) {
        let (list, words) = match (list_start(text), self.open_list) {
            (Some((list, words)), _) => (list, words),
            (None, Some(list)) => (list, text),
            (None, None) => return,
        };
        let target = match list {
            List::Clauses => &mut self.clauses,
            List::Texts => &mut self.texts,
            List::Runs => &mut self.runs,
        };
        let cited = words
            .split(',')
            .map(str::trim)
            .filter(|word| !word.is_empty());
        target.extend(cited.map(|word| Cited {
            text: word.to_owned(),
            line,
        }));
        self.open_list = words.ends_with(',').then_some(list);
    }
}

/// The list a comment begins, and the words after the colon.
fn list_start(text: &str) -> Option<(List, &str)> {
    let starts = [
        ("clauses:", List::Clauses),
        ("text of:", List::Texts),
        ("runs:", List::Runs),
    ];
    starts
        .into_iter()
        .find_map(|(start, list)| Some((list, text.strip_prefix(start)?.trim())))
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
