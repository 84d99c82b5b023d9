//! The long explanation of a code, `hp5-annotate --explain HP5-E0009`.

use crate::diag::codes::TABLE;

/// The explanation of a code; `None` when there is no such code.
///
/// `HP5-E0009`, `hp5-e0009`, `E0009` and `e9` are the same.
#[must_use]
pub fn explain(code: &str) -> Option<String> {
    let wanted = normal(code)?;
    let (code, title, why) = TABLE
        .iter()
        .find(|(c, ..)| normal(c).as_ref() == Some(&wanted))?;
    Some(format!("{code}: {title}\n\n{why}\n"))
}

/// All codes with their titles, one per line.
#[must_use]
pub fn list() -> String {
    TABLE
        .iter()
        .map(|(code, title, _)| format!("{code}  {title}\n"))
        .collect()
}

/// Letter and number of a code.
fn normal(code: &str) -> Option<(char, u32)> {
    let code = code.trim().to_ascii_uppercase();
    let code = code.strip_prefix("HP5-").unwrap_or(&code);
    let mut chars = code.chars();
    let letter = chars.next()?;
    Some((letter, chars.as_str().parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_explained_under_its_short_names() {
        for (code, title, why) in TABLE {
            let text = explain(code).unwrap();
            assert!(
                text.contains(title) && text.contains(why) && why.len() > 20,
                "{code}"
            );
            assert_eq!(explain(&code.to_lowercase()[4..]).as_ref(), Some(&text));
        }
        assert_eq!(explain("e9"), explain("HP5-E0009"));
        assert!(
            ["", "E", "HP5-", "E9999", "ä"]
                .iter()
                .all(|c| explain(c).is_none())
        );
        assert_eq!(list().lines().count(), TABLE.len());
    }

    #[test]
    fn codes_are_unique() {
        let mut codes: Vec<_> = TABLE.iter().map(|(c, ..)| normal(c).unwrap()).collect();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), TABLE.len());
    }
}
