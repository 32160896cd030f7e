//! How a field is read and written, declared once.
//!
//! A [`Codec`] reads one value, noting what is wrong with it, and writes it again. [`record!`] makes the codec of an
//! object from the list of its fields, so that reading, writing and the list of known fields cannot disagree:
//!
//! ```text
//! record!(WithdrawnFields for WithdrawnEntry {
//!     "id" id: Must Id,
//!     "after_round" after_round: Must Number("a round's number; 0 is before the first"),
//! });
//! ```

use outflank_pairing::EntrantId;
use outflank_tournament::CivilDate;
use serde::Serialize;

use crate::tournament_file::json::{Fields, Node, Path, Source};
use crate::tournament_file::problem::What;

/// Names and the like.
pub(crate) const TEXT_CHARS_MAX: usize = 200;

pub(crate) trait Codec<T> {
    fn read<'a>(&self, source: &mut Source<'a>, node: Node<'a, '_>) -> Option<T>;
    fn write(&self, value: &T) -> String;
}

/// How a field is missed: [`Must`], [`May`] or [`OrDefault`].
pub(crate) trait Presence<F, T> {
    /// Nothing where the object cannot be made without the field.
    fn take(
        fields: &mut Fields<'_, '_>,
        source: &mut Source<'_>,
        name: &'static str,
        read: Option<T>,
    ) -> Option<F>;
    fn shown(field: &F) -> Option<&T>;
}

/// The object is not complete without it.
pub(crate) struct Must;
/// It may be left out.
pub(crate) struct May;
/// Left out, it has its default value, which is not written either.
pub(crate) struct OrDefault;

impl<T> Presence<T, T> for Must {
    fn take(
        fields: &mut Fields<'_, '_>,
        source: &mut Source<'_>,
        name: &'static str,
        read: Option<T>,
    ) -> Option<T> {
        if !fields.was_given(name) {
            source.wrong(fields.node, What::Missing(name));
        }
        read
    }

    fn shown(field: &T) -> Option<&T> {
        Some(field)
    }
}

impl<T> Presence<Option<T>, T> for May {
    fn take(
        _: &mut Fields<'_, '_>,
        _: &mut Source<'_>,
        _: &'static str,
        read: Option<T>,
    ) -> Option<Option<T>> {
        Some(read)
    }

    fn shown(field: &Option<T>) -> Option<&T> {
        field.as_ref()
    }
}

impl<T: Default + PartialEq> Presence<T, T> for OrDefault {
    fn take(
        _: &mut Fields<'_, '_>,
        _: &mut Source<'_>,
        _: &'static str,
        read: Option<T>,
    ) -> Option<T> {
        Some(read.unwrap_or_default())
    }

    fn shown(field: &T) -> Option<&T> {
        (*field != T::default()).then_some(field)
    }
}

/// Reads a field of an object.
pub(crate) fn field<'a, P: Presence<F, T>, F, T>(
    source: &mut Source<'a>,
    fields: &mut Fields<'a, '_>,
    name: &'static str,
    codec: &impl Codec<T>,
) -> Option<F> {
    let path = fields.node.path;
    let read = fields.take(name).and_then(|raw| {
        let node = Node::inside(raw, Path::Field(&path, name));
        if matches!(path, Path::Top) {
            source.note_line(node);
        }
        codec.read(source, node)
    });
    P::take(fields, source, name, read)
}

