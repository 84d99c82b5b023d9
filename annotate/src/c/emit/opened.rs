//! Where regions begin and end; of those with a condition, the code as it stands for when it does not hold.

use crate::c::dataflow::{joins, replay_regions};
use crate::c::emit::Context;
use crate::c::emit::lines::{made, made_begin, made_end, newlines};
use crate::c::lower::serial_fallback;
use crate::c::parse::source::Source;
use crate::edit::Edits;
use crate::ir::{Region, RegionForm, Unit};
use crate::passes::tasks;

/// A variable of each thread that counts the tasks around whose `final` holds.
const INCLUDED: &str = "hp5_included";

/// Its declaration, where a task has such a clause.
pub(super) fn including(unit: &Unit) -> String {
    match has_final(unit) {
        true => format!("static __thread int {INCLUDED};\n"),
        false => String::new(),
    }
}

/// A task of the file has such a clause.
pub(super) fn has_final(unit: &Unit) -> bool {
    let mut all = unit.regions.iter().flat_map(tasks);
    all.any(|task| task.included.is_some())
}

/// When a region's code runs as it stands. `has_final`: a task of the file has such a clause.
pub(super) fn condition(region: &Region, has_final: bool) -> Option<String> {
    let own = region.condition.as_ref().map(|c| format!("!({c})"));
    let included = || has_final && !region.joined && !tasks(region).any(|t| t.nested.is_some());
    let all: Vec<String> = (included().then(|| format!("{INCLUDED} > 0")).into_iter())
        .chain(own)
        .collect();
    let when = (!all.is_empty()).then(|| all.join(" || "))?;
    Some(match region.joined {
        true => format!("!hp5_outer && ({when})"),
        false => when,
    })
}

/// The block that a region begins in: where variables live that are declared there. `None`: one of its own.
pub(super) fn block_of(src: &Source, region: &Region, has_final: bool) -> Option<usize> {
    let at = match &region.form {
        RegionForm::Function { item, .. } => item.start,
        RegionForm::Statement { .. } => return None,
        _ => region.body.start + 1,
    };
    if condition(region, has_final).is_some() {
        return None;
    }
    let node = src.tree.root_node().descendant_for_byte_range(at, at)?;
    match node.kind() {
        "compound_statement" => Some(node),
        _ => src.around(node, &["compound_statement"]),
    }
    .map(|block| block.id())
}

impl Context<'_> {
    /// Begins and ends the region; `plain` says when its code runs as it stands.
    pub(super) fn open_and_close(
        &self,
        (watched, plain): (bool, Option<String>),
        edits: &mut Edits,
    ) {
        let (src, region) = (self.src, self.region);
        let site = self.site(
            &region.name,
            &format!("hp5_site_{}", region.line),
            region.line,
        );
        let outer = if region.joined {
            "hp5_outer ? hp5_outer : "
        } else {
            ""
        };
        let here = match self.declares {
            true => "hp5_region *hp5_here",
            false => "hp5_here",
        };
        let (watch, end) = if watched {
            ("hp5_watch(", ")")
        } else {
            ("", "")
        };
        let begin = match region.recording.is_some() {
            true => {
                self.keep_recording(&site, edits);
                format!(
                    "{here} = {watch}hp5_must_record(hp5_kept_{}){end};",
                    region.line
                )
            }
            false => format!(
                "{site} {here} = {watch}{outer}hp5_must_begin(&hp5_site_{}){end};",
                region.line
            ),
        };
        let begin = |at: usize| match &plain {
            Some(when) => self.both_ways(when, &begin, at),
            None => made(src, at, &begin),
        };
        let end = match (region.joined, joins::waits_at_end(src, region)) {
            (false, _) => "hp5_must(hp5_region_end(hp5_here, NULL));",
            (true, false) => "if (!hp5_outer) hp5_must(hp5_region_end(hp5_here, NULL));",
            (true, true) => {
                "hp5_must(hp5_outer ? hp5_wait(hp5_here) : hp5_region_end(hp5_here, NULL));"
            }
        };
        let close = if plain.is_some() { " }" } else { "" };
        let indent = |at: usize| src.indent(at).to_owned();
        match &region.form {
            RegionForm::Function { item, name, .. } => {
                let begin = indent(item.start) + &begin(item.start) + &newlines(src, item);
                edits.replace(item.clone(), begin);
                let end = format!("{}{end}{close}{}", indent(name.start), newlines(src, name));
                edits.replace(name.clone(), end);
            }
            RegionForm::Statement { directive } => {
                let begin = begin(directive.start) + &newlines(src, directive);
                edits.replace(
                    directive.clone(),
                    format!("{}{{ {begin}", indent(directive.start)),
                );
                edits.insert(region.body.end, format!(" {end}{close} }}"));
            }
            _ => {
                let at = region.body.start + 1;
                edits.insert(at, format!(" {}", begin(at)));
                edits.insert(region.body.end - 1, format!("{end}{close} "));
            }
        }
    }

    /// The code as it stands for when this holds, and otherwise what begins the region, in front of byte `at`.
    fn both_ways(&self, when: &str, begin: &str, at: usize) -> String {
        let src = self.src;
        let code = serial_fallback::code(src, self.region);
        let mut edits = Edits::default();
        self.drop_directives(&code, &mut edits);
        format!(
            "\n{}if ({when}) {{\n{}{}\n{}}} else {{ {begin}\n{}",
            made_begin(src, at),
            made_end(src, code.start),
            edits.apply(&src.text, &code),
            made_begin(src, at),
            made_end(src, at)
        )
    }

    /// Makes a recording in front of the loop around the region.
    fn keep_recording(&self, site: &str, edits: &mut Edits) {
        let line = self.region.line;
        if let Some(turns) = replay_regions::around(self.src, self.region) {
            let kept = format!(
                "{{ {site} hp5_recording *hp5_kept_{line} __attribute__((cleanup(hp5_recording_end))) \
                 = hp5_recording_new(&hp5_site_{line}); if (!hp5_kept_{line}) hp5_must(HP5_MISUSE); "
            );
            edits.insert(turns.start_byte(), kept);
            edits.insert(turns.end_byte(), " }");
        }
    }
}
