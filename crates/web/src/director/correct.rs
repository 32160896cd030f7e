//! The correction of a result, with what it changes before it is given.

use askama::Template;
use outflank_board::Side;
use outflank_desk::views::Head;
use outflank_desk::views::director::{Aftermath, DeskTable, ResultView};
use outflank_pairing::RoundNumber;
use outflank_tournament::running::{Act, Reported, TableNumber};

use crate::director::ask::{Ask, Bar, DeskAnswer, DeskTab, TABS};
use crate::director::form::Form;
use crate::director::results::result_words;
use crate::director::said::Said;
use crate::director::said_log::log_words;
use crate::director::typed::{ENDINGS, Typed, TypedAs, ending};
use crate::pages::Frame;

#[derive(Template)]
#[template(path = "desk/correct.html")]
struct CorrectPage<'a> {
    f: &'a Frame,
    head: &'a Head,
    d: Bar,
    round: u16,
    t: DeskTable,
    typed: TypedFields,
    /// What it would become, and what changes with it.
    then: Option<(ResultView, Aftermath)>,
}

/// What stands in the fields.
#[derive(Default)]
struct TypedFields {
    black: String,
    white: String,
    how: String,
    typed_as: &'static str,
    why: String,
}

pub(crate) async fn answer(ask: &Ask<'_>, round: u16, table: u16) -> DeskAnswer {
    let Some(shown) = ask.office().round(round) else {
        return DeskAnswer::Nothing;
    };
    let Some(t) = shown.table(table).cloned() else {
        return DeskAnswer::Nothing;
    };
    let Some(form) = &ask.form else {
        let typed = match t.result.as_ref().and_then(|result| result.score) {
            Some((black, white)) => TypedFields {
                black: crate::pages::figures::halves(black),
                white: crate::pages::figures::halves(white),
                typed_as: "official",
                ..TypedFields::default()
            },
            None => TypedFields::default(),
        };
        return show(ask, round, t, typed, None, None);
    };
    let fields = fields(form);
    let one_is_enough = ask.office().one_score_is_enough();
    let reported = match typed(form).map(|typed| typed.reported(one_is_enough)) {
        Some(Ok(reported)) => reported,
        Some(Err(not_yet)) => {
            let said = Said::own("", ask.f.t(not_yet.key()));
            return show(ask, round, t, fields, None, Some(said));
        }
        None => return show(ask, round, t, fields, None, None),
    };
    let act = correction(round, table, reported.clone(), &fields.why);
    if form.get("do") == "correct" {
        return match ask.submit("correct", act).await {
            Ok(_) => ask.see(&format!("desk/results/{round}")),
            Err(refusal) => {
                let said = Said::refused("", &refusal);
                show(ask, round, t, fields, None, Some(said))
            }
        };
    }
    // The preview needs a reason even where none was written yet.
    let why = match fields.why.as_str() {
        "" => "–",
        why => why,
    };
    let previewed = ask
        .preview(correction(round, table, reported.clone(), why))
        .await;
    let then = match (previewed, ask.office().official(reported)) {
        (Ok(preview), Ok(result)) => Some((result, ask.office().aftermath(&preview))),
        (Err(refusal), _) => {
            let said = Said::refused("", &refusal);
            return show(ask, round, t, fields, None, Some(said));
        }
        (Ok(_), Err(problem)) => {
            return show(ask, round, t, fields, None, Some(Said::own("", problem)));
        }
    };
    show(ask, round, t, fields, then, None)
}

fn correction(round: u16, table: u16, result: Reported, why: &str) -> Act {
    Act::Correct {
        round: RoundNumber(round),
        table: TableNumber(table),
        result,
        why: why.to_owned(),
    }
}

fn typed(form: &Form) -> Option<Typed> {
    Some(Typed {
        black: form.get("black").to_owned(),
        white: form.get("white").to_owned(),
        how: ending(form.get("how"))?,
        typed_as: TypedAs::of(form.get("as")),
    })
}

fn fields(form: &Form) -> TypedFields {
    TypedFields {
        black: form.get("black").to_owned(),
        white: form.get("white").to_owned(),
        how: form.get("how").to_owned(),
        typed_as: TypedAs::of(form.get("as")).word(),
        why: form.get("why").to_owned(),
    }
}

fn show(
    ask: &Ask<'_>,
    round: u16,
    t: DeskTable,
    typed: TypedFields,
    then: Option<(ResultView, Aftermath)>,
    said: Option<Said>,
) -> DeskAnswer {
    let page = CorrectPage {
        f: &ask.f,
        head: &ask.head,
        d: ask.bar(DeskTab::Results, said.clone()),
        round,
        t,
        typed,
        then,
    };
    ask.page(said.as_ref(), &page)
}
