//! What a form of the office is made of, and how a field becomes a part of an act.

use outflank_rulebook::OfficeTopic;

/// A form that becomes one act of the office.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ActForm {
    /// Its name in the page; an act may have several forms.
    pub(crate) id: &'static str,
    /// The act, as requests name it.
    pub(crate) act: &'static str,
    /// The key of its title, which is also what its button says.
    pub(crate) title: &'static str,
    /// The key of a sentence that says what it is for.
    pub(crate) text: Option<&'static str>,
    /// The matter on which the federation's text may have a clause.
    pub(crate) topic: Option<OfficeTopic>,
    pub(crate) speaks: Speaks,
    pub(crate) fields: &'static [Field],
}

/// Who speaks when a form is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Speaks {
    /// Anybody who keeps the office.
    Office,
    Chairman,
    /// The committee, board or council.
    Committee,
    /// The chairman if the decision is his own, else anybody who keeps the office.
    Body,
}

/// A field of a form.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Field {
    /// Where it goes: `notice.first_day`.
    pub(crate) name: &'static str,
    /// The key of its label.
    pub(crate) label: &'static str,
    /// The key of a hint.
    pub(crate) hint: Option<&'static str>,
    /// What is written there.
    pub(crate) kind: Kind,
    /// Whether it must be filled in.
    pub(crate) need: Need,
}

/// Whether a field must be filled in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Need {
    Always,
    Optional,
    /// If another field of this kind is: all of them or none.
    Together,
}

/// Values of a choice, each with the key of its words.
pub(crate) type Choices = &'static [(&'static str, &'static str)];

/// What is written into a field.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Kind {
    Text,
    Long,
    Number,
    /// A year; this one if nothing else is said.
    Year,
    Date,
    Money,
    /// Minutes, kept as milliseconds.
    Minutes,
    /// The code of a country; the office's own if nothing else is said.
    Country,
    /// A person by name or number.
    Person,
    /// People, one in a line.
    People,
    /// An event of the office.
    Event,
    Events,
    /// A decision by its number.
    Decision,
    /// One of several words.
    Choice(Choices),
    YesNo,
    /// A box to tick.
    Tick {
        /// Whether it is ticked at first.
        at_first: bool,
    },
    /// Words with commas between them.
    Words,
    /// Settings, one `axis = value` in a line.
    Settings,
    /// Where somebody lived: `GBR 2020-01-31 2022-05-01` in a line each.
    Stays,
    Fixed(&'static str),
}

impl Field {
    pub(crate) const fn new(name: &'static str, label: &'static str, kind: Kind) -> Self {
        Self {
            name,
            label,
            hint: None,
            kind,
            need: Need::Always,
        }
    }

    pub(crate) const fn fixed(name: &'static str, value: &'static str) -> Self {
        Self::new(name, "", Kind::Fixed(value))
    }

    pub(crate) const fn optional(mut self) -> Self {
        self.need = Need::Optional;
        self
    }

    pub(crate) const fn together(mut self) -> Self {
        self.need = Need::Together;
        self
    }

    pub(crate) const fn hint(mut self, key: &'static str) -> Self {
        self.hint = Some(key);
        self
    }
}

impl ActForm {
    pub(crate) const fn new(
        act: &'static str,
        title: &'static str,
        fields: &'static [Field],
    ) -> Self {
        Self {
            id: act,
            act,
            title,
            text: None,
            topic: None,
            speaks: Speaks::Office,
            fields,
        }
    }

    pub(crate) const fn named(mut self, id: &'static str) -> Self {
        self.id = id;
        self
    }

    pub(crate) const fn text(mut self, key: &'static str) -> Self {
        self.text = Some(key);
        self
    }

    pub(crate) const fn on(mut self, topic: OfficeTopic) -> Self {
        self.topic = Some(topic);
        self
    }

    pub(crate) const fn spoken_by(mut self, speaks: Speaks) -> Self {
        self.speaks = speaks;
        self
    }
}
