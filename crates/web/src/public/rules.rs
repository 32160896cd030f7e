//! The rules in force: every clause under the document's own headings, this event's settings, a glossary.

use outflank_rulebook::{Clause, Kind, Part, Row, Rulebook, Source, catalogue};

use crate::pages::frame::Frame;
use crate::pages::html::Html;

/// The rules as pages and paper show them.
pub(crate) struct RulesView<'a> {
    pub(crate) rules: &'a Rulebook,
    pub(crate) sections: Vec<RulesSection<'a>>,
    pub(crate) parts: Vec<(Part, Vec<Row>)>,
    pub(crate) changes: Vec<Row>,
}

/// The clauses under one heading of the document.
pub(crate) struct RulesSection<'a> {
    pub(crate) key: &'a str,
    pub(crate) title: &'a str,
    pub(crate) clauses: Vec<&'static Clause>,
}

impl RulesSection<'_> {
    /// The heading with its number, where the title does not say it itself.
    pub(crate) fn heading(&self) -> String {
        if self.title.starts_with("Appendix") {
            self.title.to_owned()
        } else {
            format!("{} {}", self.key, self.title)
        }
    }
}

impl<'a> RulesView<'a> {
    pub(crate) fn of(rules: &'a Rulebook) -> Self {
        let document = rules.about.document.as_str();
        let mut clauses: Vec<&Clause> = (catalogue().clauses.iter())
            .filter(|clause| clause.id.document() == document)
            .collect();
        let mut sections: Vec<RulesSection<'a>> = Vec::new();
        for section in &rules.about.sections {
            let (here, rest) = clauses
                .into_iter()
                .partition(|clause| clause.id.section() == section.key);
            clauses = rest;
            sections.push(RulesSection {
                key: &section.key,
                title: &section.title,
                clauses: here,
            });
        }
        if !clauses.is_empty() {
            // What stands before the first heading comes first, as in the document.
            let before = RulesSection {
                key: "0",
                title: "",
                clauses,
            };
            sections.insert(0, before);
        }
        let rows = rules.rows();
        Self {
            rules,
            sections,
            parts: (Part::ALL.iter())
                .map(|part| {
                    let own = rows.iter().filter(|row| row.axis.part == *part);
                    (*part, own.cloned().collect())
                })
                .collect(),
            changes: (rows.iter())
                .filter(|row| row.source.is_override())
                .cloned()
                .collect(),
        }
    }

    /// Where a setting comes from, with its clauses as links.
    pub(crate) fn source(&self, f: &Frame, source: &Source) -> Html {
        let mut html = Html::default();
        match source {
            Source::Clause(id) => html = f.clause(&id.for_people()),
            Source::Ours(reason) => html.push_text(&f.t1("rules.ours", "reason", reason)),
            Source::Director(was) => {
                html.push("<span class=\"chip bent\">");
                html.push_text(f.t("rules.changed"));
                html.push("</span> ");
                html.push_text(was);
            }
            Source::Each(items) => {
                for (n, item) in items.iter().enumerate() {
                    if n > 0 {
                        html.push(", ");
                    }
                    html.push(&self.source(f, item).to_string());
                }
            }
        }
        html
    }

    pub(crate) fn kind(&self, f: &Frame, kind: &Kind) -> &'static str {
        match kind {
            Kind::Computed => f.t("rules.kind.computed"),
            Kind::Enforced => f.t("rules.kind.enforced"),
            Kind::Procedure => f.t("rules.kind.procedure"),
            Kind::Record => f.t("rules.kind.record"),
            Kind::Advice => f.t("rules.kind.advice"),
        }
    }
}
