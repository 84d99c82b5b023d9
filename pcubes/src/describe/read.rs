//! Reading descriptions: TOML first, then what TOML cannot know.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use serde::Deserialize;
use toml::Spanned;

use crate::describe::error::{DescribeError, nearest};
use crate::discover::cpuset::read_list;
use crate::machine::{MOST_LEAVES, MOST_LEVELS, Machine};
use crate::space::{Compute, Exchange, Figure, Memory, Movement, Role, Space};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawMachine {
    name: String,
    about: Option<String>,
    source: Option<String>,
    cpus: Option<Spanned<String>>,
    cpu_quota: Option<u32>,
    #[serde(default)]
    space: Vec<Spanned<RawSpace>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawSpace {
    name: Spanned<String>,
    id: Option<Spanned<String>>,
    #[serde(rename = "in")]
    parent: Option<Spanned<String>>,
    count: Option<Spanned<i64>>,
    role: Option<Spanned<String>>,
    compute: Option<Compute>,
    memory: Option<Memory>,
    exchange: Option<Spanned<String>>,
    movement: Option<Movement>,
    #[serde(default)]
    assumed: Vec<Spanned<String>>,
    note: Option<String>,
}

/// Text and name of the file that is being read.
struct File<'f> {
    text: &'f str,
    name: &'f str,
}

impl File<'_> {
    fn error(
        &self,
        span: Range<usize>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> DescribeError {
        DescribeError::at(
            self.name,
            self.text,
            span,
            message.into(),
            Some(help.into()),
        )
    }
}

pub(super) fn machine(text: &str, name: &str) -> Result<Machine, DescribeError> {
    let file = File { text, name };
    let raw: RawMachine = toml::from_str(text).map_err(|error| from_toml(&file, &error))?;
    let RawMachine {
        name,
        about,
        source,
        cpus,
        cpu_quota,
        space,
    } = raw;
    let mut machine = Machine::new(name, nest(&file, space)?);
    machine.about = about;
    machine.source = source;
    machine.cpu_quota = cpu_quota;
    match cpus {
        Some(list) => with_cpus(&file, machine, &list),
        None => Ok(machine),
    }
}

/// Turns an error of the TOML reader into ours: its message, its place, and a hint.
fn from_toml(file: &File, error: &toml::de::Error) -> DescribeError {
    let message = error.message();
    let (message, help) = if let Some(rest) = message.strip_prefix("unknown field `") {
        let (key, known) = rest.split_once('`').unwrap_or((rest, ""));
        let known: Vec<&str> = known.split('`').skip(1).step_by(2).collect();
        let hint =
            nearest(key, known.iter().copied()).map(|near| format!("did you mean `{near}`? "));
        let hint = hint.unwrap_or_default();
        (
            format!("there is no key `{key}` here"),
            Some(format!("{hint}Keys here are {}", known.join(", "))),
        )
    } else if message == "missing field `name`" {
        let help = "every [[space]], and the machine itself, is called something: name = \"core\"";
        ("there is no `name` here".to_owned(), Some(help.to_owned()))
    } else if message == "missing field `size`" {
        let help = "write memory = { size = \"32 KiB\" }, or leave the memory out";
        ("a memory without a size".to_owned(), Some(help.to_owned()))
    } else if let Some((what, how)) = message.split_once("; write ") {
        (what.to_owned(), Some(format!("write {how}")))
    } else if let Some((what, how)) = message.split_once(", expected ") {
        (what.to_owned(), Some(format!("expected {how}")))
    } else {
        (message.replace('\n', "; "), None)
    };
    DescribeError::at(
        file.name,
        file.text,
        error.span().unwrap_or(0..0),
        message,
        help,
    )
}

