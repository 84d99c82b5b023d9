//! The Chrome/Perfetto trace: a track per PPU, a slice per task, an arrow per edge.
//!
//! All regions of a process go to one file, which is valid JSON after every region: each
//! append overwrites the closing bracket. Load it in <https://ui.perfetto.dev>.

use std::fs::{File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::PathBuf;

use serde_json::json;

use crate::observe::record::{RunRecord, Slice};

/// Arrows per region: beyond, only slices are written (a viewer drowns in more).
const MOST_FLOWS: usize = 200_000;

const END: &[u8] = b"\n]}\n";

/// A trace file that grows region by region.
pub(crate) struct TraceFile {
    path: PathBuf,
    file: Option<File>,
    flows: u64,
}

impl TraceFile {
    pub(crate) fn new(path: PathBuf) -> Self {
        TraceFile { path, file: None, flows: 0 }
    }

    /// Adds a region.
    pub(crate) fn append(&mut self, record: &RunRecord) -> Result<(), (PathBuf, std::io::Error)> {
        self.write(record).map_err(|error| (self.path.clone(), error))
    }

    fn write(&mut self, record: &RunRecord) -> std::io::Result<()> {
        let events = self.events(record);
        let mut text = String::new();
        for event in events {
            text.push_str(",\n");
            text.push_str(&event.to_string());
        }
        if self.file.is_none() {
            if let Some(parent) = self.path.parent().filter(|p| !p.as_os_str().is_empty()) {
                std::fs::create_dir_all(parent)?;
            }
            let mut file = OpenOptions::new().write(true).create(true).truncate(true).open(&self.path)?;
            let process = json!({"ph": "M", "pid": 1, "name": "process_name", "args": {"name": "hp5"}});
            write!(file, "{{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n{process}")?;
            file.write_all(END)?;
            self.file = Some(file);
        }
        let Some(file) = &mut self.file else { return Ok(()) };
        file.seek(SeekFrom::End(-(END.len() as i64)))?;
        file.write_all(text.as_bytes())?;
        file.write_all(END)?;
        file.flush()
    }

    fn events(&mut self, record: &RunRecord) -> Vec<serde_json::Value> {
        let us = |ns: u64| ns as f64 / 1000.0;
        let mut events = Vec::new();
        for (ppu, label) in record.ppus.iter().enumerate() {
            events.push(json!({"ph": "M", "pid": 1, "tid": ppu, "name": "thread_name", "args": {"name": label}}));
        }
        let mut slice_of: Vec<Option<&Slice>> = vec![None; record.tasks.len()];
        for slice in &record.slices {
            let Some(task) = record.tasks.get(slice.task as usize) else { continue };
            slice_of[slice.task as usize] = Some(slice);
            let tiles: Vec<String> = task.tiles.iter().map(ToString::to_string).collect();
            events.push(json!({
                "ph": "X", "pid": 1, "tid": slice.ppu, "name": task.name, "cat": record.region,
                "ts": us(slice.start_ns), "dur": us(slice.end_ns - slice.start_ns),
                "args": {"source": format!("{}:{}", task.file, task.line), "tiles": tiles,
                         "task": slice.task, "kind": format!("{:?}", task.kind)},
            }));
        }
        for edge in record.edges.iter().take(MOST_FLOWS) {
            let (Some(from), Some(to)) = (slice_of[edge.from as usize], slice_of[edge.to as usize]) else {
                continue;
            };
            self.flows += 1;
            let id = self.flows;
            let name = format!("{:?}", edge.kind).to_lowercase();
            events.push(json!({"ph": "s", "pid": 1, "tid": from.ppu, "id": id, "name": name, "cat": "edge", "ts": us(from.end_ns)}));
            events.push(json!({"ph": "f", "bp": "e", "pid": 1, "tid": to.ppu, "id": id, "name": name, "cat": "edge", "ts": us(to.start_ns)}));
        }
        events
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observe::record::{EdgeKind, TaskKind};

    #[test]
    fn the_file_is_valid_json_after_every_region() {
        let path = std::env::temp_dir().join(format!("hp5-trace-test-{}.json", std::process::id()));
        let mut record = RunRecord::new("r \"x\"", "f.rs", 1);
        record.ppus = vec!["PPU 0".into(), "PPU 1".into()];
        for n in 0..2 {
            record.add_task("täsk\n", "f.rs", 7, TaskKind::User, 0, std::iter::empty());
            record.slices.push(Slice { task: n, ppu: n, start_ns: 100, end_ns: 300 });
        }
        record.add_edge(0, 1, EdgeKind::Raw);
        let mut trace = TraceFile::new(path.clone());
        for round in 1..=2 {
            trace.append(&record).unwrap();
            let text = std::fs::read_to_string(&path).unwrap();
            let value: serde_json::Value = serde_json::from_str(&text).unwrap();
            let events = value["traceEvents"].as_array().unwrap();
            assert_eq!(events.iter().filter(|e| e["ph"] == "X").count(), 2 * round);
            assert_eq!(events.iter().filter(|e| e["ph"] == "f").count(), round);
        }
        std::fs::remove_file(&path).unwrap();
    }
}
