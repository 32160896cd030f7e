//! As much HTML as our own pages have: elements, their attributes, their text and what they lie in.

#[derive(Debug, Clone, Default)]
pub(crate) struct Tag {
    pub(crate) name: String,
    pub(crate) attributes: Vec<(String, String)>,
    /// Everything written inside it, and the names of what is drawn in it.
    pub(crate) text: String,
    /// The elements around it.
    pub(crate) inside: Vec<String>,
}

impl Tag {
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        let found = self.attributes.iter().find(|(one, _)| one == name);
        found.map(|(_, value)| value.as_str())
    }

    /// Whether it has the attribute, and not an empty one.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.get(name).is_some_and(|value| !value.trim().is_empty())
    }

    pub(crate) fn is_hidden(&self) -> bool {
        self.get("hidden").is_some()
    }
}

const VOID: [&str; 6] = ["meta", "link", "input", "br", "hr", "img"];

/// The elements of a page in their order.
pub(crate) fn tags(page: &str) -> Vec<Tag> {
    let mut tags: Vec<Tag> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut rest = page;
    while let Some(start) = rest.find('<') {
        write(&mut tags, &open, &rest[..start]);
        rest = &rest[start + 1..];
        let end = end_of(rest);
        let (inner, after) = (&rest[..end], &rest[(end + 1).min(rest.len())..]);
        rest = after;
        if let Some(name) = inner.strip_prefix('/') {
            if let Some(at) = open.iter().rposition(|n| tags[*n].name == name.trim()) {
                open.truncate(at);
            }
        } else if !inner.starts_with('!') {
            let mut tag = read(inner.trim_end_matches('/'));
            tag.inside = open.iter().map(|n| tags[*n].name.clone()).collect();
            if let Some(label) = tag.get("aria-label").or(tag.get("alt")).map(str::to_owned) {
                write(&mut tags, &open, &label);
            }
            let is_open = !inner.ends_with('/') && !VOID.contains(&tag.name.as_str());
            tags.push(tag);
            if is_open {
                open.push(tags.len() - 1);
            }
        }
    }
    tags
}

fn write(tags: &mut [Tag], open: &[usize], text: &str) {
    for n in open {
        tags[*n].text.push_str(text);
    }
}

/// Where a tag ends; a `>` in quotes does not end it.
fn end_of(text: &str) -> usize {
    let mut is_quoted = false;
    for (n, letter) in text.char_indices() {
        match letter {
            '"' => is_quoted = !is_quoted,
            '>' if !is_quoted => return n,
            _ => {}
        }
    }
    text.len()
}

fn read(inner: &str) -> Tag {
    let (name, mut rest) = inner.split_once(char::is_whitespace).unwrap_or((inner, ""));
    let mut tag = Tag {
        name: name.to_ascii_lowercase(),
        ..Tag::default()
    };
    loop {
        rest = rest.trim_start();
        let Some(end) = rest.find(|letter: char| letter == '=' || letter.is_whitespace()) else {
            if !rest.is_empty() {
                tag.attributes.push((rest.to_owned(), String::new()));
            }
            return tag;
        };
        let key = rest[..end].to_owned();
        rest = &rest[end..];
        let Some(value) = rest.strip_prefix('=') else {
            tag.attributes.push((key, String::new()));
            continue;
        };
        let (value, after) = match value.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => value.split_once(char::is_whitespace).unwrap_or((value, "")),
        };
        tag.attributes.push((key, value.to_owned()));
        rest = after;
    }
}