/// Makes a tree of the list of spaces: each lies in the one before it, or where it says.
fn nest(file: &File, raw: Vec<Spanned<RawSpace>>) -> Result<Space, DescribeError> {
    let mut ids: HashMap<String, usize> = HashMap::new();
    let mut parents: Vec<Option<usize>> = Vec::with_capacity(raw.len());
    let mut depths: Vec<usize> = Vec::with_capacity(raw.len());
    let mut spaces: Vec<Option<Space>> = Vec::with_capacity(raw.len());
    for (index, spanned) in raw.into_iter().enumerate() {
        let raw = spanned.into_inner();
        let parent = parent(file, &raw, index, &ids)?;
        let depth = parent.map_or(1, |p| depths[p] + 1);
        if depth > MOST_LEVELS {
            let help = "a space without `in` lies inside the one before it; name its parent with in = \"...\"";
            return Err(file.error(
                raw.name.span(),
                format!("more than {MOST_LEVELS} levels"),
                help,
            ));
        }
        let named = raw.id.as_ref().unwrap_or(&raw.name);
        if ids.insert(named.get_ref().clone(), index).is_some() {
            let help = "give one of them another name, or an id = \"...\" that tells them apart";
            return Err(file.error(
                named.span(),
                format!("a second space is called `{}`", named.get_ref()),
                help,
            ));
        }
        let name = raw.name.span();
        spaces.push(Some(space(file, raw)?));
        parents.push(parent);
        depths.push(depth);
        check_size(file, &spaces, &parents, index, name)?;
    }
    // Children stand after their parents, so from the back every space is complete.
    for index in (1..spaces.len()).rev() {
        let child = spaces[index].take();
        let parent = parents[index].and_then(|p| spaces[p].as_mut());
        if let (Some(mut child), Some(parent)) = (child, parent) {
            child.spaces.reverse();
            parent.spaces.push(child);
        }
    }
    let root = spaces.into_iter().next().flatten().map(|mut root| {
        root.spaces.reverse();
        root
    });
    root.ok_or_else(|| {
        let help = "write a [[space]] table for each level, highest first, as in\n          \
                    [[space]]\n          name = \"core\"\n          count = 4";
        file.error(0..0, "a machine without spaces", help)
    })
}

/// Index of the space that this one lies in.
fn parent(
    file: &File,
    raw: &RawSpace,
    index: usize,
    ids: &HashMap<String, usize>,
) -> Result<Option<usize>, DescribeError> {
    let Some(named) = &raw.parent else {
        return Ok(index.checked_sub(1));
    };
    if index == 0 {
        let help = "the first space is the whole machine; take the `in` away";
        return Err(file.error(named.span(), "the highest space lies in no other", help));
    }
    if let Some(&at) = ids.get(named.get_ref()) {
        return Ok(Some(at));
    }
    let mut above: Vec<&str> = ids.keys().map(String::as_str).collect();
    above.sort_unstable();
    let hint = nearest(named.get_ref(), above.iter().copied())
        .map(|near| format!("did you mean `{near}`? "));
    let hint = hint.unwrap_or_default();
    let help = format!(
        "{hint}a space lies in one that stands above it in the file: {}",
        above.join(", ")
    );
    Err(file.error(
        named.span(),
        format!("no space above is called `{}`", named.get_ref()),
        help,
    ))
}

/// Refuses machines of an absurd number of units, before anything multiplies them.
fn check_size(
    file: &File,
    spaces: &[Option<Space>],
    parents: &[Option<usize>],
    index: usize,
    span: Range<usize>,
) -> Result<(), DescribeError> {
    let mut units = 1u64;
    let mut at = Some(index);
    while let Some(here) = at {
        let count = spaces[here].as_ref().map_or(1, |s| s.count as u64);
        units = units.saturating_mul(count);
        at = parents[here];
    }
    if units <= MOST_LEAVES {
        return Ok(());
    }
    let help = "counts are per unit of the space above, not totals";
    Err(file.error(
        span,
        format!("that makes {units} units, more than any machine has"),
        help,
    ))
}

fn space(file: &File, raw: RawSpace) -> Result<Space, DescribeError> {
    let count = match &raw.count {
        None => 1,
        Some(count) => usize::try_from(*count.get_ref())
            .ok()
            .filter(|&n| n > 0)
            .ok_or_else(|| {
                let help = "leave a space out where a machine does not have it; counts begin at 1";
                file.error(
                    count.span(),
                    format!("a count of {}", count.get_ref()),
                    help,
                )
            })?,
    };
    let role = match &raw.role {
        None => Role::of_name(raw.name.get_ref()),
        Some(word) => role(file, word)?,
    };
    let exchange = raw
        .exchange
        .as_ref()
        .map(|word| exchange(file, word))
        .transpose()?;
    let mut space = Space {
        role,
        count,
        compute: raw.compute,
        memory: raw.memory,
        exchange,
        movement: raw.movement,
        note: raw.note,
        ..Space::new(raw.name.into_inner(), 1)
    };
    space.assumed = assumed(file, &raw.assumed, &given(&space))?;
    Ok(space)
}

