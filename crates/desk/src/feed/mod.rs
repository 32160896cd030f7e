pub(crate) mod hub;
pub(crate) mod looks;
pub(crate) mod outbox;
pub(crate) mod tasks;
