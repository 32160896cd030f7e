//! A dispute: one or two transcripts against the position on the board.

use askama::Template;
use outflank_board::{
    Account, BySide, DiagramError, Position, Reached, Side, Square, SquareSet, Transcript,
    differing, written_by_hand,
};
use outflank_desk::views::Head;
use outflank_rulebook::{Clause, DeskList};
use serde::Deserialize;

use crate::director::desk::{Bar, DirectorDesk, Posted, TABS, Tab};
use crate::extract::{Field, Text};
use crate::pages::Frame;
use crate::pages::board_svg::{Pointed, position_svg};
use crate::pages::html::Html;
use crate::pages::notice::Notice;
use crate::respond::Answer;

/// The most discs a game places.
const DISCS_MAX: usize = 60;

#[derive(Template)]
#[template(path = "desk/dispute.html")]
struct DisputePage<'a> {
    f: &'a Frame,
    head: &'a Head,
    d: Bar,
    /// What was typed: the field, the key of its name, the text.
    typed: Vec<(&'static str, &'static str, String)>,
    /// The 64 squares of the board, row by row.
    cells: Vec<Cell>,
    /// The board in one line, as the form carries it.
    board_text: String,
    has_board: bool,
    /// What each transcript says.
    accounts: Vec<AccountView>,
    parting: Option<PartingView>,
    /// The move both are looked at after.
    at: usize,
    last: usize,
    verdict: Vec<String>,
    board: Option<Picture>,
    clauses: Vec<&'static Clause>,
}

/// A square that can be tapped.
struct Cell {
    square: Square,
    disc: Option<Side>,
}

/// A position with its words.
struct Picture {
    svg: Html,
    words: String,
}

/// What one transcript says.
struct AccountView {
    name: &'static str,
    moves: usize,
    stopped: Option<String>,
    end: String,
    /// What it comes to on the board, in words; nothing without a board.
    reached: Option<(bool, String)>,
    now: Picture,
    nearest: Option<Picture>,
    text: String,
}

/// Where the two part.
struct PartingView {
    words: String,
    picture: Picture,
}

