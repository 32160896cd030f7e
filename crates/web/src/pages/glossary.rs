//! The glossary: the terms of the trade, each explained once, for the "?" beside a term and for the page of all terms.

use std::sync::OnceLock;

use outflank_desk::views::StepWord;
use outflank_rulebook::{ClauseId, shipped, shipped_ids};
use serde::Deserialize;

use crate::pages::frame::Frame;
use crate::pages::html::Html;

/// The English file.
const ENGLISH: &str = include_str!("../../languages/en-glossary.toml");

/// A term and what it means.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Term {
    /// What templates call it, and its anchor on the page of all terms.
    pub id: String,
    pub term: String,
    /// One or two sentences.
    pub says: String,
    /// Where the rules say it.
    pub clauses: Vec<ClauseId>,
    /// The word for it in the source; empty if there is none.
    pub code: String,
}

#[derive(Deserialize)]
struct GlossaryFile {
    term: Vec<Term>,
}

/// All terms, in alphabetical order.
#[must_use]
pub fn glossary() -> &'static [Term] {
    static READ: OnceLock<Vec<Term>> = OnceLock::new();
    READ.get_or_init(|| {
        let file: GlossaryFile =
            toml::from_str(ENGLISH).expect("the English glossary is checked by the tests");
        let mut terms = file.term;
        terms.sort_by_key(|one| one.term.to_lowercase());
        terms
    })
}

impl Term {
    /// Its clauses, each with a link to the text.
    pub(crate) fn links(&self) -> Html {
        let mut html = Html::default();
        for clause in &self.clauses {
            html.push(" <a class=\"clause\" href=\"");
            html.push_text(&address_of(clause));
            html.push("\">");
            html.push_text(&clause.for_people());
            html.push("</a>");
        }
        html
    }
}

/// Where the text of a clause is: `/rules/wof#WOC-A.1`.
fn address_of(clause: &ClauseId) -> String {
    let is_home = |id: &&str| {
        let document = shipped(id).map(|rules| rules.about.document.as_str());
        document == Some(clause.document())
    };
    let book = shipped_ids().find(is_home).unwrap_or("wof");
    format!("/rules/{book}#{}", clause.as_str())
}

impl Frame {
    /// The explanation of a step that breaks ties, except of the Brightwell Quotient, which the table has.
    pub(crate) fn step_term(&self, step: &StepWord) -> Html {
        match step {
            StepWord::Withdrawn => self.term("withdrawn"),
            StepWord::Discs => self.term("disc_count"),
            StepWord::Lots => self.term("lots"),
            StepWord::Points
            | StepWord::Bq
            | StepWord::Difference
            | StepWord::Opponents
            | StepWord::Direct => Html::default(),
        }
    }

    /// A "?" that opens the explanation of a term. The browser opens and closes it without a script. A page has each
    /// term once.
    pub(crate) fn term(&self, id: &str) -> Html {
        let mut html = Html::default();
        let Some(one) = glossary().iter().find(|one| one.id == id) else {
            return html;
        };
        html.push("<span class=\"term no-print\"><button type=\"button\" popovertarget=\"term-");
        html.push(id).push("\" aria-label=\"");
        html.push_text(&self.t1("glossary.what", "term", &one.term));
        html.push("\">?</button><span popover id=\"term-");
        html.push(id).push("\"><b>");
        html.push_text(&one.term);
        html.push("</b> ");
        html.push_text(&one.says);
        html.push(&one.links().to_string());
        html.push(" <a href=\"/rules/glossary#");
        html.push(id).push("\">");
        html.push_text(self.t("glossary.title"));
        html.push("</a></span></span>");
        html
    }
}
