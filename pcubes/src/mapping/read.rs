//! Mapping files.
//!
//! ```text
//! "5-point Stencil" {            // a task
//!     Space Root: Socket         // the task has one socket for itself
//!     Space A: CPU               // by name ..
//!     Space B: 2                 // .. or by level, the lowest being 1
//! }
//! ```
//!
//! Any number of tasks, each once. Commas between entries are allowed. Names of levels are
//! compared without regard to letter case, `-` and `_`, as the paper spells them both ways.

use std::ops::Range;

use crate::describe::DescribeError;
use crate::describe::error::nearest;
use crate::describe::scan::Cursor;

/// Mappings longer than this are none.
const MOST_BYTES: usize = 1 << 20;

const FORM: &str = "a mapping is written as \"Task\" { Space Root: Socket  Space A: Core }";

/// A mapping file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MapFile {
    /// What errors call it.
    name: String,
    text: String,
    tasks: Vec<TaskMap>,
}

/// How the spaces of one task are mapped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaskMap {
    /// The task.
    pub task: String,
    /// Its name in the file, with the quotes.
    pub span: Range<usize>,
    /// Its spaces, each once.
    pub entries: Vec<Entry>,
}

/// How one space is mapped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its letter, or `Root`.
    pub space: String,
    /// The letter in the file.
    pub space_span: Range<usize>,
    /// To what.
    pub target: Target,
    /// That in the file.
    pub target_span: Range<usize>,
}

/// A physical space as a mapping file names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// By level, the lowest being 1.
    Number(usize),
    /// By name.
    Name(String),
}

impl MapFile {
    /// Reads a mapping; `name` is what errors call it.
    ///
    /// # Errors
    /// With the line, the column and a hint.
    pub fn read(text: &str, name: &str) -> Result<MapFile, DescribeError> {
        if text.len() > MOST_BYTES {
            let message = format!("a mapping file of {} bytes is none", text.len());
            return Err(DescribeError::whole(name, message, None));
        }
        let mut cursor = Cursor::over(text, name, 0..text.len());
        let mut tasks: Vec<TaskMap> = Vec::new();
        while !cursor.is_at_end() {
            let task = task(&mut cursor)?;
            if tasks.iter().any(|before| before.task == task.task) {
                let message = format!("a second mapping of task \"{}\"", task.task);
                return Err(cursor.error(task.span, message, "put the entries into one"));
            }
            tasks.push(task);
        }
        Ok(MapFile {
            name: name.to_owned(),
            text: text.to_owned(),
            tasks,
        })
    }

    /// What errors call it.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The tasks that it maps.
    #[must_use]
    pub fn tasks(&self) -> &[TaskMap] {
        &self.tasks
    }

    /// The mapping of a task; `None` where the file has none.
    #[must_use]
    pub fn task(&self, name: &str) -> Option<&TaskMap> {
        self.tasks.iter().find(|task| task.task == name)
    }

    /// Refuses mappings of tasks that are not among `known`.
    ///
    /// # Errors
    /// At the first such task, with the name that it is nearest to.
    pub fn check_tasks(&self, known: &[&str]) -> Result<(), DescribeError> {
        let stranger = |task: &&TaskMap| !known.contains(&task.task.as_str());
        let Some(task) = self.tasks.iter().find(stranger) else {
            return Ok(());
        };
        let near = nearest(&task.task, known.iter().copied());
        let near = near.map(|near| format!("did you mean \"{near}\"? "));
        let all = known.iter().map(|name| format!("\"{name}\""));
        let help = format!(
            "{}the program's tasks are {}",
            near.unwrap_or_default(),
            all.collect::<Vec<_>>().join(", ")
        );
        let message = format!("the program has no task \"{}\"", task.task);
        Err(self.error(task.span.clone(), message, help))
    }

    pub(super) fn error(
        &self,
        span: Range<usize>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> DescribeError {
        let help = Some(help.into());
        DescribeError::at(&self.name, &self.text, span, message.into(), help)
    }
}

impl TaskMap {
    /// How a space is mapped; `None` where the file does not say.
    #[must_use]
    pub fn entry(&self, space: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.space == space)
    }
}

fn task(cursor: &mut Cursor<'_>) -> Result<TaskMap, DescribeError> {
    let (name, span) = cursor.quoted("the name of a task", FORM)?;
    cursor.expect("{", FORM)?;
    let mut entries: Vec<Entry> = Vec::new();
    while !cursor.eat("}") {
        let entry = entry(cursor)?;
        if entries.iter().any(|before| before.space == entry.space) {
            let message = format!("space {} is mapped twice", entry.space);
            return Err(cursor.error(entry.space_span, message, "take one of them away"));
        }
        entries.push(entry);
        if !cursor.eat(",") {
            cursor.eat(";");
        }
    }
    Ok(TaskMap {
        task: name.to_owned(),
        span,
        entries,
    })
}

