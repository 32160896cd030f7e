//! The final list, who wins which title and prize, and what is still open.

use outflank_pairing::{EntrantId, RoundNumber};
use outflank_rulebook::axes::tournament::TeamScoring;

use super::closing::{FinalRow, Honour, ListPrizes, OpenMatter, TitleAward};
use super::official::ResultState;
use super::open_items::open_items;
use super::round_life::Phase;
use super::stages::{StageState, Stages};
use super::state::Affairs;
use crate::list_name::ListName;
use crate::lists::{ListRow, is_in_category, place_teams, player_list, point_teams};
use crate::matches::Match;
use crate::prizes::{PrizeRow, Ranked, prize_list};

/// A list of players at the end of an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FinalList {
    pub list: ListName,
    /// Whether nothing can change it any more but a correction.
    pub is_final: bool,
    /// The list, best first.
    pub rows: Vec<FinalRow>,
}

/// The prizes of a list as they fall now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrizeTable {
    /// The list and its fund.
    pub prizes: ListPrizes,
    /// Whether the list is final.
    pub is_final: bool,
    pub rows: Vec<PrizeRow>,
}

impl Affairs {
    /// A list of players as it stands; nothing before the event was opened, and none of teams.
    pub fn final_list(&self, list: ListName) -> Option<FinalList> {
        let rows = match (Stages::of(self), list) {
            (_, ListName::Team) => return None,
            (Some(stages), ListName::Individual) => self.rows_of_stages(stages),
            (Some(stages), ListName::Stage(stage)) => {
                let known = stages.numbers().any(|number| number == stage);
                let blocks = if known {
                    stages.finish(stage)
                } else {
                    return None;
                };
                self.rows_of_blocks(blocks.into_iter().map(|ids| (ids, "the stage".to_owned())))
            }
            (Some(stages), ListName::Women | ListName::Young | ListName::Special) => {
                let record = self.record()?;
                let is_in = |row: &FinalRow| {
                    let entrant = record.entrant(row.id);
                    entrant.is_some_and(|one| is_in_category(&record, list, one))
                };
                let rows = self.rows_of_stages(stages).into_iter();
                ranked_again(rows.filter(is_in).collect())
            }
            (None, _) => self.rows_of_rulebook(list)?,
        };
        Some(FinalList {
            list,
            is_final: self.wanting(list).is_empty(),
            rows,
        })
    }

    fn rows_of_stages(&self, stages: Stages<'_>) -> Vec<FinalRow> {
        let blocks = stages.places().into_iter();
        self.rows_of_blocks(blocks.map(|block| (block.ids, block.because)))
    }

    fn rows_of_blocks(
        &self,
        blocks: impl Iterator<Item = (Vec<EntrantId>, String)>,
    ) -> Vec<FinalRow> {
        let mut rows: Vec<FinalRow> = Vec::new();
        for (ids, because) in blocks {
            let rank = u32::try_from(rows.len() + 1).unwrap_or(u32::MAX);
            let shared = ids.len() > 1;
            rows.extend(ids.into_iter().map(|id| FinalRow {
                rank,
                unnumbered: false,
                shared,
                separated: rank,
                id,
                because: because.clone(),
                no_title: self.has_no_title(id),
                withdrawn: self.left_early(id),
            }));
        }
        rows
    }

    fn rows_of_rulebook(&self, list: ListName) -> Option<Vec<FinalRow>> {
        let record = self.record()?;
        let list = player_list(&record, list);
        let mut rows: Vec<FinalRow> = Vec::new();
        let mut above: Option<ListRow> = None;
        for (position, row) in (1..).zip(list.by_finish()) {
            // Rows level in the table too have one place even when ties are separated.
            let level = rows.last().filter(|_| {
                row.shared
                    && (above.as_ref()).is_some_and(|above| above.provisional == row.provisional)
            });
            rows.push(FinalRow {
                rank: row.rank,
                unnumbered: !row.numbered,
                shared: row.shared,
                separated: level.map_or(position, |above| above.separated),
                id: row.id,
                because: match row.finish {
                    Some(_) => "the finals".to_owned(),
                    None => row.reason.to_string(),
                },
                no_title: self.has_no_title(row.id),
                withdrawn: self.left_early(row.id),
            });
            above = Some(row);
        }
        Some(rows)
    }

