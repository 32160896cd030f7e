//! The program: subcommands, configuration, wiring.
#![expect(clippy::print_stdout, reason = "a program answers on standard output")]

mod backup;
mod books;
mod check;
mod cli;
mod convert;
mod event_file;
mod explain;
mod failure;
mod grand_prix;
mod levels;
mod lines;
mod lists;
mod log_args;
mod log_place;
mod manual;
mod pair;
mod perft;
mod rate;
mod referee;
mod replay;
mod replay_files;
mod rules;
mod score;
mod serve;
mod simulate;
mod standings;
mod verify;

use std::process::ExitCode;

use clap::Parser;

use cli::{Cli, Command};
use failure::Failure;

fn main() -> ExitCode {
    let cli = Cli::parse();
    if cli.command.is_some() && cli.serve != serve::config::ServeArgs::default() {
        eprintln!(
            "outflank: Server options cannot be combined with another command. Write 'outflank serve --listen …'."
        );
        return ExitCode::from(2);
    }
    let command = cli.command.unwrap_or(Command::Serve(cli.serve));
    let done = match command {
        Command::Serve(args) => serve::run(&args),
        Command::OwnerLink(args) => serve::owner_link(&args),
        Command::Import(args) => serve::import(&args),
        Command::Export(args) => serve::export(&args),
        Command::Perft(args) => perft::run(&args),
        Command::Replay(args) => replay::run(&args, cli.rulebooks.as_deref()),
        Command::Score(args) => score::run(&args, cli.rulebooks.as_deref()),
        Command::Rules(args) => rules::run(&args, cli.rulebooks.as_deref()),
        Command::Referee(args) => referee::run(args.asked(), cli.rulebooks.as_deref()),
        Command::Pair(args) => pair::run(&args, cli.rulebooks.as_deref()),
        Command::Check(args) => check::run(&args, cli.rulebooks.as_deref()),
        Command::Standings(args) => standings::run(&args, cli.rulebooks.as_deref()),
        Command::Simulate(args) => simulate::run(&args, cli.rulebooks.as_deref()),
        Command::Rate(args) => rate::run(&args),
        Command::GrandPrix(args) => grand_prix::run(&args, cli.rulebooks.as_deref()),
        Command::Convert(args) => convert::run(&args, cli.rulebooks.as_deref()),
        Command::Verify(args) => verify::run(&args),
        Command::Backup(args) => backup::backup(&args),
        Command::Restore(args) => backup::restore(&args),
        Command::Completions(args) => manual::completions(&args),
        Command::Manual(args) => manual::pages(&args),
    };
    match done {
        Ok(answer) => answer.into(),
        Err(Failure::PipeClosed) => ExitCode::SUCCESS,
        Err(Failure::WrongUse(message)) => {
            eprintln!("outflank: {message}");
            ExitCode::from(2)
        }
    }
}