/// The codec of an object, from its fields in the order they are written.
macro_rules! record {
    ($codec:ident for $type:ident $(with $also:literal)? {
        $($name:literal $field:ident: $presence:ident $how:expr,)+
    }) => {
        #[derive(Clone, Copy)]
        pub(crate) struct $codec;

        impl $codec {
            pub(crate) fn read_fields<'a>(
                source: &mut Source<'a>,
                mut fields: Fields<'a, '_>,
            ) -> Option<$type> {
                $(let $field = codec::field::<$presence, _, _>(source, &mut fields, $name, &$how);)+
                fields.finish(source, &[$($also,)? $($name,)+]);
                Some($type { $($field: $field?,)+ })
            }

            pub(crate) fn object(value: &$type) -> Object {
                let mut object = Object::default();
                $(if let Some(shown) = <$presence as Presence<_, _>>::shown(&value.$field) {
                    object.put($name, $how.write(shown));
                })+
                object
            }
        }

        impl Codec<$type> for $codec {
            fn read<'a>(&self, source: &mut Source<'a>, node: Node<'a, '_>) -> Option<$type> {
                let fields = source.object(node)?;
                Self::read_fields(source, fields)
            }

            fn write(&self, value: &$type) -> String {
                Self::object(value).line()
            }
        }
    };
}
pub(crate) use record;

/// The fields of an object, written.
#[derive(Default)]
pub(crate) struct Object {
    pub(crate) fields: Vec<String>,
}

impl Object {
    pub(crate) fn put(&mut self, name: &str, value: impl std::fmt::Display) {
        self.fields.push(format!("{}: {value}", inline(name)));
    }

    pub(crate) fn line(&self) -> String {
        format!("{{{}}}", self.fields.join(", "))
    }
}

/// JSON on one line, with a blank after every comma and colon.
pub(crate) fn inline<T: Serialize + ?Sized>(value: &T) -> String {
    struct Spaced;
    impl serde_json::ser::Formatter for Spaced {
        fn begin_array_value<W: ?Sized + std::io::Write>(
            &mut self,
            out: &mut W,
            first: bool,
        ) -> std::io::Result<()> {
            out.write_all(if first { b"" } else { b", " })
        }
        fn begin_object_key<W: ?Sized + std::io::Write>(
            &mut self,
            out: &mut W,
            first: bool,
        ) -> std::io::Result<()> {
            out.write_all(if first { b"" } else { b", " })
        }
        fn begin_object_value<W: ?Sized + std::io::Write>(
            &mut self,
            out: &mut W,
        ) -> std::io::Result<()> {
            out.write_all(b": ")
        }
    }
    let mut bytes = Vec::new();
    let mut serializer = serde_json::Serializer::with_formatter(&mut bytes, Spaced);
    value
        .serialize(&mut serializer)
        .expect("values of the file have text keys");
    String::from_utf8(bytes).expect("JSON is text")
}

/// A text of at most so many characters.
pub(crate) struct Text(pub(crate) usize);

/// Names and the like.
pub(crate) const TEXT: Text = Text(TEXT_CHARS_MAX);

impl Codec<String> for Text {
    fn read<'a>(&self, source: &mut Source<'a>, node: Node<'a, '_>) -> Option<String> {
        source.text(node, self.0)
    }

    fn write(&self, value: &String) -> String {
        inline(value)
    }
}

/// A value that is parsed from a text and displayed as one.
pub(crate) struct Parsed<E>(pub(crate) fn(E) -> What);

impl<T, E> Codec<T> for Parsed<E>
where
    T: std::str::FromStr<Err = E> + std::fmt::Display,
{
    fn read<'a>(&self, source: &mut Source<'a>, node: Node<'a, '_>) -> Option<T> {
        let text = source.text(node, TEXT_CHARS_MAX)?;
        let parsed = text.parse().map_err(self.0);
        parsed.map_err(|what| source.wrong(node, what)).ok()
    }

    fn write(&self, value: &T) -> String {
        inline(&value.to_string())
    }
}

pub(crate) const DATE: Parsed<outflank_tournament::DateError> = Parsed(What::Date);

/// A whole number; the text says what it counts.
pub(crate) struct Number(pub(crate) &'static str);

impl<T: TryFrom<i64> + Serialize> Codec<T> for Number {
    fn read<'a>(&self, source: &mut Source<'a>, node: Node<'a, '_>) -> Option<T> {
        source.number(node, self.0)
    }

    fn write(&self, value: &T) -> String {
        inline(value)
    }
}

