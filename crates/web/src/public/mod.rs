pub(crate) mod federation;
pub(crate) mod print;
pub(crate) mod rules;
pub(crate) mod sign_in;
pub(crate) mod site;
pub(crate) mod tournament;
