//! The tests of this crate, in one program: each file beside this one is a module of it.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod demo;
mod desk;
mod desk_arrivals;
mod desk_copies;
mod desk_faults;
mod desk_federation;
mod desk_games;
mod desk_hall;
mod desk_network;
mod desk_online;
mod desk_owners;
mod desk_pairing;
mod desk_people;
mod desk_run;
mod desk_screen;
mod desk_servers;
mod desk_stalls;
mod desk_tables;
mod desk_taps;
mod desk_trust;
mod desk_wire;
mod events;
mod federation;
mod import;
mod interpretations;
mod national;
mod running;
mod running_hall;
mod world;
