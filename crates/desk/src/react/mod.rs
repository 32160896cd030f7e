pub(crate) mod federation;
pub(crate) mod game;
