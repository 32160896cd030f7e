//! Samples of the facts that belong to the end of an event.

use outflank_rulebook::ClauseId;
use outflank_tournament::running::{
    Fact, FinalRow, ListPrizes, OpenItem, OpenMatter, OpenPoint, StageField, TableNumber,
    TitleAward,
};
use outflank_tournament::{EntrantId, ListName, Money, PrizeFund, RoundNumber, TiedPrizes};

const ONE: RoundNumber = RoundNumber(1);
const TABLE: TableNumber = TableNumber(3);

pub(crate) fn closing() -> Vec<Fact> {
    let row = FinalRow {
        rank: 2,
        unnumbered: false,
        shared: true,
        separated: 3,
        id: EntrantId(4),
        because: "won the playoff for the place".to_owned(),
        no_title: true,
        withdrawn: true,
    };
    let item = OpenItem {
        table: TABLE,
        of: Some(EntrantId(2)),
        point: OpenPoint::Transcript,
    };
    let (round, table) = (ONE, TABLE);
    let open = vec![
        OpenMatter::RoundsNotPlayed {
            played: 8,
            planned: 9,
        },
        OpenMatter::RoundNotClosed {
            round,
            phase: "finished".to_owned(),
        },
        OpenMatter::ResultMissing { round, table },
        OpenMatter::ResultInQuery { round, table },
        OpenMatter::Paper { round, item },
        OpenMatter::MatchNotDecided {
            name: "playoff 1".to_owned(),
            players: vec![EntrantId(1), EntrantId(2)],
        },
        OpenMatter::StageNotOver {
            name: "Consolation".to_owned(),
        },
        OpenMatter::TitlesNotAwarded {},
        OpenMatter::TitlesOutdated {},
    ];
    vec![
        Fact::StageOpened {
            stage: 2,
            name: "Groups".to_owned(),
            field: StageField {
                players: vec![EntrantId(1), EntrantId(2), EntrantId(3)],
                groups: vec![vec![EntrantId(2), EntrantId(1)], vec![EntrantId(3)]],
                why: "of Swiss".to_owned(),
            },
        },
        Fact::PrizesSet {
            prizes: vec![ListPrizes {
                list: ListName::Women,
                fund: PrizeFund {
                    currency: "GBP".to_owned(),
                    digits: 2,
                    prizes: vec![Money(10_000), Money(5_000)],
                    ties: TiedPrizes::Separate,
                },
                without: vec![EntrantId(4)],
            }],
        },
        Fact::TitlesAwarded {
            titles: vec![TitleAward {
                title: "Champion Team (Secondary)".to_owned(),
                list: ListName::Team,
                entrants: vec![EntrantId(1), EntrantId(5), EntrantId(9)],
                team: Some("Example School".to_owned()),
                clause: ClauseId::known("SOC-II.3.p2"),
                why: "1 + 5 + 9 = 15".to_owned(),
            }],
        },
        Fact::FinalListPublished {
            edition: 2,
            why: Some("misread".to_owned()),
            rows: vec![row],
        },
        Fact::SignedOff {
            open,
            despite: Some("the slips are in the box".to_owned()),
        },
        Fact::Reopened {
            why: "a protest was upheld".to_owned(),
        },
    ]
}
