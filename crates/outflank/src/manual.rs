//! Shell completions and manual pages, made from the command line's own description.

use clap::CommandFactory as _;

use crate::cli::{Cli, CompletionsArgs, ManualArgs};
use crate::failure::{Answer, Failure};

pub(crate) fn completions(args: &CompletionsArgs) -> Result<Answer, Failure> {
    clap_complete::generate(
        args.shell,
        &mut Cli::command(),
        "outflank",
        &mut std::io::stdout(),
    );
    Ok(Answer::Yes)
}

pub(crate) fn pages(args: &ManualArgs) -> Result<Answer, Failure> {
    clap_mangen::generate_to(Cli::command(), &args.folder).map_err(|error| {
        Failure::say(format!(
            "{}: {error}. Choose a folder that you can write to.",
            args.folder.display()
        ))
    })?;
    Ok(Answer::Yes)
}
