//! Writing: one line per entrant and per game, so that people and version control can read it.

use outflank_pairing::{EntrantId, FixedPair, Hand};
use outflank_rulebook::Raw;
use outflank_tournament::{Entrant, HandLots, LotsFor, Stage};

use crate::tournament_file::game::GameEntry;
use crate::tournament_file::write_stage::{stage, unexplained};
use crate::tournament_file::{Days, RoundEntry, TournamentFile, VERSION, words};

impl TournamentFile {
    /// The file's text. Reading it gives this value again.
    #[must_use]
    pub fn write(&self) -> String {
        let mut top = Object::default();
        top.put("outflank", VERSION);
        top.put_text("name", self.name.as_deref());
        top.put_text("rulebook", Some(&self.rulebook));
        top.put_text("event", self.event.as_deref());
        top.put_text(
            "system",
            self.system.map(|one| words::word(words::SYSTEMS, one)),
        );
        top.put_some("rounds", self.rounds);
        top.put_some("seed", self.seed.map(|seed| seed.number()));
        top.put_some("days", self.days.as_ref().map(days));
        if !self.set.is_empty() {
            let mut set = Object::default();
            for (axis, value) in &self.set {
                set.put_quoted_name(axis, raw(value));
            }
            top.put("set", set.line());
        }
        if !self.stages.is_empty() {
            top.put("stages", lines(self.stages.iter().map(stage), "  "));
        }
        top.put("entrants", lines(self.entrants.iter().map(entrant), "  "));
        if !self.played.is_empty() {
            top.put("played", lines(self.played.iter().map(round), "  "));
        }
        if !self.withdrawn.is_empty() {
            let each = self.withdrawn.iter().map(|left| {
                let mut one = Object::default();
                one.put("id", left.id);
                one.put("after_round", left.after_round);
                one.line()
            });
            top.put("withdrawn", lines(each, "  "));
        }
        top.put_some("next", self.next.as_ref().map(hand));
        if !self.lots.is_empty() {
            top.put("lots", lines(self.lots.iter().map(lots), "  "));
        }
        if !self.unexplained.is_empty() {
            let each = self.unexplained.iter().map(unexplained);
            top.put("unexplained", lines(each, "  "));
        }
        format!("{{\n  {}\n}}\n", top.fields.join(",\n  "))
    }
}

/// The fields of an object, written.
#[derive(Default)]
pub(crate) struct Object {
    fields: Vec<String>,
}

impl Object {
    pub(crate) fn put(&mut self, name: &str, value: impl std::fmt::Display) {
        self.fields.push(format!("\"{name}\": {value}"));
    }

    fn put_quoted_name(&mut self, name: &str, value: impl std::fmt::Display) {
        self.fields.push(format!("{}: {value}", quoted(name)));
    }

    fn put_some(&mut self, name: &str, value: Option<impl std::fmt::Display>) {
        if let Some(value) = value {
            self.put(name, value);
        }
    }

    pub(crate) fn put_text(&mut self, name: &str, value: Option<&str>) {
        self.put_some(name, value.map(quoted));
    }

    fn put_ids(&mut self, name: &str, ids: &[EntrantId]) {
        if !ids.is_empty() {
            self.put(name, list(ids));
        }
    }