    fn has_no_title(&self, id: EntrantId) -> bool {
        self.entrants.get(&id).is_some_and(|one| one.no_title)
    }

    /// Whether a player withdrew before the last round of the tournament.
    fn left_early(&self, id: EntrantId) -> bool {
        self.gone_before(RoundNumber(self.next_round().0 - 1))
            .contains(&id)
    }

    /// What keeps a list from being final.
    fn wanting(&self, list: ListName) -> Vec<OpenMatter> {
        let mut open = self.open_rounds();
        match Stages::of(self) {
            Some(stages) => open.extend(open_stages(stages)),
            None => {
                let belongs = |one: &&Match| {
                    let of = one.id().list;
                    of == list || of == ListName::Individual
                };
                open.extend(self.open_matches(belongs));
            }
        }
        open
    }

    fn open_rounds(&self) -> Vec<OpenMatter> {
        let mut open = Vec::new();
        let planned = self.rounds_planned();
        let played = u16::try_from(self.rounds.len()).unwrap_or(u16::MAX);
        let is_custom = Stages::of(self).is_some();
        if played < planned && !is_custom {
            open.push(OpenMatter::RoundsNotPlayed { played, planned });
        }
        for life in &self.rounds {
            let round = life.number;
            for card in life.cards.iter().filter(|_| life.phase >= Phase::Started) {
                let table = card.table;
                match card.state {
                    ResultState::Missing => open.push(OpenMatter::ResultMissing { round, table }),
                    ResultState::InQuery => open.push(OpenMatter::ResultInQuery { round, table }),
                    ResultState::Entered | ResultState::Confirmed => {}
                }
            }
            if life.phase != Phase::Validated {
                open.push(OpenMatter::RoundNotClosed {
                    round,
                    phase: life.phase.word().to_owned(),
                });
            }
        }
        open
    }

    fn open_matches(&self, belongs: impl Fn(&&Match) -> bool) -> Vec<OpenMatter> {
        let Some(course) = self.course() else {
            return Vec::new();
        };
        (course.matches.iter())
            .filter(|one| !one.is_over())
            .filter(belongs)
            .map(|one| OpenMatter::MatchNotDecided {
                name: one.id().to_string(),
                players: one.players().to_vec(),
            })
            .collect()
    }

    /// Everything that is open: rounds, results, paper, matches, titles.
    pub fn open_matters(&self) -> Vec<OpenMatter> {
        let Some(opened) = &self.opened else {
            return Vec::new();
        };
        let mut open = self.open_rounds();
        match Stages::of(self) {
            Some(stages) => open.extend(open_stages(stages)),
            None => open.extend(self.open_matches(|_| true)),
        }
        for life in self
            .rounds
            .iter()
            .filter(|life| life.phase >= Phase::Started)
        {
            let items = open_items(life, opened.rulebook.transcript.value);
            open.extend(items.into_iter().map(|item| OpenMatter::Paper {
                round: life.number,
                item,
            }));
        }
        open.extend(self.open_titles());
        open
    }

    /// Titles of the rulebook that were not awarded, or before a correction.
    fn open_titles(&self) -> Option<OpenMatter> {
        let honours = &self.opened.as_ref()?.setting.terms.honours;
        match &self.titles {
            None => (!honours.is_empty()).then_some(OpenMatter::TitlesNotAwarded {}),
            Some((_, awarded)) => {
                let now: Vec<TitleAward> = (honours.iter())
                    .flat_map(|honour| self.title_of(honour).unwrap_or_default())
                    .collect();
                let same = now.iter().all(|award| awarded.contains(award));
                let decided = honours.iter().all(|honour| self.title_of(honour).is_ok());
                (!same || !decided).then_some(OpenMatter::TitlesOutdated {})
            }
        }
    }

