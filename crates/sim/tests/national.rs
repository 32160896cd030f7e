//! A British National of seventeen, one of whom may not play for the title, run by its referee from
//! the first entry to the titles. The final file is golden: `OUTFLANK_BLESS=1` writes it anew.

use crate::running_hall::Hall;
use outflank_tournament::lists::{category_list, individual_list};
use outflank_tournament::matches::Choice;
use outflank_tournament::running::{
    Act, Allowance, Allowed, Application, By, Credentials, Entry, Fact, GenderWord, ListPrizes,
    MemberKind, OpenMatter, OwnTitle, Residence,
};
use outflank_tournament::{EntrantId, ListName, Money, PrizeFund, RoundNumber, TiedPrizes};

/// The guest who is expected to reside here and does not yet.
const GUEST: EntrantId = EntrantId(2);

/// clauses: BOF-nat-4, BOF-nat-13.b
#[test]
fn a_british_national_of_seventeen_runs_to_its_titles() {
    let mut hall = Hall::open("bof/national", 1717, "Example National");
    for n in 1..=17 {
        enter(&mut hall, n);
    }
    for number in 1..=9 {
        let round = hall.start(Vec::new());
        hall.play_but(round, &[]);
        hall.validate(round);
        match number {
            // Somebody goes home.
            5 => {
                let (entrant, why) = (EntrantId(13), "has a train to catch".to_owned());
                hall.act(Act::Withdraw { entrant, why });
            }
            // A slip of two rounds back was misread.
            7 => {
                let [first, _] = hall.first_tables(RoundNumber(5));
                hall.turn_round(RoundNumber(5), first.table);
            }
            _ => {}
        }
    }
    let swiss = hall.tournament.affairs().standings(9).expect("it is open");
    let early = hall.try_act(Act::AwardTitles { own: Vec::new() });
    assert_eq!(early, Err("tournament.title_not_decided"));

    // The play-offs: those higher in the Swiss choose.
    let due = hall.tournament.affairs().wanted_choices();
    assert!(!due.is_empty(), "first and second always meet");
    assert!(due.iter().all(|wanted| wanted.by != GUEST));
    for wanted in due {
        hall.act(Act::Choose {
            of: wanted.of,
            entrant: wanted.by,
            choice: Choice::White,
        });
    }
    let round = hall.start(Vec::new());
    assert_eq!(round, RoundNumber(10));
    let life = hall
        .tournament
        .affairs()
        .round(round)
        .expect("started")
        .clone();
    assert!(
        life.card_of(GUEST).is_none(),
        "he may not play for the title"
    );
    hall.play_but(round, &[]);
    hall.validate(round);
    assert_eq!(
        hall.tournament.affairs().standings(9),
        Some(swiss),
        "nothing of it changes"
    );

    finish(&mut hall);
    golden(&hall, "national_17.json");
}

fn enter(hall: &mut Hall, n: u32) {
    let guest = EntrantId(n) == GUEST;
    let woman = [4, 9, 10].contains(&n);
    let days = if guest { 20 } else { 365 };
    let application = Application {
        entry: Entry {
            rating: Some(1900 - 20 * i32::try_from(n).expect("few")),
            gender: Some(if woman {
                GenderWord::Female
            } else {
                GenderWord::Male
            }),
            ..Entry::new(format!("Player {n}"))
        },
        credentials: Credentials {
            membership: Some(MemberKind::Member),
            residence: Some(Residence {
                unbroken: days,
                in_last_year: days,
            }),
            citizen: Some(!guest),
            sanctioned: false,
        },
        allowance: guest.then(|| Allowance {
            what: Allowed::ExpectedResident,
            by: By::Chairman,
            why: "takes up a post here in the autumn".to_owned(),
        }),
        late_terms_seen: false,
    };
    hall.act(Act::Enter(Box::new(application)));
    let entrant = EntrantId(n);
    hall.act(Act::CheckIn { entrant });
}

fn finish(hall: &mut Hall) {
    let own = vec![OwnTitle {
        title: "British Women's Champion".to_owned(),
        list: ListName::Women,
        place: 1,
    }];
    let facts = hall.act(Act::AwardTitles { own });
    let Fact::TitlesAwarded { titles } = &facts[0] else {
        panic!("{facts:?}");
    };
    let names: Vec<&str> = titles.iter().map(|award| award.title.as_str()).collect();
    assert_eq!(names, ["British Champion", "British Women's Champion"]);
    assert_ne!(titles[0].entrants, [GUEST]);
    let fund = PrizeFund {
        currency: "GBP".to_owned(),
        digits: 2,
        prizes: vec![Money(10_000), Money(6_000), Money(3_333)],
        ties: TiedPrizes::Share,
    };
    let prizes = vec![ListPrizes {
        list: ListName::Individual,
        fund,
        without: vec![GUEST],
    }];
    hall.act(Act::SetPrizes { prizes });
    let affairs = hall.tournament.affairs();
    let tables = affairs.prize_tables();
    let paid: u64 = tables[0].rows.iter().map(|row| row.amount.0).sum();
    assert_eq!(paid, 19_333, "every penny");
    let open = affairs.open_matters();
    let only_paper = open
        .iter()
        .all(|matter| matches!(matter, OpenMatter::Paper { .. }));
    assert!(only_paper, "{open:?}");
    let despite = (!open.is_empty()).then(|| "the slips are in the box".to_owned());
    hall.act(Act::SignOff { despite });
    let entrant = EntrantId(5);
    let why = "too late".to_owned();
    let refused = hall.try_act(Act::Withdraw { entrant, why });
    assert_eq!(refused, Err("tournament.signed_off"));
}

/// The file is as pinned, reads without a complaint and gives the lists of the event.
fn golden(hall: &Hall, name: &str) {
    let event = hall.pinned(name);
    let affairs = hall.tournament.affairs();
    for list in [ListName::Individual, ListName::Women] {
        let from_file: Vec<(u32, EntrantId)> = match list {
            ListName::Women => category_list(&event, list).rows,
            _ => individual_list(&event).rows,
        }
        .iter()
        .map(|row| (row.rank, row.id))
        .collect();
        let signed: Vec<(u32, EntrantId)> = (affairs.final_list(list))
            .expect("it has one")
            .rows
            .iter()
            .map(|row| (row.rank, row.id))
            .collect();
        assert_eq!(from_file, signed, "{name}: {list}");
    }
    let stored = hall.tournament.log().iter().map(|event| {
        let read = outflank_tournament::running::Event::from_stored(event.kind(), &event.body());
        read.expect("this program wrote it")
    });
    let again = outflank_tournament::running::Tournament::replay(stored);
    assert_eq!(again, hall.tournament);
}
