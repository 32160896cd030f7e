//! A guide as it is written in `crates/web/help/`, and as HTML.
//!
//! The source is a small part of Markdown: `# Title`, `## Section {#anchor}`, paragraphs, `1.` and `-` lists, `> notes`,
//! `![words](picture.webp)` alone on a line (indented under a step it belongs to that step), and within a line `**labels**` of
//! the pages (a test finds labels that no page has), `__strong__`, `` `typed` `` and `[text](address)`. A line that continues a paragraph or a step is joined to it.

use crate::help::picture::Picture;
use crate::pages::html::Html;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Guide {
    /// Its name in addresses: `first-tournament`.
    pub name: &'static str,
    pub title: String,
    /// What comes before the first section: whom the guide is for.
    pub intro: Html,
    /// The same without markup.
    pub intro_text: String,
    pub sections: Vec<Section>,
}

/// A part of a guide with its own heading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// Its anchor.
    pub id: String,
    pub title: String,
    pub html: Html,
    /// The same without markup, for the search.
    pub text: String,
}

/// Why a guide cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GuideError {
    #[error("The guide has no title. Begin it with a line like # Title.")]
    NoTitle,
    #[error("The section '{0}' has no anchor. Write it like ## Title {{#anchor}}.")]
    NoAnchor(String),
    #[error("There is no picture '{0}'. Add it to PICTURES in crates/web/src/help/picture.rs.")]
    NoPicture(String),
}

impl Guide {
    /// Reads a guide.
    ///
    /// # Errors
    /// [`GuideError`] says what is missing.
    pub fn parse(name: &'static str, source: &str) -> Result<Self, GuideError> {
        let mut lines = source.lines();
        let title = lines.next().and_then(|line| line.strip_prefix("# "));
        let title = title.ok_or(GuideError::NoTitle)?.to_owned();
        let mut intro = Blocks::default();
        let mut sections: Vec<(String, String, Blocks)> = Vec::new();
        for line in lines {
            if let Some(heading) = line.strip_prefix("## ") {
                let (title, id) = anchored(heading)?;
                sections.push((id, title, Blocks::default()));
                continue;
            }
            let blocks = sections.last_mut().map_or(&mut intro, |last| &mut last.2);
            blocks.push(line)?;
        }
        let (intro, intro_text) = intro.finish();
        let sections = sections.into_iter().map(|(id, title, blocks)| {
            let (html, text) = blocks.finish();
            Section {
                id,
                title,
                html,
                text,
            }
        });
        Ok(Self {
            name,
            title,
            intro,
            intro_text,
            sections: sections.collect(),
        })
    }
}

/// `Pair the round {#pairing}`: the title and the anchor.
fn anchored(heading: &str) -> Result<(String, String), GuideError> {
    let parts = heading.split_once(" {#");
    let parts = parts.and_then(|(title, rest)| Some((title, rest.strip_suffix('}')?)));
    let (title, id) = parts.ok_or_else(|| GuideError::NoAnchor(heading.to_owned()))?;
    Ok((title.to_owned(), id.to_owned()))
}

/// What is open while lines are read.
#[derive(Debug, Default, PartialEq, Eq)]
enum Open {
    #[default]
    Nothing,
    Paragraph,
    Note,
    Steps,
    Bullets,
}

#[derive(Debug, Default)]
struct Blocks {
    html: Html,
    text: String,
    open: Open,
    /// The paragraph or item that is being read.
    line: String,
}

impl Blocks {
    fn push(&mut self, line: &str) -> Result<(), GuideError> {
        let words = line.trim();
        let is_indented = line.starts_with(' ');
        if let Some(picture) = words.strip_prefix("![") {
            self.write_line();
            if !is_indented {
                self.close();
            }
            return self.picture(picture);
        }
        if words.is_empty() {
            self.write_line();
        } else if let Some(item) = words.strip_prefix("- ") {
            self.item(Open::Bullets, "<ul>", item);
        } else if let Some(item) = step(words) {
            self.item(Open::Steps, "<ol>", item);
        } else if let Some(note) = words.strip_prefix("> ") {
            self.continue_as(Open::Note, note);
        } else if is_indented && matches!(self.open, Open::Steps | Open::Bullets) {
            self.join(words);
        } else {
            self.continue_as(Open::Paragraph, words);
        }
        Ok(())
    }

    fn join(&mut self, words: &str) {
        if !self.line.is_empty() {
            self.line.push(' ');
        }
        self.line.push_str(words);
    }

    /// Goes on with a paragraph or a note, or begins one.
    fn continue_as(&mut self, kind: Open, words: &str) {
        if self.open != kind || self.line.is_empty() {
            self.close();
            self.open = kind;
        }
        self.join(words);
    }

    fn item(&mut self, kind: Open, tag: &str, words: &str) {
        self.write_line();
        if self.open == kind {
            self.html.push("</li>");
        } else {
            self.close();
            self.html.push(tag);
            self.open = kind;
        }
        self.html.push("<li>");
        self.join(words);
    }

