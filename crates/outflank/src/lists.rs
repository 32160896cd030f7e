//! `outflank standings --list`: the lists a rulebook makes of the last table.

use std::fmt::Write as _;

use outflank_rulebook::axes::tournament::TeamScoring;
use outflank_tournament::lists::{
    ListRow, ListState, PlayerList, PointTeam, Reason, place_teams, player_list, point_teams,
};
use outflank_tournament::matches::{Colours, Match, MatchState};
use outflank_tournament::{Entrant, EntrantId, Event, ListName, Stage};
use serde::Serialize;

use crate::cli::ListChoice;
use crate::event_file::{Loaded, column};
use crate::failure::{Answer, Failure};

/// The documented shape of one row of `standings --list individual --json`.
#[derive(Serialize)]
struct PlayerJson {
    /// None for a withdrawn player who takes no place number.
    rank: Option<u32>,
    shared: bool,
    /// Whether rounds or playoffs are still to be played.
    provisional: bool,
    id: EntrantId,
    half_points: u16,
    discs: serde_json::Number,
    bq_halves: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bq: Option<[u64; 2]>,
    withdrawn: bool,
    provisional_rank: u32,
    reason: String,
    clause: Option<String>,
    playoff: Option<MatchJson>,
    semi_final: Option<MatchJson>,
    finish: Option<u32>,
}

/// A match of a player.
#[derive(Serialize)]
struct MatchJson {
    opponent: EntrantId,
    won: Option<bool>,
}

/// The documented shape of one row of `standings --list team --json`.
#[derive(Serialize)]
struct TeamJson {
    rank: u32,
    shared: bool,
    provisional: bool,
    team: String,
    half_points: u16,
    internal_games: u32,
    by: Option<String>,
    clause: Option<&'static str>,
    members: Vec<MemberJson>,
}

#[derive(Serialize)]
struct MemberJson {
    id: EntrantId,
    half_points: u16,
    place: u32,
    counted: bool,
    additional: bool,
}

/// The documented shape of one team where places are added.
#[derive(Serialize)]
struct PlaceTeamJson {
    rank: Option<u32>,
    shared: bool,
    provisional: bool,
    team: String,
    category: Option<String>,
    total: Option<u32>,
}

/// Prints a list after the first `after` rounds.
pub(crate) fn run(
    loaded: &Loaded,
    after: u16,
    choice: ListChoice,
    json: bool,
) -> Result<Answer, Failure> {
    let event = &loaded.event.up_to(after);
    let list = match choice {
        ListChoice::Individual => ListName::Individual,
        ListChoice::Women => ListName::Women,
        ListChoice::Young => ListName::Young,
        ListChoice::Team => return teams(loaded, event, json),
    };
    warn_of_missing(event, list);
    let drafted = player_list(event, list);
    if json {
        let rows: Result<Vec<PlayerJson>, Failure> = (drafted.rows.iter())
            .map(|row| player_json(event, &drafted, row))
            .collect();
        println!("{}", serde_json::to_string(&rows?).map_err(Failure::say)?);
    } else {
        print(&in_words(loaded, event, &drafted))?;
    }
    Ok(Answer::Yes)
}

/// Says what a list needs of the entrants and the file does not have.
fn warn_of_missing(event: &Event, list: ListName) {
    let without = |lacks: &dyn Fn(&Entrant) -> bool| {
        let entrants = event.entrants.iter();
        entrants.filter(|one| lacks(one)).count()
    };
    let all = event.entrants.len();
    let tell = |missing: usize, what: &str, to_do: &str| {
        if missing > 0 {
            eprintln!(
                "outflank: warning: {missing} of {all} players have {what}, so they are not in this list. {to_do}."
            );
        }
    };
    match list {
        ListName::Women => tell(
            without(&|one| one.gender.is_none()),
            "no \"gender\"",
            "Give women \"gender\": \"f\" and the others \"m\" or \"x\"",
        ),
        ListName::Young => {
            let undecided = |one: &Entrant| one.young.is_none();
            let dated = |one: &Entrant| one.born.is_some();
            if event.year.is_none() && without(&|one| undecided(one) && dated(one)) > 0 {
                eprintln!(
                    "outflank: warning: The file has no dates, so dates of birth cannot show who is young. Add \"days\" with its dates."
                );
            }
            tell(
                without(&|one| undecided(one) && !dated(one)),
                "no \"born\"",
                "Add \"born\": \"2012-05-01\", or \"young\": true or false",
            );
        }
        ListName::Team => match event.rules.team_scoring.value {
            TeamScoring::None => {}
            TeamScoring::BestThreePoints => tell(
                without(&|one| one.team.is_none() && one.country.is_none()),
                "no \"team\" and no \"country\"",
                "Add the one that each player plays for",
            ),
            TeamScoring::BestThreePlaces => tell(
                without(&|one| one.institute.is_none()),
                "no \"institute\"",
                "Add the one that each player plays for",
            ),
        },
        ListName::Individual | ListName::Special | ListName::Stage(_) => {}
    }
}

