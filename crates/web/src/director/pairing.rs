//! The pairing of a round: proposed, looked at, changed, announced, started.

use std::time::Duration;

use askama::Template;
use outflank_board::Side;
use outflank_desk::PairingJob;
use outflank_desk::views::director::{
    Compared, DeskRound, DeskTable, DirectorView, NextStep, TableReasons, Why, WhyNot,
};
use outflank_desk::views::{Head, Player};
use outflank_pairing::{EntrantId, Pair, PassedOver, RoundNumber};
use outflank_tournament::running::{Act, HandPairing, Phase};
use serde::Deserialize;

use crate::director::desk::{Bar, DirectorDesk, Posted, TABS, Tab};
use crate::extract::Text;
use crate::pages::Frame;
use crate::pages::notice::Notice;
use crate::respond::{Answer, Problem};

/// How long the browser waits for a pairing before the page shows how far it has come.
const PATIENCE: Duration = Duration::from_secs(1);

#[derive(Template)]
#[template(path = "desk/pairing.html")]
struct PairingPage<'a> {
    f: &'a Frame,
    head: &'a Head,
    d: Bar,
    round: u16,
    rounds: Vec<u16>,
    r: Option<DeskRound>,
    reasons: TableReasons,
    picked: Vec<u32>,
    swap: Option<Swap>,
    why_not: Option<WhyNot>,
    players: Vec<Player>,
    missing: usize,
    obstacle: Option<String>,
    /// A pairing that is being computed now.
    job: Option<PairingJob>,
}

/// A change of two seats, before it is kept.
struct Swap {
    players: (Player, Player),
    compared: Compared,
    /// The pairing as text, for the form that keeps it.
    text: String,
}

