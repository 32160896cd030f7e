//! The pairing of a round: proposed, looked at, changed, announced, started.

use askama::Template;
use outflank_board::Side;
use outflank_desk::views::director::{
    Compared, DeskRound, DeskTable, NextStep, TableReasons, Why, WhyNot,
};
use outflank_desk::views::{Head, Player};
use outflank_pairing::{EntrantId, Pair, PassedOver, RoundNumber};
use outflank_tournament::running::{Act, HandPairing, Phase};

use crate::director::ask::{Ask, Bar, DeskAnswer, DeskTab, TABS};
use crate::director::form::Form;
use crate::director::said::Said;
use crate::pages::Frame;

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
}

/// A change of two seats, before it is kept.
struct Swap {
    players: (Player, Player),
    compared: Compared,
    /// The pairing as text, for the form that keeps it.
    text: String,
}

pub(crate) async fn answer(ask: &Ask<'_>, round: Option<u16>) -> DeskAnswer {
    let office = ask.office();
    let rounds = office.rounds();
    let current = match office.next() {
        NextStep::Start { round }
        | NextStep::Results { round, .. }
        | NextStep::Validate { round } => Some(round),
        _ => office.round_to_pair(),
    };
    let Some(round) = round.or(current).or(rounds.last().copied()) else {
        return ask.see("desk/entrants");
    };
    if let Some(form) = &ask.form {
        return match change(ask, form, round).await {
            Ok(page) => ask.see(&page),
            Err(said) => show(ask, round, Some(said)).await,
        };
    }
    show(ask, round, None).await
}

async fn change(ask: &Ask<'_>, form: &Form, round: u16) -> Result<String, Said> {
    let number = RoundNumber(round);
    let here = format!("desk/pairing/{round}");
    let (what, act, then) = match form.get("do") {
        "propose" => {
            let assumed = Vec::new();
            let act = Act::Propose {
                round: number,
                assumed,
            };
            ("propose", act, here)
        }
        "hand" => {
            let Some(pairing) = hand_pairing(form.get("pairs")) else {
                return Err(Said::own("hand", ask.f.t("desk.hand.not_read")));
            };
            let assumed = Vec::new();
            let act = Act::ProposeByHand {
                round: number,
                pairing,
                assumed,
            };
            ("hand", act, here)
        }
        "announce" => {
            let consent = form.some("consent");
            let act = Act::Announce {
                round: number,
                consent,
            };
            ("announce", act, here)
        }
        "call_off" => {
            let why = form.get("why").to_owned();
            let act = Act::CallOff { round: number, why };
            ("calloff", act, here)
        }
        "abandon" => {
            let why = form.get("why").to_owned();
            let act = Act::Abandon { round: number, why };
            ("abandon", act, here)
        }
        "start" => (
            "start",
            Act::Start { round: number },
            format!("desk/results/{round}"),
        ),
        _ => return Ok(here),
    };
    let place = match what {
        "announce" | "start" | "propose" => "bar",
        "hand" => "hand",
        _ => "danger",
    };
    match ask.submit(what, act).await {
        Ok(_) => Ok(then),
        Err(refusal) => Err(Said::refused(place, &refusal)),
    }
}

async fn show(ask: &Ask<'_>, round: u16, said: Option<Said>) -> DeskAnswer {
    let office = ask.office();
    let r = office.round(round);
    if r.is_none() && office.round_to_pair() != Some(round) {
        return DeskAnswer::Nothing;
    }
    let mut said = said;
    let picked = picked(&ask.query);
    let (mut swap, mut why_not) = (None, None);
    if let (Some(r), [one, other]) = (&r, picked.as_slice()) {
        if ask.query.get("show") == "why" {
            why_not = office.why_not(round, *one, *other);
        } else {
            match swapped(ask, r, *one, *other).await {
                Ok(made) => swap = made,
                Err(refused) => said = said.or(Some(refused)),
            }
        }
    } else if ask.query.has("show") {
        said = said.or_else(|| Some(Said::own("pick", ask.f.t("desk.pick.two"))));
    }
    let players = r.as_ref().map(everybody).unwrap_or_default();
    let page = PairingPage {
        f: &ask.f,
        head: &ask.head,
        d: ask.bar(DeskTab::Pairing, said.clone()),
        round,
        rounds: office.rounds(),
        reasons: r
            .as_ref()
            .map(|_| office.round_reasons(round))
            .unwrap_or_default(),
        r,
        picked,
        swap,
        why_not,
        players,
        missing: office.missing(),
        obstacle: office.obstacle(),
    };
    ask.page(said.as_ref(), &page)
}

/// The two players picked: by boxes, or typed as two numbers.
fn picked(query: &Form) -> Vec<u32> {
    let typed = query.get("two").replace([',', '-', '–'], " ");
    let words = query
        .all("pick")
        .into_iter()
        .chain(typed.split_whitespace());
    let mut picked: Vec<u32> = words.filter_map(|word| word.parse().ok()).collect();
    picked.dedup();
    picked
}

fn everybody(r: &DeskRound) -> Vec<Player> {
    let seated = (r.tables.iter()).flat_map(|t| [&t.black.player, &t.white.player]);
    let mut players: Vec<Player> = seated.chain(&r.byes).cloned().collect();
    players.sort_by_key(|player| (player.name.to_lowercase(), player.id));
    players
}

async fn swapped(ask: &Ask<'_>, r: &DeskRound, one: u32, other: u32) -> Result<Option<Swap>, Said> {
    if r.phase != Phase::Proposed {
        return Err(Said::own("pick", ask.f.t("desk.pick.too_late")));
    }
    let put = |id: u32| match id {
        id if id == one => EntrantId(other),
        id if id == other => EntrantId(one),
        id => EntrantId(id),
    };
    let pairing = HandPairing {
        pairs: (r.tables.iter())
            .map(|t| Pair {
                black: put(t.black.player.id),
                white: put(t.white.player.id),
            })
            .collect(),
        byes: r.byes.iter().map(|player| put(player.id)).collect(),
    };
    let text = hand_text(&pairing);
    let act = Act::ProposeByHand {
        round: RoundNumber(r.round),
        pairing,
        assumed: Vec::new(),
    };
    let preview = ask
        .preview(act)
        .await
        .map_err(|refusal| Said::refused("pick", &refusal))?;
    let office = ask.office();
    Ok(office.compared(&preview).map(|compared| Swap {
        players: (office.player(one), office.player(other)),
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
    hand_text(&HandPairing {
        pairs: (r.tables.iter())
            .map(|t| Pair {
                black: EntrantId(t.black.player.id),
                white: EntrantId(t.white.player.id),
            })
            .collect(),
        byes: r.byes.iter().map(|player| EntrantId(player.id)).collect(),
    })
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

/// Why somebody lower does not have the bye; the key of the words.
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
