//! A form with files (`multipart/form-data`).

use std::sync::Arc;

use axum::extract::{FromRequest, Multipart, Request};
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::Web;
use crate::extract::{Caller, Form, read_body};
use crate::respond::Problem;

/// The most fields that are read.
const FIELDS_MAX: usize = 5_000;
/// The longest boundary between fields: 70 characters and two quotation marks.
const BOUNDARY_CHARS_MAX: usize = 72;

/// A file that was sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct File {
    /// The name of its field.
    pub(crate) field: String,
    pub(crate) name: String,
    pub(crate) text: String,
}

/// The fields of a form and the files with it. A form without files is read as well.
#[derive(Debug, Clone, Default)]
pub(crate) struct Upload {
    pub(crate) fields: Vec<(String, String)>,
    pub(crate) files: Vec<File>,
}

impl Upload {
    /// The fields as a struct.
    pub(crate) fn form<T: DeserializeOwned>(&self) -> Result<T, Problem> {
        let text = serde_html_form::to_string(&self.fields).map_err(Problem::unreadable)?;
        Form::parse(text.as_bytes()).map(|form| form.0)
    }

    /// The fields as one of several structs, which a field names (`#[serde(tag = "do")]`).
    pub(crate) fn form_by_name<T: DeserializeOwned>(&self) -> Result<T, Problem> {
        // Serde looks for the name in a map, and a form is a map only around a flattened value.
        #[derive(Deserialize)]
        struct Named<T> {
            #[serde(flatten)]
            form: T,
        }
        self.form::<Named<T>>().map(|named| named.form)
    }

    async fn of(multipart: &mut Multipart) -> Result<Self, Problem> {
        let mut upload = Self::default();
        while let Some(part) = multipart.next_field().await.map_err(Problem::unreadable)? {
            let field = part.name().unwrap_or_default().to_owned();
            // Browsers write a quotation mark in a name as `%22`.
            let name = part.file_name().map(|name| name.replace("%22", "\""));
            let bytes = part.bytes().await.map_err(Problem::unreadable)?;
            match name {
                Some(name) if !name.is_empty() => upload.files.push(File {
                    field,
                    name,
                    text: text(&bytes),
                }),
                // A file field in which no file was chosen.
                Some(_) => {}
                None => upload.fields.push((field, text(&bytes))),
            }
            if upload.fields.len() + upload.files.len() > FIELDS_MAX {
                return Err(Problem::unreadable(
                    "The form has too many fields. Send fewer.",
                ));
            }
        }
        Ok(upload)
    }
}

impl FromRequest<Arc<Web>> for Upload {
    type Rejection = Problem;

    async fn from_request(request: Request, web: &Arc<Web>) -> Result<Self, Problem> {
        let kind = request.headers().get(CONTENT_TYPE);
        let has_files = kind.is_some_and(|kind| kind.as_bytes().starts_with(b"multipart/"));
        let (parts, body) = request.into_parts();
        if has_files {
            check_sender(&parts)?;
        }
        let bytes_max = match has_files {
            true => web.settings.file_bytes_max,
            false => web.settings.body_bytes_max,
        };
        let body = read_body(&parts, body, bytes_max).await?;
        if !has_files {
            let fields = serde_html_form::from_bytes(&body).map_err(Problem::unreadable)?;
            return Ok(Self {
                fields,
                files: Vec::new(),
            });
        }
        let request = Request::from_parts(parts, body.into());
        let mut multipart = Multipart::from_request(request, &())
            .await
            .map_err(Problem::unreadable)?;
        Self::of(&mut multipart).await
    }
}

/// Files come only from people who are signed in, with a boundary as RFC 2046 has it.
fn check_sender(parts: &Parts) -> Result<(), Problem> {
    let caller = parts.extensions.get::<Caller>();
    if !caller.is_some_and(|caller| caller.is_known()) {
        return Err(Problem::not_allowed());
    }
    let kind = parts.headers.get(CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let boundary = kind.split("boundary=").nth(1).unwrap_or_default();
    match boundary.len() <= BOUNDARY_CHARS_MAX {
        true => Ok(()),
        false => Err(Problem::unreadable(
            "The boundary of the form is too long. Send the form from a browser.",
        )),
    }
}

/// UTF-8, or else Latin-1, in which old programs write names.
fn text(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.trim_start_matches('\u{feff}').to_owned(),
        Err(_) => bytes.iter().copied().map(char::from).collect(),
    }
}

#[cfg(test)]
mod tests {
    use crate::extract::upload::*;

    async fn read(body: &[u8]) -> (Vec<(String, String)>, Vec<File>) {
        let request = Request::post("/").header(CONTENT_TYPE, "multipart/form-data; boundary=x");
        let request = request.body(body.to_vec().into()).unwrap();
        let mut multipart = Multipart::from_request(request, &()).await.unwrap();
        let upload = Upload::of(&mut multipart).await.unwrap();
        (upload.fields, upload.files)
    }

    #[tokio::test]
    async fn a_file_keeps_its_whole_name() {
        let body = b"--x\r\nContent-Disposition: form-data; name=\"do\"\r\n\r\npaste\r\n\
            --x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a;b %22c%22.csv\"\r\n\
            Content-Type: text/csv\r\n\r\nM\xfcller\r\n--x--\r\n";
        let (fields, files) = read(body).await;
        assert_eq!(fields, [("do".to_owned(), "paste".to_owned())]);
        assert_eq!(
            (files[0].name.as_str(), files[0].text.as_str()),
            ("a;b \"c\".csv", "M\u{fc}ller")
        );
    }
}
