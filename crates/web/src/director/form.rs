//! What a form or a query sends.

/// Fields with their values, in the order they were sent.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Form(Vec<(String, String)>);

/// The most fields that are read; a round of 500 tables has fewer.
const FIELDS_MAX: usize = 5000;

impl Form {
    /// Reads `a=1&b=two+words`.
    ///
    /// ```
    /// use outflank_web::director::Form;
    /// let form = Form::parse("name=Zo%C3%AB+Example&pick=3&pick=8");
    /// assert_eq!(form.get("name"), "Zoë Example");
    /// assert_eq!(form.all("pick"), ["3", "8"]);
    /// assert_eq!(form.get("other"), "");
    /// ```
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let pairs = text.split('&').filter(|pair| !pair.is_empty());
        let read = |pair: &str| match pair.split_once('=') {
            Some((name, value)) => (decoded(name), decoded(value)),
            None => (decoded(pair), String::new()),
        };
        Self(pairs.take(FIELDS_MAX).map(read).collect())
    }

    /// The first value of a field without spaces around it; nothing sent is an empty text.
    #[must_use]
    pub fn get(&self, name: &str) -> &str {
        let found = self.0.iter().find(|(field, _)| field == name);
        found.map_or("", |(_, value)| value.trim())
    }

    /// The first value of a field as it was typed, spaces and all: a password.
    #[must_use]
    pub fn exact(&self, name: &str) -> &str {
        let found = self.0.iter().find(|(field, _)| field == name);
        found.map_or("", |(_, value)| value)
    }

    /// The value, if there is one.
    #[must_use]
    pub fn some(&self, name: &str) -> Option<String> {
        Some(self.get(name))
            .filter(|value| !value.is_empty())
            .map(str::to_owned)
    }

    /// Every value of a field.
    #[must_use]
    pub fn all(&self, name: &str) -> Vec<&str> {
        let named = self.0.iter().filter(|(field, _)| field == name);
        named.map(|(_, value)| value.trim()).collect()
    }

    #[must_use]
    pub fn number<T: std::str::FromStr>(&self, name: &str) -> Option<T> {
        self.get(name).parse().ok()
    }

    /// Whether a box is ticked.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        !self.get(name).is_empty()
    }

    /// The fields whose name begins so, with the rest of the name.
    pub fn beginning<'a>(&'a self, start: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
        (self.0.iter())
            .filter_map(move |(field, value)| Some((field.strip_prefix(start)?, value.trim())))
    }
}

fn decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let hex = |place: usize| {
            let digit = char::from(*bytes.get(place)?).to_digit(16)?;
            u8::try_from(digit).ok()
        };
        match (bytes[at], hex(at + 1), hex(at + 2)) {
            (b'+', _, _) => out.push(b' '),
            (b'%', Some(high), Some(low)) => {
                out.push(high * 16 + low);
                at += 2;
            }
            (other, _, _) => out.push(other),
        }
        at += 1;
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use crate::director::form::*;
    use crate::pages::html::url_part as encoded;

    #[test]
    fn what_is_encoded_is_read_again() {
        for text in ["", "a b", "Ilse & Zoë = 50 %", "李", "<script>"] {
            let form = Form::parse(&format!("x={}", encoded(text)));
            assert_eq!(form.get("x"), text);
        }
    }

    #[test]
    fn a_broken_escape_stays_as_it_is() {
        assert_eq!(Form::parse("x=50%").get("x"), "50%");
        assert_eq!(Form::parse("x=%zz").get("x"), "%zz");
        assert_eq!(Form::parse("x=%é").get("x"), "%é");
    }
}
