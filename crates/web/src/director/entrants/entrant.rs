//! One player: their data and what is planned for them.

use askama::Template;
use outflank_board::Side;
use outflank_desk::views::Head;
use outflank_desk::views::director::{Aftermath, EntrantLine};
use outflank_desk::{DeskAct, GameRequest, Person, Refusal, What};
use outflank_event::words;
use outflank_game::{Act as GameAct, By as GameBy, Needs, Phase as GamePhase, Sight, Task};
use outflank_pairing::{EntrantId, RoundNumber};
use outflank_tournament::running::Act;
use serde::Deserialize;

use crate::director::desk::{Bar, DirectorDesk, Posted, TABS, Tab};
use crate::director::entrants::form::PlayerForm;
use crate::extract::{Text, Ticked, WrongField};
use crate::pages::Frame;
use crate::pages::notice::{FormError, Notice};
use crate::respond::{Answer, Problem};

#[derive(Template)]
#[template(path = "desk/entrant.html")]
struct EntrantPage<'a> {
    f: &'a Frame,
    head: &'a Head,
    d: Bar,
    line: EntrantLine,
    person: Person,
    ahead: Vec<u16>,
    /// What changes if the player withdraws now.
    leaving: Option<Aftermath>,
    /// The clause on special needs.
    clause: Option<String>,
}

#[derive(Deserialize)]
pub(crate) struct EntrantForm {
    #[serde(rename = "do")]
    action: Action,
    #[serde(flatten)]
    player: PlayerForm,
    #[serde(default)]
    why: Text,
    #[serde(default)]
    round: Vec<RoundNumber>,
    /// What an assistant does.
    #[serde(default)]
    sight: Ticked,
    #[serde(default)]
    task: Vec<Task>,
    #[serde(default)]
    note: Text,
}

words! {
    /// What the form asks for.
    Action {
        Change = "change",
        Needs = "needs",
        NoNeeds = "no_needs",
        Withdraw = "withdraw",
        Expel = "expel",
        TakeBack = "take_back",
        Absence = "absence",
        NoAbsence = "no_absence",
        Bye = "bye",
        NoBye = "no_bye",
    }
}

/// A value of the record, or nothing.
fn shown(value: &Option<impl std::fmt::Display>) -> String {
    value.as_ref().map(ToString::to_string).unwrap_or_default()
}

/// The key of a task's name.
fn task_key(task: &Task) -> &'static str {
    match task {
        Task::PressClock => "desk.needs.press_clock",
        Task::AnnounceTime => "desk.needs.announce_time",
        Task::AnnounceTurn => "desk.needs.announce_turn",
        Task::PlaceAndFlip => "desk.needs.place_and_flip",
        Task::Other => "desk.needs.other",
    }
}

impl EntrantPage<'_> {
    fn has(&self, task: &Task) -> bool {
        let granted = self.person.assistance.as_ref();
        granted.is_some_and(|needs| needs.tasks.contains(task))
    }

    fn feels(&self) -> bool {
        let granted = self.person.assistance.as_ref();
        granted.is_some_and(|needs| needs.sight == Sight::Impaired)
    }

    fn note(&self) -> &str {
        let granted = self.person.assistance.as_ref();
        granted.map_or("", |needs| &needs.note)
    }

    /// Whether this gender is the player's.
    fn is(&self, word: &str) -> bool {
        (self.line.entry.gender).is_some_and(|gender| gender.word() == word)
    }
}

pub(crate) async fn page(desk: DirectorDesk) -> Answer {
    let line = line_of(&desk)?;
    show(&desk, line, None).await
}

pub(crate) async fn post(Posted { desk, form, .. }: Posted<EntrantForm>) -> Answer {
    let line = line_of(&desk)?;
    let place = form.action.word();
    match change(&desk, &form, &line).await {
        Ok(()) => desk.see(&format!("desk/entrants/{}", line.player.id)),
        Err(error) => {
            let notice = error.notice(&desk.f, place);
            show(&desk, line, Some(notice)).await
        }
    }
}

/// The player in the path.
fn line_of(desk: &DirectorDesk) -> Result<EntrantLine, Problem> {
    let id = desk.part("player")?;
    let line = id.and_then(|id| desk.view().entrant(id));
    line.ok_or_else(|| Problem::not_found("player"))
}

