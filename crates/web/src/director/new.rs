//! A new tournament: the kind of event, its name, its day, and what is changed of the rulebook.

use askama::Template;
use outflank_desk::access::{Action, Caller, Target};
use outflank_desk::{
    Desk, DeskAct, DeskRequest, NewTournament, Request, TokenId, TournamentId, What,
};
use outflank_pairing::Seed;
use outflank_rulebook::Rulebook;
use outflank_tournament::CivilDate;
use outflank_tournament::running::{Creation, PRESETS, UtcOffset, preset};

use crate::board::play::http::screen_by;
use crate::director::ask::DeskAnswer;
use crate::director::form::Form;
use crate::director::said::Said;
use crate::pages::Frame;

#[derive(Template)]
#[template(path = "desk/new.html")]
struct NewPage<'a> {
    f: &'a Frame,
    presets: Vec<PresetLine>,
    typed: Form,
    said: Option<Said>,
    nonce: String,
    today: String,
}

/// A kind of event that can be chosen.
struct PresetLine {
    id: &'static str,
    rules: Rulebook,
}

impl NewPage<'_> {
    fn chosen(&self) -> &str {
        match self.typed.get("preset") {
            "" => "wof/championship",
            chosen => chosen,
        }
    }
}

/// The page on which a tournament is created.
#[must_use]
pub fn new_page(desk: &Desk, caller: &Caller, base: &str, query: &str) -> DeskAnswer {
    if !caller.may(Action::CreateTournament, &Target::default()) {
        return DeskAnswer::NotAllowed;
    }
    show(desk, base, Form::parse(query), None)
}

/// Creates it and leads to its desk.
pub async fn new_tournament(desk: &Desk, caller: &Caller, base: &str, form: Form) -> DeskAnswer {
    let request = match asked(&form) {
        Ok(request) => request,
        Err(key) => {
            let said = Said::own(key, Frame::of_site(base).t(key));
            return show(desk, base, form, Some(said));
        }
    };
    match desk.submit(caller, request).await {
        Ok(answer) => {
            let made = answer.made.as_deref().and_then(|id| id.parse().ok());
            if let (true, Some(tournament)) = (form.has("on_screen"), made) {
                play_on_screen(desk, caller, &form, tournament).await;
            }
            let named = form.some("slug").or(answer.made).unwrap_or_default();
            DeskAnswer::See(format!("/t/{named}/desk/entrants"))
        }
        Err(refusal) => {
            let said = Said::refused("", &refusal);
            if said.status == 401 || said.status == 403 {
                return DeskAnswer::NotAllowed;
            }
            show(desk, base, form, Some(said))
        }
    }
}

/// A new event has no games: nothing keeps it from being played on screen. Its page says whether it is.
async fn play_on_screen(desk: &Desk, caller: &Caller, form: &Form, tournament: TournamentId) {
    let Some(event) = desk.tournament(&tournament) else {
        return;
    };
    let play = event.rules().map(|rules| screen_by(form, rules));
    let act = DeskAct::PlayOnScreen { play };
    let what = What::Desk(DeskRequest { tournament, act });
    let request = Request::new(TokenId::random().as_str(), what);
    if let Err(refusal) = desk.submit(caller, request).await {
        tracing::warn!(%refusal, "a new event is not played on screen");
    }
}

fn asked(form: &Form) -> Result<Request, &'static str> {
    let day: CivilDate = form.get("day").parse().map_err(|_| "desk.new.bad_day")?;
    let minutes = offset(form.get("offset")).ok_or("desk.new.bad_offset")?;
    let mut set = Vec::new();
    for line in form
        .get("set")
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
    {
        let (axis, value) = line.split_once('=').ok_or("desk.new.bad_set")?;
        set.push((axis.trim().to_owned(), value.trim().to_owned()));
    }
    let seed = match form.get("seed") {
        "" => Seed::default(),
        text => {
            let number: u64 = text.parse().map_err(|_| "desk.new.bad_seed")?;
            Seed::new(number).ok_or("desk.new.bad_seed")?
        }
    };
    let creation = Creation {
        offset: UtcOffset { minutes },
        host: form.some("host"),
        general_meeting: form.some("meeting"),
        set,
        seed,
        ..Creation::new(form.get("name"), day)
    };
    let id = form
        .some("id")
        .unwrap_or_else(|| TokenId::random().to_string());
    Ok(Request::new(
        format!("{id}-new"),
        What::NewTournament(Box::new(NewTournament {
            preset: form.get("preset").to_owned(),
            slug: form.some("slug"),
            creation,
        })),
    ))
}

/// `+2`, `-3:30`, `0`: minutes ahead of UTC.
pub(crate) fn offset(text: &str) -> Option<i16> {
    let text = text.trim().trim_start_matches('+').replace('−', "-");
    if text.is_empty() {
        return Some(0);
    }
    let (sign, text) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest.to_owned()),
        None => (1, text),
    };
    let (hours, minutes) = text.split_once(':').unwrap_or((&text, "0"));
    let (hours, minutes): (i16, i16) = (hours.parse().ok()?, minutes.parse().ok()?);
    let fits = (0..=14).contains(&hours) && (0..60).contains(&minutes);
    fits.then_some(sign * (hours * 60 + minutes))
}

fn show(desk: &Desk, base: &str, typed: Form, said: Option<Said>) -> DeskAnswer {
    let frame = Frame::of_site(base);
    let today = outflank_desk::views::Moment::at(desk.now(), UtcOffset::default()).day;
    let page = NewPage {
        f: &frame,
        presets: (PRESETS.iter())
            .filter_map(|id| {
                Some(PresetLine {
                    id,
                    rules: preset(id)?,
                })
            })
            .collect(),
        typed,
        nonce: TokenId::random().to_string(),
        today: format!("{:04}-{:02}-{:02}", today.year, today.month, today.day),
        said: said.clone(),
    };
    DeskAnswer::page(said.map_or(200, |said| said.status), &page)
}

#[cfg(test)]
mod tests {
    use crate::director::new::offset;

    #[test]
    fn an_offset_is_read_as_people_write_it() {
        let shown = ["", "0", "+2", "2", "-3:30", "−3:30", "15", "2:75", "x"].map(offset);
        let expected = [
            Some(0),
            Some(0),
            Some(120),
            Some(120),
            Some(-210),
            Some(-210),
            None,
            None,
            None,
        ];
        assert_eq!(shown, expected);
    }
}
