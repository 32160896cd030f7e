//! What the forms of the office send, as commands.
//!
//! A form has the fields of its command under the same names, and each is read as the type the command has there.

use outflank_desk::FederationNow;
use outflank_federation::selection::{Seat, SelectionPlan};
use outflank_federation::{
    Act, AmendmentNumber, Body, By, Category, Decision, DecisionNumber, Dossier, EntryException,
    EventKey, EventNotice, FeeTable, Measure, MeetingNumber, PersonNumber, SanctionNumber,
    SentResults, Stay, Understood, Votes, Wage,
};
use outflank_rulebook::Millis;
use outflank_tournament::running::{GenderWord, Nation};
use outflank_tournament::{CivilDate, Money};
use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::{Error, StrDeserializer};

use crate::director::Form;
use crate::pages::Frame;

/// What is wrong with a form: the field, or nothing for the whole form; the words; the clause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FormError {
    pub(crate) field: Option<String>,
    pub(crate) text: String,
    pub(crate) clause: Option<String>,
}

/// Reads a form field by field and keeps everything that is wrong.
pub(crate) struct FormReader<'a> {
    pub(crate) f: &'a Frame,
    pub(crate) office: &'a FederationNow,
    pub(crate) form: &'a Form,
    pub(crate) errors: Vec<FormError>,
}

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

/// Builds a command whose fields have the names of the form's fields.
macro_rules! command {
    ($reader:ident, $act:ident { $($field:ident),+ }) => {{
        $(let $field = $reader.field(stringify!($field));)+
        Some(Act::$act { $($field: $field?),+ })
    }};
}

