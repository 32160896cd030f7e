//! Sheets for paper.

use askama::Template;
use outflank_board::Side;
use outflank_desk::views::{
    Cell, CrossRow, Crosstable, Halves, Head, Outcome, Pairings, Player, Seating, StandingsPage,
    Views,
};

use crate::pages::board_svg::transcript_grid;
use crate::pages::frame::Frame;
use crate::pages::html::Html;
use crate::pages::qr::qr;
use crate::public::rules::RulesView;
use crate::public::tournament::found;
use crate::respond::{Problem, render};

/// A sheet for paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sheet {
    Tables,
    Names,
    /// A card per player, to pair by hand.
    Cards,
    Slips,
    Scores,
    /// A card per table with its code.
    TableCards,
    Standings,
    Crosstable,
    Certificates,
    /// The rules as a booklet.
    Rules,
}

/// Every sheet with its name in addresses and the key of its title.
pub const SHEETS: &[(Sheet, &str, &str)] = &[
    (Sheet::Tables, "pairings-by-table", "print.tables"),
    (Sheet::Names, "pairings-by-name", "print.names"),
    (Sheet::Cards, "pairing-cards", "print.cards"),
    (Sheet::Slips, "result-slips", "print.slips"),
    (Sheet::Scores, "score-sheets", "print.scores"),
    (Sheet::TableCards, "table-cards", "print.table_cards"),
    (Sheet::Standings, "standings", "print.standings"),
    (Sheet::Crosstable, "crosstable", "print.crosstable"),
    (Sheet::Certificates, "certificates", "print.certificates"),
    (Sheet::Rules, "rules", "print.rules"),
];

impl Sheet {
    /// The sheet of this name in addresses.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let found = SHEETS.iter().find(|(_, one, _)| *one == name);
        found.map(|(sheet, _, _)| *sheet)
    }

    /// The key of its title.
    fn title(self) -> &'static str {
        let found = SHEETS.iter().find(|(sheet, _, _)| *sheet == self);
        found.map_or("", |(_, _, title)| title)
    }

    /// Whether a new pairing changes it.
    const fn is_of_pairing(self) -> bool {
        matches!(
            self,
            Self::Tables | Self::Names | Self::Slips | Self::Scores
        )
    }
}

/// How many certificates are made.
const CERTIFICATES: usize = 8;

#[derive(Template)]
#[template(path = "print/sheets.html")]
struct SheetsPage<'a> {
    f: &'a Frame,
    head: &'a Head,
    /// The round that was paired again, and in which edition it is.
    again: Option<(u16, u16)>,
}

/// The list of sheets.
pub(crate) fn sheets(f: &Frame, head: &Head, views: &Views<'_>) -> Result<String, Problem> {
    let last = head.last_round.and_then(|round| views.pairings(round));
    let again = last.filter(|pairing| pairing.edition > 1);
    let again = again.map(|pairing| (pairing.round, pairing.edition));
    render(&SheetsPage { f, head, again })
}

/// What a sheet shows.
enum Content<'a> {
    Tables(Pairings),
    Names(Pairings),
    Slips(Pairings),
    /// With what the rulebook says of scores and time.
    Scores(Pairings, Vec<String>),
    /// After which round.
    Cards(u16, Vec<CrossRow>),
    TableCards(Vec<u16>),
    Standings(StandingsPage),
    Crosstable(Crosstable),
    /// After which round, whether the places are final, and each place with its player and points.
    Certificates(u16, bool, Vec<(u32, Player, Halves)>),
    Rules(RulesView<'a>),
}

#[derive(Template)]
#[template(path = "print/sheet.html")]
struct SheetPage<'a> {
    f: &'a Frame,
    head: &'a Head,
    sheet: Sheet,
    content: Content<'a>,
}