fn print(text: &str) -> Result<(), Failure> {
    std::io::Write::write_all(&mut std::io::stdout().lock(), text.as_bytes())?;
    Ok(())
}

fn player_json(event: &Event, drafted: &PlayerList, row: &ListRow) -> Result<PlayerJson, Failure> {
    let whole = event.constant().denominator == 1;
    let of = |stage: Stage, list: ListName| {
        let found = (drafted.course.matches.iter()).find(|one| {
            one.id().stage == stage && one.id().list == list && one.players().contains(&row.id)
        });
        found.and_then(|one| {
            let opponent = one.players().into_iter().find(|id| *id != row.id)?;
            Some(MatchJson {
                opponent,
                won: one.winner().map(|winner| winner == row.id),
            })
        })
    };
    Ok(PlayerJson {
        rank: row.numbered.then_some(row.rank),
        shared: row.shared,
        provisional: drafted.state != ListState::Final,
        id: row.id,
        half_points: row.points.0,
        discs: serde_json::from_str(&row.discs.to_string()).map_err(Failure::say)?,
        bq_halves: row.bq.halves().filter(|_| whole),
        bq: (!whole).then(|| [row.bq.numerator(), row.bq.denominator()]),
        withdrawn: row.withdrawn,
        provisional_rank: row.provisional,
        reason: row.reason.to_string(),
        clause: row
            .reason
            .clause(&event.rules)
            .map(|id| id.as_str().to_owned()),
        playoff: of(Stage::Playoff, ListName::Individual),
        semi_final: of(Stage::Semi, drafted.list),
        finish: row.finish,
    })
}

/// `after round 5 of 13, provisional`.
fn after_round(event: &Event, is_provisional: bool) -> String {
    let provisional = if is_provisional { ", provisional" } else { "" };
    let (after, rounds) = (event.rounds_played(), event.rounds);
    format!("after round {after} of {rounds}{provisional}")
}

fn in_words(loaded: &Loaded, event: &Event, drafted: &PlayerList) -> String {
    let list = drafted.list;
    let mut text = format!(
        "{}: {list} list {}\n",
        loaded.title(),
        after_round(event, drafted.state != ListState::Final),
    );
    let _ = writeln!(
        text,
        "place  points  BQ        discs   {} why",
        column("player", 34)
    );
    for row in &drafted.rows {
        let place = match row.numbered {
            true => format!("{}{}", row.rank, if row.shared { "=" } else { "" }),
            false => "-".to_owned(),
        };
        let country = (event.entrant(row.id))
            .and_then(|entrant| entrant.country.as_deref())
            .map_or(String::new(), |country| format!(" ({country})"));
        let withdrawn = match row.withdrawn && row.reason != Reason::Withdrawn {
            true => "; withdrawn",
            false => "",
        };
        let finish = (row.finish).map_or(String::new(), |place| format!("; finished {place}"));
        let _ = writeln!(
            text,
            "{place:>5}  {:<6}  {:<8}  {:<6}  {} {}{withdrawn}{finish}",
            row.points.to_string(),
            row.bq.to_string(),
            row.discs.to_string(),
            column(&format!("{}{country}", loaded.person(row.id)), 34),
            row.reason
        );
    }
    for one in &drafted.course.matches {
        let of_list = one.id().list == list;
        if of_list {
            let _ = writeln!(text, "{}", match_in_words(loaded, one));
        }
    }
    if let Some(champion) = drafted.course.bracket(list).and_then(|one| one.champion()) {
        let _ = writeln!(text, "champion: {}", loaded.person(champion));
    }
    text
}

