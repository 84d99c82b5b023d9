//! Messages of the compiler about an emitted package, said of the source that it was translated from.
//!
//! Cargo's JSON in, text like rustc's out: files, lines and snippets are the user's. What concerns code
//! that was put in is shown at what it was put in for, with a note where it stands.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use serde_json::Value;

use crate::cli::program::Package;
use crate::cli::report::Colour;
use crate::diag::text::shown;
use crate::positions::Positions;

/// What cargo is to write: messages as data, with their text beside it.
pub(super) const FORMAT: &str = "json-diagnostic-rendered-ansi";

/// Shows the messages of one build, each once.
pub(super) struct Messages<'a> {
    package: Package<'a>,
    manifest: Option<PathBuf>,
    colour: bool,
    files: HashMap<PathBuf, Option<Translated>>,
    said: HashSet<String>,
}

/// A file of the source with what was emitted for it.
struct Translated {
    /// As the user calls it.
    path: String,
    source: String,
    positions: Positions,
}

/// A place in the source.
struct Place {
    file: PathBuf,
    span: Range<usize>,
    label: String,
    is_primary: bool,
    /// It comes from the source.
    is_exact: bool,
    /// In the emitted file.
    line: u64,
}

impl<'a> Messages<'a> {
    pub(super) fn new(package: Package<'a>) -> Messages<'a> {
        Messages {
            package,
            manifest: fs::canonicalize(package.dir.join("Cargo.toml")).ok(),
            colour: Colour::Auto.on_stderr(),
            files: HashMap::new(),
            said: HashSet::new(),
        }
    }

    /// Shows a line of cargo's if it is a message.
    pub(super) fn show(&mut self, line: &Value) {
        if line["reason"] != "compiler-message" {
            return;
        }
        let message = &line["message"];
        let own = line["manifest_path"].as_str().map(fs::canonicalize);
        let own = own.and_then(Result::ok) == self.manifest && self.package.origin.is_some();
        let text = own.then(|| self.of_source(message)).flatten();
        let text = text.unwrap_or_else(|| {
            let rendered = message["rendered"].as_str().unwrap_or_default();
            let rendered = rendered.trim_end();
            match self.colour {
                true => rendered.to_owned(),
                false => without_colours(rendered),
            }
        });
        // A function and its serial twin have the same mistakes.
        if self.said.insert(text.clone()) {
            eprintln!("{text}\n");
        }
    }

    /// The text of a message, said of the source; `None` where it has no place there.
    fn of_source(&mut self, message: &Value) -> Option<String> {
        let main = self.places(message);
        main.iter().find(|place| place.is_primary)?;
        let below: Vec<(Value, Vec<Place>)> = message["children"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|child| (child.clone(), self.places(child)))
            .collect();
        let level = level(message);
        let title = message["message"].as_str().unwrap_or_default();
        let mut title = level.primary_title(title);
        if let Some(code) = message["code"]["code"].as_str() {
            title = title.id(code);
        }
        let mut group = Group::with_title(title);
        for snippet in self.snippets(&main) {
            group = group.element(snippet);
        }
        let mut groups = Vec::new();
        for (child, places) in &below {
            let text = said_by(child);
            // Where it is about code of the user, the code is shown.
            if is_shown(child, places) {
                let mut group = Group::with_title(self::level(child).secondary_title(text));
                for snippet in self.snippets(places) {
                    group = group.element(snippet);
                }
                groups.push(group);
            } else {
                group = group.element(self::level(child).message(text));
            }
        }
        if let Some(place) = main
            .iter()
            .find(|place| place.is_primary && !place.is_exact)
        {
            let file = self.package.dir.join(&place.file);
            group = group.element(Level::NOTE.message(format!(
                "this is about code that hp5 put in, in {}:{}",
                file.display(),
                place.line
            )));
        }
        let renderer = match self.colour {
            true => Renderer::styled(),
            false => Renderer::plain(),
        };
        groups.insert(0, group);
        Some(renderer.render(&groups))
    }

    /// The places of a message, or of a part of it.
    fn places(&mut self, message: &Value) -> Vec<Place> {
        let spans = message["spans"].as_array().into_iter().flatten();
        spans.filter_map(|span| self.place(span)).collect()
    }

    fn place(&mut self, span: &Value) -> Option<Place> {
        let label = span["label"].as_str().unwrap_or_default();
        let is_primary = span["is_primary"].as_bool().unwrap_or_default();
        let mut at = span;
        // Code of a macro of another crate: where it is called.
        loop {
            let file = PathBuf::from(at["file_name"].as_str()?);
            if let Some(known) = self.translated(&file) {
                let number = |name: &str| usize::try_from(at[name].as_u64()?).ok();
                let emitted = number("byte_start")?..number("byte_end")?;
                let (span, is_exact) = known.positions.of(&emitted);
                return Some(Place {
                    file,
                    span,
                    label: label.to_owned(),
                    is_primary,
                    is_exact,
                    line: at["line_start"].as_u64().unwrap_or_default(),
                });
            }
            at = at.get("expansion")?.get("span")?;
        }
    }

    fn translated(&mut self, file: &Path) -> Option<&Translated> {
        if !self.files.contains_key(file) {
            let read = self.read(file);
            self.files.insert(file.to_owned(), read);
        }
        self.files.get(file)?.as_ref()
    }

    fn read(&self, file: &Path) -> Option<Translated> {
        let relative = match file.strip_prefix(self.package.dir) {
            Ok(relative) => relative,
            Err(_) if file.is_relative() => file,
            Err(_) => return None,
        };
        let path = self.package.origin?.join(relative);
        let source = fs::read_to_string(&path).ok()?;
        let emitted = fs::read_to_string(self.package.dir.join(relative)).ok()?;
        Some(Translated {
            positions: Positions::new(&source, &emitted),
            path: path.display().to_string(),
            source,
        })
    }

    /// A snippet for each file, that of the primary place first.
    fn snippets<'s>(
        &'s self,
        places: &'s [Place],
    ) -> Vec<Snippet<'s, annotate_snippets::Annotation<'s>>> {
        let mut files: Vec<&Path> = Vec::new();
        let primary = places.iter().filter(|place| place.is_primary);
        for place in primary.chain(places) {
            if !files.contains(&&*place.file) {
                files.push(&place.file);
            }
        }
        let of_file = |file: &Path| {
            let known = self.files.get(file)?.as_ref()?;
            let mut snippet = Snippet::source(&*known.source).path(&*known.path);
            for place in places.iter().filter(|place| place.file == file) {
                let kind = match place.is_primary {
                    true => AnnotationKind::Primary,
                    false => AnnotationKind::Context,
                };
                let label = (!place.label.is_empty()).then_some(&*place.label);
                let span = shown(&known.source, &place.span);
                snippet = snippet.annotation(kind.span(span).label(label));
            }
            Some(snippet)
        };
        files.into_iter().filter_map(of_file).collect()
    }
}

