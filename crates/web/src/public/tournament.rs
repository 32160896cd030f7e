//! The pages of an event.

use askama::Template;
use outflank_board::Side;
use outflank_desk::views::{
    CategoryList, Cell, CostLevel, Crosstable, EventState, FinalList, Finals, FloatWord, Fraction,
    Halves, Head, MatchNow, Outcome, Pairings, PlaceReason, Player, PlayerPage, Quotient, Schedule,
    ScheduleWhat, Seating, StageWord, StandingRow, StandingsPage, TeamAdds, TeamRow, Teams, Views,
    Worth,
};

use crate::pages::frame::Frame;

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

#[derive(Template)]
#[template(path = "event/empty.html")]
struct EmptyPage<'a> {
    f: &'a Frame,
    head: &'a Head,
    tab: Tab,
    sentence: &'static str,
}

pub(crate) fn empty(f: &Frame, head: &Head, tab: Tab, sentence: &'static str) -> Option<String> {
    made(&EmptyPage {
        f,
        head,
        tab,
        sentence,
    })
}

#[derive(Template)]
#[template(path = "event/hidden.html")]
struct HiddenPage<'a> {
    f: &'a Frame,
    head: &'a Head,
    tab: Tab,
}

/// A page that would be nothing but results, for whoever wants to see none.
pub(crate) fn hidden(f: &Frame, head: &Head, tab: Tab) -> Option<String> {
    made(&HiddenPage { f, head, tab })
}

#[derive(Template)]
#[template(path = "event/overview.html")]
struct OverviewPage<'a> {
    f: &'a Frame,
    head: &'a Head,
    tab: Tab,
    pairings: Option<Pairings>,
    top: Vec<StandingRow>,
    schedule: Option<Schedule>,
}

pub(crate) fn overview(f: &Frame, head: &Head, views: &Views<'_>) -> Option<String> {
    let top = views.standings(None, None).filter(|_| !f.hides);
    let top = top.map(|table| table.rows);
    made(&OverviewPage {
        f,
        head,
        tab: Tab::Overview,
        pairings: head.last_round.and_then(|round| views.pairings(round)),
        top: top.unwrap_or_default().into_iter().take(8).collect(),
        schedule: views.schedule(),
    })
}

#[derive(Template)]
#[template(path = "event/pairings.html")]
struct PairingsPage<'a> {
    f: &'a Frame,
    head: &'a Head,
    tab: Tab,
    rounds: Vec<u16>,
    p: Pairings,
}

pub(crate) fn pairings(f: &Frame, head: &Head, views: &Views<'_>, round: u16) -> Option<String> {
    made(&PairingsPage {
        f,
        head,
        tab: Tab::Pairings,
        rounds: views.rounds(),
        p: views.pairings(round)?,
    })
}

#[derive(Template)]
#[template(path = "event/standings.html")]
struct StandingsTemplate<'a> {
    f: &'a Frame,
    head: &'a Head,
    tab: Tab,
    s: &'a StandingsPage,
    open: Option<Opened>,
}

/// The arithmetic that is open, and who is tied with him.
pub(crate) struct Opened {
    pub(crate) quotient: Quotient,
    pub(crate) tied: Vec<StandingRow>,
}

pub(crate) fn standings(
    f: &Frame,
    head: &Head,
    views: &Views<'_>,
    s: &StandingsPage,
    open: Option<u32>,
) -> Option<String> {
    let open = open.filter(|_| s.latest).and_then(|id| {
        let row = s.rows.iter().find(|row| row.player.id == id)?;
        Some(Opened {
            quotient: views.quotient(id, s.after)?,
            tied: (s.rows.iter())
                .filter(|other| other.points == row.points)
                .cloned()
                .collect(),
        })
    });
    made(&StandingsTemplate {
        f,
        head,
        tab: Tab::Standings,
        s,
        open,
    })
}

#[derive(Template)]
#[template(path = "event/crosstable.html")]
struct CrosstablePage<'a> {
    f: &'a Frame,
    head: &'a Head,
    tab: Tab,
    c: &'a Crosstable,
}

pub(crate) fn crosstable(f: &Frame, head: &Head, c: &Crosstable) -> Option<String> {
    made(&CrosstablePage {
        f,
        head,
        tab: Tab::Crosstable,
        c,
    })
}

