//! Recording what happened. Nothing is decided here, and nothing can fail.

use outflank_event::{Aggregate, Timestamp};
use outflank_pairing::{EntrantId, RoundNumber};

use super::closing::{FinalEdition, SignedOff};
use super::conduct::{Announcement, Incident, Verdict};
use super::edition::Edition;
use super::fact::{Event, Fact};
use super::official::ResultState;
use super::official_post::OfficialPost;
use super::paired::{Pairing, TableNumber};
use super::round_life::{Card, Phase, RoundLife};
use super::state::{Left, Opened, Registered, SettledPlan, TournamentState};

impl Aggregate for TournamentState {
    type Event = Event;

    const FAMILY: &str = "tournament";

    fn apply(&mut self, event: &Event) {
        let at = event.at;
        match &event.fact {
            Fact::Created {
                rulebook, setting, ..
            } => {
                self.timetable = setting.timetable.clone();
                self.opened = Some(Opened {
                    rulebook: rulebook.clone(),
                    setting: setting.clone(),
                });
            }
            Fact::OfficialAppointed { official } => self.officials.push(official.clone()),
            Fact::OfficialRelieved { name } => self.officials.retain(|one| one.name != *name),
            Fact::TablesAssigned { name, tables } => {
                let named = |one: &&mut OfficialPost| one.name == *name;
                if let Some(official) = self.officials.iter_mut().find(named) {
                    official.tables.clone_from(tables);
                }
            }
            Fact::IncidentReported { number, report } => {
                self.conduct.incidents.push(Incident {
                    number: *number,
                    at,
                    by: event.by,
                    report: report.clone(),
                    decided: None,
                });
            }
            Fact::IncidentDecided {
                number,
                penalty,
                clause,
                why,
                ..
            } => self.conduct.decide(
                *number,
                Verdict {
                    at,
                    by: event.by,
                    penalty: *penalty,
                    clause: clause.clone(),
                    why: why.clone(),
                },
            ),
            Fact::AnnouncementMade { text } => self.conduct.announcements.push(Announcement {
                at,
                by: event.by,
                text: text.clone(),
            }),
            Fact::TimeChanged { stage, time, .. } => {
                self.conduct.times.insert(*stage, *time);
            }
            Fact::HostDeclined {} => self.host_declined = true,
            Fact::EntrantRegistered {
                entrant,
                entry,
                from_round,
                no_title,
                ..
            } => {
                self.entrants.insert(
                    *entrant,
                    Registered {
                        entry: entry.clone(),
                        from_round: *from_round,
                        checked_in: false,
                        absences: Default::default(),
                        bye_requests: Default::default(),
                        left: None,
                        no_title: *no_title,
                    },
                );
            }
            Fact::EntrantChanged { entrant, entry, .. } => {
                self.with(*entrant, |one| one.entry = entry.clone());
            }
            Fact::EntrantCheckedIn { entrant } => self.with(*entrant, |one| one.checked_in = true),
            Fact::CheckInTakenBack { entrant } => self.with(*entrant, |one| one.checked_in = false),
            Fact::RollCalled { round, missing } => self.roll = Some((*round, missing.clone())),
            Fact::AbsencePlanned { entrant, rounds } => {
                self.with(*entrant, |one| one.absences.extend(rounds));
            }
            Fact::AbsenceCancelled { entrant, rounds } => {
                self.with(*entrant, |one| one.absences.retain(|n| !rounds.contains(n)));
            }
            Fact::ByeRequested { entrant, round } => {
                self.with(*entrant, |one| {
                    one.bye_requests.insert(*round);
                });
            }
            Fact::ByeRequestCancelled { entrant, round } => {
                self.with(*entrant, |one| {
                    one.bye_requests.remove(round);
                });
            }
            Fact::EntrantWithdrawn {
                entrant,
                after_round,
                cause,
                ..
            } => self.with(*entrant, |one| {
                one.left = Some(Left {
                    after_round: *after_round,
                    cause: *cause,
                });
            }),
            Fact::WithdrawalTakenBack { entrant, .. } => self.with(*entrant, |one| one.left = None),
            Fact::SystemSettled {
                system,
                rounds,
                players,
                numbers,
                ..
            } => {
                self.plan = Some(SettledPlan {
                    system: *system,
                    rounds: *rounds,
                    players: *players,
                    numbers: numbers.clone(),
                });
            }
            Fact::RoundsChanged { to, .. } => {
                if let Some(plan) = &mut self.plan {
                    plan.rounds = *to;
                }
            }
            Fact::LotsDrawn { lots } => self.lots.push(lots.clone()),
            Fact::HandSet { round, hand } => {
                self.hands.insert(*round, hand.clone());
            }
            Fact::StageOpened { stage, field, .. } => {
                self.fields.insert(*stage, field.clone());
            }
            Fact::RoundProposed { round, pairing } => self.propose(*round, pairing, at),
            Fact::RoundAnnounced { round, consent, .. } => self.with_round(*round, |life| {
                life.phase = Phase::Announced;
                life.times.announced = Some(at);
                life.consent.clone_from(consent);
            }),
            Fact::RoundCalledOff { round, .. } => {
                self.take_off(*round);
            }
            Fact::RoundStarted { round } => self.with_round(*round, |life| {
                life.phase = Phase::Started;
                life.times.started = Some(at);
            }),
            Fact::RoundAbandoned { round, .. } => {
                let life = self.take_off(*round);
                self.abandoned.extend(life);
            }
            Fact::RoundFinished { round } => self.with_round(*round, |life| {
                life.phase = Phase::Finished;
                life.times.finished = Some(at);
            }),
            Fact::RoundValidated { round, .. } => self.with_round(*round, |life| {
                life.phase = Phase::Validated;
                life.times.validated = Some(at);
            }),
            Fact::PlayedOtherwise {
                round,
                games,
                byes,
                absent,
                ..
            } => self.with_round(*round, |life| {
                for seated in games {
                    match life
                        .cards
                        .iter_mut()
                        .find(|card| card.table == seated.table)
                    {
                        Some(card) => *card = Card::new(*seated).with_contest(card.contest),
                        None => life.cards.push(Card::new(*seated)),
                    }
                }
                life.byes.clone_from(byes);
                life.absent.clone_from(absent);
                life.reopen();
            }),
            Fact::ResultEntered {
                round,
                table,
                result,
                source,
                signed,
                transcripts,
            } => self.with_card(*round, *table, |card| {
                card.result = Some(result.clone());
                card.source = Some(*source);
                card.state = ResultState::Entered;
                add(&mut card.signed, signed);
                add(&mut card.transcripts, transcripts);
            }),
            Fact::ResultQueried {
                round,
                table,
                result,
                ..
            } => {
                self.with_card(*round, *table, |card| {
                    card.other = Some(result.clone());
                    card.state = ResultState::InQuery;
                });
                self.with_round(*round, RoundLife::reopen);
            }
            Fact::ResultSigned {
                round,
                table,
                signed,
            } => self.with_card(*round, *table, |card| add(&mut card.signed, signed)),
            Fact::TranscriptHandedIn { round, table, of } => {
                self.with_card(*round, *table, |card| add(&mut card.transcripts, &[*of]));
            }
            Fact::ResultConfirmed { round, table } => {
                self.with_card(*round, *table, |card| card.state = ResultState::Confirmed);
            }
            Fact::ResultCleared { round, table } => {
                self.with_card(*round, *table, |card| {
                    card.result = None;
                    card.other = None;
                    card.source = None;
                    card.state = ResultState::Missing;
                    card.signed.clear();
                });
                self.with_round(*round, RoundLife::reopen);
            }
            Fact::ResultCorrected {
                round,
                table,
                result,
                ..
            } => self.with_card(*round, *table, |card| {
                card.result = Some(result.clone());
                card.other = None;
                card.state = ResultState::Confirmed;
            }),
            Fact::ChoiceAnnounced {
                of,
                game,
                entrant,
                choice,
                ..
            } => {
                let choices = self.choices.entry((*of, *game)).or_default();
                choices.retain(|(by, _)| by != entrant);
                choices.push((*entrant, *choice));
            }
            Fact::StandingsPublished {
                round,
                edition,
                why,
                rows,
            } => self.editions.push(Edition {
                after: round.0,
                edition: *edition,
                at,
                why: why.clone(),
                rows: rows.clone(),
            }),
            Fact::TimetableSet { timetable, .. } => self.timetable = timetable.clone(),
            Fact::StartMoved { timetable, .. } => self.timetable = timetable.clone(),
            Fact::StartAnnounced { round, start, .. } => {
                self.starts.insert(*round, *start);
            }
            Fact::TableRulesSet { rules } => self.table_rules.clone_from(rules),
            Fact::ClocksCounted { stock } => self.clocks = Some(*stock),
            Fact::PrizesSet { prizes } => self.prizes.clone_from(prizes),
            Fact::TitlesAwarded { titles } => self.titles = Some((at, titles.clone())),
            Fact::FinalListPublished { edition, why, rows } => {
                self.final_editions.push(FinalEdition {
                    edition: *edition,
                    at,
                    why: why.clone(),
                    rows: rows.clone(),
                });
            }
            Fact::SignedOff { open, despite } => {
                self.signed_off = Some(SignedOff {
                    at,
                    open: open.clone(),
                    despite: despite.clone(),
                });
            }
            Fact::Reopened { .. } => self.signed_off = None,
            // Folding leaves undone commands out; the fact itself changes nothing.
            Fact::Undone { .. } => {}
        }
    }
}

