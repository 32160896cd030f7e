//! Who a request comes from.

use outflank_desk::access::Caller;

use crate::Web;
use crate::cookies::Presented;
use crate::errors::ApiError;

/// What is known of the sender of a request.
#[derive(Debug, Clone)]
pub(crate) enum Who {
    /// Somebody, or the public.
    Caller(Caller),
    /// Somebody with a token that opens nothing (any more).
    Unknown,
    /// The log could not be asked.
    Fault(ApiError),
}

impl Web {
    /// Looks up what a request presents. A cookie that is over is no failure: the public may look.
    pub(crate) async fn who(&self, presented: &Presented) -> Who {
        match presented {
            Presented::Nothing => Who::Caller(Caller::public()),
            Presented::Cookie(secret) => match self.desk.caller_by_cookie(secret).await {
                Ok(caller) => Who::Caller(caller),
                Err(refusal) => Who::Fault(refusal.into()),
            },
            Presented::Bearer(secret) => match self.desk.caller_by_token(secret).await {
                Ok(Some(caller)) => Who::Caller(caller),
                Ok(None) => Who::Unknown,
                Err(refusal) => Who::Fault(refusal.into()),
            },
        }
    }
}

impl Who {
    /// The caller, or why there is none.
    pub(crate) fn caller(self) -> Result<Caller, ApiError> {
        match self {
            Self::Caller(caller) => Ok(caller),
            Self::Unknown => Err(ApiError::unknown_caller()),
            Self::Fault(error) => Err(error),
        }
    }
}
