//! Who moves between two matchings.

/// The rings in which two perfect matchings differ.
///
/// Each ring lists vertices so that the first and second are a pair of `before`, the second and
/// third a pair of `after`, and so on round; the last and the first are a pair of `after`. Rings
/// start at their lowest vertex and come in the order of those.
///
/// ```
/// use outflank_pairing::matching::rings;
/// assert_eq!(rings(&[1, 0, 3, 2], &[3, 2, 1, 0]), [[0, 1, 2, 3]]);
/// assert!(rings(&[1, 0], &[1, 0]).is_empty());
/// ```
///
/// # Panics
///
/// When the two are not perfect matchings of the same vertices.
#[must_use]
pub fn rings(before: &[usize], after: &[usize]) -> Vec<Vec<usize>> {
    let mut seen = vec![false; before.len()];
    let mut found = Vec::new();
    for start in 0..before.len() {
        if seen[start] || before[start] == after[start] {
            continue;
        }
        let mut ring = Vec::new();
        let mut vertex = start;
        while !seen[vertex] {
            let mate = before[vertex];
            ring.extend([vertex, mate]);
            seen[vertex] = true;
            seen[mate] = true;
            vertex = after[mate];
        }
        found.push(ring);
    }
    found
}