    fn picture(&mut self, source: &str) -> Result<(), GuideError> {
        let parts = source
            .strip_suffix(')')
            .and_then(|rest| rest.split_once("]("));
        let (words, file) = parts.unwrap_or((source, ""));
        let picture = Picture::named(file);
        let picture = picture.ok_or_else(|| GuideError::NoPicture(file.to_owned()))?;
        let (width, height) = picture.size();
        let html = &mut self.html;
        html.push("<img src=\"").push(&picture.address());
        html.push(&format!(
            "\" width=\"{width}\" height=\"{height}\" loading=\"lazy\" alt=\""
        ));
        html.push_text(words);
        html.push("\">");
        Ok(())
    }

    /// Writes the paragraph or item that was read.
    fn write_line(&mut self) {
        let line = std::mem::take(&mut self.line);
        if line.is_empty() {
            return;
        }
        let (before, after) = match self.open {
            Open::Paragraph | Open::Nothing => ("<p>", "</p>"),
            Open::Note => ("<p class=\"notice\">", "</p>"),
            Open::Steps | Open::Bullets => ("", ""),
        };
        self.html.push(before);
        inline(&mut self.html, &mut self.text, &line);
        self.html.push(after);
        self.text.push('\n');
    }

    fn close(&mut self) {
        self.write_line();
        match self.open {
            Open::Steps => self.html.push("</li></ol>"),
            Open::Bullets => self.html.push("</li></ul>"),
            Open::Nothing | Open::Paragraph | Open::Note => &mut self.html,
        };
        self.open = Open::Nothing;
    }

    fn finish(mut self) -> (Html, String) {
        self.close();
        (self.html, self.text)
    }
}

/// `3. Publish the pairings`: what follows the number.
fn step(words: &str) -> Option<&str> {
    let (number, rest) = words.split_once(". ")?;
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then_some(rest)
}

/// Bold, typed and linked words of a line.
fn inline(html: &mut Html, text: &mut String, line: &str) {
    let mut rest = line;
    while let Some(at) = rest.find(['*', '_', '`', '[']) {
        let (before, marked) = rest.split_at(at);
        html.push_text(before);
        text.push_str(before);
        let marks = [("**", "strong"), ("__", "strong"), ("`", "kbd")];
        let inner = marks.iter().find_map(|(mark, tag)| {
            enclosed(marked, mark, mark).map(|(inner, after)| (*tag, inner, after))
        });
        if let Some((tag, inner, after)) = inner {
            html.push("<").push(tag).push(">");
            html.push_text(inner);
            html.push("</").push(tag).push(">");
            text.push_str(inner);
            rest = after;
        } else if let Some((words, after)) = enclosed(marked, "[", "](")
            && let Some((address, after)) = after.split_once(')')
        {
            html.push("<a href=\"");
            html.push_text(address);
            html.push("\">");
            html.push_text(words);
            html.push("</a>");
            text.push_str(words);
            rest = after;
        } else {
            html.push_text(&marked[..1]);
            text.push_str(&marked[..1]);
            rest = &marked[1..];
        }
    }
    html.push_text(rest);
    text.push_str(rest);
}

fn enclosed<'a>(text: &'a str, open: &str, close: &str) -> Option<(&'a str, &'a str)> {
    text.strip_prefix(open)?.split_once(close)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(source: &str, html: &str) {
        let guide = Guide::parse("test", &format!("# Title\n{source}\n")).unwrap();
        assert_eq!(guide.intro.to_string(), html);
    }

    #[test]
    fn paragraphs_notes_and_lists() {
        check("One\nline.\n\nTwo.", "<p>One line.</p><p>Two.</p>");
        check("> Take\n> care.", "<p class=\"notice\">Take care.</p>");
        check("- a\n- b\n  c", "<ul><li>a</li><li>b c</li></ul>");
        check(
            "1. a\n2. b\n\nEnd.",
            "<ol><li>a</li><li>b</li></ol><p>End.</p>",
        );
        check("1. a\n\n2. b", "<ol><li>a</li><li>b</li></ol>");
    }

    #[test]
    fn words_in_a_line_are_escaped_and_marked() {
        check(
            "Press **Pair & go** or `<b>`, see [results](/help/x#y).",
            "<p>Press <strong>Pair &#38; go</strong> or <kbd>&#60;b&#62;</kbd>, see <a href=\"/help/x#y\">results</a>.</p>",
        );
        check("2 * 3 [sic] a_b", "<p>2 * 3 [sic] a_b</p>");
        check("__Then__ go.", "<p><strong>Then</strong> go.</p>");
    }

    #[test]
    fn sections_have_titles_anchors_and_plain_text() {
        let guide =
            Guide::parse("test", "# T\nIntro.\n## Pair it {#pairing}\nPress **Go**.").unwrap();
        assert_eq!(guide.intro_text, "Intro.\n");
        let [section] = &guide.sections[..] else {
            panic!("{:?}", guide.sections)
        };
        assert_eq!(
            (section.id.as_str(), section.title.as_str()),
            ("pairing", "Pair it")
        );
        assert_eq!(section.text, "Press Go.\n");
    }

    #[test]
    fn what_is_missing_is_named() {
        let parse = |source| Guide::parse("test", source).unwrap_err();
        assert_eq!(parse("Title"), GuideError::NoTitle);
        assert_eq!(
            parse("# T\n## Pair it"),
            GuideError::NoAnchor("Pair it".to_owned())
        );
        assert_eq!(
            parse("# T\n![Desk](none.webp)"),
            GuideError::NoPicture("none.webp".to_owned())
        );
    }
}
