//! The addresses of an event's pages, and the page behind each.

use outflank_desk::views::Views;

use crate::pages::frame::Frame;
use crate::public::tournament;
use crate::public::tournament::Tab;
use crate::public::{print, rules, screen};

/// A page of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventRoute {
    Overview,
    /// The pairing of a round, the last announced one if none is named.
    Pairings(Option<u16>),
    /// A table of standings.
    Standings {
        /// After which round; the last published one if none is named.
        after: Option<u16>,
        /// Which edition; the latest if none is named.
        edition: Option<u16>,
        /// Whose arithmetic is open.
        open: Option<u32>,
    },
    Crosstable,
    Players,
    Player(u32),
    Teams,
    Women,
    /// The young players' list.
    Young,
    Finals,
    Schedule,
    /// The rules in force.
    Rules,
    Screen,
    /// The list of sheets.
    Sheets,
    /// A sheet for paper.
    Print {
        sheet: Sheet,
        /// Of which round, where it is of one; the last if none is named.
        round: Option<u16>,
        /// Only what changed since the edition before.
        changed: bool,
    },
}

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
    /// The sheet of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let found = SHEETS.iter().find(|(_, one, _)| *one == name);
        found.map(|(sheet, _, _)| *sheet)
    }
}

impl EventRoute {
    /// The page at a path below `/t/{event}`, with its query.
    ///
    /// ```
    /// use outflank_web::pages::EventRoute;
    /// assert_eq!(EventRoute::at("pairings/9", ""), Some(EventRoute::Pairings(Some(9))));
    /// assert_eq!(EventRoute::at("players/zero", ""), None);
    /// ```
    #[must_use]
    pub fn at(path: &str, query: &str) -> Option<Self> {
        let mut parts = path.trim_matches('/').split('/');
        let (first, second, third) = (parts.next()?, parts.next(), parts.next());
        if parts.next().is_some() {
            return None;
        }
        let number = |text: Option<&str>| match text {
            None => Some(None),
            Some(text) => text.parse().ok().map(Some),
        };
        let route = match (first, second, third) {
            ("", None, None) => Self::Overview,
            ("pairings", round, None) => Self::Pairings(number(round)?),
            ("standings", after, None) => Self::Standings {
                after: number(after)?,
                edition: asked(query, "edition"),
                open: asked(query, "open"),
            },
            ("crosstable", None, None) => Self::Crosstable,
            ("players", None, None) => Self::Players,
            ("players", Some(id), None) => Self::Player(id.parse().ok()?),
            ("teams", None, None) => Self::Teams,
            ("women", None, None) => Self::Women,
            ("young", None, None) => Self::Young,
            ("finals", None, None) => Self::Finals,
            ("schedule", None, None) => Self::Schedule,
            ("rules", None, None) => Self::Rules,
            ("screen", None, None) => Self::Screen,
            ("print", None, None) => Self::Sheets,
            ("print", Some(sheet), round) => Self::Print {
                sheet: Sheet::named(sheet)?,
                round: number(round)?,
                changed: asked::<u8>(query, "changed") == Some(1),
            },
            _ => return None,
        };
        Some(route)
    }
}

/// A number in a query.
fn asked<T: std::str::FromStr>(query: &str, name: &str) -> Option<T> {
    let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    let mut found = pairs
        .filter(|(key, _)| *key == name)
        .map(|(_, value)| value);
    found.next_back()?.parse().ok()
}

/// The tab of a page that is nothing but results.
fn spoilt(route: &EventRoute) -> Option<Tab> {
    match route {
        EventRoute::Standings { .. } => Some(Tab::Standings),
        EventRoute::Crosstable => Some(Tab::Crosstable),
        EventRoute::Player(_) => Some(Tab::Players),
        EventRoute::Teams => Some(Tab::Teams),
        EventRoute::Women => Some(Tab::Women),
        EventRoute::Young => Some(Tab::Young),
        EventRoute::Finals => Some(Tab::Finals),
        EventRoute::Screen | EventRoute::Print { .. } => Some(Tab::Overview),
        EventRoute::Overview
        | EventRoute::Pairings(_)
        | EventRoute::Players
        | EventRoute::Schedule
        | EventRoute::Rules
        | EventRoute::Sheets => None,
    }
}

/// The page; nothing if there is no such round, player or table, or if it is not public yet.
#[must_use]
pub fn render_event(frame: &Frame, views: &Views<'_>, route: EventRoute) -> Option<String> {
    let head = views.head()?;
    if let Some(tab) = spoilt(&route).filter(|_| frame.hides) {
        return tournament::hidden(frame, &head, tab);
    }
    match route {
        EventRoute::Overview => tournament::overview(frame, &head, views),
        EventRoute::Pairings(round) => {
            let round = round.or(head.last_round);
            match round {
                Some(round) => tournament::pairings(frame, &head, views, round),
                None => tournament::empty(frame, &head, Tab::Pairings, "empty.pairings"),
            }
        }
        EventRoute::Standings {
            after,
            edition,
            open,
        } => match views.standings(after, edition) {
            Some(table) => tournament::standings(frame, &head, views, &table, open),
            None if after.is_none() => {
                tournament::empty(frame, &head, Tab::Standings, "empty.standings")
            }
            None => None,
        },
        EventRoute::Crosstable => match views.crosstable() {
            Some(table) => tournament::crosstable(frame, &head, &table),
            None => tournament::empty(frame, &head, Tab::Crosstable, "empty.standings"),
        },
        EventRoute::Players => tournament::players(frame, &head, views),
        EventRoute::Player(id) => tournament::player(frame, &head, views, id),
        EventRoute::Teams => match views.teams() {
            Some(teams) => tournament::teams(frame, &head, &teams),
            None => tournament::empty(frame, &head, Tab::Teams, "empty.standings"),
        },
        EventRoute::Women => match views.women() {
            Some(list) => tournament::category(frame, &head, &list, Tab::Women),
            None => tournament::empty(frame, &head, Tab::Women, "empty.standings"),
        },
        EventRoute::Young => match views.young() {
            Some(list) => tournament::category(frame, &head, &list, Tab::Young),
            None => tournament::empty(frame, &head, Tab::Young, "empty.standings"),
        },
        EventRoute::Finals => match views.finals() {
            Some(finals) => tournament::finals(frame, &head, &finals),
            None => tournament::empty(frame, &head, Tab::Finals, "empty.finals"),
        },
        EventRoute::Schedule => match views.schedule() {
            Some(schedule) => tournament::schedule(frame, &head, &schedule),
            None => tournament::empty(frame, &head, Tab::Schedule, "empty.schedule"),
        },
        EventRoute::Rules => rules::of_event(frame, &head, views.rulebook()?),
        EventRoute::Screen => screen::screen(frame, &head, views),
        EventRoute::Sheets => print::sheets(frame, &head, views),
        EventRoute::Print {
            sheet,
            round,
            changed,
        } => print::sheet(frame, &head, views, sheet, round, changed),
    }
}
