//! Blossoms as a forest of nested sets.

use super::Flaw;
use super::limbs;
use crate::matching::Blossom;

/// The blossoms of a proof, checked to be odd sets that nest or lie apart.
pub(super) struct Nesting {
    /// The vertices in an order in which each blossom is one stretch.
    pub(super) order: Vec<usize>,
    /// The innermost blossom around each vertex.
    pub(super) innermost: Vec<Option<usize>>,
    /// The next blossom around each blossom.
    pub(super) around: Vec<Option<usize>>,
    /// Where the stretch of each blossom ends.
    pub(super) end: Vec<usize>,
    /// The duals of each blossom and of all around it, added up.
    pub(super) shared: Vec<Vec<u64>>,
}

impl Nesting {
    /// `listed` has every vertex once; those outside blossoms keep its order.
    pub(super) fn of(blossoms: &[Blossom], listed: &[usize], width: usize) -> Result<Self, Flaw> {
        let vertices = listed.len();
        let mut largest_first: Vec<usize> = (0..blossoms.len()).collect();
        largest_first.sort_by_key(|&blossom| std::cmp::Reverse(blossoms[blossom].vertices.len()));
        let mut innermost: Vec<Option<usize>> = vec![None; vertices];
        let mut around = vec![None; blossoms.len()];
        let mut shared = vec![vec![0; width]; blossoms.len()];
        for &blossom in &largest_first {
            let inside = &blossoms[blossom].vertices;
            check_alone(blossom, &blossoms[blossom], vertices)?;
            around[blossom] = innermost[inside[0]];
            for &vertex in inside {
                if innermost[vertex] != around[blossom] {
                    return Err(Flaw::BlossomsCross { blossom });
                }
                innermost[vertex] = Some(blossom);
            }
            let mut sum = vec![0; width];
            limbs::write(&blossoms[blossom].dual, &mut sum);
            if let Some(outer) = around[blossom] {
                limbs::add(&mut sum, &shared[outer]);
            }
            shared[blossom] = sum;
        }
        let (order, end) = stretches(listed, &innermost, &around);
        Ok(Self {
            order,
            innermost,
            around,
            end,
            shared,
        })
    }
}

/// What can be wrong with a blossom by itself.
fn check_alone(index: usize, blossom: &Blossom, vertices: usize) -> Result<(), Flaw> {
    let inside = &blossom.vertices;
    if inside.len() < 3 || inside.len().is_multiple_of(2) {
        return Err(Flaw::BlossomNotOdd { blossom: index });
    }
    let ascending = inside.is_sorted_by(|a, b| a < b);
    if !ascending || inside.last().is_some_and(|&last| last >= vertices) {
        return Err(Flaw::BlossomNotASet { blossom: index });
    }
    if blossom.dual.is_negative() {
        return Err(Flaw::NegativeBlossom { blossom: index });
    }
    Ok(())
}

/// Lists vertices blossom by blossom, and where each blossom's stretch ends.
fn stretches(
    listed: &[usize],
    innermost: &[Option<usize>],
    around: &[Option<usize>],
) -> (Vec<usize>, Vec<usize>) {
    enum Step {
        Enter(usize),
        Leave(usize),
    }
    let mut members = vec![Vec::new(); around.len()];
    let mut within = vec![Vec::new(); around.len()];
    let mut order = Vec::with_capacity(innermost.len());
    let mut end = vec![0; around.len()];
    let mut steps = Vec::new();
    for &vertex in listed {
        match innermost[vertex] {
            Some(blossom) => members[blossom].push(vertex),
            None => order.push(vertex),
        }
    }
    for (blossom, outer) in around.iter().enumerate() {
        match outer {
            Some(outer) => within[*outer].push(blossom),
            None => steps.push(Step::Enter(blossom)),
        }
    }
    while let Some(step) = steps.pop() {
        match step {
            Step::Enter(blossom) => {
                order.append(&mut members[blossom]);
                steps.push(Step::Leave(blossom));
                steps.extend(within[blossom].iter().map(|&inner| Step::Enter(inner)));
            }
            Step::Leave(blossom) => end[blossom] = order.len(),
        }
    }
    (order, end)
}