/// True of a part that points at code of the user, and not at code that it would write.
fn is_shown(child: &Value, places: &[Place]) -> bool {
    let mut spans = child["spans"].as_array().into_iter().flatten();
    let writes = spans.any(|span| span["suggested_replacement"].is_string());
    !writes && places.iter().any(|place| place.is_exact)
}

/// The text of a note or a help, with what it would write.
fn said_by(child: &Value) -> String {
    let text = child["message"].as_str().unwrap_or_default();
    let spans = child["spans"].as_array().into_iter().flatten();
    let written: Vec<&str> = spans
        .filter_map(|span| span["suggested_replacement"].as_str())
        .map(str::trim)
        .filter(|text| !text.is_empty() && !text.contains('\n'))
        .collect();
    match written[..] {
        [one] => format!("{text}: `{one}`"),
        _ => text.to_owned(),
    }
}

fn level(message: &Value) -> Level<'static> {
    match message["level"].as_str() {
        Some("warning") => Level::WARNING,
        Some("note") => Level::NOTE,
        Some("help") => Level::HELP,
        _ => Level::ERROR,
    }
}

/// The text without escape sequences.
fn without_colours(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once("\u{1b}[") {
        out += before;
        let end = behind.find(|c: char| c.is_ascii_alphabetic());
        rest = end.map_or("", |end| &behind[end + 1..]);
    }
    out + rest
}
