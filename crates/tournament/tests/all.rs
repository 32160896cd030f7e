//! The tests of this crate, in one program: each file beside this one is a module of it.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod final_lists;
mod later_properties;
mod later_support;
mod lists_british;
mod lists_leaving;
mod lists_singapore;
mod lists_world;
mod next_round;
mod prizes;
mod properties;
mod running_acts;
mod running_closing;
mod running_conduct;
mod running_create;
mod running_dice;
mod running_enter;
mod running_hall;
mod running_later;
mod running_leaving;
mod running_lots;
mod running_properties;
mod running_results;
mod running_rounds;
mod running_stages;
mod running_stages_by_hand;
mod running_stored;
mod running_support;
mod running_warned;
mod stages_properties;
mod standings;
mod stored_closing;
mod stored_conduct;
mod support;
mod vectors;
