pub(crate) mod admission;
pub(crate) mod applicant;
pub(crate) mod official;
pub(crate) mod ownership;
pub(crate) mod person;
