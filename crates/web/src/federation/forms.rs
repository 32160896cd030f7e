//! How the forms of the office become commands.
//!
//! A page declares its forms with [`office_forms!`]: serde reads one of them, which the field `do` names. A field keeps
//! what was typed and is read as the type that the command needs. Everything that is wrong is kept, by field.

use outflank_desk::FederationNow;
use outflank_federation::selection::Seat;
use outflank_federation::{
    Act, AmendmentNumber, Body, By, Category, DecisionNumber, EntryException, EventKey,
    MeetingNumber, PersonNumber, SanctionNumber, SentResults, Stay, Understood, Wage,
};
use outflank_rulebook::Millis;
use outflank_tournament::running::{GenderWord, Nation};
use outflank_tournament::{CivilDate, Money};

use crate::extract::{Field, Ticked, read};
use crate::pages::Frame;

/// What is wrong with a form: the field, or nothing for the whole form; the words; the clause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FormError {
    pub(crate) field: Option<&'static str>,
    pub(crate) text: String,
    pub(crate) clause: Option<String>,
}

/// Reads a form field by field and keeps everything that is wrong.
pub(crate) struct FormReader<'a> {
    pub(crate) f: &'a Frame,
    pub(crate) office: &'a FederationNow,
    pub(crate) errors: Vec<FormError>,
}

/// Fields that mean something together.
pub(crate) trait FormFields {
    type Value;

