//! Forms that carry a file: `multipart/form-data`, read without a script's help.

use crate::director::form::Form;

/// The most parts that are read.
const PARTS_MAX: usize = 200;

/// A form as a browser sends it, whichever way.
#[must_use]
pub(crate) fn read_form(content_type: &str, body: &[u8]) -> Form {
    match boundary(content_type) {
        Some(boundary) => Form::of(parts(body, &boundary)),
        None => Form::parse(&String::from_utf8_lossy(body)),
    }
}

fn boundary(content_type: &str) -> Option<String> {
    let (kind, rest) = content_type.split_once(';')?;
    if !kind.trim().eq_ignore_ascii_case("multipart/form-data") {
        return None;
    }
    let named = rest
        .split(';')
        .find_map(|one| one.trim().strip_prefix("boundary="))?;
    let named = named.trim().trim_matches('"');
    (!named.is_empty()).then(|| named.to_owned())
}

/// The fields in their order; a file's name goes before it as `field.name`.
fn parts(body: &[u8], boundary: &str) -> Vec<(String, String)> {
    let mark = format!("--{boundary}");
    let mut fields = Vec::new();
    for part in split(body, mark.as_bytes())
        .into_iter()
        .skip(1)
        .take(PARTS_MAX)
    {
        let part = part.strip_prefix(b"\r\n").unwrap_or(part);
        let Some(end) = find(part, b"\r\n\r\n") else {
            continue;
        };
        let head = String::from_utf8_lossy(&part[..end]);
        let value = &part[end + 4..];
        let value = value.strip_suffix(b"\r\n").unwrap_or(value);
        let Some(name) = parameter(&head, "name") else {
            continue;
        };
        if let Some(file) = parameter(&head, "filename") {
            fields.push((format!("{name}.name"), file));
        }
        fields.push((name, text(value)));
    }
    fields
}

/// A file's text: UTF-8, or else Latin-1, in which old programs write names.
fn text(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.trim_start_matches('\u{feff}').to_owned(),
        Err(_) => bytes.iter().copied().map(char::from).collect(),
    }
}

fn parameter(head: &str, name: &str) -> Option<String> {
    let line =
        (head.lines()).find(|line| line.to_ascii_lowercase().starts_with("content-disposition"))?;
    let wanted = format!("{name}=\"");
    let found = line
        .split(';')
        .find_map(|one| one.trim().strip_prefix(&wanted))?;
    Some(found.trim_end_matches('"').replace("%22", "\""))
}

fn split<'a>(body: &'a [u8], mark: &[u8]) -> Vec<&'a [u8]> {
    let mut found = Vec::new();
    let mut rest = body;
    while let Some(at) = find(rest, mark) {
        found.push(&rest[..at]);
        rest = &rest[at + mark.len()..];
    }
    found.push(rest);
    found
}

fn find(bytes: &[u8], what: &[u8]) -> Option<usize> {
    (!what.is_empty()).then(|| bytes.windows(what.len()).position(|window| window == what))?
}

#[cfg(test)]
mod tests {
    use crate::director::upload::*;

    #[test]
    fn a_file_comes_with_its_name_and_other_fields_stay() {
        let body = "--x\r\nContent-Disposition: form-data; name=\"do\"\r\n\r\npaste\r\n\
            --x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"list.csv\"\r\nContent-Type: text/csv\r\n\r\n\
            name,country\r\nZoë,FRA\r\n\r\n--x--\r\n";
        let form = read_form("multipart/form-data; boundary=x", body.as_bytes());
        assert_eq!(form.get("do"), "paste");
        assert_eq!(form.get("file.name"), "list.csv");
        assert_eq!(form.exact("file"), "name,country\r\nZoë,FRA\r\n");
        assert_eq!(
            read_form("application/x-www-form-urlencoded", b"a=1").get("a"),
            "1"
        );
    }

    #[test]
    fn old_letters_are_read_and_broken_parts_left_out() {
        let mut body = b"--y\r\nContent-Disposition: form-data; name=\"f\"; filename=\"\"\r\n\r\nM\xfcller\r\n--y\r\nnothing\r\n--y--".to_vec();
        assert_eq!(
            read_form("multipart/form-data; boundary=\"y\"", &body).get("f"),
            "Müller"
        );
        for n in 0..body.len() {
            body[n] ^= 0x55;
            let _ = read_form("multipart/form-data; boundary=y", &body);
        }
    }
}
