//! Cells that a spreadsheet must not run as a formula.

use std::borrow::Cow;

/// The cell with an apostrophe before it if a spreadsheet would take it for a formula.
///
/// A whole number with a minus is a number and stays; apostrophes that are there already are kept apart from ours.
///
/// ```
/// use outflank_formats::{guarded, unguarded};
/// assert_eq!(guarded("=1+1"), "'=1+1");
/// assert_eq!(guarded("-654"), "-654");
/// assert_eq!(unguarded("'=1+1"), "=1+1");
/// ```
#[must_use]
pub fn guarded(cell: &str) -> Cow<'_, str> {
    if is_formula(cell.trim_start_matches('\'')) && !is_negative_number(cell) {
        Cow::Owned(format!("'{cell}"))
    } else {
        Cow::Borrowed(cell)
    }
}

/// The cell without the apostrophe that [`guarded`] put before it.
#[must_use]
pub fn unguarded(cell: &str) -> &str {
    match cell.strip_prefix('\'') {
        Some(rest) if is_formula(rest.trim_start_matches('\'')) => rest,
        _ => cell,
    }
}

/// Whether a spreadsheet computes what starts like this.
fn is_formula(cell: &str) -> bool {
    cell.starts_with(['=', '+', '-', '@', '\t', '\r', '\n'])
}

fn is_negative_number(cell: &str) -> bool {
    cell.strip_prefix('-')
        .is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
}
