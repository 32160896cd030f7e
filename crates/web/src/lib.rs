//! Pages, the HTTP API and the live streams.