    /// Who wins a title; nobody if its list is empty.
    ///
    /// # Errors
    /// What is wanting, in words.
    pub(crate) fn title_of(&self, honour: &Honour) -> Result<Vec<TitleAward>, String> {
        if let Some(first) = self.wanting(honour.list).first() {
            return Err(first.to_string());
        }
        if honour.list == ListName::Team {
            return Ok(self.team_titles(honour));
        }
        let list = self
            .final_list(honour.list)
            .ok_or("there is no such list")?;
        let may_win = |row: &FinalRow| !(row.withdrawn || honour.eligible_only && row.no_title);
        let rows: Vec<FinalRow> = ranked_again(list.rows.into_iter().filter(may_win).collect());
        let winners: Vec<&FinalRow> = rows.iter().filter(|row| row.rank == honour.place).collect();
        let Some(first) = winners.first() else {
            return Ok(Vec::new());
        };
        Ok(vec![TitleAward {
            title: honour.title.clone(),
            list: honour.list,
            entrants: winners.iter().map(|row| row.id).collect(),
            team: None,
            clause: honour.clause.clone(),
            why: first.because.clone(),
        }])
    }

    fn team_titles(&self, honour: &Honour) -> Vec<TitleAward> {
        let Some(record) = self.record() else {
            return Vec::new();
        };
        let award = |title: String, team: &str, entrants: Vec<EntrantId>, why: String| TitleAward {
            title,
            list: ListName::Team,
            entrants,
            team: Some(team.to_owned()),
            clause: honour.clause.clone(),
            why,
        };
        let mut awards = Vec::new();
        let by_points = match record.rules.team_scoring.value {
            TeamScoring::BestThreePoints => point_teams(&record),
            TeamScoring::None | TeamScoring::BestThreePlaces => Vec::new(),
        };
        for team in by_points {
            if team.rank == honour.place {
                let counted = team.members.iter().filter(|member| member.counted);
                let why = format!("{} points", team.points);
                let ids = counted.map(|member| member.id).collect();
                awards.push(award(honour.title.clone(), &team.team, ids, why));
            }
        }
        for category in place_teams(&record) {
            for team in &category.teams {
                if team.rank == Some(honour.place) {
                    let title = match &category.category {
                        Some(name) => format!("{} ({name})", honour.title),
                        None => honour.title.clone(),
                    };
                    let ids = team.players().collect();
                    awards.push(award(title, &team.institute, ids, team.arithmetic()));
                }
            }
        }
        awards
    }

    /// The prizes as they fall now.
    pub fn prize_tables(&self) -> Vec<PrizeTable> {
        let table = |prizes: &ListPrizes| {
            let list = self.final_list(prizes.list)?;
            let ranked: Vec<Ranked> = (list.rows.iter())
                .filter(|row| !row.withdrawn && !prizes.without.contains(&row.id))
                .map(|row| Ranked {
                    id: row.id,
                    rank: row.rank,
                    separated: row.separated,
                })
                .collect();
            Some(PrizeTable {
                prizes: prizes.clone(),
                is_final: list.is_final,
                rows: prize_list(&ranked, &prizes.fund),
            })
        };
        self.prizes.iter().filter_map(table).collect()
    }
}

fn open_stages(stages: Stages<'_>) -> Vec<OpenMatter> {
    (stages.numbers())
        .filter(|stage| match stages.state(*stage) {
            StageState::Waiting | StageState::Playing => true,
            StageState::Over | StageState::Skipped => false,
        })
        .map(|stage| OpenMatter::StageNotOver {
            name: stages.plan(stage).name.clone(),
        })
        .collect()
}

/// The same rows with places counted anew: equal ones stay equal.
fn ranked_again(mut rows: Vec<FinalRow>) -> Vec<FinalRow> {
    let again = |key: fn(&FinalRow) -> (u32, u32), rows: &[FinalRow]| -> Vec<u32> {
        let mut places: Vec<u32> = Vec::with_capacity(rows.len());
        for n in 0..rows.len() {
            let same = n > 0 && key(&rows[n - 1]) == key(&rows[n]);
            places.push(match same {
                true => places[n - 1],
                false => u32::try_from(n + 1).unwrap_or(u32::MAX),
            });
        }
        places
    };
    let ranks = again(|row| (row.rank, 0), &rows);
    let separated = again(|row| (row.rank, row.separated), &rows);
    for n in 0..rows.len() {
        rows[n].rank = ranks[n];
        rows[n].separated = separated[n];
        let neighbour = |other: Option<&u32>| other == Some(&ranks[n]);
        rows[n].shared =
            neighbour(n.checked_sub(1).and_then(|n| ranks.get(n))) || neighbour(ranks.get(n + 1));
    }
    rows
}