/// `playoff 1: 4 Dee v 5 Eve (why): Eve won by the game`.
pub(crate) fn match_in_words(loaded: &Loaded, one: &Match) -> String {
    let [higher, lower] = one.players().map(|id| loaded.person(id));
    let state = match one.state {
        MatchState::Due { game, colours } => match colours {
            Colours::Chosen {
                by, or_draw_win, ..
            } => format!(
                "game {game} is due; {} chooses the colour{}",
                loaded.person(one.player(by)),
                if or_draw_win { " or the draw-win" } else { "" }
            ),
            Colours::ByLot => format!("game {game} is due; the colours are drawn"),
            Colours::Reversed { black } => {
                format!(
                    "game {game} is due; {} has Black",
                    loaded.person(one.player(black))
                )
            }
        },
        MatchState::Playing { game } => format!("game {game} is being played"),
        MatchState::Won { by, why } => {
            format!("{} won by {why}", loaded.person(one.player(by)))
        }
        MatchState::Undecided => "no winner; add the \"winner\" of the game to the file".to_owned(),
        MatchState::Nobody => "no winner, because both have withdrawn".to_owned(),
    };
    format!(
        "{}: {higher} v {lower} ({}): {state}",
        one.id(),
        one.call.why
    )
}

fn teams(loaded: &Loaded, event: &Event, json: bool) -> Result<Answer, Failure> {
    warn_of_missing(event, ListName::Team);
    let provisional = !event.preliminary_rounds_are_over();
    match event.rules.team_scoring.value {
        TeamScoring::None => Err(Failure::say(format!(
            "The rulebook {} has no team list. Set team_scoring in the file's \"set\".",
            event.rules.about.id
        ))),
        TeamScoring::BestThreePoints => {
            let teams = point_teams(event);
            if json {
                let rows = teams.into_iter().map(|team| team_json(team, provisional));
                let rows: Vec<TeamJson> = rows.collect();
                println!("{}", serde_json::to_string(&rows).map_err(Failure::say)?);
            } else {
                print(&teams_in_words(loaded, event, &teams))?;
            }
            Ok(Answer::Yes)
        }
        TeamScoring::BestThreePlaces => {
            let rows: Vec<PlaceTeamJson> = (place_teams(event).into_iter())
                .flat_map(|category| {
                    let name = category.category;
                    let teams = category.teams.into_iter();
                    teams.map(move |team| PlaceTeamJson {
                        rank: team.rank,
                        shared: team.shared,
                        provisional,
                        team: team.institute,
                        category: name.clone(),
                        total: team.total,
                    })
                })
                .collect();
            if json {
                println!("{}", serde_json::to_string(&rows).map_err(Failure::say)?);
            } else {
                let after = after_round(event, provisional);
                let mut text = format!("{}: teams by places {after}\n", loaded.title());
                for row in rows {
                    let rank = row.rank.map_or("-".to_owned(), |rank| rank.to_string());
                    let total = row.total.map_or("-".to_owned(), |total| total.to_string());
                    let category = row.category.as_deref().unwrap_or("");
                    let _ = writeln!(text, "{rank:>5}  {total:>5}  {} {category}", row.team);
                }
                print(&text)?;
            }
            Ok(Answer::Yes)
        }
    }
}

fn team_json(team: PointTeam, provisional: bool) -> TeamJson {
    TeamJson {
        rank: team.rank,
        shared: team.shared,
        provisional,
        team: team.team,
        half_points: team.points.0,
        internal_games: team.internal_games,
        by: team.by.map(|step| step.to_string()),
        clause: team
            .by
            .map(outflank_tournament::lists::PointTeamStep::clause),
        members: (team.members.iter())
            .map(|member| MemberJson {
                id: member.id,
                half_points: member.points.0,
                place: member.place,
                counted: member.counted,
                additional: member.additional,
            })
            .collect(),
    }
}

fn teams_in_words(loaded: &Loaded, event: &Event, teams: &[PointTeam]) -> String {
    let after = after_round(event, !event.preliminary_rounds_are_over());
    let mut text = format!("{}: team list {after}\n", loaded.title());
    let _ = writeln!(text, "place  points  team  sum");
    for team in teams {
        let place = format!("{}{}", team.rank, if team.shared { "=" } else { "" });
        let sum: Vec<String> = (team.members.iter())
            .filter(|member| member.counted)
            .map(|member| format!("{} {}", loaded.person(member.id), member.points))
            .collect();
        let by = team.by.map_or(String::new(), |step| format!("; by {step}"));
        let _ = writeln!(
            text,
            "{place:>5}  {:<6}  {:<4}  {}; {} games between members{by}",
            team.points.to_string(),
            team.team,
            sum.join(" + "),
            team.internal_games
        );
    }
    text
}
