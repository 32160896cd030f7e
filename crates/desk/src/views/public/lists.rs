//! Lists beside the main one: women, young players, teams.

use outflank_rulebook::axes::tournament::TeamScoring;
use outflank_tournament::lists::{ListState, PointTeam, Reason, player_list, point_teams};
use outflank_tournament::running::{Entry, GenderWord};
use outflank_tournament::{ListName, PlaceTeam, Stage, TeamPlace, place_teams};

use crate::views::public::figures::Halves;
use crate::views::public::standings::StandingRow;
use crate::views::{Player, Views};

/// Whether a player is in the women's list.
pub(crate) fn is_woman(entry: &Entry) -> bool {
    match entry.gender {
        Some(GenderWord::Female) => true,
        Some(GenderWord::Male | GenderWord::Other) | None => false,
    }
}

/// The players of a category in the order of the main standings.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct CategoryList {
    pub after: u16,
    /// Whether preliminary rounds or playoffs are still to be played.
    pub provisional: bool,
    pub rows: Vec<CategoryRow>,
}

#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct CategoryRow {
    /// The place in this list; none for a withdrawn player who takes no place number.
    pub place: Option<u32>,
    /// Whether the place is shared.
    pub shared: bool,
    /// Why the player has this place, if not by points.
    pub reason: Option<PlaceReason>,
    /// The line of the main standings.
    pub line: StandingRow,
}

/// Why a player of a category has their place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlaceReason {
    /// Among the four who play the finals of the category.
    TopFour,
    /// Plays in the semi-finals of the main list, which decide the place.
    InMainSemiFinals,
    /// Has to play a playoff.
    PlayoffDue,
    /// Won a playoff.
    WonPlayoff,
    /// Lost a playoff.
    LostPlayoff,
    /// Takes the place of a player who withdrew.
    Replaces,
    /// Equal points give equal places here.
    EqualPoints,
    Withdrawn,
}

impl PlaceReason {
    fn of(reason: Reason) -> Option<Self> {
        Some(match reason {
            Reason::Provisional | Reason::Points => return None,
            Reason::TopFour => Self::TopFour,
            Reason::InMainSemiFinals => Self::InMainSemiFinals,
            Reason::PlayoffDue => Self::PlayoffDue,
            Reason::WonPlayoff | Reason::WonForPlace => Self::WonPlayoff,
            Reason::EqualFifth | Reason::LostPlayoff | Reason::LostForPlace => Self::LostPlayoff,
            Reason::Replaces => Self::Replaces,
            Reason::EqualPoints => Self::EqualPoints,
            Reason::Withdrawn => Self::Withdrawn,
        })
    }
}

/// The main list at the end of the tournament, after playoffs and finals.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct FinalRanking {
    pub rows: Vec<FinalRankingRow>,
}

#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct FinalRankingRow {
    /// None for a withdrawn player who takes no place number.
    pub place: Option<u32>,
    /// Whether another player has the same place.
    pub shared: bool,
    pub player: Player,
    pub points: Halves,
    /// What gives the place: `points`, `the finals`.
    pub because: String,
    pub withdrawn: bool,
}

/// The teams with their totals according to the rulebook.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct Teams {
    pub after: u16,
    /// Whether preliminary rounds are still to be played.
    pub provisional: bool,
    /// What the totals are made of.
    pub adds: TeamAdds,
    /// The lines, best first; a list by category where the rulebook has categories.
    pub rows: Vec<TeamRow>,
}

/// What a team's total is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TeamAdds {
    /// The points of the best three.
    Points,
    /// The places of the best three; the lowest sum wins.
    Places,
}

#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct TeamRow {
    /// The category it is listed in.
    pub category: Option<String>,
    /// The place; nothing if the team has too few players.
    pub place: Option<u32>,
    /// Whether the place is shared.
    pub shared: bool,
    pub team: String,
    /// The total, in halves where points are added.
    pub total: Option<Halves>,
    /// What separates it from the team above.
    pub by: Option<String>,
    /// Its players, best first.
    pub members: Vec<TeamMember>,
}

/// A player of a team.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct TeamMember {
    /// The player; nothing if a missing player counts as the place after the last.
    pub player: Option<Player>,
    /// The player's points or place.
    pub worth: Halves,
    /// Whether it counts for the total.
    pub counted: bool,
}