async fn change(
    desk: &DirectorDesk,
    form: &EntrantForm,
    line: &EntrantLine,
) -> Result<(), FormError> {
    let entrant = EntrantId(line.player.id);
    let why = form.why.to_string();
    let rounds = form.round.clone();
    let one_round = || {
        rounds.first().copied().ok_or_else(|| WrongField {
            name: "round",
            text: String::new(),
        })
    };
    let act = match form.action {
        Action::Change => {
            let person = form
                .player
                .person(line.person.clone().unwrap_or_default())?;
            let application = form
                .player
                .application(form.player.entry(line.entry.clone())?)?;
            let act = Act::ChangeEntrant {
                entrant,
                application: Box::new(application),
            };
            desk.submit_with("change", act, Some(person)).await?;
            return Ok(());
        }
        Action::Needs => {
            let needs = Needs {
                sight: match form.sight.0 {
                    true => Sight::Impaired,
                    false => Sight::Sighted,
                },
                tasks: form.task.clone(),
                note: form.note.to_string(),
            };
            return Ok(grant(desk, entrant, Some(needs)).await?);
        }
        Action::NoNeeds => return Ok(grant(desk, entrant, None).await?),
        Action::Withdraw => Act::Withdraw { entrant, why },
        Action::Expel => Act::Expel { entrant, why },
        Action::TakeBack => Act::TakeBackWithdrawal { entrant, why },
        Action::Absence => Act::PlanAbsence { entrant, rounds },
        Action::NoAbsence => Act::CancelAbsence { entrant, rounds },
        Action::Bye => Act::RequestBye {
            entrant,
            round: one_round()?,
        },
        Action::NoBye => Act::CancelByeRequest {
            entrant,
            round: one_round()?,
        },
    };
    desk.submit(form.action.word(), act).await?;
    Ok(())
}

/// Grants it for every game to come, and in the game that is open.
async fn grant(
    desk: &DirectorDesk,
    entrant: EntrantId,
    needs: Option<Needs>,
) -> Result<(), Refusal> {
    let act = DeskAct::GrantNeeds {
        entrant,
        needs: needs.clone(),
    };
    desk.submit_desk("needs", act).await?;
    let now = (desk.web.desk.tournament(&desk.now.id)).unwrap_or_else(|| desk.now.clone());
    let open = (now.games().iter().rev()).find(|own| {
        [own.black, own.white].contains(&entrant) && now.game_at(own.round, own.table) == Some(*own)
    });
    let Some(open) = open else { return Ok(()) };
    let is_over = (desk.web.desk.game(&open.game).await?)
        .is_none_or(|game| matches!(game.game.phase(), GamePhase::Over | GamePhase::Confirmed));
    if is_over {
        return Ok(());
    }
    let needs = Box::new(needs.unwrap_or_else(|| Needs {
        sight: Sight::Sighted,
        tasks: Vec::new(),
        note: String::new(),
    }));
    let player = if open.black == entrant {
        Side::Black
    } else {
        Side::White
    };
    let what = What::Game(Box::new(GameRequest {
        game: open.game.clone(),
        by: GameBy::Director,
        act: GameAct::GrantNeeds { player, needs },
    }));
    desk.submit_any(what).await.map(|_| ())
}

async fn show(desk: &DirectorDesk, line: EntrantLine, notice: Option<Notice>) -> Answer {
    let leaving = Act::Withdraw {
        entrant: EntrantId(line.player.id),
        why: desk.f.t("desk.withdraw.title").to_owned(),
    };
    // Before anybody leaves, what that changes is in sight.
    let leaving = desk.preview(leaving).await.ok();
    let page = EntrantPage {
        f: &desk.f,
        head: &desk.head,
        d: desk.bar(Tab::Entrants, notice.as_ref()),
        person: line.person.clone().unwrap_or_default(),
        line,
        leaving: leaving.map(|preview| desk.view().aftermath(&preview)),
        ahead: desk.view().rounds_ahead(),
        clause: (desk.now.rules())
            .and_then(|rules| rules.special_needs.clause())
            .map(|clause| clause.for_people()),
    };
    desk.page(notice.as_ref(), &page)
}
