pub(crate) mod archiver;
pub(crate) mod arrivals;
pub(crate) mod second_folder;
pub(crate) mod take_over;