impl SheetPage<'_> {
    fn title(&self) -> String {
        let f = self.f;
        let title = f.t(self.sheet.title());
        match &self.content {
            Content::Tables(p) | Content::Names(p) | Content::Slips(p) | Content::Scores(p, _) => {
                format!("{title}, {}", f.t1("pairings.round", "round", p.round))
            }
            Content::Standings(s) => f.t1("standings.after", "round", s.after),
            Content::Crosstable(c) => f.t1("crosstable.title", "round", c.after),
            Content::Cards(..)
            | Content::TableCards(_)
            | Content::Certificates(..)
            | Content::Rules(_) => title.to_owned(),
        }
    }

    fn grid(&self) -> Html {
        transcript_grid(self.f.t("print.grid"))
    }

    fn address(&self, table: &u16) -> String {
        format!("{}{}", self.f.base, self.f.at_number("tables", table))
    }

    fn code(&self, table: &u16) -> Html {
        let label = self.f.t1("print.table_code", "table", table);
        qr(&self.address(table), &label)
    }
}

/// A sheet of what is public.
pub(crate) fn sheet(
    f: &Frame,
    head: &Head,
    views: &Views<'_>,
    sheet: Sheet,
    round: Option<u16>,
    changed: bool,
) -> Result<String, Problem> {
    let pairing = || -> Result<Pairings, Problem> {
        let mut pairing = found(round.or(head.last_round).and_then(|n| views.pairings(n)))?;
        if changed {
            pairing.tables.retain(|row| row.changed);
            pairing.by_name.retain(|row| row.changed);
        }
        Ok(pairing)
    };
    let content = match sheet {
        Sheet::Tables => Content::Tables(pairing()?),
        Sheet::Names => Content::Names(pairing()?),
        Sheet::Slips => Content::Slips(pairing()?),
        Sheet::Scores => Content::Scores(pairing()?, score_notes(f, views)),
        Sheet::Cards => cards(views),
        Sheet::TableCards => {
            let mut tables: Vec<u16> = pairing()?.tables.iter().map(|row| row.table).collect();
            tables.sort_unstable();
            Content::TableCards(tables)
        }
        Sheet::Standings => Content::Standings(found(views.standings(round, None))?),
        Sheet::Crosstable => Content::Crosstable(found(views.crosstable())?),
        Sheet::Certificates => {
            let table = found(views.standings(None, None))?;
            let last = views.final_ranking();
            let is_final = last.is_some();
            let mut places: Vec<(u32, Player, Halves)> = match last {
                Some(list) => (list.rows.into_iter())
                    .filter(|row| !row.withdrawn)
                    .filter_map(|row| Some((row.place?, row.player, row.points)))
                    .collect(),
                None => (table.rows.into_iter())
                    .filter(|row| !row.withdrawn)
                    .map(|row| (row.rank, row.player, row.points))
                    .collect(),
            };
            places.truncate(CERTIFICATES);
            Content::Certificates(table.after, is_final, places)
        }
        Sheet::Rules => Content::Rules(RulesView::of(found(views.rulebook())?)),
    };
    render(&SheetPage {
        f,
        head,
        sheet,
        content,
    })
}

/// A card per player with everything a director needs to pair a round on paper.
fn cards(views: &Views<'_>) -> Content<'static> {
    let (after, mut rows) = match views.crosstable() {
        Some(table) => (table.after, table.rows),
        // Before the first table everyone has a card without rounds.
        None => {
            let rows = (views.everybody().into_iter().zip(1..)).map(|(player, rank)| CrossRow {
                rank,
                player,
                points: Halves(0),
                rounds: Vec::new(),
            });
            (0, rows.collect())
        }
    };
    rows.retain(|row| !row.player.left);
    Content::Cards(after, rows)
}

/// What the rulebook says of scores and time, for the foot of the score sheet.
fn score_notes(f: &Frame, views: &Views<'_>) -> Vec<String> {
    let Some(rules) = views.rulebook() else {
        return Vec::new();
    };
    let rows = rules.rows();
    let wanted = ["empties", "draw_score", "time_default", "extension_grant"];
    (rows.iter())
        .filter(|row| wanted.contains(&row.axis.name))
        .map(|row| {
            let clause = row.source.clauses().first().map(|id| id.for_people());
            let clause = clause.map_or_else(String::new, |clause| format!(" ({clause})"));
            let meaning = format!("{}{clause}", row.meaning);
            f.t2("print.note", "what", row.axis.label, "meaning", meaning)
        })
        .collect()
}

/// The rounds of a card that are still to be written.
pub(crate) fn blank(row: &CrossRow, head: &Head) -> std::ops::Range<usize> {
    row.rounds.len().min(usize::from(head.rounds))..usize::from(head.rounds)
}