/// What was asked, read.
struct Asked {
    accounts: Vec<(usize, Account)>,
    board: Option<Position>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct DisputeForm {
    #[serde(rename = "do")]
    action: Action,
    /// The transcripts.
    first: Text,
    second: Text,
    /// The board in one line, and the same as it was typed.
    board: Text,
    diagram: Text,
    /// A square that was tapped.
    tap: Text,
    /// The move that is looked at.
    at: Field<usize>,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Action {
    #[default]
    Compare,
    Back,
    On,
    TakeFirst,
    TakeSecond,
    Clear,
    Start,
}

/// The same fields in the address show the same dispute, so that it can be kept and sent.
pub(crate) async fn page(desk: DirectorDesk) -> Answer {
    let form = desk.query()?;
    answer(&desk, &form)
}

pub(crate) async fn post(Posted { desk, form, .. }: Posted<DisputeForm>) -> Answer {
    answer(&desk, &form)
}

fn answer(desk: &DirectorDesk, form: &DisputeForm) -> Answer {
    let mut notice = None;
    let board = board_of(form).unwrap_or_else(|error| {
        let words = desk.f.t1("desk.dispute.bad_board", "why", error);
        notice = Some(Notice::own("board", words));
        None
    });
    let mut accounts = Vec::new();
    for (n, (field, text)) in form.transcripts().into_iter().enumerate() {
        if text.is_empty() {
            continue;
        }
        match Transcript::parse(&written_by_hand(text)) {
            Ok(read) => accounts.push((n, Account::of(&read, Position::start()))),
            Err(error) => {
                let words = desk.f.t1("desk.dispute.bad_transcript", "why", error);
                notice = notice.or_else(|| Some(Notice::own(field, words)));
            }
        }
    }
    let mut asked = Asked { accounts, board };
    match form.action {
        Action::TakeFirst => take(&mut asked, 0),
        Action::TakeSecond => take(&mut asked, 1),
        Action::Clear => asked.board = None,
        Action::Start => asked.board = Some(Position::start()),
        Action::Compare | Action::Back | Action::On => {}
    }
    show(desk, notice, form, &asked)
}

impl DisputeForm {
    /// The fields of the transcripts, with what was typed.
    fn transcripts(&self) -> [(&'static str, &str); 2] {
        [("first", &*self.first), ("second", &*self.second)]
    }
}

/// The position after the last move of a transcript, to begin with.
fn take(asked: &mut Asked, which: usize) {
    let account = asked.accounts.iter().find(|(n, _)| *n == which);
    if let Some((_, account)) = account {
        asked.board = Some(account.replay.last());
    }
}

/// The board of the form, with the square that was tapped changed.
fn board_of(form: &DisputeForm) -> Result<Option<Position>, DiagramError> {
    let source = match form.diagram.is_empty() {
        true => &form.board,
        false => &form.diagram,
    };
    let mut board = match source.is_empty() {
        true => None,
        false => Some(read_board(source)?),
    };
    if let Ok(square) = form.tap.parse::<Square>() {
        board = Some(tapped(board.unwrap_or_else(Position::empty), square));
    }
    Ok(board)
}

/// Reads a diagram, or a line of OBF: 64 cells, the side to move, and what follows.
fn read_board(text: &str) -> Result<Position, DiagramError> {
    let line: String = text
        .split_whitespace()
        .next()
        .unwrap_or_default()
        .to_owned();
    let cells = line.trim_end_matches(';');
    if cells.chars().count() == 64 && !cells.contains('/') {
        let chars: Vec<char> = cells.chars().collect();
        let rows: Vec<String> = chars.chunks(8).map(|row| row.iter().collect()).collect();
        return Position::from_diagram(&rows.join("/"), Side::Black);
    }
    // A side to move behind the rows is read over: the discs are what is disputed.
    let trimmed = text.trim();
    let trimmed = match trimmed.rsplit_once(char::is_whitespace) {
        Some((rows, side)) if side.parse::<Side>().is_ok() && rows.contains('/') => rows,
        _ => trimmed,
    };
    Position::from_diagram(trimmed, Side::Black)
}

/// Empty, black, white, empty again.
fn tapped(board: Position, square: Square) -> Position {
    let one = SquareSet::from_iter([square]);
    match board.at(square) {
        None => board.with_disc(Side::Black, square),
        Some(Side::Black) => board.without_discs(one).with_disc(Side::White, square),
        Some(Side::White) => board.without_discs(one),
    }
}

fn show(desk: &DirectorDesk, notice: Option<Notice>, form: &DisputeForm, asked: &Asked) -> Answer {
    let f = &desk.f;
    let last = (asked.accounts.iter())
        .map(|(_, account)| account.replay.discs_placed())
        .max()
        .unwrap_or(0);
    let at = form.at.optional("at").ok().flatten().unwrap_or(last);
    let at = match form.action {
        Action::Back => at.saturating_sub(1),
        Action::On => at + 1,
        _ => at,
    };
    let at = at.min(last).min(DISCS_MAX);
    let parting = match asked.accounts.as_slice() {
        [(_, one), (_, other)] => Some(parting(f, one, other)),
        _ => None,
    };
    let accounts: Vec<AccountView> = (asked.accounts.iter())
        .map(|(n, account)| view(f, *n, account, asked.board.as_ref(), at))
        .collect();
    let board = asked.board.unwrap_or_else(Position::empty);
    let document = (desk.now.rules()).map_or("", |rules| rules.about.document.as_str());
    let page = DisputePage {
        f,
        head: &desk.head,
        d: desk.bar(Tab::Rulings, notice.as_ref()),
        typed: (form.transcripts().into_iter().enumerate())
            .map(|(n, (field, text))| (field, name_key(n), text.to_owned()))
            .collect(),
        cells: (Square::all())
            .map(|square| Cell {
                square,
                disc: board.at(square),
            })
            .collect(),
        board_text: match asked.board {
            Some(board) => board.diagram_in_one_line(),
            None => String::new(),
        },
        has_board: asked.board.is_some(),
        verdict: verdict(f, asked),
        board: (asked.board).map(|board| picture(f, &board, Pointed::default(), false)),
        accounts,
        parting: parting.flatten(),
        at,
        last,
        clauses: DeskList::Dispute.clauses(document),
    };
    desk.page(notice.as_ref(), &page)
}

fn view(
    f: &Frame,
    n: usize,
    account: &Account,
    board: Option<&Position>,
    at: usize,
) -> AccountView {
    let replay = &account.replay;
    let nearest = board.map(|board| account.nearest(board));
    let pointed = |discs: usize| account.disc(discs).map(|(_, square)| square);
    AccountView {
        name: name_key(n),
        moves: replay.discs_placed(),
        stopped: account.stopped.as_ref().map(ToString::to_string),
        end: match replay.complete {
            true => f.t1(
                "desk.dispute.complete",
                "score",
                count_words(replay.count()),
            ),
            false => {
                let side = f.side(replay.last().to_move());
                f.t2(
                    "desk.dispute.goes_on",
                    "score",
                    count_words(replay.count()),
                    "side",
                    side,
                )
            }
        },
        reached: nearest.as_ref().map(|reached| reached_words(f, reached)),
        now: picture(
            f,
            &account.after(at),
            Pointed {
                last: pointed(at.min(replay.discs_placed())),
                wrong: SquareSet::EMPTY,
            },
            true,
        ),
        nearest: (nearest.filter(|reached| !reached.differs.is_empty())).map(|reached| {
            let pointed = Pointed {
                last: pointed(reached.discs),
                wrong: reached.differs,
            };
            picture(f, &reached.position, pointed, true)
        }),
        text: replay.transcript().to_string(),
    }
}

fn reached_words(f: &Frame, reached: &Reached) -> (bool, String) {
    if reached.differs.is_empty() {
        let side = f.side(reached.position.to_move());
        let words = match reached.position.is_over() {
            true => f.t1("desk.dispute.reached_end", "move", reached.discs),
            false => f.t2("desk.dispute.reached", "move", reached.discs, "side", side),
        };
        return (true, words);
    }
    let squares = reached.differs.to_string();
    let key = match reached.differs.len() {
        1 => "desk.dispute.nearest_one",
        _ => "desk.dispute.nearest",
    };
    let words = f.fill(
        key,
        &[
            ("move", &reached.discs),
            ("n", &reached.differs.len()),
            ("squares", &squares),
        ],
    );
    (false, words)
}

fn parting(f: &Frame, one: &Account, other: &Account) -> Option<PartingView> {
    let parting = one.parts_from(other)?;
    let ended = f.t("desk.dispute.ended").to_owned();
    let plays = |square: Option<Square>| square.map_or_else(|| ended.clone(), |s| s.to_string());
    let mut words = f.fill(
        "desk.dispute.part",
        &[
            ("move", &parting.number),
            ("first", &plays(parting.plays.0)),
            ("second", &plays(parting.plays.1)),
        ],
    );
    if parting.meets_again {
        words.push(' ');
        words.push_str(f.t("desk.dispute.meet"));
    }
    let mut wrong = SquareSet::EMPTY;
    for square in [parting.plays.0, parting.plays.1].into_iter().flatten() {
        wrong.insert(square);
    }
    let last = one.disc(parting.number - 1).map(|(_, square)| square);
    Some(PartingView {
        words,
        picture: picture(f, &parting.before, Pointed { last, wrong }, true),
    })
}

/// What follows from all of it, for the director to rule on.
fn verdict(f: &Frame, asked: &Asked) -> Vec<String> {
    let mut said = Vec::new();
    if let ([(_, one), (_, other)], None) = (asked.accounts.as_slice(), &asked.board)
        && one.parts_from(other).is_none()
    {
        said.push(f.t("desk.dispute.same").to_owned());
    }
    let Some(board) = &asked.board else {
        return said;
    };
    let leads: Vec<(usize, bool)> = (asked.accounts.iter())
        .map(|(n, account)| {
            let ends_there = differing(&account.replay.last(), board).is_empty();
            (*n, ends_there && account.stopped.is_none())
        })
        .collect();
    match leads.as_slice() {
        [(_, true), (_, true)] => said.push(f.t("desk.dispute.both_lead").to_owned()),
        [(_, false), (_, false)] => said.push(f.t("desk.dispute.none_leads").to_owned()),
        [(n, true), (_, false)] | [(_, false), (n, true)] => {
            said.push(f.t1("desk.dispute.one_leads", "which", f.t(name_key(*n))));
        }
        [(_, true)] => said.push(f.t("desk.dispute.it_leads").to_owned()),
        [(_, false)] => said.push(f.t("desk.dispute.it_does_not").to_owned()),
        _ => {}
    }
    said
}

fn name_key(n: usize) -> &'static str {
    match n {
        0 => "desk.dispute.first",
        _ => "desk.dispute.second",
    }
}

fn count_words(count: BySide<u8>) -> String {
    format!("{}–{}", count.black, count.white)
}

/// A position drawn, with its counts and the side to move in words where that is known.
fn picture(f: &Frame, position: &Position, pointed: Pointed, knows_turn: bool) -> Picture {
    let count = count_words(position.count());
    let words = match (knows_turn, position.is_over()) {
        (false, _) => f.t1("desk.dispute.discs", "score", count),
        (true, true) => f.t1("desk.dispute.complete", "score", count),
        (true, false) => {
            let side = f.side(position.to_move());
            f.t2("desk.dispute.goes_on", "score", count, "side", side)
        }
    };
    Picture {
        svg: position_svg(position, pointed, &words),
        words,
    }
}

impl DisputePage<'_> {
    fn cell_words(&self, cell: &Cell) -> String {
        let what = match cell.disc {
            Some(side) => self.f.side(side),
            None => self.f.t("desk.dispute.empty"),
        };
        self.f
            .t2("desk.dispute.cell", "square", cell.square, "what", what)
    }

    fn cell_class(&self, cell: &Cell) -> &'static str {
        match cell.disc {
            Some(Side::Black) => "b",
            Some(Side::White) => "w",
            None => "",
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::director::dispute::*;

    #[test]
    fn a_board_is_read_as_people_have_it() {
        let start = Position::start();
        let one_line = "---------------------------OX------XO---------------------------";
        for text in [
            start.diagram(),
            start.diagram_in_one_line(),
            format!("{} B", start.diagram_in_one_line()),
            one_line.to_owned(),
            format!("{one_line} X;"),
            format!("{one_line} X; d3:0; c4:0;"),
        ] {
            let read = read_board(&text).map(|board| board.diagram());
            assert_eq!(read.as_deref(), Ok(start.diagram().as_str()), "{text}");
        }
        assert!(read_board("not a board").is_err());
    }

    #[test]
    fn three_taps_come_round() {
        let square: Square = "c4".parse().expect("a square");
        let mut board = Position::empty();
        let mut seen = Vec::new();
        for _ in 0..3 {
            board = tapped(board, square);
            seen.push(board.at(square));
        }
        assert_eq!(seen, [Some(Side::Black), Some(Side::White), None]);
    }
}
