//! Names in plain ASCII, as the World Othello Federation's list has them.

/// Latin letters with marks, and what the lists write for them.
const FOLDED: [(&str, &str); 47] = [
    ("ÀÁÂÃĀĂĄ", "A"),
    ("àáâãāăą", "a"),
    ("Å", "Aa"),
    ("å", "aa"),
    ("Ä", "Ae"),
    ("ä", "ae"),
    ("Æ", "Ae"),
    ("æ", "ae"),
    ("ÇĆĈĊČ", "C"),
    ("çćĉċč", "c"),
    ("ĎĐÐ", "D"),
    ("ďđð", "d"),
    ("ÈÉÊËĒĔĖĘĚ", "E"),
    ("èéêëēĕėęě", "e"),
    ("ĜĞĠĢ", "G"),
    ("ĝğġģ", "g"),
    ("ĤĦ", "H"),
    ("ĥħ", "h"),
    ("ÌÍÎÏĨĪĬĮİ", "I"),
    ("ìíîïĩīĭįı", "i"),
    ("Ĵ", "J"),
    ("ĵ", "j"),
    ("Ķ", "K"),
    ("ķ", "k"),
    ("ĹĻĽŁ", "L"),
    ("ĺļľł", "l"),
    ("ÑŃŅŇ", "N"),
    ("ñńņň", "n"),
    ("ÒÓÔÕŌŎŐ", "O"),
    ("òóôõōŏő", "o"),
    ("ÖØŒ", "Oe"),
    ("öøœ", "oe"),
    ("ŔŖŘ", "R"),
    ("ŕŗř", "r"),
    ("ŚŜŞŠȘ", "S"),
    ("śŝşšș", "s"),
    ("ß", "ss"),
    ("ŢŤŦȚ", "T"),
    ("ţťŧț", "t"),
    ("ÙÚÛŨŪŬŮŰŲ", "U"),
    ("ùúûũūŭůűų", "u"),
    ("Ü", "Ue"),
    ("ü", "ue"),
    ("ÝŸŶ", "Y"),
    ("ýÿŷ", "y"),
    ("ŹŻŽ", "Z"),
    ("źżž", "z"),
];

/// The text in ASCII if its letters are Latin; nothing if a person must write the name.
///
/// ```
/// use outflank_formats::ascii_form;
/// assert_eq!(ascii_form("Çelik-Ødegård").as_deref(), Some("Celik-Oedegaard"));
/// assert_eq!(ascii_form("例太郎"), None);
/// ```
#[must_use]
pub fn ascii_form(text: &str) -> Option<String> {
    let mut folded = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '’' | '‘' => folded.push('\''),
            '–' | '‐' => folded.push('-'),
            plain if plain.is_ascii() => folded.push(plain),
            marked => folded.push_str(without_mark(marked)?),
        }
    }
    Some(folded)
}

fn without_mark(letter: char) -> Option<&'static str> {
    let (_, folded) = FOLDED
        .iter()
        .find(|(letters, _)| letters.contains(letter))?;
    Some(folded)
}
