//! A form, a query or the parts of a path as a struct.

use std::sync::Arc;

use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use crate::Web;
use crate::extract::read_body;
use crate::respond::Problem;

/// A form of a page (`application/x-www-form-urlencoded`).
/// Repeated fields become a list. A field that cannot be read is named in the problem ([`Problem::field`]).
#[derive(Debug, Clone)]
pub(crate) struct Form<T>(pub(crate) T);

impl<T: DeserializeOwned> Form<T> {
    pub(crate) fn parse(text: &[u8]) -> Result<Self, Problem> {
        let fields = serde_html_form::Deserializer::from_bytes(text);
        match serde_path_to_error::deserialize(fields) {
            Ok(form) => Ok(Self(form)),
            Err(error) => {
                let field = error.path().to_string();
                let message = format!(
                    "Correct this field and send the form again: {}",
                    error.into_inner()
                );
                Err(Problem::in_field(&field, message))
            }
        }
    }
}

impl<T: DeserializeOwned> FromRequest<Arc<Web>> for Form<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, web: &Arc<Web>) -> Result<Self, Problem> {
        let (parts, body) = request.into_parts();
        let body = read_body(&parts, body, web.settings.body_bytes_max).await?;
        Self::parse(&body)
    }
}

/// What follows the question mark.
#[derive(Debug, Clone)]
pub(crate) struct Query<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let query = parts.uri.query().unwrap_or_default();
        Form::parse(query.as_bytes()).map(|form| Self(form.0))
    }
}

/// The parts of the path. Where one cannot be read, there is no page.
#[derive(Debug, Clone)]
pub(crate) struct Path<T>(pub(crate) T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let path = axum::extract::Path::from_request_parts(parts, state).await;
        path.map(|path| Self(path.0))
            .map_err(|_| Problem::not_found("page"))
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use crate::extract::form::*;

    #[derive(Debug, Deserialize)]
    struct Entry {
        name: String,
        #[serde(default)]
        round: Vec<u16>,
    }

    #[test]
    fn a_form_becomes_a_struct() {
        let Form(entry): Form<Entry> =
            Form::parse(b"name=Zo%C3%AB+Example&round=3&round=8").unwrap();
        assert_eq!(
            (entry.name.as_str(), entry.round.as_slice()),
            ("Zoë Example", &[3, 8][..])
        );
    }

    #[test]
    fn a_problem_names_its_field() {
        let problem = Form::<Entry>::parse(b"name=Ada&round=x").unwrap_err();
        assert_eq!(problem.field(), Some("round[0]"));
        assert_eq!(problem.status, 422);
    }
}
