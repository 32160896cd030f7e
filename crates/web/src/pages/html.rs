//! Pieces of HTML that are made in code.

use std::fmt::Write as _;

/// HTML that is written as it is. Everything in it that came from people was escaped when it was made.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Html(pub(crate) String);

impl std::fmt::Display for Html {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl askama::filters::HtmlSafe for Html {}

/// A text as HTML shows it.
///
/// ```
/// use outflank_web::pages::Html;
/// assert_eq!(Html::text("<b> & \"c\"").to_string(), "&#60;b&#62; &#38; &#34;c&#34;");
/// ```
impl Html {
    /// A text in which nothing is markup.
    #[must_use]
    pub fn text(text: &str) -> Self {
        let mut html = Self(String::with_capacity(text.len()));
        html.push_text(text);
        html
    }

    /// JSON for the scripts of a page, inside an element of its own.
    pub(crate) fn json(value: &impl serde::Serialize) -> Self {
        let text = serde_json::to_string(value).expect("shapes have no keys but texts");
        Self(text.replace('<', "\\u003c"))
    }

    /// Adds a text in which nothing is markup.
    pub(crate) fn push_text(&mut self, text: &str) {
        for letter in text.chars() {
            match letter {
                '<' | '>' | '&' | '"' | '\'' => {
                    // Writing to a String cannot fail.
                    let _ = write!(self.0, "&#{};", u32::from(letter));
                }
                _ => self.0.push(letter),
            }
        }
    }

    /// Adds markup of ours.
    pub(crate) fn push(&mut self, markup: &str) -> &mut Self {
        self.0.push_str(markup);
        self
    }
}

/// A value as part of a path or a query.
pub(crate) fn url_part(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => {
                out.push(char::from(byte));
            }
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}
