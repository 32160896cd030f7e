//! What may follow the question mark.

use crate::api::operation::{Query, schema_of};
use crate::api::shapes::Counts;

pub(crate) const AFTER: Query = Query {
    name: "after",
    what: "only log entries after this position",
    schema: schema_of::<u64>,
};
pub(crate) const LIMIT: Query = Query {
    name: "limit",
    what: "the maximum number of log entries, up to 500",
    schema: schema_of::<u16>,
};
pub(crate) const ROUND: Query = Query {
    name: "round",
    what: "the standings after this round; without it, the latest",
    schema: schema_of::<u16>,
};
pub(crate) const EDITION: Query = Query {
    name: "edition",
    what: "this edition of the standings; without it, the latest",
    schema: schema_of::<u16>,
};
pub(crate) const NAME: Query = Query {
    name: "name",
    what: "the name of the file, whose ending determines its kind",
    schema: schema_of::<String>,
};
pub(crate) const RULEBOOK: Query = Query {
    name: "rulebook",
    what: "the rulebook for a file that does not name one",
    schema: schema_of::<String>,
};
pub(crate) const CHOOSE: Query = Query {
    name: "choose",
    what: "the copy that counts if the two have diverged; without it, the first difference is reported and nothing is imported",
    schema: schema_of::<Counts>,
};
pub(crate) const COUNTRY: Query = Query {
    name: "country",
    what: "the country for an .ELO file",
    schema: schema_of::<String>,
};
pub(crate) const SENDER: Query = Query {
    name: "sender",
    what: "the sender of an .ELO file",
    schema: schema_of::<String>,
};
