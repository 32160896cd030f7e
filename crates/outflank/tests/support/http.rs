//! A small HTTP client: what tests send, byte for byte.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// How long a test waits for an answer; far longer than any answer takes.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

#[derive(Debug, Clone)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Reply {
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    #[track_caller]
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("{error}: {} {}", self.status, self.text()))
    }

    pub(crate) fn code(&self) -> String {
        serde_json::from_slice::<serde_json::Value>(&self.body)
            .ok()
            .and_then(|body| body["code"].as_str().map(str::to_owned))
            .unwrap_or_default()
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(one, _)| one.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.as_str())
    }
}

/// Whom the requests come from.
#[derive(Debug, Clone)]
pub(crate) struct Client {
    pub(crate) address: SocketAddr,
    pub(crate) headers: Vec<(String, String)>,
}

impl Client {
    pub(crate) fn new(address: SocketAddr) -> Self {
        Self {
            address,
            headers: Vec::new(),
        }
    }

    #[must_use]
    pub(crate) fn with(&self, name: &str, value: &str) -> Self {
        let mut client = self.clone();
        client.headers.push((name.to_owned(), value.to_owned()));
        client
    }

    #[must_use]
    pub(crate) fn bearer(&self, token: &str) -> Self {
        self.with("Authorization", &format!("Bearer {token}"))
    }

    #[track_caller]
    pub(crate) fn get(&self, path: &str) -> Reply {
        self.send("GET", path, None).unwrap()
    }

    /// Presses the button on the page of a link.
    #[track_caller]
    pub(crate) fn open_link(&self, path: &str) -> Reply {
        let form = self.with("Content-Type", "application/x-www-form-urlencoded");
        form.send("POST", path, Some(b"")).unwrap()
    }

    #[track_caller]
    pub(crate) fn post(&self, path: &str, body: &serde_json::Value) -> Reply {
        self.try_post(path, body).unwrap()
    }

    pub(crate) fn try_post(&self, path: &str, body: &serde_json::Value) -> std::io::Result<Reply> {
        let client = if self.headers.iter().any(|(name, _)| name == "Content-Type") {
            self.clone()
        } else {
            self.with("Content-Type", "application/json")
        };
        client.send("POST", path, Some(body.to_string().as_bytes()))
    }

    /// One request on its own connection.
    pub(crate) fn send(
        &self,
        method: &str,
        path: &str,
        body: Option<&[u8]>,
    ) -> std::io::Result<Reply> {
        let stream = self.open(method, path, body, "close")?;
        read_reply(&mut BufReader::new(stream))
    }

    /// A stream of events.
    pub(crate) fn listen(&self, path: &str) -> std::io::Result<Listener> {
        let stream = self.open("GET", path, None, "keep-alive")?;
        let mut reader = BufReader::new(stream);
        let (status, headers) = read_head(&mut reader)?;
        Ok(Listener {
            status,
            headers,
            reader,
            pending: Vec::new(),
        })
    }

    fn open(
        &self,
        method: &str,
        path: &str,
        body: Option<&[u8]>,
        connection: &str,
    ) -> std::io::Result<TcpStream> {
        let mut stream = TcpStream::connect_timeout(&self.address, PATIENCE)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_nodelay(true)?;
        let mut head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: {connection}\r\n",
            self.address
        );
        for (name, value) in &self.headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        if let Some(body) = body {
            head.push_str(&format!("Content-Length: {}\r\n", body.len()));
        }
        head.push_str("\r\n");
        stream.write_all(head.as_bytes())?;
        // A server that refuses a large body may answer before it has read it all.
        let _ = stream.write_all(body.unwrap_or_default());
        Ok(stream)
    }
}

type Head = (u16, Vec<(String, String)>);

fn read_head(reader: &mut impl BufRead) -> std::io::Result<Head> {
    let mut line = String::new();
    reader.read_line(&mut line)?;
    let status = line
        .split(' ')
        .nth(1)
        .and_then(|word| word.parse().ok())
        .ok_or_else(|| std::io::Error::other(format!("no status: {line:?}")))?;
    let mut headers = Vec::new();
    loop {
        line.clear();
        reader.read_line(&mut line)?;
        let Some((name, value)) = line.trim_end().split_once(':') else {
            return Ok((status, headers));
        };
        headers.push((name.to_owned(), value.trim().to_owned()));
    }
}

fn read_reply(reader: &mut impl BufRead) -> std::io::Result<Reply> {
    let (status, headers) = read_head(reader)?;
    let has = |name: &str, value: &str| {
        (headers.iter()).any(|(n, v)| n.eq_ignore_ascii_case(name) && v.contains(value))
    };
    let mut body = Vec::new();
    if has("transfer-encoding", "chunked") {
        while let Some(chunk) = read_chunk(reader)? {
            body.extend(chunk);
        }
    } else {
        let length = (headers.iter())
            .find(|(name, _)| name.eq_ignore_ascii_case("content-length"))
            .and_then(|(_, value)| value.parse().ok());
        match length {
            Some(length) => {
                body.resize(length, 0);
                reader.read_exact(&mut body)?;
            }
            None => {
                reader.read_to_end(&mut body)?;
            }
        }
    }
    Ok(Reply {
        status,
        headers,
        body,
    })
}

fn read_chunk(reader: &mut impl BufRead) -> std::io::Result<Option<Vec<u8>>> {
    let mut line = String::new();
    if reader.read_line(&mut line)? == 0 {
        return Err(std::io::ErrorKind::UnexpectedEof.into());
    }
    let length = usize::from_str_radix(line.trim(), 16).map_err(std::io::Error::other)?;
    let mut chunk = vec![0; length + 2];
    reader.read_exact(&mut chunk)?;
    chunk.truncate(length);
    Ok((length > 0).then_some(chunk))
}

/// One message of a stream.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Message {
    pub(crate) id: Option<u64>,
    pub(crate) event: String,
    pub(crate) data: String,
    pub(crate) retry: Option<u64>,
}

impl Message {
    #[track_caller]
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.data).unwrap()
    }
}

/// An open stream of events.
#[derive(Debug)]
pub(crate) struct Listener {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    reader: BufReader<TcpStream>,
    pending: Vec<u8>,
}

impl Listener {
    /// The next message; comments are passed over. `None` when the stream has ended in order.
    pub(crate) fn message(&mut self) -> std::io::Result<Option<Message>> {
        loop {
            if let Some(end) = find(&self.pending, b"\n\n") {
                let text: Vec<u8> = self.pending.drain(..end + 2).collect();
                let message = parse(&String::from_utf8_lossy(&text));
                if message != Message::default() {
                    return Ok(Some(message));
                }
                continue;
            }
            match read_chunk(&mut self.reader)? {
                Some(chunk) => self.pending.extend(chunk),
                None => return Ok(None),
            }
        }
    }
}

fn find(bytes: &[u8], what: &[u8]) -> Option<usize> {
    bytes.windows(what.len()).position(|window| window == what)
}

fn parse(text: &str) -> Message {
    let mut message = Message::default();
    for line in text.lines() {
        match line.split_once(": ") {
            Some(("id", value)) => message.id = value.parse().ok(),
            Some(("event", value)) => value.clone_into(&mut message.event),
            Some(("data", value)) => message.data.push_str(value),
            Some(("retry", value)) => message.retry = value.parse().ok(),
            _ => {}
        }
    }
    message
}
