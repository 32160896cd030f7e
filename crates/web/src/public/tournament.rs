//! The public pages of a tournament.

use std::future::{Ready, ready};
use std::sync::Arc;

use askama::Template;
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::response::IntoResponse as _;
use outflank_board::Side;
use outflank_desk::TournamentNow;
use outflank_desk::audience::Audience;
use outflank_desk::views::{
    CategoryList, Cell, CostLevel, Crosstable, EventState, Finals, Fraction, Halves, Head,
    MatchNow, Outcome, Pairings, PlaceReason, Player, PlayerPage, Quotient, Schedule, ScheduleWhat,
    Seating, StandingRow, StandingsPage, TableRow, TeamAdds, TeamRow, Teams, Views, Worth,
};
use outflank_pairing::Float;
use outflank_tournament::running::Terms;
use outflank_tournament::{ListName, Stage};
use serde::Deserialize;

use crate::Web;
use crate::extract::{Path, Query, Tournament};
use crate::live::{StreamBody, Topic, Viewer};
use crate::pages::frame::Frame;
use crate::pages::spoilers::Spoilers;
use crate::public::print::{self, Sheet};
use crate::public::rules::RulesView;
use crate::respond::{Answer, Problem, Shared, render};

/// A request for a public page of the tournament in the path.
pub(crate) struct PageRequest {
    web: Arc<Web>,
    now: Arc<TournamentNow>,
    spoilers: Spoilers,
}

impl FromRequestParts<Arc<Web>> for PageRequest {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, web: &Arc<Web>) -> Result<Self, Problem> {
        let Tournament(now) = Tournament::from_request_parts(parts, web).await?;
        let Ok(spoilers) = Spoilers::from_request_parts(parts, web).await;
        Ok(Self {
            web: Arc::clone(web),
            now,
            spoilers,
        })
    }
}

impl PageRequest {
    /// The page, made once per version of the tournament.
    fn answer(self, page: EventPage) -> Answer {
        let Self { web, now, spoilers } = self;
        let (base, hides) = (web.base(), spoilers.hides);
        let key = format!("{}/{page:?} {base} {hides}", now.id);
        let made = web.pages.page(&key, &now, || {
            let names = |id| now.called(id);
            let mut frame = Frame::of(&now, &base);
            frame.hides = hides;
            page.render(&frame, &Views::of(&now.tournament, &names))
        });
        Ok(spoilers.keep(Shared(made?).into_response()))
    }
}

/// The handler of a page without parameters.
pub(crate) fn show(
    page: EventPage,
) -> impl Fn(PageRequest) -> Ready<Answer> + Clone + Send + Sync + 'static {
    move |request: PageRequest| ready(request.answer(page))
}

#[derive(Deserialize)]
pub(crate) struct RoundPath {
    round: Option<u16>,
}

