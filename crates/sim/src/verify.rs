//! Checks that do not trust the run: a round on its own, and the finished event from its file.

use outflank_formats::tournament_file::TournamentFile;
use outflank_pairing::{
    LevelKind, Outlook, RoundNumber, check_first_round, check_pairing, look_ahead, verify_pairing,
};
use outflank_rulebook::{RulebookFile, System};
use outflank_tournament::{Event, NextRound, Paired, round_input_as_played};

use crate::failure::Wrong;
use crate::tally::Tally;

/// Checks a round that was just paired: its proof, and that nothing bent which need not.
pub(crate) fn round(event: &Event, next: &NextRound, tally: &mut Tally) -> Result<(), Wrong> {
    tally.rounds += 1;
    match &next.paired {
        Paired::ByTheRules(pairing) => {
            verify_pairing(&event.rules, &next.input, pairing)?;
            tally.proofs += 1;
            tally.add_bent(&pairing.bent);
            if pairing.needs_consent() && could_be_kept(event, next)? {
                tally.avoidable += 1;
                return Err(Wrong::Avoidable);
            }
        }
        Paired::FirstRound(draw) => {
            tally.drawn += 1;
            tally.add_bent(&draw.bent);
        }
        Paired::RoundRobin(_) => tally.drawn += 1,
    }
    Ok(())
}

/// Whether this round can be paired within every hard rule.
fn could_be_kept(event: &Event, next: &NextRound) -> Result<bool, Wrong> {
    let only_this_round = 1;
    let outlook = look_ahead(&event.rules, &next.input, only_this_round)
        .map_err(|refusal| Wrong::NotPaired(refusal.into()))?;
    Ok(match outlook {
        Outlook::Yes { .. } => true,
        Outlook::No(_) | Outlook::NotKnown => false,
    })
}

/// Reads the finished event from its own file and pairs every round again.
pub(crate) fn finished(
    book: &RulebookFile,
    file: &TournamentFile,
    event: &Event,
    tally: &mut Tally,
) -> Result<(), (RoundNumber, Wrong)> {
    let last = RoundNumber(event.rounds_played());
    let refused = |said: String| (last, Wrong::File(said));
    let text = file.write();
    let (again, lines) =
        TournamentFile::read(text.as_bytes()).map_err(|error| refused(error.to_string()))?;
    let read = again
        .event(book, &lines)
        .map_err(|problem| (last, (&problem).into()))?;
    if again.write() != text || read != *event {
        return Err(refused("it comes back changed".to_owned()));
    }
    let problems = again.problems(&read, &lines);
    if let Some(problem) = problems.iter().find(|problem| problem.refuses_pairing()) {
        return Err((last, problem.into()));
    }
    for number in (1..=last.0).map(RoundNumber) {
        replay(&read, number, tally).map_err(|wrong| (number, wrong))?;
    }
    tally.events += 1;
    Ok(())
}

fn replay(event: &Event, number: RoundNumber, tally: &mut Tally) -> Result<(), Wrong> {
    let Some((input, tables)) = round_input_as_played(event, number)? else {
        return Ok(());
    };
    match event.system {
        System::RoundRobin | System::DoubleRoundRobin => return Ok(()),
        System::Swiss | System::ModifiedSwiss => {}
    }
    if number == RoundNumber::FIRST {
        let faults = check_first_round(&event.rules, &input, &tables)?;
        return match faults.first() {
            None => Ok(()),
            Some(fault) => Err(Wrong::NotTheBest(fault.to_string())),
        };
    }
    let checked = check_pairing(&event.rules, &input, &tables)?;
    tally.replayed += 1;
    match checked.differences.first() {
        None if checked.lots == checked.best.lots => Ok(()),
        None => Err(Wrong::NotTheBest(LevelKind::Seed.to_string())),
        Some(difference) => Err(Wrong::NotTheBest(difference.kind.to_string())),
    }
}
