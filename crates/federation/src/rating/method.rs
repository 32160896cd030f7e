//! The numbers of a rating method.

/// From which age on a weight holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WeightStep {
    /// The age in whole months.
    pub from_months: u32,
    /// The weight of a game that old.
    pub weight: u32,
}

/// A rating method: a name that lists carry, and its numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Method {
    /// The name with its version; other numbers are another version.
    pub name: &'static str,
    /// The weights by age, youngest first; the first begins at 0.
    pub weights: &'static [WeightStep],
    /// The rating of the mean strength, with each player weighted by their games.
    pub centre: i32,
    /// Points for a factor e in strength. 182 makes three wins of four worth 200 points.
    pub scale: u32,
    /// A player who has not played for this many months is not listed.
    pub listed_months: u32,
    /// A rating is official if its margin of error is below this.
    pub official_margin: u32,
}

const fn step(from_months: u32, weight: u32) -> WeightStep {
    WeightStep {
        from_months,
        weight,
    }
}

impl Method {
    /// The World Othello Federation's, as its site describes it. The margin of error is one standard
    /// error of the strength, a game of full weight counting as one observation.
    pub const WOF: Self = Self {
        name: "wof-1",
        weights: &[
            step(0, 150),
            step(7, 100),
            step(14, 60),
            step(26, 30),
            step(38, 1),
        ],
        centre: 1800,
        scale: 182,
        listed_months: 38,
        official_margin: 200,
    };

    /// The weight of a game of this age.
    ///
    /// ```
    /// use outflank_federation::rating::Method;
    /// let ages = [0, 6, 7, 13, 14, 25, 26, 37, 38, 400];
    /// let weights = ages.map(|months| Method::WOF.weight(months));
    /// assert_eq!(weights, [150, 150, 100, 100, 60, 60, 30, 30, 1, 1]);
    /// ```
    pub fn weight(&self, months: u32) -> u32 {
        let step = self
            .weights
            .iter()
            .rev()
            .find(|one| one.from_months <= months);
        step.map_or(0, |one| one.weight)
    }

    /// The weight of a game of today.
    pub(super) fn full_weight(&self) -> u32 {
        self.weights.first().map_or(1, |one| one.weight.max(1))
    }
}