    /// What they mean; nothing if something is wrong.
    fn read(&self, reader: &mut FormReader<'_>) -> Option<Self::Value>;
}

/// The forms of a page, each of which is one command.
pub(crate) trait CommandForms: FormFields<Value = Act> {
    /// The name of the form that was sent.
    fn id(&self) -> &'static str;
}

/// Declares the forms of a page: `"name" Variant { field "sent as": Type } with group: Fields => command`.
/// The command is made of the values of the fields.
macro_rules! office_forms {
    ($(#[$doc:meta])* $name:ident {$(
        $id:literal $form:ident { $($field:ident $($sent:literal)?: $type:ty),* $(,)? }
        $(with $group:ident: $fields:ty)? => $command:expr;
    )+}) => {
        $(#[$doc])*
        #[derive(serde::Deserialize)]
        #[serde(tag = "do")]
        pub(crate) enum $name {$(
            #[serde(rename = $id)]
            $form {
                $(#[serde(default $(, rename = $sent)?)] $field: $crate::extract::Field<$type>,)*
                $(#[serde(flatten)] $group: Box<$fields>,)?
            },
        )+}

        impl $crate::federation::forms::FormFields for $name {
            type Value = outflank_federation::Act;

            fn read(
                &self,
                reader: &mut $crate::federation::forms::FormReader<'_>,
            ) -> Option<Self::Value> {
                match self {$(
                    Self::$form { $($field,)* $($group,)? } => {
                        $(let $field = reader.field($crate::federation::forms::field_name!($field $($sent)?), $field);)*
                        $(let $group = $crate::federation::forms::FormFields::read(&**$group, reader);)?
                        $(let $field = $field?;)*
                        $(let $group = $group?;)?
                        Some($command)
                    }
                )+}
            }
        }

        impl $crate::federation::forms::CommandForms for $name {
            fn id(&self) -> &'static str {
                match self {
                    $(Self::$form { .. } => $id,)+
                }
            }
        }
    };
}

/// Declares fields that are one value: `Fields => Type { field "sent as": Type }`, and what the rest of the value is.
macro_rules! form_group {
    ($(#[$doc:meta])* $name:ident => $value:ident {
        $($field:ident $sent:literal: $type:ty),+ $(,)? $(; ..$rest:expr)?
    }) => {
        $(#[$doc])*
        #[derive(serde::Deserialize)]
        pub(crate) struct $name {
            $(#[serde(default, rename = $sent)] $field: $crate::extract::Field<$type>,)+
        }

        impl $crate::federation::forms::FormFields for $name {
            type Value = Box<$value>;

            fn read(
                &self,
                reader: &mut $crate::federation::forms::FormReader<'_>,
            ) -> Option<Self::Value> {
                $(let $field = reader.field($sent, &self.$field);)+
                Some(Box::new($value { $($field: $field?.into(),)+ $(..$rest)? }))
            }
        }
    };
}

/// The name under which a field is sent.
macro_rules! field_name {
    ($field:ident) => {
        stringify!($field)
    };
    ($field:ident $sent:literal) => {
        $sent
    };
}

pub(crate) use {field_name, form_group, office_forms};

/// A type that a field can be read as.
pub(crate) trait FromField: Sized {
    /// Reads a text that is not blank.
    fn read(reader: &FormReader<'_>, text: &str) -> Result<Self, String>;

    /// What a blank field means; nothing if it must be filled in.
    fn blank() -> Option<Self> {
        None
    }
}

/// In whose name a form is sent, where not everybody in the office may.
pub(crate) fn speaker(id: &str) -> Option<By> {
    match id {
        "admit_voter" | "allow_entry" | "toss_coin" | "chairman_offers" => Some(By::Chairman),
        "decide_exception" | "choose_host" | "exclude" | "strike_points" | "revoke_title"
        | "lift_sanction" => Some(By::Committee),
        _ => None,
    }
}

impl FormReader<'_> {
    /// A field as the type that is needed; what is wrong with it is kept.
    pub(crate) fn field<T: FromField>(
        &mut self,
        name: &'static str,
        field: &Field<T>,
    ) -> Option<T> {
        let read = match field.text() {
            "" => T::blank().ok_or_else(|| self.f.t("officer.wrong.missing").to_owned()),
            text => T::read(self, text),
        };
        read.map_err(|text| {
            self.errors.push(FormError {
                field: Some(name),
                text,
                clause: None,
            });
        })
        .ok()
    }
}

impl<T: FromField> FromField for Option<T> {
    fn read(reader: &FormReader<'_>, text: &str) -> Result<Self, String> {
        T::read(reader, text).map(Some)
    }

    fn blank() -> Option<Self> {
        Some(None)
    }
}

impl FromField for String {
    fn read(_: &FormReader<'_>, text: &str) -> Result<Self, String> {
        Ok(text.to_owned())
    }
}

impl FromField for bool {
    fn read(_: &FormReader<'_>, text: &str) -> Result<Self, String> {
        Ok(text == "yes")
    }
}

impl FromField for Ticked {
    fn read(_: &FormReader<'_>, _: &str) -> Result<Self, String> {
        Ok(Self(true))
    }

    fn blank() -> Option<Self> {
        Some(Self(false))
    }
}

impl FromField for EventKey {
    fn read(_: &FormReader<'_>, text: &str) -> Result<Self, String> {
        Ok(text.into())
    }
}

impl FromField for Vec<EventKey> {
    fn read(_: &FormReader<'_>, text: &str) -> Result<Self, String> {
        Ok(text.lines().map(EventKey::from).collect())
    }
}

impl FromField for Money {
    fn read(reader: &FormReader<'_>, text: &str) -> Result<Self, String> {
        let wrong = || reader.f.t("officer.wrong.money").to_owned();
        hundredths(text).map(Self).ok_or_else(wrong)
    }
}

/// A time is typed in minutes.
impl FromField for Millis {
    fn read(reader: &FormReader<'_>, text: &str) -> Result<Self, String> {
        Ok(Self(i64::from(u32::read(reader, text)?) * 60_000))
    }
}

impl FromField for PersonNumber {
    fn read(reader: &FormReader<'_>, text: &str) -> Result<Self, String> {
        find_person(reader.f, reader.office, text)
    }
}

impl FromField for Vec<PersonNumber> {
    fn read(reader: &FormReader<'_>, text: &str) -> Result<Self, String> {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        lines.map(|line| PersonNumber::read(reader, line)).collect()
    }
}

/// Countries with commas between them.
pub(crate) struct Codes(Vec<String>);

impl From<Codes> for Vec<String> {
    fn from(codes: Codes) -> Self {
        codes.0
    }
}

impl FromField for Codes {
    fn read(_: &FormReader<'_>, text: &str) -> Result<Self, String> {
        let codes = text.split([',', ' ', ';']).filter(|code| !code.is_empty());
        Ok(Self(codes.map(str::to_owned).collect()))
    }

    fn blank() -> Option<Self> {
        Some(Self(Vec::new()))
    }
}

/// Settings, one `setting = value` in a line.
impl FromField for Vec<(String, String)> {
    fn read(reader: &FormReader<'_>, text: &str) -> Result<Self, String> {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let read = |line: &str| {
            let (axis, value) = line.split_once('=')?;
            Some((axis.trim().to_owned(), value.trim().to_owned()))
        };
        let wrong = || reader.f.t("desk.new.bad_set").to_owned();
        lines.map(read).collect::<Option<_>>().ok_or_else(wrong)
    }

    fn blank() -> Option<Self> {
        Some(Vec::new())
    }
}

/// Where a person lived: `GBR 2020-01-31 2022-05-01` in a line each.
impl FromField for Vec<Stay> {
    fn read(reader: &FormReader<'_>, text: &str) -> Result<Self, String> {
        let mut stays = Vec::new();
        for (number, line) in (1u32..).zip(text.lines()) {
            let wrong = || reader.f.t1("officer.wrong.stay", "line", number);
            let day = |text: &str| text.parse::<CivilDate>().map_err(|_| wrong());
            let words: Vec<&str> = line.split_whitespace().collect();
            let (country, from, until) = match words.as_slice() {
                [] => continue,
                [country, from] => (country, day(from)?, None),
                [country, from, until] => (country, day(from)?, Some(day(until)?)),
                _ => return Err(wrong()),
            };
            stays.push(Stay {
                country: (*country).to_owned(),
                from,
                until,
            });
        }
        Ok(stays)
    }

    fn blank() -> Option<Self> {
        Some(Vec::new())
    }
}

/// Types that are read as in requests to the API, each with what is said of another text.
macro_rules! plain {
    ($($key:literal: $($type:ident)+;)+) => {$($(
        impl FromField for $type {
            fn read(reader: &FormReader<'_>, text: &str) -> Result<Self, String> {
                read(text).ok_or_else(|| reader.f.t($key).to_owned())
            }
        }
    )+)+};
}
plain! {
    "officer.wrong.number": u16 u32 DecisionNumber MeetingNumber SanctionNumber AmendmentNumber;
    "officer.wrong.date": CivilDate;
    "officer.wrong.choice": Body Category EntryException GenderWord Nation Seat SentResults Understood Wage;
}

/// How many people of one name a message shows.
const NAMESAKES_SHOWN: usize = 6;

/// A person by number, by number and name, or by a name nobody else has.
pub(crate) fn find_person(
    f: &Frame,
    office: &FederationNow,
    text: &str,
) -> Result<PersonNumber, String> {
    let text = text.trim();
    let digits: String = text.chars().take_while(char::is_ascii_digit).collect();
    if let Ok(number) = digits.parse() {
        let number = PersonNumber(number);
        return match office.affairs().people.contains_key(&number) {
            true => Ok(number),
            false => Err(f.t1("officer.wrong.no_number", "number", number)),
        };
    }
    let wanted = text.to_lowercase();
    let mut namesakes: Vec<PersonNumber> = (office.people().iter())
        .filter(|(_, dossier)| {
            let others = [dossier.ascii.as_ref(), dossier.native.as_ref()];
            let mut names = others.into_iter().flatten().chain([&dossier.name]);
            names.any(|name| name.to_lowercase() == wanted)
        })
        .map(|(number, _)| office.affairs().resolve(*number))
        .collect();
    namesakes.dedup();
    match namesakes.as_slice() {
        [one] => Ok(*one),
        [] => Err(f.t1("officer.wrong.nobody", "name", text)),
        several => {
            let shown = several.iter().take(NAMESAKES_SHOWN);
            let shown: Vec<String> = shown.map(ToString::to_string).collect();
            let shown = shown.join(", ");
            Err(f.t2("officer.wrong.several", "name", text, "numbers", shown))
        }
    }
}

/// `7`, `7.5`, `7,50`: hundredths.
fn hundredths(text: &str) -> Option<u64> {
    let text = text.trim().replace(',', ".");
    let (whole, part) = text.split_once('.').unwrap_or((&text, ""));
    let part = match part.len() {
        0 => 0,
        1 => part.parse::<u64>().ok()? * 10,
        2 => part.parse().ok()?,
        _ => return None,
    };
    (whole.parse::<u64>().ok()?.checked_mul(100)?).checked_add(part)
}

#[cfg(test)]
mod tests {
    use crate::federation::forms::hundredths;

    #[test]
    fn an_amount_is_read_as_people_write_it() {
        let shown = ["10", "7.5", "7,50", "0.05", "1.234", "x", ""].map(hundredths);
        let expected = [Some(1000), Some(750), Some(750), Some(5), None, None, None];
        assert_eq!(shown, expected);
    }
}