/// Whatever reads and writes itself; the text says what it is.
pub(crate) struct Value(pub(crate) &'static str);

impl<T: serde::de::DeserializeOwned + Serialize> Codec<T> for Value {
    fn read<'a>(&self, source: &mut Source<'a>, node: Node<'a, '_>) -> Option<T> {
        source.value(node, self.0)
    }

    fn write(&self, value: &T) -> String {
        inline(value)
    }
}

pub(crate) const FLAG: Value = Value("true or false");

/// A number with a type of its own.
pub(crate) struct Wrapped<T, N>(
    pub(crate) Number,
    pub(crate) fn(N) -> T,
    pub(crate) fn(&T) -> N,
);

impl<T, N: TryFrom<i64> + Serialize> Codec<T> for Wrapped<T, N> {
    fn read<'a>(&self, source: &mut Source<'a>, node: Node<'a, '_>) -> Option<T> {
        self.0.read(source, node).map(self.1)
    }

    fn write(&self, value: &T) -> String {
        inline(&self.2(value))
    }
}

pub(crate) const ID: Wrapped<EntrantId, u32> = Wrapped(
    Number("a player's number, a whole number from 0 to 4294967295"),
    EntrantId,
    |id| id.0,
);

/// One of a list of words; the first word of a value is the one that is written.
pub(crate) struct Word<T: 'static>(pub(crate) &'static [(&'static str, T)]);

impl<T: Copy + PartialEq> Codec<T> for Word<T> {
    fn read<'a>(&self, source: &mut Source<'a>, node: Node<'a, '_>) -> Option<T> {
        source.word(node, self.0)
    }

    fn write(&self, value: &T) -> String {
        let found = self.0.iter().find(|(_, one)| one == value);
        inline(found.map_or("", |(word, _)| word))
    }
}

/// A list of at most so many.
pub(crate) struct List<C>(pub(crate) C, pub(crate) usize);

impl<T, C: Codec<T>> Codec<Vec<T>> for List<C> {
    fn read<'a>(&self, source: &mut Source<'a>, node: Node<'a, '_>) -> Option<Vec<T>> {
        source.note_line(node);
        let items = source.list(node, self.1)?;
        let mut values = Vec::with_capacity(items.len());
        for (n, raw) in items.into_iter().enumerate() {
            let item = Node::inside(raw, Path::Item(&node.path, n));
            source.note_line(item);
            values.extend(self.0.read(source, item));
        }
        Some(values)
    }

    fn write(&self, values: &Vec<T>) -> String {
        let items: Vec<String> = values.iter().map(|value| self.0.write(value)).collect();
        format!("[{}]", items.join(", "))
    }
}

/// A list with one item per line, indented by so much.
pub(crate) struct Lines<C>(pub(crate) C, pub(crate) usize, pub(crate) &'static str);

impl<T, C: Codec<T> + Copy> Codec<Vec<T>> for Lines<C> {
    fn read<'a>(&self, source: &mut Source<'a>, node: Node<'a, '_>) -> Option<Vec<T>> {
        List(self.0, self.1).read(source, node)
    }

    fn write(&self, values: &Vec<T>) -> String {
        if values.is_empty() {
            return "[]".to_owned();
        }
        let items: Vec<String> = values.iter().map(|value| self.0.write(value)).collect();
        let indent = self.2;
        format!(
            "[\n{indent}  {}\n{indent}]",
            items.join(&format!(",\n{indent}  "))
        )
    }
}

/// The days of a tournament as dates.
pub(crate) fn dates(texts: &[String]) -> Result<Vec<CivilDate>, What> {
    let dates: Result<Vec<CivilDate>, _> = texts.iter().map(|text| text.parse()).collect();
    dates.map_err(What::Date)
}
