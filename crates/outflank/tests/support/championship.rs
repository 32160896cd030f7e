//! A small World Championship whose preliminary rounds are played.

use outflank_desk::{NewTournament, TournamentId, What};
use outflank_tournament::running::{
    Act, Application, Creation, Credentials, Entry, GenderWord, Nation, Official, OfficialPost,
    PlaySystem, Post, Report, Reported, Residence, ResultSource, UtcOffset,
};
use outflank_tournament::{EntrantId, RoundNumber};

use super::hosted::Hosted;

/// It is about noon in the hall, whenever the test runs: a start in two minutes is still today.
pub(crate) fn noon(now_ms: i64) -> UtcOffset {
    let minutes = now_ms.div_euclid(60_000).rem_euclid(24 * 60);
    UtcOffset {
        minutes: i16::try_from(12 * 60 - minutes).unwrap(),
    }
}

/// Whether everybody has a number and a plain name in the federation's list.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum WofNumbers {
    Known,
    Unknown,
}

/// A championship of sixteen in three rounds, all played. The lower number always won, so that the
/// women and the young play finals of their own.
pub(crate) fn played(hosted: &Hosted, numbers: WofNumbers) -> TournamentId {
    let id = entered(hosted, numbers);
    for _ in 0..3 {
        let round = announced(hosted, &id);
        hosted.act(&id, Act::Start { round });
        let now = hosted.desk.tournament(&id).unwrap();
        for card in now.affairs().round(round).unwrap().cards.clone() {
            let black = if card.black < card.white { 44 } else { 20 };
            hosted.act(
                &id,
                Act::EnterResult(Box::new(Report {
                    round,
                    table: card.table,
                    result: Reported::Official(Official::played(black, 64 - black)),
                    source: ResultSource::Director,
                    signed: Vec::new(),
                    transcripts: Vec::new(),
                })),
            );
        }
        hosted.act(&id, Act::Validate { round });
    }
    id
}

/// Pairs and announces its next round.
pub(crate) fn announced(hosted: &Hosted, id: &TournamentId) -> RoundNumber {
    let now = hosted.desk.tournament(id).unwrap();
    let round = now.affairs().next_round();
    let assumed = Vec::new();
    hosted.act(id, Act::Propose { round, assumed });
    let consent = Some("sixteen players in three rounds".to_owned());
    hosted.act(id, Act::Announce { round, consent });
    round
}

/// The same championship before its first round.
pub(crate) fn entered(hosted: &Hosted, numbers: WofNumbers) -> TournamentId {
    let mut creation = Creation::new("Small Championship", "2027-05-04".parse().unwrap());
    creation.offset = noon(hosted.desk.now().0);
    creation.system = Some(PlaySystem::Swiss);
    creation.set.push(("rounds".to_owned(), "3".to_owned()));
    let made = hosted.submit(What::NewTournament(Box::new(NewTournament {
        preset: "wof/championship".to_owned(),
        slug: Some("small".to_owned()),
        creation,
    })));
    let id: TournamentId = made.made.unwrap().parse().unwrap();
    let official = OfficialPost::new("Vera Arbiter", Post::Head);
    hosted.act(&id, Act::Appoint { official });
    for n in 1..=16_u32 {
        let is_woman = n > 8 && n.is_multiple_of(2);
        hosted.act(
            &id,
            Act::Enter(Box::new(Application {
                entry: Entry {
                    country: Some(format!("C{n:02}")),
                    nation: Some(Nation::Federation),
                    gender: Some(if is_woman {
                        GenderWord::Female
                    } else {
                        GenderWord::Male
                    }),
                    wof_id: (numbers == WofNumbers::Known).then_some(10_000 + n),
                    ascii: (numbers == WofNumbers::Known).then(|| format!("PLAYER, Sample {n}")),
                    young: Some(n > 8 && !is_woman),
                    ..Entry::new(format!("Sample Player {n}"))
                },
                credentials: Credentials {
                    citizen: Some(true),
                    residence: Some(Residence {
                        unbroken: 365,
                        in_last_year: 365,
                    }),
                    ..Credentials::default()
                },
                allowance: None,
                late_terms_seen: true,
            })),
        );
        let entrant = EntrantId(n);
        hosted.act(&id, Act::CheckIn { entrant });
    }
    id
}
