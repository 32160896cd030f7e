//! What every page of an event has in common, and the small pieces pages are made of.

use std::fmt::Display;

use outflank_board::Side;
use outflank_desk::TournamentNow;
use outflank_desk::views::{
    Cell, Day, Decided, EventState, Fraction, Halves, Head, Moment, Outcome, Player, ResultCell,
    Stay, StepWord,
};
use outflank_rulebook::System;

use crate::pages::assets::asset_url;
use crate::pages::figures;
use crate::pages::html::Html;
use crate::pages::words::{Words, english};

/// What every page has: its words and where it is.
#[derive(Debug, Clone)]
pub struct Frame {
    words: &'static Words,
    /// The event's name in addresses; empty on pages of no event.
    pub slug: String,
    /// The version of the tournament the page was made from.
    pub version: u64,
    /// Where the public finds this server: goes into QR codes and onto paper.
    pub base: String,
    /// Whether the event is a training copy, which every page and sheet of it says.
    pub training: bool,
    /// Whether the games of the event are played on screen.
    pub on_screen: bool,
    /// Whether the viewer does not want to see results.
    pub hides: bool,
}

impl Frame {
    /// A page of an event.
    #[must_use]
    pub fn of_event(slug: &str, version: u64, base: &str) -> Self {
        Self {
            words: english(),
            slug: slug.to_owned(),
            version,
            base: base.trim_end_matches('/').to_owned(),
            training: false,
            on_screen: false,
            hides: false,
        }
    }

    /// A page of this event as it is now.
    #[must_use]
    pub fn of(now: &TournamentNow, base: &str) -> Self {
        let slug = now.slug.clone().unwrap_or_else(|| now.id.to_string());
        Self {
            training: now.training.is_some(),
            on_screen: now.on_screen.is_some(),
            ..Self::of_event(&slug, now.version.0, base)
        }
    }

    /// A page of no event.
    #[must_use]
    pub fn of_site(base: &str) -> Self {
        Self::of_event("", 0, base)
    }

    pub(crate) fn t(&self, key: &'static str) -> &'static str {
        self.words.say(key)
    }

    /// A message with one value.
    pub(crate) fn t1(&self, key: &str, name: &str, value: impl Display) -> String {
        self.words.fill(key, &[(name, &value)])
    }

    /// A message with two values.
    pub(crate) fn t2(
        &self,
        key: &str,
        name: &str,
        value: impl Display,
        other: &str,
        other_value: impl Display,
    ) -> String {
        self.words
            .fill(key, &[(name, &value), (other, &other_value)])
    }

    /// A message with any values.
    pub(crate) fn fill(&self, key: &str, values: &[(&str, &dyn Display)]) -> String {
        self.words.fill(key, values)
    }

    /// A message with a number.
    pub(crate) fn n(&self, key: &str, number: impl Display) -> String {
        self.words.count(key, number)
    }

    /// The address of a static file.
    pub(crate) fn file(&self, name: &str) -> String {
        asset_url(name)
    }

    /// The address of a page of this event: `at("standings")`.
    pub(crate) fn at(&self, page: &str) -> String {
        match page {
            "" => format!("/t/{}", self.slug),
            _ => format!("/t/{}/{page}", self.slug),
        }
    }

    /// The same with a number: `/t/x/pairings/9`.
    pub(crate) fn at_number(&self, page: &str, number: impl Display) -> String {
        format!("/t/{}/{page}/{number}", self.slug)
    }

    pub(crate) fn halves(&self, number: impl Given<Halves>) -> String {
        figures::halves(number.given())
    }

    pub(crate) fn fraction(&self, number: impl Given<Fraction>) -> String {
        figures::fraction(number.given())
    }

    pub(crate) fn score(&self, score: impl Given<(Halves, Halves)>) -> String {
        figures::score(score.given())
    }

    pub(crate) fn time(&self, at: &Moment) -> String {
        figures::time(self.words, *at)
    }

    pub(crate) fn time_seconds(&self, at: &Moment) -> String {
        figures::time_seconds(self.words, *at)
    }

    pub(crate) fn long_date(&self, day: &Day) -> String {
        figures::long_date(self.words, *day)
    }

    pub(crate) fn dates(&self, head: &Head) -> String {
        figures::date_range(self.words, head.first_day, head.last_day)
    }

    pub(crate) fn zone(&self, minutes: &i16) -> String {
        figures::zone(*minutes)
    }

    pub(crate) fn minutes(&self, ms: &i64) -> String {
        self.n("time.minutes_each", ms / 60_000)
    }

    pub(crate) fn side(&self, side: impl Given<Side>) -> &'static str {
        match side.given() {
            Side::Black => self.t("side.black"),
            Side::White => self.t("side.white"),
        }
    }

    /// A small disc with its side as label.
    pub(crate) fn disc(&self, side: impl Given<Side>) -> Html {
        let side = side.given();
        let mut html = Html::default();
        let class = match side {
            Side::Black => "b",
            Side::White => "w",
        };
        html.push("<span class=\"disc ").push(class);
        html.push("\" role=\"img\" aria-label=\"");
        html.push_text(self.side(side));
        html.push("\"></span>");
        html
    }

