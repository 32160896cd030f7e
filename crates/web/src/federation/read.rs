//! What was typed into a form, as an act of the office; or what is wrong, field by field.

use outflank_desk::FederationNow;
use outflank_federation::{Act as OfficeAct, By as OfficeBy, PersonNumber};
use serde_json::{Map, Value, json};

use crate::director::Form;
use crate::federation::field::{ActForm, Field, Kind, Need, Speaks};
use crate::pages::Frame;

/// What is wrong, each with its field; an empty name is the whole form.
pub(crate) type Wrong = Vec<(String, String)>;

/// How many people of one name a message shows.
const NAMESAKES_SHOWN: usize = 6;

/// The act a form asks for.
pub(crate) fn read(
    f: &Frame,
    office: &FederationNow,
    form: &ActForm,
    typed: &Form,
) -> Result<OfficeAct, Wrong> {
    let mut wrong = Wrong::new();
    let mut act = Map::new();
    act.insert("act".to_owned(), json!(form.act));
    let any_together =
        (form.fields.iter()).any(|field| field.need == Need::Together && typed.has(field.name));
    for field in form.fields {
        let is_needed = match field.need {
            Need::Always => true,
            Need::Optional => false,
            Need::Together => any_together,
        };
        match value(f, office, field, typed) {
            Ok(Some(value)) => put(&mut act, field.name, value),
            Ok(None) if is_needed => {
                let text = f.t("officer.wrong.missing").to_owned();
                wrong.push((field.name.to_owned(), text));
            }
            Ok(None) => {}
            Err(text) => wrong.push((field.name.to_owned(), text)),
        }
    }
    if !wrong.is_empty() {
        return Err(wrong);
    }
    serde_json::from_value(Value::Object(act)).map_err(|problem| {
        let text = f.t1("officer.wrong.unreadable", "problem", problem);
        vec![(String::new(), text)]
    })
}

/// In whose name a form is sent; nobody's in particular if the desk finds it out.
pub(crate) fn speaker(form: &ActForm, typed: &Form) -> Option<OfficeBy> {
    match form.speaks {
        Speaks::Office => None,
        Speaks::Chairman => Some(OfficeBy::Chairman),
        Speaks::Committee => Some(OfficeBy::Committee),
        Speaks::Body => (typed.get("decision.body") == "chairman").then_some(OfficeBy::Chairman),
    }
}

/// The field a refusal belongs to.
pub(crate) fn field_of(form: &ActForm, code: &str) -> Option<&'static str> {
    let wanted: &[&str] = match code {
        "federation.unknown_person"
        | "federation.erased"
        | "federation.is_member"
        | "federation.no_member"
        | "federation.passed_over"
        | "federation.no_offer"
        | "federation.not_next" => &["person", "keep", "winner"],
        "federation.not_tied" => &["winner"],
        "federation.wof_number_taken" => &["dossier.wof"],
        "federation.bad_dossier" => &["dossier.name"],
        "federation.cannot_merge" => &["gone"],
        "federation.bad_key" | "federation.unknown_event" | "federation.no_results" => &["event"],
        "federation.not_regional" => &["events"],
        "federation.bad_days" => &["notice.last_day", "measure.until", "day"],
        "federation.list_in_future" => &["day"],
        "federation.unknown_decision" | "federation.wrong_body" | "federation.no_majority" => {
            &["decision"]
        }
        "federation.constitution_not_named" => &["constitution"],
        "federation.unknown_meeting" => &["meeting"],
        "federation.unknown_sanction" => &["sanction"],
        "federation.unknown_amendment" => &["amendment"],
        "federation.bad_setting" => &["set"],
        "federation.after_deadline" => &["permitted"],
        "federation.application_too_late" => &["start"],
        "federation.no_application"
        | "federation.is_member_nation"
        | "federation.host_is_chosen" => &["country"],
        "federation.selection_exists" | "federation.no_selection" | "federation.no_tie" => {
            &["year"]
        }
        "federation.bad_plan" => &["places"],
        "federation.seats_full" => &["seat"],
        _ => &[],
    };
    let has = |name: &&&str| form.fields.iter().any(|field| field.name == **name);
    wanted.iter().find(has).copied()
}

fn put(into: &mut Map<String, Value>, path: &str, value: Value) {
    match path.split_once('.') {
        None => {
            into.insert(path.to_owned(), value);
        }
        Some((first, rest)) => {
            let inner = into.entry(first).or_insert_with(|| json!({}));
            if let Value::Object(inner) = inner {
                put(inner, rest, value);
            }
        }
    }
}

