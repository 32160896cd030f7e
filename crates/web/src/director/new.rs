//! A new tournament: the kind of event, its name, its day, and what is changed of the rulebook.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use outflank_desk::views::Moment;
use outflank_desk::{
    DeskAct, DeskRequest, NewTournament, RefusalKind, Request as Command, TokenId, TournamentId,
    What,
};
use outflank_pairing::Seed;
use outflank_rulebook::Rulebook;
use outflank_tournament::CivilDate;
use outflank_tournament::running::{Creation, PRESETS, UtcOffset, preset};
use serde::Deserialize;

use crate::Web;
use crate::director::screen::ScreenForm;
use crate::extract::{Caller, Field, Form, Query, Text, Ticked};
use crate::pages::Frame;
use crate::pages::notice::Notice;
use crate::respond::{Answer, Page, Problem, SeeOther};

#[derive(Template)]
#[template(path = "desk/new.html")]
struct NewPage<'a> {
    f: &'a Frame,
    presets: Vec<PresetLine>,
    typed: &'a NewForm,
    notice: Option<&'a Notice>,
    nonce: String,
    day: String,
}

/// A kind of event that can be chosen.
struct PresetLine {
    id: &'static str,
    rules: Rulebook,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct NewForm {
    id: Text,
    name: Text,
    preset: Text,
    day: Field<CivilDate>,
    offset: Text,
    host: Text,
    meeting: Text,
    slug: Text,
    seed: Text,
    /// What is changed of the rulebook: a line `setting = value` each.
    set: Text,
    on_screen: Ticked,
    #[serde(flatten)]
    screen: ScreenForm,
}

impl NewForm {
    fn chosen(&self) -> &str {
        match &*self.preset {
            "" => "wof/championship",
            chosen => chosen,
        }
    }

    /// The command; the field that is wrong and the key of what is wrong otherwise.
    fn command(&self) -> Result<Command, (&'static str, &'static str)> {
        let day = self.day.required("day");
        let day = day.map_err(|_| ("day", "desk.new.bad_day"))?;
        let minutes = offset(&self.offset).ok_or(("offset", "desk.new.bad_offset"))?;
        let mut set = Vec::new();
        let lines = self.set.lines().map(str::trim);
        for line in lines.filter(|line| !line.is_empty()) {
            let (axis, value) = line.split_once('=').ok_or(("set", "desk.new.bad_set"))?;
            set.push((axis.trim().to_owned(), value.trim().to_owned()));
        }
        let seed = match &*self.seed {
            "" => Some(Seed::default()),
            text => text.parse().ok().and_then(Seed::new),
        };
        let creation = Creation {
            offset: UtcOffset { minutes },
            host: self.host.filled(),
            general_meeting: self.meeting.filled(),
            set,
            seed: seed.ok_or(("seed", "desk.new.bad_seed"))?,
            ..Creation::new(&*self.name, day)
        };
        let id = self
            .id
            .filled()
            .unwrap_or_else(|| TokenId::random().to_string());
        let new = NewTournament {
            preset: self.preset.to_string(),
            slug: self.slug.filled(),
            creation,
        };
        Ok(Command::new(
            format!("{id}-new"),
            What::NewTournament(Box::new(new)),
        ))
    }
}

pub(crate) async fn page(State(web): State<Arc<Web>>, Query(form): Query<NewForm>) -> Answer {
    show(&web, &form, None)
}

/// Creates the tournament and leads to its desk.
pub(crate) async fn post(
    State(web): State<Arc<Web>>,
    caller: Caller,
    Form(form): Form<NewForm>,
) -> Answer {
    let notice = match form.command() {
        Ok(command) => match web.desk.submit(&caller, command).await {
            Ok(written) => {
                let made = written.made.as_deref().and_then(|id| id.parse().ok());
                if let (true, Some(tournament)) = (form.on_screen.0, made) {
                    play_on_screen(&web, &caller, &form, tournament).await;
                }
                let named = form.slug.filled().or(written.made).unwrap_or_default();
                return Ok(SeeOther::to(format!("/t/{named}/desk/entrants")).into_response());
            }
            Err(rejection) => match rejection.kind() {
                RefusalKind::SignIn | RefusalKind::Forbidden => return Err(Problem::not_allowed()),
                _ => Notice::rejected("", &rejection),
            },
        },
        Err((field, key)) => Notice {
            field: Some(field),
            ..Notice::own("", Frame::of_site("").t(key))
        },
    };
    show(&web, &form, Some(notice))
}

/// A new tournament has no games, so nothing prevents playing it on screen. Its page says whether it is.
async fn play_on_screen(web: &Web, caller: &Caller, form: &NewForm, tournament: TournamentId) {
    let Some(now) = web.desk.tournament(&tournament) else {
        return;
    };
    let play = now.rules().map(|rules| form.screen.play(rules));
    let act = DeskAct::PlayOnScreen { play };
    let what = What::Desk(DeskRequest { tournament, act });
    let command = Command::new(TokenId::random().as_str(), what);
    if let Err(rejection) = web.desk.submit(caller, command).await {
        tracing::warn!(%rejection, "a new tournament is not played on screen");
    }
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

fn show(web: &Web, typed: &NewForm, notice: Option<Notice>) -> Answer {
    let today = Moment::at(web.desk.now(), UtcOffset::default()).day;
    let today = format!("{:04}-{:02}-{:02}", today.year, today.month, today.day);
    let page = NewPage {
        f: &Frame::of_site(&web.base()),
        presets: (PRESETS.iter())
            .filter_map(|id| {
                let rules = preset(id)?;
                Some(PresetLine { id, rules })
            })
            .collect(),
        typed,
        nonce: TokenId::random().to_string(),
        day: match typed.day.is_empty() {
            true => today,
            false => typed.day.to_string(),
        },
        notice: notice.as_ref(),
    };
    let status = notice
        .as_ref()
        .map_or(StatusCode::OK, |notice| notice.status);
    Ok(Page::with_status(status, &page)?.into_response())
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
