//! A form of the office as the page shows it: templates add its fields one by one.

use askama::Template;
use axum::http::StatusCode;
use outflank_desk::FederationNow;
use outflank_federation::By;
use outflank_rulebook::OfficeTopic;
use outflank_tournament::CivilDate;

use crate::federation::forms::{FormError, speaker};
use crate::federation::office::Bar;
use crate::federation::words::Worded;
use crate::pages::Frame;

/// Fields as they were sent, in their order.
#[derive(Debug, Clone, Default)]
pub(crate) struct TypedFields(pub(crate) Vec<(String, String)>);

impl TypedFields {
    /// The first value without spaces around it; a field that was not sent is an empty text.
    pub(crate) fn get(&self, name: &str) -> &str {
        self.all(name).first().copied().unwrap_or_default()
    }

    pub(crate) fn all(&self, name: &str) -> Vec<&str> {
        let named = self.0.iter().filter(|(field, _)| field == name);
        named.map(|(_, value)| value.trim()).collect()
    }
}

/// What happened to a form that was sent.
#[derive(Debug, Clone)]
pub(crate) struct Outcome {
    pub(crate) id: &'static str,
    pub(crate) errors: Vec<FormError>,
    /// What it would do, once that was asked.
    pub(crate) preview: Option<Vec<String>>,
    pub(crate) status: StatusCode,
}

/// What the forms of a page share.
pub(crate) struct Forms<'a> {
    pub(crate) f: &'a Frame,
    pub(crate) office: &'a FederationNow,
    pub(crate) today: CivilDate,
    pub(crate) bar: &'a Bar,
    /// What was typed, or what a link has filled in; the field `do` names the form.
    pub(crate) typed: &'a TypedFields,
    /// What a form has at first.
    pub(crate) filled: TypedFields,
    pub(crate) outcome: Option<&'a Outcome>,
}

impl Forms<'_> {
    /// A form by the name of its command, without fields.
    pub(crate) fn form(&self, id: &'static str, title: &'static str) -> CommandForm<'_> {
        CommandForm {
            page: self,
            id,
            title: self.f.t(title),
            text: None,
            by: match speaker(id) {
                Some(By::Chairman) => Some(self.f.t("officer.by.chairman")),
                Some(By::Committee) => Some(self.f.t("officer.by.committee")),
                Some(By::Officer | By::Desk | By::Person(_)) | None => None,
            },
            topic: None,
            fields: Vec::new(),
            outcome: self.outcome.filter(|outcome| outcome.id == id),
            is_open: self.typed.get("do") == id,
            is_record: false,
        }
    }
}

/// A form that becomes one command.
#[derive(Template)]
#[template(path = "federation/office/form.html")]
pub(crate) struct CommandForm<'a> {
    page: &'a Forms<'a>,
    id: &'static str,
    title: &'static str,
    text: Option<&'static str>,
    by: Option<&'static str>,
    topic: Option<OfficeTopic>,
    fields: Vec<Field>,
    outcome: Option<&'a Outcome>,
    is_open: bool,
    /// Whether it is a person's record, which is always open.
    is_record: bool,
}

impl askama::filters::HtmlSafe for CommandForm<'_> {}

/// A field with what was typed and what is wrong with it.
struct Field {
    name: &'static str,
    label: &'static str,
    hint: Option<&'static str>,
    required: bool,
    input: Input,
}

enum Input {
    /// A line: its type and its list of suggestions.
    Line {
        kind: &'static str,
        list: Option<&'static str>,
        value: String,
    },
    Lines {
        value: String,
    },
    Select {
        several: bool,
        options: Vec<(String, String)>,
        chosen: Vec<String>,
    },
    Tick {
        ticked: bool,
    },
    Hidden {
        value: String,
    },
}

