//! The lists the rulebooks make of the last table: places, teams, categories.

mod place_teams;

pub use place_teams::{
    PlaceTeam, TEAM_COUNTS, TeamCategory, TeamPlace, TeamStep, place_teams, place_teams_of,
};
