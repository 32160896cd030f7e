//! Where a drawing gets its colours from.

/// Where a drawing gets its colours from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Paint {
    /// From the page's stylesheet: the drawing has classes only.
    Stylesheet,
    /// From itself: a file that stands alone.
    Own,
}

impl Paint {
    /// The attributes of a part with this class.
    pub(crate) const fn of(self, part: Part) -> &'static str {
        match (self, part) {
            (Self::Stylesheet, Part::Labels) => " class=\"labels\"",
            (Self::Stylesheet, Part::Field) => " class=\"field\"",
            (Self::Stylesheet, Part::Grid) => " class=\"grid\"",
            (Self::Stylesheet, Part::Spots) => " class=\"spots\"",
            (Self::Stylesheet, Part::Black) => " class=\"b\"",
            (Self::Stylesheet, Part::White) => " class=\"w\"",
            (Self::Stylesheet, Part::Flipped) => " class=\"flipped\"",
            (Self::Stylesheet, Part::Last) => " class=\"last\"",
            (Self::Stylesheet, Part::Numbers) => " class=\"numbers\"",
            (Self::Stylesheet, Part::OnWhite) => " class=\"on-w\"",
            (Self::Own, Part::Labels) => {
                " fill=\"none\" stroke=\"#333\" stroke-width=\".9\" stroke-linecap=\"round\" stroke-linejoin=\"round\""
            }
            (Self::Own, Part::Field) => " fill=\"#2e7d4f\"",
            (Self::Own, Part::Grid) => " fill=\"none\" stroke=\"#10331f\" stroke-width=\".35\"",
            (Self::Own, Part::Spots) => " fill=\"#10331f\"",
            (Self::Own, Part::Black) => " fill=\"#111\" stroke=\"#111\" stroke-width=\".3\"",
            (Self::Own, Part::White) => " fill=\"#fff\" stroke=\"#111\" stroke-width=\".3\"",
            (Self::Own, Part::Flipped) => " fill=\"none\" stroke=\"#e3b505\" stroke-width=\".7\"",
            (Self::Own, Part::Last) => " fill=\"none\" stroke=\"#fff\" stroke-width=\".7\"",
            (Self::Own, Part::Numbers) => {
                " fill=\"none\" stroke=\"#fff\" stroke-width=\".9\" stroke-linecap=\"round\" stroke-linejoin=\"round\""
            }
            (Self::Own, Part::OnWhite) => " stroke=\"#111\"",
            (Self::Stylesheet, Part::DotOnBlack) => " class=\"dot-b\"",
            (Self::Stylesheet, Part::DotOnWhite) => " class=\"dot-w\"",
            (Self::Own, Part::DotOnBlack) => " fill=\"#fff\"",
            (Self::Own, Part::DotOnWhite) => " fill=\"#111\"",
        }
    }
}

/// A part of a board's drawing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    Labels,
    Field,
    Grid,
    Spots,
    Black,
    White,
    Flipped,
    Last,
    Numbers,
    OnWhite,
    DotOnBlack,
    DotOnWhite,
}