impl FormReader<'_> {
    /// The command a form asks for; nothing if there is no such form, or if something is wrong with its fields.
    pub(crate) fn command(&mut self, id: &str) -> Option<Act> {
        let r = self;
        match id {
            "add_person" => {
                let dossier = r.dossier()?;
                let record = String::new();
                Some(Act::AddPerson { record, dossier })
            }
            "change_person" => {
                let (person, dossier) = (r.field("person"), r.dossier());
                let (person, mut dossier): (PersonNumber, _) = (person?, dossier?);
                // Payments are not part of the form.
                if let Some(known) = r.office.dossier(person) {
                    dossier.paid.clone_from(&known.paid);
                }
                Some(Act::ChangePerson { person, dossier })
            }
            "merge_people" => command!(r, MergePeople { keep, gone, why }),
            "separate_people" => {
                let (gone, why) = (r.field::<u32>("gone"), r.field("why"));
                let gone = PersonNumber(gone?);
                Some(Act::SeparatePeople { gone, why: why? })
            }
            "join" => command!(r, Join { person }),
            "leave" => command!(r, Leave { person }),
            "opt_out" => command!(r, OptOut { person }),
            "hold_meeting" => command!(r, HoldMeeting { day, event }),
            "admit_voter" => command!(r, AdmitVoter { meeting, person }),
            "set_fees" => {
                let (waged, unwaged) = (r.field("fees.waged"), r.field("fees.unwaged"));
                let (family, decision) = (r.field("fees.family"), r.field("decision"));
                let fees = FeeTable {
                    waged: waged?,
                    unwaged: unwaged?,
                    family: family?,
                };
                let decision = decision?;
                Some(Act::SetFees { fees, decision })
            }
            "record_payment" => command!(
                r,
                RecordPayment {
                    person,
                    event,
                    amount
                }
            ),
            "record_entrants" => command!(r, RecordEntrants { event, people }),
            "announce_event" => {
                let (event, notice) = (r.field("event"), r.notice());
                let (event, notice) = (event?, notice?);
                Some(Act::AnnounceEvent { event, notice })
            }
            "publish_list" => command!(r, PublishList { day }),
            "allow_entry" => command!(
                r,
                AllowEntry {
                    person,
                    event,
                    exception,
                    decision
                }
            ),
            "plan_season" => command!(
                r,
                PlanSeason {
                    year,
                    planned,
                    national
                }
            ),
            "count_regionals" => command!(
                r,
                CountRegionals {
                    year,
                    events,
                    decision
                }
            ),
            "record_playoff" => command!(r, RecordPlayoff { year, winner }),
            "toss_coin" => command!(r, TossCoin { year, winner }),
            "open_selection" => r.plan().map(Act::OpenSelection),
            "offer_place" | "chairman_offers" => command!(r, OfferPlace { year, seat, person }),
            "answer_offer" => command!(
                r,
                AnswerOffer {
                    year,
                    person,
                    accepts
                }
            ),
            "register_team" => command!(r, RegisterTeam { year, permitted }),
            "record_sent" => command!(r, RecordSent { event, to }),
            "set_nation" => command!(
                r,
                SetNation {
                    country,
                    kind,
                    contact
                }
            ),
            "note_nation_results" => command!(
                r,
                NoteNationResults {
                    country,
                    year,
                    results
                }
            ),
            "apply_for_exception" => command!(r, ApplyForException { country, start }),
            "decide_exception" => command!(
                r,
                DecideException {
                    country,
                    year,
                    approved
                }
            ),
            "apply_to_host" => command!(r, ApplyToHost { country, year }),
            "choose_host" => command!(r, ChooseHost { country, year }),
            "record_decision" => r
                .decision()
                .map(|decision| Act::RecordDecision { decision }),
            "propose_amendment" => command!(r, ProposeAmendment { text, set }),
            "adopt_amendment" => command!(
                r,
                AdoptAmendment {
                    amendment,
                    decision,
                    edition,
                    from,
                    constitution
                }
            ),
            "exclude" | "strike_points" | "revoke_title" => {
                let (person, why, measure) = (r.field("person"), r.field("why"), r.measure(id));
                Some(Act::Sanction {
                    person: person?,
                    why: why?,
                    measure: measure?,
                })
            }
            "lift_sanction" => command!(r, LiftSanction { sanction, why }),
            "record_title" => command!(
                r,
                RecordTitle {
                    year,
                    title,
                    person
                }
            ),
            "record_semifinals" => command!(r, RecordSemifinals { year, people }),
            _ => None,
        }
    }

    /// A field as the type that is needed; what is wrong with it is kept.
    fn field<T: FromField>(&mut self, name: &str) -> Option<T> {
        let all = self.form.all(name);
        let text = all.join("\n");
        let read = match text.trim() {
            "" => T::blank().ok_or_else(|| self.f.t("officer.wrong.missing").to_owned()),
            text => T::read(self, text),
        };
        read.map_err(|text| {
            self.errors.push(FormError {
                field: Some(name.to_owned()),
                text,
                clause: None,
            });
        })
        .ok()
    }

    fn is_ticked(&self, name: &str) -> bool {
        self.form.has(name)
    }

    fn dossier(&mut self) -> Option<Box<Dossier>> {
        let (name, native) = (self.field("dossier.name"), self.field("dossier.native"));
        let (ascii, wof) = (self.field("dossier.ascii"), self.field("dossier.wof"));
        let country = self.field("dossier.country");
        let citizen_of = self.field::<Codes>("dossier.citizen_of");
        let (stays, born) = (self.field("dossier.stays"), self.field("dossier.born"));
        let (gender, wage) = (self.field("dossier.gender"), self.field("dossier.wage"));
        let (family, contact) = (self.field("dossier.family"), self.field("dossier.contact"));
        Some(Box::new(Dossier {
            name: name?,
            native: native?,
            ascii: ascii?,
            wof: wof?,
            country: country?,
            citizen_of: citizen_of?.0,
            stays: stays?,
            born: born?,
            gender: gender?,
            wage: wage?,
            family: family?,
            contact: contact?,
            paid: Vec::new(),
        }))
    }

    fn notice(&mut self) -> Option<Box<EventNotice>> {
        let (name, category) = (self.field("notice.name"), self.field("notice.category"));
        let (first, last) = (
            self.field("notice.first_day"),
            self.field("notice.last_day"),
        );
        let (country, time) = (self.field("notice.country"), self.field("notice.time"));
        let (rated, understood) = (self.field("notice.rated"), self.field("notice.understood"));
        Some(Box::new(EventNotice {
            name: name?,
            category: category?,
            first_day: first?,
            last_day: last?,
            country: country?,
            time: time?,
            rated: rated?,
            understood: understood?,
            clocks: self.is_ticked("notice.clocks"),
            organised: self.is_ticked("notice.organised"),
            qualifies: self.is_ticked("notice.qualifies"),
        }))
    }

    fn plan(&mut self) -> Option<Box<SelectionPlan>> {
        let (year, final_day) = (self.field("year"), self.field("final_day"));
        let (places, national) = (self.field("places"), self.field("national"));
        let season = self.field("season");
        Some(Box::new(SelectionPlan {
            year: year?,
            final_day: final_day?,
            places: places?,
            national: national?,
            season: season?,
            women: self.is_ticked("women"),
            young: self.is_ticked("young"),
        }))
    }

    fn decision(&mut self) -> Option<Box<Decision>> {
        let (body, day) = (self.field("decision.body"), self.field("decision.day"));
        let text = self.field("decision.text");
        let votes = ["yes", "no", "members"].map(|one| format!("decision.votes.{one}"));
        // Votes belong together: all of them or none.
        let votes = match votes.iter().any(|name| self.form.has(name)) {
            true => {
                let [yes, no, members] = votes.map(|name| self.field(&name));
                Some(Votes {
                    yes: yes?,
                    no: no?,
                    members: members?,
                })
            }
            false => None,
        };
        Some(Box::new(Decision {
            body: body?,
            day: day?,
            text: text?,
            votes,
        }))
    }

    fn measure(&mut self, id: &str) -> Option<Measure> {
        match id {
            "exclude" => {
                let (from, until) = (self.field("measure.from"), self.field("measure.until"));
                Some(Measure::Exclude {
                    from: from?,
                    until: until?,
                })
            }
            "strike_points" => {
                let event = self.field("measure.event")?;
                Some(Measure::StrikePoints { event })
            }
            _ => {
                let (year, title) = (self.field("measure.year"), self.field("measure.title"));
                Some(Measure::RevokeTitle {
                    year: year?,
                    title: title?,
                })
            }
        }
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

impl FromField for CivilDate {
    fn read(reader: &FormReader<'_>, text: &str) -> Result<Self, String> {
        let wrong = |_| reader.f.t("officer.wrong.date").to_owned();
        text.parse().map_err(wrong)
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
struct Codes(Vec<String>);

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

macro_rules! numbers {
    ($($type:ident = $of:expr),+) => {$(
        impl FromField for $type {
            fn read(reader: &FormReader<'_>, text: &str) -> Result<Self, String> {
                let wrong = |_| reader.f.t("officer.wrong.number").to_owned();
                text.parse().map($of).map_err(wrong)
            }
        }
    )+};
}
numbers!(
    u16 = |number| number,
    u32 = |number| number,
    DecisionNumber = DecisionNumber,
    MeetingNumber = MeetingNumber,
    SanctionNumber = SanctionNumber,
    AmendmentNumber = AmendmentNumber
);

/// Words are read as in requests to the API.
macro_rules! words {
    ($($type:ident),+) => {$(
        impl FromField for $type {
            fn read(_: &FormReader<'_>, text: &str) -> Result<Self, String> {
                let word: StrDeserializer<'_, Error> = text.into_deserializer();
                Self::deserialize(word).map_err(|error| error.to_string())
            }
        }
    )+};
}
words!(
    Body,
    Category,
    EntryException,
    GenderWord,
    Nation,
    Seat,
    SentResults,
    Understood,
    Wage
);

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