impl TournamentState {
    fn propose(&mut self, number: RoundNumber, pairing: &Pairing, at: Timestamp) {
        for assumed in &pairing.assumed {
            let result = assumed.result.clone();
            self.with_card(assumed.round, assumed.table, |card| {
                card.assumed = Some(result)
            });
        }
        let life = RoundLife::new(number, pairing.clone(), at);
        let place = usize::from(number.0).saturating_sub(1);
        match self.rounds.get_mut(place) {
            Some(round) => *round = life,
            None => self.rounds.push(life),
        }
    }

    /// Removes the latest round; players who withdrew in it now withdrew before it.
    fn take_off(&mut self, number: RoundNumber) -> Option<RoundLife> {
        let last = self.rounds.last().map(|life| life.number);
        let life = if last == Some(number) {
            self.rounds.pop()
        } else {
            None
        };
        for one in self.entrants.values_mut() {
            if let Some(left) = &mut one.left {
                left.after_round = left.after_round.min(number.0 - 1);
            }
        }
        life
    }

    fn with(&mut self, entrant: EntrantId, change: impl FnOnce(&mut Registered)) {
        if let Some(one) = self.entrants.get_mut(&entrant) {
            change(one);
        }
    }

    fn with_round(&mut self, number: RoundNumber, change: impl FnOnce(&mut RoundLife)) {
        let place = usize::from(number.0).wrapping_sub(1);
        if let Some(life) = self.rounds.get_mut(place) {
            change(life);
        }
    }

    fn with_card(
        &mut self,
        round: RoundNumber,
        table: TableNumber,
        change: impl FnOnce(&mut Card),
    ) {
        self.with_round(round, |life| {
            if let Some(card) = life.cards.iter_mut().find(|card| card.table == table) {
                change(card);
            }
        });
    }
}

fn add(list: &mut Vec<EntrantId>, more: &[EntrantId]) {
    for id in more {
        if !list.contains(id) {
            list.push(*id);
        }
    }
}
