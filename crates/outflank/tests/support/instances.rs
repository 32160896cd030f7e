//! Random values of a JSON schema, and values that are a little wrong.

use serde_json::{Map, Value, json};

use super::dice::Dice;

/// Deeper than this, only what is required is made.
const DEPTH_MAX: usize = 12;

/// Makes values of the schemas of one document.
pub(crate) struct Instances<'a> {
    pub(crate) document: &'a Value,
    pub(crate) dice: Dice,
}

impl Instances<'_> {
    pub(crate) fn value(&mut self, schema: &Value) -> Value {
        self.at(schema, 0)
    }

    fn at(&mut self, schema: &Value, depth: usize) -> Value {
        if let Some(reference) = schema["$ref"].as_str() {
            let found = self.document.pointer(reference.trim_start_matches('#'));
            let found = found
                .unwrap_or_else(|| panic!("{reference} leads nowhere"))
                .clone();
            return self.at(&found, depth + 1);
        }
        if let Some(value) = schema.get("const") {
            return value.clone();
        }
        if let Some(values) = schema["enum"].as_array() {
            return self.dice.pick(values).clone();
        }
        for choice in ["oneOf", "anyOf"] {
            if let Some(options) = schema[choice].as_array() {
                let option = self.dice.pick(options).clone();
                let mut value = self.at(&option, depth + 1);
                self.properties(schema, &mut value, depth);
                return value;
            }
        }
        let kind = match &schema["type"] {
            Value::Array(kinds) => self.dice.pick(kinds).as_str().unwrap_or("null").to_owned(),
            Value::String(kind) => kind.clone(),
            _ if schema.get("properties").is_some() => "object".to_owned(),
            _ => "null".to_owned(),
        };
        match kind.as_str() {
            "object" => {
                let mut value = Value::Object(Map::new());
                self.properties(schema, &mut value, depth);
                value
            }
            "array" => self.array(schema, depth),
            "string" => self.string(schema),
            "integer" => self.integer(schema),
            "number" => json!(self.dice.below(65)),
            "boolean" => json!(self.dice.one_in(2)),
            _ => Value::Null,
        }
    }

    fn properties(&mut self, schema: &Value, value: &mut Value, depth: usize) {
        let (Some(properties), Some(object)) =
            (schema["properties"].as_object(), value.as_object_mut())
        else {
            return;
        };
        let required: Vec<&str> = (schema["required"].as_array().into_iter().flatten())
            .filter_map(Value::as_str)
            .collect();
        for (name, property) in properties {
            let is_required = required.contains(&name.as_str());
            if is_required || (depth < DEPTH_MAX && self.dice.one_in(3)) {
                object.insert(name.clone(), self.at(property, depth + 1));
            }
        }
    }

    fn array(&mut self, schema: &Value, depth: usize) -> Value {
        if let Some(prefix) = schema["prefixItems"].as_array() {
            return prefix.iter().map(|item| self.at(item, depth + 1)).collect();
        }
        let length = if depth > DEPTH_MAX {
            0
        } else {
            self.dice.below(4)
        };
        let items = schema["items"].clone();
        (0..length).map(|_| self.at(&items, depth + 1)).collect()
    }

    fn integer(&mut self, schema: &Value) -> Value {
        let minimum = schema["minimum"].as_i64().unwrap_or(-3);
        let maximum = schema["maximum"].as_u64().unwrap_or(u64::from(u32::MAX));
        match self.dice.below(8) {
            0 => json!(minimum),
            1 => json!(maximum),
            _ => json!(minimum.max(0) + i64::try_from(self.dice.below(12)).unwrap()),
        }
    }

    fn string(&mut self, schema: &Value) -> Value {
        let texts: &[&str] = match schema["pattern"].as_str() {
            None => &[
                "x",
                "Ada Example",
                "",
                "héllo 世界 \u{1F600}",
                "k-1",
                "soc/open",
                "42",
            ],
            Some(pattern) if pattern.contains("[a-h") && pattern.len() < 20 => &["f5", "a1", "h8"],
            Some(pattern) if pattern.contains("[a-h") => &["f5 d6", "", "a1"],
            Some(_) if schema["format"] == "date" => &["2026-11-15", "1987-01-31"],
            Some(pattern) if pattern.starts_with("^(head") => &["head", "assistant", "player:1"],
            Some(pattern) if pattern.contains("64}") => {
                &["---------------------------OX------XO--------------------------- X"]
            }
            Some(_) => &["x"],
        };
        json!(*self.dice.pick(texts))
    }

    /// The value with something changed that may not fit.
    pub(crate) fn spoiled(&mut self, mut value: Value) -> Value {
        let rounds = 1 + self.dice.below(3);
        for _ in 0..rounds {
            self.spoil(&mut value);
        }
        value
    }

    fn spoil(&mut self, value: &mut Value) {
        let strange = [
            Value::Null,
            json!(-1),
            json!(18_446_744_073_709_551_615_u64),
            json!(1e300),
            json!("\u{0}"),
            json!("x".repeat(5000)),
            json!([[[[[]]]]]),
            json!({}),
            json!(true),
        ];
        match value {
            Value::Object(object) if !object.is_empty() && !self.dice.one_in(5) => {
                let n = self.dice.below(object.len());
                if let Some(inner) = object.values_mut().nth(n) {
                    self.spoil(inner);
                }
            }
            Value::Array(list) if !list.is_empty() && !self.dice.one_in(5) => {
                let n = self.dice.below(list.len());
                self.spoil(&mut list[n]);
            }
            other => *other = self.dice.pick(&strange).clone(),
        }
    }
}
