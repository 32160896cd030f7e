//! A form as the page shows it: its words, what was typed, and what was wrong beside each field.

use outflank_desk::FederationNow;
use outflank_tournament::CivilDate as Day;

use crate::director::Form;
use crate::federation::field::{ActForm, Field, Kind, Need, Speaks};
use crate::pages::Frame;

/// A form as a template shows it.
#[derive(Debug, Clone)]
pub(crate) struct FormShown {
    pub(crate) id: &'static str,
    pub(crate) title: &'static str,
    pub(crate) text: Option<&'static str>,
    pub(crate) clause: Option<String>,
    /// Who must send it, where not everybody in the office may.
    pub(crate) by: Option<&'static str>,
    pub(crate) fields: Vec<FieldShown>,
    /// What is said of the whole form.
    pub(crate) said: Option<(String, Option<String>)>,
    /// What it would do, once that was asked.
    pub(crate) foreseen: Option<Vec<String>>,
    pub(crate) is_open: bool,
}

/// A field as a template shows it.
#[derive(Debug, Clone)]
pub(crate) struct FieldShown {
    pub(crate) name: &'static str,
    pub(crate) label: &'static str,
    pub(crate) hint: Option<&'static str>,
    pub(crate) required: bool,
    pub(crate) input: Input,
    pub(crate) wrong: Option<String>,
    pub(crate) clause: Option<String>,
}

/// How a field is filled in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Input {
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
        options: Vec<Choice>,
    },
    Tick {
        ticked: bool,
    },
    Hidden {
        value: String,
    },
}

/// A value that can be chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Choice {
    pub(crate) value: String,
    pub(crate) words: String,
    pub(crate) chosen: bool,
}

/// What happened to a form that was sent.
#[derive(Debug, Clone, Default)]
pub(crate) struct Outcome {
    pub(crate) id: String,
    /// What is wrong: the field, the words, the clause. An empty field is the whole form.
    pub(crate) wrong: Vec<(String, String, Option<String>)>,
    /// What it would do.
    pub(crate) foreseen: Option<Vec<String>>,
    /// Whether nothing was wrong but that the log is away.
    pub(crate) is_away: bool,
}

/// Where forms are shown.
pub(crate) struct Place<'a> {
    pub(crate) f: &'a Frame,
    pub(crate) office: &'a FederationNow,
    pub(crate) today: Day,
    /// What was typed, or what a link has filled in; the field `do` names the form.
    pub(crate) typed: &'a Form,
    pub(crate) outcome: Option<&'a Outcome>,
}

impl Place<'_> {
    /// The forms of a page.
    pub(crate) fn forms(&self, forms: &[ActForm]) -> Vec<FormShown> {
        forms.iter().map(|form| self.form(form)).collect()
    }

    pub(crate) fn form(&self, form: &ActForm) -> FormShown {
        let is_open = self.typed.get("do") == form.id;
        let nothing = Form::default();
        let typed = match is_open {
            true => self.typed,
            false => &nothing,
        };
        let outcome = self.outcome.filter(|outcome| outcome.id == form.id);
        let wrong = |name: &str| {
            let found = outcome?.wrong.iter().find(|(field, _, _)| field == name)?;
            Some((found.1.clone(), found.2.clone()))
        };
        FormShown {
            id: form.id,
            title: self.f.t(form.title),
            text: form.text.map(|key| self.f.t(key)),
            clause: (form.topic)
                .and_then(|topic| self.office.affairs().rules_on(self.today)?.cited(topic))
                .map(|clause| clause.for_people()),
            by: match form.speaks {
                Speaks::Office | Speaks::Body => None,
                Speaks::Chairman => Some(self.f.t("officer.by.chairman")),
                Speaks::Committee => Some(self.f.t("officer.by.committee")),
            },
            fields: (form.fields.iter())
                .map(|field| {
                    let said = wrong(field.name);
                    FieldShown {
                        name: field.name,
                        label: match field.label {
                            "" => "",
                            key => self.f.t(key),
                        },
                        hint: field.hint.map(|key| self.f.t(key)),
                        required: field.need == Need::Always,
                        input: self.input(field, typed, outcome.is_some()),
                        clause: said.as_ref().and_then(|(_, clause)| clause.clone()),
                        wrong: said.map(|(text, _)| text),
                    }
                })
                .collect(),
            said: wrong(""),
            foreseen: outcome.and_then(|outcome| outcome.foreseen.clone()),
            is_open,
        }
    }

    fn input(&self, field: &Field, typed: &Form, is_sent: bool) -> Input {
        let value = typed.get(field.name).to_owned();
        let line = |kind, list, value| Input::Line { kind, list, value };
        let or = |first: String| match value.is_empty() && !is_sent {
            true => first,
            false => value.clone(),
        };
        match field.kind {
            Kind::Text | Kind::Words => line("text", None, value),
            Kind::Number => line("number", None, value),
            Kind::Year => line("number", None, or(self.today.year().to_string())),
            Kind::Date if field.need == Need::Always => {
                line("date", None, or(self.today.to_string()))
            }
            Kind::Date => line("date", None, value),
            Kind::Money => line("text", None, value),
            Kind::Minutes => line("number", None, or("25".to_owned())),
            Kind::Country if field.need == Need::Always => {
                line("text", None, or(self.office.affairs().country().to_owned()))
            }
            Kind::Country => line("text", None, value),
            Kind::Person if field.label.is_empty() => Input::Hidden { value },
            Kind::Person => line("text", Some("people"), value),
            Kind::Long | Kind::People | Kind::Settings | Kind::Stays => Input::Lines { value },
            Kind::Event => {
                self.select(field, &[value.as_str()], false, self.office.event_choices())
            }
            Kind::Events => {
                let chosen = typed.all(field.name);
                self.select(field, &chosen, true, self.office.event_choices())
            }
            Kind::Decision => {
                let decisions = self.office.decision_lines();
                let options = decisions.into_iter().map(|one| {
                    let text: String = one.text.chars().take(60).collect();
                    (
                        one.number.to_string(),
                        format!("{} · {} {text}", one.number, one.day),
                    )
                });
                self.select(field, &[value.as_str()], false, options.collect())
            }
            Kind::Choice(choices) => {
                let options = choices.iter();
                let options =
                    options.map(|(value, key)| ((*value).to_owned(), self.f.t(key).to_owned()));
                self.select(field, &[value.as_str()], false, options.collect())
            }
            Kind::YesNo => {
                let yes = ("yes".to_owned(), self.f.t("desk.yes").to_owned());
                let no = ("no".to_owned(), self.f.t("desk.no").to_owned());
                self.select(field, &[value.as_str()], false, vec![yes, no])
            }
            Kind::Tick { at_first } => Input::Tick {
                ticked: match is_sent {
                    true => !value.is_empty(),
                    false => at_first,
                },
            },
            Kind::Fixed(value) => Input::Hidden {
                value: value.to_owned(),
            },
        }
    }

    fn select(
        &self,
        field: &Field,
        chosen: &[&str],
        several: bool,
        options: Vec<(String, String)>,
    ) -> Input {
        let nothing = (!several && field.need != Need::Always).then(|| Choice {
            value: String::new(),
            words: "–".to_owned(),
            chosen: chosen.iter().all(|one| one.is_empty()),
        });
        let choice = |(value, words): (String, String)| Choice {
            chosen: chosen.contains(&value.as_str()),
            value,
            words,
        };
        Input::Select {
            several,
            options: nothing
                .into_iter()
                .chain(options.into_iter().map(choice))
                .collect(),
        }
    }
}