pub(crate) async fn pairings(
    request: PageRequest,
    Path(RoundPath { round }): Path<RoundPath>,
) -> Answer {
    request.answer(EventPage::Pairings(round))
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct StandingsQuery {
    edition: Option<u16>,
    open: Option<u32>,
}

pub(crate) async fn standings(
    request: PageRequest,
    Path(RoundPath { round }): Path<RoundPath>,
    Query(StandingsQuery { edition, open }): Query<StandingsQuery>,
) -> Answer {
    request.answer(EventPage::Standings {
        after: round,
        edition,
        open,
    })
}

#[derive(Deserialize)]
pub(crate) struct PlayerPath {
    player: u32,
}

pub(crate) async fn player(
    request: PageRequest,
    Path(PlayerPath { player }): Path<PlayerPath>,
) -> Answer {
    request.answer(EventPage::Player(player))
}

#[derive(Deserialize)]
pub(crate) struct SheetPath {
    sheet: String,
    round: Option<u16>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct SheetQuery {
    changed: u8,
}

pub(crate) async fn sheet(
    request: PageRequest,
    Path(SheetPath { sheet, round }): Path<SheetPath>,
    Query(SheetQuery { changed }): Query<SheetQuery>,
) -> Answer {
    request.answer(EventPage::Print {
        sheet: found(Sheet::named(&sheet))?,
        round,
        changed: changed == 1,
    })
}

/// What changes in a tournament, told to its pages.
pub(crate) async fn live(State(web): State<Arc<Web>>, Tournament(now): Tournament) -> StreamBody {
    let (id, desk) = (now.id.clone(), Arc::clone(&web.desk));
    let topic = Topic::Tournament(id.clone());
    // Read after the stream has begun: what happens in between is told, not lost.
    let version = async move { Some(desk.tournament(&id)?.version.0.to_string()) };
    let audience = match now.training.is_some() {
        true => Audience::Officials,
        false => Audience::Public,
    };
    let viewer = Viewer::greeted(&web.live, topic, audience, version).await;
    viewer.into_body()
}

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

    /// The page as HTML.
    ///
    /// # Errors
    /// [`Problem`] if there is no such round, player or table, or if it is not public yet.
    pub fn render(self, f: &Frame, views: &Views<'_>) -> Result<String, Problem> {
        let head = &found(views.head())?;
        let tab = self.tab();
        let page = (f, head, tab);
        if f.hides && self.is_all_results() {
            return HiddenPage::html(page);
        }
        let empty = |sentence| EmptyPage::html(page, sentence);
        match self {
            Self::Overview => {
                let table = views.standings(None, None).filter(|_| !f.hides);
                let mut top = table.map_or_else(Vec::new, |table| table.rows);
                top.truncate(8);
                let pairings = head.last_round.and_then(|round| views.pairings(round));
                OverviewPage::html(page, pairings, top, views.schedule(), views.terms())
            }
            Self::Pairings(round) => match round.or(head.last_round) {
                Some(round) => {
                    PairingsPage::html(page, views.rounds(), found(views.pairings(round))?)
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
                    StandingsTemplate::html(page, s, open)
                }
                None if after.is_none() => empty("empty.standings"),
                None => found(None),
            },
            Self::Crosstable => match views.crosstable() {
                Some(table) => CrosstablePage::html(page, table),
                None => empty("empty.standings"),
            },
            Self::Players => PlayersPage::html(page, views.everybody()),
            Self::Player(id) => PlayerTemplate::html(page, found(views.player_page(id))?),
            Self::Teams => match views.teams() {
                Some(teams) => TeamsPage::html(page, teams),
                None => empty("empty.standings"),
            },
            Self::Women | Self::Young => {
                let (list, title) = match tab {
                    Tab::Women => (views.women(), "women.title"),
                    _ => (views.young(), "young.title"),
                };
                match list {
                    Some(list) => CategoryPage::html(page, title, list),
                    None => empty("empty.standings"),
                }
            }
            Self::Finals => match views.finals() {
                Some(finals) => FinalsPage::html(page, finals),
                None => empty("empty.finals"),
            },
            Self::Schedule => match views.schedule() {
                Some(schedule) => SchedulePage::html(page, schedule),
                None => empty("empty.schedule"),
            },
            Self::Rules => RulesPage::html(page, RulesView::of(found(views.rulebook())?)),
            Self::Screen => render(&ScreenPage::of(f, head, views)),
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

/// There is no page of what is not there or not public.
pub(crate) fn found<T>(value: Option<T>) -> Result<T, Problem> {
    value.ok_or_else(|| Problem::not_found("page"))
}

macro_rules! pages {
    ($($path:tt $name:ident { $($field:ident: $type:ty),* })+) => {$(
        #[derive(Template)]
        #[template(path = $path)]
        pub(crate) struct $name<'a> {
            f: &'a Frame,
            head: &'a Head,
            tab: Tab,
            $($field: $type,)*
        }

        impl<'a> $name<'a> {
            pub(crate) fn html(
                (f, head, tab): (&'a Frame, &'a Head, Tab),
                $($field: $type,)*
            ) -> Result<String, Problem> {
                render(&Self { f, head, tab, $($field),* })
            }
        }
    )+};
}

pages! {
    "event/empty.html" EmptyPage { sentence: &'static str }
    "event/hidden.html" HiddenPage {}
    "event/overview.html" OverviewPage { pairings: Option<Pairings>, top: Vec<StandingRow>, schedule: Option<Schedule>, terms: Terms }
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

/// The key of the reason for a place in a list.
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

/// What the substituted rounds add: half the board and C times the player's own points for each.
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
