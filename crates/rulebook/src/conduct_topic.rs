//! What a table's record cites when a player's conduct is noted.

use outflank_event::words;

words! {
    /// A matter of conduct at the table for which a rule document may have a clause.
    ///
    /// The table `[conduct]` of a rulebook file names the clauses. A rulebook without a clause cites none.
    ConductTopic {
        /// Holding a disc over the board too long.
        Hovering = "hovering",
        /// Leaving the table without permission.
        LeftTable = "left_table",
        /// Moving on the opponent's time.
        OpponentsTime = "opponents_time",
        /// Flipping with both hands, or pressing the clock with the other hand.
        Hands = "hands",
        /// Disturbing other players.
        Disturbing = "disturbing",
        /// Hiding the clock from the opponent.
        HidingClock = "hiding_clock",
        /// Keeping a hand on the clock.
        HandOnClock = "hand_on_clock",
        /// Distracting, annoying or harassing the opponent.
        Harassing = "harassing",
        /// Consulting another person, notes or a second board.
        Consulting = "consulting",
        /// A telephone that rings, or a device in use.
        Phone = "phone",
        /// Smoking in the playing area.
        Smoking = "smoking",
        /// An object on the board.
        Objects = "objects",
        /// Discs that are not centred, so that the position is hard to read.
        Unreadable = "unreadable",
        /// An assistant who interferes with the game or directs the player.
        Assistant = "assistant",
        /// Straightening the discs, which is a right and not an infringement.
        AdjustedDiscs = "adjusted_discs",
    }
}