#[derive(Deserialize)]
pub(crate) struct PairingForm {
    #[serde(rename = "do")]
    action: Action,
    /// A pairing by hand.
    #[serde(default)]
    pairs: Text,
    #[serde(default)]
    consent: Text,
    #[serde(default)]
    why: Text,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Action {
    Propose,
    Hand,
    Announce,
    CallOff,
    Abandon,
    Start,
    /// Ends a pairing that is being computed.
    Cancel,
}

/// Two players to exchange, or to ask about.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Picked {
    pick: Vec<Text>,
    two: Text,
    show: Option<Show>,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Show {
    Swap,
    Why,
}

pub(crate) async fn page(desk: DirectorDesk) -> Answer {
    match round_of(&desk)? {
        Some(round) => show(&desk, round, None).await,
        None => desk.see("desk/entrants"),
    }
}

pub(crate) async fn post(Posted { desk, form, .. }: Posted<PairingForm>) -> Answer {
    let Some(round) = round_of(&desk)? else {
        return desk.see("desk/entrants");
    };
    let (what, place, then) = match form.action {
        Action::Propose => ("propose", "bar", "pairing"),
        Action::Hand => ("hand", "hand", "pairing"),
        Action::Announce => ("announce", "bar", "pairing"),
        Action::CallOff => ("calloff", "danger", "pairing"),
        Action::Abandon => ("abandon", "danger", "pairing"),
        Action::Start => ("start", "bar", "results"),
        Action::Cancel => ("cancel", "bar", "pairing"),
    };
    let submitted = match form.command(RoundNumber(round)) {
        Command::Quick(act) => desk.submit(what, act).await.map(|_| ()),
        // Without an answer yet, the page shows how far it has come.
        Command::Computed(act) => match desk.submit_within(what, act, PATIENCE).await {
            Some(answer) => answer.map(|_| ()),
            None => Ok(()),
        },
        Command::Cancel => desk.web.desk.cancel_pairing(&desk.caller, &desk.now.id),
        Command::Unreadable => {
            let notice = Notice::own(place, desk.f.t("desk.hand.not_read"));
            return show(&desk, round, Some(notice)).await;
        }
    };
    match submitted {
        Ok(()) => desk.see(&format!("desk/{then}/{round}")),
        Err(rejection) => show(&desk, round, Some(Notice::rejected(place, &rejection))).await,
    }
}

/// What a form asks for.
enum Command {
    Quick(Act),
    /// The program looks for the best pairing, which can take long.
    Computed(Act),
    Cancel,
    /// A pairing by hand that cannot be read.
    Unreadable,
}

/// The round in the path; else the one to be paired, or the last one.
fn round_of(desk: &DirectorDesk) -> Result<Option<u16>, Problem> {
    let view = desk.view();
    let current = match view.next() {
        NextStep::Start { round }
        | NextStep::Results { round, .. }
        | NextStep::Validate { round } => Some(round),
        _ => view.round_to_pair(),
    };
    let asked = desk.part("round")?;
    Ok(asked.or(current).or_else(|| view.rounds().last().copied()))
}

impl PairingForm {
    fn command(&self, round: RoundNumber) -> Command {
        let assumed = Vec::new();
        let why = self.why.to_string();
        match self.action {
            Action::Propose => Command::Computed(Act::Propose { round, assumed }),
            Action::Hand => match hand_pairing(&self.pairs) {
                Some(pairing) => Command::Computed(Act::ProposeByHand {
                    round,
                    pairing,
                    assumed,
                }),
                None => Command::Unreadable,
            },
            Action::Announce => Command::Quick(Act::Announce {
                round,
                consent: self.consent.filled(),
            }),
            Action::CallOff => Command::Quick(Act::CallOff { round, why }),
            Action::Abandon => Command::Quick(Act::Abandon { round, why }),
            Action::Start => Command::Quick(Act::Start { round }),
            Action::Cancel => Command::Cancel,
        }
    }
}

async fn show(desk: &DirectorDesk, round: u16, mut notice: Option<Notice>) -> Answer {
    let view = desk.view();
    let r = view.round(round);
    if r.is_none() && view.round_to_pair() != Some(round) {
        return Err(Problem::not_found("round"));
    }
    let asked: Picked = desk.query()?;
    let picked = asked.players();
    let (mut swap, mut why_not) = (None, None);
    match (&r, picked.as_slice(), asked.show) {
        (Some(_), [one, other], Some(Show::Why)) => {
            let (one, other) = (*one, *other);
            let look = move |view: DirectorView<'_>| view.why_not(round, one, other);
            why_not = desk.web.desk.look(&desk.now, look).await;
        }
        (Some(r), [one, other], _) => match swapped(desk, r, *one, *other).await {
            Ok(made) => swap = made,
            Err(refused) => notice = notice.or(Some(refused)),
        },
        (_, _, Some(_)) => {
            notice = notice.or_else(|| Some(Notice::own("pick", desk.f.t("desk.pick.two"))));
        }
        (_, _, None) => {}
    }
    let job = desk.web.desk.pairing_job(&desk.now.id);
    if job.is_none() && notice.is_none() {
        let rejection = desk.web.desk.pairing_refusal(&desk.now);
        notice = rejection.map(|rejection| Notice::rejected("bar", &rejection));
    }
    let reasons = match (&r, job) {
        (Some(_), None) => {
            let look = move |view: DirectorView<'_>| view.round_reasons(round);
            desk.web.desk.look(&desk.now, look).await
        }
        (Some(_), Some(_)) | (None, _) => TableReasons::default(),
    };
    let page = PairingPage {
        f: &desk.f,
        head: &desk.head,
        d: desk.bar(Tab::Pairing, notice.as_ref()),
        round,
        rounds: view.rounds(),
        reasons,
        players: r.as_ref().map(everybody).unwrap_or_default(),
        r,
        picked,
        swap,
        why_not,
        missing: view.missing(),
        obstacle: view.obstacle(),
        job,
    };
    desk.page(notice.as_ref(), &page)
}

impl Picked {
    /// The players picked: by boxes, or typed as two numbers.
    fn players(&self) -> Vec<u32> {
        let typed = self.two.replace([',', '-', '–'], " ");
        let boxes = self.pick.iter().map(|text| &**text);
        let words = boxes.chain(typed.split_whitespace());
        let mut picked: Vec<u32> = words.filter_map(|word| word.parse().ok()).collect();
        picked.dedup();
        picked
    }
}

fn everybody(r: &DeskRound) -> Vec<Player> {
    let seated = (r.tables.iter()).flat_map(|t| [&t.black.player, &t.white.player]);
    let mut players: Vec<Player> = seated.chain(&r.byes).cloned().collect();
    players.sort_by_key(|player| (player.name.to_lowercase(), player.id));
    players
}

async fn swapped(
    desk: &DirectorDesk,
    r: &DeskRound,
    one: u32,
    other: u32,
) -> Result<Option<Swap>, Notice> {
    if r.phase != Phase::Proposed {
        return Err(Notice::own("pick", desk.f.t("desk.pick.too_late")));
    }
    let put = |id: u32| match id {
        id if id == one => EntrantId(other),
        id if id == other => EntrantId(one),
        id => EntrantId(id),
    };
    let pairing = seated(r, put);
    let text = hand_text(&pairing);
    let act = Act::ProposeByHand {
        round: RoundNumber(r.round),
        pairing,
        assumed: Vec::new(),
    };
    let preview = desk
        .preview(act)
        .await
        .map_err(|refusal| Notice::rejected("pick", &refusal))?;
    let view = desk.view();
    Ok(view.compared(&preview).map(|compared| Swap {
        players: (view.player(one), view.player(other)),
        compared,
        text,
    }))
}

/// A pairing as text: a line per table, Black first, then a line per bye.
fn hand_text(pairing: &HandPairing) -> String {
    let mut lines: Vec<String> = (pairing.pairs.iter())
        .map(|pair| format!("{} {}", pair.black, pair.white))
        .collect();
    lines.extend(pairing.byes.iter().map(|id| format!("bye {id}")));
    lines.join("\n")
}

fn round_text(r: &DeskRound) -> String {
    hand_text(&seated(r, EntrantId))
}

/// The pairing of a round, with players exchanged.
fn seated(r: &DeskRound, put: impl Fn(u32) -> EntrantId) -> HandPairing {
    HandPairing {
        pairs: (r.tables.iter())
            .map(|t| Pair {
                black: put(t.black.player.id),
                white: put(t.white.player.id),
            })
            .collect(),
        byes: r.byes.iter().map(|player| put(player.id)).collect(),
    }
}

/// Reads such a text: `7 12`, `7-12`, `bye 3`.
fn hand_pairing(text: &str) -> Option<HandPairing> {
    let mut pairing = HandPairing::default();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let line = line.to_lowercase().replace(['-', '–', ','], " ");
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["bye", id] => pairing.byes.push(EntrantId(id.parse().ok()?)),
            [black, white] => pairing.pairs.push(Pair {
                black: EntrantId(black.parse().ok()?),
                white: EntrantId(white.parse().ok()?),
            }),
            _ => return None,
        }
    }
    Some(pairing)
}

