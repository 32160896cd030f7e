//! The public pages of a tournament.

use askama::Template;
use outflank_board::Side;
use outflank_desk::views::{
    CategoryList, Cell, CostLevel, Crosstable, EventState, Finals, Fraction, Halves, Head,
    MatchNow, Outcome, Pairings, PlaceReason, Player, PlayerPage, Quotient, Schedule, ScheduleWhat,
    Seating, StandingRow, StandingsPage, TableRow, TeamAdds, TeamRow, Teams, Views, Worth,
};
use outflank_pairing::Float;
use outflank_tournament::{ListName, Stage};

use crate::pages::frame::Frame;
use crate::public::print::{self, Sheet};
use crate::public::rules::RulesView;

/// A public page of a tournament.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventPage {
    Overview,
    /// The pairing of a round, the last published one if none is named.
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
    Rules,
    /// The projector: the pairings with results as they arrive, then the standings.
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

impl EventPage {
    const fn tab(self) -> Tab {
        match self {
            Self::Pairings(_) => Tab::Pairings,
            Self::Standings { .. } => Tab::Standings,
            Self::Crosstable => Tab::Crosstable,
            Self::Players | Self::Player(_) => Tab::Players,
            Self::Teams => Tab::Teams,
            Self::Women => Tab::Women,
            Self::Young => Tab::Young,
            Self::Finals => Tab::Finals,
            Self::Schedule => Tab::Schedule,
            Self::Rules => Tab::Rules,
            Self::Overview | Self::Screen | Self::Sheets | Self::Print { .. } => Tab::Overview,
        }
    }

    /// Whether the page is nothing but results.
    const fn is_all_results(self) -> bool {
        match self {
            Self::Standings { .. }
            | Self::Crosstable
            | Self::Player(_)
            | Self::Teams
            | Self::Women
            | Self::Young
            | Self::Finals
            | Self::Screen
            | Self::Print { .. } => true,
            Self::Overview
            | Self::Pairings(_)
            | Self::Players
            | Self::Schedule
            | Self::Rules
            | Self::Sheets => false,
        }
    }

    /// The page as HTML; nothing if there is no such round, player or table, or if it is not public yet.
    #[must_use]
    pub fn render(self, f: &Frame, views: &Views<'_>) -> Option<String> {
        let head = &views.head()?;
        let tab = self.tab();
        if f.hides && self.is_all_results() {
            return made(&HiddenPage { f, head, tab });
        }
        let empty = |sentence| empty(f, head, tab, sentence);
        match self {
            Self::Overview => {
                let table = views.standings(None, None).filter(|_| !f.hides);
                let mut top = table.map_or_else(Vec::new, |table| table.rows);
                top.truncate(8);
                let pairings = head.last_round.and_then(|round| views.pairings(round));
                let schedule = views.schedule();
                made(&OverviewPage {
                    f,
                    head,
                    tab,
                    pairings,
                    top,
                    schedule,
                })
            }
            Self::Pairings(round) => match round.or(head.last_round) {
                Some(round) => {
                    let (rounds, p) = (views.rounds(), views.pairings(round)?);
                    made(&PairingsPage {
                        f,
                        head,
                        tab,
                        rounds,
                        p,
                    })
                }
                None => empty("empty.pairings"),
            },
            Self::Standings {
                after,
                edition,
                open,
            } => match views.standings(after, edition) {
                Some(s) => {
                    let open = open.and_then(|id| Opened::of(views, &s, id));
                    made(&StandingsTemplate {
                        f,
                        head,
                        tab,
                        s,
                        open,
                    })
                }
                None if after.is_none() => empty("empty.standings"),
                None => None,
            },
            Self::Crosstable => match views.crosstable() {
                Some(c) => made(&CrosstablePage { f, head, tab, c }),
                None => empty("empty.standings"),
            },
            Self::Players => made(&PlayersPage {
                f,
                head,
                tab,
                players: views.everybody(),
            }),
            Self::Player(id) => made(&PlayerTemplate {
                f,
                head,
                tab,
                p: views.player_page(id)?,
            }),
            Self::Teams => match views.teams() {
                Some(t) => made(&TeamsPage { f, head, tab, t }),
                None => empty("empty.standings"),
            },
            Self::Women | Self::Young => {
                let (list, title) = match tab {
                    Tab::Women => (views.women(), "women.title"),
                    _ => (views.young(), "young.title"),
                };
                match list {
                    Some(list) => made(&CategoryPage {
                        f,
                        head,
                        tab,
                        title,
                        list,
                    }),
                    None => empty("empty.standings"),
                }
            }
            Self::Finals => match views.finals() {
                Some(finals) => made(&FinalsPage {
                    f,
                    head,
                    tab,
                    finals,
                }),
                None => empty("empty.finals"),
            },
            Self::Schedule => match views.schedule() {
                Some(s) => made(&SchedulePage { f, head, tab, s }),
                None => empty("empty.schedule"),
            },
            Self::Rules => made(&RulesPage {
                f,
                head,
                tab,
                v: RulesView::of(views.rulebook()?),
            }),
            Self::Screen => made(&ScreenPage::of(f, head, views)),
            Self::Sheets => print::sheets(f, head, views),
            Self::Print {
                sheet,
                round,
                changed,
            } => print::sheet(f, head, views, sheet, round, changed),
        }
    }
}

