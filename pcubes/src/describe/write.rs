//! Writing descriptions: a chain of spaces, highest first, each with the figures it has.

use std::collections::HashSet;

use crate::discover::cpuset::write_list;
use crate::machine::Machine;
use crate::space::{Exchange, Role, Space};

pub(super) fn machine(machine: &Machine) -> String {
    let mut out = String::new();
    line(&mut out, "name", &quoted(&machine.name));
    optional(&mut out, "about", machine.about.as_deref().map(quoted));
    optional(&mut out, "source", machine.source.as_deref().map(quoted));
    if !machine.cpus().is_empty() {
        line(&mut out, "cpus", &quoted(&write_list(machine.cpus())));
    }
    optional(&mut out, "cpu_quota", machine.cpu_quota);
    let mut writer = Writer {
        out,
        ids: HashSet::new(),
        last: None,
    };
    writer.space(machine.root(), None);
    writer.out
}

fn line(out: &mut String, key: &str, value: &str) {
    out.push_str(&format!("{key} = {value}\n"));
}

fn optional(out: &mut String, key: &str, value: Option<impl ToString>) {
    if let Some(value) = value {
        line(out, key, &value.to_string());
    }
}

fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

/// A key of an inline table; measures are quoted, numbers are not.
fn measure(value: Option<impl ToString>) -> Option<String> {
    value.map(|v| quoted(&v.to_string()))
}

fn number(value: Option<u32>) -> Option<String> {
    value.map(|v| v.to_string())
}

fn inline(entries: &[(&str, Option<String>)]) -> String {
    let given = entries
        .iter()
        .filter_map(|(key, value)| Some(format!("{key} = {}", value.as_ref()?)));
    let given: Vec<String> = given.collect();
    if given.is_empty() {
        "{}".to_owned()
    } else {
        format!("{{ {} }}", given.join(", "))
    }
}

struct Writer {
    out: String,
    ids: HashSet<String>,
    /// Id of the space written last, which is where the next one lies unless it says otherwise.
    last: Option<String>,
}

impl Writer {
    fn space(&mut self, space: &Space, parent: Option<&str>) {
        let id = self.unique(&space.name);
        self.out.push_str("\n[[space]]\n");
        let out = &mut self.out;
        line(out, "name", &quoted(&space.name));
        if id != space.name {
            line(out, "id", &quoted(&id));
        }
        if parent != self.last.as_deref() {
            optional(out, "in", parent.map(quoted));
        }
        if space.count != 1 {
            line(out, "count", &space.count.to_string());
        }
        if space.role != Role::of_name(&space.name) {
            line(out, "role", &quoted(&space.role.to_string()));
        }
        figures(out, space);
        self.last = Some(id.clone());
        for sub in &space.spaces {
            self.space(sub, Some(&id));
        }
    }

    /// The name itself, or with a number where it is taken.
    fn unique(&mut self, name: &str) -> String {
        let mut id = name.to_owned();
        let mut number = 2;
        while !self.ids.insert(id.clone()) {
            id = format!("{name} #{number}");
            number += 1;
        }
        id
    }
}

fn figures(out: &mut String, space: &Space) {
    let compute = space.compute.map(|c| {
        inline(&[
            ("operations", number(c.operations)),
            ("clock", measure(c.clock)),
        ])
    });
    let memory = space.memory.map(|m| {
        inline(&[
            ("size", measure(Some(m.size))),
            ("transactions", number(m.transactions)),
            ("width", measure(m.width)),
            ("latency", measure(m.latency)),
        ])
    });
    let exchange = space.exchange.map(|exchange| match exchange {
        Exchange::None => quoted("none"),
        Exchange::Latency(latency) => quoted(&latency.to_string()),
    });
    let movement = space.movement.map(|m| {
        inline(&[
            ("latency", measure(m.latency)),
            ("width", measure(m.width)),
            ("bandwidth", number(m.bandwidth)),
        ])
    });
    optional(out, "compute", compute);
    optional(out, "memory", memory);
    optional(out, "exchange", exchange);
    optional(out, "movement", movement);
    if !space.assumed.is_empty() {
        let names: Vec<String> = space
            .assumed
            .iter()
            .map(|figure| quoted(figure.name()))
            .collect();
        line(out, "assumed", &format!("[{}]", names.join(", ")));
    }
    optional(out, "note", space.note.as_deref().map(quoted));
}