impl CommandForm<'_> {
    /// A sentence that says what it is for.
    pub(crate) fn text(mut self, key: &'static str) -> Self {
        self.text = Some(self.page.f.t(key));
        self
    }

    /// The matter on which the federation's rules may have a clause.
    pub(crate) fn on(mut self, topic: OfficeTopic) -> Self {
        self.topic = Some(topic);
        self
    }

    /// Shows it as a person's record.
    pub(crate) fn record(mut self) -> Self {
        self.is_record = true;
        self
    }

    /// What the field added last need not be.
    pub(crate) fn optional(mut self) -> Self {
        if let Some(field) = self.fields.last_mut() {
            field.required = false;
        }
        self
    }

    pub(crate) fn hint(mut self, key: &'static str) -> Self {
        if let Some(field) = self.fields.last_mut() {
            field.hint = Some(self.page.f.t(key));
        }
        self
    }

    fn add(mut self, name: &'static str, label: &'static str, input: Input) -> Self {
        self.fields.push(Field {
            name,
            label: self.page.f.t(label),
            hint: None,
            required: true,
            input,
        });
        self
    }

    fn value(&self, name: &str) -> String {
        match self.is_open {
            true => self.page.typed.get(name).to_owned(),
            false => self.page.filled.get(name).to_owned(),
        }
    }

    /// What was typed, or what a new form has there.
    fn value_or(&self, name: &str, first: impl ToString) -> String {
        match self.value(name) {
            value if value.is_empty() && self.outcome.is_none() => first.to_string(),
            value => value,
        }
    }

    fn line(
        self,
        kind: &'static str,
        name: &'static str,
        label: &'static str,
        value: String,
    ) -> Self {
        let list = None;
        self.add(name, label, Input::Line { kind, list, value })
    }

    pub(crate) fn word(self, name: &'static str, label: &'static str) -> Self {
        let value = self.value(name);
        self.line("text", name, label, value)
    }

    pub(crate) fn number(self, name: &'static str, label: &'static str) -> Self {
        let value = self.value(name);
        self.line("number", name, label, value)
    }

    /// A number that has a value at first.
    pub(crate) fn number_of(
        self,
        name: &'static str,
        label: &'static str,
        first: impl ToString,
    ) -> Self {
        let value = self.value_or(name, first);
        self.line("number", name, label, value)
    }

    pub(crate) fn year(self) -> Self {
        let this = self.page.today.year();
        self.number_of("year", "officer.field.year", this)
    }

    /// A day; today at first.
    pub(crate) fn day(self, name: &'static str, label: &'static str) -> Self {
        let value = self.value_or(name, self.page.today);
        self.line("date", name, label, value)
    }

    pub(crate) fn day_if(self, name: &'static str, label: &'static str) -> Self {
        let value = self.value(name);
        self.line("date", name, label, value).optional()
    }

    /// The code of a country; the office's own at first.
    pub(crate) fn country(self, name: &'static str, label: &'static str) -> Self {
        let value = self.value_or(name, self.page.office.affairs().country());
        self.line("text", name, label, value)
    }

    pub(crate) fn person(self, name: &'static str, label: &'static str) -> Self {
        let (kind, list, value) = ("text", Some("people"), self.value(name));
        self.add(name, label, Input::Line { kind, list, value })
    }

    pub(crate) fn lines(self, name: &'static str, label: &'static str) -> Self {
        let value = self.value(name);
        self.add(name, label, Input::Lines { value })
    }

    pub(crate) fn tick(self, name: &'static str, label: &'static str, at_first: bool) -> Self {
        let ticked = match self.outcome {
            Some(_) => !self.value(name).is_empty(),
            None => at_first,
        };
        self.add(name, label, Input::Tick { ticked })
    }

    pub(crate) fn hidden(self, name: &'static str) -> Self {
        let value = self.value(name);
        self.add(name, "office.number", Input::Hidden { value })
    }

    fn select(
        self,
        name: &'static str,
        label: &'static str,
        options: Vec<(String, String)>,
    ) -> Self {
        let chosen = vec![self.value(name)];
        let several = false;
        self.add(
            name,
            label,
            Input::Select {
                several,
                options,
                chosen,
            },
        )
    }

    /// One of the words of an enum.
    pub(crate) fn choose<T: Worded + ToString>(
        self,
        name: &'static str,
        label: &'static str,
        all: &[T],
    ) -> Self {
        let f = self.page.f;
        let options = all
            .iter()
            .map(|one| (one.to_string(), f.t(one.key()).to_owned()));
        self.select(name, label, options.collect())
    }

    pub(crate) fn yes_no(self, name: &'static str, label: &'static str) -> Self {
        let option = |value: &str, key| (value.to_owned(), self.page.f.t(key).to_owned());
        let options = vec![option("yes", "desk.yes"), option("no", "desk.no")];
        self.select(name, label, options)
    }

    pub(crate) fn event(self, name: &'static str, label: &'static str) -> Self {
        let options = event_choices(self.page.office);
        self.select(name, label, options)
    }

    pub(crate) fn events(self, name: &'static str, label: &'static str) -> Self {
        let options = event_choices(self.page.office);
        let chosen = match self.is_open {
            true => self.page.typed.all(name),
            false => Vec::new(),
        };
        let chosen = chosen.into_iter().map(str::to_owned).collect();
        let several = true;
        self.add(
            name,
            label,
            Input::Select {
                several,
                options,
                chosen,
            },
        )
    }

    /// A decision by its number.
    pub(crate) fn decision(self) -> Self {
        let decisions = self.page.office.affairs().decisions.iter().rev();
        let options = decisions.map(|(number, one)| {
            let text: String = one.text.chars().take(60).collect();
            let words = format!("{number} · {} {text}", one.day);
            (number.to_string(), words)
        });
        let options = options.collect();
        self.select("decision", "officer.field.decision", options)
    }

    /// The fields of a person's record.
    pub(crate) fn dossier(self) -> Self {
        use outflank_federation::Wage;
        use outflank_tournament::running::GenderWord;
        self.word("dossier.name", "office.name")
            .word("dossier.native", "desk.enter.native")
            .optional()
            .word("dossier.ascii", "officer.field.ascii")
            .optional()
            .hint("officer.field.ascii_hint")
            .number("dossier.wof", "desk.entrants.wof")
            .optional()
            .word("dossier.country", "officer.field.plays_for")
            .optional()
            .word("dossier.citizen_of", "officer.field.citizen_of")
            .optional()
            .hint("officer.field.citizen_hint")
            .lines("dossier.stays", "officer.field.stays")
            .optional()
            .hint("officer.field.stays_hint")
            .day_if("dossier.born", "desk.enter.born")
            .choose("dossier.gender", "desk.enter.gender", GenderWord::ALL)
            .optional()
            .choose("dossier.wage", "officer.field.wage", Wage::ALL)
            .optional()
            .word("dossier.family", "officer.field.family")
            .optional()
            .hint("officer.field.family_hint")
            .word("dossier.contact", "desk.enter.contact")
            .optional()
    }

    fn errors(&self) -> &[FormError] {
        self.outcome.map_or(&[], |outcome| &outcome.errors)
    }

    fn field_error(&self, field: &Field) -> Option<&FormError> {
        let of_field = |error: &&FormError| error.field == Some(field.name);
        self.errors().iter().find(of_field)
    }

    /// What is wrong with the form as a whole, or with a field that it does not show.
    fn form_error(&self) -> Option<&FormError> {
        let has = |name: &str| self.fields.iter().any(|one| one.name == name);
        let of_form = |error: &&FormError| error.field.is_none_or(|name| !has(name));
        self.errors().iter().find(of_form)
    }

    fn preview(&self) -> Option<&Vec<String>> {
        self.outcome?.preview.as_ref()
    }
}

/// Every event, the latest first.
fn event_choices(office: &FederationNow) -> Vec<(String, String)> {
    let mut events: Vec<_> = office.affairs().events.iter().collect();
    events.sort_by_key(|(key, event)| (std::cmp::Reverse(event.notice.first_day), (*key).clone()));
    (events.into_iter())
        .map(|(key, event)| {
            let notice = &event.notice;
            (
                key.to_string(),
                format!("{} {}", notice.first_day, notice.name),
            )
        })
        .collect()
}