/// A reason in words.
fn why_words(f: &Frame, why: &Why) -> String {
    match why {
        Why::Equal(points) => f.t1("desk.why.equal", "points", f.halves(points)),
        Why::Floats { from, to } => f.t2(
            "desk.why.floats",
            "from",
            f.halves(from),
            "to",
            f.halves(to),
        ),
        Why::FloatRepaid => f.t("desk.why.float_repaid").to_owned(),
        Why::FloatAgain => f.t("desk.why.float_again").to_owned(),
        Why::ColoursBalance => f.t("desk.why.colours_balance").to_owned(),
        Why::ColoursChange => f.t("desk.why.colours_change").to_owned(),
        Why::ColoursLot => f.t("desk.why.colours_lot").to_owned(),
        Why::ColoursGiven => f.t("desk.why.colours_given").to_owned(),
        Why::Met { last, .. } => f.t1("desk.why.met", "round", last),
        Why::SameCountry => f.t("desk.why.same_country").to_owned(),
        Why::Fixed => f.t("desk.why.fixed").to_owned(),
    }
}

fn reasons_of<'r>(reasons: &'r TableReasons, t: &DeskTable) -> &'r [Why] {
    reasons
        .tables
        .get(&t.black.player.id)
        .map_or(&[], Vec::as_slice)
}

/// Why a lower player does not have the bye; the key of the words.
fn passed_key(why: &PassedOver) -> &'static str {
    match why {
        PassedOver::HadBye => "desk.passed.had_bye",
        PassedOver::WonByDefault => "desk.passed.default",
        PassedOver::OthersNotPairable => "desk.passed.others",
    }
}

fn joined(values: &[u64]) -> String {
    let texts: Vec<String> = values.iter().map(u64::to_string).collect();
    texts.join(" · ")
}

fn signed(more: i128) -> String {
    match more {
        0 => "0".to_owned(),
        more if more > 0 => format!("+{more}"),
        more => format!("−{}", more.unsigned_abs()),
    }
}

#[cfg(test)]
mod tests {
    use crate::director::pairing::*;

    #[test]
    fn a_pairing_is_read_as_it_is_written() {
        let text = "7 12\n3 4\nbye 9";
        assert_eq!(hand_text(&hand_pairing(text).unwrap()), text);
        assert_eq!(
            hand_text(&hand_pairing(" 7-12 \n\n3, 4\nBye 9").unwrap()),
            text
        );
        assert!(hand_pairing("7 12 3").is_none());
        assert!(hand_pairing("seven 12").is_none());
    }
}