    /// Discs of the games so far.
    pub(crate) fn colours(&self, colours: &[Option<Side>], next: impl Given<Option<Side>>) -> Html {
        let next = &next.given();
        let letter = |side: &Option<Side>| match side {
            Some(Side::Black) => "b",
            Some(Side::White) => "w",
            None => "n",
        };
        let mut html = Html::default();
        let mut spoken = String::new();
        for side in colours {
            let word = match side {
                Some(side) => self.side(side),
                None => self.t("colours.none"),
            };
            spoken.push(' ');
            spoken.push_str(word);
        }
        html.push("<span class=\"hist\" role=\"img\" aria-label=\"");
        html.push_text(&self.t1("colours.label", "colours", spoken.trim()));
        html.push("\">");
        for side in colours {
            html.push("<i class=\"").push(letter(side)).push("\"></i>");
        }
        if next.is_some() {
            html.push("<i class=\"")
                .push(letter(next))
                .push(" next\"></i>");
        }
        html.push("</span>");
        html
    }

    /// A name with its own script and country.
    pub(crate) fn name(&self, player: &Player) -> Html {
        let mut html = Html::default();
        html.push("<span class=\"name\">");
        html.push_text(&player.name);
        html.push("</span>");
        self.push_after_name(&mut html, player);
        html
    }

    /// A name that leads to the player's page.
    pub(crate) fn link(&self, player: &Player) -> Html {
        let mut html = Html::default();
        html.push("<a class=\"name\" href=\"");
        html.push_text(&self.at_number("players", player.id));
        html.push("\">");
        html.push_text(&player.name);
        html.push("</a>");
        self.push_after_name(&mut html, player);
        html
    }

    /// A name and country without the native script, for narrow places.
    pub(crate) fn short(&self, player: &Player) -> Html {
        let mut html = Html::text(&player.name);
        if let Some(country) = &player.country {
            html.push(" <span class=\"country\">");
            html.push_text(country);
            html.push("</span>");
        }
        html
    }

    fn push_after_name(&self, html: &mut Html, player: &Player) {
        if let Some(native) = &player.native {
            html.push(" <span class=\"native\"");
            if let Some(language) = language_of(native) {
                html.push(" lang=\"").push(language).push("\"");
            }
            html.push(">");
            html.push_text(native);
            html.push("</span>");
        }
        if let Some(country) = &player.country {
            html.push(" <span class=\"country\">");
            html.push_text(country);
            html.push("</span>");
        }
        if player.young {
            html.push(" <span class=\"chip young\">");
            html.push_text(self.t("young.badge"));
            html.push("</span>");
        }
    }

    /// A clause, small, that leads to its text.
    pub(crate) fn clause(&self, clause: &str) -> Html {
        let mut html = Html::default();
        html.push("<a class=\"clause\" href=\"");
        let anchor = clause.replacen(' ', "-", 1);
        html.push_text(&format!("{}#{anchor}", self.at("rules")));
        html.push("\">");
        html.push_text(clause);
        html.push("</a>");
        html
    }

    /// The same where there may be none.
    pub(crate) fn clause_if(&self, clause: &Option<String>) -> Html {
        clause
            .as_deref()
            .map_or_else(Html::default, |clause| self.clause(clause))
    }

    /// What a result says beside its score.
    pub(crate) fn how(&self, how: &Decided) -> String {
        match how {
            Decided::Played => String::new(),
            Decided::OnTime(side) => self.t1("result.on_time", "side", self.side(side)),
            Decided::Resigned(side) => self.t1("result.resigned", "side", self.side(side)),
            Decided::Forfeit(side) => self.t1("result.forfeit", "side", self.side(side)),
            Decided::DoubleForfeit => self.t("result.double_forfeit").to_owned(),
            Decided::Ruled => self.t("result.ruled").to_owned(),
            Decided::Annulled => self.t("result.annulled").to_owned(),
        }
    }

    /// The score of a result, or what stands in its place.
    pub(crate) fn result(&self, result: &ResultCell) -> Html {
        match result {
            ResultCell::Missing => Html::default(),
            ResultCell::InQuery | ResultCell::Known { .. } if self.hides => {
                Html::text(self.t("spoilers.in"))
            }
            ResultCell::InQuery => Html::text(self.t("result.in_query")),
            ResultCell::Known {
                score, corrected, ..
            } => {
                let shown = match score {
                    Some(score) => figures::score(*score),
                    None => "–".to_owned(),
                };
                let mut html = Html::text(&shown);
                if *corrected {
                    html.push(" <span title=\"");
                    html.push_text(self.t("result.corrected"));
                    html.push("\">✎<span class=\"vh\">");
                    html.push_text(self.t("result.corrected"));
                    html.push("</span></span>");
                }
                html
            }
        }
    }

    pub(crate) fn has_won(&self, result: &ResultCell, side: Side) -> bool {
        match result {
            ResultCell::Known { winner, .. } => !self.hides && *winner == Some(side),
            ResultCell::Missing | ResultCell::InQuery => false,
        }
    }