fn role(file: &File, word: &Spanned<String>) -> Result<Role, DescribeError> {
    let known = Role::ALL.iter().find(|(_, name)| name == word.get_ref());
    known.map(|entry| entry.0).ok_or_else(|| {
        let words: Vec<&str> = Role::ALL.iter().map(|entry| entry.1).collect();
        file.error(
            word.span(),
            format!("there is no role `{}`", word.get_ref()),
            format!("roles are {}", words.join(", ")),
        )
    })
}

fn exchange(file: &File, word: &Spanned<String>) -> Result<Exchange, DescribeError> {
    if word.get_ref() == "none" {
        return Ok(Exchange::None);
    }
    word.get_ref()
        .parse()
        .map(Exchange::Latency)
        .map_err(|error: crate::MeasureError| {
            let help = format!(
                "write {}; or \"none\" where siblings cannot exchange information",
                error.example
            );
            file.error(
                word.span(),
                format!("`{}` is not {}", error.text, error.wanted),
                help,
            )
        })
}

/// The figures that a space has.
fn given(space: &Space) -> BTreeSet<Figure> {
    let (compute, movement) = (
        space.compute.unwrap_or_default(),
        space.movement.unwrap_or_default(),
    );
    let memory = space.memory;
    let figures = [
        (Figure::Count, true),
        (Figure::ComputeOperations, compute.operations.is_some()),
        (Figure::ComputeClock, compute.clock.is_some()),
        (Figure::MemorySize, memory.is_some()),
        (
            Figure::MemoryTransactions,
            memory.is_some_and(|m| m.transactions.is_some()),
        ),
        (
            Figure::MemoryWidth,
            memory.is_some_and(|m| m.width.is_some()),
        ),
        (
            Figure::MemoryLatency,
            memory.is_some_and(|m| m.latency.is_some()),
        ),
        (Figure::Exchange, space.exchange.is_some()),
        (Figure::MovementLatency, movement.latency.is_some()),
        (Figure::MovementWidth, movement.width.is_some()),
        (Figure::MovementBandwidth, movement.bandwidth.is_some()),
    ];
    figures
        .into_iter()
        .filter(|(_, has)| *has)
        .map(|(figure, _)| figure)
        .collect()
}

/// Reads `assumed`; `memory` stands for all figures of the memory that are given.
fn assumed(
    file: &File,
    words: &[Spanned<String>],
    given: &BTreeSet<Figure>,
) -> Result<BTreeSet<Figure>, DescribeError> {
    let mut assumed = BTreeSet::new();
    for word in words {
        let name = word.get_ref().as_str();
        let named = |figure: &&Figure| {
            let full = figure.name();
            full == name || full.split_once('.').is_some_and(|(group, _)| group == name)
        };
        let before = assumed.len();
        let mut meant = given.iter().filter(named).copied().peekable();
        let none = meant.peek().is_none();
        assumed.extend(meant);
        if none {
            let known = Figure::ALL
                .iter()
                .any(|(_, full)| *full == name || full.starts_with(&format!("{name}.")));
            let names: Vec<&str> = given.iter().map(|f| f.name()).collect();
            let message = if known {
                format!("`{name}` is assumed but not given")
            } else {
                format!("there is no figure `{name}`")
            };
            return Err(file.error(
                word.span(),
                message,
                format!("this space has {}", names.join(", ")),
            ));
        }
        if assumed.len() == before {
            let message = format!("`{name}` is assumed twice");
            return Err(file.error(word.span(), message, "take one of them away"));
        }
    }
    Ok(assumed)
}

fn with_cpus(
    file: &File,
    machine: Machine,
    list: &Spanned<String>,
) -> Result<Machine, DescribeError> {
    let help = "write the system's numbers of the leaves in their order, as in \"0-3,8\"";
    let cpus = read_list(list.get_ref()).ok_or_else(|| {
        file.error(
            list.span(),
            format!("`{}` is no list of processors", list.get_ref()),
            help,
        )
    })?;
    if cpus.len() as u64 != machine.ppu_count() {
        let message = format!(
            "{} processors are named, but the spaces make {} leaves",
            cpus.len(),
            machine.ppu_count()
        );
        return Err(file.error(list.span(), message, help));
    }
    Ok(machine.with_cpus(cpus))
}