impl Views<'_> {
    #[must_use]
    pub fn women(&self) -> Option<CategoryList> {
        self.category(ListName::Women)
    }

    /// The young players' list.
    #[must_use]
    pub fn young(&self) -> Option<CategoryList> {
        self.category(ListName::Young)
    }

    /// The list of a category as the tournament draws it up, with what is public so far.
    fn category(&self, list: ListName) -> Option<CategoryList> {
        let table = self.standings(None, None)?;
        let mut event = self.record.clone()?;
        let after = usize::from(table.after);
        // A round that makes the standings counts when its table is public; matches after them count at once.
        let next = event.played.get(after);
        if next.is_some_and(|round| round.stage == Stage::Swiss) {
            event.played.truncate(after);
        }
        let drafted = player_list(&event, list);
        let rows = drafted.rows.iter().filter_map(|row| {
            let mut lines = table.rows.iter();
            let line = lines.find(|line| line.player.id == row.id.0)?.clone();
            Some(CategoryRow {
                place: row.numbered.then_some(row.rank),
                shared: row.shared,
                reason: PlaceReason::of(row.reason),
                line,
            })
        });
        Some(CategoryList {
            after: table.after,
            provisional: drafted.state != ListState::Final,
            rows: rows.collect(),
        })
    }

    /// The final ranking; nothing as long as a round, a result or a match is open.
    #[must_use]
    pub fn final_ranking(&self) -> Option<FinalRanking> {
        let affairs = self.affairs();
        let list = (affairs.final_list(ListName::Individual)).filter(|list| list.is_final)?;
        let table = affairs.standings(affairs.rounds_planned())?;
        let rows = list.rows.into_iter().map(|row| FinalRankingRow {
            place: (!row.unnumbered).then_some(row.rank),
            shared: row.shared,
            player: self.player(row.id),
            points: Halves(table.of(row.id).map_or(0, |line| u32::from(line.points.0))),
            because: row.because,
            withdrawn: row.withdrawn,
        });
        Some(FinalRanking {
            rows: rows.collect(),
        })
    }

    /// The teams after the last published table; nothing under a rulebook without teams.
    #[must_use]
    pub fn teams(&self) -> Option<Teams> {
        let after = self.last_table()?;
        let mut event = self.record.clone()?;
        event.played.truncate(usize::from(after));
        let (adds, rows) = match event.rules.team_scoring.value {
            TeamScoring::None => return None,
            TeamScoring::BestThreePoints => {
                let teams = point_teams(&event);
                let rows = teams.into_iter().map(|team| self.point_team(team));
                (TeamAdds::Points, rows.collect())
            }
            TeamScoring::BestThreePlaces => {
                let mut rows = Vec::new();
                for category in place_teams(&event) {
                    let name = category.category;
                    let teams = category.teams.into_iter();
                    rows.extend(teams.map(|team| self.place_team(name.clone(), team)));
                }
                (TeamAdds::Places, rows)
            }
        };
        Some(Teams {
            after,
            provisional: !event.preliminary_rounds_are_over(),
            adds,
            rows,
        })
    }

    fn point_team(&self, team: PointTeam) -> TeamRow {
        let members = team.members.iter().filter(|one| !one.additional);
        TeamRow {
            category: None,
            place: Some(team.rank),
            shared: team.shared,
            total: Some(Halves(u32::from(team.points.0))),
            by: team.by.map(|step| step.to_string()),
            members: members
                .map(|one| TeamMember {
                    player: Some(self.player(one.id)),
                    worth: Halves(u32::from(one.points.0)),
                    counted: one.counted,
                })
                .collect(),
            team: team.team,
        }
    }

    fn place_team(&self, category: Option<String>, team: PlaceTeam) -> TeamRow {
        let counted = team.counted.iter().map(|one| TeamMember {
            player: match one {
                TeamPlace::Player { id, .. } => Some(self.player(*id)),
                TeamPlace::Missing { .. } => None,
            },
            worth: Halves::whole(one.place()),
            counted: true,
        });
        let others = team.others.iter().map(|id| TeamMember {
            player: Some(self.player(*id)),
            worth: Halves::default(),
            counted: false,
        });
        TeamRow {
            category,
            place: team.rank,
            shared: team.shared,
            total: team.total.map(Halves::whole),
            by: team.by.map(|step| step.to_string()),
            members: counted.chain(others).collect(),
            team: team.institute,
        }
    }
}
