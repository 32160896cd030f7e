pub(crate) mod counts;
pub(crate) mod desk_fact;
pub(crate) mod federation;
pub(crate) mod game;
pub(crate) mod mark;
pub(crate) mod remembered;
pub(crate) mod tournament;
pub(crate) mod warm;
