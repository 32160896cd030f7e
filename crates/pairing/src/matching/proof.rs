//! The proof that a matching is the cheapest there is.

use super::Integer;
use serde::{Deserialize, Serialize};

/// A dual solution: numbers from which anybody can check that no matching is cheaper.
///
/// Costs are packed into one number and doubled: the value of the last level counts 2, and each
/// level above counts one more than everything below it could ever add up to (the next power of
/// two). The reduced cost of a pair is its packed cost, less the duals of its two vertices, plus
/// the duals of the blossoms that hold both. When no reduced cost and no blossom dual is negative,
/// every perfect matching costs at least the sum of the vertex duals less, for each blossom, its
/// dual times half of (its size less one); a matching that costs exactly that is the cheapest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proof {
    /// How many bits the packed levels take, before doubling.
    pub bits: u32,
    /// The dual of each vertex.
    pub vertices: Vec<Integer>,
    /// The blossoms whose dual is not zero; any two are nested or apart.
    pub blossoms: Vec<Blossom>,
}

/// An odd set of vertices with its dual.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Blossom {
    /// The vertices, in ascending order.
    pub vertices: Vec<usize>,
    /// The dual, never negative.
    pub dual: Integer,
}
