//! Taking over an event that another program began: what was understood first, then the event.

use askama::Template;
use outflank_desk::Desk;
use outflank_desk::access::{Action, Caller, Target};
use outflank_formats::tournament_file::TournamentFile;
use outflank_rulebook::{Rulebook, shipped, shipped_ids};

use crate::director::ask::DeskAnswer;
use crate::director::form::Form;
use crate::director::said::Said;
use crate::pages::Frame;
use crate::transfer;
use crate::transfer::Read;

#[derive(Template)]
#[template(path = "desk/take_over.html")]
struct TakeOverPage<'a> {
    f: &'a Frame,
    books: Vec<&'static Rulebook>,
    chosen: String,
    /// The file as text, to be mended where lines were strange.
    text: String,
    /// PAPP's file of players, which a workfile names by number.
    players: String,
    name: String,
    understood: Option<Understood>,
    said: Option<Said>,
}

/// What was understood of a file.
struct Understood {
    event: String,
    rounds: usize,
    planned: Option<u16>,
    games: usize,
    players: Vec<String>,
    withdrawn: usize,
    notes: Vec<String>,
    strange: Vec<String>,
}

impl Understood {
    fn of(read: &Read) -> Self {
        let file: &TournamentFile = &read.file;
        Self {
            event: file.name.clone().unwrap_or_default(),
            rounds: file.played.len(),
            planned: file.rounds,
            games: file.played.iter().map(|round| round.games.len()).sum(),
            players: (file.entrants.iter()).map(|one| one.name.clone()).collect(),
            withdrawn: file.withdrawn.len(),
            notes: read.notes.clone(),
            strange: read.strange.clone(),
        }
    }
}

/// The page on which an event is taken over.
#[must_use]
pub fn take_over_page(caller: &Caller, base: &str) -> DeskAnswer {
    if !caller.may(Action::CreateTournament, &Target::default()) {
        return DeskAnswer::NotAllowed;
    }
    show(base, &Form::default(), None, None)
}

/// Shows what was understood; on the second word, runs the event and leads to its desk.
pub async fn take_over_event(desk: &Desk, caller: &Caller, base: &str, form: Form) -> DeskAnswer {
    if !caller.may(Action::CreateTournament, &Target::default()) {
        return DeskAnswer::NotAllowed;
    }
    let frame = Frame::of_site(base);
    let text = text_of(&form);
    if text.trim().is_empty() {
        let said = Said::own("", frame.t("desk.take_over.nothing"));
        return show(base, &form, None, Some(said));
    }
    let players = players_of(&form);
    let read = match transfer::read_with_players(
        name_of(&form),
        text.as_bytes(),
        players.as_bytes(),
        rulebook_of(&form),
    ) {
        Ok(read) => read,
        Err(problem) => {
            let said = Said::own("", frame.t1("desk.take_over.not_read", "why", problem));
            return show(base, &form, None, Some(said));
        }
    };
    if form.get("do") != "create" {
        return show(base, &form, Some(&read), None);
    }
    match transfer::import(desk, caller, &read.file).await {
        Ok((id, _, _)) => DeskAnswer::See(format!("/t/{id}/desk")),
        Err(refusal) => {
            let mut said = Said::refused("", &refusal);
            said.text.push(' ');
            said.text.push_str(frame.t("desk.take_over.half"));
            show(base, &form, Some(&read), Some(said))
        }
    }
}

/// What was sent as a file goes before what stands in the field.
fn text_of(form: &Form) -> String {
    match form.exact("file") {
        "" => form.exact("text").to_owned(),
        file => file.to_owned(),
    }
}

fn players_of(form: &Form) -> String {
    match form.exact("players-file") {
        "" => form.exact("players").to_owned(),
        file => file.to_owned(),
    }
}

fn name_of(form: &Form) -> &str {
    match form.get("file.name") {
        "" => form.get("name"),
        name => name,
    }
}

fn rulebook_of(form: &Form) -> &str {
    match form.get("rulebook") {
        "" => "wof",
        chosen => chosen,
    }
}

fn show(base: &str, form: &Form, read: Option<&Read>, said: Option<Said>) -> DeskAnswer {
    let frame = Frame::of_site(base);
    let page = TakeOverPage {
        f: &frame,
        books: shipped_ids().filter_map(shipped).collect(),
        chosen: rulebook_of(form).to_owned(),
        text: text_of(form),
        players: players_of(form),
        name: name_of(form).to_owned(),
        understood: read.map(Understood::of),
        said: said.clone(),
    };
    DeskAnswer::page(said.map_or(200, |said| said.status), &page)
}
