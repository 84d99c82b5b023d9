//! Profile overrides of a workspace, `[profile.dev.package.X]`: its lock file in, those of packages that one package
//! depends on out. Cargo warns of each override that is of no package.

use std::collections::{HashMap, HashSet};

use toml_edit::{DocumentMut, Item, TableLike};

/// Keeps the overrides of what `package` depends on, by the text of the lock file; all where that has no such package.
pub(super) fn keep_reached(profiles: &mut Item, lock: &str, package: &str) {
    let Some(reached) = reached(lock, package) else {
        return;
    };
    // A specification may have a version behind the name.
    let is_reached = |spec: &str| {
        let name = spec.split(['@', ':']).next().unwrap_or(spec);
        spec == "*" || spec.contains('/') || reached.contains(name)
    };
    let profiles = profiles.as_table_like_mut().into_iter();
    for (_, profile) in profiles.flat_map(TableLike::iter_mut) {
        let overrides = profile.get_mut("package");
        let Some(overrides) = overrides.and_then(Item::as_table_like_mut) else {
            continue;
        };
        let specs: Vec<String> = overrides.iter().map(|(spec, _)| spec.to_owned()).collect();
        for spec in specs.iter().filter(|spec| !is_reached(spec)) {
            overrides.remove(spec);
        }
    }
}

/// The names of a package and of all that it depends on.
fn reached(lock: &str, package: &str) -> Option<HashSet<String>> {
    let lock: DocumentMut = lock.parse().ok()?;
    let mut needs: HashMap<&str, Vec<&str>> = HashMap::new();
    for one in lock.get("package")?.as_array_of_tables()? {
        let list = one.get("dependencies").and_then(Item::as_array);
        let list = list.into_iter().flatten().filter_map(|d| d.as_str());
        // `name`, or `name version` where there are several.
        let names = list.filter_map(|d| d.split(' ').next());
        (needs.entry(one.get("name")?.as_str()?).or_default()).extend(names);
    }
    needs.contains_key(package).then_some(())?;
    let (mut found, mut next) = (HashSet::new(), vec![package]);
    while let Some(name) = next.pop() {
        if found.insert(name.to_owned()) {
            next.extend(needs.get(name).into_iter().flatten());
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOCK: &str = "[[package]]\nname = \"app\"\nversion = \"1.0.0\"\ndependencies = [\"near\", \"two 2.0.0\"]\n\
        [[package]]\nname = \"near\"\nversion = \"1.0.0\"\ndependencies = [\"far\"]\n\
        [[package]]\nname = \"far\"\nversion = \"1.0.0\"\n[[package]]\nname = \"two\"\nversion = \"2.0.0\"\n\
        [[package]]\nname = \"other\"\nversion = \"1.0.0\"\n";

    fn kept(lock: &str, package: &str) -> Vec<String> {
        let text = "[dev]\ndebug = 1\n[dev.package]\napp = { opt-level = 1 }\nfar = { opt-level = 2 }\n\
            other = { opt-level = 3 }\n\"two@2.0.0\" = { opt-level = 1 }\n\"*\" = { opt-level = 1 }\n";
        let mut profiles = Item::Table(text.parse::<DocumentMut>().unwrap().as_table().clone());
        keep_reached(&mut profiles, lock, package);
        assert_eq!(profiles["dev"]["debug"].as_integer(), Some(1));
        let overrides = profiles["dev"]["package"].as_table_like().unwrap();
        overrides.iter().map(|(spec, _)| spec.to_owned()).collect()
    }

    #[test]
    fn overrides_of_what_a_package_depends_on_stay() {
        assert_eq!(kept(LOCK, "app"), ["app", "far", "two@2.0.0", "*"]);
        assert_eq!(kept(LOCK, "far"), ["far", "*"]);
    }

    #[test]
    fn without_a_lock_file_that_has_the_package_all_stay() {
        assert_eq!(kept(LOCK, "new").len(), 5);
        assert_eq!(kept("# lock", "app").len(), 5);
    }
}
