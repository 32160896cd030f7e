//! One entrant: what is known of him, and what is planned for him.

use askama::Template;
use outflank_board::Side;
use outflank_desk::views::Head;
use outflank_desk::views::director::{Aftermath, EntrantLine};
use outflank_desk::{DeskAct, GameRequest, Person, Refusal, Request, TokenId, What};
use outflank_game::{Act as GameAct, By as GameBy, Needs, Phase as GamePhase, Sight, Task};
use outflank_pairing::{EntrantId, RoundNumber};
use outflank_tournament::running::{Act, GenderWord};

use crate::director::ask::{Ask, Bar, DeskAnswer, DeskTab, TABS};
use crate::director::entrants::{application, entry, person};
use crate::director::form::Form;
use crate::director::said::Said;
use crate::pages::Frame;

#[derive(Template)]
#[template(path = "desk/entrant.html")]
struct EntrantPage<'a> {
    f: &'a Frame,
    head: &'a Head,
    d: Bar,
    line: EntrantLine,
    person: Person,
    ahead: Vec<u16>,
    /// What changes if he leaves now.
    leaving: Option<Aftermath>,
    /// The clause on special needs.
    clause: Option<String>,
}

/// The tasks of an assistant, each with its name in forms and the key of its words.
const TASKS: &[(Task, &str, &str)] = &[
    (Task::PressClock, "press_clock", "desk.needs.press_clock"),
    (
        Task::AnnounceTime,
        "announce_time",
        "desk.needs.announce_time",
    ),
    (
        Task::AnnounceTurn,
        "announce_turn",
        "desk.needs.announce_turn",
    ),
    (
        Task::PlaceAndFlip,
        "place_and_flip",
        "desk.needs.place_and_flip",
    ),
    (Task::Other, "other", "desk.needs.other"),
];

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

    fn gender(&self) -> &'static str {
        match self.line.entry.gender {
            Some(GenderWord::Female) => "f",
            Some(GenderWord::Male) => "m",
            Some(GenderWord::Other) => "x",
            None => "",
        }
    }
}

pub(crate) async fn answer(ask: &Ask<'_>, id: u32) -> DeskAnswer {
    let Some(line) = ask.office().entrant(id) else {
        return DeskAnswer::Nothing;
    };
    if let Some(form) = &ask.form {
        return match change(ask, form, &line).await {
            Ok(()) => ask.see(&format!("desk/entrants/{id}")),
            Err(refusal) => {
                let said = Said::refused(form.get("do"), &refusal);
                show(ask, line, Some(said)).await
            }
        };
    }
    show(ask, line, None).await
}

async fn change(ask: &Ask<'_>, form: &Form, line: &EntrantLine) -> Result<(), Refusal> {
    let entrant = EntrantId(line.player.id);
    let why = || form.get("why").to_owned();
    let rounds = || -> Vec<RoundNumber> {
        let all = form.all("round");
        all.iter()
            .filter_map(|one| one.parse().ok())
            .map(RoundNumber)
            .collect()
    };
    let one_round = || RoundNumber(form.number("round").unwrap_or(0));
    let act = match form.get("do") {
        "change" => {
            let was = line.person.clone().unwrap_or_default();
            let application = application(form, entry(form, line.entry.clone()));
            let act = Act::ChangeEntrant {
                entrant,
                application: Box::new(application),
            };
            ask.submit_with("change", act, Some(person(form, was)))
                .await?;
            return Ok(());
        }
        "needs" | "no_needs" => {
            let needs = (form.get("do") == "needs").then(|| needs(form));
            return grant(ask, entrant, needs).await;
        }
        "withdraw" => Act::Withdraw {
            entrant,
            why: why(),
        },
        "expel" => Act::Expel {
            entrant,
            why: why(),
        },
        "take_back" => Act::TakeBackWithdrawal {
            entrant,
            why: why(),
        },
        "absence" => Act::PlanAbsence {
            entrant,
            rounds: rounds(),
        },
        "no_absence" => Act::CancelAbsence {
            entrant,
            rounds: rounds(),
        },
        "bye" => Act::RequestBye {
            entrant,
            round: one_round(),
        },
        "no_bye" => Act::CancelByeRequest {
            entrant,
            round: one_round(),
        },
        _ => return Ok(()),
    };
    ask.submit(form.get("do"), act).await?;
    Ok(())
}

/// What an assistant is granted, as the form says it.
fn needs(form: &Form) -> Needs {
    let asked = form.all("task");
    Needs {
        sight: match form.has("sight") {
            true => Sight::Impaired,
            false => Sight::Sighted,
        },
        tasks: (Task::ALL.iter().copied())
            .filter(|task| asked.contains(&task.word()))
            .collect(),
        note: form.get("note").to_owned(),
    }
}

/// Grants it for every game to come, and in the game that is open.
async fn grant(ask: &Ask<'_>, entrant: EntrantId, needs: Option<Needs>) -> Result<(), Refusal> {
    let act = DeskAct::GrantNeeds {
        entrant,
        needs: needs.clone(),
    };
    ask.submit_desk("needs", act).await?;
    let now = ask.fresh();
    let open = (now.games().iter().rev()).find(|own| {
        [own.black, own.white].contains(&entrant) && now.game_at(own.round, own.table) == Some(*own)
    });
    let Some(open) = open else { return Ok(()) };
    let is_over = (ask.desk.game(&open.game).await?)
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
    let request = Request::new(TokenId::random().as_str(), what);
    ask.desk.submit(ask.caller, request).await.map(|_| ())
}

async fn show(ask: &Ask<'_>, line: EntrantLine, said: Option<Said>) -> DeskAnswer {
    let leaving = Act::Withdraw {
        entrant: EntrantId(line.player.id),
        why: ask.f.t("desk.withdraw.title").to_owned(),
    };
    // Before anybody leaves, what that changes is in sight.
    let leaving = ask.preview(leaving).await.ok();
    let page = EntrantPage {
        f: &ask.f,
        head: &ask.head,
        d: ask.bar(DeskTab::Entrants, said.clone()),
        person: line.person.clone().unwrap_or_default(),
        line,
        leaving: leaving.map(|preview| ask.office().aftermath(&preview)),
        ahead: ask.office().rounds_ahead(),
        clause: (ask.now.rules())
            .and_then(|rules| rules.special_needs.clause())
            .map(|clause| clause.for_people()),
    };
    ask.page(said.as_ref(), &page)
}