fn value(
    f: &Frame,
    office: &FederationNow,
    field: &Field,
    typed: &Form,
) -> Result<Option<Value>, String> {
    let text = typed.get(field.name);
    // A box says something when it is empty; so does what is always the same.
    match field.kind {
        Kind::Tick { .. } => return Ok(Some(json!(!text.is_empty()))),
        Kind::Fixed(value) => return Ok(Some(json!(value))),
        _ if text.is_empty() => return Ok(None),
        _ => {}
    }
    let wrong = |key: &'static str| f.t(key).to_owned();
    let read = match field.kind {
        Kind::Text | Kind::Long | Kind::Country | Kind::Event | Kind::Choice(_) => json!(text),
        Kind::Number | Kind::Year | Kind::Decision => {
            let number: u32 = text.parse().map_err(|_| wrong("officer.wrong.number"))?;
            json!(number)
        }
        Kind::Date => {
            let day: outflank_tournament::CivilDate =
                text.parse().map_err(|_| wrong("officer.wrong.date"))?;
            json!(day.to_string())
        }
        Kind::Money => json!(hundredths(text).ok_or_else(|| wrong("officer.wrong.money"))?),
        Kind::Minutes => {
            let minutes: u32 = text.parse().map_err(|_| wrong("officer.wrong.number"))?;
            json!(u64::from(minutes) * 60_000)
        }
        Kind::Person => json!(person(f, office, text)?.0),
        Kind::People => {
            let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
            let people = lines.map(|line| person(f, office, line).map(|person| person.0));
            json!(people.collect::<Result<Vec<u32>, String>>()?)
        }
        Kind::Events => {
            let all: Vec<&str> = typed.all(field.name);
            json!(all)
        }
        Kind::YesNo => json!(text == "yes"),
        Kind::Words => {
            let words = text.split([',', ' ', ';']).filter(|word| !word.is_empty());
            json!(words.collect::<Vec<&str>>())
        }
        Kind::Settings => json!(settings(text).ok_or_else(|| wrong("desk.new.bad_set"))?),
        Kind::Stays => json!(stays(f, text)?),
        Kind::Tick { .. } | Kind::Fixed(_) => Value::Null,
    };
    Ok(Some(read))
}

/// Somebody by his number, by his number and name, or by a name nobody else has.
pub(crate) fn person(
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
    let named = |name: &str| name.to_lowercase() == wanted;
    let namesakes: Vec<PersonNumber> = (office.people().iter())
        .filter(|(_, dossier)| {
            let names = [
                Some(&dossier.name),
                dossier.ascii.as_ref(),
                dossier.native.as_ref(),
            ];
            names.into_iter().flatten().any(|name| named(name))
        })
        .map(|(number, _)| office.affairs().resolve(*number))
        .collect();
    match namesakes.as_slice() {
        [one] => Ok(*one),
        [] => Err(f.t1("officer.wrong.nobody", "name", text)),
        [first, rest @ ..] if rest.iter().all(|one| one == first) => Ok(*first),
        several => {
            let shown = several.iter().take(NAMESAKES_SHOWN);
            let shown: Vec<String> = shown.map(ToString::to_string).collect();
            let shown = shown.join(", ");
            Err(f.t2("officer.wrong.several", "name", text, "numbers", shown))
        }
    }
}

/// `7`, `7.5`, `7,50`: hundredths.
pub(crate) fn hundredths(text: &str) -> Option<u64> {
    let text = text.trim().replace(',', ".");
    let (whole, part) = text.split_once('.').unwrap_or((&text, ""));
    let part = match part.len() {
        0 => 0,
        1 => part.parse::<u64>().ok()? * 10,
        2 => part.parse().ok()?,
        _ => return None,
    };
    whole
        .parse::<u64>()
        .ok()?
        .checked_mul(100)?
        .checked_add(part)
}

fn settings(text: &str) -> Option<Vec<(String, String)>> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let read = |line: &str| {
        let (axis, value) = line.split_once('=')?;
        Some((axis.trim().to_owned(), value.trim().to_owned()))
    };
    lines.map(read).collect()
}

fn stays(f: &Frame, text: &str) -> Result<Vec<Value>, String> {
    let mut stays = Vec::new();
    for (number, line) in (1u32..).zip(text.lines()) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let wrong = || f.t1("officer.wrong.stay", "line", number);
        let day = |text: &str| -> Result<String, String> {
            let day: outflank_tournament::CivilDate = text.parse().map_err(|_| wrong())?;
            Ok(day.to_string())
        };
        match words.as_slice() {
            [] => {}
            [country, from] => stays.push(json!({"country": country, "from": day(from)?})),
            [country, from, until] => {
                stays.push(json!({"country": country, "from": day(from)?, "until": day(until)?}))
            }
            _ => return Err(wrong()),
        }
    }
    Ok(stays)
}

#[cfg(test)]
mod tests {
    use crate::federation::read::hundredths;

    #[test]
    fn an_amount_is_read_as_people_write_it() {
        let shown = ["10", "7.5", "7,50", "0.05", "1.234", "x", ""].map(hundredths);
        let expected = [Some(1000), Some(750), Some(750), Some(5), None, None, None];
        assert_eq!(shown, expected);
    }
}
