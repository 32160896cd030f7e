//! The page that opens a casual game.

use std::sync::Arc;
use std::time::Instant;

use askama::Template;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse as _;
use outflank_board::{BySide, Side};
use outflank_desk::{Casual, Secret};
use outflank_game::{MoveEntry, ScreenPlay};
use outflank_rulebook::{shipped, shipped_ids};
use serde::Deserialize;

use crate::Web;
use crate::board::play::allowance;
use crate::board::watch::side_word;
use crate::director::screen::ScreenForm;
use crate::extract::Form;
use crate::layers::rate_limit::RateLimitKey;
use crate::layers::real_ip::RealIp;
use crate::pages::frame::Frame;
use crate::respond::{Answer, Page, Problem, SeeOther, Shared, sentence};

/// Minutes for each player that can be chosen; nothing is without a clock.
const MINUTES: &[u16] = &[1, 3, 5, 10, 15, 20, 25, 30];

/// The most seconds for each move.
const INCREMENT_SECONDS_MAX: u16 = 60;

#[derive(Template)]
#[template(path = "play/new.html")]
struct NewPage<'a> {
    f: &'a Frame,
    /// The rulebooks by id and name.
    rulebooks: Vec<(&'static str, &'static str)>,
    minutes: &'static [u16],
    /// Why no game was opened.
    problem: Option<String>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct NewForm {
    #[serde(rename = "where")]
    seats: Seats,
    side: OwnSide,
    rulebook: Option<String>,
    /// Nothing without a clock.
    minutes: u16,
    increment: u16,
    #[serde(flatten)]
    screen: ScreenForm,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Seats {
    /// The opponent opens a link.
    #[default]
    Link,
    /// Both play on this device.
    Here,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum OwnSide {
    #[default]
    Any,
    Black,
    White,
}

impl NewForm {
    /// A casual game is played by one tap unless something else is asked for.
    fn screen(&self, rulebook: &str) -> Option<ScreenPlay> {
        let mut play = self.screen.play(shipped(rulebook)?);
        if self.screen.entry.is_empty() {
            play.entry = MoveEntry::Tap;
        }
        Some(play)
    }

    /// What the page is told behind the `#`, which no server ever sees again: the own seat, and the other one to give
    /// away; or both seats of one device.
    fn fragment(&self, secrets: &BySide<Secret>) -> String {
        let (black, white) = (secrets.black.reveal(), secrets.white.reveal());
        let own = match (&self.seats, &self.side) {
            (Seats::Here, _) => return format!("black={black}&white={white}"),
            (Seats::Link, OwnSide::Black) => Side::Black,
            (Seats::Link, OwnSide::White) => Side::White,
            // The secrets were made at random: their letters are as good as a coin.
            (Seats::Link, OwnSide::Any) => match black.bytes().map(u32::from).sum::<u32>() % 2 {
                0 => Side::Black,
                _ => Side::White,
            },
        };
        let (mine, other) = (side_word(&own), side_word(&own.other()));
        let (seat, invitation) = (&secrets[own], &secrets[own.other()]);
        format!(
            "{mine}={}&invite={other}:{}",
            seat.reveal(),
            invitation.reveal()
        )
    }
}

impl<'a> NewPage<'a> {
    fn of(f: &'a Frame, problem: Option<String>) -> Self {
        let named = |id| shipped(id).map(|book| (id, book.about.name.as_str()));
        Self {
            f,
            rulebooks: shipped_ids().filter_map(named).collect(),
            minutes: MINUTES,
            problem,
        }
    }

    fn allowance(&self) -> String {
        allowance(self.f)
    }
}

pub(crate) async fn page(State(web): State<Arc<Web>>) -> Result<Shared, Problem> {
    Shared::of(&NewPage::of(&Frame::of_site(&web.base()), None))
}

pub(crate) async fn post(
    State(web): State<Arc<Web>>,
    ip: RealIp,
    Form(form): Form<NewForm>,
) -> Answer {
    let f = &Frame::of_site(&web.base());
    let refuse = |status, problem| {
        let page = NewPage::of(f, Some(problem));
        Ok(Page::with_status(status, &page)?.into_response())
    };
    let key = RateLimitKey::of_address(ip.address);
    if web.plays.take(key, Instant::now()).is_refused {
        return refuse(
            StatusCode::TOO_MANY_REQUESTS,
            f.t("play.too_many").to_owned(),
        );
    }
    let rulebook = form.rulebook.clone().unwrap_or_else(|| "wof".to_owned());
    let casual = Casual {
        screen: form.screen(&rulebook),
        rulebook,
        minutes: Some(form.minutes).filter(|minutes| *minutes > 0),
        increment: form.increment.min(INCREMENT_SECONDS_MAX),
    };
    match web.desk.open_casual_game(&casual).await {
        Ok(seats) => {
            let fragment = form.fragment(&seats.secrets);
            Ok(SeeOther::to(format!("/play/{}#{fragment}", seats.game)).into_response())
        }
        Err(rejection) => {
            let problem = Problem::from(rejection);
            refuse(problem.status, sentence(problem.message()))
        }
    }
}
