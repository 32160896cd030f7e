//! Sheets for paper.

use askama::Template;
use outflank_board::Side;
use outflank_desk::views::{
    Cell, CrossRow, Crosstable, Head, Outcome, Pairings, Player, Seating, StandingsPage, TableRow,
    Views,
};

use crate::pages::board_svg::transcript_grid;
use crate::pages::frame::Frame;
use crate::pages::html::Html;
use crate::pages::qr::qr;
use crate::public::rules::RulesView;
use crate::public::tournament::made;

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

/// The sheets that a new pairing changes.
const AGAIN: &[(&str, &str)] = &[
    ("pairings-by-table", "print.tables"),
    ("pairings-by-name", "print.names"),
    ("result-slips", "print.slips"),
    ("score-sheets", "print.scores"),
];

/// The list of sheets.
pub(crate) fn sheets(f: &Frame, head: &Head, views: &Views<'_>) -> Option<String> {
    let last = head.last_round.and_then(|round| views.pairings(round));
    let again = last.filter(|pairing| pairing.edition > 1);
    made(&SheetsPage {
        f,
        head,
        again: again.map(|pairing| (pairing.round, pairing.edition)),
    })
}

#[derive(Template)]
#[template(path = "print/pairings.html")]
struct TablesSheet<'a> {
    f: &'a Frame,
    head: &'a Head,
    p: &'a Pairings,
}

#[derive(Template)]
#[template(path = "print/names.html")]
struct NamesSheet<'a> {
    f: &'a Frame,
    head: &'a Head,
    p: &'a Pairings,
}

#[derive(Template)]
#[template(path = "print/slips.html")]
struct SlipsSheet<'a> {
    f: &'a Frame,
    head: &'a Head,
    p: &'a Pairings,
}

#[derive(Template)]
#[template(path = "print/scores.html")]
struct ScoresSheet<'a> {
    f: &'a Frame,
    head: &'a Head,
    p: &'a Pairings,
    tables: Vec<TableRow>,
    notes: Vec<String>,
}

impl ScoresSheet<'_> {
    fn grid(&self) -> Html {
        transcript_grid(self.f.t("print.grid"))
    }
}

#[derive(Template)]
#[template(path = "print/cards.html")]
struct CardsSheet<'a> {
    f: &'a Frame,
    head: &'a Head,
    after: u16,
    rows: Vec<CrossRow>,
}

#[derive(Template)]
#[template(path = "print/table_cards.html")]
struct TableCardsSheet<'a> {
    f: &'a Frame,
    head: &'a Head,
    tables: Vec<u16>,
}

impl TableCardsSheet<'_> {
    fn address(&self, table: &u16) -> String {
        format!("{}{}", self.f.base, self.f.at_number("tables", table))
    }

    fn code(&self, table: &u16) -> Html {
        qr(
            &self.address(table),
            &self.f.t1("print.table_code", "table", table),
        )
    }
}

#[derive(Template)]
#[template(path = "print/standings.html")]
struct StandingsSheet<'a> {
    f: &'a Frame,
    head: &'a Head,
    s: &'a StandingsPage,
}

#[derive(Template)]
#[template(path = "print/crosstable.html")]
struct CrosstableSheet<'a> {
    f: &'a Frame,
    head: &'a Head,
    c: &'a Crosstable,
}

#[derive(Template)]
#[template(path = "print/certificates.html")]
struct CertificatesSheet<'a> {
    f: &'a Frame,
    head: &'a Head,
    after: u16,
    final_table: bool,
    places: Vec<(u32, Player, String)>,
}

#[derive(Template)]
#[template(path = "print/rules.html")]
struct RulesSheet<'a> {
    f: &'a Frame,
    head: &'a Head,
    v: RulesView<'a>,
}

/// A sheet; nothing if what it would show is not public.
pub(crate) fn sheet(
    f: &Frame,
    head: &Head,
    views: &Views<'_>,
    sheet: Sheet,
    round: Option<u16>,
    changed: bool,
) -> Option<String> {
    let pairing = || {
        let mut pairing = views.pairings(round.or(head.last_round)?)?;
        if changed {
            pairing.tables.retain(|row| row.changed);
            pairing.by_name.retain(|row| row.changed);
        }
        Some(pairing)
    };
    match sheet {
        Sheet::Tables => made(&TablesSheet {
            f,
            head,
            p: &pairing()?,
        }),
        Sheet::Names => made(&NamesSheet {
            f,
            head,
            p: &pairing()?,
        }),
        Sheet::Slips => made(&SlipsSheet {
            f,
            head,
            p: &pairing()?,
        }),
        Sheet::Scores => {
            let p = &pairing()?;
            made(&ScoresSheet {
                f,
                head,
                p,
                tables: p.tables.clone(),
                notes: score_notes(f, views),
            })
        }
        Sheet::Cards => cards(f, head, views),
        Sheet::TableCards => {
            let p = pairing()?;
            let mut tables: Vec<u16> = p.tables.iter().map(|row| row.table).collect();
            tables.sort_unstable();
            made(&TableCardsSheet { f, head, tables })
        }
        Sheet::Standings => made(&StandingsSheet {
            f,
            head,
            s: &views.standings(round, None)?,
        }),
        Sheet::Crosstable => made(&CrosstableSheet {
            f,
            head,
            c: &views.crosstable()?,
        }),
        Sheet::Certificates => certificates(f, head, views),
        Sheet::Rules => made(&RulesSheet {
            f,
            head,
            v: RulesView::of(views.rulebook()?),
        }),
    }
}

/// A card per player with everything a director needs to pair a round on paper.
fn cards(f: &Frame, head: &Head, views: &Views<'_>) -> Option<String> {
    let (after, rows) = match views.crosstable() {
        Some(table) => (table.after, table.rows),
        // Before the first table everybody has a card without rounds.
        None => (
            0,
            (views.everybody().into_iter().zip(1..))
                .map(|(player, rank)| CrossRow {
                    rank,
                    player,
                    points: outflank_desk::views::Halves(0),
                    rounds: Vec::new(),
                })
                .collect(),
        ),
    };
    let rows = rows.into_iter().filter(|row| !row.player.left).collect();
    made(&CardsSheet {
        f,
        head,
        after,
        rows,
    })
}

fn certificates(f: &Frame, head: &Head, views: &Views<'_>) -> Option<String> {
    let table = views.standings(None, None)?;
    let last = views.final_ranking();
    let final_table = last.is_some();
    let places: Vec<(u32, Player, String)> = match last {
        Some(list) => (list.rows.into_iter())
            .filter(|row| !row.withdrawn)
            .filter_map(|row| Some((row.place?, row.player, f.halves(row.points))))
            .take(CERTIFICATES)
            .collect(),
        None => (table.rows.iter())
            .filter(|row| !row.withdrawn)
            .map(|row| (row.rank, row.player.clone(), f.halves(row.points)))
            .take(CERTIFICATES)
            .collect(),
    };
    made(&CertificatesSheet {
        f,
        head,
        after: table.after,
        final_table,
        places,
    })
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
