//! The demo championship, which the program around the server knows how to load.

use std::future::Future;
use std::pin::Pin;

/// Loads the demo championship into the running server.
pub trait DemoLoader: Send + Sync + 'static {
    /// Loads it if it is not there, and keeps its results arriving; gives its name in addresses, or
    /// says what is wrong and what to do.
    fn load(&self) -> Pin<Box<dyn Future<Output = Result<String, String>> + Send + '_>>;
}
