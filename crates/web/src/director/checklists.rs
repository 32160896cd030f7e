//! Checklists: the rulebook's own clauses, ticked off by whom and when.

use askama::Template;
use outflank_desk::views::{Head, Moment};
use outflank_desk::{DeskAct, Tick};
use outflank_pairing::RoundNumber;
use outflank_rulebook::{Clause, DeskList};
use serde::Deserialize;

use crate::director::desk::{Bar, DirectorDesk, Posted, TABS, Tab};
use crate::director::log_words::actor_words;
use crate::extract::Field;
use crate::pages::Frame;
use crate::pages::notice::Notice;
use crate::respond::{Answer, Problem};

#[derive(Template)]
#[template(path = "desk/checklists.html")]
struct ChecklistsPage<'a> {
    f: &'a Frame,
    head: &'a Head,
    d: Bar,
    lists: Vec<ListView>,
    round: u16,
    rounds: u16,
}

struct ListView {
    list: DeskList,
    items: Vec<Item>,
    done: usize,
}

/// One thing to look at.
struct Item {
    clause: &'static Clause,
    ticked: Option<(Moment, String)>,
}

impl ListView {
    fn word(&self) -> &'static str {
        word(self.list)
    }

    fn title(&self, f: &Frame, round: &u16) -> String {
        match self.list {
            DeskList::Venue => f.t("desk.checklist.venue").to_owned(),
            DeskList::BeforeRoundOne => f.t("desk.checklist.before_round_one").to_owned(),
            DeskList::BetweenRounds => f.t1("desk.checklist.between_rounds", "round", round),
            DeskList::BeforeGame | DeskList::Dispute => {
                f.t1("desk.checklist.before_game", "round", round)
            }
        }
    }
}

#[derive(Deserialize)]
pub(crate) struct ChecklistForm {
    list: String,
    #[serde(default)]
    round: Field<u16>,
    /// The clauses that are ticked.
    #[serde(default)]
    done: Vec<String>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct ChecklistQuery {
    round: Field<u16>,
}

pub(crate) async fn page(desk: DirectorDesk) -> Answer {
    let asked: ChecklistQuery = desk.query()?;
    show(&desk, round_of(&desk, &asked.round), None)
}

pub(crate) async fn post(Posted { desk, form, .. }: Posted<ChecklistForm>) -> Answer {
    let round = round_of(&desk, &form.round);
    let list = DeskList::CHECKLISTS
        .into_iter()
        .find(|one| word(*one) == form.list);
    let list = list.ok_or_else(|| Problem::not_found("list"))?;
    let act = ticked(&desk, &form, list, round);
    match desk.submit_desk("tick", act).await {
        Err(rejection) if rejection.code() != "desk.nothing_new" => {
            show(&desk, round, Some(Notice::rejected(word(list), &rejection)))
        }
        _ => desk.see(&format!("desk/checklists?round={round}#{}", word(list))),
    }
}

/// What the form ticks and what it takes back.
fn ticked(desk: &DirectorDesk, form: &ChecklistForm, list: DeskList, round: u16) -> DeskAct {
    let (mut done, mut undone) = (Vec::new(), Vec::new());
    for clause in list.clauses(document(desk)) {
        let id = clause.id.as_str().to_owned();
        let was = desk.now.ticks.contains_key(&item(list, &id, round));
        match (form.done.contains(&id), was) {
            (true, false) => done.push(id),
            (false, true) => undone.push(id),
            (true, true) | (false, false) => {}
        }
    }
    DeskAct::Tick {
        list,
        round: round_if(list, round),
        done,
        undone,
    }
}

fn show(desk: &DirectorDesk, round: u16, notice: Option<Notice>) -> Answer {
    let view = desk.view();
    let lists = (DeskList::CHECKLISTS.into_iter()).map(|list| {
        let items: Vec<Item> = (list.clauses(document(desk)).into_iter())
            .map(|clause| {
                let mark = desk.now.ticks.get(&item(list, clause.id.as_str(), round));
                let words = mark.map(|mark| (view.moment(mark.at), actor_words(&desk.f, &mark.by)));
                Item {
                    clause,
                    ticked: words,
                }
            })
            .collect();
        let done = items.iter().filter(|item| item.ticked.is_some()).count();
        ListView { list, items, done }
    });
    let page = ChecklistsPage {
        f: &desk.f,
        head: &desk.head,
        d: desk.bar(Tab::Checklists, notice.as_ref()),
        lists: lists.collect(),
        round,
        rounds: rounds_of(desk),
    };
    desk.page(notice.as_ref(), &page)
}

fn document(desk: &DirectorDesk) -> &str {
    (desk.now.rules()).map_or("", |rules| rules.about.document.as_str())
}

/// The round the lists of rounds are for: the one asked for, else the next one.
fn round_of(desk: &DirectorDesk, asked: &Field<u16>) -> u16 {
    let rounds = rounds_of(desk);
    let next = desk.view().next().round().unwrap_or(rounds);
    let asked = asked.optional("round").ok().flatten();
    asked.unwrap_or(next).clamp(1, rounds)
}

/// The rounds there can be: those of the rulebook as long as nobody has entered.
fn rounds_of(desk: &DirectorDesk) -> u16 {
    let rules = desk.now.rules().map_or(1, |rules| rules.rounds.value.0);
    desk.head.rounds.max(rules).max(1)
}

/// Lists that come again with every round are ticked for it.
fn round_if(list: DeskList, round: u16) -> Option<RoundNumber> {
    match list {
        DeskList::Venue | DeskList::BeforeRoundOne => None,
        DeskList::BetweenRounds | DeskList::BeforeGame | DeskList::Dispute => {
            Some(RoundNumber(round))
        }
    }
}

fn item(list: DeskList, clause: &str, round: u16) -> Tick {
    (list, clause.to_owned(), round_if(list, round))
}

const fn word(list: DeskList) -> &'static str {
    match list {
        DeskList::Venue => "venue",
        DeskList::BeforeRoundOne => "before-round-one",
        DeskList::BetweenRounds => "between-rounds",
        DeskList::BeforeGame => "before-game",
        DeskList::Dispute => "dispute",
    }
}