/// Which tab of an event is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tab {
    Overview,
    Pairings,
    Standings,
    Crosstable,
    Boards,
    Players,
    Teams,
    Women,
    Young,
    Finals,
    Schedule,
    Rules,
}

/// The tabs that an event has, each with its address and the key of its name.
pub(crate) fn tabs(head: &Head) -> Vec<(Tab, &'static str, &'static str)> {
    let mut tabs = vec![
        (Tab::Overview, "", "tab.overview"),
        (Tab::Pairings, "pairings", "tab.pairings"),
        (Tab::Standings, "standings", "tab.standings"),
        (Tab::Crosstable, "crosstable", "tab.crosstable"),
        (Tab::Boards, "boards", "tab.boards"),
        (Tab::Players, "players", "tab.players"),
    ];
    if head.has_teams {
        tabs.push((Tab::Teams, "teams", "tab.teams"));
    }
    if head.has_women {
        tabs.push((Tab::Women, "women", "tab.women"));
    }
    if head.has_young {
        tabs.push((Tab::Young, "young", "tab.young"));
    }
    if head.has_finals {
        tabs.push((Tab::Finals, "finals", "tab.finals"));
    }
    tabs.push((Tab::Schedule, "schedule", "tab.schedule"));
    tabs.push((Tab::Rules, "rules", "tab.rules"));
    tabs
}

/// Renders; a template that compiles cannot fail on a String.
pub(crate) fn made(template: &impl Template) -> Option<String> {
    template.render().ok()
}

macro_rules! pages {
    ($($path:tt $name:ident { $($field:ident: $type:ty),* })+) => {$(
        #[derive(Template)]
        #[template(path = $path)]
        struct $name<'a> {
            f: &'a Frame,
            head: &'a Head,
            tab: Tab,
            $($field: $type,)*
        }
    )+};
}

pages! {
    "event/empty.html" EmptyPage { sentence: &'static str }
    "event/hidden.html" HiddenPage {}
    "event/overview.html" OverviewPage { pairings: Option<Pairings>, top: Vec<StandingRow>, schedule: Option<Schedule> }
    "event/pairings.html" PairingsPage { rounds: Vec<u16>, p: Pairings }
    "event/standings.html" StandingsTemplate { s: StandingsPage, open: Option<Opened> }
    "event/crosstable.html" CrosstablePage { c: Crosstable }
    "event/players.html" PlayersPage { players: Vec<Player> }
    "event/player.html" PlayerTemplate { p: PlayerPage }
    "event/teams.html" TeamsPage { t: Teams }
    "event/category.html" CategoryPage { title: &'static str, list: CategoryList }
    "event/finals.html" FinalsPage { finals: Finals }
    "event/schedule.html" SchedulePage { s: Schedule }
    "event/rules.html" RulesPage { v: RulesView<'a> }
}

/// A page without anything to show yet.
pub(crate) fn empty(f: &Frame, head: &Head, tab: Tab, sentence: &'static str) -> Option<String> {
    made(&EmptyPage {
        f,
        head,
        tab,
        sentence,
    })
}

/// The arithmetic that is open, and who is tied with that player.
pub(crate) struct Opened {
    pub(crate) quotient: Quotient,
    pub(crate) tied: Vec<StandingRow>,
}

impl Opened {
    fn of(views: &Views<'_>, s: &StandingsPage, id: u32) -> Option<Self> {
        let row = s.rows.iter().find(|row| row.player.id == id && s.latest)?;
        let tied = s.rows.iter().filter(|other| other.points == row.points);
        Some(Self {
            quotient: views.quotient(id, s.after)?,
            tied: tied.cloned().collect(),
        })
    }
}

impl PlayerTemplate<'_> {
    fn next_side(&self) -> Option<Side> {
        match &self.p.next.as_ref()?.seating {
            Seating::Table { side, .. } => Some(*side),
            Seating::Bye | Seating::Out => None,
        }
    }

    fn floats(&self) -> (usize, usize) {
        let count = |word: Float| {
            let rounds = self.p.rounds.iter();
            rounds.filter(|round| round.float == word).count()
        };
        (count(Float::Up), count(Float::Down))
    }
}

impl TeamsPage<'_> {
    /// What separated a team from the one above it, where the total did not.
    fn separated_by<'r>(&self, row: &'r TeamRow) -> Option<&'r str> {
        let above = self.t.rows.iter().take_while(|one| one.team != row.team);
        let is_level = above.last().is_some_and(|above| above.total == row.total);
        row.by.as_deref().filter(|_| is_level)
    }
}

/// Tables or places on one page of the projector, which is read from twenty metres.
const ON_A_SCREEN: usize = 18;

