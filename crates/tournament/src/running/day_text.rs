//! Dates in stored events: `2024-07-31`.

use serde::{Deserialize, Deserializer, Serializer};

use crate::date::CivilDate;

pub(crate) fn serialize<S: Serializer>(date: &CivilDate, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(date)
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<CivilDate, D::Error> {
    let text = String::deserialize(from)?;
    text.parse().map_err(serde::de::Error::custom)
}