fn entry(cursor: &mut Cursor<'_>) -> Result<Entry, DescribeError> {
    let (word, span) = cursor.word();
    if !word.eq_ignore_ascii_case("space") {
        let (found, span) = match word {
            "" => cursor.found(),
            word => (format!("`{word}`"), span),
        };
        let message = format!("expected `Space` or `}}`, found {found}");
        return Err(cursor.error(span, message, FORM));
    }
    let (space, space_span) = cursor.name("a space")?;
    let letter = space.len() == 1 && space.chars().all(|c| c.is_ascii_uppercase());
    let space = match space.eq_ignore_ascii_case("root") {
        true => "Root",
        false if letter => space,
        false => {
            let help = "a space is one upper-case letter, or Root";
            return Err(cursor.error(space_span, format!("`{space}` is no space"), help));
        }
    };
    cursor.expect(":", FORM)?;
    let (target, target_span) = cursor.name("a level of the machine, by name or number")?;
    let number = target.chars().all(|c| c.is_ascii_digit());
    let target = match (number, target.parse()) {
        (true, Ok(number)) => Target::Number(number),
        _ => Target::Name(target.to_owned()),
    };
    Ok(Entry {
        space: space.to_owned(),
        space_span,
        target,
        target_span,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_of_the_authors_are_read() {
        let text = "// all of it\n\"Block LU\" {\n  Space A: 6\n  Space B: Core-Pair // pairs\n}\n\
                    \"CG\" { space root: socket, SPACE A: NUMA_Node; }\n\"none\" {}";
        let file = MapFile::read(text, "f.map").unwrap();
        assert_eq!(file.tasks().len(), 3);
        let lu = file.task("Block LU").unwrap();
        assert_eq!(lu.entry("A").unwrap().target, Target::Number(6));
        let pair = lu.entry("B").unwrap();
        assert_eq!(pair.target, Target::Name("Core-Pair".into()));
        assert_eq!(&text[pair.target_span.clone()], "Core-Pair");
        assert_eq!(&text[lu.span.clone()], "\"Block LU\"");
        let cg = file.task("CG").unwrap();
        assert!(cg.entry("Root").is_some() && cg.entry("A").is_some());
        assert_eq!(MapFile::read("", "f").unwrap().tasks(), []);
    }

    #[test]
    fn what_is_wrong_is_said_where_it_is() {
        let cases = [
            ("Stencil {}", 1, 1, "expected `\"`, found `Stencil`"),
            (
                "\"Stencil {\n}",
                1,
                1,
                "the name of a task without its closing quote",
            ),
            ("\"S\" Space", 1, 5, "expected `{`, found `Space`"),
            (
                "\"S\" { Spare A: 1 }",
                1,
                7,
                "expected `Space` or `}`, found `Spare`",
            ),
            (
                "\"S\" {\n Space A: 1",
                2,
                12,
                "expected `Space` or `}`, found the end",
            ),
            ("\"S\" { Space AB: 1 }", 1, 13, "`AB` is no space"),
            ("\"S\" { Space A 1 }", 1, 15, "expected `:`, found `1`"),
            (
                "\"S\" { Space A: }",
                1,
                16,
                "expected a level of the machine, by name or number, found `}`",
            ),
            (
                "\"S\" { Space A: 1\n Space A: 2 }",
                2,
                8,
                "space A is mapped twice",
            ),
            ("\"S\" {}\n\"S\" {}", 2, 1, "a second mapping of task \"S\""),
        ];
        for (text, line, column, message) in cases {
            let error = MapFile::read(text, "f.map").unwrap_err();
            let found = (error.line, error.column, error.message.as_str());
            assert_eq!(found, (line, column, message), "{text}\n{error}");
            assert!(error.help.is_some(), "{text}");
        }
        let file = MapFile::read("\"CG\" {}\n\"Stencli\" {}", "f.map").unwrap();
        let error = file.check_tasks(&["CG", "Stencil"]).unwrap_err();
        assert_eq!((error.line, error.column), (2, 1));
        assert!(error.help.unwrap().starts_with("did you mean \"Stencil\"?"));
        assert!(file.check_tasks(&["CG", "Stencli"]).is_ok());
    }
}
