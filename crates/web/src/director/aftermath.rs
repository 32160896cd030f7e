//! What an undo or a correction would change in the standings, cell by cell.

use outflank_desk::views::director::{StandingChange, StandingThen};

use crate::pages::frame::Frame;
use crate::pages::html::Html;

/// Place, points and quotient of one player: what stays is quiet, what changes has an arrow.
pub(crate) fn cells(f: &Frame, change: &StandingChange) -> [Html; 3] {
    let cell = |text: &dyn Fn(&StandingThen) -> String| {
        let side = |then: &Option<StandingThen>| then.as_ref().map_or_else(|| "–".to_owned(), text);
        arrow(&side(&change.before), &side(&change.then))
    };
    [
        cell(&|then| then.rank.to_string()),
        cell(&|then| f.halves(then.points)),
        cell(&|then| f.fraction(then.bq)),
    ]
}

fn arrow(before: &str, then: &str) -> Html {
    let mut html = Html::default();
    if before == then {
        html.push("<span class=\"faint\">");
        html.push_text(then);
        html.push("</span>");
    } else {
        html.push_text(before);
        html.push(" → <b>");
        html.push_text(then);
        html.push("</b>");
    }
    html
}