    pub(crate) fn line(&self) -> String {
        format!("{{{}}}", self.fields.join(", "))
    }
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn list<T: std::fmt::Display>(items: &[T]) -> String {
    let items: Vec<String> = items.iter().map(ToString::to_string).collect();
    format!("[{}]", items.join(", "))
}

fn lots(lots: &HandLots) -> String {
    let mut one = Object::default();
    let (purpose, after) = match lots.purpose {
        LotsFor::Standings { after } => (LotsFor::Standings { after: 0 }, Some(after)),
        other @ (LotsFor::RoundRobin | LotsFor::FirstRound) => (other, None),
    };
    one.put_text("for", Some(words::word(words::LOTS, purpose)));
    one.put_some("after", after);
    one.put("order", list(&lots.order));
    if !lots.witnesses.is_empty() {
        let names: Vec<String> = lots.witnesses.iter().map(|name| quoted(name)).collect();
        one.put("witnesses", list(&names));
    }
    one.line()
}

/// A list with one item per line.
fn lines(items: impl Iterator<Item = String>, indent: &str) -> String {
    let items: Vec<String> = items.collect();
    if items.is_empty() {
        return "[]".to_owned();
    }
    let between = format!(",\n{indent}  ");
    format!("[\n{indent}  {}\n{indent}]", items.join(&between))
}

fn raw(value: &Raw) -> String {
    match value {
        Raw::Number(number) => number.to_string(),
        Raw::Text(text) => quoted(text),
        Raw::List(items) => list(&items.iter().map(raw).collect::<Vec<_>>()),
    }
}

fn days(days: &Days) -> String {
    match days {
        Days::Count(count) => count.to_string(),
        Days::Rounds(rounds) => list(rounds),
        Days::Dates(dates) => list(
            &dates
                .iter()
                .map(|date| format!("\"{date}\""))
                .collect::<Vec<_>>(),
        ),
    }
}

fn entrant(entrant: &Entrant) -> String {
    let mut one = Object::default();
    one.put("id", entrant.id);
    one.put_text("name", Some(&entrant.name));
    one.put_text("ascii", entrant.ascii.as_deref());
    one.put_text("native", entrant.native.as_deref());
    one.put_text("country", entrant.country.as_deref());
    one.put_some("rating", entrant.rating);
    one.put_text(
        "gender",
        entrant.gender.map(|one| words::word(words::GENDERS, one)),
    );
    one.put_some("born", entrant.born.map(|date| format!("\"{date}\"")));
    one.put_some("young", entrant.young);
    one.put_text("team", entrant.team.as_deref());
    let additional = entrant.additional;
    one.put_text(
        "additional",
        additional.map(|one| words::word(words::ADDITIONAL, one)),
    );
    one.put_some("group_a", entrant.group_a);
    if !entrant.woc_semifinals.is_empty() {
        one.put("woc_semifinals", list(&entrant.woc_semifinals));
    }
    one.put_some("seeding", entrant.seeding.map(|place| place.0));
    one.put_text("institute", entrant.institute.as_deref());
    one.put_text("category", entrant.category.as_deref());
    one.put_some("wof_id", entrant.wof_id);
    one.put_some("no_title", entrant.no_title.then_some(true));
    one.put_some("from_round", entrant.from_round.map(|round| round.0));
    one.line()
}

fn round(round: &RoundEntry) -> String {
    let mut one = Object::default();
    match round.stage {
        Stage::Swiss => {}
        Stage::Playoff | Stage::Semi | Stage::Third | Stage::Final => {
            one.put_text("stage", Some(words::word(words::STAGES, round.stage)));
        }
    }
    one.put_text("list", round.list.map(|list| list.to_string()).as_deref());
    one.put_some("match", round.match_label.as_ref().map(raw));
    one.put("games", lines(round.games.iter().map(game), "    "));
    one.put_ids("byes", &round.byes);
    one.put_ids("requested_byes", &round.requested_byes);
    one.put_ids("absent", &round.absent);
    one.line()
}

fn game(game: &GameEntry) -> String {
    let mut one = Object::default();
    one.put_some("table", game.table);
    one.put("black", game.black);
    one.put("white", game.white);
    let colour = |colour| words::word(words::COLOURS, colour);
    one.put_some(
        "discs",
        game.discs.map(|discs| list(&[discs.black, discs.white])),
    );
    one.put_text(
        "result",
        game.result.map(|one| words::word(words::RESULTS, one)),
    );
    one.put_text("by", game.by.map(colour));
    one.put_text("winner", game.winner.map(colour));
    if !game.flags.is_empty() {
        let flags: Vec<String> = game
            .flags
            .iter()
            .map(|&flag| quoted(colour(flag)))
            .collect();
        one.put("flags", list(&flags));
    }
    one.put_text("moves", game.moves.as_deref());
    one.put_text(
        "stage",
        game.stage.map(|one| words::word(words::STAGES, one)),
    );
    one.put_text("list", game.list.map(|list| list.to_string()).as_deref());
    one.put_some("match", game.match_label.as_ref().map(raw));
    one.line()
}

fn hand(hand: &Hand) -> String {
    let mut one = Object::default();
    one.put_ids("absent", &hand.absent);
    one.put_ids("requested_byes", &hand.requested_byes);
    one.put_some("bye", hand.bye);
    if !hand.fixed.is_empty() {
        let fixed = hand.fixed.iter().map(|pair| {
            // The file knows only pairs with colours; the first named has Black.
            let [black, white] = match *pair {
                FixedPair::Coloured { black, white } => [black, white],
                FixedPair::AnyColours(one, other) => [one, other],
            };
            format!("{{\"black\": {black}, \"white\": {white}}}")
        });
        one.put("fixed", list(&fixed.collect::<Vec<_>>()));
    }
    for (name, pairs) in [("forbidden", &hand.forbidden), ("avoid", &hand.avoid)] {
        if !pairs.is_empty() {
            let pairs: Vec<String> = (pairs.iter())
                .map(|(one, other)| format!("[{one}, {other}]"))
                .collect();
            one.put(name, list(&pairs));
        }
    }
    one.line()
}
