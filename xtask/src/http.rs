//! As much HTTP as the chores need: one request, one whole answer, on the loopback.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use crate::failure::Failure;

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// An answer: its head as text, its body as bytes.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    /// The status, 0 if the first line has none.
    pub(crate) fn status(&self) -> u16 {
        let word = self.head.split(' ').nth(1);
        word.and_then(|word| word.parse().ok()).unwrap_or(0)
    }

    /// A line of the head, by its name in lower case.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (key, value) = line.split_once(':')?;
            key.eq_ignore_ascii_case(name).then_some(value.trim())
        })
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

/// Sends a request and reads its whole answer.
pub(crate) fn send(
    address: &str,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &[u8],
) -> Result<Answer, Failure> {
    let failed = |error: std::io::Error| {
        Failure::Step(format!(
            "{method} {path} got no answer from {address}: {error}"
        ))
    };
    let mut stream = TcpStream::connect(address).map_err(failed)?;
    stream.set_read_timeout(Some(PATIENCE)).map_err(failed)?;
    let mut head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Length: {}\r\n",
        body.len()
    );
    for (name, value) in headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    head.push_str("\r\n");
    stream.write_all(head.as_bytes()).map_err(failed)?;
    stream.write_all(body).map_err(failed)?;
    read(&mut stream).map_err(failed)
}

fn read(stream: &mut TcpStream) -> std::io::Result<Answer> {
    let mut bytes = Vec::new();
    let mut buffer = [0; 64 * 1024];
    loop {
        if let Some(answer) = whole(&bytes) {
            return Ok(answer);
        }
        match stream.read(&mut buffer)? {
            0 => break,
            count => bytes.extend_from_slice(&buffer[..count]),
        }
    }
    let (head, body) = parts(&bytes).unwrap_or((&bytes, &[]));
    Ok(Answer {
        head: String::from_utf8_lossy(head).into_owned(),
        body: body.to_vec(),
    })
}

/// The answer, once as many bytes as its head announces are there.
fn whole(bytes: &[u8]) -> Option<Answer> {
    let (head, body) = parts(bytes)?;
    let mut answer = Answer {
        head: String::from_utf8_lossy(head).into_owned(),
        body: Vec::new(),
    };
    let length: usize = answer.header("content-length")?.parse().ok()?;
    answer.body = body.get(..length)?.to_vec();
    Some(answer)
}

fn parts(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n")?;
    Some((&bytes[..end], &bytes[end + 4..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_whole_when_its_announced_bytes_are_there() {
        let text = b"HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\nnone";
        assert!(whole(&text[..text.len() - 1]).is_none());
        let answer = whole(text).unwrap();
        assert_eq!((answer.status(), answer.text().as_str()), (404, "none"));
        assert_eq!(answer.header("content-length"), Some("4"));
    }
}