#[derive(Template)]
#[template(path = "event/screen.html")]
struct ScreenPage<'a> {
    f: &'a Frame,
    head: &'a Head,
    pairings: Option<Pairings>,
    places: Vec<StandingRow>,
    after: u16,
}

impl<'a> ScreenPage<'a> {
    fn of(f: &'a Frame, head: &'a Head, views: &Views<'_>) -> Self {
        let pairings = head.last_round.and_then(|round| views.pairings(round));
        let table = views.standings(None, None);
        let after = table.as_ref().map_or(0, |table| table.after);
        let mut places = table.map_or_else(Vec::new, |table| table.rows);
        // Before and while a round is played nobody looks for more than the first places.
        if pairings.as_ref().is_some_and(|round| !round.finished) {
            places.truncate(ON_A_SCREEN);
        }
        Self {
            f,
            head,
            pairings,
            places,
            after,
        }
    }

    fn tables(&self) -> std::slice::Chunks<'_, TableRow> {
        let tables = self
            .pairings
            .as_ref()
            .map_or(&[][..], |round| &round.tables);
        tables.chunks(ON_A_SCREEN)
    }
}

/// The key of why somebody stands at his place of a list.
pub(crate) fn reason_key(reason: &PlaceReason) -> &'static str {
    match reason {
        PlaceReason::TopFour => "lists.top_four",
        PlaceReason::InMainSemiFinals => "lists.in_main",
        PlaceReason::PlayoffDue => "lists.playoff_due",
        PlaceReason::WonPlayoff => "lists.won_playoff",
        PlaceReason::LostPlayoff => "lists.lost_playoff",
        PlaceReason::Replaces => "lists.replaces",
        PlaceReason::EqualPoints => "lists.equal_points",
        PlaceReason::Withdrawn => "lists.withdrawn",
    }
}

/// The key of the name of a list of matches.
pub(crate) fn list_key(list: &ListName) -> &'static str {
    match list {
        ListName::Individual => "finals.individual",
        ListName::Women => "finals.women",
        ListName::Young => "finals.young",
        ListName::Team | ListName::Special | ListName::Stage(_) => "finals.other",
    }
}

/// The key of a match's name; the rounds that make the standings have none.
pub(crate) fn stage_key(stage: &Stage) -> &'static str {
    match stage {
        Stage::Swiss => "finals.other",
        Stage::Playoff => "finals.playoff",
        Stage::Semi => "finals.semi",
        Stage::Third => "finals.third",
        Stage::Final => "finals.final",
    }
}

pub(crate) fn is_nothing(level: &CostLevel) -> bool {
    level.values.iter().all(|value| *value == 0)
}

/// The values of a level.
pub(crate) fn joined(level: &CostLevel) -> String {
    let texts: Vec<String> = level.values.iter().map(u64::to_string).collect();
    texts.join(" · ")
}

/// What a row of the arithmetic says where no points stand.
pub(crate) fn worth_key(worth: &Worth) -> &'static str {
    match worth {
        Worth::Points(_) | Worth::Nothing => "quotient.nothing",
        Worth::DiscsOnly => "quotient.discs_only",
        Worth::Bye => "quotient.bye",
        Worth::OpponentLeft => "quotient.opponent_left",
        Worth::NotPlayed => "quotient.not_played",
    }
}

pub(crate) fn is_counted(worth: &Worth) -> bool {
    match worth {
        Worth::Points(_) | Worth::DiscsOnly => true,
        Worth::Bye | Worth::OpponentLeft | Worth::NotPlayed | Worth::Nothing => false,
    }
}

/// C times some points.
pub(crate) fn times(constant: &Fraction, points: &Halves) -> Fraction {
    lowest(constant.above * u64::from(points.0), constant.below * 2)
}

/// What the substituted rounds add: half the board and C times his own points for each.
pub(crate) fn substituted(q: &Quotient) -> Fraction {
    let each = times(&q.constant, &q.own_points);
    let times = u64::from(q.substituted);
    lowest(times * (32 * each.below + each.above), each.below)
}

fn lowest(above: u64, below: u64) -> Fraction {
    let (mut a, mut b) = (above, below);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    let common = a.max(1);
    Fraction {
        above: above / common,
        below: below / common,
    }
}

pub(crate) fn is_open(row: &StandingRow, open: &Option<Opened>) -> bool {
    (open.as_ref()).is_some_and(|open| open.quotient.player.id == row.player.id)
}

/// Whether the line under a place is drawn.
pub(crate) fn is_cut(row: &StandingRow, table: &StandingsPage) -> bool {
    table.cut == Some(row.rank)
}

pub(crate) fn is_now(what: &ScheduleWhat) -> bool {
    match what {
        ScheduleWhat::Now(_) => true,
        ScheduleWhat::Over(_)
        | ScheduleWhat::Announced(_)
        | ScheduleWhat::Planned(_)
        | ScheduleWhat::Other(_) => false,
    }
}
