//! What may follow the question mark.

use crate::api::operation::{Query, schema_of};
use crate::api::shapes::Counts;

pub(crate) const AFTER: Query = Query {
    name: "after",
    what: "events after this place only",
    schema: schema_of::<u64>,
};
pub(crate) const LIMIT: Query = Query {
    name: "limit",
    what: "at most so many events, up to 500",
    schema: schema_of::<u16>,
};
pub(crate) const ROUND: Query = Query {
    name: "round",
    what: "the table after this round; the latest without it",
    schema: schema_of::<u16>,
};
pub(crate) const EDITION: Query = Query {
    name: "edition",
    what: "this edition of the table; the latest without it",
    schema: schema_of::<u16>,
};
pub(crate) const NAME: Query = Query {
    name: "name",
    what: "the file's name, whose ending tells its kind",
    schema: schema_of::<String>,
};
pub(crate) const RULEBOOK: Query = Query {
    name: "rulebook",
    what: "the rulebook of a file that names none",
    schema: schema_of::<String>,
};
pub(crate) const CHOOSE: Query = Query {
    name: "choose",
    what: "the copy that counts if both went on; without it the first difference is named and nothing taken in",
    schema: schema_of::<Counts>,
};
pub(crate) const COUNTRY: Query = Query {
    name: "country",
    what: "the country an .ELO file names",
    schema: schema_of::<String>,
};
pub(crate) const SENDER: Query = Query {
    name: "sender",
    what: "who sends an .ELO file",
    schema: schema_of::<String>,
};
