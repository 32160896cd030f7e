//! A figure beside its target, in one line that `cargo xtask bench` repeats at the end.
#![allow(dead_code, reason = "each benchmark uses its own part")]

/// Says a ratio of two measurements of this run, and whether it is at most the target.
pub(crate) fn ratio_at_most(what: &str, ours: f64, theirs: f64, target: f64) {
    let ratio = ours / theirs;
    let met = verdict(ratio <= target);
    println!("ratio: {what} = {ratio:.2} (target: at most {target:.2}): {met}");
}

/// Says a ratio of two measurements of this run, and whether it is at least the target.
pub(crate) fn ratio_at_least(what: &str, ours: f64, theirs: f64, target: f64) {
    let ratio = ours / theirs;
    let met = verdict(ratio >= target);
    println!("ratio: {what} = {ratio:.2} (target: at least {target:.2}): {met}");
}

/// Says a figure, and whether it is at most the target.
pub(crate) fn at_most(what: &str, figure: f64, target: f64, unit: &str) {
    let met = verdict(figure <= target);
    println!("{what}: {figure:.1} {unit} (target: at most {target} {unit}): {met}");
}

/// Says a figure, and whether it is at least the target.
pub(crate) fn at_least(what: &str, figure: f64, target: f64, unit: &str) {
    let met = verdict(figure >= target);
    println!("{what}: {figure:.0} {unit} (target: at least {target} {unit}): {met}");
}

const fn verdict(is_met: bool) -> &'static str {
    if is_met { "met" } else { "MISSED" }
}