#[derive(Template)]
#[template(path = "event/players.html")]
struct PlayersPage<'a> {
    f: &'a Frame,
    head: &'a Head,
    tab: Tab,
    players: Vec<Player>,
}

pub(crate) fn players(f: &Frame, head: &Head, views: &Views<'_>) -> Option<String> {
    made(&PlayersPage {
        f,
        head,
        tab: Tab::Players,
        players: views.everybody(),
    })
}

#[derive(Template)]
#[template(path = "event/player.html")]
struct PlayerTemplate<'a> {
    f: &'a Frame,
    head: &'a Head,
    tab: Tab,
    p: PlayerPage,
}

pub(crate) fn player(f: &Frame, head: &Head, views: &Views<'_>, id: u32) -> Option<String> {
    made(&PlayerTemplate {
        f,
        head,
        tab: Tab::Players,
        p: views.player_page(id)?,
    })
}

impl PlayerTemplate<'_> {
    fn next_side(&self) -> Option<Side> {
        match &self.p.next.as_ref()?.seating {
            Seating::Table { side, .. } => Some(*side),
            Seating::Bye | Seating::Out => None,
        }
    }

    fn floats(&self) -> (usize, usize) {
        let count = |word: FloatWord| {
            let rounds = self.p.rounds.iter();
            rounds.filter(|round| round.float == word).count()
        };
        (count(FloatWord::Up), count(FloatWord::Down))
    }
}

#[derive(Template)]
#[template(path = "event/teams.html")]
struct TeamsPage<'a> {
    f: &'a Frame,
    head: &'a Head,
    tab: Tab,
    t: &'a Teams,
}

pub(crate) fn teams(f: &Frame, head: &Head, t: &Teams) -> Option<String> {
    made(&TeamsPage {
        f,
        head,
        tab: Tab::Teams,
        t,
    })
}

impl TeamsPage<'_> {
    /// What separated a team from the one above it, where the total did not.
    fn separated_by<'r>(&self, row: &'r TeamRow) -> Option<&'r str> {
        let above = self.t.rows.iter().take_while(|one| one.team != row.team);
        let is_level = above.last().is_some_and(|above| above.total == row.total);
        row.by.as_deref().filter(|_| is_level)
    }
}

#[derive(Template)]
#[template(path = "event/category.html")]
struct CategoryPage<'a> {
    f: &'a Frame,
    head: &'a Head,
    tab: Tab,
    title: &'static str,
    list: &'a CategoryList,
}

pub(crate) fn category(f: &Frame, head: &Head, list: &CategoryList, tab: Tab) -> Option<String> {
    let title = match tab {
        Tab::Women => "women.title",
        _ => "young.title",
    };
    made(&CategoryPage {
        f,
        head,
        tab,
        title,
        list,
    })
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

#[derive(Template)]
#[template(path = "event/finals.html")]
struct FinalsPage<'a> {
    f: &'a Frame,
    head: &'a Head,
    tab: Tab,
    finals: &'a Finals,
}

pub(crate) fn finals(f: &Frame, head: &Head, finals: &Finals) -> Option<String> {
    made(&FinalsPage {
        f,
        head,
        tab: Tab::Finals,
        finals,
    })
}

/// The key of a list's title.
pub(crate) fn list_key(list: &FinalList) -> &'static str {
    list_key_of(&list.list)
}

/// The key of the name of a list of matches.
pub(crate) fn list_key_of(list: &str) -> &'static str {
    match list {
        "individual" => "finals.individual",
        "women" => "finals.women",
        "young" => "finals.young",
        _ => "finals.other",
    }
}

/// The key of a match's name.
pub(crate) fn stage_key(stage: &StageWord) -> &'static str {
    match stage {
        StageWord::Playoff => "finals.playoff",
        StageWord::Semi => "finals.semi",
        StageWord::Third => "finals.third",
        StageWord::Final => "finals.final",
    }
}

#[derive(Template)]
#[template(path = "event/schedule.html")]
struct SchedulePage<'a> {
    f: &'a Frame,
    head: &'a Head,
    tab: Tab,
    s: &'a Schedule,
}

pub(crate) fn schedule(f: &Frame, head: &Head, s: &Schedule) -> Option<String> {
    made(&SchedulePage {
        f,
        head,
        tab: Tab::Schedule,
        s,
    })
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
