//! Checklists: the rulebook's own clauses, ticked off by whom and when.

use askama::Template;
use outflank_desk::views::{Head, Moment};
use outflank_desk::{DeskAct, Tick};
use outflank_pairing::RoundNumber;
use outflank_rulebook::{Clause, DeskList};

use crate::director::ask::{Ask, Bar, DeskAnswer, DeskTab, TABS};
use crate::director::form::Form;
use crate::director::said::Said;
use crate::director::said_log::actor_words;
use crate::pages::Frame;

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

pub(crate) async fn answer(ask: &Ask<'_>) -> DeskAnswer {
    let Some(form) = &ask.form else {
        return show(ask, None);
    };
    let round = round_of(ask);
    let Some(list) = (DeskList::CHECKLISTS.into_iter()).find(|one| word(*one) == form.get("list"))
    else {
        return ask.see("desk/checklists");
    };
    let act = ticked(ask, form, list, round);
    let back = format!("desk/checklists?round={round}#{}", word(list));
    match ask.submit_desk("tick", act).await {
        Ok(_) => ask.see(&back),
        Err(refusal) if refusal.code() == "desk.nothing_new" => ask.see(&back),
        Err(refusal) => show(ask, Some(Said::refused(word(list), &refusal))),
    }
}

/// What the form ticks and what it takes back.
fn ticked(ask: &Ask<'_>, form: &Form, list: DeskList, round: u16) -> DeskAct {
    let wanted = form.all("done");
    let (mut done, mut undone) = (Vec::new(), Vec::new());
    for clause in list.clauses(document(ask)) {
        let id = clause.id.as_str().to_owned();
        let was = ask.now.ticks.contains_key(&item(list, &id, round));
        match (wanted.contains(&id.as_str()), was) {
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

fn show(ask: &Ask<'_>, said: Option<Said>) -> DeskAnswer {
    let round = round_of(ask);
    let office = ask.office();
    let lists = (DeskList::CHECKLISTS.into_iter()).map(|list| {
        let items: Vec<Item> = (list.clauses(document(ask)).into_iter())
            .map(|clause| {
                let mark = ask.now.ticks.get(&item(list, clause.id.as_str(), round));
                let words =
                    mark.map(|mark| (office.moment(mark.at), actor_words(&ask.f, &mark.by)));
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
        f: &ask.f,
        head: &ask.head,
        d: ask.bar(DeskTab::Checklists, said.clone()),
        lists: lists.collect(),
        round,
        rounds: rounds_of(ask),
    };
    ask.page(said.as_ref(), &page)
}

fn document<'a>(ask: &'a Ask<'_>) -> &'a str {
    (ask.now.rules()).map_or("", |rules| rules.about.document.as_str())
}

/// The round the lists of rounds are for: the one asked for, else the next one.
fn round_of(ask: &Ask<'_>) -> u16 {
    let asked = (ask.form.as_ref()).and_then(|form| form.number("round"));
    let asked = asked.or_else(|| ask.query.number("round"));
    let rounds = rounds_of(ask);
    let next = ask.office().next().round().unwrap_or(rounds);
    asked.unwrap_or(next).clamp(1, rounds)
}

/// The rounds there can be: those of the rulebook as long as nobody has entered.
fn rounds_of(ask: &Ask<'_>) -> u16 {
    let rules = ask.now.rules().map_or(1, |rules| rules.rounds.value.0);
    ask.head.rounds.max(rules).max(1)
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