    /// What is said of a result beside its score.
    pub(crate) fn note(&self, result: &ResultCell) -> String {
        match result {
            ResultCell::Known { .. } if self.hides => String::new(),
            ResultCell::Known { how, .. } => self.how(how),
            ResultCell::Missing | ResultCell::InQuery => String::new(),
        }
    }

    pub(crate) fn system(&self, system: &System) -> &'static str {
        match system {
            System::DoubleRoundRobin => self.t("system.double_round_robin"),
            System::RoundRobin => self.t("system.round_robin"),
            System::ModifiedSwiss => self.t("system.modified_swiss"),
            System::Swiss => self.t("system.swiss"),
        }
    }

    pub(crate) fn state(&self, state: &EventState) -> String {
        match state {
            EventState::Entries => self.t("state.entries").to_owned(),
            EventState::Announced { round, .. } => self.t1("state.announced", "round", round),
            EventState::Playing { round, .. } => self.t1("state.playing", "round", round),
            EventState::Between { round } => self.t1("state.between", "round", round),
            EventState::RoundsOver => self.t("state.over").to_owned(),
        }
    }

    pub(crate) fn is_live(&self, state: &EventState) -> bool {
        match state {
            EventState::Playing { .. } | EventState::Announced { .. } => true,
            EventState::Entries | EventState::Between { .. } | EventState::RoundsOver => false,
        }
    }

    pub(crate) fn step(&self, step: &StepWord) -> &'static str {
        match step {
            StepWord::Withdrawn => self.t("step.withdrawn"),
            StepWord::Points => self.t("step.points"),
            StepWord::Bq => self.t("step.bq"),
            StepWord::Discs => self.t("step.discs"),
            StepWord::Difference => self.t("step.difference"),
            StepWord::Opponents => self.t("step.opponents"),
            StepWord::Direct => self.t("step.direct"),
            StepWord::Lots => self.t("step.lots"),
        }
    }

    pub(crate) fn stay(&self, stay: &Stay) -> &'static str {
        match stay {
            Stay::Bye => self.t("stay.bye"),
            Stay::Absent => self.t("stay.absent"),
            Stay::Gone => self.t("stay.gone"),
            Stay::Annulled => self.t("stay.annulled"),
        }
    }

    /// The rounds of a player as a strip of opponents' places.
    pub(crate) fn strip(&self, cells: &[Cell]) -> Html {
        let mut html = Html::default();
        html.push("<span class=\"run-strip\">");
        for cell in cells {
            match cell {
                Cell::Game(game) => {
                    let class = match game.outcome {
                        Outcome::Won => "<span class=\"win\" title=\"",
                        Outcome::Drawn => "<span class=\"draw\" title=\"",
                        Outcome::Lost => "<span title=\"",
                    };
                    html.push(class);
                    html.push_text(&game.opponent.name);
                    html.push(" ");
                    html.push_text(&figures::score(game.score));
                    html.push("\">");
                    let place = game.opponent_place.map(|place| place.to_string());
                    html.push_text(place.as_deref().unwrap_or("–"));
                    html.push("</span>");
                }
                Cell::Pending { .. } => {
                    html.push("<span>·</span>");
                }
                Cell::Stay(stay) => {
                    html.push("<span title=\"");
                    html.push_text(self.stay(stay));
                    html.push("\">");
                    html.push_text(match stay {
                        Stay::Bye => self.t("stay.bye_short"),
                        Stay::Absent | Stay::Gone | Stay::Annulled => "–",
                    });
                    html.push("</span>");
                }
            }
        }
        html.push("</span>");
        html
    }

    /// The colours of a player's games.
    pub(crate) fn colours_of(&self, cells: &[Cell]) -> Html {
        let colours: Vec<Option<Side>> = (cells.iter())
            .map(|cell| match cell {
                Cell::Game(game) => Some(game.side),
                Cell::Pending { side, .. } => Some(*side),
                Cell::Stay(_) => None,
            })
            .collect();
        self.colours(&colours, None)
    }
}

/// A value that templates hand over as itself or behind references.
pub(crate) trait Given<T> {
    fn given(&self) -> T;
}

macro_rules! given {
    ($($type:ty,)+) => {
        $(impl Given<$type> for $type {
            fn given(&self) -> $type {
                *self
            }
        })+
    };
}

given! {
    Side,
    Option<Side>,
    Halves,
    (Halves, Halves),
    Fraction,
}

impl<T, G: Given<T>> Given<T> for &G {
    fn given(&self) -> T {
        (**self).given()
    }
}

/// The language of a name, from its script.
fn language_of(text: &str) -> Option<&'static str> {
    (text.chars()).find_map(|letter| match letter {
        '\u{3040}'..='\u{30ff}' => Some("ja"),
        '\u{ac00}'..='\u{d7af}' => Some("ko"),
        '\u{0e00}'..='\u{0e7f}' => Some("th"),
        '\u{0370}'..='\u{03ff}' => Some("el"),
        _ => None,
    })
}
